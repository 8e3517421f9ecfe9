//! Looking forward. One algorithm a file; all of them see a game and, if there is one, a probe.

pub mod perft;
