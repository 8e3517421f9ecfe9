//! Retrograde analysis on bit sets: the solver for small stepping games. It decides 64 to 512 positions by one
//! operation.
//!
//! # Objects
//!
//! * A *filling* puts a white piece, a black piece or nothing on each point of the board. As a number it has one base-3
//!   digit a point: 0 for an empty point, 1 for a white and 2 for a black piece.
//! * A *set* has one bit a filling: 3^16 bits, 5.4 MB, for 16 points, which stay in the cache.
//! * The lower eight points give the place of a bit in its *row*, the upper ones the number of the row.
//! * `won` is the set of fillings in which White is to move and wins, `lost` the set in which Black is to move and
//!   loses. Both sides have the same rules, so these two families give all values: `lost` with the colours
//!   exchanged has the fillings in which White is to move and loses.
//!
//! # A unit of work
//!
//! One step of White, for all bits of a row at once. In the picture points 0 and 1 are lower points and point 2 is an
//! upper one (the program has eight of either). The union over White's steps from row `.` has two terms:
//!
//! ```text
//!                 column: points 1 and 0
//!                   0    1    2    3    4    5    6    7    8
//!    row: point 2   ..   .w   .b   w.   ww   wb   b.   bw   bb
//!        .               ^         |                                   0 -> 1 is possible in column 1: the bit comes
//!                        +---------+                                   from column 3, row `.`, 2 places further up
//!        .               ^              ^              ^               0 -> 2 is possible in columns 1, 4 and 7:
//!                        |              |              |               the bits come from columns 0, 3 and 6, row `w`,
//!        w          |<---+         |<---+         |<---+               1 place further down
//!        b
//! ```
//!
//! A step is a row of the source, a shift, and the mask of the columns in which it is possible.
//!
//! # Captures
//!
//! A step that completes a pattern leads to the filling without the taken pieces. The points of the pattern decide how:
//!
//! * All are lower points: the taken pieces are further places of the shift. The columns in which a step is possible
//!   are divided by the pieces that it takes, and each has its own shift.
//! * All are upper points: if the upper pieces after the step complete the pattern, the row of the source is the one
//!   without the taken pieces.
//! * Points of both halves: the step sees a row that is put together. In the columns that complete the pattern, `fits`,
//!   it has the bits of the row without the taken upper pieces, shifted by the taken lower ones.
//!
//! In the example of the third kind points 0 and 1 are lower points, 2 and 3 upper ones, and they are in a row: 3, 0,
//! 1, 2. White steps from 3 to 0. With White on 2, a black piece on 1 is then between two white ones, and is taken: the
//! pattern has `own` 0 and 2, and `taken` 1. The step leads to row `.w` (points 3 and 2), and `fits` is column 7:
//!
//! ```text
//!                 column: points 1 and 0
//!                   0    1    2    3    4    5    6    7    8
//!                   ..   .w   .b   w.   ww   wb   b.   bw   bb
//!    row `.w`       A    B    C    D    E    F    G    H    I
//!    seen           A    B    C    D    E    F    G    B    I          column 7 has the bit of column 1, `.w`
//!    row `ww`       B              E              B                    3 -> 0 is possible in columns 0, 3 and 6:
//!                                                                      the bits come from 1 place further up
//! ```
//!
//! A test repeats it. If a step completes several patterns with upper points, they are applied one by one, so they must
//! not share captured or empty points.
//!
//! # Induction
//!
//! In ply n, for the first row `r` of each orbit under the symmetries; the others are copied. `both` are the fillings
//! in which both sides have enough pieces, `frontier` the fillings that a family decided in ply n - 1, and the side
//! to move makes the steps:
//!
//! ```text
//!    won.next(r)  = both(r) & !won.decided(r)  &  ∪ {  lost.frontier(s) : step r -> s }
//!    lost.next(r) = both(r) & !lost.decided(r) & !∪ { !won.decided(s)   : step r -> s }
//!    decided     |= next                                                 frontier = next
//! ```
//!
//! In ply 0 `won` has the fillings with too few black pieces, and `lost` has the fillings with too few black and enough
//! white pieces, and the fillings in which Black cannot step. (If a side that cannot step wins, `won` has instead the
//! fillings in which White cannot step.) Fillings in neither family at the end are drawn.
//!
//! # Example
//!
//! Three points in a row, no captures, and a side without a piece or without a step has lost. Fillings are written from
//! point 0:
//!
//! | ply | won                                  | lost                                                        |
//! |-----|--------------------------------------|-------------------------------------------------------------|
//! | 0   | 8: no black piece                    | 15: 7 without a black piece, 8 with Black stuck, as in `bw.` |
//! | 1   | 2: `b.w`, `w.b`: to `bw.`, to `.wb`  | 0                                                           |
//! | 2   | 0                                    | 2: `.bw` to `b.w`, `wb.` to `w.b`                           |
//!
//! Ply 3 decides nothing. With White to move 10 fillings are won, and 17 are lost: `lost` with the colours exchanged.
//! That is all 27, so none is drawn. A test repeats this table.
//!
//! [`Retrograde`](super::retrograde::Retrograde) is the reference: tests compare every entry.
//!
//! # Files
//!
//! * `steps.rs`: the contract, [`BitsetSpace`] with its [`Steps`] and [`Capture`]s. `conformance.rs` compares it with
//!   the rules.
//! * `board.rs`: points in two halves, rows in orbits. `rows.rs`: rows, groups of eight words, shifts. `memory.rs`: the
//!   memory of a set.
//! * `moves.rs`: the unions over the steps of a side, with captures. `family.rs`: a family, its frontier and its plies.

