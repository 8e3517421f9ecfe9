//! Endgame tables in the format of another program, which are used beside the tables of this one.

use crate::game::{Game, Value};
use crate::query::{ExactValues, UnderRule};
use crate::values::LookupError;

/// Opened tables in another format.
pub trait OtherTables<G: Game>: ExactValues<G> + Send + Sync {
    /// The moves of a position that keep its result and bring its end nearer; `None` if the tables do not hold it.
    /// REQUIRED.
    fn best_moves(&self, position: &G::Position) -> Option<Vec<G::Move>>;

    /// The results of a position that is not over and of its moves, under the rule of quiet plies with the clock of the
    /// position; `None` if the tables do not hold them all. REQUIRED.
    fn under_rule(&self, position: &G::Position) -> Option<OtherResults<G::Move>>;
}

/// The results of a position and of its moves under the rule of quiet plies, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherResults<M> {
    /// The result of the position.
    pub rule: UnderRule,
    /// The result of each legal move. Its plies are counted from before the move.
    pub moves: Vec<(M, UnderRule)>,
}

/// A format of endgame tables of another program. For an engine it has options: `NAMEPath`, `NAMEProbeLimit` and
/// `NAME50MoveRule`.
pub struct OtherFormat<G: Game> {
    /// The name with which its options begin.
    pub name: &'static str,
    /// The largest position of the format, in pieces.
    pub largest: u32,
    /// Opens tables. The error says what was expected and found. Tables of the same directories are shared; tables of
    /// other directories that are open must be dropped before.
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

    fn quick_value(&self, position: &G::Position) -> Result<Option<Value>, LookupError> {
        match self.first.quick_value(position)? {
            Some(value) => Ok(Some(value)),
            None => self.then.quick_value(position),
        }
    }

    fn may_hold(&self, position: &G::Position) -> bool {
        self.first.may_hold(position) || self.then.may_hold(position)
    }
}
