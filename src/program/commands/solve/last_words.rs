//! The message for a team of ranks that was killed.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::process::{Child, Command, Stdio};

use crate::program;

/// Writes a message if this process is killed and the team with it, for which `mpirun` gives its ranks no time. It is a
/// shell that waits for the other end of a pipe to close.
pub struct LastWords(Option<Child>);

impl LastWords {
    /// Without a shell there is no message.
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

/// The standard error of `mpirun`, if it is on this machine: once a rank has died, MPICH passes on nothing that the
/// others write, and Open MPI may end before it does. It is the parent of this process, or of the proxy that started
/// it.
fn launcher_error() -> Option<File> {
    #[cfg(not(unix))]
    return None;
    #[cfg(unix)]
    {
        let read = |process: &str, file: &str| fs::read_to_string(format!("/proc/{process}/{file}")).ok();
        let is_launcher = |process: &str| {
            read(process, "comm")
                .is_some_and(|name| ["mpi", "orterun"].iter().any(|launcher| name.starts_with(launcher)))
        };
        let parent = std::os::unix::process::parent_id().to_string();
        let launcher = match is_launcher(&parent) {
            true => parent,
            false => {
                read(&parent, "comm").filter(|name| name.starts_with("hydra"))?;
                let status = read(&parent, "status")?;
                let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().to_string();
                Some(parent).filter(|parent| is_launcher(parent))?
            }
        };
        OpenOptions::new().append(true).open(format!("/proc/{launcher}/fd/2")).ok()
    }
}
