//! Forecasts a solve of checkers by a team: how long it takes on 1 to 256 ranks, or more.
//!
//! `cargo run --release -p hindsight-tools --bin simulate -- PIECES SOLVED COMPRESSED GBIT [RANKS...]`: replays the
//! schedule of `solve checkers --pieces PIECES --wld --mpi` for numbers of ranks. SOLVED and COMPRESSED are the
//! millions of entries that a rank solves and compresses in a second, and GBIT the gigabits that it sends or receives
//! in one. `solve --wld` on one machine measures the first two.
//!
//! # The model
//!
//! * A part that one rank solves takes the time of its entries. Before that the rank reads the copies of the parts
//!   below that it has not read yet, at two bits an entry.
//! * A part that a crew of several ranks solves takes the time of the entries that they solve one after the other. In
//!   the exchanges each rank sends its results to every other one, and receives theirs: twice two bits an entry, one
//!   way at a time. Each exchange takes [`DELAY`] for every other rank besides. A part has as many exchanges as levels,
//!   seven for each man and one more.
//! * Compressing begins when all is solved, in any order. A crew takes the time of the rank with the most streams.

use std::error::Error;
use std::process::ExitCode;

use hindsight::cluster::{Schedule, Sharing};
use hindsight::games::draughts::Draughts;
use hindsight::job::Job;
use hindsight::solve::in_sequence;
use hindsight::solve::subslices::Subslices;
use hindsight::space::components::{self, Part, parts};
use hindsight::space::{Naming, SliceId, Space};
use hindsight::table::Store;

/// The time in seconds for a rank to begin to talk to another.
const DELAY: f64 = 5e-5;
/// A part with fewer entries is not shared, as in the leader.
const LARGE: u64 = 1 << 22;
/// The ranks, unless others are named.
const RANKS: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

fn main() -> ExitCode {
    hindsight_tools::main(run)
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [pieces, solved, compressed, gbit, ranks @ ..] = arguments else {
        return Err("expected PIECES SOLVED COMPRESSED GBIT [RANKS...]".into());
    };
    let game = Draughts::checkers();
    let pieces: u32 = pieces.parse()?;
    let all = parts(game.slices());
    let has_size = |part: &Part| part.slices.iter().all(|&slice| game.size(slice) == pieces);
    let wanted: Vec<usize> = (0..all.len()).filter(|&part| has_size(&all[part])).collect();
    if wanted.is_empty() {
        return Err("expected a number of pieces for which checkers has slices".into());
    }
    let simulation = Simulation {
        game: &game,
        parts: &all,
        wanted: &wanted,
        solved: 1e6 * solved.parse::<f64>()?,
        compressed: 1e6 * compressed.parse::<f64>()?,
        bits: 1e9 * gbit.parse::<f64>()?,
    };
    let ranks: Vec<usize> = match ranks {
        [] => RANKS.to_vec(),
        ranks => ranks.iter().map(|ranks| ranks.parse()).collect::<Result<_, _>>()?,
    };
    let alone = simulation.on(1);
    println!("ranks   solving s  idle  compressing s  idle   speed-up of solving, of all");
    for ranks in ranks {
        let times = simulation.on(ranks);
        let work = alone.solving / (ranks as f64 * times.solving);
        let compressing = alone.compressing / (ranks as f64 * times.compressing);
        println!(
            "{ranks:5} {:11.0} {:4.0}% {:14.0} {:4.0}%   {:19.1} {:7.1}",
            times.solving,
            100.0 * (1.0 - work),
            times.compressing,
            100.0 * (1.0 - compressing),
            alone.solving / times.solving,
            (alone.solving + alone.compressing) / (times.solving + times.compressing),
        );
    }
    Ok(())
}

/// What is simulated.
struct Simulation<'a> {
    game: &'a Draughts,
    parts: &'a [Part],
    /// The parts to solve. All smaller ones are finished.
    wanted: &'a [usize],
    /// Entries a second of a rank.
    solved: f64,
    compressed: f64,
    /// Bits a second of a rank, one way at a time.
    bits: f64,
}

/// The time that it takes, in seconds.
struct Times {
    solving: f64,
    compressing: f64,
}

