//! From the words of the blocks to the entries of a slice.

use super::super::endings::symmetry::{Mirror, SQUARES};
use super::depths::half;
use super::geometry::{EndingGeometry, first_square, seen_by};
use super::kernel::EndingSolver;
use super::side::Side;
use crate::solve::{Halt, Work};
use crate::space::Entry;
use crate::util::threads::try_map;
use crate::values::{Code, Codes};

/// A side to move whose values are found.
pub trait SolvedSide: Sync {
    /// The codes of a block, by place: the placement times 64, plus the square of the free piece.
    fn codes(&self, block: usize) -> impl Fn(usize) -> u16;
}

/// A side with depths of its positions.
struct DepthSide<'a> {
    side: &'a Side,
    bytes: &'a [[u8; 64]],
    placements: usize,
}

/// Puts the values of both slices of a solved ending.
///
/// # Errors
/// If the sink cannot take a value.
pub fn put_depths(solver: &EndingSolver, work: &Work) -> Result<(), Halt> {
    let ending = solver.ending();
    let placements = ending.placements;
    let side = |side: usize| DepthSide { side: &solver.sides[side], bytes: solver.bytes(side), placements };
    put(ending, &[side(0), side(1)], work)
}

/// Puts the values of both slices.
///
/// # Errors
/// If the sink cannot take a value.
pub fn put(ending: &EndingGeometry, sides: &[impl SolvedSide; 2], work: &Work) -> Result<(), Halt> {
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

impl SolvedSide for DepthSide<'_> {
    #[inline(always)]
    fn codes(&self, block: usize) -> impl Fn(usize) -> u16 {
        let DepthSide { side, bytes, placements } = *self;
        let first = block * placements;
        let far = &side.blocks[block].far;
        move |place| {
            let (placement, square) = (place / 64, place % 64);
            let [won, lost] = [&side.won, &side.lost].map(|set| set[first + placement] >> square & 1 == 1);
            if !won && !lost {
                return u16::DRAW;
            }
            match half(bytes[first + placement][square], far.of(placement) >> square & 1 == 1) {
                // A number that holds no position counts as won.
                None => u16::ABSENT,
                Some(half) => code(half, won),
            }
        }
    }
}

/// The code of a win, or else of a loss, by half of its plies: a win takes an odd number of plies and a loss an even
/// one.
#[inline(always)]
fn code(half: u32, won: bool) -> u16 {
    match won {
        true => 4 * half as u16 + 3,
        false => 4 * half as u16 + 2,
    }
}

/// Fills the codes of the entries of one pair of kings of a slice; `places` has the [`places`] of each mirror.
fn gather(
    ending: &EndingGeometry,
    side: usize,
    values: &impl SolvedSide,
    pair: usize,
    places: &[Vec<Vec<u32>>],
    entries: &mut [u16],
) {
    let numbering = &ending.numberings[side];
    let squares = numbering.pairs().squares(pair);
    let Some((block, mirror)) = seen_by(ending, side, squares) else { return };
    let code = values.codes(block);
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
            *entry = code((base + place) as usize);
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
        // If the free piece has equals, it is the last of them.
        let held = count - usize::from(pieces.contains(&free));
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
        let place = |subset: &Vec<u8>| {
            let mut mirrored = subset.iter().map(|&square| to[usize::from(square)]);
            let of_held = mirrored.by_ref().take(held).fold(0, |set, square| set | 1 << square);
            let of_held = if held > 0 { 64 * ending.place(pieces.start, of_held) } else { 0 };
            of_held + mirrored.next().map_or(0, u32::from)
        };
        subsets.iter().map(place).collect()
    };
    ending.numberings[side].groups().iter().map(|group| of_group(group.count.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::depths::DEEPEST;
    use super::*;
    use crate::game::Value;

    #[test]
    fn every_depth_has_its_code() {
        for half in 0..=DEEPEST / 2 {
            assert_eq!(Some(code(half, true)), u16::encode(Value::Win(2 * half + 1)));
            assert_eq!(Some(code(half, false)), u16::encode(Value::Loss(2 * half)));
        }
    }
}