mod board;
mod conformance;
mod family;
mod memory;
mod moves;
mod rows;
mod steps;

use super::{Halt, SolveError, Solver, Work};
use crate::game::{Outcome, Value};
use crate::space::components::{self, Part};
use crate::space::{Entry, SliceId, Violations};
use crate::util::cpu::{self, Kernel};
use crate::util::threads::try_map;
use crate::values::Code;
use board::FillingBoard;
use family::{Enough, Family, Round};
use moves::{StepSets, StepSide};
use rows::LOWER;
pub use steps::{BitsetSpace, Capture, Steps};

/// The solver for spaces with a [`BitsetSpace`]. It solves the whole space in one batch.
///
/// # Example
/// ```
/// use hindsight::games::pangki::Pangki;
/// use hindsight::prelude::*;
///
/// let game = Pangki::new();
/// let values = in_memory(&game, &Bitsets, &())?;
/// let probe = Probe { space: &game, tables: &values };
/// assert!(probe.value(&game.start())?.is_some_and(Value::is_exact));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Bitsets;

impl<S: BitsetSpace> Solver<S> for Bitsets {
    fn name(&self) -> &'static str {
        "bitsets"
    }

    fn batches(&self, _space: &S, part: &Part) -> Vec<Vec<SliceId>> {
        vec![part.slices.clone()]
    }

    /// The sets, and every entry in the widest code. At most eight points make the upper half: the symmetries decide
    /// how many.
    fn memory(&self, space: &S, batch: &[SliceId], _threads: usize) -> u64 {
        // Two families of three sets, and an empty one in ply 0.
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
        match fill::<S, u8>(space, &steps, work) {
            // A depth does not fit: the solve begins again in wider codes.
            Err(SolveError::TooDeep { .. }) => fill::<S, u16>(space, &steps, work)?,
            filled => filled?,
        }
        work.progress.advance(components::entries(space.slices(), batch));
        Ok(())
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

/// Entries of a slice that a thread puts together.
const CHUNK: usize = 1 << 14;

/// Finds the codes of every slice, and puts them all, or none if a depth does not fit.
fn fill<S: BitsetSpace, C: Code>(space: &S, steps: &Steps<S::Position>, work: &Work) -> Result<(), SolveError> {
    let cells: Vec<Vec<C::Cell>> = space.slices().iter().map(|slice| C::ABSENT.cells(slice.entries as usize)).collect();
    let note = |value: Value, own: u16, other: u16| {
        let position = (steps.position)(own, other);
        if let (Some(entry), Some(code)) = (space.rank(&position), C::encode(value)) {
            code.store(&cells[entry.slice.index()][entry.index as usize]);
        }
    };
    let steps = steps.of_points();
    let board = FillingBoard::new(&steps);
    let (white, black) =
        rayon::join(|| StepSets::new(&board, StepSide::White), || StepSets::new(&board, StepSide::Black));
    let (Some(white), Some(black)) = (white, black) else {
        let why = "captures that a step completes at the same time share points".to_string();
        return Err(SolveError::Unsuited { solver: "bitsets", why });
    };
    let decided = decide(&steps, &board, [white, black], C::DEEPEST, &note);
    decided.map_err(|halt| halt.explain(space, SliceId(0), C::DEEPEST))?;
    work.progress.check()?;
    for (slice, cells) in (0..).map(SliceId).zip(&cells) {
        let chunks: Vec<&[C::Cell]> = cells.chunks(CHUNK).collect();
        try_map(chunks.len(), &|chunk| {
            let first = Entry { slice, index: (chunk * CHUNK) as u64 };
            let codes = cpu::run(CodesOfChunk { space, first, cells: chunks[chunk] });
            work.sink.put(first, C::codes(&codes))
        })?;
    }
    Ok(())
}

/// The codes of consecutive entries, from `first` on: an entry without a value is drawn if it holds a position.
struct CodesOfChunk<'a, S, C: Code> {
    space: &'a S,
    first: Entry,
    cells: &'a [C::Cell],
}

