//! Endings of seven and eight pieces that the side to move wins: a search with tables has found the win. A player
//! without tables should win them too.

use std::error::Error;

use hindsight::game::{Game, Value, position_text};
use hindsight::games::draughts::board::{DraughtsBoard, Eight};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::players::triple_jump;
use hindsight::query::Probe;
use hindsight::search::{Limit, SearchClock, SearchRequest, Searcher};
use hindsight::table::Store;
use hindsight::util::random::Random;

/// The pieces of the side to move, and of the other.
const SIDES: [[usize; 2]; 2] = [[4, 3], [4, 4]];
/// The nodes of the search.
const NODES: u64 = 100_000;

/// Prints endings, half of them with seven pieces, by tables of up to seven pieces.
pub fn write(game: &Draughts, tables: &str, number: usize, seed: u64) -> Result<(), Box<dyn Error>> {
    let tables = Store::of_list(tables).open(game)?;
    let probe = Probe { space: game, tables: &tables };
    let mut player = Searcher::read(&[triple_jump::factory()], "triple-jump:hash=16M")?;
    let limit = Limit { nodes: Some(NODES), ..Limit::default() };
    let mut random = Random::new(seed);
    for place in 0..number {
        loop {
            let position = any(&mut random, SIDES[place % 2]);
            if game.outcome(&position).is_some() || game.moves(&position).any(|mv| mv.is_jump()) {
                continue;
            }
            let clock = SearchClock::running();
            let request = SearchRequest::new(game, &position, limit, &clock);
            let report = player.search(&SearchRequest { exact: &probe, ..request })?;
            if let Some(Value::Win(_)) = report.value {
                println!("{}", position_text(game, &position));
                break;
            }
        }
    }
    Ok(())
}

/// Men and kings on random squares, as likely the one as the other.
fn any(random: &mut Random, sides: [usize; 2]) -> Position {
    let mut position = Position { own: 0, other: 0, kings: 0, black_to_move: true, clock: 0 };
    for (side, pieces) in sides.into_iter().enumerate() {
        let mut left = pieces;
        while left > 0 {
            let (bit, is_king) = (1 << random.below(35), random.below(2) == 0);
            // No man stands where it would be crowned.
            let last = if side == 0 { Eight::FAR_ROW } else { Eight::NEAR_ROW };
            let occupied = position.own | position.other;
            if bit & Eight::BOARD & !occupied == 0 || !is_king && bit & last != 0 {
                continue;
            }
            *if side == 0 { &mut position.own } else { &mut position.other } |= bit;
            position.kings |= if is_king { bit } else { 0 };
            left -= 1;
        }
    }
    position
}
