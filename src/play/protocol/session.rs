//! The loop over the commands, and the thread that searches.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Receiver;
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Instant;

use super::command::{Command, Go};
use super::info::{Informer, Output, exact};
use super::options::Options;
use super::reader::Line;
use super::server::{ProtocolError, Server};
use super::stops::Stops;
use crate::game::{Notation, NotationError};
use crate::play::choice::{Choice, choose};
use crate::play::ending::{Ending, QUIET_PLIES};
use crate::play::record::Record;
use crate::query::Probe;
use crate::search::{Limit, Searcher};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// The engine and the tables: the session has them, or else the search that runs.
struct Tools<S: Space, T> {
    engine: Searcher<S>,
    /// The tables, if there are any; `None` before they are opened.
    tables: Option<Option<T>>,
}

/// A search that runs, or has run since the last look.
struct Running<'scope, S: Space, T> {
    thread: ScopedJoinHandle<'scope, Tools<S, T>>,
    number: u64,
    infinite: bool,
}

/// The state of the conversation.
pub struct Session<'scope, 'env, S: Space, T, W> {
    server: &'env Server<'env, S, T>,
    output: &'env Output<W>,
    stops: &'env Stops,
    scope: &'scope Scope<'scope, 'env>,
    options: Options,
    record: Record<S::Position, S::Move>,
    tools: Option<Tools<S, T>>,
    running: Option<Running<'scope, S, T>>,
}

