//! Positions as text: the FEN of Portable Draughts Notation, `B:W21,22,K30:B1,2,K7`.
//!
//! The side to move comes first, then the squares of each side, with K before a king. PDN 3.0 (Wieger Wesselink,
//! pdn.fmjd.org) adds ranges, `W21-32`, which are read but not written. The reader also accepts the lists in either
//! order, spaces around the numbers or `_` for them, lower case, a full stop or a semicolon at the end, and the whole
//! in its tag, `[FEN "B:W21:B1"]` or `/FEN "B:W21:B1"/`. Operations of EPD behind it are skipped. The list of a side
//! without pieces is empty, and may lack the letter of its side: `W::`. Games whose squares have letters are written
//! with numbers too, as Lidraughts writes them, and are read with either, `W:Wa1,Kc3:Bh8`. Older versions of
//! py-draughts write a side before the side to move, which is skipped: `W:B:W21:B1`. Lidraughts writes the plies since
//! a man moved or a piece was captured, and the number of the move, behind the lists: `B:W21:B1:H0:F1`. The plies are
//! the clock of a position. They are written where a game limits them and there are any.

use super::board::DraughtsBoard;
use super::position::Position;
use super::squares::SquareNames;
use super::strict_fen;
use crate::game::{NotationError, without_fen_tag};

const FORM: &str = "a position such as `B:W21,22,K30:B1,2,K7`: the side to move, B or W, then the squares of each side's \
                    pieces, K before a king";

/// A side's name in a FEN.
#[derive(Clone, Copy, PartialEq)]
enum FenSide {
    Black,
    White,
}

/// The other side.
fn other(side: FenSide) -> FenSide {
    match side {
        FenSide::Black => FenSide::White,
        FenSide::White => FenSide::Black,
    }
}

/// The side that a text begins with, and the text after it.
fn side(text: &str) -> Option<(FenSide, &str)> {
    let text = text.trim();
    let side = match text.as_bytes().first()?.to_ascii_uppercase() {
        b'B' => FenSide::Black,
        b'W' => FenSide::White,
        _ => return None,
    };
    Some((side, text[1..].trim()))
}

/// A number; `None` if the text is not a number.
fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    // The parser of numbers would take a sign.
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// An item of a side's list: whether its pieces are kings, its first square, and its last square.
fn item(text: &str, named: SquareNames) -> Option<(bool, u32, u32)> {
    let (king, squares) = match text.strip_prefix(['K', 'k']) {
        Some(squares) => (true, squares),
        None => (false, text),
    };
    let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
    let (first, last) = (named.read(first)?, named.read(last)?);
    (first <= last).then_some((king, first, last))
}

/// Adds the pieces of a list to a position.
fn place<B: DraughtsBoard>(
    named: SquareNames,
    list: &str,
    side: FenSide,
    position: &mut Position,
) -> Result<(), NotationError> {
    let moves_now = (side == FenSide::Black) == position.black_to_move;
    let crowning_row = if moves_now { B::FAR_ROW } else { B::NEAR_ROW };
    let list = list.trim();
    for text in list.strip_suffix(',').unwrap_or(list).split(',').map(str::trim) {
        let (king, first, last) = item(text, named).ok_or_else(|| {
            let expected =
                format!("a square from 1 to {}, K before it for a king, or a range such as 21-32", B::SQUARES);
            NotationError::new(expected, text)
        })?;
        for number in first..=last {
            let square = B::square(named.index(number, position.black_to_move));
            if position.empty::<B>() & square == 0 {
                let expected = format!("a square without a piece, and there is one on {number} already");
                return Err(NotationError::new(expected, text));
            }
            if !king && crowning_row & square != 0 {
                let name = if side == FenSide::Black { "Black" } else { "White" };
                let expected = format!("a king, K{number}, for {number} is on the row where {name} crowns");
                return Err(NotationError::new(expected, text));
            }
            *(if moves_now { &mut position.own } else { &mut position.other }) |= square;
            position.kings |= if king { square } else { 0 };
        }
    }
    Ok(())
}

/// The number in a field behind the lists that has one of these letters: the clock, `H0`, or the number of the move,
/// `F1`.
fn counter(field: &str, letters: [char; 2]) -> Option<u32> {
    field.trim().strip_prefix(letters).and_then(number)
}

/// The letters of the clock and of the number of the move.
const CLOCK: [char; 2] = ['H', 'h'];
const MOVE_NUMBER: [char; 2] = ['F', 'f'];

