//! Statistics of a table: the positions with each result, their moves, and the longest win and loss.
//!
//! The code for one game looks at positions: their weights, moves and zugzwangs. All else counts codes and entries, and
//! is compiled once.

use std::ops::Range;

use super::conditions::is_zugzwang;
use super::zugzwangs;
use crate::game::Value;
use crate::query::Probe;
use crate::space::{Entry, SideSwap, SliceId, Symmetry, class};
use crate::util::cpu::{self, Kernel};
use crate::util::progress::Progress;
use crate::util::threads::try_map;
use crate::values::{Code, Lookup, LookupError};

/// Entries that one thread counts at a time.
const CHUNK: u64 = 1 << 14;
const _: () = assert!(CHUNK <= u16::MAX as u64);

/// Chunks whose statistics are in memory at a time.
const GROUP: u64 = 1 << 10;

/// Entries whose weights are looked up at a time.
const RUN: usize = 64;

/// The statistics of a slice, or the sum of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics<P> {
    /// Entries that hold these positions.
    pub entries: u64,
    /// Positions that have a value: `wins + losses + draws`.
    pub positions: u64,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Positions that neither side can win.
    pub draws: u64,
    /// Mutual zugzwangs: positions in which each team does better if the other must move, counted for the side to move.
    /// Finished games are not counted. 0 in a game without [`Symmetry::side_swapped`].
    pub zugzwangs: u64,
    /// The legal moves of all these positions.
    pub moves: u64,
    /// By depth in plies, the number of positions that are won in this depth.
    pub wins_by_depth: Vec<u64>,
    /// By depth in plies, the number of positions that are lost in this depth.
    pub losses_by_depth: Vec<u64>,
    /// The longest win in plies, and the first position in the order of entries that has it.
    pub longest_win: Option<(u32, P)>,
    /// The longest loss in plies, and the first position in the order of entries that has it.
    pub longest_loss: Option<(u32, P)>,
}

/// The statistics of a slice, counted on all threads of the current pool. Each of the positions that share an entry
/// counts. The progress counts the entries.
///
/// A position without a value is not counted: a slice that the tables do not hold has zeros.
///
/// # Errors
/// If the table is damaged or cannot be read; [`Stopped`](crate::util::progress::Stopped) if the work was stopped.
pub fn of_slice<S: Symmetry, T: Lookup>(
    probe: &Probe<S, T>,
    slice: SliceId,
    progress: &dyn Progress,
) -> Result<Statistics<S::Position>, LookupError> {
    let count = Count { probe, slice, progress, moves: true, images: true, zugzwangs: true };
    Ok(count.with_positions(count.all()?))
}

/// The statistics of a slice without [`Statistics::moves`], which are 0: several times as fast. The progress may count
/// an entry more than once.
///
/// # Errors
/// As [`of_slice`].
pub fn of_slice_without_moves<S: Symmetry, T: Lookup>(
    probe: &Probe<S, T>,
    slice: SliceId,
    progress: &dyn Progress,
) -> Result<Statistics<S::Position>, LookupError> {
    let count = Count { probe, slice, progress, moves: false, images: true, zugzwangs: !S::SWAPS_BACK };
    let mut sum = count.all()?;
    if S::SWAPS_BACK {
        sum.zugzwangs = count.shared_zugzwangs(&sum)?;
    }
    Ok(count.with_positions(sum))
}

/// The statistics of a slice without moves, with symmetric positions counted once.
///
/// # Errors
/// As [`of_slice`].
pub fn of_slice_up_to_symmetry<S: Symmetry, T: Lookup>(
    probe: &Probe<S, T>,
    slice: SliceId,
    progress: &dyn Progress,
) -> Result<Statistics<S::Position>, LookupError> {
    let count = Count { probe, slice, progress, moves: false, images: false, zugzwangs: true };
    Ok(count.with_positions(count.all()?))
}

/// The count of a slice, and its options.
struct Count<'a, S, T> {
    probe: &'a Probe<'a, S, T>,
    slice: SliceId,
    /// Counts the entries that are read.
    progress: &'a dyn Progress,
    /// Whether legal moves are counted.
    moves: bool,
    /// Whether each of several symmetric positions counts.
    images: bool,
    /// Whether mutual zugzwangs are counted.
    zugzwangs: bool,
}

