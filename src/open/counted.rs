//! Counts of positions by result.

use crate::answer::SliceCounts;
use crate::catalogue::CatalogueGame;
use crate::game::position_text;
use crate::query::Probe;
use crate::query::statistics::of_slice;
use crate::space::SliceId;
use crate::table::Tables;
use crate::util::run::Run;
use crate::values::{LookupError, Memory, Overlay, decode};

/// The statistics of slices; see [`OpenGame::count`](super::OpenGame::count).
pub(super) fn count<G: CatalogueGame>(
    probe: &Probe<G, Tables>,
    slices: &[SliceId],
    run: &Run,
) -> Result<Vec<SliceCounts>, LookupError> {
    let Probe { space, tables } = *probe;
    let mut memory = Memory::new(space.slices());
    let count = |&slice: &SliceId| {
        decode(tables, space.slices(), &[slice], &mut memory, run.progress)?;
        let probe = Probe { space, tables: &Overlay { above: &memory, below: tables } };
        let counts = of_slice(&probe, slice, run.progress)?;
        Ok(SliceCounts { slice, counts: counts.map(|position| position_text(space, &position)) })
    };
    run.install(|| slices.iter().map(count).collect())
}
