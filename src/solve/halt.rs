//! The ways in which the work of a solver ends early.

use std::sync::OnceLock;

use thiserror::Error;

use crate::space::{Slice, SliceId, Space};
use crate::util::progress::{Progress, Stopped};
use crate::util::units::thousands;
use crate::values::LookupError;

/// The error of all code inside a solver. It has slice numbers where a [`SolveError`] has names.
#[derive(Clone, Debug)]
pub enum Halt {
    /// The progress, or another rank, asked to stop.
    Stopped,
    /// A win or a loss is too deep for a code.
    TooDeep,
    /// A move leads from slice `from` to slice `to`, which `from` does not declare or which is not solved. `to` is
    /// `None` if the successor has no entry.
    Unsolved {
        /// The slice of the position before the move; `None` if it has no entry.
        from: Option<SliceId>,
        /// The slice of the successor.
        to: Option<SliceId>,
    },
    /// A value could not be looked up or put.
    Lookup(LookupError),
}

impl From<Stopped> for Halt {
    fn from(Stopped: Stopped) -> Halt {
        Halt::Stopped
    }
}

impl From<LookupError> for Halt {
    fn from(error: LookupError) -> Halt {
        Halt::Lookup(error)
    }
}

impl Halt {
    /// The halt for a move from a position to a slice that its own slice does not declare, or to no slice at all.
    pub fn unsolved<S: Space>(space: &S, from: &S::Position, to: Option<SliceId>) -> Halt {
        Halt::Unsolved { from: space.rank(from).map(|entry| entry.slice), to }
    }

    /// The error for the user, with the names of slices. `slice` is any slice of the batch, and `deepest` is the
    /// greatest depth that its codes can hold, in plies.
    pub fn explain<S: Space>(self, space: &S, slice: SliceId, deepest: u32) -> SolveError {
        self.explained(space.slices(), slice, deepest)
    }

    fn explained(self, slices: &[Slice], slice: SliceId, deepest: u32) -> SolveError {
        let name = |slice: SliceId| slices[slice.index()].name.clone();
        match self {
            Halt::Stopped => SolveError::Stopped,
            Halt::TooDeep => SolveError::TooDeep { slice: name(slice), deepest },
            Halt::Unsolved { from, to } => SolveError::UndeclaredSuccessor {
                from: from.map_or_else(|| "?".to_string(), name),
                to: to.map_or_else(|| "no slice at all".to_string(), name),
            },
            Halt::Lookup(error) => SolveError::Lookup(error),
        }
    }
}

/// The first [`Halt`] of work on several threads. Every thread reads it between two batches.
#[derive(Debug, Default)]
pub struct FirstHalt(OnceLock<Halt>);

impl FirstHalt {
    /// Whether the work has halted.
    #[inline(always)]
    pub fn is_set(&self) -> bool {
        self.0.get().is_some()
    }

    /// Keeps a halt, unless it has one already.
    #[cold]
    pub fn set(&self, halt: impl Into<Halt>) {
        let _ = self.0.set(halt.into());
    }

    /// Keeps the halt of a result, if it is an error.
    #[inline(always)]
    pub fn note(&self, result: Result<(), impl Into<Halt>>) {
        if let Err(halt) = result {
            self.set(halt);
        }
    }

    /// Whether to go on: asks the progress, unless the work has halted already.
    pub fn goes_on(&self, progress: &dyn Progress) -> bool {
        if !self.is_set() {
            self.note(progress.check());
        }
        !self.is_set()
    }

    /// Takes the first halt out, if there is one.
    ///
    /// # Errors
    /// The first halt.
    pub fn take(&mut self) -> Result<(), Halt> {
        self.0.take().map_or(Ok(()), Err)
    }
}

/// An error that ends the solve of a batch.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A win or a loss is too deep for a code.
    #[error("slice {slice} has a win or a loss of more than {} plies, the deepest that its code can hold",
            thousands((*deepest).into()))]
    TooDeep {
        /// The slice, or one of its batch.
        slice: String,
        /// The greatest depth that the code can hold, in plies.
        deepest: u32,
    },
    /// The game breaks the contract of [`Space`].
    #[error(
        "a move leads from slice {from} to {to}, which `leads_to` of slice {from} does not list, or which is not solved"
    )]
    UndeclaredSuccessor {
        /// The slice of the position before the move.
        from: String,
        /// The slice of the successor.
        to: String,
    },
    /// The space does not suit the solver.
    #[error("the solver {solver} cannot solve this space: {why}")]
    Unsuited {
        /// The solver.
        solver: &'static str,
        /// The limit that the space breaks.
        why: String,
    },
    /// The work was asked to stop.
    #[error("the solve was stopped")]
    Stopped,
    /// A value could not be looked up or put.
    #[error(transparent)]
    Lookup(#[from] LookupError),
}

impl From<Stopped> for SolveError {
    fn from(Stopped: Stopped) -> SolveError {
        SolveError::Stopped
    }
}
