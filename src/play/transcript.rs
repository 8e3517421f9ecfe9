//! Saved games: tags and moves as in Portable Draughts Notation (Wieger Wesselink, pdn.fmjd.org), for every game.
//!
//! `1-0` is a win of White, or of the side that moves first where no side has that name, with its team. A move that
//! could be taken for anything else, such as a result, a number or a comment, is written in quotation marks.

use super::ending::Ending;
use super::record::Record;
use super::tokens::{Token, TokenError, Tokens};
use crate::game::{Game, Notation, NotationError};

/// The greatest width of a line of moves, in bytes, unless one move is longer.
const WIDTH: usize = 80;

/// The texts that end a game.
const RESULTS: [&str; 8] = ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"];

/// Why a text could not be read as a game. Lines and plies are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptError {
    /// The FEN tag has no position of the game.
    #[error("line {line}: the tag FEN: {error}")]
    Start {
        /// The line.
        line: usize,
        /// What is wrong with the position.
        error: NotationError,
    },
    /// The FEN tag is malformed.
    #[error("line {line}: expected a tag such as [FEN \"POSITION\"], found {found:?}")]
    Tag {
        /// The line.
        line: usize,
        /// The tag.
        found: String,
    },
    /// A text is no legal move.
    #[error("line {line}, ply {ply}: {error}")]
    Move {
        /// The line.
        line: usize,
        /// The ply.
        ply: usize,
        /// What is wrong with the text.
        error: NotationError,
    },
    /// The game has a result, and goes on.
    #[error("line {line}: expected the end of the game after {result}, or the tags of the next game, found {found:?}")]
    AfterResult {
        /// The line.
        line: usize,
        /// The result.
        result: String,
        /// The text after it.
        found: String,
    },
    /// A comment, a variation or a quoted move is not well formed.
    #[error(transparent)]
    Token(#[from] TokenError),
}

/// The side after which results are named.
fn first_named<G: Game>(game: &G) -> usize {
    let white = game.sides().iter().position(|side| side.eq_ignore_ascii_case("white"));
    white.unwrap_or_else(|| game.side_to_move(&game.start()))
}

/// A game as text. `names` are those of the players, in the order of [`Game::sides`].
pub fn write<G: Notation>(
    game: &G,
    record: &Record<G::Position, G::Move>,
    names: &[&str],
    ending: Option<Ending>,
) -> String {
    let team = |side| game.team(side);
    let winner = ending.map(|ending| ending.winner(team(game.side_to_move(record.position()))));
    let result = match winner {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(winner)) if winner == team(first_named(game)) => "1-0",
        Some(Some(_)) => "0-1",
    };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text.push_str(&format!("[{name} {}]\n", quoted(value)));
    tag("Event", &format!("Hindsight, {}", game.name()));
    for (side, name) in game.sides().iter().zip(names) {
        tag(side, name);
    }
    tag("Result", result);
    let start = record.before().first().unwrap_or(record.position());
    if *start != game.start() {
        tag("FEN", &game.text(start));
    }
    let mut column = 0;
    let mut add = |word: &str| {
        let new_line = column == 0 || column + 1 + word.len() > WIDTH;
        column = if new_line { word.len() } else { column + 1 + word.len() };
        text.push(if new_line { '\n' } else { ' ' });
        text.push_str(word);
    };
    for (ply, (position, &mv)) in record.before().iter().zip(record.moves()).enumerate() {
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        let mv = game.move_text(position, mv);
        add(&(number + &if is_plain(&mv) { mv } else { quoted(&mv) }));
    }
    add(result);
    text.push('\n');
    text
}

/// Whether a move without quotation marks is read as this move and nothing else.
fn is_plain(mv: &str) -> bool {
    let special = |character: char| character.is_whitespace() || "{}();[]\"\\%$!?.".contains(character);
    !mv.is_empty() && !mv.contains(special) && !RESULTS.contains(&mv)
}

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Reads the first game of a text. Comments and variations are skipped, and so are all tags but FEN.
///
/// Games of other programs have no quotation marks: there a text such as `1-0` is a move where that is legal and
/// something other than comments follows in the game, else the result.
///
/// # Errors
/// See [`TranscriptError`].
pub fn read<G: Notation>(game: &G, text: &str) -> Result<Record<G::Position, G::Move>, TranscriptError> {
    let mut start = game.start();
    let mut words = Vec::new();
    for token in Tokens::new(text) {
        match token? {
            // The tags of the next game.
            Token::Tag { .. } if !words.is_empty() => break,
            Token::Tag { line, text } => {
                if let Some(position) = fen(line, text)? {
                    start = game.parse(&position).map_err(|error| TranscriptError::Start { line, error })?;
                }
            }
            Token::Word { line, text, quoted } => words.push((line, text, quoted)),
        }
    }
    let mut record = Record::new(start);
    for (place, (line, word, quoted)) in words.iter().enumerate() {
        let is_result = !quoted && RESULTS.contains(&word.as_str());
        let is_last = place + 1 == words.len();
        match read_move(game, record.position(), word, *quoted) {
            Ok(mv) if !(is_result && is_last) => {
                let after = game.play(record.position(), mv);
                record.push(mv, after);
            }
            _ if is_result => {
                let mut rest = words[place + 1..].iter();
                let found = rest.find(|(_, word, quoted)| *quoted || !RESULTS.contains(&word.as_str()));
                return match found {
                    Some((line, found, _)) => Err(TranscriptError::AfterResult {
                        line: *line,
                        result: word.clone(),
                        found: found.chars().take(60).collect(),
                    }),
                    None => Ok(record),
                };
            }
            Ok(_) => unreachable!("only a result is no move here"),
            Err(error) => return Err(TranscriptError::Move { line: *line, ply: record.plies() + 1, error }),
        }
    }
    Ok(record)
}

