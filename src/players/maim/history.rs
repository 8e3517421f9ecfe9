//! History: scores of moves by how often they cut off in earlier nodes, and corrections of the evaluation by its errors
//! there.

use super::board::MaimBoard;
use super::moves::PackedMove;

/// Scores of moves lie between this and its negative.
const MOST: i32 = 16_384;
/// Slots of the scores by pawns.
const PAWNS: usize = 1 << 10;
/// Slots of each table of corrections.
const CORRECTIONS: usize = 1 << 14;
/// Corrections lie between this and its negative, in 1/256 of a hundredth of a pawn.
const MOST_CORRECTION: i32 = 256 * 32;

/// A piece and the square to which it has moved, as an index made of colour, kind and square.
pub type Placed = usize;
/// The number of these indices, which stands for no piece.
pub const PLACED: usize = 12 * 64;

/// The index of the piece that makes a move.
#[inline(always)]
pub fn placed(board: &MaimBoard, mv: PackedMove) -> Placed {
    (board.own() * 6 + board.kind_on(mv.from()).min(5)) * 64 + usize::from(mv.to())
}

/// The context on which the scores of a node's quiet moves depend, beside the board.
#[derive(Clone, Copy, Debug)]
pub struct HistoryContext {
    /// The pieces moved one, two and four plies before.
    pub before: [Placed; 3],
    /// The squares that the other side attacks.
    pub threats: u64,
}

impl HistoryContext {
    /// No earlier moves, and no attacked squares.
    pub const NONE: HistoryContext = HistoryContext { before: [PLACED; 3], threats: 0 };

    /// Whether a move leaves an attacked square, and whether it goes to one.
    #[inline(always)]
    fn danger(&self, mv: PackedMove) -> usize {
        (2 * (self.threats >> mv.from() & 1) + (self.threats >> mv.to() & 1)) as usize
    }
}

/// The memory of one thread.
pub struct History {
    /// By side to move, whether the squares are attacked, and the squares.
    quiet: Box<[[[[i16; 64]; 64]; 4]; 2]>,
    /// By the pawns, then the piece of the move.
    pawns: Box<[[i16; PLACED]]>,
    capture: Box<[[i16; 8]; PLACED]>,
    /// By the piece of an earlier move, then of this one.
    continuation: Box<[[i16; PLACED]]>,
    /// By side to move: of the pawns, of White's pieces, of Black's.
    corrections: Box<[[[i16; CORRECTIONS]; 2]; 3]>,
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: Box::new([[[[0; 64]; 64]; 4]; 2]),
            pawns: vec![[0; PLACED]; PAWNS].into(),
            capture: Box::new([[0; 8]; PLACED]),
            continuation: vec![[0; PLACED]; PLACED + 1].into(),
            corrections: Box::new([[[0; CORRECTIONS]; 2]; 3]),
        }
    }
}

/// Adds a bonus to a score, the less the nearer the score is to its limit.
#[inline(always)]
fn update(score: &mut i16, bonus: i32, most: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / most) as i16;
}

impl History {
    /// The scores of quiet moves.
    #[inline(always)]
    pub fn quiet<'a>(&'a self, board: &'a MaimBoard, context: HistoryContext) -> impl Fn(PackedMove) -> i32 + 'a {
        let moves = &self.quiet[board.own()];
        let pawns = &self.pawns[board.pawn_key as usize % PAWNS];
        let follows = context.before.map(|placed| &self.continuation[placed]);
        move |mv| {
            let piece = placed(board, mv);
            let score = |number: usize| i32::from(follows[number][piece]);
            let by_squares = moves[context.danger(mv)][usize::from(mv.from())][usize::from(mv.to())];
            i32::from(by_squares) + i32::from(pawns[piece]) + score(0) + score(1) + score(2) / 2
        }
    }

    /// Rewards a quiet move, or punishes it.
    #[inline(always)]
    pub fn learn_quiet(&mut self, board: &MaimBoard, mv: PackedMove, context: &HistoryContext, bonus: i32) {
        let piece = placed(board, mv);
        let moves = &mut self.quiet[board.own()][context.danger(mv)];
        update(&mut moves[usize::from(mv.from())][usize::from(mv.to())], bonus, MOST);
        update(&mut self.pawns[board.pawn_key as usize % PAWNS][piece], bonus, MOST);
        for placed in context.before {
            update(&mut self.continuation[placed][piece], bonus, MOST);
        }
    }

    /// The score of a capture or promotion.
    #[inline(always)]
    pub fn capture(&self, board: &MaimBoard, mv: PackedMove) -> i32 {
        self.capture[placed(board, mv)][board.captured(mv)].into()
    }

    /// Rewards a capture or promotion, or punishes it.
    #[inline(always)]
    pub fn learn_capture(&mut self, board: &MaimBoard, mv: PackedMove, bonus: i32) {
        update(&mut self.capture[placed(board, mv)][board.captured(mv)], bonus, MOST);
    }

    /// The mean error of the evaluation in similar positions, to be added to it.
    #[inline(always)]
    pub fn correction(&self, board: &MaimBoard) -> i32 {
        let of = |table: usize, key: u64| i32::from(self.corrections[table][board.own()][key as usize % CORRECTIONS]);
        (of(0, board.pawn_key) + of(1, board.piece_keys[0]) + of(2, board.piece_keys[1])) / 256
    }

    /// Learns the error of an evaluation: the score of a search to this depth minus the evaluation.
    #[inline(always)]
    pub fn learn_correction(&mut self, board: &MaimBoard, depth: i32, error: i32) {
        let bonus = (error * depth * 16).clamp(-MOST_CORRECTION / 4, MOST_CORRECTION / 4);
        for (table, key) in [board.pawn_key, board.piece_keys[0], board.piece_keys[1]].into_iter().enumerate() {
            let slot = &mut self.corrections[table][board.own()][key as usize % CORRECTIONS];
            update(slot, bonus, MOST_CORRECTION);
        }
    }
}
