//! The one place where a game meets its solver, its players and its published figures.
//!
//! A crate with a game of its own adds it as [`games`] does, and gets the whole program:
//!
//! ```
//! use hindsight::catalogue::{Catalogue, GameEntry};
//! use hindsight::games::tic_tac_toe::TicTacToe;
//!
//! fn games(catalogue: &mut impl Catalogue) {
//!     catalogue.add(GameEntry::new(TicTacToe::new()).published("[[figure]]\n..."));
//! }
//! ```

/// Tables that are compiled into the program, as `make embedded` makes them.
macro_rules! embedded {
    ($($name:literal),*) => {
        &[$($crate::table::Embedded { name: $name, bytes: include_bytes!(concat!("../../data/embedded/", $name)) }),*]
    };
}

mod draughts;
mod games;
mod guide;

use std::sync::Arc;

use crate::game::{Board, PlayRules};
use crate::play::transcript::Tags;
use crate::search::{OtherFormat, PlayerFactory};
use crate::solve::Solver;
use crate::solve::retrograde::Retrograde;
use crate::space::{Metric, Naming, Symmetry};
use crate::table::Embedded;

pub use games::games;
pub use guide::{Guide, GuideError, GuidePosition};

/// All traits of a game together: the whole program works for it.
pub trait CatalogueGame: Symmetry + Naming + Board + PlayRules {}

impl<G: Symmetry + Naming + Board + PlayRules> CatalogueGame for G {}

/// Takes games of all types: the command line, or a test of every game.
pub trait Catalogue {
    /// Takes one game with its solver, players and figures.
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>);
}

/// A game with its solver, players, figures and openings.
pub struct GameEntry<G: CatalogueGame> {
    /// The game.
    pub game: G,
    /// The solver that solves it.
    pub solver: Box<dyn Solver<G>>,
    /// The game with its quiet plies limited: its tables count plies to the next move that is not quiet. It has the
    /// name of the game with `-dtz` behind it.
    pub zeroing: Option<Arc<GameEntry<G>>>,
    /// The players that know it, the one to play against first. The generic searches are always there.
    pub players: Vec<PlayerFactory<G>>,
    /// The format of other programs whose tables its engines can use.
    pub other: Option<OtherFormat<G>>,
    /// Its published figures, a TOML text as [`verify::published`](crate::verify::published) has it; empty if there are
    /// none.
    pub published: &'static str,
    /// The figures of each slice that was solved before, a TOML text as [`verify::solved`](crate::verify::solved) has
    /// it; empty if there are none.
    pub solved: &'static str,
    /// Its tables that are compiled into the program.
    pub embedded: &'static [Embedded],
    /// Other names of the game, in lower case.
    pub aliases: &'static [&'static str],
    /// The tag GameType of its records; see [`Tags::game_type`].
    pub record_type: Option<&'static str>,
    /// Its rules and positions worth seeing, a TOML text as [`Guide`] has it; empty if there is none.
    pub guide: &'static str,
    /// Its sets of openings for matches. Random openings are always there.
    pub openings: Vec<OpeningSet>,
}

/// Openings for matches, under a name.
pub struct OpeningSet {
    /// The name on the command line, in lower case.
    pub name: &'static str,
    /// Whether matches use these openings by default.
    pub is_default: bool,
    /// Writes the openings, one on each line, as [`read_openings`](crate::play::matches::read_openings) reads them.
    pub text: fn() -> String,
}

impl<G: CatalogueGame> GameEntry<G> {
    /// A game that [`Retrograde`] solves, without players, openings or figures.
    pub fn new(game: G) -> GameEntry<G> {
        GameEntry::with_solver(game, Retrograde)
    }

    /// A game that this solver solves, without players, openings or figures. Other solvers are not compiled for it.
    pub fn with_solver(game: G, solver: impl Solver<G> + 'static) -> GameEntry<G> {
        GameEntry {
            game,
            solver: Box::new(solver),
            zeroing: None,
            players: Vec::new(),
            other: None,
            published: "",
            solved: "",
            embedded: &[],
            aliases: &[],
            record_type: None,
            guide: "",
            openings: Vec::new(),
        }
    }

    /// Sets the game with its quiet plies limited, whose [metric](crate::space::Space::metric) is
    /// [`Zeroing`](crate::space::Metric::Zeroing).
    pub fn zeroing(self, zeroing: GameEntry<G>) -> GameEntry<G> {
        GameEntry { zeroing: Some(Arc::new(zeroing)), ..self }
    }

    /// Sets the players that know the game, the one to play against first.
    pub fn players(self, players: Vec<PlayerFactory<G>>) -> GameEntry<G> {
        GameEntry { players, ..self }
    }

    /// Sets the format of other programs whose tables its engines can use.
    pub fn other(self, format: OtherFormat<G>) -> GameEntry<G> {
        GameEntry { other: Some(format), ..self }
    }

    /// Sets the published figures.
    pub fn published(self, toml: &'static str) -> GameEntry<G> {
        GameEntry { published: toml, ..self }
    }

    /// Sets the figures of the slices that were solved before.
    pub fn solved(self, toml: &'static str) -> GameEntry<G> {
        GameEntry { solved: toml, ..self }
    }

    /// Sets the tables that are compiled into the program: they answer where no file does.
    pub fn embedded(self, embedded: &'static [Embedded]) -> GameEntry<G> {
        GameEntry { embedded, ..self }
    }

    /// Sets other names of the game, in lower case.
    pub fn aliases(self, aliases: &'static [&'static str]) -> GameEntry<G> {
        GameEntry { aliases, ..self }
    }

    /// Sets the tag GameType of the records of the game.
    pub fn record_type(self, number: &'static str) -> GameEntry<G> {
        GameEntry { record_type: Some(number), ..self }
    }

    /// Sets the rules and the positions worth seeing.
    pub fn guide(self, toml: &'static str) -> GameEntry<G> {
        GameEntry { guide: toml, ..self }
    }

    /// Adds a set of openings.
    pub fn openings(mut self, set: OpeningSet) -> GameEntry<G> {
        self.openings.push(set);
        self
    }

    /// The entry of the game with its quiet plies limited, which may be this one; `None` if the game has no such rule.
    pub fn under_rule(&self) -> Option<&GameEntry<G>> {
        match self.game.metric() {
            Metric::Zeroing(_) => Some(self),
            Metric::End => self.zeroing.as_deref(),
        }
    }

    /// The entry of this name, in upper or lower case: the game, or the game with its quiet plies limited.
    pub fn of_name(&self, name: &str) -> Option<&GameEntry<G>> {
        match &self.zeroing {
            _ if self.game.name().eq_ignore_ascii_case(name) => Some(self),
            Some(zeroing) => zeroing.of_name(name),
            None => None,
        }
    }

    /// The name of the engine that plays where no other is named: the first of the players, or `scout-tt`.
    pub fn default_engine(&self) -> &'static str {
        self.players.first().map_or("scout-tt", |factory| factory.name)
    }

    /// The tags of a record of this game that was played on a day, `YYYY.MM.DD`.
    pub fn tags(&self, event: String, date: String) -> Tags {
        Tags { event, date, game_type: self.record_type, ..Tags::default() }
    }
}
