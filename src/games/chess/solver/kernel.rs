//! The plies of a solve.
//!
//! Each block first looks at its positions once: which are legal, the values of their conversions, and which have no
//! move. Then an odd ply decides wins and an even ply losses, for both sides to move. A block reads the frontier of its
//! neighbours (the blocks that a king move leads to) and writes its own words alone, so no two threads write the same
//! word.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::block::{Block, Converting, MARKED};
use super::conversions::Conversions;
use super::depths::{DEEPEST, Depths};
use super::en_passant::Listing;
use super::geometry::EndingGeometry;
use super::moves::BlockMoves;
use super::side::Side;
use super::word::Found;
use super::worker::Worker;
use crate::solve::{FirstHalt, Halt, Work};
use crate::util::owned_bytes::OwnedBytes;
use crate::util::threads::{current_thread, for_each_of, threads};
use crate::values::LookupError;

/// The bytes of a word: a byte for each square of the free piece.
pub const WORD: usize = 64;

/// An ending while it is solved.
pub struct EndingSolver<'a> {
    /// By the side to move.
    pub sides: [Side; 2],
    /// By the side to move, the bytes of the depths of all words: see [`Depths`].
    bytes: [OwnedBytes; 2],
    /// By the side to move, what earlier plies decided and `bytes` lack.
    unwritten: [Vec<Decided>; 2],
    /// The most words in `unwritten`.
    most_unwritten: usize,
    shared: Shared<'a>,
}

