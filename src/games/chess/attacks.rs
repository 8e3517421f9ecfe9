//! Attacks: the squares that pieces reach. These are the only attack tables of the crate; `cozy-chess` has made them.

use cozy_chess::{
    BitBoard, Color, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use super::position::{PieceType, Position, Squares, WHITE};

/// The squares of the a-file.
pub const FILE_A: Squares = 0x0101_0101_0101_0101;
/// The squares of the h-file.
pub const FILE_H: Squares = FILE_A << 7;

#[inline(always)]
fn at(square: u8) -> Square {
    // The mask tells the compiler that no square is beyond 63.
    Square::index((square & 63).into())
}

/// The squares that a pawn of this colour captures on.
#[inline(always)]
pub fn pawn(colour: usize, square: u8) -> Squares {
    get_pawn_attacks(at(square), if colour == WHITE { Color::White } else { Color::Black }).0
}

/// The squares that pawns of this colour on any of these squares capture on.
#[inline(always)]
pub fn pawns(colour: usize, set: Squares) -> Squares {
    let ahead = ahead(colour, set);
    (ahead & !FILE_H) << 1 | (ahead & !FILE_A) >> 1
}

/// The squares one rank ahead of these, as a colour sees it.
#[inline(always)]
pub fn ahead(colour: usize, set: Squares) -> Squares {
    if colour == WHITE { set << 8 } else { set >> 8 }
}

/// The squares that a knight attacks.
#[inline(always)]
pub fn knight(square: u8) -> Squares {
    get_knight_moves(at(square)).0
}

/// The squares that a bishop attacks.
#[inline(always)]
pub fn bishop(square: u8, occupied: Squares) -> Squares {
    get_bishop_moves(at(square), BitBoard(occupied)).0
}

/// The squares that a rook attacks.
#[inline(always)]
pub fn rook(square: u8, occupied: Squares) -> Squares {
    get_rook_moves(at(square), BitBoard(occupied)).0
}

/// The squares that a king attacks.
#[inline(always)]
pub fn king(square: u8) -> Squares {
    get_king_moves(at(square)).0
}

/// The squares that a bishop attacks on an empty board.
#[inline(always)]
pub fn diagonals(square: u8) -> Squares {
    get_bishop_rays(at(square)).0
}

/// The squares that a rook attacks on an empty board.
#[inline(always)]
pub fn straights(square: u8) -> Squares {
    get_rook_rays(at(square)).0
}

/// The squares that a piece attacks; none for a pawn, which has [`pawn`].
#[inline(always)]
pub fn piece(kind: PieceType, square: u8, occupied: Squares) -> Squares {
    match kind {
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop(square, occupied),
        PieceType::Rook => rook(square, occupied),
        PieceType::Queen => bishop(square, occupied) | rook(square, occupied),
        PieceType::King => king(square),
        PieceType::Pawn => 0,
    }
}

/// The squares between two squares of one line; none if they share no line.
#[inline(always)]
pub fn between(one: u8, other: u8) -> Squares {
    get_between_rays(at(one), at(other)).0
}

/// The whole line through two squares; none if they share no line.
#[inline(always)]
pub fn line(one: u8, other: u8) -> Squares {
    get_line_rays(at(one), at(other)).0
}

impl Position {
    /// The pieces of a colour that attack a square, if `occupied` were the occupied squares.
    #[inline(always)]
    pub fn attackers(&self, square: u8, colour: usize, occupied: Squares) -> Squares {
        let of = |kind: PieceType| self.kinds[kind as usize];
        let straight = of(PieceType::Rook) | of(PieceType::Queen);
        let diagonal = of(PieceType::Bishop) | of(PieceType::Queen);
        let attackers = pawn(colour ^ 1, square) & of(PieceType::Pawn)
            | knight(square) & of(PieceType::Knight)
            | king(square) & of(PieceType::King)
            | rook(square, occupied) & straight
            | bishop(square, occupied) & diagonal;
        attackers & self.colours[colour] & occupied
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Squares {
        self.attackers(self.king(self.own()), self.own() ^ 1, self.occupied())
    }

    /// Whether the king of the side that has just moved can be captured.
    pub fn king_can_be_captured(&self) -> bool {
        self.attackers(self.king(self.own() ^ 1), self.own(), self.occupied()) != 0
    }

    /// The pieces of the side to move that must stay on the line to their king.
    pub(super) fn pinned(&self) -> Squares {
        let (own, king) = (self.own(), self.king(self.own()));
        let enemies = self.colours[own ^ 1];
        let of = |kind: PieceType| self.kinds[kind as usize];
        let snipers = rook(king, enemies) & (of(PieceType::Rook) | of(PieceType::Queen))
            | bishop(king, enemies) & (of(PieceType::Bishop) | of(PieceType::Queen));
        let blockers = |sniper| between(king, sniper) & self.occupied();
        let pinned = super::position::squares(snipers & enemies).map(blockers).filter(|set| set.count_ones() == 1);
        pinned.fold(0, |all, set| all | set) & self.colours[own]
    }
}
