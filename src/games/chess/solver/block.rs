//! The positions with one pair of kings and one side to move, while they are solved.

use super::super::position::squares;
use super::conversions::ConversionSink;
use super::en_passant::EnPassant;
use super::geometry::EndingGeometry;
use super::word::Found;
use crate::game::Value;
use crate::solve::Halt;

/// The byte of a position that is not decided, and of a number that holds no position.
pub const OPEN: u8 = 255;
/// The deepest win or loss that a byte holds, in plies.
pub const DEEPEST: u32 = 254;

/// The number of consecutive placements that share a mark.
pub const MARKED: usize = 64;

/// The state of a block that no other block reads.
pub struct Block {
    /// By placement and square of the free piece: the plies of the win or loss once it is decided. Before: the plies of
    /// the quickest win by conversion, or, if all conversions lose, of the longest loss; [`OPEN`] without either.
    pub plies: Box<[[u8; 64]]>,
    /// By placement, the positions in which a conversion wins or draws.
    pub safe: Box<[u64]>,
    /// By [`MARKED`] placements, a bit for each number of plies that [`Block::plies`] holds for a conversion.
    pub marks: Box<[[u64; 4]]>,
    /// The double steps that can be captured en passant.
    pub en_passant: EnPassant,
    /// The positions without a legal move that stays in the ending or converts.
    pub stuck: Found,
}

impl Block {
    /// A block in which nothing is decided.
    pub fn new(ending: &EndingGeometry) -> Block {
        let placements = ending.placements;
        Block {
            plies: vec![[OPEN; 64]; placements].into_boxed_slice(),
            safe: vec![0; placements].into_boxed_slice(),
            marks: vec![[0; 4]; placements.div_ceil(MARKED)].into_boxed_slice(),
            en_passant: EnPassant::default(),
            stuck: Vec::new(),
        }
    }

    /// Marks that a conversion from this placement takes this number of plies.
    #[inline(always)]
    pub fn mark(&mut self, placement: usize, plies: u8) {
        self.marks[placement / MARKED][usize::from(plies) / 64] |= 1 << (plies % 64);
    }

    /// The most plies that a conversion takes.
    pub fn deepest_mark(&self) -> u32 {
        let all = self.marks.iter().fold([0; 4], |all: [u64; 4], marks| std::array::from_fn(|i| all[i] | marks[i]));
        (0..256).rev().find(|&plies| all[plies / 64] >> (plies % 64) & 1 == 1).unwrap_or(0) as u32
    }
}

/// A block that takes conversions.
pub struct Converting<'a> {
    pub block: &'a mut Block,
    /// By placement, collects the positions with a legal conversion.
    pub converting: &'a mut [u64],
}

impl ConversionSink for Converting<'_> {
    #[inline(always)]
    fn take(&mut self, placement: usize, positions: u64, worth: Value) -> Result<(), Halt> {
        let Converting { block, converting } = self;
        converting[placement] |= positions;
        if !matches!(worth, Value::Loss(_)) {
            block.safe[placement] |= positions;
        }
        let Some(plies) = worth.plies() else { return Ok(()) };
        if plies > DEEPEST {
            return Err(Halt::TooDeep);
        }
        let plies = plies as u8;
        let is_win = matches!(worth, Value::Win(_));
        for square in squares(positions) {
            let known = &mut block.plies[placement][usize::from(square)];
            // Wins take an odd number of plies, losses an even one.
            *known = match (is_win, *known) {
                (_, OPEN) => plies,
                (true, known) if known % 2 == 1 => plies.min(known),
                (true, _) => plies,
                (false, known) if known % 2 == 1 => known,
                (false, known) => plies.max(known),
            };
        }
        block.mark(placement, plies);
        Ok(())
    }
}
