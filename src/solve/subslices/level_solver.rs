//! One level after the other, on all threads, and on all ranks of a collective solve.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::context::SubsliceContext;
use super::contract::{SubsliceSpace, cells};
use super::order::Numbered;
use super::pair::SubslicePair;
use crate::solve::{EntryRun, Halt, PieceKeeper, Runs, Work};
use crate::space::{Entry, SliceId};
use crate::util::threads::{current_thread, for_each, threads};

/// The memory in which a thread solves pairs, one after the other: with codes of one byte, and of two bytes for a pair
/// with a greater depth.
#[derive(Default)]
struct Workspace {
    narrow: SubslicePair<u8>,
    wide: SubslicePair<u16>,
}

/// Cells in a batch, the work of one thread. Ranks take batches in turn.
const BATCH: u64 = 1 << 12;

/// Batches per rank in each level, so that threads finish together. Fewer if the level is small.
const BATCHES: usize = 32;

/// The solver of a component.
pub struct LevelSolver<'a, S> {
    context: SubsliceContext<'a, S>,
    component: &'a [SliceId],
    /// By thread, the idle workspaces that it used last: they are in its cache.
    workspaces: Vec<Mutex<Vec<Workspace>>>,
    /// Whether a depth did not fit one byte. From then on all codes have two bytes.
    deep: AtomicBool,
}

impl<'a, S: SubsliceSpace> LevelSolver<'a, S> {
    pub fn new(space: &'a S, component: &'a [SliceId], work: &Work<'a>) -> LevelSolver<'a, S> {
        let workspaces = (0..threads()).map(|_| Mutex::default()).collect();
        LevelSolver { context: SubsliceContext::new(space, work), component, workspaces, deep: AtomicBool::new(false) }
    }

    /// Solves the subslices of a level, once all lower levels are solved.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn solve(&mut self, level: &[Numbered]) -> Result<(), Halt> {
        let Some(first) = level.first() else { return Ok(()) };
        let slice = first.slice(self.component);
        let work = self.context.work;
        let (rank, size) = work.peers.map_or((0, 1), |peers| (peers.rank(), peers.size()));
        let this = &*self;
        let batch = BATCH.div_ceil(cells(self.context.space, slice).max(1)) as usize;
        let batch = batch.min(level.len().div_ceil(size * BATCHES));
        let batches_of = |rank: usize| level.chunks(batch).skip(rank).step_by(size);
        let batches: Vec<&[Numbered]> = batches_of(rank).collect();
        for_each(batches.len(), &|number| this.solve_batch(batches[number]));
        self.context.halt.take()?;
        let Some(peers) = work.peers else { return Ok(()) };
        let runs =
            |rank: usize| -> Runs { Box::new(batches_of(rank).flatten().flat_map(|&numbered| self.runs(numbered))) };
        peers.exchange(&runs, work.sink)?;
        let others = (0..size).filter(|&other| other != rank).flat_map(runs);
        work.progress.advance(others.map(|(_, entries)| entries).sum());
        Ok(())
    }

    /// Solves all levels, the lowest first, in pieces: levels that are short together, and long ones in parts. The last
    /// piece is not kept, since the part is then solved.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn solve_in_pieces<'o>(
        &mut self,
        levels: impl Iterator<Item = &'o [Numbered]>,
        kept: &dyn PieceKeeper,
    ) -> Result<(), Halt> {
        let (mut piece, mut entries) = (Vec::new(), 0);
        for level in levels {
            let Some(first) = level.first() else { continue };
            // A subslice and its side-swapped subslice.
            let pair = 2 * cells(self.context.space, first.slice(self.component)).max(1);
            for level in level.chunks(kept.entries().div_ceil(pair) as usize) {
                piece.push(level);
                entries += pair * level.len() as u64;
                if entries >= kept.entries() {
                    self.solve_piece(&piece, kept)?;
                    piece.clear();
                    entries = 0;
                }
            }
        }
        piece.iter().try_for_each(|level| self.solve(level))
    }

    /// Restores a piece, or solves and keeps it.
    fn solve_piece(&mut self, levels: &[&[Numbered]], kept: &dyn PieceKeeper) -> Result<(), Halt> {
        let work = self.context.work;
        let runs: Vec<EntryRun> = levels.iter().copied().flatten().flat_map(|&numbered| self.runs(numbered)).collect();
        if kept.restore(&runs, work.sink)? {
            work.progress.skip(runs.iter().map(|&(_, entries)| entries).sum());
            return Ok(());
        }
        levels.iter().try_for_each(|level| self.solve(level))?;
        kept.keep(&runs, work.below)
    }

    /// The entries of a subslice and of its side-swapped subslice.
    fn runs(&self, numbered: Numbered) -> impl Iterator<Item = EntryRun> {
        let (slice, subslice) = (numbered.slice(self.component), numbered.subslice());
        let swapped = self.context.space.side_swapped_subslice(slice, subslice);
        let cells = cells(self.context.space, slice);
        let run = move |(slice, subslice): (SliceId, u64)| (Entry { slice, index: subslice * cells }, cells);
        let other = (swapped != (slice, subslice)).then(|| run(swapped));
        [run((slice, subslice))].into_iter().chain(other)
    }

    /// Solves a batch of subslices, one after the other, until there is an error.
    fn solve_batch(&self, subslices: &[Numbered]) {
        let halt = &self.context.halt;
        halt.note(self.context.work.progress.check());
        let own = current_thread() % self.workspaces.len();
        let workspaces = &self.workspaces[own];
        // A thread that waits for another in a large pair may start a second batch meanwhile: its own workspace is then
        // in use, and it takes any idle one.
        let (after, before) = (&self.workspaces[own..], &self.workspaces[..own]);
        let free = after.iter().chain(before).find_map(|workspaces| workspaces.lock().ok()?.pop());
        let mut workspace: Workspace = free.unwrap_or_default();
        let mut done = 0;
        for numbered in subslices {
            if halt.is_set() {
                break;
            }
            match self.solve_one(&mut workspace, *numbered) {
                Ok(entries) => done += entries,
                Err(reason) => halt.set(reason),
            }
        }
        self.context.work.progress.advance(done);
        if let Ok(mut workspaces) = workspaces.lock() {
            workspaces.push(workspace);
        }
    }

    /// Solves a subslice and its side-swapped subslice. Returns the number of entries.
    ///
    /// # Errors
    /// If a depth does not fit two bytes.
    fn solve_one(&self, workspace: &mut Workspace, numbered: Numbered) -> Result<u64, Halt> {
        let (slice, subslice) = (numbered.slice(self.component), numbered.subslice());
        if !self.deep.load(Relaxed) {
            match workspace.narrow.solve(&self.context, slice, subslice) {
                Err(Halt::TooDeep) => {}
                solved => return solved,
            }
            self.deep.store(true, Relaxed);
            workspace.narrow = SubslicePair::default();
        }
        workspace.wide.solve(&self.context, slice, subslice)
    }
}
