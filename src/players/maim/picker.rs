//! The moves of a node in the order in which they are tried. They are generated in stages, as a cutoff spares the later
//! ones: the move of the table, captures that lose no material, killers, quiet moves by their history, losing captures.

use super::board::{Checks, MaimBoard, QUEEN};
use super::entry::MaimEntry;
use super::exchange::WORTH;
use super::generate::MovePart;
use super::history::{History, HistoryContext};
use super::moves::PackedMove;
use crate::search::transposition::TranspositionTable;

/// The candidates of every node of the current line, node after node, so that a search allocates nothing.
pub type Candidates = Vec<(PackedMove, i32)>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PickerStage {
    Table,
    GenerateTactical,
    Tactical,
    Killers(usize),
    GenerateQuiet,
    Quiet,
    Losing,
    Done,
}

/// The moves that a node wants.
#[derive(Clone, Copy, Debug)]
pub struct WantedMoves {
    /// The move of the table, or [`PackedMove::NONE`].
    pub table: PackedMove,
    /// Quiet moves that cut off at this distance from the root.
    pub killers: [PackedMove; 2],
    /// The context of the quiet moves.
    pub context: HistoryContext,
    /// Captures that win less than this come last.
    pub threshold: i32,
    /// Whether quiet moves and losing captures are wanted.
    pub all: bool,
    /// If only quiet moves that give check are wanted: the squares from which they do.
    pub checks: Option<Checks>,
}

/// Gives the moves of one node.
pub struct Picker {
    wanted: WantedMoves,
    stage: PickerStage,
    /// The place of the first candidate of the node. Losing captures come first.
    first: usize,
    losing: usize,
    next: usize,
    skip_quiet: bool,
}

impl Picker {
    /// The moves of a node. Its candidates follow the candidates already there.
    #[inline(always)]
    pub fn new(board: &MaimBoard, wanted: WantedMoves, candidates: &Candidates) -> Picker {
        let table = wanted.table;
        let is_wanted = || {
            wanted.all
                || board.is_tactical(table)
                || wanted.checks.is_some_and(|checks| board.gives_check(table, &checks))
        };
        let table =
            if table != PackedMove::NONE && board.is_legal(table) && is_wanted() { table } else { PackedMove::NONE };
        let first = candidates.len();
        let wanted = WantedMoves { table, ..wanted };
        Picker { wanted, stage: PickerStage::Table, first, losing: first, next: first, skip_quiet: false }
    }

    /// Leaves out the remaining quiet moves.
    #[inline(always)]
    pub fn skip_quiet(&mut self) {
        self.skip_quiet = true;
    }

    /// Leaves out the remaining quiet moves that do not give check.
    #[inline(always)]
    pub fn keep_checks(&mut self, board: &MaimBoard, checks: Checks, candidates: &mut Candidates) {
        if self.wanted.checks.is_none() && self.stage == PickerStage::Quiet {
            let mut kept = self.next;
            for place in self.next..candidates.len() {
                if board.gives_check(candidates[place].0, &checks) {
                    candidates.swap(kept, place);
                    kept += 1;
                }
            }
            candidates.truncate(kept);
        }
        self.wanted.checks = Some(checks);
    }

    /// Whether the last move was a capture that loses material.
    #[inline(always)]
    pub fn is_losing(&self) -> bool {
        self.stage == PickerStage::Losing
    }

    /// Removes the node's candidates.
    #[inline(always)]
    pub fn finish(self, candidates: &mut Candidates) {
        candidates.truncate(self.first);
    }

