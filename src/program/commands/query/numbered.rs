//! Lines with the numbers of their moves.

use std::io::{self, Write};
use std::sync::Arc;

use crate::failure::Failure;
use crate::output::wrapped;
use hindsight::answer::StepAnswer;
use hindsight::open::OpenGame;

/// The moves of a line with their numbers, from a position.
///
/// # Errors
/// If the text is no position.
pub fn numbered(game: &Arc<dyn OpenGame>, from: &str, line: &[StepAnswer]) -> Result<Vec<String>, Failure> {
    let moves: Vec<String> = line.iter().map(|step| step.mv.clone()).collect();
    Ok(Arc::clone(game).board(Some(from))?.numbered_line(&moves))
}

/// Writes moves after a beginning, in lines that fit; all but the first begin with `indent`. A number stays with its
/// move.
pub fn write_moves(begin: &str, moves: &[String], indent: &str, out: &mut dyn Write) -> io::Result<()> {
    const NO_BREAK: char = '\u{a0}';
    let whole: Vec<String> = moves.iter().map(|mv| mv.replace(' ', &NO_BREAK.to_string())).collect();
    let mut lines = Vec::new();
    wrapped(&format!("{begin}{}", whole.join(" ")), indent, &mut lines)?;
    write!(out, "{}", String::from_utf8_lossy(&lines).replace(NO_BREAK, " "))
}
