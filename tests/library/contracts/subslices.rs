//! Faults in the subslices of checkers endings and of a game of three slices that lead to one another.

use hindsight::games::draughts::{Draughts, Position};
use hindsight::solve::subslices::{Conversion, Grid, GridPath, SubsliceSpace, Subslices, TargetGrid};
use hindsight::solve::{self, SolveError, reference::Reference, retrograde::Retrograde};
use hindsight::space::{Entry, SliceId, Space, components};
use hindsight::values::Lookup;

use super::countdown::{self, Countdown};
use super::faulty::{Faulty, assert_found, check};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    SideSwapped,
    SideSwappedNowhere,
    LevelOfOneSide,
    Level,
    HighLevel,
    Rows,
    RowsOutOfOrder,
    Width,
    ColumnOfRow,
    ColumnPastTheEnd,
    MissingStep,
    WrongStep,
    WrongPath,
    StepPastTheEnd,
    NothingPassed,
    NoMovesOfForced,
    MissingConversion,
    Joins,
    Leaves,
    Takes,
    Enters,
    Compulsory,
    Continuations,
    Free,
    First,
    Slice,
    NotRotated,
    Position,
    NeverForced,
    AlwaysForced,
}

impl SubsliceSpace for Faulty<Draughts, Fault> {
    fn subslices(&self, slice: SliceId) -> u64 {
        self.game.subslices(slice)
    }

    fn rows(&self, slice: SliceId) -> u64 {
        self.game.rows(slice) + u64::from(self.has(Fault::Rows))
    }

    fn side_swapped_subslice(&self, slice: SliceId, subslice: u64) -> (SliceId, u64) {
        let (swapped, number) = self.game.side_swapped_subslice(slice, subslice);
        match self.fault {
            Some(Fault::SideSwapped) => (swapped, (number + 1) % self.subslices(swapped)),
            Some(Fault::SideSwappedNowhere) => (swapped, number + self.subslices(swapped)),
            _ => (swapped, number),
        }
    }

    fn level(&self, slice: SliceId, subslice: u64) -> u32 {
        let level = self.game.level(slice, subslice);
        match self.fault {
            Some(Fault::LevelOfOneSide) => level + slice.0 % 2,
            Some(Fault::Level) => 6 * self.game.slices()[slice.index()].pieces - level,
            Some(Fault::HighLevel) => level + 240,
            _ => level,
        }
    }

    fn lay_out(&self, slice: SliceId, subslice: u64, grid: &mut Grid) {
        self.game.lay_out(slice, subslice, grid);
        let rows = grid.rows.len() as u32;
        match self.fault {
            Some(Fault::RowsOutOfOrder) => grid.rows.reverse(),
            Some(Fault::Width) => grid.width += 1,
            Some(Fault::ColumnOfRow) => grid.column_of_row.reverse(),
            Some(Fault::ColumnPastTheEnd) => grid.column_of_row.iter_mut().for_each(|column| *column += 1 << 20),
            Some(Fault::MissingStep) => {
                grid.steps.pop();
                grid.steps_end.iter_mut().for_each(|end| *end = (*end).min(grid.steps.len() as u32));
            }
            Some(Fault::WrongStep) => grid.steps.iter_mut().for_each(|step| step.row = (step.row + 1) % rows),
            Some(Fault::WrongPath) => grid.steps.iter_mut().for_each(|step| step.path = 63),
            Some(Fault::StepPastTheEnd) => grid.steps.iter_mut().for_each(|step| step.row += rows),
            Some(Fault::NothingPassed) => grid.steps.iter_mut().for_each(|step| {
                let longer = step.path.checked_sub(GridPath::FIRST);
                step.path = longer.map_or(step.path, |path| self.game.paths()[path as usize].point);
            }),
            Some(Fault::NoMovesOfForced) => grid.forced_by_moves = false,
            Some(Fault::MissingConversion) => drop(grid.conversions.pop()),
            Some(Fault::Joins) => of_each(grid, |conversion| conversion.joins = !conversion.joins),
            Some(Fault::Leaves) => of_each(grid, |conversion| conversion.leaves = 0),
            Some(Fault::Takes) => of_each(grid, |conversion| conversion.takes = 0),
            Some(Fault::Enters) => of_each(grid, |conversion| conversion.enters = 1 << 63),
            Some(Fault::Compulsory) => of_each(grid, |conversion| conversion.compulsory = !conversion.compulsory),
            Some(Fault::Continuations) => of_each(grid, |conversion| conversion.continuations = Default::default()),
            Some(Fault::Free) => of_target(grid, |target| target.free = target.free.reverse_bits()),
            Some(Fault::First) => of_target(grid, |target| target.first += 1),
            Some(Fault::Slice) => of_target(grid, |target| target.slice.0 ^= 1),
            _ => {}
        }
    }

    fn paths(&self) -> &[GridPath] {
        self.game.paths()
    }

    fn position(&self, grid: &Grid, row: u64, column: u64) -> Position {
        if self.has(Fault::Position) {
            return self.game.position(grid, column, row);
        }
        self.game.position(grid, row, column)
    }

    fn rotated(&self, points: u64) -> u64 {
        if self.has(Fault::NotRotated) { points } else { self.game.rotated(points) }
    }

    fn forced<'a>(&self, grid: &Grid, row: u64, with: impl Fn(u32) -> &'a [u64], forced: &mut [u64]) {
        match self.fault {
            Some(Fault::NeverForced) => {}
            Some(Fault::AlwaysForced) => forced.fill(u64::MAX),
            _ => self.game.forced(grid, row, with, forced),
        }
    }
}

