//! The command line: a file or a folder for each subcommand, in `commands`. Only this module prints, and only it knows
//! flags and the name of the program.
//!
//! A program with games of its own is one call:
//!
//! ```no_run
//! use hindsight::catalogue::{Catalogue, GameEntry};
//! use hindsight::games::tic_tac_toe::TicTacToe;
//!
//! fn main() -> std::process::ExitCode {
//!     hindsight_program::main(|games| games.add(GameEntry::new(TicTacToe::new())))
//! }
//! ```

#![warn(missing_docs)]
#![deny(unsafe_code)]

mod advice;
mod args;
mod commands;
mod failure;
mod input;
#[allow(unsafe_code, reason = "signals and limits are calls of the system")]
mod interrupt;
mod opening;
mod output;
mod program;
mod suggest;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use serde::Serialize;

use args::engines;
use args::sizes::{sizes, with_sizes};
use commands::GameCommand;
use failure::{Failure, Status};
use hindsight::answer::GameFacts;
use hindsight::open::AnyGame;
use hindsight::util::cpu::{CpuError, CpuLevel};
use output::standard::{StandardOutput, check_open};

pub use commands::serve::LocalExplorer;
pub use hindsight::open::Games;
pub use output::json;

/// Solve games backwards, and look up their positions
#[derive(Debug, Parser)]
#[command(version = env!("HINDSIGHT_VERSION"), disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: ProgramCommand,
}

/// Declares the enum of all subcommands from pairs of a name and a module: those before the subcommands for one game,
/// and those after them.
macro_rules! program_commands {
    ([$($first:ident($first_module:ident)),*], [$($last:ident($last_module:ident)),*]) => {
        /// A subcommand with its arguments.
        #[derive(Debug, Subcommand)]
        enum ProgramCommand {
            $($first(commands::$first_module::Arguments),)*
            #[command(flatten)]
            Game(GameCommand),
            $($last(commands::$last_module::Arguments),)*
        }

        impl ProgramCommand {
            /// Runs the subcommand. `declared` has the arguments that the program takes.
            fn run(&self, games: &Games, declared: clap::Command, out: &mut dyn Write) -> Result<Status, Failure> {
                match self {
                    $(ProgramCommand::$first(arguments) => commands::$first_module::run(games, declared, arguments, out),)*
                    ProgramCommand::Game(command) => command.run(games.find(command.game())?, out),
                    $(ProgramCommand::$last(arguments) => commands::$last_module::run(games, declared, arguments, out),)*
                }
            }
        }
    };
}

program_commands!(
    [Games(games)],
    [Serve(serve), Tables(tables), Completions(completions), Man(man), Licences(licences), Help(help)]
);

/// The explorer, without a server, of the games that `add` adds, with the tables of a directory.
///
/// # Errors
/// If the system starts no thread for it.
pub fn local_explorer(add: impl FnOnce(&mut Games), tables: &Path) -> io::Result<LocalExplorer> {
    let mut games = Games::default();
    add(&mut games);
    LocalExplorer::new(&games, &declared(&games), tables)
}

/// The program with the games of this crate, which are compiled in the library alone.
pub fn standard() -> ExitCode {
    start();
    run(&Games::standard(), None)
}

/// The program with the games that `add` adds. It calls itself by the name of its file. With one game, no command needs
/// its name.
///
/// Exit status: 0 done; 1 a check failed or a line of the input was in error; 2 wrong usage or input, or an I/O error;
/// 130 stopped by Ctrl-C. If the reader of the output closes it, the program ends with 0 and without a message.
pub fn main(add: impl FnOnce(&mut Games)) -> ExitCode {
    custom(add, None)
}

/// [`main`] of a program with a version of its own, such as `env!("CARGO_PKG_VERSION")`.
pub fn versioned(version: &'static str, add: impl FnOnce(&mut Games)) -> ExitCode {
    custom(add, Some(version))
}

fn custom(add: impl FnOnce(&mut Games), version: Option<&'static str>) -> ExitCode {
    start();
    let mut games = Games::default();
    add(&mut games);
    run(&games, version)
}

/// Sets the signals before anything else.
fn start() {
    interrupt::fail_past_file_size_limit();
    interrupt::heed_sigpipe();
}

/// The words of the command line. A program with one game puts its name behind a command that takes a game.
fn words(games: &Games) -> Vec<OsString> {
    let mut words: Vec<OsString> = env::args_os().collect();
    let (Some(game), None) = (games.all().next(), games.all().nth(1)) else { return words };
    let takes_game = words
        .get(1)
        .is_some_and(|command| args::game_commands(&declared(games)).iter().any(|name| command == name.as_str()));
    let is_named = words.iter().skip(2).any(|word| game_facts(games, &word.to_string_lossy()).is_some());
    if takes_game && !is_named {
        words.insert(2, game.facts().name.into());
    }
    words
}

