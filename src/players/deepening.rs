//! Iterative deepening, which the players with alpha-beta searches share: a search to 1 ply, to 2, to 3, until a limit
//! is reached. The earlier iterations are cheap, and they give the later ones a good order of the moves and a score to
//! expect.
//!
//! # Aspiration windows
//!
//! From the fourth ply on, the root is first searched with a narrow window about the expected score, which cuts off
//! more. If the score is outside, the search fails low or high and is repeated with a wider window:
//!
//! ```text
//!   expected        score of the iteration before
//!   [ alpha . beta ]                       fails high: the score is at least beta
//!         [ alpha ........... beta ]       found
//! ```
//!
//! # Threads
//!
//! Every thread runs the same search and shares the transposition table: the entries that one thread has stored, the
//! others use ("lazy SMP", Österlund 2013). The first thread decides. A single thread with a limit of nodes or depth is
//! deterministic.
//!
//! # Overview of types
//!
//! * [`RootSearch`]: the contract of a search that is deepened. [`Aspiration`]: its windows.
//! * [`deepen_on_threads`]: the iterations of all threads. [`IterationObserver`]: follows the iterations of the first.
//! * [`AlphaBeta`]: a window.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use crate::search::Limit;
use crate::search::transposition::Bound;
use crate::util::threads::{Started, start};

/// The first depth that is searched with an aspiration window, in plies.
const FIRST_ASPIRATION: i32 = 4;

/// The scores that matter at a node: those above alpha and below beta, in the unit of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBeta {
    /// The score that the side to move has for certain elsewhere.
    pub alpha: i32,
    /// The score to which the other side can limit it elsewhere.
    pub beta: i32,
}

impl AlphaBeta {
    /// The null window that tells whether the score is greater than alpha.
    #[inline(always)]
    pub fn above(alpha: i32) -> AlphaBeta {
        AlphaBeta { alpha, beta: alpha + 1 }
    }

    /// The null window that tells whether the score is at least beta.
    #[inline(always)]
    pub fn at_least(beta: i32) -> AlphaBeta {
        AlphaBeta { alpha: beta - 1, beta }
    }

    /// The window as the other side sees it, after a move.
    #[inline(always)]
    pub fn after(self) -> AlphaBeta {
        AlphaBeta { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The aspiration windows of a player.
pub struct Aspiration {
    /// How far the first window reaches on either side of the expected score.
    pub width: i32,
    /// How much further it reaches, in hundredths of the expected score.
    pub percent: i32,
    /// The width beyond which a window that failed is replaced by the full one. Each failure adds half of the width.
    pub widest: i32,
    /// The greatest number of plies that a search is shallower after it failed high, one for each failure.
    pub most_reduction: i32,
    /// A greater score than this, of either side, is a win and is searched with the full window.
    pub decided: i32,
    /// The full window reaches from this number with a minus sign to this number: beyond every score.
    pub infinite: i32,
}

/// A search of one thread, as it is deepened.
pub trait RootSearch: Sized {
    /// The windows.
    const ASPIRATION: Aspiration;
    /// The greatest depth, in plies.
    const DEEPEST: i32;
    /// Whether every second helper begins at a depth of two plies, so that the threads do not search the same nodes at
    /// once.
    const STAGGERED: bool;

    /// The score of the root, within the window or a bound on the same side of it; `None` if the search was stopped.
    fn search_root(&mut self, depth: i32, window: AlphaBeta) -> Option<i32>;

    /// The score that is expected of the line to be searched next.
    fn expected(&self) -> i32;

    /// Takes note of the line that is searched next, 0 being the best. OPTIONAL for a search for one line.
    fn begin_line(&mut self, _depth: i32, _line: usize) {}

    /// Sorts this number of lines that were found in an iteration. OPTIONAL for a search for one line.
    fn sort_lines(&mut self, _lines: usize) {}
}

/// Follows the iterations of a search. It takes the depth, with [`Bound::Exact`] after an iteration and with another
/// bound when the best line has failed in its window. It returns whether another iteration begins; after a failure, the
/// iteration goes on in any case.
pub type IterationObserver<'a, S> = dyn FnMut(&S, i32, Bound) -> bool + 'a;

/// The depths of a search within a limit.
pub fn depths<S: RootSearch>(limit: Limit) -> RangeInclusive<i32> {
    1..=limit.depth.map_or(S::DEEPEST, |depth| depth.clamp(1, S::DEEPEST as u32) as i32)
}

/// Deepens the first search on this thread, and the helpers on threads of their own until the first is done. `stopped`
/// is the flag that stops the helpers. Returns the helpers, for their counts: once the system starts no more threads,
/// the rest of them is left out.
pub fn deepen_on_threads<S: RootSearch + Send>(
    first: &mut S,
    helpers: impl Iterator<Item = S>,
    depths: RangeInclusive<i32>,
    lines: usize,
    stopped: &AtomicBool,
    observer: &mut IterationObserver<S>,
) -> Vec<S> {
    thread::scope(|scope| {
        let help = |(number, mut helper): (i32, S)| {
            let shallowest = if S::STAGGERED { 1 + number % 2 } else { 1 };
            let work = move || {
                deepen(&mut helper, shallowest..=S::DEEPEST, 1, &mut |_, _, _| true);
                helper
            };
            start(scope, work)
        };
        let helpers: Vec<_> = (1..).zip(helpers).map_while(help).collect();
        deepen(first, depths, lines, observer);
        stopped.store(true, Relaxed);
        helpers.into_iter().map(Started::join).collect()
    })
}

/// Deepens until the search is stopped or the observer ends it.
fn deepen<S: RootSearch>(
    search: &mut S,
    depths: RangeInclusive<i32>,
    lines: usize,
    observer: &mut IterationObserver<S>,
) {
    for depth in depths {
        for line in 0..lines {
            search.begin_line(depth, line);
            let is_complete = aspire(search, depth, &mut |search, bound| {
                if line == 0 {
                    observer(search, depth, bound);
                }
            });
            if !is_complete {
                search.sort_lines(line + 1);
                return;
            }
        }
        search.sort_lines(lines);
        if !observer(search, depth, Bound::Exact) {
            return;
        }
    }
}

/// Searches the root to a depth, first with a window about the expected score. Returns whether the search was
/// completed.
fn aspire<S: RootSearch>(search: &mut S, depth: i32, failed: &mut dyn FnMut(&S, Bound)) -> bool {
    let Aspiration { width, percent, widest, most_reduction, decided, infinite } = S::ASPIRATION;
    let full = AlphaBeta { alpha: -infinite, beta: infinite };
    let expected = search.expected();
    let mut width = width + expected.abs() * percent / 100;
    let mut window = match depth >= FIRST_ASPIRATION && expected.abs() < decided {
        true => AlphaBeta { alpha: expected - width, beta: expected + width },
        false => full,
    };
    let mut reduction = 0;
    loop {
        let Some(score) = search.search_root((depth - reduction).max(1), window) else { return false };
        let AlphaBeta { alpha, beta } = window;
        if score <= alpha {
            failed(search, Bound::Upper);
            window = AlphaBeta { alpha: (score - width).max(-infinite), beta: (alpha + beta) / 2 };
            reduction = 0;
        } else if score >= beta {
            failed(search, Bound::Lower);
            window.beta = (score + width).min(infinite);
            reduction = (reduction + 1).min(most_reduction);
        } else {
            return true;
        }
        width += width / 2;
        if width > widest {
            window = full;
        }
    }
}
