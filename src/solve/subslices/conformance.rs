//! The conformance check of the solver by subslices: a space's grids agree with its rules.
//!
//! It looks at a sample: some cells of some subslices of each slice. The names of the rules that it tests are in
//! [`SubsliceSpace`].

use super::contract::{Grid, GridPath, GridStep, SubsliceSpace, cells};
use crate::space::combinatorics::{gather, rank_subset};
use crate::space::components::components;
use crate::space::{Entry, Metric, SliceId, Violations};

/// Subslices of a slice that are checked, and cells of each.
const SUBSLICES: u64 = 3;
const CELLS: usize = 61;

/// Cells of each subslice in a slice of few and small subslices. Captures that continue are rare and need more cells.
const CELLS_OF_FEW: usize = 1999;
const SMALL: usize = 1 << 14;

/// Subslices with more cells are left out: laying them out takes too long.
const MOST_CELLS: u64 = 1 << 18;

/// Checks a sample of cells of each slice in `slices`.
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
    let is_sound = |(number, path): (u32, &GridPath)| path.before < number && path.point < GridPath::FIRST;
    if !(GridPath::FIRST..).zip(space.paths()).all(is_sound) {
        violations.add("a path goes on from one before it", || space.name().to_string());
        return;
    }
    let mut check = GridCheck { space, component, text, violations };
    let mut grids = (Grid::default(), Grid::default());
    for &slice in slices {
        check.slice(slice, &mut grids);
    }
}

/// The check of one slice after the other.
struct GridCheck<'a, S: SubsliceSpace> {
    space: &'a S,
    /// By slice, the number of its component.
    component: Vec<usize>,
    text: &'a dyn Fn(&S::Position) -> String,
    violations: &'a mut Violations,
}

/// A grid of a subslice and the index of its first entry.
#[derive(Clone, Copy)]
struct PlacedGrid<'a> {
    grid: &'a Grid,
    slice: SliceId,
    subslice: u64,
    first: u64,
}

impl PlacedGrid<'_> {
    /// The entry of a cell.
    fn entry(self, row: usize, column: usize) -> Entry {
        let own = self.grid.rows[row];
        let before = self.grid.columns[..column].iter().filter(|&&column| column & own == 0).count();
        Entry { slice: self.slice, index: self.first + row as u64 * self.grid.width + before as u64 }
    }
}

