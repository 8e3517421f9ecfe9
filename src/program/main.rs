//! The program: the command line with the games of this crate.

fn main() -> std::process::ExitCode {
    #[cfg(all(feature = "mpi", target_os = "linux"))]
    hangup::restore();
    hindsight_program::standard()
}

/// A signal that an MPI library takes away when it is loaded.
///
/// UCX, on which some MPI libraries are built, makes SIGHUP a switch of its debugger. So a hang-up would neither end
/// the program nor be ignored under `nohup`. The action of the signal is looked up before the library is loaded, and
/// restored afterwards.
#[cfg(all(feature = "mpi", target_os = "linux"))]
#[allow(unsafe_code, reason = "signals are calls of the system, and one comes before `main`")]
mod hangup {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    /// Whether the program was started with the signal ignored.
    static IGNORED: AtomicBool = AtomicBool::new(false);

    /// The system calls the functions of this section before it starts any library.
    #[used]
    #[unsafe(link_section = ".preinit_array")]
    static BEFORE_LIBRARIES: extern "C" fn() = look_up;

    extern "C" fn look_up() {
        // SAFETY: the action is a plain value, which the call fills and which lives until then.
        let is_ignored = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            libc::sigaction(libc::SIGHUP, std::ptr::null(), &raw mut action) == 0
                && action.sa_sigaction == libc::SIG_IGN
        };
        IGNORED.store(is_ignored, Relaxed);
    }

    /// Restores the action, unless the user asks the library for its debugger.
    pub fn restore() {
        if std::env::var_os("UCX_DEBUG_SIGNO").is_none() {
            let action = if IGNORED.load(Relaxed) { libc::SIG_IGN } else { libc::SIG_DFL };
            // SAFETY: no handler is installed: the signal is ignored or has its default action.
            unsafe { libc::signal(libc::SIGHUP, action) };
        }
    }
}
