//! The games of a program.

use std::sync::Arc;

use super::error::OpenError;
use super::typed::Unopened;
use super::{AnyGame, OpenGame, Rule, Sources};
use crate::answer::GameFacts;
use crate::catalogue::{self, Catalogue, CatalogueGame, GameEntry};
use crate::util::progress::Progress;

/// The games of a program, each with its name.
#[derive(Clone, Default)]
pub struct Games(Vec<Arc<dyn AnyGame>>);

impl Games {
    /// The games of this crate.
    pub fn standard() -> Games {
        let mut games = Games::default();
        catalogue::games(&mut games);
        games
    }

    /// The games, in the order in which they were added.
    pub fn all(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.shared().map(|game| &**game)
    }

    /// The games as [`Games::all`] has them, for a caller that keeps them.
    pub fn shared(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.0.iter()
    }

    /// The names of the games.
    pub fn names(&self) -> Vec<&'static str> {
        self.all().map(|game| game.facts().name).collect()
    }

    /// The names of the games that have slices, so that they can have tables, each with its name under the rule of
    /// quiet plies, if it has that rule.
    pub fn names_with_slices(&self) -> Vec<&'static str> {
        let with_slices = self.all().map(AnyGame::facts).filter(|facts| !facts.slices.is_empty());
        with_slices.flat_map(|facts| [Some(facts.name), facts.zeroing]).flatten().collect()
    }

    /// The game of this name, in upper or lower case. The name of the game with its quiet plies limited, such as
    /// `chess-dtz`, names that game.
    ///
    /// # Errors
    /// [`OpenError::NoSuchGame`] if there is none.
    pub fn find(&self, name: &str) -> Result<&dyn AnyGame, OpenError> {
        let named = |game: &&dyn AnyGame| {
            let GameFacts { name: own, aliases, .. } = game.facts();
            [own].into_iter().chain(*aliases).any(|other| other.eq_ignore_ascii_case(name))
        };
        let mut with_zeroing = self.all().flat_map(|game| [Some(game), game.zeroing()]).flatten();
        with_zeroing.find(named).ok_or_else(|| OpenError::NoSuchGame { names: self.names(), found: name.to_string() })
    }

    /// The game of this name, or all games without a name.
    ///
    /// # Errors
    /// As [`Games::find`].
    pub fn named(&self, name: Option<&str>) -> Result<Vec<&dyn AnyGame>, OpenError> {
        match name {
            Some(name) => Ok(vec![self.find(name)?]),
            None => Ok(self.all().collect()),
        }
    }

    /// Opens the game of this name.
    ///
    /// # Errors
    /// As [`Games::find`] and [`AnyGame::open`].
    pub fn open(&self, name: &str, sources: &Sources, progress: &dyn Progress) -> Result<Arc<dyn OpenGame>, OpenError> {
        let game = self.find(name)?;
        let is_zeroing = game.facts().is_zeroing;
        let rule = if is_zeroing && sources.rule == Rule::WithZeroing { Rule::Plain } else { sources.rule };
        game.open(&Sources { rule, ..sources.clone() }, progress)
    }
}

impl Catalogue for Games {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        self.0.push(Arc::new(Unopened::new(Arc::new(entry))));
    }
}
