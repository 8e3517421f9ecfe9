//! Dery: a player of four-handed Halma, as Jean-Sebastien Dery described his agent of 2014.
//!
//! It searches its own turns alone, as if the other players passed. All results of one turn go into a heap, the best on
//! top. Then the best four results that were not yet expanded are expanded by another turn. This happens five times, so
//! a plan has at most six turns. The player makes the first turn of the plan with the best result, or of the shortest
//! of several such plans.
//!
//! The published program expanded the four best results too. It found no moves there, because the turn was over, and so
//! decided by one turn. `depth=1` plays in this way.
//!
//! # The value of a result
//!
//! The value of a result is the sum of the distances of the pieces from the far corner of the target; less is better. A
//! piece in the target counts 0. The report names the Manhattan distance, but the program computed the integer part of
//! the Euclidean distance, and so does this player. The value is updated by each turn. The evaluation is the negated
//! value.
//!
//! The program subtracted 500 for a turn of a piece from the start zone, and 300 more if the piece left the zone. In a
//! plan of several turns, this would reward a piece that enters and leaves the zone again and again. So here a piece in
//! the start zone counts 300 more, and the 500 are subtracted in the first turn of a plan only. The player has no other
//! rule for the round from which the start zone loses. The report also has a penalty for leaving the target; that is
//! illegal here.
//!
//! # Time
//!
//! The agent filled its heap in a second thread, while the first slept for 850 ms or until the heap was complete. Here
//! one thread reads the clock and asks its watch before each expansion.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use crate::game::PlayRules;
use crate::games::halma::{Halma, HalmaTurn, Position, STRIDE, SquareSet};
use crate::search::{Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};

/// The time for a turn if there is no limit.
const TIME: Duration = Duration::from_millis(850);

/// The turns of the longest plan.
const TURNS: u32 = 6;

/// The results that are expanded to see a turn further.
const EXPANDED: usize = 4;

/// The additional value of a piece in the start zone.
const IN_START: i32 = 300;

/// The deduction for a plan that begins with a turn of a piece from the start zone.
const FROM_START: i32 = 500;

/// The player.
struct Dery;

/// Makes the player.
pub fn factory() -> PlayerFactory<Halma> {
    PlayerFactory {
        name: "dery",
        about: "its own next six turns, which its depth counts, while the others stand still (Dery 2014)",
        unit: Some("points by distance"),
        // The score counts its own pieces alone.
        chance: |game, position, _| game.chance(position, game.evaluate(position).into()),
        settings: &["depth", "time"],
        new_player: |_: &Settings| Box::new(Dery),
    }
}

/// The result of a plan: the pieces of the player after some turns.
struct PlanNode {
    own: SquareSet,
    value: i32,
    /// The number of turns.
    turns: u32,
    /// The last turn; a pass at the root.
    last: HalmaTurn,
    /// The place of the node before the last turn.
    before: usize,
}

/// All results so far.
struct PlanTree<'a> {
    game: &'a Halma,
    root: &'a Position,
    player: usize,
    /// The value of a piece on each square.
    counts: [i32; 256],
    nodes: Vec<PlanNode>,
    /// The results that were not yet expanded, by value, turns and place in `nodes`; the best on top.
    open: BinaryHeap<Reverse<(i32, u32, usize)>>,
    /// The best result, in the same order; the root if there is none.
    best: (i32, u32, usize),
}

impl<'a> PlanTree<'a> {
    /// The tree of a position, without any turn.
    fn new(game: &'a Halma, root: &'a Position) -> PlanTree<'a> {
        let player = root.player.into();
        let counts = counts(game, player);
        let value = root.own().iter().map(|square| counts[usize::from(square)]).sum();
        let nodes = vec![PlanNode { own: *root.own(), value, turns: 0, last: HalmaTurn::Pass, before: 0 }];
        let open = BinaryHeap::from([Reverse((value, 0, 0))]);
        PlanTree { game, root, player, counts, nodes, open, best: (i32::MAX, 0, 0) }
    }

    /// Expands the best result that was not yet expanded by another turn. Returns `false` if there is none.
    fn expand(&mut self) -> bool {
        let Some(Reverse((_, turns, before))) = self.open.pop() else { return false };
        let own = self.nodes[before].own;
        let mut position = *self.root;
        position.pieces[self.player] = own;
        position.round += turns as u16;
        if self.game.is_home(&position, self.player) {
            // The only legal turn is a pass.
            return true;
        }
        let occupied = position.occupied();
        for from in own.iter() {
            let (steps, chains) = self.game.reach(&position, &occupied, from);
            steps.iter().for_each(|to| self.add(before, HalmaTurn::Step { from, to }, from, to));
            chains.iter().for_each(|to| self.add(before, HalmaTurn::Hops { from, to }, from, to));
        }
        true
    }

    /// Adds the result of a turn.
    fn add(&mut self, before: usize, last: HalmaTurn, from: u8, to: u8) {
        let &PlanNode { mut own, mut value, turns, .. } = &self.nodes[before];
        own.remove(from);
        own.insert(to);
        value += self.counts[usize::from(to)] - self.counts[usize::from(from)];
        if turns == 0 && self.game.board().zones[self.player].contains(from) {
            value -= FROM_START;
        }
        let turns = turns + 1;
        let key = (value, turns, self.nodes.len());
        self.nodes.push(PlanNode { own, value, turns, last, before });
        self.open.push(Reverse(key));
        self.best = self.best.min(key);
    }

    /// The first turn of the plan of a node.
    fn first(&self, mut number: usize) -> HalmaTurn {
        while self.nodes[number].turns > 1 {
            number = self.nodes[number].before;
        }
        self.nodes[number].last
    }

    /// The result of the search so far.
    fn result(&self, depth: u32, leaves: usize) -> SearchResult<HalmaTurn> {
        let (_, _, number) = self.best;
        // A plan is not a line: it lacks the turns of the other players.
        let result = SearchResult::of_move(self.first(number), -self.nodes[number].value);
        SearchResult { depth, nodes: self.nodes.len() as u64 - 1, leaves: leaves as u64, ..result }
    }
}

