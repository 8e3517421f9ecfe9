//! Pure Monte Carlo: the same number of random games after each move, and the move with the best mean (Brügmann 1993).
//!
//! Threads take round after round, of one batch for each move. A round has its own random numbers, so without a time
//! limit the result is the same from any number of threads.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::playout::{PAUSE, Random, playout};
use super::score::Score;
use super::shallow;
use super::tree::{SearchStopped, Tree};
use super::{SearchRequest, SearchResult};
use crate::game::{PlayRules, Turn, Value, turn};
use crate::util::threads::{Started, start as start_thread};
use crate::values::{BestOf, LookupError};

/// Random games of one batch.
const BATCH: u32 = 20;

/// Rounds without a limit of time.
const ROUNDS: u32 = 50;

/// A move of the root.
struct TriedMove<P, M> {
    mv: M,
    after: P,
    turn: Turn,
    /// Its score for the team that makes it, if that is certain.
    certain: Option<Score>,
}

/// The number of random games and the sum of their scores.
#[derive(Clone, Copy, Default)]
struct Playouts {
    sum: f64,
    number: u32,
}

impl<P, M> TriedMove<P, M> {
    /// The mean score of the move for the team that makes it, after these games.
    fn mean(&self, games: Playouts) -> f64 {
        match self.certain {
            Some(score) => score.mean_value(),
            None if games.number > 0 => games.sum / f64::from(games.number),
            None => f64::NEG_INFINITY,
        }
    }
}

/// Plays random games from the root on `threads` threads until the time is up; without a time limit, 50 batches of 20
/// after each move. They are cut off `cutoff` plies from the root and then evaluated.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn search<G: PlayRules>(
    request: &SearchRequest<G>,
    (cutoff, seed, threads): (u32, u64, usize),
) -> Result<SearchResult<G::Move>, LookupError> {
    let root = request.position;
    let (request, endless) = &request.of_random_games(threads);
    let mut tree = Tree::new(request, 1);
    let mut report = SearchResult::of_root(request.game, root, request.moves);
    if report.best.is_none() {
        return Ok(report);
    }
    let mut tried = Vec::new();
    // Running out of time is no error: the games so far count.
    let _ = begin(&mut tree, root, &mut tried);
    report.depth = cutoff;
    let rounds = Rounds {
        root: *root,
        next: AtomicU32::new(0),
        end: if *endless { u32::MAX } else { ROUNDS },
        cutoff,
        seed,
        played: Mutex::new(PlayedRounds { games: vec![Playouts::default(); tried.len()], nodes: 0 }),
    };
    let fill = |report: &mut SearchResult<G::Move>, played: &PlayedRounds| {
        report.nodes = played.nodes;
        choose(report, &tried, &played.games);
    };
    let (mut reported, mut so_far) = (request.start, report.clone());
    let mut tell = |played: &PlayedRounds| {
        if reported.elapsed() >= PAUSE {
            reported = Instant::now();
            fill(&mut so_far, played);
            request.tell(&mut so_far);
        }
    };
    let error = thread::scope(|scope| {
        let (rounds, tried) = (&rounds, &tried);
        let tree_of_thread = move || Tree::new(request, 1);
        let work = move || rounds.play(tree_of_thread(), tried, &mut |_| ());
        // The threads that there are share the rounds.
        let other = |_| start_thread(scope, work);
        let others: Vec<_> = (1..threads).map_while(other).collect();
        let own = rounds.play(tree, tried, &mut tell);
        others.into_iter().map(Started::join).fold(own, Option::or)
    });
    let played = rounds.played.into_inner().unwrap_or_else(PoisonError::into_inner);
    fill(&mut report, &played);
    // A search that was stopped at once has not compared the moves.
    let is_compared = |(tried, &games): (&TriedMove<_, _>, &Playouts)| tried.mean(games).is_finite();
    if error.is_none() && (tried.is_empty() || !tried.iter().zip(&played.games).all(is_compared)) {
        report = SearchResult { depth: report.depth, ..shallow::search(request)? };
    }
    request.tell(&mut report);
    error.map_or(Ok(report), Err)
}

