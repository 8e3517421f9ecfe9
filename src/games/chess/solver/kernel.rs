//! The work, ply by ply.
//!
//! Before the first ply, each block looks at its positions once: which are legal, what conversions say, and where there is no
//! move. An odd ply decides the wins, an even one the losses, of both sides at once. A block takes the moves of its pieces back
//! from its own positions and those of its kings from the blocks around it, and writes only what is its own: no two threads
//! write the same word.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

use super::block::{Block, DEEPEST, MARKED, OPEN};
use super::conversions::{Conversions, Questions};
use super::geometry::Ending;
use super::paths::each;
use super::word::{Found, fill};
use crate::solve::scan::Scan;
use crate::solve::{FirstHalt, Halt, Work};
use crate::util::threads::for_each_of;

/// What is known of the positions of one side to move, words of all blocks one after the other.
#[derive(Default)]
pub struct Side {
    /// Won, or no position: in either case the move that leads here loses.
    pub won: Vec<u64>,
    pub lost: Vec<u64>,
    /// By block, what the last ply decided.
    pub(super) found: Vec<Found>,
}

/// Both sides of an ending while it is solved.
pub struct EndingSolver<'a> {
    pub ending: &'a Ending,
    work: Work<'a>,
    pub sides: [Side; 2],
    pub blocks: [Vec<Block>; 2],
    workers: Vec<Mutex<Worker>>,
    /// The ply after which nothing can follow.
    last: AtomicU32,
    halt: FirstHalt,
}

/// What a thread works with.
pub(super) struct Worker {
    /// By placement, positions that may be decided.
    candidates: Vec<u64>,
    /// A bit for each placement that has candidates.
    touched: Vec<u64>,
    questions: Questions,
}

impl Worker {
    #[inline(always)]
    pub fn add(&mut self, placement: usize, positions: u64) {
        self.candidates[placement] |= positions;
        self.touched[placement / 64] |= 1 << (placement % 64);
    }
}

