//! The values of a slice as a text of symbols. An omitted entry repeats the symbol before it, which codes well.

use std::cmp::Reverse;
use std::sync::Arc;

use super::cut::Cut;
use super::pairing::Symbol;
use crate::game::Value;
use crate::space::components::Part;
use crate::space::{Class, Derivation, Entry, Omitted, Slice, SliceId};
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
}

/// The values of a slice, or of one of its streams, and their classes.
pub struct SliceText<'a> {
    pub id: SliceId,
    pub entries: u64,
    /// The first entry.
    first: u64,
    content: &'a PartValues<'a>,
    classes: Classes<'a>,
}

/// The classes of the entries of a text.
enum Classes<'a> {
    /// The game derives nothing.
    None,
    /// In memory, four in a byte.
    Kept(Vec<u8>),
    /// Found for a piece when they are needed.
    Found(&'a dyn Derivation),
}

/// The number of classes in a byte.
const CLASSES_IN_BYTE: usize = 4;
/// The classes by their two bits.
const CLASSES: [Class; 4] = [Class::First, Class::Second, Class::Forced, Class::Forced];

/// The values that occur in a text.
pub struct Alphabet {
    /// By symbol, the code of the value; the most frequent first.
    pub codes: Vec<u16>,
    /// By code, the symbol.
    symbols: Vec<Symbol>,
}

impl Alphabet {
    /// The alphabet of these codes.
    pub fn new(codes: Vec<u16>) -> Alphabet {
        let mut symbols = vec![0; 1 << u16::BITS];
        codes.iter().enumerate().for_each(|(symbol, &code)| symbols[usize::from(code)] = symbol as Symbol);
        Alphabet { codes, symbols }
    }
}

