//! The loop over the commands, and the thread that searches.

use std::io::{BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Instant;

use super::command::{self, Command, Go};
use super::info::{Informer, Output, exact};
use super::options::Options;
use super::server::{ProtocolError, Server};
use crate::game::{Notation, NotationError};
use crate::play::choice::{Choice, choose};
use crate::play::ending::{Ending, QUIET_PLIES};
use crate::play::record::Record;
use crate::query::Probe;
use crate::search::{Limit, Searcher};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// The longest line that is read, in bytes: a game of a hundred thousand moves.
const LONGEST_LINE: u64 = 1 << 20;

/// The engine and the tables: the session has them, or else the search that runs.
struct Tools<S: Space, T> {
    engine: Searcher<S>,
    /// The tables, if there are any; `None` before they are opened.
    tables: Option<Option<T>>,
}

/// A search that runs, or has run since the last look.
struct Running<'scope, S: Space, T> {
    thread: ScopedJoinHandle<'scope, Tools<S, T>>,
    stop: Arc<AtomicBool>,
    infinite: bool,
}

/// The state of the conversation.
pub struct Session<'scope, 'env, S: Space, T, W> {
    server: &'env Server<'env, S, T>,
    output: &'env Output<W>,
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
        scope: &'scope Scope<'scope, 'env>,
    ) -> Result<Self, ProtocolError> {
        let options = Options::new();
        let tools = Tools { engine: options.engine(server.players, server.engine)?, tables: None };
        let record = Record::new(server.game.start());
        Ok(Session { server, output, scope, options, record, tools: Some(tools), running: None })
    }

    /// Carries out commands until `quit` or the end of the input.
    pub fn run(mut self, input: &mut impl BufRead) -> Result<(), ProtocolError> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(ProtocolError::Input);
            if read.as_ref().map_or(true, |&read| read == 0) {
                self.settle()?;
                return read.map(drop);
            }
            if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
                input.skip_until(b'\n').map_err(ProtocolError::Input)?;
                let expected = format!("a line of up to {LONGEST_LINE} bytes");
                self.output.message(NotationError::new(expected, "a longer one"));
                continue;
            }
            match command::read(&String::from_utf8_lossy(&line)) {
                Ok(Command::Quit) => {
                    self.stop();
                    return self.settle();
                }
                Ok(command) => self.carry_out(command)?,
                Err(error) => self.output.message(error),
            }
            self.output.check().map_err(ProtocolError::Output)?;
        }
    }

    fn carry_out(&mut self, command: Command) -> Result<(), ProtocolError> {
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
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.stop(),
            Command::Query(question) => self.answer(question),
            Command::SetOption { name, value } => {
                self.settle()?;
                let set = self.tools.as_ref().map_or(Ok(()), |tools| self.options.set(&tools.engine, &name, &value));
                match set {
                    Ok(()) => self.renew()?,
                    Err(error) => self.output.message(error),
                }
            }
            Command::Quit | Command::Nothing => {}
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
    fn position(&self, from: Option<&str>, moves: &[&str]) -> Result<Record<S::Position, S::Move>, NotationError> {
        let game = self.server.game;
        let mut record = Record::new(from.map_or_else(|| Ok(game.start()), |text| game.parse(text))?);
        for text in moves {
            let mv = game.parse_move(record.position(), text)?;
            let after = game.play(record.position(), mv);
            record.push(mv, after);
        }
        Ok(record)
    }

    /// Starts a search.
    fn go(&mut self, go: &Go) -> Result<(), ProtocolError> {
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
        let stop = Arc::new(AtomicBool::new(false));
        let search = Search {
            server: self.server,
            output: self.output,
            record: self.record.clone(),
            limit,
            infinite: go.infinite,
            stop: Arc::clone(&stop),
        };
        let thread = self.scope.spawn(move || {
            search.run(&mut tools);
            tools
        });
        self.running = Some(Running { thread, stop, infinite: go.infinite });
        Ok(())
    }

    /// Stops the search that runs, if there is one.
    fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Relaxed);
            running.thread.thread().unpark();
        }
    }

    /// Waits for the end of the search that runs; one without a limit is stopped.
    fn settle(&mut self) -> Result<(), ProtocolError> {
        if self.running.as_ref().is_some_and(|running| running.infinite) {
            self.stop();
        }
        if let Some(running) = self.running.take() {
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
    limit: Limit,
    infinite: bool,
    stop: Arc<AtomicBool>,
}

impl<S: Space + Notation, T: Lookup, W: Write + Send> Search<'_, S, T, W> {
    /// Searches and writes the move. In an endless search the move is not written before `stop`.
    fn run(&self, tools: &mut Tools<S, T>) {
        let (game, position) = (self.server.game, self.record.position());
        let mv = match game.outcome(position) {
            Some(_) => "(none)".to_string(),
            None => self.choose(tools),
        };
        while self.infinite && !self.stop.load(Relaxed) {
            thread::park();
        }
        self.output.line(&format!("bestmove {mv}"));
    }

    /// The move, in a game that goes on. If a table cannot be read, the engine plays without tables.
    fn choose(&self, tools: &mut Tools<S, T>) -> String {
        let (start, game, position) = (Instant::now(), self.server.game, self.record.position());
        let told = AtomicBool::new(false);
        let informer = Informer { game, position, output: self.output, stop: &self.stop, told };
        let mut choose = |tables: Option<&T>, limit| -> Result<Choice<S::Move>, LookupError> {
            let probe = tables.map(|tables| Probe { space: game, tables });
            choose(game, probe.as_ref(), &mut tools.engine, &self.record, limit, &informer)
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
            let score = value.map_or(String::new(), |value| format!(" score {}", exact(value)));
            let milliseconds = start.elapsed().as_millis();
            self.output.line(&format!("info depth 1{score} nodes 0 time {milliseconds} pv {text}"));
        }
        text
    }
}
