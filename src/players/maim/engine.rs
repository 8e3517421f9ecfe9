//! The engine: iterative deepening on several threads that share the table.
//!
//! Every thread runs the same search; what one has found, the others find in the table ("lazy SMP", Österlund 2013). The
//! first thread decides; a single thread with a limit of nodes or depth is deterministic.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use super::board::Board;
use super::entry::Entry;
use super::moves::{Move, Part};
use super::root::{RootMove, RootMoves};
use super::score::{DECIDED, INFINITE, MATE};
use super::search::{MOST_PLIES, Memory, Search, Shared};
use crate::game::Value;
use crate::search::transposition::TranspositionTable;

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
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The nodes of the first thread.
    pub nodes: Option<u64>,
    /// The time after which no iteration begins; the search scales it by how settled the best move is.
    pub soft: Option<Duration>,
    /// The time after which the search stops.
    pub hard: Option<Duration>,
    /// The number of threads.
    pub threads: usize,
    /// The exact value of a board, where it is known.
    pub exact: Option<&'a (dyn Fn(&Board) -> Option<Value> + Sync)>,
    /// Whether the search is to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
}

impl Task<'_> {
    /// A search of a position without limits, on one thread.
    pub fn new(board: Board) -> Task<'static> {
        Task {
            board,
            before: Vec::new(),
            allowed: Vec::new(),
            lines: 1,
            depth: None,
            nodes: None,
            soft: None,
            hard: None,
            threads: 1,
            exact: None,
            is_stopped: &|| false,
        }
    }
}

/// The state of a search after an iteration, or at its end.
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

    /// Searches a position that has a legal move; `iteration` is told what each iteration finds.
    pub fn search(&mut self, task: &Task, iteration: &mut dyn FnMut(&Found)) -> Found {
        let start = Instant::now();
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
        let root = RootMoves::new(legal);
        let keys: Vec<u64> = task.before.iter().copied().chain([task.board.key]).collect();
        let is_due = |_| task.hard.is_some_and(|hard| start.elapsed() >= hard) || (task.is_stopped)();
        let mut memories = self.memories.iter_mut();
        let first = memories.next().map(|memory| {
            Search::new(&shared, memory, keys.clone(), root.clone(), task.nodes, Some(&is_due))
        });
        let Some(mut first) = first else { unreachable!("there is a thread") };
        let deepest = task.depth.map_or(MOST_PLIES as i32, |depth| depth.clamp(1, MOST_PLIES as u32) as i32);
        let lines = task.lines.clamp(1, first.root.moves.len().max(1));
        thread::scope(|scope| {
            let helpers: Vec<_> = memories
                .map(|memory| {
                    let (shared, keys, root, board) = (&shared, keys.clone(), root.clone(), task.board);
                    scope.spawn(move || {
                        let mut search = Search::new(shared, memory, keys, root, None, None);
                        deepen(&mut search, &board, MOST_PLIES as i32, 1, &mut |_, _| true);
                        [search.nodes, search.leaves, search.hits]
                    })
                })
                .collect();
            let mut clock = Clock { start, soft: task.soft, best: Move::NONE, settled: 0, score: 0 };
            let mut found = found(&first, 0, lines);
            deepen(&mut first, &task.board, deepest, lines, &mut |search, depth| {
                found = self::found(search, depth, lines);
                iteration(&found);
                clock.goes_on(search, depth)
            });
            shared.stopped.store(true, Relaxed);
            // An iteration that was cut off may have found a better move.
            let last = self::found(&first, found.depth as i32, lines);
            found = Found { lines: last.lines, nodes: first.nodes, leaves: first.leaves, hits: first.hits, ..found };
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

fn found(search: &Search, depth: i32, lines: usize) -> Found {
    Found {
        lines: search.root.moves[..lines.min(search.root.moves.len())].to_vec(),
        depth: depth as u32,
        reached: search.reached as u32,
        nodes: search.nodes,
        leaves: search.leaves,
        hits: search.hits,
    }
}

/// Deepens iteratively until the search is stopped or `iteration` says so.
fn deepen(
    search: &mut Search,
    board: &Board,
    deepest: i32,
    lines: usize,
    iteration: &mut dyn FnMut(&Search, i32) -> bool,
) {
    for depth in 1..=deepest {
        search.root.depth = depth;
        for line in 0..lines {
            search.root.first = line;
            aspire(search, board, depth);
            if search.is_stopped() {
                search.root.sort_lines(line + 1);
                return;
            }
        }
        search.root.sort_lines(lines);
        if !iteration(search, depth) {
            return;
        }
        // A deeper search finds no shorter mate.
        let score = search.root.moves[0].score;
        if lines == 1 && score.abs() > DECIDED && MATE - score.abs() <= depth / 2 {
            return;
        }
    }
}

/// Searches the root to a depth, first with a window about the expected score.
fn aspire(search: &mut Search, board: &Board, depth: i32) {
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
        if search.is_stopped() {
            return;
        }
        if score <= alpha {
            beta = (alpha + beta) / 2;
            alpha = (score - width).max(-INFINITE);
            less = 0;
        } else if score >= beta {
            beta = (score + width).min(INFINITE);
            less = (less + 1).min(3);
        } else {
            return;
        }
        width += width / 2;
        if width > 500 {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
    }
}

/// Decides whether there is time for another iteration.
struct Clock {
    start: Instant,
    soft: Option<Duration>,
    best: Move,
    /// The number of iterations for which the best move has stayed the same.
    settled: i32,
    score: i32,
}

impl Clock {
    fn goes_on(&mut self, search: &Search, depth: i32) -> bool {
        let root = &search.root.moves[0];
        self.settled = if root.mv == self.best { (self.settled + 1).min(8) } else { 0 };
        let fallen = (self.score - root.score).clamp(0, 60);
        self.best = root.mv;
        self.score = if depth == 1 { root.score } else { (self.score + root.score) / 2 };
        let Some(soft) = self.soft else { return true };
        let share = root.nodes as f64 / search.nodes.max(1) as f64;
        let factor = (1.25 - 0.06 * f64::from(self.settled))
            * (1.0 + f64::from(fallen) / 90.0)
            * (1.5 - 0.8 * share);
        self.start.elapsed() < soft.mul_f64(factor.clamp(0.25, 2.5))
    }
}
