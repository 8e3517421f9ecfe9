//! From the words of the blocks to the entries of a slice.

use super::super::endings::symmetry::{Mirror, SQUARES};
use super::block::{Block, OPEN};
use super::geometry::{EndingGeometry, first_square, seen_by};
use super::kernel::EndingSolver;
use super::side::Side;
use super::word::fill;
use crate::solve::{Halt, Work};
use crate::space::Entry;
use crate::util::threads::{for_each_of, try_map};
use crate::values::{Code, Codes};

/// The values of a block.
pub trait CodedBlock: Sync {
    /// The code of the position at a place. `is_won` looks at its bit in [`Side::won`].
    fn code(&self, at: usize, is_won: impl FnOnce() -> bool) -> u16;
}

/// Puts the values of both slices of a solved ending.
///
/// # Errors
/// If the sink cannot take a value.
pub fn put_depths(solver: &mut EndingSolver, work: &Work) -> Result<(), Halt> {
    finish(solver, 0);
    finish(solver, 1);
    put(solver.ending(), &solver.sides, work)
}

/// Puts the values of both slices.
///
/// # Errors
/// If the sink cannot take a value.
pub fn put<B: CodedBlock>(ending: &EndingGeometry, sides: &[Side<B>; 2], work: &Work) -> Result<(), Halt> {
    for (side, values) in sides.iter().enumerate() {
        if side == 1 && ending.is_symmetric() {
            break;
        }
        // With pawns no mirror exchanges files with ranks.
        let mirrors = if ending.mirrored.len() == 8 { 8 } else { 4 };
        let places: Vec<_> = (0..mirrors).map(|mirror| places(ending, side, mirror)).collect();
        let numbering = &ending.numberings[side];
        let per_pair = numbering.per_pair();
        try_map(numbering.pairs().count(), &|pair| {
            let mut codes = vec![u16::ABSENT; per_pair as usize];
            gather(ending, side, values, pair, &places, &mut codes);
            let from = Entry { slice: ending.slices[side], index: pair as u64 * per_pair };
            work.progress.advance(per_pair - per_pair / 2);
            match codes.iter().all(|&code| code < u8::ABSENT.into() || code == u16::ABSENT) {
                true => {
                    let narrow: Vec<u8> = codes.iter().map(|&code| code.min(u8::ABSENT.into()) as u8).collect();
                    work.sink.put(from, Codes::One(&narrow))
                }
                false => work.sink.put(from, Codes::Two(&codes)),
            }
        })?;
    }
    Ok(())
}

/// The code of each byte but [`OPEN`].
static CODES: [u16; 256] = {
    let mut codes = [u16::ABSENT; 256];
    let mut plies = 0;
    while plies < OPEN as usize {
        // Wins take an odd number of plies, losses an even one.
        codes[plies] = (1 + 2 * plies + (plies + 1) % 2) as u16;
        plies += 1;
    }
    codes
};

impl CodedBlock for Block {
    #[inline(always)]
    fn code(&self, at: usize, is_won: impl FnOnce() -> bool) -> u16 {
        match self.plies[at / 64][at % 64] {
            // A number that holds no position counts as won.
            OPEN if is_won() => u16::ABSENT,
            OPEN => u16::DRAW,
            plies => CODES[usize::from(plies)],
        }
    }
}

/// Clears the depths of conversions from the positions that are not decided, which are drawn.
fn finish(solver: &mut EndingSolver, side: usize) {
    let placements = solver.ending().placements;
    let Side { won, lost, blocks, .. } = &mut solver.sides[side];
    for_each_of(blocks, |pair, block| {
        for (placement, plies) in block.plies.iter_mut().enumerate() {
            let at = pair * placements + placement;
            fill(plies, !(won[at] | lost[at]), OPEN);
        }
    });
}

/// Fills the codes of the entries of one pair of kings of a slice; `places` has the [`places`] of each mirror.
fn gather<B: CodedBlock>(
    ending: &EndingGeometry,
    side: usize,
    values: &Side<B>,
    pair: usize,
    places: &[Vec<Vec<u32>>],
    entries: &mut [u16],
) {
    let numbering = &ending.numberings[side];
    let squares = numbering.pairs().squares(pair);
    let Some((block, mirror)) = seen_by(ending, side, squares) else { return };
    let won = &values.won[block * ending.placements..(block + 1) * ending.placements];
    let block = &values.blocks[block];
    let Some((last, others)) = places[usize::from(mirror)].split_last() else { return };
    let rows = others.iter().map(Vec::len).product::<usize>();
    for (row, entries) in (0..rows).zip(entries.chunks_mut(last.len())) {
        // The first group is the highest digit.
        let (mut rest, mut base) = (row, 0);
        for group in others.iter().rev() {
            base += group[rest % group.len()];
            rest /= group.len();
        }
        for (entry, place) in entries.iter_mut().zip(last) {
            let at = (base + place) as usize;
            *entry = block.code(at, || won[at / 64] >> (at % 64) & 1 == 1);
        }
    }
    let is_diagonal = numbering.pairs().of(squares.0, squares.1).is_some_and(|pair| pair.is_diagonal);
    if is_diagonal {
        let first = pair as u64 * numbering.per_pair();
        for (number, entry) in (first..).zip(entries) {
            if numbering.squares(number).is_none() {
                *entry = u16::ABSENT;
            }
        }
    }
}

/// For each group of equal pieces of a slice, and each of its sets of squares: the digit that it adds to the place of a
/// position in its block. The place is the placement times 64, plus the square of the free piece.
fn places(ending: &EndingGeometry, side: usize, mirror: Mirror) -> Vec<Vec<u32>> {
    let to = &SQUARES[usize::from(mirror)];
    let free = ending.pieces.len() - 1;
    let mut next = 0;
    let mut of_group = |count: usize| -> Vec<u32> {
        let pieces = next..next + count;
        next += count;
        let place = |piece: usize, square: u8| {
            let (square, first) =
                (u32::from(to[usize::from(square)]), u32::from(first_square(ending.pieces[piece].kind)));
            if piece == free { square } else { (square - first) * ending.strides[piece] * 64 }
        };
        let squares = if first_square(ending.pieces[pieces.start].kind) == 8 { 8..56 } else { 0..64 };
        // In ascending order as numbers: the greatest square is the highest digit.
        let mut subsets: Vec<Vec<u8>> = vec![vec![]];
        for _ in pieces.clone() {
            let longer = squares.clone().flat_map(|greatest| {
                let fits = subsets.iter().filter(move |subset| subset.last().is_none_or(|&last| last < greatest));
                fits.map(move |subset| [subset.as_slice(), &[greatest]].concat())
            });
            subsets = longer.collect();
        }
        let sum = |subset: &Vec<u8>| pieces.clone().zip(subset).map(|(piece, &square)| place(piece, square)).sum();
        subsets.iter().map(sum).collect()
    };
    ending.numberings[side].groups().iter().map(|group| of_group(group.count.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Value;

    #[test]
    fn every_depth_of_a_byte_has_its_code() {
        for plies in 0..OPEN {
            let value = if plies % 2 == 1 { Value::Win(plies.into()) } else { Value::Loss(plies.into()) };
            assert_eq!(Some(CODES[usize::from(plies)]), u16::encode(value));
        }
    }
}
