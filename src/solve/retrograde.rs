//! The solver for any game: retrograde analysis of one component, ply by ply, on all threads.
//!
//! Every entry has a cell, and ply `n` decides the positions that are won or lost in `n`. Only parents of those decided in
//! `n - 1` can be among them. Where the teams take turns, a parent of a lost position is won, and a parent of a won one is
//! lost if a look at all its moves finds nothing but wins for the other side (Thompson, "Retrograde analysis of certain
//! endgames", 1986, with a re-check in place of counters, so that symmetric moves to one entry need no care). Where a team
//! may move twice running, every such parent is looked at again. Without [`Space::parents`], each ply looks at everything
//! that is undecided.
//!
//! Conversions lead to components solved before. They are looked up once, at the start, and leave a mark in the cell: a
//! cell that holds "win in `k`" while the work is at a ply below `k` says that a conversion wins in `k` and that
//! a quicker win may still be found. So the cells are all the memory there is. Each value follows from the plies
//! before alone, never from the order of the threads: the same table results from any number of threads.
//!
//! A move may lead to a position without an entry that [`Space::resolve`] leads back to stored ones. It is nobody's child
//! in [`Space::parents`], so the positions with such moves are kept in a bit set and looked at again each ply.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::{FirstHalt, Halt, SolveError, Solver, Work};
use crate::game::{Outcome, Value};
use crate::space::{Entry, SliceId, Space};
use crate::util::threads::{for_each, try_map};
use crate::values::{Code, resolve};

/// Entries that are scanned together. A chunk's cells stay in the first-level cache while it is worked on.
const CHUNK: usize = 1 << 12;

/// Retrograde analysis for every space, one component at a time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Retrograde;

impl<S: Space> Solver<S> for Retrograde {
    fn name(&self) -> &'static str {
        "retrograde"
    }

    /// Every cell in two bytes, the marks, and a bit an entry for those that wait.
    fn memory(&self, space: &S, component: &[SliceId], _threads: usize) -> u64 {
        let of_chunk = (CHUNK / 8 + 8 * WIDE_MARKS) as u64;
        let of_slice = |entries: u64| 2 * entries + entries.div_ceil(CHUNK as u64) * of_chunk;
        component.iter().map(|slice| of_slice(space.slices()[slice.index()].entries)).sum()
    }

    fn solve(&self, space: &S, component: &[SliceId], work: &Work) -> Result<(), SolveError> {
        let narrow = Analysis::<S, u8>::new(space, component, *work, blank::<u8>(space, component));
        let solved = match narrow.run() {
            // A depth does not fit: the component starts again in wider cells.
            Err(Halt::TooDeep) => {
                Analysis::<S, u16>::new(space, component, *work, blank::<u16>(space, component)).run()
            }
            solved => solved,
        };
        solved.map_err(|halt| halt.explain(space, component[0], u16::DEEPEST))
    }
}

/// Solves a component after a first look at each position that a faster solver took: `first` has, for each slice, the codes
/// of finished positions, of wins by conversion, and of positions in which nothing but conversions can be played. The moves
/// lead to positions with an entry, and to finished ones.
///
/// # Errors
/// See [`Halt`].
pub(super) fn solve_from<S: Space>(
    space: &S,
    component: &[SliceId],
    work: &Work,
    first: Vec<Vec<u16>>,
) -> Result<(), Halt> {
    let cells = first.into_iter().map(|codes| codes.into_iter().map(u16::cell).collect()).collect();
    let analysis = Analysis::<S, u16>::new(space, component, *work, cells);
    analysis.each_chunk(&|slice, chunk| analysis.note(slice, chunk));
    analysis.iterate()
}

/// The cells of a component of which nothing is known.
fn blank<C: Code>(space: &impl Space, component: &[SliceId]) -> Vec<Vec<C::Cell>> {
    let entries = |slice: &SliceId| space.slices()[slice.index()].entries as usize;
    component.iter().map(|slice| C::DRAW.cells(entries(slice))).collect()
}

/// Words that mark the depths in a chunk of wide cells.
const WIDE_MARKS: usize = 16;

