//! The results of a match, and the Elo difference that they show.

use std::collections::{BTreeMap, HashMap};

use super::matches::Played;
use crate::util::units::rounds;

/// Results, for the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that it won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that it lost.
    pub losses: u32,
}

/// Pairs of games, two with the same opening, by the half points that the first engine won in both: from 0 to 4.
pub type Pairs = [u32; 5];

/// The turns that an engine took for the games that it won. In a turn each side moves once: a game has as many turns as
/// plies from the opening to the end, divided by the number of sides and rounded up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turns {
    /// Their mean.
    pub mean: f64,
    /// Their median.
    pub median: f64,
}

/// The results of a match so far, for the first engine.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Its results as team 0 and as team 1.
    pub teams: [Tally; 2],
    /// The pairs of which both games are finished.
    pub pairs: Pairs,
    /// The half points of the other pairs, by their numbers.
    halves: HashMap<usize, usize>,
    /// Plies from the openings to the ends.
    pub plies: u64,
    /// By engine, the number of won games for each number of plies.
    won: [BTreeMap<usize, u32>; 2],
}

impl Standing {
    /// Counts a game. Returns whether its pair is complete.
    pub fn add(&mut self, game: &Played) -> bool {
        let tally = &mut self.teams[usize::from(game.team != 0)];
        let (count, points) = match game.winner {
            None => (&mut tally.draws, 1),
            Some(winner) if winner == game.team => (&mut tally.wins, 2),
            Some(_) => (&mut tally.losses, 0),
        };
        *count += 1;
        if let Some(winner) = game.winner {
            *self.won[usize::from(winner != game.team)].entry(game.plies).or_default() += 1;
        }
        self.plies += game.plies as u64;
        let other = self.halves.remove(&(game.number / 2));
        match other {
            Some(other) => self.pairs[points + other] += 1,
            None => drop(self.halves.insert(game.number / 2, points)),
        }
        other.is_some()
    }

    /// The turns of the games that the first engine (0) or the second (1) won, in a game of `sides` sides; `None` if it
    /// won none.
    pub fn turns(&self, engine: usize, sides: usize) -> Option<Turns> {
        let won = self.won[engine].iter().map(|(&plies, &games)| (rounds(plies as u64, sides), u64::from(games)));
        let games: u64 = won.clone().map(|(_, games)| games).sum();
        // The games are in the order of their turns.
        let turns_of = |number: u64| {
            let mut before = 0;
            let found = won.clone().find(|(_, games)| {
                before += games;
                before > number
            });
            found.map(|(turns, _)| turns as f64)
        };
        let median = (turns_of(games.saturating_sub(1) / 2)? + turns_of(games / 2)?) / 2.0;
        let sum: u64 = won.map(|(turns, games)| turns * games).sum();
        Some(Turns { mean: sum as f64 / games as f64, median })
    }

    /// All results.
    pub fn tally(&self) -> Tally {
        let [one, other] = self.teams;
        Tally { wins: one.wins + other.wins, draws: one.draws + other.draws, losses: one.losses + other.losses }
    }
}

impl Tally {
    /// The number of games.
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points that the first engine won, from 0 to 1; a draw is half a point.
    pub fn score(self) -> f64 {
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(self.games().max(1))
    }

    /// The Elo difference of the score, and its 95 % confidence interval: the Wilson interval of the score with the
    /// variance that draws leave (Wilson 1927). Infinite where an engine may win everything.
    pub fn elo(self) -> [f64; 3] {
        const Z: f64 = 1.96;
        let (games, score) = (f64::from(self.games().max(1)), self.score());
        let draws = f64::from(self.draws) / games;
        // A draw takes a quarter from the variance of a won or lost game.
        let part = if self.draws > 0 { 1.0 - draws / (4.0 * score * (1.0 - score)) } else { 1.0 };
        let part = part.max(1.0 / games);
        let z = Z * Z * part;
        let middle = (score + z / (2.0 * games)) / (1.0 + z / games);
        let spread = (z * (score * (1.0 - score) / games + z / (4.0 * games * games))).sqrt() / (1.0 + z / games);
        let elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        // Rounding must not leave a bound short of the end where one engine has won everything.
        let least = if score > 0.0 { middle - spread } else { 0.0 };
        let most = if score < 1.0 { middle + spread } else { 1.0 };
        [least, score, most].map(|score| elo(score.clamp(0.0, 1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Ending;

    #[test]
    fn pairs_are_counted_when_both_games_are_finished() {
        let mut standing = Standing::default();
        let mut add = |number, winner| {
            standing.add(&Played { number, team: number % 2, winner, ending: Ending::Repetition, plies: 10 })
        };
        // Pair 3: a win and a draw. Pair 0: two losses. Pair 1: a win as team 1, and its other game is not finished.
        let games = [(6, Some(0)), (1, Some(0)), (7, None), (3, Some(1)), (0, Some(1))];
        assert_eq!(games.map(|(number, winner)| add(number, winner)), [false, false, true, false, true]);
        assert_eq!((standing.pairs, standing.plies), ([1, 0, 0, 1, 0], 50));
        assert_eq!(standing.teams[0], Tally { wins: 1, draws: 0, losses: 1 });
        assert_eq!(standing.tally(), Tally { wins: 2, draws: 1, losses: 2 });
    }

    #[test]
    fn turns_are_those_of_the_games_that_an_engine_won() {
        let mut standing = Standing::default();
        // The first engine has team 0 in even games, and wins in 8, 9, 12 and 40 plies; the second wins in 2 and 7.
        let games =
            [(0, Some(0), 8), (1, Some(1), 40), (2, Some(1), 2), (3, Some(1), 9), (5, None, 99), (4, Some(0), 12)];
        for (number, winner, plies) in games.into_iter().chain([(7, Some(0), 7)]) {
            standing.add(&Played { number, team: number % 2, winner, ending: Ending::Repetition, plies });
        }
        let turns = |engine, sides| standing.turns(engine, sides).map(|turns| (turns.mean, turns.median));
        // In turns of four sides: 2, 3, 3, 10 and 1, 2.
        assert_eq!((turns(0, 4), turns(1, 4)), (Some((4.5, 3.0)), Some((1.5, 1.5))));
        assert_eq!((turns(0, 2), turns(1, 2)), (Some((8.75, 5.5)), Some((2.5, 2.5))));
        assert_eq!(Standing::default().turns(0, 2), None);
    }
}
