//! `make bench`: how long each job takes, beside a yardstick run in the same call.
//!
//! The yardstick is one plain pass of one thread over all 3^16 indices of Pangki that decodes each, generates every
//! move with its captures and reads the successor's byte. Times are medians of several runs.

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use hindsight::game::{Game, position_text};
use hindsight::games::halma_packing::HalmaPacking;
use hindsight::games::pangki::{POSITIONS, Pangki, Position};
use hindsight::query::Probe;
use hindsight::solve::{self, Work, bitsets::Bitsets, packing::Packing, retrograde::Retrograde};
use hindsight::space::{Space, components};
use hindsight::table::{Store, TableWriter, Tables};
use hindsight::values::{Code, Memory, Overlay};
use hindsight::verify::{Verdict, laws};
use hindsight_tools::measure::{Failure, in_pool, median, median_of, peak_memory, processor, program, time};

/// Positions that are probed, and asked of `hindsight query -`.
const PROBES: u32 = 20_000_000;
const QUERIES: u32 = 1_000_000;

/// One line of the table.
struct Row {
    job: &'static str,
    wall: Duration,
    positions: u64,
    goal: &'static str,
}

fn main() -> Result<ExitCode, Failure> {
    let (game, scratch) = (Pangki::new(), tempfile::tempdir()?);
    let store = Store::new(scratch.path());
    let mut rows = Vec::new();
    let mut add = |job, wall, positions, goal| rows.push(Row { job, wall, positions, goal });
    let every = u64::from(POSITIONS);

    // The solves come first: the peak of memory is theirs.
    let (mut solves, mut syncs) = (Vec::new(), Vec::new());
    let mut bytes = 0;
    for _ in 0..7 {
        let one = time(|| in_pool(1, || solve::in_memory(&game, &Bitsets, &())))?;
        let start = Instant::now();
        let solved = in_pool(2, || solve::in_memory(&game, &Bitsets, &()))?;
        let (solved_in, start) = (start.elapsed(), Instant::now());
        let lock = store.lock(|_| {})?;
        let written = TableWriter::new(&lock, &store.scan(&game), &game, 0).plain(&solved)?;
        bytes = written.bytes;
        syncs.push(written.sync);
        solves.push((one, solved_in, solved_in + start.elapsed() - written.sync));
    }
    let one = median(solves.iter().map(|times| times.0));
    let two = median(solves.iter().map(|times| times.1));
    let peak = peak_memory();
    add("solve, one thread", one, every, "");
    add("solve, two threads", two, every, "");
    add("solve on two threads, file written", median(solves.iter().map(|times| times.2)), every, "< 0.33, < 0.6 s");
    let any_game = median_of(3, || in_pool(2, || solve::in_memory(&game, &Retrograde, &())))?;
    add("the same by retrograde analysis", any_game, every, "");

    let table = store.open(&game)?;
    let probe = Probe { space: &game, tables: &table };
    let checks = in_pool(2, || laws::check(&probe, &()))?;
    assert!(checks.iter().all(|check| check.verdict == Verdict::Ok), "the table is right");
    add(
        "all laws on all entries, two threads",
        median_of(3, || in_pool(2, || laws::check(&probe, &())))?,
        every,
        "< 2 s",
    );

    let positions: Vec<Position> = random_indices().take(PROBES as usize).map(Pangki::position).collect();
    add("random probes, one thread", median_of(5, || probe_all(&probe, &positions))?, PROBES.into(), "20 M/s");
    let lines: String =
        positions[..QUERIES as usize].iter().map(|position| position_text(&game, position) + "\n").collect();
    let asked = median_of(5, || query(&lines, scratch.path()))?;
    add("hindsight query -, whole process", asked, QUERIES.into(), "1 M/s");

    let solved = in_pool(2, || solve::in_memory(&game, &Bitsets, &()))?;
    let values = expand(&game, &solved)?;
    let yardstick = median_of(3, || Ok::<_, Failure>(pass(&game, &values)))?;

    let packing = HalmaPacking::new();
    let part =
        components::parts(packing.slices()).into_iter().find(|part| part.name == "28").ok_or("no such region")?;
    let packed = || {
        let memory = Memory::new(packing.slices());
        solve::solve_part(&packing, &Packing, &part, &Work::new(&Overlay { above: &memory, below: &() }, &()))
    };
    let wall = median_of(3, || in_pool(2, packed))?;
    add("halma-packing, 28 squares, two threads", wall, part.entries(packing.slices()), "< 5 s");

    println!("{}, {} processors\n", processor(), std::thread::available_parallelism()?);
    println!("{:<38}{:>10}  {:>15}  {:>9}  goal", "job", "wall", "positions/s", "yardstick");
    rows.insert(0, Row { job: "yardstick: one plain pass, one thread", wall: yardstick, positions: every, goal: "" });
    for row in rows {
        let wall = row.wall.as_secs_f64();
        let (rate, ratio) = (row.positions as f64 / wall / 1e6, wall / yardstick.as_secs_f64());
        println!("{:<38}{wall:>8.3} s  {rate:>13.1} M  {ratio:>8.3} x  {}", row.job, row.goal);
    }
    println!("\ntwo threads against one: {:.2} times as fast (goal 1.9)", one.as_secs_f64() / two.as_secs_f64());
    println!("the file: {bytes} bytes; the disk had them {:.3} s later", median(syncs).as_secs_f64());
    if let Some(peak) = peak {
        println!("peak memory of solving and writing: {} MB (goal 200)", peak / 1000);
    }
    Ok(ExitCode::SUCCESS)
}

/// Indices without end (splitmix64, Steele et al. 2014).
fn random_indices() -> impl Iterator<Item = u32> {
    let mut state = 0u64;
    std::iter::from_fn(move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Some(((word ^ word >> 31) % u64::from(POSITIONS)) as u32)
    })
}

fn probe_all(probe: &Probe<Pangki, Tables>, positions: &[Position]) -> Result<u64, Failure> {
    let mut plies = 0;
    for position in positions {
        plies += u64::from(probe.value(position)?.and_then(|value| value.plies()).unwrap_or(0));
    }
    Ok(plies)
}

/// Pipes the lines through the program.
fn query(lines: &str, tables: &std::path::Path) -> Result<(), Failure> {
    let mut program = Command::new(program()?);
    program.args(["query", "pangki", "-", "--tables"]).arg(tables).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = program.spawn()?;
    child.stdin.take().ok_or("a pipe was asked for")?.write_all(lines.as_bytes())?;
    if child.wait()?.success() { Ok(()) } else { Err("hindsight query - failed".into()) }
}

/// The byte of every index, as Pangki God kept them.
fn expand(game: &Pangki, solved: &Memory) -> Result<Vec<u8>, Failure> {
    let probe = Probe { space: game, tables: solved };
    let byte = |index| Ok(probe.value(&Pangki::position(index))?.and_then(u8::encode).unwrap_or(u8::ABSENT));
    (0..POSITIONS).map(byte).collect()
}

/// The yardstick.
fn pass(game: &Pangki, values: &[u8]) -> u64 {
    let mut sum = 0;
    for index in 0..POSITIONS {
        let position = Pangki::position(index);
        for step in game.moves(&position) {
            sum += u64::from(values[Pangki::index(&game.play(&position, step)) as usize]);
        }
    }
    sum
}
