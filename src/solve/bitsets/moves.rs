//! The moves of one side, on whole rows of fillings at once: the unions `∪ { ... : r -> s }` of the induction.

use std::collections::BTreeMap;

use super::board::FillingBoard;
use super::rows::{
    ALL, BITS, FillingRow, GROUP, GUARD, Groups, LOWER, RowWindow, Shift, WORDS, fillings, groups, insert, row_in,
};
use super::rows::{combine, window};
use crate::solve::bitsets::Capture;
use crate::space::combinatorics::base3;
use crate::util::bits::ones;
use crate::util::cpu::{self, Kernel};

/// The side that moves, in fixed colours: White has the digit 1, Black the digit 2.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum StepSide {
    White,
    Black,
}

/// The pieces on the upper points of a row, on the bits 0 to 7.
#[derive(Clone, Copy)]
pub struct Upper {
    /// The pieces of the side that moves.
    pub own: u16,
    /// The pieces of the other side.
    pub other: u16,
}

impl Upper {
    /// The pieces with these of the other side taken.
    fn without(self, taken: u16) -> Upper {
        Upper { other: self.other ^ taken, ..self }
    }
}

/// A step of the lower pieces. Captures whose patterns have lower points alone are part of it.
struct StepOfSide {
    /// From the bits of the row before the step to the bits of the row after it.
    shift: Shift,
    /// The bits at which the step is possible.
    possible: FillingRow,
    /// The groups of `possible` that are not empty.
    groups: Groups,
}

/// A pattern with points in the upper half, that a step completes. `own`, `taken` and `empty` are its upper points.
struct Pattern {
    own: u16,
    taken: u16,
    empty: u16,
    /// The fillings of the lower points that fit, if there are lower points in the pattern.
    fits: Option<FillingRow>,
    /// From the bits of a row to the bits with the lower pieces taken.
    shift: Shift,
}

/// The steps that enter one point.
struct StepTarget {
    patterns: Vec<Pattern>,
    /// The set of the point if it is an upper one, else the empty set.
    bit: u16,
    /// Steps from lower points.
    from_lower: Vec<StepOfSide>,
    /// Steps from each upper point, which leave their row for another.
    from_upper: Vec<(u16, Vec<StepOfSide>)>,
}

/// All steps of one side.
pub struct StepSets<'a> {
    board: &'a FillingBoard,
    side: StepSide,
    targets: Vec<StepTarget>,
    /// The white and the black pieces of every filling of the lower points.
    pub fillings: Vec<(u16, u16)>,
    /// The number of windows of scratch that [`StepSets::gather`] needs.
    pub scratch: usize,
}

/// The row of a source after a step and its captures.
enum Seen {
    /// An empty row.
    Nothing,
    /// This row of the source.
    FillingRow(usize),
    /// A row combined of several, in the first window of the scratch.
    Scratch,
}

/// A set, or its complement, with the groups that are not empty.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The set.
    pub words: &'a [u64],
    /// By row, the groups that may hold bits. A row without any is passed over.
    pub live: &'a [Groups],
    /// All ones for the complement of `words`, else 0. In a complement every group of every row is live.
    pub complement: u64,
}

