//! Ctrl-C. While a game is solved the work stops at the next chance, and the same command goes on from there; a game at
//! the board is left at once.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use super::output::note;

/// The exit status of a program that was interrupted: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// Whether it was asked to stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on, the first Ctrl-C is heeded at the next chance, and the second at once: no table is ever taken for
/// finished that is not.
pub fn heed() {
    let stop = || {
        if STOP.swap(true, SeqCst) {
            exit(INTERRUPTED.into());
        }
        note("stopping as soon as no finished work is lost; once more Ctrl-C stops at once");
    };
    // Where it cannot be caught, it ends the program, which does no harm.
    let _ = ctrlc::set_handler(stop);
}

/// From now on, Ctrl-C ends the program at once, quietly.
pub fn leave() {
    let _ = ctrlc::set_handler(|| exit(INTERRUPTED.into()));
}

/// Whether to stop.
pub fn came() -> bool {
    STOP.load(SeqCst)
}
