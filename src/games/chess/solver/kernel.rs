//! The plies of a solve.
//!
//! Each block first looks at its positions once: which are legal, the values of their conversions, and which have no
//! move. Then an odd ply decides wins and an even ply losses, for both sides to move. A block reads the frontier of its
//! neighbours (the blocks that a king move leads to) and writes its own words alone, so no two threads write the same
//! word.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::super::position::squares;
use super::block::{Block, Converting, DEEPEST, MARKED, OPEN};
use super::conversions::Conversions;
use super::en_passant::Listing;
use super::geometry::EndingGeometry;
use super::moves::BlockMoves;
use super::side::Side;
use super::word::{Found, fill};
use super::worker::Worker;
use crate::solve::scan::Scan;
use crate::solve::{FirstHalt, Halt, Work};
use crate::util::threads::{current_thread, for_each_of, threads};

/// An ending while it is solved.
pub struct EndingSolver<'a> {
    /// By the side to move.
    pub sides: [Side; 2],
    shared: Shared<'a>,
}

/// The parts of a solve that all threads use.
struct Shared<'a> {
    ending: &'a EndingGeometry,
    work: Work<'a>,
    workers: Vec<Mutex<Worker>>,
    /// The last ply in which a position may be decided.
    last: AtomicU32,
    halt: FirstHalt,
}

/// A block in one ply: `moves` reads, the other fields are the block's own.
struct BlockPly<'a> {
    ply: u32,
    /// The words of the block.
    won: &'a mut [u64],
    lost: &'a mut [u64],
    block: &'a mut Block,
    /// Takes the positions that this ply decides.
    found: &'a mut Found,
    worker: &'a mut Worker,
}

/// The side to move, and the other side.
fn own_and_other(sides: &mut [Side; 2], side: usize) -> (&mut Side, &Side) {
    let [white, black] = sides;
    if side == 0 { (white, black) } else { (black, white) }
}