/// Reads a move. In quotation marks it is exactly as written; else it may have `!` and `?` after it.
fn read_move<G: Notation>(
    game: &G,
    position: &G::Position,
    word: &str,
    quoted: bool,
) -> Result<G::Move, NotationError> {
    let written = game.moves(position).find(|&mv| game.move_text(position, mv) == word);
    match written {
        Some(mv) => Ok(mv),
        None if quoted => Err(game.no_such_move(position, word)),
        None => {
            let plain = word.trim_end_matches(['!', '?']);
            game.parse_move(position, word).or_else(|_| game.parse_move(position, plain))
        }
    }
}

/// The position of a FEN tag; `None` for another tag.
fn fen(line: usize, tag: &str) -> Result<Option<String>, TranscriptError> {
    let inside = tag.trim_start_matches('[');
    let name: String = inside.trim_start().chars().take_while(|character| character.is_ascii_alphanumeric()).collect();
    if !name.eq_ignore_ascii_case("FEN") {
        return Ok(None);
    }
    let value = || {
        let rest = inside.trim_start()[name.len()..].trim().strip_suffix(']')?.trim_end();
        let mut value = String::new();
        let mut characters = rest.strip_prefix('"')?.strip_suffix('"')?.chars();
        while let Some(character) = characters.next() {
            match character {
                '\\' => value.push(characters.next()?),
                '"' => return None,
                _ => value.push(character),
            }
        }
        Some(value)
    };
    let error = || TranscriptError::Tag { line, found: tag.chars().take(60).collect() };
    value().ok_or_else(error).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::Draughts;
    use crate::games::tigers_and_goats::TigersAndGoats;

    #[test]
    fn games_are_read_as_written() {
        let game = Draughts::checkers();
        let mut record = Record::new(game.parse("W:W23,32:B1,10").expect("a position"));
        for text in ["a move", "a reply"] {
            let mv = game.moves(record.position()).next().expect(text);
            let after = game.play(record.position(), mv);
            record.push(mv, after);
        }
        let text = write(&game, &record, &["a \"person\"", "table"], None);
        assert!(text.contains(r#"[Black "a \"person\""]"#) && text.contains("[FEN \"W:W23,32:B1,10\"]"), "{text}");
        let again = read(&game, &text).expect("a game");
        assert_eq!((again.position(), again.moves()), (record.position(), record.moves()), "{text}");
    }

    #[test]
    fn what_other_programs_write_is_read() {
        let game = Draughts::checkers();
        let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. 11-15 {the best; (they) say\n[so]} 23-19 2.8-11! (2. 9-14 {or)} \
                    22-17)\n% 1. escaped\n2... 22-17 $1 !? ; a comment\n3. 4-8 1-0 {the end}\n\n[Event \"the next\"]\n\
                    1. 12-16 *\n";
        assert_eq!(read(&game, text).map(|record| record.plies()), Ok(5));
    }

    #[test]
    fn a_move_that_looks_like_a_result_is_a_move_where_the_game_goes_on() {
        let game = TigersAndGoats::new();
        let plies = |text: &str| read(&game, text).map(|record| record.plies());
        // A tiger steps from 0 to 2 and back.
        assert_eq!(plies("[FEN \"T/..TT../....../....../.... g 15\"]\n1. 22 3-9 2. 21 4-3 3. 20 *"), Ok(5));
        let text = "[FEN \"T/...TT./....../....../.... g 15\"]\n1. 22 0-2 2. 21 2-0 3. 20 0-2";
        assert_eq!(plies(text), Ok(5));
        assert_eq!(plies(&format!("{text} *")), Ok(6));
        assert_eq!(plies(&text.replace("20 0-2", "20 \"0-2\"")), Ok(6));
        let record = read(&game, &format!("{text} 1/2-1/2")).expect("a game");
        let written = write(&game, &record, &["g", "t"], None);
        assert_eq!(read(&game, &written).expect(&written).moves(), record.moves());
    }

    #[test]
    fn errors_say_the_line_and_what_was_found() {
        let game = Draughts::checkers();
        for (text, expected) in [
            ("1. 11-15 11-15", "line 1, ply 2: expected one of the legal moves"),
            ("1. 11-15\n23-19 hello", "line 2, ply 3: expected one of the legal moves"),
            ("[FEN \"nowhere\"]", "line 1: the tag FEN: expected a position"),
            ("\n[FEN nowhere]", "line 2: expected a tag such as [FEN \"POSITION\"], found \"[FEN nowhere]\""),
            ("[FEN \"W:W23:B1\"", "line 1: expected a tag such as [FEN"),
            ("1. 11-15 1-0\n23-19", "line 2: expected the end of the game after 1-0"),
            ("1. 11-15 * 0-1 x [Event \"y\"]", "line 1: expected the end of the game after *"),
            ("1. 11-15\n{no end\n\n", "line 2: expected } that ends the comment, found the end of the file"),
            ("1. 11-15 (9-14 (10-15)", "line 1: expected ) that ends the variation"),
            ("1. 11-15 23-19)", "line 1: expected ( before )"),
            ("1. 11-15 } 23-19", "line 1: expected { before }"),
            ("1. \"11-15", "line 1: expected \" that ends the quoted move"),
        ] {
            let error = read(&game, text).map(drop).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
