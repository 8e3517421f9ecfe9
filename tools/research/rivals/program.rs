//! A program that speaks UCI or UGI, and what it answers.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The score of a win that the program has found.
const FOUND: i32 = 30_000;

/// A running program.
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// The answer to `go`.
pub struct Answer {
    /// The move.
    pub mv: String,
    /// The last score before it, for the side to move; a win or loss that is certain is [`FOUND`] or minus that.
    pub score: i32,
}

impl Program {
    /// Starts a program with options: `command,Name=value,...`.
    pub fn start(text: &str) -> Result<Program, Box<dyn Error>> {
        let mut parts = text.split(',');
        let mut words = parts.next().unwrap_or_default().split_whitespace();
        let name = words.next().ok_or("expected a command")?;
        let mut command = Command::new(name);
        let child = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{name}: {error}"))?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut program = Program { child, input, output };
        program.send("uci")?;
        program.wait("uciok")?;
        for option in parts {
            let (name, value) = option.split_once('=').ok_or("expected Name=value")?;
            program.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(program)
    }

    /// Tells the program that a new game begins, and waits until it is ready.
    pub fn new_game(&mut self) -> Result<(), Box<dyn Error>> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.wait("readyok").map(drop)
    }

    /// Asks for a move. `left` are the times of White and Black.
    pub fn go(&mut self, position: &str, control: TimeControl, left: [Duration; 2]) -> Result<Answer, Box<dyn Error>> {
        self.send(position)?;
        self.send(&control.command(left))?;
        let (line, score) = self.wait("bestmove")?;
        Ok(Answer { mv: line.split_whitespace().nth(1).unwrap_or_default().into(), score })
    }

    fn send(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        Ok(writeln!(self.input, "{line}").and_then(|()| self.input.flush())?)
    }

    /// Reads lines until one begins with the word; that line, and the last score before it.
    fn wait(&mut self, word: &str) -> Result<(String, i32), Box<dyn Error>> {
        let (mut line, mut score) = (String::new(), 0);
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the program ended before `{word}`").into());
            }
            let mut words = line.split_whitespace();
            if words.clone().next() == Some(word) {
                return Ok((line, score));
            }
            if words.any(|word| word == "score") {
                score = match (words.next(), words.next()) {
                    (Some("mate"), Some(moves)) if moves.starts_with('-') => -FOUND,
                    (Some("mate"), _) => FOUND,
                    (_, Some(number)) => number.parse().unwrap_or(score),
                    _ => score,
                };
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.child.wait();
    }
}

/// What ends a search.
#[derive(Clone, Copy)]
pub enum TimeControl {
    /// A number of nodes.
    Nodes(u64),
    /// A time for each move.
    Move(Duration),
    /// A time for the game, and more for each move.
    Clock(Duration, Duration),
}

impl TimeControl {
    /// Reads `5000` nodes, `100ms` a move, or `5+0.05` seconds.
    pub fn read(text: &str) -> Result<TimeControl, Box<dyn Error>> {
        if let Some(milliseconds) = text.strip_suffix("ms") {
            return Ok(TimeControl::Move(Duration::from_millis(milliseconds.parse()?)));
        }
        Ok(match text.split_once('+') {
            None => TimeControl::Nodes(text.parse()?),
            Some((base, more)) => {
                TimeControl::Clock(Duration::from_secs_f64(base.parse()?), Duration::from_secs_f64(more.parse()?))
            }
        })
    }

    /// What the clocks of the two sides show at first, and what a move adds.
    pub fn clock(self) -> (Duration, Duration) {
        match self {
            TimeControl::Clock(base, more) => (base, more),
            _ => (Duration::MAX, Duration::ZERO),
        }
    }

    /// The command that starts a search, with the time that White and Black have left.
    fn command(self, left: [Duration; 2]) -> String {
        match self {
            TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
            TimeControl::Move(time) => format!("go movetime {}", time.as_millis()),
            TimeControl::Clock(_, more) => {
                let [white, black] = left.map(|left| left.as_millis());
                let more = more.as_millis();
                format!("go wtime {white} btime {black} winc {more} binc {more}")
            }
        }
    }
}
