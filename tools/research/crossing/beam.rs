//! Short crossings, from the most promising sets of each turn.
//!
//! A crossing, turned by half and reversed, is one again, and so is one reflected in the diagonal. So a search from the
//! start is one from the target as well, and a line is found as soon as a set after some turns, or after one more move,
//! is the image of a set after as many turns or fewer. Sets that lead far are promising, and sets that are nearly their
//! own image.

use std::collections::HashMap;

use hindsight::games::halma::{STRIDE, SquareSet};
use rayon::prelude::*;

use super::moves::{Alone, Rule};
use super::sets::{Hash, either, reflected, unpacked};

/// What a column or row forward is worth.
const FORWARD: i32 = 1000;
/// What a column or row away from the diagonal costs, but the first.
const ASIDE: i32 = 200;
/// What a piece on the image of another one is worth more after each turn.
const ON_IMAGE: i32 = 250;
/// The turns after which it is worth anything.
const OPENING: usize = 8;
/// The turns after which a search gives up.
const LONGEST: usize = 40;

/// The sets that are kept after a turn, of a set and its reflection the one with the smaller number.
struct Level {
    keys: Vec<u128>,
    /// By set, the place in the level before of one that leads to it.
    parents: Vec<u32>,
}

/// The place of a set: its level, and its place there.
type Place = (usize, u32);

/// A set of the next level.
struct Candidate {
    score: i32,
    key: u128,
    parent: u32,
}

/// Two halves of a crossing.
struct Crossing {
    turns: usize,
    /// The last set of the first half.
    place: Place,
    /// The set one turn later, if the halves meet there.
    middle: Option<u128>,
    /// The set of which that is the image.
    other: Place,
}

/// A search for short crossings.
pub struct Beam<'a> {
    alone: &'a Alone,
    width: usize,
    /// By square, what a piece on it is worth.
    worth: Vec<i32>,
    levels: Vec<Level>,
    /// Where a set was met first.
    places: HashMap<u128, Place, Hash>,
}

