//! The solver for small stepping games: sets of positions instead of positions.
//!
//! All fillings of the board are bits, 64 of them a word, and a ply takes a few operations on words for each step of
//! the game. With `A(n)` the fillings in which White is to move and has won in `n` plies, and `B(n)` those in which
//! Black is to move and has lost in `n`:
//!
//! * a filling is in `A(n)` if a step of White leads into `B(n - 1)`, and it is in no earlier `A`;
//! * a filling is in `B(n)` if no step of Black leads out of the union of `A(0)` to `A(n - 1)`, and it is in no earlier
//!   `B`.
//!
//! Both sides have the same rules, so these two families say everything: White to move has lost where, with the colours
//! changed, Black to move has. The fillings of sixteen points are 3^16 bits, 5.4 MB, which stay in the cache.
//!
//! The judge of this engine is [`retrograde`](super::retrograde), and the tests hold every entry of the one against the
//! other.

mod board;
mod family;
mod memory;
mod moves;
mod rows;

use std::array::from_fn;

use crate::game::Outcome;
use crate::parallel::for_each;
use crate::space::{Entry, SliceId, Space};
use crate::steps::Steps;
use crate::value::{Code, Codes, Value};
use board::Board;
use family::{Enough, Family, Round};
use moves::{Moves, Side};
use rows::{LOWER, Row};

/// Solves every slice of a space whose rules are these, on the threads of the pool that it is called in.
///
/// The codes are those of the slices in order; there are none if the rules are not for this engine, and
/// [`retrograde`](super::retrograde) must do it: a board of more than 16 points, captures that depend on one another, a
/// draw for a side that cannot move.
pub fn solve<S: Space>(space: &S, steps: &Steps<S::Position>) -> Option<Vec<Codes>> {
    // A drawn side is in neither family, and would be taken for one that a step could still decide.
    if steps.points > 2 * LOWER || steps.stuck == Outcome::Draw {
        return None;
    }
    match fill::<S, u8>(space, steps)? {
        Some(codes) => Some(codes),
        None => fill::<S, u16>(space, steps)?,
    }
}

/// The memory that the sets take at most, in bytes: the symmetries decide how many points make the upper half.
pub fn memory<P>(steps: &Steps<P>) -> u64 {
    // Two families of three sets, and one more while they are begun.
    const SETS: u64 = 7;
    let rows = 3u64.pow(steps.points.min(LOWER));
    SETS * 8 * (rows * rows::WORDS as u64 + 2 * rows::GUARD as u64)
}

/// Entries that are worth a trip to another thread.
const CHUNK: usize = 1 << 14;

/// The codes of every slice; nothing within if a depth does not fit.
fn fill<S: Space, C: Code>(space: &S, steps: &Steps<S::Position>) -> Option<Option<Vec<Codes>>> {
    let cells: Vec<Vec<C::Cell>> = space.slices().iter().map(|slice| C::ABSENT.cells(slice.entries as usize)).collect();
    let note = |value: Value, own: u16, other: u16| {
        let position = (steps.position)(own, other);
        if let (Some(entry), Some(code)) = (space.rank(&position), C::encode(value)) {
            code.store(&cells[entry.slice.index()][entry.index as usize]);
        }
    };
    if !decide(&steps.of_points(), C::DEEPEST, &note)? {
        return Some(None);
    }
    // What has no value yet is drawn, if there is a position at all.
    for (slice, cells) in cells.iter().enumerate() {
        for_each(cells.len().div_ceil(CHUNK), &|chunk| {
            let first = chunk * CHUNK;
            for (index, cell) in (first as u64..).zip(&cells[first..cells.len().min(first + CHUNK)]) {
                let entry = Entry { slice: SliceId(slice as u32), index };
                if C::load(cell) == C::ABSENT && space.unrank(entry).is_some() {
                    C::DRAW.store(cell);
                }
            }
        });
    }
    Some(Some(cells.into_iter().map(C::finished).collect()))
}

/// Finds all fillings that are not drawn: `note` is told of the value of each, up to symmetry, with the points of the
/// side to move and of the other. Whether none is deeper than `deepest` plies.
fn decide(steps: &Steps<(u16, u16)>, deepest: u32, note: &(dyn Fn(Value, u16, u16) + Sync)) -> Option<bool> {
    let board = Board::new(steps);
    let enough = Enough::new(&board, steps.fewest);
    let (white, black) = rayon::join(|| Moves::new(&board, Side::White), || Moves::new(&board, Side::Black));
    let mut won = Family::new(&board, &enough, white?);
    let mut lost = Family::new(&board, &enough, black?);
    let note = |value, own, other| note(value, board.original(own), board.original(other));
    let stuck_wins = steps.stuck == Outcome::Win;
    // White to move has won where Black has too few pieces; Black has lost where he has too few and White has not.
    won.begin(
        &|orbit, stuck| if stuck_wins { either(enough.few_black(orbit), stuck()) } else { enough.few_black(orbit) },
        &|white, black| note(Value::Win(0), white, black),
    );
    if stuck_wins {
        // Black has won here, which the other family says of White: only, no step can decide it any more.
        lost.begin(&|_, stuck| stuck(), &|_, _| {});
    } else {
        // No step leads to a side with too few pieces to move against: nobody captures his own.
        won.end_ply(false);
    }
    lost.begin(
        &|orbit, stuck| {
            let few = enough.few_black_alone(orbit);
            if stuck_wins { few } else { either(few, stuck()) }
        },
        &|white, black| note(Value::Loss(0), black, white),
    );

    for ply in 1.. {
        let (round_of_won, round_of_lost) = (lost.moved(), won.moved());
        if !round_of_won && !round_of_lost {
            break;
        }
        if ply > deepest {
            return Some(false);
        }
        // Both rounds see what the plies before decided: neither changes what the other reads.
        if round_of_lost {
            lost.round(Round::Lost, &won, &|white, black| note(Value::Loss(ply), black, white));
        }
        if round_of_won {
            won.round(Round::Won, &lost, &|white, black| note(Value::Win(ply), white, black));
        }
        lost.end_ply(round_of_lost);
        won.end_ply(round_of_won);
    }
    Some(true)
}

/// The fillings that are in one row or in the other.
fn either(first: Row, second: Row) -> Row {
    from_fn(|at| first[at] | second[at])
}
