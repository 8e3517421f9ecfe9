//! The observer of a game of `play`: the status line while an engine searches, and the file of `--save`.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use crate::advice;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::note;
use crate::program;
use hindsight::answer::Thought;
use hindsight::play::{Observer, save};
use hindsight::util::units::count;
use hindsight::values::LookupError;

/// Follows a game.
pub struct PlayObserver {
    shared: Arc<SavedState>,
}

/// The state that the handler of Ctrl-C shares, on a thread of its own.
struct SavedState {
    status: ProgressBar,
    path: Option<PathBuf>,
    /// The result of the last write: `None` before the first. The lock is held during a write.
    written: Mutex<Option<io::Result<()>>>,
}

impl PlayObserver {
    /// Follows a game that is saved in this file. From now on, Ctrl-C ends the program.
    pub fn new(path: Option<PathBuf>) -> PlayObserver {
        // Hidden where standard error is no terminal.
        let style = ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        let status = ProgressBar::new_spinner().with_style(style);
        let shared = Arc::new(SavedState { status, path, written: Mutex::new(None) });
        let at_interrupt = Arc::clone(&shared);
        interrupt::exit_on_interrupt(move || {
            at_interrupt.status.finish_and_clear();
            // A file is never left half written.
            let written = at_interrupt.written.lock().unwrap_or_else(PoisonError::into_inner);
            if let (Some(Ok(())), Some(path)) = (&*written, &at_interrupt.path) {
                note(format_args!("the game is saved in {}", path.display()));
            }
            // The program ends before another write begins.
            std::mem::forget(written);
        });
        PlayObserver { shared }
    }

    /// The file in which the game is saved, if there is one.
    ///
    /// # Errors
    /// If it could not be written when the game last changed.
    pub fn saved(&self) -> Result<Option<&PathBuf>, Failure> {
        let mut written = self.shared.written.lock().unwrap_or_else(PoisonError::into_inner);
        match (&self.shared.path, written.take()) {
            (Some(path), Some(Err(error))) => Err(Failure::file("write", path, error)),
            (Some(path), Some(Ok(()))) => Ok(Some(path)),
            _ => Ok(None),
        }
    }
}

impl Observer for PlayObserver {
    fn searching(&self, engine: &'static str, result: Option<&Thought>) {
        let status = &self.shared.status;
        status.set_message(match result {
            None => format!("{engine} is thinking"),
            Some(Thought { best, depth, nodes, text, .. }) => {
                let best = best.as_ref().map_or("", |best| &best.name);
                format!("{engine}: depth {depth}, {best}, {text}, {}", count(*nodes, "node"))
            }
        });
        if status.is_finished() {
            status.reset();
        }
    }

    fn searched(&self) {
        self.shared.status.finish_and_clear();
    }

    /// Saves the game. If that fails, the game goes on, and the next change saves it.
    fn changed(&self, transcript: &str) {
        let Some(path) = &self.shared.path else { return };
        let mut written = self.shared.written.lock().unwrap_or_else(PoisonError::into_inner);
        let saved = save(path, transcript);
        if let (Err(error), None | Some(Ok(()))) = (&saved, &*written) {
            note(format_args!("the game could not be saved in {} and goes on: {error}", path.display()));
        }
        *written = Some(saved);
    }

    fn tables_failed(&self, error: &LookupError) {
        note(advice::explain(&error.clone().into(), program::invocation()));
    }
}
