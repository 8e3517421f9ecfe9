//! The questions about a game that figures ask, without the type of the game: it is the one file here that is compiled
//! for each game.

use super::figures::FormatError;
use crate::game::{Notation, NotationError, PlayRules, Value, value_text};
use crate::query::Probe;
use crate::query::statistics::{self, Statistics};
use crate::search::GenericSearch;
use crate::search::perft::{perft, perft_of_positions};
use crate::space::{Group, NoSuchSlice, Slice, SliceId, Symmetry, slice_named};
use crate::values::{Lookup, LookupError, Memory, Overlay, decode};
use crate::verify::counts;
use crate::verify::replies::{self, Example, ReplyGames};
use crate::verify::searches::SearchFound;

/// Why published figures could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum PublishedError {
    /// The text is not a list of figures.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A position or a move in it cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A table is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] LookupError),
}

/// The statistics of a slice that a figure needs. Moves take the longest to count.
#[derive(Clone, Copy)]
pub(super) enum StatisticsChoice {
    /// Every position.
    Positions,
    /// Every position and its moves.
    Moves,
    /// Symmetric positions counted once.
    UpToSymmetry,
}

/// A game with its tables. A position is a text, the start without one, and the moves from there.
pub(super) trait FigureGame {
    fn slices(&self) -> &[Slice];

    fn groups(&self) -> Vec<Group>;

    fn slice_named(&self, name: &str) -> Result<SliceId, NoSuchSlice>;

    fn holds(&self, slice: SliceId) -> bool;

    /// The statistics of a slice. The longest win and loss have no positions.
    fn count(&self, slice: SliceId, counted: StatisticsChoice) -> Result<Statistics<()>, LookupError>;

    fn value(&self, position: Option<&str>, after: &[String]) -> Result<Option<Value>, PublishedError>;

    fn value_text(&self, value: Value) -> String;

    fn moves(&self, position: Option<&str>, after: &[String]) -> Result<u64, NotationError>;

    fn perft(&self, position: Option<&str>, after: &[String], depth: u32, once: bool) -> Result<u64, NotationError>;

    fn reachable(&self, up_to_symmetry: bool) -> Option<u64>;

    fn games(&self) -> u64;

    fn replies(&self, moves: &[String]) -> Result<Option<(ReplyGames, Option<Example>)>, LookupError>;

    fn search(&self, engine: &GenericSearch, depth: u32) -> Result<SearchFound, LookupError>;
}

/// The position of the text, or the start, and the moves made from there.
fn position_after<G: Notation>(
    game: &G,
    position: Option<&str>,
    after: &[String],
) -> Result<G::Position, NotationError> {
    let mut position = position.map_or_else(|| Ok(game.start()), |text| game.parse(text))?;
    for mv in after {
        position = game.play(&position, game.parse_move(&position, mv)?);
    }
    Ok(position)
}

impl<S: Symmetry + Notation + PlayRules, T: Lookup> FigureGame for Probe<'_, S, T> {
    fn slices(&self) -> &[Slice] {
        self.space.slices()
    }

    fn groups(&self) -> Vec<Group> {
        self.space.groups()
    }

    fn slice_named(&self, name: &str) -> Result<SliceId, NoSuchSlice> {
        slice_named(self.space, name)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.tables.holds(slice)
    }

    fn count(&self, slice: SliceId, counted: StatisticsChoice) -> Result<Statistics<()>, LookupError> {
        let mut memory = Memory::new(self.space.slices());
        decode(self.tables, self.space.slices(), &[slice], &mut memory, &())?;
        let probe = Probe { space: self.space, tables: &Overlay { above: &memory, below: self.tables } };
        let counted = match counted {
            StatisticsChoice::Positions => statistics::of_slice_without_moves(&probe, slice, &())?,
            StatisticsChoice::Moves => statistics::of_slice(&probe, slice, &())?,
            StatisticsChoice::UpToSymmetry => statistics::of_slice_up_to_symmetry(&probe, slice, &())?,
        };
        Ok(counted.map(|_| ()))
    }

    fn value(&self, position: Option<&str>, after: &[String]) -> Result<Option<Value>, PublishedError> {
        Ok(Probe::value(self, &position_after(self.space, position, after)?)?)
    }

    fn value_text(&self, value: Value) -> String {
        value_text(self.space, value)
    }

    fn moves(&self, position: Option<&str>, after: &[String]) -> Result<u64, NotationError> {
        Ok(counts::moves(self.space, &position_after(self.space, position, after)?))
    }

    fn perft(&self, position: Option<&str>, after: &[String], depth: u32, once: bool) -> Result<u64, NotationError> {
        let perft = if once { perft_of_positions } else { perft };
        Ok(perft(self.space, &position_after(self.space, position, after)?, depth))
    }

    fn reachable(&self, up_to_symmetry: bool) -> Option<u64> {
        counts::reachable(self.space, up_to_symmetry)
    }

    fn games(&self) -> u64 {
        counts::games(self.space, &self.space.start())
    }

    fn replies(&self, moves: &[String]) -> Result<Option<(ReplyGames, Option<Example>)>, LookupError> {
        replies::find(self, moves)
    }

    fn search(&self, engine: &GenericSearch, depth: u32) -> Result<SearchFound, LookupError> {
        SearchFound::new(self.space, engine, depth)
    }
}
