//! A chapter in Markdown, as text that fits a terminal.

use std::io::{self, Write};

use crate::output::{self, Align, wrapped};

/// Writes a chapter.
pub fn write(markdown: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let code = std::iter::from_fn(|| lines.next_if(|line| !line.starts_with("```")));
            let code: Vec<&str> = code.filter(|line| !is_hidden(language, line)).collect();
            lines.next();
            code.iter().try_for_each(|line| writeln!(out, "{}", format!("    {line}").trim_end()))?;
        } else if line.starts_with('|') {
            let rest = std::iter::from_fn(|| lines.next_if(|line| line.starts_with('|')));
            let rows: Vec<Vec<String>> =
                std::iter::once(line).chain(rest).filter(|row| !row.starts_with("|-")).map(cells).collect();
            table(&rows, out)?;
        } else if let Some(heading) = line.strip_prefix('#') {
            let heading = plain(heading.trim_start_matches('#').trim());
            writeln!(out, "{heading}\n{}", "-".repeat(heading.chars().count()))?;
        } else if line.starts_with("<img") {
            let about = line.split("alt=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
            wrapped(&format!("[picture: {about}]"), "", out)?;
        } else if line.is_empty() {
            writeln!(out)?;
        } else {
            let mut text = line.to_string();
            while let Some(more) = lines.next_if(|line| goes_on(line)) {
                text = format!("{text} {}", more.trim());
            }
            let indent = " ".repeat(marker(&text));
            wrapped(&plain(&text), &indent, out)?;
        }
    }
    Ok(())
}

/// Whether a line of code is there for the compiler alone.
fn is_hidden(language: &str, line: &str) -> bool {
    (language.is_empty() || language.starts_with("rust")) && (line == "#" || line.starts_with("# "))
}

/// Whether a line belongs to the paragraph before it.
fn goes_on(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(['|', '#', '<']) && !line.starts_with("```") && marker(line) == 0
}

/// The length of the mark of an item: `* `, `1. `; 0 if the line begins no item.
fn marker(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match &line[digits..] {
        rest if digits > 0 && rest.starts_with(". ") => digits + 2,
        rest if digits == 0 && rest.starts_with("* ") => 2,
        _ => 0,
    }
}

/// A text without marks of Markdown. A link to a page of another site keeps its address.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("](") {
        let (before, after) = rest.split_at(start);
        let Some((address, after)) = after[2..].split_once(')') else { break };
        let open = before.rfind('[').unwrap_or(0);
        plain.push_str(&before[..open]);
        plain.push_str(before[open..].trim_start_matches('['));
        if address.starts_with("http") {
            plain.push_str(&format!(" ({address})"));
        }
        rest = after;
    }
    plain.push_str(rest);
    plain.replace("**", "")
}

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<String> {
    row.trim().trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect()
}

/// Writes a table: in columns if it fits, else a paragraph for each row.
fn table(rows: &[Vec<String>], out: &mut dyn Write) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    if widths.iter().sum::<usize>() + 2 * columns <= output::columns() {
        for row in rows {
            let padded =
                row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match alignment(rows, column) {
                    Align::Left => format!("{cell:width$}  "),
                    Align::Right => format!("{cell:>width$}  "),
                });
            writeln!(out, "{}", padded.collect::<String>().trim_end())?;
        }
        return Ok(());
    }
    let Some((names, rows)) = rows.split_first() else { return Ok(()) };
    for row in rows {
        for (column, (name, cell)) in names.iter().zip(row).enumerate().filter(|(_, (_, cell))| !cell.is_empty()) {
            let indent = if column == 0 { "" } else { "  " };
            let named = if name.is_empty() { cell.clone() } else { format!("{name}: {cell}") };
            wrapped(&format!("{indent}{named}"), &format!("{indent}  "), out)?;
        }
    }
    Ok(())
}

/// Numbers stand at the right of their column.
fn alignment(rows: &[Vec<String>], column: usize) -> Align {
    let cells = || rows.iter().skip(1).filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty());
    let is_number = |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit());
    if cells().next().is_some() && cells().all(is_number) { Align::Right } else { Align::Left }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::COLUMNS;

    fn written(markdown: &str) -> String {
        let mut out = Vec::new();
        write(markdown, &mut out).expect("memory takes it");
        String::from_utf8(out).expect("it is text")
    }

    #[test]
    fn paragraphs_lists_tables_and_code_fit_a_terminal() {
        let markdown = "# A **title**\n\nOne\n[two](two.md).\n\n* an item\n  of two lines\n1. [a](http://b.c)\n\n\
                        | n | name |\n|---|---|\n| 10 | x |\n| 9 | y |\n\n```\nlet a = 1;\n# hidden\n```\n";
        let text = "A title\n-------\n\nOne two.\n\n* an item of two lines\n1. a (http://b.c)\n\n n  name\n10  x\n 9  y\n\n    \
                    let a = 1;\n";
        assert_eq!(written(markdown), text);
    }

    #[test]
    fn a_wide_table_is_a_paragraph_for_each_row() {
        let long = "word ".repeat(20);
        let text = written(&format!("| name | about |\n|---|---|\n| a | {long} |\n"));
        assert!(text.starts_with("name: a\n  about: word word"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
    }
}
