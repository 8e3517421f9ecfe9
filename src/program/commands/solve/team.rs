//! `solve --mpi`: the ranks that follow rank 0, and the report on the work of each rank.

use std::io::Write;

use serde::Serialize;

use crate::advice;
use crate::args::Quiet;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::progress::ProgressReport;
use crate::output::{Align, TextTable, json_line, percent};
use crate::program;
use hindsight::cluster::{Directories, Member, Team, Usage, held_for_team, refuse};
use hindsight::open::{JobKind, OpenJob};
use hindsight::table::Store;
use hindsight::util::units::{memory_size, thousands};

/// A rank that follows rank 0 of its team.
pub struct TeamOfRank<'a> {
    pub team: &'a dyn Team,
    pub store: &'a Store,
    pub directories: Directories,
}

/// A job, or the failure to begin it.
type StartedJob<'a> = Result<Box<dyn OpenJob + 'a>, Failure>;

impl TeamOfRank<'_> {
    /// Takes part in the jobs that rank 0 leads, one after the other, without output. Returns whether the last is done.
    pub fn follow<'a>(&self, kinds: &[JobKind], job: &dyn Fn(JobKind) -> StartedJob<'a>) -> bool {
        interrupt::call_on_interrupt(|| ());
        let TeamOfRank { team, store, directories } = *self;
        let progress = ProgressReport::new("solving", 0, &Quiet { quiet: true });
        let start = |kind: JobKind| {
            let job = job(kind)?;
            let lock = match directories {
                Directories::Shared => held_for_team(),
                Directories::Own => {
                    let lock = store.lock(|_| ())?;
                    store.remove_partial_files(&lock);
                    lock
                }
            };
            Ok((job, Member { team, lock, directories, progress: &progress }))
        };
        let explain = |failure: Failure| advice::explain(&failure, program::invocation());
        let mut done = false;
        for &kind in kinds {
            done = match start(kind) {
                Ok((job, member)) => job.follow(member, &|error| explain(error.into())),
                Err(failure) => {
                    refuse(team, explain(failure));
                    false
                }
            };
        }
        done
    }
}

/// The work of a rank: an object of `--json`.
#[derive(Serialize)]
struct RankReport {
    game: &'static str,
    rank: usize,
    parts: u64,
    shared_parts: u64,
    entries: u64,
    seconds: f64,
    busy_seconds: f64,
    memory_bytes: Option<u64>,
}

/// Writes the work of each rank.
pub fn write_usage(game: &'static str, usage: &[Usage], json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if json {
        for &Usage { rank, parts, shared_parts, entries, time, busy, memory } in usage {
            let (seconds, busy_seconds) = (time.as_secs_f64(), busy.as_secs_f64());
            let memory_bytes = memory;
            json_line(
                &RankReport { game, rank, parts, shared_parts, entries, seconds, busy_seconds, memory_bytes },
                out,
            )?;
        }
        return Ok(());
    }
    let mut table = TextTable::new([Align::Right; 6]);
    table.row(["rank", "parts", "shared", "entries", "idle", "memory"]);
    for of_rank in usage {
        let idle = percent((of_rank.idle() * 1e3).round() as u64, 1000);
        let memory = of_rank.memory.map_or("-".to_string(), memory_size);
        let Usage { rank, parts, shared_parts, entries, .. } = of_rank;
        table.row([rank.to_string(), thousands(*parts), thousands(*shared_parts), thousands(*entries), idle, memory]);
    }
    Ok(table.write("", out)?)
}
