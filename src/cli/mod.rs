//! The command line: one file per subcommand. Only this module prints, and only it knows flags and the name of the
//! program.
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

mod advice;
mod arguments;
mod commands;
mod compare;
mod coverage;
mod failure;
mod games;
mod interrupt;
mod line_editor;
mod matches;
mod output;
mod perft;
mod play;
mod play_observer;
mod position_report;
mod program;
mod progress;
mod query;
mod rules;
mod search;
mod selection;
mod solve;
mod stats;
mod stream;
mod verify;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::catalogue;

pub use commands::Games;
use failure::{Failure, Status};

/// Solve games backwards, and look up their positions
#[derive(Debug, Parser)]
#[command(version)]
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

/// The program with the games that `add` adds. It calls itself by the name of its file.
///
/// Exit status: 0 done; 1 a check failed or a line of the input was in error; 2 wrong usage or input, or an I/O error; 130
/// stopped by Ctrl-C. If the reader of the output closes it, the program ends with 0 and without a message.
pub fn main(add: impl FnOnce(&mut Games)) -> ExitCode {
    interrupt::fail_past_file_size_limit();
    let mut games = Games::default();
    add(&mut games);
    run(&games)
}

fn run(games: &Games) -> ExitCode {
    let arguments = match parse() {
        Ok(arguments) => arguments,
        // Help and the version come as errors too.
        Err(shown) if !shown.use_stderr() => {
            return shown.print().map_or_else(|error| report(&error.into()), |()| ExitCode::SUCCESS);
        }
        Err(error) => return report(&Failure::Usage(arguments::message(&error))),
    };
    let mut out = BufWriter::with_capacity(output::BUFFER, io::stdout().lock());
    let answer = dispatch(games, &arguments.command, &mut out);
    let flushed = out.flush().map_err(Failure::from);
    match answer.and_then(|answer| flushed.map(|()| answer)) {
        Ok(Status::Success) => ExitCode::SUCCESS,
        Ok(Status::Negative) => ExitCode::from(1),
        Ok(Status::Stopped) => ExitCode::from(interrupt::INTERRUPTED),
        Err(failure) => report(&failure),
    }
}

/// The arguments of the command line.
fn parse() -> Result<Arguments, clap::Error> {
    let command = Arguments::command().name(program::name()).bin_name(program::name());
    Arguments::from_arg_matches(&command.try_get_matches()?)
}

/// Writes the message of a failure with its remedy, and returns the exit status.
fn report(failure: &Failure) -> ExitCode {
    if failure.is_broken_pipe() {
        return ExitCode::SUCCESS;
    }
    output::note(advice::explain(failure, program::name()));
    ExitCode::from(if failure.is_interrupt() { interrupt::INTERRUPTED } else { 2 })
}

fn dispatch(games: &Games, command: &Command, out: &mut dyn Write) -> Result<Status, Failure> {
    let game = |name: &str| commands::find(games, name);
    match command {
        Command::Games(arguments) => games::run(games.rows(&arguments.store()), out),
        Command::Solve(arguments) => game(&arguments.game)?.solve(arguments, out),
        Command::Query(arguments) => game(&arguments.game)?.query(arguments, out),
        Command::Stats(arguments) => game(&arguments.game)?.stats(arguments, out),
        Command::Verify(arguments) => game(&arguments.game)?.verify(arguments, out),
        Command::Perft(arguments) => game(&arguments.game)?.perft(arguments, out),
        Command::Search(arguments) => game(&arguments.game)?.search(arguments, out),
        Command::Compare(arguments) => game(&arguments.game)?.compare(arguments, out),
        Command::Match(arguments) => game(&arguments.game)?.matches(arguments, out),
        Command::Play(arguments) => game(&arguments.game)?.play(arguments, out),
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
