//! The cost of a piece on each square, for each player: about a hundred for each row to go.

use crate::games::halma::{HalmaBoard, STRIDE, SquareSet};
use crate::util::random::Random;

/// The weights of the cost of a square outside the target, which is u columns and v rows from the corner of the target.
#[derive(Clone, Copy, Debug)]
pub struct CostWeights {
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
pub const WEIGHTS: CostWeights = CostWeights { outside: 200, row: 100, skew: 80, straggler: 30, inside: 20 };

/// The additional cost of a piece in its start zone when round 100 is near.
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
    pub fn new(board: &HalmaBoard, player: usize, weights: &CostWeights) -> Costs {
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

    /// The costs when round 100 is near, with [`LATE`] for the start zone.
    pub fn late(&self, board: &HalmaBoard, player: usize) -> Costs {
        let late = |square: usize| if board.zones[player].contains(square as u8) { LATE } else { 0 };
        Costs { cost: std::array::from_fn(|square| self.cost[square] + late(square)), keys: self.keys }
    }

    /// The cost of a set of pieces.
    pub fn of(&self, pieces: &SquareSet) -> i32 {
        pieces.iter().map(|square| self.cost[usize::from(square)]).sum()
    }

    /// The key of a set of pieces.
    pub fn key(&self, pieces: &SquareSet) -> u64 {
        pieces.iter().fold(0, |key, square| key ^ self.keys[usize::from(square)])
    }
}

/// The columns and rows of a square from the corner of a player's target.
pub fn from_corner(board: &HalmaBoard, player: usize, square: u8) -> (u8, u8) {
    mirrored(board, player, (square % STRIDE, square / STRIDE))
}

/// The square of these columns and rows from the corner of a player's target.
pub fn at_corner(board: &HalmaBoard, player: usize, (u, v): (u8, u8)) -> u8 {
    let (x, y) = mirrored(board, player, (u, v));
    STRIDE * y + x
}

/// Mirrors the board so that the corner of a player's target is (0, 0), and back.
fn mirrored(board: &HalmaBoard, player: usize, (x, y): (u8, u8)) -> (u8, u8) {
    let mirrored = |place: u8, bit: usize| {
        let far = (player ^ 3) & bit != 0;
        if far { (board.size - 1).saturating_sub(place) } else { place }
    };
    (mirrored(x, 1), mirrored(y, 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::halma::Halma;

    #[test]
    fn all_players_see_the_same_board() {
        let game = Halma::new();
        let costs: Vec<Costs> = (0..4).map(|player| Costs::new(game.board(), player, &WEIGHTS)).collect();
        for square in 0..=u8::MAX {
            let seen = from_corner(game.board(), 0, square);
            for (player, costs_of) in costs.iter().enumerate() {
                let same = at_corner(game.board(), player, seen);
                assert_eq!(from_corner(game.board(), player, same), seen);
                assert_eq!(costs_of.cost[usize::from(same)], costs[0].cost[usize::from(square)]);
            }
        }
        // The corner of the target, its brim, the square before it, and the start.
        let cost = |x: usize, y: usize| costs[0].cost[16 * y + x];
        assert_eq!([cost(15, 15), cost(12, 15), cost(12, 12), cost(0, 0)], [0, 60, 200 + 600 + 36, 200 + 3000 + 900]);
    }

    #[test]
    fn a_full_target_costs_least() {
        let game = Halma::new();
        let costs = Costs::new(game.board(), 0, &WEIGHTS);
        let outside = game.board().squares & !game.board().zones[3];
        let dearest = game.board().zones[3].iter().map(|square| costs.cost[usize::from(square)]).max();
        let cheapest = outside.iter().map(|square| costs.cost[usize::from(square)]).min();
        assert!(dearest < cheapest, "{dearest:?} {cheapest:?}");
        // A search keeps it therefore, however narrow the beam is.
        assert!(costs.of(&game.board().zones[3]) < cheapest.unwrap_or(0));
    }
}
