//! A game as its tables know it: without the type of its positions, so that the code of tables, jobs and teams is
//! compiled once for all games.

use std::sync::Arc;

use super::fingerprint::fingerprint;
use crate::space::components::Part;
use crate::space::{Derivation, Naming, Slice, SliceId};

/// The slices of a game, and the answers of its rules that tables need. Every space with names has them.
pub trait TableGame: Sync {
    /// See [`Game::name`](crate::game::Game::name).
    fn name(&self) -> &'static str;

    /// See [`Space::slices`](crate::space::Space::slices).
    fn slices(&self) -> &[Slice];

    /// See [`Naming::size_name`].
    fn size_name(&self) -> &'static str;

    /// See [`Naming::size`].
    fn size(&self, slice: SliceId) -> u32;

    /// The game, if it derives the values that compressed tables omit.
    fn shared_derivation(&self) -> Option<Arc<dyn Derivation>>;

    /// The fingerprint of the rules of a part.
    fn fingerprint(&self, part: &Part) -> u64;
}

impl<S: Naming> TableGame for S {
    fn name(&self) -> &'static str {
        crate::game::Game::name(self)
    }

    fn slices(&self) -> &[Slice] {
        crate::space::Space::slices(self)
    }

    fn size_name(&self) -> &'static str {
        Naming::size_name(self)
    }

    fn size(&self, slice: SliceId) -> u32 {
        Naming::size(self, slice)
    }

    fn shared_derivation(&self) -> Option<Arc<dyn Derivation>> {
        self.derivation().map(|derivation| derivation.shared())
    }

    fn fingerprint(&self, part: &Part) -> u64 {
        fingerprint(self, part)
    }
}
