//! Where the values of a game come from: the only place that opens tables.
//!
//! ```text
//! who asks              store  prefer  named       small  empty   rule
//! query, the explorer   yes    All     -           yes    -       WithZeroing
//! query --rule50        yes    All     -           yes    -       Zeroing
//! annotate              yes    All     -           -      -       WithZeroing
//! find, stats           yes    All     selection   yes    -       Plain
//! verify                yes    All     selection   -      -       Plain
//! compress              yes    Store   -           -      -       Plain
//! solve                 -      None    -           -      yes     Plain
//! play, search, uci     yes    All     -           -      yes     WithZeroing
//! --no-tables           -      None    -           -      yes     Plain
//! C and Python          usual  All     -           yes    -       WithZeroing
//! tables (damaged)      yes    All     -           -      yes     Plain
//! tables --sums         yes    Store   -           -      yes     Plain
//! ```

use std::path::PathBuf;

use super::directories::usual_directories;
use super::error::OpenError;
use super::work::check_contract;
use crate::answer::SMALL;
use crate::catalogue::{CatalogueGame, GameEntry};
use crate::job::JobError;
use crate::query::Unsolved;
use crate::solve;
use crate::space::{Slice, SliceId, slice_of};
use crate::table::{Embedded, Store, TableError, TableGame, Tables};
use crate::util::progress::Progress;

/// Where the values of a game come from.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The directories with tables; `None` for the tables in the program alone.
    pub store: Option<Store>,
    /// Which tables are used.
    pub prefer: Prefer,
    /// The names of slices that the question is about. The error for missing tables names the first.
    pub named: Vec<String>,
    /// The position that the question is about, which is read before tables are opened: the error for missing tables
    /// names its slice.
    pub position: Option<String>,
    /// Whether a small game without tables is solved in memory, after a check of its contract on a sample.
    pub small: bool,
    /// Whether a game opens without values, if there are none.
    pub empty: bool,
    /// Whether a game opens with the tables that can be used, even if there are others and none of these: for questions
    /// about the files themselves.
    pub damaged: bool,
    /// Which rule the values obey.
    pub rule: Rule,
    /// The directories of tables in the format of another program, a list; `None` for none. They answer where these
    /// values hold no position.
    pub other: Option<String>,
    /// The greatest size of slices whose tables are used; `None` for any.
    pub largest: Option<u32>,
}

/// Which tables are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefer {
    /// The tables of the store; for a slice without one, the table in the program.
    All,
    /// The tables of the store alone.
    Store,
    /// No tables.
    None,
}

/// Which rule the values obey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The values without the rule of quiet plies.
    Plain,
    /// The values without the rule, and beside them the tables under the rule, if there are any.
    WithZeroing,
    /// The values under the rule alone: the values of the game whose name ends with `-dtz`.
    Zeroing,
}

impl Default for Sources {
    /// The tables in the program, with the rule of quiet plies; a small game is solved in memory.
    fn default() -> Sources {
        Sources {
            store: None,
            prefer: Prefer::All,
            named: Vec::new(),
            position: None,
            small: true,
            empty: false,
            damaged: false,
            rule: Rule::WithZeroing,
            other: None,
            largest: None,
        }
    }
}

impl Sources {
    /// The tables of a store, and those in the program for slices without one.
    pub fn of(store: Store) -> Sources {
        Sources { store: Some(store), ..Sources::default() }
    }

    /// The tables of the [usual directories](usual_directories), and the tables in the program: for a caller that names
    /// no directory.
    pub fn usual() -> Sources {
        Sources::of(Store::of_list(usual_directories()))
    }

    /// The tables of directories, which are searched in order, and the tables in the program; without directories the
    /// tables in the program alone.
    ///
    /// # Errors
    /// If a directory is not there.
    pub fn in_directories(directories: &[PathBuf]) -> Result<Sources, TableError> {
        let Some((first, further)) = directories.split_first() else { return Ok(Sources::default()) };
        let store = Store::new(first).with_further(further.to_vec());
        store.check_directories()?;
        Ok(Sources::of(store))
    }

    /// No values: for questions about the rules alone.
    pub fn nothing() -> Sources {
        Sources { prefer: Prefer::None, small: false, empty: true, rule: Rule::Plain, ..Sources::default() }
    }
}

