//! Lines of text for the program at the other end, and the `info` of each iteration.

use std::io::{self, Write};
use std::sync::Mutex;

use super::stops::Stops;
use crate::answer::Thought;
use crate::game::Value;
use crate::search::transposition::Bound;
use crate::search::{RootScore, Watch};
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

/// The score of a win of which no depth is known.
const UNKNOWN_WIN: u32 = 10_000;

/// Writes a line for each iteration, and stops the search when that is asked for.
pub struct Informer<'a, W> {
    pub output: &'a Output<W>,
    /// The number of sides of the game.
    pub sides: usize,
    pub stops: &'a Stops,
    /// The number of the search.
    pub search: u64,
    /// Whether lines are numbered.
    pub several: bool,
    /// Whether the chances of a win, a draw and a loss are written.
    pub chances: bool,
    /// The best move that was written last, and its nodes.
    pub told: Mutex<Option<(String, u64)>>,
}

impl<W: Write> Informer<'_, W> {
    /// Writes the line for a result.
    pub fn tell(&self, report: &Thought) {
        if let (Ok(mut told), 0) = (self.told.lock(), report.details.number) {
            *told = report.best.as_ref().map(|best| (best.mv.clone(), report.nodes));
        }
        self.output.line(&self.info(report));
    }

    /// Writes the result of the whole search, unless its best line was written last; of several lines, unless its best
    /// move was.
    pub fn conclude(&self, report: &Thought) {
        let told = self.told.lock().map_or(None, |told| told.clone());
        let is_told = told
            .zip(report.best.as_ref())
            .is_some_and(|((told, nodes), best)| told == best.mv && (self.several || nodes == report.nodes));
        if !is_told {
            self.tell(report);
        }
    }

    /// The line for a result. Unknown fields are left out.
    fn info(&self, report: &Thought) -> String {
        let details = report.details;
        let (milliseconds, seconds) = (report.time.as_millis(), report.time.as_secs_f64());
        let rate = (report.nodes as f64 / seconds.max(1e-6)) as u64;
        let score = match (report.decided(), report.score) {
            (Some(value), _) => exact(value, self.sides),
            (None, RootScore::Score(score)) => format!("cp {}", score.number()),
            (None, RootScore::Mean(mean)) => format!("cp {mean:.0}"),
        };
        let chances = match (report.decided(), report.score) {
            _ if !self.chances => None,
            (Some(value), _) => Some(chances_of_value(value)),
            (None, RootScore::Score(_)) => report.chance.map(chances_at),
            (None, RootScore::Mean(mean)) => Some(chances_of_mean(mean)),
        };
        let chances = chances.map_or(String::new(), wdl);
        let bound = match details.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let known =
            |name: &str, number: Option<u64>| number.map_or(String::new(), |number| format!(" {name} {number}"));
        let mut text = format!(
            "info depth {}{}{} score {score}{bound}{chances} nodes {} nps {rate}{}{} time {milliseconds}",
            report.depth,
            known("seldepth", details.selective_depth.map(u64::from)),
            known("multipv", self.several.then_some(details.number as u64 + 1)),
            report.nodes,
            known("hashfull", details.hash_full.map(u64::from)),
            known("tbhits", details.table_hits),
        );
        for (number, step) in report.line.iter().enumerate() {
            text.push_str(if number == 0 { " pv " } else { " " });
            text.push_str(&step.mv);
        }
        text
    }
}

impl<W: Write + Send> Watch<Thought> for Informer<'_, W> {
    fn iteration(&self, report: &Thought) {
        self.tell(report);
    }

    fn bound(&self, report: &Thought) {
        self.output.line(&self.info(report));
    }

    fn is_stopped(&self) -> bool {
        self.stops.includes(self.search)
    }
}

/// How likely draws are: between equal players, this many draws for each win.
const DRAWS: f64 = 6.4;

