//! The legal moves of a board in two stages: captures and promotions to a queen, then the other moves.

use super::bits;
use super::board::{BISHOP, EMPTY, KING, KNIGHT, MaimBoard, PAWN, QUEEN, ROOK};
use super::moves::PackedMove;

/// Which moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovePart {
    /// Captures, and promotions to a queen.
    Tactical,
    /// The others.
    Quiet,
}

const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

impl MaimBoard {
    /// Gives each legal move of a part to `each`.
    #[inline(always)]
    pub fn generate(&self, part: MovePart, mut each: impl FnMut(PackedMove)) {
        let (own, occupied) = (self.own(), self.occupied());
        let (king, enemies) = (self.king(own), self.colours[own ^ 1]);
        let wanted = if part == MovePart::Tactical { enemies } else { !occupied };
        let one_checker = self.checkers & self.checkers.wrapping_sub(1) == 0;
        if one_checker {
            let targets = match self.checkers {
                0 => !0,
                checkers => checkers | bits::between(king, checkers.trailing_zeros() as u8),
            };
            self.pawn_moves(part, targets, &mut each);
            let targets = targets & wanted;
            for from in bits::each(self.of(KNIGHT, own) & !self.pinned) {
                bits::each(bits::knight(from) & targets).for_each(|to| each(PackedMove::new(from, to)));
            }
            let (diagonal, straight) = (self.kinds[BISHOP] | self.kinds[QUEEN], self.kinds[ROOK] | self.kinds[QUEEN]);
            for from in bits::each(diagonal & self.colours[own]) {
                let to = bits::bishop(from, occupied) & targets & self.allowed(from);
                bits::each(to).for_each(|to| each(PackedMove::new(from, to)));
            }
            for from in bits::each(straight & self.colours[own]) {
                let to = bits::rook(from, occupied) & targets & self.allowed(from);
                bits::each(to).for_each(|to| each(PackedMove::new(from, to)));
            }
        }
        let without_king = occupied & !(1 << king);
        for to in bits::each(bits::king(king) & wanted) {
            if !self.is_attacked(to, own ^ 1, without_king) {
                each(PackedMove::new(king, to));
            }
        }
        if part == MovePart::Quiet && self.checkers == 0 {
            for to in [king.wrapping_add(2), king.wrapping_sub(2)] {
                if self.can_castle(to) {
                    each(PackedMove::new(king, to));
                }
            }
        }
    }

    /// The squares to which a piece may go without exposing its king.
    #[inline(always)]
    fn allowed(&self, from: u8) -> u64 {
        if self.pinned >> from & 1 == 0 { !0 } else { bits::line(self.king(self.own()), from) }
    }

    #[inline(always)]
    fn pawn_moves(&self, part: MovePart, targets: u64, each: &mut impl FnMut(PackedMove)) {
        let own = self.own();
        let (pawns, free) = (self.of(PAWN, own), !self.occupied());
        let (forward, third) = if own == 0 { (8i8, 0xff_0000) } else { (-8, 0xff00_0000_0000) };
        let back = |to: u8, step: i8| to.wrapping_sub(step as u8);
        let may = |from: u8, to: u8| self.pinned >> from & 1 == 0 || self.allowed(from) >> to & 1 == 1;
        let one = bits::ahead(own, pawns) & free;
        if part == MovePart::Quiet {
            let two = bits::ahead(own, one & third) & free & targets;
            for to in bits::each(one & targets & !LAST_RANKS) {
                let from = back(to, forward);
                if may(from, to) {
                    each(PackedMove::new(from, to));
                }
            }
            for to in bits::each(two) {
                let from = back(to, 2 * forward);
                if may(from, to) {
                    each(PackedMove::new(from, to));
                }
            }
        }
        let kinds: &[usize] = if part == MovePart::Tactical { &[QUEEN] } else { &[KNIGHT, ROOK, BISHOP] };
        for to in bits::each(one & targets & LAST_RANKS) {
            let from = back(to, forward);
            if may(from, to) {
                kinds.iter().for_each(|&kind| each(PackedMove::promoting(from, to, kind)));
            }
        }
        let ahead = bits::ahead(own, pawns);
        let enemies = self.colours[own ^ 1] & targets;
        let sides = [((ahead & !bits::FILE_A) >> 1, forward - 1), ((ahead & !bits::FILE_H) << 1, forward + 1)];
        for (captures, step) in sides {
            for to in bits::each(captures & enemies) {
                let from = back(to, step);
                if !may(from, to) {
                    continue;
                }
                if 1u64 << to & LAST_RANKS != 0 {
                    kinds.iter().for_each(|&kind| each(PackedMove::promoting(from, to, kind)));
                } else if part == MovePart::Tactical {
                    each(PackedMove::new(from, to));
                }
            }
        }
        if part == MovePart::Tactical && self.en_passant < 64 {
            for from in bits::each(bits::pawn(own ^ 1, self.en_passant) & pawns) {
                if self.en_passant_is_safe(from) {
                    each(PackedMove::new(from, self.en_passant));
                }
            }
        }
    }

