//! The contract of players: engines that know one game. The catalogue joins them with their game by name.
//!
//! The generic searches play every game by the contract [`Game`] alone. A player knows the rules and the bits of its
//! game. It finds the values of solved tables in [`SearchRequest::exact`].

use super::limit::Limit;
use super::request::SearchRequest;
use super::result::SearchResult;
use crate::game::{Game, PlayRules};

/// The settings of a generic search or a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The limit of the engine, which replaces the limit of the caller.
    pub limit: Limit,
    /// The number of worker threads; `None` leaves it to the caller.
    pub threads: Option<usize>,
    /// The size of the transposition table, or of the tree, in bytes.
    pub hash: u64,
    /// The distance from the root, in plies, at which random games are cut off.
    pub cutoff: u32,
    /// The random seed.
    pub seed: u64,
    /// Whether it may ask solved tables.
    pub tables: bool,
    /// Whether a network evaluates, if the engine has one, and not [`PlayRules::evaluate`].
    pub network: bool,
}

impl Settings {
    /// The limit of a search: its own if it has one, else the caller's.
    pub fn limit_in(&self, caller: Limit) -> Limit {
        self.limit.or(caller)
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limit: Limit::default(),
            threads: None,
            hash: 16 << 20,
            cutoff: 50,
            seed: 1,
            tables: true,
            network: true,
        }
    }
}

/// The chance of the team to move, from 0 to 1, at a position with a score.
pub type ChanceFunction<G> = fn(&G, &<G as Game>::Position, f64) -> Option<f64>;

/// Makes players with one name.
pub struct PlayerFactory<G: PlayRules> {
    /// The name on the command line, in lower case.
    pub name: &'static str,
    /// A description in a few words.
    pub about: &'static str,
    /// The unit of its evaluation, in words; `None` for the unit [`PlayRules::evaluation_unit`].
    pub unit: Option<&'static str>,
    /// The chance of the team to move, from 0 to 1, at a position with this score in that unit; [`PlayRules::chance`]
    /// for the unit of the game. `None` if the scores tell no chance.
    pub chance: ChanceFunction<G>,
    /// The [`Settings`] that the player uses, by their names on the command line: `depth`, `time`, `threads`, `hash`,
    /// `cutoff`, `seed`, `tables` and `weights`. A player that does not use `tables` plays without them.
    pub settings: &'static [&'static str],
    /// Makes a player with an empty memory.
    pub new_player: fn(&Settings) -> Box<dyn Player<G>>,
}

/// An engine that knows one game. It may keep a memory from move to move.
pub trait Player<G: PlayRules>: Send {
    /// Searches for the best move of a position in which the game is not over.
    ///
    /// It [tells](SearchRequest::tell) the result of each iteration, for each line of the request, the best first. It
    /// returns the result of the best line.
    fn search(&mut self, request: &SearchRequest<G>) -> SearchResult<G::Move>;

    /// Forgets the scores of earlier searches, within the time of a move: the next request has other exact values.
    /// OPTIONAL: by default nothing, for a player that keeps no scores.
    fn forget(&mut self) {}

    /// The OPTIONAL parts of a request that it carries out. OPTIONAL: by default none.
    fn abilities(&self) -> Abilities {
        Abilities::default()
    }
}

/// The OPTIONAL parts of a request that an engine carries out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// It chooses among [`SearchRequest::moves`]. Other engines get no choice of moves.
    pub moves: bool,
    /// It searches [`SearchRequest::lines`]. Other engines search one line.
    pub lines: bool,
    /// It keeps every [`Limit`] by itself, by [`SearchRequest::clock`]. Other engines keep the depth, and the hard
    /// limit of time counted from the start of their search. [`Searcher`](super::Searcher) stops them for the other
    /// limits, after the iteration that reaches one, and when the clock was started late.
    pub limits: bool,
}
