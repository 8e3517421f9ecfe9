//! Monte Carlo tree search with UCT: a tree that grows where random games go well, its moves chosen like the arms of a
//! bandit (Kocsis and Szepesvári 2006).

use std::time::Instant;

use super::playout::{PAUSE, Random, playout};
use super::score::Score;
use super::shallow;
use super::tree::{SearchStopped, Tree};
use super::{SearchRequest, SearchResult};
use crate::game::{PlayRules, Turn, Value, turn};
use crate::values::LookupError;

/// Random games without a limit of time.
const GAMES: u32 = 20_000;

/// Games between two readings of the clock.
const GAMES_PER_LOOK: u32 = 256;

/// The weight of exploration. Rewards are from 0 to 1.
const CURIOSITY: f64 = 0.7;

/// A node of the tree, and the move that leads to it.
struct UctNode<M> {
    mv: M,
    games: u32,
    /// The sum of the rewards of the team that makes the move.
    rewards: f64,
    /// The sum of the scores for the same team.
    worth: f64,
    /// The score for its side to move, if that is certain.
    certain: Option<Score>,
    /// The place of its first child. The children are adjacent.
    first: u32,
    children: u32,
}

impl<M> UctNode<M> {
    fn new(mv: M) -> UctNode<M> {
        UctNode { mv, games: 0, rewards: 0.0, worth: 0.0, certain: None, first: 0, children: 0 }
    }
}

/// A node of the line of one game, and the move into it.
#[derive(Clone, Copy)]
struct UctStep {
    node: usize,
    turn: Turn,
    /// Whether the team of the root makes the move.
    own: bool,
}

impl UctStep {
    /// The root, as if the other team had moved into it.
    const ROOT: UctStep = UctStep { node: 0, turn: Turn::Other, own: false };

    /// The move from here into a node.
    fn into(self, node: usize, turn: Turn) -> UctStep {
        UctStep { node, turn, own: self.own == (self.turn == Turn::Same) }
    }
}

/// The tree.
struct Growth<G: PlayRules> {
    /// At most the capacity, so that memory is allocated once.
    nodes: Vec<UctNode<G::Move>>,
    random: Random,
    cutoff: u32,
    /// The least and the greatest evaluation that games have ended with, for the side to move at the root.
    least: f64,
    greatest: f64,
    /// The line of one game.
    line: Vec<UctStep>,
}

/// Plays games from the root until the time is up; without a time limit, 20,000. They are cut off `cutoff` plies from
/// the root and then evaluated. The tree stops growing when it has `bytes` bytes.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn search<G: PlayRules>(
    request: &SearchRequest<G>,
    (cutoff, seed, bytes): (u32, u64, u64),
) -> Result<SearchResult<G::Move>, LookupError> {
    let root = request.position;
    let (request, endless) = request.of_random_games(1);
    let mut tree = Tree::new(&request, 1);
    let mut report = SearchResult::of_root(request.game, root, request.moves);
    let Some(any) = report.best else { return Ok(report) };
    let most = (bytes as usize / size_of::<UctNode<G::Move>>()).clamp(1, u32::MAX as usize);
    let mut growth: Growth<G> = Growth {
        nodes: Vec::with_capacity(most),
        random: Random::new(seed),
        cutoff,
        least: f64::INFINITY,
        greatest: f64::NEG_INFINITY,
        line: Vec::with_capacity(cutoff as usize + 1),
    };
    growth.nodes.push(UctNode::new(any));
    let games = if endless { u32::MAX } else { GAMES };
    let mut reported = request.start;
    for number in 1..=games {
        tree.restart();
        // Running out of time is no error: the games so far count.
        if growth.game(&mut tree, root).is_err() {
            break;
        }
        if number.is_multiple_of(GAMES_PER_LOOK) && reported.elapsed() >= PAUSE {
            reported = Instant::now();
            growth.fill(&mut report, &tree, root);
            request.tell(&mut report);
        }
    }
    growth.fill(&mut report, &tree, root);
    // A search that was stopped at once has not compared the moves.
    let is_compared = growth.nodes[0].children > 0 && growth.children(0).all(|child| growth.nodes[child].games > 0);
    let error = tree.error();
    if error.is_none() && !is_compared && cutoff > 0 {
        report = SearchResult { depth: report.depth, ..shallow::search(&request)? };
    }
    request.tell(&mut report);
    error.map_or(Ok(report), Err)
}

impl<G: PlayRules> Growth<G> {
    /// The first of the children of a node that were tried most often; `None` if none was tried.
    fn favourite(&self, node: usize) -> Option<usize> {
        let children = self.children(node).filter(|&child| self.nodes[child].games > 0);
        children.rev().max_by_key(|&child| self.nodes[child].games)
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[node];
        node.first as usize..(node.first + node.children) as usize
    }