/// Adds up the statistics of `entries` entries. `chunk` takes up to [`CHUNK`] of them.
fn in_chunks(
    entries: u64,
    chunk: &(dyn Fn(Range<u64>) -> Result<Statistics<Entry>, LookupError> + Sync),
) -> Result<Statistics<Entry>, LookupError> {
    let mut sum = Statistics::none();
    // The chunks are added in order, so that every run finds the same first deepest position.
    for group in (0..entries).step_by((GROUP * CHUNK) as usize) {
        let end = entries.min(group + GROUP * CHUNK);
        let of_chunk = |number| {
            let first = group + number as u64 * CHUNK;
            chunk(first..end.min(first + CHUNK))
        };
        sum = try_map((end - group).div_ceil(CHUNK) as usize, &of_chunk)?.iter().fold(sum, Statistics::and);
    }
    Ok(sum)
}

impl<S: Symmetry, T: Lookup> Count<'_, S, T> {
    /// The statistics of the slice.
    fn all(&self) -> Result<Statistics<Entry>, LookupError> {
        in_chunks(self.probe.space.slices()[self.slice.index()].entries, &|entries| self.entries(entries))
    }

    /// The statistics with positions in place of entries. Each of the entries has a position.
    fn with_positions(&self, sum: Statistics<Entry>) -> Statistics<S::Position> {
        sum.filter_map(|entry| self.probe.space.unrank(entry))
    }

    /// The mutual zugzwangs of the slice, whose other statistics are `own`, in a space whose sides swap back: they are
    /// counted in the slice or in its side-swapped slice, where fewer positions are not won.
    fn shared_zugzwangs(&self, own: &Statistics<Entry>) -> Result<u64, LookupError> {
        let not_won = |of: &Statistics<Entry>| of.positions - of.wins;
        let mut slice = self.slice;
        if not_won(own) > own.positions / 8
            && let Some(other) =
                self.probe.space.side_swap(slice).map(|swap| swap.slice()).filter(|&other| other != slice)
            && not_won(&Count { slice: other, ..*self }.all()?) < not_won(own)
        {
            slice = other;
        }
        zugzwangs::of_slice(self.probe, slice, self.progress)
    }

    /// The statistics of consecutive entries.
    fn entries(&self, entries: Range<u64>) -> Result<Statistics<Entry>, LookupError> {
        let from = Entry { slice: self.slice, index: entries.start };
        let mut codes = vec![u16::ABSENT; (entries.end - entries.start) as usize];
        self.progress.check().map_err(LookupError::new)?;
        let is_held = self.probe.tables.read(from, &mut codes)?;
        self.progress.advance(codes.len() as u64);
        if !is_held {
            return Ok(Statistics::none());
        }
        if self.images && !self.moves {
            if !self.zugzwangs {
                return Ok(by_code(self, from, &codes));
            }
            if let Some(swap) = self.probe.space.side_swap(self.slice) {
                let zugzwangs = zugzwangs::of_codes(self.probe, &swap, from, &codes)?;
                return Ok(Statistics { zugzwangs, ..by_code(self, from, &codes) });
            }
        }
        cpu::run(ByPosition { count: self, from, codes: &codes })
    }
}

/// The statistics of consecutive entries with these codes, position by position.
struct ByPosition<'a, S, T> {
    count: &'a Count<'a, S, T>,
    from: Entry,
    codes: &'a [u16],
}

impl<S: Symmetry, T: Lookup> Kernel for ByPosition<'_, S, T> {
    type Output = Result<Statistics<Entry>, LookupError>;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Self::Output {
        let ByPosition { count, from, codes } = self;
        let space = count.probe.space;
        let mut sum = Statistics::none();
        for (index, code) in (from.index..).zip(codes) {
            let entry = Entry { index, ..from };
            let Some(value) = code.decode() else { continue };
            let Some(position) = space.unrank(entry) else { continue };
            let weight = match count.images {
                true => space.weight(&position),
                false => u64::from(class(space, &position) == Some(entry)),
            };
            if count.moves {
                sum.moves += weight * space.moves(&position).count() as u64;
            }
            sum.zugzwangs += weight * u64::from(is_zugzwang(count.probe, &position, value)?);
            sum.entries += u64::from(weight > 0);
            sum.add(value, weight, || Some(entry));
        }
        Ok(sum)
    }
}

/// The number of positions of each entry.
trait Weights {
    /// The weight of consecutive entries, if all have the same; see [`Symmetry::weight_of`].
    fn of_all(&self, first: Entry, count: usize) -> Option<u64>;

    /// The weight of each entry: 0 if it holds no position, which the code [`Code::ABSENT`] says.
    fn of_each(&self, first: Entry, codes: &[u16], weights: &mut [u64]);

