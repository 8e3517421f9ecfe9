//! Compresses the values of one slice: a text of symbols becomes a stream of blocks.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::alphabet::Alphabet;
use super::bits::BitWriter;
use super::depths;
use super::huffman;
use super::order::Order;
use super::pairing::{Limits, Rules, Symbol};
use super::stream::{BLOCK_BITS, COUNT_BITS, LENGTH_BITS, NUMBER_BITS, PARAMETER_BITS, rule_bits};
use super::text::{Arrangement, PIECE, SliceText};
use crate::space::{Class, KeptDepths};
use crate::table::TableError;
use crate::util::progress::{Progress, Stopped};
use crate::util::threads::try_map;

/// The bytes in a block, as a binary logarithm. Small blocks make look-ups fast.
const BLOCK: u32 = 4;
/// The bytes in a block of results in large streams, as a binary logarithm. Large blocks make the stream smaller.
const LARGE_BLOCK: u32 = 6;
/// A stream with this many bytes of codes is large.
const LARGE: u64 = 8_000_000;
/// The length of blocks, with their counts in the front, divided by the length of the codes in them.
const OVERHEAD: f64 = 1.1;
/// The greatest number of symbols.
const SYMBOLS: usize = 4095;
/// The numbers of symbols that are tried where the text is short.
const SMALL: [usize; 5] = [24, 64, 192, 640, 2048];
/// A text of up to this many symbols is short.
const SHORT: usize = 400_000;
/// How much of a text is read to learn its rules.
const LEARNED: SampleSize = SampleSize { symbols: 1 << 21, pieces: usize::MAX };
/// How much of a text is read for an estimate of its length.
const ESTIMATED: SampleSize = SampleSize { symbols: 1 << 18, pieces: usize::MAX };
/// How much of a text is read for each order that it may have.
const ORDERED: SampleSize = SampleSize { symbols: 1 << 18, pieces: 6 };
/// The greatest number of symbols for an estimate, and of those for each order.
const ESTIMATED_SYMBOLS: usize = 2047;
const ORDERED_SYMBOLS: usize = 400;
/// The pieces of a slice that is cut whose values are counted for an estimate.
const COUNTED: usize = 1 << 10;

/// The size of a sample.
#[derive(Clone, Copy)]
struct SampleSize {
    /// About how many symbols it has, after doubling.
    symbols: usize,
    /// The most pieces that it has.
    pieces: usize,
}

/// The stream of a slice.
pub struct Built {
    pub bytes: Vec<u8>,
    /// The length of its front in bytes.
    pub front: usize,
}

/// Compresses the values of a slice that are not omitted.
pub fn build(text: &SliceText, arrangement: &Arrangement) -> Result<Built, TableError> {
    let alphabet = text.alphabet(arrangement)?;
    if alphabet.codes.len() == 1 {
        let mut front = BitWriter::default();
        write_values(&mut front, &alphabet);
        let bytes = front.into_bytes();
        (0..text.pieces()).for_each(|piece| text.compressed(piece));
        return Ok(Built { front: bytes.len(), bytes });
    }
    let (sample, share) = sample(text, arrangement, &alphabet, LEARNED)?;
    let short = text.pieces() == sample.len() && sample.iter().map(Vec::len).sum::<usize>() < 20 * SHORT;
    let mut best: Option<Built> = None;
    let sizes = if short { &SMALL[..] } else { &[] };
    for &symbols in sizes.iter().chain(&[SYMBOLS]) {
        let rules = learn(text, &sample, share, &alphabet, symbols)?;
        let parse = |piece: usize| -> Result<Vec<Symbol>, TableError> {
            let parsed = rules.parse(&text.symbols(piece, arrangement, &alphabet)?);
            // A short text is parsed several times, and counts once.
            if best.is_none() {
                text.compressed(piece);
            }
            Ok(parsed)
        };
        let parsed = try_map(text.pieces(), &parse)?;
        let tokens: usize = parsed.iter().map(Vec::len).sum();
        let has_floors = arrangement.omitted.has(Class::Vacant);
        let is_large = |bytes: u64| has_floors || text.results() && bytes >= LARGE;
        let block_bits = |bytes: u64| if is_large(bytes) { LARGE_BLOCK } else { BLOCK };
        let built = encode(&alphabet, &rules, parsed, block_bits, text.progress())?;
        let is_better = best.as_ref().is_none_or(|best| built.bytes.len() < best.bytes.len());
        if is_better {
            best = Some(built);
        }
        if rules.symbols() < symbols && tokens > 0 {
            break;
        }
    }
    Ok(best.unwrap_or(Built { bytes: Vec::new(), front: 0 }))
}

