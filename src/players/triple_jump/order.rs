//! The order in which Triple Jump tries the moves of draughts: the best move of an earlier search, killers, captures by
//! what they take, other steps by their history.

use crate::games::draughts::{Move, Position};
use crate::search::ordering::{Candidate, Candidates, History, Killers};
use crate::search::transposition::ScoreEntry;

/// The kinds of steps: bits of squares, times directions.
const STEPS: usize = 35 * 4;

/// What one thread has learned about moves.
pub struct Order {
    killers: Killers<Move>,
    history: History<STEPS>,
    pub candidates: Candidates<Move>,
}

impl Order {
    /// Nothing learned yet, for lines of up to this many plies.
    pub fn new(plies: usize) -> Order {
        Order { killers: Killers::new(plies), history: History::default(), candidates: Candidates::new(plies) }
    }

    /// Prepares for the next search of the game.
    pub fn restart(&mut self) {
        self.killers.clear();
        self.history.age();
        self.candidates.truncate(0);
    }

    /// Adds a legal move to the candidates. `best` is the place of the best move of an earlier search.
    #[inline(always)]
    pub fn add(&mut self, position: &Position, mv: Move, place: usize, best: u8, ply: usize) {
        let place = place.min(ScoreEntry::NO_MOVE as usize) as u8;
        let promise = if place == best && place != ScoreEntry::NO_MOVE {
            i32::MAX
        } else if mv.is_jump() {
            let taken = mv.effect().1;
            1000 * (taken.count_ones() + (taken & position.kings).count_ones()) as i32
        } else if let Some(slot) = self.killers.slot(ply, mv) {
            (1 << 30) - slot as i32
        } else {
            self.history.score(side(position), mv.number())
        };
        self.candidates.push(Candidate { mv, place, promise });
    }

    /// Records a move that has raised beta in a search to this depth.
    #[inline(always)]
    pub fn record(&mut self, position: &Position, mv: Move, ply: usize, depth: i32) {
        if !mv.is_jump() {
            self.killers.record(ply, mv);
            self.history.record(side(position), mv.number(), depth);
        }
    }
}

/// The side to move: 0 or 1.
#[inline(always)]
fn side(position: &Position) -> usize {
    usize::from(position.black_to_move)
}
