//! The contract: one side alone packs its pieces into a zone, as in Halma.
//!
//! A slice has a region of squares with pieces, all alike. A turn moves one piece, in one of eight directions: by a
//! step to the next square, if it is empty, or by a chain of hops, each over an adjacent piece to the empty square
//! right beyond. A piece ends on another square than it began on. A piece in the zone stays in it, in the middle of a
//! chain too. The game is won when all pieces are in the zone. It is drawn if there is no move before.
//!
//! The solver requires [`PackingSpace`]. [`solve::check`](crate::solve::check) compares it with the rules: the region
//! fits the board, the slice has the sets of the region as entries, one team plays alone, and for up to 100 sets of a
//! slice the moves and the end of the game are the same by the region and by the rules.
//!
//! The contract cannot express other boards, such as the star of Chinese checkers; captures; pieces that differ; moves
//! that are compulsory; passing.

use crate::space::combinatorics::binomial;
use crate::space::{SliceId, Space};

/// A space whose slices are regions. REQUIRED by [`Packing`](super::Packing).
///
/// The entries of a slice are the sets of squares, one square for each piece, in ascending order as numbers: square `i`
/// of [`Region::squares`] is bit `i`. Moves stay in their slice.
pub trait PackingSpace: Space {
    /// The region of a slice.
    fn region(&self, slice: SliceId) -> Region;
}

/// A board with its zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The squares as columns and rows, row by row: up to 36 of columns 0 to 7 in rows 0 to 6, and of column 0 in row
    /// 7.
    pub squares: Vec<(u8, u8)>,
    /// The squares of the zone, one for each piece: 1 to 16. The region has at most `u32::MAX` sets of this size.
    pub zone: Vec<(u8, u8)>,
}

/// The most squares of a region, and the most pieces on it.
const SQUARES: usize = 36;
const PIECES: usize = 16;

impl Region {
    /// The reason why the solver cannot solve the region, if there is one.
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
