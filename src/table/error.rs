//! What can be wrong with a table.

use thiserror::Error;

/// Why a table could not be written, or cannot be trusted.
#[derive(Debug, Error)]
pub enum TableError {
    #[error("todo")]
    Todo,
}
