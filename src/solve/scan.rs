//! The search for a code in a row of cells, 64 at once.

use crate::util::instructions::{CELLS, equal_u8, equal_u16};
use crate::values::Code;

/// A code that can be searched for in 64 cells at once.
pub trait Scan: Code + Default {
    /// The set of cells that hold the code: bit `i` is cell `i`.
    fn find(self, cells: &[Self; CELLS]) -> u64;
}

impl Scan for u8 {
    #[inline(always)]
    fn find(self, cells: &[u8; CELLS]) -> u64 {
        equal_u8(self, cells)
    }
}

impl Scan for u16 {
    #[inline(always)]
    fn find(self, cells: &[u16; CELLS]) -> u64 {
        equal_u16(self, cells)
    }
}
