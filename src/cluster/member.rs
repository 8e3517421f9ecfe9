//! A member, one of the ranks from 1 on: it solves the parts that the leader gives it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::collective::CollectiveSolve;
use super::error::ClusterError;
use super::message::{Message, SolvedPart};
use super::progress::MessageProgress;
use super::tables::{open_sources, receive_table, send_table};
use super::team::{Directories, Team};
use super::usage::Usage;
use crate::job::{Job, JobError, Report};
use crate::solve::SolveError;
use crate::space::components;
use crate::table::{Lock, TableError, TableWriter};
use crate::util::progress::Progress;
use crate::util::threads::Threads;

/// A rank that takes part in the work of the leader.
pub struct Member<'a> {
    /// The team, in which this process is not rank 0.
    pub team: &'a dyn Team,
    /// The lock of the rank's own directory, or [`held_for_team`].
    pub lock: Lock,
    /// The directories of the team.
    pub directories: Directories,
    /// Asked whether to go on.
    pub progress: &'a dyn Progress,
}

impl Member<'_> {
    /// Solves parts until the leader ends the work. The job is the same as the leader's, with the limits of this rank.
    /// `explain` makes the text of an error, which the leader shows. Returns whether the job is done.
    pub fn follow(self, job: Job, explain: &dyn Fn(ClusterError) -> String) -> bool {
        let Member { team, lock, directories, progress } = self;
        MemberWork { team, job, lock, directories, progress }.follow(explain)
    }
}

/// The job of a member, and all that it needs to solve parts.
struct MemberWork<'m, 'j> {
    team: &'m dyn Team,
    job: Job<'j>,
    lock: Lock,
    directories: Directories,
    progress: &'m dyn Progress,
}

impl MemberWork<'_, '_> {
    fn follow(mut self, explain: &dyn Fn(ClusterError) -> String) -> bool {
        let mut usage = Usage { rank: self.team.rank(), ..Usage::default() };
        let done = match self.begin() {
            Err(error) => {
                self.tell(error, explain);
                wait_for_end(self.team);
                false
            }
            Ok(pool) => loop {
                let received = match Message::receive(self.team) {
                    Ok((_, Message::End { done })) => break done,
                    received => received,
                };
                let parts = self.job.tables().parts().len();
                let received = received.and_then(|(rank, message)| message.checked(rank, self.team, parts));
                match received.and_then(|message| self.act(message, &pool, &mut usage, explain)) {
                    Ok(true) => {}
                    // The end came during work.
                    Ok(false) => break false,
                    Err(error) => self.tell(error, explain),
                }
            },
        };
        Message::Ended(usage.with_memory()).send(self.team, 0);
        done
    }

    /// Sends the leader an error.
    fn tell(&self, error: ClusterError, explain: &dyn Fn(ClusterError) -> String) {
        let stopped = matches!(error, ClusterError::Job(JobError::Solve(SolveError::Stopped)));
        Message::Failed { message: explain(error), stopped }.send(self.team, 0);
    }

    /// Starts the threads, and sends the leader the numbers of the parts that are finished here.
    fn begin(&mut self) -> Result<Threads, ClusterError> {
        let pool = Threads::with_current(self.job.thread_limit()).map_err(JobError::from)?;
        self.job.refresh();
        let (mut finished, mut sources) = (Vec::new(), Vec::new());
        for &part in self.job.parts().iter().filter(|_| self.directories == Directories::Own) {
            if self.job.is_finished(part)? {
                finished.push(part);
            }
            if self.job.has_source(part)? {
                sources.push(part);
            }
        }
        Message::Ready { finished, sources }.send(self.team, 0);
        Ok(pool)
    }

    /// Follows a message. Returns whether the work goes on.
    fn act(
        &mut self,
        message: Message,
        pool: &Threads,
        usage: &mut Usage,
        explain: &dyn Fn(ClusterError) -> String,
    ) -> Result<bool, ClusterError> {
        match message {
            Message::Solve(part) => return self.solve(part, pool, usage),
            Message::SolveCollectively { part, crew } => {
                return self.solve_collectively(part, &crew, pool, usage, explain);
            }
            Message::Table { part, bytes } => {
                let (tables, space) = (self.job.source_tables(), self.job.space());
                // If the table is incomplete, the leader knows the reason and ends the work.
                let writer = TableWriter::new(&self.lock, tables, space, part);
                receive_table(self.team, 0, |next| writer.received(bytes, next).map(|_| ()))?;
            }
            Message::Fetch(part) => send_table(self.team, 0, part, &self.job.tables().path(part))?,
            Message::End { .. } => return Ok(false),
            Message::Ready { .. }
            | Message::Free { .. }
            | Message::Solved(_)
            | Message::Failed { .. }
            | Message::Ended(_) => {
                return Err(ClusterError::Foreign { rank: 0 });
            }
        }
        Ok(true)
    }