impl<S: SubsliceSpace> GridCheck<'_, S> {
    /// Checks some subslices of a slice. `grids` is memory for a grid and its side-swapped grid.
    fn slice(&mut self, id: SliceId, grids: &mut (Grid, Grid)) {
        let (space, slice) = (self.space, &self.space.slices()[id.index()]);
        let subslices = space.subslices(id);
        if subslices == 0 || slice.entries % subslices != 0 {
            let sizes = || format!("{} has {} entries in {subslices}", slice.name, slice.entries);
            self.violations.add("subslices are of equal size", sizes);
            return;
        }
        if slice.entries / subslices > MOST_CELLS {
            return;
        }
        for look in 0..subslices.min(SUBSLICES) {
            let subslice = look * (subslices - 1) / subslices.min(SUBSLICES).saturating_sub(1).max(1);
            let Some((swapped_id, swapped)) = self.side_swapped(id, subslice) else { continue };
            let (grid, swapped_grid) = &mut *grids;
            space.lay_out(id, subslice, grid);
            space.lay_out(swapped_id, swapped, swapped_grid);
            let cells = cells(space, id);
            let rows = grid.rows.len() as u64 == space.rows(id);
            let paths = space.paths().len();
            if !rows || !is_sound(grid, swapped_grid, cells, paths) || !is_sound(swapped_grid, grid, cells, paths) {
                self.violations.add("a grid has a row of steps for each row, and the entries of its subslice", || {
                    format!("{} {subslice}", slice.name)
                });
                continue;
            }
            let here = PlacedGrid { grid, slice: id, subslice, first: subslice * cells };
            let there = PlacedGrid { grid: swapped_grid, slice: swapped_id, subslice: swapped, first: swapped * cells };
            self.cells(here, there);
        }
    }

    /// The side-swapped subslice, if it is sound enough to be laid out.
    fn side_swapped(&mut self, id: SliceId, subslice: u64) -> Option<(SliceId, u64)> {
        let GridCheck { space, component, violations, .. } = self;
        let here = || format!("{} {subslice}", space.slices()[id.index()].name);
        let (swapped_id, swapped) = space.side_swapped_subslice(id, subslice);
        if swapped_id.index() >= space.slices().len() || swapped >= space.subslices(swapped_id) {
            violations.add("the sides of a subslice can be swapped", here);
            return None;
        }
        if space.side_swapped_subslice(swapped_id, swapped) != (id, subslice) {
            violations.add("to swap the sides of a subslice twice changes nothing", here);
            return None;
        }
        if component[swapped_id.index()] != component[id.index()] || cells(*space, swapped_id) != cells(*space, id) {
            violations.add("subslices with the sides swapped are of one component and of one size", here);
            return None;
        }
        if space.level(swapped_id, swapped) != space.level(id, subslice) {
            violations.add("subslices with the sides swapped are of one level", here);
        }
        if space.level(id, subslice) >= 255 {
            violations.add("levels are below 255", here);
        }
        Some((swapped_id, swapped))
    }

    /// Checks some cells of a grid.
    fn cells(&mut self, here: PlacedGrid, there: PlacedGrid) {
        let (space, grid) = (self.space, here.grid);
        let (rows, columns) = (grid.rows.len(), grid.columns.len());
        // A cell that holds no position is replaced by the next one that does.
        let is_position = |&cell: &usize| grid.rows[cell / columns] & grid.columns[cell % columns] == 0;
        let first_from = |cell: usize| (cell..rows * columns).find(is_position);
        let few = space.subslices(here.slice) <= SUBSLICES && rows * columns <= SMALL;
        let cells = if few { CELLS_OF_FEW } else { CELLS };
        for cell in (0..cells).filter_map(|cell| first_from(cell * (rows * columns - 1) / (cells - 1))) {
            self.cell(here, there, cell / columns, cell % columns);
        }
    }

    /// Checks one cell.
    fn cell(&mut self, here: PlacedGrid, there: PlacedGrid, row: usize, column: usize) {
        let (space, grid, text) = (self.space, here.grid, self.text);
        let own = grid.rows[row];
        let position = space.position(grid, own, grid.columns[column]);
        let found = space.rank(&position);
        if found != Some(here.entry(row, column)) {
            self.violations
                .add("cells are entries in order", || format!("{}: its entry is {found:?}", text(&position)));
            return;
        }
        let after: Vec<(S::Move, Option<Entry>)> =
            space.moves(&position).map(|mv| (mv, space.rank(&space.play(&position, mv)))).collect();
        let mut by_rules: Vec<Option<Entry>> = after.iter().map(|&(_, entry)| entry).collect();
        self.levels(here, there, &by_rules, &position);
        let enters =
            |step: &GridStep| grid.rows[step.row as usize] & !own == 1 << GridPath::points(space.paths(), step.path).1;
        if !grid.steps_of(row).iter().all(enters) {
            self.violations.add("a step enters a point that its row has not", || text(&position));
        }
        let leads_back = |step: &GridStep| grid.steps_of(step.row as usize).iter().any(|back| back.row as usize == row);
        if !grid.steps_of(row).iter().all(leads_back) {
            self.violations.add("steps lead back the same way", || text(&position));
        }
        let forced = is_forced(space, grid, own, column);
        let by_moves = forced && grid.forced_by_moves;
        let left = if by_moves { None } else { moves_of_cell(space, here, there, (row, column), forced) };
        let steps = steps_of_cell(space, here, there, (row, column));
        let zeroes =
            |&(mv, entry): &(S::Move, Option<Entry>)| space.is_zeroing(&position, mv) != steps.contains(&entry);
        if space.metric() != Metric::End && !after.iter().all(zeroes) {
            self.violations.add("conversions zero the clock of quiet plies, and steps do not", || text(&position));
        }
        if forced && by_rules.iter().any(|entry| steps.contains(entry)) {
            self.violations.add("steps are not legal where something is forced", || text(&position));
        }
        let left = if by_moves { Some(forced_moves(space, &position)) } else { left };
        let Some(mut by_grid) = left else { return };
        by_grid.sort_unstable();
        by_rules.sort_unstable();
        if by_moves {
            by_grid.dedup();
            by_rules.dedup();
        }
        if by_grid != by_rules {
            self.violations.add("steps and conversions are the moves of a cell", || {
                format!("{}: {by_grid:?}, by the rules {by_rules:?}", text(&position))
            });
        }
        let leads_to = &space.slices()[here.slice.index()].leads_to;
        if let Some(after) = by_grid.iter().flatten().find(|after| !leads_to.contains(&after.slice)) {
            self.violations.add("steps and conversions lead where the slice says", || {
                format!("{}: to {after:?}", text(&position))
            });
        }
    }

    /// Checks that a move within the component is a step or leads to a lower level.
    fn levels(&mut self, here: PlacedGrid, there: PlacedGrid, after: &[Option<Entry>], position: &S::Position) {
        let (space, text) = (self.space, self.text);
        let level = space.level(here.slice, here.subslice);
        let number = Some(&self.component[here.slice.index()]);
        for entry in after.iter().flatten().filter(|entry| self.component.get(entry.slice.index()) == number) {
            let subslice = entry.index / cells(space, entry.slice).max(1);
            let step = (entry.slice, subslice) == (there.slice, there.subslice);
            if !step && space.level(entry.slice, subslice) >= level {
                self.violations.add("a conversion within the component leads to a lower level", || {
                    format!("{}: to {entry:?}", text(position))
                });
            }
        }
    }
}

