//! Entries that are drawn from slices: in a fixed order, the same in every run, spread evenly over all entries.
//!
//! ```text
//!   entry with number n = n * step mod entries        step = 0.618 * entries, coprime to it
//! ```
//!
//! Multiples of the golden section are spread evenly (Knuth, TAOCP 6.4). A step that is coprime to the number of
//! entries visits each of them once.

use crate::space::components::entries;
use crate::space::{Entry, Slice, SliceId};

/// The entries of some slices, in the order of drawing.
pub struct DrawnEntries<'a> {
    /// All slices of the space.
    space: &'a [Slice],
    slices: &'a [SliceId],
    /// The number of entries.
    pub number: u64,
    step: u64,
}

impl<'a> DrawnEntries<'a> {
    /// The entries of these slices of a space.
    pub fn new(space: &'a [Slice], slices: &'a [SliceId]) -> DrawnEntries<'a> {
        let number = entries(space, slices);
        let golden = (number as f64 * 0.618_034) as u64;
        let step = (golden..).find(|&step| common_divisor(step, number) == 1).unwrap_or(1);
        DrawnEntries { space, slices, number, step }
    }

    /// The entry that is drawn with this number, which is below the number of entries.
    pub fn entry(&self, number: u64) -> Entry {
        let mut index = (u128::from(number) * u128::from(self.step) % u128::from(self.number)) as u64;
        for &slice in self.slices {
            let entries = self.space[slice.index()].entries;
            if index < entries {
                return Entry { slice, index };
            }
            index -= entries;
        }
        unreachable!("the number is reduced by the sum of the entries of these slices")
    }
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::space::Space;

    #[test]
    fn every_entry_is_drawn_once() {
        let game = TicTacToe::new();
        let all: Vec<SliceId> = (0..game.slices().len() as u32).map(SliceId).collect();
        let entries = DrawnEntries::new(game.slices(), &all);
        let mut drawn: Vec<Entry> = (0..entries.number).map(|number| entries.entry(number)).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len() as u64, entries.number);
    }
}
