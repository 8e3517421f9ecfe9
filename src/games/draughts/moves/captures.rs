//! The captures of a position, in every game: a depth-first search along every path of every piece.
//!
//! A long king may land on any empty square behind the piece that it takes, and may turn there. Paths that differ in a
//! square where the king goes straight on are one path. If the king can go on from one of these squares, it may not
//! stop on another.

use std::marker::PhantomData;

use super::mv::Move;
use crate::games::draughts::board::{DIRECTIONS, DraughtsBoard, MAN_DIRECTIONS, opposite};
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Crowning, DraughtsRules, King, Precedence, Removal};
use crate::util::bits::ones;
use crate::util::cpu::count_ones;

/// Whether a piece of the side to move can capture.
pub(crate) fn can_capture<B: DraughtsBoard>(rules: &DraughtsRules, position: &Position) -> bool {
    let (own, kings, empty) = (position.own, position.own & position.kings, position.empty::<B>());
    let prey_of_men = rules.prey_of_men(position);
    let by_men = (0..rules.capture_directions_of_men()).any(|direction| {
        let over = B::step(own & !kings, direction) & prey_of_men;
        B::step(over, direction) & empty != 0
    });
    by_men || ones::<usize>(kings).any(|bit| can_king_capture::<B>(rules, position, bit))
}

/// Whether a king on the square of a bit can capture.
fn can_king_capture<B: DraughtsBoard>(rules: &DraughtsRules, position: &Position, bit: usize) -> bool {
    let (prey, empty) = (position.other & B::INNER, position.empty::<B>());
    (0..DIRECTIONS).zip(B::RAYS[bit % 64]).any(|(direction, ray)| {
        ray & prey != 0 && {
            let over = first_on::<B>(rules, 1 << bit, ray & !empty, direction);
            B::step(over & prey, direction) & empty != 0
        }
    })
}

/// The square on which a king meets a piece, in a direction with pieces on these squares.
#[inline(always)]
fn first_on<B: DraughtsBoard>(rules: &DraughtsRules, from: u64, pieces: u64, direction: u32) -> u64 {
    match rules.king {
        King::Short => B::step(from, direction) & pieces,
        _ => nearest(pieces, direction),
    }
}

/// Adds the legal captures of a position to an empty list. With `every_way`, captures that take the same pieces in
/// another order are all added, and otherwise one of them.
pub(crate) fn captures<B: DraughtsBoard>(
    rules: &DraughtsRules,
    position: &Position,
    every_way: bool,
    found: &mut Vec<Move>,
) {
    CaptureSearch::<B>::new(rules, position, every_way, found).search(position);
}

/// The squares that the piece of a capture comes to, each as a set: of a long king, the squares where it turns, or
/// behind a piece where it goes straight on, and the last one.
pub(crate) fn path_of_capture<B: DraughtsBoard>(rules: &DraughtsRules, position: &Position, mv: Move) -> Vec<u64> {
    let mut found = Vec::new();
    let mut search = CaptureSearch::<B>::new(rules, position, true, &mut found);
    search.trail = Some(Trail { wanted: mv, squares: Vec::new(), found: Vec::new() });
    search.search(position);
    search.trail.map_or_else(Vec::new, |trail| trail.found)
}

/// The square of a set on a ray in this direction that is nearest to its begin; none if the set is empty.
#[inline(always)]
fn nearest(set: u64, direction: u32) -> u64 {
    match direction < MAN_DIRECTIONS {
        true => set & set.wrapping_neg(),
        false => (1 << 63 >> (set | 1).leading_zeros()) & set,
    }
}

/// A capture as far as it has come.
#[derive(Clone, Copy)]
struct CapturePath {
    /// The square that it has reached.
    at: u64,
    /// The pieces that it has taken.
    taken: u64,
    /// For each piece taken, whether it is a king: one bit each, the first in the highest.
    order: u32,
    /// Whether its piece was crowned on its way.
    crowned: bool,
}

