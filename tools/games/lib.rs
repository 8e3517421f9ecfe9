//! Five small games that were solved elsewhere, each in a file to copy, with the counts that were published.
//!
//! | file | numbering |
//! |---|---|
//! | `amazons.rs` | the positions that games reach, one by one: three methods |
//! | `connect_four.rs` | heights of the columns, then colours; entries that no game reaches are holes |
//! | `mini_shobu.rs` | sets of stones on both boards |
//! | `breakthrough.rs` | sets of pieces on the home rows and between them |
//! | `dobutsu_shogi.rs` | pieces on the board and in hand; predecessors by taking moves back |

pub mod amazons;
pub mod breakthrough;
pub mod connect_four;
pub mod dobutsu_shogi;
mod grid;
pub mod mini_shobu;

#[cfg(test)]
mod tests;
