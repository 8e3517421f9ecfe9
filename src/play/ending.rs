//! How a game at the board ends: by its rules, by repetition, or after many plies without progress.

use super::record::Record;
use crate::game::{Outcome, PlayRules};

/// A position that occurs this many times makes a draw.
const REPETITIONS: usize = 3;

/// The number of plies without progress that make a draw by default; see [`PlayRules::is_quiet`].
pub use crate::game::QUIET_PLIES;

/// How a game at the board has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, for the team to move.
    Rules(Outcome),
    /// By the third occurrence of a position.
    Repetition,
    /// By this many plies without progress.
    Quiet(u32),
    /// By this many plies, the most that a game of the [match](super::matches) may have.
    Length(u32),
    /// By the result that the tables have for the team to move.
    Tables(Outcome),
    /// By the resignation of this team.
    Resignation(usize),
}

impl Ending {
    /// The ending of the game, unless a team has resigned or a match ends it; `None` while it goes on.
    pub fn of<G: PlayRules>(game: &G, record: &Record<G::Position, G::Move>, quiet_plies: u32) -> Option<Ending> {
        if let Some(outcome) = game.outcome(record.position()) {
            return Some(Ending::Rules(outcome));
        }
        if record.occurrences() >= REPETITIONS {
            return Some(Ending::Repetition);
        }
        let mut quiet = record.latest().take_while(|&(before, mv)| game.is_quiet(before, *mv)).count();
        if quiet == record.plies() {
            quiet += game.quiet_plies(record.start()) as usize;
        }
        (quiet >= quiet_plies as usize).then_some(Ending::Quiet(quiet_plies))
    }

    /// The [team](crate::game::Game::team) that has won; `None` if it is a draw. `to_move` is the team to move at the
    /// end.
    ///
    /// In a game of one team, a lost game is won by the other team, which has no side.
    pub fn winner(self, to_move: usize) -> Option<usize> {
        match self {
            Ending::Rules(Outcome::Win) | Ending::Tables(Outcome::Win) => Some(to_move),
            Ending::Rules(Outcome::Loss) | Ending::Tables(Outcome::Loss) => Some(usize::from(to_move == 0)),
            Ending::Resignation(team) => Some(usize::from(team == 0)),
            Ending::Rules(Outcome::Draw)
            | Ending::Tables(Outcome::Draw)
            | Ending::Repetition
            | Ending::Quiet(_)
            | Ending::Length(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::draughts::Draughts;

    #[test]
    fn the_winner_is_a_team() {
        let winners = |outcome| [0, 1].map(|team| Ending::Rules(outcome).winner(team));
        assert_eq!(winners(Outcome::Win), [Some(0), Some(1)]);
        assert_eq!(winners(Outcome::Loss), [Some(1), Some(0)]);
        assert_eq!(winners(Outcome::Draw), [None, None]);
        // Whichever side is to move.
        assert_eq!([0, 1].map(|to_move| Ending::Resignation(1).winner(to_move)), [Some(0); 2]);
    }

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
