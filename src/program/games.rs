//! The games of a program, each behind one object without its types.

use std::io::Write;
use std::sync::Arc;

use super::args::engines::{self, EngineHelp};
use super::args::sizes::SizeName;
use super::commands::GameCommand;
use super::commands::serve::explorer::{self, Explorer};
use super::commands::serve::served_game::ServedGame;
use super::failure::{Failure, Status};
use hindsight::catalogue::{Catalogue, CatalogueGame, GameEntry};
use hindsight::open;
use hindsight::table::Store;

/// The games that the command line knows.
#[derive(Default)]
pub struct Games {
    typed: Vec<Arc<dyn AnyGame>>,
    /// The same games as the commands without a type of game ask them.
    open: open::Games,
}

impl Games {
    /// The games.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.typed.iter()
    }

    /// The games for commands without a type of game.
    pub(super) fn open(&self) -> &open::Games {
        &self.open
    }

    /// The explorers of the games, with their tables in a store.
    pub(super) fn explorers(&self, store: &Store) -> Vec<Arc<dyn Explorer>> {
        let served = self.open.shared().map(|game| ServedGame::open(Arc::clone(game), store));
        self.all().zip(served).map(|(game, served)| Arc::clone(game).explorer(served)).collect()
    }

    /// The names of the games.
    pub(super) fn names(&self) -> Vec<&'static str> {
        self.open.names()
    }

    /// The sizes by which the games select slices, each name once.
    pub(super) fn sizes(&self) -> Vec<SizeName> {
        let mut sizes: Vec<SizeName> = Vec::new();
        for game in self.open.all().map(open::AnyGame::facts).filter(|game| !game.slices.is_empty()) {
            if sizes.iter().all(|other| other.name != game.size_name) {
                sizes.push(SizeName { name: game.size_name, nests: game.sizes_nest });
            }
        }
        sizes
    }

    /// The game of this name, in upper or lower case.
    ///
    /// # Errors
    /// [`Failure::NoSuchGame`].
    pub(super) fn find(&self, name: &str) -> Result<&Arc<dyn AnyGame>, Failure> {
        let found = self.all().find(|game| game.is_named(name));
        found.ok_or_else(|| Failure::NoSuchGame { names: self.names(), found: name.to_string() })
    }
}

impl Catalogue for Games {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        let entry = Arc::new(entry);
        self.open.add_shared(Arc::clone(&entry));
        self.typed.push(entry);
    }
}

/// A game of any type.
pub(super) trait AnyGame {
    /// The name of the game.
    fn name(&self) -> &'static str;

    /// Whether this is the name of the game, or of the game with its quiet plies limited, in upper or lower case.
    fn is_named(&self, name: &str) -> bool;

    /// The engines that play the game.
    fn engines(&self) -> Vec<EngineHelp>;

    /// Runs a subcommand on the game.
    ///
    /// # Errors
    /// The failure of the subcommand.
    fn run(&self, command: &GameCommand, out: &mut dyn Write) -> Result<Status, Failure>;

    /// The game as `serve` shows it, with its values.
    fn explorer(self: Arc<Self>, served: ServedGame) -> Arc<dyn Explorer>;
}

impl<G: CatalogueGame> AnyGame for GameEntry<G> {
    fn name(&self) -> &'static str {
        self.game.name()
    }

    fn is_named(&self, name: &str) -> bool {
        self.of_name(name).is_some()
    }

    fn engines(&self) -> Vec<EngineHelp> {
        engines::engines(&self.players)
    }

    fn run(&self, command: &GameCommand, out: &mut dyn Write) -> Result<Status, Failure> {
        command.run(self.of_name(command.game()).unwrap_or(self), out)
    }

    fn explorer(self: Arc<Self>, served: ServedGame) -> Arc<dyn Explorer> {
        explorer::explorer(self, served)
    }
}
