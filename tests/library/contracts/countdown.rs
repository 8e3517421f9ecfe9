//! A small game for the solver by subslices whose component has three slices.
//!
//! Each side has a piece that steps along a row of five points, and both share a clock. Instead of a step a side may
//! move the clock down by one. Who can do neither has lost. The time on the clock decides the subslice, and its
//! remainder by 3 the slice.

use hindsight::game::{Game, Outcome, PlayRules};
use hindsight::solve::subslices::{Conversion, Grid, GridStep, SubsliceSpace, TargetGrid};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space};

const POINTS: u64 = 5;
const SLICES: u64 = 3;

/// The time at the start of a game: seven subslices in three slices.
const TIME: u64 = 6;

/// The positions of one time: the piece to move, and the other on one of the points left.
const CELLS: u64 = POINTS * (POINTS - 1);

/// What a [`Countdown`] gets wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// Pieces step upwards alone, by the rules and in the layout: steps do not lead back.
    OneWay,
    /// Every subslice is of the same level, so that no conversion leads to a lower one.
    Level,
    /// The number of subslices of a slice does not divide its entries.
    Subslices,
    /// The levels are above 254.
    HighLevel,
    /// A slice has subslices of another size than the one with the sides swapped.
    Size,
}

/// The game.
pub struct Countdown {
    slices: Vec<Slice>,
    fault: Fault,
}

/// The points of both pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    own: u64,
    other: u64,
    time: u64,
    second_to_move: bool,
}

/// A step, or the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// To this point.
    Step(u64),
    /// The clock goes down by one.
    Clock,
}

impl Countdown {
    /// The game with a fault.
    pub fn new(fault: Fault) -> Countdown {
        let slice = |number: u64| Slice {
            name: format!("time{number}"),
            pieces: 2,
            part: String::new(),
            entries: CELLS * (0..=TIME).filter(|time| time % SLICES == number).count() as u64,
            leads_to: vec![SliceId(number as u32), SliceId(((number + SLICES - 1) % SLICES) as u32)],
        };
        Countdown { slices: (0..SLICES).map(slice).collect(), fault }
    }

    /// The points next to one that a piece may step to.
    fn beside(&self, point: u64) -> impl Iterator<Item = u64> {
        let one_way = self.fault == Fault::OneWay;
        let down = point.checked_sub(1).filter(|_| !one_way);
        [down, Some(point + 1)].into_iter().flatten().filter(|&point| point < POINTS)
    }
}

impl Game for Countdown {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        "countdown"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["first", "second"]
    }

    fn start(&self) -> Position {
        Position { own: 0, other: POINTS - 1, time: TIME, second_to_move: false }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        position.second_to_move.into()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.moves(position).next().is_none().then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let Position { own, other, time, .. } = *position;
        let steps = self.beside(own).filter(move |&point| point != other).map(Move::Step);
        steps.chain((time > 0).then_some(Move::Clock))
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        let (own, time) = match mv {
            Move::Step(point) => (point, position.time),
            Move::Clock => (position.own, position.time - 1),
        };
        Position { own: position.other, other: own, time, second_to_move: !position.second_to_move }
    }
}

impl PlayRules for Countdown {}

impl Space for Countdown {
    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let Position { own, other, time, .. } = *position;
        let cell = own * (POINTS - 1) + other - u64::from(other > own);
        Some(Entry { slice: SliceId((time % SLICES) as u32), index: time / SLICES * CELLS + cell })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let (time, cell) = (entry.index / CELLS * SLICES + u64::from(entry.slice.0), entry.index % CELLS);
        let (own, other) = (cell / (POINTS - 1), cell % (POINTS - 1));
        Some(Position { own, other: other + u64::from(other >= own), time, second_to_move: false })
    }
}

impl Naming for Countdown {}

impl SubsliceSpace for Countdown {
    fn subslices(&self, slice: SliceId) -> u64 {
        let subslices = self.slices[slice.index()].entries / CELLS;
        match self.fault {
            Fault::Subslices => subslices + 4,
            Fault::Size if slice.0 == 1 => 2 * subslices,
            _ => subslices,
        }
    }

    fn rows(&self, _slice: SliceId) -> u64 {
        POINTS
    }

    fn side_swapped_subslice(&self, slice: SliceId, subslice: u64) -> (SliceId, u64) {
        match self.fault {
            Fault::Size if slice.0 > 0 => (SliceId(3 - slice.0), subslice),
            _ => (slice, subslice),
        }
    }

    fn level(&self, slice: SliceId, subslice: u64) -> u32 {
        let level = (subslice * SLICES) as u32 + slice.0;
        match self.fault {
            Fault::Level => 0,
            Fault::HighLevel => level + 250,
            _ => level,
        }
    }

    fn lay_out(&self, slice: SliceId, subslice: u64, grid: &mut Grid) {
        let time = subslice * SLICES + u64::from(slice.0);
        grid.clear();
        // The clock's hand stands past the points of the pieces, so that nobody is ever in its way.
        grid.fixed = (1 << (POINTS + time), 0);
        grid.rows.extend((0..POINTS).map(|point| 1 << point));
        grid.columns.extend((0..POINTS).map(|point| 1 << point));
        grid.width = POINTS - 1;
        grid.column_of_row.extend(0..POINTS as u32);
        grid.row_of_column.extend(0..POINTS as u32);
        for point in 0..POINTS {
            grid.steps.extend(self.beside(point).map(|to| GridStep { row: to as u32, path: to as u32 }));
            grid.steps_end.push(grid.steps.len() as u32);
        }
        if let Some(after) = time.checked_sub(1) {
            grid.conversions.push(Conversion {
                leaves: 0,
                enters: 1 << (POINTS + after),
                joins: false,
                takes: 0,
                compulsory: false,
                continuations: Default::default(),
                target: Some(TargetGrid {
                    slice: SliceId((after % SLICES) as u32),
                    first: after / SLICES * CELLS,
                    width: POINTS - 1,
                    free: (1 << POINTS) - 1,
                }),
            });
        }
    }

    fn position(&self, grid: &Grid, row: u64, column: u64) -> Position {
        let point = |set: u64| u64::from(set.trailing_zeros());
        Position { own: point(row), other: point(column), time: point(grid.fixed.0) - POINTS, second_to_move: false }
    }

    fn rotated(&self, points: u64) -> u64 {
        points
    }

    fn forced<'a>(&self, _grid: &Grid, _row: u64, _with: impl Fn(u32) -> &'a [u64], _forced: &mut [u64]) {}
}