    /// Whether the king is safe after a pawn has captured en passant.
    fn en_passant_is_safe(&self, from: u8) -> bool {
        let (own, to) = (self.own(), self.en_passant);
        let captured = 1 << (to ^ 8);
        let occupied = self.occupied() & !(1 << from | captured) | 1 << to;
        self.attackers(self.king(own), occupied) & self.colours[own ^ 1] & !captured == 0
    }

    /// Whether the king, not in check, may castle to this square.
    fn can_castle(&self, to: u8) -> bool {
        let own = self.own();
        let home = 56 * own as u8;
        let (right, rook) = match to.wrapping_sub(home) {
            6 => (1, home + 7),
            2 => (2, home),
            _ => return false,
        };
        if self.castling & right << (2 * own) == 0 {
            return false;
        }
        let (king, occupied) = (home + 4, self.occupied());
        bits::between(king, rook) & occupied == 0
            && bits::each(bits::between(king, to) | 1 << to).all(|square| !self.is_attacked(square, own ^ 1, occupied))
    }

    /// Whether a move, of any position, is legal in this one.
    #[inline(always)]
    pub fn is_legal(&self, mv: PackedMove) -> bool {
        let (own, occupied) = (self.own(), self.occupied());
        let (from, to) = (mv.from(), mv.to());
        if self.colours[own] >> from & 1 == 0 || self.colours[own] >> to & 1 == 1 {
            return false;
        }
        let kind = self.kind_on(from);
        if kind == KING {
            let step = bits::king(from) >> to & 1 == 1;
            return mv.promotion().is_none()
                && if step {
                    !self.is_attacked(to, own ^ 1, occupied & !(1 << from))
                } else {
                    from == 4 + 56 * own as u8 && self.checkers == 0 && self.can_castle(to)
                };
        }
        if kind == PAWN {
            if (1u64 << to & LAST_RANKS != 0) != mv.promotion().is_some() {
                return false;
            }
            if to == self.en_passant && bits::pawn(own, from) >> to & 1 == 1 {
                return self.en_passant_is_safe(from);
            }
        } else if mv.promotion().is_some() {
            return false;
        }
        let king = self.king(own);
        let targets = match self.checkers {
            0 => !0,
            checkers if checkers & (checkers - 1) == 0 => {
                checkers | bits::between(king, checkers.trailing_zeros() as u8)
            }
            _ => 0,
        };
        if targets & self.allowed(from) & 1 << to == 0 {
            return false;
        }
        let reached = match kind {
            PAWN => {
                let one = bits::ahead(own, 1 << from) & !occupied;
                let third = if own == 0 { 0xff_0000 } else { 0xff00_0000_0000 };
                one | bits::ahead(own, one & third) & !occupied | bits::pawn(own, from) & self.colours[own ^ 1]
            }
            KNIGHT => bits::knight(from),
            BISHOP => bits::bishop(from, occupied),
            ROOK => bits::rook(from, occupied),
            _ => bits::bishop(from, occupied) | bits::rook(from, occupied),
        };
        reached >> to & 1 == 1
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self) -> bool {
        let mut found = false;
        self.generate(MovePart::Quiet, |_| found = true);
        if !found {
            self.generate(MovePart::Tactical, |_| found = true);
        }
        found
    }

    /// The kind of piece that a move captures, or [`EMPTY`].
    #[inline(always)]
    pub fn captured(&self, mv: PackedMove) -> usize {
        let captured = self.kind_on(mv.to());
        if captured == EMPTY as usize && mv.to() == self.en_passant && self.kind_on(mv.from()) == PAWN {
            PAWN
        } else {
            captured
        }
    }
}
