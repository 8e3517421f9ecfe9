//! `query --line --why`: at each only move of the best line, the refutation of the best wrong move.

use std::io::Write;
use std::sync::Arc;

use super::numbered::{numbered, write_moves};
use crate::failure::Failure;
use hindsight::answer::{MoveAnswer, PositionQuery, StepAnswer};
use hindsight::open::OpenGame;

/// The plies of a refutation, with the wrong move.
const SHOWN: usize = 8;

/// Writes the only moves of a line from a position, each with the best wrong move and its refutation.
pub fn write(game: &Arc<dyn OpenGame>, from: &str, line: &[StepAnswer], out: &mut dyn Write) -> Result<(), Failure> {
    let query = PositionQuery { moves: true, ..PositionQuery::default() };
    let before = std::iter::once(from).chain(line.iter().map(|step| step.position.as_str()));
    let numbers = numbered(game, from, line)?;
    let mut found = false;
    for ((position, step), numbered) in before.zip(line).zip(numbers) {
        let answer = game.ask(position, &query)?;
        let Some(wrong) = answer.best_wrong_move() else { continue };
        if !std::mem::replace(&mut found, true) {
            writeln!(out, "\nonly moves:")?;
        }
        let mut words = refutation(game, position, wrong)?;
        let value = wrong.value.as_ref().map_or("", |value| value.value.word());
        // A number stands before every move of White alone: the only move has its own.
        let only = if numbered.contains(' ') {
            numbered
        } else {
            self::numbered(game, position, std::slice::from_ref(step))?.concat()
        };
        words.insert(0, format!("{only}; {value} after"));
        write_moves("  ", &words, "    ", out)?;
    }
    if !found {
        writeln!(out, "\nonly moves: none")?;
    }
    Ok(())
}

/// A wrong move from a position with best play after it.
fn refutation(game: &Arc<dyn OpenGame>, position: &str, wrong: &MoveAnswer) -> Result<Vec<String>, Failure> {
    let query = PositionQuery { line: true, ..PositionQuery::default() };
    let after = game.ask(&wrong.step.position, &query)?.line.unwrap_or_default();
    let line: Vec<StepAnswer> = std::iter::once(wrong.step.clone()).chain(after).take(SHOWN).collect();
    numbered(game, position, &line)
}
