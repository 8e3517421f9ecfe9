//! The moves at the root, in the order of what is known of them.

use super::moves::PackedMove;

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: PackedMove,
    /// Its score when it was last the best so far.
    pub score: i32,
    /// Its place in the order of the current search: its score, or below every score.
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

/// The score of a move of which nothing is known but that another is better.
const UNKNOWN: i32 = i32::MIN;

impl RootMoves {
    /// Nothing is known of these moves yet.
    pub fn new(moves: impl IntoIterator<Item = PackedMove>) -> RootMoves {
        let moves = moves.into_iter().map(|mv| RootMove { mv, score: 0, order: UNKNOWN, nodes: 0, line: vec![mv] });
        RootMoves { moves: moves.collect(), first: 0, depth: 0 }
    }

    /// Whether the line now searched may begin with a move.
    #[inline(always)]
    pub fn is_allowed(&self, mv: PackedMove) -> bool {
        self.moves[self.first..].iter().any(|root| root.mv == mv)
    }

    /// Whether the best line is being searched.
    #[inline(always)]
    pub fn is_first(&self) -> bool {
        self.first == 0
    }

    /// Records what a search found of a move, with the line after it if it is the best so far.
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

    /// The score that the best of the moves without a line had last.
    pub fn expected(&self) -> i32 {
        self.moves[self.first].score
    }

    /// Begins another search of the moves without a line.
    pub fn restart(&mut self) {
        let first = self.first;
        self.moves[first..].iter_mut().for_each(|root| root.order = UNKNOWN);
    }

    /// Puts the best of the moves that have no line yet first among them; the others keep their order.
    pub fn sort(&mut self) {
        let first = self.first;
        self.moves[first..].sort_by_key(|root| std::cmp::Reverse(root.order));
    }

    /// Puts the lines in the order of their scores.
    pub fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
    }
}
