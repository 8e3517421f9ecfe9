//! The move of a search of random games that was stopped before it could compare the moves.

use super::deepen::deepen;
use super::{Limit, SearchRequest, SearchResult, alphabeta};
use crate::game::PlayRules;
use crate::values::LookupError;

/// The depth in plies: with the reply, which may take a piece.
const DEPTH: u32 = 2;

/// The move by alpha-beta to two plies, whatever the limits of the search are.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn search<G: PlayRules>(request: &SearchRequest<G>) -> Result<SearchResult<G::Move>, LookupError> {
    let request = SearchRequest { limit: Limit::to_depth(DEPTH), lines: 1, watch: &(), ..*request };
    deepen(&request, &|| None, &mut |tree, iteration| Ok(alphabeta::search(tree, request.position, iteration)?.into()))
}
