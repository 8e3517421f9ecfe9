//! Symmetries of a space, for statistics.

use std::ops::Range;

use super::{Entry, SliceId, Space};

/// A set of slices with statistics of its own: "2 to 6 pieces on each side".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// A short description.
    pub name: String,
    /// Its slices.
    pub slices: Vec<SliceId>,
}

/// The positions that are images of one another, and the slices that are counted together. Every method is OPTIONAL:
/// without them, an entry counts for one position, and counts up to symmetry are counts of all positions. Statistics
/// use the trait, solvers do not. [`conformance::check`](super::conformance::check) tests it.
///
/// # Example
/// ```
/// use hindsight::game::position_text;
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let corner = game.parse("x../.../... o")?;
/// let mut texts: Vec<String> = game.images(&corner).map(|image| position_text(&game, &image)).collect();
/// texts.sort();
/// texts.dedup();
/// assert_eq!(texts, [".../.../..x o", ".../.../x.. o", "..x/.../... o", "x../.../... o"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Symmetry: Space {
    /// Whether an entry may count for more than one position. OPTIONAL: `false` where every [`Symmetry::weight`] is 1,
    /// so that positions are counted by their values alone.
    const WEIGHTED: bool = true;

    /// The images of a position under the symmetries of the board, the position among them, all with the same side to
    /// move. An image may occur more than once. OPTIONAL: without it, a position is its only image.
    ///
    /// Images have the same value and may share an entry. [`Symmetry::weight`] is the number of images that do.
    fn images(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        std::iter::once(*position)
    }

    /// The number of different [`Symmetry::images`] that share the position's entry: the number of positions that the
    /// entry counts for. REQUIRED if images share entries; without it, an entry counts for one position.
    fn weight(&self, _position: &Self::Position) -> u64 {
        1
    }

    /// The weight of each position that these consecutive entries of a slice hold, where all have the same and it is
    /// known without the positions. OPTIONAL: by default it is known where the space is not [`Symmetry::WEIGHTED`], and
    /// else counts take longer.
    fn weight_of(&self, _slice: SliceId, _indexes: Range<u64>) -> Option<u64> {
        (!Self::WEIGHTED).then_some(1)
    }

    /// The same placement with the other side to move. OPTIONAL: without it, mutual zugzwangs are not counted.
    fn side_swapped(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The entries of the [`Symmetry::side_swapped`] positions of a slice. OPTIONAL: without them, mutual zugzwangs are
    /// counted position by position, which takes much longer.
    fn side_swap(&self, _slice: SliceId) -> Option<impl SideSwap> {
        None::<NoSideSwap>
    }

    /// Whether [`Symmetry::side_swapped`] leads from each position to one of the same weight, and from there back. Then
    /// a slice and its side-swapped slice have as many mutual zugzwangs, and are counted once.
    const SWAPS_BACK: bool = false;

    /// The groups of slices with statistics of their own. OPTIONAL: without it, statistics are of slices and of the
    /// whole space.
    fn groups(&self) -> Vec<Group> {
        Vec::new()
    }
}

/// The entries of the positions of a slice with the other side to move, which are all of one slice.
pub trait SideSwap: Sync {
    /// Whether there is no value of the type, so that no code is compiled for it.
    const NEVER: bool = false;

    /// The slice with the other side to move.
    fn slice(&self) -> SliceId;

    /// Fills `indexes` with the indexes of the [`Symmetry::side_swapped`] positions of consecutive entries, from the
    /// index `first` on. Where there is no such position, the index holds none either. Where an entry holds no
    /// position, its index is any.
    fn indexes(&self, first: u64, indexes: &mut [u64]);
}

/// The [`SideSwap`] of a space that has none.
pub enum NoSideSwap {}

impl SideSwap for NoSideSwap {
    const NEVER: bool = true;

    fn slice(&self) -> SliceId {
        match *self {}
    }

    fn indexes(&self, _first: u64, _indexes: &mut [u64]) {
        match *self {}
    }
}

/// The entry that stands for a position and all its images: the first that holds one of them. `None` if no entry does.
pub fn class<S: Symmetry>(space: &S, position: &S::Position) -> Option<Entry> {
    space.images(position).filter_map(|image| space.rank(&image)).min()
}
