//! Which part is solved next.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::space::Slice;
use crate::space::components::{Part, closure};

/// How far a part has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartState {
    Left,
    Running,
    Finished,
}

/// A part to solve.
#[derive(Debug)]
struct ScheduledPart {
    entries: u64,
    /// The entries of the longest chain of parts that begins with it, each standing on the one before.
    chain: u64,
    /// The parts that it leads to, and all that these lead to.
    needs: Vec<usize>,
    /// The entries that ranks solve one after the other if they solve it together; `None` if they may not.
    in_sequence: Option<u64>,
    state: PartState,
}

/// The parts of a job: those that are finished, those that are being solved, and those that are left. A part is ready once
/// all that it leads to is finished. Of the parts that are ready the one comes first that the longest chain of work stands
/// on, which is seldom a small one: so neither a large part nor a long chain is left to the end.
///
/// A part may be for all ranks together: [`Schedule::shared_by`].
#[derive(Debug, Default)]
pub struct Schedule {
    tasks: BTreeMap<usize, ScheduledPart>,
    ranks: usize,
}

/// Which parts all ranks may solve together, if the solver can be shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Those that take longer than the messages.
    Large,
    /// All, as if each rank could solve its share without waiting for others.
    All,
    /// None.
    None,
}

impl Schedule {
    /// The schedule of the parts of these numbers in `parts`, with all that they lead to.
    pub fn new(slices: &[Slice], parts: &[Part], wanted: &[usize], finished: &dyn Fn(usize) -> bool) -> Schedule {
        let task = |&number: &usize| {
            let mut needs = closure(slices, parts, &parts[number].slices);
            needs.retain(|&other| other != number);
            let state = if finished(number) { PartState::Finished } else { PartState::Left };
            let entries = parts[number].entries(slices);
            (number, ScheduledPart { entries, chain: entries, needs, in_sequence: None, state })
        };
        let mut tasks: BTreeMap<usize, ScheduledPart> = wanted.iter().map(task).collect();
        // What stands on a part comes after it.
        for number in wanted.iter().rev() {
            let Some(ScheduledPart { chain, needs, .. }) = tasks.get(number) else { continue };
            let (chain, needs) = (*chain, needs.clone());
            for need in needs {
                if let Some(below) = tasks.get_mut(&need) {
                    below.chain = below.chain.max(below.entries + chain);
                }
            }
        }
        Schedule { tasks, ranks: 1 }
    }

    /// The schedule of so many ranks that may solve parts together: those for which there is a number of entries that they
    /// solve one after the other then.
    pub fn shared_by(mut self, ranks: usize, in_sequence: &dyn Fn(usize) -> Option<u64>) -> Schedule {
        self.ranks = ranks;
        self.tasks.iter_mut().for_each(|(&number, task)| task.in_sequence = in_sequence(number));
        self
    }

    /// Takes the next part to solve by one rank; `None` if none is ready, or if the next is for all ranks.
    pub fn take(&mut self) -> Option<usize> {
        self.take_if(|_, for_all| !for_all)
    }

    /// Takes the next part to solve by all ranks together; `None` if a rank is at work, or if the next is for one rank.
    pub fn take_for_all(&mut self) -> Option<usize> {
        self.take_if(|schedule, for_all| for_all && !schedule.is_running())
    }

    fn take_if(&mut self, wanted: impl Fn(&Schedule, bool) -> bool) -> Option<usize> {
        let finished = |number: &usize| self.is_finished(*number);
        let ready = |task: &ScheduledPart| task.state == PartState::Left && task.needs.iter().all(finished);
        let ready: Vec<(usize, &ScheduledPart)> =
            self.tasks.iter().filter(|(_, task)| ready(task)).map(|(&number, task)| (number, task)).collect();
        // Of two equal ones the first.
        let &(number, next) = ready.iter().max_by_key(|(number, task)| (task.chain, Reverse(*number)))?;
        if !wanted(self, self.is_for_all(next, ready.len())) {
            return None;
        }
        self.set(number, PartState::Running);
        Some(number)
    }

    /// Whether all ranks solve a part together, of so many that are ready. They do if ranks would else be idle: now, since all
    /// are free, and more are at work on this part than if each took one that is ready; or later, since the chain of parts
    /// that begins with this one takes one rank longer than its share of all that is left. For that, ranks that are free wait
    /// until all are, if at least half of them are at work on the part then.
    fn is_for_all(&self, task: &ScheduledPart, ready: usize) -> bool {
        let Some(in_sequence) = task.in_sequence else { return false };
        let left = self.tasks.values().filter(|task| task.state != PartState::Finished).map(|task| task.entries).sum();
        let (ready, ranks) = (ready as u64, self.ranks as u64);
        let now = !self.is_running() && in_sequence.saturating_mul(ready) < task.entries;
        let later = task.chain.saturating_mul(ranks) > left;
        now || later && in_sequence.saturating_mul(ranks) <= task.entries.saturating_mul(2)
    }

    /// Whether a part is being solved.
    fn is_running(&self) -> bool {
        self.tasks.values().any(|task| task.state == PartState::Running)
    }

    /// Notes that a part is finished.
    pub fn finish(&mut self, number: usize) {
        self.set(number, PartState::Finished);
    }

    fn set(&mut self, number: usize, state: PartState) {
        if let Some(task) = self.tasks.get_mut(&number) {
            task.state = state;
        }
    }

    /// Whether every part is finished.
    pub fn is_done(&self) -> bool {
        self.tasks.values().all(|task| task.state == PartState::Finished)
    }

    /// Whether a part is one of the schedule and finished.
    pub fn is_finished(&self, number: usize) -> bool {
        self.tasks.get(&number).is_some_and(|task| task.state == PartState::Finished)
    }

    /// The parts that a part stands on, each after those that it stands on itself.
    pub fn needs(&self, number: usize) -> &[usize] {
        self.tasks.get(&number).map_or(&[], |task| &task.needs)
    }
}
