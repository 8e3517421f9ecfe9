//! Reads a stream of depths: the front once, then values of blocks.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::model::{
    BLOCK_ENTRIES, BlockValues, ContextShape, ContextWeights, IS_MORE, LARGEST_DIGIT, LESS, MORE, MOST_CONTEXTS,
    MOST_DIGITS, PlaceDigit, STEPS, probability, sums,
};
use super::range::RangeReader;
use super::values::MOST_MOVES;
use super::weights;
use crate::table::compressed::bits::BitReader;
use crate::table::compressed::stream::{COUNT_BITS, MOST_ENTRIES, NUMBER_BITS, PARAMETER_BITS};

/// Bits of the number of digits in the front.
pub const DIGITS_BITS: u32 = 4;
/// The probability of each bit of a value that is far from its guess.
pub const EVEN: u16 = 1 << 15;
/// The blocks that a thread keeps decoded.
const KEPT_BLOCKS: usize = 1 << 10;

/// The front of a stream of depths, prepared for look-ups.
pub struct DepthStream {
    shape: ContextShape,
    weights: Vec<ContextWeights>,
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
    values: BlockValues,
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
        let distances = [number(&mut reader)?, number(&mut reader)?, number(&mut reader)?];
        (distances.iter().all(|&distance| distance > 0)).then_some(())?;
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
            let spread = (self.id << 40 ^ block as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let slot = &mut decoded[(spread >> 48) as usize % KEPT_BLOCKS];
            let decoded = match slot {
                Some(decoded) if (decoded.id, decoded.block) == (self.id, block) => decoded,
                _ => slot.insert(Box::new(self.undecoded(block, bytes, stored()?))),
            };
            while decoded.values.values.len() <= at {
                self.decode_next(bytes, &mut decoded.values, &mut decoded.reader);
            }
            Ok(decoded.values.stored.get(at).is_some_and(|&stored| stored).then(|| decoded.values.values[at]))
        })
    }

    /// All values of a block, that of an entry without a value arbitrary.
    pub fn values(&self, block: usize, bytes: &[u8], stored: Vec<bool>) -> Vec<u16> {
        let mut decoded = self.undecoded(block, bytes, stored);
        for _ in 0..decoded.values.stored.len() {
            self.decode_next(bytes, &mut decoded.values, &mut decoded.reader);
        }
        decoded.values.values
    }

    fn undecoded(&self, block: usize, bytes: &[u8], stored: Vec<bool>) -> DecodedBlock {
        let first = (block * BLOCK_ENTRIES) as u64;
        let values = BlockValues { values: Vec::with_capacity(stored.len()), stored, first };
        DecodedBlock { id: self.id, block, values, reader: RangeReader::new(bytes) }
    }

    /// Decodes the next value of a block.
    #[inline(always)]
    fn decode_next(&self, bytes: &[u8], block: &mut BlockValues, reader: &mut RangeReader) {
        let guess = self.shape.guess(block);
        let is_stored = block.stored.get(block.values.len()).is_some_and(|&stored| stored);
        let value = if is_stored { self.decode(bytes, block, guess, reader) } else { guess };
        block.values.push(value);
    }

    /// Decodes a value with this guess.
    #[inline(always)]
    fn decode(&self, bytes: &[u8], block: &BlockValues, guess: u16, reader: &mut RangeReader) -> u16 {
        let mut rows = [0; MOST_CONTEXTS];
        self.shape.contexts_of(block, guess, &mut rows);
        let sums = sums(&self.weights, &rows[..self.shape.contexts()]);
        let mut answer = |question: usize| reader.read(bytes, probability(sums[question]));
        if answer(0) {
            return guess;
        }
        let is_more = answer(IS_MORE);
        let first = if is_more { MORE } else { LESS };
        let steps = match (1..=STEPS).find(|step| answer(first + step - 1)) {
            Some(steps) => steps as u16,
            None => (0..u16::BITS).fold(0, |number, _| number << 1 | u16::from(reader.read(bytes, EVEN))),
        };
        if is_more { guess.saturating_add(steps).min(MOST_MOVES) } else { guess.saturating_sub(steps) }
    }
}
