//! Openings that decide games: a man less on each side, and one side wins about half the time.
//!
//! From the openings of the game most games between good players are drawn, and a match says little. Here one side is
//! so far ahead that it wins about as often as it draws: the better player wins with it, and draws with the other.

use std::error::Error;

use hindsight::game::{Game, position_text};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::play::matches::wander;
use hindsight::play::{Ending, QUIET_PLIES, Record};
use hindsight::players::triple_jump;
use hindsight::search::{Limit, RootScore, SearchClock, SearchRequest, Searcher};
use hindsight::util::random::Random;
use rayon::prelude::*;

use crate::starts::man_less;

/// The games of a candidate. They differ in the nodes of a move: game N has N times [`NODES`].
const GAMES: usize = 8;
const NODES: u64 = 2_000;
/// The games that the side ahead may win.
const WON: std::ops::RangeInclusive<usize> = 3..=5;
/// What the side ahead has by a first search of [`FIRST`] nodes, in hundredths of a logit: others are left out.
const AHEAD: std::ops::RangeInclusive<i32> = 50..=130;
const FIRST: u64 = 50_000;
/// Random moves after the start.
const PLIES: u32 = 4;
/// Candidates that are played at once.
const CANDIDATES: u64 = 64;

/// Prints openings.
pub fn write(game: &Draughts, number: usize, seed: u64) -> Result<(), Box<dyn Error>> {
    let (mut found, mut candidates) = (Vec::new(), 0);
    while found.len() < number {
        let block = (candidates..candidates + CANDIDATES).into_par_iter().map(|candidate| {
            let mut random = Random::for_piece(seed, candidate);
            let start = man_less(game, &mut random);
            let position = *wander(game, start, &mut random, PLIES).position();
            is_decisive(game, position).map(|is_decisive| is_decisive.then_some(position))
        });
        let block: Result<Vec<Option<Position>>, String> = block.collect();
        for position in block?.into_iter().flatten() {
            if found.len() < number && !found.contains(&position) {
                println!("{}", position_text(game, &position));
                found.push(position);
            }
        }
        candidates += CANDIDATES;
    }
    println!("# {number} of {candidates} positions");
    Ok(())
}

/// Whether one side wins about half the games from a position, and the other none.
fn is_decisive(game: &Draughts, position: Position) -> Result<bool, String> {
    if !is_promising(game, position).map_err(|error| error.to_string())? {
        return Ok(false);
    }
    let mut won = [0; 2];
    for number in 0..GAMES {
        let left = GAMES - number;
        // Neither too many games are won already nor too few can be.
        let most = won[0].max(won[1]);
        if won[0].min(won[1]) > 0 || most > *WON.end() || most + left < *WON.start() {
            return Ok(false);
        }
        if let Some(winner) = play(game, position, NODES * (1 + number as u64)).map_err(|error| error.to_string())? {
            won[winner] += 1;
        }
    }
    Ok(won[0].min(won[1]) == 0 && WON.contains(&won[0].max(won[1])))
}

/// A player, and its limit.
fn player(nodes: u64) -> Result<(Searcher<Draughts>, Limit), Box<dyn Error>> {
    let player = Searcher::read(&[triple_jump::factory()], "triple-jump:hash=4M")?;
    Ok((player, Limit { nodes: Some(nodes), ..Limit::default() }))
}

/// Whether a search says that one side is as far ahead as [`AHEAD`] wants.
fn is_promising(game: &Draughts, position: Position) -> Result<bool, Box<dyn Error>> {
    let (mut player, limit) = player(FIRST)?;
    let report = player.search(&SearchRequest::new(game, &position, limit, &SearchClock::running()))?;
    Ok(matches!(report.score, RootScore::Score(score) if AHEAD.contains(&score.number().abs())))
}

/// The winner of a game of the player against itself.
fn play(game: &Draughts, position: Position, nodes: u64) -> Result<Option<usize>, Box<dyn Error>> {
    let ((mut player, limit), mut record) = (player(nodes)?, Record::new(position));
    loop {
        let to_move = game.side_to_move(record.position());
        if let Some(ending) = Ending::of(game, &record, QUIET_PLIES) {
            return Ok(ending.winner(to_move));
        }
        let clock = SearchClock::running();
        let request = SearchRequest::new(game, record.position(), limit, &clock);
        let report = player.search(&SearchRequest { before: record.before(), ..request })?;
        let mv = report.best.ok_or("expected a move of a game that goes on")?;
        let after = game.play(record.position(), mv);
        record.push(mv, after);
    }
}
