//! Rank 0: it hands out the work, and works too.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Instant;

use super::collective::CollectiveSolve;
use super::directories::Directories;
use super::error::ClusterError;
use super::files::{Files, GameFiles, see_new_tables};
use super::message::{Message, SolvedPart, Usage};
use super::progress::MessageProgress;
use super::schedule::{Schedule, Sharing};
use super::team::{Channel, Team};
use super::transfer::{next_piece, send_table};
use super::usage::peak_memory;
use crate::job::{Job, Options, Report, RunError};
use crate::space::Space;
use crate::table::{Lock, Store, TableError};
use crate::util::progress::Progress;
use crate::util::threads::Threads;

/// The entries of a part from which on it is large: it takes some tenths of a second or more.
const LARGE: u64 = 1 << 22;

/// How far another rank has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MemberState {
    /// It has not said yet that it is ready.
    Starting,
    Waiting,
    Working,
    Ended,
}

/// Another rank, as rank 0 knows it.
#[derive(Debug)]
struct MemberRecord {
    state: MemberState,
    /// The parts whose tables are in its own directory.
    has: BTreeSet<usize>,
    usage: Usage,
}

/// Rank 0 of a team. When it is dropped it ends the work of all.
pub struct Leader<'a> {
    team: &'a dyn Team,
    directories: Directories,
    schedule: Schedule,
    sharing: Sharing,
    /// By rank, from 1 on.
    others: Vec<MemberRecord>,
    /// What others have solved and was not reported yet.
    solved: Vec<SolvedPart>,
    /// Whether the end was sent to all.
    ending: bool,
    /// The first error.
    error: Option<ClusterError>,
}

impl<'a> Leader<'a> {
    /// The leader of a team, in which this is rank 0.
    pub fn new(team: &'a dyn Team, directories: Directories) -> Leader<'a> {
        let other = |_| MemberRecord { state: MemberState::Starting, has: BTreeSet::new(), usage: Usage::default() };
        let (others, schedule) = ((1..team.size()).map(other).collect(), Schedule::default());
        let (sharing, solved) = (Sharing::Large, Vec::new());
        Leader { team, directories, schedule, sharing, others, solved, ending: false, error: None }
    }

    /// Changes which parts all ranks may solve together.
    pub fn sharing(mut self, sharing: Sharing) -> Leader<'a> {
        self.sharing = sharing;
        self
    }