/// The chances of a win, a draw and a loss in thousandths, as UCI writes them.
fn wdl([win, loss]: [f64; 2]) -> String {
    let win = (1000.0 * win).round() as u32;
    let loss = ((1000.0 * loss).round() as u32).min(1000 - win);
    format!(" wdl {win} {} {loss}", 1000 - win - loss)
}

/// The chances of a win and of a loss if the value is known.
fn chances_of_value(value: Value) -> [f64; 2] {
    match value {
        Value::Win(_) => [1.0, 0.0],
        Value::Draw => [0.0, 0.0],
        Value::Loss(_) => [0.0, 1.0],
    }
}

/// The estimated chances of a win and of a loss where a win and half a draw have this chance together (R. Davidson, "On
/// extending the Bradley-Terry model to accommodate ties", 1970).
///
/// ```text
///   win : draw : loss = s^2 : DRAWS s : 1         win + draw / 2 = chance
/// ```
fn chances_at(chance: f64) -> [f64; 2] {
    let chance = chance.clamp(1e-9, 1.0 - 1e-9);
    let half = DRAWS * (chance - 0.5);
    let s = (half + (half * half + 4.0 * chance * (1.0 - chance)).sqrt()) / (2.0 * (1.0 - chance));
    [s * s, 1.0].map(|odds| odds / (s * s + DRAWS * s + 1.0))
}

/// The chances for the mean of random games, a win being 10,000: no draws are told apart.
fn chances_of_mean(mean: f64) -> [f64; 2] {
    let win = (0.5 + mean / 20_000.0).clamp(0.0, 1.0);
    [win, 1.0 - win]
}

/// A value as a score, in a game of `sides` sides.
pub fn exact(value: Value, sides: usize) -> String {
    let sign = if matches!(value, Value::Loss(1..)) { "-" } else { "" };
    match value.plies() {
        Some(plies) => format!("mate {sign}{}", rounds(plies.into(), sides)),
        None if value == Value::Draw => "cp 0".to_string(),
        None => format!("cp {sign}{UNKNOWN_WIN}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chance_at;

    #[test]
    fn chances_add_up_to_a_thousand() {
        assert_eq!(wdl(chances_of_value(Value::Win(9))), " wdl 1000 0 0");
        assert_eq!(wdl(chances_of_value(Value::Draw)), " wdl 0 1000 0");
        assert_eq!(wdl(chances_at(0.5)), " wdl 119 762 119");
        assert_eq!([0.0, 1.0].map(|chance| wdl(chances_at(chance))), [" wdl 0 0 1000", " wdl 1000 0 0"]);
        assert_eq!(wdl(chances_of_mean(-10_000.0)), " wdl 0 0 1000");
        for score in (-3000..3000).step_by(7) {
            let chance = chance_at(f64::from(score) / 100.0);
            let text = wdl(chances_at(chance));
            let chances: Vec<u32> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
            assert_eq!((chances.len(), chances.iter().sum()), (3, 1000), "{text}");
            // The chance of the engine is a win and half a draw.
            let points = f64::from(chances[0]) + f64::from(chances[1]) / 2.0;
            assert!((points - 1000.0 * chance).abs() <= 1.0, "{score}: {text}");
        }
    }

    #[test]
    fn wins_and_losses_are_told_in_moves() {
        let unknown = [Value::Win(3), Value::Loss(3)].map(Value::result);
        assert_eq!(unknown.map(|value| exact(value, 2)), ["cp 10000", "cp -10000"]);
        let values = [Value::Win(1), Value::Win(4), Value::Loss(1), Value::Loss(6), Value::Draw];
        assert_eq!(values.map(|value| exact(value, 2)), ["mate 1", "mate 2", "mate -1", "mate -3", "cp 0"]);
        assert_eq!(values.map(|value| exact(value, 1)), ["mate 1", "mate 4", "mate -1", "mate -6", "cp 0"]);
        assert_eq!(values.map(|value| exact(value, 4)), ["mate 1", "mate 1", "mate -1", "mate -2", "cp 0"]);
    }
}
