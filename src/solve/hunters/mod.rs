//! The solver for a few hunters against a herd: placement by placement, each a few hundred thousand sets that stay in the
//! cache.
//!
//! A move of a hunter takes all sets of a placement to sets of another, by one map of their places: two look-ups and a rank
//! for each. While the herd is being placed nothing leads back, and one look at what the moves lead to decides every
//! position. Afterwards the same look decides what captures lead to, and who cannot move; what follows from that, ply
//! by ply, [`retrograde`] finds, which is also the judge of this solver.
//!
//! # Overview of types
//!
//! * [`HerdSpace`]: what a space says of its hunters and its herd. [`HunterPlacement`], [`Hunt`], [`HuntStage`]: its parts.
//! * [`Hunters`]: the solver.

mod conformance;
mod contract;

use super::{FirstHalt, Halt, SolveError, Solver, Work, retrograde};
use crate::game::Value;
use crate::space::subsets::Subsets;
use crate::space::{Entry, SliceId, Violations, components};
use crate::util::threads::{for_each_of, try_map};
use crate::values::{Code, Codes, Sink};
pub use contract::{HerdSpace, Hunt, HuntStage, HunterPlacement};

/// The solver for spaces with a [`HerdSpace`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Hunters;

impl<S: HerdSpace> Solver<S> for Hunters {
    fn name(&self) -> &'static str {
        "hunters"
    }

    /// The codes, and the values that the moves of one of the slices lead to, all in two bytes.
    fn memory(&self, space: &S, component: &[SliceId], _threads: usize) -> u64 {
        let entries = |slice: SliceId| space.slices().get(slice.index()).map_or(0, |slice| slice.entries);
        let led_to = |slice: SliceId| {
            let targets = SuccessorSlices::of(space, component, slice);
            targets.into_iter().flatten().map(entries).sum::<u64>()
        };
        let result = components::entries(space.slices(), component);
        2 * (result + component.iter().map(|&slice| led_to(slice)).max().unwrap_or(0)) + result / 16
    }

    fn solve(&self, space: &S, component: &[SliceId], work: &Work) -> Result<(), SolveError> {
        if !S::ALTERNATES {
            return Err(SolveError::Unsuited { solver: "hunters", why: "a team may move twice running".to_string() });
        }
        let sets = Subsets::new(space.places());
        let images = (0..space.placement_count())
            .map(|placement| space.image(placement).map(|image| PlaceMap::new(&image)))
            .collect();
        let field = HerdSolver { space, sets: &sets, images, component, work: *work };
        let leads_back = component.iter().any(|slice| {
            let leads_to = &space.slices()[slice.index()].leads_to;
            leads_to.iter().any(|next| component.contains(next))
        });
        let mut first = Vec::new();
        for &slice in component {
            let codes = field.look(slice).map_err(|halt| halt.explain(space, slice, u16::DEEPEST))?;
            if leads_back {
                first.push(codes);
            } else {
                put(work.sink, slice, &codes)?;
            }
        }
        if leads_back {
            retrograde::solve_from(space, component, work, first)
                .map_err(|halt| halt.explain(space, component[0], u16::DEEPEST))?;
        }
        Ok(())
    }

    fn check_slices(
        &self,
        space: &S,
        slices: &[SliceId],
        text: &dyn Fn(&S::Position) -> String,
        violations: &mut Violations,
    ) {
        conformance::check(space, slices, text, violations);
    }
}

/// Puts the codes of a slice.
fn put(sink: &dyn Sink, slice: SliceId, codes: &[u16]) -> Result<(), SolveError> {
    let chunks: Vec<&[u16]> = codes.chunks(CHUNK).collect();
    try_map(chunks.len(), &|chunk| {
        sink.put(Entry { slice, index: (chunk * CHUNK) as u64 }, Codes::Two(chunks[chunk]))
    })?;
    Ok(())
}

/// A [`OrderCode`](crate::values::OrderCode) in two bytes, for millions of them: no value is 0, a loss its plies, and a win in one
/// ply the greatest number, each ply more making it one less.
type OrderCode16 = u16;

const NONE: OrderCode16 = 0;
const DRAW: OrderCode16 = 1 << 15;

/// The order code of a move into a position of this code.
#[inline(always)]
fn order_code(code: u16) -> OrderCode16 {
    let plies = code.wrapping_sub(1) / 2 + 1;
    match code {
        u16::DRAW => DRAW,
        u16::ABSENT => NONE,
        _ if code % 2 == 1 => plies,
        _ => u16::MAX - (plies - 1),
    }
}

/// The code of a position whose best move has this order code. Nothing if the depth is past [`Code::DEEPEST`].
#[inline(always)]
fn code(best: OrderCode16) -> Option<u16> {
    match best {
        NONE => u16::encode(Value::Loss(0)),
        DRAW => Some(u16::DRAW),
        _ if best > DRAW => u16::encode(Value::Win(u32::from(u16::MAX - best) + 1)),
        _ => u16::encode(Value::Loss(best.into())),
    }
}

