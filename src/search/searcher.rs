//! Whatever an engine's name stands for: a generic search, or a player of the game or of every game.

use std::sync::Mutex;
use std::time::Instant;

use super::generic::{Algorithm, GenericSearch};
use super::random;
use super::report::Report;
use super::score::Score;
use super::settings::{SearcherError, read, split};
use super::transposition::{BoundsEntry, TranspositionTable};
use super::{Limit, Player, PlayerFactory, SearchClock, SearchRequest, SearchResult, Settings, Watch};
use crate::game::{Game, Value};
use crate::query::ExactValues;
use crate::values::LookupError;

/// A named engine with its settings and its memory, which lasts from move to move.
pub struct Searcher<G: Game> {
    name: &'static str,
    known: &'static [&'static str],
    unit: Option<&'static str>,
    settings: Settings,
    kind: Kind<G>,
}

enum Kind<G: Game> {
    Generic(GenericSearch, TranspositionTable<BoundsEntry>),
    Player(Box<dyn Player<G>>),
}

impl<G: Game> Searcher<G> {
    /// Reads a name, then optionally `:` and settings separated by commas: `montecarlo:time=1s,cutoff=50`. `players`
    /// are those of the game; [`random`] and the generic searches are always there.
    ///
    /// # Errors
    /// If there is no such engine or setting; the error lists those that exist.
    pub fn read(players: &[PlayerFactory<G>], text: &str) -> Result<Searcher<G>, SearcherError> {
        Searcher::read_numbered(players, text, 0)
    }

    /// Reads one of many engines that play each other: its number makes the random seed another one, but for number 0.
    ///
    /// # Errors
    /// As [`Searcher::read`].
    pub fn read_numbered(players: &[PlayerFactory<G>], text: &str, number: u64) -> Result<Searcher<G>, SearcherError> {
        let (name, settings) = split(text);
        let random = [random::factory()];
        let factories = players.iter().chain(&random);
        if let Some(factory) = factories.clone().find(|factory| factory.name.eq_ignore_ascii_case(name)) {
            let mut settings = read(factory.name, factory.settings, settings)?;
            settings.seed = settings.seed.wrapping_add(number);
            let kind = Kind::Player((factory.new_player)(&settings));
            let &PlayerFactory { name, settings: known, unit, .. } = factory;
            return Ok(Searcher { name, known, unit, settings, kind });
        }
        let algorithm = Algorithm::named(name, factories.map(|factory| factory.name))?;
        let mut settings = algorithm.read(settings)?;
        settings.seed = settings.seed.wrapping_add(number);
        let search = GenericSearch { algorithm, settings: settings.clone() };
        let table = search.table();
        let (name, known) = (algorithm.name(), algorithm.settings());
        Ok(Searcher { name, known, unit: None, settings, kind: Kind::Generic(search, table) })
    }

    /// Sets the number of worker threads if the settings leave it open; the default is one.
    pub fn with_threads(mut self, threads: usize) -> Searcher<G> {
        let threads = *self.settings.threads.get_or_insert(threads);
        if let Kind::Generic(search, _) = &mut self.kind {
            search.settings.threads = Some(threads);
        }
        self
    }

    /// The name without the settings.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether the engine has the setting of this name, such as `hash`.
    pub fn has_setting(&self, name: &str) -> bool {
        self.known.contains(&name)
    }

    /// The unit of its evaluation, in words; `None` if it is not known.
    pub fn unit(&self, game: &G) -> Option<&'static str> {
        self.unit.or_else(|| game.evaluation_unit())
    }

    /// Searches a position that follows the positions `before` in its game. The limit of the settings comes before this
    /// one; without either, there is a default. The exact values are asked only if the settings allow tables.
    ///
    /// # Errors
    /// If a table cannot be trusted.
    pub fn search(
        &mut self,
        game: &G,
        exact: &dyn ExactValues<G>,
        position: &G::Position,
        before: &[G::Position],
        limit: Limit,
    ) -> Result<Report<G::Move>, LookupError> {
        self.search_watched(game, exact, position, before, limit, &())
    }

    /// The same, followed by a watch.
    ///
    /// # Errors
    /// If a table cannot be trusted.
    pub fn search_watched(
        &mut self,
        game: &G,
        exact: &dyn ExactValues<G>,
        position: &G::Position,
        before: &[G::Position],
        limit: Limit,
        watch: &dyn Watch<Report<G::Move>>,
    ) -> Result<Report<G::Move>, LookupError> {
        let limit = self.settings.limit_in(limit);
        let exact = if self.settings.tables { exact } else { &() };
        match &mut self.kind {
            Kind::Generic(search, table) => search.search_watched(game, exact, position, limit, table, watch),
            Kind::Player(player) => {
                let exact = KeepError { exact, error: Mutex::new(None) };
                let threads = self.settings.threads.unwrap_or(1);
                let start = Instant::now();
                let root = Report::of_root(game, position);
                let watch = PlayerWatch { watch, start };
                let clock = SearchClock::running();
                let request = SearchRequest {
                    game,
                    position,
                    before,
                    exact: &exact,
                    limit,
                    clock: &clock,
                    moves: &[],
                    lines: 1,
                    threads,
                    watch: &watch,
                };
                let report = match root.best {
                    Some(_) => watch.report(&player.search(&request)),
                    None => root,
                };
                match exact.error.into_inner() {
                    Ok(Some(error)) => Err(error),
                    _ => Ok(report),
                }
            }
        }
    }
}

/// Shows the results of a player to the watch of its caller, as reports.
struct PlayerWatch<'a, M> {
    watch: &'a dyn Watch<Report<M>>,
    start: Instant,
}

impl<M: Copy> PlayerWatch<'_, M> {
    fn report(&self, result: &SearchResult<M>) -> Report<M> {
        let score = result.value.map_or(Score::evaluated(result.evaluation), Score::of_value).into();
        Report {
            best: Some(result.best),
            score,
            value: result.value,
            depth: result.depth,
            nodes: result.nodes,
            leaves: result.leaves,
            time: self.start.elapsed(),
            line: result.line.clone(),
            details: result.details,
        }
    }
}

impl<M: Copy + Send + Sync> Watch<SearchResult<M>> for PlayerWatch<'_, M> {
    fn iteration(&self, result: &SearchResult<M>) {
        self.watch.iteration(&self.report(result));
    }

    fn bound(&self, result: &SearchResult<M>) {
        self.watch.bound(&self.report(result));
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }
}

/// Exact values, with the last error: a player need not report it.
struct KeepError<'a, G: Game> {
    exact: &'a dyn ExactValues<G>,
    error: Mutex<Option<LookupError>>,
}

impl<G: Game> ExactValues<G> for KeepError<'_, G> {
    fn value(&self, position: &G::Position) -> Result<Option<Value>, LookupError> {
        self.exact.value(position).inspect_err(|error| {
            if let Ok(mut kept) = self.error.lock() {
                *kept = Some(error.clone());
            }
        })
    }

    fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }
}
