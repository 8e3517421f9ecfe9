//! The order in which a team solves parts.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::space::Slice;
use crate::space::components::{Part, closure};

/// The state of a part.
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
    /// The entries of the longest chain of parts that begins with this part. Each part of a chain depends on the one
    /// before.
    chain: u64,
    /// Its dependencies: the parts that it leads to, directly or through others.
    needs: Vec<usize>,
    /// The entries that ranks solve one after the other if they solve the part together; `None` if they may not.
    in_sequence: Option<u64>,
    state: PartState,
}

/// The parts of a job: finished, running, or left. A part is ready when all its dependencies are finished. The next
/// part is the ready one with the longest chain of parts, measured in entries: neither a large part nor a long chain is
/// left to the end.
///
/// All ranks may solve a part together: [`Schedule::shared_by`].
#[derive(Debug, Default)]
pub struct Schedule {
    tasks: BTreeMap<usize, ScheduledPart>,
    ranks: usize,
    /// Whether a part is ready before its dependencies are finished.
    in_any_order: bool,
}

/// The parts that all ranks may solve together, if the solver can divide them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Large parts, which take longer than the exchanges.
    Large,
    /// All parts, as if each rank could solve its share without waiting for others.
    All,
    /// No part.
    None,
}

impl Schedule {
    /// The schedule of `wanted`, numbers in `parts` that include all dependencies, each after its dependencies.
    pub fn new(slices: &[Slice], parts: &[Part], wanted: &[usize], finished: &dyn Fn(usize) -> bool) -> Schedule {
        let task = |&number: &usize| {
            let mut needs = closure(slices, parts, &parts[number].slices);
            needs.retain(|&other| other != number);
            let state = if finished(number) { PartState::Finished } else { PartState::Left };
            let entries = parts[number].entries(slices);
            (number, ScheduledPart { entries, chain: entries, needs, in_sequence: None, state })
        };
        let mut tasks: BTreeMap<usize, ScheduledPart> = wanted.iter().map(task).collect();
        // The parts that depend on a part come after it.
        for number in wanted.iter().rev() {
            let Some(ScheduledPart { chain, needs, .. }) = tasks.get(number) else { continue };
            let (chain, needs) = (*chain, needs.clone());
            for need in needs {
                if let Some(below) = tasks.get_mut(&need) {
                    below.chain = below.chain.max(below.entries + chain);
                }
            }
        }
        Schedule { tasks, ranks: 1, in_any_order: false }
    }

    /// The schedule if parts may be made in any order, from tables of the parts and of their dependencies: the largest
    /// first. A part then needs its own table too.
    pub fn in_any_order(mut self) -> Schedule {
        for (&number, task) in &mut self.tasks {
            task.chain = task.entries;
            task.needs.push(number);
        }
        Schedule { in_any_order: true, ..self }
    }

    /// The schedule for `ranks` ranks. They may solve a part together if `in_sequence` has a number for it: the entries
    /// that they then solve one after the other.
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
        let may_begin = |task: &ScheduledPart| self.in_any_order || task.needs.iter().all(finished);
        let ready = |task: &ScheduledPart| task.state == PartState::Left && may_begin(task);
        let ready: Vec<(usize, &ScheduledPart)> =
            self.tasks.iter().filter(|(_, task)| ready(task)).map(|(&number, task)| (number, task)).collect();
        // Of two equal parts the first.
        let &(number, next) = ready.iter().max_by_key(|(number, task)| (task.chain, Reverse(*number)))?;
        if !wanted(self, self.is_for_all(next, ready.len())) {
            return None;
        }
        self.set(number, PartState::Running);
        Some(number)
    }

    /// Whether all ranks solve a part together, while `ready` parts are ready. They do in two cases:
    ///
    /// * now: all ranks are free, and `ready` parts like this one, solved together one after the other, take less time
    ///   than one rank takes for this part.
    /// * later: the chain of parts that begins with this part is longer than one rank's share of all that is left, so
    ///   ranks would be idle at the end; and together the ranks are busy with the part for at least half of their time.
    ///   Free ranks then wait until all are free.
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

    /// Whether a part belongs to the schedule and is finished.
    pub fn is_finished(&self, number: usize) -> bool {
        self.tasks.get(&number).is_some_and(|task| task.state == PartState::Finished)
    }

    /// The parts whose tables a part is made from, each after its own dependencies.
    pub fn needs(&self, number: usize) -> &[usize] {
        self.tasks.get(&number).map_or(&[], |task| &task.needs)
    }
}
