//! The moves at the root, in the order of their scores.

use super::moves::PackedMove;

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: PackedMove,
    /// Its score when it was last the best so far.
    pub score: i32,
    /// The key of its order in the current search: its score, or [`UNKNOWN`].
    order: i32,
    /// The nodes of its searches.
    pub nodes: u64,
    /// The principal variation that begins with it.
    pub line: Vec<PackedMove>,
}

/// The moves at the root. Those before [`RootMoves::first`] have a line of their own already.
#[derive(Clone, Debug)]
pub struct RootMoves {
    /// All that are allowed.
    pub moves: Vec<RootMove>,
    /// The number of lines found in this iteration.
    pub first: usize,
    /// The depth of the current iteration, in plies.
    pub depth: i32,
}

/// Less than every score: the search has only proved that another move is better.
const UNKNOWN: i32 = i32::MIN;

impl RootMoves {
    /// Moves that were not yet searched.
    pub fn new(moves: impl IntoIterator<Item = PackedMove>) -> RootMoves {
        let moves = moves.into_iter().map(|mv| RootMove { mv, score: 0, order: UNKNOWN, nodes: 0, line: vec![mv] });
        RootMoves { moves: moves.collect(), first: 0, depth: 0 }
    }

    /// Whether the line that is being searched may begin with a move.
    #[inline(always)]
    pub fn is_allowed(&self, mv: PackedMove) -> bool {
        self.moves[self.first..].iter().any(|root| root.mv == mv)
    }

    /// Whether the best line is being searched.
    #[inline(always)]
    pub fn is_first(&self) -> bool {
        self.first == 0
    }

    /// Records the score of a move, with the line after it if the move is the best so far.
    pub fn record(&mut self, mv: PackedMove, score: i32, is_best: bool, nodes: u64, line: &[PackedMove]) {
        let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        root.order = UNKNOWN;
        if is_best {
            (root.score, root.order) = (score, score);
            root.line.truncate(1);
            root.line.extend_from_slice(line);
        }
    }

    /// The last score of the best move without a line.
    pub fn expected(&self) -> i32 {
        self.moves[self.first].score
    }

    /// Begins another search of the moves without a line.
    pub fn restart(&mut self) {
        let first = self.first;
        self.moves[first..].iter_mut().for_each(|root| root.order = UNKNOWN);
    }

    /// Moves the best of the moves without a line to the front of them. The others keep their order.
    pub fn sort(&mut self) {
        let first = self.first;
        self.moves[first..].sort_by_key(|root| std::cmp::Reverse(root.order));
    }

    /// Sorts the first `lines` moves by their scores.
    pub fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
    }
}
