//! The solver for any game: retrograde analysis of one component, ply by ply, on all threads.
//!
//! # Objects
//!
//! * A *component* is a set of slices that lead to one another. Its entries are solved together.
//! * A *conversion* is a move out of the component. It leads to an entry that is solved already, so its value is looked
//!   up.
//! * A *cell* has the code of one entry: in the end its value, and until then the best that is known of it. A cell with
//!   the code of a draw is undecided. A cell of one byte holds depths up to 126 plies: if one is deeper, the component
//!   is solved again with cells of two bytes.
//! * `parents(s)` are the positions of the component with a move to `s` ([`Space::parents`]).
//! * A *chunk* is 4,096 consecutive cells of a slice. Its *marks* have one bit for each depth that a cell of it holds.
//! * The *frontier* of ply `n` are the cells that hold a depth of `n - 1`.
//!
//! # A unit of work
//!
//! One chunk in one ply. Its mark of depth `n - 1` says whether it has cells of the frontier. If it has, a thread goes
//! through the chunk, and for each cell of the frontier to the cells of its parents, in any chunk:
//!
//! ```text
//!    marks   depth  0 1 2 3 4 5 ...         ply 3: the bit of depth 2 is set
//!                   1 1 1 . . 1
//!    cells   L0  .   L2  W5  .   .          L2 is in the frontier
//!                    |   |
//!                    +-->W3                 its parent holds "win in 5", and 3 is less
//! ```
//!
//! # Induction
//!
//! Ply 0 looks at all moves of every position: `begin` gives a finished game its value, and a position that conversions
//! decide their value. Ply `n` then decides the positions that are won or lost in `n` plies. If the teams take turns:
//!
//! ```text
//!   cell(p) = Win(n)    for p in parents(s), cell(s) = Loss(n - 1), cell(p) = DRAW or Win(k) with k > n
//!   cell(p) = Loss(m)   for p in parents(s), cell(s) = Win(n - 1),  cell(p) = DRAW and verdict(p, n - 1).loss = m
//!   verdict(p, n).loss  = max { 1 + k : p -> s, known(s, n) = Win(k) }, if every move of p leads to such an s
//!   known(s, n)         = the value below, for a conversion; else cell(s), if its depth is n or less
//! ```
//!
//! * `m` is `n`, or more if the best defence is a conversion to a deeper win of the opponent.
//! * `begin` may find a `Win(1)` already, where it has come past the finished position before. Ply 1 then adds nothing.
//! * A cell that holds `Win(k)` during a ply below `k` has a conversion that wins in `k`, and may still get a shorter
//!   win: so it needs no more memory than its value, and `known` passes over it before ply `k`.
//! * The plies end when one past the greatest depth decides nothing. The cells that are still undecided are drawn.
//! * The values of a ply follow from the plies before alone, so the table is the same for any number of threads.
//!
//! Other games differ in one line each:
//!
//! * If a team may move twice running, `verdict` decides every undecided parent of the frontier: a parent of a won
//!   position may be won.
//! * Without [`Space::parents`], every ply has the `verdict` of every undecided position.
//! * A move may lead to a position without an entry, which [`Space::resolve`] leads back to stored positions. It is in
//!   nobody's `parents`, so the positions with moves to it wait in a bit set, and every ply looks at them again.
//!
//! The counting of moves in place of `verdict` (Thompson, "Retrograde Analysis of Certain Endgames", 1986) needs a
//! counter for each entry, and care for symmetric moves to one entry.
//!
//! # Example
//!
//! A component of six positions. The sides take turns: `a`, `c` and `e` have one side to move, `b`, `d` and `f` the
//! other. Whoever cannot move has lost. The conversion of `c` leads to an entry in which the opponent is lost in 4:
//!
//! ```text
//!   position  moves to         ply 0    ply 1    ply 2    ply 3    ply 4 to 6
//!   a         f, d             .        Win 1
//!   b         a                .        .        Loss 2
//!   c         b, conversion    Win 5    Win 5    Win 5    Win 3
//!   d         a, c, e          .        .        .        .        .
//!   e         d                .        .        .        .        .
//!   f         none             Loss 0
//!                   frontier            f        a        b        c, none, none
//!                   parents             a        b, d     c        d
//! ```
//!
//! * Ply 2: `b` is lost, for it has no other move. `d` has one to `c`, whose win in 5 is not known before ply 5.
//! * Ply 3: `c` wins by its move to `b`, sooner than by its conversion.
//! * Ply 4: `d` has an open move, to `e`. The greatest depth was 5, so ply 6 is the last. `d` and `e` are drawn.
//!
//! A test repeats these plies.
//!
//! [`Reference`](super::reference::Reference) finds the same values plainly, and tests compare both.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::{FirstHalt, Halt, SolveError, Solver, Work};
use crate::game::{Outcome, Value, turn};
use crate::space::{Entry, Metric, Slice, SliceId, Space};
use crate::util::cpu::{self, Kernel};
use crate::util::threads::{for_each, try_map};
use crate::values::{Code, Sink, resolve};

