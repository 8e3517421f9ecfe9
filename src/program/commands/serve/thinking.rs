//! An engine that thinks about a position while its results are sent, each an object on a line.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Bytes;
use hyper::body::{Body, Frame};
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::asked::Asked;
use super::view::{StepView, ValueText};
use crate::failure::Failure;
use crate::interrupt;
use hindsight::answer::Thought;
use hindsight::open::OpenGame;
use hindsight::play::{OpenBoard, ThoughtQuery};
use hindsight::search::{Limit, SearchClock, Watch};
use hindsight::util::threads::processors;

/// The time of a search in seconds: by default, and at most.
const SECONDS: f64 = 10.0;
const MOST_SECONDS: f64 = 60.0;

/// The lines of a search: by default, and at most.
const LINES: usize = 3;
const MOST_LINES: usize = 5;

/// The parts of the time, in sixteenths, in which an engine that searches one line at a time finds several: in each
/// part it searches all moves, then all but the best, and so on. The short parts come first: all lines are soon there.
const PARTS: [u32; 3] = [1, 3, 12];

/// The moves of a line that are sent.
const STEPS: usize = 10;

/// The searches at a time. The others wait.
pub const SEARCHES: usize = 2;

/// A request that was checked.
pub struct ThoughtRequest {
    game: Arc<dyn OpenGame>,
    board: Box<dyn OpenBoard>,
    time: Duration,
    lines: usize,
}

/// Takes the results of a search, until the client is gone.
pub struct ThoughtSender {
    sender: UnboundedSender<Vec<u8>>,
    is_stopped: Arc<AtomicBool>,
    /// The turn of this search, which ends with it.
    _turn: OwnedSemaphorePermit,
}

/// The body of an answer whose lines are sent as they are found. The search stops when it is dropped.
pub struct ThoughtBody {
    receiver: UnboundedReceiver<Vec<u8>>,
    is_stopped: Arc<AtomicBool>,
}

/// The result of an iteration for one line.
#[derive(Serialize)]
struct ThoughtView<'a> {
    game: &'static str,
    position: &'a str,
    engine: &'static str,
    /// The number of the line, the best being 0.
    number: usize,
    depth: u32,
    nodes: u64,
    seconds: f64,
    score: f64,
    unit: Option<&'static str>,
    #[serde(flatten)]
    value: ValueText,
    /// The chance of the side to move, from 0 to 1; `None` if the score tells none.
    chance: Option<f64>,
    line: Vec<StepView>,
    /// Whether the search has ended.
    done: bool,
}

/// The two ends of an answer: where a search writes, and what the client gets.
pub fn channel(turn: OwnedSemaphorePermit) -> (ThoughtSender, ThoughtBody) {
    let (sender, receiver) = unbounded_channel();
    let is_stopped = Arc::new(AtomicBool::new(false));
    let body = ThoughtBody { receiver, is_stopped: Arc::clone(&is_stopped) };
    (ThoughtSender { sender, is_stopped, _turn: turn }, body)
}

impl Body for ThoughtBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.receiver.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line.into()))))
    }
}

impl Drop for ThoughtBody {
    fn drop(&mut self) {
        self.is_stopped.store(true, Relaxed);
    }
}

impl ThoughtSender {
    /// Sends an object on a line.
    fn send(&self, object: &impl Serialize) {
        if let Ok(mut line) = serde_json::to_vec(object) {
            line.push(b'\n');
            // Nobody waits for it if the client has gone.
            let _ = self.sender.send(line);
        }
    }
}

