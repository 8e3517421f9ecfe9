//! How figures, durations and tables are written for people.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::failure::Failure;
use crate::util::units::thousands;

/// Says something on standard error. That nobody may be there to read it is no reason to stop.
pub fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "hindsight: {text}");
}

/// A part of a whole: `51.9%`.
pub fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_string(),
        _ => format!("{:.1}%", 100.0 * part as f64 / whole as f64),
    }
}

/// A time: `0.412 s`, `12.3 s`, `3 min 20 s`.
pub fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.3} s", time.as_secs_f64()),
        10..100 => format!("{:.1} s", time.as_secs_f64()),
        whole => format!("{} min {} s", whole / 60, whole % 60),
    }
}

/// So many a second.
pub fn rate(number: u64, time: Duration) -> String {
    thousands((number as f64 / time.as_secs_f64().max(1e-9)) as u64)
}

/// On which side of its column a text stands.
#[derive(Clone, Copy)]
pub enum Side {
    Left,
    Right,
}

/// A table: columns as wide as their widest text, two spaces between them.
pub struct Columns<const N: usize> {
    sides: [Side; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Columns<N> {
    /// A table without rows.
    pub fn new(sides: [Side; N]) -> Columns<N> {
        Columns { sides, rows: Vec::new() }
    }

    /// Adds a row below the others.
    pub fn row(&mut self, row: [impl Into<String>; N]) {
        self.rows.push(row.map(Into::into));
    }

    /// The table, a line a row.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let widths: [usize; N] =
            std::array::from_fn(|n| self.rows.iter().map(|row| row[n].chars().count()).max().unwrap_or(0));
        self.rows.iter().map(move |row| {
            let mut line = String::new();
            for ((text, side), width) in row.iter().zip(self.sides).zip(widths) {
                line.push_str(&match side {
                    Side::Left => format!("{text:<width$}  "),
                    Side::Right => format!("{text:>width$}  "),
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

/// Writes what JSON makes of something on a line.
pub fn json_line(something: &(impl Serialize + ?Sized), out: &mut dyn Write) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, something)?;
    Ok(writeln!(out)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_nothing_has_no_percentage() {
        assert_eq!((percent(22_332_007, 43_046_721), percent(0, 0)), ("51.9%".to_string(), "-".to_string()));
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_text() {
        let mut columns = Columns::new([Side::Left, Side::Right, Side::Left]);
        columns.row(["slice", "positions", ""]);
        columns.row(["3v2é", "1,234", "x"]);
        assert_eq!(columns.lines().collect::<Vec<_>>(), ["slice  positions", "3v2é       1,234  x"]);
    }
}
