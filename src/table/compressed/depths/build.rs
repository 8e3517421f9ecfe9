//! Compresses the depths of a slice that are kept.

use super::learn::Regression;
use super::model::{
    BLOCK_ENTRIES, BlockValues, LARGEST_DIGIT, MOST_CONTEXTS, MOST_DIGITS, PlaceDigit, Shape, Weights, probability,
    questions, sums,
};
use super::range::RangeWriter;
use super::stream::{DIGITS_BITS, EVEN};
use super::values::{DepthEntry, fill};
use super::weights;
use crate::table::TableError;
use crate::table::compressed::bits::BitWriter;
use crate::table::compressed::build::Built;
use crate::table::compressed::stream::{COUNT_BITS, NUMBER_BITS, PARAMETER_BITS};
use crate::table::compressed::text::{Arrangement, PIECE, SliceText};
use crate::util::threads::try_map;

/// The values that the weights are learnt from.
const LEARNED: usize = 600_000;
/// The values that the size of a stream is estimated from.
const ESTIMATED: usize = 60_000;
/// The blocks of a piece.
const BLOCKS: usize = PIECE as usize / BLOCK_ENTRIES;

/// Blocks of a stream, evenly spread, each with the place of its first entry.
type Blocks = Vec<(u64, Vec<DepthEntry>)>;

/// Compresses the depths of a text.
pub fn build(text: &SliceText, arrangement: &Arrangement) -> Result<Built, TableError> {
    let alphabet = text.alphabet(arrangement)?;
    let entries = |piece: usize| text.depths(piece, arrangement, &alphabet);
    let (blocks, share) = sample(text, LEARNED, &entries)?;
    let shape = shape(text, arrangement, &blocks);
    let weights = Regression::learn(&shape, &blocks, text.progress())?.weights(share);
    drop(blocks);
    let encode = |piece: usize| -> Result<Vec<Vec<u8>>, TableError> {
        let first = text.entries_of(piece).start;
        let entries = entries(piece)?;
        let blocks = entries.chunks(BLOCK_ENTRIES).zip((first..).step_by(BLOCK_ENTRIES));
        Ok(blocks.map(|(entries, first)| encode_block(&shape, &weights, first, entries)).collect())
    };
    let blocks: Vec<Vec<u8>> = try_map(text.pieces(), &encode)?.into_iter().flatten().collect();
    let mut bytes = front(&shape, &weights, &blocks);
    let front = bytes.len();
    bytes.extend(blocks.into_iter().flatten());
    Ok(Built { bytes, front })
}

/// About how many bytes the stream would take.
pub fn estimate(text: &SliceText, arrangement: &Arrangement) -> Result<f64, TableError> {
    let entries = |piece: usize| text.expected_depths(piece, arrangement);
    let (blocks, share) = sample(text, ESTIMATED, &entries)?;
    let shape = shape(text, arrangement, &blocks);
    Ok(Regression::learn(&shape, &blocks, text.progress())?.bits() / 8.0 * f64::from(share))
}

/// Blocks with about `wanted` values, and the length of the stream divided by theirs.
fn sample(
    text: &SliceText,
    wanted: usize,
    entries: &(dyn Fn(usize) -> Result<Vec<DepthEntry>, TableError> + Sync),
) -> Result<(Blocks, f32), TableError> {
    let pieces = text.pieces();
    // A few pieces tell how many entries have a value.
    let count = |piece: usize| entries(piece).map(|entries| entries.iter().filter(|entry| entry.is_stored()).count());
    let counted = pieces.min(4);
    let values: usize = try_map(counted, &|number| count(number * pieces / counted))?.iter().sum();
    let whole = values / counted.max(1) * pieces;
    // At most half of the pieces are read in full, and of each every so many blocks.
    let every = (whole / wanted.max(1)).clamp(1, BLOCKS);
    let read = pieces.min((wanted * every).div_ceil((values / counted.max(1)).max(1)).max(8));
    let blocks = |number: usize| -> Result<Blocks, TableError> {
        let piece = number * pieces / read;
        let first = text.entries_of(piece).start;
        let entries = entries(piece)?;
        let blocks = entries.chunks(BLOCK_ENTRIES).zip((first..).step_by(BLOCK_ENTRIES));
        Ok(blocks.skip(number % every).step_by(every).map(|(entries, first)| (first, entries.to_vec())).collect())
    };
    let blocks: Blocks = try_map(read, &blocks)?.into_iter().flatten().collect();
    let sampled: usize = blocks.iter().map(|(_, entries)| entries.len()).sum();
    Ok((blocks, text.entries as f32 / sampled.max(1) as f32))
}

