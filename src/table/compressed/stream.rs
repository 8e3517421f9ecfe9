//! The values of one slice as blocks of symbols: reading them.

use std::ops::Range;

use super::bits::{BitReader, window};
use super::huffman::{LONGEST, codes, is_complete};
use super::pairing::Symbol;

/// The bytes in a block of symbols are 2 to the power of a number of so many bits.
pub const BLOCK_BITS: u32 = 4;
/// No symbol stands for more entries.
pub const LONGEST_SPAN: u32 = 1 << 24;
/// The most entries of a slice.
pub const MOST_ENTRIES: u64 = u32::MAX as u64;
/// Bits of a symbol's rule, of its code's length, and of the numbers in the front.
pub const NUMBER_BITS: u32 = 16;
pub const LENGTH_BITS: u32 = 4;
pub const PARAMETER_BITS: u32 = 5;
pub const COUNT_BITS: u32 = 32;

/// Codes of up to this many bits are looked up.
const LOOKED_UP: u32 = 10;

/// What is known of the values of a slice before any block is read.
pub struct Stream {
    /// By value symbol, the code of the value.
    values: Vec<u16>,
    /// The two symbols of each rule.
    rules: Vec<(Symbol, Symbol)>,
    /// By symbol, the number of entries that it stands for.
    spans: Vec<u32>,
    /// By symbol, the value that all its entries have, if they have one; else [`MIXED`].
    uniform: Vec<Symbol>,
    /// By the first bits of a code, the span, the symbol and the length; 0 for a longer code.
    looked_up: Vec<Decoded>,
    /// For longer codes, by length: the end of the codes of this length, aligned to the left, and where their symbols are.
    ends: [(u64, i64); LONGEST as usize + 1],
    /// The symbols in the order of their codes.
    ordered: Vec<Symbol>,
    /// The first entry of each block, and the end of all.
    starts: Vec<u32>,
    /// For each run of 2^`shift` entries, the block of the first.
    guides: Vec<u32>,
    shift: u32,
    /// Where the blocks begin among the bytes.
    blocks: usize,
    /// The bytes in a block, as a binary logarithm.
    block_bits: u32,
    entries: u64,
}

/// No single value.
const MIXED: Symbol = Symbol::MAX;

/// A code that was looked up.
#[derive(Clone, Copy, Default)]
struct Decoded {
    span: u32,
    symbol: Symbol,
    /// The bits of the code; 0 if it is longer than what is looked up.
    length: u16,
}

/// The bits of a rule's symbols, which are less than `symbol`.
pub fn rule_bits(symbol: usize) -> u32 {
    symbol.saturating_sub(1).checked_ilog2().map_or(1, |bits| bits + 1)
}

impl Stream {
    /// Reads what stands before the blocks, in the first `front` bytes; `None` if it is damaged or cannot be of so many
    /// entries.
    pub fn read(bytes: &[u8], front: usize, entries: u64) -> Option<Stream> {
        let mut reader = BitReader::new(bytes.get(..front)?);
        let terminals = reader.read(NUMBER_BITS)? as usize;
        let values: Vec<u16> =
            (0..terminals).map(|_| reader.read(NUMBER_BITS).map(|code| code as u16)).collect::<Option<_>>()?;
        if terminals == 0 {
            return None;
        }
        let mut stream = Stream {
            values,
            rules: Vec::new(),
            spans: vec![1; terminals],
            uniform: (0..terminals as Symbol).collect(),
            looked_up: Vec::new(),
            ends: [(0, 0); LONGEST as usize + 1],
            ordered: Vec::new(),
            starts: Vec::new(),
            guides: Vec::new(),
            shift: 0,
            blocks: 0,
            block_bits: 0,
            entries,
        };
        if terminals == 1 {
            return (front == bytes.len() && front == reader.bytes_read()).then_some(stream);
        }
        let rules = reader.read(NUMBER_BITS)? as usize;
        let symbols = terminals + rules;
        (symbols < usize::from(MIXED)).then_some(())?;
        for symbol in terminals..symbols {
            let bits = rule_bits(symbol);
            let (left, right) = (reader.read(bits)? as usize, reader.read(bits)? as usize);
            (left < symbol && right < symbol).then_some(())?;
            let span = stream.spans[left].checked_add(stream.spans[right]).filter(|&span| span <= LONGEST_SPAN)?;
            stream.spans.push(span);
            let same = stream.uniform[left] == stream.uniform[right];
            stream.uniform.push(if same { stream.uniform[left] } else { MIXED });
            stream.rules.push((left as Symbol, right as Symbol));
        }
        let lengths: Vec<u8> =
            (0..symbols).map(|_| reader.read(LENGTH_BITS).map(|length| length as u8)).collect::<Option<_>>()?;
        is_complete(&lengths).then_some(())?;
        stream.set_codes(&lengths);
        stream.read_starts(&mut reader, front, bytes.len())?;
        Some(stream)
    }

