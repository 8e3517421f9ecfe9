//! Attacks: the squares that pieces reach. These are the only attack tables of the crate.
//!
//! # A piece that slides
//!
//! Four lines go through a square. On each, the piece reaches the nearest occupied square on both sides and all
//! between. Squares are bits, so "nearest" is the highest bit below the square and the lowest bit above it. For a rook
//! on d1, its rank and the pieces on b1 and g1:
//!
//! ```text
//!                        a b c d e f g h      bit 0 is a1, on the left
//!   occupied             . 1 . R . . 1 .
//!   from the nearest     . 1 1 1 1 1 1 1 ...  -(highest bit below)
//!   past the nearest     . . . . . . . 1      2 * (lowest bit above)
//!   sum                  . 1 1 1 1 1 1 .      the carry clears all bits from there on
//!   reached              . 1 1 . 1 1 1 .      the sum within the line
//! ```
//!
//! Without a piece below, bit 0 stands for it; without one above, nothing is cleared. The four lines of all squares
//! take 4 kB. Tables by the occupied squares ("magic bitboards") take 700 kB.

use super::position::{PieceType, Position, Squares, WHITE};

/// The squares of the a-file.
pub const FILE_A: Squares = 0x0101_0101_0101_0101;
/// The squares of the h-file.
pub const FILE_H: Squares = FILE_A << 7;

/// A line through a square, without the square.
#[derive(Clone, Copy)]
struct SlidingLine {
    below: Squares,
    above: Squares,
}

impl SlidingLine {
    const fn whole(self) -> Squares {
        self.below | self.above
    }

    /// The squares that a piece reaches on the line.
    #[inline(always)]
    const fn reached(self, occupied: Squares) -> Squares {
        let below = self.below & occupied | 1;
        let above = self.above & occupied;
        let from_nearest = Squares::MAX << (63 - below.leading_zeros());
        let past_nearest = (above & above.wrapping_neg()) << 1;
        from_nearest.wrapping_add(past_nearest) & self.whole()
    }
}

/// The lines of each square: its rank, its file, and its two diagonals.
static LINES: [[SlidingLine; 4]; 64] = {
    let mut lines = [[SlidingLine { below: 0, above: 0 }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let mut line = 0;
        while line < 4 {
            let (file, rank) = steps[line];
            lines[square][line] =
                SlidingLine { below: ray(square as u8, -file, -rank), above: ray(square as u8, file, rank) };
            line += 1;
        }
        square += 1;
    }
    lines
};

const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

static KNIGHTS: [Squares; 64] = leaps(&KNIGHT);
static KINGS: [Squares; 64] = leaps(&KING);
/// By colour, white first.
static PAWNS: [[Squares; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

/// By two squares, those between them.
static BETWEEN: [[Squares; 64]; 64] = pairs(false);
/// By two squares, the whole line through them.
static THROUGH: [[Squares; 64]; 64] = pairs(true);

/// The square this many files and ranks away, if it is on the board.
const fn step(square: u8, file: i8, rank: i8) -> Option<u8> {
    let (file, rank) = ((square & 7) as i8 + file, (square >> 3) as i8 + rank);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some((rank << 3 | file) as u8) }
}

/// The squares from a square on to the edge, without the square.
const fn ray(square: u8, file: i8, rank: i8) -> Squares {
    let (mut squares, mut at) = (0, step(square, file, rank));
    while let Some(square) = at {
        squares |= 1 << square;
        at = step(square, file, rank);
    }
    squares
}

/// By square, the squares one of these steps away.
const fn leaps(steps: &[(i8, i8)]) -> [Squares; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut number = 0;
        while number < steps.len() {
            if let Some(to) = step(square as u8, steps[number].0, steps[number].1) {
                all[square] |= 1 << to;
            }
            number += 1;
        }
        square += 1;
    }
    all
}

/// By two squares, the line through them, whole or between them; no square if they share no line.
const fn pairs(whole: bool) -> [[Squares; 64]; 64] {
    let mut all = [[0; 64]; 64];
    let mut one = 0;
    while one < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (file, rank) = KING[direction];
            let line = ray(one as u8, file, rank) | ray(one as u8, -file, -rank) | 1 << one;
            let (mut between, mut other) = (0, step(one as u8, file, rank));
            while let Some(square) = other {
                all[one][square as usize] = if whole { line } else { between };
                between |= 1 << square;
                other = step(square, file, rank);
            }
            direction += 1;
        }
        one += 1;
    }
    all
}

/// The mask tells the compiler that no square is beyond 63.
#[inline(always)]
fn at<T: Copy>(table: &[T; 64], square: u8) -> T {
    table[usize::from(square & 63)]
}

/// The squares that a pawn of this colour captures on.
#[inline(always)]
pub fn pawn(colour: usize, square: u8) -> Squares {
    at(&PAWNS[colour], square)
}

/// The squares that pawns of this colour on any of these squares capture on.
#[inline(always)]
pub fn pawns(colour: usize, set: Squares) -> Squares {
    let ahead = ahead(colour, set);
    (ahead & !FILE_H) << 1 | (ahead & !FILE_A) >> 1
}

/// The squares one rank ahead of these, as a colour sees it.
#[inline(always)]
pub fn ahead(colour: usize, set: Squares) -> Squares {
    if colour == WHITE { set << 8 } else { set >> 8 }
}

