//! The mirror images of a position.

use super::super::position::{NO_FILE, PieceType, Position, square};
use super::symmetry;

impl Position {
    /// The mirrored position. REQUIRED: no castling rights, and no pawns unless the mirror exchanges the files alone.
    fn mirrored(&self, mirror: symmetry::Mirror) -> Position {
        let en_passant = match self.en_passant {
            NO_FILE => NO_FILE,
            file => symmetry::square(mirror, square(file, 0)) % 8,
        };
        let set = |set: u64| symmetry::set(mirror, set);
        Position { kinds: self.kinds.map(set), colours: self.colours.map(set), en_passant, ..*self }
    }

    /// The number of mirrors that keep the rules in this position: all mirrors below it.
    fn mirrors(&self) -> symmetry::Mirror {
        match (self.castling, self.kinds[PieceType::Pawn as usize]) {
            (0, 0) => 8,
            (0, _) => 2,
            _ => 1,
        }
    }
}

/// The images of a position, beginning with the position itself; some may be equal.
pub fn images(position: &Position) -> impl Iterator<Item = Position> {
    let position = *position;
    (0..position.mirrors()).map(move |mirror| position.mirrored(mirror))
}

/// The number of different images of a position. Only the mirror in a diagonal with both kings can lead to the position
/// itself.
pub fn weight(position: &Position) -> u64 {
    let all = position.mirrors();
    let kings = position.kinds[PieceType::King as usize];
    let on_diagonal = DIAGONALS.iter().any(|&diagonal| kings & !diagonal == 0);
    let is_own_image = || (1..all).any(|mirror| position.mirrored(mirror) == *position);
    if all == 8 && on_diagonal && is_own_image() { 4 } else { all.into() }
}

/// The squares of the two long diagonals.
const DIAGONALS: [u64; 2] = [0x8040_2010_0804_0201, 0x0102_0408_1020_4080];
