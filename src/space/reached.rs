//! The positions that games reach, numbered: for a game whose positions have no neat numbering.
//!
//! A game keeps a [`Reached`] as a field and leaves `rank`, `unrank` and `parents` to it. All positions are found and
//! kept in memory, so they are as many as fit: a position of 16 bytes takes about 40 while they are found, and each
//! move inside a component 4. A processor finds 0.3 to 1 million positions a second, and the program finds them each
//! time that it starts. A game of more than ten million positions deserves a numbering of its own.

use std::collections::HashSet;
use std::convert::Infallible;
use std::hash::Hash;

use super::components::components;
use super::{Entry, Slice, SliceId};
use crate::game::Game;
use crate::util::threads::try_map;

/// Positions that one thread looks at before it takes the next ones.
const CHUNK: usize = 1 << 12;

/// How the positions of a game are found and numbered.
pub struct Walk<'a, P> {
    /// The positions from which games begin.
    pub begin: Vec<P>,
    /// The position that stands for this one and for all that have its value by symmetry.
    pub canonical: &'a (dyn Fn(&P) -> P + Sync),
    /// The number of the slice of a canonical position. The solver works on one slice after another if no moves lead
    /// back: the number of the stones on the board is a good one. 0 for all positions makes one slice.
    pub slice: &'a (dyn Fn(&P) -> u32 + Sync),
    /// The most positions that are kept.
    pub most: usize,
}

/// More positions than a [`Walk`] keeps.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected at most {most} positions that games of {game} reach, found more")]
pub struct TooMany {
    /// The name of the game.
    pub game: &'static str,
    /// The most positions that were to be kept.
    pub most: usize,
}

/// The positions that games reach, in the order of their slices and then of the positions themselves: the numbering
/// does not depend on the order of moves.
///
/// # Example
/// Nim with one heap: a move takes one or two matches, and who cannot move has lost.
/// ```
/// use hindsight::prelude::*;
/// use hindsight::space::reached::{Reached, Walk};
///
/// #[derive(Default)]
/// struct Heap(Reached<u8>);
///
/// impl Game for Heap {
///     type Position = u8;
///     type Move = u8;
///
///     fn name(&self) -> &'static str { "heap" }
///     fn sides(&self) -> &'static [&'static str] { &["mover", "other"] }
///     fn start(&self) -> u8 { 7 }
///     fn side_to_move(&self, heap: &u8) -> usize { 0 }
///     fn outcome(&self, heap: &u8) -> Option<Outcome> { (*heap == 0).then_some(Outcome::Loss) }
///     fn moves(&self, heap: &u8) -> impl Iterator<Item = u8> { 1..=2.min(*heap) }
///     fn play(&self, heap: &u8, taken: u8) -> u8 { heap - taken }
/// }
///
/// impl Space for Heap {
///     const PARENTS: bool = true;
///
///     fn slices(&self) -> &[Slice] { self.0.slices() }
///     fn rank(&self, heap: &u8) -> Option<Entry> { self.0.rank(0, heap) }
///     fn unrank(&self, entry: Entry) -> Option<u8> { self.0.unrank(entry) }
///     fn parents(&self, heap: &u8) -> impl Iterator<Item = u8> { self.0.parents(self.rank(heap)) }
/// }
///
/// let mut heap = Heap::default();
/// let walk = Walk { begin: vec![heap.start()], canonical: &|heap| *heap, slice: &|_| 0, most: 1_000 };
/// heap.0 = Reached::of(&heap, &walk)?;
/// let values = in_memory(&heap, &Retrograde, &())?;
/// let start = heap.rank(&7).expect("the start is reached");
/// assert_eq!(values.value(start)?, Some(Value::Win(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reached<P> {
    /// The numbers of the slices, ascending.
    numbers: Vec<u32>,
    slices: Vec<Slice>,
    /// The positions of each slice, ascending.
    positions: Vec<Vec<P>>,
    /// By slice, the number of its first position in the order of all.
    firsts: Vec<u32>,
    /// By position in the order of all, the end of its predecessors.
    ends: Vec<usize>,
    /// The predecessors in the same component, by their number in the order of all.
    predecessors: Vec<u32>,
}

