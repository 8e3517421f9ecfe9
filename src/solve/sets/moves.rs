//! The moves of one side, on whole rows of fillings at once.

use super::rows::{GUARD, LOWER, Row, WORDS, Window, row_in, row_of, shifted, window};
use crate::rank::base3;
use crate::steps::{Capture, Steps};

/// The side that moves, in fixed colours: White has the digit 1, Black the digit 2.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    White,
    Black,
}

/// A step within or into a row: a shift of the bits at which it is possible.
struct Step {
    shift: i32,
    possible: Row,
}

/// A pattern that a step completes, in its two halves.
struct Pattern {
    own: u16,
    taken: u16,
    empty: u16,
    /// The fillings of the lower points that fit.
    fits: Row,
    /// By how much the bit's place changes when the lower pieces are taken off.
    shift: i32,
}

/// The steps that enter one point.
struct Target {
    patterns: Vec<Pattern>,
    /// The point, if it is an upper one; else nothing.
    bit: u16,
    /// Steps from lower points.
    from_lower: Vec<Step>,
    /// Steps from upper points, which each leave their row for another.
    from_upper: Vec<(u16, Step)>,
}

/// All steps of one side. Pieces on the upper points are given as the side's own and the other side's.
pub struct Moves {
    side: Side,
    targets: Vec<Target>,
    /// How many rows of scratch [`Moves::gather`] needs.
    pub scratch: usize,
}

/// What is seen of a set after a step, its captures made.
enum Seen {
    /// Nothing: the rows are empty.
    Nothing,
    /// A row of the set as it is.
    Row(usize),
    /// A row made up, in the first place of the scratch.
    Scratch,
}

/// A set, and which of its rows are to be looked at.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub words: &'a [u64],
    pub live: &'a [bool],
    /// All ones if the complement of the set is meant.
    pub flip: u64,
}

impl Moves {
    /// The steps of a side, or nothing if captures depend on one another.
    pub fn new<P>(steps: &Steps<P>, side: Side) -> Option<Moves> {
        let digit = if side == Side::White { 1 } else { 2 };
        let mut targets = Vec::new();
        for to in 0..steps.points {
            let bit = 1u16 << to;
            let through: Vec<_> = steps.captures.iter().filter(|capture| capture.own & bit != 0).collect();
            if through.iter().any(|first| through.iter().any(|second| !independent(first, second))) {
                return None;
            }
            let patterns = through.iter().map(|capture| {
                let (own, taken, none) = (capture.own & 255, capture.taken & 255, capture.empty & 255);
                let fits = row_of(|white, black| {
                    let (mine, theirs) = if side == Side::White { (white, black) } else { (black, white) };
                    mine & own == own && theirs & taken == taken && (mine | theirs) & none == 0
                });
                Pattern {
                    own: capture.own >> LOWER,
                    taken: capture.taken >> LOWER,
                    empty: capture.empty >> LOWER,
                    fits,
                    // The pieces taken have the other digit.
                    shift: -(3 - digit) * base3(taken) as i32,
                }
            });
            let (lower_bit, upper_bit) = (bit & 255, bit >> LOWER);
            let neighbours = steps.neighbours[to as usize];
            let points = |set: u16| (0..LOWER).map(|point| 1u16 << point).filter(move |point| set & point != 0);
            let step = |from: u16| Step {
                shift: digit * (base3(lower_bit) as i32 - base3(from) as i32),
                possible: row_of(|white, black| {
                    let own = if side == Side::White { white } else { black };
                    own & from == from && (white | black) & lower_bit == 0
                }),
            };
            targets.push(Target {
                patterns: patterns.collect(),
                bit: upper_bit,
                from_lower: points(neighbours).map(step).collect(),
                from_upper: points(neighbours >> LOWER).map(|from| (from, step(0))).collect(),
            });
        }
        let scratch = targets.iter().map(|target| target.patterns.len()).max().unwrap_or(0) + 1;
        Some(Moves { side, targets, scratch })
    }

    /// The side's own pieces and the other side's.
    pub fn own_and_other(&self, white: u16, black: u16) -> (u16, u16) {
        if self.side == Side::White { (white, black) } else { (black, white) }
    }

    /// The number of a row, by the side's own pieces and the other's.
    fn row(&self, own: u16, other: u16) -> usize {
        let (white, black) = if self.side == Side::White { (own, other) } else { (other, own) };
        (base3(white) + 2 * base3(black)) as usize
    }

