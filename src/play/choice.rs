//! The move of an engine at the board: by the tables where they hold all moves, else by its search.

use crate::game::{PlayRules, Turn, Value};
use crate::query::{ExactValues, Probe, Rated, RatedMove, apply_rule, moves};
use crate::search::{SearchRequest, Searcher};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// A move, and the result that it forces, if that is known.
#[derive(Clone, Copy, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The value of the move for the team that makes it.
    pub value: Option<Value>,
}

/// The engine's move in a game that goes on, where any legal move is allowed. A single legal move is made at once. The
/// watch may stop the search: then the move is the best so far.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn choose<S: Space + PlayRules, T: Lookup>(
    probe: Option<&Probe<S, T>>,
    engine: &mut Searcher<S>,
    request: &SearchRequest<S>,
) -> Result<Choice<S::Move>, LookupError> {
    let &SearchRequest { game, position, .. } = request;
    let mut legal = game.moves(position);
    if let (Some(mv), None) = (legal.next(), legal.next()) {
        return Ok(Choice { mv, value: None });
    }
    drop(legal);
    if let Some(probe) = probe.filter(|_| engine.settings().tables)
        && let Some(best) = best(probe, position)?
    {
        return Ok(Choice { mv: best.mv, value: Some(best.value) });
    }
    let exact: &dyn ExactValues<S> = probe.map_or(&(), |probe| probe);
    let report = engine.search(&SearchRequest { exact, ..*request })?;
    let Some(mv) = report.best.or_else(|| game.moves(position).next()) else {
        unreachable!("a position that goes on has a legal move");
    };
    Ok(Choice { mv, value: report.decided() })
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
    let Some(mut rated) = moves(probe, position)? else { return Ok(None) };
    let is_ruled = apply_rule(probe, position, &mut rated)?;
    best_rated(probe, &rated, is_ruled)
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
