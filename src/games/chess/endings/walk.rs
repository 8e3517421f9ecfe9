//! The positions of consecutive numbers.
//!
//! Most steps change the place of the last group alone:
//!
//! ```text
//!   number in KRvKB    kings    bishop    rook
//!   1,879,487          458      54        63
//!   1,879,488          458      55        0       a carry: kings and bishop are put on an empty board
//!   1,879,489          458      55        1       the rook alone is put
//! ```

use super::super::position::{BLACK, PieceType, Position, WHITE};
use super::numbering::{MOST_PIECES, Numbering, PieceGroup};
use crate::space::combinatorics::{next_subset, unrank_subset};

impl Numbering {
    /// Visits the positions of consecutive numbers, from `first` on, with White to move; `None` for a number that holds
    /// none.
    #[inline(always)]
    pub fn each(&self, first: u64, count: u64, mut visit: impl FnMut(Option<Position>)) {
        let Some((last, upper)) = self.groups().split_last() else { return };
        let size = u64::from(last.size);
        let (mut above, mut place) = (first / size, first % size);
        let mut left = count;
        while left > 0 {
            let (base, is_diagonal) = self.base(upper, above);
            let mut set = unrank_subset(place, last.count.into());
            while left > 0 && place < size {
                let squares = set << last.first();
                visit(base.filter(|base| base.occupied() & squares == 0).and_then(|base| {
                    let position = with(base, last, squares);
                    // Of two mirror images, one number holds the position.
                    let is_there = !is_diagonal || self.squares(above * size + place).is_some();
                    (is_there && !position.king_can_be_captured()).then_some(position)
                }));
                set = next_subset(set).unwrap_or(0);
                (place, left) = (place + 1, left - 1);
            }
            (above, place) = (above + 1, 0);
        }
    }

    /// The kings and the upper groups of the number `above`, if no two men share a square; and whether both kings stand
    /// on the diagonal.
    fn base(&self, upper: &[PieceGroup], mut above: u64) -> (Option<Position>, bool) {
        let mut sets = [0; MOST_PIECES];
        for (set, group) in sets.iter_mut().zip(upper).rev() {
            let size = u64::from(group.size);
            *set = unrank_subset(above % size, group.count.into()) << group.first();
            above /= size;
        }
        let (mover, other) = self.pairs().squares(above as usize);
        let mut base = Position::empty();
        base.put(PieceType::King, WHITE, mover);
        base.put(PieceType::King, BLACK, other);
        let is_diagonal = self.pairs().of(mover, other).is_some_and(|pair| pair.is_diagonal);
        for (&set, group) in sets.iter().zip(upper) {
            if base.occupied() & set != 0 {
                return (None, is_diagonal);
            }
            base = with(base, group, set);
        }
        (Some(base), is_diagonal)
    }
}

/// A position with the pieces of a group on these squares, which are free.
#[inline(always)]
fn with(mut position: Position, group: &PieceGroup, squares: u64) -> Position {
    position.kinds[group.kind as usize] |= squares;
    position.colours[if group.is_mover { WHITE } else { BLACK }] |= squares;
    position
}
