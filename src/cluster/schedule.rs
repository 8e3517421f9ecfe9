//! Which part is solved next.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::space::Slice;
use crate::space::components::{Part, closure};

/// How far a part has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Left,
    Running,
    Finished,
}

/// A part to solve.
#[derive(Debug)]
struct Task {
    /// The entries of the longest chain of parts that begins with it, each standing on the one before.
    chain: u64,
    /// The parts that it leads to, and all that these lead to.
    needs: Vec<usize>,
    state: State,
}

/// The parts of a job: those that are finished, those that are being solved, and those that are left. A part is ready once
/// all that it leads to is finished. Of the parts that are ready the one comes first that the longest chain of work stands
/// on, which is seldom a small one: so neither a large part nor a long chain is left to the end.
#[derive(Debug, Default)]
pub struct Schedule {
    tasks: BTreeMap<usize, Task>,
}

impl Schedule {
    /// The schedule of the parts of these numbers in `parts`, with all that they lead to.
    pub fn new(slices: &[Slice], parts: &[Part], wanted: &[usize], finished: &dyn Fn(usize) -> bool) -> Schedule {
        let task = |&number: &usize| {
            let mut needs = closure(slices, parts, &parts[number].slices);
            needs.retain(|&other| other != number);
            let state = if finished(number) { State::Finished } else { State::Left };
            (number, Task { chain: parts[number].entries(slices), needs, state })
        };
        let mut tasks: BTreeMap<usize, Task> = wanted.iter().map(task).collect();
        // What stands on a part comes after it.
        for number in wanted.iter().rev() {
            let Some(Task { chain, needs, .. }) = tasks.get(number) else { continue };
            let (chain, needs) = (*chain, needs.clone());
            for need in needs {
                if let Some(below) = tasks.get_mut(&need) {
                    below.chain = below.chain.max(parts[need].entries(slices) + chain);
                }
            }
        }
        Schedule { tasks }
    }

    /// Takes the next part to solve; `None` if none is ready.
    pub fn take(&mut self) -> Option<usize> {
        let finished = |number: &usize| self.tasks.get(number).is_some_and(|task| task.state == State::Finished);
        let ready = |task: &Task| task.state == State::Left && task.needs.iter().all(finished);
        let ready = self.tasks.iter().filter(|(_, task)| ready(task));
        // Of two equal ones the first.
        let number = ready.max_by_key(|(number, task)| (task.chain, Reverse(**number))).map(|(&number, _)| number)?;
        self.set(number, State::Running);
        Some(number)
    }

    /// Notes that a part is finished.
    pub fn finish(&mut self, number: usize) {
        self.set(number, State::Finished);
    }

    fn set(&mut self, number: usize, state: State) {
        if let Some(task) = self.tasks.get_mut(&number) {
            task.state = state;
        }
    }

    /// Whether every part is finished.
    pub fn is_done(&self) -> bool {
        self.tasks.values().all(|task| task.state == State::Finished)
    }

    /// Whether a part is one of the schedule and finished.
    pub fn is_finished(&self, number: usize) -> bool {
        self.tasks.get(&number).is_some_and(|task| task.state == State::Finished)
    }

    /// The parts that a part stands on, each after those that it stands on itself.
    pub fn needs(&self, number: usize) -> &[usize] {
        self.tasks.get(&number).map_or(&[], |task| &task.needs)
    }
}