    /// Whether the entry holds a position.
    fn is_position(&self, entry: Entry) -> bool;
}

impl<S: Symmetry, T: Lookup> Weights for Count<'_, S, T> {
    fn of_all(&self, first: Entry, count: usize) -> Option<u64> {
        self.probe.space.weight_of(first.slice, first.index..first.index + count as u64)
    }

    fn of_each(&self, first: Entry, codes: &[u16], weights: &mut [u64]) {
        for ((index, &code), weight) in (first.index..).zip(codes).zip(weights) {
            let position = if code == u16::ABSENT { None } else { self.probe.space.unrank(Entry { index, ..first }) };
            *weight = position.map_or(0, |position| self.probe.space.weight(&position));
        }
    }

    fn is_position(&self, entry: Entry) -> bool {
        self.probe.space.unrank(entry).is_some()
    }
}

/// The statistics of consecutive entries without moves and zugzwangs; each symmetric position counts. Positions are
/// unranked only if the space needs them for weights.
fn by_code(weights: &dyn Weights, from: Entry, codes: &[u16]) -> Statistics<Entry> {
    cpu::run(ByCode { weights, from, codes })
}

/// See [`by_code`].
struct ByCode<'a> {
    weights: &'a dyn Weights,
    from: Entry,
    codes: &'a [u16],
}

impl Kernel for ByCode<'_> {
    type Output = Statistics<Entry>;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Statistics<Entry> {
        let ByCode { weights, from, codes } = self;
        if let Some(weight) = weights.of_all(from, codes.len())
            && let Some(counts) = counts_of_results(codes)
        {
            let mut sum = Statistics { entries: counts.iter().sum(), ..Statistics::none() };
            RESULTS.iter().zip(counts).for_each(|(&result, count)| sum.add(result, weight * count, || None));
            return sum;
        }
        let greatest = codes.iter().copied().filter(|&code| code != u16::ABSENT).max().unwrap_or(u16::DRAW);
        // The last count belongs to entries without a position.
        let absent = usize::from(greatest) + 1;
        let mut counts = vec![0; absent + 1];
        let mut of_run = [0; RUN];
        for (run, index) in codes.chunks(RUN).zip((from.index..).step_by(RUN)) {
            let first = Entry { index, ..from };
            match weights.of_all(first, run.len()) {
                Some(weight) => run.iter().for_each(|&code| counts[usize::from(code).min(absent)] += weight),
                None => {
                    weights.of_each(first, run, &mut of_run[..run.len()]);
                    for (&code, weight) in run.iter().zip(of_run) {
                        counts[usize::from(code).min(absent)] += weight;
                    }
                }
            }
        }
        let entries = codes.iter().filter(|&&code| code != u16::ABSENT).count() as u64;
        let mut sum = Statistics { entries, ..Statistics::none() };
        // From the deepest code on, so that one entry of the wins and one of the losses is looked for.
        for code in (0..=greatest).rev().filter(|&code| counts[usize::from(code)] > 0) {
            let Some(value) = code.decode() else { continue };
            sum.add(value, counts[usize::from(code)], || {
                let place = codes.iter().position(|&other| other == code)?;
                let entry = Entry { index: from.index + place as u64, ..from };
                weights.is_position(entry).then_some(entry)
            });
        }
        sum
    }
}

/// The results without a depth.
const RESULTS: [Value; 3] = [Value::Draw, Value::Win(Value::UNKNOWN), Value::Loss(Value::UNKNOWN)];

/// The number of each of the [`RESULTS`] among these codes, [`CHUNK`] at most; `None` if some have depths. The compiler
/// makes vectors of each pass.
#[inline(always)]
fn counts_of_results(codes: &[u16]) -> Option<[u64; 3]> {
    let count = |code: u16| codes.iter().fold(0u16, |count, &other| count + u16::from(other == code)).into();
    let counts = RESULTS.map(|result| u16::encode(result).map_or(0, count));
    (counts.iter().sum::<u64>() + count(u16::ABSENT) == codes.len() as u64).then_some(counts)
}

/// Keeps the deeper of two positions, or the first of two equal ones.
fn keep_deepest<P: Clone>(first: &mut Option<(u32, P)>, second: &Option<(u32, P)>) {
    if second.as_ref().map(|(plies, _)| plies) > first.as_ref().map(|(plies, _)| plies) {
        first.clone_from(second);
    }
}

