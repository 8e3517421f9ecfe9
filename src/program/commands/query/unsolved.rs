//! The answer of `query` for a position that the tables do not hold: the move of an engine, and it says so.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use crate::advice;
use crate::commands::search;
use crate::failure::Failure;
use crate::output::wrapped;
use crate::program;
use hindsight::catalogue::Guide;
use hindsight::open::{AnswerError, OpenGame};
use hindsight::play::ThoughtQuery;
use hindsight::search::{Limit, SearchClock};
use hindsight::util::threads::processors;

/// The time for which the engine searches.
const TIME: Duration = Duration::from_secs(2);

/// Writes what is known of a position without a table, and the move of an engine.
///
/// # Errors
/// If the guide of the game cannot be read.
pub fn write(game: &Arc<dyn OpenGame>, position: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let facts = game.facts();
    let board = Arc::clone(game).board(Some(position))?;
    let mut engine = Arc::clone(game).engine(facts.default_engine, 0)?;
    engine.set_threads(processors());
    let clock = SearchClock::running();
    let query = ThoughtQuery { for_people: true, ..ThoughtQuery::new(Limit::within(TIME), &clock) };
    let result = engine.search(&*board, &query, &())?;
    search::answer(&*board, engine.has_setting("cutoff"), &result, out)?;
    let known = if board.position() == facts.start { Guide::read(facts.guide)?.known } else { None };
    if let Some(known) = known {
        wrapped(&format!("known: {known}"), "       ", out)?;
    }
    writeln!(out)?;
    let why = match game.not_held(position) {
        AnswerError::NotHeld(not_held) => advice::explain_not_held(&not_held, program::invocation()),
        other => other.to_string(),
    };
    wrapped(&format!("This is the answer of the engine {}, not of tables: {why}.", engine.name()), "", out)?;
    Ok(())
}
