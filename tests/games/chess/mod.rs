//! Chess on paper and at the board: FEN, standard algebraic notation, PGN, counts of moves, how games end, and all of
//! it through the program.

mod board;
pub mod fen;
mod maim;
mod moves;
pub mod perft;
pub mod pgn;
mod program;
mod published;
mod rule50;
pub mod solver;

use std::sync::LazyLock;

use hindsight::game::{Game, Notation};
use hindsight::games::chess::{Chess, Move, Position};
use hindsight::play::Record;
use hindsight::util::random::Random;

pub static CHESS: LazyLock<Chess> = LazyLock::new(Chess::new);

/// Positions of every kind: with castling, en passant, promotions, and many pieces that reach the same square.
pub const POSITIONS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 60 40",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "Q6Q/8/8/2k5/8/8/8/Q2K3Q w - - 0 1",
    "7k/8/2N1N3/1N3N2/3r4/1N3N2/2N1N3/K7 w - - 0 1",
    "8/PPPPPPPP/8/2k1K3/8/8/pppppppp/8 b - - 99 80",
];

fn position(text: &str) -> Position {
    CHESS.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The game from a position with these moves.
fn played(from: &str, moves: &str) -> Record<Position, Move> {
    let mut record = Record::new(position(from));
    for text in moves.split_whitespace() {
        let mv = CHESS.parse_move(record.position(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let after = CHESS.play(record.position(), mv);
        record.push(mv, after);
    }
    record
}

/// A random game of at most `plies` plies.
fn random_game(from: &str, plies: usize, random: &mut Random) -> Record<Position, Move> {
    let mut record = Record::new(position(from));
    for _ in 0..plies {
        let moves: Vec<Move> = CHESS.moves(record.position()).collect();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        let after = CHESS.play(record.position(), mv);
        record.push(mv, after);
    }
    record
}
