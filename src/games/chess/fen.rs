//! Positions as FEN.

use super::moves::CASTLINGS;
use super::position::{BLACK, NO_FILE, PieceType, Position, SIDES, WHITE, read_square, square, square_name};
use super::sound::{check, en_passant_file};
use crate::game::NotationError;

/// The fields of FEN, with an example.
const FORM: &str = "a position in FEN such as `8/8/8/8/8/4k3/8/4KQ2 w - - 0 1`: the ranks from 8 to 1, the side to move, \
                    castling rights, the en-passant square, and if they are known the plies since the last capture or pawn \
                    move and the number of the move";

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
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let (board, side, castling, en_passant, counters) = match fields[..] {
        [board, side, castling, en_passant] => (board, side, castling, en_passant, ["0", "1"]),
        [board, side, castling, en_passant, clock, number] => (board, side, castling, en_passant, [clock, number]),
        _ => {
            let number =
                if fields.is_empty() { String::new() } else { format!(", in 4 or 6 fields and not {}", fields.len()) };
            return Err(NotationError::new(format!("{FORM}{number}"), text.trim_ascii()));
        }
    };
    let mut position = pieces(board)?;
    position.side = match side {
        "w" => WHITE as u8,
        "b" => BLACK as u8,
        _ => return Err(NotationError::new("`w` or `b` for the side to move", side)),
    };
    let [clock, number] = counters;
    position.clock = counter(clock, 0, "the plies since the last capture or move of a pawn")?;
    position.number = counter(number, 1, "the number of the move")?;
    check(&position).map_err(|expected| NotationError::new(expected, text.trim_ascii()))?;
    position.castling = rights(&position, castling)?;
    if en_passant != "-" {
        let error = |expected: String| NotationError::new(expected, en_passant);
        let square = read_square(en_passant.as_bytes());
        let square = square.ok_or_else(|| error("`-`, or the square that a pawn has just passed over".to_string()))?;
        let file = en_passant_file(&position, square).map_err(error)?;
        position.allow_en_passant(file);
    }
    Ok(position)
}

/// Reads a counter.
fn counter(field: &str, least: u16, what: &str) -> Result<u16, NotationError> {
    let is_number = field.bytes().all(|byte| byte.is_ascii_digit());
    let number = field.parse().ok().filter(|&number| is_number && number >= least);
    number.ok_or_else(|| NotationError::new(format!("{what}, from {least} to {}", u16::MAX), field))
}

/// Reads the pieces.
fn pieces(board: &str) -> Result<Position, NotationError> {
    let mut position = Position::empty();
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Err(NotationError::new(format!("8 ranks with `/` between them, not {}", ranks.len()), board));
    }
    for (rank, text) in (0..8).rev().zip(ranks) {
        let mut file = 0;
        for letter in text.chars() {
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

/// Reads castling rights: each needs its king and its rook at home.
fn rights(position: &Position, text: &str) -> Result<u8, NotationError> {
    let error = |expected: String| NotationError::new(expected, text);
    if text == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for letter in text.chars() {
        let Some(number) = "KQkq".find(letter) else {
            let files = ('a'..='h').contains(&letter.to_ascii_lowercase());
            let chess960 = if files { ": the files of rooks are of Chess960, which is not played here" } else { "" };
            return Err(error(format!("castling rights, of `KQkq`, or `-`{chess960}")));
        };
        let colour = number / 2;
        let castling = &CASTLINGS[colour][number % 2];
        if rights & castling.right != 0 {
            return Err(error(format!("each castling right once, not `{letter}` twice")));
        }
        let at_home = |kind: PieceType, square: u8| position.of(kind, colour) >> square & 1 == 1;
        if !at_home(PieceType::King, castling.king) || !at_home(PieceType::Rook, castling.rook) {
            let (king, rook) = (square_name(castling.king), square_name(castling.rook));
            let side = SIDES[colour];
            return Err(error(format!(
                "the castling right `{letter}` only with {side}'s king on {king} and its rook on {rook}"
            )));
        }
        rights |= castling.right;
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
