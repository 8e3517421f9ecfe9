//! The search of one thread: principal variation search (Marsland and Campbell 1982; Reinefeld 1983) with a
//! transposition table. Only positions without a compulsory jump are evaluated.
//!
//! A *jump* is a capture, a *step* is any other move. Depths are in plies, scores in hundredths of a logit.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::evaluate::Evaluation;
use super::held::HeldMaterial;
use super::order::{MoveOrder, NO_STEP, OrderedNode};
use super::path::{Path, hash};
use super::pruning::{
    ENHANCED_DEPTH, FUTILITY_DEPTH, INTERNAL_DEPTH, LATE, LATE_DEPTH, PROBCUT, PROBCUT_DEPTH, PROBCUT_LESS, Pruning,
    RAZOR_DEPTH, SINGULAR, SINGULAR_DEPTH, SINGULAR_LESS,
};
use super::rules::{TripleJumpMoves, TripleJumpRules};
use super::score::{DECIDED, WIN, from_entry, of_value, to_entry};
use crate::game::{Game, Outcome};
use crate::games::draughts::board::DraughtsBoard;
use crate::games::draughts::{Draughts, Move, Position};
use crate::players::deepening::{AlphaBeta, Aspiration, RootSearch};
use crate::search::transposition::{Bound, ScoreEntry, TranspositionTable};
use crate::search::tree::SearchStopped;
use crate::search::{Limit, Looks, SearchClock, SearchRequest, SearchResult, Watch};
use crate::util::cpu::count_ones;

/// The greatest distance from the root that is searched, in plies.
pub const MOST_PLIES: usize = 120;

/// Stands for the evaluation where a jump is compulsory.
const NONE: i32 = -32_000;

/// The depth of entries of the transposition table whose score is of a table of values.
const SOLVED: u8 = u8::MAX;

/// A node of the current line.
#[derive(Clone, Copy)]
struct TripleJumpFrame {
    /// The evaluation, or [`NONE`].
    evaluation: i32,
    /// The step that led to it.
    step: usize,
    /// The move that its next search leaves out, by its number among the moves, or [`ScoreEntry::NO_MOVE`].
    without: u8,
}

/// The search of one thread.
pub(super) struct TripleJumpSearch<'a, 'b, R: TripleJumpRules> {
    pub request: &'a SearchRequest<'b, Draughts<R::Board>>,
    table: &'a TranspositionTable<ScoreEntry>,
    age: u8,
    order: &'a mut MoveOrder,
    evaluation: &'a mut Evaluation,
    frames: Vec<TripleJumpFrame>,
    pruning: Pruning,
    stop: StopConditions<'a>,
    looks: Looks,
    /// Whether it is in its first iteration.
    is_first: bool,
    /// The depth of the iteration.
    depth: i32,
    /// The score of the last iteration, or the evaluation of the root before the first.
    pub expected: i32,
    pub nodes: u64,
    pub leaves: u64,
    /// The material that the exact values hold.
    held: HeldMaterial,
    /// The positions of the game so far and of the current line.
    path: Path,
    /// By ply, the principal variation from there.
    lines: Vec<Vec<Move>>,
}

/// The conditions that stop a search.
#[derive(Clone, Copy)]
pub struct StopConditions<'a> {
    /// The limits of time.
    pub limit: Limit,
    /// The clock of the limits of time.
    pub clock: &'a SearchClock,
    /// The number of nodes of the thread.
    pub nodes: u64,
    /// Set when the first thread has its result.
    pub flag: &'a AtomicBool,
    /// The watch of the caller.
    pub watch: &'a dyn Watch<SearchResult<Move>>,
}

impl StopConditions<'_> {
    /// Whether the time of the search is over.
    fn is_late(&self) -> bool {
        self.clock.is_past(self.limit.time)
    }
}

