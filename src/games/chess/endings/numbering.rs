//! The numbers of the positions of an ending.
//!
//! The side to move sees its pawns go up. The number is of mixed radix: the first digit is the pair of kings
//! ([`KingPairs`]), and each group of equal pieces, from pawns to queens, is a further digit: the rank of its squares
//! among all sets of as many squares. Two kings on the diagonal leave two numbers for a position and its mirror image:
//! the lower number counts, and the other holds no position.

use std::ops::Range;

use super::super::position::PieceType;

use super::kings::{KingPairs, Pair};
use super::material::Material;
use super::symmetry::{self, DIAGONAL, Mirror};
use crate::space::combinatorics::{binomial, rank_subset, unrank_subset};

/// The most pieces that an ending has besides the kings.
pub const MOST_PIECES: usize = 4;

/// Equal pieces of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceGroup {
    /// Their type.
    pub kind: PieceType,
    /// Whether they belong to the side to move.
    pub is_mover: bool,
    /// Their number.
    pub count: u8,
    /// The number of sets of `count` squares on which they can stand.
    pub(super) size: u32,
}

impl PieceGroup {
    /// The first square on which its pieces can stand: pawns stand on the ranks 2 to 7.
    #[inline(always)]
    pub(in super::super) fn first(&self) -> u8 {
        if self.kind == PieceType::Pawn { 8 } else { 0 }
    }
}

/// The numbering of the positions of one material.
pub struct Numbering {
    pairs: &'static KingPairs,
    groups: Vec<PieceGroup>,
    /// The number of numbers of each pair of kings.
    per_pair: u64,
    has_pawns: bool,
}

/// The squares of the men of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingSquares {
    /// The king of the side to move.
    pub mover: u8,
    /// The king of the other side.
    pub other: u8,
    /// The pieces in the order of the groups, each group ascending.
    pub pieces: [u8; MOST_PIECES],
}

impl Numbering {
    /// The numbering of a material of [`MOST_PIECES`] pieces or fewer besides the kings.
    pub fn new(material: &Material) -> Numbering {
        // Of two groups of one type, the group of the stronger side comes last. So both slices of an ending have one
        // order.
        let mover_last = material.mover_is_stronger();
        let mut groups = Vec::new();
        for kind in PieceType::UNCROWNED {
            for is_mover in [!mover_last, mover_last] {
                let count = if is_mover { material.mover } else { material.other }[kind as usize];
                if count > 0 {
                    let squares = if kind == PieceType::Pawn { 48 } else { 64 };
                    groups.push(PieceGroup { kind, is_mover, count, size: binomial(squares, count.into()) as u32 });
                }
            }
        }
        let per_pair = groups.iter().map(|group| u64::from(group.size)).product();
        let has_pawns = material.has_pawns();
        Numbering { pairs: KingPairs::new(has_pawns), groups, per_pair, has_pawns }
    }

    /// The number of numbers.
    pub fn entries(&self) -> u64 {
        self.pairs.count() as u64 * self.per_pair
    }

    /// The number of numbers of one pair of kings.
    pub(in super::super) fn per_pair(&self) -> u64 {
        self.per_pair
    }

