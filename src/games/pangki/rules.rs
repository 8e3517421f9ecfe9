//! The rules.

use super::board::{FEWEST, Position, Step, captured, listed, steps};
use super::slices;
use super::symmetry::Symmetries;
use crate::game::{Game, Outcome, PlayRules};
use crate::space::Slice;
use crate::util::cpu::count_ones;

/// The game, with the tables of its symmetries.
pub struct Pangki {
    pub(super) symmetries: Symmetries,
    pub(super) slices: Vec<Slice>,
    /// The number of pieces of the mover and of the other side in each slice.
    pub(super) sizes: Vec<(u32, u32)>,
}

impl Pangki {
    /// The game.
    pub fn new() -> Pangki {
        let symmetries = Symmetries::new();
        let slices = slices::slices(&symmetries);
        Pangki { symmetries, slices, sizes: slices::sizes() }
    }
}

impl Default for Pangki {
    fn default() -> Pangki {
        Pangki::new()
    }
}

impl Game for Pangki {
    type Position = Position;
    type Move = Step;

    fn name(&self) -> &'static str {
        "pangki"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self) -> Position {
        Position { own: 0x009f, other: 0xf900, white_to_move: true }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(!position.white_to_move)
    }

    /// The other side is tested first: if both have too few pieces, the side to move has won. This matters in 273
    /// positions, all impossible. The published totals count them so.
    #[inline(always)]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if count_ones(position.other) < FEWEST {
            Some(Outcome::Win)
        } else if count_ones(position.own) < FEWEST || steps(position.own, position.empty()) == 0 {
            Some(Outcome::Loss)
        } else {
            None
        }
    }

    #[inline(always)]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Step> {
        listed(if position.decided() { 0 } else { steps(position.own, position.empty()) })
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Step) -> Position {
        let own = position.own ^ 1 << mv.from ^ 1 << mv.to;
        let taken = captured(own, position.other, mv.to);
        Position { own: position.other & !taken, other: own, white_to_move: !position.white_to_move }
    }
}

impl PlayRules for Pangki {
    fn is_capture(&self, position: &Position, mv: Step) -> bool {
        captured(position.own ^ 1 << mv.from ^ 1 << mv.to, position.other, mv.to) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::TAKEN;
    use super::*;

    /// The rule of capture as the source words it, on a line of four characters.
    fn taken_in_line(mover: u8, enemy: u8) -> u8 {
        let text: String = (0..4)
            .map(|i| match (mover >> i & 1, enemy >> i & 1) {
                (1, _) => 'M',
                (_, 1) => 'e',
                _ => '.',
            })
            .collect();
        match text.as_str() {
            "MMe." => 0b0100,
            ".MMe" => 0b1000,
            "eMM." => 0b0001,
            ".eMM" => 0b0010,
            _ => 0,
        }
    }

    #[test]
    fn lines_capture_as_the_rule_says() {
        for mover in 0..16u8 {
            for enemy in (0..16u8).filter(|enemy| enemy & mover == 0) {
                assert_eq!(TAKEN[usize::from(mover | enemy << 4)], taken_in_line(mover, enemy));
            }
        }
    }

    #[test]
    fn a_step_may_capture_in_both_lines() {
        // White steps A2-B2 between the pairs: row 2 reads .MMe and file B, from the bottom, reads .MMe too.
        let game = Pangki::new();
        let square = |file: u8, rank: u8| 1u16 << (file + 4 * rank);
        let position = Position {
            own: square(0, 1) | square(2, 1) | square(1, 2),
            other: square(3, 1) | square(1, 3) | square(0, 3),
            white_to_move: true,
        };
        let after = game.play(&position, Step { from: 4, to: 5 });
        assert_eq!(after.own, square(0, 3));
        assert!(game.outcome(&after) == Some(Outcome::Loss));
    }

    #[test]
    fn the_start_has_four_moves() {
        let game = Pangki::new();
        assert_eq!(game.moves(&game.start()).count(), 4);
    }
}
