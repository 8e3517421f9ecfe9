//! The engine: iterative deepening on several threads that share the table.
//!
//! Every thread runs the same search; what one has found, the others find in the table ("lazy SMP", Österlund 2013). The
//! first thread decides; a single thread with a limit of nodes or depth is deterministic.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use super::board::Board;
use super::entry::Entry;
use super::generate::Part;
use super::moves::Move;
use super::root::{RootMove, RootMoves};
use super::score::{DECIDED, INFINITE, MATE};
use super::search::{MOST_PLIES, Memory, Search, Shared};
use crate::game::Value;
use crate::search::transposition::{Bound, TranspositionTable};
use crate::search::{Limit, SearchClock};

/// How far the first aspiration window reaches on either side of the last score.
const WINDOW: i32 = 14;

/// What an engine is to search, and how long.
pub struct Task<'a> {
    /// The position.
    pub board: Board,
    /// The keys of the positions of the game before it, the latest last.
    pub before: Vec<u64>,
    /// The moves allowed; empty for all.
    pub allowed: Vec<Move>,
    /// How many of the best moves get a line.
    pub lines: usize,
    /// What ends the search. The first thread counts the nodes.
    pub limit: Limit,
    /// The clock of the limits of time.
    pub clock: &'a SearchClock,
    /// The number of threads.
    pub threads: usize,
    /// The exact value of a board, where it is known.
    pub exact: Option<&'a (dyn Fn(&Board) -> Option<Value> + Sync)>,
    /// Whether the search is to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
}

impl<'a> Task<'a> {
    /// A search of a position without limits, on one thread.
    pub fn new(board: Board, clock: &'a SearchClock) -> Task<'a> {
        Task {
            board,
            before: Vec::new(),
            allowed: Vec::new(),
            lines: 1,
            limit: Limit::default(),
            clock,
            threads: 1,
            exact: None,
            is_stopped: &|| false,
        }
    }
}

/// The state of a search: after an iteration, at its end, or when a bound on the score was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best moves with their scores and lines, the best first.
    pub lines: Vec<RootMove>,
    /// The depth of the last completed iteration, in plies.
    pub depth: u32,
    /// The greatest distance from the root that was reached, in plies.
    pub reached: u32,
    /// Positions entered; those of all threads at the end.
    pub nodes: u64,
    /// Positions evaluated.
    pub leaves: u64,
    /// Positions whose exact value was known.
    pub hits: u64,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// Whether the score of the best line is only a bound.
    pub bound: Bound,
}

/// The engine with its memory.
pub struct Engine {
    table: TranspositionTable<Entry>,
    age: u8,
    /// One for each thread.
    memories: Vec<Memory>,
}

impl Engine {
    /// An engine with an empty memory and a table of so many bytes.
    pub fn new(hash: u64) -> Engine {
        Engine { table: TranspositionTable::new(hash), age: 0, memories: Vec::new() }
    }

    /// Searches a position that has a legal move; `each` is told what each iteration finds, and bounds on the way.
    pub fn search(&mut self, task: &Task, each: &mut dyn FnMut(&Found)) -> Found {
        self.age = self.age.wrapping_add(1) & 31;
        self.memories.resize_with(task.threads.max(1), Memory::default);
        let shared = Shared { table: &self.table, age: self.age, exact: task.exact, stopped: AtomicBool::new(false) };
        let mut legal = Vec::new();
        for part in [Part::Tactical, Part::Quiet] {
            task.board.generate(part, |mv| legal.push(mv));
        }
        if task.allowed.iter().any(|mv| legal.contains(mv)) {
            legal.retain(|mv| task.allowed.contains(mv));
        }
        let lines = task.lines.clamp(1, legal.len().max(1));
        let root = RootMoves::new(legal);
        let keys: Vec<u64> = task.before.iter().copied().chain([task.board.key]).collect();
        let limit = task.limit;
        let is_due = |_| task.clock.is_past(limit.time) || (task.is_stopped)();
        let mut memories = self.memories.iter_mut();
        let Some(memory) = memories.next() else { unreachable!("there is a thread") };
        let mut first = Search::new(&shared, memory, keys.clone(), root.clone(), limit.nodes, Some(&is_due));
        let deepest = limit.depth.map_or(MOST_PLIES as i32, |depth| depth.clamp(1, MOST_PLIES as u32) as i32);
        thread::scope(|scope| {
            let help = |memory| {
                let (shared, board, keys, root) = (&shared, task.board, keys.clone(), root.clone());
                scope.spawn(move || {
                    let mut search = Search::new(shared, memory, keys, root, None, None);
                    deepen(&mut search, &board, MOST_PLIES as i32, 1, &mut |_, _, _| true);
                    [search.nodes, search.leaves, search.hits]
                })
            };
            let helpers: Vec<_> = memories.map(help).collect();
            let mut clock = Clock { task, best: Move::NONE, settled: 0, score: 0 };
            let mut last = 0;
            deepen(&mut first, &task.board, deepest, lines, &mut |search, depth, bound| {
                each(&found(search, depth, lines, bound));
                if bound != Bound::Exact {
                    return true;
                }
                last = depth;
                clock.goes_on(search, depth)
            });
            shared.stopped.store(true, Relaxed);
            // An iteration that was cut off may have found a better move.
            let mut found = found(&first, last, lines, Bound::Exact);
            for helper in helpers {
                let [nodes, leaves, hits] = helper.join().expect("no search panics");
                found.nodes += nodes;
                found.leaves += leaves;
                found.hits += hits;
            }
            found
        })
    }
}

