//! Blind spots of the search: positions whose score a shallow search after a move contradicts.
//!
//! A search prunes and reduces moves that look bad. Where a move is good all the same, the search of the position after
//! it shows so at a small depth, and the search of the position before it does not at a great one. More often it is the
//! small depth that errs: a deep search after the move tells which.

use std::error::Error;
use std::fs::read_to_string;

use hindsight::game::{Game, Notation, move_text, position_text};
use hindsight::games::draughts::{Draughts, Move, Position};
use hindsight::players::triple_jump;
use hindsight::search::{Limit, SearchClock, SearchRequest, SearchResult, Searcher};
use rayon::prelude::*;

/// The depth of the search of a position, and of each position after a move, in plies.
const DEPTH: u32 = 19;
const DEPTH_AFTER: u32 = 13;
/// The depth of the search after the move that confirms a contradiction.
const DEPTH_CONFIRMED: u32 = 21;
/// What the side to move gains after a move by a contradiction, in hundredths of a logit.
const GAIN: f64 = 80.0;

/// A position, searched.
struct Searched {
    position: Position,
    score: f64,
    /// The best move by searches of the positions after the moves, and its score.
    best: Move,
    score_after: f64,
    /// Its score by the search that confirms a contradiction.
    score_confirmed: f64,
    nodes: u64,
}

impl Searched {
    /// Whether a score after the move contradicts the score of the position.
    fn is_contradicted(&self, after: f64) -> bool {
        after > self.score + GAIN
    }
}

/// Prints the positions of a file that have a contradiction, and their number.
pub fn count(game: &Draughts, file: &str) -> Result<(), Box<dyn Error>> {
    let text = read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let positions = lines.map(|line| game.parse(line)).collect::<Result<Vec<Position>, _>>()?;
    let search = |&position: &Position| search(game, position).map_err(|error| error.to_string());
    let searched: Vec<Searched> = positions.par_iter().map(search).collect::<Result<_, _>>()?;
    let contradictions: Vec<_> = searched.iter().filter(|one| one.is_contradicted(one.score_after)).collect();
    for Searched { position, score, best, score_after, score_confirmed, .. } in &contradictions {
        let (position, best) = (position_text(game, position), move_text(game, position, *best));
        println!("{position} {best}: {score_after:+} after it, then {score_confirmed:+}, {score:+} before");
    }
    let confirmed = contradictions.iter().filter(|one| one.is_contradicted(one.score_confirmed)).count();
    let nodes = searched.iter().map(|one| one.nodes).sum::<u64>() / 1_000;
    let (number, positions) = (contradictions.len(), positions.len());
    println!("{number} contradictions in {positions} positions, {confirmed} confirmed; {nodes} thousand nodes before");
    Ok(())
}

/// Searches a position, and the positions after its moves.
fn search(game: &Draughts, position: Position) -> Result<Searched, Box<dyn Error>> {
    let result = search_to(game, &position, DEPTH)?;
    let mut after = Vec::new();
    for mv in game.moves(&position) {
        let score = search_to(game, &game.play(&position, mv), DEPTH_AFTER)?.score.number();
        after.push((mv, -score));
    }
    let best = after.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other));
    let (best, score_after) = best.ok_or("expected a position in which the game goes on")?;
    let (score, nodes) = (result.score.number(), result.nodes);
    let mut searched = Searched { position, score, best, score_after, score_confirmed: score_after, nodes };
    if searched.is_contradicted(score_after) {
        let after = game.play(&position, best);
        searched.score_confirmed = -search_to(game, &after, DEPTH_CONFIRMED)?.score.number();
    }
    Ok(searched)
}

/// Searches a position to a depth without a memory of others.
fn search_to(game: &Draughts, position: &Position, depth: u32) -> Result<SearchResult<Move>, Box<dyn Error>> {
    let mut player = Searcher::read(&[triple_jump::factory()], "triple-jump:hash=16M")?;
    let (limit, clock) = (Limit::to_depth(depth), SearchClock::running());
    Ok(player.search(&SearchRequest::new(game, position, limit, &clock))?)
}
