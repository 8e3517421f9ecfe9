//! Whoever is named as an engine of a game: a search for all games, or a player that the game brings along.

use std::sync::Mutex;
use std::time::Instant;

use super::engine::{Algorithm, Engine};
use super::oracle::Oracle;
use super::report::Report;
use super::score::Score;
use super::settings::{EngineError, read, split};
use super::transposition::Transpositions;
use crate::game::Game;
use crate::game::Value;
use crate::search::{Limit, Player, PlayerFactory, SearchRequest, Settings};
use crate::values::LookupError;

/// An engine of a game, with its settings and its memory, which lasts from move to move.
pub struct Contender<G: Game> {
    name: &'static str,
    settings: Settings,
    mind: Mind<G>,
}

enum Mind<G: Game> {
    Search(Engine, Transpositions),
    Own(Box<dyn Player<G>>),
}

impl<G: Game> Contender<G> {
    /// Reads an engine of the game: a name, then `:` and settings with `,` between, `montecarlo:time=1s,cutoff=50`.
    ///
    /// # Errors
    /// If it is none; the error says which there are, or what the settings are.
    pub fn read(players: &[PlayerFactory<G>], text: &str) -> Result<Contender<G>, EngineError> {
        Contender::read_again(players, text, 0)
    }

    /// The same for one of many games: its dice begin so much further on.
    ///
    /// # Errors
    /// As [`Contender::read`].
    pub fn read_again(players: &[PlayerFactory<G>], text: &str, number: u64) -> Result<Contender<G>, EngineError> {
        let (name, settings) = split(text);
        if let Some(factory) = players.iter().find(|factory| factory.name.eq_ignore_ascii_case(name)) {
            let mut settings = read(factory.name, factory.settings, settings)?;
            settings.seed = settings.seed.wrapping_add(number);
            return Ok(Contender { name: factory.name, mind: Mind::Own((factory.begin)(&settings)), settings });
        }
        let algorithm = Algorithm::named(name, players.iter().map(|factory| factory.name))?;
        let mut settings = algorithm.read(settings)?;
        settings.seed = settings.seed.wrapping_add(number);
        let engine = Engine { algorithm, settings: settings.clone() };
        let table = engine.table();
        Ok(Contender { name: algorithm.name(), settings, mind: Mind::Search(engine, table) })
    }

    /// The same engine, that may use so many threads if its settings do not say; else it uses one.
    pub fn with_threads(mut self, threads: usize) -> Contender<G> {
        let threads = *self.settings.threads.get_or_insert(threads);
        if let Mind::Search(engine, _) = &mut self.mind {
            engine.settings.threads = Some(threads);
        }
        self
    }

    /// Its name without the settings.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Searches a position that came on the board after those `before` it. Its own limit counts before this one, and
    /// where there is neither, it has one in any case. Lookup are asked if its settings allow it.
    ///
    /// # Errors
    /// If a table of the oracle cannot be trusted.
    pub fn search(
        &mut self,
        game: &G,
        oracle: Option<&dyn Oracle<G>>,
        position: &G::Position,
        before: &[G::Position],
        limit: Limit,
    ) -> Result<Report<G::Move>, LookupError> {
        let limit = self.settings.limit_in(limit);
        let oracle = oracle.filter(|_| self.settings.tables);
        match &mut self.mind {
            Mind::Search(engine, table) => engine.search(game, oracle.unwrap_or(&()), position, limit, table),
            Mind::Own(player) => {
                let threads = self.settings.threads.unwrap_or(1);
                think(player.as_mut(), game, oracle, position, (before, limit, threads))
            }
        }
    }
}

/// What a player of the game finds.
fn think<G: Game>(
    player: &mut dyn Player<G>,
    game: &G,
    oracle: Option<&dyn Oracle<G>>,
    position: &G::Position,
    (before, limit, threads): (&[G::Position], Limit, usize),
) -> Result<Report<G::Move>, LookupError> {
    let start = Instant::now();
    let mut report = Report::of_root(game, position);
    if report.best.is_none() {
        return Ok(report);
    }
    // A player goes on with less knowledge when a table fails, and what it finds then is not told.
    let trouble = Mutex::new(None);
    let asked = |position: &G::Position| -> Option<Value> {
        oracle?.value(position).unwrap_or_else(|error| {
            if let Ok(mut trouble) = trouble.lock() {
                *trouble = Some(error);
            }
            None
        })
    };
    let thought = player.think(&SearchRequest { game, position, before, known: &asked, limit, threads });
    if let Ok(Some(error)) = trouble.into_inner() {
        return Err(error);
    }
    report.best = Some(thought.best);
    report.worth = thought.value.map_or(Score::evaluated(thought.evaluation), Score::of_value).into();
    report.value = thought.value;
    (report.depth, report.nodes, report.leaves) = (thought.depth, thought.nodes, thought.leaves);
    report.line = thought.line;
    report.time = start.elapsed();
    Ok(report)
}
