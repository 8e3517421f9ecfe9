//! Positions of decisive games: where the player had something to find.

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

/// Nodes of a move.
const NODES: u64 = 20_000;
/// Random moves after the start.
const PLIES: u32 = 4;
/// Games that are played at once.
const GAMES: u64 = 64;
/// Positions of a game: one of each quarter.
const OF_A_GAME: usize = 4;
/// A greater score, in hundredths of a logit, is clear already. The game is decided when both sides have found more
/// than [`DECIDED`] in this number of plies.
const CLEAR: i32 = 400;
const DECIDED: i32 = 450;
const DECIDED_PLIES: u32 = 6;
/// The fewest pieces of a position.
const FEWEST: u32 = 8;

/// Prints positions.
pub fn write(game: &Draughts, number: usize, seed: u64) -> Result<(), Box<dyn Error>> {
    let (mut found, mut games) = (0, 0);
    while found < number {
        let block = (games..games + GAMES).into_par_iter().map(|game_number| {
            let mut random = Random::for_piece(seed, game_number);
            let start = man_less(game, &mut random);
            let position = *wander(game, start, &mut random, PLIES).position();
            positions(game, position, &mut random).map_err(|error| error.to_string())
        });
        let block: Result<Vec<Vec<Position>>, String> = block.collect();
        for position in block?.into_iter().flatten().take(number - found) {
            println!("{}", position_text(game, &position));
            found += 1;
        }
        games += GAMES;
    }
    Ok(())
}

/// Positions without a jump of a game of the player against itself; none if it is drawn.
fn positions(game: &Draughts, start: Position, random: &mut Random) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut player = Searcher::read(&[triple_jump::factory()], "triple-jump:hash=4M")?;
    let (mut record, mut open, mut decided) = (Record::new(start), Vec::new(), 0);
    while decided < DECIDED_PLIES {
        let position = *record.position();
        if let Some(ending) = Ending::of(game, &record, QUIET_PLIES) {
            if ending.winner(game.side_to_move(&position)).is_none() {
                return Ok(Vec::new());
            }
            break;
        }
        let (limit, clock) = (Limit { nodes: Some(NODES), ..Limit::default() }, SearchClock::running());
        let request = SearchRequest::new(game, &position, limit, &clock);
        let report = player.search(&SearchRequest { before: record.before(), ..request })?;
        if let RootScore::Score(score) = report.score {
            let score = score.number().abs();
            let is_quiet = game.moves(&position).all(|mv| !mv.is_jump());
            if is_quiet && score < CLEAR && (position.own | position.other).count_ones() >= FEWEST {
                open.push(position);
            }
            decided = if score > DECIDED { decided + 1 } else { 0 };
        }
        let mv = report.best.ok_or("expected a move of a game that goes on")?;
        record.push(mv, game.play(&position, mv));
    }
    let quarter = open.len() / OF_A_GAME;
    let chosen = (0..OF_A_GAME).filter(|_| quarter > 0);
    Ok(chosen.map(|number| open[number * quarter + random.below(quarter)]).collect())
}
