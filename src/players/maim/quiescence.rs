//! Quiescence search: captures, replies to check and, in its first ply, quiet moves that give check are searched until
//! the static evaluation can be trusted.

use super::board::{MaimBoard, PAWN};
use super::entry::MaimEntry;
use super::exchange::WORTH;
use super::history::HistoryContext;
use super::moves::PackedMove;
use super::picker::{Picker, WantedMoves};
use super::score::{DECIDED, MATE, NONE, of_value};
use super::search::{MOST_PLIES, MaimSearch};
use crate::players::deepening::AlphaBeta;
use crate::search::transposition::Bound;

impl MaimSearch<'_> {
    /// The score of a position in which only captures and replies to check are searched, and with `checks` also quiet
    /// moves that give check: exact within the window, else a bound on the same side of it.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        board: &MaimBoard,
        window: AlphaBeta,
        ply: usize,
        checks: bool,
    ) -> i32 {
        // Step 1. Stop and draws.
        let AlphaBeta { mut alpha, beta } = window;
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

        // Step 2. Transposition table. The evaluation comes first: the load of the entry from memory takes longer.
        let mut evaluation = if in_check { NONE } else { self.evaluate(board, ply) };
        let entry = self.shared.table.get(board.key);
        let known = entry.map_or(NONE, |entry| entry.score(from_root));
        if !PV
            && let Some(entry) = entry
            && entry.decides(known, alpha, beta)
        {
            return known;
        }

        // Step 3. Tablebase probe.
        if let Some(value) = self.exact(board) {
            return of_value(value, from_root);
        }

        // Step 4. Stand pat: no capture is compulsory, so the score is at least the static evaluation.
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

        // Step 5. Move loop.
        let first_alpha = alpha;
        let table = entry.map_or(PackedMove::NONE, |entry| entry.best);
        let context = if in_check { self.context(board, ply) } else { HistoryContext::NONE };
        let checks = (checks && !in_check).then(|| board.checks());
        let wanted =
            WantedMoves { table, killers: [PackedMove::NONE; 2], context, threshold: 0, all: in_check, checks };
        let mut picker = Picker::new(board, wanted, &self.memory.candidates);
        let (mut best_move, mut tried) = (PackedMove::NONE, 0);
        while let Some(mv) = picker.next(board, self.shared.table, &self.memory.history, &mut self.memory.candidates) {
            tried += 1;

            // Step 6. Pruning.
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
                    // Delta pruning: a capture that cannot raise the score to alpha.
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

            // Step 7. Search of the move.
            let next = self.enter(board, mv, ply);
            let score = -self.quiesce::<PV>(&next, AlphaBeta { alpha, beta }.after(), ply + 1, false);
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

        // Step 8. Transposition table store.
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if PV && best > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let principal = entry.is_some_and(|entry| entry.principal);
        let found = MaimEntry { best: best_move, ..self.blank(bound, principal) };
        self.shared.table.put(board.key, found.with_score(best, from_root));
        best
    }
}
