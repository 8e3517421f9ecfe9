//! Where pieces go: along the squares of a path for one piece, and for pieces on all squares of a set at once.

use super::super::endings::material::Kind;

/// The squares that a piece passes from a square, a path for each direction, which ends with [`END`].
pub type Paths = [[u8; 8]; 8];

/// Ends a path; it is no square.
pub const END: u8 = 64;

/// Straight directions, then diagonal ones, as files and ranks.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// By kind (pawns have none) and square, the paths.
static PATHS: [[Paths; 64]; 5] = {
    let mut all = [[[[END; 8]; 8]; 64]; 5];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            all[Kind::Knight as usize][square as usize][direction] = path(square, LEAPS[direction], 1);
            let line = path(square, DIRECTIONS[direction], 7);
            all[Kind::Queen as usize][square as usize][direction] = line;
            let kind = if direction < 4 { Kind::Rook } else { Kind::Bishop };
            all[kind as usize][square as usize][direction] = line;
            direction += 1;
        }
        square += 1;
    }
    all
};

/// The squares next to each.
static STEPS: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let to = path(square, DIRECTIONS[direction], 1)[0];
            if to != END {
                all[square as usize] |= 1 << to;
            }
            direction += 1;
        }
        square += 1;
    }
    all
};

const fn path(from: u8, (files, ranks): (i8, i8), most: usize) -> [u8; 8] {
    let mut squares = [END; 8];
    let (mut file, mut rank, mut length) = ((from % 8) as i8 + files, (from / 8) as i8 + ranks, 0);
    while length < most && 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        squares[length] = (8 * rank + file) as u8;
        file += files;
        rank += ranks;
        length += 1;
    }
    squares
}

/// The paths of a piece that is no pawn.
#[inline(always)]
pub fn paths(kind: Kind, square: u8) -> &'static Paths {
    &PATHS[kind as usize][usize::from(square)]
}

/// The squares next to a square.
#[inline(always)]
pub fn steps(square: u8) -> u64 {
    STEPS[usize::from(square)]
}

/// The squares that a piece that is no pawn attacks, and for each how it gets there: `found(square, between)`.
#[inline(always)]
pub fn attacks(kind: Kind, from: u8, occupied: u64, mut found: impl FnMut(u8, u64)) {
    for path in paths(kind, from) {
        let mut between = 0;
        for &to in path {
            if to == END {
                break;
            }
            found(to, between);
            if occupied >> to & 1 == 1 {
                break;
            }
            between |= 1 << to;
        }
    }
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares that a side's pawns on these squares capture on.
#[inline(always)]
pub fn pawn_captures(side: usize, set: u64) -> u64 {
    let ahead = push(side, set);
    (ahead & NOT_H) << 1 | (ahead & NOT_A) >> 1
}

/// One rank further in the direction in which a side's pawns go.
#[inline(always)]
pub fn push(side: usize, set: u64) -> u64 {
    if side == 0 { set << 8 } else { set >> 8 }
}

/// The squares that pieces of a kind, none a pawn, move to over empty squares from any of a set.
#[inline(always)]
pub fn flood(kind: Kind, from: u64, empty: u64) -> u64 {
    match kind {
        Kind::Pawn => 0,
        Kind::Knight => leaps(from) & empty,
        Kind::Bishop => diagonal(from, empty),
        Kind::Rook => straight(from, empty),
        Kind::Queen => straight(from, empty) | diagonal(from, empty),
    }
}

#[inline(always)]
fn leaps(set: u64) -> u64 {
    const NOT_AB: u64 = NOT_A & NOT_A << 1;
    const NOT_GH: u64 = NOT_H & NOT_H >> 1;
    let one = (set & NOT_H) << 1;
    let other = (set & NOT_A) >> 1;
    let two = (set & NOT_GH) << 2 | (set & NOT_AB) >> 2;
    let near = one | other;
    near << 16 | near >> 16 | two << 8 | two >> 8
}

/// Sets move along a line three times, each time twice as far (the Kogge-Stone method).
macro_rules! slide {
    ($from:expr, $empty:expr, $shift:tt, $by:expr, $mask:expr) => {{
        let mut open = $empty & $mask;
        let mut set = $from;
        set |= open & (set $shift $by);
        open &= open $shift $by;
        set |= open & (set $shift (2 * $by));
        open &= open $shift (2 * $by);
        set |= open & (set $shift (4 * $by));
        // What moved at all: one step on from where it was.
        $empty & $mask & (set $shift $by)
    }};
}

#[inline(always)]
fn straight(from: u64, empty: u64) -> u64 {
    slide!(from, empty, <<, 8, !0)
        | slide!(from, empty, >>, 8, !0)
        | slide!(from, empty, <<, 1, NOT_A)
        | slide!(from, empty, >>, 1, NOT_H)
}

#[inline(always)]
fn diagonal(from: u64, empty: u64) -> u64 {
    slide!(from, empty, <<, 9, NOT_A)
        | slide!(from, empty, >>, 9, NOT_H)
        | slide!(from, empty, <<, 7, NOT_H)
        | slide!(from, empty, >>, 7, NOT_A)
}

/// The squares of a set, in ascending order.
#[inline(always)]
pub fn each(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::random::Random;

    #[test]
    fn floods_are_the_paths_of_all_pieces() {
        let mut random = Random::new(7);
        for _ in 0..2_000 {
            let mut draw = || (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
            let (occupied, from) = (draw() & draw(), draw() & draw());
            for kind in &Kind::ALL[1..] {
                let mut expected = 0;
                for square in each(from) {
                    attacks(*kind, square, occupied, |to, _| expected |= 1 << to);
                }
                assert_eq!(flood(*kind, from, !occupied), expected & !occupied, "{kind:?}");
            }
        }
    }
}
