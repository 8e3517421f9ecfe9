//! The legal moves.

use super::attacks;
use super::position::{BLACK, Move, NO_FILE, PieceType, Position, Squares, WHITE, square, squares};
use crate::util::cpu::{self, Kernel, count_ones};

/// More than any position has: the most known is 218.
const MOST: usize = 256;

/// The first and the last rank, on which no pawn stands.
pub(super) const LAST_RANKS: Squares = 0xff00_0000_0000_00ff;

/// The legal moves of a position.
pub struct Moves {
    moves: [Move; MOST],
    length: usize,
    next: usize,
}

impl Moves {
    fn push(&mut self, from: u8, to: u8, promotion: Option<PieceType>) {
        self.moves[self.length] = Move { from, to, promotion };
        self.length += 1;
    }

    /// Moves of a piece to each of these squares.
    #[inline(always)]
    fn push_all(&mut self, from: u8, to: Squares) {
        squares(to).for_each(|to| self.push(from, to, None));
    }

    /// A move of a pawn, with each promotion on the last rank.
    #[inline(always)]
    fn push_pawn(&mut self, from: u8, to: u8) {
        if (8..56).contains(&to) {
            return self.push(from, to, None);
        }
        for kind in [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight] {
            self.push(from, to, Some(kind));
        }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        let mv = (self.next < self.length).then(|| self.moves[self.next])?;
        self.next += 1;
        Some(mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.length - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Moves {}

/// A castling move.
pub(super) struct Castling {
    /// The bit of the right.
    pub right: u8,
    /// The rook's square.
    pub rook: u8,
    /// The rook's square afterwards, which the king crosses.
    pub crossed: u8,
    /// The king's square.
    pub king: u8,
    /// The king's square afterwards.
    pub to: u8,
}

/// The castling moves of each colour.
pub(super) const CASTLINGS: [[Castling; 2]; 2] = [castlings(0, 1), castlings(56, 4)];

const fn castlings(rank: u8, right: u8) -> [Castling; 2] {
    [
        Castling { right, rook: rank + 7, crossed: rank + 5, king: rank + 4, to: rank + 6 },
        Castling { right: 2 * right, rook: rank, crossed: rank + 3, king: rank + 4, to: rank + 2 },
    ]
}

/// See [`Position::legal_moves`] and [`Position::legal_conversions`].
struct LegalMoves<'a, const CONVERSIONS: bool>(&'a Position);

impl<const CONVERSIONS: bool> Kernel for LegalMoves<'_, CONVERSIONS> {
    type Output = Moves;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Moves {
        self.0.generated::<CONVERSIONS>()
    }
}

impl Position {
    /// The legal moves, by piece type and square.
    pub fn legal_moves(&self) -> Moves {
        cpu::run(LegalMoves::<false>(self))
    }

    /// The legal captures and promotions.
    pub fn legal_conversions(&self) -> Moves {
        cpu::run(LegalMoves::<true>(self))
    }

    /// Whether a piece attacks one of the other side, or a pawn stands before the last rank: without this, no move is a
    /// conversion.
    #[inline(always)]
    pub fn attacks_or_promotes(&self) -> bool {
        let (own, occupied) = (self.own(), self.occupied());
        let before_last = if own == WHITE { 0xff << 48 } else { 0xff << 8 };
        let targets = self.colours[own ^ 1] & !self.kinds[PieceType::King as usize];
        self.of(PieceType::Pawn, own) & before_last != 0
            || self.en_passant != NO_FILE
            || squares(targets).any(|target| self.attackers(target, own, occupied) != 0)
    }

    /// The legal moves, or those alone that capture or promote.
    #[inline(always)]
    fn generated<const CONVERSIONS: bool>(&self) -> Moves {
        let blank = Move { from: 0, to: 0, promotion: None };
        let mut moves = Moves { moves: [blank; MOST], length: 0, next: 0 };
        let (own, occupied, checkers) = (self.own(), self.occupied(), self.checkers());
        let king = self.king(own);
        // Where a piece other than the king may go: anywhere, or where it ends the check.
        let targets = match count_ones(checkers) {
            0 => !self.colours[own],
            1 => checkers | attacks::between(king, checkers.trailing_zeros() as u8),
            _ => 0,
        };
        // Where a piece moves to, and where a pawn does.
        let (any, of_pawns) = match CONVERSIONS {
            true => (self.colours[own ^ 1], self.colours[own ^ 1] | LAST_RANKS),
            false => (!0, !0),
        };
        if targets & of_pawns != 0 {
            let pinned = self.pinned();
            let allowed = |from: u8| if pinned >> from & 1 == 1 { attacks::line(king, from) } else { !0 };
            for from in squares(self.of(PieceType::Pawn, own)) {
                self.pawn_moves(&mut moves, from, targets & of_pawns & allowed(from));
            }
            for kind in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
                for from in squares(self.of(kind, own)) {
                    let to = attacks::piece(kind, from, occupied) & !self.colours[own];
                    moves.push_all(from, to & targets & any & allowed(from));
                }
            }
            squares(self.en_passant_captors()).for_each(|from| moves.push(from, self.en_passant_square(), None));
        }
        let without_king = occupied & !(1 << king);
        let steps = attacks::piece(PieceType::King, king, occupied) & !self.colours[own] & any;
        let safe = |&to: &u8| self.attackers(to, own ^ 1, without_king & !(1 << to)) == 0;
        squares(steps).filter(safe).for_each(|to| moves.push(king, to, None));
        if checkers == 0 && !CONVERSIONS {
            let castlings = CASTLINGS[own].iter().filter(|castling| self.can_castle(castling));
            castlings.for_each(|castling| moves.push(king, castling.to, None));
        }
        moves
    }

