//! Slices searched by criteria.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::criteria::Criteria;
use super::pieces::{EntryPiece, Pieces};
use crate::game::{Board, PlayRules, Value};
use crate::query::Probe;
use crate::space::{Entry, SliceId, Symmetry};
use crate::util::progress::Progress;
use crate::util::threads::try_map;
use crate::values::{Code, Lookup, LookupError};

/// Pieces whose results are in memory at a time.
const GROUP: usize = 1 << 8;

/// An entry that meets the criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundEntry<P> {
    /// The entry.
    pub entry: Entry,
    /// Its position.
    pub position: P,
    /// Its value.
    pub value: Value,
    /// The number of positions that the entry stands for: of the images that share it, those that meet the criteria.
    pub positions: u64,
    /// The only moves in a row, if the criteria want some.
    pub only_moves: Option<u32>,
}

/// The number of positions that meet the criteria.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoundCount {
    /// Positions. Each of the positions that share an entry counts, as in [`statistics`](crate::query::statistics).
    pub positions: u64,
    /// Entries.
    pub entries: u64,
}

/// Slices of a game, searched for the positions that meet criteria. The work is done on the threads of the current
/// pool.
pub struct Finder<'a, S, T> {
    pub(super) probe: &'a Probe<'a, S, T>,
    /// In the order of the table.
    slices: Vec<SliceId>,
    criteria: Criteria,
    /// For each code of two bytes, whether its value is admitted.
    codes: Vec<bool>,
}

impl<'a, S: Symmetry + PlayRules + Board, T: Lookup> Finder<'a, S, T> {
    /// A search of these slices. A slice that the tables do not hold has no positions.
    pub fn new(probe: &'a Probe<'a, S, T>, slices: &[SliceId], criteria: Criteria) -> Finder<'a, S, T> {
        let mut slices = slices.to_vec();
        slices.sort_unstable();
        slices.dedup();
        let codes = criteria.codes();
        Finder { probe, slices, criteria, codes }
    }

    /// Counts the positions that meet the criteria.
    ///
    /// This is fast if the criteria depend on the value alone and each entry counts for one position
    /// ([`Symmetry::WEIGHTED`]): then no position is unranked.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn count(&self, progress: &dyn Progress) -> Result<FoundCount, LookupError> {
        let mut sum = FoundCount::default();
        self.for_each_piece(
            progress,
            &|piece| {
                let mut count = FoundCount::default();
                if self.criteria.by_value() && !S::WEIGHTED {
                    count.entries = admitted_codes(&self.codes, &self.read(piece)?);
                    count.positions = count.entries;
                    return Ok(count);
                }
                for (entry, value) in self.admitted(piece)? {
                    if let Some(found) = self.examine(entry, value)? {
                        count.entries += 1;
                        count.positions += found.positions;
                    }
                }
                Ok(count)
            },
            &mut |count| {
                sum.positions += count.positions;
                sum.entries += count.entries;
            },
        )?;
        Ok(sum)
    }

    /// The greatest depth in plies of the positions that meet the criteria; `None` if none of them has a depth.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn deepest(&self, progress: &dyn Progress) -> Result<Option<u32>, LookupError> {
        // One more than the greatest depth so far. Only deeper values are examined.
        let deepest = AtomicU32::new(0);
        self.for_each_piece(
            progress,
            &|piece| {
                for (entry, value) in self.admitted(piece)? {
                    let depth = value.plies().map_or(0, |plies| plies + 1);
                    if depth > deepest.load(Relaxed) && self.examine(entry, value)?.is_some() {
                        deepest.fetch_max(depth, Relaxed);
                    }
                }
                Ok(())
            },
            &mut |()| (),
        )?;
        Ok(deepest.into_inner().checked_sub(1))
    }

    /// This search, restricted to one depth in plies.
    #[must_use]
    pub fn at_depth(self, plies: u32) -> Finder<'a, S, T> {
        let criteria = Criteria { plies: Some(plies..=plies), ..self.criteria };
        Finder { codes: criteria.codes(), criteria, ..self }
    }

    /// The number of entries of the slices.
    pub fn entries(&self) -> u64 {
        self.slices.iter().map(|slice| self.probe.space.slices()[slice.index()].entries).sum()
    }

    /// The pieces of the slices.
    pub(super) fn pieces(&self) -> Pieces {
        Pieces::new(self.probe.space.slices(), &self.slices)
    }

    /// Does the work on every piece, and takes the results in the order of the table.
    pub(super) fn for_each_piece<R: Send>(
        &self,
        progress: &dyn Progress,
        work: &(dyn Fn(&EntryPiece) -> Result<R, LookupError> + Sync),
        take: &mut dyn FnMut(R),
    ) -> Result<(), LookupError> {
        work_on(self.pieces(), progress, work, take)
    }

    /// The entries of a piece with an admitted value, in order.
    pub(super) fn admitted(&self, piece: &EntryPiece) -> Result<AdmittedEntries<'_>, LookupError> {
        Ok(AdmittedEntries { admits: &self.codes, codes: self.read(piece)?, next: 0, piece: piece.clone() })
    }

    /// The found entry for an entry with an admitted value, if its position meets the other criteria.
    pub(super) fn examine(&self, entry: Entry, value: Value) -> Result<Option<FoundEntry<S::Position>>, LookupError> {
        let Some(position) = self.probe.space.unrank(entry) else { return Ok(None) };
        // The pattern needs no other value, so it comes first.
        let image = self.criteria.image(self.probe.space, &position);
        if image.is_none() && !self.criteria.pattern.is_empty()
            || !self.criteria.are_met(self.probe, &position, value)?
        {
            return Ok(None);
        }
        let Some(only_moves) = self.criteria.run(self.probe, &position, value)? else { return Ok(None) };
        let (position, positions) = image.unwrap_or_else(|| (position, self.probe.space.weight(&position)));
        Ok(Some(FoundEntry { entry, position, value, positions, only_moves }))
    }

    /// The codes of a piece.
    fn read(&self, piece: &EntryPiece) -> Result<Vec<u16>, LookupError> {
        let mut codes = vec![u16::ABSENT; (piece.indexes.end - piece.indexes.start) as usize];
        self.probe.tables.read(Entry { slice: piece.slice, index: piece.indexes.start }, &mut codes)?;
        Ok(codes)
    }
}

