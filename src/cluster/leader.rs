//! The leader, rank 0: it hands out parts to the members, and solves parts itself.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Instant;

use super::collective::CollectiveSolve;
use super::error::ClusterError;
use super::message::{Message, SolvedPart};
use super::progress::MessageProgress;
use super::schedule::{Schedule, Sharing};
use super::tables::{GameFiles, PartFiles, open_finished, open_sources, receive_table, send_table};
use super::team::{Channel, Directories, Team};
use super::usage::Usage;
use crate::job::{Job, JobError, Report};
use crate::table::{Lock, TableError};
use crate::util::progress::Progress;
use crate::util::threads::Threads;

/// The entries of a large part, at least: it takes some tenths of a second or more.
const LARGE: u64 = 1 << 22;

/// The state of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MemberState {
    /// Before [`Message::Ready`].
    Starting,
    /// Free for a part.
    Waiting,
    /// Solving a part.
    Working,
    /// After [`Message::Ended`].
    Ended,
}

/// The leader's record of a member.
#[derive(Debug)]
struct MemberRecord {
    state: MemberState,
    /// The parts that are finished in its own directory.
    finished: BTreeSet<usize>,
    /// The parts whose source tables are in its own directory.
    has: BTreeSet<usize>,
    usage: Usage,
}

/// Rank 0 of a team. When it is dropped, it ends the work of all members and waits for them.
pub struct Leader<'a> {
    team: &'a dyn Team,
    directories: Directories,
    schedule: Schedule,
    sharing: Sharing,
    /// Rank 1 is the first.
    members: Vec<MemberRecord>,
    /// The parts that members have solved and that are not reported yet.
    solved: Vec<SolvedPart>,
    /// Whether the job is done.
    done: bool,
    /// Whether [`Message::End`] was sent to all.
    ending: bool,
    /// The first error.
    error: Option<ClusterError>,
}

/// The job of the leader, and all that it needs to solve parts itself.
struct OwnWork<'l, 'a> {
    job: &'l mut Job<'a>,
    lock: &'l Lock,
    files: &'l dyn PartFiles,
    progress: &'l dyn Progress,
    report: &'l mut dyn FnMut(&Report),
    usage: Usage,
}

impl OwnWork<'_, '_> {
    /// Reports a part that a member has solved.
    fn report_solved(&mut self, solved: SolvedPart) {
        let SolvedPart { part, bytes, threads, solve, write, sync } = solved;
        let tables = self.job.tables();
        let of_part = &tables.parts()[part];
        (self.report)(&Report {
            part: of_part.name.clone(),
            slices: of_part.slices.len() as u64,
            entries: of_part.entries(self.job.space().slices()),
            path: tables.path(part),
            bytes,
            source_bytes: None,
            threads,
            solve,
            write,
            sync,
        });
    }
}

impl<'a> Leader<'a> {
    /// The leader of a team in which this process is rank 0.
    pub fn new(team: &'a dyn Team, directories: Directories) -> Leader<'a> {
        let member = |_| MemberRecord {
            state: MemberState::Starting,
            finished: BTreeSet::new(),
            has: BTreeSet::new(),
            usage: Usage::default(),
        };
        Leader {
            team,
            directories,
            schedule: Schedule::default(),
            sharing: Sharing::Large,
            members: (1..team.size()).map(member).collect(),
            solved: Vec::new(),
            done: false,
            ending: false,
            error: None,
        }
    }

    /// Sets which parts all ranks may solve together. By default: large ones.
    pub fn sharing(mut self, sharing: Sharing) -> Leader<'a> {
        self.sharing = sharing;
        self
    }

