//! The finite set of positions that is solved: slices, rank and unrank.
//!
//! A space is cut into *slices*, the positions with the same material. Every position of a slice has an index:
//! [`Space::rank`] gives the entry of a position, [`Space::unrank`] the position of an entry. Moves that keep the material
//! stay within a *component*, a set of slices that lead to one another: mostly a slice and the one with the other side to
//! move. A conversion, that is a capture, a promotion or a placement, leads to a component below, which is solved before.
//!
//! # Overview of types
//!
//! * [`Space`]: the contract between a game and the solvers. It names no solver.
//! * [`Slice`], [`SliceId`], [`Entry`]: a set of positions, its number, and the place of a position.
//! * [`Symmetry`]: what statistics need and solvers do not: images, weights, groups.
//! * [`components`]: the order of work. [`combinatorics`] and [`subsets`]: the arithmetic of ranks.
//! * [`conformance`]: whether a game keeps these contracts; [`Breaches`] if it does not.

mod breaches;
pub mod combinatorics;
pub mod components;
pub mod conformance;
pub mod subsets;
mod symmetry;

use crate::game::Game;

pub use breaches::Breaches;
pub use symmetry::{Group, Symmetry};

/// The number of a slice: its place in [`Space::slices`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SliceId(pub u32);

impl SliceId {
    /// The number as an index into [`Space::slices`].
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The place of a position in the space: one entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The slice.
    pub slice: SliceId,
    /// The number within the slice, from 0 and below [`Slice::entries`].
    pub index: u64,
}

/// All positions with the same material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The name on the command line and in the tables. It reads MOVER v OTHER: `KKvK`, `3v2`.
    pub name: String,
    /// How many pieces are on the board.
    pub pieces: u32,
    /// The part of the space that the slice belongs to. The slices of a part are solved and kept together, and a part
    /// can be had without those that do not follow from it. A small space is one part, with an empty name.
    ///
    /// Slices that lead to one another are of one part, and what a part leads to never leads back to it. A name is of
    /// letters, digits and hyphens.
    pub part: String,
    /// How many entries the slice has, those that hold no position among them.
    pub entries: u64,
    /// Every slice that one move can lead to, in any order, the slice itself among them if so.
    pub leads_to: Vec<SliceId>,
}

/// A position without an entry, as [`Space::resolve`] has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved<P, M> {
    /// The position with an entry that has all other moves of this one; `None` if there are no others.
    pub stored: Option<P>,
    /// The legal moves that the stored position has not.
    pub moves: Vec<M>,
}

/// The set of positions of a game that is solved.
///
/// REQUIRED are [`Space::slices`], [`Space::rank`] and [`Space::unrank`]: with them every game is solved.
/// [`Space::parents`] makes that faster, and [`Space::resolve`] extends look-ups to positions that are not stored.
///
/// [`conformance::check`] tests the contract; an author calls it before solving a game.
pub trait Space: Game {
    /// Whether [`Space::parents`] is there. OPTIONAL: without it the solver sweeps over all undecided entries, once a
    /// ply, which is correct but slow.
    const PARENTS: bool = false;

    /// Every slice. REQUIRED. The order is free, and part of the table's format.
    fn slices(&self) -> &[Slice];

    /// Where a position is kept, or nothing if the space does not hold it. REQUIRED. Whatever a move leads to from a
    /// position of the space must be held too, unless the game is over there: the solver ends with an error if it is not.
    ///
    /// Positions that are worth the same by symmetry, or by changing the colours, may share an entry.
    fn rank(&self, position: &Self::Position) -> Option<Entry>;

    /// The position of an entry, or nothing if the entry holds none: `rank(unrank(e)) == e`. REQUIRED.
    fn unrank(&self, entry: Entry) -> Option<Self::Position>;

    /// Every position, up to those that share its entry, that has a move to this one and lies in the same component.
    /// OPTIONAL, with [`Space::PARENTS`]: never asked for without it. Where a parent is left out, the table is wrong, and
    /// the conformance check and `verify` say so.
    ///
    /// A position may come more than once. One that is finished has no moves and is nobody's parent.
    fn parents(&self, _position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        std::iter::empty()
    }

    /// The stored position that this one follows from, and the moves that are legal here and not there. OPTIONAL: without
    /// it, only positions with an entry, and finished ones, have a value.
    ///
    /// Asked only of a position without an entry, such as one of chess with an en-passant capture: it is worth the better of
    /// its stored position and of these moves; the worth of the moves alone if there is no stored position that allows it
    /// other moves ([`Resolved::stored`]).
    fn resolve(&self, _position: &Self::Position) -> Option<Resolved<Self::Position, Self::Move>> {
        None
    }

    /// What people count to choose slices: `pieces`, the name of an option on the command line. OPTIONAL, with
    /// [`Space::size`].
    fn size_name(&self) -> &'static str {
        "pieces"
    }

    /// How many of them a slice has: by default the pieces on the board. OPTIONAL.
    fn size(&self, slice: SliceId) -> u32 {
        self.slices()[slice.index()].pieces
    }

    /// The slice of this name. Do not override.
    ///
    /// # Errors
    /// [`NoSuchSlice`] if there is none.
    fn slice_named(&self, name: &str) -> Result<SliceId, NoSuchSlice> {
        match self.slices().iter().position(|slice| slice.name.eq_ignore_ascii_case(name)) {
            Some(place) => Ok(SliceId(place as u32)),
            None => Err(NoSuchSlice {
                name: name.to_string(),
                game: self.name(),
                examples: self.slices().iter().rev().take(5).map(|slice| slice.name.clone()).collect(),
            }),
        }
    }
}

/// A name that no slice of the game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a slice of {game}, mover v other, such as {}; found {name:?}", examples.join(" "))]
pub struct NoSuchSlice {
    /// The name.
    pub name: String,
    /// The game.
    pub game: &'static str,
    /// Some names that it has.
    pub examples: Vec<String>,
}
