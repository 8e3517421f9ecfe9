//! The solver for a few hunters against a herd, such as tigers against goats.
//!
//! # Objects
//!
//! * The *herd* is a set of equal pieces. Some are on the board; the others are *in hand*, and enter one per move. The
//!   herd steps only when its hand is empty.
//! * A *placement* of the hunters leaves some points, as many in every placement. Numbered in order, these points are
//!   its *places*.
//! * A *set* is a set of places: the herd on the board. A position is a placement, a set, the size of the hand, and the
//!   side to move. A slice ([`HuntStage`]) has a fixed size of set and hand, and a fixed side to move.
//! * A *hunt* is a move of one hunter, a step or the capture of one piece. It leads from a placement to another, and
//!   maps the places of the first to places of the second.
//!
//! # A unit of work
//!
//! One placement in one slice: a row of codes, one for each set of the slice's size, in the order of the sets as
//! numbers. A hunt works on the whole row:
//!
//! ```text
//!    sets of the placement       0011  0101  0110  1001  1010  1100        place 0 is the last digit
//!    order codes `best`          [  ]  [  ]  [  ]  [  ]  [  ]  [  ]
//!                                  ^                       ^              a hunt that captures on place 1
//!                                  |                       |              and enters place 2
//!    order codes of the slice    [  ]  [  ]  [  ]        [  ]
//!    with one piece less         0001  0010  0100        1000             sets of `hunt.placement`
//! ```
//!
//! # Induction
//!
//! `set` is a set of a placement, `map` takes places to places by [`Hunt::places`], and `order_code(entry)` is the
//! worth of a move into an entry for the side that makes it. The hunters are to move in the first line. In the second
//! line the herd is to move with pieces in hand:
//!
//! ```text
//!   best(set) = max { order_code(hunt.placement, map(set ^ captured)) : set & (captured | enters) == captured }
//!   best(set) = max { order_code(placement, set | place)              : place not in set }
//! ```
//!
//! A side without a move has lost, and hunters without a herd have won.
//!
//! While pieces are in hand, every move leads to a slice that is solved already, and `best` is the value. When the hand
//! is empty, the steps of both sides lead back and forth between two slices. `best` then takes the captures and the
//! positions without a move, and [`retrograde`] goes on from there, ply by ply.
//!
//! A placement that the symmetry of the board maps to itself has an *image* of each set. The lesser of both has the
//! entry.
//!
//! # Example
//!
//! A line of five points, 0 to 4, and one hunter on point 1: its places are the points 0, 2, 3 and 4. It captures on
//! point 2, place 1, and lands on point 3, place 2. The places are then the points 0, 1, 2 and 4, and `places` is `[0,
//! 2, 1, 3]`: point 0 keeps place 0, point 2 gets place 2, and point 4 keeps place 3. Point 3, the point entered, is
//! replaced by point 1, the point left, which gets place 1.
//!
//! The herd has two pieces, so the row has six sets. The hunt is possible in `0011` and `1010`, and leads to `0001` and
//! `1000`. Let the entries of `0001`, `0010`, `0100` and `1000` there be lost in 2, drawn, won in 3 and lost in 4 for
//! the herd. Then `best` is a win in 3 for `0011` and a win in 5 for `1010`.
//!
//! # Files
//!
//! * `contract`: [`HerdSpace`], the view of a space that this solver needs, with [`HuntStage`], [`HunterPlacement`] and
//!   [`Hunt`].
//! * `conformance`: the check that the view agrees with the rules.
//! * `first_look`: the codes of a slice by the moves that leave its component.
//! * `order_code`: order codes in two bytes.
//! * `place_map`: maps of places, by two look-ups for each set.

mod conformance;
mod contract;
mod first_look;
mod order_code;
mod place_map;

use super::{SolveError, Solver, Work, retrograde};
use crate::space::subsets::Subsets;
use crate::space::{Entry, SliceId, Violations, components};
use crate::util::threads::try_map;
use crate::values::{Code, Codes, Sink};
pub use contract::{HerdSpace, Hunt, HuntStage, HunterPlacement};
use first_look::{CHUNK, FirstLook, SuccessorSlices};
use place_map::PlaceMap;

/// The solver for spaces with a [`HerdSpace`].
///
/// # Example
/// ```
/// use hindsight::games::tigers_and_goats::TigersAndGoats;
/// use hindsight::prelude::*;
/// use hindsight::solve::{Work, solve_part};
/// use hindsight::space::components;
/// use hindsight::values::Overlay;
///
/// let game = TigersAndGoats::new();
/// let memory = Memory::new(game.slices());
/// let values = Overlay { above: &memory, below: &() };
/// // The positions without goats.
/// let part = components::parts(game.slices()).into_iter().next().expect("a part");
/// solve_part(&game, &Hunters, &part, &Work::new(&values, &()))?;
/// assert!(part.components.iter().flatten().all(|&slice| memory.holds(slice)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Hunters;

impl<S: HerdSpace> Solver<S> for Hunters {
    fn name(&self) -> &'static str {
        "hunters"
    }

    /// The codes of the component and of the successors of one of its slices, all in two bytes, and the marks and bits
    /// of [`retrograde`].
    fn memory(&self, space: &S, component: &[SliceId], _threads: usize) -> u64 {
        let entries = |slice: SliceId| space.slices().get(slice.index()).map_or(0, |slice| slice.entries);
        let successors = |slice: SliceId| {
            let SuccessorSlices { quiet, captures } = SuccessorSlices::of(space, component, slice);
            [quiet, captures].into_iter().flatten().map(entries).sum::<u64>()
        };
        let result = components::entries(space.slices(), component);
        2 * (result + component.iter().map(|&slice| successors(slice)).max().unwrap_or(0)) + result / 16
    }

    fn solve(&self, space: &S, component: &[SliceId], work: &Work) -> Result<(), SolveError> {
        if !S::ALTERNATES {
            return Err(SolveError::Unsuited { solver: "hunters", why: "a team may move twice running".to_string() });
        }
        let sets = Subsets::new(space.places());
        let image = |placement| space.image(placement).map(|image| PlaceMap::new(&image));
        let images = (0..space.placement_count()).map(image).collect();
        let first_look = FirstLook { space, sets: &sets, images, component, work: *work };
        let leads_back = component.iter().any(|slice| {
            let leads_to = &space.slices()[slice.index()].leads_to;
            leads_to.iter().any(|next| component.contains(next))
        });
        let mut first = Vec::new();
        for &slice in component {
            let codes = first_look.slice(slice).map_err(|halt| halt.explain(space, slice, u16::DEEPEST))?;
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
