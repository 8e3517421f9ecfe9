//! Iterative deepening of the generic searches: a search to 1 ply, to 2, to 3, until a limit is reached.

use super::score::Score;
use super::tree::{Hold, SearchStopped, Tree};
use super::{Limit, RootScore, SearchRequest, SearchResult};
use crate::game::{PlayRules, Value};
use crate::values::LookupError;

/// The greatest depth of a search, in plies.
pub const DEEPEST: u32 = 120;

/// The request of a search to one depth.
#[derive(Clone, Copy, Debug)]
pub struct IterationRequest {
    /// Its depth in plies.
    pub depth: u32,
    /// A guess of the score of the root: the score of the iteration two plies before, because odd and even depths
    /// favour different sides; else of the iteration before; a draw in the first.
    pub guess: Score,
}

/// Searches deeper and deeper. `search` searches the root to one depth and leaves the best line in the tree; it is not
/// called for a root where the game is over. `fullness` is the fullness of its transposition table, in thousandths.
///
/// The move and the line come from the last completed iteration. The first iteration is always completed, and the
/// second is given a moment. The search ends early when a win or a loss is certain, or the whole game has been
/// searched.
///
/// For several lines, each depth is searched once for each line, without the first moves of the lines before it.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn deepen<G: PlayRules>(
    request: &SearchRequest<G>,
    fullness: &dyn Fn() -> Option<u32>,
    search: &mut dyn FnMut(&mut Tree<G>, IterationRequest) -> Result<RootScore, SearchStopped>,
) -> Result<SearchResult<G::Move>, LookupError> {
    let &SearchRequest { game, position, limit, .. } = request;
    let deepest = deepest(limit);
    let mut tree = Tree::new(request, deepest);
    let root_report = SearchResult::of_root(game, position, request.moves);
    if root_report.best.is_none() {
        return Ok(root_report);
    }
    let first_moves: Vec<G::Move> = match request.moves {
        [] => game.moves(position).collect(),
        moves => moves.to_vec(),
    };
    let mut lines: Vec<DeepenedLine<G::Move>> =
        (0..request.lines.clamp(1, first_moves.len())).map(|number| DeepenedLine::new(&root_report, number)).collect();
    'deepening: for depth in 1..=deepest {
        let mut moves = first_moves.clone();
        for (number, line) in lines.iter_mut().enumerate() {
            tree.restart();
            tree.hold = match (number, depth) {
                (0, 1) => Hold::Whole,
                // A single ply does not see the reply that takes the piece back.
                (0, 2) => Hold::Moment,
                _ => Hold::No,
            };
            // With all moves allowed, the root shares its table entry with the same position elsewhere in the tree.
            tree.allow(if number == 0 { request.moves } else { &moves });
            let Ok(worth) = search(&mut tree, IterationRequest { depth, guess: line.guess }) else { break 'deepening };
            line.complete(&tree, depth, worth);
            let report = &mut line.report;
            report.nodes = tree.nodes;
            report.details.table_hits = Some(tree.table_hits).filter(|_| !request.exact.is_empty());
            report.details.hash_full = fullness();
            request.tell(report);
            moves.retain(|mv| Some(*mv) != report.best);
        }
        if depth > 1 && request.clock.is_past(limit.soft_time) || lines.iter().all(|line| line.is_certain) {
            break;
        }
    }
    let mut report = lines.swap_remove(0).report;
    report.nodes = tree.nodes;
    report.time = request.start.elapsed();
    match tree.error() {
        Some(error) => Err(error),
        None => Ok(report),
    }
}

/// The greatest depth of a search within a limit, in plies. A search for a win in n plies need not be deeper than n.
pub fn deepest(limit: Limit) -> u32 {
    [limit.depth, limit.mate].into_iter().flatten().fold(DEEPEST, u32::min).max(1)
}

/// A line that is searched: its result, and the guess for its next iteration.
struct DeepenedLine<M> {
    report: SearchResult<M>,
    guess: Score,
    last: Option<Score>,
    /// Whether every deeper search has the same result.
    is_certain: bool,
}

impl<M: Copy> DeepenedLine<M> {
    fn new(root: &SearchResult<M>, number: usize) -> DeepenedLine<M> {
        let mut report = root.clone();
        report.details.number = number;
        DeepenedLine { report, guess: Score::DRAW, last: None, is_certain: false }
    }

    /// Takes the score of a search to this depth, and its line from the tree.
    fn complete<G: PlayRules<Move = M>>(&mut self, tree: &Tree<G>, depth: u32, worth: RootScore) {
        let (report, whole) = (&mut self.report, tree.guesses == 0);
        (report.score, report.depth, report.leaves) = (worth, depth, tree.leaves);
        report.line = tree.line().to_vec();
        report.best = report.line.first().copied().or(report.best);
        report.details.selective_depth = Some(depth);
        if let RootScore::Score(score) = worth {
            self.guess = self.last.replace(score).unwrap_or(score);
            let proved = score.decided().filter(|value| whole || value.plies().is_some_and(|plies| plies <= depth));
            // A win of the tables without a depth may be quicker than a win with one.
            let proved = if tree.undated > 0 { score.decided().map(Value::result) } else { proved };
            report.value = proved.or((whole && score == Score::DRAW).then_some(Value::Draw));
        }
        self.is_certain = report.value.is_some() || whole;
    }
}
