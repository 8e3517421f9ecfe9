//! The move of an engine at the board: by the tables where they hold all moves, else by its search.

use super::record::Record;
use crate::game::{Turn, Value};
use crate::query::{ExactValues, Probe, RatedMove, moves};
use crate::search::{Report, SearchOptions, Searcher, Watch};
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

/// The engine's move in a game that goes on, in which it may make any legal move. A single legal move is made at once. The watch follows the search, and may stop
/// it: then the move is the best so far.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn choose<S: Space, T: Lookup>(
    game: &S,
    probe: Option<&Probe<S, T>>,
    engine: &mut Searcher<S>,
    record: &Record<S::Position, S::Move>,
    options: &SearchOptions<S::Move>,
    watch: &dyn Watch<Report<S::Move>>,
) -> Result<Choice<S::Move>, LookupError> {
    let position = record.position();
    let mut legal = game.moves(position);
    if let (Some(mv), None) = (legal.next(), legal.next()) {
        return Ok(Choice { mv, value: None });
    }
    drop(legal);
    if let Some(probe) = probe.filter(|_| engine.settings().tables)
        && let Some(rated) = moves(probe, position)?
    {
        let best = hardest(probe, &rated)?;
        return Ok(Choice { mv: best.mv, value: Some(best.value) });
    }
    let exact: &dyn ExactValues<S> = probe.map_or(&(), |probe| probe);
    let report = engine.search_watched(game, exact, position, record.before(), options, watch)?;
    let Some(mv) = report.best.or_else(|| game.moves(position).next()) else {
        unreachable!("a position that goes on has a legal move");
    };
    Ok(Choice { mv, value: report.decided() })
}

/// Of the best moves, the one after which the other team has the fewest best replies; the first of those. Moves after which
/// the same team moves again come last.
///
/// `rated` has every legal move, best first, and is not empty.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn hardest<S: Space, T: Lookup>(probe: &Probe<S, T>, rated: &[RatedMove<S>]) -> Result<RatedMove<S>, LookupError> {
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
