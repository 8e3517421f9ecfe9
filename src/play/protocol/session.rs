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
use crate::game::NotationError;
use crate::play::objects::OpenBoard;
use crate::play::transcript::joined_words;
use crate::search::{SearchClock, SearcherError};

/// The stack of a search, in bytes: larger than the stack of a main thread, for searches that are many plies deep. The
/// session has it too: it searches itself where the system starts no thread.
pub const STACK: usize = 16 << 20;

/// A search that runs, or has run since the last look.
struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, Option<Tools>>,
    number: u64,
    infinite: bool,
    clock: Arc<SearchClock>,
}

/// A search to run, which returns its tools.
type SearchWork<'work> = Box<dyn FnOnce() -> Tools + Send + 'work>;

/// The state of the conversation.
pub struct ProtocolSession<'scope, 'env, W> {
    server: &'env Server<'env>,
    output: &'env Output<W>,
    stops: &'env Stops,
    scope: &'scope Scope<'scope, 'env>,
    options: Options,
    board: Box<dyn OpenBoard>,
    /// Why the last position was refused; `None` if it was accepted. Until then no move is made: the board is another.
    refused: Option<NotationError>,
    tools: Option<Tools>,
    running: Option<Running<'scope>>,
    /// The options, by name and value, that are set after the search that runs.
    pending: Vec<(String, String)>,
}

impl<'scope, 'env, W: Write + Send> ProtocolSession<'scope, 'env, W> {
    /// A session at the start of a game.
    pub fn new(
        server: &'env Server<'env>,
        output: &'env Output<W>,
        stops: &'env Stops,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Result<Self, ProtocolError> {
        let options = Options::new();
        let tools = Tools { engine: options.engine(&server.game, server.engine)?, tables: None };
        let board = Arc::clone(&server.game).board(None).expect("every game has a start");
        Ok(ProtocolSession {
            server,
            output,
            stops,
            scope,
            options,
            board,
            refused: None,
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
                    tools.open(self.server, &self.options, &*self.board, self.output);
                }
                self.output.line("readyok");
            }
            ProtocolCommand::NewGame => {
                self.settle()?;
                self.renew()?;
            }
            ProtocolCommand::Position { from, moves } => match self.position(from.as_deref(), &moves) {
                Ok(board) => {
                    let notes = from.map_or_else(Vec::new, |from| self.server.game.notes(&from));
                    notes.iter().for_each(|note| self.output.message(note));
                    (self.board, self.refused) = (board, None);
                }
                Err(error) => self.refuse(error),
            },
            ProtocolCommand::NoPosition(error) => self.refuse(error),
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
        let (engine, other) = (&*tools.engine, self.board.facts().other_tables);
        lines.extend(Options::describe(engine, other, &self.server.directories.to_string_lossy()));
        lines.push(format!("{word}ok"));
        lines.iter().for_each(|line| self.output.line(line));
        Ok(())
    }

    /// Refuses a position: the board before it is not that of the other program any more.
    fn refuse(&mut self, error: NotationError) {
        self.output.message(&error);
        self.refused = Some(error);
    }

    /// The game from a position with these moves.
    fn position(&self, from: Option<&str>, moves: &[String]) -> Result<Box<dyn OpenBoard>, NotationError> {
        let mut board = Arc::clone(&self.server.game).board(from)?;
        joined_words(moves).iter().try_for_each(|text| play(&mut *board, text))?;
        Ok(board)
    }

    /// Starts the search of this number, which was asked for at this moment. Its time begins then, or with the end of
    /// the search that runs.
    fn go(&mut self, go: &Go, number: u64, at: Instant) -> Result<(), ProtocolError> {
        let start = if self.running.is_none() { Some(at) } else { None };
        self.settle()?;
        let start = start.unwrap_or_else(Instant::now);
        let Some(mut tools) = self.tools.take() else { return Ok(()) };
        let (facts, side) = (self.board.facts(), self.board.side());
        let by_colour = match facts.sides[side].to_ascii_lowercase().as_str() {
            "white" => 0,
            "black" => 1,
            _ => facts.teams[side],
        };
        let mover = Mover { by_colour, by_order: facts.teams[side], sides: facts.sides.len() as u32 };
        let clock = Arc::new(if go.ponder { SearchClock::waiting() } else { SearchClock::since(start) });
        tools.open(self.server, &self.options, &*self.board, self.output);
        let search = ProtocolSearch {
            output: self.output,
            board: self.board.copy(),
            stops: self.stops,
            number,
            refused: self.refused.clone(),
            limit: go.limit(mover, self.options.overhead),
            moves: if self.refused.is_none() { self.legal(&go.moves) } else { Vec::new() },
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
        let run = move || receiver.recv().ok().map(|work: SearchWork| work());
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
    fn legal(&self, texts: &[String]) -> Vec<String> {
        let mut moves = Vec::new();
        for text in &joined_words(texts) {
            match self.board.read(text) {
                Ok(read) if !moves.contains(&read.mv) => moves.push(read.mv),
                Ok(_) => {}
                Err(_) if self.board.moves_past_end().contains(text) => moves.push(text.clone()),
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
            let other = self.board.facts().other_tables;
            let set = self.tools.as_ref().map(|tools| self.options.set(&*tools.engine, other, &name, &value));
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
        let engine = self.options.engine(&self.server.game, self.server.engine)?;
        self.tools = Some(Tools { engine, tables: None });
        Ok(())
    }

    /// Answers a question of UGI.
    fn answer(&self, question: &str) {
        if let Some(error) = &self.refused {
            return self.output.message(error);
        }
        let to_move = self.board.facts().teams[self.board.side()];
        let ending = || self.board.ending(self.board.facts().quiet_limit);
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

/// Makes a move, past the end of the game too.
///
/// # Errors
/// If the text names no legal move.
fn play(board: &mut dyn OpenBoard, text: &str) -> Result<(), NotationError> {
    let Err(error) = board.play(text) else { return Ok(()) };
    let number = board.moves_past_end().iter().position(|mv| mv.eq_ignore_ascii_case(text)).ok_or(error)?;
    board.make_past_end(number);
    Ok(())
}
