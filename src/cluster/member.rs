//! The ranks from 1 on: they solve what rank 0 gives them.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::collective::CollectiveSolve;
use super::directories::Directories;
use super::error::ClusterError;
use super::files::see_new_tables;
use super::message::{Message, SolvedPart, Usage};
use super::progress::MessageProgress;
use super::team::Team;
use super::transfer::{next_piece, send_table};
use super::usage::peak_memory;
use crate::job::{Job, Options, Report, RunError};
use crate::solve::SolveError;
use crate::space::{Space, components};
use crate::table::Lock;
use crate::util::progress::Progress;
use crate::util::threads::Threads;

/// A rank that takes part in the work of rank 0.
pub struct Member<'a, S> {
    /// The team, of which this is not rank 0.
    pub team: &'a dyn Team,
    /// The job, the same as that of rank 0.
    pub job: Job<'a, S>,
    /// The lock of the rank's own directory, or [`held_for_team`](super::held_for_team).
    pub lock: Lock,
    /// The limits of this rank.
    pub options: Options,
    /// Where the tables are.
    pub directories: Directories,
    /// Asked whether to go on.
    pub progress: &'a dyn Progress,
}

impl<S: Space> Member<'_, S> {
    /// Solves parts until rank 0 ends the work. `explain` makes the message of an error, which rank 0 shows.
    pub fn follow(mut self, explain: &dyn Fn(ClusterError) -> String) {
        let mut usage = Usage { rank: self.team.rank(), ..Usage::default() };
        match self.begin() {
            Err(error) => {
                self.tell(error, explain);
                wait_for_end(self.team);
            }
            Ok(pool) => loop {
                let received = Message::receive(self.team);
                match received.and_then(|(_, message)| self.act(message, &pool, &mut usage, explain)) {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => self.tell(error, explain),
                }
            },
        }
        Message::Ended(Usage { memory: peak_memory(), ..usage }).send(self.team, 0);
    }

    /// Tells rank 0 of an error.
    fn tell(&self, error: ClusterError, explain: &dyn Fn(ClusterError) -> String) {
        let stopped = matches!(error, ClusterError::Run(RunError::Solve(SolveError::Stopped)));
        Message::Failed { message: explain(error), stopped }.send(self.team, 0);
    }

    /// Starts the threads, and says what is finished here.
    fn begin(&mut self) -> Result<Threads, ClusterError> {
        let pool = Threads::with_current(self.options.threads).map_err(RunError::from)?;
        self.job.refresh();
        let mut finished = Vec::new();
        for &part in self.job.parts() {
            if self.job.is_finished(part)? {
                finished.push(part);
            }
        }
        let own = if self.directories == Directories::Own { finished } else { Vec::new() };
        Message::Ready(own).send(self.team, 0);
        Ok(pool)
    }

    /// Does what a message asks for. Returns whether the work goes on.
    fn act(
        &mut self,
        message: Message,
        pool: &Threads,
        usage: &mut Usage,
        explain: &dyn Fn(ClusterError) -> String,
    ) -> Result<bool, ClusterError> {
        match message {
            Message::Solve(part) => return self.solve(part, pool, usage),
            Message::SolveCollectively(part) => return Ok(self.solve_collectively(part, pool, usage, explain)),
            Message::Table { part, bytes } => {
                let (team, mut broken) = (self.team, false);
                let mut next = || {
                    let piece = next_piece(team, 0);
                    broken |= piece.is_none();
                    piece
                };
                let received = self.job.tables().receive(&self.lock, self.job.space(), part, bytes, &mut next);
                // Rank 0 knows why the rest does not come.
                if !broken {
                    received?;
                }
            }
            Message::Fetch(part) => send_table(self.team, 0, part, &self.job.tables().path(part))?,
            Message::End => return Ok(false),
            Message::Ready(_) | Message::Solved(_) | Message::Failed { .. } | Message::Ended(_) => {
                return Err(ClusterError::Foreign { rank: 0 });
            }
        }
        Ok(true)
    }

    /// Solves a part. Returns whether the work goes on.
    fn solve(&mut self, part: usize, pool: &Threads, usage: &mut Usage) -> Result<bool, ClusterError> {
        self.see_needs(part)?;
        let (team, start) = (self.team, Instant::now());
        let (solved, ended) = meanwhile(team, self.progress, |progress| {
            self.job.solve_one_part(part, pool, &self.lock, &self.options, progress)
        });
        usage.busy += start.elapsed();
        match solved {
            Ok(Report { bytes, entries, threads, solve, write, sync, .. }) => {
                usage.parts += 1;
                usage.entries += entries;
                Message::Solved(SolvedPart { part, bytes, threads, solve, write, sync }).send(team, 0);
                if self.directories == Directories::Own {
                    send_table(team, 0, part, &self.job.tables().path(part))?;
                }
            }
            Err(_) if ended => {}
            Err(error) => return Err(error.into()),
        }
        Ok(!ended)
    }

    /// Solves a share of a part, as all ranks do. Returns whether the work goes on.
    fn solve_collectively(
        &mut self,
        part: usize,
        pool: &Threads,
        usage: &mut Usage,
        explain: &dyn Fn(ClusterError) -> String,
    ) -> bool {
        let (start, collective) = (Instant::now(), CollectiveSolve::new(self.team));
        let (solved, ended) = meanwhile(self.team, self.progress, |progress| {
            self.see_needs(part)?;
            let lock = (self.directories == Directories::Own).then_some(&self.lock);
            let solved = self.job.solve_one_part_shared(part, pool, lock, &self.options, progress, &collective);
            Ok::<_, ClusterError>(solved?)
        });
        usage.busy += start.elapsed().saturating_sub(collective.waited());
        usage.entries += collective.entries();
        let done = solved.is_ok();
        match solved {
            // Before the exchange: those that still solve need not come to it first.
            Err(error) if !ended && !collective.is_over() => self.tell(error, explain),
            _ => {}
        }
        usage.shared_parts += u64::from(collective.close(done));
        !ended
    }

    /// Opens the tables that a part stands on.
    fn see_needs(&mut self, part: usize) -> Result<(), ClusterError> {
        let parts = self.job.tables().parts();
        let needs = components::closure(self.job.space().slices(), parts, &parts[part].slices);
        see_new_tables(&mut self.job, needs.iter().filter(|&&need| need != part))
    }
}

/// Does some work, which is stopped once rank 0 ends all. Returns whether it has.
fn meanwhile<R>(team: &dyn Team, progress: &dyn Progress, work: impl FnOnce(&MessageProgress) -> R) -> (R, bool) {
    let ended = AtomicBool::new(false);
    // Rank 0 sends nothing to a rank that works, but the end.
    let take = || {
        let message = if ended.load(Relaxed) { None } else { team.try_receive() };
        ended.fetch_or(message.is_some(), Relaxed);
        !ended.load(Relaxed)
    };
    let result = work(&MessageProgress::new(progress, &take));
    (result, ended.load(Relaxed))
}

/// Tells rank 0 that this rank cannot take part, with a message for people, and waits until rank 0 has ended the work.
pub fn refuse(team: &dyn Team, message: String) {
    Message::Failed { message, stopped: false }.send(team, 0);
    wait_for_end(team);
    Message::Ended(Usage { rank: team.rank(), time: Duration::ZERO, ..Usage::default() }).send(team, 0);
}

/// Waits until rank 0 ends the work.
fn wait_for_end(team: &dyn Team) {
    while !matches!(Message::receive(team), Ok((_, Message::End))) {}
}
