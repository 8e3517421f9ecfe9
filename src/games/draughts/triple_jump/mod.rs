//! Triple Jump: a player of both games of draughts, named after Jason Doucette's of 1997.
//!
//! Principal variation search, deeper and deeper, with a transposition table, an order of moves that learns, late moves
//! searched less deep at first, and captures searched to their end. It announces forced wins.

mod memory;
mod order;
mod search;

use std::time::{Duration, Instant};

use super::evaluate::evaluate;
use super::{Draughts, Move};
use crate::game::Game;
use crate::player::{Limit, Player, Settings, Thought, Turn};
use crate::value::Value;
use memory::Memory;
use order::Order;
use search::{DECIDED, LINE, Search, WIN};

/// How long it thinks when nobody says.
const TIME: Duration = Duration::from_secs(1);

/// How far from the last score the next one is expected.
const WINDOW: i32 = 30;

/// The player.
pub struct TripleJump {
    memory: Memory,
    order: Order,
}

impl TripleJump {
    /// A player with an empty memory.
    pub fn begin(settings: &Settings) -> Box<dyn Player<Draughts>> {
        let (memory, order) = (Memory::new(settings.hash), Order::new(LINE));
        Box::new(TripleJump { memory, order })
    }
}

/// The result that a score tells of, if it is a forced one.
fn decided(score: i32) -> Option<Value> {
    match score {
        score if score > DECIDED => Some(Value::Win((WIN - score) as u32)),
        score if score < -DECIDED => Some(Value::Loss((WIN + score) as u32)),
        _ => None,
    }
}

impl Player<Draughts> for TripleJump {
    fn think(&mut self, turn: &Turn<Draughts>) -> Thought<Move> {
        let start = Instant::now();
        let mut limit = turn.limit;
        if limit == Limit::default() {
            limit.time = Some(TIME);
        }
        self.memory.grow_older();
        self.order.restart();
        let weights = turn.game.weights;
        let Some(first) = turn.game.moves(turn.position).next() else {
            unreachable!("a position that goes on has a legal move");
        };
        let mut thought = Thought {
            best: first,
            evaluation: evaluate(turn.position, weights),
            value: None,
            depth: 0,
            nodes: 0,
            leaves: 0,
            line: Vec::new(),
        };
        let deadline = limit.time.map(|time| start + time);
        let mut search = Search::new(turn, weights, &mut self.memory, &mut self.order, deadline);
        let deepest = limit.depth.map_or(LINE as i32, |depth| depth.min(LINE as u32) as i32);
        let mut score = thought.evaluation;
        for depth in 1..=deepest {
            let leaves = search.leaves;
            let Ok(found) = deeper(&mut search, depth, score) else { break };
            score = found;
            (thought.evaluation, thought.value) = (score, decided(score));
            (thought.depth, thought.leaves) = (depth as u32, search.leaves - leaves);
            thought.line = search.line().to_vec();
            thought.best = thought.line.first().copied().unwrap_or(first);
            // Nothing that is quicker can be found any more.
            if thought.value.and_then(Value::plies).is_some_and(|plies| plies <= depth as u32) {
                break;
            }
        }
        thought.nodes = search.nodes;
        thought
    }
}

/// Searches the root to one depth, about the score that is expected first.
fn deeper(search: &mut Search, depth: i32, expected: i32) -> Result<i32, search::Stopped> {
    if depth >= 4 && expected.abs() < DECIDED {
        let (alpha, beta) = (expected - WINDOW, expected + WINDOW);
        let score = search.root(depth, alpha, beta)?;
        if alpha < score && score < beta {
            return Ok(score);
        }
    }
    search.root(depth, -WIN - 1, WIN + 1)
}
