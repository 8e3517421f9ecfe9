//! Games from text.

use std::iter::Peekable;

use super::standard::Standard;
use crate::game::{Notation, NotationError, move_text_for_people, no_such_move};
use crate::play::record::Record;
use crate::play::tokens::{Token, TokenError, Tokens};

/// Why a text could not be read as a game. Lines and plies are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptError {
    /// The FEN tag has no position of the game.
    #[error("line {line}: the tag FEN: {error}")]
    Start {
        /// The line.
        line: usize,
        /// Why it is no position.
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
        /// Why it is no move.
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

/// A game that was read.
#[derive(Clone, Debug)]
pub struct Transcript<P, M> {
    /// The tags in their order, each with its name and its value.
    pub tags: Vec<(String, String)>,
    /// The positions and moves.
    pub record: Record<P, M>,
    /// The variations, in the order of the text.
    pub variations: Vec<Variation<P, M>>,
    /// The text that ends the game, such as `1-0`, or `*` for a game that was not finished; `None` if there is none.
    /// Who won by it depends on the file: see [the module](super#results).
    pub result: Option<&'static str>,
    /// The line on which the game begins, counted from 1.
    pub line: usize,
}

/// Moves that replace moves of a line.
#[derive(Clone, Debug)]
pub struct Variation<P, M> {
    /// The ply of its line that it replaces, counted from 0.
    pub ply: usize,
    /// Its moves, from the position before that ply.
    pub record: Record<P, M>,
    /// The variations of its own moves.
    pub variations: Vec<Variation<P, M>>,
}

impl<P, M> Transcript<P, M> {
    /// The value of the first tag of this name, in any case of letters.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// Reads the first game of a text, as [`read_all`] does. A text without a game is the usual start.
///
/// # Errors
/// See [`TranscriptError`].
pub fn read<G: Notation>(game: &G, text: &str) -> Result<Record<G::Position, G::Move>, TranscriptError> {
    let first = read_all(game, text).next();
    first.map_or_else(|| Ok(Record::new(game.start())), |read| read.map(|transcript| transcript.record))
}

/// Reads every game of a text, one after the other: a game ends where the tags of the next begin, and in PGN with its
/// result. After a game with an error, the next is read.
///
/// Comments are skipped, and so are malformed tags other than FEN, which has the position to start from. A variation
/// ends before a text that is no legal move.
///
/// Other programs write no quotation marks. A text such as `1-0` without them is a move if that is legal in PDN and
/// more than comments follows in the game, else the result.
pub fn read_all<'a, G: Notation>(game: &'a G, text: &'a str) -> TranscriptGames<'a, G> {
    TranscriptGames { game, tokens: Tokens::new(text).peekable() }
}

/// The levels of variations that are read: those inside the last level are skipped.
const DEEPEST: usize = 16;

/// The games of a text; see [`read_all`].
pub struct TranscriptGames<'a, G> {
    game: &'a G,
    tokens: Peekable<Tokens<'a>>,
}

/// A word of the moves.
struct MoveWord {
    line: usize,
    text: String,
    quoted: bool,
}

impl<G: Notation> Iterator for TranscriptGames<'_, G> {
    type Item = Result<Transcript<G::Position, G::Move>, TranscriptError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut tags, mut words, mut start) = (Vec::new(), Vec::new(), self.game.start());
        let (mut first, mut error, mut variations) = (None, None, Vec::new());
        let standard = Standard::of(self.game);
        while let Some(token) = self.tokens.next_if(|token| words.is_empty() || !matches!(token, Ok(Token::Tag { .. })))
        {
            match token {
                Ok(Token::Tag { line, text }) => {
                    first.get_or_insert(line);
                    let (name, value) = tag(text);
                    if name.eq_ignore_ascii_case("FEN") {
                        match position(self.game, line, text, value.as_deref()) {
                            Ok(position) => start = position,
                            Err(found) => drop(error.get_or_insert(found)),
                        }
                    }
                    tags.extend(value.map(|value| (name, value)));
                }
                // The number of a move, without a full stop.
                Ok(Token::Word { text, quoted: false, .. }) if standard == Standard::Pgn && is_number(&text) => {}
                Ok(Token::Word { line, text, quoted }) => {
                    first.get_or_insert(line);
                    let ends = standard == Standard::Pgn && !quoted && standard.result(&text).is_some();
                    words.push(MoveWord { line, text, quoted });
                    if ends {
                        // It may be there twice.
                        while self.tokens.next_if(|token| is_result(token, standard)).is_some() {}
                        break;
                    }
                }
                Ok(Token::Variation { text }) => variations.extend(words.len().checked_sub(1).map(|ply| (ply, text))),
                Err(found) => drop(error.get_or_insert(found.into())),
            }
        }
        if let Some(error) = error {
            return Some(Err(error));
        }
        let line = first?;
        let played = play(self.game, start, &words);
        Some(played.map(|(record, result)| {
            let variations = read_variations(self.game, &record, &variations, DEEPEST);
            Transcript { tags, record, variations, result, line }
        }))
    }
}