impl<P> Default for Reached<P> {
    fn default() -> Reached<P> {
        Reached {
            numbers: Vec::new(),
            slices: Vec::new(),
            positions: Vec::new(),
            firsts: Vec::new(),
            ends: Vec::new(),
            predecessors: Vec::new(),
        }
    }
}

impl<P: Copy + Ord + Hash + Send + Sync> Reached<P> {
    /// Finds all positions that games reach, ply by ply on all threads, and numbers them.
    ///
    /// # Errors
    /// [`TooMany`] if there are more than the walk keeps, or more than `u32` counts.
    pub fn of<G: Game<Position = P>>(game: &G, walk: &Walk<P>) -> Result<Reached<P>, TooMany> {
        let successors = |position: &P, found: &mut Vec<P>| {
            found.extend(game.moves(position).map(|mv| (walk.canonical)(&game.play(position, mv))));
        };
        let error = TooMany { game: game.name(), most: walk.most.min(u32::MAX as usize) };
        let reached = Reached::numbered(find(walk, &successors, &error)?, walk);
        Ok(reached.with_moves(walk, &successors))
    }

    /// The positions in their slices, which lead nowhere yet.
    fn numbered(found: Vec<P>, walk: &Walk<P>) -> Reached<P> {
        let mut reached = Reached::default();
        let mut keyed: Vec<(u32, P)> = found.into_iter().map(|position| ((walk.slice)(&position), position)).collect();
        keyed.sort_unstable();
        for of_slice in keyed.chunk_by(|one, other| one.0 == other.0) {
            let number = of_slice[0].0;
            let before = reached.positions.last().map_or(0, Vec::len) as u32;
            reached.firsts.push(reached.firsts.last().map_or(0, |first| first + before));
            reached.numbers.push(number);
            reached.positions.push(of_slice.iter().map(|&(_, position)| position).collect());
            reached.slices.push(Slice {
                name: number.to_string(),
                pieces: number,
                part: String::new(),
                entries: of_slice.len() as u64,
                leads_to: Vec::new(),
            });
        }
        reached
    }

    /// The same with the slices that each slice leads to, and with the predecessors.
    fn with_moves(mut self, walk: &Walk<P>, successors: &Successors<P>) -> Reached<P> {
        // The successors of each position, each once, and the number of its successors.
        let mut of_slices = Vec::new();
        for positions in &self.positions {
            let chunks = in_chunks(positions, &|chunk: &[P]| {
                let (mut entries, mut counts, mut after) = (Vec::new(), Vec::new(), Vec::new());
                for position in chunk {
                    after.clear();
                    successors(position, &mut after);
                    after.sort_unstable();
                    after.dedup();
                    let known = after.iter().filter_map(|after| self.rank((walk.slice)(after), after));
                    let before = entries.len();
                    entries.extend(known);
                    counts.push(entries.len() - before);
                }
                (entries, counts)
            });
            of_slices.push(chunks);
        }
        for (slice, chunks) in self.slices.iter_mut().zip(&of_slices) {
            let mut leads_to: Vec<SliceId> = chunks.iter().flat_map(|(to, _)| to.iter().map(|to| to.slice)).collect();
            leads_to.sort_unstable();
            leads_to.dedup();
            slice.leads_to = leads_to;
        }
        let mut component = vec![0; self.slices.len()];
        for (number, members) in components(&self.slices).iter().enumerate() {
            members.iter().for_each(|slice| component[slice.index()] = number);
        }
        // Every move inside a component, as its ends by number.
        let moves = || {
            let of_slice = |(slice, chunks): (usize, &Vec<(Vec<Entry>, Vec<usize>)>)| {
                let mut from = self.firsts[slice];
                let mut moves = Vec::new();
                for (to, counts) in chunks {
                    let mut to = to.iter();
                    for &count in counts {
                        let inside =
                            to.by_ref().take(count).filter(|to| component[to.slice.index()] == component[slice]);
                        moves.extend(inside.map(|&to| (from, self.number(to))));
                        from += 1;
                    }
                }
                moves
            };
            of_slices.iter().enumerate().flat_map(of_slice)
        };
        let all: usize = self.positions.iter().map(Vec::len).sum();
        let mut ends = vec![0; all];
        moves().for_each(|(_, to)| ends[to as usize] += 1);
        let mut next = 0;
        for end in &mut ends {
            next += std::mem::replace(end, next);
        }
        let mut predecessors = vec![0; next];
        for (from, to) in moves() {
            predecessors[ends[to as usize]] = from;
            ends[to as usize] += 1;
        }
        Reached { ends, predecessors, ..self }
    }

