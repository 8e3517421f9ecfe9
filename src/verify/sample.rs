//! Entries derived again, by a plain forward search that knows no table.
use super::Check;
use crate::probe::{Probe, Tables};
use crate::space::Space;
use crate::table::TableError;

/// Derives `wanted` entries again, drawn by a fixed generator.
pub fn check<S: Space + crate::game::Notation, T: Tables>(
    _probe: &Probe<S, T>,
    _wanted: u64,
) -> Result<Vec<Check>, TableError> {
    todo!()
}
