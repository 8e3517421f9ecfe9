//! The first look at a slice: the codes that follow from the moves that leave its component.

use std::sync::Mutex;

use super::contract::{HerdSpace, Hunt, HuntStage, HunterPlacement};
use super::order_code::{DRAW, NONE, OrderCode16, code, order_code};
use super::place_map::PlaceMap;
use crate::game::Value;
use crate::solve::{FirstHalt, Halt, Work};
use crate::space::subsets::Subsets;
use crate::space::{Entry, SliceId};
use crate::util::bits::ones;
use crate::util::threads::{for_each_of, try_map};
use crate::values::Code;

/// Entries that are read or put together.
pub const CHUNK: usize = 1 << 16;

/// Something for each successor of a slice outside its component: the slice after a capture, and the slice after any
/// other move.
#[derive(Clone, Copy)]
pub struct SuccessorSlices<T> {
    pub quiet: Option<T>,
    pub captures: Option<T>,
}

impl SuccessorSlices<SliceId> {
    /// The successors of a slice.
    pub fn of<S: HerdSpace>(space: &S, component: &[SliceId], slice: SliceId) -> SuccessorSlices<SliceId> {
        let stage = space.stage(slice);
        let after = HuntStage { hunters_to_move: !stage.hunters_to_move, ..stage };
        let quiet = match stage {
            HuntStage { hand: 0, herd: 0, .. } => None,
            HuntStage { hunters_to_move: false, hand: 1.., .. } => {
                Some(space.slice_at(HuntStage { hand: stage.hand - 1, herd: stage.herd + 1, ..after }))
            }
            _ => Some(space.slice_at(after)).filter(|slice| !component.contains(slice)),
        };
        let captures = (stage.hunters_to_move && stage.herd > 0)
            .then(|| space.slice_at(HuntStage { herd: stage.herd - 1, ..after }));
        SuccessorSlices { quiet, captures }
    }
}

/// The first look at the slices of a component.
pub struct FirstLook<'a, S> {
    pub space: &'a S,
    pub sets: &'a Subsets,
    /// By placement, the map of its places if the symmetry maps the placement to itself.
    pub images: Vec<Option<PlaceMap>>,
    pub component: &'a [SliceId],
    pub work: Work<'a>,
}

impl<S: HerdSpace> FirstLook<'_, S> {
    /// The codes of a slice. A position with a move within the component is a win by capture, or drawn so far.
    pub fn slice(&self, slice: SliceId) -> Result<Vec<u16>, Halt> {
        let stage = self.space.stage(slice);
        let count = self.sets.count(stage.herd) as usize;
        let successors = SuccessorSlices::of(self.space, self.component, slice);
        let read = |to: Option<SliceId>, herd: u32| to.map(|to| self.order_codes(slice, to, herd)).transpose();
        let order_codes = SuccessorSlices {
            quiet: read(successors.quiet, stage.herd + u32::from(!stage.hunters_to_move))?,
            captures: read(successors.captures, stage.herd.saturating_sub(1))?,
        };
        let sets: Vec<u32> = self.sets.of_size(stage.herd).collect();
        let mut codes = vec![u16::DRAW; count * self.space.placement_count()];
        let mut halt = FirstHalt::default();
        for_each_of(codes.chunks_mut(count), |number, codes| {
            if !halt.goes_on(self.work.progress) {
                return;
            }
            let placement = self.space.placement(number);
            halt.note(match stage {
                HuntStage { hand: 0, herd: 0, hunters_to_move } => {
                    let value = if hunters_to_move { Value::Win(0) } else { Value::Loss(0) };
                    u16::encode(value).map(|code| codes.fill(code)).ok_or(Halt::TooDeep)
                }
                HuntStage { hunters_to_move: true, .. } => self.hunters_move(&placement, &sets, &order_codes, codes),
                _ => match &order_codes.quiet {
                    Some(order_codes) => self.herd_enters(number, &sets, order_codes, codes),
                    None => herd_steps(&placement, &sets, codes),
                },
            });
            if let Some(image) = &self.images[number] {
                let other = sets.iter().map(|&set| image.of(set) < set);
                codes.iter_mut().zip(other).filter(|(_, other)| *other).for_each(|(code, _)| *code = u16::ABSENT);
            }
            self.work.progress.advance(count as u64);
        });
        halt.take().map(|()| codes)
    }

    /// The order code of a move from slice `from` into each entry of slice `to`, whose herd has `herd` pieces.
    fn order_codes(&self, from: SliceId, to: SliceId, herd: u32) -> Result<Vec<OrderCode16>, Halt> {
        let mut order_codes = vec![NONE; self.sets.count(herd) as usize * self.space.placement_count()];
        let chunks: Vec<_> = order_codes.chunks_mut(CHUNK).map(Mutex::new).collect();
        let read = try_map(chunks.len(), &|chunk| {
            let unsolved = || Halt::Unsolved { from: Some(from), to: Some(to) };
            let mut codes = chunks[chunk].lock().map_err(|_| unsolved())?;
            let first = Entry { slice: to, index: (chunk * CHUNK) as u64 };
            if !self.work.below.read(first, &mut codes)? {
                return Err(unsolved());
            }
            codes.iter_mut().for_each(|code| *code = order_code(*code));
            Ok(())
        });
        drop(chunks);
        read.map(|_| order_codes)
    }

    /// The part of `order_codes`, one for each set of each placement, that belongs to one placement.
    fn of_placement<'b>(&self, order_codes: &'b [OrderCode16], placement: usize) -> &'b [OrderCode16] {
        let count = order_codes.len() / self.space.placement_count();
        &order_codes[placement * count..][..count]
    }

    /// The herd to move with pieces in hand, for placement `number`: a piece enters any free place.
    fn herd_enters(
        &self,
        number: usize,
        sets: &[u32],
        order_codes: &[OrderCode16],
        codes: &mut [u16],
    ) -> Result<(), Halt> {
        let all = u32::MAX >> (u32::BITS - self.space.places());
        let order_codes = self.of_placement(order_codes, number);
        for (of_set, &set) in codes.iter_mut().zip(sets) {
            let after = ones::<usize>(all & !set).map(|place| set | 1 << place);
            let best = match &self.images[number] {
                None => after.map(|set| order_codes[self.sets.rank(set) as usize]).max(),
                Some(image) => after.map(|set| order_codes[self.sets.rank(set.min(image.of(set))) as usize]).max(),
            };
            *of_set = code(best.unwrap_or(NONE)).ok_or(Halt::TooDeep)?;
        }
        Ok(())
    }

    /// The hunters to move, for one placement.
    fn hunters_move(
        &self,
        placement: &HunterPlacement,
        sets: &[u32],
        order_codes: &SuccessorSlices<Vec<OrderCode16>>,
        codes: &mut [u16],
    ) -> Result<(), Halt> {
        codes.fill(NONE);
        for hunt in &placement.hunts {
            let to = if hunt.captures.is_some() { &order_codes.captures } else { &order_codes.quiet };
            let Some(order_codes) = to else {
                // A step within the component: its worth is unknown and counts as a draw. Without a herd there is no
                // capture.
                if hunt.captures.is_none() {
                    improve(codes, sets, hunt, |_| DRAW);
                }
                continue;
            };
            let map = PlaceMap::new(&hunt.places);
            let order_codes = self.of_placement(order_codes, hunt.placement as usize);
            let at = |set: u32| order_codes[self.sets.rank(set) as usize];
            match &self.images[hunt.placement as usize] {
                None => improve(codes, sets, hunt, |set| at(map.of(set))),
                Some(image) => improve(codes, sets, hunt, |set| {
                    let set = map.of(set);
                    at(set.min(image.of(set)))
                }),
            }
        }
        for best in codes {
            *best = code(*best).ok_or(Halt::TooDeep)?;
        }
        Ok(())
    }
}