    /// The slices, for [`Space::slices`](super::Space::slices). A slice has its number as its name and its size.
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// The entry of a canonical position of the slice of this number; `None` if no game reaches it. For
    /// [`Space::rank`](super::Space::rank).
    pub fn rank(&self, slice: u32, canonical: &P) -> Option<Entry> {
        let slice = self.numbers.binary_search(&slice).ok()?;
        let index = self.positions[slice].binary_search(canonical).ok()?;
        Some(Entry { slice: SliceId(slice as u32), index: index as u64 })
    }

    /// The canonical position of an entry. For [`Space::unrank`](super::Space::unrank).
    pub fn unrank(&self, entry: Entry) -> Option<P> {
        self.positions.get(entry.slice.index())?.get(usize::try_from(entry.index).ok()?).copied()
    }

    /// The positions of the same component with a move to the position of this entry. For
    /// [`Space::parents`](super::Space::parents).
    pub fn parents(&self, entry: Option<Entry>) -> impl Iterator<Item = P> {
        let number = entry.map(|entry| self.number(entry) as usize);
        let predecessors = number.map_or(&[][..], |number| {
            let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.predecessors[first..self.ends[number]]
        });
        predecessors.iter().map(|&number| self.position(number))
    }

    /// The number of an entry in the order of all.
    fn number(&self, entry: Entry) -> u32 {
        self.firsts[entry.slice.index()] + entry.index as u32
    }

    /// The position of a number in the order of all.
    fn position(&self, number: u32) -> P {
        let slice = self.firsts.partition_point(|&first| first <= number) - 1;
        self.positions[slice][(number - self.firsts[slice]) as usize]
    }
}

/// Adds the canonical positions after each move of a position.
type Successors<'a, P> = dyn Fn(&P, &mut Vec<P>) + Sync + 'a;

/// All positions that games reach, in any order.
fn find<P: Copy + Ord + Hash + Send + Sync>(
    walk: &Walk<P>,
    successors: &Successors<P>,
    error: &TooMany,
) -> Result<Vec<P>, TooMany> {
    let mut found = HashSet::new();
    let mut frontier: Vec<P> = walk.begin.iter().map(|position| (walk.canonical)(position)).collect();
    frontier.retain(|&position| found.insert(position));
    while !frontier.is_empty() {
        let after = in_chunks(&frontier, &|chunk: &[P]| {
            let mut after = Vec::new();
            chunk.iter().for_each(|position| successors(position, &mut after));
            after.sort_unstable();
            after.dedup();
            after
        });
        frontier = after.into_iter().flatten().filter(|&position| found.insert(position)).collect();
        if found.len() > error.most {
            return Err(error.clone());
        }
    }
    Ok(found.into_iter().collect())
}

/// The results of work on consecutive positions, in order, on all threads.
fn in_chunks<P: Sync, R: Send>(positions: &[P], work: &(dyn Fn(&[P]) -> R + Sync)) -> Vec<R> {
    let chunks: Vec<&[P]> = positions.chunks(CHUNK).collect();
    let Ok(results) = try_map(chunks.len(), &|number| Ok::<R, Infallible>(work(chunks[number])));
    results
}
