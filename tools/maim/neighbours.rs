//! Positions beside the positions of games, with the score of the network itself. A network that is to replace it
//! learns from them what it knew: the positions of games alone are few.

use hindsight::players::maim::board::MaimBoard;
use hindsight::players::maim::network;
use hindsight::util::random::Random;

use crate::games::legal;
use crate::sample::Sample;

/// The most random moves from a position of a game to a neighbour.
const MOST_MOVES: usize = 3;

/// A position one to [`MOST_MOVES`] random moves from each position of a game, unless the line ends before.
pub fn neighbours(samples: &[Sample], random: &mut Random) -> Vec<Sample> {
    let mut evaluator = network::evaluator(0);
    let mut neighbour = |sample: &Sample| -> Option<Sample> {
        let mut board = board(sample);
        for _ in 0..=random.below(MOST_MOVES) {
            let moves = legal(&board);
            board.play(*moves.get(random.below(moves.len().max(1)))?);
        }
        let score = evaluator.evaluate(&board, 0);
        Some(Sample::of_network(&board, if board.side == 0 { score } else { -score }))
    };
    samples.iter().filter_map(&mut neighbour).collect()
}

/// The board of a sample, without castling.
fn board(sample: &Sample) -> MaimBoard {
    let (mut kinds, mut colours) = ([0; 6], [0; 2]);
    for (square, kind, colour) in sample.pieces() {
        kinds[kind] |= 1 << square;
        colours[colour] |= 1 << square;
    }
    MaimBoard::new(kinds, colours, sample.side, 0, 64, 0)
}
