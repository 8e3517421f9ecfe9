//! Positions as FEN.
//!
//! The reader is lenient: the answer depends on the pieces and the side to move, on castling rights, on a capture en
//! passant, and under the rule of fifty moves on the clock. Any number of fields may be there, `_` may stand for
//! spaces, operations of EPD may follow the fourth field, and the whole may be in its tag, `[FEN "..."]`. A right that
//! no rook has, and an en-passant square that no pawn passed, are dropped; [`notes`] says so. What the reader cannot
//! know is an error.

use super::moves::CASTLINGS;
use super::position::{BLACK, NO_FILE, PieceType, Position, SIDES, WHITE, read_square, square, square_name};
use super::sound::{check, en_passant_file};
use crate::game::{NotationError, without_fen_tag};

/// The fields of FEN, with an example.
const FORM: &str = "a position in FEN such as `8/8/8/8/8/4k3/8/4KQ2 w - - 0 1`: the ranks from 8 to 1, the side to move, \
                    castling rights, the en-passant square, and if they are known the plies since the last capture or pawn \
                    move and the number of the move";

/// A field without rights or a square, as people write it.
const NONE: [&str; 3] = ["-", "–", "—"];

/// The starting position.
pub fn start() -> Position {
    let mut position = Position::empty();
    let back = [
        PieceType::Rook,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Queen,
        PieceType::King,
        PieceType::Bishop,
        PieceType::Knight,
        PieceType::Rook,
    ];
    for (file, kind) in (0..).zip(back) {
        for (colour, rank, pawns) in [(WHITE, 0, 1), (BLACK, 7, 6)] {
            position.put(kind, colour, square(file, rank));
            position.put(PieceType::Pawn, colour, square(file, pawns));
        }
    }
    position.castling = 0b1111;
    position
}

/// Reads a position.
pub fn parse(text: &str) -> Result<Position, NotationError> {
    read(text, &mut |_| ())
}

/// The fields of a position that were dropped or guessed when it was read, a sentence each.
pub fn notes(text: &str) -> Vec<String> {
    let mut notes = Vec::new();
    // Nearly always there is nothing that could be dropped or guessed.
    let mut fields = text.split_ascii_whitespace().skip(1);
    let is_plain = ["w", "b"].map(Some).contains(&fields.next()) && fields.by_ref().take(2).all(|field| field == "-");
    if is_plain && fields.all(|field| field.bytes().all(|byte| byte.is_ascii_digit())) {
        return notes;
    }
    // A text that is no position has an error, and no notes.
    let _ = read(text, &mut |note| notes.push(note()));
    notes
}

/// Takes a note, which is made only if it is kept.
type TakeNote<'a> = &'a mut dyn FnMut(&dyn Fn() -> String);

/// Reads a position, and notes the fields that are dropped or guessed.
fn read(text: &str, note: TakeNote) -> Result<Position, NotationError> {
    let text = without_fen_tag(text);
    let trimmed = text.trim_matches(|character: char| character.is_ascii_whitespace() || character == ';');
    let spaced;
    let trimmed = match trimmed.contains('_') && !trimmed.contains(' ') {
        true => {
            spaced = trimmed.replace('_', " ");
            spaced.as_str()
        }
        false => trimmed,
    };
    let mut fields = trimmed.split_ascii_whitespace();
    let board = fields.next().ok_or_else(|| NotationError::new(FORM, text.trim_ascii()))?;
    let mut position = pieces(board, trimmed)?;
    let side = fields.next();
    position.side = match side {
        Some("w" | "W" | "white") => WHITE as u8,
        Some("b" | "B" | "black") => BLACK as u8,
        Some(side) => return Err(NotationError::new("`w` or `b` for the side to move", side)),
        None => WHITE as u8,
    };
    if side.is_none() {
        note(&|| "no side to move is given: White's move is assumed".to_string());
    }
    let (castling, en_passant) = (fields.next().unwrap_or("-"), fields.next().unwrap_or("-"));
    let mut rest = fields.clone();
    let clock = rest.next().filter(|field| !field.starts_with(|character: char| character.is_alphabetic()));
    if let Some(clock) = clock {
        position.clock = match clock {
            "-" | "?" => 0,
            clock => counter(clock, "the plies since the last capture or move of a pawn")?,
        };
        fields = rest.clone();
        if let Some(number) = rest.next() {
            // The answer does not depend on it.
            match counter(number, "the number of the move") {
                Ok(number) => {
                    (position.number, fields) = (number.max(1), rest);
                }
                Err(_) if number.starts_with(|character: char| character.is_alphabetic()) => {}
                Err(_) => {
                    note(&|| format!("the number of the move {number:?} is no number: it is 1 here"));
                    fields = rest;
                }
            }
        }
    }
    operations(&mut position, fields)?;
    check(&position).map_err(|expected| NotationError::new(expected, text.trim_ascii()))?;
    position.castling = rights(&position, castling, note)?;
    if !NONE.contains(&en_passant) {
        let file = read_square(en_passant.as_bytes()).map(|square| en_passant_file(&position, square));
        match file {
            Some(Ok(file)) => position.allow_en_passant(file),
            Some(Err(expected)) => {
                note(&|| format!("the en-passant square {en_passant} is dropped: expected {expected}"));
            }
            None => note(&|| format!("the en-passant square {en_passant:?} is dropped: it is no square")),
        }
    }
    Ok(position)
}