impl<'a> StepSets<'a> {
    /// The steps of a side; `None` if captures depend on one another.
    pub fn new(board: &'a FillingBoard, side: StepSide) -> Option<StepSets<'a>> {
        let fillings = fillings();
        let points = (0..16).filter(|point| board.points >> point & 1 == 1);
        let targets: Option<Vec<StepTarget>> = points.map(|to| StepTarget::new(board, side, to, &fillings)).collect();
        let targets = targets?;
        let scratch = targets.iter().map(|target| target.patterns.len()).max().unwrap_or(0) + 1;
        Some(StepSets { board, side, targets, fillings, scratch })
    }

    /// The upper pieces as this side sees them.
    pub fn upper(&self, white: u16, black: u16) -> Upper {
        if self.side == StepSide::White {
            Upper { own: white, other: black }
        } else {
            Upper { own: black, other: white }
        }
    }

    /// The place of a row.
    fn row(&self, upper: Upper) -> usize {
        let (white, black) = match self.side {
            StepSide::White => (upper.own, upper.other),
            StepSide::Black => (upper.other, upper.own),
        };
        usize::from(self.board.places[(base3(white) + 2 * base3(black)) as usize])
    }

    /// Visits every step from a row: the patterns that it may complete, the upper pieces after it, and the steps of the
    /// lower pieces that it may be.
    #[inline(always)]
    fn each_step(&self, upper: Upper, mut visit: impl FnMut(&[Pattern], Upper, &[StepOfSide])) {
        for target in &self.targets {
            if (upper.own | upper.other) & target.bit != 0 {
                continue;
            }
            let entered = upper.own ^ target.bit;
            if !target.from_lower.is_empty() {
                visit(&target.patterns, Upper { own: entered, ..upper }, &target.from_lower);
            }
            for (from, steps) in target.from_upper.iter().filter(|(from, _)| upper.own & from != 0) {
                visit(&target.patterns, Upper { own: entered ^ from, ..upper }, steps);
            }
        }
    }

    /// Adds to `found`, in the groups of a row that are wanted, the fillings from which some step leads into the
    /// source.
    pub fn gather(
        &self,
        upper: Upper,
        source: Source,
        wanted: Groups,
        scratch: &mut [RowWindow],
        found: &mut FillingRow,
    ) {
        self.each_step(upper, |patterns, after, steps| {
            let (seen, live) = match self.look(patterns, after, source, scratch) {
                Seen::Nothing => return,
                Seen::FillingRow(row) => (window(source.words, row), source.live[row]),
                Seen::Scratch => (&scratch[0], ALL),
            };
            cpu::run(AddSteps { steps, seen, live, wanted, complement: source.complement, found });
        });
    }

    /// The groups of a row from which some step may lead into live groups.
    pub fn reaching(&self, upper: Upper, live: &[Groups]) -> Groups {
        let mut reaching = 0;
        self.each_step(upper, |patterns, after, steps| {
            let live = self.live(patterns, after, live);
            if live != 0 {
                reaching |= steps.iter().fold(0, |all, step| all | step.groups & step.shift.reach(live));
            }
        });
        reaching
    }

    /// The groups of the row of [`StepSets::look`] that may hold bits.
    fn live(&self, patterns: &[Pattern], after: Upper, live: &[Groups]) -> Groups {
        let Some(last) = patterns.iter().rposition(|pattern| pattern.is_due(after)) else {
            return live[self.row(after)];
        };
        let before = &patterns[..last];
        let gone = self.live(before, after.without(patterns[last].taken), live);
        if gone | self.live(before, after, live) != 0 { ALL } else { 0 }
    }

    /// The row of the source that a step leads to, with the captures of the patterns made: the bit of a filling in
    /// which a pattern is complete is the bit of the filling without the taken pieces. The patterns are applied one by
    /// one.
    fn look(&self, patterns: &[Pattern], after: Upper, source: Source, scratch: &mut [RowWindow]) -> Seen {
        let Some(last) = patterns.iter().rposition(|pattern| pattern.is_due(after)) else {
            let row = self.row(after);
            return if source.live[row] == 0 { Seen::Nothing } else { Seen::FillingRow(row) };
        };
        let (pattern, before) = (&patterns[last], &patterns[..last]);
        let Some(fits) = &pattern.fits else {
            return self.look(before, after.without(pattern.taken), source, scratch);
        };
        let plain = self.look(before, after, source, scratch);
        let (first, rest) = scratch.split_first_mut().expect("the caller gives a window for each pattern");
        let gone = match self.look(before, after.without(pattern.taken), source, rest) {
            Seen::Nothing => None,
            Seen::FillingRow(row) => Some(window(source.words, row)),
            Seen::Scratch => Some(&rest[0]),
        };
        match (plain, gone) {
            (Seen::Nothing, None) => return Seen::Nothing,
            (Seen::Nothing, _) => row_in(first).fill(0),
            (Seen::FillingRow(row), _) => {
                row_in(first).copy_from_slice(&window(source.words, row)[GUARD..GUARD + WORDS]);
            }
            (Seen::Scratch, _) => {}
        }
        cpu::run(MakeCaptures { shift: pattern.shift, fits, gone, row: row_in(first) });
        Seen::Scratch
    }
}

/// Adds the fillings of a row from which one of some steps leads into a row of the source.
struct AddSteps<'a> {
    steps: &'a [StepOfSide],
    /// The row of the source, and the groups that may hold bits.
    seen: &'a RowWindow,
    live: Groups,
    /// See [`StepSets::gather`].
    wanted: Groups,
    complement: u64,
    found: &'a mut FillingRow,
}