/// The herd to move with an empty hand, for one placement: a herd without a step has lost.
fn herd_steps(placement: &HunterPlacement, sets: &[u32], codes: &mut [u16]) -> Result<(), Halt> {
    let lost = code(NONE).ok_or(Halt::TooDeep)?;
    for (code, &set) in codes.iter_mut().zip(sets) {
        if !ones::<usize>(set).any(|place| placement.steps[place] & !set != 0) {
            *code = lost;
        }
    }
    Ok(())
}

/// Improves `best`, the order code of each set, by a hunt where it is legal. `after` gives the order code of the hunt
/// for the set without the captured piece.
#[inline(always)]
fn improve(best: &mut [OrderCode16], sets: &[u32], hunt: &Hunt, after: impl Fn(u32) -> OrderCode16) {
    let captured = hunt.captures.map_or(0, |place| 1 << place);
    let enters = 1 << hunt.enters;
    for (best, &set) in best.iter_mut().zip(sets) {
        if set & (captured | enters) == captured {
            *best = (*best).max(after(set ^ captured));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the module's page.
    #[test]
    fn the_worked_example_has_its_best_captures() {
        let subsets = Subsets::new(4);
        let sets: Vec<u32> = subsets.of_size(2).collect();
        assert_eq!(sets, [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
        let hunt = Hunt { enters: 2, captures: Some(1), placement: 0, places: vec![0, 2, 1, 3] };
        let map = PlaceMap::new(&hunt.places);
        assert_eq!([0b0001, 0b1000].map(|set| map.of(set)), [0b0001, 0b1000]);

        let values = [Value::Loss(2), Value::Draw, Value::Win(3), Value::Loss(4)];
        let after = values.map(|value| order_code(u16::encode(value).expect("the depth fits")));
        let mut best = vec![NONE; sets.len()];
        improve(&mut best, &sets, &hunt, |set| after[subsets.rank(map.of(set)) as usize]);
        let found = best.iter().zip(&sets).filter(|(best, _)| **best != NONE);
        let found: Vec<_> = found.map(|(&best, &set)| (set, code(best).and_then(u16::decode))).collect();
        assert_eq!(found, [(0b0011, Some(Value::Win(3))), (0b1010, Some(Value::Win(5)))]);
    }
}
