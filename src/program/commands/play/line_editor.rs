//! The lines of a person at a terminal: edited, completed with Tab, and recalled with the arrow keys.

use std::io::{self, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use hindsight::play::{Lines, PlayError};

/// Reads lines at the terminal of the program.
pub struct LineEditor {
    editor: Editor<Completions, DefaultHistory>,
}

impl LineEditor {
    /// An editor with an empty history.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn new() -> Result<LineEditor, PlayError> {
        let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config).map_err(play_error)?;
        editor.set_helper(Some(Completions(Vec::new())));
        Ok(LineEditor { editor })
    }
}

impl Lines for LineEditor {
    fn line(&mut self, prompt: &str, words: &[String], output: &mut dyn Write) -> Result<Option<String>, PlayError> {
        output.flush()?;
        self.editor.set_helper(Some(Completions(words.to_vec())));
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof) => Ok(None),
            Err(error) => Err(play_error(error)),
        }
    }
}

fn play_error(error: ReadlineError) -> PlayError {
    match error {
        ReadlineError::Interrupted => PlayError::Interrupted,
        ReadlineError::Io(error) => PlayError::Input(error),
        error => PlayError::Input(io::Error::other(error)),
    }
}

/// The words that a line may be completed to.
struct Completions(Vec<String>);

impl Completer for Completions {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, beginning(&self.0, &line[..pos])))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}

impl Validator for Completions {}

impl Helper for Completions {}

/// The words that begin with this text, in any case of letters.
fn beginning(words: &[String], text: &str) -> Vec<String> {
    let begins = |word: &&String| word.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
    words.iter().filter(begins).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed_from_their_beginning() {
        let words = ["A2-B2", "A3-B3", "undo", "é"].map(str::to_string);
        assert_eq!(beginning(&words, "a"), words[..2]);
        assert_eq!(beginning(&words, "UN"), words[2..3]);
        assert_eq!(beginning(&words, ""), words);
        assert_eq!(beginning(&words, "e"), [""; 0]);
    }
}
