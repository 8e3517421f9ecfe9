//! The steps of a position without a capture, in every game: of men, then of one king after the other.

use std::marker::PhantomData;

use super::mv::Move;
use crate::games::draughts::board::{DIRECTIONS, DraughtsBoard, MAN_DIRECTIONS, opposite};
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{DraughtsRules, King};

/// The steps that remain.
pub(crate) struct DraughtsSteps<B> {
    /// By direction, the squares that steps of men enter.
    entered: [u64; MAN_DIRECTIONS as usize],
    /// The kings whose steps remain.
    kings: u64,
    /// The empty squares.
    empty: u64,
    /// Whether a step of a king may be long.
    long: bool,
    /// The king whose steps are listed; none before the first.
    king: u64,
    /// The square that its last step entered, or its own at the begin of a direction.
    at: u64,
    /// The direction of its steps.
    direction: u32,
    board: PhantomData<B>,
}

impl<B: DraughtsBoard> DraughtsSteps<B> {
    pub fn of(rules: &DraughtsRules, position: &Position) -> DraughtsSteps<B> {
        let empty = position.empty::<B>();
        let (men, kings) = (position.own & !position.kings, position.own & position.kings);
        DraughtsSteps {
            entered: [B::step(men, 0) & empty, B::step(men, 1) & empty],
            kings,
            empty,
            long: rules.king != King::Short,
            king: 0,
            at: 0,
            direction: DIRECTIONS,
            board: PhantomData,
        }
    }

    /// Whether there is no step. Only before the first was taken.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        let of_kings = (0..DIRECTIONS).fold(0, |entered, direction| entered | B::step(self.kings, direction));
        self.entered == [0; MAN_DIRECTIONS as usize] && of_kings & self.empty == 0
    }
}

impl<B: DraughtsBoard> Iterator for DraughtsSteps<B> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        for (direction, entered) in (0..).zip(&mut self.entered) {
            if *entered != 0 {
                let to = *entered & entered.wrapping_neg();
                *entered ^= to;
                return Some(Move::step(B::step(to, opposite(direction)), to));
            }
        }
        loop {
            if self.direction == DIRECTIONS {
                if self.kings == 0 {
                    return None;
                }
                self.king = self.kings & self.kings.wrapping_neg();
                self.kings ^= self.king;
                (self.at, self.direction) = (self.king, 0);
            }
            let is_over = !self.long && self.at != self.king;
            self.at = if is_over { 0 } else { B::step(self.at, self.direction) & self.empty };
            if self.at != 0 {
                return Some(Move::step(self.king, self.at));
            }
            (self.at, self.direction) = (self.king, self.direction + 1);
        }
    }
}
