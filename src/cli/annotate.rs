//! `annotate`: the games of a file, move by move against the tables.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::arguments::{Tables, Threads};
use super::failure::{Failure, Status};
use super::json::json_line;
use super::output::{Align, TextTable, note};
use crate::game::Notation;
use crate::play::transcript::{MoveNote, Transcript, read_all, write_annotated};
use crate::query::Probe;
use crate::query::annotate::{Judgement, Summary, Verdict, judge_game};
use crate::space::Space;
use crate::table::Tablebase;
use crate::util::threads::try_map;
use crate::util::units::{count, thousands};
use crate::values::LookupError;

/// Games that are judged side by side, before any of them is written.
const BATCH: usize = 256;

/// Players that the summary lists.
const PLAYERS: usize = 20;

/// Annotate the games of a file with the values of the tables
///
/// A move that throws away half a point is marked `?`, one that turns a win into a loss `??`. Comments have the value of each
/// move for the player that makes it, and the moves that would have kept the result. Only the moves of positions are judged
/// whose moves all lead into the tables. A summary for each player follows. Exit status 1 if a game cannot be read.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// File of games in PDN or PGN
    file: PathBuf,
    /// Write the annotated games into this file, and the summary to standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write JSON: one object per game, then the summary
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    threads: Threads,
}

/// A game with the judgements on its moves, each with its ply.
struct Annotated<S: Space> {
    transcript: Transcript<S::Position, S::Move>,
    judgements: Vec<(usize, Judgement<S>)>,
}

impl<G: Space + Notation> Annotated<G> {
    /// What is written beside the moves, each with its ply.
    fn notes(&self, game: &G) -> Vec<(usize, MoveNote)> {
        let before = self.transcript.record.before();
        let note = |(ply, judgement): &(usize, Judgement<G>)| (*ply, move_note(game, &before[*ply], judgement));
        self.judgements.iter().map(note).collect()
    }
}

/// What the summary is made of.
#[derive(Default)]
struct Totals {
    games: u64,
    unreadable: u64,
    /// Games with a move that was judged.
    judged: u64,
    players: BTreeMap<String, Summary>,
}

/// Annotates the games.
pub fn run<G: Space + Notation>(game: &G, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let path = &arguments.file;
    let bytes = fs::read(path).map_err(|error| Failure::file("read", path, error))?;
    // Old files have names in other encodings than UTF-8; moves are ASCII in all of them.
    let text = String::from_utf8_lossy(&bytes);
    let tables = arguments.tables.store().open(game)?;
    let probe = Probe { space: game, tables: &tables };
    let totals = match &arguments.output {
        None => annotate(&probe, &text, arguments, out)?,
        Some(path) => write_whole(path, |file| annotate(&probe, &text, arguments, file))?,
    };
    if totals.games + totals.unreadable == 0 {
        return Err(Failure::Usage(format!("expected games in {}, found none", path.display())));
    }
    if arguments.json {
        json_line(&SummaryReport::new(game, &totals), out)?;
    } else if arguments.output.is_some() {
        write_summary(&totals, out)?;
    } else {
        let mut summary = Vec::new();
        write_summary(&totals, &mut summary)?;
        note(format_args!("{}\n{}", path.display(), String::from_utf8_lossy(&summary).trim_end()));
    }
    Ok(if totals.unreadable == 0 { Status::Success } else { Status::Negative })
}

/// Writes a file that is either whole or as it was before.
fn write_whole<T>(path: &PathBuf, write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>) -> Result<T, Failure> {
    let failure = |error| Failure::file("write", path, error);
    let mut partial = path.clone().into_os_string();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let mut file = BufWriter::new(File::create(&partial).map_err(failure)?);
    let written = write(&mut file).and_then(|written| {
        let file = file.into_inner().map_err(|error| failure(error.into_error()))?;
        file.sync_all().and_then(|()| fs::rename(&partial, path)).map_err(failure)?;
        Ok(written)
    });
    if written.is_err() {
        let _ = fs::remove_file(&partial);
    }
    written
}

