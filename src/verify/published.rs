//! Published figures, held against the tables.
use super::Check;
use crate::game::NotationError;
use crate::probe::{Probe, Tables};
use crate::space::Space;
use crate::table::TableError;

/// Why published figures could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum PublishedError {
    /// The text is no list of figures.
    #[error("the published figures cannot be read: {0}")]
    Format(String),
    /// A position or a move in it cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The table cannot be trusted.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Checks every figure of a TOML text: a row each, in the order of the text.
pub fn check<S: Space + crate::game::Notation, T: Tables>(
    _probe: &Probe<S, T>,
    _toml: &str,
) -> Result<Vec<Check>, PublishedError> {
    todo!()
}
