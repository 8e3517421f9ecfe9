//! The contract of the solver for hunters and a herd: Tigers and Goats, Bagh-Chal, Fox and Geese.
//!
//! The terms (herd, hand, placement, place, set, hunt) are defined on the [module's page](super). The contract cannot
//! express:
//!
//! * more than 32 places;
//! * a herd that captures;
//! * a hunter that captures several pieces in one move;
//! * a compulsory capture;
//! * a side without a move that has not lost.

use crate::space::{SliceId, Space};

/// A space of a few hunters and a herd.
///
/// [`Hunters`](super::Hunters) requires all of it. [`solve::check`](crate::solve::check) compares it with the rules on
/// a sample of sets; each method names the rules of that check that test it.
///
/// The entries of a slice are the entries of placement 0, then of placement 1, and so on. The entries of a placement
/// are the sets of the slice's size, in ascending order as numbers; place `i` is bit `i`.
pub trait HerdSpace: Space {
    /// The number of points that the hunters leave: the places of every placement, 1 to 32.
    ///
    /// Tested by "a placement leaves 1 to 32 places".
    fn places(&self) -> u32;

    /// The number of placements of the hunters. Every slice has all of them.
    ///
    /// Tested by "a slice has an entry for each placement and set".
    fn placement_count(&self) -> usize;

    /// A placement of the hunters.
    ///
    /// Tested by "hunts and images map places one to one" and "hunts and steps are the moves of a set".
    fn placement(&self, number: usize) -> HunterPlacement;

    /// The image of each place under the symmetry of the board, if the symmetry maps the placement to itself. Of a set
    /// and its image the lesser has the entry with the position, and the other entry holds no position.
    ///
    /// Tested by "hunts and images map places one to one" and "the lesser of two images has the position".
    fn image(&self, number: usize) -> Option<Vec<u8>>;

    /// The stage of a slice.
    ///
    /// Tested by "a slice has an entry for each placement and set".
    fn stage(&self, slice: SliceId) -> HuntStage;

    /// The slice of a stage. The solver asks for stages that moves lead to.
    ///
    /// Tested by "a slice has an entry for each placement and set".
    fn slice_at(&self, stage: HuntStage) -> SliceId;
}

/// The common properties of the positions of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntStage {
    /// The number of pieces in hand. While there are any, each move of the herd places one.
    pub hand: u32,
    /// The number of pieces of the herd on the board. The hunters have won when both numbers are 0.
    pub herd: u32,
    /// Whether the hunters are to move.
    pub hunters_to_move: bool,
}

/// A placement of the hunters, with the moves that it allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HunterPlacement {
    /// For each place, the places next to it, as a set: a piece of the herd steps to one of them if it is free.
    pub steps: Vec<u32>,
    /// The moves of the hunters.
    pub hunts: Vec<Hunt>,
}

/// A move of a hunter, in the places of its placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunt {
    /// The place entered. It must be free.
    pub enters: u8,
    /// The place of the captured piece; `None` for a step.
    pub captures: Option<u8>,
    /// The placement after the move.
    pub placement: u32,
    /// For each place, the place of the same point after the move. For the place entered, the place of the point left.
    pub places: Vec<u8>,
}