    /// Prepares to decode codes of these lengths.
    fn set_codes(&mut self, lengths: &[u8]) {
        let codes = codes(lengths);
        let longest = lengths.iter().copied().max().map_or(0, u32::from);
        let bits = longest.min(LOOKED_UP);
        self.looked_up = vec![Decoded::default(); 1 << LOOKED_UP];
        let mut order: Vec<usize> = (0..lengths.len()).filter(|&symbol| lengths[symbol] > 0).collect();
        order.sort_by_key(|&symbol| (lengths[symbol], codes[symbol]));
        let mut place = 0;
        for length in 1..=LONGEST {
            let of_length: Vec<usize> =
                order.iter().copied().filter(|&symbol| u32::from(lengths[symbol]) == length).collect();
            let first = of_length.first().map_or(0, |&symbol| i64::from(codes[symbol]));
            let end = of_length.last().map_or(0, |&symbol| u64::from(codes[symbol]) + 1);
            // An end of 2^64 is written as one less: the last code is all ones.
            let end = if end >> length == 1 { u64::MAX } else { end << (64 - length) };
            self.ends[length as usize] = (end, place - first);
            place += of_length.len() as i64;
        }
        self.ordered = order.iter().map(|&symbol| symbol as Symbol).collect();
        for &symbol in order.iter().filter(|&&symbol| u32::from(lengths[symbol]) <= bits) {
            let length = u32::from(lengths[symbol]);
            let first = usize::from(codes[symbol]) << (LOOKED_UP - length);
            let decoded = Decoded { span: self.spans[symbol], symbol: symbol as Symbol, length: length as u16 };
            self.looked_up[first..first + (1 << (LOOKED_UP - length))].fill(decoded);
        }
    }

    /// Reads how many entries each block has.
    fn read_starts(&mut self, reader: &mut BitReader, front: usize, length: usize) -> Option<()> {
        (self.entries <= MOST_ENTRIES).then_some(())?;
        self.block_bits = reader.read(BLOCK_BITS)?;
        let blocks = reader.read(COUNT_BITS)? as usize;
        let parameter = reader.read(PARAMETER_BITS)?;
        // A count takes a bit at least, and a block a byte: a false number of blocks claims no memory.
        (blocks > 0 && blocks <= length).then_some(())?;
        self.starts = Vec::with_capacity(blocks + 1);
        let mut start = 0u64;
        for _ in 0..blocks {
            self.starts.push(u32::try_from(start).ok()?);
            start = start.checked_add(reader.read_rice(parameter)?.checked_add(1)?)?;
        }
        (start == self.entries).then_some(())?;
        self.starts.push(u32::try_from(start).ok()?);
        self.blocks = front;
        (front == reader.bytes_read()).then_some(())?;
        let bytes = length.checked_sub(self.blocks)?;
        (bytes > (blocks - 1) << self.block_bits && bytes <= blocks << self.block_bits).then_some(())?;
        self.shift = (self.entries / blocks as u64).max(1).ilog2();
        let mut block = 0;
        self.guides = (0..=(self.entries - 1) >> self.shift)
            .map(|run| {
                while u64::from(self.starts[block + 1]) <= run << self.shift {
                    block += 1;
                }
                block as u32
            })
            .collect();
        Some(())
    }

    /// The one value that all entries have, if so.
    #[inline(always)]
    fn constant(&self) -> Option<u16> {
        if self.values.len() == 1 { Some(self.values[0]) } else { None }
    }

    /// The block of an entry.
    #[inline(always)]
    fn block_of(&self, index: u64) -> usize {
        let mut block = self.guides[(index >> self.shift) as usize] as usize;
        while u64::from(self.starts[block + 1]) <= index {
            block += 1;
        }
        block
    }

    /// The bytes that look-ups of these entries read, counted from the first of the stream.
    pub fn range(&self, from: u64, count: u64, length: usize) -> Range<usize> {
        if count == 0 || self.values.len() == 1 {
            return 0..0;
        }
        let (first, last) = (self.block_of(from), self.block_of(from + count - 1));
        self.blocks + (first << self.block_bits)..length.min(self.blocks + ((last + 1) << self.block_bits))
    }

    /// The block of an entry, and the bytes of the block, counted from the first of the stream: both are 0 if all entries have
    /// one value.
    #[inline(always)]
    pub fn block(&self, index: u64, length: usize) -> (usize, Range<usize>) {
        if self.values.len() == 1 {
            return (0, 0..0);
        }
        let block = self.block_of(index);
        let begin = self.blocks + (block << self.block_bits);
        (block, begin..length.min(begin + (1 << self.block_bits)))
    }

