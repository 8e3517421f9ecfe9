//! Four players of tic-tac-toe that match patterns, after Jason Doucette's players of 1993. Each level knows the
//! patterns of the level below and more. Level 4 never loses. The patterns of level N look N plies ahead at most, so
//! that a limit of N plies makes a higher level play as level N.
//!
//! 1. plays at random.
//! 2. completes a line, or else blocks a line.
//! 3. makes a fork (two threats at once), or else blocks a fork. It prefers the centre, then the corners.
//! 4. stops two forks at once, by a threat that the other side cannot answer with a fork.

use crate::game::PlayRules;
use crate::games::tic_tac_toe::{FULL, LINES, Mark, Position, TicTacToe};
use crate::search::{Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use crate::util::random::Random;

const CENTRE: u16 = 0o020;
const CORNERS: u16 = 0o505;

/// The players, the strongest first.
pub fn factories() -> Vec<PlayerFactory<TicTacToe>> {
    fn new_player<const LEVEL: u32>(settings: &Settings) -> Box<dyn Player<TicTacToe>> {
        Box::new(Level { level: LEVEL, random: Random::new(settings.seed) })
    }
    let chance = TicTacToe::chance;
    let factory =
        |name, about, new_player| PlayerFactory { name, about, unit: None, chance, settings: &["seed"], new_player };
    vec![
        factory("level4", "stops two forks at once, and never loses", new_player::<4>),
        factory("level3", "makes and blocks forks, and prefers the centre and the corners", new_player::<3>),
        factory("level2", "completes and blocks lines", new_player::<2>),
        factory("level1", "plays at random", new_player::<1>),
    ]
}

/// A player of one level.
struct Level {
    level: u32,
    random: Random,
}

/// The threats of a side: the squares on which it completes a line.
fn threats(own: u16, other: u16) -> u16 {
    let open = |line: u16| line & !own;
    let lines = LINES.iter().filter(|&&line| line & other == 0 && open(line).count_ones() == 1);
    lines.fold(0, |squares, &line| squares | open(line))
}

/// The empty squares for which a condition holds.
fn squares(empty: u16, condition: impl Fn(u16) -> bool) -> u16 {
    (0..9)
        .map(|square| 1 << square)
        .filter(|&mark| empty & mark != 0 && condition(mark))
        .fold(0, |all, mark| all | mark)
}

/// The squares on which a mark makes a fork.
fn forks(own: u16, other: u16) -> u16 {
    squares(FULL & !(own | other), |mark| threats(own | mark, other).count_ones() >= 2)
}

/// The squares of the first pattern on the board that a level knows; all empty squares if there is none.
fn best(level: u32, &Position { own, other }: &Position) -> u16 {
    let empty = FULL & !(own | other);
    let other_forks = forks(other, own);
    // After a safe mark the other side cannot make a fork: it has none, or it must answer a threat elsewhere.
    let safe = |mark: u16| match threats(own | mark, other) {
        0 => forks(other, own | mark) == 0,
        threat => other_forks & threat == 0 || threats(other | threat, own | mark).count_ones() < 2,
    };
    let patterns = [
        (2, threats(own, other)),
        (2, threats(other, own)),
        (3, forks(own, other)),
        (4, if other_forks.count_ones() > 1 { squares(empty, safe) } else { 0 }),
        (3, other_forks),
        (3, empty & CENTRE),
        (3, empty & CORNERS),
    ];
    let found = patterns.into_iter().filter(|(known_from, squares)| *known_from <= level && *squares != 0);
    found.map(|(_, squares)| squares).next().unwrap_or(empty)
}

impl Level {
    /// A random square of these.
    fn pick(&mut self, squares: u16) -> Mark {
        let number = self.random.below(squares.count_ones() as usize);
        let rest = (0..number).fold(squares, |rest, _| rest & (rest - 1));
        Mark(rest.trailing_zeros() as u8)
    }
}

impl Player<TicTacToe> for Level {
    fn search(&mut self, request: &SearchRequest<TicTacToe>) -> SearchResult<Mark> {
        let level = request.limit.depth.map_or(self.level, |depth| self.level.min(depth));
        let best = self.pick(best(level, request.position));
        let mut result = SearchResult::of_move(best, request.game.evaluate(request.position));
        request.tell(&mut result);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Outcome};

    /// The expected score of a side, from 0 to 1, if both levels pick a random square of their best.
    fn points(game: &TicTacToe, levels: [u32; 2], position: &Position, side: usize) -> f64 {
        let to_move = game.side_to_move(position);
        let mine = to_move == side;
        match game.outcome(position) {
            Some(Outcome::Draw) => return 0.5,
            Some(outcome) => return f64::from(u8::from((outcome == Outcome::Win) == mine)),
            None => {}
        }
        let best = best(levels[usize::from(!mine)], position);
        let marks = (0..9).filter(|square| best >> square & 1 == 1).map(Mark);
        let sum: f64 = marks.map(|mv| points(game, levels, &game.play(position, mv), side)).sum();
        sum / f64::from(best.count_ones())
    }

    #[test]
    fn each_level_scores_better_than_the_one_below() {
        let game = TicTacToe::new();
        for level in 2..=4 {
            let score =
                |levels| [0, 1].map(|side| points(&game, levels, &game.start(), side)).iter().sum::<f64>() / 2.0;
            for below in 1..level {
                assert!(score([level, below]) > 0.5, "{level} v {below}: {}", score([level, below]));
            }
            let against = |level| score([level, 1]);
            assert!(against(level) > against(level - 1), "{level}: {} {}", against(level), against(level - 1));
        }
    }

    /// Whether level 4 loses against some play of the other side.
    fn loses(game: &TicTacToe, position: &Position, side: usize) -> bool {
        let mine = game.side_to_move(position) == side;
        match game.outcome(position) {
            Some(Outcome::Loss) => return mine,
            Some(Outcome::Win) => return !mine,
            Some(Outcome::Draw) => return false,
            None => {}
        }
        let marks = if mine { best(4, position) } else { FULL };
        game.moves(position)
            .filter(|&Mark(square)| marks >> square & 1 == 1)
            .any(|mv| loses(game, &game.play(position, mv), side))
    }

    #[test]
    fn the_last_level_never_loses() {
        let game = TicTacToe::new();
        assert!(!loses(&game, &game.start(), 0) && !loses(&game, &game.start(), 1));
    }
}
