//! The memory of a thread.

use super::conversions::Questions;
use super::geometry::EndingGeometry;

/// The memory of a thread, which it uses for one block after another.
pub struct Worker {
    /// By placement, the positions that this ply may decide.
    pub candidates: Vec<u64>,
    /// A bit for each placement that has candidates.
    pub touched: Vec<u64>,
    pub questions: Questions,
}

impl Worker {
    pub fn new(ending: &EndingGeometry) -> Worker {
        Worker {
            candidates: vec![0; ending.placements],
            touched: vec![0; ending.placements.div_ceil(64)],
            questions: Questions::new(),
        }
    }

    /// Adds candidates of a placement.
    #[inline(always)]
    pub fn add(&mut self, placement: usize, positions: u64) {
        self.candidates[placement] |= positions;
        self.touched[placement / 64] |= 1 << (placement % 64);
    }
}
