//! The values of a slice as a text of symbols, in the order in which they are stored.

use std::cmp::Reverse;
use std::sync::Arc;

use super::alphabet::Alphabet;
use super::classes::ClassSet;
use super::cut::Cut;
use super::depths::{DepthEntry, PlaceDigit, is_kept, moves_of};
use super::fill::fill;
use super::order::Order;
use super::pairing::Symbol;
use crate::game::Value;
use crate::solve::Peers;
use crate::space::components::Part;
use crate::space::{Class, Derivation, Entry, EntryValues, KeptDepths, Omitted, Slice, SliceId};
use crate::table::TableError;
use crate::util::progress::Progress;
use crate::util::threads::{for_each_of, try_map};
use crate::values::{Code, Lookup};

/// The entries of a piece of a text. Each piece is coded by itself, so no symbol stands for more entries.
pub const PIECE: u64 = 1 << 17;

/// A part to compress.
pub struct PartValues<'a> {
    pub game: &'a str,
    /// The fingerprint of the rules.
    pub rules: u64,
    /// The slices of the game.
    pub slices: &'a [Slice],
    /// The part whose slices are compressed.
    pub part: &'a Part,
    /// Their values.
    pub values: &'a dyn Lookup,
    /// Whether the table keeps results only.
    pub results: bool,
    /// The game, if it derives omitted values.
    pub derivation: Option<Arc<dyn Derivation>>,
    /// How large slices are cut.
    pub cut: Cut,
    /// Counts half of the entries as they are compressed, the rest as they are checked, and may stop the work.
    pub progress: &'a dyn Progress,
    /// The ranks that compress the part together; `None` for one process.
    pub peers: Option<&'a dyn Peers>,
}

impl PartValues<'_> {
    /// Whether this rank does the work of a number.
    pub fn is_own(&self, number: usize) -> bool {
        self.peers.is_none_or(|peers| number % peers.size() == peers.rank())
    }
}

/// How a slice is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The classes that are omitted.
    pub omitted: Omitted,
    /// The order of the entries.
    pub order: Order,
    /// The depths that are kept apart, of a text of results; `None` if the values of the text are all that is stored.
    pub kept: Option<KeptDepths>,
}

impl Arrangement {
    /// Some classes are omitted, and the entries are stored as they are numbered.
    pub const fn of(omitted: Omitted) -> Arrangement {
        Arrangement { omitted, order: Order::NUMBERED, kept: None }
    }
}

/// The values of a slice, or of one of its streams, and their classes.
pub struct SliceText<'a> {
    pub id: SliceId,
    pub entries: u64,
    /// The first entry.
    first: u64,
    content: &'a PartValues<'a>,
    /// Whether the text has results, of values that may have depths.
    results: bool,
    classes: Classes<'a>,
}

/// The classes of the entries of a text.
enum Classes<'a> {
    /// The game derives nothing.
    None,
    /// In memory, four in a byte, or two if there are floors.
    Kept(ClassSet),
    /// Found for a piece when they are needed.
    Found(&'a dyn Derivation),
}

/// The values of a table, for floors. A value that cannot be read sets no floor.
struct BelowValues<'a>(&'a dyn Lookup);

impl EntryValues for BelowValues<'_> {
    fn value(&mut self, entry: Entry) -> Option<Value> {
        self.0.value(entry).ok().flatten()
    }
}