impl<'a> SliceText<'a> {
    /// The text of a slice of the part, with its classes in memory unless it is cut.
    pub fn new(content: &'a PartValues<'a>, id: SliceId) -> SliceText<'a> {
        let entries = content.slices[id.index()].entries;
        match content.cut.streams(entries) {
            1 => SliceText::of_stream(content, id, 0),
            _ => SliceText::read_once(content, id, content.derivation.as_deref()),
        }
    }

    /// The text of a slice whose pieces are read once: each finds its classes.
    pub fn read_once(
        content: &'a PartValues<'a>,
        id: SliceId,
        derivation: Option<&'a dyn Derivation>,
    ) -> SliceText<'a> {
        let entries = content.slices[id.index()].entries;
        SliceText { id, entries, first: 0, content, classes: derivation.map_or(Classes::None, Classes::Found) }
    }

    /// The text of a stream of a slice, with its classes in memory.
    pub fn of_stream(content: &'a PartValues<'a>, id: SliceId, stream: usize) -> SliceText<'a> {
        let range = content.cut.entries(content.slices[id.index()].entries, stream);
        let (first, entries) = (range.start, range.end - range.start);
        let text = SliceText { id, entries, first, content, classes: Classes::None };
        let Some(derivation) = content.derivation.as_deref() else { return text };
        let mut kept = vec![0; (entries as usize).div_ceil(CLASSES_IN_BYTE)];
        for_each_of(kept.chunks_mut(PIECE as usize / CLASSES_IN_BYTE), |piece, bytes| {
            // Work that is to stop reads no classes: it ends at its first piece.
            if content.progress.go_on() {
                let classes = text.find_classes(derivation, piece);
                for (byte, classes) in bytes.iter_mut().zip(classes.chunks(CLASSES_IN_BYTE)) {
                    *byte = classes.iter().rev().fold(0, |byte, &class| byte << 2 | class as u8);
                }
            }
        });
        SliceText { classes: Classes::Kept(kept), ..text }
    }

    /// The texts of the streams of a slice, which is this text. A slice that is not cut is its own stream.
    pub fn each_stream<R: Send>(
        &self,
        work: &(impl Fn(&SliceText) -> Result<R, TableError> + Sync),
    ) -> Result<Vec<R>, TableError> {
        match self.content.cut.streams(self.entries) {
            1 => Ok(vec![work(self)?]),
            streams => {
                (0..streams as usize).map(|stream| work(&SliceText::of_stream(self.content, self.id, stream))).collect()
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

    /// The classes of a piece; empty if the game derives nothing.
    pub fn classes(&self, piece: usize) -> Vec<Class> {
        match &self.classes {
            Classes::None => Vec::new(),
            Classes::Found(derivation) => self.find_classes(*derivation, piece),
            Classes::Kept(kept) => {
                let entries = self.entries_of(piece);
                let class = |index: u64| {
                    let byte = kept[index as usize / CLASSES_IN_BYTE];
                    CLASSES[usize::from(byte >> (index as usize % CLASSES_IN_BYTE * 2) & 3)]
                };
                entries.map(class).collect()
            }
        }
    }

    /// The classes of a piece, if they matter: none if nothing is omitted.
    fn classes_for(&self, omitted: Omitted, piece: usize) -> Vec<Class> {
        if omitted == Omitted::NOTHING { Vec::new() } else { self.classes(piece) }
    }

    /// Finds the classes of a piece.
    fn find_classes(&self, derivation: &dyn Derivation, piece: usize) -> Vec<Class> {
        let entries = self.entries_of(piece);
        let mut classes = vec![Class::First; (entries.end - entries.start) as usize];
        derivation.classes(Entry { slice: self.id, index: self.first + entries.start }, &mut classes);
        classes
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
    pub fn codes(&self, piece: usize) -> Result<Vec<u16>, TableError> {
        self.content.progress.check()?;
        let entries = self.entries_of(piece);
        let mut codes = vec![u16::ABSENT; (entries.end - entries.start) as usize];
        self.content.values.read(Entry { slice: self.id, index: self.first + entries.start }, &mut codes)?;
        if self.content.results {
            codes.iter_mut().for_each(|code| *code = result(*code));
        }
        Ok(codes)
    }

    /// Whether the table keeps results only.
    pub fn results(&self) -> bool {
        self.content.results
    }

    /// Whether the work is to go on.
    pub fn progress(&self) -> &dyn Progress {
        self.content.progress
    }

    /// The values of the entries that are not omitted.
    pub fn alphabet(&self, omitted: Omitted) -> Result<Alphabet, TableError> {
        self.alphabet_of(omitted, self.pieces(), &|piece| piece)
    }

    /// The values of the entries of some pieces that are not omitted.
    pub fn alphabet_of(
        &self,
        omitted: Omitted,
        pieces: usize,
        which: &(dyn Fn(usize) -> usize + Sync),
    ) -> Result<Alphabet, TableError> {
        let count = |piece: usize| -> Result<Vec<(u16, u32)>, TableError> {
            let piece = which(piece);
            let (codes, classes) = (self.codes(piece)?, self.classes_for(omitted, piece));
            let mut counts = vec![0u32; 1 << u16::BITS];
            for (place, &code) in codes.iter().enumerate() {
                let class = classes.get(place).copied().unwrap_or_default();
                counts[usize::from(code)] += u32::from(classes.is_empty() || !omitted.has(class));
            }
            let occurring = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            Ok(occurring.map(|(code, &count)| (code as u16, count)).collect())
        };
        let counted = try_map(pieces, &count)?;
        let mut counts = vec![0u64; 1 << u16::BITS];
        counted.iter().flatten().for_each(|&(code, count)| counts[usize::from(code)] += u64::from(count));
        let mut codes: Vec<u16> = (0..=u16::MAX).filter(|&code| counts[usize::from(code)] > 0).collect();
        codes.sort_by_key(|&code| (Reverse(counts[usize::from(code)]), code));
        if codes.is_empty() {
            codes.push(u16::ABSENT);
        }
        Ok(Alphabet::new(codes))
    }

    /// The symbols of a piece. An omitted entry has the symbol of the entry before it; omitted entries at the beginning
    /// have the symbol of the first that is not omitted.
    pub fn symbols(&self, piece: usize, omitted: Omitted, alphabet: &Alphabet) -> Result<Vec<Symbol>, TableError> {
        let (codes, classes) = (self.codes(piece)?, self.classes_for(omitted, piece));
        let symbol = |code: u16| alphabet.symbols[usize::from(code)];
        if classes.is_empty() {
            return Ok(codes.into_iter().map(symbol).collect());
        }
        let first = classes.iter().position(|&class| !omitted.has(class));
        let mut last = first.map_or(0, |place| symbol(codes[place]));
        let symbols = codes.iter().zip(&classes).map(|(&code, &class)| {
            if !omitted.has(class) {
                last = symbol(code);
            }
            last
        });
        Ok(symbols.collect())
    }
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