impl<S: BitsetSpace, C: Code> Kernel for CodesOfChunk<'_, S, C> {
    type Output = Vec<C>;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Vec<C> {
        let CodesOfChunk { space, first, cells } = self;
        let mut codes = Vec::with_capacity(cells.len());
        for (index, cell) in (first.index..).zip(cells) {
            let code = C::load(cell);
            let drawn = code == C::ABSENT && space.unrank(Entry { index, ..first }).is_some();
            codes.push(if drawn { C::DRAW } else { code });
        }
        codes
    }
}

/// Finds all fillings that are not drawn: `note` is called with the value of each, up to symmetry, and the points of
/// the side to move and of the other.
///
/// # Errors
/// [`Halt::TooDeep`] if a value is more than `deepest` plies deep.
fn decide(
    steps: &Steps<(u16, u16)>,
    board: &FillingBoard,
    [white, black]: [StepSets; 2],
    deepest: u32,
    note: &(dyn Fn(Value, u16, u16) + Sync),
) -> Result<(), Halt> {
    let enough = Enough::new(board, steps.fewest);
    let mut won = Family::new(board, &enough, white);
    let mut lost = Family::new(board, &enough, black);
    let note = |value, own, other| note(value, board.original(own), board.original(other));
    let stuck_wins = steps.stuck == Outcome::Win;
    won.begin(Enough::few_black, stuck_wins, &|white, black| note(Value::Win(0), white, black));
    if stuck_wins {
        lost.exclude_stuck();
    } else {
        // In `won` Black has too few pieces. No step leads there: no side captures its own pieces.
        won.end_ply(false);
    }
    lost.begin(Enough::few_black_alone, !stuck_wins, &|white, black| note(Value::Loss(0), black, white));

    for ply in 1.. {
        let (round_of_won, round_of_lost) = (lost.grows(), won.grows());
        if !round_of_won && !round_of_lost {
            break;
        }
        if ply > deepest {
            return Err(Halt::TooDeep);
        }
        // Both rounds read the frontiers of the previous ply, so their order does not matter.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    #[test]
    fn three_points_in_a_row_are_decided_as_in_the_example() {
        let steps = Steps {
            points: 3,
            neighbours: std::array::from_fn(|point| [0b010, 0b101, 0b010].get(point).copied().unwrap_or(0)),
            captures: Vec::new(),
            fewest: 1,
            stuck: Outcome::Loss,
            symmetries: Vec::new(),
            position: |own, other| (own, other),
        };
        let board = FillingBoard::new(&steps);
        let moves =
            [StepSide::White, StepSide::Black].map(|side| StepSets::new(&board, side).expect("there are no captures"));
        let found = Mutex::new(BTreeMap::<_, Vec<_>>::new());
        let note = |value: Value, own: u16, other: u16| {
            let mut found = found.lock().expect("no thread panics");
            found.entry(value.to_string()).or_default().push((own, other));
        };
        decide(&steps, &board, moves, 10, &note).expect("no depth is too large");
        let mut found = found.into_inner().expect("no thread panics");
        found.values_mut().for_each(|fillings| fillings.sort_unstable());
        let numbers: Vec<(String, usize)> =
            found.iter().map(|(value, fillings)| (value.clone(), fillings.len())).collect();
        let [win, loss] = [|plies| Value::Win(plies).to_string(), |plies| Value::Loss(plies).to_string()];
        let mut expected = vec![(win(0), 8), (loss(0), 15), (win(1), 2), (loss(2), 2)];
        expected.sort_unstable();
        assert_eq!(numbers, expected);
        // Sets of the side to move, then of the other side; point 0 is the lowest bit.
        assert_eq!(found[&win(1)], [(0b001, 0b100), (0b100, 0b001)]);
        assert_eq!(found[&loss(2)], [(0b010, 0b001), (0b010, 0b100)]);
    }
}
