//! Positions with what they turned out to be worth, in a file: 20 bytes each.

use hindsight::games::draughts::Position;

use hindsight_tools::learning;

/// The bytes of a sample.
const BYTES: usize = 20;

/// A position of a game, as its side to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The pieces of the side to move, the pieces of the other side, and the kings among both: bits of squares.
    pub own: u64,
    pub other: u64,
    pub kings: u64,
    /// What the search that chose the move, or the tables, say of it: a score in hundredths of a logit.
    pub score: i16,
    /// The result of the game: 0 a loss, 1 a draw, 2 a win.
    pub result: u8,
    /// Whether the score is that of the tables.
    pub is_solved: bool,
}

impl Sample {
    /// A position with its score, of a game that ended with this result for its side to move.
    pub fn new(position: &Position, score: i16, result: u8) -> Sample {
        let &Position { own, other, kings, .. } = position;
        Sample { own, other, kings, score, result, is_solved: false }
    }
}

impl learning::Sample for Sample {
    type Bytes = [u8; BYTES];
    const BYTES: usize = BYTES;

    fn to_bytes(self) -> [u8; BYTES] {
        // 35 bits each: the highest three of each go together.
        let sets = [self.own, self.other, self.kings];
        let high = sets.iter().enumerate().fold(0u16, |high, (place, set)| high | ((set >> 32) as u16) << (3 * place));
        let mut bytes = [0; BYTES];
        for (place, set) in sets.into_iter().enumerate() {
            bytes[4 * place..4 * place + 4].copy_from_slice(&(set as u32).to_le_bytes());
        }
        bytes[12..14].copy_from_slice(&high.to_le_bytes());
        bytes[14..16].copy_from_slice(&self.score.to_le_bytes());
        bytes[16] = self.result;
        bytes[17] = self.is_solved.into();
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Sample {
        let high = u16::from_le_bytes([bytes[12], bytes[13]]);
        let set = |place: usize| {
            let low = u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[4 * place + byte]));
            u64::from(low) | u64::from(high >> (3 * place) & 7) << 32
        };
        Sample {
            own: set(0),
            other: set(1),
            kings: set(2),
            score: i16::from_le_bytes([bytes[14], bytes[15]]),
            result: bytes[16],
            is_solved: bytes[17] != 0,
        }
    }
}
