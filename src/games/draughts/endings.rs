//! The slices of the endings, one for each material, and the numbering of each.

use super::material::DraughtsMaterial;
use super::numbering::DraughtsNumbering;
use crate::space::{Slice, SliceId};

/// The slices, and the numbering of each.
pub(super) struct DraughtsEndings {
    pub slices: Vec<Slice>,
    pub numberings: Vec<DraughtsNumbering>,
    /// The number of each material's slice, by [`key`].
    pub places: Vec<u16>,
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

impl DraughtsEndings {
    pub fn new() -> DraughtsEndings {
        let mut places = vec![NONE; COUNTS.pow(4)];
        let numberings: Vec<DraughtsNumbering> =
            DraughtsMaterial::all().into_iter().map(DraughtsNumbering::new).collect();
        for (place, numbering) in numberings.iter().enumerate() {
            places[key_of(numbering.material())] = place as u16;
        }
        let slice = |numbering: &DraughtsNumbering| {
            let material = numbering.material();
            Slice {
                name: material.to_string(),
                pieces: material.pieces(),
                part: material.part(),
                entries: numbering.positions(),
                leads_to: material.leads_to().into_iter().map(|to| SliceId(places[key_of(to)].into())).collect(),
            }
        };
        DraughtsEndings { slices: numberings.iter().map(slice).collect(), numberings, places }
    }

    /// The slice of a material.
    pub fn slice(&self, material: DraughtsMaterial) -> SliceId {
        SliceId(self.places[key_of(material)].into())
    }
}