    /// Visits every step from a row: what may be captured where it enters, the side's upper pieces then, the steps.
    fn each_step(&self, own: u16, other: u16, mut visit: impl FnMut(&[Pattern], u16, &[Step])) {
        for target in &self.targets {
            if (own | other) & target.bit != 0 {
                continue;
            }
            if !target.from_lower.is_empty() {
                visit(&target.patterns, own ^ target.bit, &target.from_lower);
            }
            for (from, step) in target.from_upper.iter().filter(|(from, _)| own & from != 0) {
                visit(&target.patterns, own ^ target.bit ^ from, std::slice::from_ref(step));
            }
        }
    }

    /// Adds to `found`, for the fillings of one row, those from which some step leads into the source.
    pub fn gather(&self, own: u16, other: u16, source: Source, scratch: &mut [Window], found: &mut Row) {
        self.each_step(own, other, |patterns, own, steps| {
            let seen = match self.look(patterns, own, other, source, scratch) {
                Seen::Nothing => return,
                Seen::Row(row) => window(source.words, row),
                Seen::Scratch => &scratch[0],
            };
            for step in steps {
                let word = shifted(seen, step.shift);
                for (at, found) in found.iter_mut().enumerate() {
                    *found |= (word(at) ^ source.flip) & step.possible[at];
                }
            }
        });
    }

    /// Whether any step from a row leads to a row that is live.
    pub fn reaches(&self, own: u16, other: u16, live: &[bool]) -> bool {
        let mut reached = false;
        self.each_step(own, other, |patterns, own, _| reached = reached || self.any_live(patterns, own, other, live));
        reached
    }

    /// Whether any row that [`Moves::look`] would use is live.
    fn any_live(&self, patterns: &[Pattern], own: u16, other: u16, live: &[bool]) -> bool {
        live[self.row(own, other)]
            || patterns.iter().enumerate().any(|(last, pattern)| {
                pattern.taken != 0
                    && pattern.due(own, other)
                    && self.any_live(&patterns[..last], own, other ^ pattern.taken, live)
            })
    }

    /// The row of the source that a step leads to, seen through the captures that are due there: a filling in which a
    /// pattern is complete is where the one without the taken pieces is. The patterns are applied one by one.
    fn look(&self, patterns: &[Pattern], own: u16, other: u16, source: Source, scratch: &mut [Window]) -> Seen {
        let row = self.row(own, other);
        let Some(last) = patterns.iter().rposition(|pattern| pattern.due(own, other)) else {
            return if source.live[row] { Seen::Row(row) } else { Seen::Nothing };
        };
        let (pattern, before) = (&patterns[last], &patterns[..last]);
        let plain = self.look(before, own, other, source, scratch);
        let (first, rest) = scratch.split_first_mut().expect("there is scratch for every pattern");
        let moved: Row = if pattern.taken == 0 {
            let here = match plain {
                Seen::Nothing => return Seen::Nothing,
                Seen::Row(row) => window(source.words, row),
                Seen::Scratch => &*first,
            };
            std::array::from_fn(shifted(here, pattern.shift))
        } else {
            let there = match self.look(before, own, other ^ pattern.taken, source, rest) {
                Seen::Nothing => None,
                Seen::Row(row) => Some(window(source.words, row)),
                Seen::Scratch => Some(&rest[0]),
            };
            match (&plain, there) {
                (Seen::Nothing, None) => return Seen::Nothing,
                (_, None) => [0; WORDS],
                (_, Some(there)) => std::array::from_fn(shifted(there, pattern.shift)),
            }
        };
        let here = row_in(first);
        match plain {
            Seen::Nothing => here.fill(0),
            Seen::Row(row) => here.copy_from_slice(&window(source.words, row)[GUARD..GUARD + WORDS]),
            Seen::Scratch => {}
        }
        for (at, word) in here.iter_mut().enumerate() {
            *word = *word & !pattern.fits[at] | moved[at] & pattern.fits[at];
        }
        Seen::Scratch
    }
}

/// Whether taking the pieces of the second pattern off the board leaves the first as complete as it was.
fn independent(first: &Capture, second: &Capture) -> bool {
    let exclusive = first.own & (second.taken | second.empty) != 0
        || first.taken & (second.own | second.empty) != 0
        || first.empty & second.own != 0;
    first == second || exclusive || second.taken & (first.taken | first.empty) == 0
}

impl Pattern {
    /// Whether the upper half of the pattern is there.
    fn due(&self, own: u16, other: u16) -> bool {
        own & self.own == self.own && other & self.taken == self.taken && (own | other) & self.empty == 0
    }
}