/// Reads a counter.
fn counter(field: &str, what: &str) -> Result<u16, NotationError> {
    let is_number = field.bytes().all(|byte| byte.is_ascii_digit());
    let number = field.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| NotationError::new(format!("{what}, from 0 to {}", u16::MAX), field))
}

/// Reads the counters among the operations of EPD: `hmvc`, the plies since the last capture or move of a pawn, and
/// `fmvn`, the number of the move. The other operations say nothing of the position.
fn operations<'a>(position: &mut Position, words: impl Iterator<Item = &'a str>) -> Result<(), NotationError> {
    let mut words = words.map(|word| word.trim_end_matches(';'));
    while let Some(word) = words.next() {
        match word {
            "hmvc" => position.clock = counter(words.next().unwrap_or_default(), "the plies after hmvc")?,
            "fmvn" => position.number = counter(words.next().unwrap_or_default(), "the number after fmvn")?.max(1),
            _ => {}
        }
    }
    Ok(())
}

/// Reads the pieces. A `/` before the first or after the last rank says nothing.
fn pieces(board: &str, whole: &str) -> Result<Position, NotationError> {
    let mut position = Position::empty();
    let ranks = || board.trim_matches('/').split('/');
    match ranks().count() {
        8 => {}
        1 => return Err(NotationError::new(FORM, whole)),
        found => return Err(NotationError::new(format!("8 ranks with `/` between them, not {found}"), board)),
    }
    for (rank, text) in (0..8).rev().zip(ranks()) {
        let mut file = 0;
        // Some programs mark a piece that was a pawn.
        for letter in text.chars().filter(|&letter| letter != '~') {
            let run = letter.to_digit(10).filter(|run| (1..=8).contains(run));
            let kind = PieceType::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
            match (run, kind) {
                (Some(run), _) => file += run as u8,
                (_, Some(kind)) if file < 8 => {
                    position.put(kind, usize::from(letter.is_ascii_lowercase()), square(file, rank));
                    file += 1;
                }
                (_, Some(_)) => file += 1,
                (None, None) => {
                    let expected = format!(
                        "PNBRQK for White, pnbrqk for Black and digits from 1 to 8 for empty squares on rank {}, not `{}`",
                        rank + 1,
                        letter.escape_debug()
                    );
                    return Err(NotationError::new(expected, text));
                }
            }
            if file > 8 {
                break;
            }
        }
        if file != 8 {
            let squares = if file > 8 { "more".to_string() } else { file.to_string() };
            return Err(NotationError::new(format!("8 squares on rank {}, not {squares}", rank + 1), text));
        }
    }
    Ok(position)
}

/// Reads castling rights. The files of the rooks may stand for `KQkq`, as in Chess960. A right without its king and its
/// rook at home is dropped.
fn rights(position: &Position, text: &str, note: TakeNote) -> Result<u8, NotationError> {
    let error = |expected: String| NotationError::new(expected, text);
    if NONE.contains(&text) {
        return Ok(0);
    }
    let mut rights = 0;
    for letter in text.chars().filter(|&letter| letter != '-') {
        let Some(number) = "KQkqHAha".find(letter).map(|number| number % 4) else {
            let files = ('a'..='h').contains(&letter.to_ascii_lowercase());
            let chess960 =
                if files { ": the files of other rooks are of Chess960, which is not played here" } else { "" };
            return Err(error(format!("castling rights, of `KQkq`, or `-`{chess960}")));
        };
        let colour = number / 2;
        let castling = &CASTLINGS[colour][number % 2];
        let at_home = |kind: PieceType, square: u8| position.of(kind, colour) >> square & 1 == 1;
        if at_home(PieceType::King, castling.king) && at_home(PieceType::Rook, castling.rook) {
            rights |= castling.right;
        } else {
            let (king, rook) = (square_name(castling.king), square_name(castling.rook));
            let side = SIDES[colour];
            note(&|| {
                format!(
                    "the castling right `{letter}` is dropped: expected {side}'s king on {king} and its rook on {rook}"
                )
            });
        }
    }
    Ok(rights)
}

/// Writes a position.
pub fn write(position: &Position, text: &mut String) {
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let Some((kind, colour)) = position.piece(square(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.push(char::from(b'0' + empty));
                empty = 0;
            }
            let letter = kind.letter();
            text.push(if colour == WHITE { letter } else { letter.to_ascii_lowercase() });
        }
        if empty > 0 {
            text.push(char::from(b'0' + empty));
        }
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(if position.own() == WHITE { 'w' } else { 'b' });
    text.push(' ');
    let rights: String =
        (0..4).zip("KQkq".chars()).filter(|(bit, _)| position.castling >> bit & 1 == 1).map(|(_, c)| c).collect();
    text.push_str(if rights.is_empty() { "-" } else { &rights });
    text.push(' ');
    match position.en_passant {
        NO_FILE => text.push('-'),
        _ => text.push_str(&square_name(position.en_passant_square())),
    }
    text.push_str(&format!(" {} {}", position.clock, position.number));
}
