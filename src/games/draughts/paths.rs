//! The paths of long kings, for the solver [`Subslices`](crate::solve::subslices).

use super::board::{DIRECTIONS, DraughtsBoard};
use crate::solve::subslices::GridPath;

/// Every path of two squares or more that a king enters and passes. The paths of a king in a direction are consecutive.
pub struct KingPaths {
    all: Vec<GridPath>,
    /// By the bit of the square of departure and the direction, the number of the path of one square, and of the path
    /// of two.
    first: Vec<[u32; 2]>,
}

impl KingPaths {
    pub fn of<B: DraughtsBoard>() -> KingPaths {
        let (mut all, mut first) = (Vec::new(), Vec::new());
        for bit in 0..B::BITS {
            for direction in 0..DIRECTIONS {
                let mut at = B::step(B::BOARD & 1 << bit, direction) & B::BOARD;
                let mut before = at.trailing_zeros();
                first.push([before, GridPath::FIRST + all.len() as u32]);
                loop {
                    at = B::step(at, direction) & B::BOARD;
                    if at == 0 {
                        break;
                    }
                    all.push(GridPath { before, point: at.trailing_zeros() });
                    before = GridPath::FIRST + all.len() as u32 - 1;
                }
            }
        }
        KingPaths { all, first }
    }

    /// All paths, for [`SubsliceSpace::paths`](crate::solve::subslices::SubsliceSpace::paths).
    pub fn all(&self) -> &[GridPath] {
        &self.all
    }

    /// The numbers of the paths of a king in a direction, the shortest first. There is no end: the board has one.
    #[inline(always)]
    pub fn from(&self, square: u64, direction: u32) -> impl Iterator<Item = u32> {
        let [one, two] = self.first[(square.trailing_zeros() * DIRECTIONS + direction) as usize];
        std::iter::once(one).chain(two..)
    }
}
