//! The plain solver: one thread and forward sweeps. Tests compare the fast solvers with it.
//!
//! It shares only the rules and the numbering of positions with them: it knows no parents, no chunks and no code of a
//! game's solver. So it is the first file to read, and slow.
//!
//! # Objects
//!
//! * A *batch* is the slices that are solved together. `below` has the values of all slices that they lead to.
//! * `values` has the value of each entry of the batch, once it is decided.
//! * `undecided` are the other entries, with their positions.
//!
//! # Induction
//!
//! A finished game has its value in the beginning. Sweep `n` looks at every undecided position `p`, and decides those
//! that the earlier sweeps show to be won or lost in `n` plies. `best` is the best of `p`'s successors `s` that have a
//! value, for the side that moves from `p` and in plies from `p`:
//!
//! ```text
//!   best       = max { value(s).before(turn) : p -> s }        a quick win first, then a draw, then a long loss
//!   values(p)  = Win(n)    if best = Win(n)
//!   values(p)  = Loss(n)   if best = Loss(n) and every successor has a value
//!   values(p)  = Draw      for all that are undecided after the last sweep
//! ```
//!
//! * All values of a sweep are found before one is noted: they follow from the sweeps before alone.
//! * A conversion may be deeper than the sweep. A win by it waits for its own sweep: until then a quicker one may turn
//!   up.
//! * A sweep that decides nothing is the last, once it is past every depth that was looked up.
//!
//! # Example
//!
//! The component of [`retrograde`](super::retrograde): the beginning decides `f`, sweep 1 `a`, sweep 2 `b` and sweep 3
//! `c`, which has a win in 5 by its conversion as well. Sweep 4 decides nothing, and the greatest depth that was looked
//! up is 4, so sweep 6 is the last. `d` and `e` are drawn.

use super::{Halt, SolveError, Solver, Work};
use crate::game::{Value, turn};
use crate::space::{Entry, SliceId, Space, components};
use crate::values::{Code, Codes, Lookup};

/// The plain solver, for every space.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let [fast, plain] = [in_memory(&game, &Retrograde, &())?, in_memory(&game, &Reference, &())?];
/// for (number, slice) in (0..).zip(game.slices()) {
///     for index in 0..slice.entries {
///         let entry = Entry { slice: SliceId(number), index };
///         assert_eq!(fast.value(entry)?, plain.value(entry)?);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl<S: Space> Solver<S> for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    /// An element of two lists for each entry, with its position.
    fn memory(&self, space: &S, batch: &[SliceId], _threads: usize) -> u64 {
        components::entries(space.slices(), batch) * (64 + 2 * size_of::<S::Position>() as u64)
    }

    /// Sweeps until one decides nothing and is past the depth of every conversion. The undecided positions are then
    /// drawn.
    fn solve(&self, space: &S, batch: &[SliceId], work: &Work) -> Result<(), SolveError> {
        sweep(space, batch, work).map_err(|halt| halt.explain(space, batch[0], u16::DEEPEST))
    }
}

/// Solves a batch, and puts its values.
fn sweep<S: Space>(space: &S, batch: &[SliceId], work: &Work) -> Result<(), Halt> {
    let mut values = vec![Vec::new(); space.slices().len()];
    for slice in batch {
        values[slice.index()] = vec![None; space.slices()[slice.index()].entries as usize];
    }
    let mut sweep = Sweep { space, below: work.below, values, deepest: 0 };
    let mut undecided = Vec::new();
    for &slice in batch {
        for index in 0..space.slices()[slice.index()].entries {
            let entry = Entry { slice, index };
            let Some(position) = space.unrank(entry) else { continue };
            match space.outcome(&position) {
                Some(outcome) => {
                    sweep.decide(entry, outcome.into());
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
        work.progress.check()?;
        if found.is_empty() && plies > sweep.deepest {
            break;
        }
        found.into_iter().for_each(|(entry, value)| sweep.decide(entry, value));
    }
    undecided.into_iter().for_each(|(entry, _)| sweep.decide(entry, Value::Draw));
    for (entry, value) in sweep.decided() {
        work.sink.put(entry, Codes::Two(&[u16::encode(value).ok_or(Halt::TooDeep)?]))?;
    }
    work.progress.advance(components::entries(space.slices(), batch));
    Ok(())
}

/// The values that the sweeps have found.
struct Sweep<'a, S> {
    space: &'a S,
    below: &'a dyn Lookup,
    /// By slice, the values of its entries; empty for a slice outside the batch.
    values: Vec<Vec<Option<Value>>>,
    /// One more than the greatest depth of a value that was looked up, in plies.
    deepest: u32,
}

impl<S: Space> Sweep<'_, S> {
    /// Gives an entry its value.
    fn decide(&mut self, entry: Entry, value: Value) {
        self.values[entry.slice.index()][entry.index as usize] = Some(value);
    }

    /// The entries that have a value.
    fn decided(&self) -> impl Iterator<Item = (Entry, Value)> {
        (0..).map(SliceId).zip(&self.values).flat_map(|(slice, values)| {
            (0..).zip(values).filter_map(move |(index, value)| value.map(|value| (Entry { slice, index }, value)))
        })
    }

    /// The value of a position if its known successors decide it in `plies`.
    fn decided_in(&mut self, plies: u32, position: &S::Position) -> Result<Option<Value>, Halt> {
        let (mut best, mut open) = (None, false);
        for mv in self.space.moves(position) {
            let next = self.space.play(position, mv);
            let turn = turn(self.space, position, &next);
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
    fn value(&mut self, from: &S::Position, position: &S::Position) -> Result<Option<Value>, Halt> {
        let Some(entry) = self.space.rank(position) else {
            let finished = self.space.outcome(position).map(Value::from);
            if finished.is_some() {
                return Ok(finished);
            }
            let resolved = self.space.resolve(position).ok_or_else(|| Halt::unsolved(self.space, from, None))?;
            let (mut best, mut open) = (None, false);
            if let Some(stored) = &resolved.stored {
                match self.value(from, stored)? {
                    Some(value) => best = Some(value),
                    None => open = true,
                }
            }
            for &mv in &resolved.moves {
                let next = self.space.play(position, mv);
                let turn = turn(self.space, position, &next);
                match self.value(position, &next)?.map(|value| value.before(turn)) {
                    Some(value) => best = best.max(Some(value)),
                    None => open = true,
                }
            }
            if let Some(plies) = best.and_then(Value::plies) {
                self.deepest = self.deepest.max(plies + 1);
            }
            // Every unknown value has at least the depth of this sweep. A win by an extra move counts at once: if it is
            // deeper, so is the position that leads here, and this sweep does not decide it.
            return Ok(best.filter(|best| !open || matches!(best, Value::Win(_))));
        };
        if let Some(&value) = self.values[entry.slice.index()].get(entry.index as usize) {
            return Ok(value);
        }
        let value = self.below.value(entry)?.ok_or_else(|| Halt::unsolved(self.space, from, Some(entry.slice)))?;
        self.deepest = self.deepest.max(value.plies().unwrap_or(0) + 1);
        Ok(Some(value))
    }
}
