//! A game with its tables, engines and limits.

use std::io;

use thiserror::Error;

use super::ending::QUIET_PLIES;
use super::strength::LEVELS;
use super::transcript::Tags;
use crate::draw::Style;
use crate::game::PlayRules;
use crate::query::Probe;
use crate::search::{Limit, PlayerFactory, Searcher};
use crate::space::Space;
use crate::util::threads::processors;
use crate::values::LookupError;

/// The player of a side.
pub enum Seat<S: Space + PlayRules> {
    /// A person, who types the moves.
    Person,
    /// The tables; where they do not hold every position that a move leads to, the engine of [`PlaySetup::fallback`].
    Table,
    /// A generic search or a player of the game.
    Engine(Box<Searcher<S>>),
}

impl<S: Space + PlayRules> Seat<S> {
    /// The name, without settings.
    pub fn name(&self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Table => "table",
            Seat::Engine(engine) => engine.name(),
        }
    }
}

/// A game with its tables, engines and limits. [`PlaySetup::new`] has defaults for all but the game.
pub struct PlaySetup<'a, S: Space + PlayRules, T> {
    /// The rules.
    pub game: &'a S,
    /// The players of the game.
    pub players: &'a [PlayerFactory<S>],
    /// The tables, if there are any.
    pub probe: Option<Probe<'a, S, T>>,
    /// The limit for a move of an engine without a limit of its own.
    pub limit: Limit,
    /// The number of plies without progress that make a draw; see
    /// [`PlayRules::is_quiet`](crate::game::PlayRules::is_quiet).
    pub quiet_plies: u32,
    /// The tags of the game where a person saves it.
    pub tags: Tags,
    /// How the board is drawn.
    pub style: Style,
    /// The level of strength of the opponents, from 1 to [`LEVELS`].
    pub level: usize,
}

impl<'a, S: Space + PlayRules, T> PlaySetup<'a, S, T> {
    /// A game without players of its own, tables or a limit, drawn in plain text.
    pub fn new(game: &'a S) -> PlaySetup<'a, S, T> {
        PlaySetup {
            game,
            players: &[],
            probe: None,
            limit: Limit::default(),
            quiet_plies: QUIET_PLIES,
            tags: Tags::default(),
            style: Style::Plain,
            level: LEVELS,
        }
    }

    /// The name of the engine that plays and gives hints where the tables do not: the first player of the game, or
    /// `scout-tt`.
    pub fn fallback_name(&self) -> &'static str {
        self.players.first().map_or("scout-tt", |factory| factory.name)
    }

    /// The engine of this name, with an empty memory.
    pub fn fallback(&self) -> Searcher<S> {
        match Searcher::read(self.players, self.fallback_name()) {
            Ok(engine) => engine.with_threads(processors()),
            Err(_) => unreachable!("the name is that of a player of the game or of a generic search"),
        }
    }
}

/// Why a game was left before its end, other than by `quit` and the end of the input.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The person has interrupted the input.
    #[error("interrupted")]
    Interrupted,
    /// The input cannot be read.
    #[error("could not read the moves: {0}")]
    Input(io::Error),
    /// The output cannot be written.
    #[error("could not show the board: {0}")]
    Output(#[from] io::Error),
    /// An engine that asked no table reports an error of one.
    #[error(transparent)]
    Table(#[from] LookupError),
}
