//! A family of sets: the fillings that are decided for one side to move.

use rayon::prelude::*;

use super::board::{Board, Orbit};
use super::memory::Words;
use super::moves::{Moves, Source};
use super::rows::{ALL, EMPTY, GROUP, Groups, LOWER, Row, WORDS, Window};
use super::rows::{any, combine, fillings, groups, insert};
use crate::util::bits::ones;

/// The fillings in which one side, to move, has won, or has lost. The rows are in the order of the board's orbits.
pub struct Family<'a> {
    board: &'a Board,
    enough: &'a Enough,
    moves: Moves<'a>,
    decided: Words,
    /// What the last round decided, and which groups of each row have any of it.
    fresh: Words,
    live: Vec<Groups>,
    /// Whether the last ply decided anything.
    moved: bool,
    /// What this round decides.
    next: Words,
    next_live: Vec<Groups>,
}

/// What a round looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// The fillings with a step into what the other family decided in its last round.
    Won,
    /// The fillings with no step out of all that the other family has decided.
    Lost,
}

/// Which fillings have enough pieces to go on, by the pieces on a row's upper points.
pub struct Enough {
    fewest: u32,
    /// By how many lower pieces are needed of White, then of Black.
    rows: Vec<Vec<Row>>,
}

impl Enough {
    /// A side has enough with `fewest` pieces.
    pub fn new(board: &Board, fewest: u32) -> Enough {
        let fillings = fillings();
        let row = |white: u32, black: u32| {
            let mut row = [0; WORDS];
            for (bit, &(w, b)) in fillings.iter().enumerate() {
                if w.count_ones() >= white && b.count_ones() >= black && (w | b) & !board.points == 0 {
                    insert(&mut row, bit);
                }
            }
            row
        };
        Enough {
            fewest,
            rows: (0..=fewest).map(|white| (0..=fewest).map(|black| row(white, black)).collect()).collect(),
        }
    }

    fn needed(&self, upper: u16) -> usize {
        self.fewest.saturating_sub(upper.count_ones()) as usize
    }

    /// The fillings in which both sides have enough.
    pub fn both(&self, orbit: &Orbit) -> &Row {
        &self.rows[self.needed(orbit.white)][self.needed(orbit.black)]
    }

    /// The fillings in which Black has too few.
    pub fn few_black(&self, orbit: &Orbit) -> Row {
        let (all, enough) = (&self.rows[0][0], &self.rows[0][self.needed(orbit.black)]);
        std::array::from_fn(|at| all[at] & !enough[at])
    }

    /// The fillings in which Black has too few and White has not.
    pub fn few_black_alone(&self, orbit: &Orbit) -> Row {
        let (few, white) = (self.few_black(orbit), &self.rows[self.needed(orbit.white)][0]);
        std::array::from_fn(|at| few[at] & white[at])
    }
}