/// Where places go, by two lookups for each set.
struct PlaceMap {
    half: u32,
    lower: Vec<u32>,
    upper: Vec<u32>,
}

impl PlaceMap {
    fn new(places: &[u8]) -> PlaceMap {
        let half = places.len() as u32 / 2;
        let table = |places: &[u8]| {
            let mut table = vec![0u32; 1 << places.len()];
            for set in 1..table.len() {
                table[set] = table[set & (set - 1)] | 1 << places[set.trailing_zeros() as usize];
            }
            table
        };
        let (lower, upper) = places.split_at(half as usize);
        PlaceMap { half, lower: table(lower), upper: table(upper) }
    }

    #[inline(always)]
    fn of(&self, set: u32) -> u32 {
        self.lower[(set & ((1 << self.half) - 1)) as usize] | self.upper[(set >> self.half) as usize]
    }
}

/// The slices that the moves of a slice lead to, as far as they are not of its component.
#[derive(Clone, Copy)]
struct SuccessorSlices<T> {
    quiet: Option<T>,
    captures: Option<T>,
}

impl SuccessorSlices<SliceId> {
    fn of<S: HerdSpace>(space: &S, component: &[SliceId], slice: SliceId) -> SuccessorSlices<SliceId> {
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

impl<T> IntoIterator for SuccessorSlices<T> {
    type Item = Option<T>;
    type IntoIter = std::array::IntoIter<Option<T>, 2>;

    fn into_iter(self) -> Self::IntoIter {
        [self.quiet, self.captures].into_iter()
    }
}

/// Entries that are read together.
const CHUNK: usize = 1 << 16;

/// Everything that is the same for all placements.
struct HerdSolver<'a, S> {
    space: &'a S,
    sets: &'a Subsets,
    /// Of each placement that the symmetry takes to itself, where it takes the places.
    images: Vec<Option<PlaceMap>>,
    component: &'a [SliceId],
    work: Work<'a>,
}

impl<S: HerdSpace> HerdSolver<'_, S> {
    /// The codes of a slice, as far as they follow from what its moves lead to outside the component.
    fn look(&self, slice: SliceId) -> Result<Vec<u16>, Halt> {
        let stage = self.space.stage(slice);
        let count = self.sets.count(stage.herd) as usize;
        let targets = SuccessorSlices::of(self.space, self.component, slice);
        let read = |target: Option<SliceId>, herd: u32| target.map(|to| self.order_codes(slice, to, herd)).transpose();
        let order_codes = SuccessorSlices {
            quiet: read(targets.quiet, stage.herd + u32::from(!stage.hunters_to_move))?,
            captures: read(targets.captures, stage.herd.saturating_sub(1))?,
        };
        let sets: Vec<u32> = self.sets.of_size(stage.herd).collect();
        let mut codes = vec![u16::DRAW; count * self.space.placement_count()];
        let mut halt = FirstHalt::default();
        for_each_of(codes.chunks_mut(count), |number, codes| {
            if !halt.goes_on(self.work.progress) {
                return;
            }
            let placement = self.space.placement(number);
            let fits = match stage {
                HuntStage { hand: 0, herd: 0, hunters_to_move } => {
                    let won = if hunters_to_move { Value::Win(0) } else { Value::Loss(0) };
                    codes.fill(u16::encode(won).unwrap_or(u16::DRAW));
                    true
                }
                HuntStage { hunters_to_move: true, .. } => self.hunt(&placement, &sets, &order_codes, codes),
                _ => self.herd(number, &placement, &sets, order_codes.quiet.as_deref(), codes),
            };
            if !fits {
                halt.set(Halt::TooDeep);
            }
            if let Some(image) = &self.images[number] {
                let other = sets.iter().map(|&set| image.of(set) < set);
                codes.iter_mut().zip(other).filter(|(_, other)| *other).for_each(|(code, _)| *code = u16::ABSENT);
            }
            self.work.progress.advance(count as u64);
        });
        halt.take().map(|()| codes)
    }

