//! The space: all endings of up to five men, and where their positions are.
//!
//! A slice reads MOVER v OTHER, `KRPvKR`. One entry serves both colours and all images under the symmetries of the board: the
//! side to move is taken to be White. Positions with castling rights have no entry. One with an en-passant right follows
//! from the same without it. Two bare kings are drawn by the rules and are no slice.

use super::position::{BLACK, Kind, Move, NO_FILE, Position, Squares, WHITE};
use super::{Chess, symmetry};
use crate::solve::bitboards::{self, Layout, MOST_PIECES, Material, Numbering};
use crate::space::{Entry, Group, Resolved, Slice, SliceId, Space, Symmetry};

/// The kinds in the order of their letters in a name.
const STRONGEST_FIRST: [bitboards::Kind; 5] = [
    bitboards::Kind::Queen,
    bitboards::Kind::Rook,
    bitboards::Kind::Bishop,
    bitboards::Kind::Knight,
    bitboards::Kind::Pawn,
];

/// The slices with their materials and numberings.
pub(super) struct Endings {
    slices: Vec<Slice>,
    materials: Vec<Material>,
    numberings: Vec<Numbering>,
    /// By [`key`], the number of the slice; [`NONE`] where there is none.
    by_key: Box<[u16]>,
}

const NONE: u16 = u16::MAX;

/// A number for a material: of each side and kind two bits.
fn key(material: &Material) -> usize {
    let digits = material.mover.iter().chain(&material.other);
    digits.fold(0, |key, &count| key << 2 | usize::from(count))
}

/// The pieces of a side in all endings, by how many they are.
fn armies() -> Vec<Vec<[u8; 5]>> {
    let mut armies = vec![vec![[0; 5]]];
    for size in 1..=MOST_PIECES {
        let mut larger: Vec<[u8; 5]> = Vec::new();
        for army in &armies[size - 1] {
            // The strongest first: what is added is not stronger than what is there.
            let weakest = army.iter().position(|&count| count > 0).unwrap_or(4);
            for kind in (0..=weakest).rev() {
                let mut army = *army;
                army[kind] += 1;
                larger.push(army);
            }
        }
        armies.push(larger);
    }
    armies
}

fn side_name(army: &[u8; 5]) -> String {
    let mut name = "K".to_string();
    for kind in STRONGEST_FIRST {
        let letter = Kind::ALL[kind as usize].letter();
        name.extend(std::iter::repeat_n(letter, army[kind as usize].into()));
    }
    name
}

fn name(material: &Material) -> String {
    format!("{}v{}", side_name(&material.mover), side_name(&material.other))
}

/// The materials that one move leads to, with the other side to move; some may be no slice.
fn leads_to(material: &Material) -> Vec<Material> {
    let Material { mover, other } = *material;
    let mut captured = vec![other];
    for kind in 0..5 {
        if other[kind] > 0 {
            let mut rest = other;
            rest[kind] -= 1;
            captured.push(rest);
        }
    }
    let mut armies = vec![mover];
    if mover[0] > 0 {
        for kind in 1..5 {
            let mut army = mover;
            army[0] -= 1;
            army[kind] += 1;
            armies.push(army);
        }
    }
    captured.iter().flat_map(|&mover| armies.iter().map(move |&other| Material { mover, other })).collect()
}

impl Endings {
    pub fn new() -> Endings {
        let armies = armies();
        let mut materials = Vec::new();
        for pieces in 1..=MOST_PIECES {
            for weaker in 0..=pieces / 2 {
                for army in &armies[pieces - weaker] {
                    for other in &armies[weaker] {
                        let material = Material { mover: *army, other: *other };
                        // Of equal numbers, each pair of armies comes with the stronger to move.
                        if material.mover_is_stronger() {
                            materials.push(material);
                            if material.swapped() != material {
                                materials.push(material.swapped());
                            }
                        }
                    }
                }
            }
        }
        let mut by_key = vec![NONE; 1 << 20].into_boxed_slice();
        for (number, material) in (0..).zip(&materials) {
            by_key[key(material)] = number;
        }
        let slice_of = |material: &Material| Some(by_key[key(material)]).filter(|&number| number != NONE);
        let numberings: Vec<Numbering> = materials.iter().map(Numbering::new).collect();
        let slices = materials.iter().zip(&numberings).map(|(material, numbering)| {
            let stronger = if material.mover_is_stronger() { *material } else { material.swapped() };
            Slice {
                name: name(material),
                pieces: u32::from(material.pieces()) + 2,
                part: name(&stronger),
                entries: numbering.entries(),
                leads_to: leads_to(material).iter().filter_map(slice_of).map(|slice| SliceId(slice.into())).collect(),
            }
        });
        let slices = slices.collect();
        Endings { slices, materials, numberings, by_key }
    }
}

