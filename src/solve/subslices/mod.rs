//! The solver by subslices, for endings in which some pieces move to and fro and the others only advance.
//!
//! # Objects
//!
//! * A *fixed* piece only advances or is captured: a man in draughts. A *free* piece moves to and fro: a king.
//! * A *subslice* is the set of positions of a slice whose fixed pieces stand on the same points (Lake, Schaeffer and
//!   Lu, "Solving Large Retrograde Analysis Problems Using a Network of Workstations", 1994). It is a *grid*: a row `r`
//!   is a placement of the free pieces of the side to move, a column `c` is a placement of the opponent's free pieces,
//!   and a cell is a position. A cell whose row and column share a point holds no position.
//! * A *step* `r -> s` is a move of a free piece. It stays in the grid and gives the move to the opponent. The grid
//!   with the opponent to move is the *side-swapped* grid: its rows are the columns of this grid, seen by the opponent.
//! * A *conversion* is a move that leaves the subslice: an advance, a promotion or a capture. It leads to a subslice
//!   that is solved already, so its value is looked up.
//! * A *forced* cell has a compulsory move, a capture. In forced cells neither steps nor other conversions are legal.
//!
//! # A unit of work
//!
//! A pair: a subslice and its side-swapped subslice. Most pairs fit the cache of a core. 64 columns are one word, and
//! every operation below works on words.
//!
//! ```text
//!    this grid, we are to move             the side-swapped grid, the opponent is to move
//!
//!        c: the opponent's free pieces           c': our free pieces
//!           0 1 2 3 4 5 ...                         0 1 2 ...
//!    r: 0   . # . . . .                      r': 0  . . .      new_opponent_wins(r')   from won,
//!       1   . . . # . .     won, lost            1  # . #      new_opponent_losses(r') from lost
//!       2   . # . . . .   ------------->         2  . . .
//!     ...                  transposed            3  . # .
//!                                                4  . . .
//!    our free pieces                             5  . . .
//! ```
//!
//! A step `r -> s` changes the row and keeps the column. So a ply combines whole rows, and the sets that it finds are
//! transposed into the other grid afterwards.
//!
//! # Induction
//!
//! `open(r)` is the set of columns `c` whose position `(r, c)` is undecided, unforced and has a move.
//! `opponent_wins(s)` is the set of columns `c` for which the opponent, to move, wins with our free pieces on `s`. The
//! first look asks the rules and looks conversions up. Then ply `n` finds the positions that are won or lost in `n`
//! plies:
//!
//! ```text
//!   won(r)  |= open(r) & ∪ { new_opponent_losses(s) & !blocked(s) : step r -> s }
//!   cand(r) |=           ∪ { new_opponent_wins(s)   : step r -> s }
//!   lost(r) |= open(r) & cand(r) & may_lose(r) & !won(r) & ∩ { opponent_wins(s) | blocked(s) : step r -> s }
//! ```
//!
//! * `new_opponent_losses` holds the losses, and `new_opponent_wins` the part of `opponent_wins`, that the previous ply
//!   found.
//! * `blocked(s)` is the set of columns that have the point entered by the step, or a point that it passes: there the
//!   step is illegal.
//! * `may_lose(r)` is the set of columns where every conversion loses in `n` plies or fewer.
//! * A conversion that wins in `n` adds its cell to `won(r)`. One that loses in `n`, the best of its cell, adds the
//!   cell to `may_lose(r)` and `cand(r)`.
//! * `won` and `lost` then leave `open`. The plies end when one past the deepest conversion finds nothing. The cells
//!   that are still open are drawn.
//!
//! # Example
//!
//! A path of three points, one free piece on each side, no fixed piece. A step enters a neighbouring point unless the
//! opponent stands there. A side without a step has lost. The grid is its own side-swapped grid.
//!
//! ```text
//!   0 -- 1 -- 2           c = 0    c = 1    c = 2
//!                 r = 0     .      Loss 0   Win 1        steps 0 -> 1
//!                 r = 1   Loss 2     .      Loss 2             1 -> 0, 1 -> 2
//!                 r = 2   Win 1    Loss 0     .                2 -> 1
//! ```
//!
//! * Ply 0: the first look finds no step in (0, 1) and (2, 1). `lost` = { (0, 1), (2, 1) }, transposed
//!   `new_opponent_losses(1)` = { 0, 2 }.
//! * Ply 1: `won(0)` = `open(0)` & { 0, 2 } = { 2 }, and `won(2)` = `open(2)` & { 0, 2 } = { 0 }. Transposed,
//!   `new_opponent_wins(0)` = { 2 } and `new_opponent_wins(2)` = { 0 }.
//! * Ply 2: `cand(1)` = { 2 } | { 0 }. The step 1 -> 0 gives `opponent_wins(0) | blocked(0)` = { 2 } | { 0 }, the step
//!   1 -> 2 gives { 0 } | { 2 }. So `lost(1)` = { 0, 2 }.
//!
//! # Quiet plies
//!
//! Under a rule of N quiet plies, depths count plies to the next move that zeroes the clock ([`Metric::Zeroing`]).
//! Every conversion zeroes it, and no step does. So the rule changes the values of conversions alone: one to a loss in
//! N plies or fewer wins in 1, and one to a deeper loss in N + 1. Ply N is the last that finds results that the rule
//! keeps. With N = 2, a conversion to a position that the opponent loses in 3 plies wins in 3, which is too late: the
//! rule makes it a draw.
//!
//! # Order of work
//!
//! A conversion within a component leads to a subslice of a lower level. Subslices of one level are independent:
//! threads solve them in any order, and ranks of a collective solve divide each level and exchange its codes before the
//! next. The values follow from the rules alone, so they do not depend on the number of threads or ranks. Tests compare
//! them with [`Retrograde`](super::retrograde::Retrograde) and [`Reference`](super::reference::Reference).
//!
//! # Files
//!
//! * `contract`: [`SubsliceSpace`], the view of a space that this solver needs, and the types of a [`Grid`].
//! * `conformance`: the check that the view agrees with the rules.
//! * `order`: the subslices of a component by level.
//! * `level_solver`: one level after the other, on all threads and ranks.
//! * `pair`: one pair of subslices from the first look to the last value.
//! * `grid_state`: the sets of one grid, and the induction.
//! * `still`: pairs in which one side has no free piece.
//! * `conversion_lookups`: the values of conversions.
//! * `context`: the surroundings of all pairs: the space, the values below and the sink.
//! * `cells`: sets of cells.