impl<'a> Family<'a> {
    /// A family of no fillings.
    pub fn new(board: &'a Board, enough: &'a Enough, moves: Moves<'a>) -> Family<'a> {
        let rows = board.rows();
        let set = || Words::new(rows);
        let live = || vec![0; rows];
        Family {
            board,
            enough,
            moves,
            decided: set(),
            fresh: set(),
            live: live(),
            moved: false,
            next: set(),
            next_live: live(),
        }
    }

    /// Takes in the fillings in which the game has ended: `ended` gives those of the first row of an orbit. It may ask
    /// for those in which both sides have enough pieces and the one to move has no step.
    pub fn begin(
        &mut self,
        ended: &(dyn Fn(&Orbit, &mut dyn FnMut() -> Row) -> Row + Sync),
        found: &(dyn Fn(u16, u16) + Sync),
    ) {
        let (nothing, live) = (Words::new(self.board.rows()), vec![ALL; self.board.rows()]);
        // A step leads anywhere: into the complement of nothing.
        let anywhere = Source { words: nothing.all(), live: &live, flip: !0 };
        let enough = self.enough;
        self.each_orbit(found, &|moves, orbit, scratch, _, next| {
            let mut stuck = || {
                let (own, other) = moves.own_and_other(orbit.white, orbit.black);
                let mut able = [0; WORDS];
                moves.gather(own, other, anywhere, ALL, scratch, &mut able);
                std::array::from_fn(|at| enough.both(orbit)[at] & !able[at])
            };
            next.copy_from_slice(&ended(orbit, &mut stuck));
        });
        self.end_ply(true);
    }

    /// Whether the last ply decided anything.
    pub fn moved(&self) -> bool {
        self.moved
    }

    /// A round. `found` is called with each filling, up to symmetry, that it decides: its white and its black pieces.
    /// [`Family::end_ply`] completes it.
    pub fn round(&mut self, round: Round, other: &Family, found: &(dyn Fn(u16, u16) + Sync)) {
        let all = vec![ALL; self.live.len()];
        let (source, undo) = match round {
            Round::Won => (Source { words: other.fresh.all(), live: &other.live, flip: 0 }, 0),
            Round::Lost => (Source { words: other.decided.all(), live: &all, flip: !0 }, !0),
        };
        let enough = self.enough;
        self.each_orbit(found, &|moves, orbit, scratch, decided, next| {
            let (own, opposed) = moves.own_and_other(orbit.white, orbit.black);
            let reaching = moves.reaching(own, opposed, &other.live);
            let (decided, _) = decided.as_chunks::<GROUP>();
            let (next, _) = next.as_chunks_mut::<GROUP>();
            let (enough, _) = enough.both(orbit).as_chunks::<GROUP>();
            let open = |at: &usize| any(combine(enough[*at], decided[*at], |enough, decided| enough & !decided));
            let wanted = ones::<usize>(reaching).filter(open).map(|at| 1 << at).sum();
            if wanted == 0 {
                return;
            }
            let mut found = [0; WORDS];
            moves.gather(own, opposed, source, wanted, scratch, &mut found);
            let (found, _) = found.as_chunks::<GROUP>();
            for at in ones::<usize>(wanted) {
                let fits = combine(found[at], enough[at], |found, enough| (found ^ undo) & enough);
                next[at] = combine(fits, decided[at], |fits, decided| fits & !decided);
            }
        });
    }

    /// Ends a ply: what its round decided is fresh now. Without a round, nothing is.
    pub fn end_ply(&mut self, had_round: bool) {
        if had_round {
            std::mem::swap(&mut self.fresh, &mut self.next);
            std::mem::swap(&mut self.live, &mut self.next_live);
        }
        self.moved = had_round && self.live.iter().any(|&live| live != 0);
    }

    /// Lets `work` fill the first row of each orbit of `next`, which it finds empty, and copies what is there to the
    /// other rows of the orbit and to the decided. `found` is called with each filling of the first row that is there:
    /// its white and its black pieces.
    fn each_orbit(
        &mut self,
        found: &(dyn Fn(u16, u16) + Sync),
        work: &(dyn Fn(&Moves, &Orbit, &mut [Window], &[u64], &mut [u64]) + Sync),
    ) {
        let (moves, board) = (&self.moves, self.board);
        let fillings = &moves.fillings;
        let (mut decided, mut next) = (self.decided.rows_mut(), self.next.rows_mut());
        let mut live = &mut self.next_live[..];
        let mut orbits = Vec::with_capacity(board.orbits.len());
        for orbit in &board.orbits {
            let rows = 1 + orbit.images.len();
            let parts = (
                decided.split_off_mut(..rows * WORDS).unwrap_or_default(),
                next.split_off_mut(..rows * WORDS).unwrap_or_default(),
                live.split_off_mut(..rows).unwrap_or_default(),
            );
            orbits.push((orbit, parts));
        }
        orbits.into_par_iter().with_min_len(4).for_each_init(
            || vec![EMPTY; moves.scratch],
            |scratch, (orbit, (decided, next, live))| {
                for (row, live) in next.chunks_exact_mut(WORDS).zip(&mut *live).filter(|(_, live)| **live != 0) {
                    row.fill(0);
                    *live = 0;
                }
                let (first, images) = next.split_at_mut(WORDS);
                work(moves, orbit, scratch, &decided[..WORDS], first);
                let first: &Row = (&*first).try_into().expect("a row has a fixed length");
                live[0] = groups(first);
                if live[0] == 0 {
                    return;
                }
                let maps: Vec<&[u16]> = orbit.images.iter().map(|&symmetry| &board.maps[symmetry][..]).collect();
                for (word, &bits) in first.iter().enumerate() {
                    for bit in ones::<usize>(bits).map(|bit| word * 64 + bit) {
                        for (row, map) in images.chunks_exact_mut(WORDS).zip(&maps) {
                            let image = usize::from(map[bit]);
                            row[image / 64] |= 1 << (image % 64);
                        }
                        let (white, black) = fillings[bit];
                        found(white | orbit.white << LOWER, black | orbit.black << LOWER);
                    }
                }
                for (row, live) in next.chunks_exact(WORDS).zip(live) {
                    *live = groups(row.try_into().expect("a row has a fixed length"));
                }
                for (decided, next) in decided.iter_mut().zip(next) {
                    *decided |= *next;
                }
            },
        );
    }
}