impl ThoughtRequest {
    /// Checks a request.
    ///
    /// # Errors
    /// If the game is over, or the time or the number of lines is out of range.
    pub fn new(game: Arc<dyn OpenGame>, asked: &Asked) -> Result<ThoughtRequest, Failure> {
        let board = Arc::clone(&game).board(asked.text("position"))?;
        if board.outcome().is_some() {
            let found = board.position();
            return Err(Failure::Usage(format!("expected a position in which the game goes on, found {found}")));
        }
        let seconds = asked.read("seconds", "a number of seconds")?.unwrap_or(SECONDS);
        if !(0.01..=MOST_SECONDS).contains(&seconds) {
            let message = format!("expected seconds from 0.01 to {MOST_SECONDS}, found {seconds}");
            return Err(Failure::Usage(message));
        }
        let lines = asked.read("lines", "a number of lines")?.unwrap_or(LINES);
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(Failure::Usage(format!("expected lines from 1 to {MOST_LINES}, found {lines}")));
        }
        Ok(ThoughtRequest { game, board, time: Duration::from_secs_f64(seconds), lines })
    }

    /// Searches with the engine that plays the game where no other is named, and sends the results.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn run(self, sender: &ThoughtSender) -> Result<(), Failure> {
        let (board, facts) = (&*self.board, self.board.facts());
        let mut engine = self.game.engine(facts.default_engine, 0)?;
        // Several searches share the processors.
        engine.set_threads((processors() / SEARCHES).max(1));
        let (name, unit, text) = (engine.name(), engine.unit(), board.position());
        let deepest = Default::default();
        let watch = |first| LineSender { game: facts.name, text: &text, name, unit, sender, first, deepest: &deepest };
        let abilities = engine.abilities();
        let mut search = |first: usize, lines: usize, time: Duration, moves: &[String]| {
            let clock = SearchClock::running();
            let query = ThoughtQuery::new(Limit::within(time), &clock);
            engine.search(board, &ThoughtQuery { moves, lines, for_people: true, ..query }, &watch(first))
        };
        if self.lines == 1 || abilities.lines || !abilities.moves {
            let found = search(0, self.lines, self.time, &[])?;
            sender.send(&watch(0).view(&found, true));
            return Ok(());
        }
        let mut last = None;
        for part in PARTS {
            let mut moves: Vec<String> = board.moves().into_iter().map(|mv| mv.mv).collect();
            let lines = self.lines.min(moves.len());
            let time = self.time * part / (PARTS.iter().sum::<u32>() * lines as u32);
            for first in 0..lines {
                if watch(first).is_stopped() {
                    return Ok(());
                }
                let found = search(first, 1, time, &moves)?;
                moves.retain(|mv| found.best.as_ref().is_none_or(|best| best.mv != *mv));
                last = last.filter(|_| first > 0).or(Some(found));
            }
        }
        if let Some(found) = last {
            sender.send(&watch(0).view(&found, true));
        }
        Ok(())
    }
}

/// Sends the result of each iteration. The search stops when the client is gone, and at Ctrl-C.
struct LineSender<'a> {
    game: &'static str,
    text: &'a str,
    name: &'static str,
    unit: Option<&'static str>,
    sender: &'a ThoughtSender,
    /// The number of the first line of this search.
    first: usize,
    /// The greatest depth that was sent, by the number of the line.
    deepest: &'a [AtomicU32; MOST_LINES],
}

impl Watch<Thought> for LineSender<'_> {
    fn iteration(&self, found: &Thought) {
        // A search that begins again sends nothing until it is as deep as the one before it.
        let number = self.first + found.details.number;
        let is_deeper = |deepest: &AtomicU32| deepest.fetch_max(found.depth, Relaxed) <= found.depth;
        if self.deepest.get(number).is_none_or(is_deeper) {
            self.sender.send(&self.view(found, false));
        }
    }

    fn is_stopped(&self) -> bool {
        self.sender.is_stopped.load(Relaxed) || interrupt::stop_requested()
    }
}

impl LineSender<'_> {
    fn view(&self, found: &Thought, done: bool) -> ThoughtView<'_> {
        let steps = found.line.iter().chain(found.best.iter().filter(|_| found.line.is_empty()));
        let decided = found.decided();
        ThoughtView {
            game: self.game,
            position: self.text,
            engine: self.name,
            number: self.first + found.details.number,
            depth: found.depth,
            nodes: found.nodes,
            seconds: found.time.as_secs_f64(),
            score: found.score.number(),
            unit: self.unit.filter(|_| decided.is_none()),
            value: ValueText::of(decided, found.value_text.clone(), "engine"),
            chance: found.chance,
            line: steps.take(STEPS).cloned().map(StepView::from).collect(),
            done,
        }
    }
}
