//! Fuzzing without a sanitizer: `make fuzz SECONDS=20`. Each target takes the inputs of its corpus, and changed ones,
//! for the seconds that FUZZ_SECONDS says. `make fuzz-long` fuzzes the same targets with libFuzzer.

pub mod targets;

use std::env;
use std::fs::{self, write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use hindsight::util::random::Random;

/// The time for each target if FUZZ_SECONDS does not say.
const SECONDS: f64 = 1.0;

/// An input that takes longer counts as a hang.
const LONGEST: Duration = Duration::from_secs(20);

/// Inputs that are kept beside the corpus, to be changed further.
const KEPT: usize = 512;

/// Fuzzes a target, and writes its figures to standard output.
fn fuzz(name: &str, target: fn(&[u8])) {
    let seconds = env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(SECONDS);
    let mut inputs = corpus(name);
    assert!(!inputs.is_empty(), "there is a corpus of {name}");
    // Each run tries other inputs; a failure writes its input to a file.
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    let (mut random, committed) = (Random::new(seed), inputs.len());
    for input in &inputs {
        run(name, target, input);
    }
    let (begun, mut tries, mut longest) = (Instant::now(), committed, Duration::ZERO);
    while begun.elapsed().as_secs_f64() < seconds {
        let mut input = inputs[random.below(inputs.len())].clone();
        for _ in 0..1 + random.below(6) {
            let other = random.below(inputs.len());
            change(&mut input, &inputs[other], &mut random);
        }
        longest = longest.max(run(name, target, &input));
        tries += 1;
        match inputs.len() < committed + KEPT {
            true => inputs.push(input),
            false => inputs[committed + random.below(KEPT)] = input,
        }
    }
    println!("{name}: {tries} tries, 0 panics, 0 hangs, the longest took {:.3} s", longest.as_secs_f64());
}

/// Runs one input, and returns the time that it took.
fn run(name: &str, target: fn(&[u8]), input: &[u8]) -> Duration {
    let begun = Instant::now();
    let ended = catch_unwind(AssertUnwindSafe(|| target(input)));
    let time = begun.elapsed();
    if ended.is_err() || time > LONGEST {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
        let kept = write(&path, input);
        panic!("{name}: {ended:?} after {time:?}; its input is in {} ({kept:?})", path.display());
    }
    time
}

/// The committed inputs of a target.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = crate::support::root().join("tests/fuzz/corpus").join(name);
    let entries = fs::read_dir(folder).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("it can be read")).collect()
}

/// Changes an input, with parts of another.
fn change(input: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let (at, from) = (random.below(input.len() + 1), random.below(other.len() + 1));
    let most = 1 + random.below(24);
    let length = random.below(most);
    match random.below(8) {
        0 if at < input.len() => input[at] ^= 1 << random.below(8),
        1 if at < input.len() => input[at] = random.bits() as u8,
        2 => drop(input.drain(at..input.len().min(at + length))),
        3 => input.truncate(at),
        4 => drop(input.splice(at..at, (0..length).map(|_| random.bits() as u8))),
        5 => drop(input.splice(at..at, other[from..other.len().min(from + length)].iter().copied())),
        6 => drop(input.splice(at.., other[from..].iter().copied())),
        _ => {
            let digits = ["0", "1", "-1", "255", "256", "65536", "4294967296", "18446744073709551616", "1e9"];
            let number = digits[random.below(digits.len())];
            drop(input.splice(at..input.len().min(at + random.below(3)), number.bytes()));
        }
    }
    input.truncate(1 << 14);
}

#[test]
fn positions_and_moves() {
    fuzz("positions", targets::positions::target);
}

#[test]
fn records() {
    fuzz("records", targets::records::target);
}

#[test]
fn lines_of_the_protocol() {
    fuzz("uci", targets::uci::target);
}

#[test]
fn requests_to_the_explorer() {
    fuzz("http", targets::http::target);
}

#[test]
fn tables() {
    fuzz("tables", targets::tables::target);
}

#[test]
fn figures() {
    fuzz("figures", targets::figures::target);
}
