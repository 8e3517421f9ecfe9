//! The disagreements that are known and not mended yet. The list only shrinks: the test fails if a door on it agrees.

/// A question, the doors that disagree with the first door, and why.
type Disagreement = (&'static str, &'static [&'static str], &'static str);

/// Every disagreement.
pub const OPEN: &[Disagreement] = &[];