/// Whether all entries have one value, omitted or not.
pub fn is_constant(text: &SliceText) -> Result<bool, TableError> {
    let first = match text.pieces() {
        0 => None,
        _ => text.codes(0, &Order::NUMBERED)?.first().copied(),
    };
    let differs = AtomicBool::new(false);
    try_map(text.pieces(), &|piece| -> Result<(), TableError> {
        if !differs.load(Relaxed) && text.codes(piece, &Order::NUMBERED)?.into_iter().any(|code| Some(code) != first) {
            differs.store(true, Relaxed);
        }
        Ok(())
    })?;
    Ok(!differs.into_inner())
}

/// About how many bytes the stream would take.
pub fn estimate(text: &SliceText, arrangement: &Arrangement) -> Result<f64, TableError> {
    let alphabet = sample_alphabet(text, arrangement)?;
    estimate_in(text, arrangement, &alphabet, ESTIMATED, ESTIMATED_SYMBOLS)
}

/// The arrangement in the order, of several, in which the stream would take the fewest bytes, with the depths that are
/// kept apart.
pub fn in_best_order(
    text: &SliceText,
    arrangement: &Arrangement,
    orders: Vec<Order>,
) -> Result<Arrangement, TableError> {
    let alphabet = sample_alphabet(text, arrangement)?;
    let in_order = |order: Order| Arrangement { order, ..arrangement.clone() };
    let mut arrangements: Vec<Arrangement> = orders.into_iter().map(in_order).collect();
    let size = |number: usize| -> Result<f64, TableError> {
        let arrangement = &arrangements[number];
        let of_depths = match arrangement.kept {
            None | Some(KeptDepths::NOTHING) => 0.0,
            Some(_) => depths::estimate(text, arrangement)?,
        };
        Ok(of_depths + estimate_in(text, arrangement, &alphabet, ORDERED, ORDERED_SYMBOLS)?)
    };
    let sizes = try_map(arrangements.len(), &size)?;
    let best = (0..sizes.len()).min_by(|&one, &other| sizes[one].total_cmp(&sizes[other]));
    Ok(best.map_or_else(|| arrangement.clone(), |best| arrangements.swap_remove(best)))
}

/// The alphabet of a text, or of a sample if it is cut.
fn sample_alphabet(text: &SliceText, arrangement: &Arrangement) -> Result<Alphabet, TableError> {
    let pieces = text.pieces();
    match text.is_cut() {
        true => text.alphabet_of(arrangement, COUNTED, &|number| number * pieces / COUNTED),
        false => text.alphabet(arrangement),
    }
}

/// About how many bytes the stream would take, from a sample, with some symbols at most.
fn estimate_in(
    text: &SliceText,
    arrangement: &Arrangement,
    alphabet: &Alphabet,
    size: SampleSize,
    symbols: usize,
) -> Result<f64, TableError> {
    if alphabet.codes.len() == 1 {
        return Ok(8.0);
    }
    let (sample, share) = sample(text, arrangement, alphabet, size)?;
    let rules = learn(text, &sample, share, alphabet, symbols)?;
    let mut counts = vec![0u64; rules.symbols()];
    for piece in &sample {
        rules.parse(piece).into_iter().for_each(|symbol| counts[usize::from(symbol)] += 1);
    }
    let lengths = huffman::lengths(&counts);
    let bits: u64 = counts.iter().zip(&lengths).map(|(&count, &length)| count * u64::from(length)).sum();
    Ok(bits as f64 / 8.0 * share * OVERHEAD + rules.symbols() as f64 * 3.5)
}

/// Pieces of a text, evenly spread, and the length of the text divided by the length of the pieces.
fn sample(
    text: &SliceText,
    arrangement: &Arrangement,
    alphabet: &Alphabet,
    size: SampleSize,
) -> Result<(Vec<Vec<Symbol>>, f64), TableError> {
    let pieces = text.pieces();
    let some = |count: usize| -> Vec<usize> { (0..count).map(|number| number * pieces / count).collect() };
    let read = |which: &[usize]| try_map(which.len(), &|number| text.symbols(which[number], arrangement, alphabet));
    // A few pieces tell how long the runs are.
    let first = read(&some(pieces.min(size.pieces).min(8)))?;
    let runs: usize = first.iter().map(|piece| piece.chunk_by(|a, b| a == b).count()).sum();
    let per_piece = (3 * runs / first.len().max(1)).max(1);
    let most = ((size.symbols as u64 * 48 / PIECE) as usize).min(size.pieces).min(pieces);
    let wanted = (size.symbols / per_piece).max(8).min(most).max(1);
    let chosen = read(&some(wanted))?;
    Ok((chosen, pieces as f64 / wanted as f64))
}

