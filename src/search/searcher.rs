//! An engine by its name: a generic search, or a player of the game or of every game.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::generic::{Algorithm, GenericSearch};
use super::hidden::Hidden;
use super::random;
use super::settings::{SearcherError, read, split};
use super::transposition::{BoundsEntry, TranspositionTable};
use super::{
    Abilities, ChanceFunction, Limit, Player, PlayerFactory, SearchClock, SearchRequest, SearchResult, Settings, Watch,
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
    pub fn set_threads(&mut self, threads: usize) {
        self.settings.threads.get_or_insert(threads);
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

    /// Searches a position. The limit and the threads in the settings come before the limit and the threads of the
    /// request; without a limit there is a default. The exact values are used only if the settings allow tables. An
    /// engine that cannot search several lines searches one. Only an engine that can choose among moves gets the moves.
    ///
    /// If the exact value of the position has no depth, the engine searches for one, among the moves that keep a win.
    ///
    /// # Errors
    /// If a table cannot be trusted.
    pub fn search(&mut self, request: &SearchRequest<G>) -> Result<SearchResult<G::Move>, LookupError> {
        let request = &SearchRequest {
            limit: self.settings.limit_in(request.limit),
            threads: self.settings.threads.unwrap_or(request.threads),
            exact: if self.settings.tables { request.exact } else { &() },
            ..*request
        };
        let hidden = Hidden::new(request.game, request.exact, request.position)?;
        let winner = hidden.as_ref().map(|hidden| hidden.winner);
        if winner != self.hidden {
            // The scores in the memory depend on other values.
            self.forget();
            self.hidden = winner;
        }
        let Some(hidden) = hidden else { return self.ask(request) };
        let moves = hidden.moves(request.moves, request.before)?;
        let given = if self.abilities().moves { &moves } else { request.moves };
        let mut result = self.ask(&SearchRequest { exact: &hidden, moves: given, ..*request })?;
        if let Some(&first) = moves.first()
            && result.best.is_none_or(|best| !moves.contains(&best))
        {
            (result.best, result.line) = (Some(first), vec![first]);
        }
        result.value = result.value.or_else(|| result.decided()).or(Some(hidden.value()));
        Ok(result)
    }

    /// Asks the engine.
    fn ask(&mut self, request: &SearchRequest<G>) -> Result<SearchResult<G::Move>, LookupError> {
        let player = match &mut self.implementation {
            Implementation::Generic(search, table) => return search.search(request, table),
            Implementation::Player(player) => player,
        };
        let root = SearchResult::of_root(request.game, request.position, request.moves);
        if root.best.is_none() {
            return Ok(root);
        }
        let exact = KeepError { exact: request.exact, error: Mutex::new(None) };
        let (abilities, limits) = (player.abilities(), LimitWatch::new(request));
        let (limit, watch): (_, &dyn Watch<_>) = match abilities.limits {
            true => (request.limit, request.watch),
            false => (plain(request.limit, request.clock), &limits),
        };
        let lines = if abilities.lines { request.lines.max(1) } else { 1 };
        let result = player.search(&SearchRequest { exact: &exact, limit, lines, watch, ..*request });
        match exact.error.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => Ok(SearchResult { time: request.start.elapsed(), ..result }),
        }
    }
}

/// The limit for a player that keeps the depth, and the hard limit of time from the start of its search. A
/// [`LimitWatch`] keeps the other limits.
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

/// Keeps the limits that a player does not keep, between the player and the watch of its caller.
struct LimitWatch<'a, M> {
    watch: &'a dyn Watch<SearchResult<M>>,
    limit: Limit,
    clock: &'a SearchClock,
    /// Whether an iteration has reached the limit.
    is_enough: AtomicBool,
}

impl<'a, M> LimitWatch<'a, M> {
    fn new<G: PlayRules<Move = M>>(request: &SearchRequest<'a, G>) -> LimitWatch<'a, M> {
        let &SearchRequest { watch, limit, clock, .. } = request;
        LimitWatch { watch, limit, clock, is_enough: AtomicBool::new(false) }
    }

    /// Whether an iteration with this result is the last.
    fn is_last(&self, result: &SearchResult<M>) -> bool {
        let wins = |most| matches!(result.value, Some(Value::Win(plies)) if plies <= most);
        self.limit.nodes.is_some_and(|nodes| result.nodes >= nodes)
            || self.limit.mate.is_some_and(wins)
            || self.clock.is_past(self.limit.soft_time)
    }
}

impl<M> Watch<SearchResult<M>> for LimitWatch<'_, M> {
    fn iteration(&self, result: &SearchResult<M>) {
        self.watch.iteration(result);
        if self.is_last(result) {
            self.is_enough.store(true, Relaxed);
        }
    }

    fn bound(&self, result: &SearchResult<M>) {
        self.watch.bound(result);
    }

    fn is_stopped(&self) -> bool {
        self.is_enough.load(Relaxed) || self.clock.is_past(self.limit.time) || self.watch.is_stopped()
    }
}

/// Exact values that keep their last error, since a player need not report it.
struct KeepError<'a, G: PlayRules> {
    exact: &'a dyn ExactValues<G>,
    error: Mutex<Option<LookupError>>,
}

impl<G: PlayRules> KeepError<'_, G> {
    /// The value that was found; an error is kept.
    fn kept(&self, found: Result<Option<Value>, LookupError>) -> Result<Option<Value>, LookupError> {
        found.inspect_err(|error| {
            if let Ok(mut kept) = self.error.lock() {
                *kept = Some(error.clone());
            }
        })
    }
}

impl<G: PlayRules> ExactValues<G> for KeepError<'_, G> {
    fn value(&self, position: &G::Position) -> Result<Option<Value>, LookupError> {
        self.kept(self.exact.value(position))
    }

    fn quick_value(&self, position: &G::Position) -> Result<Option<Value>, LookupError> {
        self.kept(self.exact.quick_value(position))
    }

    fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }

    fn may_hold(&self, position: &G::Position) -> bool {
        self.exact.may_hold(position)
    }
}
