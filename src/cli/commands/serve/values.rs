//! The source of the values of a game: its tables, or the memory for a small game.

use crate::catalogue::{CatalogueGame, GameEntry};
use crate::cli::advice;
use crate::cli::args::Quiet;
use crate::cli::failure::Failure;
use crate::cli::output::note;
use crate::cli::output::progress::ProgressReport;
use crate::cli::program;
use crate::cli::rules::check_sample;
use crate::game::Value;
use crate::job::JobError;
use crate::solve;
use crate::space::{self, SliceId, Space};
use crate::table::{Store, TableError, Tables};
use crate::util::progress::Progress;
use crate::values::{Lookup, LookupError, Memory};

/// The entries of the largest game that is solved at the start. Pangki has 5,864,611.
const SMALL: u64 = 6_000_000;

/// The values of a game.
pub enum GameValues {
    /// The values of its tables.
    Tables(Box<Tables>),
    /// The values of a small game, solved at the start.
    Memory(Memory),
    /// No values; the error, if there are tables that cannot be used.
    None(Option<String>),
}

/// The tables that have come into a store since `values` were opened: of a game whose values are in memory or nowhere,
/// or that has further tables now. `None` if the game keeps its values.
pub fn reopen<G: CatalogueGame>(entry: &GameEntry<G>, store: &Store, values: &GameValues) -> Option<GameValues> {
    match values {
        GameValues::Memory(_) => store.open(&entry.game).ok().map(|tables| GameValues::Tables(Box::new(tables))),
        _ => Some(open(entry, store)),
    }
}

/// The values of a game: from its tables in a store; for a small game without tables, from a solve in memory; or from
/// the tables in the program. A game that cannot be opened or solved is served without values.
pub fn open<G: CatalogueGame>(entry: &GameEntry<G>, store: &Store) -> GameValues {
    let game = &entry.game;
    let is_small = game.slices().iter().map(|slice| slice.entries).sum::<u64>() <= SMALL;
    // A small game is solved with depths, which the tables in the program lack.
    let tables = if is_small { store.open(game) } else { store.open_with(game, entry.embedded) };
    let values = match tables {
        _ if game.slices().is_empty() => Ok(GameValues::None(None)),
        Ok(tables) => Ok(GameValues::Tables(Box::new(tables))),
        Err(TableError::Missing { .. }) if is_small => solve_small(entry),
        Err(TableError::Missing { .. }) => Ok(GameValues::None(None)),
        Err(error) => Err(error.into()),
    };
    values.unwrap_or_else(|failure: Failure| {
        let text = advice::explain(&failure, program::invocation());
        note(format_args!("{} is served without values: {text}", game.name()));
        GameValues::None(Some(text))
    })
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
    /// The source, in one word of JSON.
    pub fn word(&self) -> &'static str {
        match self {
            GameValues::Tables(tables) if tables.is_embedded() => "embedded",
            GameValues::Tables(_) => "tables",
            GameValues::Memory(_) => "memory",
            GameValues::None(_) => "none",
        }
    }

    fn lookup(&self) -> &dyn Lookup {
        match self {
            GameValues::Tables(tables) => &**tables,
            GameValues::Memory(memory) => memory,
            GameValues::None(_) => &(),
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
            GameValues::Memory(_) | GameValues::None(_) => self.value(entry),
        }
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
