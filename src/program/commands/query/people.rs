//! The answer of `query` for people, below the board.

use std::io::Write;
use std::sync::Arc;

use super::numbered::{numbered, write_moves};
use super::only_moves;
use crate::advice;
use crate::failure::Failure;
use crate::output::{Align, TextTable};
use crate::program;
use hindsight::answer::{PositionAnswer, ValueAnswer, ValueOrigin, words};
use hindsight::open::OpenGame;
use hindsight::util::units::count;

/// The parts that are shown below the moves.
#[derive(Clone, Copy)]
pub struct Shown {
    /// The best line.
    pub line: bool,
    /// At each only move of the line, the refutation of the best wrong move.
    pub why: bool,
}

/// Writes the answer for a position that has this value.
pub fn write(
    game: &Arc<dyn OpenGame>,
    answer: &PositionAnswer,
    value: &ValueAnswer,
    shown: Shown,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let sides = game.facts().sides.len();
    writeln!(out, "{}", answer.position)?;
    if answer.over.is_some() {
        writeln!(out, "{}: the game is over", value.value.word())?;
        return Ok(());
    }
    let rule = answer.rule.map_or_else(String::new, words::rule_clause);
    writeln!(out, "{}{rule}\n", value_text(value, sides))?;
    let missing = || {
        let not_held = answer.not_held.as_ref();
        not_held.map_or_else(String::new, |not_held| advice::explain_missing(not_held, program::invocation()))
    };
    if answer.has_all_moves() || answer.wins_at_once() {
        let mut table = TextTable::new([Align::Left, Align::Left]);
        for mv in &answer.moves {
            if let Some(value) = &mv.value {
                table.row([mv.step.name.clone(), value_text(value, sides)]);
            }
        }
        table.write("  ", out)?;
    }
    if !answer.has_all_moves() {
        writeln!(out, "  the tables lack a position that a move leads to{}", missing())?;
    }
    if shown.line {
        match &answer.line {
            Some(line) if line.is_empty() => {
                let slice = answer.slice.map(|slice| game.facts().unsolved(slice));
                let solve = advice::explain_depths(slice.as_ref(), program::invocation());
                writeln!(out, "\nbest line: it needs tables with depths, and these hold only results{solve}")?;
            }
            Some(line) => {
                let numbered = numbered(game, &answer.position, line)?;
                writeln!(out)?;
                write_moves("best line: ", &numbered, "  ", out)?;
                if shown.why {
                    only_moves::write(game, &answer.position, line, out)?;
                }
            }
            None => writeln!(out, "\nbest line: the tables lack a position on the way{}", missing())?,
        }
    }
    if let Some(text) = game.facts().limits(answer.shows_depths()) {
        writeln!(out, "\n{text}.")?;
    }
    if answer.lacks_depths()
        && value.origin != ValueOrigin::Other
        && let Some(note) = advice::without_depths(&**game, answer.slice, program::invocation())
    {
        writeln!(out, "\n{note}.")?;
    }
    Ok(())
}

/// A value in the words of the game's people, and in plies.
fn value_text(value: &ValueAnswer, sides: usize) -> String {
    let plain = value.value.text(sides);
    match value.value.plies() {
        Some(plies) if value.text != plain => {
            format!("{} ({} in {})", value.text, value.value.word(), count(plies.into(), "ply"))
        }
        _ => plain,
    }
}
