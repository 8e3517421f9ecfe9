//! How long to search with a clock.

use std::time::Duration;

/// The time that is never spent: what lies between the end of a search and the clock of the program that reads the move.
const OVERHEAD: Duration = Duration::from_millis(50);

/// The number of moves that the time left is shared among, if the control does not say.
const MOVES: u32 = 30;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the time left is for the whole game.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// The time for the next move: an even share of the time left and most of the increment, but at most half of what is
    /// left, and all but the overhead for the last move before more time is added.
    pub fn share(self) -> Duration {
        let usable = self.left.saturating_sub(OVERHEAD);
        let moves = self.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
        (usable / moves + self.increment * 3 / 4).min(usable / moves.min(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { left: Duration::from_millis(left), increment: Duration::from_millis(increment), moves_to_go }
    }

    /// Whatever the control, no game of any length loses on time while an answer comes up to 40 ms late.
    #[test]
    fn no_game_is_lost_on_time() {
        const LATE: Duration = Duration::from_millis(40);
        for (left, increment, moves_to_go) in
            [(100, 10, None), (100, 0, None), (60_000, 0, None), (1, 0, None), (1000, 5000, None), (5000, 0, Some(40))]
        {
            let mut clock = clock(left, increment, moves_to_go);
            for ply in 0..500 {
                let spent = clock.share();
                assert!(spent.is_zero() || spent + LATE < clock.left, "move {ply} of {clock:?}: {spent:?}");
                // A move at once is as late as any other where there is time for it.
                let spent = if clock.left > LATE + spent { spent + LATE } else { spent };
                clock.left = clock.left - spent + clock.increment;
                clock.moves_to_go = clock.moves_to_go.map(|moves| moves - 1);
                if clock.moves_to_go == Some(0) {
                    clock.left += Duration::from_millis(left);
                    clock.moves_to_go = moves_to_go;
                }
            }
        }
    }

    #[test]
    fn time_is_shared_and_most_of_the_increment_spent() {
        let share = |left, increment, moves| clock(left, increment, moves).share().as_millis();
        assert_eq!(share(300_050, 0, None), 10_000);
        assert_eq!(share(300_050, 2000, None), 11_500);
        assert_eq!(share(100_050, 0, Some(10)), 10_000);
        assert_eq!(share(100_050, 0, Some(1)), 100_000);
        assert_eq!(share(1050, 5000, None), 500);
        assert_eq!(share(40, 5000, None), 0);
    }
}
