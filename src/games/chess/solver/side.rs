//! The state of one side to move while an ending is solved.

use super::block::Block;
use super::word::Found;

/// The positions with one side to move. A set holds the words of all blocks, one block after the other.
pub struct Side<B = Block> {
    /// The positions that are won, and the numbers that hold no position: a move to either loses.
    pub won: Vec<u64>,
    /// The positions that are lost. Until the games that are over are known: the positions with a legal conversion.
    pub lost: Vec<u64>,
    /// By block, the positions decided in the last ply: the frontier.
    pub found: Vec<Found>,
    /// By pair of kings, the state that no other block reads.
    pub blocks: Vec<B>,
}