fn run(games: &Games, own_version: Option<&'static str>) -> ExitCode {
    let chosen = choose_cpu();
    let mut command = declared(games).long_version(version());
    if let Some(own) = own_version {
        let long = format!("{own}\nhindsight {}", version());
        command = command.version(own).long_version(&*long.leak());
    }
    let matches = match with_engines(games, command).try_get_matches_from(words(games)) {
        Ok(matches) => matches,
        // The parser returns help and the version as errors.
        Err(shown) if !shown.use_stderr() => {
            let report = FailureReporter { game: None, json: false };
            let printed = check_open().and_then(|()| Ok(shown.print()?));
            return printed.map_or_else(|failure| report.failure(&failure), |()| ExitCode::SUCCESS);
        }
        Err(error) => return FailureReporter::of_usage(games).failure(&wrong_arguments(games, &error)),
    };
    let report = FailureReporter::new(games, &matches, json_is_asked());
    if let Err(error) = chosen {
        return report.failure(&error.into());
    }
    let arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => return report.failure(&wrong_arguments(games, &error)),
    };
    interrupt::say_when_stopped(move || {
        report.failure(&Failure::Stopped);
    });
    let mut out = BufWriter::with_capacity(output::BUFFER, StandardOutput::default());
    let answer = arguments.command.run(games, declared(games), &mut out);
    let flushed = out.flush().map_err(Failure::from).and_then(|()| out.get_ref().check());
    drop(out);
    match answer.and_then(|answer| flushed.map(|()| answer)) {
        Ok(Status::Success) => ExitCode::SUCCESS,
        Ok(Status::Negative) => ExitCode::from(1),
        Ok(Status::Stopped) => ExitCode::from(interrupt::INTERRUPTED),
        Err(failure) => report.failure(&failure),
    }
}

/// Chooses the level of the processor that `HINDSIGHT_CPU` names. Without it the highest one is used.
fn choose_cpu() -> Result<(), CpuError> {
    match env::var_os("HINDSIGHT_CPU") {
        Some(name) if !name.is_empty() => CpuLevel::named(&name.to_string_lossy())?.choose(),
        _ => Ok(()),
    }
}

/// The version, and the level of the processor that is used.
fn version() -> &'static str {
    macro_rules! with_level {
        ($level:literal) => {
            concat!(env!("HINDSIGHT_VERSION"), "\nprocessor: ", $level)
        };
    }
    match CpuLevel::in_use() {
        CpuLevel::Baseline => with_level!("baseline"),
        CpuLevel::V3 => with_level!("v3"),
        CpuLevel::V4 => with_level!("v4"),
    }
}

/// The arguments that a program with these games takes.
fn declared(games: &Games) -> clap::Command {
    let command = Arguments::command().name(program::name()).bin_name(program::name()).max_term_width(output::COLUMNS);
    let command = with_sizes(command, &sizes(games)).after_help(commands::help::topics());
    // A negative number is a wrong value of its option, not an unknown option.
    command.mut_subcommands(|command| {
        command.mut_args(|argument| match argument.get_action().takes_values() && !argument.is_positional() {
            true => argument.allow_negative_numbers(true),
            false => argument,
        })
    })
}

/// The failure for arguments that the parser refuses.
fn wrong_arguments(games: &Games, error: &clap::Error) -> Failure {
    let (declared, mut words) = (declared(games), env::args_os().skip(1));
    let command = words.find_map(|word| declared.find_subcommand(word).map(|command| command.get_name().to_string()));
    let called = std::iter::once(program::name().to_string()).chain(command).collect::<Vec<_>>().join(" ");
    Failure::Usage(args::message::message(error, &called))
}

/// The game of this name. The name of the game with its quiet plies limited names the game itself.
fn game_facts<'a>(games: &'a Games, name: &str) -> Option<&'a GameFacts> {
    let is_named = |game: &&GameFacts| {
        let names = [Some(game.name), game.zeroing].into_iter().flatten();
        names.chain(game.aliases.iter().copied()).any(|other| other.eq_ignore_ascii_case(name))
    };
    games.all().map(AnyGame::facts).find(is_named)
}

/// The arguments with a help that lists the engines of the game that the command line names.
fn with_engines(games: &Games, command: clap::Command) -> clap::Command {
    let game = words(games).iter().skip(1).find_map(|word| game_facts(games, &word.to_string_lossy()));
    engines::describe(command, game)
}

/// Whether the raw arguments have `--json`. They may be too wrong for the parser.
fn json_is_asked() -> bool {
    env::args_os().skip(1).take_while(|argument| argument != "--").any(|argument| argument == "--json")
}

/// Reports a failure.
#[derive(Clone, Copy)]
struct FailureReporter {
    /// The game of the command, if it is known.
    game: Option<&'static str>,
    json: bool,
}

/// The failure of a command with `--json`: an object on standard output, besides the message.
#[derive(Serialize)]
struct FailureReport {
    game: Option<&'static str>,
    error: String,
    status: u8,
}

impl FailureReporter {
    /// The reporter of a command.
    fn new(games: &Games, matches: &ArgMatches, json: bool) -> FailureReporter {
        let named = matches.subcommand().and_then(|(_, matches)| matches.try_get_one::<String>("game").ok().flatten());
        let game = named.and_then(|name| game_facts(games, name)).map(|game| game.name);
        FailureReporter { game, json }
    }

    /// The reporter of wrong arguments. The game is read from the arguments that are right.
    fn of_usage(games: &Games) -> FailureReporter {
        let json = json_is_asked();
        match declared(games).ignore_errors(true).try_get_matches_from(words(games)) {
            Ok(matches) if json => FailureReporter::new(games, &matches, json),
            _ => FailureReporter { game: None, json },
        }
    }

    /// Writes the message of a failure with its remedy, and returns the exit status.
    fn failure(&self, failure: &Failure) -> ExitCode {
        if failure.is_broken_pipe() || (failure.is_interrupt() && interrupt::has_no_reader()) {
            return ExitCode::SUCCESS;
        }
        let error = advice::explain(failure, program::invocation());
        let status = if failure.is_interrupt() { interrupt::INTERRUPTED } else { 2 };
        output::note(&error);
        if self.json {
            // Without the object, the message and the exit status report the failure.
            let _ = output::json_line(&FailureReport { game: self.game, error, status }, &mut io::stdout());
        }
        ExitCode::from(status)
    }
}
