//! Static exchange evaluation: the material that a series of captures on one square wins or loses.

use super::bits;
use super::board::{BISHOP, EMPTY, KING, MaimBoard, PAWN, QUEEN, ROOK};
use super::moves::PackedMove;

/// The worth of each kind of piece in exchanges, in hundredths of a pawn; 0 for an empty square.
pub const WORTH: [i32; 7] = [100, 320, 330, 500, 950, 20_000, 0];

impl MaimBoard {
    /// Whether the exchanges that a legal move begins on its square win at least `threshold`.
    pub fn wins(&self, mv: PackedMove, threshold: i32) -> bool {
        let (from, to, own) = (mv.from(), mv.to(), self.own());
        let captured = self.captured(mv);
        let becomes = mv.promotion().unwrap_or(self.kind_on(from));
        let promoted = mv.promotion().map_or(0, |kind| WORTH[kind] - WORTH[PAWN]);
        // The gain above the threshold so far, for the side that captured last: first without, then with a recapture.
        let mut balance = WORTH[captured] + promoted - threshold;
        if balance < 0 {
            return false;
        }
        balance -= WORTH[becomes];
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied() & !(1 << from) | 1 << to;
        if captured == PAWN && self.kind_on(to) == EMPTY as usize {
            occupied &= !(1 << (to ^ 8));
        }
        let diagonal = self.kinds[BISHOP] | self.kinds[QUEEN];
        let straight = self.kinds[ROOK] | self.kinds[QUEEN];
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = own ^ 1;
        loop {
            let mine = attackers & self.colours[side];
            let Some(kind) = (PAWN..=KING).find(|&kind| mine & self.kinds[kind] != 0) else { break };
            // The king captures last, and only a piece that is not protected.
            if kind == KING && attackers & self.colours[side ^ 1] != 0 {
                break;
            }
            let set = mine & self.kinds[kind];
            occupied &= !(set & set.wrapping_neg());
            if kind == PAWN || kind == BISHOP || kind == QUEEN {
                attackers |= bits::bishop(to, occupied) & diagonal;
            }
            if kind == ROOK || kind == QUEEN {
                attackers |= bits::rook(to, occupied) & straight;
            }
            attackers &= occupied;
            side ^= 1;
            balance = -balance - 1 - WORTH[kind];
            if balance >= 0 {
                break;
            }
        }
        // The side that cannot go on has lost the exchanges.
        side != own
    }
}
