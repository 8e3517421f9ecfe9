//! Beam search over the turns of one player: all turns of the best positions are made, and the best of their results
//! are kept, turn after turn. The other players pass.
//!
//! ```text
//! layer 0      layer 1          layer 2
//! root    ->   width best  ->   width best  ->  ...
//! ```

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::thread;

use super::costs::Costs;
use super::mailbox::Mailbox;
use crate::games::halma::SquareSet;
use crate::util::threads::{Started, start};

/// Positions between two readings of the clock.
const NODES_PER_LOOK: usize = 64;

/// A search.
pub struct BeamTask<'a> {
    /// The costs for the player.
    pub costs: &'a Costs,
    /// The target of the player.
    pub target: &'a SquareSet,
    /// The pieces of the player.
    pub own: SquareSet,
    /// By turn, the board with the pieces of the others. The last board serves for all later turns.
    pub boards: &'a [Mailbox],
    /// The greatest number of positions that are kept after a turn.
    pub width: usize,
    /// The number of turns.
    pub turns: usize,
    /// The number of threads.
    pub threads: usize,
}

/// A sequence of turns of one player.
#[derive(Clone, Debug, Default)]
pub struct RacePlan {
    /// By turn, the squares that a piece leaves and reaches.
    pub turns: Vec<(u8, u8)>,
    /// The cost at its end.
    pub cost: i32,
    /// Whether all pieces are home at its end.
    pub home: bool,
}

/// The result of a search.
pub struct BeamResult {
    /// The best plan: a plan that brings the pieces home, or else the plan of least cost.
    pub plan: RacePlan,
    /// Whether no position was dropped: then no other plan brings the pieces home in fewer turns, or none does within
    /// the turns of the task.
    pub complete: bool,
    /// The positions expanded.
    pub nodes: u64,
    /// The results of their turns.
    pub leaves: u64,
}

/// A position in the beam.
#[derive(Clone, Copy)]
struct BeamNode {
    own: SquareSet,
    key: u64,
    cost: i32,
    /// The place of the position before the turn in its layer.
    parent: u32,
    /// The turn that led to it.
    turn: (u8, u8),
}

/// A position that may be kept.
#[derive(Clone, Copy)]
struct BeamCandidate {
    cost: i32,
    key: u64,
    parent: u32,
    turn: (u8, u8),
}

impl BeamCandidate {
    fn rank(&self) -> (i32, u64) {
        (self.cost, self.key)
    }
}

/// A hasher for keys, which are random numbers already.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a u64 is hashed by write_u64");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

type KeySet = HashSet<u64, BuildHasherDefault<Identity>>;

/// Searches. `None` if `is_due` stopped it, or the player has no turn.
pub fn search(task: &BeamTask, is_due: &(dyn Fn() -> bool + Sync)) -> Option<BeamResult> {
    let costs = task.costs;
    let root =
        BeamNode { own: task.own, key: costs.key(&task.own), cost: costs.of(&task.own), parent: 0, turn: (0, 0) };
    let mut layers = vec![vec![root]];
    let mut visited: KeySet = std::iter::once(root.key).collect();
    let (mut nodes, mut leaves, mut complete) = (0, 0, true);
    for turn in 0..task.turns {
        let layer = &layers[turn];
        let board = &task.boards[turn.min(task.boards.len() - 1)];
        let expanded = expand_on_threads(task, board, layer, &visited, is_due)?;
        nodes += layer.len() as u64;
        leaves += expanded.leaves;
        complete &= expanded.complete;
        let mut next: Vec<BeamNode> = Vec::with_capacity(expanded.best.len());
        for candidate in expanded.best {
            let parent = &layer[candidate.parent as usize];
            let mut own = parent.own;
            own.remove(candidate.turn.0);
            own.insert(candidate.turn.1);
            let BeamCandidate { cost, key, parent, turn } = candidate;
            next.push(BeamNode { own, key, cost, parent, turn });
        }
        if next.is_empty() {
            break;
        }
        next.sort_unstable_by_key(|node| (!node.own.is_within(task.target), node.cost, node.key));
        let home = next[0].own.is_within(task.target);
        // While boards change, the same pieces may have other turns later: only then are they visited again.
        if turn + 1 >= task.boards.len() {
            visited.extend(next.iter().map(|node| node.key));
        }
        layers.push(next);
        if home {
            break;
        }
    }
    (layers.len() > 1).then(|| BeamResult { plan: plan(&layers, task.target), complete, nodes, leaves })
}

