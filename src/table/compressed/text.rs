//! The values of a slice as a text of symbols. An omitted entry repeats the symbol before it, which codes well.

use std::cmp::Reverse;
use std::sync::Arc;

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
    /// Counts half of the entries as they are compressed, the rest as they are checked, and may stop the work.
    pub progress: &'a dyn Progress,
}

/// The values of a slice and their classes.
pub struct SliceText<'a> {
    pub id: SliceId,
    pub entries: u64,
    content: &'a PartValues<'a>,
    /// By entry, its class; empty if the game derives nothing.
    classes: Vec<Class>,
}

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
    /// The text of a slice of the part.
    pub fn new(content: &'a PartValues<'a>, id: SliceId, derivation: Option<&dyn Derivation>) -> SliceText<'a> {
        let entries = content.slices[id.index()].entries;
        let mut classes = Vec::new();
        if let Some(derivation) = derivation {
            classes = vec![Class::First; entries as usize];
            for_each_of(classes.chunks_mut(PIECE as usize), |number, classes| {
                // Work that is to stop reads no classes: it ends at its first piece.
                if !content.progress.go_on() {
                    return;
                }
                derivation.classes(Entry { slice: id, index: number as u64 * PIECE }, classes);
            });
        }
        SliceText { id, entries, content, classes }
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
    pub fn classes(&self, piece: usize) -> &[Class] {
        let entries = self.entries_of(piece);
        self.classes.get(entries.start as usize..entries.end as usize).unwrap_or_default()
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
        self.content.values.read(Entry { slice: self.id, index: entries.start }, &mut codes)?;
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
        let count = |piece: usize| -> Result<Vec<(u16, u32)>, TableError> {
            let (codes, classes) = (self.codes(piece)?, self.classes(piece));
            let mut counts = vec![0u32; 1 << u16::BITS];
            for (place, &code) in codes.iter().enumerate() {
                let class = classes.get(place).copied().unwrap_or_default();
                counts[usize::from(code)] += u32::from(classes.is_empty() || !omitted.has(class));
            }
            let occurring = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            Ok(occurring.map(|(code, &count)| (code as u16, count)).collect())
        };
        let counted = try_map(self.pieces(), &count)?;
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
        let (codes, classes) = (self.codes(piece)?, self.classes(piece));
        let symbol = |code: u16| alphabet.symbols[usize::from(code)];
        if classes.is_empty() || omitted == Omitted::NOTHING {
            return Ok(codes.into_iter().map(symbol).collect());
        }
        let first = classes.iter().position(|&class| !omitted.has(class));
        let mut last = first.map_or(0, |place| symbol(codes[place]));
        let symbols = codes.iter().zip(classes).map(|(&code, &class)| {
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
    code.decode().map(Value::result).and_then(u16::encode).unwrap_or(u16::ABSENT)
}
