//! What the benches share: clocks, medians, and what they run on.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Whatever goes wrong ends a bench.
pub type Failure = Box<dyn std::error::Error>;

/// The program `hindsight`, which cargo builds into the folder of this program: `make build`.
pub fn program() -> Result<PathBuf, Failure> {
    let path = std::env::current_exe()?.with_file_name(format!("hindsight{}", std::env::consts::EXE_SUFFIX));
    if path.exists() { Ok(path) } else { Err(format!("expected {}, which `make build` makes", path.display()).into()) }
}

/// Runs a job in a pool of `threads` threads.
pub fn in_pool<R: Send, E: Into<Failure> + Send>(
    threads: usize,
    job: impl FnOnce() -> Result<R, E> + Send,
) -> Result<R, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(job).map_err(Into::into)
}

/// How long a job takes.
pub fn time<R, E>(job: impl FnOnce() -> Result<R, E>) -> Result<Duration, E> {
    let start = Instant::now();
    black_box(job()?);
    Ok(start.elapsed())
}

/// The median of some times.
pub fn median(times: impl IntoIterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.into_iter().collect();
    times.sort_unstable();
    times[times.len() / 2]
}

/// The median of several runs.
pub fn median_of<R, E>(runs: usize, mut job: impl FnMut() -> Result<R, E>) -> Result<Duration, E> {
    let times: Result<Vec<Duration>, E> = (0..runs).map(|_| time(&mut job)).collect();
    times.map(median)
}

/// The most memory that this process has had, in kB, where the system tells.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// The processor's name, where the system tells.
pub fn processor() -> String {
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.to_string(), |(_, name)| name.trim().to_string())
}
