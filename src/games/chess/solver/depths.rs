//! The depths of the positions of a block, half of the plies of each.
//!
//! A win takes an odd number of plies and a loss an even one, and other sets say which of the two a position is. So a
//! byte has half the plies, and one more bit of few endings twice that:
//!
//! ```text
//!   plies          0    1    2    3  ...  508  509  510  511  ...  1018  1019
//!   half           0    0    1    1       254  254  255  255       509   509
//!   byte     0     1    1    2    2       255  255  1    1         255   255
//!   far            0    0    0    0       0    0    1    1         1     1
//!            no depth
//! ```

use super::super::position::squares;
use super::word::fill;
use crate::solve::scan::Scan;

/// The byte of a position without a depth.
const OPEN: u8 = 0;

/// The halves that a byte has.
const HALVES: u32 = 255;

/// The greatest depth, in plies.
pub const DEEPEST: u32 = 4 * HALVES - 1;

/// By placement, the positions whose half does not fit a byte; empty as long as there is none.
#[derive(Default)]
pub struct Far(Vec<u64>);

/// The depths of a block.
pub struct Depths<'a> {
    /// By placement and square of the free piece.
    pub bytes: &'a mut [[u8; 64]],
    pub far: &'a mut Far,
}

/// The byte of a depth, and whether it is far.
#[inline(always)]
fn byte(plies: u32) -> (u8, bool) {
    let half = plies / 2;
    ((half % HALVES) as u8 + 1, half >= HALVES)
}

impl Far {
    /// The far positions of a placement.
    #[inline(always)]
    pub fn of(&self, placement: usize) -> u64 {
        self.0.get(placement).copied().unwrap_or(0)
    }
}

/// Half the plies of a position, by its byte and by whether it is far; `None` without a depth.
#[inline(always)]
pub fn half(byte: u8, is_far: bool) -> Option<u32> {
    (byte != OPEN).then(|| u32::from(byte) - 1 + if is_far { HALVES } else { 0 })
}

impl Depths<'_> {
    /// Sets the depth of some positions of a placement.
    #[inline(always)]
    pub fn set(&mut self, placement: usize, positions: u64, plies: u32) {
        let (byte, is_far) = byte(plies);
        fill(&mut self.bytes[placement], positions, byte);
        self.set_far(placement, positions, is_far);
    }

    #[inline(always)]
    fn set_far(&mut self, placement: usize, positions: u64, is_far: bool) {
        let Far(far) = &mut *self.far;
        if is_far && far.is_empty() {
            far.resize(self.bytes.len(), 0);
        }
        if let Some(far) = far.get_mut(placement) {
            *far = if is_far { *far | positions } else { *far & !positions };
        }
    }

    /// Takes the depths of some positions of a placement away.
    #[inline(always)]
    pub fn clear(&mut self, placement: usize, positions: u64) {
        if positions != 0 {
            fill(&mut self.bytes[placement], positions, OPEN);
            self.set_far(placement, positions, false);
        }
    }

    /// Sets the depth of the positions that have a greater one or none.
    #[inline(always)]
    pub fn keep_least(&mut self, placement: usize, positions: u64, plies: u32) {
        self.keep(placement, positions, plies, |new, old| new < old);
    }

    /// Sets the depth of the positions that have a lesser one or none.
    #[inline(always)]
    pub fn keep_most(&mut self, placement: usize, positions: u64, plies: u32) {
        self.keep(placement, positions, plies, |new, old| new > old);
    }

    #[inline(always)]
    fn keep(&mut self, placement: usize, positions: u64, plies: u32, is_better: impl Fn(u32, u32) -> bool) {
        let is_new = |old: Option<u32>| old.is_none_or(|old| is_better(plies / 2, old));
        let far = self.far.of(placement);
        let bytes = &self.bytes[placement];
        let new = squares(positions).filter(|&square| is_new(half(bytes[usize::from(square)], far >> square & 1 == 1)));
        let new = new.fold(0, |set, square| set | 1 << square);
        self.set(placement, new, plies);
    }

    /// The positions of a placement with this depth, or with the depth that has the same half.
    #[inline(always)]
    pub fn with(&self, placement: usize, plies: u32) -> u64 {
        let (byte, is_far) = byte(plies);
        let far = self.far.of(placement);
        byte.find(&self.bytes[placement]) & if is_far { far } else { !far }
    }

    /// The positions of a placement, among these, whose depth is greater than a number of plies.
    #[inline(always)]
    pub fn deeper(&self, placement: usize, positions: u64, plies: u32) -> u64 {
        let far = self.far.of(placement);
        let bytes = &self.bytes[placement];
        let half = |square: u8| half(bytes[usize::from(square)], far >> square & 1 == 1);
        let deeper = squares(positions).filter(|&square| half(square).is_some_and(|half| half > plies / 2));
        deeper.fold(0, |set, square| set | 1 << square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_depth_comes_back() {
        let (mut bytes, mut far) = (vec![[OPEN; 64]; 2], Far::default());
        let mut depths = Depths { bytes: &mut bytes, far: &mut far };
        for plies in 0..=DEEPEST {
            depths.set(1, 1 << 7, plies);
            assert_eq!(half(depths.bytes[1][7], depths.far.of(1) >> 7 & 1 == 1), Some(plies / 2));
            assert_eq!([plies, plies ^ 1, plies ^ 2].map(|plies| depths.with(1, plies)), [1 << 7, 1 << 7, 0]);
            assert_eq!(depths.deeper(1, !0, plies), 0);
            assert_eq!(depths.deeper(1, !0, plies.saturating_sub(2)), if plies < 2 { 0 } else { 1 << 7 });
        }
        depths.clear(1, !0);
        assert_eq!((depths.bytes[1][7], depths.far.of(1)), (OPEN, 0));
        assert_eq!((depths.bytes[0], depths.far.of(0)), ([OPEN; 64], 0));
    }

    #[test]
    fn the_better_depth_is_kept() {
        let (mut bytes, mut far) = (vec![[OPEN; 64]], Far::default());
        let mut depths = Depths { bytes: &mut bytes, far: &mut far };
        for (plies, least, most) in [(600, 600, 600), (20, 20, 600), (700, 20, 700), (22, 20, 700)] {
            depths.keep_least(0, 1, plies);
            depths.keep_most(0, 2, plies);
            assert_eq!((depths.with(0, least) & 1, depths.with(0, most) & 2), (1, 2), "{plies}");
        }
    }
}
