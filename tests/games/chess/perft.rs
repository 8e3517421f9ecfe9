//! Counts of the lines of play, against those that are published.

use hindsight::search::perft::perft;

use super::{CHESS, position};

/// Positions with their counts from depth 1 on (chessprogramming.org, Perft Results).
const COUNTS: [(&str, &[u64]); 5] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", &[48, 2_039, 97_862, 4_085_603, 193_690_690]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", &[6, 264, 9_467, 422_333, 15_833_292]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", &[44, 1_486, 62_379, 2_103_487, 89_941_194]),
];

/// Compares the counts up to the most lines.
pub fn compare(most: u64) {
    for (text, counts) in COUNTS {
        for (depth, &expected) in (1..).zip(counts).filter(|(_, expected)| **expected <= most) {
            assert_eq!(perft(&*CHESS, &position(text), depth), expected, "{text}, depth {depth}");
        }
    }
}

#[test]
fn lines_of_play_are_as_many_as_published() {
    compare(500_000);
}
