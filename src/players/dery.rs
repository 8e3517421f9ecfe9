//! Dery: a player of four-handed Halma, as Jean-Sebastien Dery described his agent of 2014.
//!
//! It sees its own turns alone: the others stand still. All results of one turn go into a heap, the best on top. Then, five
//! times, the best four results that were not expanded before are expanded by another turn, so a plan has six turns at
//! most. The move is the first of the plan with the best result; of equal ones, of the shortest plan.
//!
//! # The value of a result
//!
//! The sum of the distances of the pieces from the far corner of the target; less is better. A piece in the target counts
//! 0. The report calls the distance that of Manhattan, but its program took the whole part of the straight line, and so does
//! this player. The value is updated by each turn.
//!
//! The program took 500 off for a turn of a piece that stood in the start zone, and 300 more if the piece left it. Over a
//! plan of several turns that would pay for walking in circles, so here the value is a matter of the board alone: a piece
//! in the start zone counts 800 more. This is also all that the player knows of the round from which wrong zones lose.
//! The report names a penalty against leaving the target too; as that is illegal, nothing remains of it.
//!
//! # Time
//!
//! The agent filled its heap in a second thread, while the first slept for 850 ms or until the heap was complete. Here the
//! search looks at the clock and at its watch before each expansion, and has the best result at any time: the same without
//! a thread. A search is usually complete within a few milliseconds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use crate::games::halma::{Halma, Position, STRIDE, Squares, Turn};
use crate::search::{Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};

/// The time for a turn if there is no limit.
const TIME: Duration = Duration::from_millis(850);

/// The turns of the longest plan.
const TURNS: u32 = 6;

/// The results that are expanded to see a turn further.
const EXPANDED: usize = 4;

/// What a piece in the start zone counts more.
const IN_START: i32 = 500 + 300;

/// The player.
struct Dery;

/// Makes players of this kind.
pub fn factory() -> PlayerFactory<Halma> {
    PlayerFactory {
        name: "dery",
        about: "its own next six turns, while the others stand still (Dery 2014)",
        unit: Some("squares from home"),
        settings: &["depth", "time"],
        new_player: |_: &Settings| Box::new(Dery),
    }
}

/// The result of a plan: where the pieces of the player are after some turns of his.
struct Node {
    own: Squares,
    value: i32,
    turns: u32,
    /// The first turn of the plan; at the root, where there is none, the pass of a player who is home.
    first: Turn,
}

/// All results so far.
struct Tree<'a> {
    game: &'a Halma,
    root: &'a Position,
    /// What a piece counts on each square.
    counts: [i32; 256],
    nodes: Vec<Node>,
    /// The results that were not expanded, the best on top: by value, turns and place in `nodes`.
    open: BinaryHeap<Reverse<(i32, u32, usize)>>,
    /// The best result, in the same order.
    best: Option<(i32, u32, usize)>,
}

impl<'a> Tree<'a> {
    /// The tree of a position, without any turn.
    fn new(game: &'a Halma, root: &'a Position) -> Tree<'a> {
        let counts = counts(game, root.player.into());
        let value = root.own().iter().map(|square| counts[usize::from(square)]).sum();
        let nodes = vec![Node { own: *root.own(), value, turns: 0, first: Turn::Pass }];
        Tree { game, root, counts, nodes, open: BinaryHeap::from([Reverse((value, 0, 0))]), best: None }
    }

    /// Adds the results of one more turn after the best result that was not expanded. `false` if there is none.
    fn expand(&mut self) -> bool {
        let Some(Reverse((_, _, number))) = self.open.pop() else { return false };
        let Node { own, value, turns, first } = self.nodes[number];
        let mut position = *self.root;
        position.pieces[usize::from(position.player)] = own;
        position.round += turns as u16;
        let player = usize::from(position.player);
        // Who is home has nothing to do but pass.
        let pieces = if self.game.is_home(&position, player) { Squares::EMPTY } else { own };
        let occupied = position.occupied();
        for from in pieces.iter() {
            let (steps, chains) = self.game.reach(&position, &occupied, from);
            let steps = steps.iter().map(|to| Turn::Step { from, to });
            for turn in steps.chain(chains.iter().map(|to| Turn::Hops { from, to })) {
                let Some((from, to)) = turn.squares() else { continue };
                let mut own = own;
                own.remove(from);
                own.insert(to);
                let value = value - self.counts[usize::from(from)] + self.counts[usize::from(to)];
                let key = (value, turns + 1, self.nodes.len());
                self.nodes.push(Node { own, value, turns: turns + 1, first: if turns == 0 { turn } else { first } });
                self.open.push(Reverse(key));
                self.best = Some(self.best.map_or(key, |best| best.min(key)));
            }
        }
        true
    }

    /// The best result, or the root if there is no turn.
    fn best(&self) -> &Node {
        &self.nodes[self.best.map_or(0, |(_, _, number)| number)]
    }
}

/// What a piece of a player counts on each square: the distance from the far corner of the target, 0 inside it, and more in
/// the start zone.
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
    fn search(&mut self, request: &SearchRequest<Halma>) -> SearchResult<Turn> {
        let start = Instant::now();
        let mut limit = request.limit;
        if limit == Limit::default() {
            limit.time = Some(TIME);
        }
        let is_over = || limit.time.is_some_and(|time| start.elapsed() >= time) || request.watch.is_stopped();
        let mut tree = Tree::new(request.game, request.position);
        let mut depth = 0;
        let mut leaves = 0;
        let result = |tree: &Tree, depth, leaves| {
            let best = tree.best();
            SearchResult {
                best: best.first,
                evaluation: -best.value,
                value: None,
                depth,
                nodes: tree.nodes.len() as u64 - 1,
                leaves,
                // The turns of the others are missing in a plan, so it is no line.
                line: vec![best.first],
            }
        };
        while depth < limit.depth.unwrap_or(TURNS).min(TURNS) {
            let before = tree.nodes.len();
            let expanded = if depth == 0 { 1 } else { EXPANDED };
            // However short the time is, the first turn is complete.
            if !(0..expanded).all(|_| (depth == 0 || !is_over()) && tree.expand()) {
                break;
            }
            depth += 1;
            leaves = (tree.nodes.len() - before) as u64;
            request.watch.iteration(&result(&tree, depth, leaves));
        }
        result(&tree, depth, leaves)
    }
}
