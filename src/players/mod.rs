//! Engines for one game each. They use [`search`](crate::search); their games do not know them.

pub mod levels;
pub mod tricky_dick;
pub mod triple_jump;
