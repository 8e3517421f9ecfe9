//! Quiescence: only captures are searched, replies to check, and at first moves that give check, until the evaluation can be
//! trusted.

use super::board::{Board, PAWN};
use super::entry::Entry;
use super::exchange::WORTH;
use super::history::Context;
use super::moves::Move;
use super::picker::{Picker, Wanted};
use super::score::{DECIDED, MATE, NONE, of_value};
use super::search::{MOST_PLIES, Search};
use crate::search::transposition::Bound;

impl Search<'_> {
    /// The score of a position in which only captures, or replies to check, are searched; quiet moves that give check too if
    /// `checks`.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        checks: bool,
    ) -> i32 {
        if PV {
            self.memory.lines[ply].clear();
            self.reached = self.reached.max(ply);
        }
        self.look();
        if self.is_stopped() || self.is_draw(board) {
            return 0;
        }
        let (in_check, from_root) = (board.checkers != 0, ply as i32);
        if ply >= MOST_PLIES {
            return if in_check { 0 } else { self.evaluate(board, ply) };
        }
        // Evaluate before the entry is read: its load from memory takes longer than an evaluation.
        let mut evaluation = if in_check { NONE } else { self.evaluate(board, ply) };
        let entry = self.shared.table.get(board.key);
        let known = entry.map_or(NONE, |entry| entry.score(from_root));
        if !PV
            && let Some(entry) = entry
            && entry.decides(known, alpha, beta)
        {
            return known;
        }
        if let Some(value) = self.exact(board) {
            return of_value(value, from_root);
        }
        let mut best = from_root - MATE;
        if !in_check {
            self.leaves += 1;
            evaluation = self.corrected(board, evaluation);
            best = evaluation;
            if let Some(entry) = entry
                && (entry.bound == Bound::Exact || (entry.bound == Bound::Lower) == (known > evaluation))
            {
                best = known;
            }
            if best >= beta {
                if entry.is_none() {
                    let found = self.blank(Bound::Lower, false).with_score(best, from_root);
                    self.shared.table.put(board.key, found);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let first_alpha = alpha;
        let table = entry.map_or(Move::NONE, |entry| entry.best);
        let context = if in_check { self.context(board, ply) } else { Context::NONE };
        let checks = (checks && !in_check).then(|| board.checks());
        let wanted = Wanted { table, killers: [Move::NONE; 2], context, threshold: 0, all: in_check, checks };
        let mut picker = Picker::new(board, wanted, &self.memory.candidates);
        let (mut best_move, mut tried) = (Move::NONE, 0);
        while let Some(mv) = picker.next(board, self.shared.table, &self.memory.history, &mut self.memory.candidates) {
            tried += 1;
            if best > -DECIDED {
                if in_check {
                    if tried > 2 && !board.is_tactical(mv) {
                        picker.skip_quiet();
                        continue;
                    }
                } else if !board.is_tactical(mv) {
                    if !board.wins(mv, 0) {
                        continue;
                    }
                } else {
                    // What even the captured piece does not lift to alpha is not worth a look.
                    let most = evaluation + 150;
                    if most <= alpha && mv.promotion().is_none() && !board.wins(mv, 1) {
                        best = best.max(most);
                        continue;
                    }
                    let gain = WORTH[board.captured(mv)];
                    if most + gain <= alpha && mv.promotion().is_none() && board.kinds[PAWN] != 0 {
                        best = best.max(most + gain);
                        continue;
                    }
                }
            }
            let next = self.enter(board, mv, ply);
            let score = -self.quiesce::<PV>(&next, -beta, -alpha, ply + 1, false);
            self.keys.pop();
            if self.is_stopped() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    alpha = score;
                    if PV {
                        self.set_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        picker.finish(&mut self.memory.candidates);
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if PV && best > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let principal = entry.is_some_and(|entry| entry.principal);
        let found = Entry { best: best_move, ..self.blank(bound, principal) };
        self.shared.table.put(board.key, found.with_score(best, from_root));
        best
    }
}
