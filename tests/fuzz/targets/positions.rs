//! A position and a move as text, of any game.

use std::sync::LazyLock;

use hindsight::catalogue::CatalogueGame;
use hindsight::game::{NotationError, move_text, position_text};

use super::games::{GameCheck, TextCheck, check, checks};

/// Reads a digit for a game, a position, and a move on a line of its own.
pub fn target(data: &[u8]) {
    static CHECKS: LazyLock<Vec<TextCheck>> = LazyLock::new(checks::<Positions>);
    check(&CHECKS, data);
}

struct Positions;

impl GameCheck for Positions {
    fn check<G: CatalogueGame>(game: &G, text: &str) -> Result<(), String> {
        let (position, mv) = text.split_once('\n').unwrap_or((text, ""));
        let start = game.start();
        reads_move(game, &start, mv)?;
        if let Some(position) = reads_position(game, position)? {
            reads_move(game, &position, mv)?;
        }
        Ok(())
    }
}

/// A text is an error or a position, which is then good for everything.
///
/// # Errors
/// The promise that is broken.
pub fn reads_position<G: CatalogueGame>(game: &G, text: &str) -> Result<Option<G::Position>, String> {
    let position = match game.parse(text) {
        Ok(position) => position,
        Err(error) => return helpful(&error).map(|()| None),
    };
    let written = position_text(game, &position);
    if game.parse(&written).as_ref() != Ok(&position) {
        return Err(format!("{text:?} is written as {written:?}, which is another position"));
    }
    if let Some(entry) = game.rank(&position)
        && game.unrank(entry).and_then(|position| game.rank(&position)) != Some(entry)
    {
        return Err(format!("{written:?} has the entry {entry:?}, which is of another position"));
    }
    let faults = game.diagram(&position).faults(game.sides().len());
    if !faults.is_empty() {
        return Err(format!("{written:?}: {faults:?}"));
    }
    for mv in game.moves(&position) {
        let text = move_text(game, &position, mv);
        if game.parse_move(&position, &text).as_ref() != Ok(&mv) {
            return Err(format!("{text:?} in {written:?} is another move"));
        }
        game.rank(&game.play(&position, mv));
    }
    Ok(Some(position))
}

/// A text is an error or a legal move.
///
/// # Errors
/// The promise that is broken.
pub fn reads_move<G: CatalogueGame>(game: &G, position: &G::Position, text: &str) -> Result<(), String> {
    match game.parse_move(position, text) {
        Err(error) => helpful(&error),
        Ok(mv) if game.moves(position).any(|legal| legal == mv) => {
            match game.parse_move(position, &move_text(game, position, mv)) == Ok(mv) {
                true => Ok(()),
                false => Err(format!("{text:?} is written as another move")),
            }
        }
        Ok(_) => Err(format!("{text:?} is no legal move")),
    }
}

/// Whether a message is one short line.
pub fn is_helpful(message: &str) -> bool {
    let shown = message.starts_with("expected ") && message.contains(", found ");
    shown && message.len() < 2000 && !message.contains('\n')
}

fn helpful(error: &NotationError) -> Result<(), String> {
    let message = error.to_string();
    if is_helpful(&message) { Ok(()) } else { Err(format!("the message {message:?}")) }
}
