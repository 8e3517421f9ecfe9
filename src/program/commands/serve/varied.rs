//! Positions that differ from one another: a list of the hardest has no near copies of one position.

use hindsight::game::Diagram;
use hindsight::open::OpenGame;

use crate::failure::Failure;

/// The squares in which two positions of a list differ at least: a piece that stands elsewhere changes two.
const LEAST: usize = 3;

/// The numbers of the first positions that differ from each one before them, up to a limit.
///
/// # Errors
/// For a text that is no position.
pub fn varied(game: &dyn OpenGame, positions: &[&str], limit: usize) -> Result<Vec<usize>, Failure> {
    let mut kept: Vec<(usize, Diagram)> = Vec::new();
    for (number, position) in positions.iter().enumerate() {
        if kept.len() == limit {
            break;
        }
        let board = game.diagram(position)?;
        if kept.iter().all(|(_, other)| differing(&board, other) >= LEAST) {
            kept.push((number, board));
        }
    }
    Ok(kept.into_iter().map(|(number, _)| number).collect())
}

/// The number of squares in which two boards differ.
fn differing(one: &Diagram, other: &Diagram) -> usize {
    let pairs = one.places.iter().zip(&other.places);
    // Boards of other sizes differ anyway.
    let more = LEAST * usize::from(one.places.len() != other.places.len());
    pairs.filter(|(one, other)| one.piece != other.piece).count() + more
}
