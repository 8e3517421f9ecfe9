//! Signals, and the limits of the system for a process.

use std::process::exit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use crate::output::note;

/// The exit status of a program that was stopped by Ctrl-C: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// Whether the program was asked to stop.
static STOP: AtomicBool = AtomicBool::new(false);
/// The message of a program that is ended at the end of [`GRACE`].
static SAY_WHEN_STOPPED: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// How long the work may go on after a request to stop. Whatever is not on the disk by then is lost, as after a kill.
const GRACE: Duration = Duration::from_millis(750);
/// How often the program looks for a request to stop, and for the reader of its output.
const LOOK: Duration = Duration::from_millis(100);

/// Whether the request to stop was the signal SIGTERM.
static IS_TERMINATED: AtomicBool = AtomicBool::new(false);

/// From now on, the signal SIGTERM, which services and queues send, makes [`stop_requested`] true; the second ends the
/// program. A process that was started to ignore it goes on to do so.
fn stop_on_terminate() {
    #[cfg(unix)]
    {
        extern "C" fn stop(_: libc::c_int) {
            if STOP.swap(true, SeqCst) {
                // SAFETY: the call is allowed in a handler.
                unsafe { libc::_exit(INTERRUPTED.into()) };
            }
            IS_TERMINATED.store(true, SeqCst);
        }
        // SAFETY: the handler stores two flags, which is allowed in a handler.
        unsafe {
            let before = libc::signal(libc::SIGTERM, stop as *const () as libc::sighandler_t);
            if before == libc::SIG_IGN {
                libc::signal(libc::SIGTERM, libc::SIG_IGN);
            }
        }
    }
}

/// From now on, the first Ctrl-C makes [`stop_requested`] true, and so do SIGTERM and the end of the program that reads
/// the standard output: the next line may be minutes away. An output that has no reader from the beginning stops
/// nothing: the user wants the work alone. The work ends at its next safe point, or after [`GRACE`], or with the second
/// Ctrl-C. All three are safe: an unfinished table is never read as a finished one.
pub fn stop_on_interrupt() {
    #[cfg(unix)]
    ENDS_ON_SIGPIPE.store(false, SeqCst);
    call_on_interrupt(|| note("stopping at the next safe point; press Ctrl-C again to stop at once"));
    stop_on_terminate();
    let had_reader = !has_no_reader();
    // Without this thread the work ends at its next safe point, and a closed output is found by the next line.
    let _ = thread::Builder::new().stack_size(64 << 10).spawn(move || end_soon_after_request(had_reader));
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

/// Whether a signal SIGPIPE from another process ends the program at once, as the other signals do by default.
#[cfg(unix)]
static ENDS_ON_SIGPIPE: AtomicBool = AtomicBool::new(true);

/// From now on, a signal SIGPIPE from another process ends the program; after [`stop_on_interrupt`] it makes
/// [`stop_requested`] true. The system sends one, too, when this process writes to a pipe without a reader: a closed
/// standard error is no reason to stop.
pub fn heed_sigpipe() {
    #[cfg(unix)]
    extern "C" fn heed(_: libc::c_int, signal: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: the system passes the description of the signal, and the number of a process is read from it and from
        // the system, which is allowed in a handler of a signal.
        let (sender, own) = unsafe { ((*signal).si_pid(), libc::getpid()) };
        if sender == 0 || sender == own {
            return;
        }
        if !ENDS_ON_SIGPIPE.load(SeqCst) {
            return STOP.store(true, SeqCst);
        }
        // SAFETY: both calls are allowed in a handler. The second signal takes effect when this handler returns.
        unsafe {
            libc::signal(libc::SIGPIPE, libc::SIG_DFL);
            libc::raise(libc::SIGPIPE);
        }
    }
    #[cfg(unix)]
    // SAFETY: the action is a plain value whose zeros are an empty mask, and the handler has the form that its flags
    // name.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = heed as *const () as libc::sighandler_t;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
        libc::sigaction(libc::SIGPIPE, &raw const action, std::ptr::null_mut());
    }
}

/// Says what [`stop_on_interrupt`] does before it ends a program that has not ended by itself.
pub fn say_when_stopped(say: impl Fn() + Send + Sync + 'static) {
    // The first one is kept: there is one command in a program.
    let _ = SAY_WHEN_STOPPED.set(Box::new(say));
}

/// Waits for a request to stop, or for the end of the reader if there was one, and ends the program if it has not ended
/// by itself when [`GRACE`] is over.
fn end_soon_after_request(had_reader: bool) {
    let reader_ended = || had_reader && has_no_reader();
    while !stop_requested() {
        thread::sleep(LOOK);
        if reader_ended() {
            STOP.store(true, SeqCst);
        }
    }
    if IS_TERMINATED.load(SeqCst) {
        note("stopping at the next safe point, as the signal TERM asks");
    }
    thread::sleep(GRACE);
    if let Some(say) = SAY_WHEN_STOPPED.get() {
        say();
    }
    exit(if reader_ended() { 0 } else { INTERRUPTED.into() });
}

/// Whether the standard output is a pipe whose reader has closed it.
pub fn has_no_reader() -> bool {
    #[cfg(unix)]
    {
        // Errors are told without being asked for.
        let mut output = libc::pollfd { fd: libc::STDOUT_FILENO, events: 0, revents: 0 };
        // SAFETY: there is one descriptor, and it lives until the call ends, which is at once.
        let told = unsafe { libc::poll(&raw mut output, 1, 0) };
        told > 0 && output.revents & libc::POLLERR != 0
    }
    #[cfg(not(unix))]
    false
}

/// Whether the standard output was closed when the program was started.
pub fn is_output_closed() -> bool {
    OUTPUT_IS_CLOSED.load(SeqCst)
}

static OUTPUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks at the standard output before `main`: by then the standard library has opened the null device in its place.
#[cfg(unix)]
#[used]
#[cfg_attr(not(target_os = "macos"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
static LOOK_AT_OUTPUT: extern "C" fn() = {
    extern "C" fn look_at_output() {
        // SAFETY: the call reads the flags of a descriptor, if there is one.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        OUTPUT_IS_CLOSED.store(flags == -1, SeqCst);
    }
    look_at_output
};

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

/// Lets all threads share the memory of the allocator where the system limits the addresses of the process. The
/// allocator of GNU reserves 64 MiB of addresses for each thread otherwise, and the work finds none left.
pub fn share_limited_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        // SAFETY: the limit is written into a value of the type that the call expects.
        let status = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) };
        if status == 0 && limit.rlim_cur != libc::RLIM_INFINITY {
            // SAFETY: the call sets a number of the allocator, under the lock of the allocator.
            unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
        }
    }
}
