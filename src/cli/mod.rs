//! The command line: one file a subcommand. Only this layer prints.
//!
//! A program with games of its own is one call:
//!
//! ```no_run
//! use hindsight::cli;
//! use hindsight::games::tic_tac_toe::TicTacToe;
//!
//! fn main() -> std::process::ExitCode {
//!     cli::main([cli::game(TicTacToe::new())])
//! }
//! ```

mod arguments;
mod compare;
mod contest;
mod coverage;
mod failure;
mod games;
mod interrupt;
mod output;
mod perft;
mod play;
mod progress;
mod query;
mod registry;
mod said;
mod search;
mod solve;
mod stats;
mod stream;
mod verify;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::{Answer, Failure};
pub use registry::{Listed, game};

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
    Match(contest::Arguments),
}

/// Does what the program's arguments ask for, with these games, and says how it ended: 0 done; 1 asked and answered no;
/// 2 usage or input wrong, or an I/O error; 130 a solve that was stopped by Ctrl-C. Whoever stops reading the output ends
/// the program quietly, with 0.
pub fn main(games: impl IntoIterator<Item = Listed>) -> ExitCode {
    let games: Vec<Listed> = games.into_iter().collect();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help and the version come as errors too.
        Err(shown) if !shown.use_stderr() => {
            return shown.print().map_or_else(|error| report(&error.into()), |()| ExitCode::SUCCESS);
        }
        Err(error) => return report(&Failure::Usage(arguments::message(&error))),
    };
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let answer = dispatch(&games, &arguments.command, &mut out);
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

fn dispatch(games: &[Listed], command: &Command, out: &mut dyn Write) -> Result<Answer, Failure> {
    let listed = |name: &str| registry::find(games, name);
    match command {
        Command::Games(asked) => games::run(games, asked, out),
        Command::Solve(asked) => listed(&asked.game)?.game.solve(asked, out),
        Command::Query(asked) => listed(&asked.game)?.game.query(asked, out),
        Command::Stats(asked) => listed(&asked.game)?.game.stats(asked, out),
        Command::Verify(asked) => {
            let listed = listed(&asked.game)?;
            listed.game.verify(asked, listed.published, out)
        }
        Command::Perft(asked) => listed(&asked.game)?.game.perft(asked, out),
        Command::Search(asked) => listed(&asked.game)?.game.search(asked, out),
        Command::Compare(asked) => listed(&asked.game)?.game.compare(asked, out),
        Command::Match(asked) => listed(&asked.game)?.game.contest(asked, out),
        Command::Play(asked) => listed(&asked.game)?.game.play(asked, out),
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