/// The search for captures.
struct CaptureSearch<'a, B> {
    rules: &'a DraughtsRules,
    /// The pieces that kings may take, and that men may take. No piece at the edge can be taken.
    prey: u64,
    prey_of_men: u64,
    /// The kings of the other side.
    kings: u64,
    /// The empty squares, and the square of departure.
    empty: u64,
    /// The square of departure.
    from: u64,
    /// Whether the piece was a king at the begin.
    is_king: bool,
    man_directions: u32,
    every_way: bool,
    /// The rank of the captures found. Captures of a lower rank are not legal.
    best: u64,
    found: &'a mut Vec<Move>,
    /// Set if the squares of one capture are wanted.
    trail: Option<Trail>,
    board: PhantomData<B>,
}

/// The squares of the path that is searched, and of the capture that is wanted.
struct Trail {
    wanted: Move,
    squares: Vec<u64>,
    found: Vec<u64>,
}

impl<'a, B: DraughtsBoard> CaptureSearch<'a, B> {
    fn new(rules: &'a DraughtsRules, position: &Position, every_way: bool, found: &'a mut Vec<Move>) -> Self {
        CaptureSearch {
            rules,
            prey: position.other & B::INNER,
            prey_of_men: rules.prey_of_men(position) & B::INNER,
            kings: position.other & position.kings,
            empty: 0,
            from: 0,
            is_king: false,
            man_directions: rules.capture_directions_of_men(),
            every_way,
            best: 0,
            found,
            trail: None,
            board: PhantomData,
        }
    }

    /// Searches from every piece.
    fn search(&mut self, position: &Position) {
        for bit in ones::<u32>(position.own) {
            self.from = 1 << bit;
            self.is_king = position.kings & self.from != 0;
            self.empty = position.empty::<B>() | self.from;
            let begin = CapturePath { at: self.from, taken: 0, order: 0, crowned: false };
            match self.is_king {
                true => self.go_on_as_king(begin),
                false => self.go_on_as_man(begin),
            };
        }
    }

    /// The squares that a capture may pass and enter.
    #[inline(always)]
    fn free(&self, capture: &CapturePath) -> u64 {
        match self.rules.removal {
            Removal::AtEnd => self.empty,
            Removal::AtOnce => self.empty | capture.taken,
        }
    }

    /// The capture with one more piece.
    #[inline(always)]
    fn and(&self, capture: &CapturePath, over: u64, at: u64) -> CapturePath {
        let is_king = u32::from(self.kings & over != 0);
        CapturePath { at, taken: capture.taken | over, order: capture.order << 1 | is_king, ..*capture }
    }

    /// Searches all that a man can take from here. Returns whether it can take anything.
    fn go_on_as_man(&mut self, capture: CapturePath) -> bool {
        let mut goes_on = false;
        if self.prey_of_men & !capture.taken == 0 {
            return false;
        }
        for direction in 0..self.man_directions {
            let over = B::step(capture.at, direction) & self.prey_of_men & !capture.taken;
            let to = B::step(over, direction) & self.free(&capture);
            if to == 0 {
                continue;
            }
            goes_on = true;
            let mut next = self.and(&capture, over, to);
            self.enter(to);
            let more = match self.rules.crowning {
                _ if to & B::FAR_ROW == 0 => self.go_on_as_man(next),
                Crowning::EndsTurn => false,
                Crowning::EndsOnlyIfItStops => self.go_on_as_man(next),
                Crowning::AtOnce => {
                    next.crowned = true;
                    self.go_on_as_king(next)
                }
            };
            if !more {
                self.end(&next);
            }
            self.leave();
        }
        goes_on
    }

    /// Searches all that a king can take from here. Returns whether it can take anything.
    fn go_on_as_king(&mut self, capture: CapturePath) -> bool {
        let mut goes_on = false;
        for direction in 0..DIRECTIONS {
            goes_on |= self.go_on_in(&capture, direction);
        }
        goes_on
    }

    /// Searches all that a king can take from here if it begins in this direction. Returns whether it can take
    /// anything.
    #[inline(always)]
    fn go_on_in(&mut self, capture: &CapturePath, direction: u32) -> bool {
        let ray = B::RAYS[capture.at.trailing_zeros() as usize % 64][direction as usize];
        // Nearly always there is nothing to take in this direction.
        ray & self.prey & !capture.taken != 0 && self.take_in(capture, direction, ray)
    }

