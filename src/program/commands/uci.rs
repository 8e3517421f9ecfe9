//! `uci`: an engine for programs, over the protocol of chess engines and of other games.

use std::ffi::OsStr;
use std::io::{self, Write};

use clap::Args;

use crate::args::{TablesOption, open_if_there};
use crate::failure::{Failure, Status};
use crate::interrupt;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::play::protocol::{Server, serve};

/// Play as an engine of other programs: UCI for chess, UGI for other games
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The engine with its settings, such as scout-tt:hash=64M (default: the first that knows the game, else scout-tt);
    /// a limit among them overrides the limit of `go`
    engine: Option<String>,
    #[command(flatten)]
    tables: TablesOption,
}

/// Answers the commands on standard input until `quit` or its end. Writes from two threads, and so not through the
/// buffer of the other subcommands.
pub fn run<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    _out: &mut dyn Write,
) -> Result<Status, Failure> {
    let server = Server {
        name: concat!("Hindsight ", env!("CARGO_PKG_VERSION")),
        game: &entry.game,
        players: &entry.players,
        engine: arguments.engine.as_deref().unwrap_or(entry.default_engine()),
        open: &|list: &OsStr, limit: Option<u32>| {
            let tables = open_if_there(&arguments.tables.store_of(list)?, entry)?;
            Ok(tables.map(|tables| tables.up_to(&entry.game, limit)))
        },
        directories: arguments.tables.list(),
        other: entry.other.as_ref(),
    };
    interrupt::exit_on_interrupt(|| ());
    serve(&server, &mut io::stdin().lock(), io::stdout())?;
    Ok(Status::Success)
}
