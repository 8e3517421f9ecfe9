//! Slices of one side alone that packs its pieces into a zone: the contract for Halma and its kin, played by one.
//!
//! A slice has a region of squares, on which stand a number of pieces, all alike. A turn is a move of one piece, to an
//! empty square in one of eight directions: a step to the next square, or a chain of hops, each over an adjacent piece to
//! the square right beyond. A piece does not end where it began, and does not leave the zone, in the middle of a chain
//! either. The game is won when all pieces are in the zone, and drawn if there is no move before.
//!
//! What the contract cannot express: other boards, such as the star of Chinese checkers; captures; pieces that differ;
//! moves that are compulsory; passing.

use crate::space::combinatorics::binomial;
use crate::space::{SliceId, Space};

/// How the slices of a space are made of sets of squares. REQUIRED;
/// [`solve::check`](crate::solve::check) tests it.
///
/// The entries of a slice are the sets of as many squares as there are pieces, in ascending order as numbers, square `i` of
/// [`Region::squares`] being bit `i`. Moves do not lead out of a slice.
pub trait PackingSpace: Space {
    /// The region of a slice.
    fn region(&self, slice: SliceId) -> Region;
}

/// A board with its zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The squares, each with its column and its row, row by row: up to 36 in columns 0 to 7, those of rows 0 to 6 and the
    /// first of row 7.
    pub squares: Vec<(u8, u8)>,
    /// The squares of the zone, as many as there are pieces: 1 to 16. The region has at most `u32::MAX` sets of so many.
    pub zone: Vec<(u8, u8)>,
}

/// The most squares of a region, and the most pieces on it.
const SQUARES: usize = 36;
const PIECES: usize = 16;

impl Region {
    /// What makes the region one that the solver cannot solve.
    pub(super) fn fault(&self) -> Option<String> {
        let Region { squares, zone } = self;
        let row_by_row = squares.is_sorted_by(|(x, y), (next_x, next_y)| (y, x) < (next_y, next_x));
        let outside = squares.iter().find(|&&(x, y)| x > 7 || y > 7 || y == 7 && x > 0);
        if squares.len() > SQUARES {
            Some(format!("a region has {} squares, more than {SQUARES}", squares.len()))
        } else if zone.is_empty() || zone.len() > PIECES {
            Some(format!("a zone has {} squares, not 1 to {PIECES}", zone.len()))
        } else if u32::try_from(binomial(squares.len() as u32, zone.len() as u32)).is_err() {
            Some(format!("a region has more than {} sets of {} squares", u32::MAX, zone.len()))
        } else if !row_by_row {
            Some("the squares of a region are not listed row by row".to_string())
        } else if let Some(outside) = outside {
            Some(format!("the square {outside:?} is not one of the board"))
        } else if !zone.iter().all(|square| squares.contains(square))
            || (1..zone.len()).any(|i| zone[..i].contains(&zone[i]))
        {
            Some("the squares of a zone are not different ones of its region".to_string())
        } else {
            None
        }
    }
}
