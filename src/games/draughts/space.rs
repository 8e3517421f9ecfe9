//! The endings of up to ten pieces: a slice for each material. A position shares its entry with the position of swapped
//! colours on the rotated board.

use super::board::rotated;
use super::material::{MOST_PIECES, Material};
use super::numbering::Numbering;
use super::{Draughts, Position};
use crate::space::{Entry, Group, Slice, SliceId, Space, Symmetry};

/// The slices, and the numbering of each.
pub(super) struct Endings {
    pub slices: Vec<Slice>,
    pub numberings: Vec<Numbering>,
    /// The number of each material's slice, by [`key`].
    places: Vec<u16>,
}

/// The base of [`key`]: one more than the greatest number of pieces of one kind and side.
const COUNTS: usize = 10;

/// A material as a number.
#[inline(always)]
fn key(own_men: u32, own_kings: u32, other_men: u32, other_kings: u32) -> usize {
    ((own_men as usize * COUNTS + own_kings as usize) * COUNTS + other_men as usize) * COUNTS + other_kings as usize
}

fn key_of(material: Material) -> usize {
    key(material.own.men, material.own.kings, material.other.men, material.other.kings)
}

/// The place of a material that has no slice.
const NONE: u16 = u16::MAX;

impl Endings {
    pub fn new() -> Endings {
        let mut places = vec![NONE; COUNTS.pow(4)];
        let numberings: Vec<Numbering> = Material::all().map(Numbering::new).collect();
        for (place, numbering) in numberings.iter().enumerate() {
            places[key_of(numbering.material())] = place as u16;
        }
        let slice = |numbering: &Numbering| {
            let material = numbering.material();
            Slice {
                name: material.to_string(),
                pieces: material.pieces(),
                part: material.part(),
                entries: numbering.positions(),
                leads_to: material.leads_to().map(|to| SliceId(places[key_of(to)].into())).collect(),
            }
        };
        Endings { slices: numberings.iter().map(slice).collect(), numberings, places }
    }

    /// The slice of a material.
    pub fn slice(&self, material: Material) -> SliceId {
        SliceId(self.places[key_of(material)].into())
    }
}

impl Space for Draughts {
    fn slices(&self) -> &[Slice] {
        &self.endings.slices
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Entry> {
        let kings = position.kings;
        let (own_kings, other_kings) = ((position.own & kings).count_ones(), (position.other & kings).count_ones());
        let (own_men, other_men) = ((position.own & !kings).count_ones(), (position.other & !kings).count_ones());
        if own_men.max(own_kings).max(other_men).max(other_kings) as usize >= COUNTS {
            return None;
        }
        let place = self.endings.places[key(own_men, own_kings, other_men, other_kings)];
        let numbering = self.endings.numberings.get(usize::from(place))?;
        Some(Entry { slice: SliceId(place.into()), index: numbering.rank(position) })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        Some(self.endings.numberings[entry.slice.index()].unrank(entry.index))
    }
}

impl Symmetry for Draughts {
    fn side_swapped(&self, position: &Position) -> Option<Position> {
        let &Position { own, other, kings, black_to_move } = position;
        let (own, other, kings) = (rotated(other), rotated(own), rotated(kings));
        Some(Position { own, other, kings, black_to_move: !black_to_move })
    }

    fn groups(&self) -> Vec<Group> {
        let of_size = |pieces| {
            let slices = (0..).map(SliceId).zip(&self.endings.slices).filter(|(_, slice)| slice.pieces == pieces);
            Group { name: format!("{pieces} pieces"), slices: slices.map(|(number, _)| number).collect() }
        };
        (2..=MOST_PIECES).map(of_size).collect()
    }
}
