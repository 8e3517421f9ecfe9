//! Whether a layout says the same as the rules: the conformance check of the solver. It has a board of its own and shares
//! with the solver no more than the numbering.

use super::super::endings::material::{BitboardSpace, Kind, Material};
use super::super::endings::numbering::{MOST_PIECES, Numbering, Squares};
use crate::game::Outcome;
use crate::space::{Entry, SliceId, Violations};

/// Entries of a slice that are checked, spread evenly.
const ENTRIES: u64 = 60;

/// A man and whether it is of the side to move; `None` for the kind is a king.
type Man = (Option<Kind>, bool);
type Board = [Option<Man>; 64];

/// Checks some entries of each of these slices.
pub(super) fn check<S: BitboardSpace>(
    space: &S,
    slices: &[SliceId],
    text: &dyn Fn(&S::Position) -> String,
    violations: &mut Violations,
) {
    if !S::ALTERNATES {
        violations.add("two sides move in turn", || space.name().to_string());
    }
    let all: Vec<Material> = (0..space.slices().len() as u32).map(|slice| space.material(SliceId(slice))).collect();
    let entry = |board: &Board| {
        let (material, squares) = seen(board);
        let slice = all.iter().position(|of| *of == material)?;
        Some(Entry { slice: SliceId(slice as u32), index: Numbering::new(&material).number(&squares)? })
    };
    for &id in slices {
        let (slice, material) = (&space.slices()[id.index()], space.material(id));
        if usize::from(material.pieces()) > MOST_PIECES || material.pieces() == 0 {
            violations.add("a slice has one to three pieces besides the kings", || slice.name.clone());
            continue;
        }
        let numbering = Numbering::new(&material);
        if numbering.entries() != slice.entries {
            violations.add("a slice has the entries of its numbering", || slice.name.clone());
            continue;
        }
        for look in 0..ENTRIES {
            let index = look * (slice.entries - 1) / (ENTRIES - 1);
            let board = numbering.squares(index).map(|squares| board(&numbering, &squares));
            let board = board.filter(|board| !is_attacked(board, false));
            let position = space.unrank(Entry { slice: id, index });
            let (board, position) = match (board, position) {
                (Some(board), Some(position)) => (board, position),
                (None, None) => continue,
                (board, _) => {
                    let violation = || format!("{} {index}: by the layout {}", slice.name, board.is_some());
                    violations.add("an entry holds a position where the kings are safe", violation);
                    continue;
                }
            };
            let mut by_layout: Vec<Option<Entry>> = after(&board).iter().map(&entry).collect();
            let expected = match (by_layout.is_empty(), is_attacked(&board, true)) {
                (true, true) => Some(Outcome::Loss),
                (true, false) => Some(Outcome::Draw),
                _ => None,
            };
            match space.outcome(&position) {
                // Drawn by the material, whatever is played.
                Some(Outcome::Draw) if expected.is_none() => continue,
                outcome if outcome == expected => {}
                _ => violations.add("a mate is lost, and a side without a move draws", || text(&position)),
            }
            let mut by_rules: Vec<Option<Entry>> = Vec::new();
            for mv in space.moves(&position) {
                let next = space.play(&position, mv);
                // What can be captured en passant follows from the same without the right.
                let stored = || space.resolve(&next).map_or(Some(next), |resolved| resolved.stored);
                by_rules.push(space.rank(&next).or_else(|| stored().and_then(|stored| space.rank(&stored))));
            }
            by_layout.sort_unstable();
            by_rules.sort_unstable();
            if by_layout != by_rules {
                violations.add("pieces move as in chess", || {
                    format!("{}: {by_layout:?}, by the rules {by_rules:?}", text(&position))
                });
            }
        }
    }
}

fn board(numbering: &Numbering, squares: &Squares) -> Board {
    let mut board = [None; 64];
    board[usize::from(squares.mover)] = Some((None, true));
    board[usize::from(squares.other)] = Some((None, false));
    let mut pieces = squares.pieces.iter();
    for group in numbering.groups() {
        for &square in pieces.by_ref().take(group.count.into()) {
            board[usize::from(square)] = Some((Some(group.kind), group.is_mover));
        }
    }
    board
}

