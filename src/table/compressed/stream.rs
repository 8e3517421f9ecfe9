//! Reads the stream of one slice: the front once, then single values or consecutive ones.

use std::ops::Range;

use super::bits::{BitReader, window};
use super::huffman::{LONGEST, codes, is_complete};
use super::pairing::Symbol;
use crate::util::instructions::prefetch;

/// Bits of the binary logarithm of the bytes in a block.
pub const BLOCK_BITS: u32 = 4;
/// The greatest number of entries that a symbol stands for.
pub const LONGEST_SPAN: u32 = 1 << 24;
/// The greatest number of entries of a slice.
pub const MOST_ENTRIES: u64 = u32::MAX as u64;
/// Bits of a symbol's rule, of its code's length, and of the numbers in the front.
pub const NUMBER_BITS: u32 = 16;
pub const LENGTH_BITS: u32 = 4;
pub const PARAMETER_BITS: u32 = 5;
pub const COUNT_BITS: u32 = 32;

/// Codes of up to this many bits are looked up.
const LOOKED_UP: u32 = 12;

/// The blocks for which there is a guide on average, as a binary logarithm.
const BLOCKS_PER_RUN: u32 = 2;

/// The front of the stream of a slice, prepared for look-ups in its blocks.
pub struct Stream {
    /// By value symbol, the code of the value.
    values: Vec<u16>,
    /// By symbol that is no value, its rule.
    rules: Vec<SymbolRule>,
    /// By the first bits, 16 times the entries of the symbol whose code they begin with, plus the bits of the code; 0
    /// if it is longer.
    passes: Vec<u32>,
    /// The number of these bits.
    looked_up: u32,
    /// By length, the last of the codes of this length and of all shorter ones, aligned to the left of [`LONGEST`]
    /// bits; none of the greatest length is greater.
    last: [i16; LONGEST as usize + 1],
    /// By length, where the symbols of its codes are, less the first code.
    places: [i32; LONGEST as usize + 1],
    /// The symbols in the order of their codes.
    ordered: Vec<Decoded>,
    /// The first entry of each block, and the end of all.
    starts: Vec<u32>,
    /// For each run of 2^`shift` entries, the block of the first; and the last block.
    guides: Vec<u32>,
    shift: u32,
    /// Where the blocks begin among the bytes.
    blocks: usize,
    /// The bytes in a block, as a binary logarithm.
    block_bits: u32,
    entries: u64,
}

/// The two symbols of a rule, each replaced by its value symbol if all its entries have one value.
#[derive(Clone, Copy)]
struct SymbolRule {
    left: Symbol,
    right: Symbol,
    /// The number of entries that the left one stands for.
    span: u32,
}

/// A code that was decoded.
#[derive(Clone, Copy, Default)]
struct Decoded {
    /// The number of entries that the symbol stands for.
    span: u32,
    /// The symbol, replaced as in a [`SymbolRule`].
    symbol: Symbol,
    /// The bits of the code.
    length: u16,
}

/// Bits that are no code: longer than any block, so that the block ends with them.
const NO_CODE: Decoded = Decoded { span: 1, symbol: 0, length: u16::MAX };

/// The symbols of a front that is being read.
#[derive(Default)]
struct Symbols {
    /// By symbol, the number of entries that it stands for.
    spans: Vec<u32>,
    /// By symbol, the value symbol that all its entries have, if they have one, else itself.
    replaced: Vec<Symbol>,
}

/// The bits of a rule's symbols, which are less than `symbol`.
pub fn rule_bits(symbol: usize) -> u32 {
    symbol.saturating_sub(1).checked_ilog2().map_or(1, |bits| bits + 1)
}

