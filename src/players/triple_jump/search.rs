//! Principal variation search (Marsland and Campbell 1982; Reinefeld 1983) with a transposition table. A position in
//! which a jump is compulsory is never evaluated.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::order::Order;
use super::score::{DECIDED, WIN, from_entry, of_value, to_entry};
use crate::game::{Game, Outcome};
use crate::games::draughts::board::rotated;
use crate::games::draughts::evaluate::evaluate;
use crate::games::draughts::material::MOST_PIECES;
use crate::games::draughts::moves::Moves;
use crate::games::draughts::{Draughts, Move, Position};
use crate::search::transposition::{Bound, ScoreEntry, TranspositionTable, fold};
use crate::search::{SearchRequest, SearchResult, Watch};

/// The greatest distance from the root that is searched, in plies.
pub const MOST_PLIES: usize = 120;

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 1024;

/// A position of the game so far, or of the current line.
struct Visited {
    /// The hash of the position, with its side to move.
    hash: u64,
    /// The plies since a man moved or a piece was captured: only so far back may the same position be.
    reversible: usize,
}

/// The search of one thread.
pub struct Search<'a, 'b> {
    request: &'a SearchRequest<'b, Draughts>,
    table: &'a TranspositionTable<ScoreEntry>,
    age: u8,
    order: &'a mut Order,
    stop: Stop<'a>,
    pub nodes: u64,
    pub leaves: u64,
    /// The positions of the game so far and of the current line.
    path: Vec<Visited>,
    /// By ply, the principal variation from there.
    lines: Vec<Vec<Move>>,
}

/// When a search stops.
#[derive(Clone, Copy)]
pub struct Stop<'a> {
    /// The time by the clock.
    pub deadline: Option<Instant>,
    /// Set when the first thread has its result.
    pub flag: &'a AtomicBool,
    /// The watch of the caller.
    pub watch: &'a dyn Watch<SearchResult<Move>>,
}

impl Stop<'_> {
    fn is_due(&self) -> bool {
        self.flag.load(Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.watch.is_stopped()
    }
}

/// The search was stopped, or a table could not be read.
pub struct Stopped;

impl<'a, 'b> Search<'a, 'b> {
    pub fn new(
        request: &'a SearchRequest<'b, Draughts>,
        table: &'a TranspositionTable<ScoreEntry>,
        age: u8,
        order: &'a mut Order,
        stop: Stop<'a>,
    ) -> Search<'a, 'b> {
        let mut path: Vec<Visited> = Vec::with_capacity(request.before.len() + MOST_PLIES + 2);
        let positions = request.before.iter().chain([request.position]);
        for (position, before) in positions.zip(std::iter::once(None).chain(request.before.iter().map(Some))) {
            let reversible = before.is_some_and(|before| same_men(before, position));
            let reversible = path.last().map_or(0, |last| if reversible { last.reversible + 1 } else { 0 });
            path.push(Visited { hash: with_side(position, hash(position)), reversible });
        }
        let lines = (0..=MOST_PLIES + 1).map(|_| Vec::with_capacity(MOST_PLIES + 2)).collect();
        Search { request, table, age, order, stop, nodes: 0, leaves: 0, path, lines }
    }

    /// The score of the root within the window. The line is in [`Search::principal_variation`].
    pub fn root(&mut self, depth: i32, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.order.candidates.truncate(0);
        let position = *self.request.position;
        self.node(&position, hash(&position), depth, alpha, beta, 0)
    }

    /// The principal variation from the root.
    pub fn principal_variation(&self) -> &[Move] {
        &self.lines[0]
    }