/// Takes the fields behind the lists, and returns the clock among them.
fn take_counters(fields: &mut Vec<&str>) -> u16 {
    let mut clock = 0;
    while fields.len() > 3
        && let Some(field) = fields.last()
    {
        let counted = counter(field, CLOCK);
        if counted.or_else(|| counter(field, MOVE_NUMBER)).is_none() && !field.trim().is_empty() {
            break;
        }
        clock = counted.map_or(clock, |counted| counted.try_into().unwrap_or(u16::MAX));
        fields.pop();
    }
    clock
}

/// A position without the operations of EPD behind it: from the first word of two letters or more on.
fn without_operations(text: &str) -> &str {
    let is_name = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let starts = text.match_indices(' ').find(|&(at, _)| is_name(text[at + 1..].split(' ').next().unwrap_or("")));
    starts.map_or(text, |(at, _)| &text[..at])
}

/// Reads a position of a game with these names of squares.
pub fn read<B: DraughtsBoard>(named: SquareNames, text: &str) -> Result<Position, NotationError> {
    match strict_fen::read::<B>(named, text) {
        Some(position) => Ok(position),
        None => read_noting::<B>(named, text, &mut |_| ()),
    }
}

/// The parts of a position that were guessed when it was read, a sentence each.
pub fn notes<B: DraughtsBoard>(named: SquareNames, text: &str) -> Vec<String> {
    let mut notes = Vec::new();
    if strict_fen::read::<B>(named, text).is_some() {
        return notes;
    }
    // A text that is no position has an error, and no notes.
    let _ = read_noting::<B>(named, text, &mut |note| notes.push(note.to_string()));
    notes
}

/// Reads a position, and notes what is guessed.
fn read_noting<B: DraughtsBoard>(
    named: SquareNames,
    text: &str,
    note: &mut dyn FnMut(&str),
) -> Result<Position, NotationError> {
    let form = || NotationError::new(FORM, text);
    let trimmed = without_operations(without_fen_tag(text)).trim_end_matches([' ', '.', ';']);
    let spaced;
    let trimmed = match trimmed.contains('_') {
        true => {
            spaced = trimmed.replace('_', " ");
            spaced.as_str()
        }
        false => trimmed,
    };
    let mut fields: Vec<&str> = trimmed.split(':').collect();
    let clock = take_counters(&mut fields);
    if let Some(last) = fields.last_mut() {
        *last = last.trim_end_matches([' ', '.']);
    }
    let (to_move, one, two) = match fields[..] {
        [to_move, one, two] => (to_move, one, two),
        [before, to_move, one, two] if matches!(side(before), Some((_, ""))) => {
            note("two sides are named before the lists: the second is to move");
            (to_move, one, two)
        }
        _ => return Err(form()),
    };
    let Some((to_move, "")) = side(to_move) else { return Err(form()) };
    let lacks_letter = |list: &str| list.trim().is_empty();
    if lacks_letter(one) || lacks_letter(two) {
        note("an empty list does not name its side: it is the side that has no other list");
    }
    let (one, two) = match (side(one), side(two)) {
        (Some(one), Some(two)) => (one, two),
        // The list of a side without pieces may lack its letter.
        (Some(one), None) if lacks_letter(two) => (one, (other(one.0), "")),
        (None, Some(two)) if lacks_letter(one) => ((other(two.0), ""), two),
        (None, None) if lacks_letter(one) && lacks_letter(two) => ((FenSide::White, ""), (FenSide::Black, "")),
        _ => return Err(form()),
    };
    if one.0 == two.0 {
        return Err(NotationError::new("a list of White's pieces and one of Black's", text));
    }
    let mut position = Position { own: 0, other: 0, kings: 0, black_to_move: to_move == FenSide::Black, clock };
    for (side, list) in [one, two] {
        if !list.is_empty() {
            place::<B>(named, list, side, &mut position)?;
        }
    }
    Ok(position)
}

