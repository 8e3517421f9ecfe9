//! Characters with colours, by line and column.

use std::fmt::Write;

/// The colours of a character, from the 256 of a terminal; `None` is the terminal's own colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    pub foreground: Option<u8>,
    pub background: Option<u8>,
    pub bold: bool,
}

/// Lines of characters. A line is as long as the text that was put on it.
#[derive(Default)]
pub struct Canvas(Vec<Vec<(char, Paint)>>);

impl Canvas {
    /// Puts a text at a column of a line, over what is there.
    pub fn put(&mut self, x: usize, y: usize, text: &str, paint: Paint) {
        for (x, c) in (x..).zip(text.chars()) {
            *self.at(x, y) = (c, paint);
        }
    }

    /// The character at a column of a line.
    pub fn at(&mut self, x: usize, y: usize) -> &mut (char, Paint) {
        if self.0.len() <= y {
            self.0.resize(y + 1, Vec::new());
        }
        let line = &mut self.0[y];
        if line.len() <= x {
            line.resize(x + 1, (' ', Paint::default()));
        }
        &mut line[x]
    }

    /// The number of lines.
    pub fn height(&self) -> usize {
        self.0.len()
    }

    /// The lines, without spaces at their ends. Colours are ANSI escape sequences; each line ends without any.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.0 {
            let blank = |(c, paint): &(char, Paint)| *c == ' ' && *paint == Paint::default();
            let end = line.iter().rposition(|cell| !blank(cell)).map_or(0, |last| last + 1);
            let mut last = Paint::default();
            for &(c, paint) in &line[..end] {
                if paint != last {
                    paint.push(&mut text);
                    last = paint;
                }
                text.push(c);
            }
            if last != Paint::default() {
                Paint::default().push(&mut text);
            }
            text.push('\n');
        }
        text
    }
}

impl Paint {
    /// Adds the sequence that sets these colours and no others.
    fn push(self, text: &mut String) {
        text.push_str("\x1b[0");
        if self.bold {
            text.push_str(";1");
        }
        for (code, colour) in [(38, self.foreground), (48, self.background)] {
            if let Some(colour) = colour {
                // Writing to a string does not fail.
                let _ = write!(text, ";{code};5;{colour}");
            }
        }
        text.push('m');
    }
}
