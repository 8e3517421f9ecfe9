//! What a game is: its rules, and how it is written down.
//!
//! A game knows nothing of indexes, tables, solvers or screens. To add one, copy [`games::tic_tac_toe`].
//!
//! [`games::tic_tac_toe`]: crate::games::tic_tac_toe

use std::fmt::Debug;
use std::hash::Hash;

mod diagram;
mod notation;
mod value;

pub use diagram::{Colour, Diagram, Figure, Piece, Place, Shape, rows_text};
pub use notation::{Notation, NotationError};
pub use value::Value;

/// The result of a finished game for the team of the side to move.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let finished = game.parse("ooo/xx./x.. x")?;
/// assert_eq!(game.outcome(&finished), Some(Outcome::Loss));
/// assert_eq!(game.outcome(&game.start()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The team to move has won.
    Win,
    /// The team to move has lost.
    Loss,
    /// Neither team has won.
    Draw,
}

/// Whose turn it is after a move, seen from the team that made it.
///
/// # Example
/// ```
/// use hindsight::prelude::*;
///
/// // The mover's opponent loses in 2 plies: the mover wins in 3.
/// assert_eq!(Value::Loss(2).before(Turn::Other), Value::Win(3));
/// // The mover's own team moves again and loses in 2 plies.
/// assert_eq!(Value::Loss(2).before(Turn::Same), Value::Loss(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The same team moves again: its next player, or the only player there is.
    Same,
    /// The other team is to move.
    Other,
}

/// The rules of a game without chance or hidden information: of two sides that move in turn, of more sides in two
/// teams, or of one side alone. OPTIONAL are [`Game::ALTERNATES`] and [`Game::team`], [`Game::evaluate`] with
/// [`Game::evaluation_unit`], [`Game::is_quiet`], [`Game::quiet_plies`] and [`Game::is_capture`]; all others are
/// REQUIRED.
///
/// Positions are small immutable values: making a move gives a new one. Endless play is a draw, which the rules need
/// not state.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let mut position = game.start();
/// while game.outcome(&position).is_none() {
///     let first = game.moves(&position).next().expect("a game that is not over has a move");
///     position = game.play(&position, first);
/// }
/// assert_eq!(game.moves(&position).count(), 0);
/// ```
pub trait Game: Send + Sync + 'static {
    /// Everything that decides how the game may go on, the side to move included.
    type Position: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// One move of one side, complete: a capture with all that it takes.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Whether the team that moved is never the team to move next. OPTIONAL: `false` where a team may move twice
    /// running, or plays alone.
    const ALTERNATES: bool = true;

    /// The name on the command line and in the tables, in lower case: `tic-tac-toe`.
    fn name(&self) -> &'static str;

    /// The names of the sides, in the order of play from the usual start.
    fn sides(&self) -> &'static [&'static str];

    /// The position in which a game starts.
    fn start(&self) -> Self::Position;

    /// Which of the [`Game::sides`] is to move, counted from 0.
    fn side_to_move(&self, position: &Self::Position) -> usize;

    /// The team of a side, 0 or 1. OPTIONAL: by default a side is its own team.
    fn team(&self, side: usize) -> usize {
        side
    }

    /// Whose turn it is in `after`, seen from the team that moved in `before`. Do not override.
    #[inline(always)]
    fn turn(&self, before: &Self::Position, after: &Self::Position) -> Turn {
        if Self::ALTERNATES {
            return Turn::Other;
        }
        let team = |position| self.team(self.side_to_move(position));
        if team(before) == team(after) { Turn::Same } else { Turn::Other }
    }

    /// How the game has ended, for the team to move; nothing while it goes on.
    ///
    /// A position that goes on has a legal move: a side without one has lost, won or drawn here.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The legal moves, each once and always in the same order; none once the game has ended.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// An evaluation for the team to move, for searches that do not reach the end: above 0 if it stands better, in any
    /// unit, from minus a million to a million. OPTIONAL: by default 0.
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// The unit of [`Game::evaluate`] in words, such as `hundredths of a man`. OPTIONAL: by default none
    /// is known.
    fn evaluation_unit(&self) -> Option<&'static str> {
        None
    }

    /// Whether a legal move brings the game no nearer to its end, such as one without a capture: a number of them in a
    /// row is a draw at the board. Tables do not count them. OPTIONAL: by default no move is quiet.
    fn is_quiet(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// The quiet plies in a row that led to a position, as far as the position itself counts them: a game that starts
    /// from it goes on counting. OPTIONAL: by default 0.
    fn quiet_plies(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Whether a legal move captures. OPTIONAL: by default no move does.
    fn is_capture(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }
}
