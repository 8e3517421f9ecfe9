//! Pure Monte Carlo: as many random games after each move, and the move with the best mean (Brügmann 1993).

use std::time::Instant;

use super::oracle::Oracle;
use super::playout::{Dice, playout};
use super::score::Score;
use super::tree::{Stopped, Tree};
use super::{Limit, Report};
use crate::game::Game;
use crate::table::TableError;
use crate::value::Value;

/// Random games of one batch: each move has its batch before the first has its next.
const BATCH: u32 = 20;

/// Batches of each move when no time is set.
const BATCHES: u32 = 50;

/// A move of the root and what came of it.
struct Tried<P, M> {
    m: M,
    after: P,
    /// The score of the position after it, if that is certain.
    certain: Option<Score>,
    sum: f64,
    games: u32,
}

impl<P, M> Tried<P, M> {
    /// What the move is worth to the side that makes it.
    fn mean(&self) -> f64 {
        match self.certain {
            Some(score) => score.worth(),
            None if self.games > 0 => self.sum / f64::from(self.games),
            None => f64::NEG_INFINITY,
        }
    }
}

/// Plays random games from the root until the time is up, or 50 batches of 20 after each move if none is set. They are
/// cut off `cutoff` plies from the root, and then the evaluation counts.
///
/// # Errors
/// If a table cannot be trusted.
pub fn search<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    root: &G::Position,
    limit: Limit,
    cutoff: u32,
    seed: u64,
) -> Result<Report<G::Move>, TableError> {
    let start = Instant::now();
    let mut tree = Tree::new(game, oracle, 1, limit.time.map(|time| start + time));
    let mut report = Report::of_root(game, root);
    if report.best.is_none() {
        return Ok(report);
    }
    let mut tried = Vec::new();
    let batches = if limit.time.is_some() { u32::MAX } else { BATCHES };
    // That the time is up is no error: what was played counts.
    let _ = play(&mut tree, &mut Dice::new(seed), root, cutoff, batches, &mut tried);

    let mut best: Option<&Tried<G::Position, G::Move>> = None;
    for tried in &tried {
        if best.is_none_or(|best| tried.mean() > best.mean()) {
            best = Some(tried);
        }
    }
    if let Some(best) = best.filter(|best| best.mean().is_finite()) {
        report.best = Some(best.m);
        report.worth = best.mean().into();
        let won = best.certain.and_then(Score::decided).filter(|value| matches!(value, Value::Win(_)));
        let sure = tried.iter().all(|tried| tried.certain.is_some());
        let certain = best.certain.filter(|_| sure).map(|score| score.decided().unwrap_or(Value::Draw));
        report.value = won.or(certain);
    }
    report.line = report.best.into_iter().collect();
    report.depth = cutoff;
    report.nodes = tree.nodes;
    report.leaves = tried.iter().map(|tried| u64::from(tried.games)).sum();
    report.time = start.elapsed();
    match tree.trouble() {
        Some(error) => Err(error),
        None => Ok(report),
    }
}

/// Plays so many batches of random games after each move.
fn play<G: Game>(
    tree: &mut Tree<G>,
    dice: &mut Dice,
    root: &G::Position,
    cutoff: u32,
    batches: u32,
    tried: &mut Vec<Tried<G::Position, G::Move>>,
) -> Result<(), Stopped> {
    tree.descend(root);
    for m in tree.game.moves(root) {
        let after = tree.game.play(root, m);
        let certain = tree.enter(&after, 1)?.map(Score::for_mover);
        tried.push(Tried { m, after, certain, sum: 0.0, games: 0 });
    }
    for _ in 0..batches {
        if tried.iter().all(|tried| tried.certain.is_some()) {
            break;
        }
        for tried in tried.iter_mut().filter(|tried| tried.certain.is_none()) {
            for _ in 0..BATCH {
                tried.sum += playout(tree, dice, &tried.after, cutoff.saturating_sub(1))?.for_mover().worth();
                tried.games += 1;
            }
        }
    }
    Ok(())
}