/// The value of a piece of a player on each square: its distance from the far corner of the target, 0 inside the
/// target, and [`IN_START`] more in the start zone.
fn counts(game: &Halma, player: usize) -> [i32; 256] {
    let board = game.board();
    let corner = |bit: usize| if (player ^ 3) & bit == 0 { 0 } else { board.size - 1 };
    std::array::from_fn(|square| {
        let square = square as u8;
        let away = |place: u8, bit: usize| u32::from(place.abs_diff(corner(bit)));
        let (x, y) = (away(square % STRIDE, 1), away(square / STRIDE, 2));
        let distance = (x * x + y * y).isqrt() as i32;
        match () {
            _ if board.target(player).contains(square) => 0,
            _ if board.zones[player].contains(square) => distance + IN_START,
            _ => distance,
        }
    })
}

impl Player<Halma> for Dery {
    fn search(&mut self, request: &SearchRequest<Halma>) -> SearchResult<HalmaTurn> {
        let start = Instant::now();
        let limit = request.limit.or(Limit::within(TIME));
        let is_over = || limit.time.is_some_and(|time| start.elapsed() >= time) || request.watch.is_stopped();
        let mut tree = PlanTree::new(request.game, request.position);
        let (mut depth, mut leaves) = (0, 0);
        while depth < limit.depth.unwrap_or(TURNS).clamp(1, TURNS) {
            let (before, expanded) = (tree.nodes.len(), if depth == 0 { 1 } else { EXPANDED });
            // The first turn is always completed, so that there is a move.
            if !(0..expanded).all(|_| (depth == 0 || !is_over()) && tree.expand()) {
                break;
            }
            depth += 1;
            leaves = tree.nodes.len() - before;
            request.tell(&mut tree.result(depth, leaves));
        }
        tree.result(depth, leaves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::util::random::Random;

    #[test]
    fn pieces_count_their_distance_from_the_far_corner() {
        let game = Halma::new();
        let count = |player: usize, x: u8, y: u8| counts(&game, player)[usize::from(STRIDE * y + x)];
        // The diagonal is 15 x 1.414 squares long.
        assert_eq!([count(0, 0, 0), count(1, 15, 0), count(2, 0, 15), count(3, 15, 15)], [21 + 300; 4]);
        // Inside the target, and right before it: 3.16 from the corner, and 4.24.
        assert_eq!([count(0, 15, 15), count(0, 14, 12), count(0, 12, 12)], [0, 0, 4]);
        assert_eq!([count(1, 0, 15), count(1, 1, 12), count(1, 3, 12)], [0, 0, 4]);
        // Foreign start zones are squares like others.
        assert_eq!([count(0, 15, 0), count(3, 15, 0)], [15, 15]);
    }

    #[test]
    fn the_updated_value_is_the_value_of_the_board() {
        let (game, mut random) = (Halma::new(), Random::new(1));
        let mut position = game.start();
        for _ in 0..100 {
            let moves: Vec<HalmaTurn> = game.moves(&position).collect();
            position = game.play(&position, moves[random.below(moves.len())]);
            let mut tree = PlanTree::new(&game, &position);
            while tree.nodes.iter().all(|node| node.turns < 4) {
                assert!(tree.expand());
            }
            let start = game.board().zones[tree.player];
            for (number, node) in tree.nodes.iter().enumerate() {
                let count: i32 = node.own.iter().map(|square| tree.counts[usize::from(square)]).sum();
                let first = tree.first(number).squares();
                let from_start = first.is_some_and(|(from, _)| start.contains(from));
                assert_eq!(node.value, count - if from_start { FROM_START } else { 0 });
                assert_eq!(node.own.len(), 13);
            }
            let best = tree.nodes[1..].iter().map(|node| (node.value, node.turns)).min();
            assert_eq!(best, Some((tree.best.0, tree.best.1)));
        }
    }
}
