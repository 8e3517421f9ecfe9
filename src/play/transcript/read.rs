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
    /// The tags say that the record is of another game, which would be read by the wrong rules.
    #[error("line {line}: {expected}, found [{name} {value:?}]")]
    OtherGame {
        /// The line on which the record begins.
        line: usize,
        /// What the tag must say.
        expected: String,
        /// The name of the tag.
        name: String,
        /// Its value.
        value: String,
    },
    /// A text is no legal move: the record ends before it.
    #[error("line {line}, ply {ply}: {error}")]
    Move {
        /// The line.
        line: usize,
        /// The ply.
        ply: usize,
        /// Why it is no move.
        error: NotationError,
    },
    /// A word is no move, no result and no annotation. It is passed over.
    #[error("line {line}: expected a move or a result, found {found:?}")]
    Word {
        /// The line.
        line: usize,
        /// The word.
        found: String,
    },
    /// A comment, a variation or a quoted move is not well formed. It is passed over.
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
    /// The comments, each with the number of plies before it.
    pub comments: Vec<(usize, String)>,
    /// The numeric annotation glyphs, each with the number of plies before it.
    pub glyphs: Vec<(usize, u8)>,
    /// The text that ends the game, such as `1-0`, or `*` for a game that was not finished; `None` if there is none.
    /// Who won by it depends on the file: see [the module](super#results).
    pub result: Option<&'static str>,
    /// The line on which the game begins, counted from 1.
    pub line: usize,
    /// The parts of the text that were lost, in their order. A [`TranscriptError::Move`] is the last: the record ends
    /// there.
    pub lost: Vec<TranscriptError>,
    /// The parts of the position in the tag FEN that were dropped or guessed, a sentence each.
    pub notes: Vec<String>,
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
    /// The comments, each with the number of its own plies before it.
    pub comments: Vec<(usize, String)>,
    /// The numeric annotation glyphs, each with the number of its own plies before it.
    pub glyphs: Vec<(usize, u8)>,
}

impl<P, M> Transcript<P, M> {
    /// The value of the first tag of this name, in any case of letters.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// Reads the first game of a text, as [`read_all`] does. A text without a game is the usual start. `note` takes what
/// was lost, dropped or guessed, a sentence each.
///
/// # Errors
/// See [`TranscriptError`]; also if a text is no legal move, so that moves of the game are lost.
pub fn read<G: Notation>(
    game: &G,
    text: &str,
    note: &mut dyn FnMut(String),
) -> Result<Record<G::Position, G::Move>, TranscriptError> {
    let Some(first) = read_all(game, text).next() else { return Ok(Record::new(game.start())) };
    let Transcript { record, lost, notes, .. } = first?;
    if let Some(error) = lost.iter().find(|lost| matches!(lost, TranscriptError::Move { .. })) {
        return Err(error.clone());
    }
    lost.iter().for_each(|lost| note(format!("{lost}. It is passed over")));
    notes.into_iter().for_each(note);
    Ok(record)
}

/// Reads every game of a text, one after the other. A game ends with its result, where the tags of the next begin, and
/// where moves are numbered from 1 again. An error is a game of which nothing can be read; after it, the next is read.
///
/// Reading is lenient, and says what it has [lost](Transcript::lost). Annotations and malformed tags other
/// than FEN, which has the position to start from, are skipped. So is a word that cannot be a move. A text that could
/// be a move and is not legal ends the record of its game, and a variation. A comment that does not end ends before the
/// tags of the next game.
///
/// Other programs write no quotation marks. A text such as `1-0` without them is a move if that is legal in PDN and
/// more than comments follows in the game, else the result.
pub fn read_all<'a, G: Notation>(game: &'a G, text: &'a str) -> TranscriptGames<'a, G> {
    TranscriptGames { game, standard: Standard::of(game), tokens: Tokens::new(text).peekable(), next: Vec::new() }
}

/// The levels of variations that are read: those inside the last level are skipped.
const DEEPEST: usize = 16;

/// The tags that a game has once: a second one begins the next game.
const ONCE: [&str; 5] = ["Event", "White", "Black", "Result", "FEN"];

/// The games of a text; see [`read_all`].
pub struct TranscriptGames<'a, G> {
    game: &'a G,
    standard: Standard,
    tokens: Peekable<Tokens<'a>>,
    /// The words of a game without tags that follows the result of another.
    next: Vec<MoveWord>,
}