impl<'a> EndingSolver<'a> {
    /// Work that has not begun.
    pub fn new(ending: &'a Ending, work: &Work<'a>) -> EndingSolver<'a> {
        let worker = || Worker {
            candidates: vec![0; ending.placements],
            touched: vec![0; ending.placements.div_ceil(64)],
            questions: Questions::new(),
        };
        let words = ending.pairs.count() * ending.placements;
        let side = || Side {
            won: vec![0; words],
            lost: vec![0; words],
            found: (0..ending.pairs.count()).map(|_| Found::new()).collect(),
        };
        EndingSolver {
            ending,
            work: *work,
            sides: [side(), side()],
            blocks: [Vec::new(), Vec::new()],
            workers: (0..rayon::current_num_threads()).map(|_| Mutex::new(worker())).collect(),
            last: AtomicU32::new(0),
            halt: FirstHalt::default(),
        }
    }

    /// Decides every position that is won or lost.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn run(&mut self) -> Result<(), Halt> {
        self.begin(0);
        self.begin(1);
        if self.goes_on() {
            self.end_games();
        }
        let mut ply = 1;
        while ply <= self.last.load(Relaxed) && self.goes_on() {
            let found = [self.ply(ply, 0), self.ply(ply, 1)];
            if found.iter().flatten().any(|found| !found.is_empty()) {
                if ply > DEEPEST {
                    self.halt.set(Halt::TooDeep);
                }
                self.reach(ply + 1);
            }
            for (side, found) in self.sides.iter_mut().zip(found) {
                side.found = found;
            }
            ply += 1;
        }
        self.halt.take()
    }

    fn goes_on(&self) -> bool {
        self.halt.goes_on(self.work.progress)
    }

    fn reach(&self, ply: u32) {
        self.last.fetch_max(ply, Relaxed);
    }

    fn with_worker(&self, work: impl FnOnce(&mut Worker)) {
        let number = rayon::current_thread_index().unwrap_or(0) % self.workers.len();
        work(&mut self.workers[number].lock().expect("no thread panics"));
    }

    /// The first look at the positions of a side: legality, conversions, steps that can be captured en passant.
    fn begin(&mut self, side: usize) {
        let placements = self.ending.placements;
        let Side { mut won, mut lost, found } = std::mem::take(&mut self.sides[side]);
        let blocks: Vec<OnceLock<Block>> = (0..self.ending.pairs.count()).map(|_| OnceLock::new()).collect();
        let words = won.chunks_mut(placements).zip(lost.chunks_mut(placements)).zip(&blocks);
        for_each_of(words, |pair, ((won, converting), slot)| {
            let mut block = Block::new(self.ending);
            if self.goes_on() {
                self.with_worker(|worker| {
                    self.halt.note(self.begin_block(side, pair, won, converting, &mut block, worker));
                });
            }
            let _ = slot.set(block);
            // The other half is counted when it is put. Of a slice with either side to move, one side is.
            if side == 0 || !self.ending.is_symmetric() {
                self.work.progress.advance(self.ending.numberings[side].per_pair() / 2);
            }
        });
        self.sides[side] = Side { won, lost, found };
        self.blocks[side] = blocks.into_iter().filter_map(OnceLock::into_inner).collect();
    }

    /// `converting` takes the positions with a legal conversion, until the games that are over are known.
    fn begin_block(
        &self,
        side: usize,
        pair: usize,
        won: &mut [u64],
        converting: &mut [u64],
        block: &mut Block,
        worker: &mut Worker,
    ) -> Result<(), Halt> {
        let ending = self.ending;
        let conversions = Conversions { ending, side, below: self.work.below };
        for (placement, won) in won.iter_mut().enumerate() {
            let word = ending.word(pair, placement);
            let places = word.map_or(0, |word| ending.places(&word));
            let legal = word.map_or(0, |word| places & !ending.checks(&word, side));
            *won = !legal;
            let Some(word) = word.filter(|_| legal != 0) else { continue };
            conversions.word(&word, legal, &mut worker.questions, block, converting)?;
            if ending.has_en_passant() {
                block.en_passant.list(ending, side, &word, legal, self.work.below)?;
            }
        }
        conversions.finish(&mut worker.questions, block, converting)?;
        let pending =
            block.marks.iter().fold([0; 4], |all: [u64; 4], marks| std::array::from_fn(|i| all[i] | marks[i]));
        let deepest = (0..256).rev().find(|&plies| pending[plies / 64] >> (plies % 64) & 1 == 1);
        self.reach((deepest.unwrap_or(0) as u32).max(block.en_passant.deepest()));
        Ok(())
    }

    /// Finds the positions without a move: mates are lost in 0 plies.
    fn end_games(&mut self) {
        for side in [0, 1] {
            let placements = self.ending.placements;
            let mut lost = std::mem::take(&mut self.sides[side].lost);
            let mut blocks = std::mem::take(&mut self.blocks[side]);
            let mut found = std::mem::take(&mut self.sides[side].found);
            let won = [&self.sides[0].won, &self.sides[1].won];
            let words = lost.chunks_mut(placements).zip(&mut blocks).zip(&mut found);
            for_each_of(words, |pair, ((lost, block), found)| {
                for (placement, lost) in lost.iter_mut().enumerate() {
                    let at = pair * placements + placement;
                    let Some(word) = self.ending.word(pair, placement) else { continue };
                    let converting = std::mem::take(lost);
                    let still = self.without_escape(side, &word, !(won[side][at] | converting), won[1 - side], block);
                    if still == 0 {
                        continue;
                    }
                    // The other side could capture the king if it were to move.
                    let mated = still & won[1 - side][at];
                    block.safe[placement] |= still & !mated;
                    if self.ending.has_en_passant() {
                        block.stuck.push((placement as u32, still));
                    }
                    if mated != 0 {
                        *lost = mated;
                        fill(&mut block.plies[placement], mated, 0);
                        found.push((placement as u32, mated));
                    }
                }
                if !found.is_empty() {
                    self.reach(1);
                }
            });
            self.sides[side].lost = lost;
            self.sides[side].found = found;
            self.blocks[side] = blocks;
        }
        let [one, other] = &mut self.blocks;
        for (block, answers) in one.iter_mut().zip(other) {
            block.en_passant.find_alone(&answers.stuck);
            answers.en_passant.find_alone(&block.stuck);
        }
    }

    /// Decides the wins or the losses of a side in a ply. Returns them by block.
    fn ply(&mut self, ply: u32, side: usize) -> Vec<Found> {
        let placements = self.ending.placements;
        let is_win = ply % 2 == 1;
        let own = &mut self.sides[side];
        let mut decided = std::mem::take(if is_win { &mut own.won } else { &mut own.lost });
        let mut blocks = std::mem::take(&mut self.blocks[side]);
        let mut found: Vec<Found> = (0..blocks.len()).map(|_| Found::new()).collect();
        let words = decided.chunks_mut(placements).zip(&mut blocks).zip(&mut found);
        for_each_of(words, |pair, ((decided, block), found)| {
            if !self.goes_on() {
                return;
            }
            self.with_worker(|worker| {
                self.take_back(side, pair, block, worker);
                self.pending(ply as u8, block, worker);
                match is_win {
                    true => self.wins(ply, side, pair, decided, block, found, worker),
                    false => self.losses(ply, side, pair, decided, block, found, worker),
                }
            });
        });
        self.blocks[side] = blocks;
        let own = &mut self.sides[side];
        *(if is_win { &mut own.won } else { &mut own.lost }) = decided;
        found
    }

    /// Adds the positions that conversions may decide in this ply.
    fn pending(&self, ply: u8, block: &Block, worker: &mut Worker) {
        for (group, marks) in block.marks.iter().enumerate() {
            if marks[usize::from(ply) / 64] >> (ply % 64) & 1 == 1 {
                let first = group * MARKED;
                let end = self.ending.placements.min(first + MARKED);
                for placement in first..end {
                    let positions = ply.find(&block.plies[placement]);
                    if positions != 0 {
                        worker.add(placement, positions);
                    }
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn wins(
        &self,
        ply: u32,
        side: usize,
        pair: usize,
        won: &mut [u64],
        block: &mut Block,
        found: &mut Found,
        worker: &mut Worker,
    ) {
        let placements = self.ending.placements;
        let lost = &self.sides[1 - side].lost[pair * placements..(pair + 1) * placements];
        block.en_passant.wins(ply, lost, |placement, positions| worker.add(placement, positions));
        for group in 0..worker.touched.len() {
            for placement in each(std::mem::take(&mut worker.touched[group])) {
                let placement = group * 64 + usize::from(placement);
                let new = std::mem::take(&mut worker.candidates[placement]) & !won[placement];
                if new != 0 {
                    won[placement] |= new;
                    fill(&mut block.plies[placement], new, ply as u8);
                    found.push((placement as u32, new));
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn losses(
        &self,
        ply: u32,
        side: usize,
        pair: usize,
        lost: &mut [u64],
        block: &mut Block,
        found: &mut Found,
        worker: &mut Worker,
    ) {
        let placements = self.ending.placements;
        let own = &self.sides[side].won[pair * placements..(pair + 1) * placements];
        let other = &self.sides[1 - side].won;
        block.en_passant.losses(ply, &other[pair * placements..(pair + 1) * placements], |placement, positions| {
            worker.add(placement, positions);
        });
        for group in 0..worker.touched.len() {
            for placement in each(std::mem::take(&mut worker.touched[group])) {
                let placement = group * 64 + usize::from(placement);
                let candidates = std::mem::take(&mut worker.candidates[placement])
                    & !(own[placement] | lost[placement] | block.safe[placement]);
                let Some(word) = self.ending.word(pair, placement).filter(|_| candidates != 0) else { continue };
                let mut new = self.without_escape(side, &word, candidates, other, block);
                // A conversion may lose later.
                for square in each(new) {
                    let pending = block.plies[placement][usize::from(square)];
                    if pending != OPEN && u32::from(pending) > ply {
                        new &= !(1 << square);
                    }
                }
                if new != 0 {
                    lost[placement] |= new;
                    fill(&mut block.plies[placement], new, ply as u8);
                    found.push((placement as u32, new));
                }
            }
        }
    }
}