/// The plan to the best position of the last layer.
fn plan(layers: &[Vec<BeamNode>], target: &SquareSet) -> RacePlan {
    let last = &layers[layers.len() - 1][0];
    let mut plan = RacePlan { turns: Vec::new(), cost: last.cost, home: last.own.is_within(target) };
    let mut node = last;
    for layer in layers[..layers.len() - 1].iter().rev() {
        plan.turns.push(node.turn);
        node = &layer[node.parent as usize];
    }
    plan.turns.reverse();
    plan
}

/// The results of the turns of a layer.
struct Expanded {
    /// The best results.
    best: Vec<BeamCandidate>,
    /// Whether no result was dropped.
    complete: bool,
    leaves: u64,
}

/// Expands a layer, on several threads if it is large.
fn expand_on_threads(
    task: &BeamTask,
    board: &Mailbox,
    layer: &[BeamNode],
    visited: &KeySet,
    is_due: &(dyn Fn() -> bool + Sync),
) -> Option<Expanded> {
    let share = layer.len().div_ceil(task.threads.max(1)).max(4 * NODES_PER_LOOK);
    if share >= layer.len() {
        return expand(task, board, layer, 0, visited, is_due);
    }
    let parts: Vec<Option<Expanded>> = thread::scope(|scope| {
        let part = |(number, nodes)| {
            let work = move || expand(task, board, nodes, number * share, visited, is_due);
            // Without a thread of its own, the part waits for the others.
            start(scope, work).ok_or(work)
        };
        let parts: Vec<_> = layer.chunks(share).enumerate().map(part).collect();
        parts.into_iter().map(|part| part.map_or_else(|work| work(), Started::join)).collect()
    });
    let (mut best, mut keys) = (BestCandidates::new(task.width), KeySet::default());
    let mut leaves = 0;
    for part in parts {
        let part = part?;
        leaves += part.leaves;
        best.complete &= part.complete;
        part.best.into_iter().filter(|candidate| keys.insert(candidate.key)).for_each(|candidate| best.add(candidate));
    }
    Some(best.finish(leaves))
}

/// Expands a part of a layer; `number` is the place of its first node.
fn expand(
    task: &BeamTask,
    board: &Mailbox,
    nodes: &[BeamNode],
    number: usize,
    visited: &KeySet,
    is_due: &(dyn Fn() -> bool + Sync),
) -> Option<Expanded> {
    let costs = task.costs;
    let (mut best, mut keys, mut board) = (BestCandidates::new(task.width), KeySet::default(), board.clone());
    let mut leaves = 0;
    for (parent, node) in (number..).zip(nodes) {
        if (parent - number).is_multiple_of(NODES_PER_LOOK) && is_due() {
            return None;
        }
        board.turns(&node.own, |from, to| {
            let (from_, to_) = (usize::from(from), usize::from(to));
            let cost = node.cost - costs.cost[from_] + costs.cost[to_];
            leaves += 1;
            if cost > best.cut {
                best.complete = false;
                return;
            }
            let key = node.key ^ costs.keys[from_] ^ costs.keys[to_];
            if !visited.contains(&key) && keys.insert(key) {
                best.add(BeamCandidate { cost, key, parent: parent as u32, turn: (from, to) });
            }
        });
    }
    Some(best.finish(leaves))
}

/// The best candidates, of different positions.
struct BestCandidates {
    width: usize,
    candidates: Vec<BeamCandidate>,
    /// No candidate of a higher cost is among the best.
    cut: i32,
    complete: bool,
}

impl BestCandidates {
    fn new(width: usize) -> BestCandidates {
        BestCandidates { width, candidates: Vec::with_capacity(4 * width), cut: i32::MAX, complete: true }
    }

    #[inline(always)]
    fn add(&mut self, candidate: BeamCandidate) {
        self.candidates.push(candidate);
        if self.candidates.len() >= 4 * self.width {
            self.shrink();
        }
    }

    #[inline(never)]
    fn shrink(&mut self) {
        if self.candidates.len() > self.width {
            self.candidates.select_nth_unstable_by_key(self.width - 1, BeamCandidate::rank);
            self.candidates.truncate(self.width);
            self.cut = self.candidates[self.width - 1].cost;
            self.complete = false;
        }
    }

    fn finish(mut self, leaves: u64) -> Expanded {
        self.shrink();
        Expanded { best: self.candidates, complete: self.complete, leaves }
    }
}
