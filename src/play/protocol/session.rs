//! The loop over the commands.

use std::io::Write;
use std::mem::take;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Instant;

use super::command::{Go, Mover, ProtocolCommand};
use super::info::Output;
use super::options::{Changed, Options};
use super::reader::Line;
use super::search::{ProtocolSearch, Tools};
use super::server::{ProtocolError, Server};
use super::stops::Stops;
use crate::game::{Board, NotationError, PlayRules};
use crate::play::ending::{Ending, QUIET_PLIES};
use crate::play::record::Record;
use crate::search::{SearchClock, SearcherError};
use crate::space::Space;
use crate::values::Lookup;

/// The stack of a search, in bytes: larger than the stack of a main thread, for searches that are many plies deep. The
/// session has it too: it searches itself where the system starts no thread.
pub const STACK: usize = 16 << 20;

/// A search that runs, or has run since the last look.
struct Running<'scope, S: Space + PlayRules, T> {
    thread: ScopedJoinHandle<'scope, Option<Tools<S, T>>>,
    number: u64,
    infinite: bool,
    clock: Arc<SearchClock>,
}

/// A search to run, which returns its tools.
type SearchWork<'work, S, T> = Box<dyn FnOnce() -> Tools<S, T> + Send + 'work>;

/// The state of the conversation.
pub struct ProtocolSession<'scope, 'env, S: Space + PlayRules, T, W> {
    server: &'env Server<'env, S, T>,
    output: &'env Output<W>,
    stops: &'env Stops,
    scope: &'scope Scope<'scope, 'env>,
    options: Options,
    record: Record<S::Position, S::Move>,
    tools: Option<Tools<S, T>>,
    running: Option<Running<'scope, S, T>>,
    /// The options, by name and value, that are set after the search that runs.
    pending: Vec<(String, String)>,
}