impl<'a> Beam<'a> {
    /// A search that keeps `width` sets of each turn.
    pub fn new(alone: &'a Alone, width: usize) -> Beam<'a> {
        let worth = |square: u8| {
            let (x, y) = (square % STRIDE, square / STRIDE);
            FORWARD * i32::from(x + y) - ASIDE * i32::from(x.abs_diff(y).saturating_sub(1))
        };
        let start = either(&alone.start());
        Beam {
            alone,
            width,
            worth: (0..=u8::MAX).map(worth).collect(),
            levels: vec![Level { keys: vec![start], parents: vec![0] }],
            places: HashMap::from_iter([(start, (0, 0))]),
        }
    }

    /// The sets of the shortest crossing that is found, from the start to the target, each one turn after the one
    /// before.
    pub fn search(mut self) -> Option<Vec<SquareSet>> {
        let mut best: Option<Crossing> = None;
        for turn in 0..=LONGEST {
            let most = best.as_ref().map_or(2 * LONGEST, |best| best.turns - 1);
            // The other half would have to be the shorter one by far.
            if 3 * turn > 2 * most {
                break;
            }
            if turn > 0 {
                let level = self.next(turn);
                for (place, &key) in (0..).zip(&level.keys) {
                    self.places.entry(key).or_insert((turn, place));
                }
                self.levels.push(level);
            }
            best = self.crossing(turn, most).or(best);
        }
        self.line(&best?)
    }

    /// The shortest crossing of at most `most` turns whose first half ends in the level of this turn.
    fn crossing(&self, turn: usize, most: usize) -> Option<Crossing> {
        let through = |(place, &key): (usize, &u128)| {
            let mut best: Option<Crossing> = None;
            let mut meet = |set: &SquareSet, middle: Option<u128>| {
                let other = self.places.get(&either(&self.alone.turned(set)));
                let Some(&other) = other else { return };
                let turns = turn + usize::from(middle.is_some()) + other.0;
                if turns <= best.as_ref().map_or(most, |best| best.turns - 1) {
                    best = Some(Crossing { turns, place: (turn, place as u32), middle, other });
                }
            };
            let set = unpacked(key, self.alone.pieces);
            meet(&set, None);
            self.alone.for_each(&set, Rule::OneWay, |_, _, after| meet(&after, Some(either(&after))));
            best
        };
        let keys = self.levels[turn].keys.par_iter().enumerate();
        keys.filter_map(through).min_by_key(|crossing| (crossing.turns, crossing.place))
    }

    /// The most promising sets after this turn.
    fn next(&self, turn: usize) -> Level {
        let on_image = ON_IMAGE * turn.saturating_sub(OPENING) as i32;
        let mut best = Vec::new();
        let mut least = i32::MIN;
        let keys = &self.levels[turn - 1].keys;
        for (first, part) in (0..).step_by(1 << 11).zip(keys.chunks(1 << 11)) {
            let of_set = |(place, &key): (usize, &u128)| {
                let mut candidates = Vec::new();
                let set = unpacked(key, self.alone.pieces);
                let worth: i32 = set.iter().map(|square| self.worth[usize::from(square)]).sum();
                self.alone.for_each(&set, Rule::OneWay, |from, to, after| {
                    let score = worth - self.worth[usize::from(from)] + self.worth[usize::from(to)];
                    // No set has more pieces on images than pieces.
                    if score + on_image * (self.alone.pieces as i32) < least {
                        return;
                    }
                    let score = score + if on_image > 0 { on_image * self.on_images(&after) } else { 0 };
                    if score >= least {
                        candidates.push(Candidate { score, key: either(&after), parent: (first + place) as u32 });
                    }
                });
                candidates
            };
            let parts: Vec<Vec<Candidate>> = part.par_iter().enumerate().map(of_set).collect();
            best.extend(parts.into_iter().flatten());
            if best.len() > 2 * self.width {
                least = self.trim(&mut best);
            }
        }
        self.trim(&mut best);
        let (keys, parents) = best.into_iter().map(|candidate| (candidate.key, candidate.parent)).unzip();
        Level { keys, parents }
    }

    /// The pieces on the image of another one: turned by half, or reflected in the diagonal between the other corners.
    fn on_images(&self, set: &SquareSet) -> i32 {
        let turned = self.alone.turned(set);
        (*set & turned).len().max((*set & reflected(&turned)).len()) as i32
    }

    /// Keeps the best candidates, and returns what the next ones must be worth at least.
    fn trim(&self, best: &mut Vec<Candidate>) -> i32 {
        best.par_sort_unstable_by_key(|candidate| (-candidate.score, candidate.key, candidate.parent));
        best.dedup_by_key(|candidate| candidate.key);
        best.truncate(self.width);
        best.last().filter(|_| best.len() == self.width).map_or(i32::MIN, |last| last.score)
    }

    /// The sets of a crossing.
    fn line(&self, crossing: &Crossing) -> Option<Vec<SquareSet>> {
        let image = |key: u128| either(&self.alone.turned(&unpacked(key, self.alone.pieces)));
        let mut keys = self.way(crossing.place);
        keys.extend(crossing.middle);
        keys.extend(self.way(crossing.other).into_iter().rev().skip(1).map(image));
        let mut line = vec![self.alone.start()];
        for &key in &keys[1..] {
            let mut next = None;
            self.alone.for_each(line.last()?, Rule::OneWay, |_, _, after| {
                if either(&after) == key {
                    next = Some(after);
                }
            });
            line.push(next?);
        }
        Some(line)
    }

    /// The sets from the start to this place.
    fn way(&self, (level, place): Place) -> Vec<u128> {
        let (mut way, mut place) = (Vec::new(), place as usize);
        for level in self.levels[..=level].iter().rev() {
            way.push(level.keys[place]);
            place = level.parents[place] as usize;
        }
        way.reverse();
        way
    }
}
