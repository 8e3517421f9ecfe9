//! The message of a team whose ranks were killed.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::process::{Child, Command, Stdio};

use super::program;

/// Writes a message if this process is killed and the team with it, for which `mpirun` gives its ranks no time. It is a shell
/// that waits for the other end of a pipe to close.
pub struct LastWords(Option<Child>);

impl LastWords {
    /// Where there is no shell there is no message.
    pub fn new() -> LastWords {
        let text = format!(
            "{}: a rank has died, or the job was killed. Finished tables are kept; rerun the command to resume",
            program::name()
        );
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' INT TERM HUP; read -r done || printf '%s\\n' \"$0\" >&2", &text]);
        // `mpirun` kills whole groups of processes.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        if let Some(file) = launcher_error() {
            shell.stderr(file);
        }
        LastWords(shell.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().ok())
    }
}

impl Drop for LastWords {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            if let Some(mut pipe) = child.stdin.take() {
                let _ = pipe.write_all(b"done\n");
            }
            let _ = child.wait();
        }
    }
}

/// The standard error of MPICH's `mpirun`, if it is on this machine: once a rank has died it passes on nothing that the others
/// write. It is the parent of the proxy that started this process.
fn launcher_error() -> Option<File> {
    #[cfg(not(unix))]
    return None;
    #[cfg(unix)]
    {
        let proxy = std::os::unix::process::parent_id();
        let name = fs::read_to_string(format!("/proc/{proxy}/comm")).ok()?;
        let status = fs::read_to_string(format!("/proc/{proxy}/status")).ok()?;
        let launcher = status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim();
        let is_launcher =
            fs::read_to_string(format!("/proc/{launcher}/comm")).is_ok_and(|name| name.starts_with("mpi"));
        let path = format!("/proc/{launcher}/fd/2");
        OpenOptions::new().append(true).open(path).ok().filter(|_| is_launcher && name.starts_with("hydra"))
    }
}
