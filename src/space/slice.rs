//! Slices, and the places of positions in them.

/// The number of a slice: its place in [`Space::slices`](super::Space::slices).
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
/// use hindsight::space::slice_named;
///
/// let game = TicTacToe::new();
/// let entry = game.rank(&game.start()).expect("the start has an entry");
/// let slice: &Slice = &game.slices()[entry.slice.index()];
/// assert_eq!(slice_named(&game, &slice.name)?, entry.slice);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SliceId(pub u32);

impl SliceId {
    /// The number as an index into the slices of the space.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The place of a position in the space: one entry of a table.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let entry: Entry = game.rank(&game.start()).expect("the start has an entry");
/// assert_eq!(game.unrank(entry), Some(game.start()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The slice.
    pub slice: SliceId,
    /// The number within the slice, from 0 and below [`Slice::entries`].
    pub index: u64,
}

/// All positions with the same material.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// // A move adds a mark: slices lead to slices with one piece more.
/// for slice in game.slices() {
///     assert!(slice.leads_to.iter().all(|next| game.slices()[next.index()].pieces == slice.pieces + 1));
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The name on the command line and in the tables, MOVER v OTHER: `KKvK`, `3v2`.
    pub name: String,
    /// The number of pieces on the board.
    pub pieces: u32,
    /// The part of the space that the slice belongs to. The slices of a part are solved together and stored in one
    /// table. A part needs the parts that its slices lead to, and no others. A small space is one part, with an empty
    /// name.
    ///
    /// Slices that lead to one another are of one part, and a part never leads back to a part that leads to it. A name
    /// has letters, digits and hyphens.
    pub part: String,
    /// The number of entries, including entries that hold no position.
    pub entries: u64,
    /// Every slice that one move can lead to, in any order. The slice itself may be among them.
    pub leads_to: Vec<SliceId>,
}