impl<'a, 'b, R: TripleJumpRules> TripleJumpSearch<'a, 'b, R> {
    pub fn new(
        request: &'a SearchRequest<'b, Draughts<R::Board>>,
        table: &'a TranspositionTable<ScoreEntry>,
        age: u8,
        order: &'a mut MoveOrder,
        evaluation: &'a mut Evaluation,
        stop: StopConditions<'a>,
    ) -> TripleJumpSearch<'a, 'b, R> {
        let path = Path::of_game::<R::Board>(request.before, request.position, MOST_PLIES);
        let lines = (0..=MOST_PLIES + 1).map(|_| Vec::with_capacity(MOST_PLIES + 2)).collect();
        let frames =
            vec![TripleJumpFrame { evaluation: NONE, step: NO_STEP, without: ScoreEntry::NO_MOVE }; MOST_PLIES + 2];
        let pruning = Pruning::of(request.game.rules, matches!(evaluation, Evaluation::Network(..)));
        TripleJumpSearch {
            request,
            table,
            age,
            order,
            evaluation,
            frames,
            pruning,
            stop,
            looks: Looks::new(),
            is_first: false,
            depth: 0,
            expected: 0,
            nodes: 0,
            leaves: 0,
            held: HeldMaterial::new(),
            path,
            lines,
        }
    }

    /// The principal variation from the root; empty before the first move has a score.
    pub fn principal_variation(&self) -> &[Move] {
        &self.lines[0]
    }

