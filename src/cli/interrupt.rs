//! Signals, and the limits of the system for a process.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use crate::cli::output::note;

/// The exit status of a program that was stopped by Ctrl-C: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// Whether Ctrl-C was pressed.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on, the first Ctrl-C makes [`stop_requested`] true, and the second ends the program at once. Both are safe:
/// an unfinished table is never read as a finished one.
pub fn stop_on_interrupt() {
    call_on_interrupt(|| note("stopping at the next safe point; press Ctrl-C again to stop at once"));
}

/// From now on, the first Ctrl-C makes [`stop_requested`] true and calls `first` on a thread of its own. The second
/// ends the program.
pub fn call_on_interrupt(first: impl Fn() + Send + 'static) {
    // Without a handler, Ctrl-C ends the program, which is safe too.
    let _ = ctrlc::set_handler(move || {
        if STOP.swap(true, SeqCst) {
            exit(INTERRUPTED.into());
        }
        first();
    });
}

/// From now on, Ctrl-C ends the program, after `last` is done on a thread of its own.
pub fn exit_on_interrupt(last: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(move || {
        last();
        exit(INTERRUPTED.into());
    });
}

/// Whether the work should stop.
pub fn stop_requested() -> bool {
    STOP.load(SeqCst)
}

/// Makes a write past the limit of the file size (`ulimit -f`) fail with an error. By default it ends the program with
/// the signal SIGXFSZ, without a message.
pub fn fail_past_file_size_limit() {
    #[cfg(unix)]
    // SAFETY: no handler is installed: the signal is ignored.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// The number of files that the process may have open, if the system says so.
pub fn open_files() -> Option<usize> {
    #[cfg(unix)]
    {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the limit is written into a value of the type that the call expects.
        let status = unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) };
        (status == 0).then(|| usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX))
    }
    #[cfg(not(unix))]
    None
}
