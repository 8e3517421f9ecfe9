//! A game at the board.
