//! `query`: the value of a position and of its moves.

pub mod stream;

use std::io::{self, BufReader, Write};

use clap::Args;

use crate::advice;
use crate::args::board::BoardOption;
use crate::args::selection::require_rule;
use crate::args::{self, position};
use crate::failure::{Failure, Status};
use crate::held;
use crate::output::position_report::{line_text, position_report};
use crate::output::{Align, BUFFER, TextTable, wrapped};
use crate::program;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::draw;
use hindsight::game::{Value, move_text_for_people, position_text, value_text};
use hindsight::query::{Probe, RuleResult, UnderRule, line, moves};
use hindsight::table::Store;
use hindsight::util::units::count;
use hindsight::values::Lookup;

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
    /// pawn, negative for a loss
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
pub fn run<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let game = &entry.game;
    let streaming = arguments.position == ["-"];
    let one = if streaming { None } else { Some(position(game, &arguments.position)?) };
    let store = arguments.tables.store_to_read()?;
    if arguments.rule50 {
        return under_rule(entry, &store, one.as_ref(), out);
    }
    let values = held::open(entry, &store, one.as_ref())?;
    let probe = Probe { space: game, tables: &values };
    let one = if arguments.position.is_empty() { Some(start(&probe)) } else { one };
    let Some(position) = one else {
        let input = BufReader::with_capacity(4 * BUFFER, io::stdin().lock());
        return if arguments.json {
            stream::json(&probe, input, out)
        } else {
            stream::plain(&probe, arguments.line, input, out)
        };
    };
    let not_held = || probe.not_held(&position);
    if arguments.json {
        position_report(&probe, &position)?.ok_or_else(not_held)?.write(out)?;
    } else {
        let value = probe.value(&position)?.ok_or_else(not_held)?;
        writeln!(out, "{}", draw::text(&game.diagram(&position), &[], arguments.board.style()))?;
        answer(&probe, &position, value, arguments.line, out)?;
    }
    Ok(Status::Success)
}

/// Answers under the rule of quiet plies, for one position, or for each of standard input.
fn under_rule<G: CatalogueGame>(
    entry: &GameEntry<G>,
    store: &Store,
    position: Option<&G::Position>,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let zeroing = require_rule(entry, "--rule50")?;
    let values = held::open(zeroing, store, position)?;
    let probe = Probe { space: &zeroing.game, tables: &values };
    let Some(position) = position else {
        let input = BufReader::with_capacity(4 * BUFFER, io::stdin().lock());
        return stream::under_rule(&probe, input, out);
    };
    let value = probe.value(position)?.ok_or_else(|| probe.not_held(position))?;
    let rule = UnderRule::new(value, entry.game.quiet_plies(position));
    writeln!(out, "{}\t{}\t{}", position_text(&entry.game, position), rule.result.word(), rule.dtz)?;
    Ok(Status::Success)
}

/// The result under the rule of quiet plies, after the value without it.
fn rule_text(rule: UnderRule) -> String {
    let plies = count(rule.dtz.unsigned_abs().into(), "ply");
    match rule.result {
        RuleResult::Win | RuleResult::Loss => {
            format!(", also under the fifty-move rule: the clock is zeroed in {plies}")
        }
        RuleResult::CursedWin | RuleResult::BlessedLoss => {
            format!(", but a draw under the fifty-move rule: the clock would be zeroed in {plies}")
        }
        RuleResult::Draw => String::new(),
    }
}

/// The starting position; where slices are boards of their own and the tables lack its board, the start of the largest
/// board that they have.
fn start<G: CatalogueGame>(probe: &Probe<G, impl Lookup>) -> G::Position {
    let (game, start) = (probe.space, probe.space.start());
    if game.rank(&start).is_none_or(|entry| probe.tables.holds(entry.slice)) {
        return start;
    }
    let largest = probe.held().into_iter().max_by_key(|&slice| game.size(slice));
    largest.and_then(|slice| game.start_of(slice)).unwrap_or(start)
}

/// Writes the answer for people, below the board.
fn answer<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    position: &G::Position,
    value: Value,
    with_line: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let game = probe.space;
    writeln!(out, "{}", position_text(game, position))?;
    if game.outcome(position).is_some() {
        writeln!(out, "{}: the game is over", value.word())?;
        return Ok(());
    }
    let rule = probe.under_rule(position)?.map_or_else(String::new, rule_text);
    writeln!(out, "{}{rule}\n", value_text(game, value))?;
    let missing = || advice::explain_missing(&probe.not_held(position), program::invocation());
    match moves(probe, position)? {
        Some(rated) => {
            let mut table = TextTable::new([Align::Left, Align::Left]);
            for rated in &rated {
                table.row([move_text_for_people(game, position, rated.mv), value_text(game, rated.value)]);
            }
            table.write("  ", out)?;
        }
        None => writeln!(out, "  the tables lack a position that a move leads to{}", missing())?,
    }
    if with_line {
        match line(probe, position)? {
            Some(line) if line.is_empty() => {
                let solve = advice::explain_depths(game, position, program::invocation());
                writeln!(out, "\nbest line: it needs tables with depths, and these hold only results{solve}")?;
            }
            Some(line) => {
                writeln!(out)?;
                let line = line_text(game, position, &line, move_text_for_people::<G>);
                wrapped(&format!("best line: {}", line.join(" ")), "  ", out)?;
            }
            None => writeln!(out, "\nbest line: the tables lack a position on the way{}", missing())?,
        }
    }
    if let Some(text) = game.leaves_out() {
        writeln!(out, "\n{text}.")?;
    }
    Ok(())
}
