//! How far long work has come: a bar on a terminal, else a plain line now and then.

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

/// Between two plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows on standard error how many of the positions are done.
pub struct Meter {
    doing: &'static str,
    total: u64,
    done: AtomicU64,
    /// The slices at work, if that was told.
    at: Mutex<String>,
    started: Instant,
    /// When a plain line was last written.
    told: Mutex<Instant>,
    /// On a terminal.
    bar: Option<ProgressBar>,
}

impl Meter {
    /// Starts to measure work on so many positions: `doing` is a word for it, such as `solving`.
    pub fn new(doing: &'static str, total: u64) -> Meter {
        let bar = stderr().is_terminal().then(|| {
            let form = "{msg} {prefix} {wide_bar} {percent}% of {human_len} positions, {rate} a second, {eta} left";
            let style = ProgressStyle::with_template(form).unwrap_or_else(|_| ProgressStyle::default_bar());
            let style = style.with_key("rate", |state: &ProgressState, text: &mut dyn fmt::Write| {
                let _ = text.write_str(&thousands(state.per_sec() as u64));
            });
            let bar = ProgressBar::new(total).with_style(style).with_message(doing);
            // The time goes on, even while no position is new.
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        let started = Instant::now();
        let (done, at, told) = (AtomicU64::new(0), Mutex::default(), Mutex::new(started));
        Meter { doing, total, done, at, started, told, bar }
    }

    /// Writes something else, which the bar makes room for.
    pub fn aside(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// A plain line, if the last is long enough ago and no other thread is writing one.
    fn tell(&self, done: u64) {
        let Ok(mut told) = self.told.try_lock() else { return };
        if told.elapsed() < PAUSE {
            return;
        }
        *told = Instant::now();
        let gone = self.started.elapsed();
        let left = gone.mul_f64(self.total.saturating_sub(done) as f64 / done.max(1) as f64);
        note(format_args!(
            "{}{} {}: {} of {} positions, {} a second, about {} left",
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

impl Progress for Meter {
    fn advance(&self, entries: u64) {
        let done = self.done.fetch_add(entries, Relaxed) + entries;
        match &self.bar {
            Some(bar) => bar.inc(entries),
            None => self.tell(done),
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
            self.tell(self.done.load(Relaxed));
        }
        !interrupt::came()
    }
}

/// The bar goes when the work is done.
impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
