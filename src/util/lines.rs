//! The lines of an input that a person or a program may still be writing.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// The longest line in bytes: input with longer ones is no list of lines.
pub const LONGEST: usize = 1 << 20;

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLine<'a> {
    /// Its text, with a character in place of bytes that are not UTF-8.
    pub text: &'a str,
    /// Whether it is UTF-8 throughout.
    pub is_utf8: bool,
}

/// Reads lines one by one. Spaces around a line, empty lines, lines that begin with `#` and a byte-order mark are
/// skipped.
pub struct LineReader<'a> {
    input: BufReader<Box<dyn Read + 'a>>,
    line: Vec<u8>,
    /// The text of a line that is not UTF-8.
    replaced: String,
    is_first: bool,
}

impl<'a> LineReader<'a> {
    /// The lines of an input, which is read this number of bytes at a time.
    pub fn new(input: impl Read + 'a, bytes: usize) -> LineReader<'a> {
        LineReader {
            input: BufReader::with_capacity(bytes, Box::new(input)),
            line: Vec::new(),
            replaced: String::new(),
            is_first: true,
        }
    }

    /// The bytes that were read and not yet returned, at least one but at the end.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn peek(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    /// Whether the next line may have to be waited for.
    pub fn may_wait(&self) -> bool {
        !self.input.buffer().contains(&b'\n')
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// If the input cannot be read; [`ErrorKind::InvalidData`] for a line of [`LONGEST`] bytes or more.
    pub fn next_line(&mut self) -> io::Result<Option<TextLine<'_>>> {
        loop {
            self.line.clear();
            let read = (&mut self.input).take(LONGEST as u64).read_until(b'\n', &mut self.line)?;
            if read == LONGEST {
                return Err(io::Error::new(ErrorKind::InvalidData, "too long"));
            }
            if read == 0 {
                return Ok(None);
            }
            if std::mem::take(&mut self.is_first) && self.line.starts_with("\u{feff}".as_bytes()) {
                self.line.drain(..3);
            }
            if !matches!(self.line.trim_ascii_start(), [] | [b'#', ..]) {
                break;
            }
        }
        Ok(Some(match std::str::from_utf8(&self.line) {
            Ok(text) => TextLine { text: text.trim(), is_utf8: true },
            Err(_) => {
                self.replaced = String::from_utf8_lossy(&self.line).into_owned();
                TextLine { text: self.replaced.trim(), is_utf8: false }
            }
        }))
    }
}
