//! A record of games as text, of any game.

use std::sync::LazyLock;

use hindsight::catalogue::CatalogueGame;
use hindsight::game::{Notation, position_text};
use hindsight::play::transcript;

use super::games::{GameCheck, TextCheck, check, checks};

/// Reads a digit for a game, and a record.
pub fn target(data: &[u8]) {
    static CHECKS: LazyLock<Vec<TextCheck>> = LazyLock::new(checks::<Records>);
    check(&CHECKS, data);
}

struct Records;

impl GameCheck for Records {
    fn check<G: CatalogueGame>(game: &G, text: &str) -> Result<(), String> {
        reads(game, text)
    }
}

/// A text is games and errors; the games are written and read back equal.
///
/// # Errors
/// The promise that is broken.
pub fn reads<G: Notation>(game: &G, text: &str) -> Result<(), String> {
    for transcript in transcript::read_all(game, text) {
        let Ok(transcript) = transcript else { continue };
        let written = transcript::write_annotated(game, &transcript, &[]);
        let again = transcript::read_all(game, &written).next();
        let Some(Ok(again)) = again else {
            return Err(format!("{:?}: {written}", again.map(|read| read.err())));
        };
        let [before, after] = [&transcript, &again].map(|read| position_text(game, read.record.position()));
        if again.record.moves() != transcript.record.moves() || before != after {
            return Err(format!("other moves, to {after:?} and not {before:?}: {written}"));
        }
        // The start and the result are written in the form of the standard.
        let is_formed = |name: &str| ["fen", "result"].contains(&name.to_ascii_lowercase().as_str());
        let is_other = |tag: &&(String, String)| !is_formed(&tag.0) && !transcript.tags.contains(tag);
        if again.result != Some(transcript.result.unwrap_or("*")) || again.tags.iter().any(|tag| is_other(&tag)) {
            return Err(format!("other tags or another result: {written}"));
        }
        let twice = transcript::write_annotated(game, &again, &[]);
        if twice != written {
            return Err(format!("other text at the second time: {written}{twice}"));
        }
    }
    Ok(())
}