/// Learns rules for a text that is `share` times longer than the sample.
fn learn(
    text: &SliceText,
    sample: &[Vec<Symbol>],
    share: f64,
    alphabet: &Alphabet,
    symbols: usize,
) -> Result<Rules, TableError> {
    let terminals = alphabet.codes.len();
    let limits = Limits { symbols: symbols.max(terminals), rule_bits: 27.0 / share, doublings: PIECE.ilog2() };
    let pieces: Vec<&[Symbol]> = sample.iter().map(Vec::as_slice).collect();
    Ok(Rules::learn(&pieces, terminals, &limits, text.progress())?)
}

/// Writes the number of values and their codes.
fn write_values(front: &mut BitWriter, alphabet: &Alphabet) {
    front.write(alphabet.codes.len() as u32, NUMBER_BITS);
    alphabet.codes.iter().for_each(|&code| front.write(code.into(), NUMBER_BITS));
}

/// Encodes a parsed text. `block_bits` gives the size of blocks, as a binary logarithm, for a number of bytes of codes.
fn encode(
    alphabet: &Alphabet,
    rules: &Rules,
    mut parsed: Vec<Vec<Symbol>>,
    block_bits: impl Fn(u64) -> u32,
    progress: &dyn Progress,
) -> Result<Built, Stopped> {
    let rules = prune(rules, &mut parsed);
    let terminals = alphabet.codes.len();
    let mut counts = vec![0u64; terminals + rules.len()];
    parsed.iter().flatten().for_each(|&symbol| counts[usize::from(symbol)] += 1);
    let lengths = huffman::lengths(&counts);
    let codes = huffman::codes(&lengths);
    let bits: u64 = counts.iter().zip(&lengths).map(|(&count, &length)| count * u64::from(length)).sum();
    let block_bits = block_bits(bits / 8);
    let mut front = BitWriter::default();
    write_values(&mut front, alphabet);
    front.write(rules.len() as u32, NUMBER_BITS);
    for (number, &(left, right)) in rules.iter().enumerate() {
        let bits = rule_bits(terminals + number);
        front.write(left.into(), bits);
        front.write(right.into(), bits);
    }
    lengths.iter().for_each(|&length| front.write(length.into(), LENGTH_BITS));

    let mut spans = vec![1u64; terminals];
    rules.iter().for_each(|&(left, right)| spans.push(spans[usize::from(left)] + spans[usize::from(right)]));
    let mut blocks = Vec::new();
    let mut block = BitWriter::default();
    let (mut sizes, mut entries) = (Vec::new(), 0u64);
    for piece in &parsed {
        progress.check()?;
        for &symbol in piece {
            let length = u32::from(lengths[usize::from(symbol)]);
            if block.bits() + u64::from(length) > 8 << block_bits {
                let mut bytes = std::mem::take(&mut block).into_bytes();
                bytes.resize(1 << block_bits, 0);
                blocks.extend(bytes);
                sizes.push(entries);
                entries = 0;
            }
            block.write(codes[usize::from(symbol)].into(), length);
            entries += spans[usize::from(symbol)];
        }
    }
    blocks.extend(block.into_bytes());
    sizes.push(entries);

    front.write(block_bits, BLOCK_BITS);
    front.write(sizes.len() as u32, COUNT_BITS);
    let cost = |parameter: u32| sizes.iter().map(|&size| ((size - 1) >> parameter) + u64::from(parameter)).sum::<u64>();
    let parameter = (0..28).min_by_key(|&parameter| cost(parameter)).unwrap_or(0);
    front.write(parameter, PARAMETER_BITS);
    sizes.iter().for_each(|&size| front.write_rice(size - 1, parameter));
    let mut bytes = front.into_bytes();
    let front = bytes.len();
    bytes.extend(blocks);
    Ok(Built { bytes, front })
}

