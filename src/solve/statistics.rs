//! What a table holds, added up.
use crate::probe::{Probe, Tables};
use crate::space::{SliceId, Space};
use crate::table::TableError;

/// The figures of a slice, or of several added up. Positions that share an entry are counted each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics<P> {
    pub positions: u64,
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    /// Legal moves, added up.
    pub moves: u64,
    /// The longest win in plies, and the first position in the order of entries that takes so long.
    pub longest_win: Option<(u32, P)>,
    pub longest_loss: Option<(u32, P)>,
}

/// The figures of a slice.
pub fn of_slice<S: Space, T: Tables>(
    _probe: &Probe<S, T>,
    _slice: SliceId,
) -> Result<Statistics<S::Position>, TableError> {
    todo!()
}

impl<P: Copy> Statistics<P> {
    /// The sum of the figures of several slices.
    pub fn sum<'a>(_parts: impl IntoIterator<Item = &'a Statistics<P>>) -> Statistics<P>
    where
        P: 'a,
    {
        todo!()
    }
}