/// The retrograde analysis of a component.
struct Analysis<'a, S: Space, C: Code> {
    space: &'a S,
    work: Work<'a>,
    component: &'a [SliceId],
    /// By number of slice: its place in the component.
    place: Vec<Option<u32>>,
    cells: Vec<Vec<C::Cell>>,
    /// For each slice, [`Self::MARKS`] words a chunk: the depths that its cells hold. A depth has one bit, which in wide
    /// cells it shares with those that are 1,024 plies apart.
    marks: Vec<Vec<AtomicU64>>,
    /// For each slice, a bit an entry: those that have a move to a resolved position that was undecided at first.
    waiting: Vec<OnceLock<Box<[AtomicU64]>>>,
    /// The deepest value so far, those of resolved positions included.
    deepest: AtomicU32,
    halt: FirstHalt,
}

/// What the successors of a position say of it, in plies.
struct Verdict {
    /// The quickest win.
    win: Option<u32>,
    /// The longest loss, if every move loses.
    loss: Option<u32>,
}

/// The value of a position after a move, as far as it is known.
#[derive(Clone, Copy)]
enum Known {
    Value(Value),
    /// Undecided, or drawn.
    Open,
    /// Without an entry, and undecided or drawn.
    OpenResolved,
}

impl<'a, S: Space, C: Code> Analysis<'a, S, C> {
    /// Words that mark the depths in a chunk: every depth of a byte has a bit of its own.
    const MARKS: usize = if C::BYTES == 1 { 2 } else { WIDE_MARKS };

    fn new(space: &'a S, component: &'a [SliceId], work: Work<'a>, cells: Vec<Vec<C::Cell>>) -> Self {
        let mut place = vec![None; space.slices().len()];
        for (number, slice) in component.iter().enumerate() {
            place[slice.index()] = Some(number as u32);
        }
        Analysis {
            space,
            work,
            component,
            place,
            marks: cells
                .iter()
                .map(|cells| (0..cells.len().div_ceil(CHUNK) * Self::MARKS).map(|_| AtomicU64::new(0)).collect())
                .collect(),
            waiting: component.iter().map(|_| OnceLock::new()).collect(),
            cells,
            deepest: AtomicU32::new(0),
            halt: FirstHalt::default(),
        }
    }

    /// Runs to the end, and puts the values. Nothing is put if a depth does not fit.
    fn run(self) -> Result<(), Halt> {
        self.each_chunk(&|slice, chunk| self.begin(slice, chunk));
        self.iterate()
    }

    /// Ply after ply, after the first look, as [`Analysis::run`].
    fn iterate(mut self) -> Result<(), Halt> {
        let mut ply = 1;
        while ply <= self.deepest.load(Relaxed) + 1 && self.halt.goes_on(self.work.progress) {
            if S::PARENTS {
                self.each_chunk(&|slice, chunk| {
                    self.propagate(slice, chunk, ply);
                    self.look_again(slice, chunk, ply);
                });
            } else {
                self.each_chunk(&|slice, chunk| self.sweep(slice, chunk, ply));
            }
            ply += 1;
        }
        self.halt.take()?;
        for (&slice, cells) in self.component.iter().zip(&self.cells) {
            let chunks: Vec<&[C::Cell]> = cells.chunks(CHUNK).collect();
            try_map(chunks.len(), &|chunk| {
                let codes: Vec<C> = chunks[chunk].iter().map(C::load).collect();
                self.work.sink.put(Entry { slice, index: (chunk * CHUNK) as u64 }, C::codes(&codes))
            })?;
        }
        Ok(())
    }

    fn each_chunk(&self, work: &(dyn Fn(usize, usize) + Sync)) {
        for (slice, cells) in self.cells.iter().enumerate() {
            for_each(cells.len().div_ceil(CHUNK), &|chunk| {
                if self.halt.goes_on(self.work.progress) {
                    work(slice, chunk);
                }
            });
        }
    }

    fn entries_of(&self, slice: usize, chunk: usize) -> std::ops::Range<usize> {
        chunk * CHUNK..self.cells[slice].len().min((chunk + 1) * CHUNK)
    }

    fn entry(&self, slice: usize, index: usize) -> Entry {
        Entry { slice: self.component[slice], index: index as u64 }
    }

    /// The word and the bit that tell whether a chunk holds a depth.
    fn mark(&self, slice: usize, chunk: usize, plies: u32) -> (&AtomicU64, u64) {
        let bit = plies as usize % (64 * Self::MARKS);
        (&self.marks[slice][chunk * Self::MARKS + bit / 64], 1 << (bit % 64))
    }

