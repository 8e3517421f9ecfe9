//! Openings of a match: random, or read from a text.

use std::collections::HashSet;
use std::fmt::Display;

use super::epd;
use super::record::Record;
use super::tokens::{Token, Tokens};
use super::transcript::{Transcript, TranscriptError, read_all};
use crate::game::{Game, Notation, NotationError};
use crate::util::random::Random;

/// As many openings of `plies` random plies as are found, all with different positions and none in which the game is
/// over, at most `number`: always the same for the same seed.
pub fn openings<G: Game>(game: &G, number: usize, plies: u32, seed: u64) -> Vec<Record<G::Position, G::Move>> {
    const TRIALS: usize = 1000;
    let (mut random, mut known) = (Random::new(seed), HashSet::new());
    let next = || {
        let mut trials = (0..TRIALS).map(|_| wander(game, game.start(), &mut random, plies));
        trials.find(|opening| known.insert(*opening.position()))
    };
    std::iter::from_fn(next).take(number).collect()
}

/// A game of `plies` random plies from a position, without the ply that would end it.
pub fn wander<G: Game>(game: &G, from: G::Position, random: &mut Random, plies: u32) -> Record<G::Position, G::Move> {
    let mut record = Record::new(from);
    for _ in 0..plies {
        let number = game.moves(record.position()).count();
        let Some(mv) = game.moves(record.position()).nth(random.below(number.max(1))) else { break };
        let after = game.play(record.position(), mv);
        if game.outcome(&after).is_some() {
            break;
        }
        record.push(mv, after);
    }
    record
}

/// Reads openings: one on each line, or records of games.
///
/// A line is a position, with operations of EPD after it or not, or the moves from the start, such as `9-13 21-17 5-9`
/// or `1. e4 e5`. Empty lines and lines that begin with `#` are skipped. A text with tags is of records, and so is a
/// text without them whose games go on from line to line: each game is an opening with all its moves. `note` takes what
/// was lost, dropped or guessed, a sentence each: a record with a lost move is passed over.
///
/// # Errors
/// See [`OpeningError`]. A record is none.
pub fn read_openings<G: Notation>(
    game: &G,
    text: &str,
    note: &mut dyn FnMut(String),
) -> Result<Vec<Record<G::Position, G::Move>>, OpeningError> {
    let text = without_comments(text);
    let mut openings = Vec::new();
    let is_position = |line: &str| line.trim().is_empty() || game.parse(position_of(line)).is_ok();
    if has_records(&text) && !text.lines().all(is_position) {
        read_all(game, &text).for_each(|read| openings.extend(of_record(game, read, note)));
        return Ok(openings);
    }
    for (line, text) in (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty()) {
        let position = position_of(text);
        match game.parse(position) {
            Ok(start) => {
                game.notes(position).iter().for_each(|dropped| note(format!("line {line}: {dropped}")));
                openings.push(going_on(game, line, Record::new(start))?);
            }
            Err(error) => {
                for record in moves(game, line, text, error)? {
                    openings.push(going_on(game, line, record)?);
                }
            }
        }
    }
    Ok(openings)
}

/// The position of a line, before operations of EPD and before the result of a game without moves.
fn position_of(line: &str) -> &str {
    epd::split(line).0.trim_end_matches(['*', ' '])
}

