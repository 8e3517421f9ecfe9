//! Triple Jump: a player of both games of draughts, named after Jason Doucette's of 1997.
//!
//! Principal variation search, deeper and deeper, with a transposition table, an order of moves that learns, late moves
//! searched less deep at first, and captures searched to their end. It announces forced wins.
//!
//! Several threads make the same search, some a ply ahead, and share the table: what one has found, the others find there
//! ("lazy SMP", Österlund 2013). The first of them decides; one alone finds the same each time.

mod memory;
mod order;
mod search;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::game::Value;
use crate::games::draughts::evaluate::evaluate;
use crate::games::draughts::{Draughts, Move};
use crate::search::{Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use memory::Memory;
use order::Order;
use search::{DECIDED, End, LINE, Search, Stopped, WIN};

/// How long it thinks when nobody says.
const TIME: Duration = Duration::from_secs(1);

/// How far from the last score the next one is expected.
const WINDOW: i32 = 30;

/// The player.
pub struct TripleJump {
    memory: Memory,
    /// One for each thread.
    orders: Vec<Order>,
}

/// Makes players of this kind.
pub fn factory() -> PlayerFactory<Draughts> {
    PlayerFactory {
        name: "triple-jump",
        settings: &["depth", "time", "threads", "hash", "tables"],
        begin: TripleJump::begin,
    }
}

impl TripleJump {
    /// A player with an empty memory.
    pub fn begin(settings: &Settings) -> Box<dyn Player<Draughts>> {
        Box::new(TripleJump { memory: Memory::new(settings.hash), orders: Vec::new() })
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
    fn think(&mut self, request: &SearchRequest<Draughts>) -> SearchResult<Move> {
        let start = Instant::now();
        let mut limit = request.limit;
        if limit == Limit::default() {
            limit.time = Some(TIME);
        }
        self.memory.grow_older();
        self.orders.resize_with(request.threads.max(1), || Order::new(LINE));
        self.orders.iter_mut().for_each(Order::restart);
        let weights = &request.game.weights;
        let Some(first) = request.game.moves(request.position).next() else {
            unreachable!("a position that goes on has a legal move");
        };
        let mut thought = SearchResult {
            best: first,
            evaluation: evaluate(request.position, weights),
            value: None,
            depth: 0,
            nodes: 0,
            leaves: 0,
            line: Vec::new(),
        };
        let told = AtomicBool::new(false);
        let end = End { deadline: limit.time.map(|time| start + time), told: &told };
        let deepest = limit.depth.map_or(LINE as i32, |depth| depth.min(LINE as u32) as i32);
        let memory = &self.memory;
        let mut searches = self.orders.iter_mut().map(|order| Search::new(request, weights, memory, order, end));
        let Some(mut leader) = searches.next() else { return thought };
        thread::scope(|scope| {
            let help = |(number, search)| scope.spawn(move || help(search, 1 + number % 2));
            let helpers: Vec<_> = (1..).zip(searches).map(help).collect();
            decide(&mut leader, deepest, &mut thought);
            told.store(true, Relaxed);
            let nodes = helpers.into_iter().map(|helper| helper.join().expect("no search fails"));
            thought.nodes = leader.nodes + nodes.sum::<u64>();
        });
        thought
    }
}

/// Searches deeper and deeper, and tells what each depth has found.
fn decide(search: &mut Search, deepest: i32, thought: &mut SearchResult<Move>) {
    let mut score = thought.evaluation;
    for depth in 1..=deepest {
        let leaves = search.leaves;
        let Ok(found) = deeper(search, depth, score) else { break };
        score = found;
        (thought.evaluation, thought.value) = (score, decided(score));
        (thought.depth, thought.leaves) = (depth as u32, search.leaves - leaves);
        thought.line = search.line().to_vec();
        thought.best = thought.line.first().copied().unwrap_or(thought.best);
        // Nothing that is quicker can be found any more.
        if thought.value.and_then(Value::plies).is_some_and(|plies| plies <= depth as u32) {
            break;
        }
    }
}

/// Searches deeper and deeper for what it leaves in the table. How many nodes there were.
fn help(mut search: Search, shallowest: i32) -> u64 {
    let mut score = 0;
    for depth in shallowest..=LINE as i32 {
        let Ok(found) = deeper(&mut search, depth, score) else { break };
        score = found;
    }
    search.nodes
}

/// Searches the root to one depth, about the score that is expected first.
fn deeper(search: &mut Search, depth: i32, expected: i32) -> Result<i32, Stopped> {
    if depth >= 4 && expected.abs() < DECIDED {
        let (alpha, beta) = (expected - WINDOW, expected + WINDOW);
        let score = search.root(depth, alpha, beta)?;
        if alpha < score && score < beta {
            return Ok(score);
        }
    }
    search.root(depth, -WIN - 1, WIN + 1)
}
