//! Sets of bits, random numbers, threads, progress, files, units and dates: code that knows no game.
//!
//! # Overview of types
//!
//! * [`bits`]: the members of a set in a word, and the mirror images of boards of bits.
//! * [`cpu`]: the level of the processor, and code that is compiled for several levels.
//! * [`Random`](random::Random): random numbers that are the same on every machine.
//! * [`Threads`](threads::Threads): a pool of threads. [`threads::for_each`], [`threads::for_each_of`] and
//!   [`threads::try_map`] share work in it.
//! * [`Progress`](progress::Progress): how far long work has come, and whether it is to go on.
//! * [`Run`](run::Run): the threads of long work and its progress together.
//! * [`SharedBytes`](shared_bytes::SharedBytes): bytes that several threads write, in memory or in a file.
//! * [`OwnedBytes`](owned_bytes::OwnedBytes): bytes of one owner, in memory or in a file.
//! * [`AtomicFile`](atomic_file::AtomicFile): a file that is written whole or not at all.
//! * [`Disk`](disk::Disk): the operations on the disk that write files.
//! * [`Mapped`](mapped::Mapped): values in memory that the system maps. [`instructions`]: what the processor does at
//!   once, such as 64 comparisons. [`products`]: the sums of a layer of a network. These three and [`cpu`] have the
//!   unsafe code of the library, but for the tables that are mapped.
//! * [`LineReader`](lines::LineReader): the lines of an input that may still be written.
//! * [`TomlKeys`](keys::TomlKeys): the keys of a TOML text. [`sort`]: the order of lists.
//! * [`units`]: numbers, sizes and times as people read and write them. [`date`]: the day of the calendar.

pub mod atomic_file;
pub mod bits;
#[allow(unsafe_code, reason = "newer instructions run after the processor was asked for them")]
pub mod cpu;
pub mod date;
pub mod disk;
#[allow(unsafe_code, reason = "instructions of the processor are functions of std::arch")]
pub mod instructions;
pub mod keys;
pub mod lines;
#[allow(unsafe_code, reason = "the pointer of a mapping becomes a slice")]
pub mod mapped;
pub mod owned_bytes;
#[allow(unsafe_code, reason = "newer instructions run after the processor was asked for them")]
pub mod products;
pub mod progress;
pub mod random;
pub mod run;
pub mod shared_bytes;
pub mod sort;
pub mod threads;
pub mod units;
