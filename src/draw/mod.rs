//! Boards as pictures: a [`Diagram`](crate::game::Diagram) as text or as SVG.
//!
//! # Overview of types
//!
//! * [`text()`]: several lines for a terminal or a file, in one of three [`Style`]s.
//! * [`svg()`]: a picture for a page or a paper in a [`Theme`], with a [`Caption`]. [`thumbnail`] draws the board
//!   alone, [`piece_svg`] a piece.
//! * [`film()`]: a line of moves as one picture that moves, each a [`FilmStep`].
//!
//! The first two mark the places that a move has touched.
//!
//! ```
//! use hindsight::draw::{self, Style};
//! use hindsight::games::tic_tac_toe::TicTacToe;
//! use hindsight::prelude::*;
//!
//! let game = TicTacToe::new();
//! let position = game.parse("x../.o./..x o")?;
//! let drawn = draw::text(&game.diagram(&position), &[], Style::Plain);
//! assert_eq!(drawn, "3 x . .\n2 . o .\n1 . . x\n  a b c   o to move\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canvas;
mod escaped;
mod film;
mod palette;
mod pieces;
mod svg;
mod text;

pub use film::{FilmStep, film};
pub use palette::Theme;
pub use svg::{Caption, piece_svg, sheet, svg, thumbnail};
pub use text::{Style, text, text_without_legend};