fn of_each(grid: &mut Grid, change: impl Fn(&mut Conversion)) {
    grid.conversions.iter_mut().for_each(change);
}

fn of_target(grid: &mut Grid, change: impl Fn(&mut TargetGrid)) {
    grid.conversions.iter_mut().filter_map(|conversion| conversion.target.as_mut()).for_each(change);
}

/// The slices of up to three pieces.
fn with(fault: Option<Fault>) -> Faulty<Draughts, Fault> {
    faulty(Draughts::checkers(), fault)
}

fn faulty(game: Draughts, fault: Option<Fault>) -> Faulty<Draughts, Fault> {
    let slices = game.slices().iter().take_while(|slice| slice.pieces <= 3).count();
    Faulty::new(game, slices, fault)
}

#[test]
fn the_subslices_of_checkers_follow_its_rules() {
    let found = check(&Subslices, &with(None));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_fault_in_subslices_is_found() {
    let (moves, cells) = ("steps and conversions are the moves of a cell", "cells are entries in order");
    let grid = "a grid has a row of steps for each row, and the entries of its subslice";
    for (fault, rule) in [
        (Fault::SideSwapped, "to swap the sides of a subslice twice changes nothing"),
        (Fault::SideSwappedNowhere, "the sides of a subslice can be swapped"),
        (Fault::LevelOfOneSide, "subslices with the sides swapped are of one level"),
        (Fault::Level, "a conversion within the component leads to a lower level"),
        (Fault::HighLevel, "levels are below 255"),
        (Fault::RowsOutOfOrder, cells),
        (Fault::Rows, grid),
        (Fault::Width, grid),
        (Fault::ColumnOfRow, moves),
        (Fault::ColumnPastTheEnd, grid),
        (Fault::MissingStep, moves),
        (Fault::WrongStep, moves),
        (Fault::WrongPath, "a step enters a point that its row has not"),
        (Fault::StepPastTheEnd, grid),
        (Fault::MissingConversion, moves),
        (Fault::Joins, moves),
        (Fault::Leaves, moves),
        (Fault::Takes, moves),
        (Fault::Enters, moves),
        (Fault::Compulsory, moves),
        (Fault::Continuations, moves),
        (Fault::Free, moves),
        (Fault::First, moves),
        (Fault::Slice, moves),
        (Fault::NotRotated, moves),
        (Fault::Position, cells),
        (Fault::NeverForced, moves),
        (Fault::AlwaysForced, "steps are not legal where something is forced"),
    ] {
        assert_found(&Subslices, &with(Some(fault)), &fault, rule);
    }
}

#[test]
fn a_fault_in_the_subslices_of_long_kings_is_found() {
    assert_eq!(check(&Subslices, &faulty(Draughts::russian(), None)), [] as [String; 0]);
    let moves = "steps and conversions are the moves of a cell";
    for (fault, rule) in [
        (Fault::NothingPassed, moves),
        (Fault::NoMovesOfForced, moves),
        (Fault::MissingStep, moves),
        (Fault::WrongPath, "a step enters a point that its row has not"),
        (Fault::NeverForced, moves),
        (Fault::AlwaysForced, "steps are not legal where something is forced"),
    ] {
        assert_found(&Subslices, &faulty(Draughts::russian(), Some(fault)), &fault, rule);
    }
}

#[test]
fn a_fault_in_the_subslices_of_a_countdown_is_found() {
    use countdown::Fault;
    assert_eq!(check(&Subslices, &Countdown::new(Fault::None)), [] as [String; 0]);
    for (fault, rule) in [
        (Fault::OneWay, "steps lead back the same way"),
        (Fault::Level, "a conversion within the component leads to a lower level"),
        (Fault::Subslices, "subslices are of equal size"),
        (Fault::Size, "subslices with the sides swapped are of one component and of one size"),
        (Fault::HighLevel, "levels are below 255"),
    ] {
        assert_found(&Subslices, &Countdown::new(fault), &fault, rule);
    }
}

#[test]
fn subslices_of_every_slice_of_a_component_are_solved() {
    let game = Countdown::new(countdown::Fault::None);
    assert_eq!(components::components(game.slices()).len(), 1);
    let reference = solve::in_memory(&game, &Reference, &()).expect("the game keeps its contract");
    let by_subslices = solve::in_memory(&game, &Subslices, &()).expect("the game keeps its contract");
    let retrograde = solve::in_memory(&game, &Retrograde, &()).expect("the game keeps its contract");
    for (number, slice) in (0..).zip(game.slices()) {
        for entry in (0..slice.entries).map(|index| Entry { slice: SliceId(number), index }) {
            let [expected, found, also] = [&reference, &by_subslices, &retrograde]
                .map(|solved| solved.value(entry).expect("memory can be trusted"));
            assert_eq!((found, also), (expected, expected), "{:?}", game.unrank(entry));
        }
    }
}

#[test]
fn subslices_that_cannot_be_solved_are_refused() {
    use countdown::Fault;
    for (fault, expected) in [
        (Fault::Subslices, "subslices of equal size"),
        (Fault::Size, "subslices of another size"),
        (Fault::HighLevel, "a level above 254"),
    ] {
        match solve::in_memory(&Countdown::new(fault), &Subslices, &()).err() {
            Some(SolveError::Unsuited { solver: "subslices", why }) => assert!(why.contains(expected), "{why}"),
            error => panic!("{fault:?}: expected the layout to be refused, found {error:?}"),
        }
    }
}
