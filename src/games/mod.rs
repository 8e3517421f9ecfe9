//! The games of Hindsight, one file or folder each: rules, notation and space, and the layouts that make fast engines
//! work for them.
//!
//! [`tic_tac_toe`] is the smallest complete game: copy it to add one.
//!
//! # Overview of types
//!
//! * [`draughts::Draughts`]: checkers and the losing game.
//! * [`chess::Chess`]: full rules; endings to six men.
//! * [`halma::Halma`]: four players in two teams; [`halma_packing::HalmaPacking`]: one side alone.
//! * [`pangki::Pangki`], [`tigers_and_goats::TigersAndGoats`], [`tic_tac_toe::TicTacToe`].

pub mod chess;
pub mod draughts;
pub mod halma;
pub mod halma_packing;
pub mod pangki;
pub mod tic_tac_toe;
pub mod tigers_and_goats;