    /// The value of a move from slice `from` into each entry of slice `to`.
    fn order_codes(&self, from: SliceId, to: SliceId, herd: u32) -> Result<Vec<OrderCode16>, Halt> {
        let mut order_codes = vec![NONE; self.sets.count(herd) as usize * self.space.placement_count()];
        let chunks: Vec<_> = order_codes.chunks_mut(CHUNK).map(std::sync::Mutex::new).collect();
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

    /// The turn of the herd, in one placement: a piece is placed, `order_codes` being what that is worth in every placement, or one
    /// steps. Whether all depths fit.
    fn herd(
        &self,
        number: usize,
        placement: &HunterPlacement,
        sets: &[u32],
        order_codes: Option<&[OrderCode16]>,
        codes: &mut [u16],
    ) -> bool {
        let stuck = code(NONE).unwrap_or(u16::DRAW);
        let Some(order_codes) = order_codes else {
            for (code, &set) in codes.iter_mut().zip(sets) {
                if !places(set).any(|place| placement.steps[place] & !set != 0) {
                    *code = stuck;
                }
            }
            return true;
        };
        let all = u32::MAX >> (u32::BITS - self.space.places());
        let count = order_codes.len() / self.space.placement_count();
        let order_codes = &order_codes[number * count..][..count];
        let mut fits = true;
        for (of_set, &set) in codes.iter_mut().zip(sets) {
            let best = match &self.images[number] {
                None => {
                    let after = places(all & !set).map(|place| self.sets.rank(set | 1 << place));
                    after.map(|rank| order_codes[rank as usize]).max()
                }
                Some(image) => {
                    let after = places(all & !set).map(|place| set | 1 << place);
                    after.map(|set| order_codes[self.sets.rank(set.min(image.of(set))) as usize]).max()
                }
            };
            let code = code(best.unwrap_or(NONE));
            fits &= code.is_some();
            *of_set = code.unwrap_or(u16::DRAW);
        }
        fits
    }

    /// The turn of the hunters, in one placement. Whether all depths fit.
    fn hunt(
        &self,
        placement: &HunterPlacement,
        sets: &[u32],
        order_codes: &SuccessorSlices<Vec<OrderCode16>>,
        codes: &mut [u16],
    ) -> bool {
        // Moves within the component leave a position open: its order code is then that of a draw, or a win by capture.
        codes.fill(NONE);
        for hunt in &placement.hunts {
            let map = PlaceMap::new(&hunt.places);
            let image = self.images[hunt.placement as usize].as_ref();
            let to = if hunt.captures.is_some() { &order_codes.captures } else { &order_codes.quiet };
            match (to, image) {
                (None, _) if hunt.captures.is_none() => best(codes, sets, hunt, |_| DRAW),
                (None, _) => {}
                (Some(order_codes), image) => {
                    let count = order_codes.len() / self.space.placement_count();
                    let order_codes = &order_codes[hunt.placement as usize * count..][..count];
                    let at = |set: u32| order_codes[self.sets.rank(set) as usize];
                    match image {
                        None => best(codes, sets, hunt, |set| at(map.of(set))),
                        Some(image) => best(codes, sets, hunt, |set| {
                            let set = map.of(set);
                            at(set.min(image.of(set)))
                        }),
                    }
                }
            }
        }
        let mut fits = true;
        for of_set in codes {
            let code = code(*of_set);
            fits &= code.is_some();
            *of_set = code.unwrap_or(u16::DRAW);
        }
        fits
    }
}

/// Improves the order code of each set by a move of a hunter, where it can be made: `after` has what it is worth, by the
/// places of the herd that are left.
#[inline(always)]
fn best(order_codes: &mut [OrderCode16], sets: &[u32], hunt: &Hunt, after: impl Fn(u32) -> OrderCode16) {
    let captured = hunt.captures.map_or(0, |place| 1 << place);
    let looked_at = captured | 1 << hunt.enters;
    for (best, &set) in order_codes.iter_mut().zip(sets) {
        if set & looked_at == captured {
            *best = (*best).max(after(set ^ captured));
        }
    }
}

/// The places of a set, in ascending order.
#[inline(always)]
fn places(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (place < u32::BITS as usize).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;

    #[test]
    fn an_order_code_is_that_of_the_side_that_moves() {
        let values = [Value::Loss(0), Value::Loss(5), Value::Draw, Value::Win(5), Value::Win(0)];
        let after = values.map(|value| code(order_code(u16::encode(value).expect("it fits"))));
        assert_eq!(after, values.map(|value| u16::encode(value.before(Turn::Other))));
        let best_first = values.map(|value| order_code(u16::encode(value).expect("it fits")));
        assert!(best_first.is_sorted_by(|better, worse| better > worse));
        assert_eq!((order_code(u16::ABSENT), code(NONE)), (NONE, u16::encode(Value::Loss(0))));
        assert_eq!(code(order_code(u16::encode(Value::Win(u16::DEEPEST)).expect("it fits"))), None);
        assert_eq!(code(order_code(u16::encode(Value::Loss(u16::DEEPEST)).expect("it fits"))), None);
    }

    #[test]
    fn places_go_where_the_map_says() {
        let map = PlaceMap::new(&[2, 0, 1, 4, 3]);
        assert_eq!((map.of(0), map.of(0b00001), map.of(0b01010), map.of(0b11111)), (0, 0b00100, 0b10001, 0b11111));
    }
}
