//! `annotate`: the games of a file, move by move against the tables.

mod annotated;
mod report;
mod summary;

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::args::{Quiet, TablesOption, ThreadsOption};
use crate::failure::{Failure, Status};
use crate::output::progress::ProgressReport;
use crate::output::{json_line, note};
use annotated::Annotated;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::Notation;
use hindsight::play::transcript::{read_all, write_annotated};
use hindsight::play::{check_saveable_games, save};
use hindsight::query::Probe;
use hindsight::query::annotate::{Judgement, better_line, judge_game};
use hindsight::table::Tables;
use hindsight::util::progress::Progress;
use hindsight::util::threads::try_map;
use hindsight::values::LookupError;
use report::{GameReport, SummaryReport};
use summary::{FileTotals, write_summary};

/// Games that are judged in parallel before they are written.
const BATCH: usize = 256;

/// The plies of a better line.
const VARIATION: usize = 8;

/// Annotate the games of a file with the values of the tables
///
/// Mark a move that throws away half a point `?`, and a move that turns a win into a loss `??`. A comment after each
/// move has its value for the player that makes it, and the moves that would have kept the result; a variation has a
/// better line. A move is judged if the tables hold every position that a legal move leads to. Comments and variations
/// of the file are left out. A summary for each player follows, on standard error unless --output is given. Exit status
/// 1 if a game cannot be read.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// File of games in PDN or PGN; `-` reads them from standard input
    file: PathBuf,
    /// Write the annotated games into this file, and the summary to standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write JSON: one object per game, then the summary
    #[arg(long)]
    json: bool,
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
pub fn run<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let text = read_text(arguments)?;
    if let Some(output) = &arguments.output {
        // A file that cannot be written is found before the work.
        check_output(game, &arguments.file, output).map_err(|error| Failure::file("write", output, error))?;
    }
    let tables = arguments.tables.open_with_embedded(entry, None)?;
    let probe = Probe { space: game, tables: &tables };
    let mut whole = Vec::new();
    let totals = match &arguments.output {
        None => annotate(&probe, &text, arguments, out)?,
        Some(_) => annotate(&probe, &text, arguments, &mut whole)?,
    };
    if totals.games + totals.unreadable == 0 {
        return Err(Failure::Usage(format!("expected games in {}, found none", arguments.source())));
    }
    if let Some(output) = &arguments.output {
        save(output, &whole).map_err(|error| Failure::file("write", output, error))?;
    }
    if arguments.json {
        json_line(&SummaryReport::new(game, &totals), out)?;
    } else if arguments.output.is_some() {
        write_summary(&totals, out)?;
    } else {
        let mut summary = Vec::new();
        write_summary(&totals, &mut summary)?;
        note(format_args!("{}\n{}", arguments.source(), String::from_utf8_lossy(&summary).trim_end()));
    }
    Ok(if totals.unreadable == 0 { Status::Success } else { Status::Negative })
}

/// Checks that the annotated games can be written, and replace neither the games that are read nor other contents.
fn check_output<G: Notation>(game: &G, input: &Path, output: &Path) -> io::Result<()> {
    if let (Ok(input), Ok(output)) = (input.canonicalize(), output.canonicalize())
        && input == output
    {
        return Err(io::Error::other("expected another file than the one that is read, found the same"));
    }
    check_saveable_games(game, output)
}

/// The text of a file of games, or of standard input. Text that is not UTF-8 is read as ISO 8859-1, the encoding of old
/// files.
fn read_text(arguments: &Arguments) -> Result<String, Failure> {
    let (path, mut bytes) = (&arguments.file, Vec::new());
    if arguments.reads_standard_input() {
        io::stdin().lock().read_to_end(&mut bytes).map_err(Failure::Input)?;
    } else {
        bytes = fs::read(path).map_err(|error| Failure::file("read", path, error))?;
    }
    if bytes.contains(&0) {
        let source = arguments.source();
        let message =
            format!("expected games as text in {source}, found zero bytes. If it is UTF-16, save it as UTF-8");
        return Err(Failure::Usage(message));
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect()))
}

/// Judges and writes the games, batch by batch on all threads, in the order of the file.
fn annotate<G: CatalogueGame>(
    probe: &Probe<G, Tables>,
    text: &str,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<FileTotals, Failure> {
    let game = probe.space;
    let threads = arguments.threads.pool()?;
    let mut totals = FileTotals::default();
    let mut games = read_all(game, text);
    let progress = ProgressReport::in_units("line", "annotating", text.lines().count() as u64, &Quiet::NO);
    let mut line = 0;
    loop {
        let read: Vec<_> = games.by_ref().take(BATCH).collect();
        if read.is_empty() {
            return Ok(totals);
        }
        let mut transcripts = Vec::with_capacity(read.len());
        for transcript in read {
            match transcript {
                Ok(transcript) => transcripts.push(transcript),
                Err(error) => {
                    totals.unreadable += 1;
                    note(format_args!("{}, {error}. The game is passed over", arguments.source()));
                }
            }
        }
        let judged = threads.install(|| {
            try_map::<_, LookupError>(transcripts.len(), &|number| {
                let record = &transcripts[number].record;
                let judgements = judge_game(probe, record.before(), record.moves())?;
                let better = |(_, judgement): &(usize, Judgement<G>)| match judgement.holds() {
                    true => Ok(Vec::new()),
                    false => better_line(probe, judgement, VARIATION),
                };
                let better = judgements.iter().map(better).collect::<Result<Vec<_>, LookupError>>()?;
                Ok((judgements, better))
            })
        })?;
        for (transcript, (judgements, better)) in transcripts.into_iter().zip(judged) {
            progress.advance((transcript.line - line) as u64);
            line = transcript.line;
            let annotated = Annotated { transcript, judgements, better };
            totals.add(game, &annotated);
            progress.aside(|| -> Result<(), Failure> {
                if arguments.json {
                    return json_line(&GameReport::new(game, totals.games, &annotated), out);
                }
                let notes = annotated.notes(game);
                Ok(writeln!(out, "{}", write_annotated(game, &annotated.transcript, &notes))?)
            })?;
        }
    }
}
