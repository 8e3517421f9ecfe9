//! The results of a match, and the Elo difference that they show.

use std::collections::HashMap;

use super::matches::Played;

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
}

impl Standing {
    /// Counts a game. Returns whether its pair is complete.
    pub fn add<P, M>(&mut self, game: &Played<P, M>) -> bool {
        let tally = &mut self.teams[usize::from(game.team != 0)];
        let (count, points) = match game.winner {
            None => (&mut tally.draws, 1),
            Some(winner) if winner == game.team => (&mut tally.wins, 2),
            Some(_) => (&mut tally.losses, 0),
        };
        *count += 1;
        self.plies += game.plies as u64;
        let other = self.halves.remove(&(game.number / 2));
        match other {
            Some(other) => self.pairs[points + other] += 1,
            None => drop(self.halves.insert(game.number / 2, points)),
        }
        other.is_some()
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

    /// The Elo difference of the score, and its 95 % confidence interval: the Wilson interval of the score with the variance
    /// that draws leave (Wilson 1927). Infinite where an engine may win everything.
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
    use crate::play::{Ending, Record};

    #[test]
    fn pairs_are_counted_when_both_games_are_finished() {
        let mut standing = Standing::default();
        let mut add = |number, winner| {
            let (ending, record) = (Ending::Repetition, Record::<u8, u8>::new(0));
            standing.add(&Played { number, team: number % 2, winner, ending, plies: 10, record })
        };
        // Pair 3: a win and a draw. Pair 0: two losses. Pair 1: a win as team 1, and its other game is not finished.
        let games = [(6, Some(0)), (1, Some(0)), (7, None), (3, Some(1)), (0, Some(1))];
        assert_eq!(games.map(|(number, winner)| add(number, winner)), [false, false, true, false, true]);
        assert_eq!((standing.pairs, standing.plies), ([1, 0, 0, 1, 0], 50));
        assert_eq!(standing.teams[0], Tally { wins: 1, draws: 0, losses: 1 });
        assert_eq!(standing.tally(), Tally { wins: 2, draws: 1, losses: 2 });
    }
}
