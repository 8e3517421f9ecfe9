//! English draughts (checkers), and the losing game (reverse checkers), which differ in who wins when no move is left.
//!
//! Rules: World Checkers/Draughts Federation. Men step and jump diagonally forward, kings in all four directions, one
//! square. Jumping is compulsory; any jump may be chosen, and it goes on until the piece cannot jump further. No piece
//! is jumped twice, and jumped pieces are removed at the end. A man that reaches the far row is crowned, and its move
//! ends there. A side to move without a legal move has lost, or won in the losing game. Endless play is a draw: this
//! crate has no rule that counts moves.
//!
//! # Overview of types
//!
//! * [`Draughts`]: either game. [`Position`], [`Move`]: bit sets on the [`board`]; a whole jump is one move.
//! * [`evaluate`]: the features and weights of the evaluation.
//! * `space`: a slice for each material. `numbering`: the index of a position, by its men first and then by its kings.
//!   `side_swapped`: the index with the other side to move.
//! * `subslices`: the grids for the solver [`Subslices`](crate::solve::subslices::Subslices).

pub mod board;
mod derivation;
mod endings;
pub mod evaluate;
mod fen;
pub(crate) mod material;
pub(crate) mod moves;
mod notation;
mod numbering;
mod position;
mod rules;
mod side_swapped;
mod space;
mod subslices;

pub use moves::Move;
pub use position::Position;
pub use rules::Draughts;
