//! Standard output, which may have been closed before the program began.

use std::io::{self, Write};

use crate::failure::Failure;
use crate::interrupt::is_output_closed;

/// Standard output. The standard library takes what is written to a closed one and loses it: the work may be worth more
/// than its output, so it goes on, and the loss is an error at its end.
#[derive(Default)]
pub struct StandardOutput {
    has_lost: bool,
}

impl StandardOutput {
    /// Checks that nothing was lost.
    ///
    /// # Errors
    /// If the output was closed and something was written.
    pub fn check(&self) -> Result<(), Failure> {
        if self.has_lost { Err(closed()) } else { Ok(()) }
    }
}

/// Checks that the standard output is open, for a command that is of no use without it.
///
/// # Errors
/// If it was closed before the program began.
pub fn check_open() -> Result<(), Failure> {
    if is_output_closed() { Err(closed()) } else { Ok(()) }
}

fn closed() -> Failure {
    Failure::Output(io::Error::other("the standard output is closed"))
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_output_closed() {
            self.has_lost |= !bytes.is_empty();
            return Ok(bytes.len());
        }
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}
