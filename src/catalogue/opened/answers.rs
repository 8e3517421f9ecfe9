//! The answers of an opened game, as text.

use std::any::Any;

use super::{AnswerError, FoundAnswer, MoveAnswer, Opened, OpenedGame, Wanted};
use crate::catalogue::CatalogueGame;
use crate::draw::{self, Theme};
use crate::game::{Value, move_text, position_text};
use crate::query::find::{Finder, FoundEntry};
use crate::query::statistics::{Statistics, of_slice};
use crate::query::{Probe, Unsolved, line, moves};
use crate::space::{Entry, SliceId, slice_named};
use crate::table::{StoredCodes, Tables};
use crate::values::{Code, Lookup};

impl<G: CatalogueGame> Opened<G> {
    /// The game and its tables together.
    pub fn probe(&self) -> Probe<'_, G, Tables> {
        Probe { space: &self.game, tables: &self.tables }
    }

    /// The slice of this name, which is solved.
    fn solved(&self, name: &str) -> Result<SliceId, AnswerError> {
        let slice = slice_named(&self.game, name)?;
        match self.tables.holds(slice) {
            true => Ok(slice),
            false => Err(Unsolved::new(&self.game, slice).into()),
        }
    }

    /// The slices of these names, or all that are solved.
    fn all_solved(&self, names: &[&str]) -> Result<Vec<SliceId>, AnswerError> {
        match names {
            [] => Ok(self.probe().held()),
            names => names.iter().map(|name| self.solved(name)).collect(),
        }
    }

    fn text(&self, position: &G::Position) -> String {
        position_text(&self.game, position)
    }
}

impl<G: CatalogueGame> OpenedGame for Opened<G> {
    fn name(&self) -> &'static str {
        self.game.name()
    }

    fn slices(&self) -> Vec<(&str, u64)> {
        let slices = self.game.slices();
        let named = |slice: SliceId| (slices[slice.index()].name.as_str(), slices[slice.index()].entries);
        self.probe().held().into_iter().map(named).collect()
    }

    fn value(&self, position: &str) -> Result<Option<Value>, AnswerError> {
        Ok(self.probe().value(&self.game.parse(position)?)?)
    }

    fn moves(&self, position: &str) -> Result<Option<Vec<MoveAnswer>>, AnswerError> {
        let position = self.game.parse(position)?;
        let Some(rated) = moves(&self.probe(), &position)? else { return Ok(None) };
        let answers = rated.into_iter().map(|rated| MoveAnswer {
            mv: move_text(&self.game, &position, rated.mv),
            position: self.text(&rated.position),
            value: rated.value,
        });
        Ok(Some(answers.collect()))
    }

    fn line(&self, position: &str) -> Result<Option<Vec<String>>, AnswerError> {
        let mut position = self.game.parse(position)?;
        let Some(line) = line(&self.probe(), &position)? else { return Ok(None) };
        let texts = line.into_iter().map(|mv| {
            let text = move_text(&self.game, &position, mv);
            position = self.game.play(&position, mv);
            text
        });
        Ok(Some(texts.collect()))
    }

    fn find(&self, wanted: &Wanted) -> Result<Vec<FoundAnswer>, AnswerError> {
        let (probe, slices) = (self.probe(), self.all_solved(&wanted.slices)?);
        let mut finder = Finder::new(&probe, &slices, wanted.criteria.clone());
        if wanted.deepest {
            let Some(deepest) = finder.deepest(&())? else { return Ok(Vec::new()) };
            finder = finder.at_depth(deepest);
        }
        let (mut batches, mut found) = (finder.batches(), Vec::new());
        while found.len() < wanted.limit
            && let Some(batch) = batches.next_batch(&())?
        {
            found.extend(batch);
        }
        let answer = |&FoundEntry { entry, ref position, value }: &FoundEntry<G::Position>| FoundAnswer {
            slice: self.game.slices()[entry.slice.index()].name.clone(),
            position: self.text(position),
            value,
        };
        Ok(found.iter().take(wanted.limit).map(answer).collect())
    }

    fn statistics(&self, slice: Option<&str>) -> Result<Statistics<String>, AnswerError> {
        let (probe, slices) = (self.probe(), self.all_solved(slice.as_slice())?);
        let counted = slices.into_iter().map(|slice| of_slice(&probe, slice)).collect::<Result<Vec<_>, _>>()?;
        Ok(Statistics::sum(&counted).map(|position| self.text(&position)))
    }

    fn stored_codes(&self, slice: &str) -> Result<Option<StoredCodes<'_>>, AnswerError> {
        Ok(self.tables.stored_codes(self.solved(slice)?)?)
    }

    fn codes(&self, slice: &str) -> Result<Vec<u16>, AnswerError> {
        let slice = self.solved(slice)?;
        let entries = self.game.slices()[slice.index()].entries;
        let mut codes = Vec::new();
        codes.try_reserve_exact(entries as usize).map_err(|_| AnswerError::NoMemory(2 * entries))?;
        codes.resize(entries as usize, u16::ABSENT);
        self.tables.read(Entry { slice, index: 0 }, &mut codes)?;
        Ok(codes)
    }

    fn position(&self, slice: &str, index: u64) -> Result<Option<String>, AnswerError> {
        let slice = slice_named(&self.game, slice)?;
        let named = &self.game.slices()[slice.index()];
        if index >= named.entries {
            let (slice, entries) = (named.name.clone(), named.entries);
            return Err(AnswerError::NoSuchEntry { slice, entries, found: index });
        }
        Ok(self.game.unrank(Entry { slice, index }).map(|position| self.text(&position)))
    }

    fn start(&self) -> String {
        self.text(&self.game.start())
    }

    fn picture(&self, position: &str) -> Result<String, AnswerError> {
        let position = self.game.parse(position)?;
        let caption = draw::Caption { title: self.name(), description: &self.text(&position) };
        Ok(draw::svg(&self.game.diagram(&position), &[], Theme::default(), caption))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