impl<'a> SliceText<'a> {
    /// The text of a slice of the part, with its classes in memory unless it is cut, or several ranks share the work.
    pub fn new(content: &'a PartValues<'a>, id: SliceId) -> SliceText<'a> {
        let entries = content.slices[id.index()].entries;
        match content.cut.streams(entries) {
            1 if content.peers.is_none() => SliceText::of_stream(content, id, 0, true),
            _ => SliceText::read_once(content, id, content.derivation.as_deref()),
        }
    }

    /// The text of a slice of which each piece finds its classes when they are needed.
    pub fn read_once(
        content: &'a PartValues<'a>,
        id: SliceId,
        derivation: Option<&'a dyn Derivation>,
    ) -> SliceText<'a> {
        let entries = content.slices[id.index()].entries;
        let classes = derivation.map_or(Classes::None, Classes::Found);
        SliceText { id, entries, first: 0, content, results: content.results, classes }
    }

    /// The text of the results alone: the depths are kept apart.
    #[must_use]
    pub fn of_results(self) -> SliceText<'a> {
        SliceText { results: true, ..self }
    }

    /// The text of a stream of a slice, with its classes in memory if it needs them.
    pub fn of_stream(content: &'a PartValues<'a>, id: SliceId, stream: usize, needs_classes: bool) -> SliceText<'a> {
        let range = content.cut.entries(content.slices[id.index()].entries, stream);
        let (first, entries) = (range.start, range.end - range.start);
        let text = SliceText { id, entries, first, content, results: content.results, classes: Classes::None };
        let Some(derivation) = content.derivation.as_deref().filter(|_| needs_classes) else { return text };
        let mut kept = ClassSet::new(entries, derivation.has_floors());
        let (in_byte, bits) = (kept.in_byte, kept.bits());
        for_each_of(kept.bytes.chunks_mut(PIECE as usize / in_byte), |piece, bytes| {
            // Work that is to stop reads no classes: it ends at its first piece.
            if content.progress.go_on() {
                let classes = text.find_classes(derivation, piece);
                for (byte, classes) in bytes.iter_mut().zip(classes.chunks(in_byte)) {
                    *byte = classes.iter().rev().fold(0, |byte, &class| byte << bits | class as u8);
                }
            }
        });
        SliceText { classes: Classes::Kept(kept), ..text }
    }

    /// The number of streams of a slice, which is this text.
    pub fn streams(&self) -> usize {
        self.content.cut.streams(self.entries) as usize
    }

    /// Whether the entries have classes.
    pub fn has_classes(&self) -> bool {
        !matches!(self.classes, Classes::None)
    }

    /// Does the work with the text of a stream of a slice, which is this text.
    pub fn with_stream<R>(&self, stream: usize, needs_classes: bool, work: impl FnOnce(&SliceText) -> R) -> R {
        // A slice that is not cut is its own stream, once its classes are in memory.
        match self.streams() == 1 && !matches!(self.classes, Classes::Found(_)) {
            true => work(self),
            false => {
                let text = SliceText::of_stream(self.content, self.id, stream, needs_classes);
                work(&SliceText { results: self.results, ..text })
            }
        }
    }

    /// Whether the slice is cut, and this text is all of it.
    pub fn is_cut(&self) -> bool {
        self.content.cut.streams(self.entries) > 1
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.entries.div_ceil(PIECE) as usize
    }

    /// The entries of a piece.
    pub fn entries_of(&self, piece: usize) -> std::ops::Range<u64> {
        let first = piece as u64 * PIECE;
        first..self.entries.min(first + PIECE)
    }

    /// The classes of a piece, which is stored as it is numbered unless the classes are in memory; empty if the game
    /// derives nothing.
    pub fn classes(&self, piece: usize, order: &Order) -> Vec<Class> {
        match &self.classes {
            Classes::None => Vec::new(),
            Classes::Found(derivation) => self.find_classes(*derivation, piece),
            Classes::Kept(kept) if order.is_numbered() => kept.read(self.entries_of(piece)),
            Classes::Kept(kept) => self.indexes(piece, order).into_iter().map(|index| kept.class(index)).collect(),
        }
    }

    /// The classes of a piece of these codes, if they matter: none if nothing is omitted.
    fn classes_for(&self, arrangement: &Arrangement, piece: usize, codes: &[u16]) -> Vec<Class> {
        if arrangement.omitted == Omitted::NOTHING {
            return Vec::new();
        }
        let mut classes = self.classes(piece, &arrangement.order);
        // A depth that is not kept is not stored, so that a conversion of the same result is enough.
        let is_enough = |code: u16| arrangement.kept.is_some_and(|kept| !is_kept(kept, code));
        for (class, &code) in classes.iter_mut().zip(codes).filter(|(class, _)| **class == Class::Equalled) {
            *class = if is_enough(code) { Class::Attained } else { Class::First };
        }
        classes
    }

    /// Finds the classes of a piece that is stored as it is numbered.
    fn find_classes(&self, derivation: &dyn Derivation, piece: usize) -> Vec<Class> {
        let entries = self.entries_of(piece);
        let from = Entry { slice: self.id, index: self.first + entries.start };
        let mut classes = vec![Class::First; (entries.end - entries.start) as usize];
        if !derivation.has_floors() {
            derivation.classes(from, &mut classes);
            return classes;
        }
        // The error for values that cannot be read comes when they are compressed.
        let Ok(codes) = self.source_codes(piece, &Order::NUMBERED) else { return classes };
        let mut floors = vec![None; classes.len()];
        derivation.floors(from, &mut BelowValues(self.content.values), &mut floors);
        for ((class, floor), code) in classes.iter_mut().zip(floors).zip(codes) {
            let floor = floor.map(|floor| if self.content.results { floor.result() } else { floor });
            *class = match code.decode() {
                None => Class::Vacant,
                value if floor.is_some() && floor == value => Class::Attained,
                value if floor.is_some() && floor.map(Value::result) == value.map(Value::result) => Class::Equalled,
                _ => Class::First,
            };
        }
        classes
    }

    /// The entries of a piece, in the order in which they are stored.
    pub fn indexes(&self, piece: usize, order: &Order) -> Vec<u64> {
        let places = self.entries_of(piece);
        order.indexes(self.first + places.start, (places.end - places.start) as usize)
    }

    /// Counts a piece as compressed.
    pub fn compressed(&self, piece: usize) {
        self.content.progress.advance(self.half_of(piece));
    }

    /// Counts a piece as checked.
    pub fn checked(&self, piece: usize) {
        let entries = self.entries_of(piece);
        self.content.progress.advance(entries.end - entries.start - self.half_of(piece));
    }

    /// Half of the entries of a piece.
    fn half_of(&self, piece: usize) -> u64 {
        let entries = self.entries_of(piece);
        (entries.end - entries.start) / 2
    }

    /// The codes of a piece, omitted or not; [`TableError::Stopped`] if the work is to stop. All work on a piece begins
    /// here.
    pub fn codes(&self, piece: usize, order: &Order) -> Result<Vec<u16>, TableError> {
        let mut codes = self.source_codes(piece, order)?;
        if self.results {
            codes.iter_mut().for_each(|code| *code = result(*code));
        }
        Ok(codes)
    }

    /// The codes of a piece with the depths that are stored, in this stream or apart.
    pub fn source_codes(&self, piece: usize, order: &Order) -> Result<Vec<u16>, TableError> {
        self.content.progress.check()?;
        let entries = self.entries_of(piece);
        let mut codes = vec![u16::ABSENT; (entries.end - entries.start) as usize];
        match order.is_numbered() {
            true => {
                self.content.values.read(Entry { slice: self.id, index: self.first + entries.start }, &mut codes)?
            }
            false => self.content.values.gather(self.id, &self.indexes(piece, order), &mut codes)?,
        };
        if self.content.results {
            codes.iter_mut().for_each(|code| *code = result(*code));
        }
        Ok(codes)
    }

    /// Whether the text has results.
    pub fn results(&self) -> bool {
        self.results
    }

    /// Whether the work is to go on.
    pub fn progress(&self) -> &dyn Progress {
        self.content.progress
    }

    /// The values of the entries that are not omitted.
    pub fn alphabet(&self, arrangement: &Arrangement) -> Result<Alphabet, TableError> {
        self.alphabet_of(arrangement, self.pieces(), &|piece| piece)
    }

    /// The values of the entries of some pieces that are not omitted.
    pub fn alphabet_of(
        &self,
        arrangement: &Arrangement,
        pieces: usize,
        which: &(dyn Fn(usize) -> usize + Sync),
    ) -> Result<Alphabet, TableError> {
        let count = |piece: usize| -> Result<(Vec<(u16, u32)>, Option<u16>), TableError> {
            let piece = which(piece);
            let as_numbered = Arrangement { kept: arrangement.kept, ..Arrangement::of(arrangement.omitted) };
            let codes = self.codes(piece, &Order::NUMBERED)?;
            let classes = self.classes_for(&as_numbered, piece, &codes);
            let (mut counts, mut least) = (vec![0u32; 1 << u16::BITS], None);
            // Runs are counted at once: a count is not needed again as soon as it is stored.
            let mut run = (u16::ABSENT, 0);
            for (place, &code) in codes.iter().enumerate() {
                let class = classes.get(place).copied().unwrap_or_default();
                if code != run.0 {
                    counts[usize::from(run.0)] += run.1;
                    run = (code, 0);
                }
                run.1 += u32::from(classes.is_empty() || !arrangement.omitted.has(class));
                if class == Class::Attained {
                    least = Some(least.map_or(code, |least| worse(least, code)));
                }
            }
            counts[usize::from(run.0)] += run.1;
            let occurring = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            Ok((occurring.map(|(code, &count)| (code as u16, count)).collect(), least))
        };
        let counted = try_map(pieces, &count)?;
        let mut counts = vec![0u64; 1 << u16::BITS];
        counted.iter().flat_map(|(counted, _)| counted).for_each(|&(code, count)| {
            counts[usize::from(code)] += u64::from(count);
        });
        let mut codes: Vec<u16> = (0..=u16::MAX).filter(|&code| counts[usize::from(code)] > 0).collect();
        codes.sort_by_key(|&code| (Reverse(counts[usize::from(code)]), code));
        // Where a conversion attains the value, something is stored that is not above it.
        let least = counted.iter().filter_map(|(_, least)| *least).reduce(worse);
        codes.extend(least.filter(|&least| codes.iter().all(|code| code.order_code() > least.order_code())));
        if codes.is_empty() {
            codes.push(u16::ABSENT);
        }
        Ok(Alphabet::new(codes))
    }

    /// The symbols of a piece: see [`fill`].
    pub fn symbols(
        &self,
        piece: usize,
        arrangement: &Arrangement,
        alphabet: &Alphabet,
    ) -> Result<Vec<Symbol>, TableError> {
        let codes = self.codes(piece, &arrangement.order)?;
        let classes = self.classes_for(arrangement, piece, &codes);
        if classes.is_empty() {
            return Ok(codes.into_iter().map(|code| alphabet.symbols[usize::from(code)]).collect());
        }
        Ok(fill(&codes, &classes, arrangement.omitted, alphabet))
    }

    /// The depths of a piece that are kept apart, where results are stored in symbols of this alphabet.
    pub fn depths(
        &self,
        piece: usize,
        arrangement: &Arrangement,
        alphabet: &Alphabet,
    ) -> Result<Vec<DepthEntry>, TableError> {
        let codes = self.source_codes(piece, &arrangement.order)?;
        let results: Vec<u16> = codes.iter().map(|&code| result(code)).collect();
        let classes = self.classes_for(arrangement, piece, &results);
        let stored: Vec<u16> = match classes.is_empty() {
            true => results,
            false => {
                let symbols = fill(&results, &classes, arrangement.omitted, alphabet);
                symbols.into_iter().map(|symbol| alphabet.codes[usize::from(symbol)]).collect()
            }
        };
        Ok(depth_entries(arrangement, &codes, &classes, &stored))
    }

    /// The depths of a piece that would be kept apart, if all results were stored as they are.
    pub fn expected_depths(&self, piece: usize, arrangement: &Arrangement) -> Result<Vec<DepthEntry>, TableError> {
        let codes = self.source_codes(piece, &arrangement.order)?;
        let results: Vec<u16> = codes.iter().map(|&code| result(code)).collect();
        let classes = self.classes_for(arrangement, piece, &results);
        Ok(depth_entries(arrangement, &codes, &classes, &results))
    }

    /// Whether [`moves_of`] knows all depths, so that they can be kept apart.
    pub fn has_moves(&self) -> Result<bool, TableError> {
        let has_moves = |piece: usize| -> Result<bool, TableError> {
            let codes = self.source_codes(piece, &Order::NUMBERED)?;
            Ok(codes.into_iter().all(|code| matches!(code, u16::DRAW | u16::ABSENT) || moves_of(code).is_some()))
        };
        Ok(try_map(self.pieces(), &has_moves)?.into_iter().all(|has_moves| has_moves))
    }

    /// The digits of the places in an order, one for each list of the game's digits, that of the nearest places first.
    pub fn place_digits(&self, order: &Order) -> Vec<PlaceDigit> {
        let lists = self.content.derivation.as_deref().map_or_else(Vec::new, |derivation| derivation.digits(self.id));
        let mut stride = 1;
        let mut digits = Vec::new();
        for list in lists.iter().rev() {
            let mut nearest = u64::MAX;
            let size: u64 = list.iter().product();
            for digit in list.iter().rev().filter(|digit| **digit > 1) {
                nearest = nearest.min(order.place(stride));
                stride *= digit;
            }
            if let (Ok(stride), Ok(size)) = (u32::try_from(nearest), u32::try_from(size)) {
                digits.push(PlaceDigit { stride, size });
            }
        }
        digits.sort_by_key(|digit| digit.stride);
        digits
    }

    /// The orders in which a slice whose depths are kept apart may be stored: no digits of a list change their
    /// sequence, and the lowest list stays so. Then consecutive entries share blocks, and so do the entries that moves
    /// lead to.
    pub fn orders_of_lists(&self) -> Vec<Order> {
        let Some(derivation) = self.content.derivation.as_deref().filter(|_| !self.is_cut()) else {
            return vec![Order::NUMBERED];
        };
        let lists: Vec<u64> = derivation.digits(self.id).iter().map(|list| list.iter().product()).collect();
        let Some((&last, others)) = lists.split_last() else { return vec![Order::NUMBERED] };
        let orders = Order::candidates(&others.iter().map(|&size| vec![size]).collect::<Vec<_>>());
        orders.iter().map(|order| order.before(last)).collect()
    }

    /// The orders in which the slice may be stored.
    pub fn orders(&self) -> Vec<Order> {
        match self.content.derivation.as_deref().filter(|_| !self.is_cut()) {
            Some(derivation) => Order::candidates(&derivation.digits(self.id)),
            None => vec![Order::NUMBERED],
        }
    }
}

