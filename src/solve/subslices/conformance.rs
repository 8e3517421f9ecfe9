//! Whether a layout says the same as the rules: the conformance check of the solver.

use super::contract::{Grid, GridStep, SubsliceSpace, cells};
use crate::space::combinatorics::{gather, rank_subset};
use crate::space::components::components;
use crate::space::{Entry, SliceId, Violations};

/// Subslices of a slice that are checked, and cells of each.
const SUBSLICES: u64 = 3;
const CELLS: usize = 61;

/// Cells of each if there are few and small subslices: captures that go on are rare.
const CELLS_OF_FEW: usize = 1999;
const SMALL: usize = 1 << 14;

/// Subslices of more cells take too long to lay out.
const MOST_CELLS: u64 = 1 << 18;

/// Checks some cells of some subslices of each of these slices.
pub(super) fn check<S: SubsliceSpace>(
    space: &S,
    slices: &[SliceId],
    text: &dyn Fn(&S::Position) -> String,
    violations: &mut Violations,
) {
    if !S::ALTERNATES {
        violations.add("two teams move in turn", || space.name().to_string());
    }
    let mut component = vec![0; space.slices().len()];
    for (number, members) in components(space.slices()).iter().enumerate() {
        members.iter().for_each(|slice| component[slice.index()] = number);
    }
    let (mut grid, mut swapped_grid) = (Grid::default(), Grid::default());
    for (slice, id) in slices.iter().map(|&id| (&space.slices()[id.index()], id)) {
        let subslices = space.subslices(id);
        if subslices == 0 || slice.entries % subslices != 0 {
            let sizes = || format!("{} has {} entries in {subslices}", slice.name, slice.entries);
            violations.add("subslices are of equal size", sizes);
            continue;
        }
        if slice.entries / subslices > MOST_CELLS {
            continue;
        }
        for look in 0..subslices.min(SUBSLICES) {
            let subslice = look * (subslices - 1) / subslices.min(SUBSLICES).saturating_sub(1).max(1);
            let here = || format!("{} {subslice}", slice.name);
            let (swapped_id, swapped) = space.side_swapped_subslice(id, subslice);
            if swapped_id.index() >= space.slices().len() || swapped >= space.subslices(swapped_id) {
                violations.add("the sides of a subslice can be swapped", here);
                continue;
            }
            if space.side_swapped_subslice(swapped_id, swapped) != (id, subslice) {
                violations.add("to swap the sides of a subslice twice changes nothing", here);
                continue;
            }
            if component[swapped_id.index()] != component[id.index()] || cells(space, swapped_id) != cells(space, id) {
                violations.add("subslices with the sides swapped are of one component and of one size", here);
                continue;
            }
            if space.level(swapped_id, swapped) != space.level(id, subslice) {
                violations.add("subslices with the sides swapped are of one level", here);
            }
            if space.level(id, subslice) >= 255 {
                violations.add("levels are below 255", here);
            }
            space.lay_out(id, subslice, &mut grid);
            space.lay_out(swapped_id, swapped, &mut swapped_grid);
            let cells = cells(space, id);
            let rows = grid.rows.len() as u64 == space.rows(id);
            if !rows || !is_sound(&grid, &swapped_grid, cells) || !is_sound(&swapped_grid, &grid, cells) {
                violations.add("a grid has a row of steps for each row, and the entries of its subslice", here);
                continue;
            }
            let here = GridOrigin { slice: id, subslice, first: subslice * cells };
            let there = GridOrigin { slice: swapped_id, subslice: swapped, first: swapped * cells };
            check_cells(space, &component, [&grid, &swapped_grid], [here, there], text, violations);
        }
    }
}

/// Whether a grid has as many entries as its subslice, and its steps and the other grid's cells are there.
fn is_sound(grid: &Grid, swapped: &Grid, cells: u64) -> bool {
    let (rows, columns) = (grid.rows.len(), grid.columns.len());
    let in_order = grid.steps_end.is_sorted() && grid.steps_end.last() == Some(&(grid.steps.len() as u32));
    let steps = grid.steps_end.len() == rows
        && in_order
        && grid.steps.iter().all(|step| (step.row as usize) < rows && step.point < 64);
    let conversions = grid.conversions.iter().all(|conversion| {
        let points = [conversion.leaves, conversion.takes].iter().all(|points| points.count_ones() < 2);
        points && conversion.enters.is_power_of_two()
    });
    let below = |places: &[u32], count: usize, end: usize| {
        places.len() == count && places.iter().all(|&place| (place as usize) < end)
    };
    let swaps = below(&grid.column_of_row, rows, swapped.columns.len());
    rows as u64 * grid.width == cells
        && columns > 0
        && steps
        && conversions
        && swaps
        && below(&grid.row_of_column, columns, swapped.rows.len())
}

/// Where the entries of a grid begin.
#[derive(Clone, Copy)]
struct GridOrigin {
    slice: SliceId,
    subslice: u64,
    first: u64,
}

/// The entry of a cell.
fn entry(grid: &Grid, place: GridOrigin, row: usize, column: usize) -> Entry {
    let before = grid.columns[..column].iter().filter(|&&column| column & grid.rows[row] == 0).count();
    Entry { slice: place.slice, index: place.first + row as u64 * grid.width + before as u64 }
}

