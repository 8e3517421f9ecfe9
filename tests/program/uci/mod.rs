//! The protocol of programs that play, from outside: commands, options and the clock, of an engine in a process of its
//! own or in this one.

pub mod clock;
pub mod commands;
mod options;

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::support::run;
use hindsight::catalogue::GameEntry;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::open::Opened;
use hindsight::play::protocol::{Server, serve};
use hindsight::table::Tables;
use hindsight::values::Lookup;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// An engine in a process of its own.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Engine {
    /// Starts `uci` with these arguments, without tables unless the arguments name them.
    pub fn start(arguments: &[&str]) -> Engine {
        Engine::of(Command::new(env!("CARGO_BIN_EXE_hindsight")).arg("uci").args(arguments))
    }

    /// Starts a command.
    fn of(command: &mut Command) -> Engine {
        command.env("HINDSIGHT_TABLES", "nowhere");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("is piped")).lines();
        let (sender, output) = channel();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Engine { input: child.stdin.take().expect("is piped"), child, output }
    }

    fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).and_then(|()| self.input.flush()).expect("the program reads");
    }

    /// The lines up to the first that begins with this.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.output.recv_timeout(PATIENCE);
            lines.push(line.unwrap_or_else(|_| panic!("{start} expected, found {lines:?}")));
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// The answer to a command: the last of the lines up to the first that begins with `start`, without it.
    fn ask(&mut self, command: &str, start: &str) -> String {
        self.send(command);
        let lines = self.until(start);
        lines[lines.len() - 1][start.len()..].trim().to_string()
    }

    /// Sends `quit` and waits for the end.
    fn quit(mut self) {
        self.send("quit");
        assert_eq!(self.child.wait().expect("the program ends").code(), Some(0));
    }
}

/// What `uci` answers to an input that ends.
fn answers(arguments: &[&str], input: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    let ended = run(command.arg("uci").args(arguments).env("HINDSIGHT_TABLES", "nowhere"), input.as_bytes());
    ended.answer().lines().map(str::to_string).collect()
}

/// Speaks with an engine of tic-tac-toe in this process, with these tables.
fn speak_with<T: Lookup + Send + Copy + 'static>(tables: Option<T>, mut input: &[u8]) -> String {
    let with = |tables: Tables| Opened::new(GameEntry::new(TicTacToe::new()), tables);
    let game = TicTacToe::new();
    let server = Server {
        name: "test",
        game: with(Tables::empty(&game)),
        engine: "scout-tt:hash=1M",
        open: &|_: &OsStr, _: Option<u32>| {
            Ok(with(tables.map_or_else(|| Tables::empty(&game), |tables| Tables::of_memory(&game, tables))))
        },
        directories: OsString::new(),
    };
    let mut output = Vec::new();
    serve(&server, &mut input, &mut output).expect("nothing fails in memory");
    String::from_utf8(output).expect("text")
}

/// The move of an answer, without the reply that is expected.
fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// The same without tables.
fn speak(input: &[u8]) -> String {
    speak_with(None::<()>, input)
}

/// The number after a word of a line.
fn number(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|other| *other != word);
    words.nth(1)?.parse().ok()
}

/// The line of play of an `info`.
fn line_of_play(line: &str) -> Vec<&str> {
    line.split_once(" pv ").map_or(Vec::new(), |(_, moves)| moves.split(' ').collect())
}
