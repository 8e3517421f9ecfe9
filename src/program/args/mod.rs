//! The arguments that several subcommands share.

pub mod board;
pub mod engines;
pub mod message;
pub mod quiet_plies;
pub mod selection;
pub mod sizes;
pub mod values;

use std::ffi::{OsStr, OsString};
use std::fmt::Display;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Command};

use crate::args::selection::Selection;
use crate::failure::Failure;
use crate::output::note;
use hindsight::answer::GameFacts;
use hindsight::cluster::Directories;
use hindsight::open::{Rule, Sources, names_one, usual_directories};
use hindsight::table::{Store, TableError};
use hindsight::util::threads;
use values::whole;

/// The subcommands that take a game, but for `games`; `declared` has the arguments of the program.
pub fn game_commands(declared: &Command) -> Vec<String> {
    let takes_game = |command: &&Command| command.get_arguments().any(|argument| argument.get_id() == "game");
    let names = declared.get_subcommands().filter(takes_game).map(|command| command.get_name().to_string());
    names.filter(|name| name != "games").collect()
}

/// A list of directories that names one.
fn named(list: OsString) -> Result<OsString, &'static str> {
    if names_one(&list) { Ok(list) } else { Err("expected a directory, such as `.` for the working directory") }
}

/// The directories of the tables.
#[derive(Debug, Args)]
pub struct TablesOption {
    /// Directory of the tables, or several with `:` between them, which are searched in order; tables are written into
    /// the first (default: the variable HINDSIGHT_TABLES, else data/tables here or above in a checkout, else
    /// hindsight/tables in the user's data directory)
    #[arg(long, value_name = "DIR[:DIR...]", value_parser = OsStringValueParser::new().try_map(named))]
    tables: Option<OsString>,
}

impl TablesOption {
    /// The list of directories.
    pub fn list(&self) -> OsString {
        self.tables.clone().unwrap_or_else(usual_directories)
    }

    /// The store for tables that are written.
    pub fn store(&self) -> Store {
        Store::of_list(self.list())
    }

    /// The store for tables that are read.
    ///
    /// # Errors
    /// If the command line names a directory that is not there.
    pub fn store_to_read(&self) -> Result<Store, TableError> {
        self.store_of(&self.list())
    }

    /// The store for tables that are read from a list of directories.
    ///
    /// # Errors
    /// If a directory is not there that the command line or the list names. The usual ones need not be there.
    pub fn store_of(&self, list: &OsStr) -> Result<Store, TableError> {
        let store = Store::of_list(list);
        if self.tables.is_some() || *list != self.list() {
            store.check_directories()?;
        }
        Ok(store)
    }

    /// The store of a rank of a team. Each rank has a directory of its own if the name has `%r`.
    pub fn store_of_rank(&self, rank: usize) -> (Store, Directories) {
        match self.list().to_str().filter(|list| list.contains("%r")) {
            Some(list) => (Store::of_list(list.replace("%r", &rank.to_string())), Directories::Own),
            None => (self.store(), Directories::Shared),
        }
    }

    /// The sources for a question about these slices, or about all tables that the user has made.
    ///
    /// # Errors
    /// As [`TablesOption::store_to_read`].
    pub fn selected(&self, selection: &Selection) -> Result<Sources, TableError> {
        let (named, rule) = (selection.names(), Rule::Plain);
        Ok(Sources { named, rule, ..Sources::of(self.store_to_read()?) })
    }

    /// The sources of a game in play: its tables on the disk and in the program, if there are any; none if `no_tables`
    /// is set.
    ///
    /// # Errors
    /// As [`TablesOption::store_to_read`].
    pub fn played(&self, no_tables: bool) -> Result<Sources, TableError> {
        match no_tables {
            true => Ok(Sources::nothing()),
            false => Ok(Sources { small: false, empty: true, ..Sources::of(self.store_to_read()?) }),
        }
    }
}

/// Tables of another program.
#[derive(Debug, Args)]
pub struct OtherTablesOption {
    /// Directory with tables of Syzygy, or several as in a search path: in chess they answer where the tables of this
    /// program hold no position, with results and the plies to the next capture or move of a pawn, to seven men
    #[arg(long, value_name = "DIRS")]
    pub syzygy: Option<String>,
}

/// The number of worker threads.
#[derive(Debug, Args)]
pub struct ThreadsOption {
    /// Worker threads (default: all processors)
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=256))]
    threads: Option<u16>,
}

impl ThreadsOption {
    /// The number of worker threads; `None` for all processors.
    pub fn number(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// A pool of these threads.
    pub fn pool(&self) -> Result<threads::Threads, Failure> {
        Ok(threads::Threads::new(self.number())?)
    }

    /// Does the work on these threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, Failure> {
        Ok(self.pool()?.install(work))
    }
}

/// The option that silences progress and notes.
#[derive(Debug, Args)]
pub struct Quiet {
    /// Show no progress and no notes, only results and errors
    #[arg(long)]
    pub quiet: bool,
}

impl Quiet {
    /// Progress and notes are shown: for commands without the option.
    pub const NO: Quiet = Quiet { quiet: false };

    /// Writes a note on standard error, unless the command is to be quiet.
    pub fn note(&self, text: impl Display) {
        if !self.quiet {
            note(text);
        }
    }
}

/// The text of the position in words of the command line, quoted or not; without words, of the starting position.
pub fn position_words(game: &GameFacts, words: &[String]) -> String {
    match words {
        [] => game.start.clone(),
        words => words.join(" "),
    }
}
