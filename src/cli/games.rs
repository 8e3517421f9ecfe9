//! The games of a program, each behind one object with the subcommands for its types.

use std::io::Write;
use std::sync::Arc;

use crate::catalogue::{Catalogue, GameEntry};
use crate::cli::args::engines::{self, EngineHelp};
use crate::cli::commands::annotate;
use crate::cli::commands::compare;
use crate::cli::commands::compress;
use crate::cli::commands::diagram;
use crate::cli::commands::find;
use crate::cli::commands::games;
use crate::cli::commands::matches;
use crate::cli::commands::perft;
use crate::cli::commands::play;
use crate::cli::commands::query;
use crate::cli::commands::search;
use crate::cli::commands::serve;
use crate::cli::commands::solve;
use crate::cli::commands::stats;
use crate::cli::commands::tables;
use crate::cli::commands::uci;
use crate::cli::commands::verify;
use crate::cli::failure::{Failure, Status};
use crate::game::Notation;
use crate::space::Symmetry;
use crate::table::{Store, StoredFile};

/// The games that the command line knows.
#[derive(Default)]
pub struct Games(pub(in crate::cli) Vec<Arc<dyn Commands>>);

impl Games {
    /// The names of the games.
    pub(in crate::cli) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|game| game.name())
    }

    /// The game of this name, or all if none is named.
    pub(in crate::cli) fn named(&self, name: Option<&str>) -> Result<Vec<&dyn Commands>, Failure> {
        match name {
            Some(name) => Ok(vec![find(self, name)?]),
            None => Ok(self.0.iter().map(AsRef::as_ref).collect()),
        }
    }
}

impl Catalogue for Games {
    fn add<G: Symmetry + Notation>(&mut self, entry: GameEntry<G>) {
        self.0.push(Arc::new(entry));
    }
}

/// The game of this name.
pub fn find<'a>(games: &'a Games, name: &str) -> Result<&'a dyn Commands, Failure> {
    let found = games.0.iter().find(|game| game.name().eq_ignore_ascii_case(name));
    found
        .map(AsRef::as_ref)
        .ok_or_else(|| Failure::NoSuchGame { names: games.names().collect(), found: name.to_string() })
}

/// The subcommands, for one game.
pub trait Commands {
    fn name(&self) -> &'static str;
    fn engines(&self) -> Vec<EngineHelp>;
    /// The game with the state of its tables; `commands` are those that take a game.
    fn describe(&self, store: &Store, commands: &[String]) -> games::Description;
    /// The rows of those of the files that are tables of the game.
    fn tables(&self, arguments: &tables::Arguments, files: &[StoredFile]) -> Result<Vec<tables::Row>, Failure>;
    /// The game as the explorer shows it, with its values in a store.
    fn explorer(self: Arc<Self>, store: &Store) -> Arc<dyn serve::Explorer>;
    fn solve(&self, arguments: &solve::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn compress(&self, arguments: &compress::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn query(&self, arguments: &query::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn find(&self, arguments: &find::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn annotate(&self, arguments: &annotate::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn stats(&self, arguments: &stats::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn verify(&self, arguments: &verify::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn perft(&self, arguments: &perft::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn search(&self, arguments: &search::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn compare(&self, arguments: &compare::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn play(&self, arguments: &play::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn matches(&self, arguments: &matches::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
    fn uci(&self, arguments: &uci::Arguments) -> Result<Status, Failure>;
    fn diagram(&self, arguments: &diagram::Arguments, out: &mut dyn Write) -> Result<Status, Failure>;
}

impl<G: Symmetry + Notation> Commands for GameEntry<G> {
    fn name(&self) -> &'static str {
        self.game.name()
    }

    fn engines(&self) -> Vec<EngineHelp> {
        engines::engines(&self.players)
    }

    fn describe(&self, store: &Store, commands: &[String]) -> games::Description {
        games::describe(self, store, commands)
    }

    fn tables(&self, arguments: &tables::Arguments, files: &[StoredFile]) -> Result<Vec<tables::Row>, Failure> {
        tables::rows(&self.game, arguments, files)
    }

    fn explorer(self: Arc<Self>, store: &Store) -> Arc<dyn serve::Explorer> {
        let values = serve::open(&self, store);
        serve::explorer(self, values)
    }

    fn solve(&self, arguments: &solve::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        solve::run(self, arguments, out)
    }

    fn compress(&self, arguments: &compress::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        compress::run(self, arguments, out)
    }

    fn query(&self, arguments: &query::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        query::run(self, arguments, out)
    }

    fn find(&self, arguments: &find::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        find::run(&self.game, arguments, out)
    }

    fn annotate(&self, arguments: &annotate::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        annotate::run(self, arguments, out)
    }

    fn stats(&self, arguments: &stats::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        stats::run(&self.game, arguments, out)
    }

    fn verify(&self, arguments: &verify::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        verify::run(self, arguments, out)
    }

    fn perft(&self, arguments: &perft::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        perft::run(&self.game, arguments, out)
    }

    fn search(&self, arguments: &search::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        search::run(self, arguments, out)
    }

    fn compare(&self, arguments: &compare::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        compare::run(&self.game, arguments, out)
    }

    fn play(&self, arguments: &play::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        play::run(self, arguments, out)
    }

    fn matches(&self, arguments: &matches::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        matches::run(self, arguments, out)
    }

    fn uci(&self, arguments: &uci::Arguments) -> Result<Status, Failure> {
        uci::run(self, arguments)
    }

    fn diagram(&self, arguments: &diagram::Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
        diagram::run(&self.game, arguments, out)
    }
}
