//! A node of the search: principal variation search (Marsland and Campbell 1982) with null moves, reductions and
//! extensions, and pruning by the static evaluation.
//!
//! A node is a *PV node* if its window has more than one score, and else expected to fail high (a *cut node*) or low.
//! The thresholds are in hundredths of a pawn, the depths in plies.

use super::board::MaimBoard;
use super::entry::MaimEntry;
use super::history::{HistoryContext, PLACED};
use super::moves::PackedMove;
use super::picker::{Picker, WantedMoves};
use super::score::{DECIDED, INFINITE, MATE, NONE, of_value};
use super::search::{BEFORE, MOST_PLIES, MaimSearch};
use crate::players::deepening::AlphaBeta;
use crate::search::transposition::Bound;

impl MaimSearch<'_> {
    /// The score of a node: exact within the window, else a bound on the same side of it (fail-soft). `cut` tells
    /// whether the node is expected to fail high.
    #[expect(clippy::too_many_lines, reason = "the steps of a node in their order")]
    pub(super) fn node<const PV: bool>(
        &mut self,
        board: &MaimBoard,
        mut depth: i32,
        mut window: AlphaBeta,
        ply: usize,
        cut: bool,
    ) -> i32 {
        // Step 1. Quiescence search at the horizon.
        if depth <= 0 {
            return self.quiesce::<PV>(board, window, ply, true);
        }

        // Step 2. Stop and draws.
        if PV {
            self.memory.lines[ply].clear();
            self.reached = self.reached.max(ply);
        }
        self.look();
        if self.is_stopped() {
            return 0;
        }
        let (is_root, in_check, from_root) = (ply == 0, board.checkers != 0, ply as i32);
        if !is_root {
            if self.is_draw(board) {
                return 0;
            }
            if ply >= MOST_PLIES {
                return if in_check { 0 } else { self.evaluate(board, ply) };
            }

            // Step 3. Mate distance pruning: no mate is shorter than one at this ply.
            window.alpha = window.alpha.max(from_root - MATE);
            window.beta = window.beta.min(MATE - from_root - 1);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        let AlphaBeta { mut alpha, beta } = window;

        // Step 4. Transposition table. The evaluation comes first: the load of the entry from memory takes longer.
        let mut evaluation = if in_check { NONE } else { self.evaluate(board, ply) };
        let excluded = self.frame(ply).excluded;
        let is_whole = excluded == PackedMove::NONE;
        let entry = if is_whole { self.shared.table.get(board.key) } else { None };
        let known = entry.map_or(NONE, |entry| entry.score(from_root));
        let was_principal = PV || entry.is_some_and(|entry| entry.principal);
        if !PV
            && let Some(entry) = entry
            && i32::from(entry.depth) >= depth
            && entry.decides(known, alpha, beta)
            && board.clock < 90
        {
            return known;
        }

        // Step 5. Tablebase probe.
        if !is_root
            && is_whole
            && let Some(value) = self.exact(board)
        {
            let score = of_value(value, from_root);
            // The rule of quiet plies may make a draw of a value where the clock is above zero. The key has no clock,
            // so such a value is not stored.
            if board.clock > 0 {
                return score;
            }
            let found = MaimEntry { depth: MOST_PLIES as u8, ..self.blank(Bound::Exact, PV) };
            self.shared.table.put(board.key, found.with_score(score, from_root));
            return score;
        }

        // Step 6. Static evaluation, corrected by the history. The score of the table is preferred where its bound is
        // on the far side of the evaluation.
        if !in_check {
            evaluation = self.corrected(board, evaluation);
        }
        self.frame(ply).evaluation = evaluation;
        self.frame(ply + 2).killers = [PackedMove::NONE; 2];
        self.frame(ply + 1).excluded = PackedMove::NONE;
        if !is_root {
            let doubled = self.frame(ply - 1).doubled;
            self.frame(ply).doubled = doubled;
        }
        let mut expected = evaluation;
        if !in_check
            && let Some(entry) = entry
            && (entry.bound == Bound::Exact || (entry.bound == Bound::Lower) == (known > evaluation))
        {
            expected = known;
        }
        let earlier = |back: usize| self.memory.frames[ply + BEFORE - back].evaluation;
        let improving = !in_check
            && match (earlier(2), earlier(4)) {
                (NONE, NONE) => true,
                (NONE, earlier) | (earlier, _) => evaluation > earlier,
            };
        let (own, after_pass) = (board.own(), !is_root && self.memory.frames[ply + BEFORE - 1].placed == PLACED);

        if !PV && !in_check && is_whole && beta > -DECIDED {
            // Step 7. Reverse futility pruning: far above beta, a quiet move keeps the score there.
            if depth <= 8 && expected < DECIDED && expected - 80 * (depth - i32::from(improving)) >= beta {
                return (expected + beta) / 2;
            }

            // Step 8. Razoring: far below alpha, only captures can help.
            if depth <= 3 && expected + 180 + 220 * depth < alpha {
                let score = self.quiesce::<false>(board, AlphaBeta::above(alpha), ply, false);
                if self.is_stopped() {
                    return 0;
                }
                if score <= alpha {
                    return score;
                }
            }

            // Step 9. Null move pruning: if a pass is good enough, so is the best move, except in zugzwang.
            if depth >= 3
                && !after_pass
                && expected >= beta
                && evaluation + 20 * depth >= beta + 100
                && board.has_pieces(own)
            {
                let reduction = 3 + depth / 3 + ((expected - beta) / 200).min(3);
                let mut next = *board;
                next.pass();
                self.shared.table.fetch(next.key);
                self.frame(ply).placed = PLACED;
                self.keys.push(next.key);
                self.nodes += 1;
                let null = AlphaBeta::at_least(beta).after();
                let score = -self.node::<false>(&next, depth - reduction, null, ply + 1, !cut);
                self.keys.pop();
                if self.is_stopped() {
                    return 0;
                }
                if score >= beta {
                    return if score >= DECIDED { beta } else { score };
                }
            }

            // Step 10. ProbCut: a capture that a shallow search finds well above beta holds in a deep search (M. Buro,
            // "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995).
            let above = beta + 180 - 60 * i32::from(improving);
            if depth >= 5
                && beta < DECIDED - 200
                && !entry.is_some_and(|entry| i32::from(entry.depth) >= depth - 3 && known < above)
                && let Some(score) = self.captures_above(board, depth, above, ply, cut)
            {
                return score;
            }
        }

        // Step 11. Internal iterative reduction: without a move of the table, a shallower search finds one.
        let best_known = entry.map_or(PackedMove::NONE, |entry| entry.best);
        if (PV || cut) && depth >= 4 && best_known == PackedMove::NONE {
            depth -= 1;
        }

        // Step 12. Move loop.
        let context = self.context(board, ply);
        let killers = self.frame(ply).killers;
        let wanted = WantedMoves { table: best_known, killers, context, threshold: 0, all: true, checks: None };
        let mut picker = Picker::new(board, wanted, &self.memory.candidates);
        let (first_alpha, mut best, mut best_move) = (alpha, -INFINITE, PackedMove::NONE);
        let (mut number, mut tried) = (0, TriedMoves::default());
        let table_captures = best_known != PackedMove::NONE && board.is_tactical(best_known);
        let mut checks = None;
        while let Some(mv) = picker.next(board, self.shared.table, &self.memory.history, &mut self.memory.candidates) {
            if mv == excluded || is_root && !self.root.is_allowed(mv) {
                continue;
            }
            number += 1;
            let is_quiet = !board.is_tactical(mv);
            let score_of_move = if is_quiet {
                self.memory.history.quiet(board, context)(mv)
            } else {
                self.memory.history.capture(board, mv)
            };
            let mut reduction = i32::from(self.memory.reductions[depth.min(63) as usize][number.min(63)]);

            // Step 13. Pruning at shallow depth. A check may win whatever the evaluation and the history say.
            if !is_root && best > -DECIDED && board.has_pieces(own) {
                let left = (depth - reduction).max(0);
                if is_quiet {
                    // Late move pruning.
                    if number as i32 > (3 + depth * depth) / if improving { 1 } else { 2 } {
                        let checks = checks.get_or_insert_with(|| board.checks());
                        picker.keep_checks(board, *checks, &mut self.memory.candidates);
                    }
                    // Futility pruning, and pruning by the history.
                    let futile = !in_check && left <= 8 && evaluation + 110 + 95 * left <= alpha;
                    let unpromising = left <= 4 && score_of_move < -4_000 * depth;
                    if futile || unpromising {
                        let checks = checks.get_or_insert_with(|| board.checks());
                        if futile {
                            picker.keep_checks(board, *checks, &mut self.memory.candidates);
                        }
                        if !board.gives_check(mv, checks) {
                            continue;
                        }
                    }
                    // Pruning by static exchange evaluation.
                    if left <= 8 && !board.wins(mv, -25 * left * left) {
                        continue;
                    }
                } else if depth <= 8 && picker.is_losing() && !board.wins(mv, -95 * depth) {
                    continue;
                }
            }

            // Step 14. Singular extension: the move of the table is searched deeper if every other move is worse.
            // Multi-cut: if another move fails high too, the node does.
            let mut extension = 0;
            if !is_root
                && mv == best_known
                && depth >= 7
                && is_whole
                && let Some(entry) = entry
                && i32::from(entry.depth) >= depth - 3
                && entry.bound != Bound::Upper
                && known.abs() < DECIDED
                && ply < 2 * self.root.depth as usize
            {
                let below = known - 2 * depth;
                self.frame(ply).excluded = mv;
                let score = self.node::<false>(board, (depth - 1) / 2, AlphaBeta::at_least(below), ply, cut);
                self.frame(ply).excluded = PackedMove::NONE;
                if self.is_stopped() {
                    return 0;
                }
                if score < below {
                    extension = 1;
                    if !PV && score < below - 20 && self.frame(ply).doubled < 8 {
                        extension = 2;
                        self.frame(ply).doubled += 1;
                    }
                } else if below >= beta {
                    picker.finish(&mut self.memory.candidates);
                    return below;
                } else if known >= beta {
                    extension = -2;
                } else if cut {
                    extension = -1;
                }
            }

            let nodes = self.nodes;
            let next = self.enter(board, mv, ply);
            let full = depth - 1 + extension;
            let mut score = NONE;
            let null = AlphaBeta::above(alpha).after();
            if depth >= 2 && number > 1 + usize::from(is_root) && (is_quiet || picker.is_losing()) {
                // Step 15. Late move reductions, with a deeper search if the reduced one fails high.
                reduction += i32::from(cut) + i32::from(!improving) + i32::from(table_captures && is_quiet);
                reduction -= i32::from(was_principal) + i32::from(PV) + i32::from(next.checkers != 0);
                reduction -= i32::from(mv == killers[0] || mv == killers[1]);
                reduction -= score_of_move / 9_000;
                let reduced = (full - reduction).clamp(1.min(full), full);
                score = -self.node::<false>(&next, reduced, null, ply + 1, true);
                if score > alpha && reduced < full {
                    let full = full + i32::from(score > best + 60) - i32::from(score < best + 8);
                    if reduced < full {
                        score = -self.node::<false>(&next, full, null, ply + 1, !cut);
                    }
                }
            } else if !PV || number > 1 {
                // Step 16. Null window search at full depth.
                score = -self.node::<false>(&next, full, null, ply + 1, !cut);
            }
            // Step 17. Principal variation search: the full window for the first move, and for a move that may be
            // better.
            if PV && (number == 1 || score > alpha) {
                score = -self.node::<true>(&next, full, AlphaBeta { alpha, beta }.after(), ply + 1, false);
            }
            self.keys.pop();
            if self.is_stopped() {
                return 0;
            }

            // Step 18. New best move.
            if is_root {
                self.root.record(mv, score, number == 1 || score > alpha, self.nodes - nodes, &self.memory.lines[1]);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    if PV {
                        self.set_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if mv != best_move {
                if is_quiet { tried.quiets.add(mv) } else { tried.captures.add(mv) }
            }
        }
        picker.finish(&mut self.memory.candidates);

        // Step 19. Mate and stalemate.
        if number == 0 {
            return match (is_whole, in_check) {
                (false, _) => alpha,
                (true, true) => from_root - MATE,
                (true, false) => 0,
            };
        }

        // Step 20. History update.
        let is_quiet_best = best_move == PackedMove::NONE || !board.is_tactical(best_move);
        if best >= beta {
            self.learn(board, best_move, depth, ply, &context, &tried);
        }
        if is_whole {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best > first_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let errs = match bound {
                Bound::Lower => best > evaluation,
                Bound::Upper => best < evaluation,
                Bound::Exact => true,
            };
            if !in_check && is_quiet_best && errs && best.abs() < DECIDED {
                self.memory.history.learn_correction(board, depth.min(16), best - evaluation);
            }

            // Step 21. Transposition table store.
            if !is_root || self.root.is_first() {
                let depth = depth.clamp(0, 255) as u8;
                let found = MaimEntry { best: best_move, depth, ..self.blank(bound, was_principal) };
                self.shared.table.put(board.key, found.with_score(best, from_root));
            }
        }
        best
    }

    /// The score of a capture that is at least `above` in a shallow search.
    fn captures_above(&mut self, board: &MaimBoard, depth: i32, above: i32, ply: usize, cut: bool) -> Option<i32> {
        let threshold = above - self.frame(ply).evaluation;
        let (table, killers, context) = (PackedMove::NONE, [PackedMove::NONE; 2], HistoryContext::NONE);
        let wanted = WantedMoves { table, killers, context, threshold, all: false, checks: None };
        let mut picker = Picker::new(board, wanted, &self.memory.candidates);
        let mut found = None;
        let null = AlphaBeta::at_least(above).after();
        while let Some(mv) = picker.next(board, self.shared.table, &self.memory.history, &mut self.memory.candidates) {
            let next = self.enter(board, mv, ply);
            let mut score = -self.quiesce::<false>(&next, null, ply + 1, false);
            if score >= above {
                score = -self.node::<false>(&next, depth - 4, null, ply + 1, !cut);
            }
            self.keys.pop();
            if self.is_stopped() {
                break;
            }
            if score >= above {
                let entry = MaimEntry { best: mv, depth: (depth - 3) as u8, ..self.blank(Bound::Lower, false) };
                self.shared.table.put(board.key, entry.with_score(score, ply as i32));
                found = Some(score);
                break;
            }
        }
        picker.finish(&mut self.memory.candidates);
        found
    }

    /// Rewards the move that cut off, and punishes the moves tried before it.
    fn learn(
        &mut self,
        board: &MaimBoard,
        best: PackedMove,
        depth: i32,
        ply: usize,
        context: &HistoryContext,
        tried: &TriedMoves,
    ) {
        let bonus = (160 * depth - 80).min(1_800);
        let history = &mut self.memory.history;
        if board.is_tactical(best) {
            history.learn_capture(board, best, bonus);
        } else {
            let killers = &mut self.memory.frames[ply + BEFORE].killers;
            if killers[0] != best {
                killers[1] = killers[0];
                killers[0] = best;
            }
            history.learn_quiet(board, best, context, bonus);
            tried.quiets.each(|mv| history.learn_quiet(board, mv, context, -bonus));
        }
        tried.captures.each(|mv| history.learn_capture(board, mv, -bonus));
    }
}

/// The moves that a node has tried, without the best.
#[derive(Default)]
struct TriedMoves {
    quiets: FirstMoves,
    captures: FirstMoves,
}

/// The first moves of many.
struct FirstMoves {
    moves: [PackedMove; 32],
    length: usize,
}

impl Default for FirstMoves {
    fn default() -> FirstMoves {
        FirstMoves { moves: [PackedMove::NONE; 32], length: 0 }
    }
}

impl FirstMoves {
    #[inline(always)]
    fn add(&mut self, mv: PackedMove) {
        if self.length < self.moves.len() {
            self.moves[self.length] = mv;
            self.length += 1;
        }
    }

    #[inline(always)]
    fn each(&self, learn: impl FnMut(PackedMove)) {
        self.moves[..self.length].iter().copied().for_each(learn);
    }
}
