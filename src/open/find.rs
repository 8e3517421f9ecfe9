//! Positions that meet criteria.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::answer::{FindQuery, FoundBatch, FoundChoice, FoundFigures};
use crate::catalogue::CatalogueGame;
use crate::query::find::{Finder, FoundCount, FoundEntry};
use crate::query::{Probe, other_value};
use crate::space::SliceId;
use crate::table::Tables;
use crate::util::progress::StopsWith;
use crate::util::run::Run;
use crate::util::sort::order_of;
use crate::util::threads::try_map;
use crate::values::{LookupError, Memory, Overlay, decode};

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
    let is_first = matches!(query.choice, FoundChoice::First(_));
    let reads_all = !is_first || query.deepest || query.most_only_moves || query.criteria.unique;
    let memory = decoded(probe, if reads_all { slices } else { &[] }, run)?;
    let tables = &Overlay { above: &memory, below: probe.tables };
    let probe = &Probe { space: probe.space, tables };
    if query.deepest {
        let finder = Finder::new(probe, slices, query.criteria.clone());
        let deepest = run.install(|| finder.deepest(&StopsWith(run.progress)))?;
        return find_in(probe, slices, &query.clone().at(deepest), run, take);
    }
    find_in(probe, slices, query, run, take)
}

/// Tables below decoded slices.
type DecodedTables<'a> = Overlay<'a, Memory, Tables>;

/// Decodes slices of which all entries are read.
fn decoded<G: CatalogueGame>(probe: &Probe<G, Tables>, slices: &[SliceId], run: &Run) -> Result<Memory, LookupError> {
    let mut memory = Memory::new(probe.space.slices());
    run.install(|| decode(probe.tables, probe.space.slices(), slices, &mut memory, run.progress))?;
    Ok(memory)
}

/// [`find`] without its deepest positions.
fn find_in<G: CatalogueGame>(
    probe: &Probe<G, DecodedTables>,
    slices: &[SliceId],
    query: &FindQuery,
    run: &Run,
    take: TakeFound,
) -> Result<(), LookupError> {
    let finder = Finder::new(probe, slices, query.criteria.clone());
    let most = match query.choice {
        FoundChoice::First(most) => most,
        FoundChoice::Sample { number, seed } => {
            let found = run.install(|| finder.sample(number, seed, run.progress))?;
            let _ = take(&batches(probe, &found, query.other_side, run)?);
            return Ok(());
        }
    };
    let (mut steps, mut longest, mut left) = (finder.batches(), Vec::new(), most);
    while left > 0
        && let Some(mut found) = run.install(|| steps.next_batch(run.progress))?
    {
        if query.most_only_moves || query.criteria.unique {
            longest.append(&mut found);
            // Of equal ones, the first in the table comes first.
            let rank = |found: &FoundEntry<G::Position>| match query.most_only_moves {
                true => Reverse(found.only_moves),
                false => Reverse(found.value.plies()),
            };
            let ranks: Vec<_> = longest.iter().map(rank).collect();
            longest = order_of(&ranks).into_iter().take(most).map(|number| longest[number]).collect();
            continue;
        }
        found.truncate(left);
        left -= found.len();
        if take(&batches(probe, &found, query.other_side, run)?).is_break() {
            return Ok(());
        }
    }
    let _ = take(&batches(probe, &longest, query.other_side, run)?);
    Ok(())
}

/// See [`OpenGame::count_found`](super::OpenGame::count_found).
pub(super) fn count<G: CatalogueGame>(
    probe: &Probe<G, Tables>,
    slices: &[SliceId],
    query: &FindQuery,
    run: &Run,
) -> Result<FoundCount, LookupError> {
    let memory = decoded(probe, slices, run)?;
    let tables = &Overlay { above: &memory, below: probe.tables };
    let probe = Probe { space: probe.space, tables };
    let finder = Finder::new(&probe, slices, query.criteria.clone());
    run.install(|| finder.count(run.progress))
}

/// See [`OpenGame::deepest`](super::OpenGame::deepest).
pub(super) fn deepest<G: CatalogueGame>(
    probe: &Probe<G, Tables>,
    slices: &[SliceId],
    query: &FindQuery,
    run: &Run,
) -> Result<Option<u32>, LookupError> {
    let memory = decoded(probe, slices, run)?;
    let tables = &Overlay { above: &memory, below: probe.tables };
    let probe = Probe { space: probe.space, tables };
    let finder = Finder::new(&probe, slices, query.criteria.clone());
    run.install(|| finder.deepest(run.progress))
}

/// The found entries with their positions as text, and if it is wanted the value with the other side to move.
fn batches<G: CatalogueGame>(
    probe: &Probe<G, DecodedTables>,
    found: &[FoundEntry<G::Position>],
    other_side: bool,
    run: &Run,
) -> Result<Vec<FoundBatch>, LookupError> {
    let chunks: Vec<_> = found.chunks(BATCH).collect();
    let batch = |number: usize| {
        let mut batch = FoundBatch::default();
        for &FoundEntry { entry, ref position, value, positions, only_moves } in chunks[number] {
            let other = if other_side { other_value(probe, position)? } else { None };
            let figures = FoundFigures { slice: entry.slice, value, positions, only_moves, other };
            batch.push(figures, |text| probe.space.write(position, text));
        }
        Ok(batch)
    };
    run.install(|| try_map(chunks.len(), &batch))
}
