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

use super::super::attacks;
use super::super::position::{BLACK, PieceType, Position, Squares, WHITE, squares};
use super::numbering::{MOST_PIECES, Numbering, PieceGroup};
use crate::space::combinatorics::{next_subset, unrank_subset};

/// Consecutive numbers in which only the last group changes its place.
struct NumberRun<'a> {
    /// The first number, and how many there are.
    number: u64,
    length: u64,
    /// The place of the last group in the first number.
    place: u64,
    last: &'a PieceGroup,
    /// The kings and the other groups, if no two men share a square.
    base: Option<Position>,
    /// Whether both kings stand on the diagonal.
    is_diagonal: bool,
    forbidden: ForbiddenSquares,
}

/// The squares on which the last group makes no position: they are occupied, or the king of the side that has just
/// moved could be captured.
#[derive(Default)]
struct ForbiddenSquares {
    /// No piece of the group may stand here: on an occupied square, or where it attacks the king. Of pieces of one
    /// group on a line the nearest attacks the king, so that none hides another.
    of_pieces: Squares,
    /// For each piece of the base that attacks the king, the squares between: one of them must be occupied.
    open: [Squares; MOST_PIECES],
    attackers: usize,
}

impl ForbiddenSquares {
    fn of(base: &Position, last: &PieceGroup) -> ForbiddenSquares {
        let (king, occupied) = (base.king(BLACK), base.occupied());
        let mut forbidden = ForbiddenSquares { of_pieces: occupied, ..ForbiddenSquares::default() };
        if last.is_mover {
            forbidden.of_pieces |= match last.kind {
                PieceType::Pawn => attacks::pawn(BLACK, king),
                kind => attacks::piece(kind, king, occupied),
            };
        }
        for attacker in squares(base.attackers(king, WHITE, occupied)) {
            forbidden.open[forbidden.attackers] = attacks::between(attacker, king);
            forbidden.attackers += 1;
        }
        forbidden
    }

    /// Whether the group makes no position on these squares.
    #[inline(always)]
    fn forbids(&self, squares: Squares) -> bool {
        squares & self.of_pieces != 0 || self.open[..self.attackers].iter().any(|between| squares & between == 0)
    }

    /// The squares that a group of one piece may not stand on.
    fn squares(&self) -> Squares {
        self.open[..self.attackers].iter().fold(self.of_pieces, |squares, between| squares | !between)
    }
}

impl Numbering {
    /// Visits the positions of consecutive numbers, from `first` on, with White to move; `None` for a number that holds
    /// none.
    #[inline(always)]
    pub fn each(&self, first: u64, count: u64, mut visit: impl FnMut(Option<Position>)) {
        self.each_run(first, count, |run| {
            let mut set = unrank_subset(run.place, run.last.count.into());
            for number in run.number..run.number + run.length {
                let squares = set << run.last.first();
                let base = run.base.filter(|_| !run.forbidden.forbids(squares) && self.is_lowest(&run, number));
                visit(base.map(|base| with(base, run.last, squares)));
                set = next_subset(set).unwrap_or(0);
            }
        });
    }

    /// Sets which of consecutive numbers, from `first` on, hold no position.
    pub fn vacant(&self, first: u64, vacant: &mut [bool]) {
        let mut left = &mut *vacant;
        self.each_run(first, left.len() as u64, |run| {
            let (own, rest) = std::mem::take(&mut left).split_at_mut(run.length as usize);
            left = rest;
            if run.base.is_none() {
                return own.fill(true);
            }
            match run.last.count {
                1 => {
                    let forbidden = run.forbidden.squares() >> run.last.first() >> run.place;
                    own.iter_mut().enumerate().for_each(|(place, is_vacant)| *is_vacant = forbidden >> place & 1 == 1);
                }
                count => {
                    let mut set = unrank_subset(run.place, count.into());
                    for is_vacant in &mut *own {
                        *is_vacant = run.forbidden.forbids(set << run.last.first());
                        set = next_subset(set).unwrap_or(0);
                    }
                }
            }
            if run.is_diagonal {
                let numbers = run.number..run.number + run.length;
                own.iter_mut().zip(numbers).for_each(|(is_vacant, number)| *is_vacant |= !self.is_lowest(&run, number));
            }
        });
    }

    /// Of two mirror images of a position, the lower number holds it.
    #[inline(always)]
    fn is_lowest(&self, run: &NumberRun, number: u64) -> bool {
        !run.is_diagonal || self.squares(number).is_some()
    }

    /// Visits the runs of consecutive numbers in which only the last group changes its place.
    #[inline(always)]
    fn each_run(&self, first: u64, count: u64, mut visit: impl FnMut(NumberRun)) {
        let Some((last, upper)) = self.groups().split_last() else { return };
        let (size, mut number) = (u64::from(last.size), first);
        while number < first + count {
            let (above, place) = (number / size, number % size);
            let length = (size - place).min(first + count - number);
            let (base, is_diagonal) = self.base(upper, above);
            let forbidden = base.map_or_else(ForbiddenSquares::default, |base| ForbiddenSquares::of(&base, last));
            visit(NumberRun { number, length, place, last, base, is_diagonal, forbidden });
            number += length;
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