impl<'scope, 'env, S, T, W> Session<'scope, 'env, S, T, W>
where
    S: Space + Notation,
    T: Lookup + Send,
    W: Write + Send,
{
    /// A session at the start of a game.
    pub fn new(
        server: &'env Server<'env, S, T>,
        output: &'env Output<W>,
        stops: &'env Stops,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Result<Self, ProtocolError> {
        let options = Options::new();
        let tools = Tools { engine: options.engine(server.players, server.engine)?, tables: None };
        let record = Record::new(server.game.start());
        Ok(Session { server, output, stops, scope, options, record, tools: Some(tools), running: None })
    }

    /// Carries out the commands, and waits for the search that runs at their end.
    pub fn run(mut self, lines: &Receiver<Line>) -> Result<(), ProtocolError> {
        for Line { command, searches } in lines {
            match command {
                Ok(command) => self.carry_out(command, searches)?,
                Err(error) => self.output.message(error),
            }
            self.output.check().map_err(ProtocolError::Output)?;
        }
        self.settle()
    }

    /// Carries out a command. `searches` is the number of a search that it asks for.
    fn carry_out(&mut self, command: Command, searches: u64) -> Result<(), ProtocolError> {
        match command {
            Command::Hello(word) => self.introduce(word)?,
            Command::IsReady => {
                // A search that runs has opened the tables.
                if let Some(tools) = &mut self.tools {
                    open(self.server, &self.options, tools, self.output);
                }
                self.output.line("readyok");
            }
            Command::NewGame => self.renew()?,
            Command::Position { from, moves } => match self.position(from.as_deref(), &moves) {
                Ok(record) => self.record = record,
                Err(error) => self.output.message(error),
            },
            Command::Go(go) => self.go(&go, searches)?,
            Command::Query(question) => self.answer(&question),
            Command::SetOption { name, value } => {
                self.settle()?;
                let set = self.tools.as_ref().map_or(Ok(()), |tools| self.options.set(&tools.engine, &name, &value));
                match set {
                    Ok(()) => self.renew()?,
                    Err(error) => self.output.message(error),
                }
            }
            // The reader has carried out the first two.
            Command::Stop | Command::Quit | Command::Nothing => {}
        }
        Ok(())
    }

    /// Answers `uci` or `ugi`.
    fn introduce(&mut self, word: &str) -> Result<(), ProtocolError> {
        self.settle()?;
        let Some(tools) = &self.tools else { return Ok(()) };
        let mut lines = vec![
            format!("id name {} ({})", self.server.name, tools.engine.name()),
            "id author the Hindsight authors".to_string(),
        ];
        lines.extend(Options::describe(&tools.engine, &self.server.directory.display().to_string()));
        lines.push(format!("{word}ok"));
        lines.iter().for_each(|line| self.output.line(line));
        Ok(())
    }

    /// The game from a position with these moves.
    fn position(&self, from: Option<&str>, moves: &[String]) -> Result<Record<S::Position, S::Move>, NotationError> {
        let game = self.server.game;
        let mut record = Record::new(from.map_or_else(|| Ok(game.start()), |text| game.parse(text))?);
        for text in moves {
            let mv = game.parse_move(record.position(), text)?;
            let after = game.play(record.position(), mv);
            record.push(mv, after);
        }
        Ok(record)
    }

    /// Starts the search of this number.
    fn go(&mut self, go: &Go, number: u64) -> Result<(), ProtocolError> {
        self.settle()?;
        let Some(mut tools) = self.tools.take() else { return Ok(()) };
        let game = self.server.game;
        let side = game.side_to_move(self.record.position());
        let by_colour = match game.sides()[side].to_ascii_lowercase().as_str() {
            "white" => 0,
            "black" => 1,
            _ => game.team(side),
        };
        let limit = go.limit(by_colour, game.team(side));
        open(self.server, &self.options, &mut tools, self.output);
        let search = Search {
            server: self.server,
            output: self.output,
            record: self.record.clone(),
            stops: self.stops,
            number,
            limit,
            nodes: go.nodes,
            infinite: go.infinite,
        };
        let thread = self.scope.spawn(move || {
            search.run(&mut tools);
            tools
        });
        self.running = Some(Running { thread, number, infinite: go.infinite });
        Ok(())
    }

    /// Waits for the end of the search that runs; one without a limit is stopped.
    fn settle(&mut self) -> Result<(), ProtocolError> {
        if let Some(running) = self.running.take() {
            if running.infinite {
                self.stops.stop(running.number);
            }
            match running.thread.join() {
                Ok(tools) => self.tools = Some(tools),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        self.output.check().map_err(ProtocolError::Output)
    }

    /// Gives the engine an empty memory and the options as they are, and opens the tables anew.
    fn renew(&mut self) -> Result<(), ProtocolError> {
        self.settle()?;
        let engine = self.options.engine(self.server.players, self.server.engine)?;
        self.tools = Some(Tools { engine, tables: None });
        Ok(())
    }

    /// Answers a question of UGI.
    fn answer(&self, question: &str) {
        let game = self.server.game;
        let to_move = game.team(game.side_to_move(self.record.position()));
        let ending = || Ending::of(game, &self.record, QUIET_PLIES);
        let answer = match question {
            "gameover" => ending().is_some().to_string(),
            "p1turn" => (to_move == 0).to_string(),
            "result" => match ending().map(|ending| ending.winner(to_move)) {
                None => "none".to_string(),
                Some(None) => "draw".to_string(),
                Some(Some(team)) => format!("p{}win", team + 1),
            },
            _ => return self.output.message(NotationError::new("gameover, p1turn or result after query", question)),
        };
        self.output.line(&format!("response {answer}"));
    }
}

/// Opens the tables, unless they are open or not wanted. If that fails, the engine plays without them.
fn open<S: Space, T, W: Write>(server: &Server<S, T>, options: &Options, tools: &mut Tools<S, T>, output: &Output<W>) {
    if tools.tables.is_none() {
        let wanted = options.tables && tools.engine.settings().tables;
        let directory = options.directory.as_deref().unwrap_or(&server.directory);
        let tables = if wanted { (server.open)(directory) } else { Ok(None) };
        tools.tables = Some(tables.unwrap_or_else(|error| {
            output.message(error);
            None
        }));
    }
}

/// A search, on its thread.
struct Search<'env, S: Space, T, W> {
    server: &'env Server<'env, S, T>,
    output: &'env Output<W>,
    record: Record<S::Position, S::Move>,
    stops: &'env Stops,
    number: u64,
    limit: Limit,
    nodes: Option<u64>,
    infinite: bool,
}

impl<S: Space + Notation, T: Lookup, W: Write + Send> Search<'_, S, T, W> {
    /// Searches and writes the move. In an endless search the move is not written before `stop`.
    fn run(&self, tools: &mut Tools<S, T>) {
        let (game, position) = (self.server.game, self.record.position());
        let mv = match game.outcome(position) {
            Some(_) => "(none)".to_string(),
            None => self.choose(tools),
        };
        if self.infinite {
            self.stops.wait_for(self.number);
        }
        self.output.line(&format!("bestmove {mv}"));
    }

    /// The move, in a game that goes on. If a table cannot be read, the engine plays without tables.
    fn choose(&self, tools: &mut Tools<S, T>) -> String {
        let (start, game, position) = (Instant::now(), self.server.game, self.record.position());
        let informer = Informer {
            game,
            position,
            output: self.output,
            stops: self.stops,
            search: self.number,
            nodes: self.nodes,
            enough: AtomicBool::new(false),
            told: AtomicBool::new(false),
        };
        let mut choose = |tables: Option<&T>, limit| -> Result<Choice<S::Move>, LookupError> {
            let probe = tables.map(|tables| Probe { space: game, tables });
            let clock = crate::search::SearchClock::running();
            choose(
                game,
                probe.as_ref(),
                &mut tools.engine,
                &self.record,
                &crate::search::SearchOptions::new(limit, &clock),
                &informer,
            )
        };
        let choice = choose(tools.tables.as_ref().and_then(Option::as_ref), self.limit).or_else(|error| {
            self.output.message(error);
            tools.tables = Some(None);
            let time = self.limit.time.map(|time| time.saturating_sub(start.elapsed()));
            choose(None, Limit { time, ..self.limit })
        });
        let Ok(Choice { mv, value }) = choice else { unreachable!("no search fails without tables") };
        let text = game.move_text(position, mv);
        if !informer.told.load(Relaxed) {
            let score = value.map_or(String::new(), |value| format!(" score {}", exact(value, game.sides().len())));
            let milliseconds = start.elapsed().as_millis();
            self.output.line(&format!("info depth 1{score} nodes 0 time {milliseconds} pv {text}"));
        }
        text
    }
}
