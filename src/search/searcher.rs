//! An engine by its name: a generic search, or a player of the game or of every game.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::generic::{Algorithm, GenericSearch};
use super::random;
use super::report::SearchSummary;
use super::results::Hidden;
use super::score::Score;
use super::settings::{SearcherError, read, split};
use super::transposition::{BoundsEntry, TranspositionTable};
use super::{
    Abilities, ChanceFunction, Limit, Player, PlayerFactory, SearchClock, SearchOptions, SearchRequest, SearchResult,
    Settings, Watch,
};
use crate::game::{PlayRules, Value};
use crate::query::ExactValues;
use crate::values::LookupError;

/// A named engine with its settings and its memory, which lasts from move to move.
pub struct Searcher<G: PlayRules> {
    name: &'static str,
    known: &'static [&'static str],
    unit: Option<&'static str>,
    chance: ChanceFunction<G>,
    settings: Settings,
    implementation: Implementation<G>,
    /// The team whose wins of unknown depth were hidden in the last search; see [`Hidden`].
    hidden: Option<usize>,
}

enum Implementation<G: PlayRules> {
    Generic(Box<GenericSearch>, TranspositionTable<BoundsEntry>),
    Player(Box<dyn Player<G>>),
}

impl<G: PlayRules> Searcher<G> {
    /// Reads a name, then optionally `:` and settings separated by commas: `montecarlo:time=1s,cutoff=50`. `players`
    /// has the players of the game. [`random`] and the generic searches can always be named.
    ///
    /// # Errors
    /// If there is no such engine or setting; the error lists those that exist.
    pub fn read(players: &[PlayerFactory<G>], text: &str) -> Result<Searcher<G>, SearcherError> {
        Searcher::read_numbered(players, text, 0)
    }

