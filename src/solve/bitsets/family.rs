//! A family of sets, [`Family`]: `won` or `lost` of the induction, with its frontier.

use rayon::prelude::*;

use super::board::{FillingBoard, Orbit};
use super::memory::Words;
use super::moves::{Source, StepSets};
use super::rows::{ALL, EMPTY, FillingRow, GROUP, Groups, LOWER, RowWindow, WORDS};
use super::rows::{any, combine, fillings, groups, insert};
use crate::util::bits::ones;

/// The fillings that are won, or lost, for one side to move. The rows are in the order of the board's orbits.
pub struct Family<'a> {
    board: &'a FillingBoard,
    enough: &'a Enough,
    moves: StepSets<'a>,
    decided: Words,
    /// The fillings decided in the last round, and by row the groups that have any.
    frontier: Words,
    live: Vec<Groups>,
    /// Whether the last ply decided anything.
    grows: bool,
    /// The fillings decided in this round, and by row the groups that have any.
    next: Words,
    next_live: Vec<Groups>,
}

/// The fillings that a round decides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// Fillings with a step into the frontier of the other family.
    Won,
    /// Fillings all of whose steps lead into the other family.
    Lost,
}

/// The fillings with enough pieces to go on, by the pieces on a row's upper points.
pub struct Enough {
    fewest: u32,
    /// By the number of lower pieces that White needs, then by the number that Black needs.
    rows: Vec<Vec<FillingRow>>,
}

/// Called with the white and the black pieces of a filling.
pub type FillingsFound<'a> = &'a (dyn Fn(u16, u16) + Sync);

