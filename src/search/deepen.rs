//! Iterative deepening: a search to 1 ply, to 2, to 3, until depth or time are used up.

use std::time::Instant;

use super::score::Score;
use super::tree::{SearchStopped, Tree};
use super::{Limit, Report, RootScore, SearchOptions, Watch};
use crate::game::{Game, Value};
use crate::query::ExactValues;
use crate::values::LookupError;

/// The deepest that trees are searched, in plies.
pub const DEEPEST: u32 = 120;

/// What a search to one depth is told.
#[derive(Clone, Copy, Debug)]
pub struct IterationRequest {
    /// Its depth in plies.
    pub depth: u32,
    /// A guess of the score of the root: that of the iteration two plies before, since odd depths flatter one side and even
    /// ones the other; else that of the iteration before; a draw in the first.
    pub guess: Score,
}

/// Searches deeper and deeper. `search` searches the root to one depth and leaves the best line in the tree; it is not
/// called for a root that is finished. `fullness` is that of its transposition table.
///
/// The move and the line are those of the last iteration that was completed; the first is completed in any case. It ends early
/// when a win or a loss is certain, or the whole game has been searched.
///
/// For several lines, each depth is searched once for each, without the first moves of the lines before it.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn deepen<G: Game>(
    game: &G,
    exact: &dyn ExactValues<G>,
    root: &G::Position,
    options: &SearchOptions<G::Move>,
    watch: &dyn Watch<Report<G::Move>>,
    fullness: &dyn Fn() -> Option<u32>,
    search: &mut dyn FnMut(&mut Tree<G>, IterationRequest) -> Result<RootScore, SearchStopped>,
) -> Result<Report<G::Move>, LookupError> {
    let (start, limit) = (Instant::now(), options.limit);
    let deepest = deepest(limit);
    let mut tree = Tree::new(game, exact, deepest, options, watch);
    let root_report = Report::of_root(game, root, options.moves);
    if root_report.best.is_none() {
        return Ok(root_report);
    }
    let first_moves: Vec<G::Move> = match options.moves {
        [] => game.moves(root).collect(),
        moves => moves.to_vec(),
    };
    let mut lines: Vec<DeepenedLine<G::Move>> =
        (0..options.lines.clamp(1, first_moves.len())).map(|number| DeepenedLine::new(&root_report, number)).collect();
    'deepening: for depth in 1..=deepest {
        let mut moves = first_moves.clone();
        for (number, line) in lines.iter_mut().enumerate() {
            tree.restart();
            tree.is_held = depth == 1 && number == 0;
            // Without a choice among them, the root is the position that it is elsewhere in the tree.
            tree.allow(if number == 0 { options.moves } else { &moves });
            let Ok(worth) = search(&mut tree, IterationRequest { depth, guess: line.guess }) else { break 'deepening };
            line.complete(&tree, depth, worth);
            let report = &mut line.report;
            (report.nodes, report.time) = (tree.nodes, start.elapsed());
            report.details.table_hits = Some(tree.table_hits).filter(|_| !exact.is_empty());
            report.details.hash_full = fullness();
            watch.iteration(report);
            moves.retain(|mv| Some(*mv) != report.best);
        }
        if options.clock.is_past(limit.soft_time) || lines.iter().all(|line| line.is_certain) {
            break;
        }
    }
    let mut report = lines.swap_remove(0).report;
    report.nodes = tree.nodes;
    report.time = start.elapsed();
    match tree.error() {
        Some(error) => Err(error),
        None => Ok(report),
    }
}

/// The greatest depth of a search within a limit, in plies. A win that is longer than is asked for is none.
pub fn deepest(limit: Limit) -> u32 {
    [limit.depth, limit.mate].into_iter().flatten().fold(DEEPEST, u32::min).max(1)
}

/// A line that is searched: its result, and what its next iteration is told.
struct DeepenedLine<M> {
    report: Report<M>,
    guess: Score,
    last: Option<Score>,
    /// Whether no deeper search can have another result.
    is_certain: bool,
}

impl<M: Copy> DeepenedLine<M> {
    fn new(root: &Report<M>, number: usize) -> DeepenedLine<M> {
        let mut report = root.clone();
        report.details.number = number;
        DeepenedLine { report, guess: Score::DRAW, last: None, is_certain: false }
    }

    /// Takes the score of a search to this depth, which has left the line in the tree.
    fn complete<G: Game<Move = M>>(&mut self, tree: &Tree<G>, depth: u32, worth: RootScore) {
        let (report, whole) = (&mut self.report, tree.guesses == 0);
        (report.score, report.depth, report.leaves) = (worth, depth, tree.leaves);
        report.line = tree.line().to_vec();
        report.best = report.line.first().copied().or(report.best);
        report.details.selective_depth = Some(depth);
        if let RootScore::Score(score) = worth {
            self.guess = self.last.replace(score).unwrap_or(score);
            let proved = score.decided().filter(|value| whole || value.plies().is_some_and(|plies| plies <= depth));
            report.value = proved.or((whole && score == Score::DRAW).then_some(Value::Draw));
        }
        self.is_certain = report.value.is_some() || whole;
    }
}
