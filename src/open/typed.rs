//! A game with its values and its types: the only file that is generic over all traits of a game. It is compiled once
//! per game, so each method hands the work to a function of another layer.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::checks::{self, CheckError, Test};
use super::counted;
use super::error::{AnswerError, OpenError, RecordError};
use super::facts;
use super::judged;
use super::opened::Opened;
use super::session::{self, GameBoard, GameEngine};
use super::set_up::set_up;
use super::sources::{self, Rule, Sources};
use super::work::{self, JobRequest, OpenJob};
use super::{AnyGame, OpenGame, TakeFound, files, find, other, position};
use crate::answer::{
    FileAnswer, FindQuery, GameAnswer, GameFacts, JudgedGame, PositionAnswer, PositionQuery, SetUpAnswer, SetUpQuery,
    SliceCounts, ValuesFacts, WrittenGame,
};
use crate::catalogue::{CatalogueGame, GameEntry};
use crate::game::{Diagram, NotationError, Value};
use crate::play::matches::OpeningError;
use crate::play::transcript::{self, Tags, TranscriptError};
use crate::play::{OpenBoard, OpenEngine, OpenPlay, OpeningsQuery, Record};
use crate::query::UnderRule;
use crate::query::find::FoundCount;
use crate::search::SearcherError;
use crate::search::perft::perft_by_move;
use crate::space::{Entry, Metric, SliceId, slice_named};
use crate::table::{StoredCodes, StoredFile};
use crate::util::progress::Progress;
use crate::util::run::Run;
use crate::values::{Code, Lookup, LookupError};
use crate::verify::Check;
use crate::verify::solved::checksum;

/// A game of a catalogue, before its values are opened.
pub(super) struct Unopened<G: CatalogueGame> {
    entry: Arc<GameEntry<G>>,
    /// The game with its quiet plies limited.
    zeroing: Option<Box<Unopened<G>>>,
    facts: OnceLock<GameFacts>,
}

impl<G: CatalogueGame> Unopened<G> {
    /// The game of an entry.
    pub fn new(entry: Arc<GameEntry<G>>) -> Unopened<G> {
        let zeroing = entry.zeroing.clone().map(|zeroing| Box::new(Unopened::new(zeroing)));
        Unopened { entry, zeroing, facts: OnceLock::new() }
    }
}

impl<G: CatalogueGame> AnyGame for Unopened<G> {
    fn facts(&self) -> &GameFacts {
        self.facts.get_or_init(|| facts::facts(&self.entry))
    }

    fn zeroing(&self) -> Option<&dyn AnyGame> {
        self.zeroing.as_deref().map(|zeroing| zeroing as &dyn AnyGame)
    }

    fn open(&self, sources: &Sources, progress: &dyn Progress) -> Result<Arc<dyn OpenGame>, OpenError> {
        let asked = match (sources.rule, self.zeroing.as_deref()) {
            (Rule::Zeroing, Some(zeroing)) => zeroing,
            (Rule::Zeroing, None) if self.entry.game.metric() == Metric::End => {
                return Err(OpenError::NoRule(self.entry.game.name()));
            }
            _ => self,
        };
        let tables = sources::open(&asked.entry, sources, progress)?.up_to(&asked.entry.game, sources.largest);
        let other = sources.other.as_ref().map(|directories| other::open(&asked.entry, directories)).transpose()?;
        let values = facts::values(&asked.entry.game, &tables);
        Ok(Arc::new(Opened { entry: Arc::clone(&asked.entry), facts: asked.facts().clone(), tables, other, values }))
    }
}

impl<G: CatalogueGame> Opened<G> {
    /// The values of positions, each given to `take` with its number; an illegal one is `None`, and is passed over. The
    /// look-ups of some of them overlap, so that many positions take much less time than one by one.
    pub fn values_of_positions(
        &self,
        positions: &[Option<G::Position>],
        take: &mut dyn FnMut(usize, Result<Option<Value>, LookupError>),
    ) {
        position::values_of_read(&self.probe(), positions, take);
    }
}

impl<G: CatalogueGame> OpenGame for Opened<G> {
    fn facts(&self) -> &GameFacts {
        &self.facts
    }