impl<'a> EndingSolver<'a> {
    /// A solve that has not begun.
    pub fn new(ending: &'a EndingGeometry, work: &Work<'a>) -> EndingSolver<'a> {
        let words = ending.pairs.count() * ending.placements;
        let side = || Side {
            won: vec![0; words],
            lost: vec![0; words],
            found: (0..ending.pairs.count()).map(|_| Found::new()).collect(),
            blocks: Vec::new(),
        };
        let shared = Shared {
            ending,
            work: *work,
            workers: (0..threads()).map(|_| Mutex::new(Worker::new(ending))).collect(),
            last: AtomicU32::new(0),
            halt: FirstHalt::default(),
        };
        EndingSolver { sides: [side(), side()], shared }
    }

    /// The geometry of the ending.
    pub fn ending(&self) -> &'a EndingGeometry {
        self.shared.ending
    }

    /// Decides every position that is won or lost.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn run(&mut self) -> Result<(), Halt> {
        self.begin(0);
        self.begin(1);
        if self.shared.goes_on() {
            self.end_games(0);
            self.end_games(1);
            self.find_alone();
        }
        let mut ply = 1;
        while ply <= self.shared.last.load(Relaxed) && self.shared.goes_on() {
            let found = [self.ply(ply, 0), self.ply(ply, 1)];
            if found.iter().flatten().any(|found| !found.is_empty()) {
                if ply > DEEPEST {
                    self.shared.halt.set(Halt::TooDeep);
                }
                self.shared.reach(ply + 1);
            }
            for (side, found) in self.sides.iter_mut().zip(found) {
                side.found = found;
            }
            ply += 1;
        }
        self.shared.halt.take()
    }

    /// The first look at the positions of a side: legality, conversions, double steps that can be captured en passant.
    fn begin(&mut self, side: usize) {
        let Shared { ending, work, .. } = self.shared;
        let shared = &self.shared;
        let Side { won, lost, blocks, .. } = &mut self.sides[side];
        let mut slots: Vec<Option<Block>> = (0..ending.pairs.count()).map(|_| None).collect();
        let words = won.chunks_mut(ending.placements).zip(lost.chunks_mut(ending.placements)).zip(&mut slots);
        for_each_of(words, |pair, ((won, converting), slot)| {
            let block = slot.insert(Block::new(ending));
            if shared.goes_on() {
                shared.with_worker(|worker| {
                    let conversions = Conversions { ending, side, below: work.below };
                    shared.halt.note(begin_block(&conversions, pair, (won, converting), block, worker));
                    shared.reach(block.deepest_mark().max(block.en_passant.deepest()));
                });
            }
            // The output reports the other half of the work. A slice with either side to move is reported for one side.
            if side == 0 || !ending.is_symmetric() {
                work.progress.advance(ending.numberings[side].per_pair() / 2);
            }
        });
        *blocks = slots.into_iter().flatten().collect();
    }

    /// Finds the positions of a side that have no move: a mate is lost in 0 plies.
    fn end_games(&mut self, side: usize) {
        let (ending, shared) = (self.shared.ending, &self.shared);
        let (own, other) = own_and_other(&mut self.sides, side);
        let (placements, own_won) = (ending.placements, &own.won);
        let words = own.lost.chunks_mut(placements).zip(&mut own.blocks).zip(&mut own.found);
        for_each_of(words, |pair, ((lost, block), found)| {
            for (placement, lost) in lost.iter_mut().enumerate() {
                let at = pair * placements + placement;
                let Some(word) = ending.word(pair, placement) else { continue };
                let converting = std::mem::take(lost);
                let moves = BlockMoves::with_pawns(ending, side, pair, other, &block.en_passant);
                let stuck = moves.without_escape(&word, !(own_won[at] | converting));
                if stuck == 0 {
                    continue;
                }
                // The other side, if it were to move, could capture the king: its position is none, and counts as won.
                let mated = stuck & other.won[at];
                block.safe[placement] |= stuck & !mated;
                if ending.has_en_passant() {
                    block.stuck.push((placement as u32, stuck));
                }
                if mated != 0 {
                    *lost = mated;
                    fill(&mut block.plies[placement], mated, 0);
                    found.push((placement as u32, mated));
                }
            }
            if !found.is_empty() {
                shared.reach(1);
            }
        });
    }

    /// Finds the double steps after which the captures are the only moves.
    fn find_alone(&mut self) {
        let [white, black] = &mut self.sides;
        for (block, replies) in white.blocks.iter_mut().zip(&mut black.blocks) {
            block.en_passant.find_alone(&replies.stuck);
            replies.en_passant.find_alone(&block.stuck);
        }
    }

    /// Decides the wins or the losses of a side in a ply. Returns them by block.
    fn ply(&mut self, ply: u32, side: usize) -> Vec<Found> {
        let (ending, shared) = (self.shared.ending, &self.shared);
        let (own, other) = own_and_other(&mut self.sides, side);
        let mut found: Vec<Found> = own.blocks.iter().map(|_| Found::new()).collect();
        let words = own.won.chunks_mut(ending.placements).zip(own.lost.chunks_mut(ending.placements));
        for_each_of(words.zip(&mut own.blocks).zip(&mut found), |pair, (((won, lost), block), found)| {
            if !shared.goes_on() {
                return;
            }
            shared.with_worker(|worker| {
                let moves = BlockMoves::with_pawns(ending, side, pair, other, &block.en_passant);
                moves.take_back(worker);
                let mut of_block = BlockPly { ply, won, lost, block, found, worker };
                of_block.pending();
                match ply % 2 {
                    1 => of_block.wins(ending, other, pair),
                    _ => of_block.losses(ending, side, other, pair),
                }
            });
        });
        found
    }
}