/// A word of the moves.
struct MoveWord {
    line: usize,
    text: String,
    quoted: bool,
}

/// A game whose words are not read yet.
#[derive(Default)]
struct UnreadGame<'a> {
    /// The tags, each with its name, its value and its text.
    tags: Vec<(String, Option<String>, &'a str)>,
    words: Vec<MoveWord>,
    /// The variations, each with the number of words before it.
    variations: Vec<(usize, &'a str)>,
    /// The comments, each with the number of words before it.
    comments: Vec<(usize, &'a str)>,
    /// The glyphs, each with the number of words before it.
    glyphs: Vec<(usize, u8)>,
    lost: Vec<TranscriptError>,
    /// The line of the tag FEN.
    fen_line: usize,
    /// The line on which the game begins; `None` if there is none.
    line: Option<usize>,
}

impl<'a, G: Notation> TranscriptGames<'a, G> {
    /// Whether a token begins the next game.
    fn begins_next(token: &Result<Token, TokenError>, parts: &UnreadGame) -> bool {
        match token {
            Ok(Token::Tag { text, .. }) => {
                let (name, _) = tag(text);
                let is_there = || parts.tags.iter().any(|(other, ..)| other.eq_ignore_ascii_case(&name));
                !parts.words.is_empty() || ONCE.iter().any(|once| once.eq_ignore_ascii_case(&name)) && is_there()
            }
            // `1. e4 ! 1. ... e5` is one game.
            Ok(Token::Number { number: 1, begins_round: true }) => {
                parts.words.iter().filter(|word| !is_annotation(word)).nth(1).is_some()
            }
            _ => false,
        }
    }

    /// Takes the tokens of the next game.
    fn parts(&mut self) -> UnreadGame<'a> {
        let words = std::mem::take(&mut self.next);
        let line = words.first().map(|word| word.line);
        let mut parts = UnreadGame { words, line, ..UnreadGame::default() };
        if line.is_some() {
            return parts;
        }
        while let Some(token) = self.tokens.next_if(|token| !Self::begins_next(token, &parts)) {
            match token {
                Ok(Token::Tag { line, text }) => {
                    parts.line.get_or_insert(line);
                    let (name, value) = tag(text);
                    if name.eq_ignore_ascii_case("FEN") {
                        parts.fen_line = line;
                    }
                    parts.tags.push((name, value, text));
                }
                // A star at a move of PDN marks a forced move.
                Ok(Token::Word { text, attached: true, .. }) if text == "*" && self.standard == Standard::Pdn => {}
                Ok(Token::Number { .. }) => {}
                Ok(Token::Word { line, text, quoted, .. }) => {
                    parts.line.get_or_insert(line);
                    let text = if quoted { text } else { self.joined(text) };
                    let ends = self.standard == Standard::Pgn && !quoted && self.standard.result(&text).is_some();
                    parts.glyphs.extend(glyph(&text, quoted).map(|glyph| (parts.words.len() + 1, glyph)));
                    parts.words.push(MoveWord { line, text, quoted });
                    if ends {
                        // It may be there twice, or have a comment.
                        let standard = self.standard;
                        while self.tokens.next_if(|token| is_result(token, standard) || is_comment(token)).is_some() {}
                        break;
                    }
                }
                Ok(Token::Variation { text }) => parts.variations.push((parts.words.len(), text)),
                Ok(Token::Comment { text }) => parts.comments.push((parts.words.len(), text)),
                Ok(Token::Glyph { number }) => parts.glyphs.push((parts.words.len(), number)),
                Err(error) => parts.lost.push(error.into()),
            }
        }
        parts
    }

    /// A word with the words after it that belong to it: `2 - 7`, `1 - 0`.
    fn joined(&mut self, mut text: String) -> String {
        while let Some(Ok(Token::Word { text: next, .. })) = self
            .tokens
            .next_if(|token| matches!(token, Ok(Token::Word { text: next, quoted: false, .. }) if belongs(&text, next)))
        {
            text.push_str(&next);
        }
        text
    }
}

/// Words of moves, each with the words after it that belong to it: `2 - 7`.
pub fn joined_words(words: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        match joined.last_mut().filter(|text| belongs(text, word)) {
            Some(text) => text.push_str(word),
            None => joined.push(word.clone()),
        }
    }
    joined
}

