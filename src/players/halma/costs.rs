//! What the place of a piece costs, for each player: about a hundred for each row that it has still to go.

use crate::games::halma::{Board, STRIDE, Squares};
use crate::util::random::Random;

/// The weights of the cost of a square outside the target, which is u columns and v rows from the corner of the target.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The cost of being outside.
    pub outside: i32,
    /// The cost of each of the u + v rows.
    pub row: i32,
    /// The cost of each square off the diagonal, |u - v|: a piece on the rim needs as many steps as one that is nearer.
    pub skew: i32,
    /// The cost of (u + v) squared, divided by 30: stragglers.
    pub straggler: i32,
    /// The cost of each of the u + v rows inside the target: its depth is filled first.
    pub inside: i32,
}

/// The weights that the player uses.
pub const WEIGHTS: Weights = Weights { outside: 200, row: 100, skew: 60, straggler: 60, inside: 20 };

/// The cost of a piece in a wrong zone when round 100 is near.
const LATE: i32 = 20_000;

/// The costs and keys of the squares for one player.
pub struct Costs {
    /// By square, the cost of a piece there.
    pub cost: [i32; 256],
    /// By square, the key of a piece there: the key of a set is that of its squares, combined by exclusive or.
    pub keys: [u64; 256],
}

impl Costs {
    /// The costs for a player.
    pub fn new(board: &Board, player: usize, weights: &Weights) -> Costs {
        let cost = std::array::from_fn(|square| {
            let (u, v) = from_corner(board, player, square as u8);
            let (rows, skew) = (i32::from(u) + i32::from(v), i32::from(u.abs_diff(v)));
            if board.target(player).contains(square as u8) {
                weights.inside * rows
            } else {
                weights.outside + weights.row * rows + weights.skew * skew + weights.straggler * rows * rows / 30
            }
        });
        let mut random = Random::new(player as u64);
        Costs { cost, keys: std::array::from_fn(|_| random.bits()) }
    }

    /// The same costs when round 100 is near: wrong zones must be left.
    pub fn late(&self, board: &Board, player: usize) -> Costs {
        let late = |square: usize| if board.wrong[player].contains(square as u8) { LATE } else { 0 };
        Costs { cost: std::array::from_fn(|square| self.cost[square] + late(square)), keys: self.keys }
    }

    /// The cost of a set of pieces.
    pub fn of(&self, pieces: &Squares) -> i32 {
        pieces.iter().map(|square| self.cost[usize::from(square)]).sum()
    }

    /// The key of a set of pieces.
    pub fn key(&self, pieces: &Squares) -> u64 {
        pieces.iter().fold(0, |key, square| key ^ self.keys[usize::from(square)])
    }
}

/// The columns and rows of a square from the corner of a player's target.
pub fn from_corner(board: &Board, player: usize, square: u8) -> (u8, u8) {
    mirrored(board, player, (square % STRIDE, square / STRIDE))
}

/// The square of these columns and rows from the corner of a player's target.
pub fn at_corner(board: &Board, player: usize, (u, v): (u8, u8)) -> u8 {
    let (x, y) = mirrored(board, player, (u, v));
    STRIDE * y + x
}

/// Turns the corner of a player's target to (0, 0), and back.
fn mirrored(board: &Board, player: usize, (x, y): (u8, u8)) -> (u8, u8) {
    let mirrored = |place: u8, bit: usize| {
        let far = (player ^ 3) & bit != 0;
        if far { (board.size - 1).saturating_sub(place) } else { place }
    };
    (mirrored(x, 1), mirrored(y, 2))
}