/// The squares that a knight attacks.
#[inline(always)]
pub fn knight(square: u8) -> Squares {
    at(&KNIGHTS, square)
}

/// The squares that a bishop attacks.
#[inline(always)]
pub fn bishop(square: u8, occupied: Squares) -> Squares {
    let [.., one, other] = at(&LINES, square);
    one.reached(occupied) | other.reached(occupied)
}

/// The squares that a rook attacks.
#[inline(always)]
pub fn rook(square: u8, occupied: Squares) -> Squares {
    let [one, other, ..] = at(&LINES, square);
    one.reached(occupied) | other.reached(occupied)
}

/// The squares that a king attacks.
#[inline(always)]
pub fn king(square: u8) -> Squares {
    at(&KINGS, square)
}

/// The squares that a bishop attacks on an empty board.
#[inline(always)]
pub fn diagonals(square: u8) -> Squares {
    let [.., one, other] = at(&LINES, square);
    one.whole() | other.whole()
}

/// The squares that a rook attacks on an empty board.
#[inline(always)]
pub fn straights(square: u8) -> Squares {
    let [one, other, ..] = at(&LINES, square);
    one.whole() | other.whole()
}

/// The squares that a piece attacks; none for a pawn, which has [`pawn`].
#[inline(always)]
pub fn piece(kind: PieceType, square: u8, occupied: Squares) -> Squares {
    match kind {
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop(square, occupied),
        PieceType::Rook => rook(square, occupied),
        PieceType::Queen => bishop(square, occupied) | rook(square, occupied),
        PieceType::King => king(square),
        PieceType::Pawn => 0,
    }
}

/// The squares between two squares of one line; none if they share no line.
#[inline(always)]
pub fn between(one: u8, other: u8) -> Squares {
    BETWEEN[usize::from(one & 63)][usize::from(other & 63)]
}

/// The whole line through two squares; none if they share no line.
#[inline(always)]
pub fn line(one: u8, other: u8) -> Squares {
    THROUGH[usize::from(one & 63)][usize::from(other & 63)]
}

impl Position {
    /// The pieces of a colour that attack a square, if `occupied` were the occupied squares.
    #[inline(always)]
    pub fn attackers(&self, square: u8, colour: usize, occupied: Squares) -> Squares {
        let of = |kind: PieceType| self.kinds[kind as usize];
        let straight = of(PieceType::Rook) | of(PieceType::Queen);
        let diagonal = of(PieceType::Bishop) | of(PieceType::Queen);
        let attackers = pawn(colour ^ 1, square) & of(PieceType::Pawn)
            | knight(square) & of(PieceType::Knight)
            | king(square) & of(PieceType::King)
            | rook(square, occupied) & straight
            | bishop(square, occupied) & diagonal;
        attackers & self.colours[colour] & occupied
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Squares {
        self.attackers(self.king(self.own()), self.own() ^ 1, self.occupied())
    }

    /// Whether the king of the side that has just moved can be captured.
    pub fn king_can_be_captured(&self) -> bool {
        self.attackers(self.king(self.own() ^ 1), self.own(), self.occupied()) != 0
    }

    /// The pieces of the side to move that must stay on the line to their king.
    pub(super) fn pinned(&self) -> Squares {
        let (own, king) = (self.own(), self.king(self.own()));
        let enemies = self.colours[own ^ 1];
        let of = |kind: PieceType| self.kinds[kind as usize];
        let snipers = rook(king, enemies) & (of(PieceType::Rook) | of(PieceType::Queen))
            | bishop(king, enemies) & (of(PieceType::Bishop) | of(PieceType::Queen));
        let blockers = |sniper| between(king, sniper) & self.occupied();
        let pinned = super::position::squares(snipers & enemies).map(blockers).filter(|set| set.count_ones() == 1);
        pinned.fold(0, |all, set| all | set) & self.colours[own]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The squares that a piece reaches in these directions, step by step.
    fn walked(square: u8, occupied: Squares, directions: &[(i8, i8)]) -> Squares {
        let mut reached = 0;
        for &(file, rank) in directions {
            let mut at = step(square, file, rank);
            while let Some(square) = at {
                reached |= 1 << square;
                at = step(square, file, rank).filter(|_| occupied >> square & 1 == 0);
            }
        }
        reached
    }

    proptest! {
        #[test]
        fn a_piece_slides_as_far_as_step_by_step(square in 0u8..64, occupied: u64, more: u64, other in 0u8..64) {
            let straight = [(1, 0), (0, 1), (-1, 0), (0, -1)];
            let diagonal = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
            for occupied in [occupied, occupied & more, occupied | more, occupied | 1 << square, 0] {
                prop_assert_eq!(rook(square, occupied), walked(square, occupied, &straight));
                prop_assert_eq!(bishop(square, occupied), walked(square, occupied, &diagonal));
            }
            // Two squares of a line see each other, and what both see between them.
            let is_straight = straights(square) >> other & 1 == 1;
            let lines = |from| if is_straight { straights(from) } else { diagonals(from) };
            let sees = |from, to: u8| if is_straight { rook(from, 1 << to) } else { bishop(from, 1 << to) };
            let (mut inner, mut through) = (0, 0);
            if lines(square) >> other & 1 == 1 {
                inner = sees(square, other) & sees(other, square);
                through = lines(square) & lines(other) | 1 << square | 1 << other;
            }
            prop_assert_eq!(between(square, other), inner);
            prop_assert_eq!(line(square, other), through);
        }
    }
}
