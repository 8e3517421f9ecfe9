//! Matches: two engines play many games, and each plays every opening with either team.

use super::choice::choose;
use super::ending::Ending;
use super::record::Record;
use crate::game::Game;
use crate::query::Probe;
use crate::search::playout::Random;
use crate::search::{Limit, PlayerFactory, Searcher, SearcherError};
use crate::space::Space;
use crate::util::threads;
use crate::values::{Lookup, LookupError};

/// The terms of a match.
pub struct Terms<'a, S: Space, T> {
    /// The game.
    pub game: &'a S,
    /// Its tables, if there are any.
    pub probe: Option<Probe<'a, S, T>>,
    /// The players that know the game.
    pub players: &'a [PlayerFactory<S>],
    /// The engines as text; see [`Searcher::read`].
    pub engines: [&'a str; 2],
    /// The limit for each move, for engines without a limit of their own.
    pub limit: Limit,
    /// The number of plies without progress that make a draw; see [`Game::is_quiet`].
    pub quiet_plies: u32,
}

/// A game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The [team](Game::team) of the first engine.
    pub team: usize,
    /// The team that won; `None` if it was a draw.
    pub winner: Option<usize>,
    /// Plies from the opening to the end.
    pub plies: usize,
}

/// The results of a match, for the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that it won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that it lost.
    pub losses: u32,
}

/// `number` positions after `plies` random plies, all different as far as there are enough, and none in which the game is
/// over: always the same for the same seed.
pub fn openings<G: Game>(game: &G, number: usize, plies: u32, seed: u64) -> Vec<G::Position> {
    const TRIALS: usize = 1000;
    let (mut random, mut found) = (Random::new(seed), Vec::with_capacity(number));
    while found.len() < number {
        let opening = (0..TRIALS).map(|_| wander(game, &mut random, plies)).find(|position| !found.contains(position));
        found.push(opening.unwrap_or_else(|| wander(game, &mut random, plies)));
    }
    found
}

/// The position after `plies` random plies from the start, or the last before the game is over.
pub fn wander<G: Game>(game: &G, random: &mut Random, plies: u32) -> G::Position {
    let mut position = game.start();
    for _ in 0..plies {
        let number = game.moves(&position).count();
        let Some(mv) = game.moves(&position).nth(random.below(number.max(1))) else { break };
        let after = game.play(&position, mv);
        if game.outcome(&after).is_some() {
            break;
        }
        position = after;
    }
    position
}

impl<S: Space, T: Lookup> Terms<'_, S, T> {
    /// Plays `games` games on the current threads, each engine on one thread, two games from each opening: the first engine has
    /// team 0 in one of them and team 1 in the other.
    ///
    /// # Errors
    /// If there is no such engine, or a table is damaged or cannot be read.
    pub fn play(&self, openings: &[S::Position], games: usize) -> Result<Vec<Played>, MatchError> {
        self.engines.iter().try_for_each(|engine| Searcher::read(self.players, engine).map(drop))?;
        threads::try_map(games, &|number| self.one(&openings[number / 2 % openings.len()], number % 2, number as u64))
    }

    /// Plays the game of this number with new engines, the first of them with this team.
    fn one(&self, opening: &S::Position, team: usize, number: u64) -> Result<Played, MatchError> {
        let game = self.game;
        let [first, second] = self.engines;
        let [first, second] = [first, second].map(|engine| Searcher::read_for_game(self.players, engine, number));
        let mut engines = [first?, second?];
        let mut record = Record::new(*opening);
        loop {
            let to_move = game.team(game.side_to_move(record.position()));
            if let Some(ending) = Ending::of(game, &record, self.quiet_plies) {
                return Ok(Played { team, winner: ending.winner(to_move), plies: record.plies() });
            }
            let engine = &mut engines[usize::from(to_move != team)];
            let choice = choose(game, self.probe.as_ref(), engine, &record, self.limit, &())?;
            let after = game.play(record.position(), choice.mv);
            record.push(choice.mv, after);
        }
    }
}

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// There is no such engine.
    #[error(transparent)]
    Engine(#[from] SearcherError),
    /// A table is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] LookupError),
}

impl Tally {
    /// Counts games.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Played>) -> Tally {
        let mut tally = Tally::default();
        for game in games {
            match game.winner {
                None => tally.draws += 1,
                Some(winner) if winner == game.team => tally.wins += 1,
                Some(_) => tally.losses += 1,
            }
        }
        tally
    }

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