    /// Puts a value into a cell.
    fn decide(&self, slice: usize, index: usize, value: Value) {
        let (Some(code), Some(plies)) = (C::encode(value), value.plies()) else {
            self.halt.set(Halt::TooDeep);
            return;
        };
        code.store(&self.cells[slice][index]);
        let (mark, bit) = self.mark(slice, index / CHUNK, plies);
        if mark.load(Relaxed) & bit == 0 {
            mark.fetch_or(bit, Relaxed);
        }
        if self.deepest.load(Relaxed) < plies {
            self.deepest.fetch_max(plies, Relaxed);
        }
    }

    /// The first look at each position: finished games, and what conversions say.
    fn begin(&self, slice: usize, chunk: usize) {
        let entries = self.entries_of(slice, chunk);
        // Entries that are looked at again, in wider cells, were counted before.
        if C::BYTES == 1 {
            self.work.progress.advance(entries.len() as u64);
        }
        for index in entries {
            let Some(position) = self.space.unrank(self.entry(slice, index)) else {
                C::ABSENT.store(&self.cells[slice][index]);
                continue;
            };
            match self.space.outcome(&position) {
                Some(Outcome::Win) => self.decide(slice, index, Value::Win(0)),
                Some(Outcome::Loss) => self.decide(slice, index, Value::Loss(0)),
                Some(Outcome::Draw) => {}
                None => {
                    if self.decide_by_moves(slice, index, &position, 0) {
                        self.wait(slice, index);
                    }
                }
            }
        }
    }

    /// Marks the depths of what the first look decided.
    fn note(&self, slice: usize, chunk: usize) {
        for index in self.entries_of(slice, chunk) {
            if let Some(value @ (Value::Win(_) | Value::Loss(_))) = C::load(&self.cells[slice][index]).decode() {
                self.decide(slice, index, value);
            }
        }
    }

    /// Decides a position by its successors, as they stand after `ply`. Returns whether one of them has no entry and is
    /// undecided.
    fn decide_by_moves(&self, slice: usize, index: usize, position: &S::Position, ply: u32) -> bool {
        let (verdict, waits) = self.verdict(position, ply, false);
        if let Some(plies) = verdict.win {
            self.decide(slice, index, Value::Win(plies));
        } else if let Some(plies) = verdict.loss {
            self.decide(slice, index, Value::Loss(plies));
        }
        waits
    }

    /// Keeps an entry among those that are looked at each ply.
    #[cold]
    fn wait(&self, slice: usize, index: usize) {
        let words = self.cells[slice].len().div_ceil(64);
        let waiting = self.waiting[slice].get_or_init(|| bytemuck::zeroed_slice_box(words));
        waiting[index / 64].fetch_or(1 << (index % 64), Relaxed);
    }

    /// What the successors say, those in the component if they were decided in `ply` or before, and whether one of them has
    /// no entry and is undecided. With `only_loss`, the look ends as soon as the position is not lost.
    #[inline(always)]
    fn verdict(&self, position: &S::Position, ply: u32, only_loss: bool) -> (Verdict, bool) {
        let (mut win, mut longest, mut lost, mut waits) = (None, 0, true, false);
        for mv in self.space.moves(position) {
            let next = self.space.play(position, mv);
            match self.known(position, &next, ply) {
                Known::Value(value) => match value.before(self.space.turn(position, &next)) {
                    Value::Loss(plies) => longest = longest.max(plies),
                    Value::Win(plies) => {
                        lost = false;
                        win = Some(win.map_or(plies, |quickest: u32| quickest.min(plies)));
                    }
                    Value::Draw => lost = false,
                },
                Known::Open => lost = false,
                Known::OpenResolved => (lost, waits) = (false, true),
            }
            if only_loss && !lost {
                break;
            }
        }
        (Verdict { win, loss: lost.then_some(longest) }, waits)
    }

    /// What is known after `ply` of a position that a move leads to.
    #[inline(always)]
    fn known(&self, from: &S::Position, next: &S::Position, ply: u32) -> Known {
        let Some(entry) = self.space.rank(next) else { return self.known_without_entry(from, next, ply) };
        let value = match self.place[entry.slice.index()] {
            Some(place) => {
                let value = C::load(&self.cells[place as usize][entry.index as usize]).decode();
                value.filter(|value| value.plies().is_some_and(|plies| plies <= ply))
            }
            None => match self.work.below.value(entry) {
                Ok(Some(value)) => Some(value),
                Ok(None) => {
                    self.stray(from, Some(entry.slice));
                    None
                }
                Err(error) => {
                    self.halt.set(error);
                    None
                }
            },
        };
        value.map_or(Known::Open, Known::Value)
    }

