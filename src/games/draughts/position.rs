//! A position of draughts.

use std::hash::{Hash, Hasher};

use super::board::{DraughtsBoard, Eight};

/// The pieces of both sides, as the side to move sees them, and the clock of quiet plies. [`board`](super::board)
/// describes the bits. The clock does not count where positions are compared.
///
/// Men never stand on their crowning row.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The pieces of the side to move.
    pub own: u64,
    /// The pieces of the other side.
    pub other: u64,
    /// The kings of both sides.
    pub kings: u64,
    /// Whether Black is to move.
    pub black_to_move: bool,
    /// The plies since a man moved or a piece was captured, in a game that limits them; else 0.
    pub clock: u16,
}

impl PartialEq for Position {
    #[inline(always)]
    fn eq(&self, other: &Position) -> bool {
        let facts = |position: &Position| (position.own, position.other, position.kings, position.black_to_move);
        facts(self) == facts(other)
    }
}

impl Eq for Position {}

impl Hash for Position {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.own, self.other, self.kings, self.black_to_move).hash(state);
    }
}

impl Position {
    /// The position of these pieces on the board of 32 squares, given as sets in which bit n - 1 is the square with the
    /// number n. `None` if Black and White share a square, if `kings` has an empty square, or if a man stands on the
    /// row where men of its side are crowned.
    ///
    /// ```
    /// use hindsight::games::draughts::{Draughts, Position};
    /// use hindsight::prelude::*;
    ///
    /// let bit = |number: u32| 1 << (number - 1);
    /// let position = Position::of_squares(bit(1) | bit(7), bit(30), bit(7) | bit(30), true);
    /// assert_eq!(position, Draughts::checkers().parse("B:WK30:B1,K7").ok());
    /// ```
    #[inline]
    pub fn of_squares(black: u32, white: u32, kings: u32, black_to_move: bool) -> Option<Position> {
        // Bit 0 is square 32 if White is to move.
        let seen = |set: u32| spread(if black_to_move { set } else { set.reverse_bits() });
        let (own, other) = if black_to_move { (black, white) } else { (white, black) };
        let position = Position { own: seen(own), other: seen(other), kings: seen(kings), black_to_move, clock: 0 };
        let crowned = position.own & Eight::FAR_ROW | position.other & Eight::NEAR_ROW;
        let sound = black & white == 0 && kings & !(black | white) == 0 && crowned & !position.kings == 0;
        sound.then_some(position)
    }

    /// The empty squares.
    #[inline(always)]
    pub(crate) fn empty<B: DraughtsBoard>(&self) -> u64 {
        B::BOARD & !(self.own | self.other)
    }

    /// Black's and White's pieces.
    pub(super) fn colours(&self) -> (u64, u64) {
        if self.black_to_move { (self.own, self.other) } else { (self.other, self.own) }
    }
}

/// The 32 squares in the bits of the board: an empty bit after every second row.
#[inline(always)]
fn spread(set: u32) -> u64 {
    let set = u64::from(set);
    set & 0xff | (set & 0xff00) << 1 | (set & 0xff_0000) << 2 | (set & 0xff00_0000) << 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_squares_has_its_pieces_there() {
        for black_to_move in [true, false] {
            for number in 5..=28 {
                let set = 1 << (number - 1);
                let of = |black, white, kings| Position::of_squares(black, white, kings, black_to_move);
                let at = Eight::square(if black_to_move { number - 1 } else { 32 - number });
                let (black, white) = (of(set, 0, 0).expect("a man"), of(0, set, set).expect("a king"));
                assert_eq!((black.colours(), black.kings), ((at, 0), 0));
                assert_eq!((white.colours(), white.kings), ((0, at), at));
                assert_eq!((of(set, set, 0), of(0, 0, set)), (None, None));
            }
            for (row, black_is_crowned) in [(0xf, false), (0xf << 28, true)] {
                let found = |black, white, kings| Position::of_squares(black, white, kings, black_to_move).is_some();
                assert_eq!((found(row, 0, 0), found(0, row, 0)), (!black_is_crowned, black_is_crowned));
                assert!(found(row, 0, row) && found(0, row, row));
            }
        }
    }
}
