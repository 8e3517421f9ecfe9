//! A game with its values, with its types.

use std::sync::Arc;

use super::error::AnswerError;
use super::facts::{facts, values};
use crate::answer::{GameFacts, ValuesFacts};
use crate::catalogue::{CatalogueGame, GameEntry};
use crate::game::position_text;
use crate::query::{Probe, Unsolved};
use crate::search::OtherTables;
use crate::space::{SliceId, slice_named};
use crate::table::Tables;
use crate::values::Lookup;

/// A game of the catalogue with its values.
pub struct Opened<G: CatalogueGame> {
    /// The game with its solver, engines and figures.
    pub entry: Arc<GameEntry<G>>,
    /// Its values: tables, or the memory of a small game; empty if there are none.
    pub tables: Tables,
    /// Tables in the format of another program, for positions that these do not hold.
    pub(super) other: Option<Box<dyn OtherTables<G>>>,
    pub(super) facts: GameFacts,
    pub(super) values: ValuesFacts,
}

impl<G: CatalogueGame> Opened<G> {
    /// A game of no catalogue with these values.
    pub fn new(entry: GameEntry<G>, tables: Tables) -> Arc<Opened<G>> {
        let (facts, values) = (facts(&entry), values(&entry.game, &tables));
        Arc::new(Opened { entry: Arc::new(entry), tables, other: None, facts, values })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.entry.game
    }

    /// The game and its values together.
    pub fn probe(&self) -> Probe<'_, G, Tables> {
        Probe { space: self.game(), tables: &self.tables }
    }

    /// The slice of this name, which is solved.
    pub(super) fn solved(&self, name: &str) -> Result<SliceId, AnswerError> {
        let slice = slice_named(self.game(), name)?;
        match self.tables.holds(slice) {
            true => Ok(slice),
            false => Err(Unsolved::new(self.game(), slice).into()),
        }
    }

    pub(super) fn text(&self, position: &G::Position) -> String {
        position_text(self.game(), position)
    }
}
