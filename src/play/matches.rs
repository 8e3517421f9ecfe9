//! Matches: two engines play many games, and each plays every opening with either team.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::choice::choose;
use super::ending::Ending;
use super::record::Record;
use crate::game::{Game, Outcome, PlayRules, Value};
use crate::query::Probe;
use crate::search::{Limit, PlayerFactory, SearchClock, SearchRequest, Searcher, SearcherError, Watch};
use crate::space::Space;
use crate::util::threads;
use crate::values::{Lookup, LookupError};

pub use super::openings::{OpeningError, openings, read_openings, shuffle, wander};
pub use super::tally::{Pairs, Standing, Tally, Turns};

/// Whether the sides of a game are of two teams: a match needs both.
pub fn has_two_teams<G: Game>(game: &G) -> bool {
    let teams = |team| (0..game.sides().len()).any(|side| game.team(side) == team);
    teams(0) && teams(1)
}

/// The terms of a match.
pub struct Terms<'a, S: Space + PlayRules, T> {
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
    /// The number of plies without progress that make a draw; see [`PlayRules::is_quiet`].
    pub quiet_plies: u32,
    /// The most plies of a game from its opening, after which it is a draw; `None` leaves the end to the rules.
    pub most_plies: Option<u32>,
    /// Whether a game ends when the tables hold its position, with the result that they have.
    pub adjudicate: bool,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct Played<P, M> {
    /// The number of the game, counted from 0. Games 0 and 1 are the first pair: they have the same opening.
    pub number: usize,
    /// The [team](Game::team) of the first engine: 0 in even games, 1 in odd ones.
    pub team: usize,
    /// The team that won; `None` if it was a draw.
    pub winner: Option<usize>,
    /// How it ended.
    pub ending: Ending,
    /// Plies from the opening to the end.
    pub plies: usize,
    /// The positions and moves, from the beginning of the opening.
    pub record: Record<P, M>,
}

/// Takes the games of a match as they are finished, and may end the match.
pub type Finished<'a, S> = dyn FnMut(Played<<S as Game>::Position, <S as Game>::Move>) -> ControlFlow<()> + Send + 'a;

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

impl<S: Space + PlayRules, T: Lookup> Terms<'_, S, T> {
    /// Plays `games` games on the current threads, each engine on one thread, two games from each opening: the first
    /// engine has team 0 in one of them and team 1 in the other. Where there are not enough openings, they are played
    /// again.
    ///
    /// Games are begun in their order, and given to `finished` one at a time, in the order in which they end. The match
    /// ends early when `finished` breaks or `is_stopped`, which is asked every few milliseconds; games that are not
    /// finished then are discarded. A match that is not ended early has the same games on any number of threads, as far
    /// as the engines make the same moves each time.
    ///
    /// # Errors
    /// If there is no such engine, or a table is damaged or cannot be read.
    ///
    /// # Panics
    /// If there are no openings.
    pub fn play(
        &self,
        openings: &[Record<S::Position, S::Move>],
        games: usize,
        is_stopped: &(dyn Fn() -> bool + Sync),
        finished: &mut Finished<S>,
    ) -> Result<(), MatchError> {
        self.engines.iter().try_for_each(|engine| Searcher::read(self.players, engine).map(drop))?;
        let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
        let watch = Stop(&|| ended.load(Relaxed) || is_stopped());
        let finished = Mutex::new(finished);
        threads::try_map(games, &|_| {
            if watch.is_stopped() {
                return Ok(());
            }
            let number = next.fetch_add(1, Relaxed);
            let played = self.one(&openings[number / 2 % openings.len()], number, &watch);
            let Some(played) = played.inspect_err(|_| ended.store(true, Relaxed))? else { return Ok(()) };
            if let Ok(mut finished) = finished.lock()
                && !ended.load(Relaxed)
                && finished(played).is_break()
            {
                ended.store(true, Relaxed);
            }
            Ok(())
        })
        .map(drop)
    }

    /// The ending of a game that the tables decide, if such games are to end.
    fn adjudicated(&self, position: &S::Position) -> Result<Option<Ending>, LookupError> {
        let Some(probe) = self.probe.as_ref().filter(|_| self.adjudicate) else { return Ok(None) };
        Ok(probe.value(position)?.map(|value| {
            Ending::Tables(match value {
                Value::Win(_) => Outcome::Win,
                Value::Loss(_) => Outcome::Loss,
                Value::Draw => Outcome::Draw,
            })
        }))
    }

    /// Plays the game of this number with new engines; `None` if it was stopped.
    fn one(
        &self,
        opening: &Record<S::Position, S::Move>,
        number: usize,
        watch: &Stop,
    ) -> Result<Option<Played<S::Position, S::Move>>, MatchError> {
        let (game, team) = (self.game, number % 2);
        let [first, second] = self.engines;
        // Of one seed, two random players would make the moves of each other.
        let [first, second] = [(first, 0), (second, 1)]
            .map(|(engine, seat)| Searcher::read_numbered(self.players, engine, 2 * number as u64 + seat));
        let mut engines = [first?, second?];
        let mut record = opening.clone();
        loop {
            let to_move = game.team(game.side_to_move(record.position()));
            let plies = record.plies() - opening.plies();
            let too_long = self.most_plies.filter(|&most| plies >= most as usize).map(Ending::Length);
            let ending = match Ending::of(game, &record, self.quiet_plies).or(too_long) {
                None => self.adjudicated(record.position())?,
                ending => ending,
            };
            if let Some(ending) = ending {
                let winner = ending.winner(to_move);
                return Ok(Some(Played { number, team, winner, ending, plies, record }));
            }
            let engine = &mut engines[usize::from(to_move != team)];
            let clock = SearchClock::running();
            let request = SearchRequest::new(game, record.position(), self.limit, &clock);
            let request = SearchRequest { before: record.before(), watch, ..request };
            let choice = choose(self.probe.as_ref(), engine, &request)?;
            if watch.is_stopped() {
                return Ok(None);
            }
            let after = game.play(record.position(), choice.mv);
            record.push(choice.mv, after);
        }
    }
}

/// Stops the searches of a match.
struct Stop<'a>(&'a (dyn Fn() -> bool + Sync));

impl Stop<'_> {
    fn is_stopped(&self) -> bool {
        (self.0)()
    }
}

impl<R> Watch<R> for Stop<'_> {
    fn is_stopped(&self) -> bool {
        Stop::is_stopped(self)
    }
}
