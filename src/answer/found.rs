//! The positions that meet criteria: the question, its checks, and the answers.

use serde::Serialize;
use thiserror::Error;

use super::{GameFacts, ValuesFacts};
use crate::game::{Outcome, Value};
use crate::query::Unsolved;
use crate::query::find::Criteria;
use crate::space::SliceId;

/// The positions to find.
#[derive(Clone, Debug, Default)]
pub struct FindQuery {
    /// The slices; all that have values if it is empty.
    pub slices: Vec<SliceId>,
    /// The criteria.
    pub criteria: Criteria,
    /// Whether only positions of the greatest depth are wanted.
    pub deepest: bool,
    /// Whether the positions with the most only moves in a row come first.
    pub most_only_moves: bool,
    /// Whether the value with the other side to move is wanted, too.
    pub other_side: bool,
    /// Which of the entries that meet the criteria are wanted.
    pub choice: FoundChoice,
}

/// The figures that are found beside a value, each if it is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoundColumns {
    /// The only moves in a row.
    pub only_moves: bool,
    /// The value with the other side to move.
    pub other_side: bool,
}

/// Which of the entries that meet criteria are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundChoice {
    /// The first in the order of the tables. Of wins that are made of only moves, the longest come first.
    First(usize),
    /// Entries that are drawn at random.
    Sample {
        /// Their number.
        number: usize,
        /// The same seed draws the same entries.
        seed: u64,
    },
}

impl Default for FoundChoice {
    /// All.
    fn default() -> FoundChoice {
        FoundChoice::First(usize::MAX)
    }
}

