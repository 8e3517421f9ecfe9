//! The values that compressed tables of endings may omit.
//!
//! Jumping is compulsory, so the value of a position with a jump follows from endings with fewer pieces. A step changes
//! the row of one piece by one, so it leads from the half of the positions with an even sum of rows to the half with an
//! odd sum. Where kings are long, their steps change rows by any number, and there are no halves.

use super::board::DraughtsBoard;
use super::game::Draughts;
use super::position::Position;
use super::rules::King;
use super::space::slice_of;
use crate::space::{Derive, Entry, SliceId};
use crate::util::cpu::count_ones;

impl<B: DraughtsBoard> Derive for Draughts<B> {
    fn has_halves(&self) -> bool {
        self.rules.king == King::Short
    }

    #[inline(always)]
    fn is_forced(&self, position: &Position) -> bool {
        self.can_capture(position)
    }

    /// The parity of the sum of rows, corrected so that a step always changes it. The other side sees a row `r` as `7 -
    /// r`, so every piece changes its parity. With an even number of pieces the parity of the sum stays. With an odd
    /// number it changes, which undoes the change by the step; the side with more pieces therefore takes the opposite
    /// parity.
    #[inline(always)]
    fn half(&self, _slice: SliceId, position: &Position) -> bool {
        let odd_rows = const { odd_rows::<B>() };
        let (own, other) = (count_ones(position.own), count_ones(position.other));
        let odd = count_ones((position.own | position.other) & odd_rows) % 2 == 1;
        odd != ((own + other) % 2 == 1 && own > other)
    }

    #[inline(always)]
    fn slice_of(&self, position: &Position) -> Option<SliceId> {
        slice_of(self.endings, position)
    }

    #[inline(always)]
    fn each_position(&self, from: Entry, count: u64, mut visit: impl FnMut(Option<Position>)) {
        self.endings.numberings[from.slice.index()].each(from.index, count, |position| {
            visit(Some(self.starter_to_move(position)));
        });
    }
}

/// Every second row.
const fn odd_rows<B: DraughtsBoard>() -> u64 {
    let (mut rows, mut row) = (0, 0);
    while row < B::ROW {
        rows |= B::NEAR_ROW << (row * B::TWO_ROWS + B::ROW);
        row += 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::space::{Space, slice_named};

    #[test]
    fn positions_are_visited_in_order() {
        let game = Draughts::checkers();
        for name in ["KvK", "MvM", "KMvK", "KKvMM", "MMvKM", "KMvKKM", "MMMvMMM"] {
            let slice = slice_named(&game, name).expect("there is such a slice");
            let entries = game.slices()[slice.index()].entries;
            for first in [0, entries / 3, entries - entries.min(700)] {
                let (mut index, count) = (first, 700.min(entries - first));
                game.each_position(Entry { slice, index }, count, |position| {
                    assert_eq!(position, game.unrank(Entry { slice, index }), "{name}, entry {index}");
                    index += 1;
                });
                assert_eq!(index, first + count);
            }
        }
    }

    #[test]
    fn a_step_leads_to_the_other_half_and_a_jump_below() {
        let game = Draughts::checkers();
        for (number, slice) in (0..).map(SliceId).zip(game.slices()).filter(|(_, slice)| slice.pieces <= 3) {
            for index in 0..slice.entries {
                let position = game.unrank(Entry { slice: number, index }).expect("every entry holds a position");
                for mv in game.moves(&position) {
                    assert_eq!(game.is_forced(&position), mv.is_jump());
                    let after = game.play(&position, mv);
                    let Some(next) = game.slice_of(&after) else { continue };
                    assert_eq!(Some(next), game.rank(&after).map(|entry| entry.slice));
                    let same_kings = (position.kings.count_ones(), after.kings.count_ones());
                    if !mv.is_jump() && same_kings.0 == same_kings.1 {
                        assert_ne!(game.half(number, &position), game.half(next, &after), "{}", slice.name);
                    }
                }
            }
        }
    }
}
