//! `annotate`: the games of a file, move by move against the tables.

mod report;
mod summary;

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::args::board::BoardOption;
use crate::args::selection::require_tables;
use crate::args::{Quiet, TablesOption, ThreadsOption};
use crate::failure::{Failure, Status};
use crate::input;
use crate::output::progress::ProgressReport;
use crate::output::{json_line, note};
use hindsight::answer::{JudgedGame, JudgedMove};
use hindsight::draw::{self, Style};
use hindsight::open::{AnyGame, OpenGame, Sources};
use hindsight::play::transcript::TranscriptError;
use hindsight::play::{check_saveable_games, save};
use hindsight::util::run::Run;
use report::{GameReport, SummaryReport};
use summary::{FileTotals, write_summary};

/// Annotate the games of a file with the values of the tables
///
/// Mark a move that throws away half a point `?`, and a move that turns a win into a loss `??`. A comment after each
/// move has its value for the player that makes it, and the moves that would have kept the result; a variation has a
/// better line. A move is judged if the tables hold every position that a legal move leads to. Comments, marks and
/// variations of the file are kept, before the program's own. A summary for each player follows, on standard error
/// unless --output is given. Exit status 1 if a game cannot be read.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// File of games in PDN or PGN; `-` reads them from standard input
    file: PathBuf,
    /// Write the annotated games into this file, and the summary to standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the games alone that throw something away, each with the boards on which it happens
    #[arg(long, conflicts_with = "output")]
    mistakes: bool,
    /// Write JSON: one object per game, then the summary
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    board: BoardOption,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

impl Arguments {
    fn reads_standard_input(&self) -> bool {
        self.file == Path::new("-")
    }

    /// Where the games come from, for messages.
    fn source(&self) -> String {
        match self.reads_standard_input() {
            true => "standard input".to_string(),
            false => self.file.display().to_string(),
        }
    }
}

/// Annotates the games.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let text = read_text(arguments)?;
    if let Some(output) = &arguments.output {
        // A file that cannot be written is found before the work.
        let without_values = game.open(&Sources::nothing(), &())?;
        let checked = check_output(&*without_values, &arguments.file, output);
        checked.map_err(|error| Failure::file("write", output, error))?;
    }
    let store = arguments.tables.store_to_read();
    require_tables(game.facts())?;
    let game = game.open(&Sources { small: false, ..Sources::of(store?) }, &())?;
    let mut whole = Vec::new();
    let totals = match &arguments.output {
        None => annotate(&*game, &text, arguments, out)?,
        Some(_) => annotate(&*game, &text, arguments, &mut whole)?,
    };
    if totals.games + totals.unreadable == 0 {
        return Err(Failure::Usage(format!("expected games in {}, found none", arguments.source())));
    }
    if let Some(output) = &arguments.output {
        save(output, &whole).map_err(|error| Failure::file("write", output, error))?;
    }
    if arguments.json {
        json_line(&SummaryReport::new(game.facts(), &totals), out)?;
    } else if arguments.output.is_some() {
        write_summary(&totals, out)?;
    } else {
        let mut summary = Vec::new();
        write_summary(&totals, &mut summary)?;
        note(format_args!("{}\n{}", arguments.source(), String::from_utf8_lossy(&summary).trim_end()));
    }
    Ok(if totals.unreadable + totals.incomplete == 0 { Status::Success } else { Status::Negative })
}

/// Checks that the annotated games can be written, and replace neither the games that are read nor other contents.
fn check_output(game: &dyn OpenGame, input: &Path, output: &Path) -> io::Result<()> {
    if let (Ok(input), Ok(output)) = (input.canonicalize(), output.canonicalize())
        && input == output
    {
        return Err(io::Error::other("expected another file than the one that is read, found the same"));
    }
    check_saveable_games(game.facts().name, &|text, most| game.reads(text, most), output)
}

/// The text of a file of games, or of standard input.
fn read_text(arguments: &Arguments) -> Result<String, Failure> {
    if !arguments.reads_standard_input() {
        return input::read_text(&arguments.file, "games");
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(Failure::Input)?;
    input::text_of(&bytes, "games", &arguments.source())
}

/// Writes the board on which a move throws something away.
fn write_mistake(game: &dyn OpenGame, mv: &JudgedMove, style: Style, out: &mut dyn Write) -> Result<(), Failure> {
    let JudgedMove { ply, side, position, mv: text, value, best, holding, .. } = mv;
    writeln!(out, "ply {ply}: {side} plays {text}, a {value}; it was a {best} by {}", holding.join(", "))?;
    writeln!(out, "{}", draw::text(&game.diagram(position)?, &[], style))?;
    writeln!(out, "{position}\n")?;
    Ok(())
}

/// Judges and writes the games, in the order of the file.
fn annotate(
    game: &dyn OpenGame,
    text: &str,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<FileTotals, Failure> {
    let facts = game.facts();
    let threads = arguments.threads.pool()?;
    let progress = ProgressReport::in_units("line", "annotating", text.lines().count() as u64, &Quiet::NO);
    let (mut totals, mut failure) = (FileTotals::default(), None);
    let mut write = |judged: Result<JudgedGame, TranscriptError>| -> Result<(), Failure> {
        let judged = match judged {
            Ok(judged) => judged,
            Err(error) => {
                totals.unreadable += 1;
                let source = arguments.source();
                progress.aside(|| note(format_args!("{source}, {error}. The game is passed over")));
                return Ok(());
            }
        };
        totals.add(facts, &judged);
        let mistakes = || judged.moves.iter().filter(|mv| matches!(mv.verdict, "mistake" | "blunder"));
        if arguments.mistakes && mistakes().next().is_none() {
            return Ok(());
        }
        let source = arguments.source();
        progress.aside(|| judged.notes.iter().for_each(|dropped| note(format_args!("{source}, {dropped}"))));
        progress
            .aside(|| judged.lost.iter().for_each(|lost| note(format_args!("{source}, {lost}. It is passed over"))));
        progress.aside(|| match arguments.json {
            true => json_line(&GameReport::new(facts, totals.games, &judged), out),
            false => Ok(writeln!(out, "{}", judged.text)?),
        })?;
        if arguments.mistakes && !arguments.json {
            mistakes().try_for_each(|mv| write_mistake(game, mv, arguments.board.style(), out))?;
        }
        Ok(())
    };
    let mut take = |judged| match write(judged) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    };
    game.annotate(text, &Run { threads: &threads, progress: &progress }, &mut take)?;
    failure.map_or(Ok(totals), Err)
}