    fn values(&self) -> &ValuesFacts {
        &self.values
    }

    fn value(&self, position: &str) -> Result<Option<Value>, AnswerError> {
        let position = self.game().parse(position)?;
        let value = self.probe().known(&position)?.map(|known| known.value);
        Ok(value.or_else(|| self.other_value(&position)))
    }

    fn values_of(&self, positions: &[&str], take: &mut dyn FnMut(usize, Result<Option<Value>, AnswerError>)) {
        position::values_of(&self.probe(), positions, &mut |number, value| match value {
            Ok(None) if self.other.is_some() => take(number, self.value(positions[number])),
            value => take(number, value),
        });
    }

    fn ask(&self, text: &str, query: &PositionQuery) -> Result<PositionAnswer, AnswerError> {
        let position = self.game().parse(text)?;
        let answer = self.with_other(&position, query, position::answer(&self.probe(), &position, query)?);
        Ok(PositionAnswer { notes: [self.game().notes(text), answer.notes].concat(), ..answer })
    }

    fn not_held(&self, position: &str) -> AnswerError {
        match self.game().parse(position) {
            Ok(position) => self.probe().not_held(&position).into(),
            Err(error) => error.into(),
        }
    }

    fn under_rule(&self, position: &str) -> Result<Option<UnderRule>, AnswerError> {
        let position = self.game().parse(position)?;
        Ok(position::under_rule(&self.probe(), &position)?.or_else(|| self.other_rule(&position)))
    }

    fn canonical(&self, position: &str) -> Result<String, AnswerError> {
        Ok(self.text(&self.game().parse(position)?))
    }

    fn diagram(&self, position: &str) -> Result<Diagram, AnswerError> {
        Ok(self.game().diagram(&self.game().parse(position)?))
    }

    fn set_up(&self, query: &SetUpQuery) -> Result<SetUpAnswer, AnswerError> {
        set_up(self.game(), query)
    }

    fn perft(&self, position: &str, depth: u32, once: bool, progress: &dyn Progress) -> Result<u64, AnswerError> {
        Ok(perft_by_move(self.game(), &self.game().parse(position)?, depth, once, progress))
    }

    fn find(&self, query: &FindQuery, run: &Run, take: TakeFound) -> Result<(), AnswerError> {
        let slices = query.searched(&self.facts, &self.values)?;
        Ok(find::find(&self.probe(), &slices, query, run, take)?)
    }

    fn count_found(&self, query: &FindQuery, run: &Run) -> Result<FoundCount, AnswerError> {
        let slices = query.searched(&self.facts, &self.values)?;
        Ok(find::count(&self.probe(), &slices, query, run)?)
    }

    fn deepest(&self, query: &FindQuery, run: &Run) -> Result<Option<u32>, AnswerError> {
        let slices = query.searched(&self.facts, &self.values)?;
        Ok(find::deepest(&self.probe(), &slices, query, run)?)
    }

    fn count(&self, slices: &[SliceId], run: &Run) -> Result<Vec<SliceCounts>, AnswerError> {
        match slices.iter().find(|&&slice| !self.values.holds(slice)) {
            Some(&slice) => Err(self.facts.unsolved(slice).into()),
            None => Ok(counted::count(&self.probe(), slices, run)?),
        }
    }

    fn files(&self, files: &[StoredFile], slices: Option<&[SliceId]>, check: Option<&dyn Progress>) -> Vec<FileAnswer> {
        files::files(self.game(), &self.tables, files, slices, check)
    }

    fn checksum(&self, slice: SliceId, progress: &dyn Progress) -> Result<u64, AnswerError> {
        match self.values.holds(slice) {
            true => Ok(checksum(&self.probe(), slice, progress)?),
            false => Err(self.facts.unsolved(slice).into()),
        }
    }

