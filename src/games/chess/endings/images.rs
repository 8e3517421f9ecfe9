//! The images of a position under the symmetries of the board.

use super::super::position::{NO_FILE, PieceType, Position, square};
use super::symmetry;

impl Position {
    /// Where the symmetry leads; the position has no castling rights, and for any flip but the exchange of the files no pawns.
    fn flipped(&self, flip: symmetry::Flip) -> Position {
        let en_passant = match self.en_passant {
            NO_FILE => NO_FILE,
            file => symmetry::square(flip, square(file, 0)) % 8,
        };
        let set = |set: u64| symmetry::set(flip, set);
        Position { kinds: self.kinds.map(set), colours: self.colours.map(set), en_passant, ..*self }
    }

    /// How many flips are symmetries of the game in this position: the numbers below.
    fn flips(&self) -> symmetry::Flip {
        match (self.castling, self.kinds[PieceType::Pawn as usize]) {
            (0, 0) => 8,
            (0, _) => 2,
            _ => 1,
        }
    }
}

/// The images of a position, itself first; some may be equal.
pub fn images(position: &Position) -> impl Iterator<Item = Position> {
    let position = *position;
    (0..position.flips()).map(move |flip| position.flipped(flip))
}

/// How many different images a position has. Only a reflection in a diagonal on which both kings stand leads to itself.
pub fn weight(position: &Position) -> u64 {
    let all = position.flips();
    let kings = position.kinds[PieceType::King as usize];
    let on_diagonal = DIAGONALS.iter().any(|&diagonal| kings & !diagonal == 0);
    let is_own_image = || (1..all).any(|flip| position.flipped(flip) == *position);
    if all == 8 && on_diagonal && is_own_image() { 4 } else { all.into() }
}

/// The squares of the two long diagonals.
const DIAGONALS: [u64; 2] = [0x8040_2010_0804_0201, 0x0102_0408_1020_4080];
