//! A solve on several machines: a team of processes that take the parts of a job among them.
//!
//! Rank 0 leads: it knows which parts are finished, and gives each rank that is free a part that is ready, one whose
//! dependencies are finished: that which the longest chain of work stands on. It solves parts too. Between two pieces of its own
//! work it answers the others ([`Progress::go_on`](crate::util::progress::Progress::go_on)), on one of the threads that solve, so no
//! thread waits for messages only. Values follow from the rules alone, so the files are the same, byte for byte, for any
//! number of ranks.
//!
//! What ranks send one another are messages of a few bytes, and whole tables if each has a directory of its own: rank 0 then
//! has every table in the end, each of the others those that it solved and those that these stand on. A table that arrives is
//! checked block by block before it gets its name.
//!
//! A rank that fails tells rank 0, which ends the work of all; rank 0 alone has the error. Finished tables stay, and the next
//! solve goes on with the rest, with any number of ranks.
//!
//! A part is solved by one rank, or by all ranks together where ranks would else be idle ([`Schedule`]): checkers with eight
//! pieces have 190 parts, and the longest chain of parts that stand on one another is a fifth of the work, so without that five
//! ranks or so would be of use. A solver that can divide a batch ([`Solver::in_sequence`](crate::solve::Solver::in_sequence)) divides the work of
//! each level among the ranks, which exchange their codes before the next; each writes the table if it has a directory of its
//! own, else rank 0. Every rank holds all values of the part: the largest one must fit the memory of each, or its disk.
//!
//! # Overview of types
//!
//! * [`Team`]: the processes, and how they exchange messages: [`Alone`], or with the feature `mpi` what [`mpi`] starts.
//! * [`Leader`]: rank 0. [`Member`], [`refuse`]: the others.
//! * [`Schedule`]: which part is solved next, and whether by all ranks; [`Sharing`].
//! * [`Directories`]: whether the ranks share their tables. [`held_for_team`] is the lock of a member where they do.
//! * [`Usage`]: what a rank did. [`ClusterError`]: why the work was not finished.

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
pub use team::{Channel, Directories, Team, mpi};
pub use usage::Usage;