    /// The symbol whose code the bits begin with.
    #[inline(always)]
    fn decode(&self, bits: u64) -> Decoded {
        let decoded = self.looked_up[(bits >> (64 - LOOKED_UP)) as usize];
        if decoded.length > 0 { decoded } else { self.decode_long(bits) }
    }

    #[inline(never)]
    fn decode_long(&self, bits: u64) -> Decoded {
        for length in LOOKED_UP as usize + 1..=LONGEST as usize {
            let (end, offset) = self.ends[length];
            if bits < end || end == u64::MAX {
                let place = (bits >> (64 - length)) as i64 + offset;
                let symbol =
                    usize::try_from(place).ok().and_then(|place| self.ordered.get(place)).copied().unwrap_or(0);
                return Decoded { span: self.spans[usize::from(symbol)], symbol, length: length as u16 };
            }
        }
        // Not reached: the code is complete.
        Decoded { span: self.spans[0], symbol: 0, length: 1 }
    }

    /// The code of the value of an entry of a [block](Stream::block). `bytes` are those of the stream, and agree with their
    /// checksums. If they are wrong all the same, so is the code, but nothing worse happens.
    #[inline(always)]
    pub fn code(&self, bytes: &[u8], block: usize, index: u64) -> u16 {
        if let Some(code) = self.constant() {
            return code;
        }
        let mut left = index as u32 - self.starts[block];
        let blocks = &bytes[self.blocks..];
        let mut at = (block as u64) << (self.block_bits + 3);
        let mut bits = window(blocks, at);
        let mut used = 0;
        let symbol = loop {
            let decoded = self.decode(bits);
            if decoded.span > left {
                break decoded.symbol;
            }
            left -= decoded.span;
            used += u32::from(decoded.length);
            bits <<= decoded.length;
            if used > 64 - LONGEST {
                at += u64::from(used);
                bits = window(blocks, at);
                used = 0;
            }
        };
        self.values[usize::from(self.within(symbol, left))]
    }

    /// The value symbol of an entry of those that a symbol stands for.
    #[inline(always)]
    fn within(&self, mut symbol: Symbol, mut place: u32) -> Symbol {
        loop {
            let uniform = self.uniform[usize::from(symbol)];
            if uniform != MIXED {
                return uniform;
            }
            let (left, right) = self.rules[usize::from(symbol) - self.values.len()];
            let span = self.spans[usize::from(left)];
            symbol = if place < span {
                left
            } else {
                place -= span;
                right
            };
        }
    }

    /// The codes of the values of consecutive entries; see [`Stream::code`].
    pub fn codes(&self, bytes: &[u8], from: u64, codes: &mut [u16]) {
        if let Some(code) = self.constant() {
            codes.fill(code);
            return;
        }
        let blocks = &bytes[self.blocks..];
        let (mut index, end) = (from, from + codes.len() as u64);
        let mut pending = Vec::new();
        while index < end {
            let block = self.block_of(index);
            let block_end = u64::from(self.starts[block + 1]).min(end);
            let mut skipped = index as u32 - self.starts[block];
            let mut at = (block as u64) << (self.block_bits + 3);
            while index < block_end {
                let decoded = self.decode(window(blocks, at));
                at += u64::from(decoded.length);
                if decoded.span <= skipped {
                    skipped -= decoded.span;
                    continue;
                }
                let count = u64::from(decoded.span - skipped).min(block_end - index) as usize;
                let place = (index - from) as usize;
                self.expand(decoded.symbol, skipped, &mut codes[place..place + count], &mut pending);
                skipped = 0;
                index += count as u64;
            }
        }
    }

    /// Writes the codes that a symbol stands for, without the first `skipped`.
    fn expand(&self, symbol: Symbol, mut skipped: u32, codes: &mut [u16], pending: &mut Vec<Symbol>) {
        let mut written = 0;
        pending.clear();
        pending.push(symbol);
        while let Some(symbol) = pending.pop() {
            if written == codes.len() {
                return;
            }
            let span = self.spans[usize::from(symbol)];
            if span <= skipped {
                skipped -= span;
                continue;
            }
            let uniform = self.uniform[usize::from(symbol)];
            if uniform == MIXED {
                let (left, right) = self.rules[usize::from(symbol) - self.values.len()];
                pending.extend([right, left]);
                continue;
            }
            let count = ((span - skipped) as usize).min(codes.len() - written);
            codes[written..written + count].fill(self.values[usize::from(uniform)]);
            written += count;
            skipped = 0;
        }
    }
}