impl Kernel for AddSteps<'_> {
    type Output = ();
    #[inline(always)]
    fn run<const LEVEL: u8>(self) {
        let AddSteps { steps, seen, live, wanted, complement, found } = self;
        let (found, _) = found.as_chunks_mut::<GROUP>();
        for step in steps {
            let (possible, _) = step.possible.as_chunks::<GROUP>();
            step.shift.apply(seen, wanted & step.groups & step.shift.reach(live), |at, words| {
                let there = combine(words, possible[at], |word, possible| (word ^ complement) & possible);
                found[at] = combine(found[at], there, |found, there| found | there);
            });
        }
    }
}

/// Makes the captures of a pattern: in the fillings that fit it, a row gets the bits of the fillings without the taken
/// pieces.
struct MakeCaptures<'a> {
    /// See [`Pattern`].
    shift: Shift,
    fits: &'a FillingRow,
    /// The row without the taken upper pieces, if it has bits.
    gone: Option<&'a RowWindow>,
    row: &'a mut FillingRow,
}

impl Kernel for MakeCaptures<'_> {
    type Output = ();
    #[inline(always)]
    fn run<const LEVEL: u8>(self) {
        let (here, _) = self.row.as_chunks_mut::<GROUP>();
        let (fits, _) = self.fits.as_chunks::<GROUP>();
        match self.gone {
            Some(gone) => self.shift.apply(gone, ALL, |at, words| {
                let kept = combine(here[at], fits[at], |here, fits| here & !fits);
                let moved = combine(words, fits[at], |word, fits| word & fits);
                here[at] = combine(kept, moved, |kept, moved| kept | moved);
            }),
            None => ones::<usize>(ALL).for_each(|at| (0..GROUP).for_each(|word| here[at][word] &= !fits[at][word])),
        }
    }
}

impl StepTarget {
    /// The steps of a side to one point; `None` if captures there depend on one another.
    fn new(board: &FillingBoard, side: StepSide, to: u32, fillings: &[(u16, u16)]) -> Option<StepTarget> {
        let bit = 1u16 << to;
        let digit = if side == StepSide::White { 1 } else { 2 };
        // The pieces taken have the other digit.
        let places_after_taking = |taken: u16| -(3 - digit) * base3(taken) as i32;
        let captures: Vec<&Capture> = board.captures.iter().filter(|capture| capture.own & bit != 0).collect();
        let (upper, lower): (Vec<&Capture>, _) = captures.iter().copied().partition(|capture| capture.points() > 255);
        if upper.iter().any(|first| captures.iter().any(|second| !independent(first, second))) {
            return None;
        }
        let own_first =
            |&(white, black): &(u16, u16)| if side == StepSide::White { (white, black) } else { (black, white) };
        let fits = |capture: &Capture| {
            let mut fits = [0; WORDS];
            let lower = Capture { own: capture.own & 255, taken: capture.taken & 255, empty: capture.empty & 255 };
            for bit in (0..BITS).filter(|&bit| {
                let (own, other) = own_first(&fillings[bit]);
                lower.complete(own, other)
            }) {
                insert(&mut fits, bit);
            }
            (lower.points() != 0).then_some(fits)
        };
        let patterns = upper.iter().map(|capture| Pattern {
            own: capture.own >> LOWER,
            taken: capture.taken >> LOWER,
            empty: capture.empty >> LOWER,
            fits: fits(capture),
            shift: Shift::new(places_after_taking(capture.taken & 255)),
        });
        // The steps from a lower point, or from an upper one if there is none, by the pieces that they take on lower
        // points.
        let lower_bit = bit & 255;
        let steps_from = |from: u16| {
            let mut by_taken: BTreeMap<u16, FillingRow> = BTreeMap::new();
            for (filling, pieces) in fillings.iter().enumerate() {
                let (own, other) = own_first(pieces);
                if own & from == from && (own | other) & lower_bit == 0 {
                    let own = own ^ from ^ lower_bit;
                    let complete = lower.iter().filter(|capture| capture.complete(own, other));
                    let taken = complete.fold(0, |taken, capture| taken | capture.taken);
                    insert(by_taken.entry(taken).or_insert([0; WORDS]), filling);
                }
            }
            let step = |(taken, possible): (u16, FillingRow)| StepOfSide {
                shift: Shift::new(digit * (base3(lower_bit) as i32 - base3(from) as i32) + places_after_taking(taken)),
                groups: groups(&possible),
                possible,
            };
            by_taken.into_iter().map(step).collect::<Vec<StepOfSide>>()
        };
        let points = |set: u16| (0..LOWER).map(|point| 1u16 << point).filter(move |point| set & point != 0);
        let neighbours = board.neighbours[to as usize];
        Some(StepTarget {
            patterns: patterns.collect(),
            bit: bit >> LOWER,
            from_lower: points(neighbours & 255).flat_map(steps_from).collect(),
            from_upper: points(neighbours >> LOWER).map(|from| (from, steps_from(0))).collect(),
        })
    }
}

