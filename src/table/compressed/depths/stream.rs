//! Reads a stream of depths: the front once, then values of blocks.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::model::{
    BLOCK_ENTRIES, ContextShape, LARGEST_DIGIT, LESS, MORE, MOST_DIGITS, PlaceDigit, PreparedWeights, STEPS,
};
use super::range::RangeReader;
use super::values::MOST_MOVES;
use super::walk::BlockWalk;
use super::weights;
use crate::table::compressed::bits::BitReader;
use crate::table::compressed::stream::{COUNT_BITS, MOST_ENTRIES, NUMBER_BITS, PARAMETER_BITS};
use crate::util::cpu::{self, Kernel};

/// Bits of the number of digits in the front.
pub const DIGITS_BITS: u32 = 4;
/// The probability of each bit of a value that is far from its guess.
pub const EVEN: u16 = 1 << 15;
/// The greatest distance of a neighbour.
const MOST_DISTANCE: u16 = BLOCK_ENTRIES as u16;
/// The blocks that a thread keeps decoded.
const KEPT_BLOCKS: usize = 1 << 10;

/// The front of a stream of depths, prepared for look-ups.
pub struct DepthStream {
    shape: ContextShape,
    weights: PreparedWeights,
    /// Where each block begins in the stream, and the end of all.
    starts: Vec<u64>,
    entries: u64,
    /// Tells the stream from all others of this process.
    id: u64,
}

/// A block of which some values are decoded.
struct DecodedBlock {
    id: u64,
    block: usize,
    walk: BlockWalk,
    reader: RangeReader,
}

thread_local! {
    /// Blocks that were decoded last, each where its stream and number lead.
    static DECODED: RefCell<Vec<Option<Box<DecodedBlock>>>> = const { RefCell::new(Vec::new()) };
}

impl DepthStream {
    /// Reads the front, the first `front` bytes, of a stream of `entries` entries; `None` if the front is damaged or
    /// does not fit them.
    pub fn read(bytes: &[u8], front: usize, entries: u64) -> Option<DepthStream> {
        (entries <= MOST_ENTRIES).then_some(())?;
        let mut reader = BitReader::new(bytes.get(..front)?);
        let number = |reader: &mut BitReader| reader.read(NUMBER_BITS).map(|number| number as u16);
        let first = number(&mut reader)?;
        let distances = [number(&mut reader)?, number(&mut reader)?];
        (distances.iter().all(|distance| (1..=MOST_DISTANCE).contains(distance))).then_some(())?;
        let mut digits = Vec::new();
        for _ in 0..reader.read(DIGITS_BITS)? {
            let (stride, size) = (reader.read(COUNT_BITS)?, reader.read(NUMBER_BITS)?);
            (stride > 0 && (2..=LARGEST_DIGIT).contains(&size)).then_some(())?;
            digits.push(PlaceDigit { stride, size });
        }
        (digits.len() <= MOST_DIGITS).then_some(())?;
        let parameter = reader.read(PARAMETER_BITS)?;
        let blocks = entries.div_ceil(BLOCK_ENTRIES as u64);
        // A length takes a bit at least.
        (blocks <= 8 * front as u64).then_some(())?;
        let (mut starts, mut at) = (vec![front as u64], front as u64);
        for _ in 0..blocks {
            at = at.checked_add(reader.read_rice(parameter)?)?;
            starts.push(at);
        }
        (at == bytes.len() as u64).then_some(())?;
        let shape = ContextShape { first, distances, digits };
        let weights = weights::read(&bytes[reader.bytes_read()..front], shape.rows())?;
        static STREAMS: AtomicU64 = AtomicU64::new(0);
        let weights = PreparedWeights::new(&weights);
        Some(DepthStream { shape, weights, starts, entries, id: STREAMS.fetch_add(1, Relaxed) })
    }

    /// The block of an entry.
    #[inline(always)]
    pub fn block_of(&self, place: u64) -> usize {
        (place / BLOCK_ENTRIES as u64) as usize
    }

    /// The places of a block.
    pub fn places(&self, block: usize) -> Range<u64> {
        let first = (block * BLOCK_ENTRIES) as u64;
        first..self.entries.min(first + BLOCK_ENTRIES as u64)
    }

    /// The bytes of a block, counted from the first of the stream.
    pub fn range(&self, block: usize) -> Range<usize> {
        self.starts[block] as usize..self.starts[block + 1] as usize
    }

