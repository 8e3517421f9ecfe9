//! Why the work of a solver ended early.

use std::sync::OnceLock;

use thiserror::Error;

use crate::space::{SliceId, Space};
use crate::util::progress::{Progress, Stopped};
use crate::util::units::thousands;
use crate::values::LookupError;

/// Why a kernel ended early: the error of all code inside a solver. It has numbers where a [`SolveError`] has names.
#[derive(Clone, Debug)]
pub enum Halt {
    /// The progress, or another rank, asked to stop.
    Stopped,
    /// A win or a loss is deeper than a code can say.
    TooDeep,
    /// A move leads from slice `from` to slice `to`, which `from` does not declare or which is not solved; `to` is `None` if
    /// the successor has no entry at all.
    Unsolved {
        /// The slice of the position that is moved from; `None` if it has no entry itself.
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

    /// The error for the user, with the names of slices. `slice` is one of the batch that was solved, and `deepest` is the
    /// greatest depth that its codes can hold, in plies.
    pub fn explain<S: Space>(self, space: &S, slice: SliceId, deepest: u32) -> SolveError {
        let name = |slice: SliceId| space.slices()[slice.index()].name.clone();
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

/// The first [`Halt`] of work on several threads. All threads look at it between two pieces of work.
#[derive(Debug, Default)]
pub struct FirstHalt(OnceLock<Halt>);

impl FirstHalt {
    /// Whether the work has halted.
    #[inline(always)]
    pub fn is_set(&self) -> bool {
        self.0.get().is_some()
    }

    /// Notes a reason, unless there is one already.
    #[cold]
    pub fn set(&self, halt: impl Into<Halt>) {
        let _ = self.0.set(halt.into());
    }

    /// Notes the reason of a result that has one.
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

    /// The reason as an error, if there is one. It is then gone.
    ///
    /// # Errors
    /// The first reason that was noted.
    pub fn take(&mut self) -> Result<(), Halt> {
        self.0.take().map_or(Ok(()), Err)
    }
}

/// Why a batch could not be solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A win or a loss is deeper than a code can say.
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
        /// The slice of the position that is moved from.
        from: String,
        /// The slice of the successor.
        to: String,
    },
    /// The solver is made for other spaces.
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
