//! A search, on its thread: from `go` to `bestmove`.

use std::io::Write;
use std::sync::Mutex;
use std::time::Duration;

use super::info::{Informer, Output, exact};
use super::options::Options;
use super::server::Server;
use super::stops::Stops;
use crate::game::{Board, PlayRules, Turn, Value, move_text, turn};
use crate::play::choice::best_rated;
use crate::play::record::Record;
use crate::query::{ExactValues, Probe, RatedMove, apply_rule, moves};
use crate::search::{Details, Joined, Limit, OtherTables, Score, SearchClock, SearchRequest, SearchResult, Searcher};
use crate::space::Space;
use crate::util::units::count;
use crate::values::{Lookup, LookupError};

/// The engine that chooses among given moves if the playing engine cannot.
const CHOOSER: &str = "scout-tt";

/// The answer where the game is over.
const NO_MOVE: &str = "bestmove (none)";

/// The longest line of the tables that is written, in plies.
const LONGEST_LINE: usize = 300;

/// The engine and the tables: the session has them, or else the search that runs.
pub struct Tools<S: Space + PlayRules, T> {
    pub engine: Searcher<S>,
    /// The tables, if there are any; `None` before they are opened.
    pub tables: Option<Option<T>>,
    /// The tables in the format of another program, if there are any; `None` before they are opened.
    pub other: Option<Option<Box<dyn OtherTables<S>>>>,
}

impl<S: Space + PlayRules, T> Tools<S, T> {
    /// Opens the tables, unless they are open or not wanted. If that fails, the engine plays without them.
    pub fn open<W: Write>(&mut self, server: &Server<S, T>, options: &Options, output: &Output<W>) {
        if self.tables.is_none() {
            let wanted = options.tables && self.engine.settings().tables;
            let directories = options.directories.as_deref().unwrap_or(&server.directories);
            let tables = if wanted { (server.open)(directories, options.probe_limit) } else { Ok(None) };
            self.tables = Some(tables.unwrap_or_else(|error| {
                output.message(error);
                None
            }));
        }
        if self.other.is_none() {
            let wanted = options.tables && self.engine.settings().tables;
            let format = server.other.filter(|_| wanted);
            let place = format.and_then(|format| Some((format, options.other_place(format)?)));
            let opened = place.map(|(format, place)| (format.open)(&place)).transpose();
            self.other = Some(opened.unwrap_or_else(|error| {
                output.message(error);
                None
            }));
        }
    }

    /// Closes all tables: they are opened again before the next search.
    pub fn close(&mut self) {
        (self.tables, self.other) = (None, None);
    }
}

/// A search.
pub struct ProtocolSearch<'env, S: Space + PlayRules, T, W> {
    pub server: &'env Server<'env, S, T>,
    pub output: &'env Output<W>,
    pub record: Record<S::Position, S::Move>,
    pub stops: &'env Stops,
    pub number: u64,
    pub limit: Limit,
    /// The moves to choose among; empty for all.
    pub moves: Vec<S::Move>,
    pub lines: usize,
    /// Whether the chances of a win, a draw and a loss are written.
    pub chances: bool,
    /// Whether only `stop` ends it.
    pub infinite: bool,
}

