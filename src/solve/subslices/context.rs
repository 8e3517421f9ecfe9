//! What is the same for all subslices: the space, where values are looked up, and where they go.

use std::sync::OnceLock;

use super::contract::SubsliceSpace;
use crate::game::{Turn, Value};
use crate::solve::SolveError;
use crate::space::{Entry, SliceId};
use crate::values::{Code, Lookup, Sink};

/// The surroundings of a subslice that is solved.
pub struct Context<'a, S> {
    pub space: &'a S,
    /// What is solved, the subslices that were put into the sink among it.
    below: &'a dyn Lookup,
    pub sink: &'a dyn Sink,
    /// The first error.
    error: OnceLock<SolveError>,
}

impl<'a, S: SubsliceSpace> Context<'a, S> {
    pub fn new(space: &'a S, below: &'a dyn Lookup, sink: &'a dyn Sink) -> Context<'a, S> {
        Context { space, below, sink, error: OnceLock::new() }
    }

    /// Whether there is an error.
    pub fn failed(&self) -> bool {
        self.error.get().is_some()
    }

    /// Takes the error, if there is one.
    pub fn take_error(&mut self) -> Option<SolveError> {
        self.error.take()
    }

    /// Notes an error, the first one for good.
    #[cold]
    pub fn fail(&self, error: impl Into<SolveError>) {
        let _ = self.error.set(error.into());
    }

    /// The value of a position whose moves all lead to what is solved, or whose game is over.
    pub fn value(&self, position: &S::Position) -> Value {
        let best = self.space.moves(position).map(|mv| self.value_after(position, mv).before(Turn::Other)).max();
        let finished = || self.space.outcome(position).map(Value::from);
        best.or_else(finished).unwrap_or_else(|| self.undeclared_successor(position, None))
    }

    /// The value of the position after a conversion.
    #[inline(always)]
    fn value_after(&self, position: &S::Position, mv: S::Move) -> Value {
        let next = self.space.play(position, mv);
        let Some(entry) = self.space.rank(&next) else {
            return self.space.outcome(&next).map_or_else(|| self.undeclared_successor(position, None), Value::from);
        };
        match self.below.value(entry) {
            Ok(Some(value)) => value,
            Ok(None) => self.undeclared_successor(position, Some(entry.slice)),
            Err(error) => {
                self.fail(error);
                Value::Draw
            }
        }
    }

    /// Notes that a move leads where the space does not say. Any value will do.
    #[cold]
    fn undeclared_successor(&self, position: &S::Position, to: Option<SliceId>) -> Value {
        self.fail(SolveError::undeclared_successor(self.space, position, to));
        Value::Draw
    }

    /// Reads the codes of entries that shifts lead to.
    #[inline(always)]
    pub fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) {
        match self.below.gather(slice, indexes, codes) {
            Ok(true) => {}
            Ok(false) => {
                let name = |slice: SliceId| self.space.slices()[slice.index()].name.clone();
                self.fail(SolveError::UndeclaredSuccessor { from: "a slice above".to_string(), to: name(slice) });
            }
            Err(error) => self.fail(error),
        }
    }

    /// Puts the codes of consecutive entries.
    #[inline(always)]
    pub fn put<C: Code>(&self, slice: SliceId, index: u64, codes: &[C]) {
        if let Err(error) = self.sink.put(Entry { slice, index }, C::codes(codes)) {
            self.fail(error);
        }
    }
}