impl<'scope, 'env, S, T, W> ProtocolSession<'scope, 'env, S, T, W>
where
    S: Space + Board + PlayRules,
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
        let tools = Tools { engine: options.engine(server.players, server.engine)?, tables: None, other: None };
        let record = Record::new(server.game.start());
        Ok(ProtocolSession {
            server,
            output,
            stops,
            scope,
            options,
            record,
            tools: Some(tools),
            running: None,
            pending: Vec::new(),
        })
    }

    /// Carries out the commands, and waits for the search that runs at their end.
    pub fn run(mut self, lines: &Receiver<Line>) -> Result<(), ProtocolError> {
        for Line { command, searches, at } in lines {
            match command {
                Ok(command) => self.carry_out(command, searches, at)?,
                Err(error) => self.output.message(error),
            }
            self.output.check().map_err(ProtocolError::Output)?;
        }
        self.settle()
    }

    /// Carries out a command that was read at this moment. `searches` is the number of a search that it asks for.
    fn carry_out(&mut self, command: ProtocolCommand, searches: u64, at: Instant) -> Result<(), ProtocolError> {
        if self.running.as_ref().is_some_and(|running| running.thread.is_finished()) {
            self.settle()?;
        }
        match command {
            ProtocolCommand::Hello(word) => self.introduce(word)?,
            ProtocolCommand::IsReady => {
                // A search that runs has opened the tables.
                if let Some(tools) = &mut self.tools {
                    tools.open(self.server, &self.options, self.output);
                }
                self.output.line("readyok");
            }
            ProtocolCommand::NewGame => {
                self.settle()?;
                self.renew()?;
            }
            ProtocolCommand::Position { from, moves } => match self.position(from.as_deref(), &moves) {
                Ok(record) => self.record = record,
                Err(error) => self.output.message(error),
            },
            ProtocolCommand::Go(go) => self.go(&go, searches, at)?,
            ProtocolCommand::Query(question) => self.answer(&question),
            ProtocolCommand::SetOption { name, value } => {
                self.pending.push((name, value));
                if self.running.is_none() {
                    self.settle()?;
                }
            }
            ProtocolCommand::PonderHit => {
                if let Some(running) = &self.running {
                    self.stops.change(|| running.clock.start());
                }
            }
            // The reader has carried out the first two.
            ProtocolCommand::Stop | ProtocolCommand::Quit | ProtocolCommand::Nothing => {}
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
        lines.extend(Options::describe(&tools.engine, self.server.other, &self.server.directories.to_string_lossy()));
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

    /// Starts the search of this number, which was asked for at this moment. Its time begins then, or with the end of
    /// the search that runs.
    fn go(&mut self, go: &Go, number: u64, at: Instant) -> Result<(), ProtocolError> {
        let start = if self.running.is_none() { Some(at) } else { None };
        self.settle()?;
        let start = start.unwrap_or_else(Instant::now);
        let Some(mut tools) = self.tools.take() else { return Ok(()) };
        let game = self.server.game;
        let side = game.side_to_move(self.record.position());
        let by_colour = match game.sides()[side].to_ascii_lowercase().as_str() {
            "white" => 0,
            "black" => 1,
            _ => game.team(side),
        };
        let mover = Mover { by_colour, by_order: game.team(side), sides: game.sides().len() as u32 };
        let clock = Arc::new(if go.ponder { SearchClock::waiting() } else { SearchClock::since(start) });
        tools.open(self.server, &self.options, self.output);
        let search = ProtocolSearch {
            server: self.server,
            output: self.output,
            record: self.record.clone(),
            stops: self.stops,
            number,
            limit: go.limit(mover, self.options.overhead),
            moves: self.legal(&go.moves),
            lines: self.options.lines,
            chances: self.options.chances,
            infinite: go.infinite,
        };
        let of_search = Arc::clone(&clock);
        let work = move || {
            search.run(&mut tools, &of_search);
            tools
        };
        // The thread is given its work once it runs.
        let (sender, receiver) = sync_channel(1);
        let run = move || receiver.recv().ok().map(|work: SearchWork<S, T>| work());
        match Builder::new().stack_size(STACK).spawn_scoped(self.scope, run) {
            Ok(thread) => {
                // The receiver waits for it.
                let _ = sender.send(Box::new(work));
                self.running = Some(Running { thread, number, infinite: go.infinite, clock });
            }
            Err(error) => {
                let found =
                    format!("expected a thread for the search, found none ({error}): commands wait for its end");
                self.output.message(found);
                self.tools = Some(work());
            }
        }
        Ok(())
    }

    /// The legal ones of these moves, each once. Others are told, and skipped.
    fn legal(&self, texts: &[String]) -> Vec<S::Move> {
        let mut moves = Vec::new();
        for text in texts {
            match self.server.game.parse_move(self.record.position(), text) {
                Ok(mv) if !moves.contains(&mv) => moves.push(mv),
                Ok(_) => {}
                Err(error) => self.output.message(error),
            }
        }
        moves
    }

    /// Waits for the end of the search that runs, and sets the options that wait for it too. A search without a limit
    /// is stopped, and so is one whose clock waits.
    fn settle(&mut self) -> Result<(), ProtocolError> {
        if let Some(running) = self.running.take() {
            if running.infinite || running.clock.is_waiting() {
                self.stops.stop(running.number);
            }
            match running.thread.join() {
                Ok(tools) => self.tools = tools,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        for (name, value) in take(&mut self.pending) {
            let former = self.options.clone();
            let other = self.server.other;
            let set = self.tools.as_ref().map(|tools| self.options.set(&tools.engine, other, &name, &value));
            match (set, &mut self.tools) {
                (Some(Ok(Changed::Engine)), _) => {
                    if let Err(error) = self.renew() {
                        self.output.message(error);
                        self.options = former;
                        self.renew()?;
                    }
                }
                (Some(Ok(Changed::Tables)), Some(tools)) => tools.close(),
                (Some(Err(error)), _) => self.output.message(error),
                _ => {}
            }
        }
        self.output.check().map_err(ProtocolError::Output)
    }

    /// Gives the engine an empty memory and the options as they are, and opens the tables anew. The memory that it had
    /// is free by then.
    fn renew(&mut self) -> Result<(), SearcherError> {
        self.tools = None;
        let engine = self.options.engine(self.server.players, self.server.engine)?;
        self.tools = Some(Tools { engine, tables: None, other: None });
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