/// Whether a word goes on with the next: a sign between squares or numbers stands at the end of one or at the beginning
/// of the other.
fn belongs(text: &str, next: &str) -> bool {
    let is_sign = |character: char| "-x×:\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}".contains(character);
    let is_part = |character: char| {
        is_sign(character) || character.is_ascii_digit() || ('a'..='h').contains(&character) || "½/".contains(character)
    };
    let next = Some(next.trim_end_matches(is_mark)).filter(|bare| !bare.is_empty()).unwrap_or(next);
    let signs = text.chars().rev().chain(['0']).take_while(|&character| is_sign(character)).count()
        + next.chars().take_while(|&character| is_sign(character)).count();
    signs == 1 && !text.starts_with(is_sign) && text.chars().all(is_part) && next.chars().all(is_part)
}

impl<G: Notation> Iterator for TranscriptGames<'_, G> {
    type Item = Result<Transcript<G::Position, G::Move>, TranscriptError>;

    fn next(&mut self) -> Option<Self::Item> {
        let UnreadGame { tags, words, variations, comments, glyphs, lost, fen_line, line } = self.parts();
        let line = match (line, lost.first()) {
            (Some(line), _) => line,
            (None, Some(error)) => return Some(Err(error.clone())),
            (None, None) => return None,
        };
        let start = tags.iter().find(|(name, ..)| name.eq_ignore_ascii_case("FEN"));
        let of_start = start.and_then(|(_, value, _)| value.as_deref());
        let notes = of_start.map_or_else(Vec::new, |text| self.game.notes(text));
        let notes = notes.into_iter().map(|note| format!("line {fen_line}: the tag FEN: {note}")).collect();
        let start = start.map(|(_, value, text)| position(self.game, fen_line, text, value.as_deref()));
        let tags: Vec<_> = tags.into_iter().filter_map(|(name, value, _)| Some((name, value?))).collect();
        if let Err((expected, tag)) = self.game.check_tags(&tags) {
            let (name, value) = tags[tag].clone();
            return Some(Err(TranscriptError::OtherGame { line, expected, name, value }));
        }
        let start = match start.transpose() {
            Ok(start) => start.unwrap_or_else(|| self.game.start()),
            Err(error) => return Some(Err(error)),
        };
        let mut played = ReadMoves { record: Record::new(start), plies: Vec::new(), result: None, lost };
        let rest = played.play(self.game, words);
        self.next = rest;
        // A variation stands behind the move that it replaces.
        let variations: Vec<(usize, &str)> = variations
            .into_iter()
            .filter_map(|(words, text)| {
                let before = &played.plies[..words.min(played.plies.len())];
                Some((before.iter().rev().copied().flatten().next()?, text))
            })
            .collect();
        let plies_before = |words: usize| played.plies.iter().take(words).flatten().count();
        let comments = comments.into_iter().map(|(words, text)| (plies_before(words), text.to_string())).collect();
        let glyphs = glyphs.into_iter().map(|(words, glyph)| (plies_before(words), glyph)).collect();
        let ReadMoves { record, result, lost, .. } = played;
        let variations = read_variations(self.game, &record, &variations, DEEPEST);
        Some(Ok(Transcript { tags, record, variations, comments, glyphs, result, line, lost, notes }))
    }
}

