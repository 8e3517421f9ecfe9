//! A game with its values and its types: the only file that is generic over all traits of a game. It is compiled once
//! per game, so each method hands the work to a function of another layer.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::checks::{self, CheckError, Test};
use super::counted;
use super::error::{AnswerError, OpenError, RecordError};
use super::judged;
use super::session::{self, Board, Engine};
use super::set_up::set_up;
use super::sources::{self, Rule, Sources};
use super::work::{self, JobRequest, OpenJob};
use super::{AnyGame, OpenGame, TakeFound, files, find, position};
use crate::answer::{
    EngineFacts, FileAnswer, FindQuery, GameAnswer, GameFacts, JudgedGame, OpeningFacts, OtherFacts, PositionAnswer,
    PositionQuery, SetUpAnswer, SetUpQuery, SliceCounts, SliceFacts, ValuesFacts, ValuesSource,
};
use crate::catalogue::{CatalogueGame, GameEntry, OpeningSet};
use crate::game::{Diagram, NotationError, Value, position_text};
use crate::play::matches::OpeningError;
use crate::play::transcript::{self, TranscriptError};
use crate::play::{OpenBoard, OpenEngine, OpenPlay, OpeningsQuery, Record};
use crate::query::find::FoundCount;
use crate::query::{Probe, UnderRule, Unsolved};
use crate::search::perft::perft_by_move;
use crate::search::{Algorithm, PlayerFactory, SearcherError, random};
use crate::space::components::parts;
use crate::space::{Entry, Metric, SliceId, slice_named};
use crate::table::{StoredCodes, StoredFile, Tables};
use crate::util::progress::Progress;
use crate::util::run::Run;
use crate::values::{Code, Lookup};
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
        self.facts.get_or_init(|| facts(&self.entry))
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
        let values = values(&asked.entry.game, &tables);
        Ok(Arc::new(Opened { entry: Arc::clone(&asked.entry), facts: asked.facts().clone(), tables, values }))
    }
}

/// The facts of the game of an entry.
pub fn facts<G: CatalogueGame>(entry: &GameEntry<G>) -> GameFacts {
    let game = &entry.game;
    let slice = |number: usize| SliceFacts {
        name: game.slices()[number].name.clone(),
        entries: game.slices()[number].entries,
        size: game.size(SliceId(number as u32)),
        leads_to: game.slices()[number].leads_to.clone(),
    };
    GameFacts {
        name: game.name(),
        zeroing: entry.zeroing.as_ref().map(|zeroing| zeroing.game.name()),
        is_zeroing: game.metric() != Metric::End,
        sides: game.sides(),
        teams: (0..game.sides().len()).map(|side| game.team(side)).collect(),
        notation: game.help(),
        start: position_text(game, &game.start()),
        slices: (0..game.slices().len()).map(slice).collect(),
        parts: parts(game.slices()).len(),
        groups: game.groups(),
        size_name: game.size_name(),
        sizes_nest: game.sizes_nest(),
        engines: engines(&entry.players),
        default_engine: entry.default_engine(),
        has_players: !entry.players.is_empty(),
        other_tables: entry.other.as_ref().map(|other| OtherFacts { name: other.name, largest: other.largest }),
        openings: entry.openings.iter().map(OpeningFacts::from).collect(),
        ranks_start: game.rank(&game.start()).is_some(),
        extension: transcript::extension(game),
        record_type: entry.record_type,
        has_zugzwangs: game.side_swapped(&game.start()).is_some(),
        leaves_out: game.leaves_out(),
        pieces: game.pieces(),
        moves_name_pieces: game.moves_name_pieces(),
        guide: entry.guide,
        has_solved: !entry.solved.is_empty(),
        has_embedded: !entry.embedded.is_empty(),
    }
}

/// The engines of a game: its players, the generic searches, and the player of every game.
fn engines<G: CatalogueGame>(players: &[PlayerFactory<G>]) -> Vec<EngineFacts> {
    let of_player =
        |&PlayerFactory { name, about, settings, .. }: &PlayerFactory<G>| EngineFacts { name, about, settings };
    let generic = Algorithm::ALL.into_iter().map(|algorithm| EngineFacts {
        name: algorithm.name(),
        about: algorithm.about(),
        settings: algorithm.settings(),
    });
    players.iter().map(of_player).chain(generic).chain([of_player(&random::factory())]).collect()
}

