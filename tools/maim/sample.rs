//! Positions with what they turned out to be worth, in a file: 32 bytes each.

use hindsight::players::maim::board::MaimBoard;

use hindsight_tools::learning;

/// The bytes of a sample.
const BYTES: usize = 32;

/// The result of a position that is not of a game: its score is the network's.
pub const NO_GAME: u8 = 3;

/// A position of a game, or beside one.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The occupied squares.
    pub occupied: u64,
    /// Kind and colour of each piece in the order of the squares: the kind, and 8 for Black.
    pub pieces: [u8; 16],
    /// The score of the search that chose the move, as White sees it, in hundredths of a pawn.
    pub score: i16,
    /// The result of the game as White sees it: 0 a loss, 1 a draw, 2 a win. [`NO_GAME`] if there was none.
    pub result: u8,
    /// 0 if White is to move.
    pub side: u8,
}

impl Sample {
    /// The sample of a board.
    pub fn new(board: &MaimBoard, score: i32, result: u8) -> Sample {
        let occupied = board.occupied();
        let mut pieces = [0; 16];
        for (number, square) in (0..64).filter(|square| occupied >> square & 1 == 1).take(32).enumerate() {
            let piece = board.squares[square] | ((board.colours[1] >> square & 1) as u8 * 8);
            pieces[number / 2] |= piece << (4 * (number % 2));
        }
        Sample { occupied, pieces, score: score as i16, result, side: board.side }
    }

    /// The sample of a board that the network gives this score, as White sees it.
    pub fn of_network(board: &MaimBoard, score: i32) -> Sample {
        Sample::new(board, score.clamp(i16::MIN.into(), i16::MAX.into()), NO_GAME)
    }

    /// The pieces: square, kind, colour.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let squares = (0..64).filter(|square| self.occupied >> square & 1 == 1);
        squares.zip(0..32).map(|(square, number)| {
            let piece = self.pieces[number / 2] >> (4 * (number % 2)) & 15;
            (square, usize::from(piece & 7), usize::from(piece >> 3))
        })
    }
}

impl learning::Sample for Sample {
    type Bytes = [u8; BYTES];
    const BYTES: usize = BYTES;

    fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        (bytes[26], bytes[27]) = (self.result, self.side);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Sample {
        let mut sample = Sample { occupied: 0, pieces: [0; 16], score: 0, result: bytes[26], side: bytes[27] };
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[..8]);
        sample.occupied = u64::from_le_bytes(word);
        sample.pieces.copy_from_slice(&bytes[8..24]);
        sample.score = i16::from_le_bytes([bytes[24], bytes[25]]);
        sample
    }
}
