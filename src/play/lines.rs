//! Where the lines of a person come from.

use std::io::{BufRead, Read, Write};

use super::setup::PlayError;

/// The longest line, in bytes; the rest of a longer one counts as the next.
const LONGEST: u64 = 1000;

/// The lines that a person types. Every [`BufRead`] has them.
pub trait Lines {
    /// Shows the prompt, and reads the next line without its end; `None` at the end of the input. A person may want to
    /// have one of the `words` completed.
    ///
    /// # Errors
    /// [`PlayError::Input`] and [`PlayError::Output`]; [`PlayError::Interrupted`] if the person wants to leave.
    fn line(&mut self, prompt: &str, words: &[String], output: &mut dyn Write) -> Result<Option<String>, PlayError>;
}

impl<R: BufRead> Lines for R {
    fn line(&mut self, prompt: &str, _words: &[String], output: &mut dyn Write) -> Result<Option<String>, PlayError> {
        write!(output, "{prompt}")?;
        output.flush()?;
        let mut line = Vec::new();
        let read = self.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(PlayError::Input)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}