    /// [`CaptureSearch::go_on_in`] where a piece that may be taken is on the ray.
    fn take_in(&mut self, capture: &CapturePath, direction: u32, ray: u64) -> bool {
        let free = self.free(capture);
        let over = first_on::<B>(self.rules, capture.at, ray & !free, direction) & self.prey & !capture.taken;
        let first = B::step(over, direction) & free;
        if first == 0 {
            return false;
        }
        let many = matches!(self.rules.king, King::Long | King::Killer);
        let landings = || {
            std::iter::successors(Some(first), move |&at| {
                Some(B::step(at, direction) & free).filter(|&next| many && next != 0)
            })
        };
        let mut goes_on = false;
        if self.prey & !(capture.taken | over) != 0 {
            self.enter(first);
            goes_on = self.go_on_in(&self.and(capture, over, first), direction);
            self.leave();
            for at in landings() {
                self.enter(at);
                for turn in (0..DIRECTIONS).filter(|&turn| turn != direction) {
                    // Behind a king is the piece that it took last, unless that has left the board.
                    if turn != opposite(direction) || self.rules.removal == Removal::AtOnce {
                        goes_on |= self.go_on_in(&self.and(capture, over, at), turn);
                    }
                }
                self.leave();
            }
        }
        if !goes_on {
            let stops_behind = self.rules.king == King::Killer && self.kings & over != 0;
            for at in landings().take(if stops_behind { 1 } else { usize::MAX }) {
                self.enter(at);
                self.end(&self.and(capture, over, at));
                self.leave();
            }
        }
        true
    }

    /// Notes a capture that cannot go on, if no other goes before it.
    fn end(&mut self, capture: &CapturePath) {
        let rank = self.rank(capture);
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.found.clear();
        }
        let (from, to) = (self.from.trailing_zeros() as u8, capture.at.trailing_zeros() as u8);
        let mut mv = Move { taken: capture.taken, way: 0, from, to, crowned: capture.crowned };
        // To take pieces in another order takes two at least.
        if mv.taken & (mv.taken - 1) != 0 {
            mv.way = self.found.iter().filter(|other| other.has_effect_of(mv)).count() as u32;
        }
        if mv.way == 0 || self.every_way {
            self.found.push(mv);
        }
        if let Some(trail) = self.trail.as_mut().filter(|trail| trail.wanted == mv) {
            trail.found = trail.squares.clone();
        }
    }

    /// The rank of a capture: only captures of the highest rank are legal.
    #[inline(always)]
    fn rank(&self, capture: &CapturePath) -> u64 {
        let pieces = || u64::from(count_ones(capture.taken));
        let kings = || u64::from(count_ones(capture.taken & self.kings));
        match self.rules.precedence {
            Precedence::Free => 0,
            Precedence::KingFirst => self.is_king.into(),
            Precedence::Most => pieces(),
            Precedence::MostKings => pieces() << 8 | kings(),
            Precedence::Italian => {
                pieces() << 48 | u64::from(self.is_king) << 40 | kings() << 32 | u64::from(capture.order)
            }
        }
    }

    /// Notes that the path enters a square.
    #[inline(always)]
    fn enter(&mut self, square: u64) {
        if let Some(trail) = &mut self.trail {
            trail.squares.push(square);
        }
    }

    /// Takes the last square back.
    #[inline(always)]
    fn leave(&mut self) {
        if let Some(trail) = &mut self.trail {
            trail.squares.pop();
        }
    }
}

impl DraughtsRules {
    /// The number of directions in which men capture.
    #[inline(always)]
    pub(in crate::games::draughts) fn capture_directions_of_men(&self) -> u32 {
        if self.men_capture_back { DIRECTIONS } else { MAN_DIRECTIONS }
    }

    /// The pieces that men may take.
    #[inline(always)]
    fn prey_of_men(&self, position: &Position) -> u64 {
        if self.men_take_kings { position.other } else { position.other & !position.kings }
    }
}
