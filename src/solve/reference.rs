//! The plain engine: one thread, forward sweeps, nothing clever. It is the judge of the fast ones, with which it shares the
//! rules and the numbering of positions and no more.

use std::collections::HashMap;

use super::{Engine, Progress, SolveError};
use crate::game::Value;
use crate::space::{Entry, SliceId, Space, components};
use crate::values::{Code, Codes, Lookup, Sink};

/// The plain engine, for every space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl<S: Space> Engine<S> for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    /// An entry of two lists, each with its position.
    fn memory(&self, space: &S, batch: &[SliceId], _threads: usize) -> u64 {
        components::entries(space.slices(), batch) * (64 + 2 * size_of::<S::Position>() as u64)
    }

    /// A sweep for `n` plies gives a value to every position that has none and is won or lost in `n` by what earlier sweeps
    /// found; when no position that is left can be decided any more, and none that conversions lead to is deeper, it is
    /// drawn.
    fn solve(
        &self,
        space: &S,
        batch: &[SliceId],
        below: &dyn Lookup,
        sink: &dyn Sink,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        let mut sweep = Sweep { space, below, batch, values: HashMap::new(), deepest: 0 };
        let mut undecided = Vec::new();
        for &slice in batch {
            for index in 0..space.slices()[slice.index()].entries {
                let entry = Entry { slice, index };
                let Some(position) = space.unrank(entry) else { continue };
                match space.outcome(&position) {
                    Some(outcome) => {
                        sweep.values.insert(entry, outcome.into());
                    }
                    None => undecided.push((entry, position)),
                }
            }
        }
        for plies in 1.. {
            let mut found = Vec::new();
            let mut left = Vec::new();
            for (entry, position) in undecided {
                match sweep.decided_in(plies, &position)? {
                    Some(value) => found.push((entry, value)),
                    None => left.push((entry, position)),
                }
            }
            undecided = left;
            if !progress.go_on() {
                return Err(SolveError::Stopped);
            }
            if found.is_empty() && plies > sweep.deepest {
                break;
            }
            sweep.values.extend(found);
        }
        sweep.values.extend(undecided.into_iter().map(|(entry, _)| (entry, Value::Draw)));
        for (entry, value) in sweep.values {
            let name = || space.slices()[entry.slice.index()].name.clone();
            let code = u16::encode(value).ok_or_else(|| SolveError::TooDeep { slice: name() })?;
            sink.put(entry, Codes::Two(&[code]))?;
        }
        progress.advance(components::entries(space.slices(), batch));
        Ok(())
    }
}

/// What the sweeps know.
struct Sweep<'a, S> {
    space: &'a S,
    below: &'a dyn Lookup,
    batch: &'a [SliceId],
    values: HashMap<Entry, Value>,
    /// The deepest value below that was looked at, and one ply more.
    deepest: u32,
}

impl<S: Space> Sweep<'_, S> {
    /// The value of a position that is decided in `plies`, by the values of its successors that are known.
    fn decided_in(&mut self, plies: u32, position: &S::Position) -> Result<Option<Value>, SolveError> {
        let (mut best, mut open) = (None, false);
        for mv in self.space.moves(position) {
            let next = self.space.play(position, mv);
            let turn = self.space.turn(position, &next);
            match self.value(position, &next)?.map(|value| value.before(turn)) {
                Some(value) => best = best.max(Some(value)),
                None => open = true,
            }
        }
        Ok(match best {
            Some(Value::Win(found)) if found == plies => best,
            Some(Value::Loss(found)) if found == plies && !open => best,
            _ => None,
        })
    }

    /// The value of the position after a move, if it is known.
    fn value(&mut self, from: &S::Position, position: &S::Position) -> Result<Option<Value>, SolveError> {
        let Some(entry) = self.space.rank(position) else {
            let finished = self.space.outcome(position).map(Value::from);
            if finished.is_some() {
                return Ok(finished);
            }
            let resolved = self.space.resolve(position).ok_or_else(|| SolveError::astray(self.space, from, None))?;
            let (mut best, mut open) = (None, false);
            if let Some(stored) = &resolved.stored {
                match self.value(from, stored)? {
                    Some(value) => best = Some(value),
                    None => open = true,
                }
            }
            for &mv in &resolved.moves {
                let next = self.space.play(position, mv);
                let turn = self.space.turn(position, &next);
                match self.value(position, &next)?.map(|value| value.before(turn)) {
                    Some(value) => best = best.max(Some(value)),
                    None => open = true,
                }
            }
            if let Some(plies) = best.and_then(Value::plies) {
                self.deepest = self.deepest.max(plies + 1);
            }
            // Every value that is not known yet takes as many plies as the sweep or more. A win by an extra move counts
            // at once: if it takes longer, so does what leads to it, and that is not decided in this sweep.
            return Ok(best.filter(|best| !open || matches!(best, Value::Win(_))));
        };
        if self.batch.contains(&entry.slice) {
            return Ok(self.values.get(&entry).copied());
        }
        let value = self.below.value(entry)?.ok_or_else(|| SolveError::astray(self.space, from, Some(entry.slice)))?;
        self.deepest = self.deepest.max(value.plies().unwrap_or(0) + 1);
        Ok(Some(value))
    }
}
