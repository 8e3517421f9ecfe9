//! The finite set of positions that is solved: slices, rank and unrank.
//!
//! A space is cut into *slices*, the positions with the same material. Every position of a slice has an index:
//! [`Space::rank`] gives the entry of a position, [`Space::unrank`] the position of an entry. Moves that keep the
//! material stay within a *component*, a set of slices that lead to one another: often a slice and the slice with the
//! other side to move. A conversion (a capture, a promotion or a placement) leads to a component that is solved before.
//!
//! # Overview of types
//!
//! * [`Space`]: the contract between a game and the solvers. It names no solver.
//! * [`Slice`], [`SliceId`], [`Entry`]: a set of positions, its number, and the place of a position.
//! * [`Symmetry`]: images, weights, [`SideSwap`]s and [`Group`]s, for statistics.
//! * [`Derive`]: the values that compressed tables may omit. Tables derive them by a [`Derivation`].
//! * [`Metric`]: the plies that depths count, and [`value_of_move`].
//! * [`Resolved`]: a position without an entry, whose value follows from a stored one.
//! * [`reached`]: the numbering of a game that has no neat one, position by position.
//! * [`components`]: the order of work. [`combinatorics`] and [`subsets`]: the arithmetic of ranks.
//! * [`conformance`]: whether a game keeps these contracts; [`Violations`] if it does not.

pub mod combinatorics;
pub mod components;
pub mod conformance;
mod derivation;
mod derive;
mod metric;
mod naming;
pub mod reached;
mod slice;
pub mod subsets;
mod symmetry;
mod value_of_move;
mod violations;

use crate::game::Game;

pub use derivation::{
    Class, DEEPEST, Derivation, DerivationSource, EntryValues, KeptDepths, Omitted, PositionDerivation, Stored,
    TOGETHER,
};
pub use derive::Derive;
pub use metric::Metric;
pub use naming::{Naming, NoSuchSlice, slice_named, slice_of};
pub use slice::{Entry, Slice, SliceId};
pub use symmetry::{Group, NoSideSwap, SideSwap, Symmetry, class};
pub use value_of_move::{value_of_move, value_of_move_in};
pub use violations::Violations;

/// The answer of [`Space::resolve`] for a position without an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved<P, M> {
    /// The position with an entry that has all other legal moves; `None` if there are none.
    pub stored: Option<P>,
    /// The legal moves that the stored position lacks.
    pub moves: Vec<M>,
}

/// The positions of a game that are solved.
///
/// REQUIRED are [`Space::slices`], [`Space::rank`] and [`Space::unrank`]: they are enough to solve a game.
/// [`Space::parents`] makes that faster, and [`Space::resolve`] extends look-ups to positions that are not stored.
///
/// [`conformance::check`] tests the contract. Run it before solving a game.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// for (number, slice) in (0..).zip(game.slices()) {
///     for index in 0..slice.entries {
///         let entry = Entry { slice: SliceId(number), index };
///         // An entry may hold no position; a position may share its entry with its images.
///         if let Some(position) = game.unrank(entry) {
///             assert_eq!(game.rank(&position), Some(entry));
///         }
///     }
/// }
/// ```
pub trait Space: Game {
    /// Whether the space has [`Space::parents`]. OPTIONAL: without it the solver sweeps over all undecided entries once
    /// per ply, which is correct but slow.
    const PARENTS: bool = false;

    /// Every slice. REQUIRED. The order is free. A table names its slices in this order, so changing the order within a
    /// part makes its table unusable.
    fn slices(&self) -> &[Slice];

    /// The entry of a position; `None` if the space does not hold it. REQUIRED. Every successor of a position of
    /// the space must be held or [resolved](Space::resolve), unless the game is over there; if one is not, the solver
    /// ends with an error.
    ///
    /// Positions that have the same value by symmetry, or by exchange of the colours, may share an entry.
    fn rank(&self, position: &Self::Position) -> Option<Entry>;

    /// The position of an entry; `None` if the entry holds none: `rank(unrank(e)) == e`. REQUIRED.
    fn unrank(&self, entry: Entry) -> Option<Self::Position>;

    /// The plies that the depths of the space count. OPTIONAL: by default the plies to the end of the game. The generic
    /// solvers solve no other metric; [`Subslices`](crate::solve::subslices::Subslices) solves both.
    #[inline(always)]
    fn metric(&self) -> Metric {
        Metric::End
    }

    /// Whether a move zeroes the clock of quiet plies. OPTIONAL, with tables of [`Metric::Zeroing`], without which it
    /// is never called.
    fn is_zeroing(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Every position of the same component that has a move to this one; of positions that share an entry, one is
    /// enough. OPTIONAL, with [`Space::PARENTS`], without which it is never called. If a parent is left out, the table
    /// is wrong, and the conformance check and `verify` find it.
    ///
    /// A position may occur more than once. A finished position has no moves, so it is no parent.
    fn parents(&self, _position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        std::iter::empty()
    }

    /// The stored position that this one follows from, and the moves that are legal here and not there. OPTIONAL:
    /// without it, only positions with an entry, and finished ones, have a value.
    ///
    /// Called only for a position without an entry, such as a chess position with an en-passant capture. Its value is
    /// the best of the value of the stored position and the values of these moves. Without a stored position it is the
    /// best value of these moves ([`Resolved::stored`]).
    fn resolve(&self, _position: &Self::Position) -> Option<Resolved<Self::Position, Self::Move>> {
        None
    }

    /// Why the space neither holds a position nor resolves it, as the end of a sentence: `it has castling rights`.
    /// OPTIONAL: without it, messages say that no slice has the position.
    fn why_not_held(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// The space itself if it implements [`Derive`], which says which values compressed tables may omit. OPTIONAL:
    /// without it, compressed tables store every value.
    fn derivation(&self) -> Option<&dyn PositionDerivation<Self::Position>> {
        None
    }

    /// The plies that depths count, as a sentence without its full stop. OPTIONAL: by default there is none, and depths
    /// count the plies to the end of the game.
    fn depths_count(&self) -> Option<&'static str> {
        None
    }

    /// The rules at the board that the values leave out, as a sentence without its full stop. OPTIONAL: by default
    /// there is none.
    fn leaves_out(&self) -> Option<&'static str> {
        None
    }

    /// The slice of an id.
    fn slice(&self, id: SliceId) -> &Slice {
        &self.slices()[id.index()]
    }
}