/// Whether a grid has as many entries as its subslice, and all its rows, columns and points exist.
fn is_sound(grid: &Grid, swapped: &Grid, cells: u64, paths: usize) -> bool {
    let (rows, columns) = (grid.rows.len(), grid.columns.len());
    let in_order = grid.steps_end.is_sorted() && grid.steps_end.last() == Some(&(grid.steps.len() as u32));
    let steps = grid.steps_end.len() == rows
        && in_order
        && grid
            .steps
            .iter()
            .all(|step| (step.row as usize) < rows && (step.path as usize) < GridPath::FIRST as usize + paths);
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

/// The entries that the moves of a cell lead to; `None` if the rules decide them.
fn moves_of_cell<S: SubsliceSpace>(
    space: &S,
    here: PlacedGrid,
    there: PlacedGrid,
    (row, column): (usize, usize),
    forced: bool,
) -> Option<Vec<Option<Entry>>> {
    let (own, other) = (here.grid.rows[row], here.grid.columns[column]);
    let mut moves = if forced { Vec::new() } else { steps_of_cell(space, here, there, (row, column)) };
    for conversion in here.grid.conversions.iter().filter(|conversion| conversion.is_legal(own, other, forced)) {
        let target = conversion.target.filter(|_| conversion.continuations(other) & !own == 0)?;
        let joins = if conversion.joins { conversion.enters } else { 0 };
        let row = space.rotated(other ^ conversion.takes);
        let column = gather(space.rotated(own ^ conversion.leaves ^ joins), target.free & !row);
        let index = target.first + rank_subset(gather(row, target.free)) * target.width + rank_subset(column);
        moves.push(Some(Entry { slice: target.slice, index }));
    }
    Some(moves)
}

/// The entries that the moves of a forced position lead to.
fn forced_moves<S: SubsliceSpace>(space: &S, position: &S::Position) -> Vec<Option<Entry>> {
    let mut moves = Vec::new();
    space.forced_moves(position, &mut moves);
    moves.into_iter().map(|mv| space.rank(&space.play(position, mv))).collect()
}

/// The entries that the steps of a cell lead to.
fn steps_of_cell<S: SubsliceSpace>(
    space: &S,
    here: PlacedGrid,
    there: PlacedGrid,
    (row, column): (usize, usize),
) -> Vec<Option<Entry>> {
    let grid = here.grid;
    let is_free = |path| GridPath::points(space.paths(), path).0 & grid.columns[column] == 0;
    let legal = grid.steps_of(row).iter().filter(|step| is_free(step.path));
    let entries = legal.map(|step| {
        let (row, column) = (grid.row_of_column[column] as usize, grid.column_of_row[step.row as usize] as usize);
        Some(there.entry(row, column))
    });
    entries.collect()
}

/// Whether a cell is forced.
fn is_forced<S: SubsliceSpace>(space: &S, grid: &Grid, own: u64, column: usize) -> bool {
    let paths = 0..GridPath::FIRST + space.paths().len() as u32;
    let has_point = |path| u64::from(GridPath::points(space.paths(), path).0 & grid.columns[column] != 0);
    let words: Vec<[u64; 1]> = paths.map(|path| [has_point(path)]).collect();
    let mut forced = [0];
    space.forced(grid, own, |path| &words[path as usize], &mut forced);
    forced[0] & 1 == 1
}