/// Opens the values of a game, whose entry is the one that [`Sources::rule`] asks for. The progress counts the entries
/// of a small game that is solved.
///
/// # Errors
/// For a text that is no position; for a game without values, unless it may be empty; for a named slice that the game
/// does not have; and for tables none of which can be used.
pub(super) fn open<G: CatalogueGame>(
    entry: &GameEntry<G>,
    sources: &Sources,
    progress: &dyn Progress,
) -> Result<Tables, OpenError> {
    let game = &entry.game;
    let position = sources.position.as_ref().map(|position| game.parse(position)).transpose()?;
    if sources.prefer == Prefer::None {
        return Ok(Tables::empty(game));
    }
    if game.slices().is_empty() {
        return if sources.empty { Ok(Tables::empty(game)) } else { Err(OpenError::NoSlices(game.name())) };
    }
    let zeroing = entry.zeroing.as_deref().map(|zeroing| (&zeroing.game as &dyn TableGame, zeroing.embedded));
    match tables(game, entry.embedded, sources) {
        Ok(tables) => Ok(with_rule(tables, zeroing, sources)?),
        Err(OpenError::Table(TableError::Missing { .. })) if sources.small && is_small(game.slices()) => {
            solve_small(entry, progress)
        }
        Err(OpenError::Table(TableError::Missing { .. })) if sources.empty => Ok(Tables::empty(game)),
        Err(OpenError::Table(error)) => {
            let slice = position.and_then(|position| game.rank(&position)).map(|entry| entry.slice);
            Err(missing_slice(game, error, &sources.named, slice)?)
        }
        Err(error) => Err(error),
    }
}

/// The tables of a game without the rule of quiet plies, or of the game with that rule.
fn tables(game: &dyn TableGame, embedded: &[Embedded], sources: &Sources) -> Result<Tables, OpenError> {
    let Some(store) = &sources.store else { return Ok(Tables::compiled_in(game, embedded)?) };
    Ok(match (sources.prefer, sources.damaged) {
        (Prefer::Store, false) => store.open(game)?,
        (Prefer::Store, true) => store.scan(game),
        (_, false) => store.open_with(game, embedded)?,
        (_, true) => store.scan_with(game, embedded),
    })
}

/// These tables, with the tables of the game under the rule of quiet plies where they are asked for and there are any.
fn with_rule(
    tables: Tables,
    zeroing: Option<(&dyn TableGame, &[Embedded])>,
    sources: &Sources,
) -> Result<Tables, TableError> {
    let Some((zeroing, embedded)) = zeroing.filter(|_| sources.rule == Rule::WithZeroing) else {
        return Ok(tables);
    };
    let opened = match &sources.store {
        Some(store) => store.open_with(zeroing, embedded),
        None => Tables::compiled_in(zeroing, embedded),
    };
    match opened {
        Ok(ruled) => Ok(tables.with_rule(Some(ruled))),
        Err(TableError::Missing { .. }) => Ok(tables),
        Err(error) => Err(error),
    }
}

/// Solves a small game in memory.
fn solve_small<G: CatalogueGame>(entry: &GameEntry<G>, progress: &dyn Progress) -> Result<Tables, OpenError> {
    let game = &entry.game;
    check_contract(entry)?;
    progress.begin(game.name());
    let solved = solve::in_memory(game, &*entry.solver, progress).map_err(JobError::Solve)?;
    Ok(Tables::of_memory(game, solved))
}

/// Whether a game without tables is solved in memory; see [`GameFacts::is_small`](crate::answer::GameFacts::is_small).
fn is_small(slices: &[Slice]) -> bool {
    slices.iter().map(|slice| slice.entries).sum::<u64>() <= SMALL
}

/// The error for tables that could not be opened: for missing tables of a game of several, the first slice that the
/// question is about, since it takes less to solve than the whole game.
fn missing_slice(
    game: &dyn TableGame,
    error: TableError,
    named: &[String],
    slice: Option<SliceId>,
) -> Result<OpenError, OpenError> {
    let slices = game.slices();
    let has_parts = slices.iter().any(|slice| slice.part != slices[0].part);
    let named = named.first().map(|name| slice_of(slices, game.name(), name)).transpose()?;
    let asked = named.or(slice);
    Ok(match (error, asked) {
        (TableError::Missing { .. }, Some(slice)) if has_parts => Unsolved::new(game, slice).into(),
        (error, _) => error.into(),
    })
}
