//! Tricky Dick: a player of the losing game of draughts, as Bob Conti and Tom Bush described their program of 2003.
//!
//! It searches by alpha-beta to a fixed depth, with the moves in random order so that it prefers neither side of the
//! board. A man counts 2 and a king 1, times the weight of its ring, which grows towards the edge, times the weight of
//! its row, which grows as men advance and as kings return. The side with the smaller sum is ahead, in either game.

use std::time::Instant;

use crate::game::Value;
use crate::game::{Game, Outcome};
use crate::games::draughts::board::{DraughtsBoard, Eight};
use crate::games::draughts::moves::english::EnglishMoves;
use crate::games::draughts::{Draughts, Move, Position};
use crate::players::deepening::AlphaBeta;
use crate::search::{Limit, Looks, Player, PlayerFactory, SearchRequest, SearchResult, Settings, Watch};
use crate::util::random::Random;

/// The depth in plies if there is no limit.
const DEPTH: u32 = 6;

/// The depth that decides where the only iteration was stopped, in plies.
const SHALLOW: u32 = 2;

/// The greatest depth in a limited time, in plies.
const DEEPEST: u32 = 60;

/// The score of a win in 0 plies; a win in n plies scores n less.
const WIN: i32 = 1_000_000;

/// The squares by their distance from the edge, 0, 1 and more, with the weight of each ring.
const RINGS: [(u64, i32); 3] = [(ring(0), 3), (ring(1), 2), (ring(2), 1)];

/// The squares at this distance from the edge, where 2 means 2 and more.
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

/// The weight of the pieces of a side that moves up the board.
fn weight(men: u64, kings: u64) -> i32 {
    let mut sum = 0;
    for row in 0..8 {
        let squares = 0xf << (4 * row + row / 2);
        for (ring, weight) in RINGS {
            let count = |set: u64| (set & ring & squares & Eight::BOARD).count_ones() as i32;
            sum += weight * (2 * count(men) * (row + 1) + count(kings) * (8 - row));
        }
    }
    sum
}

/// The weight of the other side minus the weight of the side to move.
fn evaluate(position: &Position) -> i32 {
    let &Position { own, other, kings, .. } = position;
    weight(Eight::rotated(other & !kings), Eight::rotated(other & kings)) - weight(own & !kings, own & kings)
}

/// The player.
pub struct TrickyDick {
    random: Random,
    /// The moves of every node of the current line, node after node.
    moves: Vec<Move>,
}

/// Makes the player.
pub fn factory() -> PlayerFactory<Draughts> {
    PlayerFactory {
        name: "tricky-dick",
        about: "alpha-beta with the moves in random order, for losing checkers (Conti and Bush 2003)",
        unit: Some("points by ring and row"),
        chance: |_, _, _| None,
        settings: &["depth", "time", "seed"],
        new_player: TrickyDick::new_player,
    }
}

impl TrickyDick {
    /// A player with the random seed of these settings.
    pub fn new_player(settings: &Settings) -> Box<dyn Player<Draughts>> {
        Box::new(TrickyDick { random: Random::new(settings.seed), moves: Vec::new() })
    }

    /// Appends the moves of a position in random order. Returns the place of the first.
    fn add_shuffled(&mut self, position: &Position) -> usize {
        let first = self.moves.len();
        self.moves.extend(EnglishMoves::of(position));
        for last in (first + 1..self.moves.len()).rev() {
            let other = first + self.random.below(last - first + 1);
            self.moves.swap(last, other);
        }
        first
    }
}

/// A search to one depth.
struct TrickyDickSearch<'a> {
    player: &'a mut TrickyDick,
    game: &'a Draughts,
    deadline: Option<Instant>,
    watch: &'a dyn Watch<SearchResult<Move>>,
    looks: Looks,
    /// Whether it is in the first iteration of a search that deepens.
    is_first: bool,
    nodes: u64,
    leaves: u64,
}