/// The depths of entries with these codes, classes and stored results.
fn depth_entries(arrangement: &Arrangement, codes: &[u16], classes: &[Class], stored: &[u16]) -> Vec<DepthEntry> {
    let kept = arrangement.kept.unwrap_or_default();
    let entry = |(place, (&code, &stored)): (usize, (&u16, &u16))| {
        let class = classes.get(place).copied().unwrap_or_default();
        match (code.decode(), moves_of(code)) {
            _ if !is_kept(kept, stored) => DepthEntry::None,
            (None, _) => DepthEntry::None,
            (Some(_), Some(moves)) if !arrangement.omitted.has(class) => DepthEntry::Exact(moves),
            (Some(Value::Win(_)), Some(moves)) if stored == result(code) => DepthEntry::AtLeast(moves),
            (Some(Value::Loss(_)), Some(moves)) if stored == result(code) => DepthEntry::AtMost(moves),
            _ => DepthEntry::Free,
        }
    };
    codes.iter().zip(stored).enumerate().map(entry).collect()
}

/// The code of the worse of two values for the side to move.
fn worse(one: u16, other: u16) -> u16 {
    if other.order_code() < one.order_code() { other } else { one }
}

/// The code of a value without its depth.
pub fn result(code: u16) -> u16 {
    // The code of a win is odd, and that of a loss comes after it.
    const WIN: u16 = 1 + 2 * Value::UNKNOWN as u16;
    match code {
        u16::DRAW | u16::ABSENT => code,
        _ => WIN + 1 - (code & 1),
    }
}