    /// The value of an entry. `bytes` are the bytes of its block. `stored` tells for each entry of the block whether it
    /// has a value; it is called if the block is not among those that the thread decoded last. Wrong bytes give wrong
    /// values, and nothing worse.
    pub fn value<E>(
        &self,
        place: u64,
        bytes: &[u8],
        stored: impl FnOnce() -> Result<Vec<bool>, E>,
    ) -> Result<Option<u16>, E> {
        let block = self.block_of(place);
        let at = (place % BLOCK_ENTRIES as u64) as usize;
        DECODED.with_borrow_mut(|decoded| {
            if decoded.is_empty() {
                decoded.resize_with(KEPT_BLOCKS, || None);
            }
            let slot = &mut decoded[self.slot(block)];
            let decoded = match slot {
                Some(decoded) if (decoded.id, decoded.block) == (self.id, block) => decoded,
                _ => slot.insert(Box::new(self.undecoded(block, bytes, &stored()?))),
            };
            cpu::run(DecodeValues { stream: self, bytes, block: decoded, end: at + 1 });
            Ok(decoded.walk.value(at))
        })
    }

    /// The value of an entry, if the thread has decoded it and keeps its block.
    pub fn decoded(&self, place: u64) -> Option<u16> {
        let (block, at) = (self.block_of(place), (place % BLOCK_ENTRIES as u64) as usize);
        DECODED.with_borrow(|decoded| match decoded.get(self.slot(block)) {
            Some(Some(decoded)) if (decoded.id, decoded.block) == (self.id, block) && at < decoded.walk.at() => {
                decoded.walk.value(at)
            }
            _ => None,
        })
    }

    /// Where the thread keeps a block.
    #[inline(always)]
    fn slot(&self, block: usize) -> usize {
        let spread = (self.id << 40 ^ block as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread >> 48) as usize % KEPT_BLOCKS
    }

    /// All values of a block, that of an entry without a value arbitrary.
    pub fn values(&self, block: usize, bytes: &[u8], stored: &[bool]) -> Vec<u16> {
        let mut decoded = self.undecoded(block, bytes, stored);
        cpu::run(DecodeValues { stream: self, bytes, block: &mut decoded, end: stored.len() });
        decoded.walk.values().to_vec()
    }

    fn undecoded(&self, block: usize, bytes: &[u8], stored: &[bool]) -> DecodedBlock {
        let walk = BlockWalk::new(&self.shape, (block * BLOCK_ENTRIES) as u64, stored);
        DecodedBlock { id: self.id, block, walk, reader: RangeReader::new(bytes) }
    }

    /// Decodes the next value of a walk, which has this guess.
    #[inline(always)]
    fn decode(&self, bytes: &[u8], walk: &BlockWalk, guess: u16, reader: &mut RangeReader) -> u16 {
        let sums = self.weights.frequent(&walk.rows(&self.shape, guess));
        if reader.read(bytes, sums.probability(0)) {
            return guess;
        }
        let is_more = reader.read(bytes, sums.probability(1));
        let steps = match reader.read(bytes, sums.probability(if is_more { 2 } else { 3 })) {
            true => 1,
            false => self.more_steps(bytes, walk, guess, if is_more { MORE } else { LESS }, reader),
        };
        if is_more { guess.saturating_add(steps).min(MOST_MOVES) } else { guess.saturating_sub(steps) }
    }

    /// Decodes a difference of more than one step, whose first question is `first`.
    #[inline(never)]
    fn more_steps(&self, bytes: &[u8], walk: &BlockWalk, guess: u16, first: usize, reader: &mut RangeReader) -> u16 {
        let probabilities = self.weights.probabilities(&walk.rows(&self.shape, guess));
        let mut answer = |step: usize| reader.read(bytes, probabilities[first + step - 1]);
        match (2..=STEPS).find(|&step| answer(step)) {
            Some(steps) => steps as u16,
            None => (0..u16::BITS).fold(0, |number, _| number << 1 | u16::from(reader.read(bytes, EVEN))),
        }
    }
}

/// Decodes the values of a block up to an entry.
struct DecodeValues<'a> {
    stream: &'a DepthStream,
    bytes: &'a [u8],
    block: &'a mut DecodedBlock,
    end: usize,
}

impl Kernel for DecodeValues<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const LEVEL: u8>(self) {
        let (shape, DecodedBlock { walk, reader, .. }) = (&self.stream.shape, self.block);
        let end = self.end.min(walk.entries());
        while walk.at() < end {
            let guess = walk.guess(shape);
            let mut value = guess;
            if walk.is_stored() {
                value = self.stream.decode(self.bytes, walk, guess, reader);
            }
            walk.take(value);
        }
    }
}
