//! The finite set of positions that is solved: the contract between a game and the solver.
//!
//! A space is cut into *slices*, all positions with the same material, and every position of a slice has its number:
//! [`Space::rank`] finds the number, [`Space::unrank`] the position. Moves that keep the material stay within a small
//! set of slices that lead to one another (a *component*: mostly a slice and its twin with the other side to move);
//! a conversion, that is a capture, a promotion or a placement, leads to a component below, which is solved before.

use std::fmt;

use crate::game::Game;
use crate::grids::{Grids, NoGrids};
use crate::herds::Herds;
use crate::steps::Steps;

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

/// A set of slices that people want added up: "2 to 6 pieces on each side".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What the group is, in a few words.
    pub name: String,
    /// Its slices.
    pub slices: Vec<SliceId>,
}

/// The set of positions of a game that is solved.
///
/// REQUIRED are [`Space::slices`], [`Space::rank`] and
/// [`Space::unrank`] alone, and with them every game is solved. What is OPTIONAL makes the solver faster
/// ([`Space::parents`], [`Space::steps`]), or lets statistics and published figures count what shares an entry, is alike
/// by symmetry, or belongs together ([`Space::weight`], [`Space::images`], [`Space::groups`]).
///
/// What holds for every space is checked by [`conformance::check`](crate::verify::conformance::check), which a game's
/// author calls before he solves it.
pub trait Space: Game {
    /// Whether [`Space::parents`] is there. OPTIONAL: without it the solver sweeps over all undecided entries, once a
    /// ply, which is right and slow.
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

    /// The positions that the symmetries of the board turn this one into, itself among them, all with the same side to
    /// move; one may come more than once. OPTIONAL: without it, a position has no image but itself, and what is counted
    /// up to symmetry is counted in full. The solver does not ask for it.
    ///
    /// They are worth the same, and may share an entry: how many do is told by [`Space::weight`].
    fn images(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        std::iter::once(*position)
    }

    /// How many different [`Space::images`] share the position's entry: what the entry counts for in statistics.
    /// REQUIRED where images do: without it, an entry counts for one position. The solver does not ask for it.
    fn weight(&self, _position: &Self::Position) -> u64 {
        1
    }

    /// The same placement with the other side to move. OPTIONAL: without it, mutual zugzwangs are not counted. The solver
    /// does not ask for it.
    fn passed(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The sets of slices that statistics add up, besides all of them. OPTIONAL: without it, there are the slices and
    /// the sum of all.
    fn groups(&self) -> Vec<Group> {
        Vec::new()
    }

    /// The rules as data, for the engine that solves small boards by sets of positions. OPTIONAL: without it, the
    /// engine for any game does the work. They must say the same as [`Game`]: see [`Steps`].
    fn steps(&self) -> Option<Steps<Self::Position>> {
        None
    }

    /// The slices cut into grids, for the engine that solves endings unit by unit. OPTIONAL: without it, the engine for
    /// any game does the work. They must say the same as [`Game`]: see [`Grids`].
    fn grids(&self) -> Option<impl Grids<Game = Self> + '_>
    where
        Self: Sized,
    {
        None::<NoGrids<Self>>
    }

    /// The slices as hunters and a herd, for the engine that solves such games group by group. OPTIONAL: without it, the
    /// engine for any game does the work. They must say the same as [`Game`]: see [`Herds`].
    fn herds(&self) -> Option<&dyn Herds> {
        None
    }

    /// The slice of this name. Do not override.
    ///
    /// # Errors
    /// If there is none; the error names some that there are.
    fn slice_named(&self, name: &str) -> Result<SliceId, NoSuchSlice> {
        match self.slices().iter().position(|slice| slice.name.eq_ignore_ascii_case(name)) {
            Some(place) => Ok(SliceId(place as u32)),
            None => Err(NoSuchSlice {
                name: name.to_string(),
                game: self.name(),
                some: self.slices().iter().rev().take(5).map(|slice| slice.name.clone()).collect(),
            }),
        }
    }
}

/// A name that no slice of the game has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchSlice {
    name: String,
    game: &'static str,
    some: Vec<String>,
}

impl std::error::Error for NoSuchSlice {}

impl fmt::Display for NoSuchSlice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a slice of {game}, mover v other, such as {some}; found {name:?}. `hindsight stats {game}` lists \
             them all",
            game = self.game,
            some = self.some.join(" "),
            name = self.name,
        )
    }
}
