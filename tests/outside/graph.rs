//! Random games: positions are the nodes of a graph, and moves its edges.
//!
//! There are games of one to four sides in two teams, with endless play, finished positions, conversions, entries that
//! hold no position, and positions without an entry that resolve to stored ones.

use std::ops::Range;

use hindsight::game::{Board, Diagram, Game, Notation, NotationError, Outcome, PlayRules};
use hindsight::search::playout::Random;
use hindsight::space::{Entry, Naming, Resolved, Slice, SliceId, Space, Symmetry};

/// The nodes of each slice. The first is solved before the others, which lead to one another.
const SLICES: [Range<u16>; 3] = [0..40, 40..70, 70..120];
/// The nodes without an entry: those that lead to the first slice only, and the others.
const RESOLVED: [Range<u16>; 2] = [120..126, 126..140];
const NODES: u16 = 140;

/// A random game.
pub struct Graph<const ALTERNATES: bool> {
    slices: Vec<Slice>,
    teams: Vec<usize>,
    nodes: Vec<Node>,
}

#[derive(Clone, Default)]
struct Node {
    absent: bool,
    side: usize,
    outcome: Option<Outcome>,
    moves: Vec<u16>,
    /// The nodes of the same component with a move to this one.
    parents: Vec<u16>,
    /// The stored node and the extra moves of a node without an entry.
    resolved: Option<(Option<u16>, Vec<u16>)>,
}

/// Whether a node is in the first slice, or leads there only.
fn is_low(node: u16) -> bool {
    SLICES[0].contains(&node) || RESOLVED[0].contains(&node)
}

fn is_stored(node: u16) -> bool {
    node < RESOLVED[0].start
}

impl<const ALTERNATES: bool> Graph<ALTERNATES> {
    /// The game of a seed.
    pub fn new(seed: u64) -> Self {
        let random = &mut Random::new(seed);
        let sides = if ALTERNATES { 2 } else { 1 + random.below(4) };
        let slice = |name: &str, number: usize, leads_to: &[u32]| Slice {
            name: name.to_string(),
            pieces: 1,
            part: String::new(),
            entries: SLICES[number].len() as u64,
            leads_to: leads_to.iter().map(|&slice| SliceId(slice)).collect(),
        };
        let mut graph = Graph {
            slices: vec![slice("a", 0, &[0]), slice("b", 1, &[0, 1, 2]), slice("c", 2, &[0, 1, 2])],
            teams: (0..sides).map(|side| if ALTERNATES { side } else { random.below(2) }).collect(),
            nodes: Vec::new(),
        };
        for node in 0..NODES {
            let outcome = [Outcome::Win, Outcome::Loss, Outcome::Loss, Outcome::Draw][random.below(4)];
            graph.nodes.push(Node {
                absent: is_stored(node) && random.below(12) == 0,
                side: random.below(sides),
                outcome: Some(outcome).filter(|_| is_stored(node) && random.below(8) == 0),
                ..Node::default()
            });
        }
        for node in (0..NODES).filter(|&node| is_stored(node)) {
            graph.nodes[usize::from(node)].moves = graph.targets(node, NODES, 1 + random.below(3), random);
        }
        for node in (0..NODES).filter(|&node| !is_stored(node)) {
            graph.add_resolved(node, random);
        }
        for node in (0..NODES).filter(|&node| is_stored(node)) {
            for to in graph.nodes[usize::from(node)].moves.clone() {
                if is_stored(to) && is_low(to) == is_low(node) {
                    graph.nodes[usize::from(to)].parents.push(node);
                }
            }
        }
        graph
    }

    /// Up to `number` different nodes below `end` that a node may lead to. One that leads nowhere is finished.
    fn targets(&mut self, node: u16, end: u16, number: usize, random: &mut Random) -> Vec<u16> {
        let from = self.nodes[usize::from(node)].clone();
        let mut targets = Vec::new();
        for _ in 0..200 {
            let to = random.below(end.into()) as u16;
            let next = &self.nodes[usize::from(to)];
            let alternates = !ALTERNATES || next.side != from.side;
            let reached = !next.absent && alternates && (is_low(to) || !is_low(node));
            if reached && from.outcome.is_none() && !targets.contains(&to) && targets.len() < number {
                targets.push(to);
            }
        }
        if targets.is_empty() && from.outcome.is_none() {
            self.nodes[usize::from(node)].outcome = Some(Outcome::Loss);
        }
        targets
    }

