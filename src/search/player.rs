//! Players: the contract for engines that know one game, which the game brings along by name.
//!
//! The searches of [`search`](crate::search) play every game and know none. A player knows its game's bits and nothing of
//! tables: whoever asks for a move tells it what is [`known`](SearchRequest::known).

use std::time::Duration;

use crate::game::Game;
use crate::game::Value;

/// How long a search may take. The first of the limits that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// Plies. Playouts are cut off so far from the root.
    pub depth: Option<u32>,
    /// The time by the clock. A move is given however short it is.
    pub time: Option<Duration>,
}

/// What can be set about an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long it may take when nobody says otherwise.
    pub limit: Limit,
    /// Threads that it may use; those that the game is played with if nothing is said.
    pub threads: Option<usize>,
    /// Bytes of its transposition table, or of its tree.
    pub hash: u64,
    /// Plies from the root at which random games are cut off.
    pub cutoff: u32,
    /// What the dice begin with.
    pub seed: u64,
    /// Whether it may ask solved tables.
    pub tables: bool,
}

impl Settings {
    /// The limit that holds in a game with this one: the engine's own counts first, and as a whole.
    pub fn limit_in(&self, given: Limit) -> Limit {
        if self.limit == Limit::default() { given } else { self.limit }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { limit: Limit::default(), threads: None, hash: 16 << 20, cutoff: 50, seed: 1, tables: true }
    }
}

/// A kind of player, by name.
pub struct PlayerFactory<G: Game> {
    /// The name on the command line, in lower case.
    pub name: &'static str,
    /// Which of the [`Settings`] it heeds, by their names on the command line: `depth`, `time`, `threads`, `hash`, `cutoff`,
    /// `seed` and `tables`. One that does not heed `tables` plays without them.
    pub settings: &'static [&'static str],
    /// A new player of this kind.
    pub begin: fn(&Settings) -> Box<dyn Player<G>>,
}

/// Somebody who plays one game. It may remember, from move to move, what it has found.
pub trait Player<G: Game>: Send {
    /// Looks for the best move of a position that goes on.
    fn think(&mut self, request: &SearchRequest<G>) -> SearchResult<G::Move>;
}

/// Whose turn it is and what he may know.
pub struct SearchRequest<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position on the board.
    pub position: &'a G::Position,
    /// The positions that were on the board before it, the latest last.
    pub before: &'a [G::Position],
    /// The exact value of a position, where solved tables have it.
    pub known: &'a (dyn Fn(&G::Position) -> Option<Value> + Sync),
    /// How long it may take; see [`Settings::limit_in`]. If there is no limit, the player has one of its own.
    pub limit: Limit,
    /// How many threads it may use, one or more.
    pub threads: usize,
}

/// What a player has found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M> {
    /// The move to make.
    pub best: M,
    /// How well the side to move stands, as [`Game::evaluate`] has it but in the player's own unit.
    pub evaluation: i32,
    /// A forced result that was found. The plies are enough for it; fewer may be.
    pub value: Option<Value>,
    /// The depth in plies that was searched to the end.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// Positions that were evaluated.
    pub leaves: u64,
    /// The line of best play, the best move first.
    pub line: Vec<M>,
}