/// The positions of one side to move that a ply decided, by block.
struct Decided {
    ply: u32,
    found: Vec<Found>,
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
    /// The bytes of the depths of the block.
    bytes: &'a mut [[u8; 64]],
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
    ///
    /// # Errors
    /// If the files for the depths cannot be made.
    pub fn new(ending: &'a EndingGeometry, work: &Work<'a>) -> Result<EndingSolver<'a>, Halt> {
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
        let bytes = || OwnedBytes::new(WORD * words, work.files).map_err(LookupError::new);
        // A file is written as a whole and seldom, since each pass over it takes as long as the disk needs.
        let most_unwritten = if work.files.is_some() { 2 * words } else { 0 };
        let (sides, bytes, unwritten) = ([side(), side()], [bytes()?, bytes()?], [Vec::new(), Vec::new()]);
        Ok(EndingSolver { sides, bytes, unwritten, most_unwritten, shared })
    }

    /// The bytes of the depths of a side: see [`Depths`].
    pub fn bytes(&self, side: usize) -> &[[u8; WORD]] {
        bytemuck::cast_slice(&self.bytes[side])
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
            for (side, found) in found.into_iter().enumerate() {
                let found = std::mem::replace(&mut self.sides[side].found, found);
                self.unwritten[side].push(Decided { ply: ply - 1, found });
            }
            self.write(self.most_unwritten);
            ply += 1;
        }
        for side in 0..2 {
            let found = std::mem::take(&mut self.sides[side].found);
            self.unwritten[side].push(Decided { ply: ply - 1, found });
        }
        self.write(0);
        self.shared.halt.take()
    }

    /// Writes the depths that are not written, if they are of more than `most` words.
    fn write(&mut self, most: usize) {
        let words = self.unwritten.iter().flatten().flat_map(|decided| &decided.found).map(Vec::len).sum::<usize>();
        if words <= most {
            return;
        }
        for ((side, bytes), unwritten) in self.sides.iter_mut().zip(&mut self.bytes).zip(&mut self.unwritten) {
            let blocks = blocks_of(bytes, self.shared.ending).zip(&mut side.blocks);
            for_each_of(blocks, |pair, (bytes, block)| {
                let mut depths = Depths { bytes, far: &mut block.far };
                for Decided { ply, found } in unwritten.iter() {
                    found[pair].iter().for_each(|&(word, positions)| depths.set(word as usize, positions, *ply));
                }
            });
            unwritten.clear();
        }
    }

    /// The first look at the positions of a side: legality, conversions, double steps that can be captured en passant.
    fn begin(&mut self, side: usize) {
        let Shared { ending, work, .. } = self.shared;
        let shared = &self.shared;
        let Side { won, lost, blocks, .. } = &mut self.sides[side];
        let mut slots: Vec<Option<Block>> = (0..ending.pairs.count()).map(|_| None).collect();
        let words = won.chunks_mut(ending.placements).zip(lost.chunks_mut(ending.placements));
        let bytes = blocks_of(&mut self.bytes[side], ending);
        for_each_of(words.zip(bytes).zip(&mut slots), |pair, (((won, converting), depths), slot)| {
            let block = slot.insert(Block::new(ending));
            if shared.goes_on() {
                shared.with_worker(|worker| {
                    let conversions = Conversions { ending, side, below: work.below };
                    shared.halt.note(begin_block(&conversions, pair, (won, converting), (block, depths), worker));
                    shared.reach(block.marks.deepest.max(block.en_passant.deepest()));
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
        let words = words.zip(&mut own.blocks).zip(blocks_of(&mut self.bytes[side], ending)).zip(&mut found);
        for_each_of(words, |pair, ((((won, lost), block), bytes), found)| {
            if !shared.goes_on() {
                return;
            }
            shared.with_worker(|worker| {
                let moves = BlockMoves::with_pawns(ending, side, pair, other, &block.en_passant);
                moves.take_back(worker);
                let mut of_block = BlockPly { ply, won, lost, block, bytes, found, worker };
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
    (block, depths): (&mut Block, &mut [[u8; 64]]),
    worker: &mut Worker,
) -> Result<(), Halt> {
    let Conversions { ending, side, below } = *conversions;
    for (placement, won) in won.iter_mut().enumerate() {
        let word = ending.word(pair, placement);
        let legal = word.map_or(0, |word| ending.places(&word) & !ending.checks(&word, side));
        *won = !legal;
        let Some(word) = word.filter(|_| legal != 0) else { continue };
        conversions.word(&word, legal, &mut worker.questions, &mut Converting { block, depths, converting })?;
        if ending.has_en_passant() {
            block.en_passant.list(&Listing { ending, side, word: &word, below }, legal)?;
        }
    }
    conversions.finish(&mut worker.questions, &mut Converting { block, depths, converting })
}

impl BlockPly<'_> {
    /// Adds the positions that conversions may decide in this ply.
    fn pending(&mut self) {
        let BlockPly { ply, block: Block { safe, marks, far, .. }, bytes, worker, .. } = self;
        // A win and a loss may have the same half. A conversion that wins makes its position safe.
        let losses = if *ply % 2 == 1 { 0 } else { !0 };
        for first in marks.marked(*ply) {
            for placement in first..safe.len().min(first + MARKED) {
                let positions = Depths { bytes, far }.with(placement, *ply) & (safe[placement] ^ losses);
                if positions != 0 {
                    worker.add(placement, positions);
                }
            }
        }
    }

    /// Decides the candidates that are won in this ply: all that are not won before.
    fn wins(&mut self, ending: &EndingGeometry, other: &Side, pair: usize) {
        let placements = ending.placements;
        let lost = &other.lost[pair * placements..(pair + 1) * placements];
        let BlockPly { ply, won, block, found, worker, .. } = self;
        block.en_passant.wins(*ply, lost, |placement, positions| worker.add(placement, positions));
        worker.take(|placement, candidates| {
            let new = candidates & !won[placement];
            if new != 0 {
                won[placement] |= new;
                found.push((placement as u32, new));
            }
        });
    }

    /// Decides the candidates that are lost in this ply: those without a move that holds.
    fn losses(&mut self, ending: &EndingGeometry, side: usize, other: &Side, pair: usize) {
        let placements = ending.placements;
        let BlockPly { ply, won, lost, block, bytes, found, worker } = self;
        let of_block = &other.won[pair * placements..(pair + 1) * placements];
        block.en_passant.losses(*ply, of_block, |placement, positions| worker.add(placement, positions));
        let moves = BlockMoves::with_pawns(ending, side, pair, other, &block.en_passant);
        let depths = Depths { bytes, far: &mut block.far };
        worker.take(|placement, candidates| {
            let candidates = candidates & !(won[placement] | lost[placement] | block.safe[placement]);
            let Some(word) = ending.word(pair, placement).filter(|_| candidates != 0) else { return };
            let held = moves.without_escape(&word, candidates);
            // A losing conversion may last longer.
            let new = held & !depths.deeper(placement, held, *ply);
            if new != 0 {
                lost[placement] |= new;
                found.push((placement as u32, new));
            }
        });
    }
}

/// The bytes of the depths of each block of a side.
fn blocks_of<'b>(bytes: &'b mut OwnedBytes, ending: &EndingGeometry) -> impl Iterator<Item = &'b mut [[u8; WORD]]> {
    bytemuck::cast_slice_mut(bytes).chunks_mut(ending.placements)
}
