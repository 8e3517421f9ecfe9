//! How long to search with a clock.

use std::time::Duration;

/// The usual reserve: the time between the end of a search and the clock of the program that reads the
/// move. Where other processes have the processors, that may be long.
pub const OVERHEAD: Duration = Duration::from_millis(100);

/// The least time that is never spent: searches do not stop at once.
const LEAST_OVERHEAD: Duration = Duration::from_millis(10);

/// The number of moves that the time left is shared among, if the control does not say or says more.
const MOVES: u32 = 25;

/// The least share of the time left beyond the least overhead, if the overhead leaves less: one part in this many.
const MOST_PARTS: u32 = 40;

/// How much longer than the soft limit the hard one is.
const STRETCH: u32 = 4;

/// The hard limit is at most one part in this many of the time left, in games of any length.
const LEAST_PARTS: u32 = 3;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// The time that is added after each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the time left is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The soft limit: the search begins no iteration after it.
    pub soft: Duration,
    /// The hard limit: the search stops.
    pub hard: Duration,
}

impl Clock {
    /// The time for the next move. The soft limit is an even share of the time left and most of the increment; the hard
    /// one a few times as much, but at most a third of the time left, a half if two moves are to go, and all for the
    /// last one before more time is added. The overhead is left, or nearly all of the time where it is no more than
    /// that.
    pub fn share(self, overhead: Duration) -> Share {
        let usable = self.left.saturating_sub(overhead.max(LEAST_OVERHEAD));
        let moves = self.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
        let most = usable / moves.min(LEAST_PARTS);
        let soft = (usable / moves + self.increment * 3 / 4).min(most);
        let least = self.left.saturating_sub(LEAST_OVERHEAD) / MOST_PARTS;
        Share { soft: soft.max(least), hard: (soft * STRETCH).min(most).max(least) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time that is never spent.
    const KEPT: Duration = Duration::from_millis(50);

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { left: Duration::from_millis(left), increment: Duration::from_millis(increment), moves_to_go }
    }

    /// For every control and overhead, no game of any length loses on time if each move takes its hard limit and
    /// comes late by nearly the overhead.
    #[test]
    fn no_game_is_lost_on_time() {
        let controls = [
            (1000, 10, None),
            (100, 10, None),
            (100, 0, None),
            (60_000, 0, None),
            (1, 0, None),
            (1000, 5000, None),
            (5000, 0, Some(40)),
            (5000, 0, Some(1)),
            (300, 10, Some(2)),
        ];
        for (overhead, (left, increment, moves_to_go)) in
            [0, 1, 10, 50, 500, 5000].into_iter().flat_map(|overhead| controls.map(|control| (overhead, control)))
        {
            let overhead = Duration::from_millis(overhead);
            let late = overhead.max(LEAST_OVERHEAD) - Duration::from_millis(1);
            let mut clock = clock(left, increment, moves_to_go);
            for ply in 0..500 {
                let Share { soft, hard } = clock.share(overhead);
                assert!(soft <= hard, "move {ply} of {clock:?}: {soft:?}, {hard:?}");
                let is_least = hard <= clock.left / MOST_PARTS;
                assert!(is_least || hard + late < clock.left, "move {ply} of {clock:?}: {hard:?}");
                // A move at once is as late as any other where there is time for it.
                let spent = if clock.left > late + hard { hard + late } else { hard };
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
        let share = |left, increment, moves| {
            let share = clock(left, increment, moves).share(KEPT);
            (share.soft.as_millis(), share.hard.as_millis())
        };
        assert_eq!(share(300_050, 0, None), (12_000, 48_000));
        assert_eq!(share(300_050, 2000, None), (13_500, 54_000));
        assert_eq!(share(100_050, 0, Some(40)), (4000, 16_000));
        assert_eq!(share(100_050, 0, Some(10)), (10_000, 33_333));
        assert_eq!(share(100_050, 0, Some(2)), (50_000, 50_000));
        assert_eq!(share(100_050, 0, Some(1)), (100_000, 100_000));
        assert_eq!(share(1000, 10, None), (45, 182));
        // The increment comes only after the move.
        assert_eq!(share(350, 5000, None), (100, 100));
        // A fortieth of 30 ms, and nothing of the last 10 ms.
        assert_eq!([share(40, 5000, None), share(10, 5000, None)], [(0, 0); 2]);
        assert_eq!(clock(40, 5000, None).share(KEPT).hard, Duration::from_micros(750));
    }

    #[test]
    fn the_overhead_is_left_unless_there_is_no_more() {
        let hard = |left, overhead| clock(left, 0, Some(1)).share(Duration::from_millis(overhead)).hard.as_millis();
        assert_eq!([hard(6000, 0), hard(6000, 10), hard(6000, 500), hard(6000, 5000)], [5990, 5990, 5500, 1000]);
        assert_eq!([hard(9, 0), hard(60, 50), hard(4010, 5000)], [0, 10, 100]);
    }

    /// At a short control with an increment, the shares are the least for no long time: the clock recovers.
    #[test]
    fn a_clock_that_has_nearly_run_out_recovers() {
        let mut clock = clock(40, 10, None);
        for _ in 0..20 {
            clock.left = clock.left - clock.share(OVERHEAD).hard - Duration::from_millis(1) + clock.increment;
        }
        assert!(clock.left > OVERHEAD, "{clock:?}");
    }
}
