//! How a game at the board ends: by its rules, by repetition, or because nothing happens any more.

use super::record::Record;
use crate::game::{Game, Outcome};

/// A position that comes so often makes a draw.
const REPETITIONS: usize = 3;

/// How many plies without progress make a draw, when nobody says otherwise; see [`Game::is_quiet`].
pub const QUIET_PLIES: u32 = 100;

/// How a game at the board has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, for the side to move.
    Rules(Outcome),
    /// The position on the board is there a third time.
    Repetition,
    /// There were so many plies without progress.
    Quiet(u32),
}

impl Ending {
    /// How the game has ended, if it has.
    pub fn of<G: Game>(game: &G, record: &Record<G::Position, G::Move>, quiet_plies: u32) -> Option<Ending> {
        if let Some(outcome) = game.outcome(record.position()) {
            return Some(Ending::Rules(outcome));
        }
        if record.occurrences() >= REPETITIONS {
            return Some(Ending::Repetition);
        }
        let quiet = record.latest().take_while(|&(before, mv)| game.is_quiet(before, *mv)).count();
        (quiet >= quiet_plies as usize).then_some(Ending::Quiet(quiet_plies))
    }

    /// The side that has won, counted from 0; nothing if it is a draw. The side to move at the end is told.
    pub fn winner(self, to_move: usize) -> Option<usize> {
        match self {
            Ending::Rules(Outcome::Win) => Some(to_move),
            Ending::Rules(Outcome::Loss) => Some(1 - to_move),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::draughts::Draughts;

    #[test]
    fn plies_without_a_capture_are_counted_from_the_last_one() {
        let game = Draughts::checkers();
        let start = game.parse("B:WK32,15:BK1,11").expect("a position");
        let mut record = Record::new(start);
        let mut play = |text: &str| {
            let mv = game.parse_move(record.position(), text).expect(text);
            let after = game.play(record.position(), mv);
            record.push(mv, after);
            Ending::of(&game, &record, 3)
        };
        assert_eq!(play("11x18"), None);
        assert_eq!(play("32-28"), None);
        assert_eq!(play("1-5"), None);
        assert_eq!(play("28-32"), Some(Ending::Quiet(3)));
    }
}