/// Reads the variations of a line from their texts, each with the ply that it replaces.
fn read_variations<G: Notation>(
    game: &G,
    line: &Record<G::Position, G::Move>,
    texts: &[(usize, &str)],
    depth: usize,
) -> Vec<Variation<G::Position, G::Move>> {
    let mut found = Vec::new();
    for &(ply, text) in texts.iter().filter(|_| depth > 0) {
        let Some(&start) = line.before().get(ply) else { continue };
        let (mut record, mut inside) = (Record::new(start), Vec::new());
        let (mut comments, mut glyphs) = (Vec::new(), Vec::new());
        for token in Tokens::new(text) {
            match token {
                Ok(Token::Word { line, text, quoted, .. }) => {
                    let of_word = glyph(&text, quoted);
                    let word = MoveWord { line, text, quoted };
                    match read_move(game, record.position(), &word) {
                        Ok(mv) => {
                            let after = game.play(record.position(), mv);
                            record.push(mv, after);
                            glyphs.extend(of_word.map(|glyph| (record.plies(), glyph)));
                        }
                        Err(_) if is_annotation(&word) => {}
                        Err(_) => break,
                    }
                }
                Ok(Token::Variation { text }) => inside.extend(record.plies().checked_sub(1).map(|ply| (ply, text))),
                Ok(Token::Comment { text }) => comments.push((record.plies(), text.to_string())),
                Ok(Token::Glyph { number }) => glyphs.push((record.plies(), number)),
                Ok(Token::Tag { .. } | Token::Number { .. }) => {}
                Err(_) => break,
            }
        }
        if record.plies() > 0 {
            let variations = read_variations(game, &record, &inside, depth - 1);
            found.push(Variation { ply, record, variations, comments, glyphs });
        }
    }
    found
}

fn is_result(token: &Result<Token, TokenError>, standard: Standard) -> bool {
    matches!(token, Ok(Token::Word { text, quoted: false, .. }) if standard.result(text).is_some())
}

fn is_comment(token: &Result<Token, TokenError>) -> bool {
    matches!(token, Ok(Token::Comment { .. }))
}

/// The annotations that are words: informant's marks of a novelty, a diagram and en passant.
const ANNOTATIONS: [&str; 8] = ["N", "TN", "D", "diag", "ep", "e.p.", "e.p", "TM"];

/// The marks that annotations are made of.
fn is_mark(character: char) -> bool {
    "!?+-=/~#^_∞±∓⩲⩱□⌓⊕⇄→↑○⟳⊙♔♕♖♗♘♙.…,'".contains(character)
}

/// The glyph of the mark at the end of a move, such as 1 for `!`.
fn glyph(word: &str, quoted: bool) -> Option<u8> {
    let marks = ["!", "?", "!!", "??", "!?", "?!"];
    let mark = &word[word.trim_end_matches(['!', '?']).len()..];
    let number = marks.iter().position(|other| *other == mark && !quoted)?;
    Some(number as u8 + 1)
}

/// Whether a word that is no legal move is an annotation: a number without a full stop, a mark such as `±`, or a word.
fn is_annotation(word: &MoveWord) -> bool {
    let text = word.text.as_str();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_marks = text.chars().all(is_mark) && !is_null(text);
    !word.quoted && (is_number || is_marks || ANNOTATIONS.contains(&text))
}

/// Whether a word is a null move of other programs: the side to move passes, which no rule allows.
fn is_null(text: &str) -> bool {
    ["--", "Z0", "@@@@", "0000", "null", "pass"].contains(&text)
}

/// Whether a word that is no legal move of the position may stand for one: it has a digit, passes, or begins as a move
/// without a digit does.
fn is_like_a_move<G: Notation>(game: &G, position: &G::Position, word: &MoveWord) -> bool {
    let has_digit = |text: &str| text.contains(|character: char| character.is_ascii_digit());
    let first = |text: &str| text.chars().next().map(|character| character.to_ascii_uppercase());
    let begins_alike = |mv: G::Move| {
        let text = move_text_for_people(game, position, mv);
        !has_digit(&text) && first(&text) == first(&word.text)
    };
    word.quoted || has_digit(&word.text) || is_null(&word.text) || game.moves(position).any(begins_alike)
}

