//! The first look at a layer, and its plies.

use std::sync::{Mutex, PoisonError};

use super::super::conversions::Conversions;
use super::super::en_passant::EnPassant;
use super::super::geometry::EndingGeometry;
use super::super::moves::BlockMoves;
use super::super::side::Side;
use super::super::word::{Found, fill};
use super::super::worker::Worker;
use super::layers::{Layer, layers};
use super::pushes::Pushes;
use super::state::{DEEPEST, ZeroingBlock};
use crate::solve::{FirstHalt, Halt, Work};
use crate::util::threads::{current_thread, for_each_of, threads};

/// An ending while it is solved.
pub struct ZeroingSolver<'a> {
    /// By the side to move. `found` has the frontier that the current half of a ply needs.
    pub sides: [Side<ZeroingBlock>; 2],
    ending: &'a EndingGeometry,
    /// The first ply whose results are cursed.
    cursed: u32,
    work: Work<'a>,
    workers: Vec<Mutex<Worker>>,
    halt: FirstHalt,
}

/// The positions that a ply decided, by side and block.
type Frontier = [Vec<Found>; 2];

/// A half of a ply.
#[derive(Clone, Copy)]
enum Half {
    Losses,
    Wins,
}

/// A block in one half of a ply.
struct ZeroingPly<'a> {
    ply: u32,
    /// The first ply whose results are cursed.
    cursed: u32,
    moves: BlockMoves<'a>,
    won: &'a mut [u64],
    lost: &'a mut [u64],
    block: &'a mut ZeroingBlock,
    found: &'a mut Found,
    worker: &'a mut Worker,
}

/// The side to move, and the other side.
fn own_and_other(sides: &mut [Side<ZeroingBlock>; 2], side: usize) -> (&mut Side<ZeroingBlock>, &Side<ZeroingBlock>) {
    let [white, black] = sides;
    if side == 0 { (white, black) } else { (black, white) }
}

