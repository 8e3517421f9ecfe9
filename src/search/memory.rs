//! The searches with memory share bounds from the transposition table, and the order in which moves are tried.
//!
//! The best move of an earlier search comes first. The other moves follow by the evaluation of the positions after them
//! and by how often they have raised beta at this distance from the root (killers, Akl and Newborn 1977). Before any
//! move is made, all positions after them are looked up in the table: a move with a bound of at least beta cuts off at
//! once (enhanced transposition cutoffs, Plaat et al. 1996). Positions that are only looked up or evaluated do not
//! count as nodes.
//!
//! A leaf that repeats a position of the line is a draw on that line alone (*graph history interaction*, Campbell
//! 1985). A bound that depends on it holds only below the repeated position:
//!
//! ```text
//! line 1: root - P - N - Q - P     the last P repeats the first: a draw. The score of N may depend on it.
//! line 2: root - R - N - Q - P     here P is searched, and it may be won.
//! ```
//!
//! So on line 1 a bound of N that depends on the draw is not stored; a bound of P is. A proved win needs no draw: it is
//! always stored as a lower bound, and a proved loss as an upper bound.

use std::mem;

use super::alphabeta::Window;
use super::score::Score;
use super::transposition::{BoundsEntry, TranspositionTable, hash};
use super::tree::{NEVER, Tree};
use crate::game::{self, PlayRules, Turn, Value};

/// The number of killers of a ply.
const KILLERS: usize = 8;

/// The least depth at which the positions after the moves are looked up and evaluated: below, that takes longer than it
/// saves.
const ASKED: u32 = 2;

/// A killer counts one point of evaluation for each time that it raised beta, up to this number.
const KILLED: u32 = 1000;

/// Stands for no best move. Moves from this place on are not stored.
const NO_PLACE: u8 = 255;

/// A move that has raised beta, and how often.
type Killer<M> = (Option<M>, u32);

/// A move that is still to be tried.
#[derive(Clone, Copy)]
struct ProbedCandidate<M> {
    mv: M,
    place: u8,
    /// Whose turn it is after the move, if the position after it is looked up.
    turn: Turn,
    /// Moves of greater promise are tried first.
    promise: i32,
    /// The hash of the position after the move, if it is looked up.
    after: u64,
}

/// The memory of one search.
pub struct SearchMemory<'a, G: PlayRules> {
    table: &'a TranspositionTable<BoundsEntry>,
    killers: Vec<[Killer<G::Move>; KILLERS]>,
    /// The moves of the nodes of the line, node after node.
    candidates: Vec<ProbedCandidate<G::Move>>,
}

/// A node that is being searched.
pub struct OpenNode {
    hash: u64,
    ply: usize,
    depth: u32,
    /// The current window.
    pub window: Window,
    /// The window at the beginning.
    asked: Window,
    /// The bounds that were known before.
    known: (Score, Score),
    best: Score,
    best_place: Option<u8>,
    /// The place of its first candidate.
    first: usize,
    tried: usize,
    /// The guesses in the tree before this node.
    guesses: u64,
    /// The leaves without a depth in the tree before this node.
    undated: u64,
    /// The earliest ply that was repeated before this node, below the same parent.
    repeated_before: usize,
    /// The earliest ply that was repeated below the moves on which the bounds of this node depend.
    repeated: usize,
}

