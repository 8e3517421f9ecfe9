//! A game: its rules, its notation, its board.
//!
//! A game knows no indexes, tables, solvers or screens. To add one, copy [`games::tic_tac_toe`].
//!
//! # Overview of types
//!
//! * [`Game`]: the rules. All else depends on it.
//! * [`Value`]: the value of a position. [`Outcome`]: the result of a finished game. [`turn`]: who moves next.
//! * [`Notation`]: positions and moves as text. [`position_text`], [`move_text`], [`value_text`] and others make
//!   sentences.
//! * [`Board`]: a position as a [`Diagram`]. [`PlayRules`]: facts that engines need beside the rules.
//!
//! [`games::tic_tac_toe`]: crate::games::tic_tac_toe

use std::fmt::Debug;
use std::hash::Hash;

mod board;
mod diagram;
mod notation;
mod play_rules;
mod value;

pub use board::Board;
pub use diagram::{Colour, Diagram, Figure, Piece, Place, Shape, rows_text};
pub use notation::{
    Notation, NotationError, line_text, move_of_squares, move_text, move_text_for_people, no_such_move, plies_text,
    position_text, team_text, value_text, value_text_for_people, without_fen_tag,
};
pub use play_rules::{PlayRules, QUIET_PLIES, chance_at};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// The same team moves again: its next player, or the only player.
    Same,
    /// The other team is to move.
    Other,
}

/// The rules of a game without chance or hidden information: of two sides that move in turn, of more sides in two
/// teams, or of one side alone. OPTIONAL are [`Game::ALTERNATES`] and [`Game::team`]; all others are REQUIRED.
///
/// Positions are small immutable values: making a move gives a new one. Endless play is a draw; the rules need not
/// state it.
///
/// [`space::conformance::check`](crate::space::conformance::check) tests this contract on a sample of positions.
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
    /// One move of one side, complete: a chain of captures is one move.
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

    /// The number of the side to move in [`Game::sides`], from 0.
    fn side_to_move(&self, position: &Self::Position) -> usize;

    /// The team of a side, 0 or 1. OPTIONAL: by default a side is its own team.
    fn team(&self, side: usize) -> usize {
        side
    }

    /// The result of a finished game, for the team to move; `None` while the game goes on.
    ///
    /// A position that goes on has a legal move: a side without one has lost, won or drawn here.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The legal moves, each once and always in the same order; none once the game is over.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;
}

/// Whose turn it is in `after`, seen from the team that moved in `before`.
#[inline(always)]
pub fn turn<G: Game + ?Sized>(game: &G, before: &G::Position, after: &G::Position) -> Turn {
    if G::ALTERNATES {
        return Turn::Other;
    }
    let team = |position| game.team(game.side_to_move(position));
    if team(before) == team(after) { Turn::Same } else { Turn::Other }
}
