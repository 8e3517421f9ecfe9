//! The mirror symmetry of the board, and the canonical one of two images.

use super::board::{POINTS, mirrored};
use super::position::{GOATS, Position};
use super::slices::{LEFT, TIGERS, parts};
use crate::space::combinatorics::{binomial, rank_subset, unrank_subset};
use crate::space::subsets::Subsets;

/// The canonical image of a placement of the tigers: the lesser of the placement and its mirror image.
#[derive(Clone, Copy)]
pub(super) struct CanonicalTigers {
    /// Its number among the canonical placements.
    pub number: u16,
    /// Whether it is the mirror image.
    pub mirrored: bool,
    /// Whether the placement is its own mirror image.
    pub symmetric: bool,
}

/// The tables of the symmetry.
pub(super) struct TigerSymmetries {
    pub parts: Vec<(u32, u32)>,
    canonical: Vec<CanonicalTigers>,
    /// The canonical placements, in ascending order.
    pub triples: Vec<u32>,
    /// The ranks of sets of places, the points without a tiger.
    pub ranks: Subsets,
    /// By size, the sets of places in ascending order.
    pub subsets: Vec<Vec<u32>>,
}

impl TigerSymmetries {
    /// Fills the tables.
    pub(super) fn new() -> TigerSymmetries {
        let all = (0..binomial(POINTS, TIGERS)).map(|rank| unrank_subset(rank, TIGERS) as u32);
        let mut triples = Vec::new();
        let canonical = all.map(|tigers| {
            let image = mirrored(tigers);
            if tigers <= image {
                triples.push(tigers);
            }
            let number = triples.partition_point(|&triple| triple < tigers.min(image)) as u16;
            CanonicalTigers { number, mirrored: image < tigers, symmetric: image == tigers }
        });
        let canonical = canonical.collect();
        let ranks = Subsets::new(LEFT);
        let subsets = (0..=u32::from(GOATS)).map(|size| ranks.of_size(size).collect()).collect();
        TigerSymmetries { parts: parts(), canonical, triples, ranks, subsets }
    }

    /// The canonical image of a placement of the tigers.
    #[inline(always)]
    pub fn canonical(&self, tigers: u32) -> CanonicalTigers {
        self.canonical[rank_subset(tigers.into()) as usize]
    }
}

/// The mirror image of a position.
#[inline(always)]
pub(super) fn image(position: &Position) -> Position {
    Position { tigers: mirrored(position.tigers), goats: mirrored(position.goats), ..*position }
}