/// Reads the variations of a line from their texts, each with the ply that it replaces.
fn read_variations<G: Notation>(
    game: &G,
    line: &Record<G::Position, G::Move>,
    texts: &[(usize, &str)],
    depth: usize,
) -> Vec<Variation<G::Position, G::Move>> {
    let standard = Standard::of(game);
    let mut found = Vec::new();
    for &(ply, text) in texts.iter().filter(|_| depth > 0) {
        let Some(&start) = line.before().get(ply) else { continue };
        let (mut record, mut inside) = (Record::new(start), Vec::new());
        for token in Tokens::new(text) {
            match token {
                Ok(Token::Word { text, quoted: false, .. }) if standard == Standard::Pgn && is_number(&text) => {}
                Ok(Token::Word { line, text, quoted }) => {
                    let word = MoveWord { line, text, quoted };
                    let Ok(mv) = read_move(game, record.position(), &word) else { break };
                    let after = game.play(record.position(), mv);
                    record.push(mv, after);
                }
                Ok(Token::Variation { text }) => inside.extend(record.plies().checked_sub(1).map(|ply| (ply, text))),
                Ok(Token::Tag { .. }) => {}
                Err(_) => break,
            }
        }
        if record.plies() > 0 {
            let variations = read_variations(game, &record, &inside, depth - 1);
            found.push(Variation { ply, record, variations });
        }
    }
    found
}

