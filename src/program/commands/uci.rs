//! `uci`: an engine for programs, over the protocol of chess engines and of other games.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::sync::Arc;

use clap::Args;

use crate::args::TablesOption;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::output::standard::check_open;
use hindsight::open::{AnyGame, OpenError, Sources};
use hindsight::play::OpenPlay;
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
pub fn run(game: &dyn AnyGame, arguments: &Arguments, _out: &mut dyn Write) -> Result<Status, Failure> {
    let open = |list: &OsStr, largest: Option<u32>| -> Result<Arc<dyn OpenPlay>, OpenError> {
        let store = arguments.tables.store_of(list)?;
        Ok(game.open(&Sources { small: false, empty: true, largest, ..Sources::of(store) }, &())?)
    };
    let server = Server {
        name: concat!("Hindsight ", env!("CARGO_PKG_VERSION")),
        game: game.open(&Sources::nothing(), &())?,
        engine: arguments.engine.as_deref().unwrap_or(game.facts().default_engine),
        open: &|list, largest| open(list, largest).map_err(|error| error.to_string()),
        directories: arguments.tables.list(),
    };
    check_open()?;
    interrupt::exit_on_interrupt(|| ());
    serve(&server, &mut io::stdin().lock(), io::stdout())?;
    Ok(Status::Success)
}
