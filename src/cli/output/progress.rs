//! Progress of long work: a bar on a terminal, else a plain line now and then.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::cli::args::Quiet;
use crate::cli::interrupt;
use crate::cli::output::{note, rate, seconds, time_left};
use crate::util::progress::Progress;
use crate::util::units::thousands;

/// The time between two plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// The template of the bar. A narrow terminal cuts its end.
const TEMPLATE: &str = "{msg} {percent}%, {rate} per second, {eta} left {wide_bar} {prefix}";

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
    shown: Shown,
}

/// The form of the progress.
enum Shown {
    /// On a terminal.
    Bar(ProgressBar),
    /// A plain line now and then.
    Lines,
    Nothing,
}

impl ProgressReport {
    /// Starts the progress of work on `total` entries; `doing` is a word for the work, such as `solving`.
    pub fn new(doing: &'static str, total: u64, quiet: &Quiet) -> ProgressReport {
        let shown = match quiet.quiet {
            true => Shown::Nothing,
            false if stderr().is_terminal() => {
                let bar = bar(doing, total, ProgressDrawTarget::stderr());
                // The time is shown even while no entry is done.
                bar.enable_steady_tick(Duration::from_secs(1));
                Shown::Bar(bar)
            }
            false => Shown::Lines,
        };
        let started = Instant::now();
        let (done, at, last_line) = (AtomicU64::new(0), Mutex::default(), Mutex::new(started));
        ProgressReport { doing, total, done, at, started, last_line, shown }
    }

    /// Hides the bar while `write` writes.
    pub fn aside(&self, write: impl FnOnce()) {
        match &self.shown {
            Shown::Bar(bar) => bar.suspend(write),
            Shown::Lines | Shown::Nothing => write(),
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
            time_left(left),
        ));
    }
}

/// A bar on a target.
fn bar(doing: &'static str, total: u64, target: ProgressDrawTarget) -> ProgressBar {
    let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("rate", |state: &ProgressState, text: &mut dyn fmt::Write| {
        let _ = text.write_str(&thousands(state.per_sec() as u64));
    });
    ProgressBar::with_draw_target(Some(total), target).with_style(style).with_message(doing)
}

impl Progress for ProgressReport {
    fn advance(&self, entries: u64) {
        let done = self.done.fetch_add(entries, Relaxed) + entries;
        match &self.shown {
            Shown::Bar(bar) => bar.inc(entries),
            Shown::Lines => self.write_line(done),
            Shown::Nothing => {}
        }
    }

    fn begin(&self, slices: &str) {
        if let Shown::Bar(bar) = &self.shown {
            bar.set_prefix(slices.to_string());
        }
        if let Ok(mut at) = self.at.lock() {
            *at = format!(" {slices}");
        }
    }

    fn go_on(&self) -> bool {
        if let Shown::Lines = self.shown {
            self.write_line(self.done.load(Relaxed));
        }
        !interrupt::stop_requested()
    }
}

/// Removes the bar when the work is done.
impl Drop for ProgressReport {
    fn drop(&mut self) {
        if let Shown::Bar(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::TermLike;
    use std::io;
    use std::sync::Arc;

    /// A terminal of this many columns, with what was written to it.
    #[derive(Clone, Debug)]
    struct Terminal(u16, Arc<Mutex<String>>);

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            self.0
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.1.lock().expect("one thread").push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            self.1.lock().expect("one thread").clear();
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_narrow_terminal_shows_the_rate_and_the_time_left() {
        for (columns, shown) in [(50, " left"), (80, "KKKMvKKM KKMvKKKM")] {
            let terminal = Terminal(columns, Arc::default());
            let bar = bar("solving", 39_186, ProgressDrawTarget::term_like(Box::new(terminal.clone())));
            bar.set_prefix("KKKMvKKM KKMvKKKM");
            bar.set_position(12_345);
            bar.force_draw();
            let text = terminal.1.lock().expect("one thread").clone();
            assert!(text.starts_with("solving 32%, ") && text.contains(" per second, "), "{text}");
            let first_line: String = text.chars().take(columns.into()).collect();
            assert!(first_line.contains(shown), "{text}");
        }
    }
}
