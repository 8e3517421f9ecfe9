//! Matches: two engines play many games, and each plays every opening with either team.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use super::choice::choose;
use super::ending::Ending;
use super::objects::{OpenBoard, OpenEngine, OpenPlay, ThoughtQuery};
use crate::game::{Outcome, Value};
use crate::search::{Limit, SearchClock, SearcherError, Watch};
use crate::util::threads;
use crate::values::LookupError;

pub use super::openings::{OpeningError, openings, read_openings, shuffle, wander};
pub use super::tally::{Pairs, Standing, Tally, Turns};

/// The terms of a match.
pub struct Terms<'a> {
    /// The game, which makes engines.
    pub game: Arc<dyn OpenPlay>,
    /// The engines as text; see [`Searcher::read`](crate::search::Searcher::read).
    pub engines: [&'a str; 2],
    /// The limit for each move, for engines without a limit of their own.
    pub limit: Limit,
    /// The number of plies without progress that make a draw; see
    /// [`PlayRules::is_quiet`](crate::game::PlayRules::is_quiet).
    pub quiet_plies: u32,
    /// The most plies of a game from its opening, after which it is a draw; `None` leaves the end to the rules.
    pub most_plies: Option<u32>,
    /// Whether a game ends when the tables hold its position, with the result that they have.
    pub adjudicate: bool,
}

/// A game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// The number of the game, counted from 0. Games 0 and 1 are the first pair: they have the same opening.
    pub number: usize,
    /// The [team](crate::game::Game::team) of the first engine: 0 in even games, 1 in odd ones.
    pub team: usize,
    /// The team that won; `None` if it was a draw.
    pub winner: Option<usize>,
    /// How it ended.
    pub ending: Ending,
    /// Plies from the opening to the end.
    pub plies: usize,
}

/// Takes the games of a match as they are finished, each with its board, and may end the match.
pub type Finished<'a> = dyn FnMut(&Played, &dyn OpenBoard) -> ControlFlow<()> + Send + 'a;

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

impl Terms<'_> {
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
        openings: &[Box<dyn OpenBoard>],
        games: usize,
        is_stopped: &(dyn Fn() -> bool + Sync),
        finished: &mut Finished,
    ) -> Result<(), MatchError> {
        self.engines.iter().try_for_each(|engine| self.engine(engine, 0).map(drop))?;
        let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
        let watch = Stop(&|| ended.load(Relaxed) || is_stopped());
        let finished = Mutex::new(finished);
        threads::try_map(games, &|_| {
            if watch.is_stopped() {
                return Ok(());
            }
            let number = next.fetch_add(1, Relaxed);
            let played = self.one(&*openings[number / 2 % openings.len()], number, &watch);
            let Some((played, board)) = played.inspect_err(|_| ended.store(true, Relaxed))? else { return Ok(()) };
            if let Ok(mut finished) = finished.lock()
                && !ended.load(Relaxed)
                && finished(&played, &*board).is_break()
            {
                ended.store(true, Relaxed);
            }
            Ok(())
        })
        .map(drop)
    }

    /// An engine, whose random seed depends on a number.
    fn engine(&self, text: &str, number: u64) -> Result<Box<dyn OpenEngine>, SearcherError> {
        Arc::clone(&self.game).engine(text, number)
    }

    /// The ending of a game that the tables decide, if such games are to end.
    fn adjudicated(&self, board: &dyn OpenBoard) -> Result<Option<Ending>, LookupError> {
        if !self.adjudicate {
            return Ok(None);
        }
        Ok(board.value()?.map(|value| {
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
        opening: &dyn OpenBoard,
        number: usize,
        watch: &Stop,
    ) -> Result<Option<(Played, Box<dyn OpenBoard>)>, MatchError> {
        let team = number % 2;
        // Of one seed, two random players would make the moves of each other.
        let [first, second] = [0, 1].map(|seat| self.engine(self.engines[seat], (2 * number + seat) as u64));
        let mut engines = [first?, second?];
        let mut board = opening.copy();
        loop {
            let to_move = board.facts().teams[board.side()];
            let plies = board.plies() - opening.plies();
            let too_long = self.most_plies.filter(|&most| plies >= most as usize).map(Ending::Length);
            let ending = match board.ending(self.quiet_plies).or(too_long) {
                None => self.adjudicated(&*board)?,
                ending => ending,
            };
            if let Some(ending) = ending {
                let winner = ending.winner(to_move);
                return Ok(Some((Played { number, team, winner, ending, plies }, board)));
            }
            let engine = &mut engines[usize::from(to_move != team)];
            let clock = SearchClock::running();
            let query = ThoughtQuery { written: false, ..ThoughtQuery::new(self.limit, &clock) };
            let chosen = choose(&*board, &mut **engine, &query, watch)?;
            if watch.is_stopped() {
                return Ok(None);
            }
            board.make(chosen.number.expect("a position that goes on has a legal move"));
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