/// Why positions cannot be found. Every interface has the words of the command line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FindError {
    /// Draws are to have a depth.
    #[error("expected --value win or --value loss with --plies, found --value draw: draws have no depth")]
    DrawsWithDepth,
    /// Draws or losses are to be made of only moves.
    #[error("expected --value win or no --value with --unique, found another: only wins are unique")]
    UniqueOtherwise,
    /// No tables under the rule of quiet plies are there.
    #[error("expected tables of {0} under a rule of quiet plies for a cursed win or a blessed loss, found none")]
    NoRule(&'static str),
    /// The order by only moves of all positions is wanted, but not the only moves.
    #[error("expected --only-moves with the order by only moves, found none")]
    NoOnlyMoves,
    /// The game has no mutual zugzwangs.
    #[error("expected --zugzwang for a game in which either side may be to move in the same placement, found {0}")]
    NoZugzwangs(&'static str),
    /// The values have results alone where depths are needed. The slice is one of those.
    #[error("expected tables with depths, found only results of {}", .0.game)]
    NoDepths(Unsolved),
    /// A slice has no values, or a slice that a move leads to, where the criteria compare all moves.
    #[error("expected a slice that is solved, found that {0}")]
    Unsolved(#[from] Unsolved),
}

impl FindQuery {
    /// The figures beside the value that the criteria and the question want.
    pub fn columns(&self) -> FoundColumns {
        FoundColumns { only_moves: self.criteria.only_moves.is_some(), other_side: self.other_side }
    }

    /// Checks that a game can have such positions, with any values.
    ///
    /// # Errors
    /// For criteria that do not go together, and for criteria that the game does not have.
    pub fn check(&self, game: &GameFacts) -> Result<(), FindError> {
        let Criteria { result, ref plies, zugzwang, unique, ref only_moves, .. } = self.criteria;
        match () {
            () if result == Some(Outcome::Draw) && (plies.is_some() || self.deepest) => Err(FindError::DrawsWithDepth),
            () if unique && result.is_some_and(|result| result != Outcome::Win) => Err(FindError::UniqueOtherwise),
            () if self.most_only_moves && only_moves.is_none() => Err(FindError::NoOnlyMoves),
            () if (zugzwang.is_some() || self.other_side) && !game.has_zugzwangs => {
                Err(FindError::NoZugzwangs(game.name))
            }
            () => Ok(()),
        }
    }

    /// The slices that are searched, once the question is checked against the values of the game.
    ///
    /// # Errors
    /// As [`FindQuery::check`]; for a slice without values; for criteria that compare all moves where a move leads to
    /// such a slice; and for criteria that need depths where a slice has none: its deepest would be passed over.
    pub fn searched(&self, game: &GameFacts, values: &ValuesFacts) -> Result<Vec<SliceId>, FindError> {
        self.check(game)?;
        let slices = if self.slices.is_empty() { values.own.clone() } else { self.slices.clone() };
        let lead_to = slices.iter().flat_map(|slice| &game.slices[slice.index()].leads_to);
        // A move into a slice without values would keep nothing, and another move would seem to be the only one.
        let compares_moves = self.criteria.only_move || self.criteria.unique || self.criteria.only_moves.is_some();
        let needed = slices.iter().chain(lead_to.filter(|_| compares_moves));
        if let Some(&slice) = needed.into_iter().find(|slice| !values.holds(**slice)) {
            return Err(game.unsolved(slice).into());
        }
        if self.criteria.under_rule.is_some() && !values.has_rule {
            return Err(FindError::NoRule(game.name));
        }
        let Criteria { plies, only_moves, unique, .. } = &self.criteria;
        let needs_depths = plies.is_some() || self.deepest || *unique || only_moves.is_some();
        let has_results_only = |slice: &SliceId| values.results_only.contains(slice);
        let without_depths = slices.iter().filter(|slice| needs_depths && has_results_only(slice));
        // The greatest, as the user selected its size.
        match without_depths.max_by_key(|slice| game.slices[slice.index()].size) {
            Some(&greatest) => Err(FindError::NoDepths(game.unsolved(greatest))),
            None => Ok(slices),
        }
    }

    /// The question for the positions of the greatest depth, once it is known. Without one, no position is found.
    pub fn at(self, deepest: Option<u32>) -> FindQuery {
        // If no win or loss meets the criteria, none in 0 plies does.
        let depth = deepest.unwrap_or(0);
        FindQuery { criteria: Criteria { plies: Some(depth..=depth), ..self.criteria }, deepest: false, ..self }
    }
}

/// Found entries, a few thousand together, so that their positions share one text.
#[derive(Clone, Debug, Default)]
pub struct FoundBatch {
    text: String,
    /// Each entry with the end of its position in the text.
    entries: Vec<(usize, FoundFigures)>,
}

/// The figures of a found entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundFigures {
    /// Its slice.
    pub slice: SliceId,
    /// Its value for the side to move.
    pub value: Value,
    /// The number of positions that the entry stands for.
    pub positions: u64,
    /// The only moves in a row, if they are wanted.
    pub only_moves: Option<u32>,
    /// The value with the other side to move, for that side, if it is wanted and known.
    pub other: Option<Value>,
}

/// A found entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundPosition<'a> {
    /// Its position.
    pub position: &'a str,
    /// Its figures.
    pub figures: FoundFigures,
}

impl FoundBatch {
    /// Adds an entry; `write` writes its position.
    pub fn push(&mut self, figures: FoundFigures, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.entries.push((self.text.len(), figures));
    }

    /// The entries.
    pub fn iter(&self) -> impl Iterator<Item = FoundPosition<'_>> {
        let mut start = 0;
        self.entries.iter().map(move |&(end, figures)| {
            let position = &self.text[start..end];
            start = end;
            FoundPosition { position, figures }
        })
    }

    /// The number of entries.
    pub fn entries(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The number of positions that the entries stand for.
    pub fn positions(&self) -> u64 {
        self.entries.iter().map(|(_, figures)| figures.positions).sum()
    }
}

/// A found entry, as JSON has it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FoundAnswer<'a> {
    game: &'static str,
    slice: &'a str,
    position: &'a str,
    value: &'static str,
    plies: Option<u32>,
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    only_moves: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_value: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_plies: Option<u32>,
}

impl<'a> FoundAnswer<'a> {
    /// The answer of an entry.
    pub fn new(game: &'a GameFacts, found: FoundPosition<'a>) -> FoundAnswer<'a> {
        let FoundPosition { position, figures: FoundFigures { slice, value, positions, only_moves, other } } = found;
        FoundAnswer {
            game: game.name,
            slice: &game.slices[slice.index()].name,
            position,
            value: value.word(),
            plies: value.plies(),
            positions,
            only_moves,
            other_value: other.map(Value::word),
            other_plies: other.and_then(Value::plies),
        }
    }
}
