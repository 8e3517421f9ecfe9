//! Whether the grids of a space say the same as its rules: a part of [`conformance`](super::conformance).

use crate::game::Notation;
use crate::grids::{Grid, Grids};
use crate::rank::{gather, rank_subset};
use crate::space::{Entry, SliceId, Space};

/// Units of a slice that are looked at, and cells of each.
const UNITS: u64 = 3;
const CELLS: usize = 7;

/// Units of more cells take too long to lay out.
const MOST_CELLS: u64 = 1 << 18;

/// Looks at some cells of some units of each slice. `breach` is told of what is wrong: the rule, and how it is broken.
pub(super) fn check<S: Space + Notation>(game: &S, mut breach: impl FnMut(&'static str, String)) {
    let Some(grids) = game.grids() else { return };
    let (mut grid, mut twin) = (Grid::default(), Grid::default());
    for (number, slice) in game.slices().iter().enumerate() {
        let id = SliceId(number as u32);
        let units = grids.units(id);
        if slice.entries / units.max(1) > MOST_CELLS {
            continue;
        }
        for look in 0..units.min(UNITS) {
            let unit = look * (units - 1) / units.min(UNITS).saturating_sub(1).max(1);
            let (twin_id, twin_unit) = grids.twin(id, unit);
            if grids.twin(twin_id, twin_unit) != (id, unit) {
                breach("a unit is the twin of its twin", format!("{} {unit}", slice.name));
                continue;
            }
            if grids.level(twin_id, twin_unit) != grids.level(id, unit) {
                breach("twins are of one level", format!("{} {unit}", slice.name));
            }
            if grids.level(id, unit) >= 255 {
                breach("levels are below 255", format!("{} {unit}", slice.name));
            }
            grids.lay(id, unit, &mut grid);
            grids.lay(twin_id, twin_unit, &mut twin);
            let cells = grid.rows.len() as u64 * grid.width;
            let here = Place { slice: id, first: unit * cells };
            let there = Place { slice: twin_id, first: twin_unit * cells };
            cells_of_unit(game, &grids, [&grid, &twin], [here, there], &mut breach);
        }
    }
}

/// Where the entries of a grid begin.
#[derive(Clone, Copy)]
struct Place {
    slice: SliceId,
    first: u64,
}

/// The entry of a cell.
fn entry(grid: &Grid, place: Place, row: usize, column: usize) -> Entry {
    let before = grid.columns[..column].iter().filter(|&&column| column & grid.rows[row] == 0).count();
    Entry { slice: place.slice, index: place.first + row as u64 * grid.width + before as u64 }
}

fn cells_of_unit<S: Space + Notation, G: Grids<Game = S>>(
    game: &S,
    grids: &G,
    [grid, twin]: [&Grid; 2],
    [here, there]: [Place; 2],
    breach: &mut impl FnMut(&'static str, String),
) {
    let (rows, columns) = (grid.rows.len(), grid.columns.len());
    for cell in (0..CELLS).map(|cell| cell * (rows * columns - 1) / (CELLS - 1)) {
        let (row, column) = (cell / columns, cell % columns);
        let (own, other) = (grid.rows[row], grid.columns[column]);
        if own & other != 0 {
            continue;
        }
        let position = grids.position(grid, own, other);
        let found = game.rank(&position);
        if found != Some(entry(grid, here, row, column)) {
            breach("cells are entries in order", format!("{}: it is {found:?}", game.text(&position)));
            continue;
        }
        if is_forced(grids, grid, own, column) {
            continue;
        }
        let steps = grid.steps_of(row).iter().filter(|step| other >> step.point & 1 == 0).map(|step| {
            let (row, column) = (grid.row_of_column[column] as usize, grid.column_of_row[step.row as usize] as usize);
            entry(twin, there, row, column)
        });
        let shifts = grid.shifts.iter().filter(|shift| (own | other) >> shift.point & 1 == 0).map(|shift| {
            let set = |points: u64| {
                let points = (0..64).filter(|point| points >> point & 1 == 1);
                points.fold(0u64, |set, point| set | 1 << shift.places[point])
            };
            let joined = if shift.joins { own | 1 << shift.point } else { own };
            let row = set(other);
            let index = shift.first + rank_subset(row) * shift.width + rank_subset(gather(set(joined), !row));
            Entry { slice: shift.slice, index }
        });
        let mut by_grid: Vec<Option<Entry>> = steps.chain(shifts).map(Some).collect();
        let mut by_rules: Vec<Option<Entry>> =
            game.moves(&position).map(|m| game.rank(&game.play(&position, m))).collect();
        by_grid.sort_unstable();
        by_rules.sort_unstable();
        if by_grid != by_rules {
            let text = format!("{}: {by_grid:?}, by the rules {by_rules:?}", game.text(&position));
            breach("steps and shifts are the moves of a cell", text);
        }
    }
}

/// Whether something must be played in a cell that is neither step nor shift.
fn is_forced<G: Grids>(grids: &G, grid: &Grid, own: u64, column: usize) -> bool {
    let words: Vec<[u64; 1]> = (0..64).map(|point| [grid.columns[column] >> point & 1]).collect();
    let mut forced = [0];
    grids.forced(grid, own, |point| &words[point as usize], &mut forced);
    forced[0] & 1 == 1
}
