//! The values of a game that is served, and their statistics.
//!
//! The tables of a store may change while it is served: a solve makes more of them, or a file is damaged. The files are
//! compared from time to time, and the values are opened again if others are there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::advice;
use crate::failure::Failure;
use crate::held::{self, GameValues};
use crate::output::note;
use crate::program;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::query::Probe;
use hindsight::query::statistics::{Statistics, of_slice};
use hindsight::space::SliceId;
use hindsight::table::{Store, StoredFile, TableError};

/// The time for which the files of a store are taken as they were.
const FRESH: Duration = Duration::from_secs(1);

/// The values of a game in a store.
pub struct ServedValues<G: CatalogueGame> {
    entry: Arc<GameEntry<G>>,
    store: Store,
    state: Mutex<ServedState<G>>,
}

/// The values of a game and what is known of them.
struct ServedState<G: CatalogueGame> {
    values: Arc<GameValues>,
    /// The files of the store when the values were opened.
    files: Vec<StoredFile>,
    /// The time when the files were compared last.
    compared: Instant,
    /// The statistics that were asked for before.
    counted: HashMap<SliceId, Arc<Statistics<G::Position>>>,
}

/// The values of a game. A game that cannot be opened or solved is served without values.
fn open<G: CatalogueGame>(entry: &GameEntry<G>, store: &Store) -> GameValues {
    served(entry, held::open(entry, store, None))
}

/// The values that were opened, or none.
fn served<G: CatalogueGame>(entry: &GameEntry<G>, opened: Result<GameValues, Failure>) -> GameValues {
    opened.unwrap_or_else(|failure| match failure {
        Failure::NoSlices(_) | Failure::Unsolved(_) | Failure::Table(TableError::Missing { .. }) => {
            GameValues::None(None)
        }
        failure => {
            let text = advice::explain(&failure, program::invocation());
            note(format_args!("{} is served without values: {text}", entry.game.name()));
            GameValues::None(Some(text))
        }
    })
}

/// The tables that have come into a store since `values` were opened: of a game whose values are in memory or nowhere,
/// or that has further tables now. `None` if the game keeps its values: also where a table was read whole and its file
/// is damaged since.
fn reopen<G: CatalogueGame>(entry: &GameEntry<G>, store: &Store, values: &GameValues) -> Option<GameValues> {
    match values {
        GameValues::Memory(_) => store.open(&entry.game).ok().map(|tables| GameValues::Tables(Box::new(tables))),
        _ => {
            let opened = held::open(entry, store, None);
            let keeps = store.is_loading() && is_damaged_since(values, &opened);
            (!keeps).then(|| served(entry, opened))
        }
    }
}

/// Whether a table that has values is damaged now.
fn is_damaged_since(values: &GameValues, now: &Result<GameValues, Failure>) -> bool {
    let GameValues::Tables(tables) = values else { return false };
    match now {
        Ok(GameValues::Tables(now)) => {
            let was_sound = |&part: &usize| tables.table(part).is_ok_and(|table| table.is_some());
            (0..tables.parts().len()).filter(was_sound).any(|part| now.table(part).is_err())
        }
        Err(Failure::Table(error)) => !matches!(error, TableError::Missing { .. }),
        _ => false,
    }
}

/// The finished tables of a store.
fn finished(store: &Store) -> Vec<StoredFile> {
    let files = store.files().unwrap_or_default();
    files.into_iter().filter(|file| !file.partial && file.begins_as_table).collect()
}

impl<G: CatalogueGame> ServedValues<G> {
    /// Opens the values of a game in a store.
    pub fn open(entry: Arc<GameEntry<G>>, store: &Store) -> ServedValues<G> {
        let (files, values) = (finished(store), Arc::new(open(&entry, store)));
        let state = ServedState { values, files, compared: Instant::now(), counted: HashMap::new() };
        ServedValues { entry, store: store.clone(), state: Mutex::new(state) }
    }

    /// The values, opened again if there are other tables than before.
    pub fn now(&self) -> Arc<GameValues> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.compared.elapsed() >= FRESH {
            let files = finished(&self.store);
            if files != state.files {
                if let Some(values) = reopen(&self.entry, &self.store, &state.values) {
                    (state.values, state.counted) = (Arc::new(values), HashMap::new());
                }
                state.files = files;
            }
            state.compared = Instant::now();
        }
        Arc::clone(&state.values)
    }

    /// The statistics of a slice in these values. They are kept as long as the game has these values.
    pub fn counted(&self, values: &Arc<GameValues>, slice: SliceId) -> Result<Arc<Statistics<G::Position>>, Failure> {
        let state = || {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::ptr_eq(&state.values, values).then_some(state)
        };
        if let Some(counted) = state().and_then(|state| state.counted.get(&slice).map(Arc::clone)) {
            return Ok(counted);
        }
        let counted = Arc::new(of_slice(&Probe { space: &self.entry.game, tables: &**values }, slice)?);
        if let Some(mut state) = state() {
            state.counted.insert(slice, Arc::clone(&counted));
        }
        Ok(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight::games::tic_tac_toe::TicTacToe;

    #[test]
    fn statistics_of_replaced_values_are_not_kept() {
        let (entry, store) = (Arc::new(GameEntry::new(TicTacToe::new())), Store::new("no/such/directory"));
        let [before, now] = [(); 2].map(|()| Arc::new(open(&entry, &store)));
        let state = ServedState {
            values: Arc::clone(&now),
            files: Vec::new(),
            compared: Instant::now(),
            counted: HashMap::new(),
        };
        let served = ServedValues { entry, store, state: Mutex::new(state) };
        for (values, kept) in [(&before, 0), (&now, 1), (&before, 1)] {
            let statistics = served.counted(values, SliceId(0)).expect("memory can be trusted");
            let state = served.state.lock().expect("no thread panics");
            assert_eq!(state.counted.len(), kept);
            let is_kept = state.counted.values().any(|counted| Arc::ptr_eq(counted, &statistics));
            assert_eq!(is_kept, Arc::ptr_eq(values, &now));
        }
    }
}
