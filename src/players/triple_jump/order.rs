//! The order in which the moves of draughts are tried: the best move of an earlier search, killers, captures by the
//! pieces that they take, other steps by their history.

use super::rules::{STEPS, TripleJumpRules};
use crate::games::draughts::{Move, Position};
use crate::search::ordering::{Candidate, Killers, OrderedCandidates};
use crate::search::transposition::ScoreEntry;

/// The number that stands for a step where the move was a jump or is not known.
pub const NO_STEP: usize = STEPS;

/// The greatest score of the history.
const MOST_HISTORY: i32 = 1 << 14;

/// A score for each step, from minus to plus [`MOST_HISTORY`].
#[derive(Clone)]
struct Scores([i16; STEPS]);

impl Scores {
    /// Adds a bonus to a score, the less the nearer the score is to its limit.
    #[inline(always)]
    fn learn(&mut self, step: usize, bonus: i32) {
        let score = &mut self.0[step];
        *score += (bonus - i32::from(*score) * bonus.abs() / MOST_HISTORY) as i16;
    }
}

/// A node whose moves are ordered.
pub struct OrderedNode<'a> {
    /// The position.
    pub position: &'a Position,
    /// Its distance from the root, in plies.
    pub ply: usize,
    /// The step that led to it, or [`NO_STEP`].
    pub before: usize,
}

impl OrderedNode<'_> {
    /// The side to move: 0 or 1.
    #[inline(always)]
    fn side(&self) -> usize {
        usize::from(self.position.black_to_move)
    }
}

/// What one thread has learned about moves.
pub struct MoveOrder {
    killers: Killers<Move>,
    /// By side to move: how reliably a step raises beta.
    history: [Scores; 2],
    /// By the step before, for either side: how reliably a step raises beta.
    replies: Vec<Scores>,
    pub candidates: OrderedCandidates<Move>,
}

impl MoveOrder {
    /// Nothing learned yet, for lines of up to this many plies.
    pub fn new(plies: usize) -> MoveOrder {
        let none = Scores([0; STEPS]);
        MoveOrder {
            killers: Killers::new(plies),
            history: [none.clone(), none.clone()],
            replies: vec![none; NO_STEP + 1],
            candidates: OrderedCandidates::new(plies),
        }
    }

    /// Prepares for the next search of the game.
    pub fn restart(&mut self) {
        self.killers.clear();
        let scores = self.history.iter_mut().chain(&mut self.replies);
        scores.flat_map(|scores| &mut scores.0).for_each(|score| *score /= 2);
        self.candidates.truncate(0);
    }

    /// The history score of a step, from minus to plus twice its limit.
    #[inline(always)]
    pub fn history(&self, node: &OrderedNode, step: usize) -> i32 {
        i32::from(self.history[node.side()].0[step]) + i32::from(self.replies[node.before].0[step])
    }

    /// Adds a legal move to the candidates. `best` is the place of the best move of an earlier search.
    #[inline(always)]
    pub(super) fn add<R: TripleJumpRules>(&mut self, node: &OrderedNode, mv: Move, place: usize, best: u8) {
        let place = place.min(ScoreEntry::NO_MOVE as usize) as u8;
        let promise = if place == best && place != ScoreEntry::NO_MOVE {
            i32::MAX
        } else if mv.is_jump() {
            let taken = mv.taken();
            1000 * (taken.count_ones() + (taken & node.position.kings).count_ones()) as i32
        } else if let Some(slot) = self.killers.slot(node.ply, mv) {
            (1 << 30) - slot as i32
        } else {
            self.history(node, R::number(mv))
        };
        self.candidates.push(Candidate { mv, place, promise });
    }

    /// Records that the last of the moves tried has raised beta in a search to this depth, and the others have not. The
    /// candidates of the node begin at `first`.
    #[inline(always)]
    pub(super) fn record<R: TripleJumpRules>(&mut self, node: &OrderedNode, first: usize, tried: usize, depth: i32) {
        let MoveOrder { killers, history, replies, candidates } = self;
        let (history, replies) = (&mut history[node.side()], &mut replies[node.before]);
        let bonus = (depth * depth * 16).min(2048);
        for place in 0..=tried {
            let mv = candidates.get(first + place);
            if mv.is_jump() {
                return;
            }
            let bonus = if place == tried { bonus } else { -bonus };
            history.learn(R::number(mv), bonus);
            replies.learn(R::number(mv), bonus);
            if place == tried {
                killers.record(node.ply, mv);
            }
        }
    }
}
