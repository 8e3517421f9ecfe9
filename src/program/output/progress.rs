//! Progress of long work: a bar on a terminal, else a plain line now and then.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::args::Quiet;
use crate::interrupt;
use crate::output::{note, rate, seconds, time_left};
use hindsight::util::date::clock;
use hindsight::util::progress::Progress;
use hindsight::util::units::{count, thousands};

/// The time to the first plain line.
const FIRST: Duration = Duration::from_secs(2);

/// The time between two plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// The template of the bar. A narrow terminal cuts its end.
const TEMPLATE: &str = "{msg} {percent}%, {rate} per second, {eta} left {wide_bar} {prefix}";

/// Shows on standard error how much of the work is done.
pub struct ProgressReport {
    work: Arc<WorkState>,
    /// The bar, on a terminal.
    bar: Option<ProgressBar>,
    /// Elsewhere, a plain line now and then, until it is dropped.
    _lines: Option<LineWriter>,
}

/// The work so far.
struct WorkState {
    doing: &'static str,
    /// The unit of the work in the singular, such as `entry`.
    unit: &'static str,
    total: u64,
    done: AtomicU64,
    /// The part of it that was done before the work started.
    skipped: AtomicU64,
    /// The slices at work, if known.
    at: Mutex<String>,
    started: Instant,
}

impl ProgressReport {
    /// Starts the progress of work on `total` entries; `doing` is a word for the work, such as `solving`.
    pub fn new(doing: &'static str, total: u64, quiet: &Quiet) -> ProgressReport {
        ProgressReport::in_units("entry", doing, total, quiet)
    }

    /// Starts the progress of work in another unit, named in the singular.
    pub fn in_units(unit: &'static str, doing: &'static str, total: u64, quiet: &Quiet) -> ProgressReport {
        let (done, skipped, at) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::default());
        let work = Arc::new(WorkState { doing, unit, total, done, skipped, at, started: Instant::now() });
        let is_terminal = stderr().is_terminal();
        let bar = (is_terminal && !quiet.quiet).then(|| {
            let bar = bar(doing, total, ProgressDrawTarget::stderr());
            // The time is shown even while nothing is done.
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        let lines = if is_terminal || quiet.quiet { None } else { LineWriter::start(&work) };
        ProgressReport { work, bar, _lines: lines }
    }

    /// Hides the bar while `write` writes.
    pub fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

/// Progress of work that may not be needed, such as the solve of a small game without tables: it is shown once the work
/// begins.
pub struct ProgressOnceBegun {
    doing: &'static str,
    total: u64,
    report: OnceLock<ProgressReport>,
}

impl ProgressOnceBegun {
    /// The progress of work on `total` entries, as [`ProgressReport::new`] has it.
    pub fn new(doing: &'static str, total: u64) -> ProgressOnceBegun {
        ProgressOnceBegun { doing, total, report: OnceLock::new() }
    }

    fn report(&self) -> &ProgressReport {
        self.report.get_or_init(|| ProgressReport::new(self.doing, self.total, &Quiet::NO))
    }
}

impl Progress for ProgressOnceBegun {
    fn advance(&self, number: u64) {
        self.report().advance(number);
    }

    fn skip(&self, number: u64) {
        self.report().skip(number);
    }

    fn begin(&self, slices: &str) {
        self.report().begin(slices);
    }

    fn go_on(&self) -> bool {
        !interrupt::stop_requested()
    }
}

impl WorkState {
    /// The plain line, after this time.
    fn line(&self, gone: Duration) -> String {
        let done = self.done.load(Relaxed);
        let at = self.at.lock().map_or_else(|_| String::new(), |at| at.clone());
        let mut line =
            format!("{}{at} {}: {} of {}", self.doing, seconds(gone), thousands(done), count(self.total, self.unit));
        let fresh = done.saturating_sub(self.skipped.load(Relaxed));
        if fresh > 0 {
            let left = gone.mul_f64(self.total.saturating_sub(done) as f64 / fresh as f64);
            line.push_str(&format!(", {} per second, about {} left", rate(fresh, gone), time_left(left)));
        }
        line
    }
}

/// A thread that writes plain lines until the work is done.
struct LineWriter {
    /// Whether the work is done.
    is_over: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl LineWriter {
    /// Starts the thread; `None` if the system starts no more.
    fn start(work: &Arc<WorkState>) -> Option<LineWriter> {
        let is_over = Arc::new((Mutex::new(false), Condvar::new()));
        let (work, ends) = (Arc::clone(work), Arc::clone(&is_over));
        let write = move || {
            let (over, changed) = &*ends;
            let (mut over, mut pause) = (over.lock().unwrap_or_else(PoisonError::into_inner), FIRST);
            loop {
                let waited = changed.wait_timeout_while(over, pause, |over| !*over);
                over = waited.unwrap_or_else(PoisonError::into_inner).0;
                if *over {
                    return;
                }
                note(format_args!("{} {}", clock(SystemTime::now()), work.line(work.started.elapsed())));
                pause = PAUSE;
            }
        };
        let thread = thread::Builder::new().spawn(write).ok()?;
        Some(LineWriter { is_over, thread: Some(thread) })
    }
}

impl Drop for LineWriter {
    fn drop(&mut self) {
        let (over, changed) = &*self.is_over;
        *over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked writes nothing more.
            let _ = thread.join();
        }
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
    fn advance(&self, number: u64) {
        self.work.done.fetch_add(number, Relaxed);
        if let Some(bar) = &self.bar {
            bar.inc(number);
        }
    }

    fn skip(&self, number: u64) {
        self.work.skipped.fetch_add(number, Relaxed);
        self.advance(number);
        if let Some(bar) = &self.bar {
            bar.reset_eta();
        }
    }

    fn begin(&self, slices: &str) {
        if let Some(bar) = &self.bar {
            bar.set_prefix(slices.to_string());
        }
        if let Ok(mut at) = self.work.at.lock() {
            *at = format!(" {slices}");
        }
    }

    fn go_on(&self) -> bool {
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
    fn a_line_has_the_time_that_is_left_once_something_is_done() {
        let work = WorkState {
            doing: "checking",
            unit: "byte",
            total: 4000,
            done: AtomicU64::new(0),
            skipped: AtomicU64::new(0),
            at: Mutex::new(" KvK".to_string()),
            started: Instant::now(),
        };
        let gone = Duration::from_secs(10);
        assert_eq!(work.line(gone), "checking KvK 10.0 s: 0 of 4,000 bytes");
        work.done.store(1000, Relaxed);
        assert_eq!(work.line(gone), "checking KvK 10.0 s: 1,000 of 4,000 bytes, 100 per second, about 30 s left");
        work.skipped.store(500, Relaxed);
        assert_eq!(work.line(gone), "checking KvK 10.0 s: 1,000 of 4,000 bytes, 50 per second, about 1 min 0 s left");
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
