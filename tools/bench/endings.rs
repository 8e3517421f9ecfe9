//! `make bench`, `make bench-6` and `make bench-chess`: how long whole jobs take of which only a part is solved, tables
//! written and on the disk: endings of draughts and chess, Tigers and Goats with few goats.
//!
//! Two threads, and one where it says so. With a number of pieces as its argument, that job for both games of draughts
//! alone; with the name of a slice of chess, that slice with all that it leads to; else the jobs of up to 4 and up to 5
//! pieces, random probes of the mapped tables, the laws on every entry, and lines of play from the start.

use std::path::Path;
use std::time::{Duration, Instant};

use hindsight::game::Game;
use hindsight::games::chess::Chess;
use hindsight::games::chess::solver::Bitboards;
use hindsight::games::draughts::Draughts;
use hindsight::games::tigers_and_goats::TigersAndGoats;
use hindsight::job::Job;
use hindsight::query::Probe;
use hindsight::search::perft::perft;
use hindsight::solve::{Solver, hunters::Hunters, subslices::Subslices};
use hindsight::space::{Entry, Naming, SliceId, Space, slice_named};
use hindsight::table::{Store, Tables};
use hindsight::util::random::Random;
use hindsight::verify::{Verdict, laws};
use hindsight_tools::measure::{Failure, in_pool, median_of, peak_memory, processor, time};

/// Positions that are probed.
const PROBES: usize = 10_000_000;

/// Plies of the lines of play that are counted.
const PERFT_DEPTH: u32 = 11;

fn main() -> Result<(), Failure> {
    println!("{}, {} processors\n", processor(), std::thread::available_parallelism()?);
    println!("{:<52}{:>10}  {:>15}  goal", "job", "wall", "a second");
    let asked = std::env::args().nth(1);
    match asked.as_deref().map(|asked| asked.parse().map_err(|_| asked)) {
        Some(Err(slice)) => {
            let (game, directory) = (Chess::new(), tempfile::tempdir_in(".")?);
            let wanted = slice_named(&game, slice)?;
            solve(
                &game,
                &Bitboards,
                &format!("chess, {slice} with what it needs"),
                |slice| slice == wanted,
                (directory.path(), 2),
                "",
            )?;
        }
        Some(Ok(pieces)) => {
            for game in [Draughts::checkers(), Draughts::losing_checkers()] {
                for threads in [1, 2] {
                    let directory = tempfile::tempdir_in(".")?;
                    endings(&game, pieces, (directory.path(), threads), "")?;
                }
            }
        }
        None => small()?,
    }
    if let Some(peak) = peak_memory() {
        println!("\npeak memory, mapped tables among it: {} MB", peak / 1000);
    }
    Ok(())
}

/// What is measured in a minute.
fn small() -> Result<(), Failure> {
    for game in [Draughts::checkers(), Draughts::losing_checkers()] {
        let five = tempfile::tempdir_in(".")?;
        for threads in [1, 2] {
            let four = tempfile::tempdir_in(".")?;
            endings(&game, 4, (four.path(), threads), "")?;
        }
        let alone = tempfile::tempdir_in(".")?;
        endings(&game, 5, (alone.path(), 1), "")?;
        endings(&game, 5, (five.path(), 2), "< 5.5 s")?;
        if game.name() == "checkers" {
            let tables = Store::new(five.path()).open(&game)?;
            let probe = Probe { space: &game, tables: &tables };
            let positions = random_positions(&game, 5);
            let probed = median_of(5, || probe_all(&probe, &positions))?;
            row("random probes of up to 5 pieces, one thread", probed, PROBES as u64, "");
            let probed = median_of(5, || probe_together(&probe, &positions))?;
            row("the same in batches", probed, PROBES as u64, "10 M/s");
            let checks = in_pool(2, || laws::check(&probe, &()))?;
            assert!(checks.iter().all(|check| check.verdict == Verdict::Ok), "the tables are right");
            let checked = time(|| in_pool(2, || laws::check(&probe, &())))?;
            let entries = probe.held().iter().map(|slice| game.slices()[slice.index()].entries).sum();
            row("all laws on all entries of up to 5 pieces", checked, entries, "");
            let mut lines = 0;
            let counted = median_of(3, || {
                lines = perft(&game, &game.start(), PERFT_DEPTH);
                Ok::<_, Failure>(())
            })?;
            row("lines of 11 plies from the start, one thread", counted, lines, "100 M/s");
        }
    }
    let (game, four) = (Chess::new(), tempfile::tempdir_in(".")?);
    solve(&game, &Bitboards, "chess, up to 4 pieces", |slice| game.size(slice) <= 4, (four.path(), 2), "< 15 s")?;
    let tables = Store::new(four.path()).open(&game)?;
    let probe = Probe { space: &game, tables: &tables };
    let positions = random_positions(&game, 4);
    let probed = median_of(5, || probe_all(&probe, &positions))?;
    row("random probes of chess up to 4 pieces, one thread", probed, PROBES as u64, "");
    let probed = median_of(5, || probe_together(&probe, &positions))?;
    row("the same in batches", probed, PROBES as u64, "5 M/s");
    let (game, few) = (TigersAndGoats::new(), tempfile::tempdir_in(".")?);
    solve(&game, &Hunters, "tigers-and-goats, up to 5 goats", |slice| game.size(slice) <= 5, (few.path(), 2), "3 M/s")
}

