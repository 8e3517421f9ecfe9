//! Proofs that a crossing takes more than a number of turns.
//!
//! Moves are free here: the rule of the target is left out. All moves of the game are among them, so what is proved
//! holds for the game; and a reversed move is a move, so the sets so many turns before the target are those so many
//! turns after the start, turned by half.
//!
//! A search finds all sets of the first turns, and so of the last. A shortest crossing passes through a set of each
//! level of both. From any set, its columns and its rows say how many turns it takes at least to a set of the first of
//! the last levels, and the search from the start goes on with those sets only from which the turns that are left
//! suffice. If none is left, there is no such crossing.

use std::collections::HashSet;

use hindsight::games::halma::SquareSet;
use rayon::prelude::*;

use super::columns::{Numbering, columns, distances, rows};
use super::moves::{Alone, Rule};
use super::sets::{Hash, either, unpacked};

/// The turns from each end of which all sets are known.
const ENDS: usize = 5;

/// The result of a search for a crossing of at most N turns.
pub struct Proof {
    /// The sets that were kept after each turn, each for itself and its reflection.
    pub kept: Vec<usize>,
    /// The turns of the shortest crossing by free moves, if it takes no more.
    pub turns: Option<usize>,
}

/// Looks for all crossings of at most `most` turns.
pub fn prove(alone: &Alone, most: usize) -> Proof {
    let mut levels = vec![vec![either(&alone.start())]];
    // Both ends are searched as deep, so that they are never deeper than the whole.
    let ends = ENDS.min(most / 2);
    let target = either(&alone.target());
    while levels.len() <= ends {
        if levels[levels.len() - 1].contains(&target) {
            return Proof { kept: levels.iter().map(Vec::len).collect(), turns: Some(levels.len() - 1) };
        }
        levels.push(next(alone, &levels, |_| true));
    }
    let last: HashSet<u128, Hash> = levels[ends].iter().copied().collect();
    let size = alone.board().size;
    let numbering = Numbering::new(size.into(), alone.pieces as usize);
    let turned = |&key: &u128| alone.turned(&unpacked(key, alone.pieces));
    let counts = |set: &SquareSet| [numbering.number(&columns(set)), numbering.number(&rows(set))];
    let mut sources: Vec<usize> = levels[ends].par_iter().flat_map_iter(|key| counts(&turned(key))).collect();
    sources.par_sort_unstable();
    sources.dedup();
    let distances = distances(&numbering, &sources);
    let left =
        |set: &SquareSet| counts(set).map(|number| usize::from(distances[number])).into_iter().max().unwrap_or(0);
    let mut kept = Vec::new();
    for turn in 0.. {
        // The first levels are complete: the sets that are too far are dropped now.
        if turn >= levels.len() {
            levels.push(next(alone, &levels, |set| turn + ends + left(set) <= most));
        } else {
            levels[turn].retain(|&key| turn + ends + left(&unpacked(key, alone.pieces)) <= most);
        }
        let level = &levels[turn];
        kept.push(level.len());
        if level.par_iter().any(|key| last.contains(&either(&turned(key)))) {
            return Proof { kept, turns: Some(turn + ends) };
        }
        if level.is_empty() || turn + ends == most {
            return Proof { kept, turns: None };
        }
    }
    unreachable!("the turns end")
}

/// The sets one turn after those of the last level, if they are wanted and in neither of the last two levels. They
/// cannot be in an earlier one, because a reversed move is a move, unless that was too far already.
fn next(alone: &Alone, levels: &[Vec<u128>], wanted: impl Fn(&SquareSet) -> bool + Sync) -> Vec<u128> {
    let [.., level] = levels else { return Vec::new() };
    let known: HashSet<u128, Hash> = levels.iter().rev().take(2).flatten().copied().collect();
    let mut next: HashSet<u128, Hash> = HashSet::default();
    let of_part = |part: &[u128]| {
        let mut after_part = Vec::new();
        for &key in part {
            alone.for_each(&unpacked(key, alone.pieces), Rule::Free, |_, _, after| {
                if wanted(&after) {
                    after_part.push(either(&after));
                }
            });
        }
        after_part.sort_unstable();
        after_part.dedup();
        after_part
    };
    for parts in level.chunks(1 << 16) {
        let after: Vec<Vec<u128>> = parts.par_chunks(1 << 10).map(of_part).collect();
        next.extend(after.into_iter().flatten().filter(|key| !known.contains(key)));
    }
    let mut next: Vec<u128> = next.into_iter().collect();
    next.par_sort_unstable();
    next
}
