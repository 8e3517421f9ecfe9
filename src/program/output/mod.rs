//! Numbers, durations and text tables for people; JSON for programs.

pub mod json;
pub mod progress;
pub mod standard;
pub mod told;

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::failure::Failure;
use crate::program;
use hindsight::util::units::thousands;

/// Bytes of output that are written at once.
pub const BUFFER: usize = 1 << 16;

/// Writes a message on standard error, after the name of the program. A closed standard error is no reason to stop.
pub fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "{}: {text}", program::name());
}

/// Writes a value as JSON, on one line.
///
/// # Errors
/// If the output cannot be written.
pub fn json_line(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(writeln!(out)?)
}

/// A share in percent: `51.9%`.
pub fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_string(),
        _ => format!("{:.1}%", 100.0 * part as f64 / whole as f64),
    }
}

/// A duration: `0.412 s`, `12.3 s`, `3 min 20 s`.
pub fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.3} s", time.as_secs_f64()),
        10..100 => format!("{:.1} s", time.as_secs_f64()),
        whole => format!("{} min {} s", whole / 60, whole % 60),
    }
}

/// The time that is left, rounded: `5 s`, `3 min 20 s`, `2 h 5 min`.
pub fn time_left(time: Duration) -> String {
    let seconds = time.as_secs_f64().ceil() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// A rate per second.
pub fn rate(number: u64, time: Duration) -> String {
    thousands((number as f64 / time.as_secs_f64().max(1e-9)) as u64)
}

/// The most columns that outputs are laid out for.
pub const COLUMNS: usize = 80;

/// The columns that outputs are laid out for: as many as the terminal has, if they are fewer than [`COLUMNS`].
pub fn columns() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    terminal.filter(|&width| width > 0).map_or(COLUMNS, |width| width.min(COLUMNS))
}

/// Writes a text in lines that fit, broken at spaces; all but the first begin with `indent`. A longer word is not
/// broken.
pub fn wrapped(text: &str, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    let (mut line, columns) = (String::new(), columns());
    for word in text.split_inclusive(' ') {
        let length = line.chars().count() + word.trim_end().chars().count();
        if length > columns && !line.trim().is_empty() {
            writeln!(out, "{}", line.trim_end())?;
            line = indent.to_string();
        }
        line.push_str(word);
    }
    writeln!(out, "{}", line.trim_end())
}

/// The alignment of a column.
#[derive(Clone, Copy)]
pub enum Align {
    Left,
    Right,
}

/// A table of text: columns as wide as their widest cell, two spaces between them.
pub struct TextTable<const N: usize> {
    alignments: [Align; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> TextTable<N> {
    /// A table without rows.
    pub fn new(alignments: [Align; N]) -> TextTable<N> {
        TextTable { alignments, rows: Vec::new() }
    }

    /// Adds a row below the others.
    pub fn row(&mut self, row: [impl Into<String>; N]) {
        self.rows.push(row.map(Into::into));
    }

    /// The lines of the table, one per row.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let widths: [usize; N] =
            std::array::from_fn(|n| self.rows.iter().map(|row| row[n].chars().count()).max().unwrap_or(0));
        self.rows.iter().map(move |row| {
            let mut line = String::new();
            for ((text, align), width) in row.iter().zip(self.alignments).zip(widths) {
                line.push_str(&match align {
                    Align::Left => format!("{text:<width$}  "),
                    Align::Right => format!("{text:>width$}  "),
                });
            }
            line.truncate(line.trim_end().len());
            line
        })
    }

    /// Writes the table, each line after `indent`.
    pub fn write(&self, indent: &str, out: &mut dyn Write) -> io::Result<()> {
        self.lines().try_for_each(|line| writeln!(out, "{indent}{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_nothing_has_no_percentage() {
        assert_eq!((percent(22_332_007, 43_046_721), percent(0, 0)), ("51.9%".to_string(), "-".to_string()));
    }

    #[test]
    fn a_long_text_is_broken_at_spaces() {
        let mut out = Vec::new();
        let text = format!("  from {} {} end", "a".repeat(50), "b".repeat(100));
        wrapped(&text, "    ", &mut out).expect("memory can be written");
        let lines = [format!("  from {}", "a".repeat(50)), format!("    {}", "b".repeat(100)), "    end".to_string()];
        assert_eq!(String::from_utf8(out).expect("text"), lines.join("\n") + "\n");
    }

    #[test]
    fn the_time_left_is_in_whole_units() {
        let times = [0.0, 4.5, 59.9, 61.0, 7500.0].map(Duration::from_secs_f64);
        assert_eq!(times.map(time_left), ["0 s", "5 s", "1 min 0 s", "1 min 1 s", "2 h 5 min"]);
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_text() {
        let mut table = TextTable::new([Align::Left, Align::Right, Align::Left]);
        table.row(["slice", "positions", ""]);
        table.row(["3v2é", "1,234", "x"]);
        assert_eq!(table.lines().collect::<Vec<_>>(), ["slice  positions", "3v2é       1,234  x"]);
    }
}
