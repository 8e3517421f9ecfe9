//! The solver for small stepping games: sets of positions instead of positions.
//!
//! All fillings of the board are bits, 64 of them a word, and a ply takes a few operations on words for each step of
//! the game. With `A(n)` the fillings in which White is to move and has won in `n` plies, and `B(n)` those in which
//! Black is to move and has lost in `n`:
//!
//! * a filling is in `A(n)` if a step of White leads into `B(n - 1)`, and it is in no earlier `A`;
//! * a filling is in `B(n)` if no step of Black leads out of the union of `A(0)` to `A(n - 1)`, and it is in no earlier
//!   `B`.
//!
//! Both sides have the same rules, so these two families say everything: White to move has lost where, with the colours
//! changed, Black to move has. The fillings of sixteen points are 3^16 bits, 5.4 MB, which stay in the cache.
//!
//! The plies are kept as Gray codes of the number of rounds that a filling stayed undecided: a round then flips one bit
//! of the code for all of the undecided at once.
//!
//! The judge of this engine is [`retrograde`](super::retrograde), and the tests hold every entry of the one against the
//! other.

mod family;
mod moves;
mod rows;

use std::array::from_fn;

use rayon::prelude::*;

use crate::game::Outcome;
use crate::rank::base3;
use crate::space::{Entry, SliceId, Space};
use crate::steps::Steps;
use crate::value::{Code, Codes, Value};
use family::{Enough, Family};
use moves::{Moves, Side};
use rows::{LOWER, Row};

/// Solves every slice of a space whose rules are these, on the threads of the pool that it is called in.
///
/// The codes are those of the slices in order; there are none if the rules or the number of plies are not for this
/// engine, and [`retrograde`](super::retrograde) must do it.
pub fn solve<S: Space>(space: &S, steps: &Steps<S::Position>) -> Option<Vec<Codes>> {
    let [won, lost] = families(steps)?;
    let deepest = won.deepest().max(lost.deepest());
    let slices = 0..space.slices().len() as u32;
    Some(if deepest <= u8::DEEPEST {
        slices.map(|slice| Codes::One(codes(space, steps, SliceId(slice), &won, &lost))).collect()
    } else {
        slices.map(|slice| Codes::Two(codes(space, steps, SliceId(slice), &won, &lost))).collect()
    })
}

/// The fillings won with White to move, and those lost with Black to move.
fn families<P>(steps: &Steps<P>) -> Option<[Family; 2]> {
    // A drawn side is in neither family, and would be taken for one that a step could still decide.
    if steps.points > 2 * LOWER || steps.stuck == Outcome::Draw {
        return None;
    }
    let rows = 3usize.pow(steps.points.saturating_sub(LOWER));
    let mut won = Family::new(Moves::new(steps, Side::White)?, rows);
    let mut lost = Family::new(Moves::new(steps, Side::Black)?, rows);
    let enough = Enough::new(steps.fewest);
    // White to move has won where Black has too few pieces. No step leads there: nobody captures his own.
    won.begin(|white, black, able| {
        let (both, few) = (enough.both(white, black), enough.few_black(black));
        let stuck: Row = from_fn(|at| if steps.stuck == Outcome::Win { both[at] & !able[at] } else { 0 });
        (from_fn(|at| few[at] | stuck[at]), stuck)
    });
    // Black to move has lost where he has too few and White has not. Where he is stuck and has won, no step can decide
    // any more: he is counted here too, and nobody sees it, since the other family is asked first.
    lost.begin(|white, black, able| {
        let (both, few) = (enough.both(white, black), enough.few_black(black));
        let few: Row = from_fn(|at| few[at] & enough.white(white)[at]);
        let stuck: Row = from_fn(|at| both[at] & !able[at]);
        let reached = from_fn(|at| if steps.stuck == Outcome::Loss { few[at] | stuck[at] } else { few[at] });
        (from_fn(|at| few[at] | stuck[at]), reached)
    });
    for ply in 1.. {
        let (round_of_won, round_of_lost) = (lost.moved(), won.moved());
        if !round_of_won && !round_of_lost {
            break;
        }
        // Both rounds see what the plies before decided: neither changes what the other reads.
        if round_of_lost {
            lost.round(&won, ply, true, &enough).ok()?;
        }
        if round_of_won {
            won.round(&lost, ply, false, &enough).ok()?;
        }
        lost.end_ply(round_of_lost);
        won.end_ply(round_of_won);
    }
    Some([won, lost])
}

/// The codes of a slice.
fn codes<S: Space, C: Code>(
    space: &S,
    steps: &Steps<S::Position>,
    slice: SliceId,
    won: &Family,
    lost: &Family,
) -> Vec<C> {
    let entries = space.slices()[slice.index()].entries;
    let code = |index: usize| {
        let Some(position) = space.unrank(Entry { slice, index: index as u64 }) else {
            return C::ABSENT;
        };
        let (own, other) = (steps.pieces)(&position);
        let filling = |white: u16, black: u16| (base3(white) + 2 * base3(black)) as usize;
        let (row, bit) = (|w: u16, b: u16| filling(w >> LOWER, b >> LOWER), |w: u16, b: u16| filling(w & 255, b & 255));
        let value = if let Some(plies) = won.ply(row(own, other), bit(own, other)) {
            Value::Win(plies)
        } else if let Some(plies) = lost.ply(row(other, own), bit(other, own)) {
            Value::Loss(plies)
        } else {
            Value::Draw
        };
        C::encode(value).unwrap_or(C::ABSENT)
    };
    (0..entries as usize).into_par_iter().with_min_len(1 << 10).map(code).collect()
}