fn check_cells<S: SubsliceSpace>(
    space: &S,
    component: &[usize],
    [grid, swapped]: [&Grid; 2],
    [here, there]: [GridOrigin; 2],
    text: &dyn Fn(&S::Position) -> String,
    violations: &mut Violations,
) {
    let (rows, columns) = (grid.rows.len(), grid.columns.len());
    // Cells whose row and column share a point are no positions: the next one that is, is checked.
    let is_position = |&cell: &usize| grid.rows[cell / columns] & grid.columns[cell % columns] == 0;
    let first_from = |cell: usize| (cell..rows * columns).find(is_position);
    let few = space.subslices(here.slice) <= SUBSLICES && rows * columns <= SMALL;
    let cells = if few { CELLS_OF_FEW } else { CELLS };
    for cell in (0..cells).filter_map(|cell| first_from(cell * (rows * columns - 1) / (cells - 1))) {
        let (row, column) = (cell / columns, cell % columns);
        let (own, other) = (grid.rows[row], grid.columns[column]);
        let position = space.position(grid, own, other);
        let found = space.rank(&position);
        if found != Some(entry(grid, here, row, column)) {
            violations.add("cells are entries in order", || format!("{}: it is {found:?}", text(&position)));
            continue;
        }
        let mut by_rules: Vec<Option<Entry>> =
            space.moves(&position).map(|mv| space.rank(&space.play(&position, mv))).collect();
        check_levels(space, component, here, there, by_rules.iter().flatten(), &|| text(&position), violations);
        let enters = |step: &GridStep| grid.rows[step.row as usize] & !own == 1u64.checked_shl(step.point).unwrap_or(0);
        if !grid.steps_of(row).iter().all(enters) {
            violations.add("a step enters a point that its row has not", || text(&position));
        }
        let leads_back = |step: &GridStep| grid.steps_of(step.row as usize).iter().any(|back| back.row as usize == row);
        if !grid.steps_of(row).iter().all(leads_back) {
            violations.add("steps lead back the same way", || text(&position));
        }
        let forced = is_forced(space, grid, own, column);
        let Some(mut by_grid) = moves_of_cell(space, [grid, swapped], there, row, column, forced) else { continue };
        if forced && by_rules.iter().any(|entry| steps_of_cell(grid, swapped, there, row, column).contains(entry)) {
            violations.add("steps are not legal where something is forced", || text(&position));
        }
        by_grid.sort_unstable();
        by_rules.sort_unstable();
        if by_grid != by_rules {
            violations.add("steps and conversions are the moves of a cell", || {
                format!("{}: {by_grid:?}, by the rules {by_rules:?}", text(&position))
            });
        }
        if let Some(after) =
            by_grid.iter().flatten().find(|after| !space.slices()[here.slice.index()].leads_to.contains(&after.slice))
        {
            violations.add("steps and conversions lead where the slice says", || {
                format!("{}: to {after:?}", text(&position))
            });
        }
    }
}

/// Moves that stay within the component and are no steps lead to a lower level.
fn check_levels<'a, S: SubsliceSpace>(
    space: &S,
    component: &[usize],
    here: GridOrigin,
    there: GridOrigin,
    after: impl Iterator<Item = &'a Entry>,
    text: &dyn Fn() -> String,
    violations: &mut Violations,
) {
    let level = space.level(here.slice, here.subslice);
    for entry in after.filter(|entry| component.get(entry.slice.index()) == Some(&component[here.slice.index()])) {
        let subslice = entry.index / cells(space, entry.slice).max(1);
        let step = (entry.slice, subslice) == (there.slice, there.subslice);
        if !step && space.level(entry.slice, subslice) >= level {
            violations.add("a conversion within the component leads to a lower level", || {
                format!("{}: to {entry:?}", text())
            });
        }
    }
}

/// The entries that the moves of a cell lead to; nothing if they are left to the rules.
fn moves_of_cell<S: SubsliceSpace>(
    space: &S,
    [grid, swapped]: [&Grid; 2],
    there: GridOrigin,
    row: usize,
    column: usize,
    forced: bool,
) -> Option<Vec<Option<Entry>>> {
    let (own, other) = (grid.rows[row], grid.columns[column]);
    let mut moves = if forced { Vec::new() } else { steps_of_cell(grid, swapped, there, row, column) };
    for conversion in grid.conversions.iter().filter(|conversion| conversion.is_legal(own, other, forced)) {
        let target = conversion.target.filter(|_| conversion.continuations(other) & !own == 0)?;
        let joins = if conversion.joins { conversion.enters } else { 0 };
        let row = space.rotated(other ^ conversion.takes);
        let column = gather(space.rotated(own ^ conversion.leaves ^ joins), target.free & !row);
        let index = target.first + rank_subset(gather(row, target.free)) * target.width + rank_subset(column);
        moves.push(Some(Entry { slice: target.slice, index }));
    }
    Some(moves)
}

/// The entries that the steps of a cell lead to.
fn steps_of_cell(grid: &Grid, swapped: &Grid, there: GridOrigin, row: usize, column: usize) -> Vec<Option<Entry>> {
    let steps = grid.steps_of(row).iter().filter(|step| grid.columns[column] >> step.point & 1 == 0);
    let entries = steps.map(|step| {
        let (row, column) = (grid.row_of_column[column] as usize, grid.column_of_row[step.row as usize] as usize);
        Some(entry(swapped, there, row, column))
    });
    entries.collect()
}

/// Whether something is compulsory in a cell.
fn is_forced<S: SubsliceSpace>(space: &S, grid: &Grid, own: u64, column: usize) -> bool {
    let words: Vec<[u64; 1]> = (0..64).map(|point| [grid.columns[column] >> point & 1]).collect();
    let mut forced = [0];
    space.forced(grid, own, |point| &words[point as usize], &mut forced);
    forced[0] & 1 == 1
}
