//! A game that is served, with its values and their statistics.
//!
//! The tables of a store may change while it is served: a solve makes more of them, or a file is damaged. The files are
//! compared from time to time, and the game is opened again if others are there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::advice;
use crate::commands::games::description::{Description, describe};
use crate::failure::Failure;
use crate::opening;
use crate::output::note;
use crate::program;
use hindsight::answer::{GameFacts, ValuesSource};
use hindsight::open::{AnyGame, OpenError, OpenGame, Sources};
use hindsight::query::statistics::Statistics;
use hindsight::space::SliceId;
use hindsight::table::{Store, StoredFile};
use hindsight::util::run::Run;

/// The time for which the files of a store are taken as they were.
const FRESH: Duration = Duration::from_secs(1);

/// Where the values of served games are.
#[derive(Clone)]
pub struct ServedTables {
    /// The tables of this program.
    pub store: Store,
    /// The directories with tables of another program, for games with such a format.
    pub other: Option<String>,
}

impl ServedTables {
    /// The sources of a game.
    fn sources(&self, game: &dyn AnyGame) -> Sources {
        let other = self.other.clone().filter(|_| game.facts().other_tables.is_some());
        Sources { other, ..Sources::of(self.store.clone()) }
    }
}

/// A game with its values in tables.
pub struct ServedGame {
    game: Arc<dyn AnyGame>,
    tables: ServedTables,
    state: Mutex<ServedState>,
}

/// The values of a game and their statistics.
struct ServedState {
    values: ServedValues,
    /// The files of the store when the values were opened.
    files: Vec<StoredFile>,
    /// The time when the files were compared last.
    compared: Instant,
    /// The statistics that were asked for before.
    counted: HashMap<SliceId, Arc<Statistics<String>>>,
}

/// A game with its values.
#[derive(Clone)]
pub struct ServedValues {
    pub game: Arc<dyn OpenGame>,
    /// The error, if there are tables that cannot be used.
    pub error: Option<String>,
}

impl ServedGame {
    /// Opens a game with its values in tables. A game that cannot be opened or solved is served without values.
    pub fn open(game: Arc<dyn AnyGame>, tables: &ServedTables) -> ServedGame {
        let (files, values) = (finished(&tables.store), served(&*game, open(&*game, tables)));
        let state = ServedState { values, files, compared: Instant::now(), counted: HashMap::new() };
        ServedGame { game, tables: tables.clone(), state: Mutex::new(state) }
    }

    /// The game.
    pub fn facts(&self) -> &GameFacts {
        self.game.facts()
    }

    /// The object of `games --json`; `commands` are the subcommands that take a game.
    pub fn describe(&self, commands: &[String]) -> Description {
        describe(&*self.game, &self.tables.store, commands)
    }

    /// The game with its values, opened again if there are other tables than before.
    pub fn now(&self) -> Arc<dyn OpenGame> {
        self.values().game
    }

    /// The game as [`ServedGame::now`] has it, with the error of its tables.
    pub fn values(&self) -> ServedValues {
        let mut state = self.state();
        if state.compared.elapsed() >= FRESH {
            let files = finished(&self.tables.store);
            if files != state.files {
                if let Some(values) = reopen(&*self.game, &self.tables, &state.values) {
                    (state.values, state.counted) = (values, HashMap::new());
                }
                state.files = files;
            }
            state.compared = Instant::now();
        }
        state.values.clone()
    }

    /// The statistics of a slice in these values. They are kept as long as the game has these values.
    ///
    /// # Errors
    /// If the slice has no values, and for a damaged table.
    pub fn counted(&self, values: &Arc<dyn OpenGame>, slice: SliceId) -> Result<Arc<Statistics<String>>, Failure> {
        let state = || Some(self.state()).filter(|state| Arc::ptr_eq(&state.values.game, values));
        if let Some(counted) = state().and_then(|state| state.counted.get(&slice).map(Arc::clone)) {
            return Ok(counted);
        }
        let counted = values.count(&[slice], &Run::default())?.pop().expect("a slice has one answer");
        let counted = Arc::new(counted.counts);
        if let Some(mut state) = state() {
            state.counted.insert(slice, Arc::clone(&counted));
        }
        Ok(counted)
    }

    fn state(&self) -> MutexGuard<'_, ServedState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens a game with its values in tables, or without values if it has none.
fn open(game: &dyn AnyGame, tables: &ServedTables) -> Result<Arc<dyn OpenGame>, OpenError> {
    opening::open(game, &Sources { empty: true, ..tables.sources(game) })
}

/// The game that was opened; without values if it could not be.
fn served(game: &dyn AnyGame, opened: Result<Arc<dyn OpenGame>, OpenError>) -> ServedValues {
    match opened {
        Ok(game) => ServedValues { game, error: None },
        Err(error) => {
            let text = advice::explain(&error.into(), program::invocation());
            note(format_args!("{} is served without values: {text}", game.facts().name));
            let without = game.open(&Sources::nothing(), &());
            ServedValues { game: without.expect("every game opens without values"), error: Some(text) }
        }
    }
}

/// The values with the tables that have come into a store since these were opened: of a game whose values are in memory
/// or nowhere, or that has further tables now. `None` if the game keeps its values: also where a table was read whole
/// and its file is damaged since.
fn reopen(game: &dyn AnyGame, tables: &ServedTables, values: &ServedValues) -> Option<ServedValues> {
    match values.game.values().source {
        ValuesSource::Memory => {
            let opened = game.open(&Sources { small: false, ..tables.sources(game) }, &());
            opened.ok().map(|game| ServedValues { game, error: None })
        }
        _ => {
            let opened = open(game, tables);
            let keeps = tables.store.is_loading() && is_damaged_since(&*values.game, &opened);
            (!keeps).then(|| served(game, opened))
        }
    }
}

/// Whether a table that has values is damaged now.
fn is_damaged_since(values: &dyn OpenGame, now: &Result<Arc<dyn OpenGame>, OpenError>) -> bool {
    let sound = &values.values().sound;
    match now {
        Ok(now) => now.values().unusable.iter().any(|part| sound.contains(part)),
        Err(OpenError::Table(_)) => !sound.is_empty(),
        Err(_) => false,
    }
}

/// The finished tables of a store.
fn finished(store: &Store) -> Vec<StoredFile> {
    let files = store.files().unwrap_or_default();
    files.into_iter().filter(|file| !file.partial && file.begins_as_table).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight::open::Games;

    #[test]
    fn statistics_of_replaced_values_are_not_kept() {
        let (games, store) = (Games::standard(), Store::new("no/such/directory"));
        let tables = ServedTables { store, other: None };
        let game = games.shared().find(|game| game.facts().name == "tic-tac-toe").expect("the game is there");
        let [before, now] = [(); 2].map(|()| open(&**game, &tables).expect("the game is small"));
        let values = ServedValues { game: Arc::clone(&now), error: None };
        let state = ServedState { values, files: Vec::new(), compared: Instant::now(), counted: HashMap::new() };
        let served = ServedGame { game: Arc::clone(game), tables, state: Mutex::new(state) };
        for (values, kept) in [(&before, 0), (&now, 1), (&before, 1)] {
            let statistics = served.counted(values, SliceId(0)).expect("memory can be trusted");
            let state = served.state();
            assert_eq!(state.counted.len(), kept);
            let is_kept = state.counted.values().any(|counted| Arc::ptr_eq(counted, &statistics));
            assert_eq!(is_kept, Arc::ptr_eq(values, &now));
        }
    }
}