/// See [`Finder::for_each_piece`].
fn work_on<R: Send>(
    mut pieces: Pieces,
    progress: &dyn Progress,
    work: &(dyn Fn(&EntryPiece) -> Result<R, LookupError> + Sync),
    take: &mut dyn FnMut(R),
) -> Result<(), LookupError> {
    loop {
        let group: Vec<EntryPiece> = pieces.by_ref().take(GROUP).collect();
        if group.is_empty() {
            return Ok(());
        }
        let results = try_map::<_, LookupError>(group.len(), &|number| {
            let piece = &group[number];
            let result = work(piece)?;
            progress.advance(piece.indexes.end - piece.indexes.start);
            Ok(result)
        })?;
        results.into_iter().for_each(&mut *take);
    }
}

/// The number of codes that stand for an admitted value.
fn admitted_codes(admits: &[bool], codes: &[u16]) -> u64 {
    codes.iter().filter(|&&code| admits[usize::from(code)]).count() as u64
}

/// The entries of a piece with an admitted value, in order.
pub(super) struct AdmittedEntries<'a> {
    /// For each code of two bytes, whether its value is admitted.
    admits: &'a [bool],
    piece: EntryPiece,
    codes: Vec<u16>,
    /// The number of the next entry in the piece.
    next: usize,
}

impl Iterator for AdmittedEntries<'_> {
    type Item = (Entry, Value);

    fn next(&mut self) -> Option<(Entry, Value)> {
        while let Some(&code) = self.codes.get(self.next) {
            let index = self.piece.indexes.start + self.next as u64;
            self.next += 1;
            if self.admits[usize::from(code)]
                && let Some(value) = code.decode()
            {
                return Some((Entry { slice: self.piece.slice, index }, value));
            }
        }
        None
    }
}
