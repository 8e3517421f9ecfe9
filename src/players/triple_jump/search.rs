//! The search: principal variation search (Marsland and Campbell 1982; Reinefeld 1983) with memory, in which a side that
//! must jump is never evaluated.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::memory::{Bound, Memory, NO_PLACE, hash};
use super::order::Order;
use crate::game::Value;
use crate::game::{Game, Outcome};
use crate::games::draughts::evaluate::{Weights, evaluate};
use crate::games::draughts::material::MOST_PIECES;
use crate::games::draughts::moves::Moves;
use crate::games::draughts::{Draughts, Move, Position};
use crate::search::SearchRequest;

/// Plies from the root that are searched at most, whatever is forced.
pub const LINE: usize = 120;

/// A win in 0 plies; one in more is less by as many.
pub const WIN: i32 = 30_000;

/// Every win lies above, with those of the deepest tables, and every evaluation below.
pub const DECIDED: i32 = 28_000;

/// Nodes between two looks at the clock.
const LOOK: u64 = 1024;

/// A position on the way to a node.
struct Step {
    /// The hash of the position, with its side to move.
    hash: u64,
    /// How many plies back positions may be the same: no man moved since, and none was taken.
    since: usize,
}

/// A search in progress.
pub struct Search<'a, 'b> {
    pub request: &'a SearchRequest<'b, Draughts>,
    pub weights: &'a Weights,
    pub memory: &'a Memory,
    pub order: &'a mut Order,
    pub end: End<'a>,
    pub nodes: u64,
    pub leaves: u64,
    /// The positions of the game so far and of the line.
    path: Vec<Step>,
    /// By ply, the best line from there.
    lines: Vec<Vec<Move>>,
}

/// When a search stops.
#[derive(Clone, Copy)]
pub struct End<'a> {
    /// The time by the clock.
    pub deadline: Option<Instant>,
    /// Set when another thread has the answer.
    pub told: &'a AtomicBool,
}

