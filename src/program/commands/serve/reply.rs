//! The move of an opponent in a game against the page: of the tables, of an engine, or at a level of strength.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::asked::Asked;
use super::view::{MoveView, ValueText};
use crate::failure::Failure;
use crate::interrupt;
use hindsight::answer::{PlyKind, Thought};
use hindsight::open::OpenGame;
use hindsight::play::{LEVELS, ThoughtQuery, level_limit};
use hindsight::search::{Limit, SearchClock, Watch};
use hindsight::util::threads::processors;

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
    /// The plies that depths count.
    ply: PlyKind,
    #[serde(flatten)]
    mv: MoveView,
}

/// Ends a search at Ctrl-C.
struct UntilInterrupt;

impl Watch<Thought> for UntilInterrupt {
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
    pub fn new(game: &Arc<dyn OpenGame>, asked: &Asked) -> Result<Reply, Failure> {
        let facts = game.facts();
        let mut board = Arc::clone(game).board(asked.text("position"))?;
        if board.outcome().is_some() {
            let message = format!("expected a position in which the game goes on, found {}", board.position());
            return Err(Failure::Usage(message));
        }
        let seconds = asked.read("seconds", "a number of seconds")?.unwrap_or(SECONDS);
        if !(0.01..=MOST_SECONDS).contains(&seconds) {
            let message = format!("expected seconds from 0.01 to {MOST_SECONDS}, found {seconds}");
            return Err(Failure::Usage(message));
        }
        let time = Some(Duration::from_secs_f64(seconds));
        let (mut limit, clock) = (Limit { time, ..Limit::default() }, SearchClock::running());
        let (mut by_tables, mut engine) = (None, facts.default_engine);
        match Opponent::new(asked)? {
            Opponent::Table => by_tables = board.by_tables(&query(limit, &clock), &())?,
            Opponent::Engine(name) => engine = name,
            Opponent::Limited(level) => {
                board.use_values(false);
                (engine, limit) = (LIMITED, Limit { time, ..level });
            }
        }
        let (engine, found) = match by_tables {
            Some(best) => ("table", best),
            None => {
                let mut engine = Arc::clone(game).engine(engine, 0)?;
                engine.set_threads(processors());
                let found = engine.search(&*board, &query(limit, &clock), &UntilInterrupt)?;
                (engine.name(), found)
            }
        };
        let Thought { best, value, value_text, .. } = found;
        let best = best.ok_or_else(|| Failure::Usage("expected a position with a legal move".to_string()))?;
        let certainty = if engine == "table" { "table" } else { "engine" };
        let value = ValueText::of(value, value_text, certainty);
        Ok(Reply { game: facts.name, engine, ply: facts.ply, mv: MoveView::new(best, value) })
    }
}

/// The query of a move for the page.
fn query(limit: Limit, clock: &SearchClock) -> ThoughtQuery<'_> {
    ThoughtQuery { for_people: true, ..ThoughtQuery::new(limit, clock) }
}