impl<S: Space + Board + PlayRules, T: Lookup, W: Write + Send> ProtocolSearch<'_, S, T, W> {
    /// Searches and writes the move, with the reply that is expected. In an endless search the move is not written
    /// before `stop`, and while the clock waits not before `ponderhit` or `stop`.
    pub fn run(&self, tools: &mut Tools<S, T>, clock: &SearchClock) {
        let (game, position) = (self.server.game, self.record.position());
        let answer = match game.outcome(position) {
            Some(outcome) => {
                let score = exact(Score::of_outcome(outcome).decided().unwrap_or(Value::Draw), game.sides().len());
                self.output.line(&format!("info depth 0 score {score} nodes 0 time 0"));
                NO_MOVE.to_string()
            }
            None => self.answer(&self.result(tools, clock)),
        };
        self.stops.wait_for(self.number, || !self.infinite && !clock.is_waiting());
        self.output.line(&answer);
    }

    /// The line with the best move.
    fn answer(&self, report: &SearchResult<S::Move>) -> String {
        let (game, position) = (self.server.game, self.record.position());
        let legal = || game.moves(position).find(|mv| self.moves.is_empty() || self.moves.contains(mv));
        let Some(best) = report.best.or_else(legal) else { return NO_MOVE.to_string() };
        let mut text = format!("bestmove {}", move_text(game, position, best));
        let after = game.play(position, best);
        if let [first, reply, ..] = report.line[..]
            && first == best
            && turn(game, position, &after) == Turn::Other
        {
            text.push_str(" ponder ");
            game.write_move(&after, reply, &mut text);
        }
        text
    }

    /// The result, in a game that goes on, after its lines were written. If a table cannot be read, the engine plays
    /// without tables.
    fn result(&self, tools: &mut Tools<S, T>, clock: &SearchClock) -> SearchResult<S::Move> {
        let informer = Informer {
            game: self.server.game,
            position: self.record.position(),
            output: self.output,
            stops: self.stops,
            search: self.number,
            several: self.lines > 1,
            chance: self.chances.then(|| tools.engine.chance()),
            told: Mutex::new(None),
        };
        let request = SearchRequest::new(self.server.game, self.record.position(), self.limit, clock);
        let request = SearchRequest {
            before: self.record.before(),
            moves: &self.moves,
            lines: self.lines,
            watch: &informer,
            ..request
        };
        let Tools { engine, tables, other } = tools;
        let other = other.as_ref().and_then(|other| other.as_deref());
        let found = self.find(tables.as_ref().and_then(Option::as_ref), other, engine, &request, &informer);
        let report = found.or_else(|error| {
            self.output.message(error);
            *tables = Some(None);
            self.find(None, None, engine, &request, &informer)
        });
        // Only a table that cannot be read is an error of a search.
        let Ok(report) = report else { unreachable!("a search without tables has no errors") };
        informer.conclude(&report);
        if let missing @ 1.. = report.details.missing_threads {
            let threads = count(missing as u64, "more thread");
            self.output.message(format!("expected {threads} for the search, found that the system starts no more"));
        }
        report
    }

    /// The result by the tables, where they hold all that the moves lead to, else by the engine. The engine chooses
    /// among the best moves of the other tables. By the clock, a single move is searched to one ply, for its score.
    fn find(
        &self,
        tables: Option<&T>,
        other: Option<&dyn OtherTables<S>>,
        engine: &mut Searcher<S>,
        request: &SearchRequest<S>,
        informer: &Informer<S, W>,
    ) -> Result<SearchResult<S::Move>, LookupError> {
        let (game, position) = (self.server.game, self.record.position());
        let allowed = |mv: &S::Move| self.moves.is_empty() || self.moves.contains(mv);
        let is_single = game.moves(position).filter(allowed).nth(1).is_none();
        let limit = match self.limit.soft_time {
            Some(_) if is_single => Limit { depth: Some(1), ..Limit::within(Duration::ZERO) },
            _ => self.limit,
        };
        let request = &SearchRequest { limit, ..*request };
        let probe = tables.map(|tables| Probe { space: game, tables });
        if let Some(probe) = &probe
            && let Some(mut rated) = moves(probe, position)?
        {
            let is_ruled = apply_rule(probe, position, &mut rated)?;
            rated.retain(|rated| allowed(&rated.mv));
            if let Some(best) = best_rated(probe, &rated, is_ruled)? {
                return self.tell_rated(probe, best, &rated, request, informer);
            }
        }
        let exact: &dyn ExactValues<S> = probe.as_ref().map_or(&(), |probe| probe);
        let joined = other.map(|other| Joined { first: exact, then: other });
        let exact = joined.as_ref().map_or(exact, |joined| joined);
        let mut kept = other.and_then(|other| other.best_moves(position)).unwrap_or_default();
        kept.retain(|mv| allowed(mv) && engine.abilities().moves);
        let moves = if kept.is_empty() { request.moves } else { &kept };
        let request = &SearchRequest { exact, moves, ..*request };
        if !moves.is_empty()
            && !engine.abilities().moves
            && let Ok(mut chooser) = Searcher::read(&[], CHOOSER)
        {
            let name = engine.name();
            self.output.message(format!("{name} cannot choose among given moves: {CHOOSER} searches them"));
            return chooser.search(request);
        }
        engine.search(request)
    }

    /// Writes the lines of the tables for the best move and then for the others, which come best first, and returns the
    /// result of the best.
    fn tell_rated(
        &self,
        probe: &Probe<S, T>,
        best: RatedMove<S>,
        rated: &[RatedMove<S>],
        request: &SearchRequest<S>,
        informer: &Informer<S, W>,
    ) -> Result<SearchResult<S::Move>, LookupError> {
        let (game, position) = (self.server.game, self.record.position());
        let others = rated.iter().filter(|other| other.mv != best.mv).copied();
        // By the clock, the reply is all that is needed.
        let longest = if self.limit.soft_time.is_some() { 2 } else { LONGEST_LINE };
        let mut result = SearchResult::of_root(game, position, &[best.mv]);
        for (number, rated) in std::iter::once(best).chain(others).take(request.lines.max(1)).enumerate() {
            let line = table_line(probe, &rated, longest)?;
            let report = SearchResult {
                best: Some(rated.mv),
                score: Score::of_value(rated.value).into(),
                value: Some(rated.value),
                depth: 1,
                time: request.clock.elapsed(),
                line,
                details: Details { number, table_hits: Some(1), ..Details::default() },
                ..result.clone()
            };
            informer.tell(&report);
            if number == 0 {
                result = report;
            }
        }
        Ok(result)
    }
}

/// A move and best play after it, as far as the tables hold it: to the end, to a position that repeats one of the line,
/// or to this many plies.
fn table_line<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    rated: &RatedMove<S>,
    longest: usize,
) -> Result<Vec<S::Move>, LookupError> {
    let (mut line, mut position, mut seen) = (vec![rated.mv], rated.position, Vec::new());
    while line.len() < longest && !seen.contains(&position) {
        let Some(best) = moves(probe, &position)?.and_then(|rated| rated.first().copied()) else { break };
        seen.push(position);
        line.push(best.mv);
        position = best.position;
    }
    Ok(line)
}