/// Puts the best move after these games into the report.
fn choose<P, M: Copy>(report: &mut SearchResult<M>, tried: &[TriedMove<P, M>], games: &[Playouts]) {
    let mut best: Option<(&TriedMove<P, M>, f64)> = None;
    for (tried, &games) in tried.iter().zip(games) {
        let mean = tried.mean(games);
        if best.is_none_or(|(_, most)| mean > most) {
            best = Some((tried, mean));
        }
    }
    if let Some((best, mean)) = best.filter(|(_, mean)| mean.is_finite()) {
        report.best = Some(best.mv);
        report.score = mean.into();
        let mut known = BestOf::default();
        tried.iter().for_each(|tried| known.add(tried.certain.map(|score| score.decided().unwrap_or(Value::Draw))));
        let won = known.known.filter(|value| matches!(value, Value::Win(_))).map(Value::result);
        // A move without a certain score, or without a depth, wins in two plies at the soonest.
        let quickest = known.known.filter(|value| matches!(value, Value::Win(..=2)));
        report.value = quickest.or(known.complete()).or(won);
    }
    report.line = report.best.into_iter().collect();
    report.leaves = games.iter().map(|games| u64::from(games.number)).sum();
}

/// Lists the moves, with their scores where these are certain.
fn begin<G: PlayRules>(
    tree: &mut Tree<G>,
    root: &G::Position,
    tried: &mut Vec<TriedMove<G::Position, G::Move>>,
) -> Result<(), SearchStopped> {
    tree.descend(root);
    for mv in tree.game.moves(root) {
        if !tree.allows(0, mv) {
            continue;
        }
        let after = tree.game.play(root, mv);
        let turn = turn(tree.game, root, &after);
        let certain = tree.enter(&after, 1)?.map(|score| score.before(turn));
        tried.push(TriedMove { mv, after, turn, certain });
    }
    Ok(())
}

/// The rounds. Each thread takes the next one when it has played its last.
struct Rounds<P> {
    root: P,
    next: AtomicU32,
    end: u32,
    cutoff: u32,
    seed: u64,
    played: Mutex<PlayedRounds>,
}

/// The games of all threads so far.
struct PlayedRounds {
    /// The games after each move.
    games: Vec<Playouts>,
    nodes: u64,
}

impl<P: Copy + Eq> Rounds<P> {
    /// Plays rounds until none is left or the time is up. `tell` takes the games so far after each. Returns the error
    /// of a table, if there was one.
    fn play<G: PlayRules<Position = P>>(
        &self,
        mut tree: Tree<G>,
        tried: &[TriedMove<P, G::Move>],
        tell: &mut dyn FnMut(&PlayedRounds),
    ) -> Option<LookupError> {
        tree.restart();
        tree.descend(&self.root);
        let open = tried.iter().any(|tried| tried.certain.is_none());
        let mut counted = 0;
        loop {
            let mut games = vec![Playouts::default(); tried.len()];
            // Running out of time is no error: the games so far count.
            let goes_on = open && matches!(self.round(&mut tree, tried, &mut games), Ok(true));
            let mut played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
            played.nodes += tree.nodes - counted;
            counted = tree.nodes;
            for (all, games) in played.games.iter_mut().zip(games) {
                all.sum += games.sum;
                all.number += games.number;
            }
            if !goes_on {
                return tree.error();
            }
            tell(&played);
        }
    }

    /// Plays the next round, if there is one.
    fn round<G: PlayRules<Position = P>>(
        &self,
        tree: &mut Tree<G>,
        tried: &[TriedMove<P, G::Move>],
        games: &mut [Playouts],
    ) -> Result<bool, SearchStopped> {
        let round = self.next.fetch_add(1, Relaxed);
        if round >= self.end {
            return Ok(false);
        }
        let mut random = Random::for_piece(self.seed, round.into());
        // Where the time ends in the first round, all moves have had as many games, or one more than others.
        for _ in 0..BATCH {
            for (tried, games) in tried.iter().zip(&mut *games).filter(|(tried, _)| tried.certain.is_none()) {
                let score = playout(tree, &mut random, &tried.after, self.cutoff.saturating_sub(1))?;
                games.sum += score.before(tried.turn).mean_value();
                games.number += 1;
            }
        }
        Ok(true)
    }
}