    /// The moves of a pawn to these squares, without captures en passant.
    #[inline(always)]
    fn pawn_moves(&self, moves: &mut Moves, from: u8, targets: Squares) {
        let (own, occupied) = (self.own(), self.occupied());
        let captures = attacks::pawn(own, from) & self.colours[own ^ 1];
        let ahead = |square: u8| if own == WHITE { square + 8 } else { square - 8 };
        let free = |square: u8| occupied >> square & 1 == 0;
        let one = ahead(from);
        let mut to = captures;
        if free(one) {
            to |= 1 << one;
            let first = if own == WHITE { from / 8 == 1 } else { from / 8 == 6 };
            if first && free(ahead(one)) {
                to |= 1 << ahead(one);
            }
        }
        squares(to & targets).for_each(|to| moves.push_pawn(from, to));
    }

    /// The square behind the pawn that may be captured en passant.
    pub(super) fn en_passant_square(&self) -> u8 {
        square(self.en_passant, if self.own() == WHITE { 5 } else { 2 })
    }

    /// The pawns that may capture en passant, their king safe afterwards.
    pub(super) fn en_passant_captors(&self) -> Squares {
        if self.en_passant == NO_FILE {
            return 0;
        }
        let (own, to) = (self.own(), self.en_passant_square());
        let captured = to ^ 8;
        let safe = |&from: &u8| {
            let occupied = self.occupied() & !(1 << from | 1 << captured) | 1 << to;
            self.attackers(self.king(own), own ^ 1, occupied) == 0
        };
        let captors = attacks::pawn(own ^ 1, to) & self.of(PieceType::Pawn, own);
        squares(captors).filter(safe).fold(0, |set, from| set | 1 << from)
    }

    /// Whether the side to move, not in check, may castle so.
    fn can_castle(&self, castling: &Castling) -> bool {
        let &Castling { right, rook, crossed, king, to } = castling;
        let occupied = self.occupied();
        self.castling & right != 0
            && attacks::between(king, rook) & occupied == 0
            && [crossed, to].iter().all(|&square| self.attackers(square, self.own() ^ 1, occupied) == 0)
    }

    /// The position after a legal move.
    pub fn after(&self, mv: Move) -> Position {
        let (own, mut next) = (self.own(), *self);
        let Move { from, to, promotion } = mv;
        let kind = self.piece(from).map_or(PieceType::Pawn, |(kind, _)| kind);
        let captures = self.colours[own ^ 1] >> to & 1 == 1;
        next.clear(from);
        next.clear(to);
        next.put(promotion.unwrap_or(kind), own, to);
        next.en_passant = NO_FILE;
        match kind {
            PieceType::Pawn if self.en_passant != NO_FILE && to == self.en_passant_square() && from % 8 != to % 8 => {
                next.clear(to ^ 8);
            }
            PieceType::King if from.abs_diff(to) == 2 => {
                if let Some(castling) = CASTLINGS[own].iter().find(|castling| castling.to == to) {
                    next.clear(castling.rook);
                    next.put(PieceType::Rook, own, castling.crossed);
                }
            }
            _ => {}
        }
        if next.castling != 0 {
            for (colour, castling) in [WHITE, BLACK].into_iter().flat_map(|c| CASTLINGS[c].iter().map(move |x| (c, x)))
            {
                let gone = colour == own && from == castling.king || [from, to].contains(&castling.rook);
                next.castling &= if gone { !castling.right } else { !0 };
            }
        }
        next.side = (own ^ 1) as u8;
        next.clock = if kind == PieceType::Pawn || captures { 0 } else { self.clock.saturating_add(1) };
        next.number = self.number.saturating_add(own as u16);
        if kind == PieceType::Pawn && from.abs_diff(to) == 16 {
            next.allow_en_passant(from % 8);
        }
        next
    }

    /// Sets the en-passant right of a file if a legal move can use it.
    pub(super) fn allow_en_passant(&mut self, file: u8) {
        self.en_passant = file;
        if self.en_passant_captors() == 0 {
            self.en_passant = NO_FILE;
        }
    }
}