/// A set of squares as the side to move sees it.
#[inline(always)]
fn seen(set: Squares, side: usize) -> Squares {
    if side == WHITE { set } else { set.swap_bytes() }
}

impl Space for Chess {
    fn slices(&self) -> &[Slice] {
        &self.endings.slices
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Entry> {
        let men = position.occupied().count_ones() as usize;
        if men > MOST_PIECES + 2 || position.castling != 0 || position.en_passant != NO_FILE {
            return None;
        }
        let own = position.own();
        let count =
            |kind: usize, colour: usize| (position.kinds[kind] & position.colours[colour]).count_ones() as usize;
        let mut key = 0;
        for colour in [own, own ^ 1] {
            for kind in 0..5 {
                key = key << 2 | count(kind, colour);
            }
        }
        let slice = self.endings.by_key[key];
        if slice == NONE {
            return None;
        }
        let numbering = &self.endings.numberings[usize::from(slice)];
        let (mut pieces, mut next) = ([0; MOST_PIECES], 0);
        for group in numbering.groups() {
            let colour = if group.is_mover { own } else { own ^ 1 };
            let mut set = seen(position.kinds[group.kind as usize] & position.colours[colour], own);
            while set != 0 {
                pieces[next] = set.trailing_zeros() as u8;
                next += 1;
                set &= set - 1;
            }
        }
        let king = |colour: usize| seen(position.of(Kind::King, colour), own).trailing_zeros() as u8;
        let squares = bitboards::Squares { mover: king(own), other: king(own ^ 1), pieces };
        Some(Entry { slice: SliceId(slice.into()), index: numbering.number(&squares)? })
    }

    #[inline(always)]
    fn unrank(&self, entry: Entry) -> Option<Position> {
        let numbering = &self.endings.numberings[entry.slice.index()];
        let squares = numbering.squares(entry.index)?;
        let mut position = Position::empty();
        position.put(Kind::King, WHITE, squares.mover);
        position.put(Kind::King, BLACK, squares.other);
        let mut next = 0;
        for group in numbering.groups() {
            for &square in &squares.pieces[next..next + usize::from(group.count)] {
                let colour = if group.is_mover { WHITE } else { BLACK };
                position.put(Kind::ALL[group.kind as usize], colour, square);
            }
            next += usize::from(group.count);
        }
        (!position.king_can_be_captured()).then_some(position)
    }

    fn resolve(&self, position: &Position) -> Option<Resolved<Position, Move>> {
        if position.en_passant == NO_FILE {
            return None;
        }
        let stored = Position { en_passant: NO_FILE, ..*position };
        self.rank(&stored)?;
        let moves: Vec<Move> = position.legal_moves().filter(|&mv| position.is_en_passant(mv)).collect();
        let has_others = stored.legal_moves().len() > 0;
        Some(Resolved { stored: has_others.then_some(stored), moves })
    }

    fn size_name(&self) -> &'static str {
        "pieces"
    }
}

impl Symmetry for Chess {
    fn images(&self, position: &Position) -> impl Iterator<Item = Position> {
        symmetry::images(position)
    }

    fn weight(&self, position: &Position) -> u64 {
        symmetry::weight(position)
    }

    /// Not where the side that would be to move could capture the king.
    fn side_swapped(&self, position: &Position) -> Option<Position> {
        let side = position.side ^ 1;
        let swapped = Position { side, en_passant: NO_FILE, ..*position };
        (!swapped.king_can_be_captured()).then_some(swapped)
    }

    fn groups(&self) -> Vec<Group> {
        let slices = &self.endings.slices;
        let of = |men: u32| (0..).zip(slices).filter(move |(_, slice)| slice.pieces == men);
        (3..=5)
            .map(|men| Group {
                name: format!("{men} men"),
                slices: of(men).map(|(number, _)| SliceId(number)).collect(),
            })
            .collect()
    }
}

impl Layout for Chess {
    fn material(&self, slice: SliceId) -> Material {
        self.endings.materials[slice.index()]
    }
}