    /// The score of a node: exact within the window, else a bound on the same side of it (fail-soft).
    fn node(
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
            if self.is_repetition() {
                return Ok(0);
            }
            if (position.own | position.other).count_ones() <= MOST_PIECES
                && let Some(value) = self.request.exact.value(position).map_err(|_| Stopped)?
            {
                self.leaves += 1;
                return Ok(of_value(value, from_root));
            }
            // No win is shorter than one at this ply (mate distance pruning).
            alpha = alpha.max(from_root - WIN);
            beta = beta.min(WIN - from_root - 1);
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let must_jump = matches!(moves, Moves::Jumps(_));
        if ply >= MOST_PLIES || depth <= 0 && !must_jump {
            self.leaves += 1;
            return Ok(evaluate(position, &self.request.game.weights));
        }
        let (full, zero) = (depth > 0, beta - alpha == 1);
        let mut known_best = ScoreEntry::NO_MOVE;
        if full && let Some(entry) = self.table.get(hash) {
            known_best = entry.best;
            let score = from_entry(entry.score, from_root);
            let cut = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cut && zero && ply > 0 && (i32::from(entry.depth) >= depth || score.abs() > DECIDED) {
                return Ok(score);
            }
        }

        let first = self.order.candidates.len();
        for (place, mv) in moves.enumerate() {
            self.order.add(position, mv, place, known_best, ply);
        }
        let number = self.order.candidates.len() - first;
        // A forced jump costs no depth.
        if must_jump && number == 1 && full {
            depth += 1;
        }
        let (first_alpha, mut best, mut best_place) = (alpha, -WIN - 1, ScoreEntry::NO_MOVE);
        for tried in 0..number {
            let Some(candidate) = self.order.candidates.select(first + tried) else { break };
            let mv = candidate.mv;
            let after = self.request.game.play(position, mv);
            let after_hash = self::hash(&after);
            self.enter(position, mv, &after, after_hash)?;
            let late = full && tried >= 3 && depth >= 3 && !must_jump;
            let reduction = if late { 1 + i32::from(tried >= 6 && depth >= 6) } else { 0 };
            let mut score = alpha + 1;
            if tried > 0 {
                score = -self.node(&after, after_hash, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1)?;
            }
            if tried > 0 && reduction > 0 && score > alpha {
                score = -self.node(&after, after_hash, depth - 1, -alpha - 1, -alpha, ply + 1)?;
            }
            if tried == 0 || score > alpha && score < beta {
                score = -self.node(&after, after_hash, depth - 1, -beta, -alpha, ply + 1)?;
            }
            self.path.pop();
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_place = candidate.place;
                    self.set_line(ply, mv);
                    if score >= beta {
                        if full {
                            self.order.record(position, mv, ply, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.order.candidates.truncate(first);
        if full {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best <= first_alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let (score, depth) = (to_entry(best, from_root), depth.clamp(0, 255) as u8);
            self.table.put(hash, ScoreEntry { score, depth, bound, best: best_place, age: self.age });
        }
        Ok(best)
    }

    /// Enters the position after a move, unless the search is to stop.
    #[inline(always)]
    fn enter(&mut self, position: &Position, mv: Move, after: &Position, hash: u64) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.stop.is_due() {
            return Err(Stopped);
        }
        let reversible = !mv.is_jump() && position.kings & mv.from() != 0;
        let reversible = self.path.last().map_or(0, |last| if reversible { last.reversible + 1 } else { 0 });
        self.path.push(Visited { hash: with_side(after, hash), reversible });
        Ok(())
    }

    /// Whether the position occurred before, on the line or in the game. A repetition takes at least four plies.
    #[inline(always)]
    fn is_repetition(&self) -> bool {
        let Some(now) = self.path.last().filter(|now| now.reversible >= 4) else { return false };
        let mut earlier = self.path.iter().rev().take(now.reversible + 1).skip(4).step_by(2);
        earlier.any(|before| before.hash == now.hash)
    }

    /// Sets the principal variation of this ply: the move, then the principal variation after it.
    #[inline(always)]
    fn set_line(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }
}

/// The hash of the pieces as the side to move sees them, never 0: both colours share entries.
#[inline(always)]
fn hash(position: &Position) -> u64 {
    let &Position { own, other, kings, .. } = position;
    let pieces = fold(own ^ 0xa076_1d64_78bd_642f, other ^ 0xe703_7ed1_a0b4_28db);
    fold(pieces ^ kings ^ 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3).max(1)
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
    rotated(men(before)) == men(after) && pieces(before) == pieces(after)
}