    /// Makes the tables of a job that are left, on all ranks. Reports each some time after it is on the disk, and at
    /// the end returns the usage of each rank. A team of one runs the job in its order.
    ///
    /// # Errors
    /// The first error of any rank; [`JobError::Gone`] if a table is no longer on the disk of this rank. Finished
    /// tables stay. The parts in work leave nothing.
    pub fn lead(
        &mut self,
        job: &mut Job,
        lock: &Lock,
        progress: &dyn Progress,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Vec<Usage>, ClusterError> {
        let start = Instant::now();
        if self.members.is_empty() {
            let mut usage = Usage::default();
            job.run(lock, progress, &mut |part| {
                usage.add_part(part.entries);
                report(part);
            })?;
            let time = start.elapsed();
            return Ok(vec![Usage { time, busy: time, ..usage.with_memory() }]);
        }
        let (space, sources) = (job.space(), job.source_tables());
        let sources = (0..sources.parts().len()).map(|part| sources.path(part)).collect();
        let files = GameFiles { space, tables: job.store().scan(space), sources, lock, progress };
        let mut own = OwnWork { job, lock, files: &files, progress, report, usage: Usage::default() };
        match self.work(&mut own) {
            Ok(()) => self.done = true,
            Err(error) => self.fail(error),
        }
        let time = start.elapsed();
        self.end(Some(&files));
        self.solved.drain(..).for_each(|solved| own.report_solved(solved));
        match self.error.take() {
            Some(error) => Err(error),
            None => {
                let members = self.members.iter().map(|member| member.usage.clone());
                Ok([own.usage.with_memory()].into_iter().chain(members).map(|usage| Usage { time, ..usage }).collect())
            }
        }
    }

    /// Hands out parts, and solves some of them, until all are finished or a rank fails.
    fn work(&mut self, own: &mut OwnWork) -> Result<(), ClusterError> {
        let pool = Threads::with_current(own.job.thread_limit()).map_err(JobError::from)?;
        self.schedule = self.schedule_of(own.job)?;
        self.gather(own.job.parts(), own.files);
        while self.error.is_none() {
            self.take_messages(own.files);
            let of_leader = self.hand_out(own.files, true);
            self.solved.drain(..).for_each(|solved| own.report_solved(solved));
            if self.error.is_some() || self.schedule.is_done() {
                break;
            }
            match of_leader {
                Some((part, crew)) if crew.len() > 1 => self.solve_collectively(part, &crew, own, &pool)?,
                Some((part, _)) => self.solve_alone(part, own, &pool)?,
                None => self.wait_for_message(own.files),
            }
        }
        if self.error.is_none() {
            open_finished(own.job)?;
            own.job.check_files()?;
        }
        Ok(())
    }

    /// The schedule of a job.
    fn schedule_of(&self, job: &Job) -> Result<Schedule, TableError> {
        let mut finished = BTreeSet::new();
        for &part in job.parts() {
            if job.is_finished(part)? {
                finished.insert(part);
            }
        }
        let is_finished = |part: usize| finished.contains(&part);
        let (parts, slices, ranks) = (job.tables().parts(), job.space().slices(), self.team.size());
        let in_sequence = |part: usize, crew: usize| {
            let is_shared = self.sharing == Sharing::All || parts[part].entries(slices) >= LARGE;
            if is_shared { job.in_sequence(part, crew) } else { None }
        };
        let schedule = Schedule::new(slices, parts, job.parts(), &is_finished);
        let schedule = schedule.shared_by(ranks, self.sharing, &in_sequence);
        Ok(if job.in_any_order() { schedule.in_any_order() } else { schedule })
    }

    /// Solves a part on this rank alone, while the members solve other parts.
    fn solve_alone(&mut self, part: usize, own: &mut OwnWork, pool: &Threads) -> Result<(), ClusterError> {
        open_sources(own.job, self.schedule.needs(part).iter())?;
        let start = Instant::now();
        let (job, lock) = (&mut *own.job, own.lock);
        let solved = self.meanwhile(own.files, own.progress, |progress| job.run_part(part, pool, lock, progress));
        own.usage.busy += start.elapsed();
        match solved {
            // A member has failed, so the work was stopped.
            Err(_) if self.error.is_some() => {}
            Err(error) => return Err(error.into()),
            Ok(report) => {
                self.schedule.finish(part);
                own.usage.add_part(report.entries);
                (own.report)(&report);
            }
        }
        Ok(())
    }

    /// Solves a part together with the members of a crew, which have their messages.
    fn solve_collectively(
        &mut self,
        part: usize,
        crew: &[usize],
        own: &mut OwnWork,
        pool: &Threads,
    ) -> Result<(), ClusterError> {
        open_sources(own.job, self.schedule.needs(part).iter())?;
        let (start, collective) = (Instant::now(), CollectiveSolve::new(self.team, crew));
        let (job, lock) = (&mut *own.job, Some(own.lock));
        let solved = self
            .meanwhile(own.files, own.progress, |progress| job.run_part_with(part, pool, lock, progress, &collective));
        own.usage.busy += start.elapsed().saturating_sub(collective.waited());
        own.usage.entries += collective.entries();
        let solved = match solved {
            Ok(solved) => solved,
            Err(error) => {
                // The members are told now, so that they do not solve on until the next exchange.
                if self.error.is_none() && !collective.is_over() {
                    self.fail(error.into());
                }
                None
            }
        };
        if !collective.close(solved.is_some()) {
            // The message of the member that has failed names the error.
            while self.error.is_none() {
                self.wait_for_message(own.files);
            }
            return Ok(());
        }
        self.schedule.finish(part);
        own.usage.shared_parts += 1;
        solved.iter().for_each(&mut *own.report);
        Ok(())
    }

    /// Does some work. Between its pieces, messages are taken and parts are handed out. The work is stopped once a rank
    /// fails.
    fn meanwhile<R>(
        &mut self,
        files: &dyn PartFiles,
        progress: &dyn Progress,
        work: impl FnOnce(&MessageProgress) -> R,
    ) -> R {
        let leader = Mutex::new(self);
        let take = || {
            // The thread holds the lock already if a piece of work calls the progress while messages are taken.
            let Ok(mut leader) = leader.try_lock() else { return true };
            leader.take_messages(files);
            leader.hand_out(files, false);
            leader.error.is_none()
        };
        work(&MessageProgress::new(progress, &take))
    }

    /// Waits until all members are ready, and fetches the finished tables that only members have.
    fn gather(&mut self, parts: &[usize], files: &dyn PartFiles) {
        while self.error.is_none() && self.members.iter().any(|member| member.state == MemberState::Starting) {
            self.wait_for_message(files);
        }
        for &part in parts {
            let holder = self.members.iter().position(|member| member.finished.contains(&part));
            let Some(holder) = holder.filter(|_| self.error.is_none() && !self.schedule.is_finished(part)) else {
                continue;
            };
            Message::Fetch(part).send(self.team, holder + 1);
            while self.error.is_none() && !self.schedule.is_finished(part) {
                self.wait_for_message(files);
            }
        }
    }

    /// Waits for a message, and takes it.
    fn wait_for_message(&mut self, files: &dyn PartFiles) {
        let message = self.team.receive(None, Channel::Messages);
        self.take_message(message, files);
    }

    /// Takes all messages that have come, unless the members end: see [`Leader::end`].
    fn take_messages(&mut self, files: &dyn PartFiles) {
        while !self.ending
            && let Some(message) = self.team.try_receive()
        {
            self.take_message(message, files);
        }
    }

    /// Takes a message.
    fn take_message(&mut self, message: (usize, Vec<u8>), files: &dyn PartFiles) {
        let read = Message::read(message);
        let read = read.and_then(|(rank, message)| Ok((rank, message.checked(rank, self.team, files.parts())?)));
        let (rank, message) = match read {
            Ok(read) => read,
            Err(error) => return self.fail(error),
        };
        match message {
            Message::Ready { finished, sources } => {
                let member = &mut self.members[rank - 1];
                member.finished = finished.into_iter().collect();
                member.has = sources.into_iter().collect();
                member.state = MemberState::Waiting;
            }
            Message::Solved(solved) => {
                let part = solved.part;
                files.count(part);
                self.solved.push(solved);
                match self.directories {
                    // The part is finished when its table is here.
                    Directories::Own => {}
                    Directories::Shared if files.path(part).exists() => self.finish(rank, part),
                    Directories::Shared => self.fail(ClusterError::NotShared { path: files.path(part) }),
                }
            }
            Message::Table { part, bytes } => {
                match receive_table(self.team, rank, |next| files.receive(part, bytes, next)) {
                    Ok(true) => self.finish(rank, part),
                    Ok(false) => {}
                    Err(error) => self.fail(error.into()),
                }
            }
            Message::Free { part } => self.has_finished(rank, part),
            Message::Failed { message, stopped } => {
                self.members[rank - 1].state = MemberState::Waiting;
                self.fail(ClusterError::Rank { rank, message, stopped });
            }
            Message::Ended(usage) => {
                let member = &mut self.members[rank - 1];
                member.state = MemberState::Ended;
                member.usage = usage;
            }
            Message::Solve(_) | Message::SolveCollectively { .. } | Message::Fetch(_) | Message::End { .. } => {
                self.fail(ClusterError::Foreign { rank });
            }
        }
    }

    /// Notes that a part is finished, by a member.
    fn finish(&mut self, rank: usize, part: usize) {
        self.schedule.finish(part);
        self.has_finished(rank, part);
    }

    /// Notes that a member has finished its work on a part.
    fn has_finished(&mut self, rank: usize, part: usize) {
        let member = &mut self.members[rank - 1];
        member.has.insert(part);
        member.state = MemberState::Waiting;
    }

    /// Gives ready parts to free ranks, the members first. Returns the part and the crew of the leader, if it is free
    /// and gets one.
    fn hand_out(&mut self, files: &dyn PartFiles, leader_is_free: bool) -> Option<(usize, Vec<usize>)> {
        while self.error.is_none() {
            let is_waiting = |rank: &usize| self.members[rank - 1].state == MemberState::Waiting;
            let members = (1..self.team.size()).filter(is_waiting);
            let mut free: Vec<usize> = members.chain(leader_is_free.then_some(0)).collect();
            // This is asked between any two pieces of the leader's own work.
            if free.is_empty() {
                return None;
            }
            let (part, ranks) = self.schedule.take(free.len())?;
            free.truncate(ranks);
            free.sort_unstable();
            // A member of a crew waits for the others: once one has its message, no table may be missing.
            for &rank in free.iter().filter(|&&rank| rank > 0) {
                if let Err(error) = self.supply(rank, part, files) {
                    self.fail(error.into());
                    return None;
                }
            }
            for &rank in free.iter().filter(|&&rank| rank > 0) {
                let message = match free[..] {
                    [_] => Message::Solve(part),
                    _ => Message::SolveCollectively { part, crew: free.clone() },
                };
                message.send(self.team, rank);
                self.members[rank - 1].state = MemberState::Working;
            }
            if free.first() == Some(&0) {
                return Some((part, free));
            }
        }
        None
    }

    /// Sends a member the tables that a part is made from and that it does not have.
    fn supply(&mut self, rank: usize, part: usize, files: &dyn PartFiles) -> Result<(), TableError> {
        if self.directories == Directories::Shared {
            return Ok(());
        }
        let has = &mut self.members[rank - 1].has;
        let missing: Vec<usize> = self.schedule.needs(part).iter().copied().filter(|&need| has.insert(need)).collect();
        missing.into_iter().try_for_each(|need| send_table(self.team, rank, need, &files.source_path(need)))
    }

    /// Keeps the first error, and stops the members.
    fn fail(&mut self, error: ClusterError) {
        self.error.get_or_insert(error);
        self.send_end();
    }

    /// Tells the members to end, once.
    fn send_end(&mut self) {
        if !self.ending {
            self.ending = true;
            let done = self.done && self.error.is_none();
            (1..self.team.size()).for_each(|rank| Message::End { done }.send(self.team, rank));
        }
    }

    /// Ends the work of the members, and waits until they have ended it. Without `files` only their last messages
    /// count. A member that has ended may have begun another job: its messages are for the leader of that.
    fn end(&mut self, files: Option<&dyn PartFiles>) {
        self.send_end();
        for rank in 1..self.team.size() {
            while self.members[rank - 1].state != MemberState::Ended {
                let message = self.team.receive(Some(rank), Channel::Messages);
                match (files, Message::read(message.clone())) {
                    (Some(files), _) => self.take_message(message, files),
                    (None, Ok((_, Message::Ended(_)))) => self.members[rank - 1].state = MemberState::Ended,
                    (None, _) => {}
                }
            }
        }
    }
}

impl Drop for Leader<'_> {
    fn drop(&mut self) {
        self.end(None);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// Rank 0 of a team of three, and the messages that the others have sent.
    struct Mailbox(Mutex<VecDeque<(usize, Vec<u8>)>>);

    impl Team for Mailbox {
        fn rank(&self) -> usize {
            0
        }

        fn size(&self) -> usize {
            3
        }

        fn send(&self, _: usize, _: Channel, _: &[u8]) {}

        fn receive(&self, from: Option<usize>, _: Channel) -> (usize, Vec<u8>) {
            let mut messages = self.0.lock().expect("no thread panics");
            let place = messages.iter().position(|(rank, _)| from.is_none_or(|from| from == *rank));
            place.and_then(|place| messages.remove(place)).expect("a message is there")
        }

        fn try_receive(&self) -> Option<(usize, Vec<u8>)> {
            self.0.lock().expect("no thread panics").pop_front()
        }
    }

    #[test]
    fn a_member_that_is_ready_for_the_next_job_is_left_to_its_leader() {
        let message = |rank, message: Message| (rank, serde_json::to_vec(&message).expect("it can be written"));
        let ended = || Message::Ended(Usage::default());
        let ready = || Message::Ready { finished: Vec::new(), sources: Vec::new() };
        let messages = [message(1, ended()), message(1, ready()), message(2, ended())];
        let team = Mailbox(Mutex::new(messages.into()));
        drop(Leader::new(&team, Directories::Shared));
        let left: Vec<_> = std::iter::from_fn(|| team.try_receive()).collect();
        assert!(matches!(
            left.into_iter().map(Message::read).collect::<Vec<_>>()[..],
            [Ok((1, Message::Ready { .. }))]
        ));
    }
}
