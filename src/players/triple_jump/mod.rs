//! Triple Jump: a player of both games of draughts, named after Jason Doucette's of 1997.
//!
//! Iterative deepening with principal variation search, a transposition table, killers and history, late move
//! reductions, and captures searched to their end. Positions are evaluated by a [`network`] for each game. It announces
//! forced wins.
//!
//! Several threads run the same search, some a ply deeper, and share the table: what one has found, the others find
//! there ("lazy SMP", Österlund 2013). The first thread decides; a single thread is deterministic.

mod evaluate;
pub mod network;
mod order;
mod score;
mod search;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::game::{Game, Value};
use crate::games::draughts::{Draughts, Move};
use crate::search::transposition::{ScoreEntry, TranspositionTable};
use crate::search::{Abilities, Details, Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use evaluate::Evaluation;
use order::Order;
use score::{DECIDED, WIN, decided};
use search::{MOST_PLIES, Search, Stop, Stopped};

/// The time for a move if there is no limit.
const TIME: Duration = Duration::from_secs(1);

/// How far the aspiration window reaches on either side of the last score.
const WINDOW: i32 = 30;

/// The player.
pub struct TripleJump {
    table: TranspositionTable<ScoreEntry>,
    /// The number of its moves in the game, modulo 256.
    age: u8,
    /// One for each thread.
    orders: Vec<(Order, Evaluation)>,
    /// Whether it evaluates by the network of the game.
    network: bool,
}

/// Makes players of this kind.
pub fn factory() -> PlayerFactory<Draughts> {
    PlayerFactory {
        name: "triple-jump",
        about: "principal variation search on several threads, with a network for each game of draughts",
        unit: Some("hundredths of a logit"),
        settings: &["depth", "time", "threads", "hash", "tables", "weights"],
        new_player: TripleJump::new_player,
    }
}

impl TripleJump {
    /// A player with an empty memory.
    pub fn new_player(settings: &Settings) -> Box<dyn Player<Draughts>> {
        Box::new(TripleJump {
            table: TranspositionTable::new(settings.hash),
            age: 0,
            orders: Vec::new(),
            network: settings.network,
        })
    }
}

impl Player<Draughts> for TripleJump {
    fn search(&mut self, request: &SearchRequest<Draughts>) -> SearchResult<Move> {
        let mut limit = request.limit;
        if limit == Limit::default() {
            limit.time = Some(TIME);
        }
        self.age = self.age.wrapping_add(1);
        let evaluation = || match self.network {
            true => Evaluation::network(request.game, MOST_PLIES),
            false => Evaluation::weights(request.game),
        };
        self.orders.resize_with(request.threads.max(1), || (Order::new(MOST_PLIES), evaluation()));
        self.orders.iter_mut().for_each(|(order, _)| order.restart());
        let first = request.moves.first().copied().or_else(|| request.game.moves(request.position).next());
        let Some(first) = first else {
            unreachable!("a position that goes on has a legal move");
        };
        let mut result = SearchResult {
            best: first,
            evaluation: self.orders[0].1.evaluate(request.game, request.position, 0),
            value: None,
            depth: 0,
            nodes: 0,
            leaves: 0,
            line: Vec::new(),
            details: Details::default(),
        };
        let stopped = AtomicBool::new(false);
        let nodes = limit.nodes.map_or(u64::MAX, |nodes| nodes.div_ceil(request.threads.max(1) as u64));
        let stop = Stop { limit, clock: request.clock, nodes, flag: &stopped, watch: request.watch };
        let deepest = limit.depth.map_or(MOST_PLIES as i32, |depth| depth.min(MOST_PLIES as u32) as i32);
        let (table, age) = (&self.table, self.age);
        let mut searches =
            self.orders.iter_mut().map(|(order, evaluation)| Search::new(request, table, age, order, evaluation, stop));
        let Some(mut first) = searches.next() else { return result };
        thread::scope(|scope| {
            let help = |(number, search)| scope.spawn(move || help(search, 1 + number % 2));
            let helpers: Vec<_> = (1..).zip(searches).map(help).collect();
            deepen(&mut first, deepest, limit, &mut result);
            stopped.store(true, Relaxed);
            let nodes = helpers.into_iter().map(|helper| helper.join().expect("no search panics"));
            result.nodes = first.nodes + nodes.sum::<u64>();
        });
        result
    }

    fn abilities(&self) -> Abilities {
        Abilities { moves: true, limits: true, ..Abilities::default() }
    }
}

/// Deepens iteratively, and keeps the result of each iteration that is completed.
fn deepen(search: &mut Search, deepest: i32, limit: Limit, result: &mut SearchResult<Move>) {
    let mut score = result.evaluation;
    for depth in 1..=deepest {
        let leaves = search.leaves;
        let Ok(found) = iteration(search, depth, score) else {
            // What an iteration has found before it was stopped is better than the last move of the one before.
            if let Some(&best) = search.principal_variation().first() {
                (result.best, result.line) = (best, search.principal_variation().to_vec());
            }
            break;
        };
        score = found;
        (result.evaluation, result.value) = (score, decided(score));
        (result.depth, result.leaves) = (depth as u32, search.leaves - leaves);
        result.line = search.principal_variation().to_vec();
        result.best = result.line.first().copied().unwrap_or(result.best);
        result.nodes = search.nodes;
        search.request.watch.iteration(result);
        // A deeper search cannot find a shorter win.
        let is_found = result.value.and_then(Value::plies).is_some_and(|plies| plies <= depth as u32);
        let is_win = |most| matches!(result.value, Some(Value::Win(plies)) if plies <= most);
        if is_found || limit.mate.is_some_and(is_win) || search.request.clock.is_past(limit.soft_time) {
            break;
        }
    }
}

/// Deepens iteratively to fill the table. Returns the nodes.
fn help(mut search: Search, shallowest: i32) -> u64 {
    let mut score = 0;
    for depth in shallowest..=MOST_PLIES as i32 {
        let Ok(found) = iteration(&mut search, depth, score) else { break };
        score = found;
    }
    search.nodes
}

/// Searches the root to one depth, first with a window about the expected score.
fn iteration(search: &mut Search, depth: i32, expected: i32) -> Result<i32, Stopped> {
    if depth >= 4 && expected.abs() < DECIDED {
        let (alpha, beta) = (expected - WINDOW, expected + WINDOW);
        let score = search.root(depth, alpha, beta)?;
        if alpha < score && score < beta {
            return Ok(score);
        }
    }
    search.root(depth, -WIN - 1, WIN + 1)
}
