//! `make bench-serve`: the explorer on tables of checkers to four pieces: its first page, single queries, and queries a
//! second.

use std::io::{BufReader, Write};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../tests/support/served.rs"]
mod served;

use hindsight_tools::measure::{Failure, program};
use served::{Served, escaped, read_answer};

/// What the first page loads, in order.
const PAGE: [&str; 5] = ["/", "/files/explorer.css", "/files/index.js", "/files/common.js", "/api/about"];

/// The connections that ask side by side, and for how long.
const CONNECTIONS: usize = 4;
const TIME: Duration = Duration::from_secs(5);

fn main() -> Result<(), Failure> {
    let program = program()?;
    let tables = tempfile::tempdir().expect("a directory");
    let hindsight = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        let output = command.args(arguments).env("HINDSIGHT_TABLES", tables.path()).output().expect("it runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    hindsight(&["solve", "checkers", "--pieces", "4", "--quiet"]);
    hindsight(&["solve", "pangki", "--quiet"]);
    let sample = hindsight(&["find", "checkers", "--pieces", "4", "--sample", "5000", "--csv"]);
    let positions = sample.lines().skip(1).filter_map(|line| line.split('"').nth(1));
    let paths: Vec<String> =
        positions.map(|position| format!("/api/checkers/query?position={}", escaped(position.as_bytes()))).collect();

    let begun = Instant::now();
    let served = Served::start(&program, tables.path());
    row("from the start to the address", begun.elapsed(), "");
    let page = || {
        let begun = Instant::now();
        assert!(PAGE.iter().all(|path| served.get(path).status == 200));
        begun.elapsed()
    };
    row("the very first page, with all that it loads", page(), "under 100 ms");
    row("the same again, the median of 50", quantile((0..50).map(|_| page()).collect(), 0.5), "under 100 ms");

    let times = ask(&served, &paths, Duration::MAX);
    row("a query, the median of 5,000", quantile(times.clone(), 0.5), "under 2 ms");
    row("a query, 99 of 100", quantile(times, 0.99), "under 2 ms");

    let begun = Instant::now();
    let asked: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(|| ask(&served, &paths, TIME).len())).collect();
        threads.into_iter().map(|thread| thread.join().expect("it ends")).sum()
    });
    let rate = asked as f64 / begun.elapsed().as_secs_f64();
    println!("{:<48} {rate:>9.0}      2,000", format!("queries a second on {CONNECTIONS} connections"));
    Ok(())
}

/// Asks the queries on one connection: once each, or over and over for this time. The times that they took.
fn ask(served: &Served, paths: &[String], limit: Duration) -> Vec<Duration> {
    let (mut stream, begun) = (BufReader::new(served.connect()), Instant::now());
    let mut times = Vec::new();
    for path in paths.iter().cycle() {
        if limit == Duration::MAX && times.len() == paths.len() || begun.elapsed() >= limit {
            break;
        }
        let begun = Instant::now();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", served.host);
        stream.get_mut().write_all(request.as_bytes()).expect("it is read");
        assert_eq!(read_answer(&mut stream).map(|answer| answer.status), Some(200), "{path}");
        times.push(begun.elapsed());
    }
    times
}

/// The time that this share of the times does not exceed.
fn quantile(mut times: Vec<Duration>, share: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share) as usize]
}

fn row(job: &str, time: Duration, goal: &str) {
    println!("{job:<48} {:>9.2} ms   {goal}", time.as_secs_f64() * 1e3);
}