    /// The score of a node: exact within the window, else a bound on the same side of it (fail-soft). `PV` nodes have a
    /// window of more than one score. `hash` is the hash of the position without its side to move.
    fn node<const PV: bool>(
        &mut self,
        position: &Position,
        hash: u64,
        mut depth: i32,
        mut window: AlphaBeta,
        ply: usize,
    ) -> Result<i32, SearchStopped> {
        // Step 1. End of the game.
        if PV {
            self.lines[ply].clear();
        }
        let from_root = ply as i32;
        let moves = R::moves(self.request.game, position);
        if moves.is_empty() {
            self.leaves += 1;
            let lost = from_root - WIN;
            return Ok(if self.request.game.rules.without_move == Outcome::Loss { lost } else { -lost });
        }
        if ply > 0 {
            // Step 2. Draw by repetition.
            if self.path.is_repetition() {
                return Ok(0);
            }

            // Step 3. Distance pruning: no win is shorter than one at this ply.
            window.alpha = window.alpha.max(from_root - WIN);
            window.beta = window.beta.min(WIN - from_root - 1);
            if window.alpha >= window.beta {
                return Ok(window.alpha);
            }
        }
        let AlphaBeta { mut alpha, beta } = window;
        let must_jump = moves.must_jump();

        // Step 4. Tablebase probe. A compulsory jump is played first: tables of results derive such values by moves,
        // too.
        if ply > 0
            && !must_jump
            && count_ones(position.own | position.other) <= R::Board::MOST_PIECES
            && self.held.may_hold(self.request.exact, position)
            && let Some(score) = self.solved(position, hash, from_root)?
        {
            return Ok(score);
        }

        // Step 5. Threat extension: a threat to jump is answered before the position is evaluated. After a jump it is
        // not, or exchanges would go on and on.
        if depth == 0 && !must_jump && self.frames[ply].step != NO_STEP && self.is_threatened(position) {
            depth = 1;
        }

        // Step 6. Transposition table. At a depth of 0 it seldom knows the position, and the look-up would wait for
        // memory.
        let full = depth > 0;
        let without = mem::replace(&mut self.frames[ply].without, ScoreEntry::NO_MOVE);
        let is_whole = without == ScoreEntry::NO_MOVE;
        let known = if full { self.table.get(hash).filter(|entry| entry.depth != SOLVED) } else { None };
        let mut known_best = ScoreEntry::NO_MOVE;
        if let Some(entry) = known {
            known_best = entry.best;
            let score = from_entry(entry.score, from_root);
            let cut = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cut && !PV && is_whole && (i32::from(entry.depth) >= depth || score.abs() > DECIDED) {
                return Ok(score);
            }
        }

        // Step 7. Static evaluation, where no jump is compulsory.
        let evaluation = match known {
            _ if must_jump => NONE,
            Some(entry) if i32::from(entry.evaluation) != NONE => entry.evaluation.into(),
            _ => {
                self.leaves += 1;
                self.evaluation.evaluate(self.request.game, position, ply).clamp(-DECIDED + 1, DECIDED - 1)
            }
        };
        if ply >= MOST_PLIES {
            return Ok(if must_jump { 0 } else { evaluation });
        }
        if !full && !must_jump {
            return Ok(evaluation);
        }
        self.frames[ply].evaluation = evaluation;
        let is_improving = !must_jump && ply >= 2 && evaluation > self.frames[ply - 2].evaluation;

        if !PV && !must_jump && is_whole && beta.abs() < DECIDED {
            // Step 8. Razoring: this side is far behind and has no jump.
            if depth <= RAZOR_DEPTH && self.pruning.razor.is_some_and(|razor| evaluation + razor * depth <= alpha) {
                return Ok(evaluation);
            }

            // Step 9. Reverse futility pruning: this side is far ahead and the other has no jump to come.
            if depth <= FUTILITY_DEPTH
                && evaluation >= beta + self.pruning.futility * (depth - i32::from(is_improving))
                && !self.is_threatened(position)
            {
                return Ok(evaluation);
            }

            // Step 10. ProbCut: a shallow search is so far above beta that a deep one will be (M. Buro, "ProbCut",
            // 1995).
            if depth >= PROBCUT_DEPTH && evaluation >= beta {
                let above = beta + PROBCUT;
                if above < DECIDED {
                    let null = AlphaBeta::at_least(above);
                    let score = self.node::<false>(position, hash, depth - PROBCUT_LESS, null, ply)?;
                    if score >= above {
                        return Ok(score);
                    }
                }
            }
        }

        // Step 11. Internal iterative reduction: without a move of the table, a shallower search finds one.
        let is_unknown = !must_jump && known_best == ScoreEntry::NO_MOVE;
        if self.pruning.internal && ply > 0 && depth >= INTERNAL_DEPTH && is_unknown {
            depth -= 1;
        }

        // Step 12. Singular extension: a search without the best move of the table shows whether it is the only good
        // one (T. Anantharaman, M. Campbell and F. Hsu, "Singular extensions", 1988).
        let mut extension = 0;
        if self.pruning.singular
            && ply > 0
            && from_root < 2 * self.depth
            && depth >= SINGULAR_DEPTH
            && is_whole
            && let Some(entry) = known.filter(|entry| entry.best != ScoreEntry::NO_MOVE && entry.bound != Bound::Upper)
            && i32::from(entry.depth) >= depth - SINGULAR_LESS
        {
            let score = from_entry(entry.score, from_root);
            if score.abs() < DECIDED {
                let near = score - SINGULAR * depth;
                self.frames[ply].without = entry.best;
                let others = self.node::<false>(position, hash, (depth - 1) / 2, AlphaBeta::at_least(near), ply)?;
                if others < near {
                    extension = 1;
                } else if !PV && near >= beta {
                    // Two moves are good enough.
                    return Ok(near);
                } else if score >= beta {
                    extension = -1;
                }
            }
        }

        // Step 13. Moves. While the first are searched, the table entries of the others are loaded.
        let node = OrderedNode { position, ply, before: self.frames[ply].step };
        let first = self.order.candidates.len();
        let chosen = if ply == 0 { self.request.moves } else { &[] };
        for (place, mv) in moves.enumerate().filter(|(_, mv)| chosen.is_empty() || chosen.contains(mv)) {
            if full {
                self.table.fetch(self::hash(&self.request.game.play(position, mv)));
            }
            self.order.add::<R>(&node, mv, place, known_best);
        }
        let number = self.order.candidates.len() - first;

        // Step 14. Enhanced transposition cutoff: the table refutes a move already (J. Schaeffer and A. Plaat, "New
        // advances in alpha-beta searching", 1996).
        if !PV
            && depth >= ENHANCED_DEPTH
            && chosen.is_empty()
            && is_whole
            && let Some(score) = self.known_cutoff(position, first, depth, beta, from_root)
        {
            self.order.candidates.truncate(first);
            return Ok(score);
        }

        // Step 15. Forced jump extension.
        if must_jump && number == 1 && full {
            depth += 1;
        }

        // Step 16. Move loop.
        let (first_alpha, mut best, mut best_place) = (alpha, -WIN - 1, ScoreEntry::NO_MOVE);
        for tried in 0..number {
            let Some(candidate) = self.order.candidates.select(first + tried) else { break };
            if candidate.place == without && !is_whole {
                continue;
            }
            let extension = if candidate.place == known_best { extension } else { 0 };
            let mv = candidate.mv;
            let after = self.request.game.play(position, mv);
            let after_hash = self::hash(&after);
            let mut reduction = 0;
            if full && !must_jump && tried >= 1 {
                let offers = R::can_jump(self.request.game, &after);

                // Step 17. Late move pruning and futility pruning.
                if !PV && depth <= LATE_DEPTH && best > -DECIDED && !offers {
                    let late = tried as i32 >= LATE + depth * depth;
                    let hopeless = evaluation + self.pruning.hopeless * (depth + 1) <= alpha;
                    if late || hopeless {
                        continue;
                    }
                }

                // Step 18. Late move reductions.
                if depth >= 3 && (ply > 0 || self.pruning.reduces_root) && (!offers || self.pruning.reduces_offers) {
                    reduction = self.pruning.reductions[depth.min(63) as usize][tried.min(31)];
                    reduction += i32::from(!PV) - i32::from(is_improving);
                    reduction -= self.order.history(&node, R::number(mv)) / self.pruning.history_ply;
                    reduction -= i32::from(offers);
                    reduction = reduction.clamp(0, depth - 2);
                }
            }

            // Step 19. Principal variation search: a null window, then the full one for a move that may be better.
            self.enter(position, mv, &after, after_hash)?;
            self.frames[ply + 1].step = if mv.is_jump() { NO_STEP } else { R::number(mv) };
            let next = depth - 1 + extension;
            let mut score = alpha + 1;
            if !PV || tried > 0 {
                let null = AlphaBeta::above(alpha).after();
                score = -self.node::<false>(&after, after_hash, next - reduction, null, ply + 1)?;
                if reduction > 0 && score > alpha {
                    let deeper = self.pruning.deeper.is_some_and(|above| score > best + above);
                    score = -self.node::<false>(&after, after_hash, next + i32::from(deeper), null, ply + 1)?;
                }
            }
            if PV && (tried == 0 || score > alpha && score < beta) {
                let window = AlphaBeta { alpha, beta }.after();
                score = -self.node::<true>(&after, after_hash, next, window, ply + 1)?;
            }
            self.path.leave();

            // Step 20. New best move, and history update if it raises beta.
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_place = candidate.place;
                    if PV {
                        self.set_line(ply, mv, score < beta);
                    }
                    if score >= beta {
                        if full {
                            self.order.record::<R>(&node, first, tried, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.order.candidates.truncate(first);

        // Step 21. Transposition table store. With some of its moves alone a position has another score.
        if !is_whole {
            return Ok(best.max(first_alpha));
        }
        if full && chosen.is_empty() {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best <= first_alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let (score, depth) = (to_entry(best, from_root), depth.clamp(0, i32::from(SOLVED) - 1) as u8);
            let entry =
                ScoreEntry { score, depth, bound, best: best_place, age: self.age, evaluation: evaluation as i16 };
            self.table.put(hash, entry);
        }
        Ok(best)
    }

    /// Whether the other side could jump if it were to move.
    #[inline(always)]
    fn is_threatened(&self, position: &Position) -> bool {
        let &Position { own, other, kings, .. } = position;
        let rotated = R::Board::rotated;
        let position = Position { own: rotated(other), other: rotated(own), kings: rotated(kings), ..*position };
        R::can_jump(self.request.game, &position)
    }

    /// A score of at least beta that the transposition table has for one of the moves, in a search to this depth.
    #[inline(always)]
    fn known_cutoff(&self, position: &Position, first: usize, depth: i32, beta: i32, from_root: i32) -> Option<i32> {
        (first..self.order.candidates.len()).find_map(|at| {
            let after = self.request.game.play(position, self.order.candidates.get(at));
            let entry = self.table.get(hash(&after))?;
            let is_deep = match entry.depth {
                SOLVED => entry.age == self.age,
                found => i32::from(found) >= depth - 1,
            };
            let score = -from_entry(entry.score, from_root + 1);
            (is_deep && entry.bound != Bound::Lower && score >= beta).then_some(score)
        })
    }

    /// The score of a position without a jump that a table holds. It is kept in the transposition table, which is
    /// quicker to look up, until the end of this search: the next may have other values.
    #[inline(always)]
    fn solved(&mut self, position: &Position, hash: u64, from_root: i32) -> Result<Option<i32>, SearchStopped> {
        if let Some(entry) = self.table.get(hash).filter(|entry| entry.depth == SOLVED && entry.age == self.age) {
            return Ok(Some(from_entry(entry.score, from_root)));
        }
        let Some(value) = self.request.exact.value(position).map_err(|_| SearchStopped)? else { return Ok(None) };
        self.leaves += 1;
        let score = of_value(value, 0) as i16;
        let (bound, best, evaluation) = (Bound::Exact, ScoreEntry::NO_MOVE, NONE as i16);
        self.table.put(hash, ScoreEntry { score, depth: SOLVED, bound, best, age: self.age, evaluation });
        Ok(Some(from_entry(score, from_root)))
    }

    /// Enters the position after a move. The error stops the search.
    #[inline(always)]
    fn enter(&mut self, position: &Position, mv: Move, after: &Position, hash: u64) -> Result<(), SearchStopped> {
        self.nodes += 1;
        let is_enough = self.nodes >= self.stop.nodes;
        if is_enough || self.looks.is_due(self.nodes) {
            self.looks.looked(self.nodes);
            let (is_stopped, is_late) = (is_enough || self.stop.watch.is_stopped(), self.stop.is_late());
            let ends = self.looks.ends(self.nodes, self.is_first, is_stopped, is_late);
            if ends || self.stop.flag.load(Relaxed) {
                return Err(SearchStopped);
            }
        }
        self.path.enter(position, mv, after, hash);
        Ok(())
    }

    /// Sets the principal variation of this ply: the move, then the principal variation after it if `goes_on`.
    #[inline(always)]
    fn set_line(&mut self, ply: usize, mv: Move, goes_on: bool) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        if goes_on {
            line.extend_from_slice(&after[0]);
        }
    }
}

impl<R: TripleJumpRules> RootSearch for TripleJumpSearch<'_, '_, R> {
    const ASPIRATION: Aspiration =
        Aspiration { width: 30, percent: 0, widest: 0, most_reduction: 0, decided: DECIDED, infinite: WIN + 1 };
    const DEEPEST: i32 = MOST_PLIES as i32;
    const STAGGERED: bool = true;

    fn search_root(&mut self, depth: i32, window: AlphaBeta) -> Option<i32> {
        self.order.candidates.truncate(0);
        (self.is_first, self.depth) = (depth == 1, depth);
        let position = *self.request.position;
        let score = self.node::<true>(&position, hash(&position), depth, window, 0).ok()?;
        self.expected = score;
        Some(score)
    }

    fn expected(&self) -> i32 {
        self.expected
    }
}