impl Pattern {
    /// Whether the upper half of the pattern is complete.
    #[inline(always)]
    fn is_due(&self, Upper { own, other }: Upper) -> bool {
        own & self.own == self.own && other & self.taken == self.taken && (own | other) & self.empty == 0
    }
}

/// Whether taking the pieces of the second pattern leaves the first as complete as it was.
fn independent(first: &Capture, second: &Capture) -> bool {
    let exclusive = first.own & (second.taken | second.empty) != 0
        || first.taken & (second.own | second.empty) != 0
        || first.empty & second.own != 0;
    first == second || exclusive || second.taken & (first.taken | first.empty) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;
    use crate::solve::bitsets::Steps;
    use crate::solve::bitsets::rows::EMPTY;

    /// The example of captures in the head of the solver. Its points 2 and 3 are the points 8 and 9 here, the first of
    /// the upper half.
    #[test]
    fn a_step_sees_the_row_without_the_pieces_that_it_takes() {
        let mut neighbours = [0; 16];
        for (one, other) in [(9, 0), (0, 1), (1, 8)] {
            neighbours[one] |= 1 << other;
            neighbours[other] |= 1 << one;
        }
        let steps = Steps {
            points: 10,
            neighbours,
            captures: vec![Capture { own: 0x101, taken: 0b10, empty: 0 }],
            fewest: 1,
            stuck: Outcome::Loss,
            symmetries: Vec::new(),
            position: |own, other| (own, other),
        };
        let board = FillingBoard::new(&steps);
        let white = StepSets::new(&board, StepSide::White).expect("there is one capture");
        let columns_before = |column: usize| {
            // The row `.w`: White is on point 8, the first upper point.
            let row = white.row(Upper { own: 0b01, other: 0 });
            let mut words = vec![0; board.rows() * WORDS + 2 * GUARD];
            let mut live = vec![0; board.rows()];
            words[GUARD + row * WORDS + column / 64] |= 1 << (column % 64);
            live[row] = ALL;
            let (mut found, mut scratch) = ([0; WORDS], vec![EMPTY; white.scratch]);
            let source = Source { words: &words, live: &live, complement: 0 };
            white.gather(Upper { own: 0b11, other: 0 }, source, ALL, &mut scratch, &mut found);
            (0..9).filter(|bit| found[0] >> bit & 1 == 1).collect::<Vec<usize>>()
        };
        assert_eq!(columns_before(1), [0, 6]);
        assert_eq!(columns_before(4), [3]);
        assert!(columns_before(7).is_empty());
    }
}
