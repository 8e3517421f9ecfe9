//! The slices of the space.

use super::board::FEWEST;
use super::symmetry::Symmetries;
use crate::space::combinatorics::binomial;
use crate::space::{Slice, SliceId};

/// Squares of the board.
pub(super) const SQUARES: u32 = 16;

/// The slice with these numbers of pieces. Slices are ordered by the mover's pieces, then by the other side's.
#[inline(always)]
pub(super) fn slice_of(own: u32, other: u32) -> SliceId {
    // There are 17 - k slices with k pieces of the mover: 17 + 16 + ... + (18 - own) before the first with `own`.
    SliceId(own * (2 * SQUARES + 3 - own) / 2 + other)
}

/// The number of pieces of the mover and of the other side in each slice, in the order of [`slice_of`].
pub(super) fn sizes() -> Vec<(u32, u32)> {
    (0..=SQUARES).flat_map(|own| (0..=SQUARES - own).map(move |other| (own, other))).collect()
}

/// Every slice.
pub(super) fn slices(symmetries: &Symmetries) -> Vec<Slice> {
    let slice = |(own, other): (u32, u32)| {
        let goes_on = own >= FEWEST && other >= FEWEST;
        let after = (other.saturating_sub(2)..=other).map(|left| slice_of(left, own));
        Slice {
            name: format!("{own}v{other}"),
            pieces: own + other,
            part: String::new(),
            entries: symmetries.orbits(own) * binomial(SQUARES - own, other),
            leads_to: if goes_on { after.collect() } else { Vec::new() },
        }
    };
    sizes().into_iter().map(slice).collect()
}