/// The contexts for an order of the entries.
fn shape(text: &SliceText, arrangement: &Arrangement, blocks: &Blocks) -> Shape {
    let mut digits: Vec<PlaceDigit> = text.place_digits(&arrangement.order);
    digits.retain(|digit| (2..=LARGEST_DIGIT).contains(&digit.size));
    digits.truncate(MOST_DIGITS - 1);
    let line = digits.first().map_or(64, |digit| digit.size).min(1 << 11) as u16;
    // Two nearest digits together tell more than each by itself.
    if let [one, other, ..] = digits[..]
        && one.size * other.size <= LARGEST_DIGIT
        && other.stride == one.stride * one.size
    {
        digits.push(PlaceDigit { stride: one.stride, size: one.size * other.size });
    }
    let mut values: Vec<u16> = blocks
        .iter()
        .flat_map(|(_, entries)| entries)
        .filter_map(|entry| if let DepthEntry::Exact(value) = entry { Some(*value) } else { None })
        .collect();
    let middle = values.len() / 2;
    let first = if values.is_empty() { 0 } else { *values.select_nth_unstable(middle).1 };
    Shape { first, distances: [8, line, 8 * line], digits }
}

/// Compresses a block, whose first entry has this place.
fn encode_block(shape: &Shape, weights: &[Weights], first: u64, entries: &[DepthEntry]) -> Vec<u8> {
    let mut writer = RangeWriter::default();
    let stored = entries.iter().map(|entry| entry.is_stored()).collect();
    let mut block = BlockValues { values: Vec::with_capacity(entries.len()), stored, first };
    let mut rows = [0; MOST_CONTEXTS];
    for entry in entries {
        let guess = shape.guess(&block);
        let value = fill(*entry, guess);
        if entry.is_stored() {
            shape.contexts_of(&block, guess, &mut rows);
            let sums = sums(weights, &rows[..shape.contexts()]);
            let is_far = questions(value, guess, |question, answer| writer.write(answer, probability(sums[question])));
            if is_far {
                let steps = value.abs_diff(guess);
                (0..u16::BITS).rev().for_each(|bit| writer.write(steps >> bit & 1 == 1, EVEN));
            }
        }
        block.values.push(value);
    }
    writer.into_bytes()
}

/// The front of a stream of these blocks.
fn front(shape: &Shape, weights: &[Weights], blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut front = BitWriter::default();
    front.write(shape.first.into(), NUMBER_BITS);
    shape.distances.iter().for_each(|&distance| front.write(distance.into(), NUMBER_BITS));
    front.write(shape.digits.len() as u32, DIGITS_BITS);
    for digit in &shape.digits {
        front.write(digit.stride, COUNT_BITS);
        front.write(digit.size, NUMBER_BITS);
    }
    let lengths = || blocks.iter().map(|block| block.len() as u64);
    let cost = |parameter: u32| lengths().map(|length| (length >> parameter) + u64::from(parameter)).sum::<u64>();
    let parameter = (0..16).min_by_key(|&parameter| cost(parameter)).unwrap_or(0);
    front.write(parameter, PARAMETER_BITS);
    lengths().for_each(|length| front.write_rice(length, parameter));
    let mut bytes = front.into_bytes();
    bytes.extend(weights::write(weights));
    bytes
}
