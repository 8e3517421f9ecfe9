//! The rules.

use super::board::{PIECES, Position, STRIDE, TARGET, targets};
use super::region::{FEWEST, MOST, region};
use super::routes::Move;
use crate::game::{Game, Outcome, PlayRules};
use crate::space::combinatorics::binomial;
use crate::space::subsets::RankedSubsets;
use crate::space::{Slice, SliceId};
use crate::util::bits::ones;
use std::sync::LazyLock;

/// The game, with its list of slices.
pub struct HalmaPacking {
    pub(super) slices: Vec<Slice>,
    /// The numbering of sets of squares, for every region.
    pub(super) subsets: LazyLock<RankedSubsets>,
}

impl HalmaPacking {
    /// The game.
    pub fn new() -> HalmaPacking {
        let slice = |squares: u8| Slice {
            name: squares.to_string(),
            pieces: PIECES,
            part: squares.to_string(),
            entries: binomial(squares.into(), PIECES),
            leads_to: vec![SliceId((squares - FEWEST).into())],
        };
        let subsets = || RankedSubsets::new(MOST.into(), PIECES);
        HalmaPacking { slices: (FEWEST..=MOST).map(slice).collect(), subsets: LazyLock::new(subsets) }
    }
}

impl Default for HalmaPacking {
    fn default() -> HalmaPacking {
        HalmaPacking::new()
    }
}

/// The number of pieces that are home.
pub(super) fn home(position: &Position) -> u32 {
    (position.pieces & TARGET).count_ones()
}

impl Game for HalmaPacking {
    type Position = Position;
    type Move = Move;

    const ALTERNATES: bool = false;

    fn name(&self) -> &'static str {
        "halma-packing"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["Packer"]
    }

    /// The pieces fill the two outer diagonals of the region of 28 squares.
    fn start(&self) -> Position {
        Position { pieces: region(28) & !region(15), squares: 28 }
    }

    fn side_to_move(&self, _position: &Position) -> usize {
        0
    }

    /// Without a move, the pieces never come home.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.pieces == TARGET {
            return Some(Outcome::Win);
        }
        self.moves(position).next().is_none().then_some(Outcome::Draw)
    }

    /// Moves piece by piece. Two ways to the same square are one move.
    #[inline(always)]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let Position { pieces, squares } = *position;
        let movable = if pieces == TARGET { 0 } else { pieces };
        ones::<u8>(movable).flat_map(move |from| {
            let to = targets(from, pieces, region(squares));
            ones::<u8>(to).map(move |to| Move { from, to })
        })
    }

    #[inline(always)]
    fn play(&self, position: &Position, Move { from, to }: Move) -> Position {
        Position { pieces: position.pieces ^ (1 << from | 1 << to), ..*position }
    }
}

impl PlayRules for HalmaPacking {
    /// The steps from the pieces outside the target to its corner, subtracted from a number that no position reaches.
    fn evaluate(&self, position: &Position) -> i32 {
        const MOST_STEPS: i32 = 7 * PIECES as i32;
        let steps = |square: u8| i32::from((square % STRIDE as u8).max(square / STRIDE as u8));
        MOST_STEPS - ones::<u8>(position.pieces & !TARGET).map(steps).sum::<i32>()
    }

    fn evaluation_unit(&self) -> Option<&'static str> {
        Some("steps")
    }

    /// A move is quiet if it brings no piece home.
    fn is_quiet(&self, position: &Position, mv: Move) -> bool {
        home(&self.play(position, mv)) == home(position)
    }
}