    /// Reads one of several engines that play each other. Its number is added to the random seed.
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
            let implementation = Implementation::Player((factory.new_player)(&settings));
            let &PlayerFactory { name, settings: known, unit, chance, .. } = factory;
            return Ok(Searcher { name, known, unit, chance, settings, implementation, hidden: None });
        }
        let algorithm = Algorithm::named(name, factories.map(|factory| factory.name))?;
        let mut settings = algorithm.read(settings)?;
        settings.seed = settings.seed.wrapping_add(number);
        let search = GenericSearch { algorithm, settings: settings.clone() };
        let table = search.table();
        let (name, known) = (algorithm.name(), algorithm.settings());
        let implementation = Implementation::Generic(Box::new(search), table);
        Ok(Searcher { name, known, unit: None, chance: G::chance, settings, implementation, hidden: None })
    }

    /// Sets the number of worker threads if the settings have none. The default is one.
    pub fn with_threads(mut self, threads: usize) -> Searcher<G> {
        let threads = *self.settings.threads.get_or_insert(threads);
        if let Implementation::Generic(search, _) = &mut self.implementation {
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

    /// The OPTIONAL parts of a request that the engine carries out.
    pub fn abilities(&self) -> Abilities {
        match &self.implementation {
            Implementation::Generic(search, _) => search.algorithm.abilities(),
            Implementation::Player(player) => player.abilities(),
        }
    }

    /// The unit of its evaluation, in words; `None` if it is not known.
    pub fn unit(&self, game: &G) -> Option<&'static str> {
        self.unit.or_else(|| game.evaluation_unit())
    }

    /// The function that turns its scores into chances.
    pub fn chance(&self) -> ChanceFunction<G> {
        self.chance
    }

    /// Forgets the scores of all earlier searches.
    pub fn forget(&mut self) {
        match &mut self.implementation {
            Implementation::Generic(_, table) => table.forget(),
            Implementation::Player(player) => player.forget(),
        }
    }

    /// Searches a position that follows the positions `before` in its game. A limit in the settings replaces
    /// `limit`; without either, there is a default. The exact values are used only if the settings allow tables.
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
    ) -> Result<SearchSummary<G::Move>, LookupError> {
        self.search_watched(game, exact, position, before, &SearchOptions::new(limit, &SearchClock::running()), &())
    }

    /// Searches a position with options, followed by a watch. An engine that cannot search several lines searches one.
    /// Only an engine that can choose among moves gets the moves.
    ///
    /// If the exact value of the position has no depth, the engine searches for one, among the moves that keep a win.
    ///
    /// # Errors
    /// If a table cannot be trusted.
    pub fn search_watched(
        &mut self,
        game: &G,
        exact: &dyn ExactValues<G>,
        position: &G::Position,
        before: &[G::Position],
        options: &SearchOptions<G::Move>,
        watch: &dyn Watch<SearchSummary<G::Move>>,
    ) -> Result<SearchSummary<G::Move>, LookupError> {
        let options = SearchOptions { limit: self.settings.limit_in(options.limit), ..*options };
        let exact = if self.settings.tables { exact } else { &() };
        let hidden = Hidden::new(game, exact, position)?;
        let winner = hidden.as_ref().map(|hidden| hidden.winner);
        if winner != self.hidden {
            // The scores in the memory depend on other values.
            self.forget();
            self.hidden = winner;
        }
        let Some(hidden) = hidden else { return self.ask(game, exact, position, before, &options, watch) };
        let moves = hidden.moves(options.moves, before)?;
        let given = if self.abilities().moves { &moves } else { options.moves };
        let mut report =
            self.ask(game, &hidden, position, before, &SearchOptions { moves: given, ..options }, watch)?;
        if let Some(&first) = moves.first()
            && report.best.is_none_or(|best| !moves.contains(&best))
        {
            (report.best, report.line) = (Some(first), vec![first]);
        }
        report.value = report.value.or_else(|| report.decided()).or(Some(hidden.value()));
        Ok(report)
    }

    /// Asks the engine.
    fn ask(
        &mut self,
        game: &G,
        exact: &dyn ExactValues<G>,
        position: &G::Position,
        before: &[G::Position],
        options: &SearchOptions<G::Move>,
        watch: &dyn Watch<SearchSummary<G::Move>>,
    ) -> Result<SearchSummary<G::Move>, LookupError> {
        match &mut self.implementation {
            Implementation::Generic(search, table) => {
                search.search_watched(game, exact, position, options, table, watch)
            }
            Implementation::Player(player) => {
                let exact = KeepError { exact, error: Mutex::new(None) };
                let threads = self.settings.threads.unwrap_or(1);
                let abilities = player.abilities();
                let root = SearchSummary::of_root(game, position, options.moves);
                let watch = PlayerWatch::new(watch, options, abilities);
                let request = SearchRequest {
                    game,
                    position,
                    before,
                    exact: &exact,
                    limit: if abilities.limits { options.limit } else { plain(options.limit, options.clock) },
                    clock: options.clock,
                    moves: options.moves,
                    lines: if abilities.lines { options.lines.max(1) } else { 1 },
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

/// The limit for a player that keeps the depth, and the hard limit of time from the start of its search. A
/// [`PlayerWatch`] keeps the other limits.
fn plain(limit: Limit, clock: &SearchClock) -> Limit {
    if limit == Limit::default() {
        return limit;
    }
    let depth = limit.depth.into_iter().chain(limit.mate).min();
    let time = match limit.time {
        Some(time) if !clock.is_waiting() => Some(time.saturating_sub(clock.elapsed())),
        None if depth.is_some() => None,
        _ => Some(Limit::NEVER),
    };
    Limit { depth, time, ..Limit::default() }
}

/// Gives the results of a player to the watch of its caller as reports, and keeps the limits that the player does not
/// keep.
struct PlayerWatch<'a, M> {
    watch: &'a dyn Watch<SearchSummary<M>>,
    start: Instant,
    /// The limit that it keeps, and the clock.
    kept: Option<(Limit, &'a SearchClock)>,
    /// Whether an iteration has reached the limit.
    is_enough: AtomicBool,
}

impl<'a, M: Copy> PlayerWatch<'a, M> {
    fn new(
        watch: &'a dyn Watch<SearchSummary<M>>,
        options: &SearchOptions<'a, M>,
        abilities: Abilities,
    ) -> PlayerWatch<'a, M> {
        let kept = Some((options.limit, options.clock)).filter(|_| !abilities.limits);
        PlayerWatch { watch, start: Instant::now(), kept, is_enough: AtomicBool::new(false) }
    }

    /// Whether an iteration with this result is the last.
    fn is_last(&self, result: &SearchResult<M>) -> bool {
        self.kept.is_some_and(|(limit, clock)| {
            let wins = |most| matches!(result.value, Some(Value::Win(plies)) if plies <= most);
            limit.nodes.is_some_and(|nodes| result.nodes >= nodes)
                || limit.mate.is_some_and(wins)
                || clock.is_past(limit.soft_time)
        })
    }

    fn report(&self, result: &SearchResult<M>) -> SearchSummary<M> {
        let score = result.value.map_or(Score::evaluated(result.evaluation), Score::of_value).into();
        SearchSummary {
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
        if self.is_last(result) {
            self.is_enough.store(true, Relaxed);
        }
    }

    fn bound(&self, result: &SearchResult<M>) {
        self.watch.bound(&self.report(result));
    }

    fn is_stopped(&self) -> bool {
        let is_late = |(limit, clock): (Limit, &SearchClock)| clock.is_past(limit.time);
        self.is_enough.load(Relaxed) || self.kept.is_some_and(is_late) || self.watch.is_stopped()
    }
}

/// Exact values that keep their last error, since a player need not report it.
struct KeepError<'a, G: PlayRules> {
    exact: &'a dyn ExactValues<G>,
    error: Mutex<Option<LookupError>>,
}

impl<G: PlayRules> ExactValues<G> for KeepError<'_, G> {
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

    fn may_hold(&self, position: &G::Position) -> bool {
        self.exact.may_hold(position)
    }
}
