//! Which part of a game is solved, in words.

use crate::query::Probe;
use crate::space::{SliceId, Space};
use crate::util::units::thousands;
use crate::values::Lookup;

/// Which slices of a game are there.
pub struct Coverage {
    /// The slices that are there.
    pub held: Vec<SliceId>,
    /// How many the game has.
    all: usize,
    /// The number of pieces, if just the slices with at most so many are there.
    up_to: Option<u32>,
}

impl Coverage {
    /// What there is of a game.
    pub fn new<S: Space>(probe: &Probe<S, impl Lookup>) -> Coverage {
        let slices = probe.space.slices();
        let held = probe.held();
        let most = held.iter().map(|slice| slices[slice.index()].pieces).max();
        let within = slices.iter().filter(|slice| Some(slice.pieces) <= most).count();
        Coverage { all: slices.len(), up_to: most.filter(|_| within == held.len()), held }
    }

    /// Whether nothing is lacking.
    pub fn is_whole(&self) -> bool {
        self.held.len() == self.all
    }

    /// In words, where something is lacking: `up to 4 pieces` or `37 of 870 slices`.
    pub fn text(&self) -> String {
        match self.up_to {
            Some(pieces) => format!("up to {pieces} pieces"),
            None => format!("{} of {} slices", thousands(self.held.len() as u64), thousands(self.all as u64)),
        }
    }
}
