//! The order in which a team solves parts, and the number of ranks for each.

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

/// A number of ranks that may solve a part together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Crew {
    /// The number of ranks.
    ranks: usize,
    /// The entries of the part that they solve one after the other.
    in_sequence: u64,
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
    /// The crews that may solve it, the smallest first: one rank alone, or others.
    crews: Vec<Crew>,
    state: PartState,
}

/// The parts of a job: finished, running, or left. A part is ready when all its dependencies are finished. The next
/// part is the ready one with the longest chain of parts, measured in entries: neither a large part nor a long chain is
/// left to the end.
///
/// Several ranks may solve a part together. The schedule chooses how many, so that the chain that begins with the part
/// ends when the rest of the work can:
///
/// ```text
///   ranks wanted = 1.5 x chain x all ranks / entries left
/// ```
///
/// For example, if a tenth of what is left is one chain, its next part gets a little more than a tenth of the ranks. It
/// gets no more than can be busy with it for half of their time.
#[derive(Debug, Default)]
pub struct Schedule {
    tasks: BTreeMap<usize, ScheduledPart>,
    ranks: usize,
    /// Whether a part is ready before its dependencies are finished.
    in_any_order: bool,
}

/// The parts that several ranks may solve together, if the solver can divide them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Large parts, which take longer than the exchanges.
    Large,
    /// All parts, always by all ranks.
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
            let crews = vec![Crew { ranks: 1, in_sequence: entries }];
            (number, ScheduledPart { entries, chain: entries, needs, crews, state })
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

    /// The schedule for `ranks` ranks, of which some may solve a part together. `in_sequence` has, for a part and a
    /// number of ranks, the entries that these solve one after the other; `None` if they may not.
    pub fn shared_by(
        mut self,
        ranks: usize,
        sharing: Sharing,
        in_sequence: &dyn Fn(usize, usize) -> Option<u64>,
    ) -> Schedule {
        self.ranks = ranks;
        let sizes: Vec<usize> = match sharing {
            Sharing::None => Vec::new(),
            Sharing::All => vec![ranks],
            Sharing::Large => (1..).map(|power| 1 << power).take_while(|&size| size < ranks).chain([ranks]).collect(),
        };
        for (&number, task) in &mut self.tasks {
            let crew = |&ranks: &usize| Some(Crew { ranks, in_sequence: in_sequence(number, ranks)? });
            let crews: Vec<Crew> = sizes.iter().filter(|&&size| size > 1).filter_map(crew).collect();
            if sharing == Sharing::All && !crews.is_empty() {
                task.crews.clear();
            }
            task.crews.extend(crews);
        }
        self
    }

    /// Takes the next part, with the number of ranks to solve it, while `free` ranks are free; `None` if none is ready,
    /// or if every part that is ready waits for more ranks.
    pub fn take(&mut self, free: usize) -> Option<(usize, usize)> {
        let finished = |number: &usize| self.is_finished(*number);
        let may_begin = |task: &ScheduledPart| self.in_any_order || task.needs.iter().all(finished);
        let ready = |task: &ScheduledPart| task.state == PartState::Left && may_begin(task);
        let mut ready: Vec<(usize, &ScheduledPart)> =
            self.tasks.iter().filter(|(_, task)| ready(task)).map(|(&number, task)| (number, task)).collect();
        // Of two equal parts the first.
        ready.sort_by_key(|&(number, task)| (Reverse(task.chain), number));
        let left = self.tasks.values().filter(|task| task.state != PartState::Finished).map(|task| task.entries).sum();
        let (number, ranks) =
            ready.into_iter().find_map(|(number, task)| Some((number, self.crew(task, left, free)?)))?;
        self.set(number, PartState::Running);
        Some((number, ranks))
    }

    /// The number of ranks to solve a part, while entries are `left` and ranks are `free`; `None` if the part waits for
    /// more. It does so if less than half of the ranks that it wants are free.
    fn crew(&self, task: &ScheduledPart, left: u64, free: usize) -> Option<usize> {
        let share = 1.5 * task.chain as f64 * self.ranks as f64 / left.max(1) as f64;
        let mut wanted = task.crews.first()?;
        for crew in &task.crews[1..] {
            let is_busy = crew.in_sequence.saturating_mul(crew.ranks as u64) <= task.entries.saturating_mul(2);
            if wanted.ranks as f64 >= share || !is_busy || crew.in_sequence >= wanted.in_sequence {
                break;
            }
            wanted = crew;
        }
        let found = task.crews.iter().rev().find(|crew| crew.ranks <= free.min(wanted.ranks))?;
        (found.ranks * 2 >= wanted.ranks).then_some(found.ranks)
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
