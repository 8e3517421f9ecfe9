//! The work, ply by ply.
//!
//! Before the first ply, each block looks at its positions once: which are legal, what conversions say, and where there is no
//! move. An odd ply decides the wins, an even one the losses, of both sides at once. A block takes the moves of its pieces back
//! from its own positions and those of its kings from the blocks around it, and writes only what is its own: no two threads
//! write the same word.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

use super::block::{ABSENT, Block, DEEPEST, Found, MARKED, Word, fill};
use super::conversions::{Conversions, Failed, Questions};
use super::ending::Ending;
use super::flips;
use super::layout::Kind;
use super::paths::{END, each, flood, paths, push};
use crate::solve::Progress;
use crate::solve::scan::Scan;
use crate::util::threads::for_each_of;
use crate::values::Lookup;

/// What is known of the positions of one side to move, words of all blocks one after the other.
#[derive(Default)]
pub struct Side {
    /// Won, or no position: in either case the move that leads here loses.
    pub won: Vec<u64>,
    pub lost: Vec<u64>,
    /// By block, what the last ply decided.
    found: Vec<Found>,
}

/// Both sides of an ending while it is solved.
pub struct Levels<'a> {
    pub ending: &'a Ending,
    below: &'a dyn Lookup,
    progress: &'a dyn Progress,
    pub sides: [Side; 2],
    pub blocks: [Vec<Block>; 2],
    workers: Vec<Mutex<Worker>>,
    /// The ply after which nothing can follow.
    last: AtomicU32,
    failed: OnceLock<Failed>,
    stopped: AtomicBool,
}

/// What a thread works with.
struct Worker {
    /// By config, positions that may be decided.
    candidates: Vec<u64>,
    /// A bit for each config that has candidates.
    touched: Vec<u64>,
    questions: Questions,
}

impl Worker {
    #[inline(always)]
    fn add(&mut self, config: usize, positions: u64) {
        self.candidates[config] |= positions;
        self.touched[config / 64] |= 1 << (config % 64);
    }
}

/// How the work ended.
pub enum Ended {
    Decided,
    Stopped,
    Failed(Failed),
}

