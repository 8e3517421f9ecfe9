//! Answers by the line, for programs that read millions of them: fields separated by tabs, CSV and JSON.
//!
//! They are written here, beside the look-ups, because interfaces are compiled with little optimisation.

use std::fmt;

use serde::Serialize;

use super::{
    Counted, CountsAnswer, FoundAnswer, FoundBatch, FoundColumns, FoundFigures, FoundPosition, GameFacts,
    PositionAnswer,
};
use crate::game::Value;
use crate::util::units::count;

/// The form of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineForm {
    /// The position and its value in words.
    Text,
    /// Fields separated by commas, as RFC 4180 has them: position, value, plies, slice and positions.
    Csv,
    /// An object.
    Json,
}

/// The names of the fields of CSV, as its first line: five, and the names of further columns.
pub fn csv_names(columns: FoundColumns) -> String {
    let mut names = "position,value,plies,slice,positions".to_string();
    if columns.only_moves {
        names.push_str(",only_moves");
    }
    if columns.other_side {
        names.push_str(",other_value,other_plies");
    }
    names
}

impl FoundBatch {
    /// A line for each entry.
    pub fn lines(&self, game: &GameFacts, form: LineForm, columns: FoundColumns) -> Vec<u8> {
        let mut lines = Vec::new();
        for found in self.iter() {
            match form {
                LineForm::Text => push_found(game, found, &mut lines),
                LineForm::Csv => push_csv(game, found, columns, &mut lines),
                LineForm::Json => push_json(&FoundAnswer::new(game, found), &mut lines),
            }
        }
        lines
    }
}

/// The rows of `stats` as CSV, with a header. A number that is not known is an empty field.
pub fn counts_csv(rows: &[CountsAnswer]) -> Vec<u8> {
    let of = match rows.first() {
        Some(CountsAnswer { of: Counted::Total(_), .. }) => "total",
        _ => "slice",
    };
    let mut lines = Vec::new();
    push_text(
        format_args!(
            "{of},entries,positions,wins,losses,draws,longest_win,longest_win_position,longest_loss,\
             longest_loss_position,mutual_zugzwangs,legal_moves\n"
        ),
        &mut lines,
    );
    for row in rows {
        let (Counted::Slice(name) | Counted::Total(name)) = row.of;
        push_csv_field(name, &mut lines);
        for number in [row.entries, row.positions, row.wins, row.losses, row.draws] {
            push_text(format_args!(",{number}"), &mut lines);
        }
        for (plies, position) in
            [(row.longest_win, &row.longest_win_position), (row.longest_loss, &row.longest_loss_position)]
        {
            push_optional(plies.map(u64::from), &mut lines);
            lines.push(b',');
            push_csv_field(position.as_deref().unwrap_or_default(), &mut lines);
        }
        push_optional(row.mutual_zugzwangs, &mut lines);
        push_optional(Some(row.legal_moves), &mut lines);
        lines.push(b'\n');
    }
    lines
}

/// Writes a comma and a number, if it is known.
fn push_optional(number: Option<u64>, line: &mut Vec<u8>) {
    line.push(b',');
    if let Some(number) = number {
        push_number(number, line);
    }
}

/// The line of an entry for people.
fn push_found(game: &GameFacts, found: FoundPosition, line: &mut Vec<u8>) {
    let FoundFigures { value, only_moves, other, .. } = found.figures;
    push_text(format_args!("{}  {}", found.position, game.value_text(value)), line);
    if let Some(run) = only_moves {
        push_text(format_args!(", {}", count(run.into(), "only move")), line);
    }
    if let Some(other) = other {
        push_text(format_args!(", with the other side to move {}", game.value_text(other)), line);
    }
    line.push(b'\n');
}

/// The line of an entry as CSV.
fn push_csv(game: &GameFacts, found: FoundPosition, columns: FoundColumns, line: &mut Vec<u8>) {
    let FoundPosition { position, figures: FoundFigures { slice, value, positions, only_moves, other } } = found;
    push_csv_field(position, line);
    line.push(b',');
    line.extend_from_slice(value.word().as_bytes());
    line.push(b',');
    if let Some(plies) = value.plies() {
        push_number(plies.into(), line);
    }
    line.push(b',');
    line.extend_from_slice(game.slices[slice.index()].name.as_bytes());
    line.push(b',');
    push_number(positions, line);
    if columns.only_moves {
        push_optional(only_moves.map(u64::from), line);
    }
    if columns.other_side {
        push_text(format_args!(",{}", other.map_or("", Value::word)), line);
        push_optional(other.and_then(Value::plies).map(u64::from), line);
    }
    line.push(b'\n');
}

/// Writes a field of CSV, quoted where it has to be.
fn push_csv_field(field: &str, line: &mut Vec<u8>) {
    match field.contains([',', '"', '\n', '\r']) {
        true => push_text(format_args!("\"{}\"", field.replace('"', "\"\"")), line),
        false => line.extend_from_slice(field.as_bytes()),
    }
}

/// Writes a text as a field between tabs: its own tabs become spaces.
pub fn push_tabbed(field: &str, line: &mut Vec<u8>) {
    line.extend(field.bytes().map(|byte| if byte == b'\t' { b' ' } else { byte }));
}

/// Writes the two fields of a value: its word, and its plies or `-`.
pub fn push_value(value: Value, line: &mut Vec<u8>) {
    line.extend_from_slice(value.word().as_bytes());
    line.push(b'\t');
    match value.plies() {
        Some(plies) => push_number(plies.into(), line),
        None => line.push(b'-'),
    }
}

/// Writes the answer for a position as an object.
pub fn push_position(answer: &PositionAnswer, line: &mut Vec<u8>) {
    push_json(answer, line);
}

/// Writes an answer as JSON, with the end of its line.
fn push_json(answer: &(impl Serialize + ?Sized), line: &mut Vec<u8>) {
    serde_json::to_writer(&mut *line, answer).expect("memory takes it, and the keys of an answer are texts");
    line.push(b'\n');
}

/// Writes a number.
fn push_number(number: u64, line: &mut Vec<u8>) {
    push_text(format_args!("{number}"), line);
}

/// Writes a text.
fn push_text(text: fmt::Arguments, line: &mut Vec<u8>) {
    use std::io::Write;
    line.write_fmt(text).expect("memory takes it");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_csv_are_quoted_where_they_have_to_be() {
        let written = |field: &str| {
            let mut line = Vec::new();
            push_csv_field(field, &mut line);
            String::from_utf8(line).expect("text")
        };
        assert_eq!(written(".../.../... x"), ".../.../... x");
        assert_eq!(written("B:W21,22:B1"), "\"B:W21,22:B1\"");
        assert_eq!(written("a\"b"), "\"a\"\"b\"");
    }

    #[test]
    fn a_value_has_two_fields() {
        let written = |value: Value| {
            let mut line = Vec::new();
            push_value(value, &mut line);
            String::from_utf8(line).expect("text")
        };
        assert_eq!([Value::Win(3), Value::Draw].map(written), ["win\t3", "draw\t-"]);
    }
}
