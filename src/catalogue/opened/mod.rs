//! A game with its tables behind one object without types: every interface for other languages uses it.
//!
//! ```no_run
//! use hindsight::catalogue::opened;
//!
//! let checkers = opened::open("checkers", &["data/tables".into()])?;
//! println!("{:?}", checkers.value("W:WK1,K2:BK32")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview of types
//!
//! * [`open`] opens the tables of a game in directories; [`OpenError`] says why it cannot.
//! * [`OpenedGame`] answers for positions as text; [`AnswerError`] says why it cannot.
//! * [`Opened`] is the object with its types, for a caller that knows the game.

mod answers;
mod error;

use std::any::Any;
use std::path::PathBuf;

use super::{Catalogue, CatalogueGame, GameEntry, games};
use crate::game::Value;
use crate::query::find::Criteria;
use crate::query::statistics::Statistics;
use crate::table::{Store, StoredCodes, TableError, Tables};

pub use error::{AnswerError, OpenError};

/// A game with its tables. Positions and moves are texts in the notation of the game. Any number of threads may ask.
pub trait OpenedGame: Send + Sync {
    /// The name of the game.
    fn name(&self) -> &'static str;

    /// The slices that the tables hold: the name of each, and its entries.
    fn slices(&self) -> Vec<(&str, u64)>;

    /// The value of a position for the side to move; `None` if the tables do not hold it.
    ///
    /// # Errors
    /// For a text that is no position, and for a damaged table.
    fn value(&self, position: &str) -> Result<Option<Value>, AnswerError>;

    /// The moves of a position, best first; none if the game is over. `None` if the tables do not hold a position that
    /// a move leads to.
    ///
    /// # Errors
    /// As [`OpenedGame::value`].
    fn moves(&self, position: &str) -> Result<Option<Vec<MoveAnswer>>, AnswerError>;

    /// The moves of best play from a position, as [`query::line`](crate::query::line()) has them. `None` if the tables
    /// do not hold a position of the line or one of its successors.
    ///
    /// # Errors
    /// As [`OpenedGame::value`].
    fn line(&self, position: &str) -> Result<Option<Vec<String>>, AnswerError>;

    /// The first positions that meet the criteria, in the order of the tables.
    ///
    /// # Errors
    /// For a slice that the game does not have or that is not solved, and for a damaged table.
    fn find(&self, wanted: &Wanted) -> Result<Vec<FoundAnswer>, AnswerError>;

    /// The statistics of a slice, or of all that the tables hold, added up.
    ///
    /// # Errors
    /// As [`OpenedGame::find`].
    fn statistics(&self, slice: Option<&str>) -> Result<Statistics<String>, AnswerError>;

    /// The codes of a slice as its table stores them, not copied; `None` if the table does not store them so, and
    /// [`OpenedGame::codes`] has them.
    ///
    /// # Errors
    /// As [`OpenedGame::find`].
    fn stored_codes(&self, slice: &str) -> Result<Option<StoredCodes<'_>>, AnswerError>;

    /// The codes of all entries of a slice; see [`Code`](crate::values::Code). They take two bytes an entry.
    ///
    /// # Errors
    /// As [`OpenedGame::find`], and if there is not so much memory.
    fn codes(&self, slice: &str) -> Result<Vec<u16>, AnswerError>;

    /// The position of an entry; `None` if the entry holds none.
    ///
    /// # Errors
    /// For a slice that the game does not have, and an index past its end.
    fn position(&self, slice: &str, index: u64) -> Result<Option<String>, AnswerError>;

    /// The starting position.
    fn start(&self) -> String;

    /// The picture of a position, as SVG.
    ///
    /// # Errors
    /// For a text that is no position.
    fn picture(&self, position: &str) -> Result<String, AnswerError>;

    /// The object itself, an [`Opened`] game.
    fn as_any(&self) -> &dyn Any;
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub mv: String,
    /// The position after it.
    pub position: String,
    /// The value for the side that makes the move, in plies from before the move.
    pub value: Value,
}

