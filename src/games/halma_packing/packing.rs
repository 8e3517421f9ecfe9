//! The slices as regions: see [`PackingSpace`].

use super::board::{STRIDE, TARGET};
use super::region::region;
use super::rules::HalmaPacking;
use crate::solve::packing::{PackingSpace, Region};
use crate::space::{Naming, SliceId};
use crate::util::bits::ones;

impl PackingSpace for HalmaPacking {
    fn region(&self, slice: SliceId) -> Region {
        let stride = STRIDE as u8;
        let squares = |set: u64| ones::<u8>(set).map(|square| (square % stride, square / stride)).collect();
        Region { squares: squares(region(self.size(slice) as u8)), zone: squares(TARGET) }
    }
}
