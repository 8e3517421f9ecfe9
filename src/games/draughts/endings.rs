//! The slices of the endings, one for each material, and the numbering of each. All games on a board share them.

use super::board::DraughtsBoard;
use super::material::DraughtsMaterial;
use super::numbering::DraughtsNumbering;
use super::paths::KingPaths;
use crate::space::{Slice, SliceId};

/// The slices, and the numbering of each.
pub struct DraughtsEndings<B> {
    pub(super) slices: Vec<Slice>,
    pub(super) numberings: Vec<DraughtsNumbering<B>>,
    /// The number of each material's slice, by [`key`].
    pub(super) places: Vec<u16>,
    /// The paths of long kings.
    pub(super) paths: KingPaths,
}

/// The base of [`key`]: one more than the greatest number of men, or of kings, of one side.
pub(super) const COUNTS: usize = 10;

/// A material as a number.
#[inline(always)]
pub(super) fn key(own_men: u32, own_kings: u32, other_men: u32, other_kings: u32) -> usize {
    ((own_men as usize * COUNTS + own_kings as usize) * COUNTS + other_men as usize) * COUNTS + other_kings as usize
}

fn key_of(material: DraughtsMaterial) -> usize {
    key(material.own.men, material.own.kings, material.other.men, material.other.kings)
}

/// In place of a slice number, for a material without a slice.
pub(super) const NONE: u16 = u16::MAX;

impl<B: DraughtsBoard> DraughtsEndings<B> {
    /// The endings of the games on the board.
    pub(super) fn shared() -> &'static DraughtsEndings<B> {
        let shared = B::shared().get_or_init(|| Box::new(DraughtsEndings::<B>::new()));
        shared.downcast_ref().expect("the memory of a board is filled here alone")
    }

    fn new() -> DraughtsEndings<B> {
        let mut places = vec![NONE; COUNTS.pow(4)];
        let numberings: Vec<DraughtsNumbering<B>> =
            DraughtsMaterial::all(B::MOST_PIECES).into_iter().map(DraughtsNumbering::new).collect();
        for (place, numbering) in numberings.iter().enumerate() {
            places[key_of(numbering.material())] = place as u16;
        }
        let slice = |numbering: &DraughtsNumbering<B>| {
            let material = numbering.material();
            Slice {
                name: material.to_string(),
                pieces: material.pieces(),
                part: material.part(),
                entries: numbering.positions(),
                leads_to: material.leads_to().into_iter().map(|to| SliceId(places[key_of(to)].into())).collect(),
            }
        };
        DraughtsEndings {
            slices: numberings.iter().map(slice).collect(),
            numberings,
            places,
            paths: KingPaths::of::<B>(),
        }
    }

    /// The slice of a material.
    pub(super) fn slice(&self, material: DraughtsMaterial) -> SliceId {
        SliceId(self.places[key_of(material)].into())
    }
}