/// Removes the rules that are not used, and renames the symbols of the text. Returns the rules that are left.
fn prune(rules: &Rules, parsed: &mut [Vec<Symbol>]) -> Vec<(Symbol, Symbol)> {
    let terminals = rules.terminals();
    let mut used = vec![false; rules.symbols()];
    parsed.iter().flatten().for_each(|&symbol| used[usize::from(symbol)] = true);
    for (number, &(left, right)) in rules.pairs().iter().enumerate().rev() {
        if used[terminals + number] {
            used[usize::from(left)] = true;
            used[usize::from(right)] = true;
        }
    }
    let mut renamed: Vec<Symbol> = (0..terminals as Symbol).collect();
    let mut kept = Vec::new();
    for (number, &(left, right)) in rules.pairs().iter().enumerate() {
        let symbol = (terminals + kept.len()) as Symbol;
        renamed.push(symbol);
        if used[terminals + number] {
            kept.push((renamed[usize::from(left)], renamed[usize::from(right)]));
        }
    }
    parsed.iter_mut().flatten().for_each(|symbol| *symbol = renamed[usize::from(*symbol)]);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::components::parts;
    use crate::space::{Entry, Omitted, Slice, SliceId};
    use crate::table::compressed::{DEFAULT_CUT, PartValues, Stream};
    use crate::util::random::Random;
    use crate::values::{Code, Codes, Memory, Sink};

    /// A stream of these codes.
    fn built(codes: &[u16], results: bool) -> Built {
        let entries = codes.len() as u64;
        let slices = [Slice { name: "a".into(), pieces: 1, part: String::new(), entries, leads_to: Vec::new() }];
        let memory = Memory::new(&slices);
        memory.put(Entry { slice: SliceId(0), index: 0 }, Codes::Two(codes)).expect("memory does not fail");
        let content = PartValues {
            game: "go",
            rules: 0,
            slices: &slices,
            part: &parts(&slices)[0],
            values: &memory,
            results,
            derivation: None,
            cut: DEFAULT_CUT,
            progress: &(),
            peers: None,
        };
        build(&SliceText::new(&content, SliceId(0)), &Arrangement::of(Omitted::NOTHING)).expect("memory does not fail")
    }

    /// Codes with runs of random lengths.
    fn codes(random: &mut Random, count: usize, values: u16, longest: usize) -> Vec<u16> {
        let mut codes = Vec::new();
        while codes.len() < count {
            let code = (random.below(values.into()) * random.below(values.into()) / usize::from(values)) as u16;
            codes.extend(std::iter::repeat_n(code, 1 + random.below(longest)));
        }
        codes.truncate(count);
        codes
    }

    #[test]
    fn every_code_comes_back_alone_and_in_a_row() {
        let mut random = Random::new(7);
        for (count, values, longest) in
            [(1, 1, 1), (2, 2, 1), (300, 2, 9), (5000, 3, 400), (150_000, 5, 3000), (8000, 700, 3), (3000, 30_000, 1)]
        {
            let codes = codes(&mut random, count, values, longest);
            let Built { bytes, front } = built(&codes, false);
            let stream = Stream::read(&bytes, front, count as u64).expect("it was just made");
            assert!(stream.is_sound(&bytes));
            let mut read = vec![0; count];
            stream.codes(&bytes, 0, &mut read).expect("it was just made");
            assert!(read == codes, "{count} codes of {values} values");
            for _ in 0..300 {
                let index = random.below(count);
                let (block, range) = stream.block(index as u64, &bytes);
                assert!(range.end <= bytes.len());
                assert_eq!(stream.code(&bytes, block, index as u64), Some(codes[index]), "entry {index} of {count}");
                let length = (1 + random.below(500)).min(count - index);
                let mut read = vec![0; length];
                stream.codes(&bytes, index as u64, &mut read).expect("it was just made");
                assert_eq!(read, codes[index..][..length]);
            }
        }
    }

    #[test]
    fn blocks_of_any_size_are_read() {
        let mut random = Random::new(5);
        let symbols = codes(&mut random, 20_000, 30, 20);
        let alphabet = Alphabet::new((100..130).collect());
        let limits = Limits { symbols: 400, rule_bits: 20.0, doublings: 10 };
        let rules = Rules::learn(&[&symbols], 30, &limits, &()).expect("nothing stops it");
        let expected: Vec<u16> = symbols.iter().map(|symbol| 100 + symbol).collect();
        for block_bits in 2..10 {
            let Built { bytes, front } =
                encode(&alphabet, &rules, vec![rules.parse(&symbols)], |_| block_bits, &()).expect("nothing stops it");
            let stream = Stream::read(&bytes, front, 20_000).expect("it was just made");
            assert!(stream.is_sound(&bytes));
            let mut read = vec![0; 20_000];
            stream.codes(&bytes, 0, &mut read).expect("it was just made");
            assert!(read == expected);
            for index in (0..20_000).step_by(7) {
                let (block, _) = stream.block(index, &bytes);
                assert_eq!(stream.code(&bytes, block, index), Some(expected[index as usize]), "{block_bits}");
            }
        }
    }

    #[test]
    fn runs_take_little_and_a_constant_next_to_nothing() {
        let constant = built(&vec![5; 200_000], false);
        assert_eq!((constant.bytes.len(), constant.front), (4, 4));
        let mut random = Random::new(3);
        let runs = codes(&mut random, 200_000, 3, 2000);
        let runs = built(&runs, false).bytes.len();
        assert!(runs < 900, "about 200 runs, {runs} bytes");
    }

    #[test]
    fn of_results_no_depth_is_left() {
        let codes: Vec<u16> = (0..999).map(|entry| entry % 5).chain([u16::ABSENT]).collect();
        let Built { bytes, front } = built(&codes, true);
        let stream = Stream::read(&bytes, front, 1000).expect("it was just made");
        let mut read = vec![0; 1000];
        stream.codes(&bytes, 0, &mut read).expect("it was just made");
        let values = |codes: &[u16]| codes.iter().map(|code| code.decode()).collect::<Vec<_>>();
        let results: Vec<_> = values(&codes).into_iter().map(|value| value.map(|value| value.result())).collect();
        assert_eq!(values(&read), results);
    }

    #[test]
    fn a_block_ends_before_the_entries_that_it_claims() {
        // Two values with codes of a bit; one block of a byte, with a million entries.
        let mut front = BitWriter::default();
        let alphabet = Alphabet::new(vec![3, 5]);
        write_values(&mut front, &alphabet);
        front.write(0, NUMBER_BITS);
        (0..2).for_each(|_| front.write(1, LENGTH_BITS));
        front.write(4, BLOCK_BITS);
        front.write(1, COUNT_BITS);
        front.write(20, PARAMETER_BITS);
        front.write_rice(1_000_000 - 1, 20);
        let mut bytes = front.into_bytes();
        let front = bytes.len();
        bytes.push(0b1100_0000);
        let stream = Stream::read(&bytes, front, 1_000_000).expect("the front is sound");
        for (index, code) in [(0, Some(5)), (1, Some(5)), (7, Some(3)), (8, None), (999_999, None)] {
            assert_eq!(stream.code(&bytes, 0, index), code, "{index}");
            assert_eq!(stream.codes_at(&bytes, [0, 0], [0, index], &mut [0; 2]).is_some(), code.is_some());
        }
        assert_eq!(stream.codes(&bytes, 0, &mut [0; 8]), Some(()));
        assert_eq!(stream.codes(&bytes, 0, &mut [0; 9]), None);
        assert_eq!(stream.codes(&bytes, 999_000, &mut [0; 9]), None);
        assert!(!stream.is_sound(&bytes));
    }

    #[test]
    fn damaged_streams_are_refused_or_read_without_harm() {
        let mut random = Random::new(11);
        let count = 1000;
        let Built { bytes, front } = built(&codes(&mut random, count, 40, 6), false);
        let read_all = |bytes: &[u8], front: usize| {
            let Some(stream) = Stream::read(bytes, front, count as u64) else { return false };
            let all = stream.codes(bytes, 0, &mut vec![0; count]);
            let each = |index| stream.code(bytes, stream.block(index, bytes).0, index);
            let is_each = (0..count as u64).all(|index| each(index).is_some());
            assert!(all.is_none() || is_each, "a look-up of all entries fails where that of one does");
            assert!(!stream.is_sound(bytes) || all.is_some(), "a sound stream has all entries");
            all.is_some()
        };
        assert!(read_all(&bytes, front));
        let mut refused = 0;
        for _ in 0..600 {
            let mut damaged = bytes.clone();
            for _ in 0..=random.below(3) {
                let among = if random.below(4) == 0 { bytes.len() } else { front };
                let at = random.below(among);
                damaged[at] ^= 1 << random.below(8);
            }
            refused += u32::from(!read_all(&damaged, front));
        }
        assert!(refused > 200, "{refused}");
        for length in 0..bytes.len() {
            read_all(&bytes[..length], front.min(length));
        }
        for other in [0, front - 1, front + 1, bytes.len()] {
            assert!(!read_all(&bytes, other));
        }
        assert!(Stream::read(&bytes, front, count as u64 + 1).is_none());
    }
}
