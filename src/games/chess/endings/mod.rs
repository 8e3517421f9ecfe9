//! The endings: their materials, names and numbers.
//!
//! `Endings` lists the slices. `material` counts the pieces of a slice, `numbering` gives each position a number, with
//! `kings` for the first digit; `symmetry` mirrors the board, `side_swapped` numbers positions with the other side to
//! move, and `space` joins all of it to the rules.

mod floors;
pub(super) mod images;
pub(super) mod kings;
pub(super) mod material;
pub(super) mod numbering;
mod side_swapped;
mod space;
pub(super) mod symmetry;
mod walk;

use super::position::PieceType;
use crate::space::{Slice, SliceId};
use material::Material;
use numbering::{MOST_PIECES, Numbering};

/// The kinds of pieces in the order of their letters in a name.
const STRONGEST_FIRST: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// The slices with their materials and numberings.
pub struct Endings {
    pub slices: Vec<Slice>,
    pub materials: Vec<Material>,
    pub numberings: Vec<Numbering>,
    by_armies: ByArmies,
}

/// The slices by their armies.
struct ByArmies {
    /// By [`army_key`], the number of the army.
    armies: Box<[u8]>,
    /// By the numbers of both armies, the mover's first, the number of the slice; [`NONE`] where there is none.
    slices: Box<[u16]>,
}

/// Marks a material that is no slice.
const NONE: u16 = u16::MAX;

/// The number of armies of up to [`MOST_PIECES`] pieces of five types.
const ARMIES: usize = 126;

/// The number of the values of a digit of [`army_key`].
const COUNTS: usize = MOST_PIECES + 1;

/// A number for the pieces of a side: a digit for each type.
#[inline(always)]
fn army_key(army: &[u8; 5]) -> usize {
    army.iter().fold(0, |key, &count| key * COUNTS + usize::from(count))
}

impl ByArmies {
    fn new(armies: &[Vec<[u8; 5]>], materials: &[Material]) -> ByArmies {
        let mut by_armies = ByArmies {
            armies: vec![0; COUNTS.pow(5)].into_boxed_slice(),
            slices: vec![NONE; ARMIES * ARMIES].into_boxed_slice(),
        };
        for (number, army) in (0..).zip(armies.iter().flatten()) {
            by_armies.armies[army_key(army)] = number;
        }
        for (number, material) in (0..).zip(materials) {
            by_armies.slices[by_armies.place(material)] = number;
        }
        by_armies
    }

    /// The place of a material in [`ByArmies::slices`].
    #[inline(always)]
    fn place(&self, material: &Material) -> usize {
        let number = |army: &[u8; 5]| usize::from(self.armies[army_key(army)]);
        number(&material.mover) * ARMIES + number(&material.other)
    }

    /// The slice of a material of up to [`MOST_PIECES`] pieces.
    #[inline(always)]
    fn slice(&self, material: &Material) -> Option<SliceId> {
        let slice = self.slices[self.place(material)];
        (slice != NONE).then_some(SliceId(slice.into()))
    }
}

/// The pieces that a side can have, by the number of pieces. An army counts its pieces by [`PieceType`].
fn armies() -> Vec<Vec<[u8; 5]>> {
    let mut armies = vec![vec![[0; 5]]];
    for size in 1..=MOST_PIECES {
        let mut larger: Vec<[u8; 5]> = Vec::new();
        for army in &armies[size - 1] {
            // Pieces are added from the strongest to the weakest, so each army is made once.
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
        let letter = PieceType::ALL[kind as usize].letter();
        name.extend(std::iter::repeat_n(letter, army[kind as usize].into()));
    }
    name
}

fn name(material: &Material) -> String {
    format!("{}v{}", side_name(&material.mover), side_name(&material.other))
}

/// The materials after one move, with the other side to move; some may be no slice.
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
        let by_armies = ByArmies::new(&armies, &materials);
        let numberings: Vec<Numbering> = materials.iter().map(Numbering::new).collect();
        let slices = materials.iter().zip(&numberings).map(|(material, numbering)| {
            let stronger = if material.mover_is_stronger() { *material } else { material.swapped() };
            Slice {
                name: name(material),
                pieces: u32::from(material.pieces()) + 2,
                part: name(&stronger),
                entries: numbering.entries(),
                leads_to: leads_to(material).iter().filter_map(|material| by_armies.slice(material)).collect(),
            }
        });
        let slices = slices.collect();
        Endings { slices, materials, numberings, by_armies }
    }

    /// The slice of a material of up to [`MOST_PIECES`] pieces.
    #[inline(always)]
    pub fn slice(&self, material: &Material) -> Option<SliceId> {
        self.by_armies.slice(material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_material_has_its_slice() {
        let endings = Endings::new();
        assert_eq!(armies().iter().map(Vec::len).sum::<usize>(), ARMIES);
        for (number, material) in (0..).map(SliceId).zip(&endings.materials) {
            assert_eq!(endings.slice(material), Some(number), "{material:?}");
        }
        // Of three, four, five and six men: as other programs count them.
        for (men, endings_of) in [(3, 5), (4, 30), (5, 110), (6, 365)] {
            let parts: std::collections::BTreeSet<&str> =
                endings.slices.iter().filter(|slice| slice.pieces == men).map(|slice| slice.part.as_str()).collect();
            assert_eq!(parts.len(), endings_of, "{men} men");
        }
    }
}