/// The lines of a text with one end of line, and empty lines in place of those that begin with `#`.
fn without_comments(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let lines = text.lines().map(|line| if line.trim_start().starts_with('#') { "" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a text has records of games: it has tags, or a game of it goes on from line to line.
fn has_records(text: &str) -> bool {
    let goes_on = |line: &str| {
        // A position may have a full stop after a number.
        let has_moves = !line.contains([':', '/']);
        let first = Tokens::new(line).find_map(|token| match token {
            Ok(Token::Number { number, .. }) => Some(number != 1),
            Ok(_) => None,
            Err(_) => Some(true),
        });
        has_moves && first == Some(true)
    };
    Tokens::new(text).any(|token| matches!(token, Ok(Token::Tag { .. }))) || text.lines().any(goes_on)
}

/// The opening of a game that was read; `None` if it is passed over.
fn of_record<G: Notation>(
    game: &G,
    read: Result<Transcript<G::Position, G::Move>, TranscriptError>,
    note: &mut dyn FnMut(String),
) -> Option<Record<G::Position, G::Move>> {
    let mut pass_over = |error: &dyn Display| note(format!("{error}. The opening is passed over"));
    let Transcript { record, line, lost, notes, .. } = read.inspect_err(|error| pass_over(error)).ok()?;
    if let Some(error) = lost.iter().find(|lost| matches!(lost, TranscriptError::Move { .. })) {
        pass_over(error);
        return None;
    }
    let record = going_on(game, line, record).inspect_err(|error| pass_over(error)).ok()?;
    lost.iter().for_each(|lost| note(format!("{lost}. It is passed over")));
    notes.into_iter().for_each(note);
    Some(record)
}

/// The opening, after which the game goes on.
fn going_on<G: Game>(
    game: &G,
    line: usize,
    record: Record<G::Position, G::Move>,
) -> Result<Record<G::Position, G::Move>, OpeningError> {
    match game.outcome(record.position()) {
        None => Ok(record),
        Some(_) => Err(OpeningError::Over { line }),
    }
}

/// Reads the moves of a line; `error` says why they are no position.
fn moves<G: Notation>(
    game: &G,
    line: usize,
    text: &str,
    error: NotationError,
) -> Result<Vec<Record<G::Position, G::Move>>, OpeningError> {
    let mut records = Vec::new();
    for read in read_all(game, text) {
        let read = read.map_err(|_| OpeningError::Neither { line, error: error.clone() })?;
        match read.lost.into_iter().next() {
            Some(TranscriptError::Move { ply, error, .. }) if ply > 1 => {
                return Err(OpeningError::Move { line, ply, error });
            }
            Some(_) => return Err(OpeningError::Neither { line, error }),
            None => records.push(read.record),
        }
    }
    match records.is_empty() {
        true => Err(OpeningError::Neither { line, error }),
        false => Ok(records),
    }
}

/// Puts openings in a random order, the same for the same seed. A short match then uses openings from all of a sorted
/// list.
pub fn shuffle<T>(openings: &mut [T], seed: u64) {
    let mut random = Random::new(seed);
    for place in (1..openings.len()).rev() {
        openings.swap(place, random.below(place + 1));
    }
}

/// Why a text has no openings. Lines and plies are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// A line is no position, and does not begin with a legal move.
    #[error("line {line}: expected a position or moves from the start, found neither; as a position: {error}")]
    Neither {
        /// The line.
        line: usize,
        /// Why it is no position.
        error: NotationError,
    },
    /// A line begins with moves, and goes on with something else.
    #[error("line {line}, ply {ply}: {error}")]
    Move {
        /// The line.
        line: usize,
        /// The ply.
        ply: usize,
        /// Why the text is no opening.
        error: NotationError,
    },
    /// The game is over after the opening.
    #[error("line {line}: expected an opening after which the game goes on, found that it is over")]
    Over {
        /// The line.
        line: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position_text;
    use crate::games::draughts::Draughts;
    use crate::games::tic_tac_toe::TicTacToe;

    #[test]
    fn openings_are_positions_or_moves() {
        let game = Draughts::checkers();
        let text = "\u{feff}# two of each\r\n\r\n9-13 22-17 13x22\r\nB:W21,22,K30:B1,2,K7\r\n  11-15\n  # end\n";
        let read = read_openings(&game, text, &mut |note| panic!("{note}")).expect(text);
        assert_eq!(read.iter().map(Record::plies).collect::<Vec<_>>(), [3, 0, 1]);
        assert_eq!(position_text(&game, read[1].position()), "B:W21,22,K30:B1,2,K7");
        assert_eq!(read[0].before()[0], game.start());
    }

    #[test]
    fn errors_say_the_line_and_the_ply() {
        let game = TicTacToe::new();
        for (text, expected) in [
            (
                "b2\nhello",
                "line 2: expected a position or moves from the start, found neither; as a position: expected ",
            ),
            ("# x\nb2 b2", "line 2, ply 2: expected one of the legal moves"),
            ("xxx/oo./... o", "line 1: expected an opening after which the game goes on"),
            ("a1 b1 a2 b2 a3", "line 1: expected an opening after which the game goes on"),
        ] {
            let error = read_openings(&game, text, &mut |note| panic!("{note}")).map(drop).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn random_openings_differ_as_far_as_there_are_enough() {
        let game = TicTacToe::new();
        let moves = |number, plies, seed| -> Vec<_> {
            openings(&game, number, plies, seed).iter().map(|opening| opening.moves().to_vec()).collect()
        };
        // Nine first moves, and eight replies to each.
        assert_eq!((moves(100, 2, 1).len(), moves(30, 2, 1).len(), moves(10, 0, 1).len()), (72, 30, 1));
        assert!(moves(100, 2, 1) == moves(100, 2, 1) && moves(100, 2, 1) != moves(100, 2, 2));
    }

    #[test]
    fn a_shuffle_keeps_all_and_depends_on_the_seed() {
        let order = |seed| {
            let mut order: Vec<u32> = (0..144).collect();
            shuffle(&mut order, seed);
            order
        };
        let mut sorted = order(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..144).collect::<Vec<_>>());
        assert!(order(1) == order(1) && order(1) != order(2));
        // The first half is not the first half of the list.
        let early = order(1)[..72].iter().filter(|&&number| number < 72).count();
        assert!((25..48).contains(&early), "{early}");
    }
}