fn is_result(token: &Result<Token, TokenError>, standard: Standard) -> bool {
    matches!(token, Ok(Token::Word { text, quoted: false, .. }) if standard.result(text).is_some())
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The name and the value of a tag; no value if it is malformed.
fn tag(text: &str) -> (String, Option<String>) {
    let inside = text.trim_start_matches('[').trim_start();
    let end = inside.find(|character: char| !(character.is_alphanumeric() || "_-".contains(character)));
    let (name, rest) = inside.split_at(end.unwrap_or(inside.len()));
    let value = || {
        let mut characters = rest.trim().strip_suffix(']')?.trim_end().strip_prefix('"')?.strip_suffix('"')?.chars();
        let mut value = String::new();
        while let Some(character) = characters.next() {
            match character {
                '\\' => value.push(characters.next()?),
                '"' => return None,
                _ => value.push(character),
            }
        }
        Some(value)
    };
    (name.to_string(), value())
}

/// The position of a FEN tag, of which this is the value.
fn position<G: Notation>(
    game: &G,
    line: usize,
    tag: &str,
    value: Option<&str>,
) -> Result<G::Position, TranscriptError> {
    let malformed = || TranscriptError::Tag { line, found: tag.chars().take(60).collect() };
    game.parse(value.ok_or_else(malformed)?).map_err(|error| TranscriptError::Start { line, error })
}

/// The moves that these words are, and the result after them.
fn play<G: Notation>(
    game: &G,
    start: G::Position,
    words: &[MoveWord],
) -> Result<(Record<G::Position, G::Move>, Option<&'static str>), TranscriptError> {
    let (standard, mut record) = (Standard::of(game), Record::new(start));
    for (place, word) in words.iter().enumerate() {
        let result = standard.result(&word.text).filter(|_| !word.quoted);
        let is_last = place + 1 == words.len();
        match (read_move(game, record.position(), word), result) {
            (Ok(mv), result) if result.is_none() || !is_last => {
                let after = game.play(record.position(), mv);
                record.push(mv, after);
            }
            (_, Some(result)) => {
                return nothing_after(standard, result, &words[place + 1..]).map(|()| (record, Some(result)));
            }
            (Ok(_), None) => unreachable!("the first arm takes each move that is no result"),
            (Err(error), None) => {
                return Err(TranscriptError::Move { line: word.line, ply: record.plies() + 1, error });
            }
        }
    }
    Ok((record, None))
}

/// The error for a game that goes on after its result. A result may be there twice.
fn nothing_after(standard: Standard, ended: &str, words: &[MoveWord]) -> Result<(), TranscriptError> {
    match words.iter().find(|word| word.quoted || standard.result(&word.text).is_none()) {
        None => Ok(()),
        Some(word) => Err(TranscriptError::AfterResult {
            line: word.line,
            result: ended.to_string(),
            found: word.text.chars().take(60).collect(),
        }),
    }
}

/// Reads a move. In quotation marks it is exactly as written; else it may have `!` and `?` after it.
fn read_move<G: Notation>(game: &G, position: &G::Position, word: &MoveWord) -> Result<G::Move, NotationError> {
    let text = word.text.as_str();
    let is_written = |mv: &G::Move| move_text_for_people(game, position, *mv) == text;
    let read = game.parse_move(position, text);
    // Nearly always so, and the other moves need not be written.
    if read.as_ref().is_ok_and(is_written) {
        return read;
    }
    match game.moves(position).find(is_written) {
        Some(mv) => Ok(mv),
        None if word.quoted => Err(no_such_move(game, position, text)),
        None => read.or_else(|_| game.parse_move(position, text.trim_end_matches(['!', '?']))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::write::{Tags, write};
    use super::*;
    use crate::game::position_text;
    use crate::games::draughts::Draughts;
    use crate::games::tigers_and_goats::TigersAndGoats;

    #[test]
    fn what_other_programs_write_is_read() {
        let game = Draughts::checkers();
        let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. 11-15 {the best; (they) say\n[so]} 23-19 2.8-11! (2. 9-14 {or)} \
                    22-17)\n% 1. escaped\n2... 22-17 $1 !? ; a comment\n3. 4-8 1-0 {the end}\n\n[Event \"the next\"]\n\
                    1. 12-16 *\n";
        assert_eq!(read(&game, text).map(|record| record.plies()), Ok(5));
    }

    #[test]
    fn variations_are_read_with_those_inside() {
        let game = Draughts::checkers();
        let text = "1. 11-15 (1. 9-14 22-18 (1... 23-19 {so} 5-9) 5-9) (1. 10-15 nonsense 23-19) 23-19 (wrong) *";
        let read = read_all(&game, text).next().expect("a game").expect("legal moves");
        let plies: Vec<_> = read.variations.iter().map(|other| (other.ply, other.record.plies())).collect();
        assert_eq!((read.record.plies(), plies), (2, vec![(0, 3), (0, 1)]));
        let inside = &read.variations[0].variations;
        assert_eq!((inside.len(), inside[0].ply, inside[0].record.plies()), (1, 1, 2));
        assert_eq!(inside[0].record.start(), &read.variations[0].record.before()[1]);
        // Far more levels than anybody needs.
        let deep = format!("1. 11-15 {}{} *", "(1. 9-14 ".repeat(9000), ")".repeat(9000));
        assert_eq!(read_all(&game, &deep).next().expect("a game").expect("legal moves").variations.len(), 1);
    }

    #[test]
    fn tags_may_share_a_line() {
        let game = Draughts::checkers();
        let text = r#"[Event "a [b] \"]\" c"] [FEN "B:WK2:BK1"] [Site "x"]
            1. 1-5 *"#;
        let read = read_all(&game, text).next().expect("a game").expect("legal moves");
        assert_eq!((read.tag("Event"), read.tag("Site")), (Some("a [b] \"]\" c"), Some("x")));
        assert_eq!(position_text(&game, &read.record.before()[0]), "B:WK2:BK1");
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
        let written = write(&game, &record, &["g", "t"], None, &Tags::default());
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
