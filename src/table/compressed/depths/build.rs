//! Compresses the depths of a slice that are kept.

use super::learn::Regression;
use super::model::{
    BLOCK_ENTRIES, ContextShape, ContextWeights, LARGEST_DIGIT, MOST_DIGITS, PlaceDigit, PreparedWeights, questions,
};
use super::range::RangeWriter;
use super::stream::{DIGITS_BITS, EVEN};
use super::values::{DepthEntry, fill};
use super::walk::BlockWalk;
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
/// The greatest distance of a neighbour.
const LINE: u32 = 64;
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
    let by_question = PreparedWeights::new(&weights);
    let encode = |piece: usize| -> Result<Vec<Vec<u8>>, TableError> {
        let first = text.entries_of(piece).start;
        let entries = entries(piece)?;
        let blocks = entries.chunks(BLOCK_ENTRIES).zip((first..).step_by(BLOCK_ENTRIES));
        Ok(blocks.map(|(entries, first)| encode_block(&shape, &by_question, first, entries)).collect())
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
    // Of each piece that is read, one block in `every` is kept.
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
fn shape(text: &SliceText, arrangement: &Arrangement, blocks: &Blocks) -> ContextShape {
    let mut digits: Vec<PlaceDigit> = text.place_digits(&arrangement.order);
    digits.retain(|digit| (2..=LARGEST_DIGIT).contains(&digit.size));
    digits.truncate(MOST_DIGITS - 1);
    let line = digits.first().map_or(LINE, |digit| digit.size.min(LINE)) as u16;
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
    ContextShape { first, distances: [8, line], digits }
}

/// Compresses a block, whose first entry has this place.
fn encode_block(shape: &ContextShape, weights: &PreparedWeights, first: u64, entries: &[DepthEntry]) -> Vec<u8> {
    let mut writer = RangeWriter::default();
    let stored: Vec<bool> = entries.iter().map(|entry| entry.is_stored()).collect();
    let mut walk = BlockWalk::new(shape, first, &stored);
    for entry in entries {
        let guess = walk.guess(shape);
        let value = fill(*entry, guess);
        if entry.is_stored() {
            let probabilities = weights.probabilities(&walk.rows(shape, guess));
            let is_far = questions(value, guess, |question, answer| writer.write(answer, probabilities[question]));
            if is_far {
                let steps = value.abs_diff(guess);
                (0..u16::BITS).rev().for_each(|bit| writer.write(steps >> bit & 1 == 1, EVEN));
            }
        }
        walk.take(value);
    }
    writer.into_bytes()
}

/// The front of a stream of these blocks.
fn front(shape: &ContextShape, weights: &[ContextWeights], blocks: &[Vec<u8>]) -> Vec<u8> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::compressed::depths::DepthStream;
    use crate::util::random::Random;

    /// Entries whose values are like the values of their neighbours, and some without a value.
    fn entries(random: &mut Random, count: usize) -> Vec<DepthEntry> {
        let mut value = 20u16;
        let next = |_| {
            value = (value + random.below(3) as u16).saturating_sub(1).clamp(1, 90);
            match random.below(40) {
                0..8 => DepthEntry::None,
                8 => DepthEntry::Free,
                9 => DepthEntry::AtLeast(value),
                10 => DepthEntry::AtMost(value),
                11 => DepthEntry::Exact(value + 200),
                _ => DepthEntry::Exact(value),
            }
        };
        (0..count).map(next).collect()
    }

    /// A stream of these entries, and the length of its front.
    fn stream(entries: &[DepthEntry]) -> (Vec<u8>, usize) {
        let shape = ContextShape { first: 20, distances: [8, 64], digits: vec![PlaceDigit { stride: 8, size: 9 }] };
        let blocks: Blocks =
            entries.chunks(BLOCK_ENTRIES).zip((0..).step_by(BLOCK_ENTRIES)).map(|(of, at)| (at, of.to_vec())).collect();
        let weights = Regression::learn(&shape, &blocks, &()).expect("nothing stops it").weights(1.0);
        let by_question = PreparedWeights::new(&weights);
        let blocks: Vec<Vec<u8>> = blocks.iter().map(|(at, of)| encode_block(&shape, &by_question, *at, of)).collect();
        let mut bytes = front(&shape, &weights, &blocks);
        let front = bytes.len();
        bytes.extend(blocks.concat());
        (bytes, front)
    }

    /// Which entries of a block have a value.
    fn stored(entries: &[DepthEntry], block: usize) -> Vec<bool> {
        entries.chunks(BLOCK_ENTRIES).nth(block).unwrap_or(&[]).iter().map(|entry| entry.is_stored()).collect()
    }

    #[test]
    fn every_value_comes_back_alone_and_in_a_row() {
        let mut random = Random::new(8);
        let entries = entries(&mut random, 9000);
        let (bytes, front) = stream(&entries);
        assert!(bytes.len() < 9000 / 2, "{}", bytes.len());
        let depths = DepthStream::read(&bytes, front, 9000).expect("it was just made");
        let is_right = |entry: DepthEntry, found: u16| match entry {
            DepthEntry::None | DepthEntry::Free => true,
            DepthEntry::Exact(value) => found == value,
            DepthEntry::AtLeast(value) => found >= value,
            DepthEntry::AtMost(value) => found <= value,
        };
        for block in 0..3 {
            let values = depths.values(block, &bytes[depths.range(block)], &stored(&entries, block));
            let expected = &entries[block * BLOCK_ENTRIES..];
            assert!(values.iter().zip(expected).all(|(&found, &entry)| is_right(entry, found)), "block {block}");
        }
        for _ in 0..500 {
            let at = random.below(9000);
            let block = depths.block_of(at as u64);
            let of_block = || Ok::<_, ()>(stored(&entries, block));
            let found = depths.value(at as u64, &bytes[depths.range(block)], of_block).expect("nothing fails");
            assert_eq!(found.is_some(), entries[at].is_stored());
            assert!(found.is_none_or(|found| is_right(entries[at], found)), "{at}");
        }
    }

    #[test]
    fn damaged_streams_are_refused_or_read_without_harm() {
        let mut random = Random::new(6);
        let entries = entries(&mut random, 5000);
        let (bytes, front) = stream(&entries);
        let mut refused = 0;
        for number in 0..300 {
            let mut damaged = bytes.clone();
            let at = random.below(if number % 3 == 0 { 24 } else { bytes.len() });
            damaged[at] ^= 1 << random.below(8);
            let Some(depths) = DepthStream::read(&damaged, front, 5000) else {
                refused += 1;
                continue;
            };
            for block in 0..2 {
                depths.values(block, &damaged[depths.range(block)], &stored(&entries, block));
            }
        }
        assert!(refused > 10, "{refused}");
        assert!((0..front).all(|length| DepthStream::read(&bytes[..length], front.min(length), 5000).is_none()));
        for other in [0, front - 1, front + 1, bytes.len()] {
            assert!(DepthStream::read(&bytes, other, 5000).is_none());
        }
        assert!(DepthStream::read(&bytes, front, 9000).is_none());
    }
}
