//! Positions, moves, and the arithmetic of squares.

use std::hash::{Hash, Hasher};

/// A set of squares: bit 0 is a1, bit 7 h1, bit 63 h8.
pub type Squares = u64;

/// The kinds of pieces, in the order of [`Position::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceType {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl PieceType {
    /// All of them.
    pub const ALL: [PieceType; 6] =
        [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen, PieceType::King];
    /// All but the king, from the weakest.
    pub const UNCROWNED: [PieceType; 5] =
        [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
    /// The pieces that a pawn becomes on the last rank.
    pub const PROMOTIONS: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

    /// The letter in English, upper case.
    pub fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// The name in English, in lower case.
    pub fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }
}

/// White, as an index.
pub const WHITE: usize = 0;
/// Black, as an index.
pub const BLACK: usize = 1;

/// The sides by index.
pub(super) const SIDES: [&str; 2] = ["White", "Black"];

/// No file has an en-passant right.
pub const NO_FILE: u8 = 8;

/// All that decides how a game goes on, and the two counters of FEN. Positions are equal if they are without the
/// counters.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The squares of each kind of piece, both colours.
    pub kinds: [Squares; 6],
    /// The squares of each colour.
    pub colours: [Squares; 2],
    /// [`WHITE`] or [`BLACK`].
    pub side: u8,
    /// The castling rights: 1 for White's king side, 2 for its queen side, 4 and 8 for Black's.
    pub castling: u8,
    /// The file of a pawn that may be captured en passant by a legal move, or [`NO_FILE`].
    pub en_passant: u8,
    /// Plies since the last capture or pawn move.
    pub clock: u16,
    /// The number of the move, counted from 1.
    pub number: u16,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let rights = |position: &Position| (position.side, position.castling, position.en_passant);
        self.kinds == other.kinds && self.colours == other.colours && rights(self) == rights(other)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // One colour follows from the kinds of pieces and the other colour.
        self.kinds.hash(state);
        self.colours[WHITE].hash(state);
        state.write_u32(u32::from_le_bytes([self.side, self.castling, self.en_passant, 0]));
    }
}

/// A move of a piece. Castling is a move of the king by two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square that the piece comes from.
    pub from: u8,
    /// The square that it ends on.
    pub to: u8,
    /// The piece that a pawn on the last rank becomes.
    pub promotion: Option<PieceType>,
}

impl Position {
    /// An empty board, White to move.
    pub const fn empty() -> Position {
        Position { kinds: [0; 6], colours: [0; 2], side: 0, castling: 0, en_passant: NO_FILE, clock: 0, number: 1 }
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Squares {
        self.colours[WHITE] | self.colours[BLACK]
    }

    /// The squares of one kind of piece in one colour.
    #[inline(always)]
    pub fn of(&self, kind: PieceType, colour: usize) -> Squares {
        self.kinds[kind as usize] & self.colours[colour]
    }

    /// The side to move, as an index.
    #[inline(always)]
    pub fn own(&self) -> usize {
        self.side.into()
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece(&self, square: u8) -> Option<(PieceType, usize)> {
        let bit = 1 << square;
        let kind = PieceType::ALL.into_iter().find(|&kind| self.kinds[kind as usize] & bit != 0)?;
        Some((kind, usize::from(self.colours[BLACK] & bit != 0)))
    }

    /// Whether a legal move captures en passant.
    #[inline(always)]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        let is_pawn = self.kinds[PieceType::Pawn as usize] >> mv.from & 1 == 1;
        is_pawn && mv.from % 8 != mv.to % 8 && self.occupied() >> mv.to & 1 == 0
    }

    /// The square of a king.
    #[inline(always)]
    pub fn king(&self, colour: usize) -> u8 {
        self.of(PieceType::King, colour).trailing_zeros() as u8
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub fn put(&mut self, kind: PieceType, colour: usize, square: u8) {
        self.kinds[kind as usize] |= 1 << square;
        self.colours[colour] |= 1 << square;
    }

    /// Empties a square.
    #[inline(always)]
    pub fn clear(&mut self, square: u8) {
        let others = !(1 << square);
        self.kinds.iter_mut().chain(&mut self.colours).for_each(|squares| *squares &= others);
    }
}

/// The squares of a set, in ascending order.
#[inline(always)]
pub fn squares(mut set: Squares) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

/// The square of a file and a rank, both from 0.
#[inline(always)]
pub fn square(file: u8, rank: u8) -> u8 {
    8 * rank + file
}

/// The square of this name.
pub(super) fn read_square(name: &[u8]) -> Option<u8> {
    match *name {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(square(file - b'a', rank - b'1')),
        _ => None,
    }
}

/// The name of a square.
pub fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}