    fn stored_codes(&self, slice: &str) -> Result<Option<StoredCodes<'_>>, AnswerError> {
        Ok(self.tables.stored_codes(self.solved(slice)?)?)
    }

    fn codes(&self, slice: &str) -> Result<Vec<u16>, AnswerError> {
        let slice = self.solved(slice)?;
        let entries = self.game().slices()[slice.index()].entries;
        let mut codes = Vec::new();
        codes.try_reserve_exact(entries as usize).map_err(|_| AnswerError::NoMemory(2 * entries))?;
        codes.resize(entries as usize, u16::ABSENT);
        self.tables.read(Entry { slice, index: 0 }, &mut codes)?;
        Ok(codes)
    }

    fn weights(&self, slice: &str) -> Result<Vec<u16>, AnswerError> {
        Ok(position::weights(self.game(), self.solved(slice)?))
    }

    fn entry(&self, slice: &str, index: u64) -> Result<Option<String>, AnswerError> {
        let slice = slice_named(self.game(), slice)?;
        let named = &self.game().slices()[slice.index()];
        if index >= named.entries {
            let (slice, entries) = (named.name.clone(), named.entries);
            return Err(AnswerError::NoSuchEntry { slice, entries, found: index });
        }
        Ok(self.game().unrank(Entry { slice, index }).map(|position| self.text(&position)))
    }

    fn with_dependencies(&self, slices: &[SliceId]) -> Vec<SliceId> {
        work::with_dependencies(self.game().slices(), slices)
    }

    fn check_contract(&self) -> Result<(), OpenError> {
        work::check_contract(&self.entry)
    }

    fn job(&self, request: JobRequest) -> Box<dyn OpenJob + '_> {
        work::job(&self.entry, request)
    }

    fn work_of(&self, test: Test, slices: &[SliceId]) -> Result<u64, CheckError> {
        checks::work(&self.entry, &self.facts, &self.tables, test, slices)
    }

    fn check(&self, test: Test, slices: &[SliceId], run: &Run) -> Result<Vec<Check>, CheckError> {
        checks::check(&self.entry, &self.tables, test, slices, run)
    }

    fn annotate(
        &self,
        text: &str,
        run: &Run,
        take: &mut dyn FnMut(Result<JudgedGame, TranscriptError>) -> ControlFlow<()>,
    ) -> Result<(), AnswerError> {
        Ok(judged::annotate(&self.probe(), text, run, take)?)
    }

    fn read_game(&self, text: &str, number: usize, most: usize) -> Result<GameAnswer, RecordError> {
        judged::read_game(&self.probe(), text, number, most)
    }

    fn judge(&self, board: &dyn OpenBoard) -> Result<GameAnswer, AnswerError> {
        Ok(judged::game(&self.probe(), GameBoard::<G>::of(board).record_so_far())?)
    }

    fn written(&self, query: &WrittenGame, tags: &Tags) -> Result<String, AnswerError> {
        Ok(judged::written(self.game(), query, tags)?)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: CatalogueGame> OpenPlay for Opened<G> {
    fn board(self: Arc<Self>, position: Option<&str>) -> Result<Box<dyn OpenBoard>, NotationError> {
        let start = position.map_or_else(|| Ok(self.game().start()), |text| self.game().parse(text))?;
        Ok(Box::new(GameBoard::new(self, Record::new(start))))
    }

    fn resume(self: Arc<Self>, board: &dyn OpenBoard) -> Box<dyn OpenBoard> {
        Box::new(GameBoard::new(self, GameBoard::<G>::of(board).record_so_far().clone()))
    }

    fn notes(&self, position: &str) -> Vec<String> {
        self.game().notes(position)
    }

    fn load(self: Arc<Self>, text: &str, note: &mut dyn FnMut(String)) -> Result<Box<dyn OpenBoard>, TranscriptError> {
        let record = transcript::read(self.game(), text, note)?;
        Ok(Box::new(GameBoard::new(self, record)))
    }

    fn openings(
        self: Arc<Self>,
        query: &OpeningsQuery,
        note: &mut dyn FnMut(String),
    ) -> Result<Vec<Box<dyn OpenBoard>>, OpeningError> {
        session::openings(&self, query, note)
    }

    fn engine(self: Arc<Self>, text: &str, number: u64) -> Result<Box<dyn OpenEngine>, SearcherError> {
        Ok(Box::new(GameEngine::read(self, text, number)?))
    }

    fn reads(&self, text: &str, most: usize) -> bool {
        session::reads(self.game(), text, most)
    }
}
