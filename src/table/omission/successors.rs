//! Positions whose values follow from their successors, which are looked up a few thousand at a time.
//!
//! ```text
//!   position 7  --moves-->  slice A: 31, 90    slice B: 4            one list of entries for each slice:
//!   position 9  --moves-->  slice A: 12                              A: 31 90 12    B: 4
//! ```
//!
//! The successors of one position lie far from one another. A look-up alone waits for the memory; the look-ups of a
//! list wait together.

use std::ops::ControlFlow;

use super::best_move::BestMove;
use crate::game::{Turn, Value};
use crate::space::{DerivationSource, Entry, SliceId};

/// The entries of a slice from which on its values are out of the caches: then look-ups wait for one another. The
/// values of a smaller slice are looked up at once, until a move is enough.
pub const FAR: u64 = if cfg!(test) { 1 << 10 } else { 1 << 25 };

/// The successors that are looked up together.
const BATCH: usize = 1 << 12;

/// Positions, and the successors that they wait for.
#[derive(Default)]
pub struct WaitingPositions {
    positions: Vec<WaitingPosition>,
    slices: Vec<SliceSuccessors>,
    /// The number of successors.
    successors: usize,
    values: Vec<Option<Value>>,
}

/// A position, and the best of the moves whose values are known.
struct WaitingPosition {
    /// Its number, as the source counts.
    number: usize,
    best: BestMove,
    /// Whether a successor has no value or may not be used.
    is_missing: bool,
}

/// Successors in one slice.
#[derive(Default)]
struct SliceSuccessors {
    slice: SliceId,
    indexes: Vec<u64>,
    /// For each, the place of its position, and the turn there.
    moves: Vec<(u32, Turn)>,
}

impl WaitingPositions {
    /// Adds a position.
    #[inline(always)]
    pub fn add(&mut self, number: usize, results: bool) {
        self.positions.push(WaitingPosition { number, best: BestMove::new(results), is_missing: false });
    }

    /// Takes the value of a move of the last position; `None` if it may not be used.
    #[inline(always)]
    pub fn take(&mut self, value: Option<Value>) {
        if let Some(position) = self.positions.last_mut() {
            match value {
                Some(value) => position.best.take(value),
                None => position.is_missing = true,
            }
        }
    }

    /// Whether no other move of the last position matters.
    #[inline(always)]
    pub fn is_enough(&self) -> bool {
        self.positions.last().is_some_and(|position| position.best.is_enough || position.is_missing)
    }

    /// Adds a successor of the last position.
    #[inline(always)]
    pub fn wait(&mut self, entry: Entry, turn: Turn) {
        let found = self.slices.iter().position(|slice| slice.slice == entry.slice);
        let number = found.unwrap_or_else(|| {
            self.slices.push(SliceSuccessors { slice: entry.slice, ..SliceSuccessors::default() });
            self.slices.len() - 1
        });
        let slice = &mut self.slices[number];
        slice.indexes.push(entry.index);
        slice.moves.push((self.positions.len() as u32 - 1, turn));
        self.successors += 1;
    }

    /// Whether it is time to look the successors up.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.successors >= BATCH
    }

    /// Looks the successors up, and tells the source the values of the positions in their order.
    pub fn look_up(&mut self, source: &mut dyn DerivationSource) -> ControlFlow<()> {
        for SliceSuccessors { slice, indexes, moves } in &mut self.slices {
            source.values(*slice, indexes, &mut self.values);
            for (value, &(place, turn)) in self.values.iter().zip(moves.iter()) {
                let position = &mut self.positions[place as usize];
                match value {
                    Some(value) => position.best.take(value.before(turn)),
                    None => position.is_missing = true,
                }
            }
            indexes.clear();
            moves.clear();
        }
        self.successors = 0;
        self.positions.drain(..).try_for_each(|WaitingPosition { number, best, is_missing }| {
            source.derived(number, best.value.filter(|_| best.is_enough || !is_missing))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::Draughts;
    use crate::solve::subslices::Subslices;
    use crate::solve::{self, Work};
    use crate::space::{Class, Derivation, EntryValues, Omitted, Space, components};
    use crate::values::{Code, Lookup, Memory, Overlay, ResultsOf};

    /// Values in memory, and the values that were derived from them.
    struct Source<'a> {
        values: &'a dyn Lookup,
        results: bool,
        derived: Vec<(usize, Option<Value>)>,
    }

    impl EntryValues for Source<'_> {
        fn value(&mut self, entry: Entry) -> Option<Value> {
            self.values.value(entry).expect("memory can be trusted")
        }
    }

    impl DerivationSource for Source<'_> {
        fn may_depend(&self, _class: Class, _on: SliceId, _on_class: Class) -> bool {
            true
        }

        fn values(&mut self, slice: SliceId, indexes: &[u64], values: &mut Vec<Option<Value>>) {
            values.clear();
            values.extend(indexes.iter().map(|&index| self.values.value(Entry { slice, index }).expect("no errors")));
        }

        fn derived(&mut self, number: usize, value: Option<Value>) -> ControlFlow<()> {
            self.derived.push((number, value));
            ControlFlow::Continue(())
        }

        fn results(&self) -> bool {
            self.results
        }
    }

    #[test]
    fn every_value_follows_from_the_successors_in_small_slices_and_in_large_ones() {
        let game = Draughts::checkers();
        let (all, parts) = (game.slices(), components::parts(game.slices()));
        let memory = Memory::new(all);
        let (mut near, mut far) = (0, 0);
        for part in parts.iter().filter(|part| part.slices.iter().all(|slice| all[slice.index()].pieces <= 3)) {
            solve::solve_part(&game, &Subslices, part, &Work::new(&Overlay { above: &memory, below: &() }, &()))
                .expect("small endings are solved");
            for &slice in &part.slices {
                let entries = all[slice.index()].entries as usize;
                *if entries < FAR as usize { &mut near } else { &mut far } += 1;
                for results in [false, true] {
                    let alone = ResultsOf(&memory);
                    let values: &dyn Lookup = if results { &alone } else { &memory };
                    let mut source = Source { values, results, derived: Vec::new() };
                    let (from, mut classes) = (Entry { slice, index: 0 }, vec![Class::First; entries]);
                    assert!(game.check(from, Omitted::ALL, &mut classes, &mut source).is_continue());
                    let mut codes = vec![0; entries];
                    values.read(from, &mut codes).expect("memory can be trusted");
                    let expected: Vec<_> = codes.iter().map(|code| code.decode()).enumerate().collect();
                    let found = source.derived.into_iter().map(|(number, value)| {
                        // Of results, a loss without moves is one in no plies, and others have the plies of one move.
                        let result = |value: Value| match value {
                            Value::Loss(_) if results => Value::Loss(0),
                            Value::Win(_) if results => Value::Win(1),
                            value => value,
                        };
                        (number, value.map(result))
                    });
                    assert!(found.eq(expected), "{}", all[slice.index()].name);
                }
            }
        }
        assert!(near > 0 && far > 0, "{near} small slices, {far} large ones");
    }
}
