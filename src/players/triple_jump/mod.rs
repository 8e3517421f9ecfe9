//! Triple Jump: a player of every game of draughts, named after Jason Doucette's program of 1997.
//!
//! It deepens iteratively on several threads ([`deepening`](super::deepening)). Each thread runs a principal variation
//! search with a transposition table, killers and history, late move reductions, and captures searched to their end. A
//! [`network`] evaluates the positions of English draughts and of its losing game; the positions of the others are
//! evaluated by weights. The player announces forced wins.
//!
//! # Overview of modules
//!
//! * `search`: the search of one thread, node by node. `order`: the order of moves. `pruning`: what is searched less
//!   deep. `path`: repetitions. `score`: wins, losses and evaluations as numbers. `held`: the material of tables.
//! * `rules`: the moves of a game as the search needs them.
//! * [`evaluate`]: the evaluation of a search. [`network`]: the networks. `weights`: the weights of games without one.

pub mod evaluate;
mod held;
pub mod network;
mod order;
mod path;
mod pruning;
mod rules;
mod score;
mod search;
mod weights;

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::game::{Game, Value, chance_at};
use crate::games::draughts::board::DraughtsBoard;
use crate::games::draughts::{Draughts, Move};
use crate::players::deepening::{deepen_on_threads, depths};
use crate::search::transposition::{Bound, ScoreEntry, TranspositionTable};
use crate::search::{Abilities, Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use crate::util::threads::has_reserve;
use evaluate::Evaluation;
use order::MoveOrder;
use rules::{ByRules, English, TripleJumpRules};
use score::decided;
use search::{MOST_PLIES, StopConditions, TripleJumpSearch};

/// The time for a move if there is no limit.
const TIME: Duration = Duration::from_secs(1);

/// The player of a game by its rules.
struct TripleJump<R> {
    table: TranspositionTable<ScoreEntry>,
    /// The number of moves that the player has made in the game, modulo 256.
    age: u8,
    /// The memory of each thread.
    orders: Vec<(MoveOrder, Evaluation)>,
    /// Whether the network of the game evaluates, and not its hand-made weights.
    network: bool,
    rules: PhantomData<R>,
}

/// Makes the player of English draughts and of its losing game.
pub fn factory() -> PlayerFactory<Draughts> {
    factory_of::<English>()
}

/// Makes the player of the other games on a board.
pub fn factory_by_rules<B: DraughtsBoard>() -> PlayerFactory<Draughts<B>> {
    factory_of::<ByRules<B>>()
}

fn factory_of<R: TripleJumpRules>() -> PlayerFactory<Draughts<R::Board>> {
    PlayerFactory {
        name: "triple-jump",
        about: R::ABOUT,
        unit: Some("hundredths of a point"),
        chance: |_, _, score| Some(chance_at(score / 100.0)),
        settings: R::SETTINGS,
        new_player: TripleJump::<R>::new_player,
    }
}

impl<R: TripleJumpRules> TripleJump<R> {
    /// A player with an empty memory.
    fn new_player(settings: &Settings) -> Box<dyn Player<Draughts<R::Board>>> {
        Box::new(TripleJump::<R> {
            table: TranspositionTable::new(settings.hash),
            age: 0,
            orders: Vec::new(),
            network: settings.network,
            rules: PhantomData,
        })
    }
}

impl<R: TripleJumpRules> Player<Draughts<R::Board>> for TripleJump<R> {
    fn search(&mut self, request: &SearchRequest<Draughts<R::Board>>) -> SearchResult<Move> {
        let limit = request.limit.or(Limit::within(TIME));
        self.age = self.age.wrapping_add(1);
        let evaluation = || R::evaluation(request.game, self.network, MOST_PLIES);
        self.orders.truncate(request.threads.max(1));
        while self.orders.is_empty() || self.orders.len() < request.threads && has_reserve() {
            self.orders.push((MoveOrder::new(MOST_PLIES), evaluation()));
        }
        self.orders.iter_mut().for_each(|(order, _)| order.restart());
        let first = request.moves.first().copied().or_else(|| request.game.moves(request.position).next());
        let Some(first) = first else {
            unreachable!("a position that goes on has a legal move");
        };
        let evaluation = self.orders[0].1.evaluate(request.game, request.position, 0);
        let mut result = SearchResult { line: Vec::new(), ..SearchResult::of_move(first, evaluation) };
        let stopped = AtomicBool::new(false);
        let nodes = limit.nodes.map_or(u64::MAX, |nodes| nodes.div_ceil(request.threads.max(1) as u64));
        let stop = StopConditions { limit, clock: request.clock, nodes, flag: &stopped, watch: request.watch };
        let (table, age) = (&self.table, self.age);
        let mut searches = self
            .orders
            .iter_mut()
            .map(|(order, evaluation)| TripleJumpSearch::<R>::new(request, table, age, order, evaluation, stop));
        let Some(mut first) = searches.next() else { return result };
        first.expected = evaluation;
        let mut leaves = 0;
        let helpers = deepen_on_threads(
            &mut first,
            searches,
            depths::<TripleJumpSearch<R>>(limit),
            1,
            &stopped,
            &mut |search, depth, bound| {
                if bound != Bound::Exact {
                    // The repeated search may be cut off within its first move.
                    if bound == Bound::Lower {
                        take_line(&mut result, search);
                    }
                    return true;
                }
                result.rate(search.expected, decided(search.expected));
                (result.depth, result.leaves) = (depth as u32, search.leaves - leaves);
                leaves = search.leaves;
                take_line(&mut result, search);
                result.nodes = search.nodes;
                request.tell(&mut result);
                let is_final = is_final(result.value, limit, depth as u32);
                !is_final && !request.clock.is_past(limit.soft_time)
            },
        );
        // An iteration that was cut off may have found a better move.
        take_line(&mut result, &first);
        result.details.missing_threads = request.threads.max(1) - 1 - helpers.len();
        result.nodes = first.nodes + helpers.iter().map(|helper| helper.nodes).sum::<u64>();
        result
    }

    fn forget(&mut self) {
        self.table.forget();
    }

    fn abilities(&self) -> Abilities {
        Abilities { moves: true, limits: true, ..Abilities::default() }
    }
}

/// Whether a search to this depth with this value is deep enough. A deeper search seldom finds a shorter win: only one
/// that reductions have hidden. With a limit of a win's plies, a longer win is not enough.
fn is_final(value: Option<Value>, limit: Limit, depth: u32) -> bool {
    let most = match value {
        Some(Value::Win(_)) => limit.mate.unwrap_or(depth),
        _ => depth,
    };
    value.and_then(Value::plies).is_some_and(|plies| plies <= most)
}

/// Takes the principal variation, if there is one, and its first move as the best.
fn take_line<R: TripleJumpRules>(result: &mut SearchResult<Move>, search: &TripleJumpSearch<R>) {
    if let line @ [best, ..] = search.principal_variation() {
        (result.best, result.line) = (Some(*best), line.to_vec());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_longer_than_the_limit_of_a_win_does_not_end_the_search() {
        let mate = Limit { mate: Some(6), ..Limit::default() };
        let any = Limit::default();
        assert!(is_final(Some(Value::Win(9)), any, 9) && !is_final(Some(Value::Win(9)), any, 8));
        assert!(is_final(Some(Value::Win(5)), mate, 3) && !is_final(Some(Value::Win(9)), mate, 20));
        assert!(is_final(Some(Value::Loss(4)), mate, 4) && !is_final(Some(Value::Draw), mate, 99));
        assert!(!is_final(Some(Value::Win(Value::UNKNOWN)), any, 99) && !is_final(None, any, 99));
    }
}
