//! Counts of mutual zugzwangs: for each position that is not won, the value with the other side to move.

use super::conditions::is_zugzwang;
use crate::query::Probe;
use crate::space::{Entry, SideSwap, SliceId, Symmetry};
use crate::util::cpu::{self, Kernel};
use crate::util::progress::Progress;
use crate::util::threads::try_map;
use crate::values::{Code, Lookup, LookupError};

/// Entries that one thread counts at a time.
const CHUNK: u64 = 1 << 14;

/// Entries whose side-swapped positions are looked up together.
const RUN: usize = 512;

/// The mutual zugzwangs of a slice; each symmetric position counts. 0 if the space has no [`Symmetry::side_swap`]. The
/// progress counts the entries.
pub(super) fn of_slice<S: Symmetry, T: Lookup>(
    probe: &Probe<S, T>,
    slice: SliceId,
    progress: &dyn Progress,
) -> Result<u64, LookupError> {
    let Some(swap) = probe.space.side_swap(slice) else { return Ok(0) };
    let entries = probe.space.slices()[slice.index()].entries;
    let chunk = |number| {
        let first = number as u64 * CHUNK;
        let from = Entry { slice, index: first };
        let mut codes = vec![u16::ABSENT; (entries.min(first + CHUNK) - first) as usize];
        progress.check().map_err(LookupError::new)?;
        probe.tables.read(from, &mut codes)?;
        progress.advance(codes.len() as u64);
        of_codes(probe, &swap, from, &codes)
    };
    Ok(try_map(entries.div_ceil(CHUNK) as usize, &chunk)?.into_iter().sum())
}

/// The mutual zugzwangs among consecutive entries with these codes; each symmetric position counts.
pub(super) fn of_codes<S: Symmetry, T: Lookup, W: SideSwap>(
    probe: &Probe<S, T>,
    swap: &W,
    from: Entry,
    codes: &[u16],
) -> Result<u64, LookupError> {
    if W::NEVER {
        return Ok(0);
    }
    cpu::run(ZugzwangsOfCodes { probe, swap, from, codes })
}

/// See [`of_codes`]. It is compiled for each game: it looks at the moves of positions.
struct ZugzwangsOfCodes<'a, S, T, W> {
    probe: &'a Probe<'a, S, T>,
    swap: &'a W,
    from: Entry,
    codes: &'a [u16],
}

impl<S: Symmetry, T: Lookup, W: SideSwap> Kernel for ZugzwangsOfCodes<'_, S, T, W> {
    type Output = Result<u64, LookupError>;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Self::Output {
        let ZugzwangsOfCodes { probe, swap, from, codes } = self;
        let Probe { space, tables } = *probe;
        let (mut indexes, mut places) = ([0; RUN], [0; RUN]);
        let mut side_swapped = [u16::ABSENT; RUN];
        let mut sum = 0;
        for (codes, first) in codes.chunks(RUN).zip((from.index..).step_by(RUN)) {
            // The codes of wins and of entries without a position are odd. A side that wins is not in zugzwang, and
            // most runs of a side that wins have nothing else.
            if codes.iter().all(|code| code % 2 == 1) {
                continue;
            }
            swap.indexes(first, &mut indexes[..codes.len()]);
            let mut candidates = 0;
            for (place, code) in codes.iter().enumerate() {
                (indexes[candidates], places[candidates]) = (indexes[place], place);
                candidates += usize::from(code.is_multiple_of(2));
            }
            let side_swapped = &mut side_swapped[..candidates];
            side_swapped.fill(u16::ABSENT);
            tables.gather(swap.slice(), &indexes[..candidates], side_swapped)?;
            for (&place, &other) in places[..candidates].iter().zip(&*side_swapped) {
                let code = codes[place];
                // Neither side wins when it is to move, and one of them loses. Few positions are left, and some are
                // finished games.
                if other % 2 == 1 || (code | other) == u16::DRAW {
                    continue;
                }
                let entry = Entry { index: first + place as u64, ..from };
                if let (Some(value), Some(position)) = (code.decode(), space.unrank(entry))
                    && is_zugzwang(probe, &position, value)?
                {
                    sum += space.weight(&position);
                }
            }
        }
        Ok(sum)
    }
}