/// Entries in a chunk, which one thread scans at a time. Its cells fit the first-level cache.
const CHUNK: usize = 1 << 12;

/// Retrograde analysis for every space, one component at a time.
///
/// # Example
/// ```
/// use hindsight::games::tic_tac_toe::TicTacToe;
/// use hindsight::prelude::*;
///
/// let game = TicTacToe::new();
/// let values = in_memory(&game, &Retrograde, &())?;
/// let probe = Probe { space: &game, tables: &values };
/// assert_eq!(probe.value(&game.start())?, Some(Value::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Retrograde;

impl<S: Space> Solver<S> for Retrograde {
    fn name(&self) -> &'static str {
        "retrograde"
    }

    /// Cells of two bytes, the marks of each chunk, and one bit per entry for the waiting entries.
    fn memory(&self, space: &S, component: &[SliceId], _threads: usize) -> u64 {
        let of_chunk = (CHUNK / 8 + 8 * WIDE_MARKS) as u64;
        let of_slice = |entries: u64| 2 * entries + entries.div_ceil(CHUNK as u64) * of_chunk;
        component.iter().map(|slice| of_slice(space.slices()[slice.index()].entries)).sum()
    }

    fn solve(&self, space: &S, component: &[SliceId], work: &Work) -> Result<(), SolveError> {
        let narrow = Analysis::<S, u8>::new(space, component, *work, blank::<u8>(space.slices(), component));
        let solved = match narrow.run() {
            // A depth does not fit one byte: start again with two.
            Err(Halt::TooDeep) => {
                Analysis::<S, u16>::new(space, component, *work, blank::<u16>(space.slices(), component)).run()
            }
            solved => solved,
        };
        solved.map_err(|halt| halt.explain(space, component[0], u16::DEEPEST))
    }
}

/// Solves a component after the first look of a faster solver. `first` has the codes of each slice: finished positions,
/// wins by conversion, and positions with conversions alone have their values; all others are drawn. Every move leads
/// to a position with an entry, or to a finished position.
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

/// The cells of a component before the first look.
fn blank<C: Code>(slices: &[Slice], component: &[SliceId]) -> Vec<Vec<C::Cell>> {
    let entries = |slice: &SliceId| slices[slice.index()].entries as usize;
    component.iter().map(|slice| C::DRAW.cells(entries(slice))).collect()
}

/// By slice of the space, its place in the component.
fn places(slices: usize, component: &[SliceId]) -> Vec<Option<u32>> {
    let mut place = vec![None; slices];
    for (number, slice) in component.iter().enumerate() {
        place[slice.index()] = Some(number as u32);
    }
    place
}

/// No marks for these cells, of which each chunk has N words.
fn marks<T>(cells: &[Vec<T>], words: usize) -> Vec<Vec<AtomicU64>> {
    let of_slice = |cells: &Vec<T>| (0..cells.len().div_ceil(CHUNK) * words).map(|_| AtomicU64::new(0)).collect();
    cells.iter().map(of_slice).collect()
}

/// Puts the values of a component.
fn put<C: Code>(component: &[SliceId], cells: &[Vec<C::Cell>], sink: &dyn Sink) -> Result<(), Halt> {
    for (&slice, cells) in component.iter().zip(cells) {
        let chunks: Vec<&[C::Cell]> = cells.chunks(CHUNK).collect();
        try_map(chunks.len(), &|chunk| {
            let codes: Vec<C> = chunks[chunk].iter().map(C::load).collect();
            sink.put(Entry { slice, index: (chunk * CHUNK) as u64 }, C::codes(&codes))
        })?;
    }
    Ok(())
}

