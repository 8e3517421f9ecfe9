//! What is known of the positions of an ending while it is solved.

use super::en_passant::EnPassant;
use super::geometry::Ending;
use super::word::Found;

/// The byte of a position that is not decided, and of what is no position.
pub const OPEN: u8 = 255;
/// The deepest win or loss that a byte holds, in plies.
pub const DEEPEST: u32 = 254;

/// Placements whose pending depths share a mark.
pub const MARKED: usize = 64;

/// A block's own knowledge, which no other block reads.
pub struct Block {
    /// By position, the plies of its win or loss once it is decided. Before, of a position in which conversions win, the
    /// plies of the quickest; of one in which no conversion holds, the plies of the longest loss; else [`OPEN`].
    pub plies: Box<[[u8; 64]]>,
    /// The positions in which a conversion wins or draws.
    pub safe: Box<[u64]>,
    /// By [`MARKED`] placements, a bit for each number of plies that conversions have.
    pub marks: Box<[[u64; 4]]>,
    /// Double steps that can be captured en passant.
    pub en_passant: EnPassant,
    /// The positions without any move.
    pub stuck: Found,
}

impl Block {
    /// A block of which nothing is known.
    pub fn new(ending: &Ending) -> Block {
        let placements = ending.placements;
        Block {
            plies: vec![[OPEN; 64]; placements].into_boxed_slice(),
            safe: vec![0; placements].into_boxed_slice(),
            marks: vec![[0; 4]; placements.div_ceil(MARKED)].into_boxed_slice(),
            en_passant: EnPassant::default(),
            stuck: Vec::new(),
        }
    }

    /// Notes that conversions say this of a position.
    #[inline(always)]
    pub fn mark(&mut self, placement: usize, plies: u8) {
        self.marks[placement / MARKED][usize::from(plies) / 64] |= 1 << (plies % 64);
    }
}