/// Judges and writes the games, batch by batch on all threads, in the order of the file.
fn annotate<G: Space + Notation>(
    probe: &Probe<G, Tablebase>,
    text: &str,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Totals, Failure> {
    let game = probe.space;
    let mut totals = Totals::default();
    let mut games = read_all(game, text);
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
                    note(format_args!("{}, {error}. The game is passed over", arguments.file.display()));
                }
            }
        }
        let judged = arguments.threads.install(|| {
            try_map(transcripts.len(), &|number| {
                let record = &transcripts[number].record;
                judge_game(probe, record.before(), record.moves())
            })
        })?;
        let judged: Vec<_> = judged.map_err(|error: LookupError| Failure::from(error))?;
        for (transcript, judgements) in transcripts.into_iter().zip(judged) {
            let annotated = Annotated { transcript, judgements };
            totals.add(game, &annotated);
            if arguments.json {
                json_line(&GameReport::new(game, totals.games, &annotated), out)?;
            } else {
                let notes = annotated.notes(game);
                writeln!(out, "{}", write_annotated(game, &annotated.transcript, &notes))?;
            }
        }
    }
}

impl Totals {
    /// Adds a game.
    fn add<G: Space + Notation>(&mut self, game: &G, annotated: &Annotated<G>) {
        self.games += 1;
        self.judged += u64::from(!annotated.judgements.is_empty());
        let before = annotated.transcript.record.before();
        for (side, name) in game.sides().iter().enumerate() {
            let own = annotated.judgements.iter().filter(|(ply, _)| game.side_to_move(&before[*ply]) == side);
            let summary = Summary::of(own.map(|(_, judgement)| judgement));
            let player = annotated.transcript.tag(name).filter(|player| !matches!(*player, "" | "?"));
            self.players.entry(player.unwrap_or(name).to_string()).or_default().add(&summary);
        }
    }

    /// The players of whom a move was judged, those with most moves first.
    fn players(&self) -> Vec<(&str, &Summary)> {
        let players = self.players.iter().filter(|(_, summary)| summary.moves > 0);
        let mut players: Vec<(&str, &Summary)> = players.map(|(name, summary)| (name.as_str(), summary)).collect();
        players.sort_by_key(|(_, summary)| std::cmp::Reverse(summary.moves));
        players
    }

    /// All players together.
    fn all(&self) -> Summary {
        let mut sum = Summary::default();
        self.players.values().for_each(|summary| sum.add(summary));
        sum
    }
}

/// Moves that a comment lists.
const LISTED: usize = 5;

/// The mark and the comment of a move from a position.
fn move_note<G: Space + Notation>(game: &G, position: &G::Position, judgement: &Judgement<G>) -> MoveNote {
    let Judgement { value, best, .. } = judgement;
    let holding = || {
        let names = judgement.holding().iter().take(LISTED).map(|rated| game.move_text(position, rated.mv));
        let others = judgement.holding().len().saturating_sub(LISTED);
        let others = (others > 0).then(|| format!("{others} more"));
        names.chain(others).collect::<Vec<_>>().join(", ")
    };
    let (mark, comment) = match judgement.verdict {
        Verdict::Best if judgement.is_only_move() => ("", format!("{value}, by the only move")),
        Verdict::Best => ("", value.to_string()),
        Verdict::Slower(_) => ("", format!("{value}, the best: {best}")),
        Verdict::Mistake => ("?", format!("{value}, it was a {best} by {}", holding())),
        Verdict::Blunder => ("??", format!("{value}, it was a {best} by {}", holding())),
    };
    MoveNote { mark, comment }
}

/// A game: an object of `--json`.
#[derive(Serialize)]
struct GameReport<'a> {
    game: &'static str,
    /// The number of the game in the file, counted from 1.
    number: u64,
    line: usize,
    tags: BTreeMap<&'a str, &'a str>,
    result: Option<&'static str>,
    plies: usize,
    moves: Vec<MoveReport>,
}

/// A move that was judged. Values are those of the player that makes it.
#[derive(Serialize)]
struct MoveReport {
    /// The ply in the game, counted from 1.
    ply: usize,
    side: &'static str,
    position: String,
    #[serde(rename = "move")]
    name: String,
    value: &'static str,
    plies: Option<u32>,
    best: &'static str,
    best_plies: Option<u32>,
    verdict: &'static str,
    legal_moves: usize,
    holding: Vec<String>,
}

