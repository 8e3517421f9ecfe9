//! Tricky Dick: a player of the losing game, as Bob Conti and Tom Bush described theirs of 2003.
//!
//! Alpha-beta with a depth cut-off, jumps alone where there are any, and the moves in random order so that neither side
//! of the board is preferred. A piece counts 2 as a man and 1 as a king, times the weight of its square, which is greater
//! the nearer the edge, times that of its row: men shall go on, and kings come home. The side that has less of it stands
//! better, in either game: this is an agent for the losing game.

use std::time::Instant;

use crate::game::Value;
use crate::game::{Game, Outcome};
use crate::games::draughts::board::{BOARD, turned};
use crate::games::draughts::moves::Moves;
use crate::games::draughts::{Draughts, Move, Position};
use crate::search::{Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use crate::util::random::Random;

/// Plies that it looks ahead when nobody says.
const DEPTH: u32 = 6;

/// The deepest that it looks in a limited time.
const DEEPEST: u32 = 60;

/// A win in 0 plies; one in more is less by as many.
const WIN: i32 = 1_000_000;

/// Nodes between two looks at the clock.
const LOOK: u64 = 1024;

/// Squares by their distance from the edge: on the edge, next to it, and the middle.
const RINGS: [(u64, i32); 3] = [(ring(0), 3), (ring(1), 2), (ring(2), 1)];

/// The squares so far from the edge, of the three distances from 0.
const fn ring(distance: u32) -> u64 {
    let (mut set, mut number) = (0, 0);
    while number < 32 {
        let (row, column) = (number / 4, 2 * (number % 4) + if number / 4 % 2 == 0 { 1 } else { 0 });
        let vertical = if row < 4 { row } else { 7 - row };
        let horizontal = if column < 4 { column } else { 7 - column };
        let from_edge = if vertical < horizontal { vertical } else { horizontal };
        let from_edge = if from_edge > 2 { 2 } else { from_edge };
        if from_edge == distance {
            set |= 1 << (number + number / 8);
        }
        number += 1;
    }
    set
}

/// What the pieces of a side weigh that goes up.
fn weigh(men: u64, kings: u64) -> i32 {
    let mut sum = 0;
    for row in 0..8 {
        let squares = 0xf << (4 * row + row / 2);
        for (ring, weight) in RINGS {
            let count = |set: u64| (set & ring & squares & BOARD).count_ones() as i32;
            sum += weight * (2 * count(men) * (row + 1) + count(kings) * (8 - row));
        }
    }
    sum
}

/// What the other side weighs more than the side to move.
fn evaluate(position: &Position) -> i32 {
    let &Position { own, other, kings, .. } = position;
    weigh(turned(other & !kings), turned(other & kings)) - weigh(own & !kings, own & kings)
}

/// The player.
pub struct TrickyDick {
    random: Random,
    /// The moves of the nodes of the line, one node's after the other's.
    list: Vec<Move>,
}

/// Makes players of this kind.
pub fn factory() -> PlayerFactory<Draughts> {
    PlayerFactory { name: "tricky-dick", settings: &["depth", "time", "seed"], begin: TrickyDick::begin }
}

impl TrickyDick {
    /// A player whose dice begin with the seed of the settings.
    pub fn begin(settings: &Settings) -> Box<dyn Player<Draughts>> {
        Box::new(TrickyDick { random: Random::new(settings.seed), list: Vec::new() })
    }

    /// Puts the moves of a position at the end of the list, in random order. Where they begin.
    fn jumble(&mut self, position: &Position) -> usize {
        let first = self.list.len();
        self.list.extend(Moves::of(position));
        for last in (first + 1..self.list.len()).rev() {
            let other = first + self.random.below(last - first + 1);
            self.list.swap(last, other);
        }
        first
    }
}

/// One search to one depth.
struct Search<'a> {
    player: &'a mut TrickyDick,
    game: &'a Draughts,
    deadline: Option<Instant>,
    nodes: u64,
    leaves: u64,
}

impl Search<'_> {
    /// The score of a node, or nothing if the time is up. At the root the best move is told.
    fn score(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
        best: &mut Option<Move>,
    ) -> Option<i32> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) && self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
        match self.game.outcome(position) {
            Some(Outcome::Win) => return Some(WIN - ply),
            Some(_) => return Some(ply - WIN),
            None if depth == 0 => {
                self.leaves += 1;
                return Some(evaluate(position));
            }
            None => {}
        }
        let first = self.player.jumble(position);
        for number in first..self.player.list.len() {
            let mv = self.player.list[number];
            let after = self.game.play(position, mv);
            let score = -self.score(&after, depth - 1, -beta, -alpha, ply + 1, &mut None)?;
            if score > alpha {
                alpha = score;
                *best = Some(mv);
                if score >= beta {
                    break;
                }
            }
        }
        self.player.list.truncate(first);
        Some(alpha)
    }
}

impl Player<Draughts> for TrickyDick {
    fn think(&mut self, request: &SearchRequest<Draughts>) -> SearchResult<Move> {
        let start = Instant::now();
        let mut limit = request.limit;
        if limit == Limit::default() {
            limit.depth = Some(DEPTH);
        }
        let deadline = limit.time.map(|time| start + time);
        let deepest = limit.depth.unwrap_or(DEEPEST).min(DEEPEST);
        self.list.clear();
        self.jumble(request.position);
        let best = self.list[0];
        let mut thought =
            SearchResult { best, evaluation: 0, value: None, depth: 0, nodes: 0, leaves: 0, line: vec![best] };
        let mut search = Search { player: self, game: request.game, deadline, nodes: 0, leaves: 0 };
        // With a depth alone it searches to that at once, as the original did.
        let shallowest = if limit.time.is_some() { 1 } else { deepest };
        for depth in shallowest..=deepest {
            search.player.list.clear();
            (search.leaves, thought.nodes) = (0, search.nodes);
            let mut best = None;
            let Some(score) = search.score(request.position, depth, -WIN - 1, WIN + 1, 0, &mut best) else { break };
            thought.best = best.unwrap_or(thought.best);
            thought.line = vec![thought.best];
            (thought.evaluation, thought.depth, thought.leaves) = (score, depth, search.leaves);
            thought.value = match score.abs() {
                sure if sure < WIN - 1000 => None,
                sure if score > 0 => Some(Value::Win((WIN - sure) as u32)),
                sure => Some(Value::Loss((WIN - sure) as u32)),
            };
            if thought.value.is_some() {
                break;
            }
        }
        thought.nodes = search.nodes;
        thought
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    /// The example in the description, with its weights of squares and rows: a king and a man against a man.
    #[test]
    fn men_count_twice_and_edges_and_rows_more() {
        let game = Draughts::losing_checkers();
        let weight = |text: &str| evaluate(&game.parse(text).expect("a position"));
        // Equal men weigh the same from either side.
        assert_eq!(weight("B:W21:B12"), 0);
        // White's man near the end weighs more than Black's at its beginning; whoever has less stands better.
        assert!(weight("B:W6:B2") > 0 && weight("W:W6:B2") < 0);
        // A man in the middle, on the fourth row: 2 x 1 x 4; at the edge of the fourth row: 2 x 3 x 4.
        assert_eq!(weight("B:W:B14"), -2 * 4);
        assert_eq!(weight("B:W:B13"), -2 * 3 * 4);
        assert_eq!(weight("B:W:BK14"), -5);
    }
}
