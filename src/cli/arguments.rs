//! The arguments that several subcommands share, and how they are read.

use std::path::PathBuf;

use clap::Args;
use clap::error::ErrorKind;

use super::failure::Failure;
use crate::game::Notation;
use crate::space::Space;
use crate::table::{Store, TableError, Tablebase};
use crate::util::threads;

/// The message of an error in the arguments, without the word that says it is one.
pub fn message(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.trim_end();
    match error.kind() {
        // What comes then is the help, which does not say that anything is wrong.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => format!("expected a command, found none\n\n{text}"),
        _ => text.strip_prefix("error: ").unwrap_or(text).to_string(),
    }
}

/// Where the tables are.
#[derive(Debug, Args)]
pub struct Tables {
    /// The directory of the tables; else the variable HINDSIGHT_TABLES, else data/tables
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Tables {
    /// The directory that was asked for.
    pub fn store(&self) -> Store {
        let named = std::env::var_os("HINDSIGHT_TABLES").filter(|directory| !directory.is_empty());
        Store::new(self.tables.clone().or(named.map(PathBuf::from)).unwrap_or_else(|| "data/tables".into()))
    }

    /// The tables of a game, or nothing if there are none or they are to be left aside.
    pub fn solved<G: Space + Notation>(&self, game: &G, leave: bool) -> Result<Option<Tablebase>, TableError> {
        match self.store().open(game) {
            _ if leave => Ok(None),
            Ok(table) => Ok(Some(table)),
            Err(TableError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// How many threads work.
#[derive(Debug, Args)]
pub struct Threads {
    /// Threads that work; else all processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Threads {
    /// The number that was asked for, if any.
    pub fn number(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// Does the work on so many threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, Failure> {
        Ok(threads::Threads::new(self.number())?.install(work))
    }
}

/// The position that the words of a command line make, quoted or not; none make the start.
pub fn position<G: Notation>(game: &G, words: &[String]) -> Result<G::Position, Failure> {
    match words {
        [] => Ok(game.start()),
        words => Ok(game.parse(&words.join(" "))?),
    }
}