impl Stream {
    /// Reads the front, the first `front` bytes, of a stream of `entries` entries; `None` if the front is damaged or
    /// does not fit the entries.
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
            passes: Vec::new(),
            looked_up: 0,
            last: [i16::MAX; LONGEST as usize + 1],
            places: [0; LONGEST as usize + 1],
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
        let number = terminals + rules;
        (number <= usize::from(Symbol::MAX)).then_some(())?;
        let mut symbols = Symbols { spans: vec![1; terminals], replaced: (0..terminals as Symbol).collect() };
        for symbol in terminals..number {
            let bits = rule_bits(symbol);
            let (left, right) = (reader.read(bits)? as usize, reader.read(bits)? as usize);
            (left < symbol && right < symbol).then_some(())?;
            let Symbols { spans, replaced } = &mut symbols;
            let span = spans[left].checked_add(spans[right]).filter(|&span| span <= LONGEST_SPAN)?;
            let rule = SymbolRule { left: replaced[left], right: replaced[right], span: spans[left] };
            let is_one_value = rule.left == rule.right && usize::from(rule.left) < terminals;
            spans.push(span);
            replaced.push(if is_one_value { rule.left } else { symbol as Symbol });
            stream.rules.push(rule);
        }
        let lengths: Vec<u8> =
            (0..number).map(|_| reader.read(LENGTH_BITS).map(|length| length as u8)).collect::<Option<_>>()?;
        is_complete(&lengths).then_some(())?;
        stream.set_codes(&symbols, &lengths);
        stream.read_starts(&mut reader, front, bytes.len())?;
        Some(stream)
    }

    /// Prepares to decode codes of these lengths.
    fn set_codes(&mut self, symbols: &Symbols, lengths: &[u8]) {
        let codes = codes(lengths);
        let mut order: Vec<usize> = (0..lengths.len()).filter(|&symbol| lengths[symbol] > 0).collect();
        order.sort_by_key(|&symbol| (lengths[symbol], codes[symbol]));
        let decoded = |&symbol: &usize| Decoded {
            span: symbols.spans[symbol],
            symbol: symbols.replaced[symbol],
            length: lengths[symbol].into(),
        };
        self.ordered = order.iter().map(decoded).collect();
        let (mut place, mut last) = (0, -1);
        for length in 1..LONGEST + 1 {
            let number = order.iter().filter(|&&symbol| u32::from(lengths[symbol]) == length).count();
            if let Some(&first) = order.get(place).filter(|_| number > 0) {
                let first = i32::from(codes[first]);
                last = (((first + number as i32) << (LONGEST - length)) - 1) as i16;
                self.places[length as usize] = place as i32 - first;
            }
            if length < LONGEST {
                self.last[length as usize] = last;
            }
            place += number;
        }
        let longest = lengths.iter().copied().max().map_or(0, u32::from);
        self.looked_up = longest.min(LOOKED_UP);
        let pass = |bits: u64| {
            let code = self.decode(bits << (64 - self.looked_up));
            if u32::from(code.length) <= self.looked_up { code.span << LENGTH_BITS | u32::from(code.length) } else { 0 }
        };
        self.passes = (0..1 << self.looked_up).map(pass).collect();
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
        self.shift = (self.entries / blocks as u64).max(1).ilog2() + BLOCKS_PER_RUN;
        let mut block = 0;
        self.guides = (0..=(self.entries - 1) >> self.shift)
            .map(|run| {
                while u64::from(self.starts[block + 1]) <= run << self.shift {
                    block += 1;
                }
                block as u32
            })
            .chain([blocks as u32 - 1])
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
        let run = (index >> self.shift) as usize;
        let (first, last) = (self.guides[run] as usize, self.guides[run + 1] as usize);
        first + self.starts[first + 1..=last].partition_point(|&start| u64::from(start) <= index)
    }

    /// The bytes that look-ups of these entries read, counted from the first of the stream.
    pub fn range(&self, from: u64, count: u64, length: usize) -> Range<usize> {
        if count == 0 || self.values.len() == 1 {
            return 0..0;
        }
        let (first, last) = (self.block_of(from), self.block_of(from + count - 1));
        self.blocks + (first << self.block_bits)..length.min(self.blocks + ((last + 1) << self.block_bits))
    }

    /// The block of an entry, and its place in the bytes of the stream: both are 0 if all entries have one value.
    #[inline(always)]
    pub fn block(&self, index: u64, bytes: &[u8]) -> (usize, Range<usize>) {
        if self.values.len() == 1 {
            return (0, 0..0);
        }
        let run = (index >> self.shift) as usize;
        // The blocks of a run are few and short: while their starts are loaded, so are they.
        for guide in [self.guides[run], self.guides[run + 1]] {
            if let Some(byte) = bytes.get(self.blocks + ((guide as usize) << self.block_bits)) {
                prefetch(byte);
            }
        }
        let block = self.block_of(index);
        let begin = self.blocks + (block << self.block_bits);
        (block, begin..bytes.len().min(begin + (1 << self.block_bits)))
    }

    /// The code that the bits begin with.
    #[inline(always)]
    fn decode(&self, bits: u64) -> Decoded {
        let first = (bits >> (64 - LONGEST)) as i16;
        let shorter: i16 = self.last.iter().map(|&last| i16::from(first > last)).sum();
        let length = 1 + shorter as usize;
        let place = i32::from(first >> (LONGEST as usize - length)) + self.places[length];
        // The code is complete, so the place exists, unless there is one symbol and the bit is not its code.
        let code = usize::try_from(place).ok().and_then(|place| self.ordered.get(place));
        code.copied().unwrap_or(NO_CODE)
    }

    /// The entries and the bits of the code that the bits begin with.
    #[inline(always)]
    fn pass(&self, bits: u64) -> (u32, u32) {
        let pass = self.passes[(bits >> (64 - self.looked_up)) as usize];
        if pass > 0 { (pass >> LENGTH_BITS, pass & 15) } else { self.pass_long(bits) }
    }

    #[cold]
    #[inline(never)]
    fn pass_long(&self, bits: u64) -> (u32, u32) {
        let code = self.decode(bits);
        (code.span, code.length.into())
    }

    /// The code of the value of an entry of a [block](Stream::block). `bytes` are the whole stream, and agree
    /// with their checksums. `None` if the block ends before the entry. Other wrong bytes give wrong codes, and nothing
    /// worse.
    #[inline(always)]
    pub fn code(&self, bytes: &[u8], block: usize, index: u64) -> Option<u16> {
        if let Some(code) = self.constant() {
            return Some(code);
        }
        let mut codes = [0];
        self.codes_at(bytes, [block], [index], &mut codes)?;
        Some(codes[0])
    }

    /// Sets `codes` to the codes of several entries, each of a [block](Stream::block); their reads overlap. `None` as
    /// in [`Stream::code`].
    #[inline(always)]
    pub fn codes_at<const N: usize>(
        &self,
        bytes: &[u8],
        blocks: [usize; N],
        indexes: [u64; N],
        codes: &mut [u16],
    ) -> Option<()> {
        if let Some(code) = self.constant() {
            codes.fill(code);
            return Some(());
        }
        let symbols = &bytes[self.blocks..];
        let mut at = blocks.map(|block| (block as u64) << (self.block_bits + 3));
        let mut left = [0; N];
        for lane in 0..N {
            left[lane] = indexes[lane] as u32 - self.starts[blocks[lane]];
        }
        // A code takes a bit at least, so a block has no more codes than bits.
        let mut codes_left = 8 * symbols.len().min(1 << self.block_bits);
        // An entry that has been reached stays where it is until all are.
        loop {
            let mut passed = false;
            for lane in 0..N {
                let (span, length) = self.pass(window(symbols, at[lane]));
                let passes = span <= left[lane];
                passed |= passes;
                left[lane] -= if passes { span } else { 0 };
                at[lane] += u64::from(if passes { length } else { 0 });
            }
            if !passed {
                break;
            }
            codes_left = codes_left.checked_sub(1)?;
        }
        let mut is_within = true;
        for (((code, &at), &left), &block) in codes.iter_mut().zip(&at).zip(&left).zip(&blocks) {
            let decoded = self.decode(window(symbols, at));
            is_within &= at + u64::from(decoded.length) <= self.end_of(block, symbols);
            *code = self.values[usize::from(self.within(decoded.symbol, left))];
        }
        is_within.then_some(())
    }

    /// Whether the codes of each block stand for its entries, no more and no less, with zeros after them.
    pub fn is_sound(&self, bytes: &[u8]) -> bool {
        let blocks = self.starts.len().saturating_sub(1);
        self.constant().is_some() || (0..blocks).all(|block| self.is_sound_block(&bytes[self.blocks..], block))
    }

    /// The same for a block.
    fn is_sound_block(&self, symbols: &[u8], block: usize) -> bool {
        let (mut at, end) = ((block as u64) << (self.block_bits + 3), self.end_of(block, symbols));
        let mut left = self.starts[block + 1] - self.starts[block];
        while left > 0 {
            let (span, length) = self.pass(window(symbols, at));
            at += u64::from(length);
            if span > left || at > end {
                return false;
            }
            left -= span;
        }
        let rest = &symbols[at.div_ceil(8) as usize..(end / 8) as usize];
        let last_bits = if at.is_multiple_of(8) { 0 } else { symbols[(at / 8) as usize] << (at % 8) };
        let is_last = block + 2 == self.starts.len();
        last_bits == 0 && rest.iter().all(|&byte| byte == 0) && (!is_last || rest.is_empty())
    }

    /// Where a block ends, in bits from the first block on; `symbols` are the bytes of all blocks.
    #[inline(always)]
    fn end_of(&self, block: usize, symbols: &[u8]) -> u64 {
        8 * ((block as u64 + 1) << self.block_bits).min(symbols.len() as u64)
    }

    /// The value symbol of an entry, given by its place among the entries that a symbol stands for.
    #[inline(always)]
    fn within(&self, mut symbol: Symbol, mut place: u32) -> Symbol {
        while let Some(rule) = usize::from(symbol).checked_sub(self.values.len()).map(|rule| self.rules[rule]) {
            symbol = if place < rule.span {
                rule.left
            } else {
                place -= rule.span;
                rule.right
            };
        }
        symbol
    }

    /// Sets `codes` to the codes of consecutive entries. `None` as in [`Stream::code`], and if a symbol stands for
    /// entries of the next block.
    pub fn codes(&self, bytes: &[u8], from: u64, codes: &mut [u16]) -> Option<()> {
        if let Some(code) = self.constant() {
            codes.fill(code);
            return Some(());
        }
        let blocks = &bytes[self.blocks..];
        let (mut index, end) = (from, from + codes.len() as u64);
        let mut pending = Vec::new();
        while index < end {
            let block = self.block_of(index);
            let (next_start, last_bit) = (u64::from(self.starts[block + 1]), self.end_of(block, blocks));
            let block_end = next_start.min(end);
            let mut skipped = index as u32 - self.starts[block];
            let mut at = (block as u64) << (self.block_bits + 3);
            while index < block_end {
                let decoded = self.decode(window(blocks, at));
                at += u64::from(decoded.length);
                (at <= last_bit).then_some(())?;
                if decoded.span <= skipped {
                    skipped -= decoded.span;
                    continue;
                }
                let left = u64::from(decoded.span - skipped);
                (index + left <= next_start).then_some(())?;
                let count = left.min(block_end - index) as usize;
                let place = (index - from) as usize;
                self.expand(decoded, skipped, &mut codes[place..place + count], &mut pending);
                skipped = 0;
                index += count as u64;
            }
        }
        Some(())
    }

    /// Sets `codes` to the codes that a symbol stands for, without the first `skipped`.
    fn expand(&self, code: Decoded, mut skipped: u32, codes: &mut [u16], pending: &mut Vec<(Symbol, u32)>) {
        let mut written = 0;
        pending.clear();
        pending.push((code.symbol, code.span));
        while let Some((symbol, span)) = pending.pop() {
            if written == codes.len() {
                return;
            }
            if span <= skipped {
                skipped -= span;
                continue;
            }
            if let Some(rule) = usize::from(symbol).checked_sub(self.values.len()).map(|rule| self.rules[rule]) {
                pending.extend([(rule.right, span - rule.span), (rule.left, rule.span)]);
                continue;
            }
            let count = ((span - skipped) as usize).min(codes.len() - written);
            codes[written..written + count].fill(self.values[usize::from(symbol)]);
            written += count;
            skipped = 0;
        }
    }
}