/// Words of marks in a chunk of cells of two bytes.
const WIDE_MARKS: usize = 16;

/// The retrograde analysis of a component.
struct Analysis<'a, S: Space, C: Code> {
    space: &'a S,
    work: Work<'a>,
    component: &'a [SliceId],
    /// By slice, its place in the component.
    place: Vec<Option<u32>>,
    cells: Vec<Vec<C::Cell>>,
    /// For each slice, [`Self::MARKS`] words per chunk, with one bit for each depth that its cells hold. In cells of
    /// two bytes, depths 1,024 plies apart share a bit.
    marks: Vec<Vec<AtomicU64>>,
    /// For each slice, one bit per entry: the entries with a move to a resolved position that the first look left
    /// undecided.
    waiting: Vec<OnceLock<Box<[AtomicU64]>>>,
    /// The greatest depth so far, in plies, of entries and of resolved positions.
    deepest: AtomicU32,
    halt: FirstHalt,
}

/// A ply for one chunk of a slice.
struct PlyOfChunk<'k, 'a, S: Space, C: Code> {
    analysis: &'k Analysis<'a, S, C>,
    slice: usize,
    chunk: usize,
    ply: u32,
}

impl<S: Space, C: Code> Kernel for PlyOfChunk<'_, '_, S, C> {
    type Output = ();

    #[inline(always)]
    fn run<const LEVEL: u8>(self) {
        let PlyOfChunk { analysis, slice, chunk, ply } = self;
        if S::PARENTS {
            analysis.propagate(slice, chunk, ply);
            analysis.look_again(slice, chunk, ply);
        } else {
            analysis.sweep(slice, chunk, ply);
        }
    }
}

/// The value of a position by its known successors, in plies.
struct MoveVerdict {
    /// The shortest win.
    win: Option<u32>,
    /// The longest loss, if every move loses.
    loss: Option<u32>,
}

/// The value of a successor, if it is known.
#[derive(Clone, Copy)]
enum Known {
    Value(Value),
    /// Undecided, or drawn.
    Open,
    /// Without an entry, undecided or drawn.
    OpenResolved,
}

impl<'a, S: Space, C: Code> Analysis<'a, S, C> {
    /// Words of marks in a chunk. Every depth that fits one byte has its own bit.
    const MARKS: usize = if C::BYTES == 1 { 2 } else { WIDE_MARKS };

    fn new(space: &'a S, component: &'a [SliceId], work: Work<'a>, cells: Vec<Vec<C::Cell>>) -> Self {
        Analysis {
            space,
            work,
            component,
            place: places(space.slices().len(), component),
            marks: marks(&cells, Self::MARKS),
            waiting: component.iter().map(|_| OnceLock::new()).collect(),
            cells,
            deepest: AtomicU32::new(0),
            halt: FirstHalt::default(),
        }
    }

    /// Solves the component and puts its values. If a depth does not fit, it puts none.
    fn run(self) -> Result<(), Halt> {
        self.each_chunk(&|slice, chunk| self.begin(slice, chunk));
        self.iterate()
    }

