//! The move of an opponent in a game against the page: of the tables, of an engine, or at a level of strength.

use std::time::Duration;

use serde::Serialize;

use super::asked::Asked;
use super::view::{MoveView, StepView, ValueText};
use crate::failure::Failure;
use crate::interrupt;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::{Value, position_text};
use hindsight::play::{LEVELS, best, level_limit};
use hindsight::query::{ExactValues, Probe};
use hindsight::search::{Limit, SearchClock, SearchRequest, SearchResult, Searcher, Watch};
use hindsight::util::threads::processors;
use hindsight::values::Lookup;

/// The time of an engine in seconds: by default, and at most.
const SECONDS: f64 = 1.0;
const MOST_SECONDS: f64 = 10.0;

/// The engine of the levels below the last: every search of it keeps a depth.
const LIMITED: &str = "scout-tt";

/// The move, with its value for the side that makes it.
#[derive(Serialize)]
pub struct Reply {
    game: &'static str,
    engine: &'static str,
    #[serde(flatten)]
    mv: MoveView,
}

/// Ends a search at Ctrl-C.
struct UntilInterrupt;

impl<M> Watch<SearchResult<M>> for UntilInterrupt {
    fn is_stopped(&self) -> bool {
        interrupt::stop_requested()
    }
}

/// The opponent that a request names.
enum Opponent<'a> {
    /// The tables, and the engine of the game where they do not hold the position.
    Table,
    /// An engine with the tables.
    Engine(&'a str),
    /// A search within these limits, without the tables.
    Limited(Limit),
}

impl<'a> Opponent<'a> {
    fn new(asked: &'a Asked) -> Result<Opponent<'a>, Failure> {
        let level: Option<usize> = asked.read("level", "a level of strength")?;
        match (asked.text("engine"), level) {
            (Some(_), Some(_)) => Err(Failure::Usage("expected an engine or a level, found both".to_string())),
            (_, Some(level)) if !(1..=LEVELS).contains(&level) => {
                Err(Failure::Usage(format!("expected a level from 1 to {LEVELS}, found {level}")))
            }
            (_, Some(level)) => Ok(level_limit(level).map_or(Opponent::Table, Opponent::Limited)),
            (None | Some("table"), None) => Ok(Opponent::Table),
            (Some(name), None) if name.contains(':') => {
                let message = format!("expected the name of an engine without settings, found {name:?}");
                Err(Failure::Usage(message))
            }
            (Some(name), None) => Ok(Opponent::Engine(name)),
        }
    }
}

impl Reply {
    /// The move of the engine or of the level that is asked for, by default of the tables.
    ///
    /// # Errors
    /// If the game is over, or there is no such engine or level.
    pub fn new<G: CatalogueGame>(
        entry: &GameEntry<G>,
        probe: &Probe<G, impl Lookup>,
        asked: &Asked,
    ) -> Result<Reply, Failure> {
        let game = probe.space;
        let position = asked.position(game)?;
        if game.outcome(&position).is_some() {
            let message =
                format!("expected a position in which the game goes on, found {}", position_text(game, &position));
            return Err(Failure::Usage(message));
        }
        let seconds = asked.read("seconds", "a number of seconds")?.unwrap_or(SECONDS);
        if !(0.01..=MOST_SECONDS).contains(&seconds) {
            let message = format!("expected seconds from 0.01 to {MOST_SECONDS}, found {seconds}");
            return Err(Failure::Usage(message));
        }
        let time = Some(Duration::from_secs_f64(seconds));
        let limit = Limit { time, ..Limit::default() };
        let (engine, mv, value) = match Opponent::new(asked)? {
            Opponent::Table => match best(probe, &position)? {
                Some(best) => ("table", best.mv, Some(best.value)),
                None => searched(entry, probe, &position, entry.default_engine(), limit)?,
            },
            Opponent::Engine(name) => searched(entry, probe, &position, name, limit)?,
            Opponent::Limited(level) => searched(entry, &(), &position, LIMITED, Limit { time, ..level })?,
        };
        let after = game.play(&position, mv);
        let step = StepView::new(game, &game.diagram(&position), &position, mv, &after);
        Ok(Reply { game: game.name(), engine, mv: MoveView { step, value: ValueText::new(game, value) } })
    }
}

/// The name of an engine, the move that it finds within a limit, and the value.
fn searched<G: CatalogueGame>(
    entry: &GameEntry<G>,
    exact: &dyn ExactValues<G>,
    position: &G::Position,
    name: &str,
    limit: Limit,
) -> Result<(&'static str, G::Move, Option<Value>), Failure> {
    let game = &entry.game;
    let mut engine = Searcher::read(&entry.players, name)?.with_threads(processors());
    let clock = SearchClock::running();
    let request = SearchRequest::new(game, position, limit, &clock);
    let report = engine.search(&SearchRequest { exact, watch: &UntilInterrupt, ..request })?;
    let mv = report.best.or_else(|| game.moves(position).next());
    let mv = mv.ok_or_else(|| Failure::Usage("expected a position with a legal move".to_string()))?;
    Ok((engine.name(), mv, report.value))
}