impl<'a> GameReport<'a> {
    fn new<G: Space + Notation>(game: &G, number: u64, annotated: &'a Annotated<G>) -> GameReport<'a> {
        let Annotated { transcript, judgements } = annotated;
        let record = &transcript.record;
        let moves = judgements.iter().map(|(ply, judgement)| {
            let position = &record.before()[*ply];
            let text = |mv| game.move_text(position, mv);
            MoveReport {
                ply: ply + 1,
                side: game.sides()[game.side_to_move(position)],
                position: game.text(position),
                name: text(record.moves()[*ply]),
                value: judgement.value.word(),
                plies: judgement.value.plies(),
                best: judgement.best.word(),
                best_plies: judgement.best.plies(),
                verdict: match judgement.verdict {
                    Verdict::Best => "best",
                    Verdict::Slower(_) => "slower",
                    Verdict::Mistake => "mistake",
                    Verdict::Blunder => "blunder",
                },
                legal_moves: judgement.moves.len(),
                holding: judgement.holding().iter().map(|rated| text(rated.mv)).collect(),
            }
        });
        GameReport {
            game: game.name(),
            number,
            line: transcript.line,
            tags: transcript.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
            result: transcript.result,
            plies: record.plies(),
            moves: moves.collect(),
        }
    }
}

/// The summary: the last object of `--json`.
#[derive(Serialize)]
struct SummaryReport<'a> {
    game: &'static str,
    games: u64,
    unreadable: u64,
    judged: u64,
    all: Figures,
    players: Vec<PlayerReport<'a>>,
}

/// How one player did.
#[derive(Serialize)]
struct PlayerReport<'a> {
    player: &'a str,
    #[serde(flatten)]
    figures: Figures,
}

/// The figures of a [`Summary`].
#[derive(Serialize)]
struct Figures {
    moves: u64,
    best: u64,
    slower: u64,
    mistakes: u64,
    blunders: u64,
    only_moves: u64,
    only_moves_found: u64,
    longest_run: u64,
}

impl From<&Summary> for Figures {
    fn from(summary: &Summary) -> Figures {
        let &Summary { moves, best, slower, mistakes, blunders, only_moves, only_moves_found, longest_run } = summary;
        Figures { moves, best, slower, mistakes, blunders, only_moves, only_moves_found, longest_run }
    }
}

impl<'a> SummaryReport<'a> {
    fn new<G: Space>(game: &G, totals: &'a Totals) -> SummaryReport<'a> {
        let players = totals.players().into_iter();
        SummaryReport {
            game: game.name(),
            games: totals.games,
            unreadable: totals.unreadable,
            judged: totals.judged,
            all: Figures::from(&totals.all()),
            players: players.map(|(player, summary)| PlayerReport { player, figures: summary.into() }).collect(),
        }
    }
}

/// Writes the summary for people.
fn write_summary(totals: &Totals, out: &mut dyn Write) -> Result<(), Failure> {
    const NAME: usize = 24;
    let &Totals { games, unreadable, judged, .. } = totals;
    let passed_over = match unreadable {
        0 => String::new(),
        unreadable => format!(", {} passed over", thousands(unreadable)),
    };
    writeln!(out, "{}{passed_over}; {} in the tables", count(games, "game"), count(judged, "game"))?;
    if judged == 0 {
        writeln!(out, "no game reaches the tables that are solved here")?;
        return Ok(());
    }
    let players = totals.players();
    let mut table = TextTable::new([Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right]);
    table.row(["player", "moves", "best", "slower", "?", "??"]);
    let all = totals.all();
    for (name, summary) in [("all", &all)].into_iter().chain(players.iter().copied().take(PLAYERS)) {
        let figures = [summary.moves, summary.best, summary.slower, summary.mistakes, summary.blunders].map(thousands);
        let [moves, best, slower, mistakes, blunders] = figures;
        table.row([name.chars().take(NAME).collect(), moves, best, slower, mistakes, blunders]);
    }
    table.write("", out)?;
    if let Some(others @ 1..) = players.len().checked_sub(PLAYERS) {
        writeln!(out, "and {}", count(others as u64, "other player"))?;
    }
    let found = thousands(all.only_moves_found);
    writeln!(out, "only moves found: {found} of {}, {} in a row at most", thousands(all.only_moves), all.longest_run)?;
    Ok(())
}