/// The name and the value of a tag; no value if it is malformed.
fn tag(text: &str) -> (String, Option<String>) {
    let inside = text.trim_start_matches('[').trim_start();
    let end = inside.find(|character: char| !(character.is_alphanumeric() || "_-".contains(character)));
    let (name, rest) = inside.split_at(end.unwrap_or(inside.len()));
    // Some programs put no backslash before a quotation mark in a value.
    let value = || {
        let mut characters = rest.trim().strip_suffix(']')?.trim_end().strip_prefix('"')?.strip_suffix('"')?.chars();
        let mut value = String::new();
        while let Some(character) = characters.next() {
            value.push(if character == '\\' { characters.next()? } else { character });
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

/// The moves that words are.
struct ReadMoves<P, M> {
    record: Record<P, M>,
    /// For each word, the ply that it is, counted from 0; `None` if it is no move.
    plies: Vec<Option<usize>>,
    result: Option<&'static str>,
    lost: Vec<TranscriptError>,
}

impl<P: Copy + Eq, M: Copy> ReadMoves<P, M> {
    /// Plays the moves of these words, up to the result. Returns the words of the next game, which follow it.
    fn play<G: Notation<Position = P, Move = M>>(&mut self, game: &G, words: Vec<MoveWord>) -> Vec<MoveWord> {
        let (standard, mut is_stopped) = (Standard::of(game), false);
        let mut left = words.into_iter();
        while let Some(word) = left.next() {
            let result = standard.result(&word.text).filter(|_| !word.quoted);
            let position = self.record.position();
            let read = match is_stopped {
                true => Err(None),
                false => read_move(game, position, &word)
                    .or_else(|error| decided(game, position, &word, left.as_slice()).ok_or(Some(error))),
            };
            match (read, result) {
                (Ok(mv), result) if result.is_none() || left.len() > 0 => {
                    self.plies.push(Some(self.record.plies()));
                    let after = game.play(self.record.position(), mv);
                    self.record.push(mv, after);
                    continue;
                }
                (_, Some(result)) => {
                    self.result = Some(result);
                    // It may be there twice.
                    let is_result = |word: &MoveWord| !word.quoted && standard.result(&word.text).is_some();
                    return left.skip_while(is_result).collect();
                }
                (Ok(_), None) => unreachable!("the first arm takes each move that is no result"),
                (Err(Some(_)), None) if is_annotation(&word) => {}
                (Err(Some(error)), None) if is_like_a_move(game, self.record.position(), &word) => {
                    is_stopped = true;
                    self.lost.push(TranscriptError::Move { line: word.line, ply: self.record.plies() + 1, error });
                }
                (Err(Some(_)), None) => {
                    let found = word.text.chars().take(60).collect();
                    self.lost.push(TranscriptError::Word { line: word.line, found });
                }
                (Err(None), None) => {}
            }
            self.plies.push(None);
        }
        Vec::new()
    }
}

/// The move of a text that means several: the only one after which the next move is legal.
fn decided<G: Notation>(game: &G, position: &G::Position, word: &MoveWord, next: &[MoveWord]) -> Option<G::Move> {
    let meant = if word.quoted { Vec::new() } else { game.moves_meant(position, word.text.trim_end_matches(is_mark)) };
    let next = next.iter().find(|word| !is_annotation(word)).filter(|_| meant.len() > 1)?;
    let goes_on = |mv: &G::Move| read_move(game, &game.play(position, *mv), next).is_ok();
    let mut going_on = meant.into_iter().filter(goes_on);
    going_on.next().filter(|_| going_on.next().is_none())
}

/// Reads a move. In quotation marks it is exactly as written; else it may have annotations after it.
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
        None => read.or_else(|error| {
            let bare = text.trim_end_matches(is_mark);
            let behind = |mark: &str| bare.strip_suffix(mark).map(|bare| bare.trim_end_matches(is_mark));
            let bares = std::iter::once(bare).chain(ANNOTATIONS.iter().filter_map(|mark| behind(mark)));
            bares.filter_map(|bare| game.parse_move(position, bare).ok()).next().ok_or(error)
        }),
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
        assert_eq!(read(&game, text, &mut |_| ()).map(|record| record.plies()), Ok(5));
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
        let plies = |text: &str| read(&game, text, &mut |_| ()).map(|record| record.plies());
        // A tiger steps from 0 to 2 and back.
        assert_eq!(plies("[FEN \"T/..TT../....../....../.... g 15\"]\n1. 22 3-9 2. 21 4-3 3. 20 *"), Ok(5));
        let text = "[FEN \"T/...TT./....../....../.... g 15\"]\n1. 22 0-2 2. 21 2-0 3. 20 0-2";
        assert_eq!(plies(text), Ok(5));
        assert_eq!(plies(&format!("{text} *")), Ok(6));
        assert_eq!(plies(&text.replace("20 0-2", "20 \"0-2\"")), Ok(6));
        let record = read(&game, &format!("{text} 1/2-1/2"), &mut |_| ()).expect("a game");
        let written = write(&game, &record, &["g", "t"], None, &Tags::default());
        assert_eq!(read(&game, &written, &mut |_| ()).expect(&written).moves(), record.moves());
    }

    /// The plies of each game, and the messages of all that was lost.
    fn found(text: &str) -> Vec<(usize, Vec<String>)> {
        let game = Draughts::checkers();
        let read = |read: Result<Transcript<_, _>, TranscriptError>| match read {
            Ok(read) => (read.record.plies(), read.lost.iter().map(ToString::to_string).collect()),
            Err(error) => (usize::MAX, vec![error.to_string()]),
        };
        read_all(&game, text).map(read).collect()
    }

    #[test]
    fn what_is_lost_is_named_and_costs_no_more() {
        for (text, plies, expected) in [
            ("1. 11-15 11-15 23-19", 1, "line 1, ply 2: expected one of the legal moves"),
            ("1. 11-15\n23-19 -- 8-11", 2, "line 2, ply 3: expected one of the legal moves"),
            ("1. 11-15\nhello 23-19", 2, "line 2: expected a move or a result, found \"hello\""),
            ("[FEN \"nowhere\"]", usize::MAX, "line 1: the tag FEN: expected a position"),
            (
                "\n[FEN nowhere]",
                usize::MAX,
                "line 2: expected a tag such as [FEN \"POSITION\"], found \"[FEN nowhere]\"",
            ),
            ("[FEN \"W:W23:B1\"", usize::MAX, "line 1: expected a tag such as [FEN"),
            ("1. 11-15\n{no end\n\n", 1, "line 2: expected } that ends the comment, found none"),
            ("1. 11-15 (9-14 (10-15)", 1, "line 1: expected ) that ends the variation"),
            ("1. 11-15 23-19) 8-11", 3, "line 1: expected ( before )"),
            ("1. 11-15 } 23-19", 2, "line 1: expected { before }"),
            ("1. 11-15 \"23-19\n8-11", 1, "line 1: expected \" that ends the quoted move"),
            (
                "[GameType \"20\"]\n1. 11-15 *",
                usize::MAX,
                "line 1: expected a record of English draughts, whose GameType",
            ),
        ] {
            let found = found(text);
            assert_eq!((found.len(), found[0].0), (1, plies), "{text:?}: {found:?}");
            assert!(found[0].1[0].starts_with(expected), "{text:?}: {found:?}");
        }
    }

    #[test]
    fn words_end_where_the_standard_says() {
        for text in [
            "1. 11-15 23-19 2. 8-11",
            "1.11-15 23-19 2.8-11",
            "1. 11x15 23x19 2. 8x11",
            "1. 11:15 23×19 8 - 11",
            "11- 15 23 -19 8–11",
            "1115 2319 0811",
            "1. 11-15* 23-19! 2. 8-11?!",
            "1. 11-15$1 23-19 $2 8-11,",
            "1. 11-15 ± 23-19 ∓ 8-11 ⩲",
            "1 11-15 23-19 2 8-11",
            "1... 11-15 1... 23-19 2... 8-11",
            "11-15 N 23-19 D 8-11 =",
            "1. 11-15 {c} 23-19 (23-18) 8-11+-",
            "\u{feff}1. 11-15\r23-19\r2. 8-11",
            "11-15,23-19,8-11",
        ] {
            for result in ["", " 1/2-1/2", " ½-½", " 1–0", " 1 - 0", " 2-0", " 1/2", " 1/2-1/2.", " *", "\n1-0 1-0"]
            {
                assert_eq!(found(&format!("{text}{result}")), [(3, Vec::new())], "{text}{result}");
            }
        }
    }

    #[test]
    fn a_jump_with_two_ways_is_decided_by_the_move_after_it() {
        let start = "[FEN \"B:WK10,K18,11,19:BK7,1\"]\n1. 7x7";
        // After either way the same moves are legal, or none.
        assert_eq!(found(&format!("{start} 1/2-1/2"))[0].0, 0);
        let text = "1. 11-16 24-19 2. 8-11 22-18 3. 10-14 25-22 4. 16-20 29-25 5. 11-16 18-15 6. 4-8 28-24 7. 7-10 22-18 \
                    8. 3-7 26-22 9. 7-11 31-26 10. 9-13 18x9 11. 5x14 22-18 12. 1-5 18x9 13. 5x14 26-22 14. 11x18 22x15 \
                    15. 2-7 25-22 16. 14-18 23x14 17. 16x23 27x18 18. 20x27 32x23 19. 10x26! 18-14 20. 26-31 1-0";
        assert_eq!(found(text), [(39, Vec::new())]);
    }

    #[test]
    fn a_game_ends_where_the_next_begins() {
        let (mark, first) = ('\u{feff}', "[Event \"a\"]\n[White \"x\"]\n1. 11-15 ");
        for (text, expected) in [
            (format!("{first}{{cut\n[Event \"b\"]\n1. 9-14 22-18"), [1, 2]),
            (format!("{first}(9-14 {{cut\n[Event \"b\"]\n1. 9-14 22-18"), [1, 2]),
            (format!("{first}\"cut\n[Event \"b\"]\n1. 9-14 22-18"), [1, 2]),
            (format!("{first}0-1[Event \"b\"]\n1. 9-14 22-18"), [1, 2]),
            (format!("{first}0-1 [Event \"b\"] [Site \"c\"] 1. 9-14 22-18"), [1, 2]),
            ("[Event \"a\"] 1. 11-15 1-0 [Event \"b\"] 1. 9-14 22-18 0-1".to_string(), [1, 2]),
            ("[Event \"a [\"b\"] c\"] [White \"x\"]1. 11-15 * [Event \"b\"]1. 9-14 22-18".to_string(), [1, 2]),
            ("[Event \"a\"]\n\n[Event \"b\"]\n1. 9-14 22-18".to_string(), [0, 2]),
            ("1. 11-15 23-19 *\n\n1. 9-14".to_string(), [2, 1]),
            ("1. 11-15 23-19\n\n1. 9-14".to_string(), [2, 1]),
            ("11-15 23-19 1-0 9-14 22-18 0-1".to_string(), [2, 2]),
            (format!("{first}*\n{mark}[Event \"b\"]\n1. 9-14 22-18"), [1, 2]),
            (format!("{first}*\r\r[Event \"The \"big\" one [1]\"]\r1. 9-14 22-18"), [1, 2]),
        ] {
            let found: Vec<usize> = found(&text).iter().map(|(plies, _)| *plies).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
