//! What looks at the values of each part while they are at hand, such as a count of their results.
//!
//! ```text
//!   solve part --> values --> PartObserver::see --> table, or none (Job::without_tables)
//! ```

use super::error::JobError;
use crate::space::components::Part;
use crate::util::progress::Progress;
use crate::values::Lookup;

/// Sees the values of each part that a job finishes.
pub trait PartObserver: Send + Sync {
    /// Looks at the values of a part.
    ///
    /// # Errors
    /// If it was stopped by the progress, or cannot keep what it found.
    fn see(&self, part: &Part, values: &dyn Lookup, progress: &dyn Progress) -> Result<(), JobError>;

    /// Whether it has seen the part, in this job or in an earlier one.
    fn has_seen(&self, part: &Part) -> bool;
}