impl<'a, G: PlayRules> SearchMemory<'a, G> {
    /// A memory for searches to `depth` plies.
    pub fn new(table: &'a TranspositionTable<BoundsEntry>, depth: u32) -> SearchMemory<'a, G> {
        SearchMemory {
            table,
            killers: vec![[(None, 0); KILLERS]; depth as usize + 1],
            candidates: Vec::with_capacity(64 * (depth as usize + 1)),
        }
    }

    /// Extends the best line from the root to `depth` plies by the best moves of the table. A line ends early where the
    /// score came from the table.
    pub fn complete(&self, tree: &mut Tree<G>, root: &G::Position, depth: u32) {
        let game = tree.game;
        let mut now = tree.line().iter().fold(*root, |position, &mv| game.play(&position, mv));
        while tree.line().len() < depth as usize {
            let best = self.table.get(tree.key(tree.line().len(), &now)).and_then(|entry| entry.best);
            let Some(mv) = best.and_then(|place| game.moves(&now).nth(place.into())) else { break };
            tree.lengthen(mv);
            now = game.play(&now, mv);
        }
    }

    /// Begins a node that is no leaf. The error is its score, if the bounds of the table decide it.
    pub fn open(
        &mut self,
        tree: &mut Tree<G>,
        position: &G::Position,
        depth: u32,
        asked: Window,
    ) -> Result<OpenNode, Score> {
        let (guesses, ply) = (tree.guesses, tree.descend(position));
        let hash = tree.key(ply, position);
        let entry = self.table.get(hash);
        let known = entry.map_or((Score::LEAST, Score::GREATEST), |entry| entry.bounds(depth));
        let mut node = OpenNode {
            hash,
            ply,
            depth,
            window: asked,
            asked,
            known,
            best: Score::LEAST,
            best_place: entry.and_then(|entry| entry.best),
            first: self.candidates.len(),
            tried: 0,
            guesses,
            undated: tree.undated,
            repeated_before: NEVER,
            repeated: NEVER,
        };
        // Bounds that depend on guesses make the scores that use them guesses too.
        let guess = |bound: Score| bound > Score::LEAST && bound < Score::GREATEST && bound.decided().is_none();
        if entry.is_some_and(|entry| !entry.whole) && (guess(known.0) || guess(known.1)) {
            tree.guesses += 1;
        }
        // The root is always searched: the result needs a move.
        if ply > 0 {
            let cut = match known {
                (lower, upper) if lower >= asked.beta || lower == upper => Some(lower),
                (_, upper) if upper <= asked.alpha => Some(upper),
                _ => None,
            };
            if let (Some(score), Some(entry)) = (cut, entry) {
                tree.guesses = guesses + u64::from(!entry.whole && score.decided().is_none());
                tree.ascend();
                return Err(score);
            }
            node.window.alpha = asked.alpha.max(known.0);
            node.window.beta = asked.beta.min(known.1);
        }
        self.list(tree, position, &mut node)?;
        node.repeated_before = mem::replace(&mut tree.repeated, NEVER);
        Ok(node)
    }

    /// Lists the moves of a node by their promise. The error is a bound of a move that is at least beta.
    fn list(&mut self, tree: &mut Tree<G>, position: &G::Position, node: &mut OpenNode) -> Result<(), Score> {
        let (game, ask) = (tree.game, node.depth >= ASKED);
        for (place, mv) in game.moves(position).enumerate() {
            if !tree.allows(node.ply, mv) {
                continue;
            }
            let place = place.min(NO_PLACE.into()) as u8;
            let (mut promise, mut turn, mut hash_after) = (self.killed(node.ply, mv), Turn::Other, 0);
            if ask {
                let after = game.play(position, mv);
                turn = game::turn(game, position, &after);
                promise += Score::evaluated(game.evaluate(&after)).before(turn).number();
                hash_after = hash(&after);
                self.table.fetch(hash_after);
            }
            if node.best_place == Some(place) {
                promise = i32::MAX;
            }
            self.insert(node.first, ProbedCandidate { mv, place, turn, promise, after: hash_after });
        }
        let cut = self.candidates[node.first..].iter().filter(|_| ask).find_map(|candidate| {
            let entry = self.table.get(candidate.after)?;
            let (lower, upper) = entry.bounds(node.depth - 1);
            let bound = if candidate.turn == Turn::Same { lower } else { upper };
            let least = bound.before(candidate.turn);
            (least >= node.window.beta).then_some((least, entry.whole || least.decided().is_some()))
        });
        match cut.filter(|_| node.ply > 0) {
            Some((least, certain)) => {
                tree.guesses += u64::from(!certain);
                self.candidates.truncate(node.first);
                tree.ascend();
                Err(least)
            }
            None => Ok(()),
        }
    }

    /// How often a move has raised beta at this ply, up to [`KILLED`].
    #[inline(always)]
    fn killed(&self, ply: usize, mv: G::Move) -> i32 {
        let killer = self.killers[ply].iter().find(|killer| killer.0 == Some(mv));
        killer.map_or(0, |killer| killer.1.min(KILLED) as i32)
    }

    /// Inserts a candidate behind the candidates of the node with at least its promise.
    #[inline(always)]
    fn insert(&mut self, first: usize, candidate: ProbedCandidate<G::Move>) {
        let mut at = self.candidates.len();
        self.candidates.push(candidate);
        while at > first && self.candidates[at - 1].promise < candidate.promise {
            self.candidates[at] = self.candidates[at - 1];
            at -= 1;
        }
        self.candidates[at] = candidate;
    }

    /// The next move to try, and its place among the legal ones.
    #[inline(always)]
    pub fn next(&mut self, node: &mut OpenNode) -> Option<(G::Move, u8)> {
        let next = self.candidates.get(node.first + node.tried)?;
        node.tried += 1;
        Some((next.mv, next.place))
    }

    /// Takes the score of a move for the team that makes it. Returns whether it raises beta.
    pub fn take(&mut self, tree: &mut Tree<G>, node: &mut OpenNode, (mv, place): (G::Move, u8), score: Score) -> bool {
        let repeated = mem::replace(&mut tree.repeated, NEVER);
        node.repeated = node.repeated.min(repeated);
        node.best = node.best.max(score);
        if score <= node.window.alpha {
            return false;
        }
        node.window.alpha = score;
        node.best_place = Some(place);
        tree.prefer(node.ply, mv);
        if score < node.window.beta {
            return false;
        }
        // The lower bound depends on this move alone.
        node.repeated = repeated;
        let killers = &mut self.killers[node.ply];
        let slot = match killers.iter().position(|killer| killer.0 == Some(mv)) {
            Some(slot) => slot,
            None => {
                killers[KILLERS - 1] = (Some(mv), 0);
                KILLERS - 1
            }
        };
        killers[slot].1 += 1;
        if slot > 0 && killers[slot].1 >= killers[slot - 1].1 {
            killers.swap(slot, slot - 1);
        }
        true
    }

    /// Ends a node, and stores its bounds.
    pub fn close(&mut self, tree: &mut Tree<G>, node: OpenNode) -> Score {
        self.candidates.truncate(node.first);
        tree.ascend();
        let (lower, upper) = node.known;
        let score = node.best.clamp(lower, upper);
        let whole = tree.guesses == node.guesses;
        // The window was narrowed by the known bounds, which hold as before.
        let alpha = node.asked.alpha.max(lower);
        let (lower, upper) = match score {
            _ if score <= alpha => (lower, score),
            _ if score >= node.window.beta => (score, upper),
            _ => (score, score),
        };
        let best = node.best_place.filter(|&place| place < NO_PLACE);
        let of_this_line = node.repeated < node.ply;
        tree.repeated = node.repeated_before.min(if of_this_line { node.repeated } else { NEVER });
        // A win without a depth may be quicker than a win with one.
        let undated = tree.undated > node.undated;
        let is_win = |bound: Score| matches!(bound.decided(), Some(Value::Win(_)));
        let is_loss = |bound: Score| matches!(bound.decided(), Some(Value::Loss(_)));
        let holds_below = is_win(lower) || !(of_this_line || undated && is_loss(lower));
        let holds_above = is_loss(upper) || !(of_this_line || undated && is_win(upper));
        let lower = if holds_below { lower } else { node.known.0 };
        let upper = if holds_above { upper } else { node.known.1 };
        self.table.put(node.hash, BoundsEntry { lower, upper, depth: node.depth, whole, best });
        score
    }
}
