//! The board as 64 bits, and the squares that a piece reaches.
//!
//! The square in column `x` and row `y` is bit `x + 9 y`. No square is in column 8, so a step over an edge of the board
//! ends outside every region.

/// The pieces of the side.
pub const PIECES: u32 = 13;

/// The difference of the bits of a square and of the square below it.
pub const STRIDE: u32 = 9;

/// The target zone: rows of 4, 4, 3 and 2 squares.
pub const TARGET: u64 = 0b1111 | 0b1111 << STRIDE | 0b111 << (2 * STRIDE) | 0b11 << (3 * STRIDE);

/// The eight directions, as a column and a row to add: right, left, down, up, then the diagonals.
pub(super) const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)];

/// Thirteen pieces in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of the pieces: column `x` and row `y` are bit `x + 9 y`.
    pub pieces: u64,
    /// The number of squares of the region, 15 to 36.
    pub squares: u8,
}

/// The squares one further in a direction. A bit that crosses the edge is outside every region.
#[inline(always)]
pub(super) fn shifted(squares: u64, (column, row): (i8, i8)) -> u64 {
    let by = i32::from(column) + STRIDE as i32 * i32::from(row);
    if by > 0 { squares << by } else { squares >> -by }
}

/// The squares one step from any of these.
#[inline(always)]
fn steps(squares: u64) -> u64 {
    DIRECTIONS.iter().fold(0, |reached, &direction| reached | shifted(squares, direction))
}

/// The squares one hop from any of these, over one of the others.
#[inline(always)]
fn hops(squares: u64, others: u64) -> u64 {
    let hop = |direction| shifted(shifted(squares, direction) & others, direction);
    DIRECTIONS.iter().fold(0, |reached, &direction| reached | hop(direction))
}

/// The squares that a sub-move reaches from any of these, forwards or back in time. A piece inside the target stays
/// there.
#[inline(always)]
fn within_rules<const BACK: bool>(squares: u64, sub_move: impl Fn(u64) -> u64) -> u64 {
    let (inside, outside) = (sub_move(squares & TARGET), sub_move(squares & !TARGET));
    if BACK { inside | outside & !TARGET } else { inside & TARGET | outside }
}

/// The empty squares that a piece reaches in one turn, or with `BACK` the squares that it may have come from.
#[inline(always)]
fn reached<const BACK: bool>(piece: u8, pieces: u64, region: u64) -> u64 {
    let (start, empty) = (1 << piece, region & !pieces);
    let mut hopped = start;
    loop {
        let more = hopped | within_rules::<BACK>(hopped, |squares| hops(squares, pieces & !start)) & empty;
        if more == hopped {
            return (hopped | within_rules::<BACK>(start, steps) & empty) & !start;
        }
        hopped = more;
    }
}

/// The squares that a piece can move to in a turn.
#[inline(always)]
pub(super) fn targets(piece: u8, pieces: u64, region: u64) -> u64 {
    reached::<false>(piece, pieces, region)
}

/// The squares from which a piece may have come in a turn.
#[inline(always)]
pub(super) fn origins(piece: u8, pieces: u64, region: u64) -> u64 {
    reached::<true>(piece, pieces, region)
}