fn row(job: &str, wall: Duration, number: u64, goal: &str) {
    let wall = wall.as_secs_f64();
    println!("{job:<52}{wall:>8.3} s  {:>13.1} M  {goal}", number as f64 / wall / 1e6);
}

/// Solves endings of up to `pieces` pieces into a directory, on `threads` threads.
fn endings(game: &Draughts, pieces: u32, (directory, threads): (&Path, usize), goal: &str) -> Result<(), Failure> {
    let one = if threads == 1 { ", one thread" } else { "" };
    let name = format!("{}, up to {pieces} pieces{one}", game.name());
    solve(game, &Subslices, &name, |slice| game.size(slice) <= pieces, (directory, threads), goal)
}

/// The whole job, as `hindsight solve` does it, into a directory on `threads` threads.
fn solve<S: Naming>(
    game: &S,
    solver: &dyn Solver<S>,
    name: &str,
    wanted: impl Fn(SliceId) -> bool,
    (directory, threads): (&Path, usize),
    goal: &str,
) -> Result<(), Failure> {
    let start = Instant::now();
    let store = Store::new(directory);
    let selected: Vec<SliceId> = (0..game.slices().len() as u32).map(SliceId).filter(|&slice| wanted(slice)).collect();
    let (mut entries, mut sync) = (0, Duration::ZERO);
    let mut job = Job::solve(game, solver, &store, &selected).threads(Some(threads));
    let lock = store.lock(|_| {})?;
    job.prepare(&lock)?;
    job.run(&lock, &(), &mut |report| {
        entries += report.entries;
        sync += report.sync;
    })?;
    row(name, start.elapsed(), entries, goal);
    println!("    of which {:.3} s were waiting for the disk", sync.as_secs_f64());
    Ok(())
}

/// Positions drawn evenly from all with up to `pieces` pieces.
fn random_positions<S: Naming>(game: &S, pieces: u32) -> Vec<S::Position> {
    let slices = game.slices().iter().filter(|slice| slice.pieces <= pieces);
    let ends: Vec<u64> = slices
        .scan(0, |sum, slice| {
            *sum += slice.entries;
            Some(*sum)
        })
        .collect();
    let all = ends.last().copied().unwrap_or(0);
    let mut random = Random::new(1);
    let mut position = || {
        let number = random.below(all as usize) as u64;
        let slice = ends.partition_point(|&end| end <= number);
        let index = number - if slice == 0 { 0 } else { ends[slice - 1] };
        game.unrank(Entry { slice: SliceId(slice as u32), index })
    };
    std::iter::repeat_with(&mut position).flatten().take(PROBES).collect()
}

fn probe_all<S: Naming>(probe: &Probe<S, Tables>, positions: &[S::Position]) -> Result<u64, Failure> {
    let mut plies = 0;
    for position in positions {
        plies += u64::from(probe.value(position)?.and_then(|value| value.plies()).unwrap_or(0));
    }
    Ok(plies)
}

/// [`probe_all`], some thousands of positions at a time.
fn probe_together<S: Naming>(probe: &Probe<S, Tables>, positions: &[S::Position]) -> Result<u64, Failure> {
    const BATCH: usize = 1 << 12;
    let (mut values, mut plies) = ([None; BATCH], 0);
    for positions in positions.chunks(BATCH) {
        let values = &mut values[..positions.len()];
        probe.values(positions, values)?;
        plies += values.iter().flatten().filter_map(|value| value.plies()).map(u64::from).sum::<u64>();
    }
    Ok(plies)
}