impl<'a> ZeroingSolver<'a> {
    /// A solve under a rule of `most` quiet plies, that has not begun.
    pub fn new(ending: &'a EndingGeometry, most: u32, work: &Work<'a>) -> ZeroingSolver<'a> {
        let words = ending.pairs.count() * ending.placements;
        let side = || Side {
            won: vec![0; words],
            lost: vec![0; words],
            found: Vec::new(),
            blocks: (0..ending.pairs.count()).map(|_| ZeroingBlock::new(ending)).collect(),
        };
        let workers = (0..threads()).map(|_| Mutex::new(Worker::new(ending))).collect();
        ZeroingSolver {
            sides: [side(), side()],
            ending,
            cursed: most + 1,
            work: *work,
            workers,
            halt: FirstHalt::default(),
        }
    }

    /// Decides every position that is won or lost, under the rule or under a curse.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn run(&mut self) -> Result<(), Halt> {
        let layers = layers(self.ending);
        for (number, layer) in layers.iter().enumerate() {
            if !self.goes_on() {
                break;
            }
            self.begin(layer, 0);
            self.begin(layer, 1);
            if self.goes_on() {
                self.layer(layer);
                self.report(number as u64, layers.len() as u64);
            }
        }
        self.halt.take()
    }

    /// Reports half of the work, in equal parts by layer. The output reports the other half.
    fn report(&self, number: u64, layers: u64) {
        for side in 0..if self.ending.is_symmetric() { 1 } else { 2 } {
            let numbering = &self.ending.numberings[side];
            let half = numbering.pairs().count() as u64 * (numbering.per_pair() / 2);
            self.work.progress.advance(half * (number + 1) / layers - half * number / layers);
        }
    }

    fn goes_on(&self) -> bool {
        self.halt.goes_on(self.work.progress)
    }

    /// The first look at the positions of a layer with one side to move: legality and conversions.
    fn begin(&mut self, layer: &Layer, side: usize) {
        let ZeroingSolver { sides, ending, work, workers, halt, .. } = self;
        let (ending, work, halt) = (*ending, *work, &*halt);
        let (own, other) = own_and_other(sides, side);
        for_each_of(own.won.chunks_mut(ending.placements).zip(&mut own.blocks), |pair, (won, block)| {
            if halt.goes_on(work.progress) {
                let conversions = Conversions { ending, side, below: work.below };
                let pushes = Pushes { ending, side, other, below: work.below };
                with_worker(workers, |worker| {
                    halt.note(begin_block(&conversions, &pushes, (pair, layer), won, block, worker));
                });
            }
        });
    }

    /// The plies of a layer.
    fn layer(&mut self, layer: &Layer) {
        let mut losses = [self.end_games(layer, 0), self.end_games(layer, 1)];
        let mut wins: Frontier = [0, 1].map(|_| vec![Found::new(); self.ending.pairs.count()]);
        let is_cursed = |block: &ZeroingBlock| {
            layer.iter().any(|&(placement, set)| {
                (block.cursed_wins[placement as usize] | block.blessed[placement as usize]) & set != 0
            })
        };
        let has_curses = self.sides.iter().flat_map(|side| &side.blocks).any(is_cursed);
        let mut ply = 1;
        while self.goes_on() {
            let new_losses = self.half_ply(layer, ply, &mut wins, Half::Losses);
            let new_wins = self.half_ply(layer, ply, &mut losses, Half::Wins);
            (wins, losses) = (new_wins, new_losses);
            let is_quiet = wins.iter().chain(&losses).flatten().all(Found::is_empty);
            ply = match is_quiet {
                false if ply > DEEPEST => return self.halt.set(Halt::TooDeep),
                false => ply + 1,
                true if has_curses && ply < self.cursed => self.cursed,
                true => break,
            };
        }
    }

    /// Finds the positions of a side that have no quiet move. Returns the mates, by block.
    fn end_games(&mut self, layer: &Layer, side: usize) -> Vec<Found> {
        let ending = self.ending;
        let (own, other) = own_and_other(&mut self.sides, side);
        let mut mates = vec![Found::new(); ending.pairs.count()];
        let own_won = &own.won;
        let words = own.lost.chunks_mut(ending.placements).zip(&mut own.blocks).zip(&mut mates);
        for_each_of(words, |pair, ((lost, block), mates)| {
            let moves = BlockMoves { ending, side, pair, won: &other.won, frontier: &[], pawns: None };
            block.forced.clear();
            for &(placement, set) in layer {
                let (number, at) = (placement as usize, pair * ending.placements + placement as usize);
                let Some(word) = ending.word(pair, number) else { continue };
                let calm = moves.without_escape(&word, set & !own_won[at]);
                let stuck = calm & !block.converting[number];
                // The other side, if it were to move, could capture the king: its position is none, and counts as won.
                let mated = stuck & other.won[at];
                block.safe[number] |= stuck & !mated;
                if ending.has_en_passant() {
                    block.stuck[number] |= stuck;
                }
                if mated != 0 {
                    lost[number] |= mated;
                    fill(&mut block.plies[number], mated, 0);
                    mates.push((placement, mated));
                }
                let forced = calm & !stuck & !block.safe[number] & !block.blessed[number];
                if forced != 0 {
                    block.forced.push((placement, forced));
                }
            }
        });
        mates
    }

    /// One half of a ply, its wins or its losses, for both sides. `frontier` are the losses or wins of the ply before.
    /// Returns the positions that it decides.
    fn half_ply(&mut self, layer: &Layer, ply: u32, frontier: &mut Frontier, half: Half) -> Frontier {
        for (side, found) in self.sides.iter_mut().zip(frontier) {
            side.found = std::mem::take(found);
        }
        [0, 1].map(|side| {
            let ZeroingSolver { sides, ending, cursed, work, workers, halt } = self;
            let (ending, cursed, halt) = (*ending, *cursed, &*halt);
            let (own, other) = own_and_other(sides, side);
            let mut found = vec![Found::new(); ending.pairs.count()];
            let words = own.won.chunks_mut(ending.placements).zip(own.lost.chunks_mut(ending.placements));
            for_each_of(words.zip(&mut own.blocks).zip(&mut found), |pair, (((won, lost), block), found)| {
                if halt.goes_on(work.progress) {
                    let moves = BlockMoves { ending, side, pair, won: &other.won, frontier: &other.found, pawns: None };
                    with_worker(workers, |worker| {
                        moves.take_back(worker);
                        let mut of_block = ZeroingPly { ply, cursed, moves, won, lost, block, found, worker };
                        match half {
                            Half::Losses => of_block.losses(layer),
                            Half::Wins => of_block.wins(layer),
                        }
                    });
                }
            });
            found
        })
    }
}

