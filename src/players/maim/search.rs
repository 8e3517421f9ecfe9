//! The search of one thread: its memory, the conditions that stop it, and the steps that its nodes share.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::board::{MOST_MEN, MaimBoard};
use super::entry::MaimEntry;
use super::evaluate::evaluate;
use super::history::{History, HistoryContext, PLACED, Placed, placed};
use super::moves::PackedMove;
use super::network::{self, MaimEvaluator};
use super::picker::Candidates;
use super::root::RootMoves;
use super::score::{DECIDED, INFINITE, NONE};
use crate::game::Value;
use crate::players::deepening::{AlphaBeta, Aspiration, RootSearch};
use crate::search::Looks;
use crate::search::transposition::{Bound, TranspositionTable};
use crate::util::cpu::count_ones;

/// The greatest distance from the root that is searched, in plies.
pub const MOST_PLIES: usize = 120;

/// Frames before that of the root.
pub(super) const BEFORE: usize = 4;

/// A node of the current line.
#[derive(Clone, Copy)]
pub(super) struct MaimFrame {
    /// The static evaluation, or [`NONE`] in check.
    pub(super) evaluation: i32,
    /// The piece of the move that was made from here.
    pub(super) placed: Placed,
    /// Quiet moves that cut off at this distance from the root.
    pub(super) killers: [PackedMove; 2],
    /// The move that is left out in a search for a singular move.
    pub(super) excluded: PackedMove,
    /// Extensions by more than one ply on the line to here.
    pub(super) doubled: u8,
}

const FRAME: MaimFrame = MaimFrame {
    evaluation: NONE,
    placed: PLACED,
    killers: [PackedMove::NONE; 2],
    excluded: PackedMove::NONE,
    doubled: 0,
};

/// The memory of a thread, which lasts from move to move.
pub struct ThreadMemory {
    pub(super) history: History,
    pub(super) evaluator: MaimEvaluator,
    pub(super) candidates: Candidates,
    pub(super) frames: Vec<MaimFrame>,
    pub(super) reductions: [[i8; 64]; 64],
    /// By ply, the principal variation from there.
    pub(super) lines: Vec<Vec<PackedMove>>,
}

impl Default for ThreadMemory {
    fn default() -> ThreadMemory {
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (tried, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (0.75 + (depth as f64).ln() * (tried as f64).ln() / 2.25) as i8;
            }
        }
        ThreadMemory {
            history: History::default(),
            evaluator: network::evaluator(MOST_PLIES),
            candidates: Vec::with_capacity(64 * MOST_PLIES),
            frames: vec![FRAME; MOST_PLIES + BEFORE + 3],
            reductions,
            lines: (0..=MOST_PLIES + 1).map(|_| Vec::with_capacity(MOST_PLIES + 2)).collect(),
        }
    }
}

/// The state that the threads of a search share.
pub struct SharedState<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable<MaimEntry>,
    /// The number of moves that the player has made in the game, modulo 32.
    pub age: u8,
    /// The exact value of a board, where it is known.
    pub exact: Option<&'a (dyn Fn(&MaimBoard) -> Option<Value> + Sync)>,
    /// Set when the search is to stop.
    pub stopped: AtomicBool,
}

/// What ends the search of a thread beside the flag [`SharedState::stopped`], which it then sets.
#[derive(Clone, Copy, Default)]
pub struct SearchEnd<'a> {
    /// The number of nodes of the thread.
    pub nodes: Option<u64>,
    /// Whether the caller ends the search.
    pub is_stopped: Option<&'a (dyn Fn() -> bool + Sync)>,
    /// Whether the time of the search is over.
    pub is_late: Option<&'a (dyn Fn() -> bool + Sync)>,
}

/// The search of one thread.
pub struct MaimSearch<'a> {
    pub(super) shared: &'a SharedState<'a>,
    pub(super) memory: &'a mut ThreadMemory,
    /// The position at the root.
    board: MaimBoard,
    end: SearchEnd<'a>,
    /// When [`MaimSearch::look`] looks at the end.
    looks: Looks,
    /// The node count at which the search ends.
    most_nodes: u64,
    /// The keys of the positions of the game so far and of the current line.
    pub(super) keys: Vec<u64>,
    /// The keys of the game, without the root.
    played: usize,
    /// The moves at the root.
    pub root: RootMoves,
    /// Positions entered.
    pub nodes: u64,
    /// Positions evaluated.
    pub leaves: u64,
    /// Positions whose exact value was known.
    pub hits: u64,
    /// The greatest distance from the root that was reached, in plies.
    pub reached: usize,
}

