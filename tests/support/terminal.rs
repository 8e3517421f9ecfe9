//! A program at a pseudo-terminal, with what it shows and keys to press.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

/// A program at a terminal of 24 lines.
pub struct Terminal {
    child: Child,
    keyboard: File,
    shown: Arc<Mutex<Vec<u8>>>,
    /// Ends with the program, which has the other end.
    reader: Option<JoinHandle<()>>,
}

impl Terminal {
    /// Runs a command at a terminal with this number of columns.
    pub fn new(mut command: Command, columns: u16) -> Terminal {
        let (mut ours, mut theirs) = (-1, -1);
        let size = libc::winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let none = std::ptr::null_mut();
        // SAFETY: both descriptors are written before they are read, and belong to nobody else.
        let (ours, theirs) = unsafe {
            assert_eq!(libc::openpty(&mut ours, &mut theirs, none, none.cast(), (&raw const size).cast_mut()), 0);
            (File::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs))
        };
        let end = || Stdio::from(theirs.try_clone().expect("a descriptor"));
        command.stdin(end()).stdout(end()).stderr(end());
        let terminal = theirs.as_raw_fd();
        // SAFETY: the calls are allowed between fork and exec. Keys such as Ctrl-C reach the program.
        unsafe {
            command.pre_exec(move || {
                libc::setsid();
                match libc::ioctl(terminal, libc::TIOCSCTTY, 0) {
                    0 => Ok(()),
                    _ => Err(std::io::Error::last_os_error()),
                }
            });
        }
        let child = command.spawn().expect("the program starts");
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut screen, all) = (ours.try_clone().expect("a descriptor"), Arc::clone(&shown));
        let reader = spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = screen.read(&mut buffer) {
                all.lock().expect("nobody panics").extend(&buffer[..read]);
            }
        });
        Terminal { child, keyboard: ours, shown, reader: Some(reader) }
    }

    /// All that was shown so far.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().expect("nobody panics")).into_owned()
    }

    /// Waits until this was shown, after what was shown before.
    pub fn wait_for(&self, text: &str, from: usize) -> usize {
        let start = Instant::now();
        loop {
            let shown = self.shown();
            if let Some(at) = shown.get(from..).and_then(|shown| shown.find(text)) {
                return from + at + text.len();
            }
            assert!(start.elapsed() < PATIENCE, "{text:?} was not shown after {from}: {shown:?}");
            sleep(Duration::from_millis(5));
        }
    }

    /// Types these keys.
    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("keys can be pressed");
    }

    /// The exit status, when the program has ended.
    pub fn status(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end: {:?}", self.shown());
            sleep(Duration::from_millis(5));
        }
    }

    /// The exit status and all that was shown, when the program has ended.
    pub fn ended(mut self) -> (Option<i32>, String) {
        let status = self.status();
        self.reader.take().expect("it is there once").join().expect("reading does not fail");
        (status, self.shown())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended, unless the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
