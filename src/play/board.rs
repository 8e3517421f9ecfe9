//! A game with what it is played with.

use std::io;

use thiserror::Error;

use super::transcript::Tags;
use crate::draw::Style;
use crate::query::{NotHeld, Probe};
use crate::search::{Limit, PlayerFactory, Searcher};
use crate::space::Space;
use crate::values::LookupError;

/// The player of a side.
pub enum Seat<S: Space> {
    /// A person, who types the moves.
    Person,
    /// The tables.
    Table,
    /// A generic search or a player of the game.
    Engine(Searcher<S>),
}

impl<S: Space> Seat<S> {
    /// The name, without settings.
    pub fn name(&self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Table => "table",
            Seat::Engine(engine) => engine.name(),
        }
    }
}

/// A game with what it is played with.
pub struct Board<'a, S: Space, T> {
    /// The rules.
    pub game: &'a S,
    /// The players of the game.
    pub players: &'a [PlayerFactory<S>],
    /// The tables, if there are any.
    pub probe: Option<Probe<'a, S, T>>,
    /// The limit for a move of an engine without a limit of its own.
    pub limit: Limit,
    /// The number of plies without progress that make a draw; see [`Game::is_quiet`](crate::game::Game::is_quiet).
    pub quiet_plies: u32,
    /// The tags of the game where a person saves it.
    pub tags: Tags,
    /// How the board is drawn.
    pub style: Style,
}

/// Why a game was aborted.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The input cannot be read.
    #[error("could not read the moves: {0}")]
    Input(io::Error),
    /// The output cannot be written.
    #[error("could not show the board: {0}")]
    Output(#[from] io::Error),
    /// A table is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] LookupError),
    /// The tables are to move, and do not hold every position that a move leads to.
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
    /// The tables are to play, and there are none.
    #[error("expected tables to play by, found none of {0}")]
    NoTables(&'static str),
}
