//! What pieces attack.

use cozy_chess::{
    BitBoard, Color, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves, get_line_rays,
    get_pawn_attacks, get_rook_moves,
};

use super::position::{PieceType, Position, Squares, WHITE};

#[inline(always)]
fn at(square: u8) -> Square {
    Square::index(square.into())
}

/// The squares that a pawn of this colour captures on.
#[inline(always)]
pub fn pawn(square: u8, colour: usize) -> Squares {
    get_pawn_attacks(at(square), if colour == WHITE { Color::White } else { Color::Black }).0
}

/// The squares that a piece other than a pawn moves to or captures on.
#[inline(always)]
pub fn piece(kind: PieceType, square: u8, occupied: Squares) -> Squares {
    let (from, blockers) = (at(square), BitBoard(occupied));
    match kind {
        PieceType::Knight => get_knight_moves(from).0,
        PieceType::Bishop => get_bishop_moves(from, blockers).0,
        PieceType::Rook => get_rook_moves(from, blockers).0,
        PieceType::Queen => get_bishop_moves(from, blockers).0 | get_rook_moves(from, blockers).0,
        PieceType::King => get_king_moves(from).0,
        PieceType::Pawn => 0,
    }
}

/// The squares between two on a line; none if they are on no line.
#[inline(always)]
pub fn between(one: u8, other: u8) -> Squares {
    get_between_rays(at(one), at(other)).0
}

/// The whole line through two squares; none if they are on no line.
#[inline(always)]
pub fn line(one: u8, other: u8) -> Squares {
    get_line_rays(at(one), at(other)).0
}

impl Position {
    /// The pieces of a colour that attack a square, if these squares were occupied.
    #[inline(always)]
    pub fn attackers(&self, square: u8, colour: usize, occupied: Squares) -> Squares {
        let of = |kind: PieceType| self.kinds[kind as usize];
        let straight = of(PieceType::Rook) | of(PieceType::Queen);
        let diagonal = of(PieceType::Bishop) | of(PieceType::Queen);
        let attackers = pawn(square, colour ^ 1) & of(PieceType::Pawn)
            | piece(PieceType::Knight, square, occupied) & of(PieceType::Knight)
            | piece(PieceType::King, square, occupied) & of(PieceType::King)
            | piece(PieceType::Rook, square, occupied) & straight
            | piece(PieceType::Bishop, square, occupied) & diagonal;
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
        let snipers = piece(PieceType::Rook, king, enemies) & (of(PieceType::Rook) | of(PieceType::Queen))
            | piece(PieceType::Bishop, king, enemies) & (of(PieceType::Bishop) | of(PieceType::Queen));
        let blockers = |sniper| between(king, sniper) & self.occupied();
        let pinned = super::position::squares(snipers & enemies).map(blockers).filter(|set| set.count_ones() == 1);
        pinned.fold(0, |all, set| all | set) & self.colours[own]
    }
}
