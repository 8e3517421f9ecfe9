//! Counts of positions by result.

use super::{AnswerError, OpenGame, Opened};
use crate::answer::SliceCounts;
use crate::catalogue::CatalogueGame;
use crate::game::position_text;
use crate::query::statistics::of_slice;
use crate::space::SliceId;
use crate::util::run::Run;

/// See [`OpenGame::count`].
pub(super) fn count<G: CatalogueGame>(
    opened: &Opened<G>,
    slices: &[SliceId],
    run: &Run,
) -> Result<Vec<SliceCounts>, AnswerError> {
    if let Some(&slice) = slices.iter().find(|&&slice| !opened.values().holds(slice)) {
        return Err(opened.facts().unsolved(slice).into());
    }
    let (game, probe) = (opened.game(), opened.probe());
    let count = |&slice: &SliceId| {
        let counts = of_slice(&probe, slice, run.progress)?;
        Ok(SliceCounts { slice, counts: counts.map(|position| position_text(game, &position)) })
    };
    run.install(|| slices.iter().map(count).collect())
}
