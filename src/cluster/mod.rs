//! A solve by several processes, on one machine or several. Only `solve --mpi` runs this code.
//!
//! # Objects
//!
//! A *team* is a number of processes, its *ranks* 0, 1, 2, ..., that run the same program with the same arguments. Rank
//! 0 is the *leader*, every other rank a *member*. All have the same [`Job`](crate::job::Job). The leader knows which
//! parts are finished. A part is *ready* when all its dependencies are finished. The [`Schedule`] chooses the ready
//! part with the longest chain of parts that wait for it.
//!
//! Either all ranks share one directory of tables, or each has its own ([`Directories`]). With directories of their
//! own, the leader has every table in the end, and a member has the tables that it solved and their dependencies.
//!
//! # The exchange
//!
//! Most parts are solved by one rank each. The leader solves too: between two pieces of its own work it takes messages
//! and hands out parts, on one of the threads that solve.
//!
//! ```text
//! leader                              member
//!    | <------ Ready(finished parts) --- |   starts its threads, opens its tables
//!    | ------- Fetch(part) ------------> |   if only this member has the table
//!    | <------ Table, pieces ----------- |
//!    |                                   |
//!    | ------- Table, pieces ----------> |   with own directories: each dependency that the member lacks
//!    | ------- Solve(part) ------------> |   opens the dependencies, solves, writes the table
//!    | <------ Solved(figures) --------- |
//!    | <------ Table, pieces ----------- |   with own directories; the leader checks every block
//!    |              ...                  |
//!    | ------- End --------------------> |   stops, even in the middle of a part
//!    | <------ Ended(usage) ------------ |
//! ```
//!
//! Where few parts are ready, ranks would be idle. Then several ranks, a *crew*, solve one part together, and the
//! schedule chooses how many. The leader sends `SolveCollectively(part, crew)` to each member of the crew, and may be
//! in it itself. The lowest rank of the crew reports the part, the others send `Free`. The solver divides each level of
//! the part among the crew ([`Solver::in_sequence`](crate::solve::Solver::in_sequence)). After each level every rank of
//! the crew sends the codes that it found to every other ([`Peers::exchange`](crate::solve::Peers::exchange)), so that
//! each holds all values of the part. In round `n` of an exchange among `s` ranks, rank `r` exchanges with rank `(n -
//! r) mod s`, and the lower of the two sends first:
//!
//! ```text
//! four ranks     round 0: 1 <-> 3     round 1: 0 <-> 1, 2 <-> 3     round 2: 0 <-> 2     round 3: 0 <-> 3, 1 <-> 2
//! ```
//!
//! Values follow from the rules alone. The files are therefore the same, byte for byte, for any number of ranks.
//!
//! # Failure
//!
//! A member that fails sends `Failed(text)`. The leader keeps the first error, sends `End` to all members, waits for
//! their `Ended`, and returns the error. A leader that fails does the same with its own error. Within a collective
//! part, the rank that fails sends an empty piece in place of its codes, and all others learn of it in the same
//! exchange. A process that dies ends the whole team, which is the work of MPI. Finished tables stay, and the next
//! solve makes the rest, with any number of ranks.
//!
//! # Files
//!
//! * `leader`: [`Leader`] hands out parts. `member`: [`Member`] solves them; [`refuse`] is for a rank that cannot
//!   start.
//! * `schedule`: [`Schedule`], [`Sharing`]: the next part, and how many ranks solve it.
//! * `collective`: one rank in a part that a crew solves together.
//! * `message`, `progress`, `tables`: the messages, the progress that takes them during work, and the files of tables
//!   that are sent.
//! * `team`: [`Team`], the means to send bytes. `mpi`: a team by MPI, the only file that names MPI.
//! * `usage`: [`Usage`], the work of one rank in numbers. `error`: [`ClusterError`].

mod collective;
mod error;
mod leader;
mod member;
mod message;
#[cfg(feature = "mpi")]
mod mpi;
mod progress;
mod schedule;
mod tables;
mod team;
mod usage;

pub use error::ClusterError;
pub use leader::Leader;
pub use member::{Member, held_for_team, refuse};
pub use schedule::{Schedule, Sharing};
pub use team::{Channel, Directories, Team};
pub use usage::Usage;

/// The team of the processes that `mpirun` has started. The current thread must be the main thread. It becomes the
/// thread of the team.
///
/// # Errors
/// [`ClusterError::NoMpi`] without the feature `mpi`.
#[cfg(feature = "mpi")]
pub fn mpi() -> Result<Box<dyn Team>, ClusterError> {
    Ok(Box::new(mpi::Mpi::start()?))
}

/// The team of the processes that `mpirun` has started. The current thread must be the main thread. It becomes the
/// thread of the team.
///
/// # Errors
/// [`ClusterError::NoMpi`] without the feature `mpi`.
#[cfg(not(feature = "mpi"))]
pub fn mpi() -> Result<Box<dyn Team>, ClusterError> {
    Err(ClusterError::NoMpi)
}