impl TrickyDickSearch<'_> {
    /// The score of a node, with its best move in `best`; `None` if the search was stopped.
    fn node(
        &mut self,
        position: &Position,
        depth: u32,
        AlphaBeta { mut alpha, beta }: AlphaBeta,
        ply: i32,
        best: &mut Option<Move>,
    ) -> Option<i32> {
        self.nodes += 1;
        if self.looks.is_due(self.nodes) {
            self.looks.looked(self.nodes);
            let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if self.looks.ends(self.nodes, self.is_first, self.watch.is_stopped(), is_late) {
                return None;
            }
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
        let first = self.player.add_shuffled(position);
        for number in first..self.player.moves.len() {
            let mv = self.player.moves[number];
            let after = self.game.play(position, mv);
            let score = -self.node(&after, depth - 1, AlphaBeta { alpha, beta }.after(), ply + 1, &mut None)?;
            if score > alpha {
                alpha = score;
                *best = Some(mv);
                if score >= beta {
                    break;
                }
            }
        }
        self.player.moves.truncate(first);
        Some(alpha)
    }
}

impl Player<Draughts> for TrickyDick {
    fn search(&mut self, request: &SearchRequest<Draughts>) -> SearchResult<Move> {
        let start = Instant::now();
        let limit = request.limit.or(Limit::to_depth(DEPTH));
        let deadline = limit.time.map(|time| start + time);
        let deepest = limit.depth.unwrap_or(DEEPEST).min(DEEPEST);
        self.moves.clear();
        self.add_shuffled(request.position);
        let best = self.moves[0];
        let mut result = SearchResult::of_move(best, 0);
        let mut search = TrickyDickSearch {
            player: self,
            game: request.game,
            deadline,
            watch: request.watch,
            looks: Looks::new(),
            is_first: false,
            nodes: 0,
            leaves: 0,
        };
        // Without a time limit there is one iteration, as in the original program.
        let full = AlphaBeta { alpha: -WIN - 1, beta: WIN + 1 };
        let shallowest = if limit.time.is_some() { 1 } else { deepest };
        for depth in shallowest..=deepest {
            search.player.moves.clear();
            (search.leaves, result.nodes) = (0, search.nodes);
            search.is_first = depth == 1;
            let mut best = None;
            let Some(score) = search.node(request.position, depth, full, 0, &mut best) else {
                if result.depth == 0 {
                    // The only iteration was stopped: a shallow one compares the moves.
                    let nodes = std::mem::take(&mut search.nodes);
                    (search.is_first, search.looks) = (true, Looks::new());
                    search.player.moves.clear();
                    let shallow = search.node(request.position, SHALLOW, full, 0, &mut best);
                    search.nodes += nodes;
                    result.best = shallow.and(best).or(result.best);
                    result.line = result.best.into_iter().collect();
                }
                break;
            };
            result.best = best.or(result.best);
            result.line = result.best.into_iter().collect();
            (result.depth, result.leaves) = (depth, search.leaves);
            let value = match score.abs() {
                size if size < WIN - 1000 => None,
                size if score > 0 => Some(Value::Win((WIN - size) as u32)),
                size => Some(Value::Loss((WIN - size) as u32)),
            };
            result.rate(score, value);
            result.nodes = search.nodes;
            request.tell(&mut result);
            if result.value.is_some() {
                break;
            }
        }
        result.nodes = search.nodes;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    /// The example in the description of the program: a king and a man against a man.
    #[test]
    fn men_count_twice_and_edges_and_rows_more() {
        let game = Draughts::losing_checkers();
        let weight = |text: &str| evaluate(&game.parse(text).expect("a position"));
        // Corresponding men have the same weight.
        assert_eq!(weight("B:W21:B12"), 0);
        // White's man is more advanced than Black's: Black stands better.
        assert!(weight("B:W6:B2") > 0 && weight("W:W6:B2") < 0);
        // A man on the fourth row, in the middle: 2 x 1 x 4; at the edge: 2 x 3 x 4.
        assert_eq!(weight("B:W:B14"), -2 * 4);
        assert_eq!(weight("B:W:B13"), -2 * 3 * 4);
        assert_eq!(weight("B:W:BK14"), -5);
    }
}
