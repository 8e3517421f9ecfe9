//! Endings in solved tables: the moves by their exact values, without a search.

use super::board::MOST_MEN;
use crate::game::{Game, Turn, Value};
use crate::games::chess::{Chess, Move, Position};
use crate::query::ExactValues;
use crate::search::{Details, SearchRequest, SearchResult};

/// The most plies of a line from the tables.
const LINE: usize = 60;

/// The moves of a position with their values for the mover, the best first; empty if the tables lack a value.
fn values(game: &Chess, exact: &dyn ExactValues<Chess>, position: &Position) -> Vec<(Move, Value)> {
    if position.occupied().count_ones() > MOST_MEN || position.castling != 0 || exact.is_empty() {
        return Vec::new();
    }
    let value = |mv: Move| {
        let next = game.play(position, mv);
        let known = match game.outcome(&next) {
            Some(outcome) => Some(outcome.into()),
            None => exact.value(&next).ok().flatten(),
        };
        known.map(|value| (mv, value.before(Turn::Other)))
    };
    let mut moves: Vec<(Move, Value)> = game.moves(position).map(value).collect::<Option<_>>().unwrap_or_default();
    moves.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    moves
}

/// The moves that the request allows, with their values, the best first; empty if the tables lack a value.
pub fn moves(request: &SearchRequest<Chess>) -> Vec<(Move, Value)> {
    let mut moves = values(request.game, request.exact, request.position);
    moves.retain(|(mv, _)| request.moves.is_empty() || request.moves.contains(mv));
    moves
}

/// Gives the lines of the request to its watch, and returns the best.
///
/// # Panics
/// If there are no moves.
pub fn results(request: &SearchRequest<Chess>, moves: &[(Move, Value)]) -> SearchResult<Move> {
    let mut results: Vec<_> =
        (0..request.lines.clamp(1, moves.len())).map(|number| result(request, moves, number)).collect();
    results.iter_mut().for_each(|result| request.tell(result));
    results.swap_remove(0)
}

fn result(request: &SearchRequest<Chess>, moves: &[(Move, Value)], number: usize) -> SearchResult<Move> {
    let (best, value) = moves[number];
    let mut line = vec![best];
    let mut position = request.game.play(request.position, best);
    while line.len() < LINE && value != Value::Draw {
        let Some(&(mv, _)) = values(request.game, request.exact, &position).first() else { break };
        line.push(mv);
        position = request.game.play(&position, mv);
    }
    let mut result = SearchResult {
        depth: line.len() as u32,
        line,
        details: Details { number, table_hits: Some(moves.len() as u64), ..Details::default() },
        ..SearchResult::of_move(best, 0)
    };
    result.rate(0, Some(value));
    result
}