impl<'a> Levels<'a> {
    /// Work that has not begun.
    pub fn new(ending: &'a Ending, below: &'a dyn Lookup, progress: &'a dyn Progress) -> Levels<'a> {
        let worker = || Worker {
            candidates: vec![0; ending.configs],
            touched: vec![0; ending.configs.div_ceil(64)],
            questions: Questions::new(),
        };
        let words = ending.pairs.count() * ending.configs;
        let side = || Side {
            won: vec![0; words],
            lost: vec![0; words],
            found: (0..ending.pairs.count()).map(|_| Found::new()).collect(),
        };
        Levels {
            ending,
            below,
            progress,
            sides: [side(), side()],
            blocks: [Vec::new(), Vec::new()],
            workers: (0..rayon::current_num_threads()).map(|_| Mutex::new(worker())).collect(),
            last: AtomicU32::new(0),
            failed: OnceLock::new(),
            stopped: AtomicBool::new(false),
        }
    }

    /// Decides every position that is won or lost.
    pub fn run(&mut self) -> Ended {
        self.begin(0);
        self.begin(1);
        if self.goes_on() {
            self.end_games();
        }
        let mut ply = 1;
        while ply <= self.last.load(Relaxed) && self.goes_on() {
            if ply > DEEPEST {
                let _ = self.failed.set(Failed::TooDeep);
                break;
            }
            let found = [self.ply(ply, 0), self.ply(ply, 1)];
            if found.iter().flatten().any(|found| !found.is_empty()) {
                self.reach(ply + 1);
            }
            for (side, found) in self.sides.iter_mut().zip(found) {
                side.found = found;
            }
            ply += 1;
        }
        match self.failed.take() {
            Some(failed) => Ended::Failed(failed),
            None if self.stopped.load(Relaxed) => Ended::Stopped,
            None => Ended::Decided,
        }
    }

    fn goes_on(&self) -> bool {
        if !self.progress.go_on() {
            self.stopped.store(true, Relaxed);
        }
        !self.stopped.load(Relaxed) && self.failed.get().is_none()
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
        let configs = self.ending.configs;
        let Side { mut won, mut lost, found } = std::mem::take(&mut self.sides[side]);
        let blocks: Vec<OnceLock<Block>> = (0..self.ending.pairs.count()).map(|_| OnceLock::new()).collect();
        let words = won.chunks_mut(configs).zip(lost.chunks_mut(configs)).zip(&blocks);
        for_each_of(words, |pair, ((won, converting), slot)| {
            let mut block = Block::new(self.ending);
            if self.goes_on() {
                self.with_worker(|worker| {
                    if let Err(failed) = self.begin_block(side, pair, won, converting, &mut block, worker) {
                        let _ = self.failed.set(failed);
                    }
                });
            }
            let _ = slot.set(block);
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
    ) -> Result<(), Failed> {
        let ending = self.ending;
        let conversions = Conversions { ending, side, below: self.below };
        for config in 0..ending.configs {
            let word = ending.word(pair, config);
            let places = word.map_or(0, |word| ending.places(&word));
            let legal = word.map_or(0, |word| places & !ending.checks(&word, side));
            won[config] = !legal;
            fill(&mut block.plies[config], !legal, ABSENT);
            let Some(word) = word.filter(|_| legal != 0) else { continue };
            conversions.word(&word, legal, &mut worker.questions, block, converting)?;
            if ending.has_en_passant() {
                block.en_passant.list(ending, side, &word, legal, self.below)?;
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
            let configs = self.ending.configs;
            let mut lost = std::mem::take(&mut self.sides[side].lost);
            let mut blocks = std::mem::take(&mut self.blocks[side]);
            let mut found = std::mem::take(&mut self.sides[side].found);
            let won = [&self.sides[0].won, &self.sides[1].won];
            let words = lost.chunks_mut(configs).zip(&mut blocks).zip(&mut found);
            for_each_of(words, |pair, ((lost, block), found)| {
                for config in 0..configs {
                    let at = pair * configs + config;
                    let Some(word) = self.ending.word(pair, config) else { continue };
                    let converting = std::mem::take(&mut lost[config]);
                    let still = self.without_escape(side, &word, !(won[side][at] | converting), won[1 - side], block);
                    if still == 0 {
                        continue;
                    }
                    // The other side could capture the king if it were to move.
                    let mated = still & won[1 - side][at];
                    block.safe[config] |= still & !mated;
                    if self.ending.has_en_passant() {
                        block.stuck.push((config as u32, still));
                    }
                    if mated != 0 {
                        lost[config] = mated;
                        fill(&mut block.plies[config], mated, 0);
                        found.push((config as u32, mated));
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
        let configs = self.ending.configs;
        let is_win = ply % 2 == 1;
        let own = &mut self.sides[side];
        let mut decided = std::mem::take(if is_win { &mut own.won } else { &mut own.lost });
        let mut blocks = std::mem::take(&mut self.blocks[side]);
        let mut found: Vec<Found> = (0..blocks.len()).map(|_| Found::new()).collect();
        let words = decided.chunks_mut(configs).zip(&mut blocks).zip(&mut found);
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

    /// Adds the positions with a move to one that the last ply decided.
    fn take_back(&self, side: usize, pair: usize, block: &Block, worker: &mut Worker) {
        let ending = self.ending;
        let found = &self.sides[1 - side].found;
        let free = ending.free();
        for &(config, positions) in &found[pair] {
            let Some(word) = ending.word(pair, config as usize) else { continue };
            for (piece, (held, &square)) in ending.held().iter().zip(&ending.squares[word.config]).enumerate() {
                if held.side == side {
                    match held.kind {
                        Kind::Pawn => self.take_back_pawn(side, &word, piece, square, positions, block, worker),
                        kind => self.take_back_piece(kind, &word, piece, square, positions, worker),
                    }
                }
            }
            if free.side == side {
                let empty = ending.places(&word);
                let from = match free.kind {
                    Kind::Pawn => {
                        let one = push(1 - side, positions) & empty;
                        let on_fourth = positions & fourth_rank(side);
                        let two = push(1 - side, push(1 - side, on_fourth) & empty) & empty;
                        one | two & !block.en_passant.steps_of(ending.pieces.len() - 1, word.config)
                    }
                    kind => flood(kind, positions, empty),
                };
                if from != 0 {
                    worker.add(word.config, from);
                }
            }
        }
        let king = ending.kings(pair)[side];
        for mv in &ending.king_moves[side][pair] {
            let back = flips::inverse(mv.flip);
            let configs = &ending.flipped[usize::from(back)];
            for &(config, positions) in &found[usize::from(mv.pair)] {
                let positions = flips::set(back, positions) & !(1 << king);
                let config = configs[config as usize] as usize;
                if positions != 0 && ending.occupied[config] >> king & 1 == 0 {
                    worker.add(config, positions);
                }
            }
        }
    }

    #[inline(always)]
    fn take_back_piece(&self, kind: Kind, word: &Word, piece: usize, square: u8, positions: u64, worker: &mut Worker) {
        for path in paths(kind, square) {
            let mut positions = positions;
            for &from in path {
                if from == END || word.occupied >> from & 1 == 1 {
                    break;
                }
                positions &= !(1 << from);
                if positions == 0 {
                    break;
                }
                worker.add(self.ending.moved(word.config, piece, from), positions);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn take_back_pawn(
        &self,
        side: usize,
        word: &Word,
        piece: usize,
        square: u8,
        positions: u64,
        block: &Block,
        worker: &mut Worker,
    ) {
        let one = push(1 - side, 1 << square);
        if one & (word.occupied | LAST_RANKS) != 0 {
            return;
        }
        let positions = positions & !one;
        worker.add(self.ending.moved(word.config, piece, one.trailing_zeros() as u8), positions);
        let two = push(1 - side, one);
        if 1 << square & fourth_rank(side) != 0 && two & word.occupied == 0 {
            let config = self.ending.moved(word.config, piece, two.trailing_zeros() as u8);
            worker.add(config, positions & !two & !block.en_passant.steps_of(piece, config));
        }
    }

    /// Adds the positions that conversions may decide in this ply.
    fn pending(&self, ply: u8, block: &Block, worker: &mut Worker) {
        for (group, marks) in block.marks.iter().enumerate() {
            if marks[usize::from(ply) / 64] >> (ply % 64) & 1 == 1 {
                let first = group * MARKED;
                let end = self.ending.configs.min(first + MARKED);
                for config in first..end {
                    let positions = ply.find(&block.plies[config]);
                    if positions != 0 {
                        worker.add(config, positions);
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
        let configs = self.ending.configs;
        let lost = &self.sides[1 - side].lost[pair * configs..(pair + 1) * configs];
        block.en_passant.wins(ply, lost, |config, positions| worker.add(config, positions));
        for group in 0..worker.touched.len() {
            for config in each(std::mem::take(&mut worker.touched[group])) {
                let config = group * 64 + usize::from(config);
                let new = std::mem::take(&mut worker.candidates[config]) & !won[config];
                if new != 0 {
                    won[config] |= new;
                    fill(&mut block.plies[config], new, ply as u8);
                    found.push((config as u32, new));
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
        let configs = self.ending.configs;
        let own = &self.sides[side].won[pair * configs..(pair + 1) * configs];
        let other = &self.sides[1 - side].won;
        block.en_passant.losses(ply, &other[pair * configs..(pair + 1) * configs], |config, positions| {
            worker.add(config, positions);
        });
        for group in 0..worker.touched.len() {
            for config in each(std::mem::take(&mut worker.touched[group])) {
                let config = group * 64 + usize::from(config);
                let candidates =
                    std::mem::take(&mut worker.candidates[config]) & !(own[config] | lost[config] | block.safe[config]);
                let Some(word) = self.ending.word(pair, config).filter(|_| candidates != 0) else { continue };
                let mut new = self.without_escape(side, &word, candidates, other, block);
                // A conversion may lose later.
                for square in each(new) {
                    let pending = block.plies[config][usize::from(square)];
                    if pending != super::block::OPEN && u32::from(pending) > ply {
                        new &= !(1 << square);
                    }
                }
                if new != 0 {
                    lost[config] |= new;
                    fill(&mut block.plies[config], new, ply as u8);
                    found.push((config as u32, new));
                }
            }
        }
    }

    /// Those of the positions in which every move without conversion leads to a position that the other side has won.
    fn without_escape(&self, side: usize, word: &Word, mut positions: u64, won: &[u64], block: &Block) -> u64 {
        let ending = self.ending;
        let of_block = &won[word.pair * ending.configs..(word.pair + 1) * ending.configs];
        positions &= !block.en_passant.open(word.config);
        let free = ending.free();
        if free.side == side && positions != 0 {
            let empty = ending.places(word);
            let escapes = !of_block[word.config] & empty;
            let from = match free.kind {
                Kind::Pawn => {
                    let on_fourth = escapes & fourth_rank(side);
                    let two = push(1 - side, push(1 - side, on_fourth) & empty) & empty;
                    let steps = block.en_passant.steps_of(ending.pieces.len() - 1, word.config);
                    push(1 - side, escapes) | two & !steps
                }
                kind => flood(kind, escapes, empty),
            };
            positions &= !from;
        }
        for mv in &ending.king_moves[side][word.pair] {
            let here = positions & !(1 << mv.to);
            if here == 0 || word.occupied >> mv.to & 1 == 1 {
                continue;
            }
            let config = ending.flipped[usize::from(mv.flip)][word.config] as usize;
            let after = won[usize::from(mv.pair) * ending.configs + config];
            positions &= flips::set(flips::inverse(mv.flip), after) | 1 << mv.to;
        }
        for (piece, (held, &square)) in ending.held().iter().zip(&ending.squares[word.config]).enumerate() {
            if held.side != side || positions == 0 {
                continue;
            }
            if held.kind == Kind::Pawn {
                let one = push(side, 1 << square);
                if one & (word.occupied | LAST_RANKS) != 0 {
                    continue;
                }
                let after = of_block[ending.moved(word.config, piece, one.trailing_zeros() as u8)];
                positions &= after | one;
                let two = push(side, one);
                if two & fourth_rank(side) != 0 && two & word.occupied == 0 {
                    let after = of_block[ending.moved(word.config, piece, two.trailing_zeros() as u8)];
                    positions &= after | one | two | block.en_passant.steps_of(piece, word.config);
                }
                continue;
            }
            for path in paths(held.kind, square) {
                let mut blocked = 0;
                for &to in path {
                    if to == END || word.occupied >> to & 1 == 1 {
                        break;
                    }
                    blocked |= 1 << to;
                    positions &= of_block[ending.moved(word.config, piece, to)] | blocked;
                }
            }
        }
        positions
    }
}

/// The first and the last rank, on which no pawn stands.
const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

/// The rank that a side's pawns reach with a double step.
#[inline(always)]
fn fourth_rank(side: usize) -> u64 {
    if side == 0 { 0xff00_0000 } else { 0x00ff_0000_0000 }
}
