//! The command line: one file a subcommand. Only this layer prints.
//!
//! A program with games of its own is one call:
//!
//! ```no_run
//! use hindsight::catalogue::{Catalogue, Entry};
//! use hindsight::cli;
//! use hindsight::games::tic_tac_toe::TicTacToe;
//!
//! fn main() -> std::process::ExitCode {
//!     cli::main(|games| games.add(Entry::new(TicTacToe::new())))
//! }
//! ```

mod answer;
mod arguments;
mod commands;
mod compare;
mod coverage;
mod failure;
mod games;
mod interrupt;
mod matches;
mod output;
mod perft;
mod play;
mod progress;
mod query;
mod search;
mod solve;
mod stats;
mod stream;
mod verify;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::catalogue;

pub use commands::Games;
use failure::{Answer, Failure};

/// Bytes of output that are written at a time.
const BUFFER: usize = 1 << 16;

/// Solves games backwards, and answers from the tables.
#[derive(Debug, Parser)]
#[command(name = "hindsight", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Games(games::Arguments),
    Solve(solve::Arguments),
    Query(query::Arguments),
    Stats(stats::Arguments),
    Verify(verify::Arguments),
    Perft(perft::Arguments),
    Search(search::Arguments),
    Compare(compare::Arguments),
    Play(play::Arguments),
    Match(matches::Arguments),
}

/// The program with the games of this crate.
pub fn standard() -> ExitCode {
    main(catalogue::games)
}

/// The program with the games that `add` adds: does what the arguments ask for. Exit status: 0 done; 1 asked and answered
/// no; 2 usage or input wrong, or an I/O error; 130 stopped by Ctrl-C. If the reader of the output closes it, the program
/// ends quietly with 0.
pub fn main(add: impl FnOnce(&mut Games)) -> ExitCode {
    let mut games = Games::default();
    add(&mut games);
    run(&games)
}

fn run(games: &Games) -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help and the version come as errors too.
        Err(shown) if !shown.use_stderr() => {
            return shown.print().map_or_else(|error| report(&error.into()), |()| ExitCode::SUCCESS);
        }
        Err(error) => return report(&Failure::Usage(arguments::message(&error))),
    };
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let answer = dispatch(games, &arguments.command, &mut out);
    let flushed = out.flush().map_err(Failure::from);
    match answer.and_then(|answer| flushed.map(|()| answer)) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(failure) => report(&failure),
    }
}

/// Says what went wrong, and gives the exit status.
fn report(failure: &Failure) -> ExitCode {
    if failure.is_broken_pipe() {
        return ExitCode::SUCCESS;
    }
    output::note(failure);
    ExitCode::from(if failure.is_interrupt() { interrupt::INTERRUPTED } else { 2 })
}

fn dispatch(games: &Games, command: &Command, out: &mut dyn Write) -> Result<Answer, Failure> {
    let game = |name: &str| commands::find(games, name);
    match command {
        Command::Games(asked) => games::run(games, asked, out),
        Command::Solve(asked) => game(&asked.game)?.solve(asked, out),
        Command::Query(asked) => game(&asked.game)?.query(asked, out),
        Command::Stats(asked) => game(&asked.game)?.stats(asked, out),
        Command::Verify(asked) => game(&asked.game)?.verify(asked, out),
        Command::Perft(asked) => game(&asked.game)?.perft(asked, out),
        Command::Search(asked) => game(&asked.game)?.search(asked, out),
        Command::Compare(asked) => game(&asked.game)?.compare(asked, out),
        Command::Match(asked) => game(&asked.game)?.matches(asked, out),
        Command::Play(asked) => game(&asked.game)?.play(asked, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_declared_without_contradiction() {
        Arguments::command().debug_assert();
    }
}