/// Counts `number` more positions that are decided in `plies`.
fn add_depth(counts: &mut Vec<u64>, plies: u32, number: u64) {
    let plies = plies as usize;
    if counts.len() <= plies {
        counts.resize(plies + 1, 0);
    }
    counts[plies] += number;
}

impl<P: Clone> Statistics<P> {
    /// The statistics of no positions.
    fn none() -> Statistics<P> {
        Statistics {
            entries: 0,
            positions: 0,
            wins: 0,
            losses: 0,
            draws: 0,
            zugzwangs: 0,
            moves: 0,
            wins_by_depth: Vec::new(),
            losses_by_depth: Vec::new(),
            longest_win: None,
            longest_loss: None,
        }
    }

    /// Adds an entry that counts for `weight` positions. `position` is called if the entry may be the deepest.
    #[inline(always)]
    fn add(&mut self, value: Value, weight: u64, position: impl FnOnce() -> Option<P>) {
        self.positions += weight;
        let (counts, longest, plies) = match value {
            Value::Draw => {
                self.draws += weight;
                return;
            }
            Value::Win(plies) => {
                self.wins += weight;
                (&mut self.wins_by_depth, &mut self.longest_win, plies)
            }
            Value::Loss(plies) => {
                self.losses += weight;
                (&mut self.losses_by_depth, &mut self.longest_loss, plies)
            }
        };
        // A result without a depth counts for no depth.
        if plies >= Value::UNKNOWN {
            return;
        }
        add_depth(counts, plies, weight);
        if longest.as_ref().is_none_or(|&(deepest, _)| deepest < plies)
            && let Some(position) = position()
        {
            *longest = Some((plies, position));
        }
    }

    /// The sum of both, in which the entries of `self` come first.
    fn and(mut self, later: &Statistics<P>) -> Statistics<P> {
        self.entries += later.entries;
        self.positions += later.positions;
        self.wins += later.wins;
        self.losses += later.losses;
        self.draws += later.draws;
        self.zugzwangs += later.zugzwangs;
        self.moves += later.moves;
        for (sum, later) in
            [(&mut self.wins_by_depth, &later.wins_by_depth), (&mut self.losses_by_depth, &later.losses_by_depth)]
        {
            later.iter().zip(0..).for_each(|(&count, plies)| add_depth(sum, plies, count));
        }
        keep_deepest(&mut self.longest_win, &later.longest_win);
        keep_deepest(&mut self.longest_loss, &later.longest_loss);
        self
    }

    /// The same statistics with other positions, such as their texts.
    pub fn map<Q>(self, text: impl Fn(P) -> Q) -> Statistics<Q> {
        self.filter_map(|position| Some(text(position)))
    }

    /// The same statistics with other positions, where there are some.
    fn filter_map<Q>(self, other: impl Fn(P) -> Option<Q>) -> Statistics<Q> {
        let longest = |longest: Option<(u32, P)>| longest.and_then(|(plies, position)| Some((plies, other(position)?)));
        Statistics {
            entries: self.entries,
            positions: self.positions,
            wins: self.wins,
            losses: self.losses,
            draws: self.draws,
            zugzwangs: self.zugzwangs,
            moves: self.moves,
            longest_win: longest(self.longest_win),
            longest_loss: longest(self.longest_loss),
            wins_by_depth: self.wins_by_depth,
            losses_by_depth: self.losses_by_depth,
        }
    }

    /// The cursed wins and the blessed losses, where depths count plies to the next move that zeroes the clock of quiet
    /// plies: those in more than `limit` plies.
    pub fn beyond(&self, limit: u32) -> [u64; 2] {
        [&self.wins_by_depth, &self.losses_by_depth].map(|counts| counts.iter().skip(limit as usize + 1).sum())
    }