impl End<'_> {
    fn is_there(&self) -> bool {
        self.told.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The end has come.
pub struct Stopped;

/// The score of a value from a table, as many plies from the root.
fn of_value(value: Value, ply: i32) -> i32 {
    match value {
        Value::Win(plies) => (WIN - ply - plies as i32).max(DECIDED + 1),
        Value::Loss(plies) => (ply + plies as i32 - WIN).min(-DECIDED - 1),
        Value::Draw => 0,
    }
}

/// A score as plies from a node at this ply, and back.
fn kept(score: i32, ply: i32) -> i16 {
    let sign = i32::from(score > DECIDED) - i32::from(score < -DECIDED);
    (score + sign * ply) as i16
}

fn from_kept(score: i16, ply: i32) -> i32 {
    let score = i32::from(score);
    let sign = i32::from(score > DECIDED) - i32::from(score < -DECIDED);
    score - sign * ply
}

impl<'a, 'b> Search<'a, 'b> {
    pub fn new(
        request: &'a SearchRequest<'b, Draughts>,
        weights: &'a Weights,
        memory: &'a Memory,
        order: &'a mut Order,
        end: End<'a>,
    ) -> Search<'a, 'b> {
        let mut path: Vec<Step> = Vec::with_capacity(request.before.len() + LINE + 2);
        let positions = request.before.iter().chain([request.position]);
        for (position, before) in positions.zip(std::iter::once(None).chain(request.before.iter().map(Some))) {
            let still = before.is_some_and(|before| same_men(before, position));
            let since = path.last().map_or(0, |last| if still { last.since + 1 } else { 0 });
            path.push(Step { hash: with_side(position, hash_of(position)), since });
        }
        let lines = (0..=LINE + 1).map(|_| Vec::with_capacity(LINE + 2)).collect();
        Search { request, weights, memory, order, end, nodes: 0, leaves: 0, path, lines }
    }

    /// The score of the root within the window, and the best line in [`Search::line`].
    pub fn root(&mut self, depth: i32, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.order.list.clear();
        let position = *self.request.position;
        self.below(&position, hash_of(&position), depth, alpha, beta, 0)
    }

    /// The best line from the root.
    pub fn line(&self) -> &[Move] {
        &self.lines[0]
    }

    /// The score of a node: exact within the window, else a bound on the same side of it.
    fn below(
        &mut self,
        position: &Position,
        hash: u64,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.lines[ply].clear();
        let from_root = ply as i32;
        let moves = Moves::of(position);
        if moves.is_empty() {
            self.leaves += 1;
            let lost = from_root - WIN;
            return Ok(if self.request.game.stuck == Outcome::Loss { lost } else { -lost });
        }
        if ply > 0 {
            if self.comes_back() {
                return Ok(0);
            }
            if (position.own | position.other).count_ones() <= MOST_PIECES
                && let Some(value) = (self.request.known)(position)
            {
                self.leaves += 1;
                return Ok(of_value(value, from_root));
            }
            // Nothing is quicker than a win that is there already.
            alpha = alpha.max(from_root - WIN);
            beta = beta.min(WIN - from_root - 1);
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let must_jump = matches!(moves, Moves::Jumps(_));
        if ply >= LINE || depth <= 0 && !must_jump {
            self.leaves += 1;
            return Ok(evaluate(position, self.weights));
        }
        let (whole, zero) = (depth > 0, beta - alpha == 1);
        let mut best_place = NO_PLACE;
        if whole && let Some(entry) = self.memory.get(hash) {
            best_place = entry.best;
            let score = from_kept(entry.score, from_root);
            let cut = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cut && zero && ply > 0 && (i32::from(entry.depth) >= depth || score.abs() > DECIDED) {
                return Ok(score);
            }
        }

        let first = self.order.list.len();
        for (place, mv) in moves.enumerate() {
            self.order.add(position, mv, place, best_place, ply);
        }
        let number = self.order.list.len() - first;
        // A jump without a choice costs no depth.
        if must_jump && number == 1 && whole {
            depth += 1;
        }
        let (asked, mut best, mut found) = (alpha, -WIN - 1, NO_PLACE);
        for tried in 0..number {
            let Some(candidate) = self.order.next(first + tried) else { break };
            let mv = candidate.mv;
            let after = self.request.game.play(position, mv);
            let after_hash = hash_of(&after);
            self.enter(position, mv, &after, after_hash)?;
            let late = whole && tried >= 3 && depth >= 3 && !must_jump;
            let less = if late { 1 + i32::from(tried >= 6 && depth >= 6) } else { 0 };
            let mut score = alpha + 1;
            if tried > 0 {
                score = -self.below(&after, after_hash, depth - 1 - less, -alpha - 1, -alpha, ply + 1)?;
            }
            if tried > 0 && less > 0 && score > alpha {
                score = -self.below(&after, after_hash, depth - 1, -alpha - 1, -alpha, ply + 1)?;
            }
            if tried == 0 || score > alpha && score < beta {
                score = -self.below(&after, after_hash, depth - 1, -beta, -alpha, ply + 1)?;
            }
            self.path.pop();
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    found = candidate.place;
                    self.prefer(ply, mv);
                    if score >= beta {
                        if whole {
                            self.order.reward(position, mv, ply, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.order.list.truncate(first);
        if whole {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best <= asked => Bound::Upper,
                _ => Bound::Exact,
            };
            self.memory.put(hash, kept(best, from_root), depth.clamp(0, 255) as u8, bound, found);
        }
        Ok(best)
    }

    /// Enters the position after a move, or stops at the end.
    #[inline(always)]
    fn enter(&mut self, position: &Position, mv: Move, after: &Position, hash: u64) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) && self.end.is_there() {
            return Err(Stopped);
        }
        let still = !mv.is_jump() && position.kings & mv.from() != 0;
        let since = self.path.last().map_or(0, |last| if still { last.since + 1 } else { 0 });
        self.path.push(Step { hash: with_side(after, hash), since });
        Ok(())
    }

    /// Whether the position has been on the line or on the board. Nobody comes back in fewer than four plies.
    #[inline(always)]
    fn comes_back(&self) -> bool {
        let Some(now) = self.path.last().filter(|now| now.since >= 4) else { return false };
        let earlier = self.path.iter().rev().take(now.since + 1).skip(4).step_by(2);
        earlier.into_iter().any(|before| before.hash == now.hash)
    }

    /// The best line from this ply is now the move and then the best line after it.
    #[inline(always)]
    fn prefer(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }
}

/// The hash of the pieces, seen from the side to move: both colours share what is known.
#[inline(always)]
fn hash_of(position: &Position) -> u64 {
    hash(position.own, position.other, position.kings)
}

/// The hash with the side to move.
#[inline(always)]
fn with_side(position: &Position, hash: u64) -> u64 {
    hash ^ u64::from(position.black_to_move)
}

/// Whether a move from one position to the next was a king's step.
fn same_men(before: &Position, after: &Position) -> bool {
    let men = |position: &Position| (position.own | position.other) & !position.kings;
    let pieces = |position: &Position| (position.own | position.other).count_ones();
    crate::games::draughts::board::turned(men(before)) == men(after) && pieces(before) == pieces(after)
}
