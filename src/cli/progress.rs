//! Progress of long work: a bar on a terminal, else a plain line now and then.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::interrupt;
use super::output::{note, rate, seconds};
use crate::solve::Progress;
use crate::util::units::thousands;

/// The time between two plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows on standard error how many of the entries are done.
pub struct ProgressReport {
    doing: &'static str,
    total: u64,
    done: AtomicU64,
    /// The slices at work, if known.
    at: Mutex<String>,
    started: Instant,
    /// The time of the last plain line.
    last_line: Mutex<Instant>,
    /// The bar, on a terminal.
    bar: Option<ProgressBar>,
}

impl ProgressReport {
    /// Starts the progress of work on `total` entries; `doing` is a word for the work, such as `solving`.
    pub fn new(doing: &'static str, total: u64) -> ProgressReport {
        let bar = stderr().is_terminal().then(|| {
            let form = "{msg} {prefix} {wide_bar} {percent}% of {human_len} entries, {rate} per second, {eta} left";
            let style = ProgressStyle::with_template(form).unwrap_or_else(|_| ProgressStyle::default_bar());
            let style = style.with_key("rate", |state: &ProgressState, text: &mut dyn fmt::Write| {
                let _ = text.write_str(&thousands(state.per_sec() as u64));
            });
            let bar = ProgressBar::new(total).with_style(style).with_message(doing);
            // The time is shown even while no entry is done.
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        let started = Instant::now();
        let (done, at, last_line) = (AtomicU64::new(0), Mutex::default(), Mutex::new(started));
        ProgressReport { doing, total, done, at, started, last_line, bar }
    }

    /// Writes something else, with the bar out of the way.
    pub fn aside(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Writes a plain line, unless the last is recent or another thread is writing one.
    fn write_line(&self, done: u64) {
        let Ok(mut last_line) = self.last_line.try_lock() else { return };
        if last_line.elapsed() < PAUSE {
            return;
        }
        *last_line = Instant::now();
        let gone = self.started.elapsed();
        let left = gone.mul_f64(self.total.saturating_sub(done) as f64 / done.max(1) as f64);
        note(format_args!(
            "{}{} {}: {} of {} entries, {} per second, about {} left",
            self.doing,
            self.at.lock().map_or_else(|_| String::new(), |at| at.clone()),
            seconds(gone),
            thousands(done),
            thousands(self.total),
            rate(done, gone),
            seconds(left),
        ));
    }
}

impl Progress for ProgressReport {
    fn advance(&self, entries: u64) {
        let done = self.done.fetch_add(entries, Relaxed) + entries;
        match &self.bar {
            Some(bar) => bar.inc(entries),
            None => self.write_line(done),
        }
    }

    fn begin(&self, slices: &str) {
        if let Some(bar) = &self.bar {
            bar.set_prefix(slices.to_string());
        }
        if let Ok(mut at) = self.at.lock() {
            *at = format!(" {slices}");
        }
    }

    fn go_on(&self) -> bool {
        if self.bar.is_none() {
            self.write_line(self.done.load(Relaxed));
        }
        !interrupt::stop_requested()
    }
}

/// Removes the bar when the work is done.
impl Drop for ProgressReport {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