impl<'a> MaimSearch<'a> {
    /// The search of a thread. `keys` has the keys of the positions of the game, the root's last.
    pub fn new(
        shared: &'a SharedState<'a>,
        memory: &'a mut ThreadMemory,
        board: MaimBoard,
        keys: Vec<u64>,
        root: RootMoves,
        end: SearchEnd<'a>,
    ) -> MaimSearch<'a> {
        memory.candidates.clear();
        memory.frames.fill(FRAME);
        let (played, most_nodes) = (keys.len() - 1, end.nodes.unwrap_or(u64::MAX));
        MaimSearch {
            shared,
            memory,
            board,
            end,
            looks: Looks::new(),
            most_nodes,
            keys,
            played,
            root,
            nodes: 0,
            leaves: 0,
            hits: 0,
            reached: 0,
        }
    }

    /// Whether the search is to stop.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.shared.stopped.load(Relaxed)
    }

    /// How full the table is, in thousandths.
    pub fn fullness(&self) -> u32 {
        self.shared.table.fullness()
    }

    /// The static evaluation of a board `ply` plies from the root.
    pub fn evaluate(&mut self, board: &MaimBoard, ply: usize) -> i32 {
        evaluate(board, &mut self.memory.evaluator, ply)
    }

    #[inline(always)]
    pub(super) fn frame(&mut self, ply: usize) -> &mut MaimFrame {
        &mut self.memory.frames[ply + BEFORE]
    }

    #[inline(always)]
    pub(super) fn look(&mut self) {
        if self.looks.is_due(self.nodes) || self.nodes >= self.most_nodes {
            let is_stopped = self.nodes >= self.most_nodes || self.end.is_stopped.is_some_and(|stopped| stopped());
            let is_late = self.end.is_late.is_some_and(|late| late());
            if self.looks.ends(self.nodes, self.root.depth == 1, is_stopped, is_late) {
                self.shared.stopped.store(true, Relaxed);
            }
            self.looks.looked(self.nodes);
        }
    }

    /// Whether the position is a draw by fifty moves, by repetition or by its material.
    #[inline(always)]
    pub(super) fn is_draw(&self, board: &MaimBoard) -> bool {
        if board.clock >= 100 && (board.checkers == 0 || board.has_moves()) || board.is_dead() {
            return true;
        }
        let (now, back) = (self.keys.len() - 1, usize::from(board.clock));
        let mut seen = 0;
        for before in (now.saturating_sub(back)..now.saturating_sub(3)).rev().filter(|before| (now - before) % 2 == 0) {
            if self.keys[before] == board.key {
                seen += 1;
                // One repetition on the line is enough: neither side has made progress.
                if before >= self.played || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Makes a move: the board after it.
    #[inline(always)]
    pub(super) fn enter(&mut self, board: &MaimBoard, mv: PackedMove, ply: usize) -> MaimBoard {
        let mut next = *board;
        next.play(mv);
        self.frame(ply).placed = placed(board, mv);
        self.keys.push(next.key);
        self.nodes += 1;
        next
    }

    /// The context of the quiet moves of a node.
    #[inline(always)]
    pub(super) fn context(&self, board: &MaimBoard, ply: usize) -> HistoryContext {
        let at = |back: usize| self.memory.frames[ply + BEFORE - back].placed;
        HistoryContext { before: [at(1), at(2), at(4)], threats: board.threats() }
    }

    /// The static evaluation, corrected by the errors in similar positions.
    #[inline(always)]
    pub(super) fn corrected(&self, board: &MaimBoard, evaluation: i32) -> i32 {
        // A game without captures and pawn moves tends to a draw.
        let evaluation = evaluation * (200 - i32::from(board.clock)) / 200;
        (evaluation + self.memory.history.correction(board)).clamp(1 - DECIDED, DECIDED - 1)
    }

    /// An entry of this search without a move and a score.
    #[inline(always)]
    pub(super) fn blank(&self, bound: Bound, principal: bool) -> MaimEntry {
        let age = self.shared.age;
        MaimEntry { best: PackedMove::NONE, score: 0, depth: 0, bound, principal, age }
    }

    /// The exact value of a board, where it is known.
    #[inline(always)]
    pub(super) fn exact(&mut self, board: &MaimBoard) -> Option<Value> {
        let exact = self.shared.exact?;
        if count_ones(board.occupied()) > MOST_MEN || board.castling != 0 {
            return None;
        }
        let value = exact(board)?;
        self.hits += 1;
        self.leaves += 1;
        Some(value)
    }

    /// Sets the principal variation of this ply: the move, then the principal variation after it.
    #[inline(always)]
    pub(super) fn set_line(&mut self, ply: usize, mv: PackedMove) {
        let (before, after) = self.memory.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }
}

impl RootSearch for MaimSearch<'_> {
    const ASPIRATION: Aspiration =
        Aspiration { width: 14, percent: 1, widest: 500, most_reduction: 3, decided: DECIDED, infinite: INFINITE };
    const DEEPEST: i32 = MOST_PLIES as i32;
    const STAGGERED: bool = false;

    fn search_root(&mut self, depth: i32, window: AlphaBeta) -> Option<i32> {
        let board = self.board;
        self.root.restart();
        self.memory.candidates.clear();
        let score = self.node::<true>(&board, depth, window, 0, false);
        self.root.sort();
        (!self.is_stopped()).then_some(score)
    }

    fn expected(&self) -> i32 {
        self.root.expected()
    }

    fn begin_line(&mut self, depth: i32, line: usize) {
        (self.root.depth, self.root.first) = (depth, line);
    }

    fn sort_lines(&mut self, lines: usize) {
        self.root.sort_lines(lines);
    }
}
