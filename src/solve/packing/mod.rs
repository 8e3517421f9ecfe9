//! Breadth-first search back from the goal, for one side alone that packs its pieces into a zone.
//!
//! # Objects
//!
//! * A *region* has up to 36 squares, some of them its *zone*. A position is a set of squares, as many as the zone has.
//! * A set is a word of 64 bits for the moves, with bit `x + 9 y` for column `x` and row `y`, and a set of *places*,
//!   the squares of the region in order, for its rank.
//! * `cells` has one byte for each set: its code once the set is decided, else 0, the code of a draw.
//! * A *group* has the sets with the same upper half, the places from 16 on: at most 12,870 consecutive cells.
//! * There is no opponent, so the value of a set is 1 + the best successor. `won(n)` are the sets won in n plies.
//!
//! # A unit of work
//!
//! A thread scans the cells of 64 groups. It expands each set `t` of `won(n - 1)`: `origins(t)` has one word for each
//! piece, the squares that the piece can come from, and the words of all pieces are found by the same shifts. Each
//! square `x` is a set of `won(n)`, unless its cell is decided. In the region of the example below:
//!
//! ```text
//!    t:  a b .     origins(t):   a:  . . x     b:  . . x     c:  . . .
//!        c .                         . x           . x           . x
//!        .                           x             .             x
//!
//!    rank       0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  17  18  19
//!    cells      -   0   1   1   1   -   -   1   1   -   1   -   -   -   1   -   -   -   -   -   plies; -: undecided
//! ```
//!
//! The sets one move from the sets of a group are in few groups, in the same order, so most of their cells are in the
//! cache.
//!
//! # Induction
//!
//! ```text
//!   won(0) = { zone }
//!   won(n) = ∪ { origins(t) : t in won(n - 1) } without decided sets               backwards
//!          = { s undecided : targets(s) has a set of won(n - 1) }                  forwards
//! ```
//!
//! `backwards` visits all moves of the sets of `won(n - 1)`, `forwards` ends at the first move that it looks for. So a
//! level goes forwards if `2 left < 3 last`: `left` sets are undecided, `last` were found in the previous level
//! (Beamer, Asanović and Patterson, "Direction-optimizing breadth-first search", 2012). Sets that stay undecided are
//! draws.
//!
//! In a symmetric region, of two mirror images the lesser set is expanded, and both are decided.
//!
//! # Example
//!
//! The region of six squares at the corner, with three pieces and the zone `o`. It has 20 sets:
//!
//! ```text
//!   o o .      plies   0   1   2   3
//!   o .        sets    1   7  11   1     the deepest has all pieces on the outer diagonal
//!   .
//! ```
//!
//! A test repeats these numbers.
//!
//! # Files
//!
//! * `contract.rs`: [`PackingSpace`] and [`Region`]. `conformance.rs` compares a region with the rules.
//! * `board.rs`: steps and hops of all pieces of a set. `goal_search.rs`: cells, groups and the search.

mod board;
mod conformance;
mod contract;
mod goal_search;

use std::sync::atomic::Ordering::Relaxed;

use super::{Halt, SolveError, Solver, Work};
use crate::space::subsets::RankedSubsets;
use crate::space::{Entry, SliceId, Violations};
use crate::util::threads::try_map;
use crate::values::{Code, Codes};
use board::PackingBoard;
pub use contract::{PackingSpace, Region};
use goal_search::GoalSearch;

/// Cells that a thread puts together.
const CHUNK: usize = 1 << 20;

/// The solver for spaces with a [`PackingSpace`].
///
/// # Example
/// ```
/// use hindsight::games::halma_packing::HalmaPacking;
/// use hindsight::prelude::*;
/// use hindsight::solve::{Work, solve_part};
/// use hindsight::space::components;
/// use hindsight::values::Overlay;
///
/// let game = HalmaPacking::new();
/// let memory = Memory::new(game.slices());
/// let values = Overlay { above: &memory, below: &() };
/// // The region of 15 squares.
/// let part = components::parts(game.slices()).into_iter().next().expect("a part");
/// solve_part(&game, &Packing, &part, &Work::new(&values, &()))?;
/// assert!(part.components.iter().flatten().all(|&slice| memory.holds(slice)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Packing;

impl<S: PackingSpace> Solver<S> for Packing {
    fn name(&self) -> &'static str {
        "packing"
    }

    fn codes_fit_one_byte(&self) -> bool {
        true
    }

    /// The cells of a slice, its tables, and a chunk for each thread.
    fn memory(&self, space: &S, batch: &[SliceId], threads: usize) -> u64 {
        const TABLES: u64 = 32 << 20;
        let entries = batch.iter().map(|slice| space.slices()[slice.index()].entries);
        entries.max().unwrap_or(0) + TABLES + (threads * CHUNK) as u64
    }

    fn solve(&self, space: &S, batch: &[SliceId], work: &Work) -> Result<(), SolveError> {
        let unsuited = |why: String| SolveError::Unsuited { solver: "packing", why };
        if S::ALTERNATES {
            return Err(unsuited("two teams move in turn".to_string()));
        }
        for &slice in batch {
            let (region, of) = (space.region(slice), &space.slices()[slice.index()]);
            if let Some(fault) = region.fault() {
                return Err(unsuited(fault));
            }
            let subsets = RankedSubsets::new(region.squares.len() as u32, region.zone.len() as u32);
            if u64::from(subsets.count()) != of.entries {
                return Err(unsuited(format!("slice {} is not the sets of its region", of.name)));
            }
            let board = PackingBoard::new(&region);
            let search = GoalSearch::new(&board, &subsets, work.progress);
            let solved = search.run().and_then(|()| put(work, slice, search));
            solved.map_err(|halt| halt.explain(space, slice, u8::DEEPEST))?;
        }
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

/// Puts the codes of a slice. Sets that are not decided are draws.
fn put(work: &Work, slice: SliceId, search: GoalSearch) -> Result<(), Halt> {
    let chunks: Vec<_> = search.cells.chunks(CHUNK).collect();
    try_map(chunks.len(), &|chunk| {
        work.progress.check()?;
        let codes: Vec<u8> = chunks[chunk].iter().map(|cell| cell.load(Relaxed)).collect();
        work.sink.put(Entry { slice, index: (chunk * CHUNK) as u64 }, Codes::One(&codes))?;
        work.progress.advance(codes.iter().filter(|&&code| code == u8::DRAW).count() as u64);
        Ok(())
    })
    .map(|_| ())
}
