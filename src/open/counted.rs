//! Counts of positions by result.

use crate::answer::SliceCounts;
use crate::catalogue::CatalogueGame;
use crate::game::position_text;
use crate::query::Probe;
use crate::query::statistics::of_slice;
use crate::space::SliceId;
use crate::table::Tables;
use crate::util::run::Run;
use crate::values::LookupError;

/// The statistics of slices; see [`OpenGame::count`](super::OpenGame::count).
pub(super) fn count<G: CatalogueGame>(
    probe: &Probe<G, Tables>,
    slices: &[SliceId],
    run: &Run,
) -> Result<Vec<SliceCounts>, LookupError> {
    let count = |&slice: &SliceId| {
        let counts = of_slice(probe, slice, run.progress)?;
        Ok(SliceCounts { slice, counts: counts.map(|position| position_text(probe.space, &position)) })
    };
    run.install(|| slices.iter().map(count).collect())
}
