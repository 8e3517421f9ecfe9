//! Endgame tables in the format of another program, which an engine uses beside the tables of this one.

use crate::game::{Game, Value};
use crate::query::ExactValues;
use crate::values::LookupError;

/// Opened tables in another format.
pub trait OtherTables<G: Game>: ExactValues<G> + Send {
    /// The moves of a position that keep its result and bring its end nearer; `None` if the tables do not hold it. No
    /// search asks these tables at the same time. REQUIRED.
    fn best_moves(&self, position: &G::Position) -> Option<Vec<G::Move>>;
}

/// A format of endgame tables that an engine can use, with its options: `NAMEPath`, `NAMEProbeLimit` and
/// `NAME50MoveRule`.
pub struct OtherFormat<G: Game> {
    /// The name with which its options begin.
    pub name: &'static str,
    /// The largest position of the format, in pieces.
    pub largest: u32,
    /// Opens tables. The error says what was expected and found. Tables that are open must be dropped before.
    pub open: fn(&OtherTablesPlace) -> Result<Box<dyn OtherTables<G>>, String>,
}

/// Where tables of another format are, and how they are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherTablesPlace {
    /// The directories, a list.
    pub directories: String,
    /// The largest position that is looked up, in pieces.
    pub limit: u32,
    /// Whether the fifty-move rule makes draws of wins that take too long.
    pub fifty_moves: bool,
}

/// The exact values of tables and, where they hold none, of other tables.
pub struct Joined<'a, G: Game> {
    /// The tables that are asked first.
    pub first: &'a dyn ExactValues<G>,
    /// The tables that are asked where these hold no value.
    pub then: &'a dyn ExactValues<G>,
}

impl<G: Game> ExactValues<G> for Joined<'_, G> {
    fn value(&self, position: &G::Position) -> Result<Option<Value>, LookupError> {
        match self.first.value(position)? {
            Some(value) => Ok(Some(value)),
            None => self.then.value(position),
        }
    }

    fn may_hold(&self, position: &G::Position) -> bool {
        self.first.may_hold(position) || self.then.may_hold(position)
    }
}
