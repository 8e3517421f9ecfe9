//! A synthetic game whose single component has 300 slices: positions are the corners of rooms in a ring, and the moves
//! of each are drawn once and for all.

use hindsight::game::{Game, Outcome, PlayRules};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space};
use hindsight::util::random::Random;

/// Rooms, each of them a slice.
pub const ROOMS: u32 = 300;

/// Corners of a room, each of them an entry.
const CORNERS: u64 = 5;

/// The game, with parents or without.
pub struct Rooms<const PARENTS: bool> {
    slices: Vec<Slice>,
    /// By number of an entry, those that moves lead to, and those that lead to it.
    successors: Vec<Vec<usize>>,
    parents: Vec<Vec<usize>>,
}

/// The number of an entry, and the side to move. Both sides play alike and share the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    number: usize,
    second_to_move: bool,
}

impl<const PARENTS: bool> Rooms<PARENTS> {
    /// The game: one corner in eight has no moves, and its side to move has lost.
    pub fn new() -> Rooms<PARENTS> {
        let count = (u64::from(ROOMS) * CORNERS) as usize;
        let (mut random, mut successors) = (Random::new(1), vec![Vec::new(); count]);
        for (number, successors) in successors.iter_mut().enumerate() {
            let moves = if random.below(8) == 0 { 0 } else { 1 + random.below(3) };
            for _ in 0..moves {
                let room = number / CORNERS as usize + [1, 1, 297][random.below(3)];
                successors.push(room % ROOMS as usize * CORNERS as usize + random.below(CORNERS as usize));
            }
            successors.sort_unstable();
            successors.dedup();
        }
        let mut parents = vec![Vec::new(); count];
        for (number, successors) in successors.iter().enumerate() {
            successors.iter().for_each(|&successor: &usize| parents[successor].push(number));
        }
        let slice = |room: u32| Slice {
            name: format!("room{room}"),
            pieces: 1,
            part: String::new(),
            entries: CORNERS,
            leads_to: [1, 297].map(|further| SliceId((room + further) % ROOMS)).to_vec(),
        };
        Rooms { slices: (0..ROOMS).map(slice).collect(), successors, parents }
    }
}

impl<const PARENTS: bool> Game for Rooms<PARENTS> {
    type Position = Position;
    type Move = usize;

    fn name(&self) -> &'static str {
        "rooms"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["first", "second"]
    }

    fn start(&self) -> Position {
        Position { number: 0, second_to_move: false }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        position.second_to_move.into()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.successors[position.number].is_empty().then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = usize> {
        self.successors[position.number].iter().copied()
    }

    fn play(&self, position: &Position, number: usize) -> Position {
        Position { number, second_to_move: !position.second_to_move }
    }
}

impl<const PARENTS: bool> PlayRules for Rooms<PARENTS> {}

impl<const PARENTS: bool> Space for Rooms<PARENTS> {
    const PARENTS: bool = PARENTS;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let number = position.number as u64;
        Some(Entry { slice: SliceId((number / CORNERS) as u32), index: number % CORNERS })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let number = u64::from(entry.slice.0) * CORNERS + entry.index;
        Some(Position { number: number as usize, second_to_move: false })
    }

    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let second_to_move = !position.second_to_move;
        self.parents[position.number].iter().map(move |&number| Position { number, second_to_move })
    }
}

impl<const PARENTS: bool> Naming for Rooms<PARENTS> {}
