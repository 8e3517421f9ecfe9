//! The games of draughts: one kernel, and the rules of each game as data.
//!
//! In all of them men step diagonally forward and kings in all four directions, to capture is compulsory, a man that
//! ends on the far row is crowned, and a side to move without a legal move has lost, or won in a losing game. Endless
//! play is a draw. The games differ in the fields of [`DraughtsRules`]:
//!
//! ```text
//!   game            squares  kings   men      men take   legal where several     a man that meets    captured
//!                            move    capture  kings      captures are possible   the far row         pieces leave
//!   checkers        32       1 step  ahead    yes        any                     ends its turn       at the end
//!   russian         32       long    back     yes        any                     goes on as a king   at the end
//!   brazilian       32       long    back     yes        most pieces             goes on as a man    at the end
//!   pool            32       long    back     yes        any                     goes on as a man    at the end
//!   italian         32       1 step  ahead    no         most pieces, then with  ends its turn       at the end
//!                                                        a king, most kings, a
//!                                                        king the earliest
//!   spanish         32       long    ahead    yes        most pieces, most kings ends its turn       at the end
//!   czech           32       long    ahead    yes        with a king             ends its turn       at the end
//!   thai            32       long    ahead    yes        any                     ends its turn       at once
//!   international   50       long    back     yes        most pieces             goes on as a man    at the end
//!   killer          50       long    back     yes        most pieces             goes on as a man    at the end
//! ```
//!
//! `losing-checkers`, `poddavki` and `antidraughts` are the losing games of checkers, Russian and international
//! draughts. A king of Thai draughts lands directly behind the piece that it takes, and so does a king of killer
//! draughts whose capture ends with a king.
//!
//! # Quiet plies
//!
//! In some games it is a draw if kings alone have moved for a number of plies and captured nothing: 30 plies in Russian
//! draughts and `poddavki`, 50 in Brazilian, international and killer draughts and in `antidraughts`. Tables of depths
//! to the end leave the rule out. [`Draughts::under_rule`] is the game whose tables keep it: their depths count plies
//! to the next capture or move of a man. These moves are exactly the conversions of the solver, so in its grids the
//! rule changes the worth of conversions alone.
//!
//! # What is common
//!
//! Men only advance, quiet moves of kings keep the material and the men, and all else leads to a slice or a subslice
//! that is solved before. So slices, numberings and subslices depend on the board alone. The rules
//! enter where moves are made: precedence, captures backwards and crowning are all inside captures, which are
//! conversions. A long king's step has a path that must be free where a short step enters one square.
//!
//! # Overview of types
//!
//! * [`Draughts`]: a game on a [`board`], with its [`DraughtsRules`]. A game is no type of its own.
//! * [`Position`], [`Move`]: bit sets on the board; a whole capture is one move.
//! * `moves::english`: the moves of checkers and its losing game, the fastest. `moves::steps` and `moves::captures`:
//!   the moves of every game.
//! * [`evaluate`]: the features and weights of the evaluation.
//! * `space`: a slice for each material. `numbering`: the index of a position, by its men first and then by its kings.
//!   `side_swapped`: the index with the other side to move.
//! * `subslices`: the grids for the solver [`Subslices`](crate::solve::subslices::Subslices). `paths`: the squares that
//!   steps of long kings pass.
//! * `squares`: the names of squares. `fen` and `notation`: positions, moves and diagrams. [`NumberedMove`]: a move by
//!   the numbers of its squares.

pub mod board;
mod derivation;
mod endings;
pub mod evaluate;
mod fen;
mod game;
mod material;
pub(crate) mod moves;
mod notation;
mod numbered;
mod numbering;
mod paths;
mod position;
pub mod rules;
mod side_swapped;
mod space;
mod squares;
mod strict_fen;
mod subslices;

pub use game::Draughts;
pub use moves::Move;
pub use numbered::NumberedMove;
pub use position::Position;
pub use rules::{DraughtsRules, QuietRule};
