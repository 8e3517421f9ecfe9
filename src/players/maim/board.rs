//! The board of the search: the position, its hashes, checks and pins, updated from move to move.

use super::bits;
use super::keys::KEYS;
use super::moves::PackedMove;
use crate::games::chess::is_dead;

/// Kinds of pieces, in the order of [`MaimBoard::kinds`].
pub const PAWN: usize = 0;
/// A knight.
pub const KNIGHT: usize = 1;
/// A bishop.
pub const BISHOP: usize = 2;
/// A rook.
pub const ROOK: usize = 3;
/// A queen.
pub const QUEEN: usize = 4;
/// A king.
pub const KING: usize = 5;
/// An empty square of [`MaimBoard::squares`].
pub const EMPTY: u8 = 6;

/// No square has an en-passant right.
pub const NO_SQUARE: u8 = 64;

/// The most pieces of a position whose exact value is asked for.
pub const MOST_MEN: u32 = 7;

/// The rights that a move from or to a square leaves.
const KEEPS: [u8; 64] = {
    let mut keeps = [15; 64];
    (keeps[0], keeps[4], keeps[7]) = (15 & !2, 15 & !3, 15 & !1);
    (keeps[56], keeps[60], keeps[63]) = (15 & !8, 15 & !12, 15 & !4);
    keeps
};

/// A position. It is copied for every move that is made.
#[derive(Clone, Copy, Debug)]
pub struct MaimBoard {
    /// The squares of each kind of piece, both colours.
    pub kinds: [u64; 6],
    /// The squares of White and of Black.
    pub colours: [u64; 2],
    /// The kind of piece on each square, or [`EMPTY`].
    pub squares: [u8; 64],
    /// The hash of the position.
    pub key: u64,
    /// The hash of the pawns.
    pub pawn_key: u64,
    /// The hash of each colour's other pieces.
    pub piece_keys: [u64; 2],
    /// The pieces that give check.
    pub checkers: u64,
    /// The pieces of the side to move that must stay on the line to their king.
    pub pinned: u64,
    /// 0 for White, 1 for Black.
    pub side: u8,
    /// The castling rights: 1 for White's king side, 2 for its queen side, 4 and 8 for Black's.
    pub castling: u8,
    /// The square behind a pawn that may be captured en passant, or [`NO_SQUARE`].
    pub en_passant: u8,
    /// Plies since the last capture or pawn move.
    pub clock: u16,
}

/// How a move of the side to move gives check.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// By kind, the squares from which a piece attacks the king.
    from: [u64; 6],
    /// The pieces of the side to move that give check by leaving their line to the king.
    screens: u64,
    /// The square of the king that is checked.
    king: u8,
}

impl MaimBoard {
    /// The board of these pieces.
    pub fn new(kinds: [u64; 6], colours: [u64; 2], side: u8, castling: u8, en_passant: u8, clock: u16) -> MaimBoard {
        let mut board = MaimBoard {
            kinds: [0; 6],
            colours: [0; 2],
            squares: [EMPTY; 64],
            key: KEYS.castling[usize::from(castling)],
            pawn_key: 0,
            piece_keys: [0; 2],
            checkers: 0,
            pinned: 0,
            side,
            castling,
            en_passant: NO_SQUARE,
            clock,
        };
        for (kind, &set) in kinds.iter().enumerate() {
            for square in bits::each(set) {
                board.put(kind, usize::from(colours[1] >> square & 1 == 1), square);
            }
        }
        if side == 1 {
            board.key ^= KEYS.side;
        }
        if en_passant < 64 {
            board.set_en_passant(en_passant);
        }
        board.look();
        board
    }

    /// The side to move, as an index.
    #[inline(always)]
    pub fn own(&self) -> usize {
        (self.side & 1).into()
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.colours[0] | self.colours[1]
    }

    /// The squares of one kind of piece in one colour.
    #[inline(always)]
    pub fn of(&self, kind: usize, colour: usize) -> u64 {
        self.kinds[kind] & self.colours[colour]
    }

    /// The kind of piece on a square, or [`EMPTY`].
    #[inline(always)]
    pub fn kind_on(&self, square: u8) -> usize {
        self.squares[usize::from(square & 63)].into()
    }

    /// The square of a king.
    #[inline(always)]
    pub fn king(&self, colour: usize) -> u8 {
        self.of(KING, colour).trailing_zeros() as u8
    }

