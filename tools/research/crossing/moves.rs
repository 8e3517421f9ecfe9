//! The moves of one player alone.

use hindsight::games::halma::{Halma, HalmaBoard, STRIDE, SquareSet};

/// The moves that a search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Steps and chains everywhere. Reversed, such a move is one as well, and all moves of the game are among them.
    Free,
    /// Nothing leaves the target, and nothing enters the start zone from outside. A line of such moves, turned by half
    /// and reversed, is one as well.
    OneWay,
}

/// The board for one player: his start zone in one corner, his target in the opposite one.
pub struct Alone {
    /// The game on this board.
    pub game: Halma,
    /// The pieces that cross, at most sixteen.
    pub pieces: u32,
}

impl Alone {
    /// The pieces of the first player on this board.
    pub fn new(board: HalmaBoard) -> Alone {
        Alone { pieces: board.pieces(), game: Halma::on(board) }
    }

    /// The board.
    pub fn board(&self) -> &HalmaBoard {
        self.game.board()
    }

    /// The set that a crossing begins with.
    pub fn start(&self) -> SquareSet {
        self.board().zones[0]
    }

    /// The set that a crossing ends with.
    pub fn target(&self) -> SquareSet {
        *self.board().target(0)
    }

    /// The squares that a piece on a square of the set reaches in one turn.
    #[inline(always)]
    pub fn reach(&self, set: &SquareSet, from: u8, rule: Rule) -> SquareSet {
        let mut bridges = *set;
        bridges.remove(from);
        // No chain returns to where it came from.
        let mut closed = *set;
        let open = |from: u8| match rule {
            Rule::Free => self.board().squares,
            Rule::OneWay if self.board().target(0).contains(from) => *self.board().target(0),
            Rule::OneWay if self.board().zones[0].contains(from) => self.board().squares,
            Rule::OneWay => self.board().squares & !self.board().zones[0],
        };
        let mut reached = self.board().neighbours[usize::from(from)] & !*set & open(from);
        let mut next = SquareSet::of(from);
        while let Some(square) = next.pop() {
            let open = open(square);
            for hop in &self.board().hops[usize::from(square)] {
                if bridges.contains(hop.over) && !closed.contains(hop.to) && open.contains(hop.to) {
                    closed.insert(hop.to);
                    reached.insert(hop.to);
                    next.insert(hop.to);
                }
            }
        }
        reached
    }

    /// Calls with each move of the set, its squares and the set after it.
    #[inline(always)]
    pub fn for_each(&self, set: &SquareSet, rule: Rule, mut call: impl FnMut(u8, u8, SquareSet)) {
        for from in set.iter() {
            let mut rest = *set;
            rest.remove(from);
            for to in self.reach(set, from, rule).iter() {
                let mut after = rest;
                after.insert(to);
                call(from, to, after);
            }
        }
    }

    /// The set turned by half.
    pub fn turned(&self, set: &SquareSet) -> SquareSet {
        let last = self.board().size - 1;
        set.iter().map(|square| (last - square / STRIDE) * STRIDE + last - square % STRIDE).collect()
    }
}
