//! Tigers and Goats (Aadu Puli Aattam): three tigers against fifteen goats, on 23 points.
//!
//! The goats move first. They are placed one per move on empty points; when all are placed, they step to neighbouring
//! points. A tiger steps, or captures one goat by jumping over it to the empty point behind; capturing is not
//! compulsory. The tigers have won when no goat is left on the board or in hand; a side to move without a legal move
//! has lost. Endless play is a draw.
//!
//! # Overview of types
//!
//! * [`TigersAndGoats`]: the game. [`Position`]: two sets of points, the goats in hand and the side to move. [`Move`].
//! * `space`: a slice for each number of goats on the board and in hand, and each side to move. `hunters`: the view of
//!   the solver [`Hunters`](crate::solve::hunters::Hunters).
//!
//! Source: Saman Saeedi, "Tigers and Goats: An Interesting AI Game in Javascript and HTML5" (2013), which is
//! also the source of the order of moves and of the evaluation.

mod board;
mod generate;
mod heads;
mod hunters;
mod moves;
mod notation;
mod position;
mod rules;
mod slices;
mod space;
mod symmetry;

pub use moves::Move;
pub use position::Position;
pub use rules::TigersAndGoats;