    /// The pairs of kings.
    pub(in super::super) fn pairs(&self) -> &'static KingPairs {
        self.pairs
    }

    /// The groups of equal pieces, the highest digit first.
    pub fn groups(&self) -> &[PieceGroup] {
        &self.groups
    }

    /// The number of a position; `None` if the kings are adjacent. The pieces of a group may come in any order.
    /// REQUIRED: no two men share a square, and pawns stand on the ranks 2 to 7.
    #[inline(always)]
    pub fn number(&self, squares: &EndingSquares) -> Option<u64> {
        let pair = self.pairs.of(squares.mover, squares.other)?;
        Some(match pair.is_diagonal {
            false => self.mirrored(pair, pair.mirror, &squares.pieces),
            true => {
                let other = self.mirrored(pair, pair.mirror ^ DIAGONAL, &squares.pieces);
                self.mirrored(pair, pair.mirror, &squares.pieces).min(other)
            }
        })
    }

    #[inline(always)]
    fn mirrored(&self, pair: Pair, mirror: Mirror, pieces: &[u8; MOST_PIECES]) -> u64 {
        let to = &symmetry::SQUARES[usize::from(mirror)];
        let at = |piece: usize| u32::from(to[usize::from(pieces[piece] & 63)]);
        let (mut number, mut next) = (u64::from(pair.number), 0);
        for group in &self.groups {
            let first = u32::from(group.first());
            let place = match group.count {
                1 => u64::from(at(next) - first),
                2 => {
                    let (one, other) = (at(next) - first, at(next + 1) - first);
                    let greater = one.max(other);
                    u64::from(greater * (greater - 1) / 2 + one.min(other))
                }
                count => {
                    rank_subset((next..next + usize::from(count)).fold(0, |set, piece| set | 1 << (at(piece) - first)))
                }
            };
            number = number * u64::from(group.size) + place;
            next += usize::from(group.count);
        }
        number
    }

    /// The number of mirror images of each position of these numbers; `None` if it does not follow from the kings
    /// alone.
    pub fn images(&self, numbers: Range<u64>) -> Option<u64> {
        if self.has_pawns {
            return Some(2);
        }
        let is_diagonal = |number: u64| {
            let (mover, other) = self.pairs.squares(number as usize);
            self.pairs.of(mover, other).is_some_and(|pair| pair.is_diagonal)
        };
        let mut pairs = numbers.start / self.per_pair..numbers.end.div_ceil(self.per_pair);
        (!pairs.any(is_diagonal)).then_some(8)
    }

    /// The squares of a number; `None` if two men would share a square, or if the mirror image has a lower number.
    #[inline(always)]
    pub fn squares(&self, number: u64) -> Option<EndingSquares> {
        let mut rest = number;
        let (mut pieces, mut next) = ([0; MOST_PIECES], self.groups.iter().map(|group| usize::from(group.count)).sum());
        let mut occupied = 0u64;
        for group in self.groups.iter().rev() {
            let (above, place) = (rest / u64::from(group.size), rest % u64::from(group.size));
            rest = above;
            let mut set = unrank_subset(place, group.count.into()) << group.first();
            if set & occupied != 0 {
                return None;
            }
            occupied |= set;
            next -= usize::from(group.count);
            for piece in &mut pieces[next..next + usize::from(group.count)] {
                *piece = set.trailing_zeros() as u8;
                set &= set - 1;
            }
        }
        let (mover, other) = self.pairs.squares(rest as usize);
        if occupied & (1 << mover | 1 << other) != 0 {
            return None;
        }
        let pair = self.pairs.of(mover, other)?;
        let is_lowest = !pair.is_diagonal || number <= self.mirrored(pair, DIAGONAL, &pieces);
        is_lowest.then_some(EndingSquares { mover, other, pieces })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(mover: [u8; 5], other: [u8; 5]) -> Material {
        Material { mover, other }
    }

    #[test]
    fn numbers_and_squares_are_inverse() {
        for (material, legal_or_not) in [
            (material([0, 0, 0, 0, 1], [0; 5]), Some(462 * 62 - 21 * 62 / 2 + 21 * 6 / 2)),
            (material([1, 0, 0, 0, 0], [0; 5]), None),
            (material([0, 2, 0, 0, 0], [0; 5]), None),
            (material([1, 0, 0, 0, 0], [1, 0, 0, 0, 0]), None),
        ] {
            let numbering = Numbering::new(&material);
            let mut found = 0;
            for number in 0..numbering.entries() {
                let Some(squares) = numbering.squares(number) else { continue };
                found += 1;
                assert_eq!(numbering.number(&squares), Some(number), "{squares:?}");
            }
            if let Some(expected) = legal_or_not {
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn images_share_a_number() {
        let numbering = Numbering::new(&material([0, 0, 1, 0, 0], [0, 1, 0, 0, 0]));
        for number in (0..numbering.entries()).step_by(97) {
            let Some(squares) = numbering.squares(number) else { continue };
            for mirror in 0..8 {
                let to = |square: u8| symmetry::square(mirror, square);
                let image = EndingSquares {
                    mover: to(squares.mover),
                    other: to(squares.other),
                    pieces: squares.pieces.map(to),
                };
                assert_eq!(numbering.number(&image), Some(number));
            }
        }
    }
}