/// The positions that [`OpenedGame::find`] finds.
#[derive(Clone, Debug, Default)]
pub struct Wanted<'a> {
    /// The slices; all that the tables hold if it is empty.
    pub slices: Vec<&'a str>,
    /// The criteria.
    pub criteria: Criteria,
    /// Whether only positions of the greatest depth are wanted.
    pub deepest: bool,
    /// The greatest number of positions.
    pub limit: usize,
}

/// A found position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundAnswer {
    /// Its slice.
    pub slice: String,
    /// The position.
    pub position: String,
    /// Its value for the side to move.
    pub value: Value,
}

/// A game of the catalogue with its tables.
pub struct Opened<G: CatalogueGame> {
    /// The game.
    pub game: G,
    /// Its tables.
    pub tables: Tables,
}

/// The names of the games that have slices, so that they can have tables, each with its name under the rule of quiet
/// plies, if it has that rule.
pub fn names() -> Vec<&'static str> {
    struct Names(Vec<&'static str>);
    impl Catalogue for Names {
        fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
            self.0.extend(names_of(&entry));
        }
    }
    let mut names = Names(Vec::new());
    games(&mut names);
    names.0
}

/// The names of a game that has slices.
fn names_of<G: CatalogueGame>(entry: &GameEntry<G>) -> impl Iterator<Item = &'static str> {
    let under_rule = entry.zeroing.as_ref().map(|zeroing| zeroing.game.name());
    let names = [Some(entry.game.name()), under_rule].into_iter().flatten();
    names.filter(|_| !entry.game.slices().is_empty())
}

/// Opens the tables of a game of this crate in directories, which are searched in order. A part without a file has its
/// table that is compiled into the program, if there is one: without directories these tables are all.
///
/// # Errors
/// For a name that no game has, a directory that is not there, and a game without a table that can be used.
pub fn open(name: &str, directories: &[PathBuf]) -> Result<Box<dyn OpenedGame>, OpenError> {
    open_of(|opening| games(opening), name, directories)
}

/// [`open`] for the games that `add` adds.
///
/// # Errors
/// As [`open`].
pub fn open_of(
    add: impl FnOnce(&mut Opening),
    name: &str,
    directories: &[PathBuf],
) -> Result<Box<dyn OpenedGame>, OpenError> {
    let mut opening = Opening { name, directories, names: Vec::new(), opened: None };
    add(&mut opening);
    let Opening { names, opened, .. } = opening;
    opened.unwrap_or_else(|| Err(OpenError::NoSuchGame { names, found: name.to_string() }))
}

/// A catalogue that opens the game of one name.
pub struct Opening<'a> {
    name: &'a str,
    directories: &'a [PathBuf],
    /// The names of all games with slices.
    names: Vec<&'static str>,
    opened: Option<Result<Box<dyn OpenedGame>, OpenError>>,
}

impl Catalogue for Opening<'_> {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        if entry.game.slices().is_empty() {
            return;
        }
        self.names.extend(names_of(&entry));
        if let Some(entry) = entry.into_named(self.name) {
            self.opened = Some(opened(entry, self.directories));
        }
    }
}

/// Opens the tables of one game.
fn opened<G: CatalogueGame>(entry: GameEntry<G>, directories: &[PathBuf]) -> Result<Box<dyn OpenedGame>, OpenError> {
    let game = entry.game;
    let tables = match directories.split_first() {
        Some((first, further)) => {
            let store = Store::new(first).with_further(further.to_vec());
            store.check_directories()?;
            store.open_with(&game, entry.embedded)?
        }
        None => match Tables::compiled_in(&game, entry.embedded) {
            Err(TableError::Missing { .. }) => return Err(OpenError::NoneBuiltIn(game.name())),
            tables => tables?,
        },
    };
    Ok(Box::new(Opened { game, tables }))
}