/// The material and the squares of a board.
fn seen(board: &Board) -> (Material, Squares) {
    let men = || (0..64).filter_map(|square| board[square].map(|man| (square as u8, man)));
    let mut material = Material::default();
    for (_, (kind, is_mover)) in men() {
        if let Some(kind) = kind {
            let army = if is_mover { &mut material.mover } else { &mut material.other };
            army[kind as usize] += 1;
        }
    }
    let king = |is_mover| men().find(|(_, man)| *man == (None, is_mover)).map_or(0, |(square, _)| square);
    let mut squares = Squares { mover: king(true), other: king(false), pieces: [0; MOST_PIECES] };
    let mut next = squares.pieces.iter_mut();
    for group in Numbering::new(&material).groups() {
        let of_group = men().filter(|(_, man)| *man == (Some(group.kind), group.is_mover));
        of_group.zip(next.by_ref()).for_each(|((square, _), place)| *place = square);
    }
    (material, squares)
}

fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}

/// The squares where a man goes, captures of the own men included, and pawns' captures alone.
fn reach(board: &Board, from: usize, (kind, is_mover): Man) -> Vec<usize> {
    let all = |files: std::ops::RangeInclusive<i32>| files.flat_map(|file| (-2..=2).map(move |rank| (file, rank)));
    let long = matches!(kind, Some(Kind::Bishop | Kind::Rook | Kind::Queen));
    let fits = |(file, rank): (i32, i32)| {
        let (file, rank) = (file.abs(), rank.abs());
        match kind {
            Some(Kind::Pawn) => false,
            Some(Kind::Knight) => file * rank == 2,
            Some(Kind::Bishop) => file == 1 && rank == 1,
            Some(Kind::Rook) => file + rank == 1,
            Some(Kind::Queen) | None => file.max(rank) == 1,
        }
    };
    let mut found = Vec::new();
    for direction in all(-2..=2).filter(|&direction| fits(direction)) {
        let mut square = from;
        while let Some(to) = step(square, direction) {
            found.push(to);
            if !long || board[to].is_some() {
                break;
            }
            square = to;
        }
    }
    if kind == Some(Kind::Pawn) {
        let ahead = if is_mover { 1 } else { -1 };
        found.extend([-1, 1].into_iter().filter_map(|file| step(from, (file, ahead))));
    }
    found
}

/// Whether the king of the side to move, or of the other, is attacked.
fn is_attacked(board: &Board, mover: bool) -> bool {
    (0..64).any(|from| {
        let man = board[from].filter(|man| man.1 != mover);
        man.is_some_and(|man| reach(board, from, man).iter().any(|&to| board[to] == Some((None, mover))))
    })
}

/// The boards after each legal move, seen from the other side.
fn after(board: &Board) -> Vec<Board> {
    let mut found = Vec::new();
    for from in 0..64 {
        let Some((kind, true)) = board[from] else { continue };
        let is_pawn = kind == Some(Kind::Pawn);
        let mut to: Vec<usize> = reach(board, from, (kind, true));
        to.retain(|&to| board[to].map_or(!is_pawn, |(_, is_mover)| !is_mover));
        if is_pawn && board[from + 8].is_none() {
            to.push(from + 8);
            if from / 8 == 1 && board[from + 16].is_none() {
                to.push(from + 16);
            }
        }
        for to in to {
            let kinds = match kind {
                Some(Kind::Pawn) if to >= 56 => Kind::PROMOTIONS.map(Some).to_vec(),
                kind => vec![kind],
            };
            for kind in kinds {
                let mut next = *board;
                next[from] = None;
                next[to] = Some((kind, true));
                if !is_attacked(&next, true) {
                    found.push(std::array::from_fn(|square| {
                        next[square ^ 56].map(|(kind, is_mover)| (kind, !is_mover))
                    }));
                }
            }
        }
    }
    found
}
