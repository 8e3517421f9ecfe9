//! The four laws that every table obeys, on every entry.
use super::Check;
use crate::probe::{Probe, Tables};
use crate::solve::Progress;
use crate::space::Space;
use crate::table::TableError;

/// Checks the laws on every entry, on all threads of the pool that it is called in: one row a law.
pub fn check<S: Space + crate::game::Notation, T: Tables>(
    _probe: &Probe<S, T>,
    _progress: &impl Progress,
) -> Result<Vec<Check>, TableError> {
    todo!()
}