    /// [`Analysis::run`] after the first look: ply after ply, until one past the greatest depth.
    fn iterate(mut self) -> Result<(), Halt> {
        let mut ply = 1;
        while ply <= self.deepest.load(Relaxed) + 1 && self.halt.goes_on(self.work.progress) {
            self.each_chunk(&|slice, chunk| cpu::run(PlyOfChunk { analysis: &self, slice, chunk, ply }));
            ply += 1;
        }
        self.halt.take()?;
        put::<C>(self.component, &self.cells, self.work.sink)
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

    /// The word and the bit that mark a depth in a chunk.
    fn mark(&self, slice: usize, chunk: usize, plies: u32) -> (&AtomicU64, u64) {
        let bit = plies as usize % (64 * Self::MARKS);
        (&self.marks[slice][chunk * Self::MARKS + bit / 64], 1 << (bit % 64))
    }

    /// Stores a value in a cell, and marks its depth.
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

    /// The first look at each position: the values of finished games and of conversions.
    fn begin(&self, slice: usize, chunk: usize) {
        let entries = self.entries_of(slice, chunk);
        // A second solve, with cells of two bytes, does not count its entries again.
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

    /// Marks the depths that the first look of another solver found.
    fn note(&self, slice: usize, chunk: usize) {
        for index in self.entries_of(slice, chunk) {
            if let Some(value @ (Value::Win(_) | Value::Loss(_))) = C::load(&self.cells[slice][index]).decode() {
                self.decide(slice, index, value);
            }
        }
    }

    /// Decides a position by its successors' values after `ply`. Returns whether a successor without an entry is
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

    /// Adds an entry to the waiting entries, at which every ply looks.
    #[cold]
    fn wait(&self, slice: usize, index: usize) {
        let words = self.cells[slice].len().div_ceil(64);
        let waiting = self.waiting[slice].get_or_init(|| bytemuck::zeroed_slice_box(words));
        waiting[index / 64].fetch_or(1 << (index % 64), Relaxed);
    }

    /// The value by the successors' values after `ply`, and whether a successor without an entry is undecided. With
    /// `only_loss`, the look ends at the first move that does not lose.
    #[inline(always)]
    fn verdict(&self, position: &S::Position, ply: u32, only_loss: bool) -> (MoveVerdict, bool) {
        let (mut win, mut longest, mut lost, mut waits) = (None, 0, true, false);
        for mv in self.space.moves(position) {
            let next = self.space.play(position, mv);
            match self.known(position, &next, ply) {
                Known::Value(value) => match value.before(turn(self.space, position, &next)) {
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
        (MoveVerdict { win, loss: lost.then_some(longest) }, waits)
    }

    /// The value of a successor after `ply`. A value within the component that is deeper than `ply` may still change.
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

    /// [`Analysis::known`] for a position without an entry: a finished or a resolved one.
    fn known_without_entry(&self, from: &S::Position, next: &S::Position, ply: u32) -> Known {
        if let Some(outcome) = self.space.outcome(next) {
            return Known::Value(outcome.into());
        }
        let resolved = resolve::<S, ()>(self.space, Metric::End, next, &mut |position| {
            Ok(match self.known(next, position, ply) {
                Known::Value(value) => Some(value),
                Known::Open | Known::OpenResolved => None,
            })
        });
        let Ok(Some(best)) = resolved else {
            self.stray(from, None);
            return Known::Open;
        };
        // The plies must go on to the depth of a win by an extra move, even if no entry has that depth.
        if let Some(Value::Win(plies)) = best.known {
            self.deepest.fetch_max(plies, Relaxed);
        }
        best.after(ply).map_or(Known::OpenResolved, Known::Value)
    }

    #[cold]
    fn stray(&self, position: &S::Position, to: Option<SliceId>) {
        self.halt.set(Halt::unsolved(self.space, position, to));
    }

    /// Ply `ply` for the predecessors of a chunk: of its entries that ply `ply - 1` decided.
    #[inline(always)]
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
                    // The parent may share its entry with the position of exchanged teams. Its moves decide whose turn
                    // it is afterwards.
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

    /// Ply `ply` for the waiting entries of a chunk.
    #[inline(always)]
    fn look_again(&self, slice: usize, chunk: usize, ply: u32) {
        let Some(waiting) = self.waiting[slice].get() else { return };
        for index in self.entries_of(slice, chunk) {
            if waiting[index / 64].load(Relaxed) >> (index % 64) & 1 == 1 {
                self.look(slice, index, ply);
            }
        }
    }

    /// Ply `ply` for every entry of a chunk.
    #[inline(always)]
    fn sweep(&self, slice: usize, chunk: usize, ply: u32) {
        for index in self.entries_of(slice, chunk) {
            self.look(slice, index, ply);
        }
    }

    /// Ply `ply` for one entry, by a look at its moves, unless it is decided, finished or without a position.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::space::Slice;
    use crate::values::{Lookup, LookupError, Memory};

    /// The example of the head: the positions `a` to `f` are 0 to 5.
    struct Six;

    /// The position that `c` converts to.
    const BELOW: u8 = 7;

    /// By position, the positions that its moves lead to.
    const MOVES: [&[u8]; 6] = [&[5, 3], &[0], &[1, BELOW], &[0, 2, 4], &[3], &[]];

    impl Game for Six {
        type Position = u8;
        type Move = u8;

        fn name(&self) -> &'static str {
            "six"
        }

        fn sides(&self) -> &'static [&'static str] {
            &["A", "B"]
        }

        fn start(&self) -> u8 {
            0
        }

        fn side_to_move(&self, position: &u8) -> usize {
            usize::from(position % 2)
        }

        fn outcome(&self, position: &u8) -> Option<Outcome> {
            (*position == 5).then_some(Outcome::Loss)
        }

        fn moves(&self, position: &u8) -> impl Iterator<Item = u8> {
            MOVES[usize::from(*position)].iter().copied()
        }

        fn play(&self, _position: &u8, mv: u8) -> u8 {
            mv
        }
    }

    /// The slices: the position below, and the component.
    fn slices() -> Vec<Slice> {
        let slice = |name: &str, entries: u64, leads_to: Vec<SliceId>| {
            let (name, part) = (name.to_string(), name.to_string());
            Slice { name, pieces: 1, part, entries, leads_to }
        };
        vec![slice("below", 1, Vec::new()), slice("six", 6, vec![SliceId(0), SliceId(1)])]
    }

    impl Space for Six {
        const PARENTS: bool = true;

        fn slices(&self) -> &[Slice] {
            static SLICES: OnceLock<Vec<Slice>> = OnceLock::new();
            SLICES.get_or_init(slices)
        }

        fn rank(&self, position: &u8) -> Option<Entry> {
            match *position {
                BELOW => Some(Entry { slice: SliceId(0), index: 0 }),
                position => Some(Entry { slice: SliceId(1), index: position.into() }),
            }
        }

        fn unrank(&self, entry: Entry) -> Option<u8> {
            Some(if entry.slice == SliceId(0) { BELOW } else { entry.index as u8 })
        }

        fn parents(&self, position: &u8) -> impl Iterator<Item = u8> {
            (0..6).filter(move |parent| MOVES[usize::from(*parent)].contains(position))
        }
    }

    /// The value of the position below.
    struct Below;

    impl Lookup for Below {
        fn value(&self, _entry: Entry) -> Result<Option<Value>, LookupError> {
            Ok(Some(Value::Loss(4)))
        }

        fn holds(&self, slice: SliceId) -> bool {
            slice == SliceId(0)
        }
    }

    #[test]
    fn the_example_of_the_head_goes_ply_by_ply() {
        let memory = Memory::new(Six.slices());
        let work = Work { below: &Below, sink: &memory, progress: &(), peers: None, pieces: None, files: None };
        let component = [SliceId(1)];
        let analysis = Analysis::<Six, u8>::new(&Six, &component, work, blank::<u8>(Six.slices(), &component));
        let cells = || {
            let text = |cell| match u8::load(cell).decode() {
                Some(Value::Win(plies)) => format!("W{plies}"),
                Some(Value::Loss(plies)) => format!("L{plies}"),
                _ => ".".to_string(),
            };
            analysis.cells[0].iter().map(text).collect::<Vec<_>>().join(" ")
        };
        analysis.each_chunk(&|slice, chunk| analysis.begin(slice, chunk));
        assert_eq!(cells(), ". . W5 . . L0");
        let plies = ["W1 . W5 . . L0", "W1 L2 W5 . . L0", "W1 L2 W3 . . L0"];
        for (ply, expected) in (1..=6).zip(plies.into_iter().chain([plies[2]; 3])) {
            analysis.each_chunk(&|slice, chunk| analysis.propagate(slice, chunk, ply));
            assert_eq!(cells(), expected, "ply {ply}");
        }
        assert_eq!(analysis.deepest.load(Relaxed), 5);
        analysis.iterate().expect("every depth fits one byte");
        assert_eq!(memory.value(Entry { slice: SliceId(1), index: 3 }).expect("it is in memory"), Some(Value::Draw));
    }
}