impl Shared<'_> {
    fn goes_on(&self) -> bool {
        self.halt.goes_on(self.work.progress)
    }

    fn reach(&self, ply: u32) {
        self.last.fetch_max(ply, Relaxed);
    }

    fn with_worker(&self, work: impl FnOnce(&mut Worker)) {
        let number = current_thread() % self.workers.len();
        // The panic of another thread reaches the caller of the solver by itself.
        work(&mut self.workers[number].lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Fills the words of a block: `won` with the numbers that hold no position, `converting` with the positions that have
/// a legal conversion.
fn begin_block(
    conversions: &Conversions,
    pair: usize,
    (won, converting): (&mut [u64], &mut [u64]),
    block: &mut Block,
    worker: &mut Worker,
) -> Result<(), Halt> {
    let Conversions { ending, side, below } = *conversions;
    for (placement, won) in won.iter_mut().enumerate() {
        let word = ending.word(pair, placement);
        let legal = word.map_or(0, |word| ending.places(&word) & !ending.checks(&word, side));
        *won = !legal;
        let Some(word) = word.filter(|_| legal != 0) else { continue };
        conversions.word(&word, legal, &mut worker.questions, &mut Converting { block, converting })?;
        if ending.has_en_passant() {
            block.en_passant.list(&Listing { ending, side, word: &word, below }, legal)?;
        }
    }
    conversions.finish(&mut worker.questions, &mut Converting { block, converting })
}

impl BlockPly<'_> {
    /// Adds the positions that conversions may decide in this ply.
    fn pending(&mut self) {
        let ply = self.ply as u8;
        for (group, marks) in self.block.marks.iter().enumerate() {
            if marks[usize::from(ply) / 64] >> (ply % 64) & 1 == 1 {
                let first = group * MARKED;
                for (placement, plies) in self.block.plies.iter().enumerate().skip(first).take(MARKED) {
                    let positions = ply.find(plies);
                    if positions != 0 {
                        self.worker.add(placement, positions);
                    }
                }
            }
        }
    }

    /// Decides the candidates that are won in this ply: all that are not won before.
    fn wins(&mut self, ending: &EndingGeometry, other: &Side, pair: usize) {
        let placements = ending.placements;
        let BlockPly { ply, won, block, found, worker, .. } = self;
        let lost = &other.lost[pair * placements..(pair + 1) * placements];
        block.en_passant.wins(*ply, lost, |placement, positions| worker.add(placement, positions));
        for group in 0..worker.touched.len() {
            for placement in squares(std::mem::take(&mut worker.touched[group])) {
                let placement = group * 64 + usize::from(placement);
                let new = std::mem::take(&mut worker.candidates[placement]) & !won[placement];
                if new != 0 {
                    won[placement] |= new;
                    fill(&mut block.plies[placement], new, *ply as u8);
                    found.push((placement as u32, new));
                }
            }
        }
    }

    /// Decides the candidates that are lost in this ply: those without a move that holds.
    fn losses(&mut self, ending: &EndingGeometry, side: usize, other: &Side, pair: usize) {
        let placements = ending.placements;
        let BlockPly { ply, won, lost, block, found, worker } = self;
        let of_block = &other.won[pair * placements..(pair + 1) * placements];
        block.en_passant.losses(*ply, of_block, |placement, positions| worker.add(placement, positions));
        for group in 0..worker.touched.len() {
            for placement in squares(std::mem::take(&mut worker.touched[group])) {
                let placement = group * 64 + usize::from(placement);
                let candidates = std::mem::take(&mut worker.candidates[placement])
                    & !(won[placement] | lost[placement] | block.safe[placement]);
                let Some(word) = ending.word(pair, placement).filter(|_| candidates != 0) else { continue };
                let moves = BlockMoves::with_pawns(ending, side, pair, other, &block.en_passant);
                let mut new = moves.without_escape(&word, candidates);
                // A losing conversion may last longer.
                for square in squares(new) {
                    let pending = block.plies[placement][usize::from(square)];
                    if pending != OPEN && u32::from(pending) > *ply {
                        new &= !(1 << square);
                    }
                }
                if new != 0 {
                    lost[placement] |= new;
                    fill(&mut block.plies[placement], new, *ply as u8);
                    found.push((placement as u32, new));
                }
            }
        }
    }
}
