//! Who plays a game, and with what limits.

use std::io;
use std::sync::Arc;

use thiserror::Error;

use super::ending::QUIET_PLIES;
use super::objects::{OpenEngine, OpenPlay};
use super::strength::LEVELS;
use super::transcript::Tags;
use crate::draw::Style;
use crate::search::Limit;
use crate::util::threads::processors;
use crate::values::LookupError;

/// The player of a side.
pub enum Seat {
    /// A person, who types the moves.
    Person,
    /// The tables; where they do not hold every position that a move leads to, the engine of [`PlaySetup::fallback`].
    Table,
    /// A generic search or a player of the game.
    Engine(Box<dyn OpenEngine>),
}

impl Seat {
    /// The name, without settings.
    pub fn name(&self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Table => "table",
            Seat::Engine(engine) => engine.name(),
        }
    }
}

/// The engines and the limits of a game. [`PlaySetup::new`] has defaults for all but the game.
pub struct PlaySetup {
    /// The game, which makes engines.
    pub game: Arc<dyn OpenPlay>,
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

impl PlaySetup {
    /// A game without a limit, drawn in plain text.
    pub fn new(game: Arc<dyn OpenPlay>) -> PlaySetup {
        PlaySetup {
            game,
            limit: Limit::default(),
            quiet_plies: QUIET_PLIES,
            tags: Tags::default(),
            style: Style::Plain,
            level: LEVELS,
        }
    }

    /// The engine of this name that plays and gives hints where the tables do not, with an empty memory.
    pub fn fallback(&self, name: &str) -> Box<dyn OpenEngine> {
        let engine = Arc::clone(&self.game).engine(name, 0);
        let mut engine = engine.expect("the name is that of a player of the game or of a generic search");
        engine.set_threads(processors());
        engine
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
