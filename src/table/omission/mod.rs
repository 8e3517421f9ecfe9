//! Values that a compressed table omits because they follow by moves from others.
//!
//! A look-up of an omitted position plays its moves and takes the best of the values of the successors, each stored, or
//! omitted and derived in turn:
//!
//! ```text
//! value_of(position) -- its class is omitted --> play each move --> rank --> stored code
//!                    \- its class is stored ---> stored code    \-> omitted: value_of(successor)
//! ```
//!
//! A game says which positions may be omitted by [`Derive`](crate::space::Derive). `derivation.rs` derives values with
//! the types of the game; `stored.rs` gives it the stored values, without these types; `check.rs` compares a compressed
//! table with its source; `apart.rs` derives depths that are kept apart; `whole.rs` decodes whole slices; `depth.rs`
//! finds how many derivations in turn a value takes, before the first look-up.

mod apart;
mod best_move;
mod check;
mod depth;
mod derivation;
mod floor;
mod stored;
mod successors;
mod whole;

pub use check::check;
pub use depth::{depths, depths_apart};