    /// The next move to try. The entry of the board after it is fetched as soon as it is chosen.
    #[inline(always)]
    pub fn next(
        &mut self,
        board: &MaimBoard,
        transpositions: &TranspositionTable<MaimEntry>,
        history: &History,
        candidates: &mut Candidates,
    ) -> Option<PackedMove> {
        let fetch = |mv| transpositions.fetch(board.key_after(mv));
        loop {
            match self.stage {
                PickerStage::Table => {
                    self.stage = PickerStage::GenerateTactical;
                    if self.wanted.table != PackedMove::NONE {
                        fetch(self.wanted.table);
                        return Some(self.wanted.table);
                    }
                }
                PickerStage::GenerateTactical => {
                    let table = self.wanted.table;
                    board.generate(MovePart::Tactical, |mv| {
                        if mv != table {
                            let promotion = if mv.promotion() == Some(QUEEN) { WORTH[QUEEN] } else { 0 };
                            let worth = WORTH[board.captured(mv)] + promotion;
                            candidates.push((mv, 16 * worth + history.capture(board, mv)));
                        }
                    });
                    self.stage = PickerStage::Tactical;
                }
                PickerStage::Tactical => {
                    let Some(mv) = self.select(candidates) else {
                        self.stage = match self.wanted {
                            WantedMoves { all: true, .. } => PickerStage::Killers(0),
                            WantedMoves { checks: Some(_), .. } => PickerStage::GenerateQuiet,
                            _ => PickerStage::Done,
                        };
                        continue;
                    };
                    fetch(mv);
                    if board.wins(mv, self.wanted.threshold) {
                        return Some(mv);
                    }
                    candidates.swap(self.losing, self.next - 1);
                    self.losing += 1;
                }
                PickerStage::Killers(number) => {
                    self.stage = if number == 0 { PickerStage::Killers(1) } else { PickerStage::GenerateQuiet };
                    let killer = self.wanted.killers[number];
                    let fits = killer != PackedMove::NONE && killer != self.wanted.table && !self.skip_quiet;
                    if fits && !board.is_tactical(killer) && board.is_legal(killer) {
                        fetch(killer);
                        return Some(killer);
                    }
                    // A killer that was not tried here is tried among the quiet moves if it is legal.
                    self.wanted.killers[number] = PackedMove::NONE;
                }
                PickerStage::GenerateQuiet => {
                    if !self.skip_quiet {
                        candidates.truncate(self.losing);
                        self.next = self.losing;
                        let WantedMoves { table, killers, context, checks, .. } = self.wanted;
                        let score = history.quiet(board, context);
                        board.generate(MovePart::Quiet, |mv| {
                            let wanted = checks.is_none_or(|checks| board.gives_check(mv, &checks));
                            if wanted && mv != table && mv != killers[0] && mv != killers[1] {
                                let bonus = if mv.promotion().is_some() { -60_000 } else { 0 };
                                candidates.push((mv, bonus + score(mv)));
                            }
                        });
                    }
                    self.stage = PickerStage::Quiet;
                }
                PickerStage::Quiet => {
                    if !self.skip_quiet
                        && let Some(mv) = self.select(candidates)
                    {
                        fetch(mv);
                        return Some(mv);
                    }
                    self.stage = if self.wanted.all { PickerStage::Losing } else { PickerStage::Done };
                    candidates.truncate(self.losing);
                    self.next = self.first;
                }
                PickerStage::Losing => match candidates.get(self.next) {
                    Some(&(mv, _)) => {
                        self.next += 1;
                        fetch(mv);
                        return Some(mv);
                    }
                    None => self.stage = PickerStage::Done,
                },
                PickerStage::Done => return None,
            }
        }
    }

    /// The most promising remaining candidate.
    #[inline(always)]
    fn select(&mut self, candidates: &mut Candidates) -> Option<PackedMove> {
        let rest = candidates.get_mut(self.next..).filter(|rest| !rest.is_empty())?;
        let (mut most, mut score) = (0, rest[0].1);
        for (other, candidate) in rest.iter().enumerate().skip(1) {
            if candidate.1 > score {
                (most, score) = (other, candidate.1);
            }
        }
        rest.swap(0, most);
        self.next += 1;
        Some(rest[0].0)
    }
}
