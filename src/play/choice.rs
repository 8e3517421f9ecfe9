//! The move of a player at the board: by the tables where they hold all moves and know the way, else by a search.

use std::cmp::Reverse;

use super::objects::{OpenBoard, OpenEngine, ThoughtQuery};
use crate::answer::Thought;
use crate::game::{PlayRules, Turn, Value};
use crate::query::{Probe, Rated, RatedMove, is_in_time, moves, moves_under_rule};
use crate::search::Watch;
use crate::space::Space;
use crate::util::sort::sort_short;
use crate::values::{Lookup, LookupError};

/// The engine's move in a game that goes on. A single legal move is made at once. Else the tables choose, if the engine
/// uses them and they know the way; else it searches. The watch may stop the search: then the move is the best so far.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn choose(
    board: &dyn OpenBoard,
    engine: &mut dyn OpenEngine,
    query: &ThoughtQuery,
    watch: &dyn Watch<Thought>,
) -> Result<Thought, LookupError> {
    if let Some(only) = board.only_move(query) {
        return Ok(only);
    }
    if engine.settings().tables
        && let Some(best) = board.by_tables(query, &())?
    {
        return Ok(best);
    }
    engine.search(board, query, watch)
}

/// The best move of the tables in a game that goes on, the [hardest]; `None` if they do not hold every successor, or
/// lack the depth of the best move: a search must then find a way.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn best<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
) -> Result<Option<RatedMove<S>>, LookupError> {
    match rated(probe, position)? {
        Some((rated, is_ruled)) => best_rated(probe, &rated, is_ruled),
        None => Ok(None),
    }
}

/// The moves of a position as [`moves_under_rule`] has them. Where no tables under the rule hold them, a win that comes
/// before the rule can be claimed is better than one that may come too late.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn rated<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
) -> Result<Option<(Vec<RatedMove<S>>, bool)>, LookupError> {
    let Some((mut rated, is_ruled)) = moves_under_rule(probe, position)? else { return Ok(None) };
    let (space, clock) = (probe.space, probe.space.quiet_plies(position));
    if !is_ruled && clock > 0 {
        sort_short(&mut rated, |rated| {
            let is_win = matches!(rated.value, Value::Win(_));
            let left = if space.is_quiet(position, rated.mv) { clock } else { 0 };
            Reverse((is_win, is_win && is_in_time(rated.value, left, space.quiet_limit()), rated.value))
        });
    }
    Ok(Some((rated, is_ruled)))
}

/// The best of these rated moves, which come best first: the [hardest], or the first if its depth is not known but
/// tables under the rule of quiet plies have ordered the moves (`is_ruled`). `None` if a search must find a way.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn best_rated<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    rated: &[RatedMove<S>],
    is_ruled: bool,
) -> Result<Option<RatedMove<S>>, LookupError> {
    match rated.first() {
        _ if is_way_known(rated) => hardest(probe, rated).map(Some),
        // The first move zeroes the clock the soonest, or the latest in a loss.
        Some(&best) if is_ruled => Ok(Some(best)),
        _ => Ok(None),
    }
}

/// Whether the best move's value is exact. A win of unknown depth must not be chosen: it may never end.
pub fn is_way_known<P, M>(rated: &[Rated<P, M>]) -> bool {
    rated.first().is_some_and(|best| best.value.is_exact())
}

/// The best move that leaves the other team the fewest best replies; the first of several. Moves after which the same
/// team moves again come last.
///
/// `rated` comes best first, and is not empty.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn hardest<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    rated: &[RatedMove<S>],
) -> Result<RatedMove<S>, LookupError> {
    let Some(&(mut best)) = rated.first() else {
        unreachable!("a position that goes on has a legal move");
    };
    let mut fewest = usize::MAX;
    for &candidate in rated.iter().take_while(|other| other.value == rated[0].value) {
        if candidate.turn == Turn::Same {
            continue;
        }
        let Some(replies) = moves(probe, &candidate.position)? else { continue };
        let holding = replies.iter().take_while(|reply| reply.value == replies[0].value).count();
        if holding < fewest {
            (best, fewest) = (candidate, holding);
        }
    }
    Ok(best)
}

/// A move and best play after it under the rule of quiet plies, as far as the tables hold it: to the end, to a position
/// that repeats one of the line, or to this many plies.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn table_line<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    rated: &RatedMove<S>,
    longest: usize,
) -> Result<Vec<S::Move>, LookupError> {
    let (mut line, mut position, mut seen) = (vec![rated.mv], rated.position, Vec::new());
    while line.len() < longest && !seen.contains(&position) {
        let Some(best) = self::rated(probe, &position)?.and_then(|(rated, _)| rated.first().copied()) else { break };
        seen.push(position);
        line.push(best.mv);
        position = best.position;
    }
    Ok(line)
}
