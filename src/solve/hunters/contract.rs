//! Slices of a few hunters and a herd: the contract for Tigers and Goats and its kin, Bagh-Chal and Fox and Geese.
//!
//! The hunters stand somewhere, and the herd, pieces that are all alike, on some of the points that they leave. Hold
//! the hunters still, and the positions of a slice fall into *placements*, each with an entry for every set of the right
//! size of the points left. A piece of the herd moves within its placement, and a hunter from every set of a placement alike to
//! another placement: so what the moves of millions of positions lead to is found without the positions.
//!
//! What the contract cannot express: more than 32 places; a herd that captures; a hunter that captures several pieces
//! in a move; captures that are compulsory; a side that cannot move and has not lost.

use crate::space::{SliceId, Space};

/// How the slices of a space are made of hunters and a herd. All is REQUIRED;
/// [`solve::check`](crate::solve::check) tests it.
///
/// The entries of a slice are those of placement 0, then those of placement 1, and so on; in each they are the sets of places
/// of the herd, in ascending order as numbers, place `i` being bit `i`.
pub trait HerdSpace: Space {
    /// The number of points that the hunters leave, 32 at most: the places of every placement.
    fn places(&self) -> u32;

    /// The number of placements of a slice, which is the same for each.
    fn placement_count(&self) -> usize;

    /// A placement.
    fn placement(&self, number: usize) -> HunterPlacement;

    /// Where the symmetry of the board takes each place of a placement, if it takes the hunters to themselves. Of two
    /// images of a set, the lesser stands for both, and the entry of the other holds no position.
    fn image(&self, number: usize) -> Option<Vec<u8>>;

    /// What is in a slice.
    fn stage(&self, slice: SliceId) -> HuntStage;

    /// The slice of a stage; asked only of stages that moves lead to.
    fn slice_at(&self, stage: HuntStage) -> SliceId;
}

/// What the positions of a slice have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntStage {
    /// How many pieces of the herd are still to be placed. While there are any, placing them is all that the herd does.
    pub hand: u32,
    /// How many are on the board. If there are none, nor any in hand, the hunters have won.
    pub herd: u32,
    /// Whether the hunters are to move.
    pub hunters_to_move: bool,
}

/// A placement of the hunters. A side to move that cannot has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HunterPlacement {
    /// For each place, the set of those that a piece of the herd can step to from there.
    pub steps: Vec<u32>,
    /// The moves of the hunters.
    pub hunts: Vec<Hunt>,
}

/// A move of a hunter, in the places of its placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunt {
    /// The place entered, which must be free.
    pub enters: u8,
    /// The place of the piece that is captured, if it is a capture.
    pub captures: Option<u8>,
    /// The placement that it leads to.
    pub placement: u32,
    /// For each place, its place in that placement; for the place entered, that of the point left.
    pub places: Vec<u8>,
}
