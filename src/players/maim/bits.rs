//! Sets of squares, as the engine uses them: the attacks of chess, the files, and the squares of a set.

pub use crate::games::chess::attacks::{
    FILE_A, FILE_H, ahead, between, bishop, diagonals, king, knight, line, pawn, rook, straights,
};
pub use crate::games::chess::squares as each;
