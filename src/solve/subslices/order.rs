//! The order of work: the subslices of a component by level.

use std::sync::OnceLock;

use super::contract::{SubsliceSpace, cells};
use crate::solve::SolveError;
use crate::space::SliceId;
use crate::util::threads::for_each_of;

/// A subslice: its number in its slice, and the place of the slice in the component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Numbered(u64);

/// The lower bits are the number, the upper bits the place.
const NUMBER_BITS: u32 = 48;

impl Numbered {
    fn new(place: usize, subslice: u64) -> Numbered {
        Numbered((place as u64) << NUMBER_BITS | subslice)
    }

    /// The slice.
    pub fn slice(self, component: &[SliceId]) -> SliceId {
        component[(self.0 >> NUMBER_BITS) as usize]
    }

    /// The number of the subslice in its slice.
    pub fn subslice(self) -> u64 {
        self.0 & ((1 << NUMBER_BITS) - 1)
    }
}

/// The subslices of a component by level. Of a subslice and its side-swapped subslice it has the first one.
pub struct LevelOrder {
    /// Sorted by level.
    subslices: Vec<Numbered>,
    /// By level, the end of its subslices.
    ends: Vec<usize>,
}

/// Subslices in a batch, the work of one thread.
const CHUNK: usize = 1 << 12;

/// In place of the level of a subslice whose side-swapped subslice comes first.
const COVERED: u8 = u8::MAX;

impl LevelOrder {
    /// Sorts the subslices of all slices of a component.
    ///
    /// # Errors
    /// If sizes or levels break the contract.
    pub fn new<S: SubsliceSpace>(space: &S, component: &[SliceId]) -> Result<LevelOrder, SolveError> {
        let place = |slice: SliceId| component.iter().position(|&member| member == slice);
        let mut levels = Vec::new();
        for (at, &slice) in component.iter().enumerate() {
            let name = &space.slices()[slice.index()].name;
            let unsuited = |why: String| SolveError::Unsuited { solver: "subslices", why };
            let (entries, subslices) = (space.slices()[slice.index()].entries, space.subslices(slice));
            if subslices == 0 || subslices >> NUMBER_BITS > 0 || entries % subslices != 0 {
                return Err(unsuited(format!(
                    "slice {name} has {entries} entries in {subslices} subslices of equal size"
                )));
            }
            let mut of_slice = vec![0; subslices as usize];
            let (misplaced, too_high) = (OnceLock::new(), OnceLock::new());
            for_each_of(of_slice.chunks_mut(CHUNK), |chunk, levels| {
                for (subslice, level) in ((chunk * CHUNK) as u64..).zip(levels) {
                    let (other, swapped) = space.side_swapped_subslice(slice, subslice);
                    match place(other) {
                        None => {
                            let _ = misplaced.set(other);
                        }
                        Some(_) if cells(space, other) != cells(space, slice) => {
                            let _ = misplaced.set(other);
                        }
                        Some(other) if Numbered::new(other, swapped) < Numbered::new(at, subslice) => *level = COVERED,
                        Some(_) => match u8::try_from(space.level(slice, subslice)) {
                            Ok(low) if low != COVERED => *level = low,
                            _ => {
                                let _ = too_high.set(subslice);
                            }
                        },
                    }
                }
            });
            if let Some(other) = misplaced.get() {
                let other = &space.slices()[other.index()].name;
                return Err(unsuited(format!(
                    "a subslice of slice {name} is with the sides swapped a subslice of slice {other}, which is in another \
                     component or has subslices of another size"
                )));
            }
            if let Some(subslice) = too_high.get() {
                return Err(unsuited(format!("subslice {subslice} of slice {name} has a level above 254")));
            }
            levels.push(of_slice);
        }
        let mut ends = vec![0; usize::from(COVERED)];
        for &level in levels.iter().flatten().filter(|&&level| level != COVERED) {
            ends[usize::from(level)] += 1;
        }
        let mut sum = 0;
        for count in &mut ends {
            sum += std::mem::replace(count, sum);
        }
        let (mut next, mut subslices) = (ends, vec![Numbered(0); sum]);
        for (place, levels) in levels.iter().enumerate() {
            for (subslice, &level) in levels.iter().enumerate().filter(|(_, level)| **level != COVERED) {
                subslices[next[usize::from(level)]] = Numbered::new(place, subslice as u64);
                next[usize::from(level)] += 1;
            }
        }
        Ok(LevelOrder { subslices, ends: next })
    }

    /// The subslices of each level, the lowest level first.
    pub fn levels(&self) -> impl Iterator<Item = &[Numbered]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.subslices[start..end])
    }
}
