//! The move of the tables or of an engine in a game against the page.

use std::time::Duration;

use serde::Serialize;

use super::asked::Asked;
use super::view::{MoveView, StepView, ValueText};
use crate::catalogue::{CatalogueGame, GameEntry};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::game::{Value, position_text};
use crate::play::best;
use crate::query::Probe;
use crate::search::{Limit, SearchClock, SearchOptions, SearchSummary, Searcher, Watch};
use crate::util::threads::processors;
use crate::values::Lookup;

/// The time of an engine in seconds: by default, and at most.
const SECONDS: f64 = 1.0;
const MOST_SECONDS: f64 = 10.0;

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

impl<M> Watch<SearchSummary<M>> for UntilInterrupt {
    fn is_stopped(&self) -> bool {
        interrupt::stop_requested()
    }
}

impl Reply {
    /// The move of the engine that is asked for, by default the tables.
    ///
    /// # Errors
    /// If the game is over, there is no such engine, or the tables are to move and do not hold the position.
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
        let (engine, mv, value) = match asked.text("engine").unwrap_or("table") {
            "table" => {
                match best(probe, &position)? {
                    Some(best) => ("table", best.mv, Some(best.value)),
                    // The tables hold results alone, or do not hold the position.
                    None if probe.value(&position)?.is_some() => {
                        let name = entry.players.first().map_or("scout-tt", |factory| factory.name);
                        let (_, mv, value) = searched(entry, probe, &position, name, seconds)?;
                        ("table", mv, value)
                    }
                    None => return Err(probe.not_held(&position).into()),
                }
            }
            name if name.contains(':') => {
                let message = format!("expected the name of an engine without settings, found {name:?}");
                return Err(Failure::Usage(message));
            }
            name => searched(entry, probe, &position, name, seconds)?,
        };
        let after = game.play(&position, mv);
        let step = StepView::new(game, &game.diagram(&position), &position, mv, &after);
        Ok(Reply { game: game.name(), engine, mv: MoveView { step, value: ValueText::new(game, value) } })
    }
}

/// The name of an engine, the move that it finds in `seconds`, and the value.
fn searched<G: CatalogueGame>(
    entry: &GameEntry<G>,
    probe: &Probe<G, impl Lookup>,
    position: &G::Position,
    name: &str,
    seconds: f64,
) -> Result<(&'static str, G::Move, Option<Value>), Failure> {
    let game = probe.space;
    let mut engine = Searcher::read(&entry.players, name)?.with_threads(processors());
    let clock = SearchClock::running();
    let options = SearchOptions::new(Limit::within(Duration::from_secs_f64(seconds)), &clock);
    let report = engine.search_watched(game, probe, position, &[], &options, &UntilInterrupt)?;
    let mv = report.best.or_else(|| game.moves(position).next());
    let mv = mv.ok_or_else(|| Failure::Usage("expected a position with a legal move".to_string()))?;
    Ok((engine.name(), mv, report.value))
}