    /// Puts the result so far into the report: the line of the most played moves, and the mean score of the first move.
    fn fill(&self, report: &mut SearchResult<G::Move>, tree: &Tree<G>, root: &G::Position) {
        report.line.clear();
        let mut at = 0;
        while let Some(best) = self.favourite(at) {
            let node = &self.nodes[best];
            if at == 0 {
                report.best = Some(node.mv);
                report.score = (node.worth / f64::from(node.games)).into();
                let turn = turn(tree.game, root, &tree.game.play(root, node.mv));
                let value = node.certain.and_then(|score| score.before(turn).decided());
                report.value = value.filter(|value| matches!(value, Value::Win(_)));
            }
            report.line.push(node.mv);
            at = best;
        }
        report.depth = self.cutoff;
        report.nodes = tree.nodes;
        report.leaves = self.nodes[0].games.into();
    }

    /// Plays one game: down the tree, a ply past its edge, and at random from there.
    fn game(&mut self, tree: &mut Tree<G>, root: &G::Position) -> Result<(), SearchStopped> {
        let (game, mut now, mut at) = (tree.game, *root, 0);
        self.line.clear();
        let mut step = UctStep::ROOT;
        self.line.push(step);
        let mut score = loop {
            let left = self.cutoff.saturating_sub(self.line.len() as u32 - 1);
            // A node is new in its first game, and has children from its second on.
            if self.nodes[at].children == 0 && left > 0 && (at == 0 || self.nodes[at].games > 0) {
                self.grow(tree, at, &now);
            }
            if self.nodes[at].children == 0 || left == 0 {
                break playout(tree, &mut self.random, &now, left)?;
            }
            let child = self.choose(at);
            tree.descend(&now);
            let before = now;
            now = game.play(&before, self.nodes[child].mv);
            step = step.into(child, turn(game, &before, &now));
            self.line.push(step);
            at = child;
            if let Some(score) = tree.enter(&now, left - 1)? {
                // Where the line is cut off or repeats a position, the score is no property of the position.
                if game.outcome(&now).is_some() {
                    self.nodes[at].certain = Some(score);
                }
                break score;
            }
        };
        // The score is that of the side to move at the end of the line.
        for place in (0..self.line.len()).rev() {
            let UctStep { node, turn, own } = self.line[place];
            score = score.before(turn);
            let worth = score.mean_value();
            let reward = if own { self.reward(score) } else { 1.0 - self.reward(score.before(Turn::Other)) };
            let node = &mut self.nodes[node];
            node.games += 1;
            node.worth += worth;
            node.rewards += reward;
        }
        Ok(())
    }

    /// The reward of a score for the team of the root, from 0 for a loss to 1 for a win. Evaluations are spread over
    /// the middle, from the least to the greatest so far.
    fn reward(&mut self, score: Score) -> f64 {
        const MARGIN: f64 = 0.1;
        match score.decided() {
            Some(Value::Win(_)) => return 1.0,
            Some(Value::Loss(_)) => return 0.0,
            _ => {}
        }
        let worth = score.mean_value();
        self.least = self.least.min(worth);
        self.greatest = self.greatest.max(worth);
        match self.greatest - self.least {
            0.0 => 0.5,
            spread => MARGIN + (1.0 - 2.0 * MARGIN) * (worth - self.least) / spread,
        }
    }

    /// Gives a node its children, if there is room.
    fn grow(&mut self, tree: &Tree<G>, at: usize, position: &G::Position) {
        let moves = || tree.game.moves(position).filter(|&mv| tree.allows(at, mv));
        let (first, number) = (self.nodes.len(), moves().count());
        if first + number <= self.nodes.capacity() {
            self.nodes.extend(moves().map(UctNode::new));
            (self.nodes[at].first, self.nodes[at].children) = (first as u32, number as u32);
        }
    }

    /// The child with the greatest upper confidence bound; a child that was never tried comes first.
    fn choose(&self, at: usize) -> usize {
        let all = f64::from(self.nodes[at].games.max(1)).ln();
        let mut best = (f64::NEG_INFINITY, 0);
        for child in self.children(at) {
            let node = &self.nodes[child];
            if node.games == 0 {
                return child;
            }
            let games = f64::from(node.games);
            let bound = node.rewards / games + CURIOSITY * (all / games).sqrt();
            if bound > best.0 {
                best = (bound, child);
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;

    #[test]
    fn great_evaluations_are_no_wins() {
        let mut growth: Growth<TicTacToe> = Growth {
            nodes: Vec::new(),
            random: Random::new(1),
            cutoff: 50,
            least: f64::INFINITY,
            greatest: f64::NEG_INFINITY,
            line: Vec::new(),
        };
        let mut rewards = |scores: [Score; 4]| scores.map(|score| growth.reward(score));
        let [win, loss] = [Value::Win(9), Value::Loss(8)].map(Score::of_value);
        let evaluations = [-900_000, 6_000].map(Score::evaluated);
        rewards([win, loss, evaluations[0], evaluations[1]]);
        let [best, worst, poor, good] = rewards([win, loss, evaluations[0], evaluations[1]]);
        assert!(best == 1.0 && best > good && good > poor && poor > worst && worst == 0.0, "{good} {poor}");
    }
}