impl Simulation<'_> {
    fn on(&self, ranks: usize) -> Times {
        Times { solving: self.solving(ranks), compressing: self.compressing(ranks) }
    }

    /// The slices of the parts to solve.
    fn slices(&self) -> Vec<SliceId> {
        self.wanted.iter().flat_map(|&part| self.parts[part].slices.clone()).collect()
    }

    fn entries(&self, part: usize) -> u64 {
        self.parts[part].entries(self.game.slices())
    }

    /// Solves all parts.
    fn solving(&self, ranks: usize) -> f64 {
        let (slices, finished) = (self.game.slices(), |part: usize| !self.wanted.contains(&part));
        let closure = components::closure(slices, self.parts, &self.slices());
        let in_sequence = |part: usize, crew: usize| self.in_sequence(part, crew);
        let schedule = Schedule::new(slices, self.parts, &closure, &finished);
        let schedule = schedule.shared_by(ranks, Sharing::Large, &in_sequence);
        self.replay(schedule, ranks, &|part, crew| self.solving_one(part, crew))
    }

    /// Compresses all parts.
    fn compressing(&self, ranks: usize) -> f64 {
        let job = Job::compress_copies(self.game, &Store::new("nowhere"), &self.slices());
        let entries = |part: usize, crew: usize| match crew {
            1 => Some(self.entries(part)),
            _ => job.in_sequence(part, crew).filter(|_| self.entries(part) >= LARGE),
        };
        let schedule = Schedule::new(self.game.slices(), self.parts, self.wanted, &|_| false);
        let schedule = schedule.in_any_order().shared_by(ranks, Sharing::Large, &entries);
        let time = |part: usize, crew: usize| entries(part, crew).unwrap_or_default() as f64 / self.compressed;
        self.replay(schedule, ranks, &time)
    }

    /// Replays a schedule. Returns its end.
    fn replay(&self, mut schedule: Schedule, ranks: usize, time: &dyn Fn(usize, usize) -> f64) -> f64 {
        let (mut now, mut read) = (0.0, vec![vec![false; self.parts.len()]; ranks]);
        // The end of the work of each rank, and its part.
        let mut work: Vec<Option<(f64, usize)>> = vec![None; ranks];
        while !schedule.is_done() {
            let mut free: Vec<usize> = (0..ranks).filter(|&rank| work[rank].is_none()).collect();
            while let Some((part, crew)) = schedule.take(free.len()) {
                let crew = free.split_off(free.len() - crew);
                let below = crew.iter().map(|&rank| self.reading(&schedule, part, &mut read[rank]));
                let end = now + below.fold(0.0, f64::max) + time(part, crew.len());
                for rank in crew {
                    work[rank] = Some((end, part));
                    read[rank][part] = true;
                }
            }
            let ends = work.iter().flatten();
            let Some(&(end, part)) = ends.min_by(|one, other| one.0.total_cmp(&other.0)) else { break };
            now = end;
            work.iter_mut().filter(|work| work.is_some_and(|(_, of)| of == part)).for_each(|work| *work = None);
            schedule.finish(part);
        }
        now
    }

    /// The entries of a part that a crew solves one after the other; `None` for a small part.
    fn in_sequence(&self, part: usize, crew: usize) -> Option<u64> {
        let is_large = self.entries(part) >= LARGE;
        if is_large { in_sequence(self.game, &Subslices, &self.parts[part], crew) } else { None }
    }

    /// The time in which a rank reads the copies that it has not read.
    fn reading(&self, schedule: &Schedule, part: usize, read: &mut [bool]) -> f64 {
        let new = schedule.needs(part).iter().filter(|&&need| !std::mem::replace(&mut read[need], true));
        new.map(|&need| 2.0 * self.entries(need) as f64 / self.bits).sum()
    }

    /// The time in which a crew solves a part.
    fn solving_one(&self, part: usize, crew: usize) -> f64 {
        let entries = self.entries(part) as f64;
        if crew == 1 {
            return entries / self.solved;
        }
        let in_sequence = self.in_sequence(part, crew).map_or(entries, |entries| entries as f64);
        let exchanges = 7.0 * self.parts[part].name.matches('M').count() as f64 + 1.0;
        in_sequence / self.solved + 4.0 * entries / self.bits + exchanges * DELAY * 2.0 * crew as f64
    }
}
