//! Games in writing: tags and moves as Portable Draughts Notation has them (Wieger Wesselink, pdn.fmjd.org), for every
//! game. In `1-0` White has won, or the side that moves first where none is called that.

use thiserror::Error;

use super::ending::Ending;
use super::record::Record;
use crate::game::{Game, Notation, NotationError};

/// Columns of a line of moves.
const WIDTH: usize = 80;

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TranscriptError {
    /// The position that it begins with is none.
    #[error("the tag FEN: {0}")]
    Start(NotationError),
    /// A move that is none.
    #[error("ply {ply}: {error}")]
    Move {
        /// Which one, counted from 1.
        ply: usize,
        /// What is wrong with it.
        error: NotationError,
    },
}

/// The side that `1-0` says has won.
fn first_named<G: Game>(game: &G) -> usize {
    game.sides().iter().position(|side| side.eq_ignore_ascii_case("white")).unwrap_or(0)
}

/// A game as text. `names` are those of the players, in the order of [`Game::sides`].
pub fn write<G: Notation>(
    game: &G,
    record: &Record<G::Position, G::Move>,
    names: [&str; 2],
    ending: Option<Ending>,
) -> String {
    let winner = ending.map(|ending| ending.winner(game.side_to_move(record.position())));
    let result = match winner {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(side)) if side == first_named(game) => "1-0",
        Some(Some(_)) => "0-1",
    };
    let mut text = format!("[Event \"Hindsight, {}\"]\n", game.name());
    for (side, name) in game.sides().iter().zip(names) {
        text.push_str(&format!("[{side} \"{}\"]\n", name.replace(['"', '\\'], "")));
    }
    text.push_str(&format!("[Result \"{result}\"]\n"));
    let positions: Vec<G::Position> = record.before().iter().copied().chain([*record.position()]).collect();
    if positions[0] != game.start() {
        text.push_str(&format!("[FEN \"{}\"]\n", game.text(&positions[0])));
    }
    let mut column = 0;
    let mut add = |word: String| {
        let new_line = column == 0 || column + 1 + word.len() > WIDTH;
        column = if new_line { word.len() } else { column + 1 + word.len() };
        text.push(if new_line { '\n' } else { ' ' });
        text.push_str(&word);
    };
    for (ply, (position, &mv)) in positions.iter().zip(record.moves()).enumerate() {
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        add(number + &game.move_text(position, mv));
    }
    add(result.to_string());
    text.push('\n');
    text
}

/// Reads the first game of a text. Comments and variations are passed over, and so are tags other than FEN.
///
/// # Errors
/// If the position or a move is none; the error says which.
pub fn read<G: Notation>(game: &G, text: &str) -> Result<Record<G::Position, G::Move>, TranscriptError> {
    let (mut start, mut words) = (game.start(), Vec::new());
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            // The tags of the next game.
            if !words.is_empty() {
                break;
            }
            let fen = line.strip_prefix("[FEN").and_then(|rest| rest.split('"').nth(1));
            if let Some(fen) = fen {
                start = game.parse(fen).map_err(TranscriptError::Start)?;
            }
        } else if !line.starts_with('%') {
            words.push(line);
        }
    }
    let mut record = Record::new(start);
    for word in main_line(&words.join("\n")).split_whitespace() {
        // Numbers of moves end in full stops, and may stand before a move without a space.
        let word = word.rsplit('.').next().unwrap_or_default();
        if ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"].contains(&word) {
            break;
        }
        if word.is_empty() || word.starts_with('$') {
            continue;
        }
        let wanted = word.trim_end_matches(['!', '?']);
        let mv = game
            .parse_move(record.position(), wanted)
            .map_err(|error| TranscriptError::Move { ply: record.plies() + 1, error })?;
        let after = game.play(record.position(), mv);
        record.push(mv, after);
    }
    Ok(record)
}

/// The text without what stands in braces or brackets, or after a semicolon.
fn main_line(text: &str) -> String {
    let (mut comment, mut rest, mut depth) = (false, false, 0);
    let keep = |&character: &char| {
        match character {
            '\n' => rest = false,
            _ if rest => return false,
            '{' => comment = true,
            '}' => comment = false,
            _ if comment => return false,
            ';' => rest = true,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => return depth <= 0,
        }
        character == '\n'
    };
    text.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::Draughts;

    #[test]
    fn games_are_read_as_written() {
        let game = Draughts::checkers();
        let mut record = Record::new(game.parse("W:W23,32:B1,10").expect("a position"));
        for text in ["a move", "a reply"] {
            let mv = game.moves(record.position()).next().expect(text);
            let after = game.play(record.position(), mv);
            record.push(mv, after);
        }
        let text = write(&game, &record, ["a \"person\"", "table"], None);
        assert!(text.contains("[Black \"a person\"]") && text.contains("[FEN \"W:W23,32:B1,10\"]"), "{text}");
        let again = read(&game, &text).expect("a game");
        assert_eq!((again.position(), again.moves()), (record.position(), record.moves()), "{text}");
    }

    #[test]
    fn what_other_programs_write_is_read() {
        let game = Draughts::checkers();
        let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. 11-15 {the best; they say} 23-19 2.8-11! (2. 9-14 22-17)\n\
                    2... 22-17 $1 ; a comment\n3. 4-8 1-0\n\n[Event \"the next\"]\n1. 12-16 *\n";
        assert_eq!(read(&game, text).map(|record| record.plies()), Ok(5));
        let told = |text: &str| read(&game, text).map(drop).expect_err(text).to_string();
        assert!(told("1. 11-15 11-15").starts_with("ply 2: expected one of the legal moves"));
        assert!(told("[FEN \"nowhere\"]").starts_with("the tag FEN: expected a position"));
    }
}
