//! The engine: a task, the searches of all threads, and when there is time for another iteration.

use std::sync::atomic::AtomicBool;

use super::board::MaimBoard;
use super::entry::MaimEntry;
use super::generate::MovePart;
use super::moves::PackedMove;
use super::root::{RootMove, RootMoves};
use super::score::{DECIDED, MATE};
use super::search::{MaimSearch, SearchEnd, SharedState, ThreadMemory};
use crate::game::Value;
use crate::players::deepening::{deepen_on_threads, depths};
use crate::search::transposition::{Bound, TranspositionTable};
use crate::search::{Limit, SearchClock};
use crate::util::threads::has_reserve;

/// A position to search, and the limits of the search.
pub struct MaimTask<'a> {
    /// The position.
    pub board: MaimBoard,
    /// The keys of the positions of the game before it, the latest last.
    pub before: Vec<u64>,
    /// The moves allowed; empty for all.
    pub allowed: Vec<PackedMove>,
    /// The number of lines: the best, the best with another first move, and so on.
    pub lines: usize,
    /// The limits.
    pub limit: Limit,
    /// The clock of the limits of time.
    pub clock: &'a SearchClock,
    /// The number of threads.
    pub threads: usize,
    /// The exact value of a board, where it is known.
    pub exact: Option<&'a (dyn Fn(&MaimBoard) -> Option<Value> + Sync)>,
    /// Whether the caller stops the search.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> MaimTask<'a> {
    /// A search of a position without limits, on one thread.
    pub fn new(board: MaimBoard, clock: &'a SearchClock) -> MaimTask<'a> {
        MaimTask {
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
pub struct MaimResult {
    /// The best moves with their scores and lines, the best first.
    pub lines: Vec<RootMove>,
    /// The depth of the last completed iteration, in plies.
    pub depth: u32,
    /// The greatest distance from the root that was reached, in plies.
    pub reached: u32,
    /// Positions entered: by the first thread, or at the end by all threads.
    pub nodes: u64,
    /// Positions evaluated.
    pub leaves: u64,
    /// Positions whose exact value was known.
    pub hits: u64,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// Whether the score of the best line is only a bound.
    pub bound: Bound,
    /// The number of helpers that the system did not start; known at the end.
    pub missing_threads: usize,
}

/// The search with its memory, which lasts from move to move.
pub struct MaimEngine {
    table: TranspositionTable<MaimEntry>,
    age: u8,
    /// The memory of each thread.
    memories: Vec<ThreadMemory>,
}

impl MaimEngine {
    /// An engine with an empty memory and a transposition table of `hash` bytes.
    pub fn new(hash: u64) -> MaimEngine {
        MaimEngine { table: TranspositionTable::new(hash), age: 0, memories: Vec::new() }
    }

    /// Forgets the scores of all earlier searches.
    pub fn forget(&mut self) {
        self.table.forget();
    }

    /// Searches a position that has a legal move. `each` takes the result of each iteration, and the bounds found on
    /// the way.
    pub fn search(&mut self, task: &MaimTask, each: &mut dyn FnMut(&MaimResult)) -> MaimResult {
        self.age = self.age.wrapping_add(1) & 31;
        self.memories.truncate(task.threads.max(1));
        while self.memories.is_empty() || self.memories.len() < task.threads && has_reserve() {
            self.memories.push(ThreadMemory::default());
        }
        let shared =
            SharedState { table: &self.table, age: self.age, exact: task.exact, stopped: AtomicBool::new(false) };
        let mut legal = Vec::new();
        for part in [MovePart::Tactical, MovePart::Quiet] {
            task.board.generate(part, |mv| legal.push(mv));
        }
        if task.allowed.iter().any(|mv| legal.contains(mv)) {
            legal.retain(|mv| task.allowed.contains(mv));
        }
        let lines = task.lines.clamp(1, legal.len().max(1));
        let root = RootMoves::new(legal);
        let keys: Vec<u64> = task.before.iter().copied().chain([task.board.key]).collect();
        let limit = task.limit;
        let is_late = || task.clock.is_past(limit.time);
        // Helpers are stopped by the first search alone, after its share of the nodes.
        let nodes = limit.nodes.map(|nodes| nodes.div_ceil(task.threads.max(1) as u64));
        let mut ends = [SearchEnd { nodes, is_stopped: Some(task.is_stopped), is_late: Some(&is_late) }].into_iter();
        let mut searches = self.memories.iter_mut().map(|memory| {
            let end = ends.next().unwrap_or_default();
            MaimSearch::new(&shared, memory, task.board, keys.clone(), root.clone(), end)
        });
        // There are as many memories as threads: at least one.
        let Some(mut first) = searches.next() else { unreachable!("a search has a thread") };
        let mut time = TimeManager { task, best: PackedMove::NONE, settled: 0, score: 0 };
        let mut last = 0;
        let depths = depths::<MaimSearch>(limit);
        let helpers =
            deepen_on_threads(&mut first, searches, depths, lines, &shared.stopped, &mut |search, depth, bound| {
                each(&found(search, depth, lines, bound));
                if bound != Bound::Exact {
                    return true;
                }
                last = depth;
                time.goes_on(search, depth)
            });
        // An iteration that was cut off may have found a better move.
        let mut found = found(&first, last, lines, Bound::Exact);
        found.missing_threads = task.threads.max(1) - 1 - helpers.len();
        for helper in helpers {
            found.nodes += helper.nodes;
            found.leaves += helper.leaves;
            found.hits += helper.hits;
        }
        found
    }
}

fn found(search: &MaimSearch, depth: i32, lines: usize, bound: Bound) -> MaimResult {
    // Of an iteration that goes on, only the best line has a bound.
    let lines = if bound == Bound::Exact { lines.min(search.root.moves.len()) } else { 1 };
    MaimResult {
        lines: search.root.moves[..lines].to_vec(),
        depth: depth as u32,
        reached: search.reached as u32,
        nodes: search.nodes,
        leaves: search.leaves,
        hits: search.hits,
        fullness: search.fullness(),
        bound,
        missing_threads: 0,
    }
}

/// Decides whether there is time for another iteration.
struct TimeManager<'a, 'b> {
    task: &'a MaimTask<'b>,
    best: PackedMove,
    /// The number of iterations for which the best move has stayed the same.
    settled: i32,
    score: i32,
}

impl TimeManager<'_, '_> {
    fn goes_on(&mut self, search: &MaimSearch, depth: i32) -> bool {
        let root = &search.root.moves[0];
        let MaimTask { limit, clock, lines, .. } = self.task;
        let plies = MATE - root.score.abs();
        let is_won = root.score > DECIDED;
        // A search twice as deep seldom finds a shorter mate. A win that is longer than the limit is not enough.
        let is_mate = root.score.abs() > DECIDED
            && *lines == 1
            && (plies <= depth / 2 && (limit.time.is_some() || limit.nodes.is_some()))
            && (limit.mate.is_none() || !is_won);
        if is_mate || is_won && limit.mate.is_some_and(|most| plies <= most as i32) {
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
