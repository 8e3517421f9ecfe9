//! The order in which moves are tried: the best move of the search before, captures, killers, and what was good
//! elsewhere.

use super::memory::NO_PLACE;
use crate::games::draughts::{Move, Position};

/// Squares as bits, times directions.
const STEPS: usize = 35 * 4;

/// A move that is still to be tried.
#[derive(Clone, Copy)]
pub struct Candidate {
    pub mv: Move,
    /// Its place among the legal moves.
    pub place: u8,
    promise: i32,
}

/// What was good so far.
pub struct Order {
    /// By ply, the two steps that last raised beta there (Akl and Newborn 1977).
    killers: Vec<[Option<Move>; 2]>,
    /// By side and step, how much was cut off by it (Schaeffer 1983).
    history: [[i32; STEPS]; 2],
    /// The moves of the nodes of the line, one node's after the other's.
    pub list: Vec<Candidate>,
}

impl Order {
    /// No move is better than another yet.
    pub fn new(plies: usize) -> Order {
        Order {
            killers: vec![[None; 2]; plies + 1],
            history: [[0; STEPS]; 2],
            list: Vec::with_capacity(64 * (plies + 1)),
        }
    }

    /// Begins a new search: killers are forgotten, and what was good counts less.
    pub fn restart(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().flatten().for_each(|good| *good /= 4);
        self.list.clear();
    }

    /// Adds a legal move to the list.
    #[inline(always)]
    pub fn add(&mut self, position: &Position, mv: Move, place: usize, best: u8, ply: usize) {
        let place = place.min(NO_PLACE as usize) as u8;
        let promise = if place == best && place != NO_PLACE {
            i32::MAX
        } else if mv.is_jump() {
            let taken = mv.effect().1;
            1000 * (taken.count_ones() + (taken & position.kings).count_ones()) as i32
        } else if let Some(slot) = self.killers[ply].iter().position(|killer| *killer == Some(mv)) {
            (1 << 30) - slot as i32
        } else {
            self.history[usize::from(position.black_to_move)][mv.number()]
        };
        self.list.push(Candidate { mv, place, promise });
    }

    /// The most promising of the moves from this place of the list on, which is put there.
    #[inline(always)]
    pub fn next(&mut self, from: usize) -> Option<Candidate> {
        let rest = self.list.get_mut(from..)?;
        let mut most = 0;
        for other in 1..rest.len() {
            if rest[other].promise > rest[most].promise {
                most = other;
            }
        }
        rest.swap(0, most);
        rest.first().copied()
    }

    /// A step has raised beta.
    #[inline(always)]
    pub fn reward(&mut self, position: &Position, mv: Move, ply: usize, depth: i32) {
        if mv.is_jump() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            killers[1] = killers[0].replace(mv);
        }
        let good = &mut self.history[usize::from(position.black_to_move)][mv.number()];
        *good += depth * depth;
        if *good > 1 << 28 {
            self.history.iter_mut().flatten().for_each(|good| *good /= 2);
        }
    }
}
