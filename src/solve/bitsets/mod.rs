//! The solver for small stepping games: it works on sets of positions, not on single positions.
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
//! The judge of this solver is [`Retrograde`](super::retrograde::Retrograde): the tests compare every entry.
//!
//! # Overview of types
//!
//! * [`BitsetSpace`]: a space whose rules are [`Steps`], with their [`Capture`]s.
//! * [`Bitsets`]: the solver.

mod board;
mod conformance;
mod family;
mod memory;
mod moves;
mod rows;
mod steps;

use std::array::from_fn;

use super::{Halt, SolveError, Solver, Work};
use crate::game::{Outcome, Value};
use crate::space::components::{self, Part};
use crate::space::{Entry, SliceId, Violations};
use crate::util::threads::try_map;
use crate::values::{Code, Sink};
use board::Board;
use family::{Enough, Family, Round};
use moves::{Moves, Side};
use rows::{LOWER, Row};
pub use steps::{BitsetSpace, Capture, Steps};

/// The solver for spaces with a [`BitsetSpace`]. It solves the whole space in one batch.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bitsets;

impl<S: BitsetSpace> Solver<S> for Bitsets {
    fn name(&self) -> &'static str {
        "bitsets"
    }

    fn batches(&self, _space: &S, part: &Part) -> Vec<Vec<SliceId>> {
        vec![part.slices.clone()]
    }

    /// The sets, and every entry in the widest code. The symmetries decide how many points make the upper half.
    fn memory(&self, space: &S, batch: &[SliceId], _threads: usize) -> u64 {
        // Two families of three sets, and one more while they are begun.
        const SETS: u64 = 7;
        let rows = 3u64.pow(space.steps().points.min(LOWER));
        let sets = SETS * 8 * (rows * rows::WORDS as u64 + 2 * rows::GUARD as u64);
        sets + 2 * components::entries(space.slices(), batch)
    }

    fn solve(&self, space: &S, batch: &[SliceId], work: &Work) -> Result<(), SolveError> {
        let unsuited = |why: String| SolveError::Unsuited { solver: "bitsets", why };
        if batch.len() != space.slices().len() {
            return Err(unsuited("it solves a space that is one part, whose slices it finds together".to_string()));
        }
        if !S::ALTERNATES {
            return Err(unsuited("a team may move twice running".to_string()));
        }
        let steps = space.steps();
        steps.check_limits().map_err(unsuited)?;
        match fill::<S, u8>(space, &steps, work.sink) {
            // A depth does not fit: all begins again in wider codes.
            Err(SolveError::TooDeep { .. }) => fill::<S, u16>(space, &steps, work.sink)?,
            filled => filled?,
        }
        work.progress.advance(components::entries(space.slices(), batch));
        Ok(work.progress.check()?)
    }

    fn check_slices(
        &self,
        space: &S,
        slices: &[SliceId],
        text: &dyn Fn(&S::Position) -> String,
        violations: &mut Violations,
    ) {
        conformance::check(space, slices, text, violations);
    }
}

/// Entries that make a piece of work for a thread.
const CHUNK: usize = 1 << 14;

/// Finds the codes of every slice, and puts them. Nothing is put if a depth does not fit.
fn fill<S: BitsetSpace, C: Code>(space: &S, steps: &Steps<S::Position>, sink: &dyn Sink) -> Result<(), SolveError> {
    let cells: Vec<Vec<C::Cell>> = space.slices().iter().map(|slice| C::ABSENT.cells(slice.entries as usize)).collect();
    let note = |value: Value, own: u16, other: u16| {
        let position = (steps.position)(own, other);
        if let (Some(entry), Some(code)) = (space.rank(&position), C::encode(value)) {
            code.store(&cells[entry.slice.index()][entry.index as usize]);
        }
    };
    let steps = steps.of_points();
    let board = Board::new(&steps);
    let (white, black) = rayon::join(|| Moves::new(&board, Side::White), || Moves::new(&board, Side::Black));
    let (Some(white), Some(black)) = (white, black) else {
        let why = "captures that a step completes at the same time share points".to_string();
        return Err(SolveError::Unsuited { solver: "bitsets", why });
    };
    let decided = decide(&steps, &board, [white, black], C::DEEPEST, &note);
    decided.map_err(|halt| halt.explain(space, SliceId(0), C::DEEPEST))?;
    // What has no value yet is drawn, if there is a position at all.
    for (slice, cells) in (0..).map(SliceId).zip(&cells) {
        let chunks: Vec<&[C::Cell]> = cells.chunks(CHUNK).collect();
        try_map(chunks.len(), &|chunk| {
            let first = (chunk * CHUNK) as u64;
            let code = |(index, cell)| {
                let code = C::load(cell);
                let drawn = code == C::ABSENT && space.unrank(Entry { slice, index }).is_some();
                if drawn { C::DRAW } else { code }
            };
            let codes: Vec<C> = (first..).zip(chunks[chunk]).map(code).collect();
            sink.put(Entry { slice, index: first }, C::codes(&codes))
        })?;
    }
    Ok(())
}

/// Finds all fillings that are not drawn: `note` is called with the value of each, up to symmetry, and the points of
/// the side to move and of the other.
///
/// # Errors
/// [`Halt::TooDeep`] if a value is more than `deepest` plies deep.
fn decide(
    steps: &Steps<(u16, u16)>,
    board: &Board,
    [white, black]: [Moves; 2],
    deepest: u32,
    note: &(dyn Fn(Value, u16, u16) + Sync),
) -> Result<(), Halt> {
    let enough = Enough::new(board, steps.fewest);
    let mut won = Family::new(board, &enough, white);
    let mut lost = Family::new(board, &enough, black);
    let note = |value, own, other| note(value, board.original(own), board.original(other));
    let stuck_wins = steps.stuck == Outcome::Win;
    // White to move has won where Black has too few pieces; Black has lost where Black has too few and White has not.
    won.begin(
        &|orbit, stuck| if stuck_wins { either(enough.few_black(orbit), stuck()) } else { enough.few_black(orbit) },
        &|white, black| note(Value::Win(0), white, black),
    );
    if stuck_wins {
        // Black has won here, which the other family says of White: only, no step can decide it any more.
        lost.begin(&|_, stuck| stuck(), &|_, _| {});
    } else {
        // No step leads to a side with too few pieces to move against: no side captures its own pieces.
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
            return Err(Halt::TooDeep);
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
    Ok(())
}

/// The fillings that are in one row or in the other.
fn either(first: Row, second: Row) -> Row {
    from_fn(|at| first[at] | second[at])
}
