//! What the program at the other end is told: lines of text, and the `info` of each iteration.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::stops::Stops;
use crate::game::{Notation, Value};
use crate::search::{Report, RootScore, Watch};
use crate::util::units::rounds;

/// Where answers go, whole lines from any thread.
pub struct Output<W> {
    writer: Mutex<W>,
    error: Mutex<Option<io::Error>>,
}

impl<W: Write> Output<W> {
    /// An output to this writer.
    pub fn new(writer: W) -> Output<W> {
        Output { writer: Mutex::new(writer), error: Mutex::new(None) }
    }

    /// Writes a line at once. An error is kept for [`Output::check`].
    pub fn line(&self, line: &str) {
        let Ok(mut writer) = self.writer.lock() else { return };
        let written = writer.write_all(format!("{line}\n").as_bytes()).and_then(|()| writer.flush());
        if let (Err(error), Ok(mut kept)) = (written, self.error.lock()) {
            kept.get_or_insert(error);
        }
    }

    /// Writes a message for people, on one line.
    pub fn message(&self, text: impl ToString) {
        let text = text.to_string();
        self.line(&format!("info string {}", text.split_whitespace().collect::<Vec<_>>().join(" ")));
    }

    /// Whether all was written.
    ///
    /// # Errors
    /// The first that occurred.
    pub fn check(&self) -> io::Result<()> {
        match self.error.lock().ok().and_then(|mut error| error.take()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Writes a line for each iteration, and stops the search when that is asked for or enough nodes were searched.
pub struct Informer<'a, S: Notation, W> {
    pub game: &'a S,
    pub position: &'a S::Position,
    pub output: &'a Output<W>,
    pub stops: &'a Stops,
    /// The number of the search.
    pub search: u64,
    /// The nodes that are enough.
    pub nodes: Option<u64>,
    /// Whether so many were searched.
    pub enough: AtomicBool,
    /// Whether a line was written.
    pub told: AtomicBool,
}

impl<S: Notation, W: Write + Send> Watch<Report<S::Move>> for Informer<'_, S, W> {
    fn iteration(&self, report: &Report<S::Move>) {
        self.told.store(true, Relaxed);
        self.output.line(&info(self.game, self.position, report));
        if self.nodes.is_some_and(|nodes| report.nodes >= nodes) {
            self.enough.store(true, Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.enough.load(Relaxed) || self.stops.includes(self.search)
    }
}

/// The line for an iteration.
fn info<S: Notation>(game: &S, position: &S::Position, report: &Report<S::Move>) -> String {
    let (milliseconds, seconds) = (report.time.as_millis(), report.time.as_secs_f64());
    let rate = (report.nodes as f64 / seconds.max(1e-6)) as u64;
    let score = match (report.decided(), report.score) {
        (Some(value), _) => exact(value, game.sides().len()),
        (None, RootScore::Score(score)) => format!("cp {}", score.number()),
        (None, RootScore::Mean(mean)) => format!("cp {mean:.0}"),
    };
    let mut text =
        format!("info depth {} score {score} nodes {} nps {rate} time {milliseconds} pv", report.depth, report.nodes);
    let mut position = *position;
    for &mv in &report.line {
        text.push(' ');
        game.write_move(&position, mv, &mut text);
        position = game.play(&position, mv);
    }
    text
}

/// A value as a score, in a game of so many sides.
pub fn exact(value: Value, sides: usize) -> String {
    let sign = if matches!(value, Value::Loss(_)) { "-" } else { "" };
    value.plies().map_or("cp 0".to_string(), |plies| format!("mate {sign}{}", rounds(plies.into(), sides)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_and_losses_are_told_in_moves() {
        let values = [Value::Win(1), Value::Win(4), Value::Loss(1), Value::Loss(6), Value::Draw];
        assert_eq!(values.map(|value| exact(value, 2)), ["mate 1", "mate 2", "mate -1", "mate -3", "cp 0"]);
        assert_eq!(values.map(|value| exact(value, 1)), ["mate 1", "mate 4", "mate -1", "mate -6", "cp 0"]);
        assert_eq!(values.map(|value| exact(value, 4)), ["mate 1", "mate 1", "mate -1", "mate -2", "cp 0"]);
    }
}
