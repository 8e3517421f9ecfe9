//! Whether a game keeps the contracts of `Game`, `Notation` and `Space`.
use crate::game::Notation;
use crate::space::Space;

/// Looks at up to `most` entries a slice, spread evenly. The breaches found, each a sentence that names a position; none if all is well.
pub fn check<S: Space + Notation>(_game: &S, _most: u64) -> Vec<String> {
    todo!()
}
