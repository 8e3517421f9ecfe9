//! `solve --status FILE`: the state of a solve in a file, for programs that watch it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::output::progress::ProgressReport;
use hindsight::util::progress::Progress;

/// The time between two states.
const PAUSE: Duration = Duration::from_secs(1);

/// The object of the file.
#[derive(Serialize)]
struct SolveState<'a> {
    game: &'static str,
    /// `solving` or `done`.
    state: &'a str,
    /// The slices at work.
    part: &'a str,
    /// The entries that are finished, and of all.
    entries: u64,
    all_entries: u64,
    /// Entries in a second, since the solve began.
    rate: f64,
    /// The time since the solve began, and the time that is left; `None` before anything is known.
    seconds: f64,
    seconds_left: Option<f64>,
}

/// A progress that is shown, and written into a file now and then.
pub struct StatusFile<'a> {
    shown: &'a ProgressReport,
    path: &'a Path,
    game: &'static str,
    all_entries: u64,
    done: AtomicU64,
    /// The entries of [`StatusFile::done`] that were finished before.
    skipped: AtomicU64,
    part: Mutex<String>,
    started: Instant,
    /// The seconds at which the file was written last.
    written: AtomicU64,
}

impl<'a> StatusFile<'a> {
    /// The state of a solve of a game with this number of entries left.
    pub fn new(shown: &'a ProgressReport, path: &'a Path, game: &'static str, all_entries: u64) -> StatusFile<'a> {
        let (done, skipped, part) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::default());
        let (started, written) = (Instant::now(), AtomicU64::new(0));
        let file = StatusFile { shown, path, game, all_entries, done, skipped, part, started, written };
        file.write("solving");
        file
    }

    /// Writes the last state.
    pub fn finish(&self) {
        self.write("done");
    }

    /// Writes the state, whole or not at all. A file that cannot be written is no reason to stop.
    fn write(&self, state: &str) {
        let (done, gone) = (self.done.load(Relaxed), self.started.elapsed().as_secs_f64());
        let fresh = done.saturating_sub(self.skipped.load(Relaxed));
        let rate = fresh as f64 / gone.max(1e-9);
        let left = self.all_entries.saturating_sub(done);
        let part = self.part.lock().map_or_else(|_| String::new(), |part| part.clone());
        let status = SolveState {
            game: self.game,
            state,
            part: &part,
            entries: done,
            all_entries: self.all_entries,
            rate,
            seconds: gone,
            seconds_left: (fresh > 0).then(|| left as f64 / rate),
        };
        let Ok(text) = serde_json::to_string(&status) else { return };
        let mut partial = PathBuf::from(self.path);
        partial.as_mut_os_string().push(".partial");
        let _ = fs::write(&partial, text + "\n").and_then(|()| fs::rename(&partial, self.path));
    }

    /// Writes the state, unless it was written just now.
    fn write_now_and_then(&self) {
        let (now, written) = (self.started.elapsed().as_secs(), self.written.load(Relaxed));
        let is_due = now >= written + PAUSE.as_secs();
        if is_due && self.written.compare_exchange(written, now, Relaxed, Relaxed).is_ok() {
            self.write("solving");
        }
    }
}

impl Progress for StatusFile<'_> {
    fn advance(&self, number: u64) {
        self.shown.advance(number);
        self.done.fetch_add(number, Relaxed);
        self.write_now_and_then();
    }

    fn skip(&self, number: u64) {
        self.shown.skip(number);
        self.skipped.fetch_add(number, Relaxed);
        self.done.fetch_add(number, Relaxed);
    }

    fn begin(&self, slices: &str) {
        self.shown.begin(slices);
        if let Ok(mut part) = self.part.lock() {
            *part = slices.to_string();
        }
        self.write_now_and_then();
    }

    fn go_on(&self) -> bool {
        self.shown.go_on()
    }
}
