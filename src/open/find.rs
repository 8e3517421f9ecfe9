//! Positions that meet criteria.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::{AnswerError, OpenGame, Opened};
use crate::answer::{FindQuery, FoundBatch, FoundChoice};
use crate::catalogue::CatalogueGame;
use crate::query::Probe;
use crate::query::find::{Finder, FoundCount, FoundEntry};
use crate::table::Tables;
use crate::util::progress::StopsWith;
use crate::util::run::Run;
use crate::util::threads::try_map;
use crate::values::LookupError;

/// The entries of a batch: one thread writes their positions at a time.
const BATCH: usize = 1 << 12;

/// Takes the found entries, the batches of one step together. It is called for each step, and may end the search.
pub type TakeFound<'a> = &'a mut dyn FnMut(&[FoundBatch]) -> ControlFlow<()>;

impl dyn OpenGame + '_ {
    /// All positions that [`OpenGame::find`] finds, for a question whose answer fits in memory.
    ///
    /// # Errors
    /// As [`OpenGame::find`].
    pub fn found(&self, query: &FindQuery, run: &Run) -> Result<Vec<FoundBatch>, AnswerError> {
        let mut batches = Vec::new();
        self.find(query, run, &mut |found| {
            batches.extend_from_slice(found);
            ControlFlow::Continue(())
        })?;
        Ok(batches)
    }
}

/// See [`OpenGame::find`].
pub(super) fn find<G: CatalogueGame>(
    opened: &Opened<G>,
    query: &FindQuery,
    run: &Run,
    take: TakeFound,
) -> Result<(), AnswerError> {
    if query.deepest {
        let deepest = deepest(opened, query, &Run { progress: &StopsWith(run.progress), ..*run })?;
        return find(opened, &query.clone().at(deepest), run, take);
    }
    let probe = opened.probe();
    let finder = finder(opened, query, &probe)?;
    let most = match query.choice {
        FoundChoice::First(most) => most,
        FoundChoice::Sample { number, seed } => {
            let found = run.install(|| finder.sample(number, seed, run.progress))?;
            let _ = take(&batches(opened, &found, run)?);
            return Ok(());
        }
    };
    let (mut steps, mut longest, mut left) = (finder.batches(), Vec::new(), most);
    while left > 0
        && let Some(mut found) = run.install(|| steps.next_batch(run.progress))?
    {
        if query.criteria.unique {
            longest.append(&mut found);
            // Of equally long wins, the first in the table comes first.
            longest.sort_by_key(|found| Reverse(found.value.plies()));
            longest.truncate(most);
            continue;
        }
        found.truncate(left);
        left -= found.len();
        if take(&batches(opened, &found, run)?).is_break() {
            return Ok(());
        }
    }
    let _ = take(&batches(opened, &longest, run)?);
    Ok(())
}

/// See [`OpenGame::count_found`].
pub(super) fn count<G: CatalogueGame>(
    opened: &Opened<G>,
    query: &FindQuery,
    run: &Run,
) -> Result<FoundCount, AnswerError> {
    let probe = opened.probe();
    let finder = finder(opened, query, &probe)?;
    Ok(run.install(|| finder.count(run.progress))?)
}

/// See [`OpenGame::deepest`].
pub(super) fn deepest<G: CatalogueGame>(
    opened: &Opened<G>,
    query: &FindQuery,
    run: &Run,
) -> Result<Option<u32>, AnswerError> {
    let probe = opened.probe();
    let finder = finder(opened, query, &probe)?;
    Ok(run.install(|| finder.deepest(run.progress))?)
}

/// The search for the positions of a checked question.
fn finder<'a, G: CatalogueGame>(
    opened: &Opened<G>,
    query: &FindQuery,
    probe: &'a Probe<'a, G, Tables>,
) -> Result<Finder<'a, G, Tables>, AnswerError> {
    let slices = query.searched(opened.facts(), opened.values())?;
    Ok(Finder::new(probe, &slices, query.criteria.clone()))
}

/// The found entries with their positions as text.
fn batches<G: CatalogueGame>(
    opened: &Opened<G>,
    found: &[FoundEntry<G::Position>],
    run: &Run,
) -> Result<Vec<FoundBatch>, LookupError> {
    let (game, chunks) = (opened.game(), found.chunks(BATCH).collect::<Vec<_>>());
    let batch = |number: usize| {
        let mut batch = FoundBatch::default();
        for &FoundEntry { entry, ref position, value } in chunks[number] {
            batch.push(entry.slice, value, game.weight(position), |text| game.write(position, text));
        }
        Ok(batch)
    };
    run.install(|| try_map(chunks.len(), &batch))
}
