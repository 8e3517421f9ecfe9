//! Positions that meet criteria.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::answer::{FindQuery, FoundBatch, FoundChoice, FoundColumns, FoundFigures};
use crate::catalogue::CatalogueGame;
use crate::query::find::{Finder, FoundCount, FoundEntry};
use crate::query::{Probe, only_moves, other_value};
use crate::space::SliceId;
use crate::table::Tables;
use crate::util::progress::StopsWith;
use crate::util::run::Run;
use crate::util::sort::order_of;
use crate::util::threads::try_map;
use crate::values::LookupError;

/// The entries of a batch: one thread writes their positions at a time.
const BATCH: usize = 1 << 12;

/// Takes the found entries, the batches of one step together. It is called for each step, and may end the search.
pub type TakeFound<'a> = &'a mut dyn FnMut(&[FoundBatch]) -> ControlFlow<()>;

/// See [`OpenGame::find`](super::OpenGame::find).
pub(super) fn find<G: CatalogueGame>(
    probe: &Probe<G, Tables>,
    slices: &[SliceId],
    query: &FindQuery,
    run: &Run,
    take: TakeFound,
) -> Result<(), LookupError> {
    if query.deepest {
        let deepest = deepest(probe, slices, query, &Run { progress: &StopsWith(run.progress), ..*run })?;
        return find(probe, slices, &query.clone().at(deepest), run, take);
    }
    let finder = Finder::new(probe, slices, query.criteria.clone());
    let most = match query.choice {
        FoundChoice::First(most) => most,
        FoundChoice::Sample { number, seed } => {
            let found = run.install(|| finder.sample(number, seed, run.progress))?;
            let _ = take(&batches(probe, &found, query.columns, run)?);
            return Ok(());
        }
    };
    let (mut steps, mut longest, mut runs, mut left) = (finder.batches(), Vec::new(), Vec::new(), most);
    while left > 0
        && let Some(mut found) = run.install(|| steps.next_batch(run.progress))?
    {
        if query.most_only_moves {
            let rule = query.columns.only_moves.unwrap_or_default();
            let run_of =
                |number: usize| Ok::<_, LookupError>(Reverse(only_moves(probe, &found[number].position, rule)?));
            runs.extend(run.install(|| try_map(found.len(), &run_of))?);
            longest.append(&mut found);
            let mut order = order_of(&runs);
            order.truncate(most);
            (longest, runs) = order.into_iter().map(|number| (longest[number], runs[number])).unzip();
            continue;
        }
        if query.criteria.unique {
            longest.append(&mut found);
            // Of equally long wins, the first in the table comes first.
            let depths: Vec<_> = longest.iter().map(|found| Reverse(found.value.plies())).collect();
            longest = order_of(&depths).into_iter().take(most).map(|number| longest[number]).collect();
            continue;
        }
        found.truncate(left);
        left -= found.len();
        if take(&batches(probe, &found, query.columns, run)?).is_break() {
            return Ok(());
        }
    }
    let _ = take(&batches(probe, &longest, query.columns, run)?);
    Ok(())
}

/// See [`OpenGame::count_found`](super::OpenGame::count_found).
pub(super) fn count<G: CatalogueGame>(
    probe: &Probe<G, Tables>,
    slices: &[SliceId],
    query: &FindQuery,
    run: &Run,
) -> Result<FoundCount, LookupError> {
    let finder = Finder::new(probe, slices, query.criteria.clone());
    run.install(|| finder.count(run.progress))
}

/// See [`OpenGame::deepest`](super::OpenGame::deepest).
pub(super) fn deepest<G: CatalogueGame>(
    probe: &Probe<G, Tables>,
    slices: &[SliceId],
    query: &FindQuery,
    run: &Run,
) -> Result<Option<u32>, LookupError> {
    let finder = Finder::new(probe, slices, query.criteria.clone());
    run.install(|| finder.deepest(run.progress))
}

/// The found entries with their positions as text, and with the figures of columns.
fn batches<G: CatalogueGame>(
    probe: &Probe<G, Tables>,
    found: &[FoundEntry<G::Position>],
    columns: FoundColumns,
    run: &Run,
) -> Result<Vec<FoundBatch>, LookupError> {
    let chunks: Vec<_> = found.chunks(BATCH).collect();
    let batch = |number: usize| {
        let mut batch = FoundBatch::default();
        for &FoundEntry { entry, ref position, value, positions } in chunks[number] {
            let run = columns.only_moves.map(|rule| only_moves(probe, position, rule)).transpose()?;
            let other = if columns.other_side { other_value(probe, position)? } else { None };
            let figures = FoundFigures { slice: entry.slice, value, positions, only_moves: run, other };
            batch.push(figures, |text| probe.space.write(position, text));
        }
        Ok(batch)
    };
    run.install(|| try_map(chunks.len(), &batch))
}