    /// Chooses what a node without an entry resolves to. Its extra moves lead to nodes before it.
    fn add_resolved(&mut self, node: u16, random: &mut Random) {
        let side = self.nodes[usize::from(node)].side;
        let mut extra = self.targets(node, node, 1 + random.below(2), random);
        let stored = (0..40).map(|_| random.below(RESOLVED[0].start.into()) as u16).find(|&stored| {
            let other = &self.nodes[usize::from(stored)];
            let goes_on = !other.absent && other.outcome.is_none();
            goes_on && other.side == side && (is_low(stored) || !is_low(node))
        });
        let stored = stored.filter(|_| random.below(4) > 0 && !extra.is_empty());
        let mut moves = stored.map_or_else(Vec::new, |stored| self.nodes[usize::from(stored)].moves.clone());
        extra.retain(|to| !moves.contains(to));
        moves.extend(&extra);
        let node = &mut self.nodes[usize::from(node)];
        node.moves = moves;
        node.resolved = node.outcome.is_none().then_some((stored, extra));
    }

    fn node(&self, position: u16) -> &Node {
        &self.nodes[usize::from(position)]
    }
}

impl<const ALTERNATES: bool> Game for Graph<ALTERNATES> {
    type Position = u16;
    type Move = u16;

    const ALTERNATES: bool = ALTERNATES;

    fn name(&self) -> &'static str {
        "graph"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["A", "B", "C", "D"][..self.teams.len()]
    }

    fn start(&self) -> u16 {
        (SLICES[2].start..SLICES[2].end).find(|&node| !self.node(node).absent).unwrap_or(SLICES[2].start)
    }

    fn side_to_move(&self, position: &u16) -> usize {
        self.node(*position).side
    }

    fn team(&self, side: usize) -> usize {
        self.teams[side]
    }

    fn outcome(&self, position: &u16) -> Option<Outcome> {
        self.node(*position).outcome
    }

    fn moves(&self, position: &u16) -> impl Iterator<Item = u16> {
        self.node(*position).moves.iter().copied()
    }

    fn play(&self, _position: &u16, mv: u16) -> u16 {
        mv
    }
}

impl<const ALTERNATES: bool> PlayRules for Graph<ALTERNATES> {
    fn evaluate(&self, position: &u16) -> i32 {
        i32::from(*position) * 7919 % 41 - 20
    }
}

impl<const ALTERNATES: bool> Notation for Graph<ALTERNATES> {
    fn parse(&self, text: &str) -> Result<u16, NotationError> {
        let node = text.trim().parse().ok().filter(|node| *node < NODES && !self.node(*node).absent);
        node.ok_or_else(|| NotationError::new("the number of a node", text))
    }

    fn write(&self, position: &u16, text: &mut String) {
        text.push_str(&position.to_string());
    }

    fn write_move(&self, _position: &u16, mv: u16, text: &mut String) {
        text.push_str(&mv.to_string());
    }

    fn help(&self) -> &'static str {
        "a position and a move: the number of a node"
    }
}

impl<const ALTERNATES: bool> Board for Graph<ALTERNATES> {
    /// A graph has no board.
    fn diagram(&self, position: &u16) -> Diagram {
        Diagram::squares(&[], &[]).with_note(format!("node {position}"))
    }
}

impl<const ALTERNATES: bool> Space for Graph<ALTERNATES> {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &u16) -> Option<Entry> {
        let slice = SLICES.iter().position(|nodes| nodes.contains(position))?;
        Some(Entry { slice: SliceId(slice as u32), index: (position - SLICES[slice].start).into() })
    }

    fn unrank(&self, entry: Entry) -> Option<u16> {
        Some(SLICES[entry.slice.index()].start + entry.index as u16).filter(|&node| !self.node(node).absent)
    }

    fn parents(&self, position: &u16) -> impl Iterator<Item = u16> {
        self.node(*position).parents.iter().copied()
    }

    fn resolve(&self, position: &u16) -> Option<Resolved<u16, u16>> {
        let (stored, moves) = self.node(*position).resolved.clone()?;
        Some(Resolved { stored, moves })
    }
}

impl<const ALTERNATES: bool> Naming for Graph<ALTERNATES> {}

impl<const ALTERNATES: bool> Symmetry for Graph<ALTERNATES> {}
