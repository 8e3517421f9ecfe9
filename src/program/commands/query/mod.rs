//! `query`: the value of a position and of its moves.

mod examples;
mod numbered;
mod only_moves;
mod people;
pub mod stream;
mod unsolved;

use std::io::{self, Write};
use std::sync::Arc;

use clap::Args;

use crate::args::board::BoardOption;
use crate::args::selection::require_zeroing;
use crate::args::{self, position_words};
use crate::failure::{Failure, Status};
use crate::opening::{note_all, note_position};
use crate::output::progress::ProgressOnceBegun;
use crate::output::{BUFFER, json_line};
use hindsight::answer::PositionQuery;
use hindsight::draw;
use hindsight::open::{AnyGame, OpenGame, Rule, Sources};
use hindsight::query::UnderRule;
use hindsight::util::lines::LineReader;
use people::Shown;

/// Look up a position: its value, and the value of each move
///
/// A small game without tables, such as tic-tac-toe, is solved in memory first. Where no table has the position, an
/// engine searches it for two seconds.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// The position (default: the starting position; where sizes are boards of their own and the tables lack that, the
    /// start of the largest board that they have); `-` reads one position per line from standard input. Empty lines
    /// and lines that begin with `#` are skipped
    position: Vec<String>,
    /// Show the best line too; with `-` it is a fourth field
    #[arg(long)]
    line: bool,
    /// At each only move of the best line, show how the best wrong move is refuted
    #[arg(long, requires = "line", conflicts_with = "json")]
    why: bool,
    /// List positions of the game that are worth seeing
    #[arg(long, conflicts_with_all = ["position", "line", "rule50"])]
    examples: bool,
    /// Answer under the rule of quiet plies, in chess the fifty-move rule, from the tables of `solve --dtz`: with the
    /// position, `win`, `cursed-win`, `draw`, `blessed-loss` or `loss`, and the plies to the next capture or move of a
    /// pawn or man, negative for a loss
    #[arg(long, conflicts_with_all = ["line", "json"])]
    rule50: bool,
    /// Write JSON: one object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    board: BoardOption,
    #[command(flatten)]
    tables: args::TablesOption,
    #[command(flatten)]
    other: args::OtherTablesOption,
}

/// Answers for one position, or for each of standard input.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let facts = game.facts();
    if arguments.examples {
        return examples::write(facts, arguments.json, out);
    }
    let position = match &arguments.position[..] {
        [dash] if dash == "-" => None,
        words => Some(position_words(facts, words)),
    };
    let store = arguments.tables.store_to_read()?;
    let (game, rule) = match arguments.rule50 {
        true => (require_zeroing(game, "--rule50")?, Rule::Plain),
        false => (game, Rule::WithZeroing),
    };
    let other = arguments.other.syzygy.clone();
    // An engine answers people.
    let empty = other.is_some() || position.is_some() && !arguments.json && !arguments.rule50;
    let sources = Sources { position: position.clone(), rule, empty, other, ..Sources::of(store) };
    let game = game.open(&sources, &ProgressOnceBegun::new("solving", facts.all_entries()))?;
    let Some(position) = position else {
        let input = LineReader::new(io::stdin().lock(), 4 * BUFFER);
        return match arguments {
            Arguments { rule50: true, .. } => stream::under_rule(&*game, input, out),
            Arguments { json: true, .. } => stream::json(&*game, input, out),
            Arguments { line, .. } => stream::plain(&*game, *line, input, out),
        };
    };
    if arguments.rule50 {
        note_position(&*game, &position);
        let UnderRule { result, dtz, .. } = game.under_rule(&position)?.ok_or_else(|| game.not_held(&position))?;
        writeln!(out, "{}\t{}\t{dtz}", game.canonical(&position)?, result.word())?;
        return Ok(Status::Success);
    }
    let position = if arguments.position.is_empty() { game.values().start.clone() } else { position };
    if arguments.json {
        json_line(&game.ask_whole(&position, &PositionQuery::WHOLE)?, out)?;
    } else {
        write(&game, &position, Shown { line: arguments.line, why: arguments.why }, &arguments.board, out)?;
    }
    Ok(Status::Success)
}

/// Writes the board and the answer for people: of the tables, or else of an engine.
fn write(
    game: &Arc<dyn OpenGame>,
    position: &str,
    shown: Shown,
    board: &BoardOption,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let query = PositionQuery { moves: true, line: shown.line, for_people: true, ..PositionQuery::default() };
    let answer = game.ask(position, &query)?;
    note_all(&answer.notes);
    writeln!(out, "{}", draw::text(&game.diagram(position)?, &[], board.style()))?;
    match &answer.value {
        Some(value) => people::write(game, &answer, value, shown, out),
        None => unsolved::write(game, position, out),
    }
}