/// The facts of the values of a game.
fn values<G: CatalogueGame>(game: &G, tables: &Tables) -> ValuesFacts {
    let probe = Probe { space: game, tables };
    let (held, start) = (probe.held(), position_text(game, &position::start(&probe)));
    let source = match () {
        () if tables.is_empty() => ValuesSource::None,
        () if tables.is_memory() => ValuesSource::Memory,
        () if tables.is_embedded() => ValuesSource::Embedded,
        () => ValuesSource::Tables,
    };
    let results_only = held.iter().copied().filter(|&slice| tables.holds_results_only(slice)).collect();
    let parts = || 0..tables.parts().len();
    ValuesFacts {
        source,
        results_only,
        sound: parts().filter(|&part| tables.table(part).is_ok_and(|table| table.is_some())).collect(),
        unusable: parts().filter(|&part| tables.table(part).is_err()).collect(),
        bytes: tables.bytes(),
        held,
        start,
    }
}

impl From<&OpeningSet> for OpeningFacts {
    fn from(&OpeningSet { name, is_default, text }: &OpeningSet) -> OpeningFacts {
        OpeningFacts { name, is_default, text }
    }
}

/// A game of the catalogue with its values.
pub struct Opened<G: CatalogueGame> {
    /// The game with its solver, engines and figures.
    pub entry: Arc<GameEntry<G>>,
    /// Its values: tables, or the memory of a small game; empty if there are none.
    pub tables: Tables,
    facts: GameFacts,
    values: ValuesFacts,
}

impl<G: CatalogueGame> Opened<G> {
    /// A game of no catalogue with these values.
    pub fn new(entry: GameEntry<G>, tables: Tables) -> Arc<Opened<G>> {
        let (facts, values) = (facts(&entry), values(&entry.game, &tables));
        Arc::new(Opened { entry: Arc::new(entry), tables, facts, values })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.entry.game
    }

    /// The game and its values together.
    pub fn probe(&self) -> Probe<'_, G, Tables> {
        Probe { space: self.game(), tables: &self.tables }
    }

    /// The slice of this name, which is solved.
    fn solved(&self, name: &str) -> Result<SliceId, AnswerError> {
        let slice = slice_named(self.game(), name)?;
        match self.tables.holds(slice) {
            true => Ok(slice),
            false => Err(Unsolved::new(self.game(), slice).into()),
        }
    }

    fn text(&self, position: &G::Position) -> String {
        position_text(self.game(), position)
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
        Ok(self.probe().known(&self.game().parse(position)?)?.map(|known| known.value))
    }

    fn values_of(&self, positions: &[&str], take: &mut dyn FnMut(usize, Result<Option<Value>, AnswerError>)) {
        position::values_of(&self.probe(), positions, take);
    }

    fn ask(&self, position: &str, query: &PositionQuery) -> Result<PositionAnswer, AnswerError> {
        Ok(position::answer(&self.probe(), &self.game().parse(position)?, query)?)
    }

    fn not_held(&self, position: &str) -> AnswerError {
        match self.game().parse(position) {
            Ok(position) => self.probe().not_held(&position).into(),
            Err(error) => error.into(),
        }
    }

    fn under_rule(&self, position: &str) -> Result<Option<UnderRule>, AnswerError> {
        Ok(position::under_rule(&self.probe(), &self.game().parse(position)?)?)
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

    fn perft(&self, position: &str, depth: u32, progress: &dyn Progress) -> Result<u64, AnswerError> {
        Ok(perft_by_move(self.game(), &self.game().parse(position)?, depth, progress))
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
        work::with_dependencies(self.game(), slices)
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

    fn first_game(&self, text: &str, most: usize) -> Result<GameAnswer, RecordError> {
        judged::first_game(&self.probe(), text, most)
    }

    fn judge(&self, board: &dyn OpenBoard) -> Result<GameAnswer, AnswerError> {
        Ok(judged::game(&self.probe(), Board::<G>::of(board).record_so_far(), &[])?)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: CatalogueGame> OpenPlay for Opened<G> {
    fn board(self: Arc<Self>, position: Option<&str>) -> Result<Box<dyn OpenBoard>, NotationError> {
        let start = position.map_or_else(|| Ok(self.game().start()), |text| self.game().parse(text))?;
        Ok(Box::new(Board::new(self, Record::new(start))))
    }

    fn resume(self: Arc<Self>, board: &dyn OpenBoard) -> Box<dyn OpenBoard> {
        Box::new(Board::new(self, Board::<G>::of(board).record_so_far().clone()))
    }

    fn load(self: Arc<Self>, text: &str) -> Result<Box<dyn OpenBoard>, TranscriptError> {
        let record = transcript::read(self.game(), text)?;
        Ok(Box::new(Board::new(self, record)))
    }

    fn openings(self: Arc<Self>, query: &OpeningsQuery) -> Result<Vec<Box<dyn OpenBoard>>, OpeningError> {
        session::openings(&self, query)
    }

    fn engine(self: Arc<Self>, text: &str, number: u64) -> Result<Box<dyn OpenEngine>, SearcherError> {
        Ok(Box::new(Engine::read(self, text, number)?))
    }

    fn reads(&self, text: &str, most: usize) -> bool {
        session::reads(self.game(), text, most)
    }
}