fn found(search: &Search, depth: i32, lines: usize, bound: Bound) -> Found {
    // Of an iteration that goes on, only the best line has a bound.
    let lines = if bound == Bound::Exact { lines.min(search.root.moves.len()) } else { 1 };
    Found {
        lines: search.root.moves[..lines].to_vec(),
        depth: depth as u32,
        reached: search.reached as u32,
        nodes: search.nodes,
        leaves: search.leaves,
        hits: search.hits,
        fullness: search.fullness(),
        bound,
    }
}

/// Told what a search has found at a depth, and what its score is; whether to go on.
type Each<'a> = dyn FnMut(&Search, i32, Bound) -> bool + 'a;

/// Deepens iteratively until the search is stopped or `each` says so.
fn deepen(search: &mut Search, board: &Board, deepest: i32, lines: usize, each: &mut Each) {
    for depth in 1..=deepest {
        search.root.depth = depth;
        for line in 0..lines {
            search.root.first = line;
            aspire(search, board, depth, each);
            if search.is_stopped() {
                search.root.sort_lines(line + 1);
                return;
            }
        }
        search.root.sort_lines(lines);
        if !each(search, depth, Bound::Exact) {
            return;
        }
    }
}

/// Searches the root to a depth, first with a window about the expected score.
fn aspire(search: &mut Search, board: &Board, depth: i32, each: &mut Each) {
    let expected = search.root.expected();
    let (mut alpha, mut beta, mut width) = (-INFINITE, INFINITE, WINDOW + expected.abs() / 100);
    if depth >= 4 && expected.abs() < DECIDED {
        (alpha, beta) = (expected - width, expected + width);
    }
    let mut less = 0;
    loop {
        search.root.restart();
        let score = search.search_root(board, (depth - less).max(1), alpha, beta);
        search.root.sort();
        if search.is_stopped() || alpha < score && score < beta {
            return;
        }
        let is_low = score <= alpha;
        if search.root.is_first() {
            each(search, depth, if is_low { Bound::Upper } else { Bound::Lower });
        }
        if is_low {
            beta = (alpha + beta) / 2;
            alpha = (score - width).max(-INFINITE);
            less = 0;
        } else {
            beta = (score + width).min(INFINITE);
            less = (less + 1).min(3);
        }
        width += width / 2;
        if width > 500 {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
    }
}

/// Decides whether there is time for another iteration.
struct Clock<'a, 'b> {
    task: &'a Task<'b>,
    best: Move,
    /// The number of iterations for which the best move has stayed the same.
    settled: i32,
    score: i32,
}

impl Clock<'_, '_> {
    fn goes_on(&mut self, search: &Search, depth: i32) -> bool {
        let root = &search.root.moves[0];
        let Task { limit, clock, lines, .. } = self.task;
        let plies = MATE - root.score.abs();
        // A deeper search finds no shorter mate.
        let is_mate = root.score.abs() > DECIDED
            && *lines == 1
            && (plies <= depth / 2 && (limit.time.is_some() || limit.nodes.is_some()));
        if is_mate || limit.mate.is_some_and(|most| root.score > DECIDED && plies <= most as i32) {
            return false;
        }
        self.settled = if root.mv == self.best { (self.settled + 1).min(8) } else { 0 };
        let fallen = (self.score - root.score).clamp(0, 60);
        self.best = root.mv;
        self.score = if depth == 1 { root.score } else { (self.score + root.score) / 2 };
        let Some(soft) = limit.soft_time else { return true };
        let share = root.nodes as f64 / search.nodes.max(1) as f64;
        let settled = 1.25 - 0.06 * f64::from(self.settled);
        let factor = settled * (1.0 + f64::from(fallen) / 90.0) * (1.5 - 0.8 * share);
        let alone = if search.root.moves.len() == 1 { 0.1 } else { 1.0 };
        !clock.is_past(Some(soft.mul_f64(alone * factor.clamp(0.25, 2.5))))
    }
}