    /// Solves the parts of a job that are left, on all ranks. Reports each some time after its table is on the disk, and at
    /// the end returns what each rank did. A team of one runs the job in its order.
    ///
    /// # Errors
    /// The first error of any rank. Finished tables stay; the parts at work leave nothing.
    pub fn lead<S: Space>(
        &mut self,
        job: &mut Job<S>,
        store: &Store,
        lock: &Lock,
        options: &Options,
        progress: &dyn Progress,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Vec<Usage>, ClusterError> {
        let mut own = Usage::default();
        let start = Instant::now();
        if self.others.is_empty() {
            job.run(lock, options, progress, &mut |part| {
                own.parts += 1;
                own.entries += part.entries;
                report(part);
            })?;
            let time = start.elapsed();
            return Ok(vec![Usage { time, busy: time, memory: peak_memory(), ..own }]);
        }
        let files = GameFiles { space: job.space(), tables: store.scan(job.space()), lock };
        let worked = self.work(job, &files, lock, options, progress, report, &mut own);
        if let Err(error) = worked {
            self.fail(error);
        }
        let time = start.elapsed();
        self.end(Some((&files, progress)));
        self.report_solved(job, report);
        match self.error.take() {
            Some(error) => Err(error),
            None => {
                let others = self.others.iter().map(|other| other.usage.clone());
                let own = Usage { memory: peak_memory(), ..own };
                Ok([own].into_iter().chain(others).map(|usage| Usage { time, ..usage }).collect())
            }
        }
    }

    /// Hands out the parts, and solves some of them, until all are finished or something fails.
    #[allow(clippy::too_many_arguments)]
    fn work<S: Space>(
        &mut self,
        job: &mut Job<S>,
        files: &dyn Files,
        lock: &Lock,
        options: &Options,
        progress: &dyn Progress,
        report: &mut dyn FnMut(&Report),
        own: &mut Usage,
    ) -> Result<(), ClusterError> {
        let pool = Threads::with_current(options.threads).map_err(RunError::from)?;
        let mut finished = BTreeSet::new();
        for &part in job.parts() {
            if job.is_finished(part)? {
                finished.insert(part);
            }
        }
        let is_finished = |part: usize| finished.contains(&part);
        let (parts, slices, ranks) = (job.tables().parts(), job.space().slices(), self.team.size());
        let sharing = self.sharing;
        let in_sequence = |part: usize| {
            let entries = parts[part].entries(slices);
            match sharing {
                Sharing::Large if entries >= LARGE => job.in_sequence(part, ranks),
                Sharing::All => job.in_sequence(part, ranks).map(|_| entries / ranks as u64),
                Sharing::Large | Sharing::None => None,
            }
        };
        self.schedule = Schedule::new(slices, parts, job.parts(), &is_finished).shared_by(ranks, &in_sequence);
        self.gather(job.parts(), files, progress);
        while self.error.is_none() {
            self.take_messages(files, progress);
            if self.error.is_none()
                && let Some(part) = self.schedule.take_for_all()
            {
                self.solve_collectively(part, job, files, &pool, lock, options, progress, report, own)?;
                continue;
            }
            self.hand_out(files);
            self.report_solved(job, report);
            if self.error.is_some() || self.schedule.is_done() {
                break;
            }
            let Some(part) = self.schedule.take() else {
                self.wait_for_message(files, progress);
                continue;
            };
            see_new_tables(job, self.schedule.needs(part).iter())?;
            let start = Instant::now();
            let solve = |progress: &MessageProgress| job.solve_one_part(part, &pool, lock, options, progress);
            let solved = self.meanwhile(files, progress, solve);
            own.busy += start.elapsed();
            let solved = match solved {
                // It was stopped because another rank failed.
                Err(_) if self.error.is_some() => break,
                solved => solved?,
            };
            self.schedule.finish(part);
            own.parts += 1;
            own.entries += solved.entries;
            report(&solved);
        }
        if self.error.is_none() {
            see_new_tables(job, job.parts().to_vec().iter())?;
        }
        Ok(())
    }

    /// Solves a part with all other ranks, which wait for it.
    #[allow(clippy::too_many_arguments)]
    fn solve_collectively<S: Space>(
        &mut self,
        part: usize,
        job: &mut Job<S>,
        files: &dyn Files,
        pool: &Threads,
        lock: &Lock,
        options: &Options,
        progress: &dyn Progress,
        report: &mut dyn FnMut(&Report),
        own: &mut Usage,
    ) -> Result<(), ClusterError> {
        see_new_tables(job, self.schedule.needs(part).iter())?;
        // Those that are told wait for all others: no table may fail to come after that.
        for rank in 1..self.team.size() {
            self.supply(rank, part, files)?;
        }
        for rank in 1..self.team.size() {
            Message::SolveCollectively(part).send(self.team, rank);
            self.others[rank - 1].state = MemberState::Working;
        }
        let (start, collective) = (Instant::now(), CollectiveSolve::new(self.team));
        let solve = |progress: &MessageProgress| {
            job.solve_one_part_shared(part, pool, Some(lock), options, progress, &collective)
        };
        let solved = self.meanwhile(files, progress, solve);
        own.busy += start.elapsed().saturating_sub(collective.waited());
        own.entries += collective.entries();
        let solved = match solved {
            Ok(solved) => solved,
            Err(error) => {
                // Others need not solve until they come to an exchange.
                if self.error.is_none() && !collective.is_over() {
                    self.fail(error.into());
                }
                None
            }
        };
        if !collective.close(solved.is_some()) {
            // The rank that has failed says why.
            while self.error.is_none() {
                self.wait_for_message(files, progress);
            }
            return Ok(());
        }
        for rank in 1..self.team.size() {
            self.finish(rank, part);
        }
        own.shared_parts += 1;
        solved.iter().for_each(report);
        Ok(())
    }

    /// Does some work, between whose pieces messages are taken and parts handed out. It is told to stop once a rank fails.
    fn meanwhile<R>(
        &mut self,
        files: &dyn Files,
        progress: &dyn Progress,
        work: impl FnOnce(&MessageProgress) -> R,
    ) -> R {
        let leader = Mutex::new(self);
        let take = || {
            // The thread may have come back to it within a piece of work.
            let Ok(mut leader) = leader.try_lock() else { return true };
            leader.take_messages(files, progress);
            leader.hand_out(files);
            leader.error.is_none()
        };
        work(&MessageProgress::new(progress, &take))
    }

    /// Waits until all ranks are ready, and takes the finished tables that only others have.
    fn gather(&mut self, parts: &[usize], files: &dyn Files, progress: &dyn Progress) {
        while self.error.is_none() && self.others.iter().any(|other| other.state == MemberState::Starting) {
            self.wait_for_message(files, progress);
        }
        for &part in parts {
            let holder = self.others.iter().position(|other| other.has.contains(&part));
            let Some(holder) = holder.filter(|_| self.error.is_none() && !self.schedule.is_finished(part)) else {
                continue;
            };
            Message::Fetch(part).send(self.team, holder + 1);
            while self.error.is_none() && !self.schedule.is_finished(part) {
                self.wait_for_message(files, progress);
            }
        }
    }

    /// Waits for a message, and takes it.
    fn wait_for_message(&mut self, files: &dyn Files, progress: &dyn Progress) {
        let message = self.team.receive(None, Channel::Messages);
        self.take_message(message, files, progress);
    }

    /// Takes all messages that have come.
    fn take_messages(&mut self, files: &dyn Files, progress: &dyn Progress) {
        while let Some(message) = self.team.try_receive() {
            self.take_message(message, files, progress);
        }
    }

    /// Takes a message.
    fn take_message(&mut self, message: (usize, Vec<u8>), files: &dyn Files, progress: &dyn Progress) {
        let (rank, message) = match Message::read(message) {
            Ok(read) => read,
            Err(error) => return self.fail(error),
        };
        match message {
            Message::Ready(has) => {
                let other = &mut self.others[rank - 1];
                other.has = has.into_iter().collect();
                other.state = MemberState::Waiting;
            }
            Message::Solved(solved) => {
                let part = solved.part;
                progress.advance(files.entries(part));
                self.solved.push(solved);
                match self.directories {
                    // Its table follows.
                    Directories::Own => {}
                    Directories::Shared if files.path(part).exists() => self.finish(rank, part),
                    Directories::Shared => self.fail(ClusterError::NotShared { path: files.path(part) }),
                }
            }
            Message::Table { part, bytes } => {
                let (team, mut broken) = (self.team, false);
                let received = files.receive(part, bytes, &mut || {
                    let piece = next_piece(team, rank);
                    broken |= piece.is_none();
                    piece
                });
                match received {
                    Ok(()) => self.finish(rank, part),
                    // The rank says why in its next message.
                    Err(_) if broken => {}
                    Err(error) => self.fail(error.into()),
                }
            }
            Message::Failed { message, stopped } => {
                self.others[rank - 1].state = MemberState::Waiting;
                self.fail(ClusterError::Rank { rank, message, stopped });
            }
            Message::Ended(usage) => {
                let other = &mut self.others[rank - 1];
                other.state = MemberState::Ended;
                other.usage = usage;
            }
            Message::Solve(_) | Message::SolveCollectively(_) | Message::Fetch(_) | Message::End => {
                self.fail(ClusterError::Foreign { rank });
            }
        }
    }

    /// Notes that a rank has finished a part.
    fn finish(&mut self, rank: usize, part: usize) {
        self.schedule.finish(part);
        let other = &mut self.others[rank - 1];
        other.has.insert(part);
        other.state = MemberState::Waiting;
    }

    /// Gives parts that are ready to ranks that wait.
    fn hand_out(&mut self, files: &dyn Files) {
        for rank in 1..self.team.size() {
            if self.error.is_some() || self.others[rank - 1].state != MemberState::Waiting {
                continue;
            }
            let Some(part) = self.schedule.take() else { return };
            if let Err(error) = self.supply(rank, part, files) {
                return self.fail(error.into());
            }
            Message::Solve(part).send(self.team, rank);
            self.others[rank - 1].state = MemberState::Working;
        }
    }

    /// Sends the tables that a part stands on and that a rank does not have.
    fn supply(&mut self, rank: usize, part: usize, files: &dyn Files) -> Result<(), TableError> {
        if self.directories == Directories::Shared {
            return Ok(());
        }
        let has = &mut self.others[rank - 1].has;
        let missing: Vec<usize> = self.schedule.needs(part).iter().copied().filter(|&need| has.insert(need)).collect();
        missing.into_iter().try_for_each(|need| send_table(self.team, rank, need, &files.path(need)))
    }

    /// Reports what other ranks have solved.
    fn report_solved<S: Space>(&mut self, job: &Job<S>, report: &mut dyn FnMut(&Report)) {
        for SolvedPart { part, bytes, threads, solve, write, sync } in self.solved.drain(..) {
            let (tables, slices) = (job.tables(), job.space().slices());
            let of_part = &tables.parts()[part];
            report(&Report {
                part: of_part.name.clone(),
                slices: of_part.slices.len() as u64,
                path: tables.path(part),
                bytes,
                entries: of_part.entries(slices),
                threads,
                solve,
                write,
                sync,
            });
        }
    }

    /// Notes an error, the first one for good, and stops the others.
    fn fail(&mut self, error: ClusterError) {
        self.error.get_or_insert(error);
        self.send_end();
    }

    /// Tells the others to end.
    fn send_end(&mut self) {
        if !std::mem::replace(&mut self.ending, true) {
            (1..self.team.size()).for_each(|rank| Message::End.send(self.team, rank));
        }
    }

    /// Ends the work of the others, and waits until they have ended it.
    fn end(&mut self, files: Option<(&dyn Files, &dyn Progress)>) {
        self.send_end();
        while self.others.iter().any(|other| other.state != MemberState::Ended) {
            let message = self.team.receive(None, Channel::Messages);
            match (files, Message::read(message.clone())) {
                (Some((files, progress)), _) => self.take_message(message, files, progress),
                (None, Ok((rank, Message::Ended(_)))) => self.others[rank - 1].state = MemberState::Ended,
                (None, _) => {}
            }
        }
    }
}

impl Drop for Leader<'_> {
    fn drop(&mut self) {
        self.end(None);
    }
}