    /// Whether a colour has more than pawns and the king.
    #[inline(always)]
    pub fn has_pieces(&self, colour: usize) -> bool {
        self.colours[colour] & !self.kinds[PAWN] & !self.kinds[KING] != 0
    }

    /// The pieces of both colours that attack a square, if these squares were occupied.
    #[inline(always)]
    pub fn attackers(&self, square: u8, occupied: u64) -> u64 {
        bits::pawn(1, square) & self.of(PAWN, 0)
            | bits::pawn(0, square) & self.of(PAWN, 1)
            | bits::knight(square) & self.kinds[KNIGHT]
            | bits::king(square) & self.kinds[KING]
            | bits::bishop(square, occupied) & (self.kinds[BISHOP] | self.kinds[QUEEN])
            | bits::rook(square, occupied) & (self.kinds[ROOK] | self.kinds[QUEEN])
    }

    /// Whether a colour attacks a square, if these squares were occupied.
    #[inline(always)]
    pub fn is_attacked(&self, square: u8, colour: usize, occupied: u64) -> bool {
        let by = self.colours[colour];
        bits::knight(square) & self.kinds[KNIGHT] & by != 0
            || bits::pawn(colour ^ 1, square) & self.kinds[PAWN] & by != 0
            || bits::king(square) & self.kinds[KING] & by != 0
            || bits::bishop(square, occupied) & (self.kinds[BISHOP] | self.kinds[QUEEN]) & by != 0
            || bits::rook(square, occupied) & (self.kinds[ROOK] | self.kinds[QUEEN]) & by != 0
    }

    /// Whether no sequence of moves leads to a mate, by the material alone.
    #[inline(always)]
    pub fn is_dead(&self) -> bool {
        is_dead(&self.kinds)
    }

    /// The key of a piece on a square.
    #[inline(always)]
    fn change_keys(&mut self, kind: usize, colour: usize, square: u8) {
        let key = KEYS.pieces[colour][kind][usize::from(square)];
        self.key ^= key;
        if kind == PAWN {
            self.pawn_key ^= key;
        } else {
            self.piece_keys[colour] ^= key;
        }
    }

    #[inline(always)]
    fn put(&mut self, kind: usize, colour: usize, square: u8) {
        let bit = 1 << square;
        self.kinds[kind] |= bit;
        self.colours[colour] |= bit;
        self.squares[usize::from(square)] = kind as u8;
        self.change_keys(kind, colour, square);
    }

    #[inline(always)]
    fn take(&mut self, kind: usize, colour: usize, square: u8) {
        let bit = 1 << square;
        self.kinds[kind] &= !bit;
        self.colours[colour] &= !bit;
        self.squares[usize::from(square)] = EMPTY;
        self.change_keys(kind, colour, square);
    }

    #[inline(always)]
    fn set_en_passant(&mut self, square: u8) {
        self.en_passant = square;
        self.key ^= KEYS.files[usize::from(square & 7)];
    }

    /// Finds the pieces that give check and the pinned pieces.
    #[inline(always)]
    fn look(&mut self) {
        let own = self.own();
        let (king, enemies) = (self.king(own), self.colours[own ^ 1]);
        self.checkers = (bits::knight(king) & self.kinds[KNIGHT] | bits::pawn(own, king) & self.kinds[PAWN]) & enemies;
        self.pinned = 0;
        let snipers = bits::diagonals(king) & (self.kinds[BISHOP] | self.kinds[QUEEN])
            | bits::straights(king) & (self.kinds[ROOK] | self.kinds[QUEEN]);
        let occupied = self.occupied();
        for sniper in bits::each(snipers & enemies) {
            let between = bits::between(king, sniper) & occupied;
            if between == 0 {
                self.checkers |= 1 << sniper;
            } else if between & (between - 1) == 0 {
                self.pinned |= between & self.colours[own];
            }
        }
    }

    /// The squares that the side that is not to move attacks.
    pub fn threats(&self) -> u64 {
        let (other, occupied) = (self.own() ^ 1, self.occupied());
        let pieces = self.colours[other];
        let ahead = bits::ahead(other, self.of(PAWN, other));
        let mut squares = (ahead & !bits::FILE_A) >> 1 | (ahead & !bits::FILE_H) << 1 | bits::king(self.king(other));
        for from in bits::each(self.of(KNIGHT, other)) {
            squares |= bits::knight(from);
        }
        for from in bits::each((self.kinds[BISHOP] | self.kinds[QUEEN]) & pieces) {
            squares |= bits::bishop(from, occupied);
        }
        for from in bits::each((self.kinds[ROOK] | self.kinds[QUEEN]) & pieces) {
            squares |= bits::rook(from, occupied);
        }
        squares
    }

