//! The values of a game that the program answers from: its tables, or the memory for a small game.

use crate::args::Quiet;
use crate::args::selection::require_tables;
use crate::args::{missing_slice, open_with_rule};
use crate::failure::Failure;
use crate::output::progress::ProgressReport;
use crate::rules::check_sample;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::Value;
use hindsight::job::JobError;
use hindsight::open::facts;
use hindsight::solve;
use hindsight::space::{self, SliceId, Space};
use hindsight::table::{Store, TableError, Tables};
use hindsight::util::progress::Progress;
use hindsight::values::{Lookup, LookupError, Memory};

/// The entries of the largest game that is solved where it has no tables.
const SMALL: u64 = 1_000_000;

/// The values of a game.
pub enum GameValues {
    /// The values of its tables.
    Tables(Box<Tables>),
    /// The values of a small game, solved in memory.
    Memory(Memory),
}

/// Whether a game without tables is solved in memory.
pub fn is_small<S: Space>(space: &S) -> bool {
    !space.slices().is_empty() && space.slices().iter().map(|slice| slice.entries).sum::<u64>() <= SMALL
}

/// The values of a game: from its tables in a store and in the program; or, for a small game without tables, from a
/// solve in memory.
///
/// # Errors
/// If the game has no tables, or they cannot be used. Where several tables could be made, the error names the slice of
/// the position that was asked for.
pub fn open<G: CatalogueGame>(
    entry: &GameEntry<G>,
    store: &Store,
    asked: Option<&G::Position>,
) -> Result<GameValues, Failure> {
    let game = &entry.game;
    require_tables(&facts(entry))?;
    match open_with_rule(store, entry) {
        Ok(tables) => Ok(GameValues::Tables(Box::new(tables))),
        Err(TableError::Missing { .. }) if is_small(game) => solve_small(entry),
        Err(error) => {
            let asked = asked.and_then(|position| game.rank(position)).map(|entry| entry.slice);
            Err(missing_slice(game, error, asked))
        }
    }
}

/// Solves a small game.
fn solve_small<G: CatalogueGame>(entry: &GameEntry<G>) -> Result<GameValues, Failure> {
    check_sample(entry)?;
    let total = entry.game.slices().iter().map(|slice| slice.entries).sum();
    let progress = ProgressReport::new("solving", total, &Quiet::NO);
    progress.begin(entry.game.name());
    let solved = solve::in_memory(&entry.game, &*entry.solver, &progress);
    Ok(GameValues::Memory(solved.map_err(|error| Failure::from(JobError::Solve(error)))?))
}

impl GameValues {
    fn lookup(&self) -> &dyn Lookup {
        match self {
            GameValues::Tables(tables) => &**tables,
            GameValues::Memory(memory) => memory,
        }
    }
}

impl Lookup for GameValues {
    fn value(&self, entry: space::Entry) -> Result<Option<Value>, LookupError> {
        self.lookup().value(entry)
    }

    fn value_of<S: Space>(
        &self,
        space: &S,
        entry: space::Entry,
        position: &S::Position,
    ) -> Result<Option<Value>, LookupError> {
        match self {
            GameValues::Tables(tables) => tables.value_of(space, entry, position),
            GameValues::Memory(_) => self.value(entry),
        }
    }

    fn prefetch(&self, entry: space::Entry) {
        if let GameValues::Tables(tables) = self {
            tables.prefetch(entry);
        }
    }

    fn under_rule(&self) -> Option<&dyn Lookup> {
        self.lookup().under_rule()
    }

    fn read(&self, from: space::Entry, codes: &mut [u16]) -> Result<bool, LookupError> {
        self.lookup().read(from, codes)
    }

    fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) -> Result<bool, LookupError> {
        self.lookup().gather(slice, indexes, codes)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.lookup().holds(slice)
    }
}
