//! A search, on its thread: from `go` to `bestmove`.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::info::{Informer, Output, exact};
use super::options::Options;
use super::server::Server;
use super::stops::Stops;
use crate::answer::Thought;
use crate::game::{NotationError, Value};
use crate::play::objects::{CHOOSER, OpenBoard, OpenEngine, OpenPlay, ThoughtQuery};
use crate::search::{Limit, Score, SearchClock};
use crate::util::units::count;
use crate::values::LookupError;

/// The answer where the position was refused: the null move of the standard.
const REFUSED: &str = "bestmove 0000";

/// The answer where the game is over.
const NO_MOVE: &str = "bestmove (none)";

/// The longest line of the tables that is written, in plies.
const LONGEST_LINE: usize = 300;

/// The engine and the tables: the session has them, or else the search that runs.
pub struct Tools {
    pub engine: Box<dyn OpenEngine>,
    /// The game with its tables, if they are used; `None` before they are opened.
    pub tables: Option<Option<Arc<dyn OpenPlay>>>,
}

impl Tools {
    /// Opens the tables, unless they are open or not wanted, and the tables of other programs. If that fails, the
    /// engine plays without them.
    pub fn open<W: Write>(&mut self, server: &Server, options: &Options, board: &dyn OpenBoard, output: &Output<W>) {
        if self.tables.is_some() {
            return;
        }
        let wanted = options.tables && self.engine.settings().tables;
        let directories = options.directories.as_deref().unwrap_or(&server.directories);
        let tables = wanted.then(|| (server.open)(directories, options.probe_limit)).transpose();
        self.tables = Some(tables.unwrap_or_else(|error| {
            output.message(error);
            None
        }));
        let place = options.other_place(board.facts().other_tables).filter(|_| wanted);
        if let Err(error) = self.engine.use_other_tables(place.as_ref()) {
            output.message(error);
        }
    }

    /// Closes all tables: they are opened again before the next search.
    pub fn close(&mut self) {
        self.tables = None;
        // To use none is never an error.
        let _ = self.engine.use_other_tables(None);
    }
}

/// A search.
pub struct ProtocolSearch<'env, W> {
    pub output: &'env Output<W>,
    pub board: Box<dyn OpenBoard>,
    pub stops: &'env Stops,
    pub number: u64,
    /// Why there is no position to search.
    pub refused: Option<NotationError>,
    pub limit: Limit,
    /// The moves to choose among; empty for all.
    pub moves: Vec<String>,
    pub lines: usize,
    /// Whether the chances of a win, a draw and a loss are written.
    pub chances: bool,
    /// Whether only `stop` ends it.
    pub infinite: bool,
}

impl<W: Write + Send> ProtocolSearch<'_, W> {
    /// Searches and writes the move, with the reply that is expected. In an endless search the move is not written
    /// before `stop`, and while the clock waits not before `ponderhit` or `stop`.
    pub fn run(mut self, tools: &mut Tools, clock: &SearchClock) {
        let answer = match (&self.refused, self.board.outcome()) {
            (Some(error), _) => {
                self.output.message(error);
                REFUSED.to_string()
            }
            (None, Some(outcome)) => {
                let value = Score::of_outcome(outcome).decided().unwrap_or(Value::Draw);
                let score = exact(value, self.board.facts().sides.len());
                self.output.line(&format!("info depth 0 score {score} nodes 0 time 0"));
                // The other program plays on: it does not know every end of a game.
                let mut past_end = self.moves.iter().cloned().chain(self.board.moves_past_end());
                past_end.next().map_or_else(|| NO_MOVE.to_string(), |mv| format!("bestmove {mv}"))
            }
            (None, None) => {
                let result = self.result(tools, clock);
                self.answer(&result)
            }
        };
        self.stops.wait_for(self.number, || !self.infinite && !clock.is_waiting());
        self.output.line(&answer);
    }

    /// The line with the best move.
    fn answer(&self, result: &Thought) -> String {
        let best = result.best.as_ref().map(|best| best.mv.clone());
        let legal = || self.moves.first().cloned().or_else(|| Some(self.board.moves().first()?.mv.clone()));
        let Some(best) = best.or_else(legal) else { return NO_MOVE.to_string() };
        match &result.reply {
            Some(reply) => format!("bestmove {best} ponder {reply}"),
            None => format!("bestmove {best}"),
        }
    }

    /// The result, in a game that goes on, after its lines were written. If a table cannot be read, the engine plays
    /// without tables.
    fn result(&mut self, tools: &mut Tools, clock: &SearchClock) -> Thought {
        let (output, stops) = (self.output, self.stops);
        let informer = Informer {
            output,
            sides: self.board.facts().sides.len(),
            stops,
            search: self.number,
            several: self.lines > 1,
            chances: self.chances,
            told: Mutex::new(None),
        };
        match tools.tables.as_ref().and_then(Option::as_ref) {
            Some(tables) => self.board = Arc::clone(tables).resume(&*self.board),
            None => self.board.use_values(false),
        }
        let found = self.find(&mut *tools.engine, clock, &informer);
        let result = found.or_else(|error| {
            output.message(error);
            tools.tables = Some(None);
            self.board.use_values(false);
            self.find(&mut *tools.engine, clock, &informer)
        });
        let result = result.expect("only a table that cannot be read is an error of a search");
        informer.conclude(&result);
        if let Some(doubt) = &result.doubt {
            output.message(doubt);
        }
        if let missing @ 1.. = result.details.missing_threads {
            let threads = count(missing as u64, "more thread");
            output.message(format!("expected {threads} for the search, found that the system starts no more"));
        }
        result
    }

    /// The result by the tables, where they hold all that the moves lead to and know the way, else by the engine. By
    /// the clock, a single move is searched to one ply, for its score.
    fn find(
        &self,
        engine: &mut dyn OpenEngine,
        clock: &SearchClock,
        informer: &Informer<W>,
    ) -> Result<Thought, LookupError> {
        let limit = match self.limit.soft_time {
            Some(_) if self.board.is_single(&self.moves) => Limit { depth: Some(1), ..Limit::within(Duration::ZERO) },
            _ => self.limit,
        };
        // By the clock, the reply is all that is needed.
        let longest = if self.limit.soft_time.is_some() { 2 } else { LONGEST_LINE };
        let query = ThoughtQuery { moves: &self.moves, lines: self.lines, longest, ..ThoughtQuery::new(limit, clock) };
        if let Some(best) = self.board.by_tables(&query, informer)? {
            return Ok(best);
        }
        if !self.moves.is_empty() && !engine.abilities().moves {
            let name = engine.name();
            self.output.message(format!("{name} cannot choose among given moves: {CHOOSER} searches them"));
        }
        engine.search(&*self.board, &query, informer)
    }
}
