//! Positions with what they turned out to be worth, in a file: 20 bytes each.

use hindsight::games::draughts::Position;

use hindsight_tools::learning;

/// The bytes of a sample.
const BYTES: usize = 20;

/// The result of a position that is not of a game: its score is the network's.
pub const NO_GAME: u8 = 3;

/// A position of a game or beside one, as its side to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The pieces of the side to move, the pieces of the other side, and the kings among both: bits of squares.
    pub own: u64,
    pub other: u64,
    pub kings: u64,
    /// What the search that chose the move says of it, in hundredths of a logit, or what its value is [`worth`].
    pub score: i16,
    /// The result of the game: 0 a loss, 1 a draw, 2 a win. [`NO_GAME`] if there was none.
    pub result: u8,
    /// Whether the value is known: from tables, or as that of a game that was won.
    pub is_solved: bool,
}

impl Sample {
    /// A position with its score, of a game that ended with this result for its side to move.
    pub fn new(position: &Position, score: i16, result: u8) -> Sample {
        let &Position { own, other, kings, .. } = position;
        Sample { own, other, kings, score, result, is_solved: false }
    }

    /// A position that the network gives this score.
    pub fn of_network(position: &Position, score: i32) -> Sample {
        Sample::new(position, score.clamp(i16::MIN.into(), i16::MAX.into()) as i16, NO_GAME)
    }
}

/// What a win is worth in hundredths of a logit: the more the nearer it is, so that a player finds its way to it.
pub fn worth(plies: u32) -> i16 {
    700 - 3 * plies.min(160) as i16
}

/// The plies of a win that is worth so much.
fn plies_of(worth: i16) -> u32 {
    ((700 - worth) / 3).max(0) as u32
}

/// The least score of a position that its search or the network thinks won.
pub const WON: i16 = 250;

/// Gives won and lost positions the worth of their distance from the end. A position counts as won if its search
/// thought so and the game was won. The samples are in the order of their games.
///
/// ```text
///   score of the search   120   310   355   420   solved: win in 60 plies
///   score afterwards      120   511   514   517   520
/// ```
pub fn measure(samples: &mut [Sample]) {
    /// The plies from the end of a game to the end of its win, if tables do not tell.
    const AFTER: u32 = 40;
    let (mut plies, mut fewest) = (AFTER, u32::MAX);
    for sample in samples.iter_mut().rev().filter(|sample| sample.result != NO_GAME) {
        let pieces = (sample.own | sample.other).count_ones();
        // In a game pieces only become fewer.
        plies = if pieces < fewest { AFTER } else { plies + 1 };
        fewest = pieces;
        if sample.is_solved {
            plies = if sample.score == 0 { AFTER } else { plies_of(sample.score.abs()) };
        } else if sample.score.abs() >= WON && i16::from(sample.result) - 1 == sample.score.signum() {
            (sample.score, sample.is_solved) = (sample.score.signum() * worth(plies), true);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(pieces: u32, score: i16, result: u8, is_solved: bool) -> Sample {
        Sample { own: (1 << pieces) - 1, other: 0, kings: 0, score, result, is_solved }
    }

    #[test]
    fn wins_are_worth_their_distance() {
        let mut samples = [
            // A game that was drawn, and one that was won at once.
            sample(9, 300, 1, false),
            sample(12, 400, 2, false),
            // A game that was won 62 plies later. At first, its search did not think so.
            sample(14, 120, 2, false),
            sample(14, -310, 0, false),
            sample(8, 420, 2, false),
            sample(6, worth(60), 2, true),
        ];
        measure(&mut samples);
        let scores = samples.map(|sample| (sample.score, sample.is_solved));
        let won = [(worth(40), true), (120, false), (-worth(62), true), (worth(61), true), (worth(60), true)];
        assert_eq!((scores[0], &scores[1..]), ((300, false), &won[..]));
    }
}
