//! The positions with one pair of kings and one side to move, while they are solved.

use super::conversions::ConversionSink;
use super::depths::{DEEPEST, Depths, Far};
use super::en_passant::EnPassant;
use super::geometry::EndingGeometry;
use super::word::Found;
use crate::game::Value;
use crate::solve::Halt;

/// The number of consecutive placements that share a mark.
pub const MARKED: usize = 64;

/// The number of plies that have marks of their own: more plies share them.
const MARKS: u32 = 256;

/// The state of a block that no other block reads, without its bytes of depths.
pub struct Block {
    /// By placement, the positions in which a conversion wins or draws.
    pub safe: Box<[u64]>,
    pub marks: Marks,
    /// The positions whose depth is too far for a byte.
    pub far: Far,
    /// The double steps that can be captured en passant.
    pub en_passant: EnPassant,
    /// The positions without a legal move that stays in the ending or converts.
    pub stuck: Found,
}

/// The plies that conversions take.
pub struct Marks {
    /// By [`MARKED`] placements, a bit for each number of plies.
    bits: Box<[[u64; MARKS as usize / 64]]>,
    /// The most plies.
    pub deepest: u32,
}

impl Block {
    /// A block in which nothing is decided.
    pub fn new(ending: &EndingGeometry) -> Block {
        let placements = ending.placements;
        Block {
            safe: vec![0; placements].into_boxed_slice(),
            marks: Marks { bits: vec![[0; 4]; placements.div_ceil(MARKED)].into_boxed_slice(), deepest: 0 },
            far: Far::default(),
            en_passant: EnPassant::default(),
            stuck: Vec::new(),
        }
    }
}

impl Marks {
    /// Marks that a conversion from this placement takes this number of plies.
    #[inline(always)]
    fn mark(&mut self, placement: usize, plies: u32) {
        let bit = plies % MARKS;
        self.bits[placement / MARKED][bit as usize / 64] |= 1 << (bit % 64);
        self.deepest = self.deepest.max(plies);
    }

    /// The first placements of the groups of [`MARKED`] in which a conversion may take this number of plies.
    pub fn marked(&self, plies: u32) -> impl Iterator<Item = usize> {
        let bit = plies % MARKS;
        let is_marked = move |marks: &[u64; 4]| marks[bit as usize / 64] >> (bit % 64) & 1 == 1;
        self.bits.iter().enumerate().filter(move |(_, marks)| is_marked(marks)).map(|(group, _)| group * MARKED)
    }
}

/// A block that takes conversions. Before a position is decided, its depth is the depth of its quickest conversion that
/// wins, or, if all conversions lose, of the longest.
pub struct Converting<'a> {
    pub block: &'a mut Block,
    /// The bytes of the depths of the block.
    pub depths: &'a mut [[u8; 64]],
    /// By placement, collects the positions with a legal conversion.
    pub converting: &'a mut [u64],
}

impl ConversionSink for Converting<'_> {
    #[inline(always)]
    fn take(&mut self, placement: usize, positions: u64, worth: Value) -> Result<(), Halt> {
        let Converting { block, depths, converting } = self;
        if worth.plies().is_some_and(|plies| plies > DEEPEST) {
            return Err(Halt::TooDeep);
        }
        converting[placement] |= positions;
        let safe = block.safe[placement];
        let mut depths = Depths { bytes: depths, far: &mut block.far };
        let plies = match worth {
            // A conversion that loses does not count beside one that does not.
            Value::Draw => {
                depths.clear(placement, positions & !safe);
                block.safe[placement] |= positions;
                return Ok(());
            }
            Value::Win(plies) => {
                depths.clear(placement, positions & !safe);
                depths.keep_least(placement, positions, plies);
                block.safe[placement] |= positions;
                plies
            }
            Value::Loss(plies) => {
                depths.keep_most(placement, positions & !safe, plies);
                plies
            }
        };
        block.marks.mark(placement, plies);
        Ok(())
    }
}