    /// Solves a part alone. Returns whether the work goes on.
    fn solve(&mut self, part: usize, pool: &Threads, usage: &mut Usage) -> Result<bool, ClusterError> {
        self.open_needs(part)?;
        let (team, start) = (self.team, Instant::now());
        let (solved, ended) =
            meanwhile(team, self.progress, |progress| self.job.run_part(part, pool, &self.lock, progress));
        usage.busy += start.elapsed();
        match solved {
            Ok(report) => {
                usage.add_part(report.entries);
                self.report(part, report)?;
            }
            Err(_) if ended => {}
            Err(error) => return Err(error.into()),
        }
        Ok(!ended)
    }

    /// Reports a part to the leader, and sends its table if the leader has another directory.
    fn report(&self, part: usize, report: Report) -> Result<(), TableError> {
        let Report { bytes, threads, solve, write, sync, .. } = report;
        Message::Solved(SolvedPart { part, bytes, threads, solve, write, sync }).send(self.team, 0);
        match self.directories {
            Directories::Own => send_table(self.team, 0, part, &self.job.tables().path(part)),
            Directories::Shared => Ok(()),
        }
    }

    /// Solves a part together with the other ranks of a crew. Returns whether the work goes on.
    fn solve_collectively(
        &mut self,
        part: usize,
        crew: &[usize],
        pool: &Threads,
        usage: &mut Usage,
        explain: &dyn Fn(ClusterError) -> String,
    ) -> Result<bool, ClusterError> {
        let (start, collective) = (Instant::now(), CollectiveSolve::new(self.team, crew));
        let is_first = crew.first() == Some(&self.team.rank());
        let (solved, ended) = meanwhile(self.team, self.progress, |progress| {
            self.open_needs(part)?;
            let lock = (is_first || self.directories == Directories::Own).then_some(&self.lock);
            let solved = self.job.run_part_with(part, pool, lock, progress, &collective);
            Ok::<_, ClusterError>(solved?)
        });
        usage.busy += start.elapsed().saturating_sub(collective.waited());
        usage.entries += collective.entries();
        let (done, report) = match solved {
            Ok(report) => (true, report),
            Err(error) => {
                // Sent before the closing exchange, so that the other ranks do not solve on until they come to it.
                if !ended && !collective.is_over() {
                    self.tell(error, explain);
                }
                (false, None)
            }
        };
        if collective.close(done) {
            usage.shared_parts += 1;
            match report.filter(|_| is_first) {
                Some(report) => self.report(part, report)?,
                None => Message::Free { part }.send(self.team, 0),
            }
        }
        Ok(!ended)
    }

    /// Opens the tables that a part is made from.
    fn open_needs(&mut self, part: usize) -> Result<(), ClusterError> {
        let parts = self.job.tables().parts();
        let needs = components::closure(self.job.space().slices(), parts, &parts[part].slices);
        let needs_itself = self.job.in_any_order();
        open_sources(&mut self.job, needs.iter().filter(|&&need| needs_itself || need != part))
    }
}

/// Does some work, which is stopped once the leader ends all. Returns whether the leader has ended it.
fn meanwhile<R>(team: &dyn Team, progress: &dyn Progress, work: impl FnOnce(&MessageProgress) -> R) -> (R, bool) {
    let ended = AtomicBool::new(false);
    // The only message to a working member is the end.
    let take = || {
        let message = if ended.load(Relaxed) { None } else { team.try_receive() };
        ended.fetch_or(message.is_some(), Relaxed);
        !ended.load(Relaxed)
    };
    let result = work(&MessageProgress::new(progress, &take));
    (result, ended.load(Relaxed))
}

/// Tells the leader that this rank cannot take part, with a text for the user, and waits until the leader ends the
/// work.
pub fn refuse(team: &dyn Team, message: String) {
    Message::Failed { message, stopped: false }.send(team, 0);
    wait_for_end(team);
    Message::Ended(Usage { rank: team.rank(), time: Duration::ZERO, ..Usage::default() }).send(team, 0);
}

/// Waits until the leader ends the work.
fn wait_for_end(team: &dyn Team) {
    while !matches!(Message::receive(team), Ok((_, Message::End { .. }))) {}
}

/// The lock of a member that writes into the directory of the leader, which holds the lock for the team.
pub fn held_for_team() -> Lock {
    Lock::held_by_another()
}
