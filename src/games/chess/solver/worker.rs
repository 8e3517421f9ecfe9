//! The memory of a thread.

use super::super::position::squares;
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

    /// Takes all candidates out, placements ascending.
    #[inline(always)]
    pub fn take(&mut self, mut each: impl FnMut(usize, u64)) {
        for (group, touched) in self.touched.iter_mut().enumerate() {
            for placement in squares(std::mem::take(touched)) {
                let placement = group * 64 + usize::from(placement);
                each(placement, std::mem::take(&mut self.candidates[placement]));
            }
        }
    }

    /// Adds candidates of a placement.
    #[inline(always)]
    pub fn add(&mut self, placement: usize, positions: u64) {
        self.candidates[placement] |= positions;
        self.touched[placement / 64] |= 1 << (placement % 64);
    }
}
