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
mod moves;
mod rows;

use std::array::from_fn;

use rayon::prelude::*;

use crate::game::Outcome;
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

/// The codes of every slice; nothing within if a depth does not fit.
fn fill<S: Space, C: Code>(space: &S, steps: &Steps<S::Position>) -> Option<Option<Vec<Codes>>> {
    let absent = |slice: &crate::space::Slice| (0..slice.entries).map(|_| C::ABSENT.cell()).collect();
    let cells: Vec<Vec<C::Cell>> = space.slices().iter().map(absent).collect();
    let board = Board::new(steps);
    // Notes a value, by the pieces of the side to move and of the other.
    let note = |value: Value, own: u16, other: u16| {
        let position = (steps.position)(board.original(own), board.original(other));
        if let (Some(entry), Some(code)) = (space.rank(&position), C::encode(value)) {
            code.store(&cells[entry.slice.index()][entry.index as usize]);
        }
    };
    let enough = Enough::new(&board, steps.fewest);
    // White to move has won where Black has too few pieces.
    let ended = |orbit: &board::Orbit, able: &Row| {
        let (both, few) = (enough.both(orbit), enough.few_black(orbit));
        let stuck = |at: usize| if steps.stuck == Outcome::Win { both[at] & !able[at] } else { 0 };
        let here: Row = from_fn(|at| few[at] | stuck(at));
        (here, here)
    };
    let note_won = |white, black| note(Value::Win(0), white, black);
    let mut won = Family::new(&board, &enough, Moves::new(&board, Side::White)?, ended, note_won);
    // Black to move has lost where he has too few and White has not. Where he is stuck and has won, no step can decide
    // any more.
    let ended = |orbit: &board::Orbit, able: &Row| {
        let (both, white, few) = (enough.both(orbit), enough.white(orbit), enough.few_black(orbit));
        let stuck = |at: usize| both[at] & !able[at];
        let few = |at: usize| few[at] & white[at];
        let here = from_fn(|at| few(at) | if steps.stuck == Outcome::Loss { stuck(at) } else { 0 });
        (from_fn(|at| few(at) | stuck(at)), here)
    };
    let note_lost = |white, black| note(Value::Loss(0), black, white);
    let mut lost = Family::new(&board, &enough, Moves::new(&board, Side::Black)?, ended, note_lost);

    for ply in 1.. {
        let (round_of_won, round_of_lost) = (lost.moved(), won.moved());
        if !round_of_won && !round_of_lost {
            break;
        }
        if ply > C::DEEPEST {
            return Some(None);
        }
        // Both rounds see what the plies before decided: neither changes what the other reads.
        if round_of_lost {
            lost.round(Round::Lost, &won, |white, black| note(Value::Loss(ply), black, white));
        }
        if round_of_won {
            won.round(Round::Won, &lost, |white, black| note(Value::Win(ply), white, black));
        }
        lost.end_ply(round_of_lost);
        won.end_ply(round_of_won);
    }

    // What has no value yet is drawn, if there is a position at all.
    for (slice, cells) in cells.iter().enumerate() {
        cells.par_iter().enumerate().with_min_len(1 << 12).for_each(|(index, cell)| {
            let entry = Entry { slice: SliceId(slice as u32), index: index as u64 };
            if C::load(cell) == C::ABSENT && space.unrank(entry).is_some() {
                C::DRAW.store(cell);
            }
        });
    }
    Some(Some(cells.into_iter().map(C::finished).collect()))
}