mod cells;
mod conformance;
mod context;
mod contract;
mod conversion_lookups;
mod grid_state;
mod level_solver;
mod order;
mod pair;
mod still;

use super::{SolveError, Solver, Work};
#[cfg(doc)]
use crate::space::Metric;
use crate::space::{SliceId, Violations, components};
use crate::values::Code;
pub use contract::{Continuation, Conversion, Grid, GridPath, GridStep, SubsliceSpace, TargetGrid};
use level_solver::LevelSolver;
use order::LevelOrder;

/// The solver for spaces with a [`SubsliceSpace`].
///
/// # Example
/// ```
/// use hindsight::games::draughts::Draughts;
/// use hindsight::prelude::*;
/// use hindsight::solve::{Work, solve_part};
/// use hindsight::space::components;
/// use hindsight::values::Overlay;
///
/// let game = Draughts::checkers();
/// let memory = Memory::new(game.slices());
/// let values = Overlay { above: &memory, below: &() };
/// // The endings of two pieces.
/// let part = components::parts(game.slices()).into_iter().next().expect("a part");
/// solve_part(&game, &Subslices, &part, &Work::new(&values, &()))?;
/// let probe = Probe { space: &game, tables: &memory };
/// assert_eq!(probe.value(&game.parse("W:WK1:BK6")?)?, Some(Value::Win(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Subslices;

impl<S: SubsliceSpace> Solver<S> for Subslices {
    fn name(&self) -> &'static str {
        "subslices"
    }

    /// The order of the subslices, and one pair of grids for each thread.
    fn memory(&self, space: &S, component: &[SliceId], threads: usize) -> u64 {
        // The number of a subslice and, while they are sorted, its level.
        const ORDER: u64 = size_of::<u64>() as u64 + 1;
        let subslices = component.iter().map(|&slice| space.subslices(slice)).sum::<u64>().max(1);
        let grid = component.iter().map(|&slice| memory_of_grid(space, slice)).max().unwrap_or(0);
        // A thread works on two grids. A component of one subslice has one grid.
        let (grids, at_work) = (subslices.min(2), subslices.div_ceil(2).min(threads as u64));
        ORDER * subslices + grid * grids * at_work
    }

    fn solve(&self, space: &S, component: &[SliceId], work: &Work) -> Result<(), SolveError> {
        if !S::ALTERNATES {
            return Err(SolveError::Unsuited { solver: "subslices", why: "a team may move twice running".to_string() });
        }
        let order = LevelOrder::new(space, component)?;
        let mut solver = LevelSolver::new(space, component, work);
        let solved = match work.pieces {
            Some(pieces) => solver.solve_in_pieces(order.levels(), pieces),
            None => order.levels().try_for_each(|level| solver.solve(level)),
        };
        solved.map_err(|halt| halt.explain(space, component[0], u16::DEEPEST))
    }

    fn in_sequence(&self, space: &S, component: &[SliceId], ranks: usize) -> Option<u64> {
        let entries = components::entries(space.slices(), component);
        let subslices: u64 = component.iter().map(|&slice| space.subslices(slice)).sum();
        let evenly = entries.div_ceil(ranks as u64);
        if subslices >= MANY {
            return Some(evenly);
        }
        // The solve itself reports a space that breaks the contract.
        let Ok(order) = LevelOrder::new(space, component) else { return Some(entries) };
        let (mut all, mut largest) = (0, 0);
        for level in order.levels() {
            all += level.len() as u64;
            largest += level.len().div_ceil(ranks) as u64;
        }
        Some((entries / all.max(1) * largest).max(evenly))
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

/// The memory for one grid of a slice, in bytes. If a depth does not fit one byte, codes take two, and the grid takes
/// more than this. The estimate then holds nevertheless: it counts two bytes for every value, and only some of them
/// need both.
fn memory_of_grid(space: &impl SubsliceSpace, slice: SliceId) -> u64 {
    if contract::cells(space, slice) == 1 {
        return 0;
    }
    let (swapped, _) = space.side_swapped_subslice(slice, 0);
    space.rows(slice) * grid_state::row_memory(space.rows(swapped), !space.paths().is_empty())
}

/// From this number of subslices on, every level has enough of them for any number of ranks.
const MANY: u64 = 1 << 16;