impl Enough {
    /// With `fewest` pieces or more a side has enough.
    pub fn new(board: &FillingBoard, fewest: u32) -> Enough {
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

    /// The number of lower pieces that a side needs besides its upper ones.
    fn needed(&self, upper: u16) -> usize {
        self.fewest.saturating_sub(upper.count_ones()) as usize
    }

    /// The fillings in which both sides have enough.
    pub fn both(&self, orbit: &Orbit) -> &FillingRow {
        &self.rows[self.needed(orbit.white)][self.needed(orbit.black)]
    }

    /// The fillings in which Black has too few.
    pub fn few_black(&self, orbit: &Orbit) -> FillingRow {
        let (all, enough) = (&self.rows[0][0], &self.rows[0][self.needed(orbit.black)]);
        std::array::from_fn(|at| all[at] & !enough[at])
    }

    /// The fillings in which Black has too few and White has enough.
    pub fn few_black_alone(&self, orbit: &Orbit) -> FillingRow {
        let (few, white) = (self.few_black(orbit), &self.rows[self.needed(orbit.white)][0]);
        std::array::from_fn(|at| few[at] & white[at])
    }
}

impl<'a> Family<'a> {
    /// A family of no fillings.
    pub fn new(board: &'a FillingBoard, enough: &'a Enough, moves: StepSets<'a>) -> Family<'a> {
        let rows = board.rows();
        let set = || Words::new(rows);
        let live = || vec![0; rows];
        Family {
            board,
            enough,
            moves,
            decided: set(),
            frontier: set(),
            live: live(),
            grows: false,
            next: set(),
            next_live: live(),
        }
    }

    /// Ply 0: adds the fillings in which the game has ended: `few` of the first row of each orbit, and with `stuck` the
    /// fillings in which the side to move cannot step.
    pub fn begin(&mut self, few: fn(&Enough, &Orbit) -> FillingRow, stuck: bool, found: FillingsFound) {
        let (nothing, live) = (Words::new(self.board.rows()), vec![ALL; self.board.rows()]);
        let (enough, anywhere) = (self.enough, anywhere(&nothing, &live));
        self.each_orbit(found, &|moves, orbit, scratch, _, next| {
            *next = few(enough, orbit);
            if stuck {
                let stuck = stuck_row(moves, enough, orbit, anywhere, scratch);
                next.iter_mut().zip(stuck).for_each(|(next, stuck)| *next |= stuck);
            }
        });
        self.end_ply(true);
    }

    /// Adds the fillings in which the side to move cannot step, so that no round decides them. The other family has
    /// their values.
    pub fn exclude_stuck(&mut self) {
        let (nothing, live) = (Words::new(self.board.rows()), vec![ALL; self.board.rows()]);
        let (enough, anywhere) = (self.enough, anywhere(&nothing, &live));
        self.each_orbit(&|_, _| {}, &|moves, orbit, scratch, _, next| {
            *next = stuck_row(moves, enough, orbit, anywhere, scratch);
        });
        self.end_ply(true);
    }

    /// Whether the last ply decided anything.
    pub fn grows(&self) -> bool {
        self.grows
    }

    /// One ply of the induction. `found` is called with each filling, up to symmetry, that it decides.
    /// [`Family::end_ply`] completes it.
    pub fn round(&mut self, round: Round, other: &Family, found: FillingsFound) {
        let all = vec![ALL; self.live.len()];
        // A filling is lost if no step leads into the complement of `other.decided`.
        let (source, negate) = match round {
            Round::Won => (Source { words: other.frontier.all(), live: &other.live, complement: 0 }, 0),
            Round::Lost => (Source { words: other.decided.all(), live: &all, complement: !0 }, !0),
        };
        let enough = self.enough;
        self.each_orbit(found, &|moves, orbit, scratch, decided, next| {
            let upper = moves.upper(orbit.white, orbit.black);
            // A filling that is decided in this ply has a step into the frontier, in a lost round too.
            let reaching = moves.reaching(upper, &other.live);
            let (decided, _) = decided.as_chunks::<GROUP>();
            let (next, _) = next.as_chunks_mut::<GROUP>();
            let (enough, _) = enough.both(orbit).as_chunks::<GROUP>();
            let open = |at: &usize| any(combine(enough[*at], decided[*at], |enough, decided| enough & !decided));
            let wanted = ones::<usize>(reaching).filter(open).map(|at| 1 << at).sum();
            if wanted == 0 {
                return;
            }
            let mut found = [0; WORDS];
            moves.gather(upper, source, wanted, scratch, &mut found);
            let (found, _) = found.as_chunks::<GROUP>();
            for at in ones::<usize>(wanted) {
                let fits = combine(found[at], enough[at], |found, enough| (found ^ negate) & enough);
                next[at] = combine(fits, decided[at], |fits, decided| fits & !decided);
            }
        });
    }

    /// Ends a ply: the fillings that its round decided are the frontier now. A ply without a round decides nothing.
    pub fn end_ply(&mut self, had_round: bool) {
        if had_round {
            std::mem::swap(&mut self.frontier, &mut self.next);
            std::mem::swap(&mut self.live, &mut self.next_live);
        }
        self.grows = had_round && self.live.iter().any(|&live| live != 0);
    }

    /// Calls `work` with the first row of each orbit: the moves, the orbit, scratch, the decided row, and the row of
    /// `next`, which is empty. Copies the row of `next` to the other rows of the orbit and adds all to the decided.
    /// `found` is called with each filling of the first row.
    fn each_orbit(
        &mut self,
        found: FillingsFound,
        work: &(dyn Fn(&StepSets, &Orbit, &mut [RowWindow], &FillingRow, &mut FillingRow) + Sync),
    ) {
        let (moves, board) = (&self.moves, self.board);
        let fillings = &moves.fillings;
        let (mut decided, _) = self.decided.rows_mut().as_chunks_mut::<WORDS>();
        let (mut next, _) = self.next.rows_mut().as_chunks_mut::<WORDS>();
        let mut live = &mut self.next_live[..];
        let mut orbits = Vec::with_capacity(board.orbits.len());
        for orbit in &board.orbits {
            let rows = 1 + orbit.images.len();
            let parts = (
                decided.split_off_mut(..rows).unwrap_or_default(),
                next.split_off_mut(..rows).unwrap_or_default(),
                live.split_off_mut(..rows).unwrap_or_default(),
            );
            orbits.push((orbit, parts));
        }
        orbits.into_par_iter().with_min_len(4).for_each_init(
            || vec![EMPTY; moves.scratch],
            |scratch, (orbit, (decided, next, live))| {
                for (row, live) in next.iter_mut().zip(&mut *live).filter(|(_, live)| **live != 0) {
                    row.fill(0);
                    *live = 0;
                }
                let Some((first, images)) = next.split_first_mut() else { return };
                work(moves, orbit, scratch, &decided[0], first);
                live[0] = groups(first);
                if live[0] == 0 {
                    return;
                }
                let maps: Vec<&[u16]> = orbit.images.iter().map(|&symmetry| &board.maps[symmetry][..]).collect();
                for (word, &bits) in first.iter().enumerate() {
                    for bit in ones::<usize>(bits).map(|bit| word * 64 + bit) {
                        for (row, map) in images.iter_mut().zip(&maps) {
                            insert(row, usize::from(map[bit]));
                        }
                        let (white, black) = fillings[bit];
                        found(white | orbit.white << LOWER, black | orbit.black << LOWER);
                    }
                }
                for (row, live) in next.iter().zip(live) {
                    *live = groups(row);
                }
                for (decided, next) in decided.as_flattened_mut().iter_mut().zip(next.as_flattened()) {
                    *decided |= *next;
                }
            },
        );
    }
}

/// The source that every step leads into: the complement of `nothing`.
fn anywhere<'a>(nothing: &'a Words, live: &'a [Groups]) -> Source<'a> {
    Source { words: nothing.all(), live, complement: !0 }
}

/// The fillings of an orbit's first row in which both sides have enough pieces and the side to move cannot step.
fn stuck_row(
    moves: &StepSets,
    enough: &Enough,
    orbit: &Orbit,
    anywhere: Source,
    scratch: &mut [RowWindow],
) -> FillingRow {
    let mut able = [0; WORDS];
    moves.gather(moves.upper(orbit.white, orbit.black), anywhere, ALL, scratch, &mut able);
    let both = enough.both(orbit);
    std::array::from_fn(|at| both[at] & !able[at])
}
