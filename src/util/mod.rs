//! Sets of bits, random numbers, threads, progress, files, units and dates: code that knows no game.
//!
//! # Overview of types
//!
//! * [`bits`]: the members of a set in a word, and the mirror images of boards of bits.
//! * [`Random`](random::Random): random numbers that are the same on every machine.
//! * [`Threads`](threads::Threads): a pool of threads. [`threads::for_each`], [`threads::for_each_of`] and
//!   [`threads::try_map`] share work in it.
//! * [`Progress`](progress::Progress): how far long work has come, and whether it is to go on.
//! * [`SharedBytes`](shared_bytes::SharedBytes): bytes that several threads write, in memory or in a file.
//! * [`AtomicFile`](atomic_file::AtomicFile): a file that is written whole or not at all.
//! * [`Disk`](disk::Disk): the operations on the disk that write files.
//! * [`prefetch`](prefetch::prefetch): loads what will be needed soon.
//! * [`units`]: numbers, sizes and times as people read and write them. [`date`]: the day of the calendar.

pub mod atomic_file;
pub mod bits;
pub mod date;
pub mod disk;
pub mod prefetch;
pub mod progress;
pub mod random;
pub mod shared_bytes;
pub mod threads;
pub mod units;
