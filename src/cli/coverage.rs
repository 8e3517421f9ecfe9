//! How much of a game is solved, in words.

use crate::query::Probe;
use crate::space::{SliceId, Space};
use crate::util::units::{count, thousands};
use crate::values::Lookup;

/// The slices of a game that are solved.
pub struct Coverage {
    /// The slices that are solved.
    pub held: Vec<SliceId>,
    /// The number of slices of the game.
    all: usize,
    /// The number of pieces N, if the solved slices are all those with up to N pieces.
    up_to: Option<u32>,
}

impl Coverage {
    /// The coverage of a game by its tables.
    pub fn new<S: Space>(probe: &Probe<S, impl Lookup>) -> Coverage {
        let slices = probe.space.slices();
        let held = probe.held();
        let most = held.iter().map(|slice| slices[slice.index()].pieces).max();
        let within = slices.iter().filter(|slice| Some(slice.pieces) <= most).count();
        Coverage { all: slices.len(), up_to: most.filter(|_| within == held.len()), held }
    }

    /// Whether every slice is solved.
    pub fn is_whole(&self) -> bool {
        self.held.len() == self.all
    }

    /// In words, for a game that is solved in part: `up to 4 pieces` or `37 of 870 slices`.
    pub fn text(&self) -> String {
        match self.up_to {
            Some(pieces) => format!("up to {}", count(pieces.into(), "piece")),
            None => format!("{} of {} slices", thousands(self.held.len() as u64), thousands(self.all as u64)),
        }
    }
}
