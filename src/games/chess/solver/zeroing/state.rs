//! The values of a block and the results of its conversions.

use super::super::conversions::ConversionSink;
use super::super::geometry::EndingGeometry;
use super::super::output::SolvedSide;
use super::super::side::Side;
use super::super::word::Found;
use crate::game::Value;
use crate::solve::Halt;
use crate::values::Code;

/// The byte of a position that is not decided, and of a number that holds no position.
const OPEN: u8 = 255;
/// The deepest win or loss that a byte holds, in plies.
pub const DEEPEST: u32 = 254;

/// The state of a block. All sets are by placement.
pub struct ZeroingBlock {
    /// The plies of each win or loss once it is decided, by square of the free piece; [`OPEN`] before.
    pub plies: Box<[[u8; 64]]>,
    /// The decided positions whose win or loss is cursed.
    pub cursed: Box<[u64]>,
    /// The positions with a legal conversion.
    pub converting: Box<[u64]>,
    /// The positions with a conversion that wins, wins under a curse, or draws; and the stalemates.
    pub safe: Box<[u64]>,
    /// The positions with a conversion that wins.
    pub wins: Box<[u64]>,
    /// The positions with a conversion to a cursed win.
    pub cursed_wins: Box<[u64]>,
    /// The positions with a conversion to a blessed loss.
    pub blessed: Box<[u64]>,
    /// The positions without a legal move, but for captures en passant; empty in an ending without such captures.
    pub stuck: Box<[u64]>,
    /// The words of the layer that are lost by force: all their moves are conversions that lose.
    pub forced: Found,
}

impl ZeroingBlock {
    /// A block in which nothing is decided.
    pub fn new(ending: &EndingGeometry) -> ZeroingBlock {
        let set = || vec![0; ending.placements].into_boxed_slice();
        ZeroingBlock {
            plies: vec![[OPEN; 64]; ending.placements].into_boxed_slice(),
            cursed: set(),
            converting: set(),
            safe: set(),
            wins: set(),
            cursed_wins: set(),
            blessed: set(),
            stuck: if ending.has_en_passant() { set() } else { Box::default() },
            forced: Found::new(),
        }
    }

    /// The value of a decided position; `None` for a draw. `is_won` is its bit in the wins.
    #[inline(always)]
    pub fn decided(&self, at: usize, is_won: bool) -> Option<Value> {
        match self.plies[at / 64][at % 64] {
            OPEN => None,
            plies if is_won => Some(Value::Win(plies.into())),
            plies => Some(Value::Loss(plies.into())),
        }
    }

    /// Takes conversions of a placement by the sets of positions that they lead to: all, and of these the positions
    /// that are won, lost and cursed for the other side.
    #[inline(always)]
    pub fn take_sets(&mut self, placement: usize, all: u64, [won, lost, cursed]: [u64; 3]) {
        self.converting[placement] |= all;
        self.safe[placement] |= all & !won;
        self.wins[placement] |= all & lost & !cursed;
        self.cursed_wins[placement] |= all & lost & cursed;
        self.blessed[placement] |= all & won & cursed;
    }
}

impl ConversionSink for ZeroingBlock {
    #[inline(always)]
    fn take(&mut self, placement: usize, positions: u64, worth: Value) -> Result<(), Halt> {
        let set = |is: bool| if is { positions } else { 0 };
        let won = set(matches!(worth, Value::Loss(_)));
        let lost = set(matches!(worth, Value::Win(_)));
        self.take_sets(placement, positions, [won, lost, set(worth.plies().is_some_and(|plies| plies > 1))]);
        Ok(())
    }
}

impl SolvedSide for Side<ZeroingBlock> {
    #[inline(always)]
    fn codes(&self, block: usize) -> impl Fn(usize) -> u16 {
        let ZeroingBlock { plies, .. } = &self.blocks[block];
        let won = &self.won[block * plies.len()..];
        move |place| {
            let is_won = won[place / 64] >> (place % 64) & 1 == 1;
            match (plies[place / 64][place % 64], is_won) {
                // A number that holds no position counts as won.
                (OPEN, true) => u16::ABSENT,
                (OPEN, false) => u16::DRAW,
                (plies, is_won) => 2 + 2 * u16::from(plies) - u16::from(is_won),
            }
        }
    }
}
