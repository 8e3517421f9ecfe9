//! `query`: the value of a position and of its moves.

pub mod stream;

use std::io::{self, Write};

use clap::Args;

use crate::advice;
use crate::args::board::BoardOption;
use crate::args::selection::require_zeroing;
use crate::args::{self, position_words};
use crate::failure::{Failure, Status};
use crate::opening::note_position;
use crate::output::progress::ProgressOnceBegun;
use crate::output::{Align, BUFFER, TextTable, json_line, wrapped};
use crate::program;
use hindsight::answer::{GameFacts, PositionAnswer, PositionQuery, ValueAnswer, words};
use hindsight::draw;
use hindsight::open::{AnyGame, Rule, Sources};
use hindsight::query::UnderRule;
use hindsight::util::lines::LineReader;

/// Look up a position: its value, and the value of each move
///
/// A small game without tables, such as tic-tac-toe, is solved in memory first.
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
}

/// Answers for one position, or for each of standard input.
pub fn run(game: &dyn AnyGame, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let facts = game.facts();
    let position = match &arguments.position[..] {
        [dash] if dash == "-" => None,
        words => Some(position_words(facts, words)),
    };
    let store = arguments.tables.store_to_read()?;
    let (game, rule) = match arguments.rule50 {
        true => (require_zeroing(game, "--rule50")?, Rule::Plain),
        false => (game, Rule::WithZeroing),
    };
    let sources = Sources { position: position.clone(), rule, ..Sources::of(store) };
    let game = game.open(&sources, &ProgressOnceBegun::new("solving", facts.all_entries()))?;
    let Some(position) = position else {
        let input = LineReader::new(io::stdin().lock(), 4 * BUFFER);
        return match arguments {
            Arguments { rule50: true, .. } => stream::under_rule(&*game, input, out),
            Arguments { json: true, .. } => stream::json(&*game, input, out),
            Arguments { line, .. } => stream::plain(&*game, *line, input, out),
        };
    };
    if !arguments.json {
        note_position(&*game, &position);
    }
    if arguments.rule50 {
        let UnderRule { result, dtz, .. } = game.under_rule(&position)?.ok_or_else(|| game.not_held(&position))?;
        writeln!(out, "{}\t{}\t{dtz}", game.canonical(&position)?, result.word())?;
        return Ok(Status::Success);
    }
    let position = if arguments.position.is_empty() { game.values().start.clone() } else { position };
    if arguments.json {
        json_line(&game.ask_whole(&position, &PositionQuery::WHOLE)?, out)?;
    } else {
        let query = PositionQuery { moves: true, line: arguments.line, for_people: true, ..PositionQuery::default() };
        let answer = game.ask(&position, &query)?;
        let value = answer.value.as_ref().ok_or_else(|| game.not_held(&position))?;
        writeln!(out, "{}", draw::text(&game.diagram(&position)?, &[], arguments.board.style()))?;
        write_answer(&answer, value, game.facts(), arguments.line, out)?;
    }
    Ok(Status::Success)
}

/// Writes the answer for people, below the board.
fn write_answer(
    answer: &PositionAnswer,
    value: &ValueAnswer,
    facts: &GameFacts,
    with_line: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let text = |value: &ValueAnswer| value.value.text(facts.sides.len());
    writeln!(out, "{}", answer.position)?;
    if answer.over.is_some() {
        writeln!(out, "{}: the game is over", value.value.word())?;
        return Ok(());
    }
    let rule = answer.rule.map_or_else(String::new, words::rule_clause);
    writeln!(out, "{}{rule}\n", text(value))?;
    let missing = || {
        let not_held = answer.not_held.as_ref();
        not_held.map_or_else(String::new, |not_held| advice::explain_missing(not_held, program::invocation()))
    };
    if answer.has_all_moves() || answer.wins_at_once() {
        let mut table = TextTable::new([Align::Left, Align::Left]);
        for mv in &answer.moves {
            if let Some(value) = &mv.value {
                table.row([mv.step.name.clone(), text(value)]);
            }
        }
        table.write("  ", out)?;
    }
    if !answer.has_all_moves() {
        writeln!(out, "  the tables lack a position that a move leads to{}", missing())?;
    }
    if with_line {
        match &answer.line {
            Some(line) if line.is_empty() => {
                let slice = answer.slice.map(|slice| facts.unsolved(slice));
                let solve = advice::explain_depths(slice.as_ref(), program::invocation());
                writeln!(out, "\nbest line: it needs tables with depths, and these hold only results{solve}")?;
            }
            Some(line) => {
                writeln!(out)?;
                let names: Vec<&str> = line.iter().map(|step| step.name.as_str()).collect();
                wrapped(&format!("best line: {}", names.join(" ")), "  ", out)?;
            }
            None => writeln!(out, "\nbest line: the tables lack a position on the way{}", missing())?,
        }
    }
    if let Some(text) = facts.leaves_out {
        writeln!(out, "\n{text}.")?;
    }
    Ok(())
}
