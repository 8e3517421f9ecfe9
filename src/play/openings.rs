//! Openings of a match: random, or read from a text.

use std::collections::HashSet;

use super::record::Record;
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

/// Reads openings, one on each line: a position, or the moves from the start, such as `9-13 21-17 5-9`. Empty lines and
/// lines that begin with `#` are skipped.
///
/// # Errors
/// See [`OpeningError`].
pub fn read_openings<G: Notation>(game: &G, text: &str) -> Result<Vec<Record<G::Position, G::Move>>, OpeningError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(line, text)| opening(game, line, text)).collect()
}

/// Reads the opening of a line.
fn opening<G: Notation>(game: &G, line: usize, text: &str) -> Result<Record<G::Position, G::Move>, OpeningError> {
    let record = match game.parse(text) {
        Ok(position) => Record::new(position),
        Err(error) => moves(game, line, text, error)?,
    };
    match game.outcome(record.position()) {
        None => Ok(record),
        Some(_) => Err(OpeningError::Over { line }),
    }
}

/// Reads the moves of an opening; `error` says why they are no position.
fn moves<G: Notation>(
    game: &G,
    line: usize,
    text: &str,
    error: NotationError,
) -> Result<Record<G::Position, G::Move>, OpeningError> {
    let mut record = Record::new(game.start());
    for word in text.split_whitespace() {
        let ply = record.plies() + 1;
        let mv = game.parse_move(record.position(), word).map_err(|found| match ply {
            1 => OpeningError::Neither { line, error: error.clone() },
            _ => OpeningError::Move { line, ply, error: found },
        })?;
        let after = game.play(record.position(), mv);
        record.push(mv, after);
    }
    Ok(record)
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
        let read = read_openings(&game, text).expect(text);
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
            let error = read_openings(&game, text).map(drop).expect_err(text).to_string();
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
