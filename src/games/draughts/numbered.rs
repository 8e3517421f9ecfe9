//! Moves by the numbers of squares, for programs that write moves their own way.

use super::board::DraughtsBoard;
use super::game::Draughts;
use crate::game::{Game, Notation, NotationError, move_text_for_people};

/// A move by the numbers that the game gives to its squares, also where people write them with letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedMove {
    /// The square of departure and every square that the move comes to.
    pub squares: Vec<u32>,
    /// The squares that tell the move apart from others: the first and the last, or all.
    pub short: Vec<u32>,
    /// Whether it captures.
    pub captures: bool,
    /// Whether it is a capture or a move of a man, which cannot be taken back.
    pub zeroes: bool,
    /// Whether it captures or crowns a man.
    pub changes_material: bool,
}

impl<B: DraughtsBoard> Draughts<B> {
    /// The move that a text names in a position.
    ///
    /// # Errors
    /// For a text that is no position, and for a move that is not legal there.
    ///
    /// ```
    /// use hindsight::games::draughts::Draughts;
    ///
    /// let mv = Draughts::russian().numbered("W:Wc3:Bd4,Kh8", "c3:e5")?;
    /// assert_eq!((mv.squares, mv.captures), (vec![22, 15], true));
    /// # Ok::<(), hindsight::game::NotationError>(())
    /// ```
    pub fn numbered(&self, position: &str, mv: &str) -> Result<NumberedMove, NotationError> {
        let position = self.parse(position)?;
        let mv = self.parse_move(&position, mv)?;
        let after = self.play(&position, mv);
        let kings = |position: super::Position| (position.own | position.other) & position.kings;
        let is_man = position.kings & mv.from() == 0;
        Ok(NumberedMove {
            squares: self.path_numbers(&position, mv),
            short: self.numbers(&move_text_for_people(self, &position, mv)),
            captures: mv.is_jump(),
            zeroes: mv.is_jump() || is_man,
            changes_material: mv.is_jump() || kings(position).count_ones() != kings(after).count_ones(),
        })
    }
}