    /// The sum of several slices, or of parts of one, in order.
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Statistics<P>>) -> Statistics<P>
    where
        P: 'a,
    {
        parts.into_iter().fold(Statistics::none(), Statistics::and)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::Chess;
    use crate::games::chess::solver::Bitboards;
    use crate::games::draughts::Draughts;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::subslices::Subslices;
    use crate::solve::{self, Solver, Work, retrograde::Retrograde};
    use crate::space::{Space, components};
    use crate::values::{Memory, Overlay};

    #[test]
    fn the_figures_of_a_slice_are_those_of_a_plain_count() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        for (number, slice) in game.slices().iter().enumerate() {
            let slice_id = SliceId(number as u32);
            let figures = of_slice(&probe, slice_id, &()).expect("memory can be trusted");
            let entries = (0..slice.entries).map(|index| Entry { slice: slice_id, index });
            let values: Vec<Value> = entries.clone().filter_map(|entry| solved.value(entry).ok().flatten()).collect();
            let count = |word: &str| values.iter().filter(|value| value.word() == word).count() as u64;
            assert_eq!((figures.wins, figures.losses, figures.draws), (count("win"), count("loss"), count("draw")));
            assert_eq!(figures.positions, slice.entries);
            let deep = |word: &str, plies| {
                values.iter().filter(|value| value.word() == word && value.plies() == Some(plies)).count() as u64
            };
            for plies in 0..=9 {
                let at = |counts: &[u64]| counts.get(plies as usize).copied().unwrap_or(0);
                assert_eq!(at(&figures.wins_by_depth), deep("win", plies));
                assert_eq!(at(&figures.losses_by_depth), deep("loss", plies));
            }

            let losses = entries.zip(&values).filter(|(_, value)| value.word() == "loss");
            let longest = losses.min_by_key(|(entry, value)| (std::cmp::Reverse(value.plies()), *entry));
            let expected = longest.map(|(entry, value)| (value.plies(), game.unrank(entry)));
            assert_eq!(figures.longest_loss.map(|(plies, position)| (Some(plies), Some(position))), expected);
        }
    }

    /// Solves endings of up to `most` pieces, and compares the figures of their slices with the figures position by
    /// position.
    fn are_as_position_by_position<S: Symmetry>(space: &S, solver: &dyn Solver<S>, most: u32) {
        let (all, parts) = (space.slices(), components::parts(space.slices()));
        let memory = Memory::new(all);
        let mut zugzwangs = 0;
        for part in parts.iter().filter(|part| part.slices.iter().all(|slice| all[slice.index()].pieces <= most)) {
            solve::solve_part(space, solver, part, &Work::new(&Overlay { above: &memory, below: &() }, &()))
                .expect("small endings are solved");
            for &slice in &part.slices {
                let probe = Probe { space, tables: &memory };
                let by_code = of_slice_without_moves(&probe, slice, &()).expect("memory can be trusted");
                let mut codes = vec![0; all[slice.index()].entries as usize];
                let from = Entry { slice, index: 0 };
                memory.read(from, &mut codes).expect("memory can be trusted");
                let count = Count { probe: &probe, slice, progress: &(), moves: false, images: true, zugzwangs: true };
                let by_position = cpu::run(ByPosition { count: &count, from, codes: &codes });
                let by_position = by_position.map(|sum| count.with_positions(sum));
                let name = &all[slice.index()].name;
                assert!(by_position.ok().as_ref() == Some(&by_code), "{name}: not {by_code:?}");
                zugzwangs += by_code.zugzwangs;
            }
        }
        assert!(zugzwangs > 0);
    }

    #[test]
    fn the_figures_by_code_are_those_position_by_position() {
        are_as_position_by_position(&Chess::new(), &Bitboards, 3);
        are_as_position_by_position(&Draughts::checkers(), &Subslices, 4);
        are_as_position_by_position(&Draughts::losing_checkers(), &Subslices, 4);
    }

    #[test]
    fn up_to_symmetry_images_are_counted_once() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        for (number, slice) in game.slices().iter().enumerate() {
            let slice_id = SliceId(number as u32);
            let figures = of_slice_up_to_symmetry(&probe, slice_id, &()).expect("memory can be trusted");
            let mut left: Vec<_> =
                (0..slice.entries).filter_map(|index| game.unrank(Entry { slice: slice_id, index })).collect();
            let (mut wins, mut losses, mut draws) = (0, 0, 0);
            while let Some(position) = left.pop() {
                match probe.value(&position).expect("memory can be trusted").expect("all are solved") {
                    Value::Win(_) => wins += 1,
                    Value::Loss(_) => losses += 1,
                    Value::Draw => draws += 1,
                }
                let images: Vec<_> = game.images(&position).collect();
                left.retain(|other| !images.contains(other));
            }
            assert_eq!((figures.wins, figures.losses, figures.draws), (wins, losses, draws), "{}", slice.name);
            assert_eq!(figures.positions, wins + losses + draws, "{}", slice.name);
        }
    }

    #[test]
    fn of_equally_deep_positions_the_first_is_kept_in_a_sum() {
        let part = |longest| Statistics { longest_win: longest, ..Statistics::none() };
        let sum = Statistics::sum(&[part(None), part(Some((3, 'a'))), part(Some((5, 'b'))), part(Some((5, 'c')))]);
        assert_eq!(sum.longest_win, Some((5, 'b')));
    }
}