    /// How a move of the side to move gives check.
    #[inline(always)]
    pub fn checks(&self) -> Checks {
        let (own, king, occupied) = (self.own(), self.king(self.own() ^ 1), self.occupied());
        let (bishop, rook) = (bits::bishop(king, occupied), bits::rook(king, occupied));
        let snipers = bits::diagonals(king) & !bishop & (self.kinds[BISHOP] | self.kinds[QUEEN])
            | bits::straights(king) & !rook & (self.kinds[ROOK] | self.kinds[QUEEN]);
        let mut screens = 0;
        for sniper in bits::each(snipers & self.colours[own]) {
            let between = bits::between(king, sniper) & occupied;
            if between & (between - 1) == 0 {
                screens |= between & self.colours[own];
            }
        }
        Checks { from: [bits::pawn(own ^ 1, king), bits::knight(king), bishop, rook, bishop | rook, 0], screens, king }
    }

    /// Whether a move gives check. Some checks by castling, en passant and promotion are not seen.
    #[inline(always)]
    pub fn gives_check(&self, mv: PackedMove, checks: &Checks) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let kind = mv.promotion().unwrap_or(self.kind_on(from)).min(KING);
        checks.from[kind] >> to & 1 == 1
            || checks.screens >> from & 1 == 1 && bits::line(checks.king, from) >> to & 1 == 0
    }

    /// The key of the board after a move, to load its table entry early. It is wrong for castling and en passant.
    #[inline(always)]
    pub fn key_after(&self, mv: PackedMove) -> u64 {
        let (own, from, to) = (self.own(), usize::from(mv.from()), usize::from(mv.to()));
        let kind = self.kind_on(mv.from()).min(KING);
        let mut key = self.key ^ KEYS.side ^ KEYS.pieces[own][kind][from] ^ KEYS.pieces[own][kind][to];
        let captured = self.kind_on(mv.to());
        if captured <= KING {
            key ^= KEYS.pieces[own ^ 1][captured][to];
        }
        key
    }

    /// Makes a legal move.
    #[inline(always)]
    pub fn play(&mut self, mv: PackedMove) {
        let own = self.own();
        let (from, to) = (mv.from(), mv.to());
        let (kind, captured) = (self.kind_on(from), self.kind_on(to));
        let behind = self.en_passant;
        if behind < 64 {
            self.key ^= KEYS.files[usize::from(behind & 7)];
            self.en_passant = NO_SQUARE;
        }
        self.clock = self.clock.saturating_add(1);
        if captured != EMPTY as usize {
            self.take(captured, own ^ 1, to);
            self.clock = 0;
        }
        self.take(kind, own, from);
        self.put(mv.promotion().unwrap_or(kind), own, to);
        if kind == PAWN {
            self.clock = 0;
            if to == behind {
                self.take(PAWN, own ^ 1, to ^ 8);
            } else if from ^ to == 16 && bits::pawn(own, to ^ 8) & self.of(PAWN, own ^ 1) != 0 {
                self.set_en_passant(to ^ 8);
            }
        } else if kind == KING && from.abs_diff(to) == 2 {
            let (rook, crossed) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            self.take(ROOK, own, rook);
            self.put(ROOK, own, crossed);
        }
        let castling = self.castling & KEEPS[usize::from(from)] & KEEPS[usize::from(to)];
        if castling != self.castling {
            self.key ^= KEYS.castling[usize::from(self.castling)] ^ KEYS.castling[usize::from(castling)];
            self.castling = castling;
        }
        self.side ^= 1;
        self.key ^= KEYS.side;
        self.look();
    }

    /// Passes. The side to move must not be in check.
    #[inline(always)]
    pub fn pass(&mut self) {
        if self.en_passant < 64 {
            self.key ^= KEYS.files[usize::from(self.en_passant & 7)];
            self.en_passant = NO_SQUARE;
        }
        self.clock = self.clock.saturating_add(1);
        self.side ^= 1;
        self.key ^= KEYS.side;
        self.look();
    }

    /// Whether a legal move captures, or promotes a pawn.
    #[inline(always)]
    pub fn is_tactical(&self, mv: PackedMove) -> bool {
        self.kind_on(mv.to()) != EMPTY as usize
            || mv.promotion().is_some()
            || mv.to() == self.en_passant && self.kind_on(mv.from()) == PAWN
    }
}
