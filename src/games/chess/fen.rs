//! Positions as FEN.

use super::attacks;
use super::moves::CASTLINGS;
use super::position::{BLACK, Kind, NO_FILE, Position, WHITE, square, square_name};
use crate::game::NotationError;

/// The fields of FEN, with an example.
const FORM: &str = "a position in FEN such as `8/8/8/8/8/4k3/8/4KQ2 w - - 0 1`: the ranks from 8 to 1, the side to move, \
                    castling rights, the en-passant square, and if they are known the plies since the last capture or pawn \
                    move and the number of the move";

/// The starting position.
pub fn start() -> Position {
    let mut position = Position::empty();
    let back =
        [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King, Kind::Bishop, Kind::Knight, Kind::Rook];
    for (file, kind) in (0..).zip(back) {
        for (colour, rank, pawns) in [(WHITE, 0, 1), (BLACK, 7, 6)] {
            position.put(kind, colour, square(file, rank));
            position.put(Kind::Pawn, colour, square(file, pawns));
        }
    }
    position.castling = 0b1111;
    position
}

/// Reads a position.
pub fn parse(text: &str) -> Result<Position, NotationError> {
    let error = |expected: &str| NotationError::new(expected, text);
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let (board, side, castling, en_passant, counters) = match fields[..] {
        [board, side, castling, en_passant] => (board, side, castling, en_passant, ["0", "1"]),
        [board, side, castling, en_passant, clock, number] => (board, side, castling, en_passant, [clock, number]),
        _ => return Err(error(FORM)),
    };
    let mut position = pieces(board)?;
    position.side = match side {
        "w" => WHITE as u8,
        "b" => BLACK as u8,
        _ => return Err(error("`w` or `b` for the side to move")),
    };
    let number = |field: &str, from: u16| {
        let digits = field.len() <= 4 && field.bytes().all(|byte| byte.is_ascii_digit());
        let number = field.parse().ok().filter(|&number: &u16| digits && number >= from);
        number.ok_or_else(|| {
            error("two numbers at the end: plies since the last capture or pawn move, and the move's number from 1")
        })
    };
    (position.clock, position.number) = (number(counters[0], 0)?, number(counters[1], 1)?);
    sound(&position, text)?;
    position.castling = rights(&position, castling)?;
    if en_passant != "-" {
        let file = en_passant_file(&position, en_passant)?;
        position.allow_en_passant(file);
    }
    Ok(position)
}

/// Reads the pieces.
fn pieces(board: &str) -> Result<Position, NotationError> {
    let mut position = Position::empty();
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Err(NotationError::new(format!("8 ranks between `/`, not {}", ranks.len()), board));
    }
    for (rank, text) in (0..8).rev().zip(ranks) {
        let expected = "a rank of 8 squares: PNBRQK, pnbrqk and digits for runs of empty squares";
        let error = || NotationError::new(expected, text);
        let mut file = 0;
        for letter in text.chars() {
            if let Some(run) = letter.to_digit(10).filter(|run| (1..=8).contains(run)) {
                file += run as u8;
            } else {
                let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
                let kind = kind.filter(|_| file < 8).ok_or_else(error)?;
                position.put(kind, usize::from(letter.is_ascii_lowercase()), square(file, rank));
                file += 1;
            }
            if file > 8 {
                return Err(error());
            }
        }
        if file != 8 {
            return Err(error());
        }
    }
    Ok(position)
}

/// Checks that the pieces can be those of a game.
fn sound(position: &Position, text: &str) -> Result<(), NotationError> {
    let error = |expected: String| Err(NotationError::new(expected, text));
    for (colour, name, promoted_from) in [(WHITE, "White", 'P'), (BLACK, "Black", 'p')] {
        let count = |kind: Kind| position.of(kind, colour).count_ones();
        if count(Kind::King) != 1 {
            return error(format!("one king of {name}, not {}", count(Kind::King)));
        }
        let first = [(Kind::Knight, 2), (Kind::Bishop, 2), (Kind::Rook, 2), (Kind::Queen, 1)];
        let promoted: u32 = first.into_iter().map(|(kind, at_first)| count(kind).saturating_sub(at_first)).sum();
        if count(Kind::Pawn) + promoted > 8 {
            let (pawns, pieces) = (count(Kind::Pawn), position.colours[colour].count_ones());
            return error(format!(
                "pieces of {name} that eight pawns `{promoted_from}` can have become, not {pieces} with {pawns} pawns left"
            ));
        }
    }
    if position.kinds[Kind::Pawn as usize] & 0xff00_0000_0000_00ff != 0 {
        return error("no pawn on the first or the last rank".to_string());
    }
    if position.king_can_be_captured() {
        let name = ["White", "Black"][position.own() ^ 1];
        return error(format!("{name}, who is not to move, not to be in check"));
    }
    if attacks::piece(Kind::King, position.king(WHITE), 0) >> position.king(BLACK) & 1 == 1 {
        return error("kings that are not on neighbouring squares".to_string());
    }
    Ok(())
}

/// Reads castling rights: each needs its king and its rook at home.
fn rights(position: &Position, text: &str) -> Result<u8, NotationError> {
    let error = |expected: &str| NotationError::new(expected, text);
    if text == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for letter in text.chars() {
        let found = "KQkq".find(letter).filter(|number| rights >> number & 1 == 0);
        let number = found.ok_or_else(|| error("castling rights, of `KQkq` each once, or `-`"))?;
        let colour = number / 2;
        let castling = &CASTLINGS[colour][number % 2];
        let at_home = |kind: Kind, square: u8| position.of(kind, colour) >> square & 1 == 1;
        if !at_home(Kind::King, castling.king) || !at_home(Kind::Rook, castling.rook) {
            let (king, rook) = (square_name(castling.king), square_name(castling.rook));
            return Err(error(&format!(
                "a castling right `{letter}` only with the king on {king} and the rook on {rook}"
            )));
        }
        rights |= castling.right;
    }
    Ok(rights)
}

/// Reads the square behind a pawn that has just moved by two squares.
fn en_passant_file(position: &Position, text: &str) -> Result<u8, NotationError> {
    let error = || {
        let expected = "`-`, or the empty square behind a pawn that has just moved by two squares";
        NotationError::new(expected, text)
    };
    let (rank, ahead) = if position.own() == WHITE { (5, 4) } else { (2, 3) };
    let [file, digit] = text.as_bytes() else { return Err(error()) };
    let file = file.checked_sub(b'a').filter(|file| *file < 8 && *digit == b'1' + rank).ok_or_else(error)?;
    let behind = if ahead == 4 { 6 } else { 1 };
    let pawn = position.of(Kind::Pawn, position.own() ^ 1) >> square(file, ahead) & 1 == 1;
    let empty = [rank, behind].iter().all(|&rank| position.occupied() >> square(file, rank) & 1 == 0);
    if pawn && empty { Ok(file) } else { Err(error()) }
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