    /// The same for a position without an entry: finished, or resolved.
    fn known_without_entry(&self, from: &S::Position, next: &S::Position, ply: u32) -> Known {
        if let Some(outcome) = self.space.outcome(next) {
            return Known::Value(outcome.into());
        }
        let resolved = resolve::<S, ()>(self.space, next, |position| {
            Ok(match self.known(next, position, ply) {
                Known::Value(value) => Some(value),
                Known::Open | Known::OpenResolved => None,
            })
        });
        let Ok(Some(best)) = resolved else {
            self.stray(from, None);
            return Known::Open;
        };
        // A win by an extra move counts once nothing quicker can be found, though no entry may be decided so late.
        if let Some(Value::Win(plies)) = best.known {
            self.deepest.fetch_max(plies, Relaxed);
        }
        best.after(ply).map_or(Known::OpenResolved, Known::Value)
    }

    #[cold]
    fn stray(&self, position: &S::Position, to: Option<SliceId>) {
        self.halt.set(Halt::unsolved(self.space, position, to));
    }

    /// Ply `ply`, from the entries that were decided in the ply before.
    fn propagate(&self, slice: usize, chunk: usize, ply: u32) {
        let (mark, bit) = self.mark(slice, chunk, ply - 1);
        if mark.load(Relaxed) & bit == 0 {
            return;
        }
        let (won, lost) = (C::encode(Value::Win(ply - 1)), C::encode(Value::Loss(ply - 1)));
        for index in self.entries_of(slice, chunk) {
            let code = Some(C::load(&self.cells[slice][index]));
            if code != won && code != lost {
                continue;
            }
            let Some(position) = self.space.unrank(self.entry(slice, index)) else { continue };
            for parent in self.space.parents(&position) {
                let Some(entry) = self.space.rank(&parent) else { continue };
                let Some(place) = self.place[entry.slice.index()].map(|place| place as usize) else { continue };
                let index = entry.index as usize;
                let known = C::load(&self.cells[place][index]);
                let slower = matches!(known.decode(), Some(Value::Win(plies)) if plies > ply);
                if !S::ALTERNATES {
                    // The parent may be another that shares its entry, with the teams exchanged: its moves tell whose turn
                    // it is after them.
                    if known == C::DRAW || slower {
                        self.decide_by_moves(place, index, &parent, ply - 1);
                    }
                } else if code == lost {
                    if known == C::DRAW || slower {
                        self.decide(place, index, Value::Win(ply));
                    }
                } else if known == C::DRAW
                    && let Some(plies) = self.verdict(&parent, ply - 1, true).0.loss
                {
                    self.decide(place, index, Value::Loss(plies));
                }
            }
        }
    }

    /// Ply `ply`, by a look at the entries of a chunk that wait for resolved positions.
    fn look_again(&self, slice: usize, chunk: usize, ply: u32) {
        let Some(waiting) = self.waiting[slice].get() else { return };
        for index in self.entries_of(slice, chunk) {
            if waiting[index / 64].load(Relaxed) >> (index % 64) & 1 == 1 {
                self.look(slice, index, ply);
            }
        }
    }

    /// Ply `ply`, by a look at every undecided entry.
    fn sweep(&self, slice: usize, chunk: usize, ply: u32) {
        for index in self.entries_of(slice, chunk) {
            self.look(slice, index, ply);
        }
    }

    /// Ply `ply` for one entry, unless it is decided or holds no position that goes on.
    #[inline(always)]
    fn look(&self, slice: usize, index: usize, ply: u32) {
        let undecided = match C::load(&self.cells[slice][index]).decode() {
            Some(Value::Draw) => true,
            Some(Value::Win(plies)) => plies > ply,
            _ => false,
        };
        if undecided
            && let Some(position) = self.space.unrank(self.entry(slice, index))
            && self.space.outcome(&position).is_none()
        {
            self.decide_by_moves(slice, index, &position, ply - 1);
        }
    }
}