/// Works with the memory of the current thread.
fn with_worker(workers: &[Mutex<Worker>], work: impl FnOnce(&mut Worker)) {
    let number = current_thread() % workers.len();
    // The panic of another thread reaches the caller of the solver by itself.
    work(&mut workers[number].lock().unwrap_or_else(PoisonError::into_inner));
}

/// Fills the words of a layer in a block: `won` with the numbers that hold no position, the block with the results of
/// conversions.
fn begin_block(
    conversions: &Conversions,
    pushes: &Pushes,
    (pair, layer): (usize, &Layer),
    won: &mut [u64],
    block: &mut ZeroingBlock,
    worker: &mut Worker,
) -> Result<(), Halt> {
    let Conversions { ending, side, .. } = *conversions;
    let mut listed = EnPassant::default();
    for &(placement, set) in layer {
        let word = ending.word(pair, placement as usize);
        let legal = word.map_or(0, |word| set & ending.places(&word) & !ending.checks(&word, side));
        won[placement as usize] |= set & !legal;
        let Some(word) = word.filter(|_| legal != 0) else { continue };
        conversions.word(&word, legal, &mut worker.questions, block)?;
        pushes.word(&word, legal, &mut listed, block)?;
    }
    conversions.finish(&mut worker.questions, block)
}

impl ZeroingPly<'_> {
    /// Decides the candidates that are lost in this ply.
    fn losses(&mut self, layer: &Layer) {
        let ZeroingPly { ply, cursed, moves, won, lost, block, found, worker } = self;
        match *ply {
            1 => block.forced.iter().for_each(|&(placement, set)| worker.add(placement as usize, set)),
            first if first == *cursed => {
                for &(placement, set) in layer {
                    let blessed = block.blessed[placement as usize] & set;
                    if blessed != 0 {
                        worker.add(placement as usize, blessed);
                    }
                }
            }
            _ => {}
        }
        let is_cursed = *ply >= *cursed;
        worker.take(|placement, candidates| {
            let blessed = if is_cursed { 0 } else { block.blessed[placement] };
            let candidates = candidates & !(won[placement] | lost[placement] | block.safe[placement] | blessed);
            let Some(word) = moves.ending.word(moves.pair, placement).filter(|_| candidates != 0) else { return };
            let new = moves.without_escape(&word, candidates);
            if new != 0 {
                lost[placement] |= new;
                block.decide(placement, new, *ply, is_cursed);
                found.push((placement as u32, new));
            }
        });
    }

    /// Decides the candidates that are won in this ply.
    fn wins(&mut self, layer: &Layer) {
        let ZeroingPly { ply, cursed, won, block, found, worker, .. } = self;
        let converting = match *ply {
            1 => Some(&block.wins),
            first if first == *cursed => Some(&block.cursed_wins),
            _ => None,
        };
        if let Some(converting) = converting {
            for &(placement, set) in layer {
                let wins = converting[placement as usize] & set;
                if wins != 0 {
                    worker.add(placement as usize, wins);
                }
            }
        }
        worker.take(|placement, candidates| {
            let new = candidates & !won[placement];
            if new != 0 {
                won[placement] |= new;
                block.decide(placement, new, *ply, *ply >= *cursed);
                found.push((placement as u32, new));
            }
        });
    }
}

impl ZeroingBlock {
    /// Notes the ply in which positions are decided.
    #[inline(always)]
    fn decide(&mut self, placement: usize, positions: u64, ply: u32, is_cursed: bool) {
        fill(&mut self.plies[placement], positions, ply as u8);
        if is_cursed {
            self.cursed[placement] |= positions;
        }
    }
}