/// Writes a position at the end of `text`.
pub fn write<B: DraughtsBoard>(named: SquareNames, position: &Position, text: &mut String) {
    let (black, white) = position.colours();
    text.push(if position.black_to_move { 'B' } else { 'W' });
    for (name, pieces) in [(":W", white), (":B", black)] {
        text.push_str(name);
        let mut comma = "";
        for number in 1..=B::SQUARES {
            let square = B::square(named.index(number, position.black_to_move));
            if pieces & square != 0 {
                let king = if position.kings & square != 0 { "K" } else { "" };
                text.push_str(&format!("{comma}{king}{number}"));
                comma = ",";
            }
        }
    }
    if position.clock > 0 {
        text.push_str(&format!(":H{}:F1", position.clock));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::board::Eight;
    use crate::games::draughts::rules::{CHECKERS_RULES, DraughtsRules, RUSSIAN};
    use crate::util::random::Random;

    fn read(rules: &DraughtsRules, text: &str) -> Result<Position, NotationError> {
        super::read::<Eight>(SquareNames::of::<Eight>(rules), text)
    }

    fn written(text: &str) -> String {
        let mut written = String::new();
        let position = read(&CHECKERS_RULES, text).unwrap_or_else(|error| panic!("{error}"));
        write::<Eight>(SquareNames::of::<Eight>(&CHECKERS_RULES), &position, &mut written);
        written
    }

    #[test]
    fn the_strict_reader_reads_as_the_lenient_one() {
        let named = SquareNames::of::<Eight>(&CHECKERS_RULES);
        let mut random = Random::new(1);
        let mut strict = 0;
        for _ in 0..20_000 {
            let list = |random: &mut Random| {
                let item = |random: &mut Random| {
                    format!("{}{}", ["", "", "", "K", "K", "k", " "][random.below(7)], 1 + random.below(33))
                };
                (0..random.below(4)).map(|_| item(random)).collect::<Vec<_>>().join(",")
            };
            let side = ["B", "W", "w"][random.below(9) / 4];
            let mut text = format!("{side}:W{}:B{}", list(&mut random), list(&mut random));
            if random.below(8) == 0 {
                let at = random.below(text.len() + 1);
                text.insert(at, [':', 'K', ',', '1', '0', 'W', ' '][random.below(7)]);
            }
            let read = strict_fen::read::<Eight>(named, &text);
            strict += usize::from(read.is_some());
            if let Some(position) = read {
                let lenient = read_noting::<Eight>(named, &text, &mut |note| panic!("{text}: {note}"));
                assert_eq!(lenient.as_ref().ok(), Some(&position), "{text}");
            }
        }
        assert!(strict > 4_000, "{strict} texts are strict");
    }

    #[test]
    fn a_position_in_its_tag_is_read() {
        assert_eq!(written("[FEN \"W:WK32:B1,2\"]"), "W:WK32:B1,2");
        assert_eq!(written(" [fen  \"B:W:BK1\" ] "), "B:W:BK1");
        assert_eq!(written("[FEN \"W:B:W9:B10\"]"), "B:W9:B10");
        assert_eq!(written("W:W:B1,2"), "W:W:B1,2");
        for text in [
            "/FEN \"W:WK32:B1,2\"/",
            "W:WK32:B1,2:H0:F1",
            "W:WK32:B1,2:F12",
            "W:WK32:B1,2.:H0:F1",
            "W:WK32,:B1,2:",
            "\"W:WK32:B1,2\"",
            "W:WK32:B1,2.;",
            "W:WK32:B1,2 bm 32-28; id \"x\";",
            "W: WK32 : B 1, 2 hmvc 3;",
            "W:_WK32:_B1,2_",
            "W:B1,2:WK32:H0:F1",
            "[FEN \"W:WK32:B1,2:H0:F1\"]",
        ] {
            assert_eq!(written(text), "W:WK32:B1,2", "{text}");
        }
        assert_eq!(written("W:B1,2:WK32:H3:F1"), "W:WK32:B1,2:H3:F1");
        assert_eq!(
            (written("W::."), written("B:W21:"), written("B::B1")),
            ("W:W:B".into(), "B:W21:B".into(), "B:W:B1".into())
        );
        for wrong in ["[FEN \"W:WK32:B1\"", "[Event \"W:WK32:B1\"]", "W1:B:W9:B10", "W:W:W9:B10:B11", "[FEN]"] {
            assert!(read(&CHECKERS_RULES, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn squares_with_letters_are_read_where_a_game_has_them() {
        for text in ["W:Wa1,Kc3:Bh8", "W:WA1,KC3:BH8", "w:w29,k22:b4"] {
            assert_eq!(read(&RUSSIAN, text), read(&RUSSIAN, "W:WK22,29:B4"), "{text}");
        }
        assert!(read(&CHECKERS_RULES, "W:Wa1:Bh8").is_err() && read(&RUSSIAN, "W:Wb1:Bh8").is_err());
    }
}
