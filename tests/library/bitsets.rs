//! Bitsets and Retrograde agree on small stepping games made at random.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use hindsight::game::{Game, Outcome, PlayRules, Value};
use hindsight::solve::bitsets::{BitsetSpace, Bitsets, Capture, Steps};
use hindsight::solve::{self, SolveError, retrograde::Retrograde};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space};
use hindsight::util::progress::Progress;
use hindsight::values::Lookup;
use proptest::prelude::*;

/// A stepping game that plays by its [`Steps`], read one position at a time.
struct Stepping {
    steps: Steps<Position>,
    slices: Vec<Slice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    own: u16,
    other: u16,
}

impl Stepping {
    fn new(steps: Steps<Position>) -> Stepping {
        // One slice for everything: the numbers of both sets of points beside each other.
        let slice = Slice {
            name: "all".to_string(),
            pieces: steps.points,
            part: String::new(),
            entries: 1 << (2 * steps.points),
            leads_to: vec![SliceId(0)],
        };
        Stepping { steps, slices: vec![slice] }
    }
}

impl Game for Stepping {
    type Position = Position;
    type Move = (u16, u16);

    fn name(&self) -> &'static str {
        "stepping"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["first", "second"]
    }

    fn start(&self) -> Position {
        Position { own: 1, other: 2 }
    }

    fn side_to_move(&self, _position: &Position) -> usize {
        0
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.other.count_ones() < self.steps.fewest {
            Some(Outcome::Win)
        } else if position.own.count_ones() < self.steps.fewest {
            Some(Outcome::Loss)
        } else if self.steps_of(position).next().is_none() {
            Some(self.steps.stuck)
        } else {
            None
        }
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = (u16, u16)> {
        let over = self.outcome(position).is_some();
        self.steps_of(position).filter(move |_| !over)
    }

    fn play(&self, position: &Position, (from, to): (u16, u16)) -> Position {
        let own = position.own ^ from ^ to;
        let complete = |capture: &&Capture| capture.own & to != 0 && capture.complete(own, position.other);
        let taken = self.steps.captures.iter().filter(complete).fold(0, |taken, capture| taken | capture.taken);
        Position { own: position.other & !taken, other: own }
    }
}

impl PlayRules for Stepping {}

impl Stepping {
    fn steps_of(&self, position: &Position) -> impl Iterator<Item = (u16, u16)> {
        let Position { own, other } = *position;
        (0..self.steps.points).filter(move |from| own >> from & 1 == 1).flat_map(move |from| {
            let to = self.steps.neighbours[from as usize] & !(own | other);
            (0..16).map(|point| 1u16 << point).filter(move |point| to & point != 0).map(move |to| (1 << from, to))
        })
    }
}

impl Space for Stepping {
    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let index = u64::from(position.own) << self.steps.points | u64::from(position.other);
        Some(Entry { slice: SliceId(0), index })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let all = (1 << self.steps.points) - 1;
        let (own, other) = ((entry.index >> self.steps.points) as u16, (entry.index & all) as u16);
        (own & other == 0).then_some(Position { own, other })
    }
}

impl Naming for Stepping {}

impl BitsetSpace for Stepping {
    fn steps(&self) -> Steps<Position> {
        self.steps.clone()
    }
}

/// A set of `size` points.
fn points(size: u32, most: usize) -> impl Strategy<Value = u16> {
    proptest::collection::vec(0..size, 0..=most).prop_map(|points| points.into_iter().fold(0, |set, i| set | 1 << i))
}

/// Rules on a board that its mirror image, `points - 1 - i` for `i`, leaves as it is.
fn rules(size: u32) -> impl Strategy<Value = Steps<Position>> {
    let edges = proptest::collection::vec((0..size, 0..size), 3..12);
    let patterns = proptest::collection::vec((points(size, 3), points(size, 2), points(size, 1)), 0..5);
    let stuck = prop_oneof![Just(Outcome::Win), Just(Outcome::Loss)];
    (edges, patterns, 0..3u32, stuck).prop_map(move |(edges, patterns, fewest, stuck)| {
        let mirror: [u8; 16] =
            std::array::from_fn(|i| if (i as u32) < size { size as u8 - 1 - i as u8 } else { i as u8 });
        let image = |set: u16| (0..size).filter(|i| set >> i & 1 == 1).map(|i| 1 << mirror[i as usize]).sum::<u16>();
        let mut neighbours = [0u16; 16];
        for (one, two) in edges.into_iter().filter(|(one, two)| one != two) {
            for (one, two) in [(one as usize, two), (size as usize - 1 - one as usize, size - 1 - two)] {
                neighbours[one] |= 1 << two;
                neighbours[two as usize] |= 1 << one;
            }
        }
        let mut captures = Vec::new();
        for (own, taken, empty) in patterns {
            let (taken, empty) = (taken & !own, empty & !own & !taken);
            if own != 0 && taken != 0 {
                captures.push(Capture { own, taken, empty });
                captures.push(Capture { own: image(own), taken: image(taken), empty: image(empty) });
            }
        }
        Steps {
            points: size,
            neighbours,
            captures,
            fewest,
            stuck,
            symmetries: vec![std::array::from_fn(|i| i as u8), mirror],
            position: |own, other| Position { own, other },
        }
    })
}

/// The values of all entries.
fn values(game: &Stepping, solved: &impl Lookup) -> Vec<Option<Value>> {
    let entries = (0..game.slices[0].entries).map(|index| Entry { slice: SliceId(0), index });
    entries.map(|entry| solved.value(entry).expect("memory can be trusted")).collect()
}

/// Solves a game both ways. Returns whether the engine by bit sets can solve it.
fn agree(steps: Steps<Position>) -> bool {
    let game = Stepping::new(steps);
    let by_sets = match solve::in_memory(&game, &Bitsets, &()) {
        Ok(solved) => solved,
        Err(SolveError::Unsuited { .. }) => return false,
        Err(error) => panic!("{error}"),
    };
    let solved = solve::in_memory(&game, &Retrograde, &()).expect("the game keeps its contract");
    assert!(values(&game, &solved) == values(&game, &by_sets), "{:?}", game.steps);
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn on_boards_of_one_row(steps in (3u32..=6).prop_flat_map(rules)) {
        agree(steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(25))]

    #[test]
    fn on_boards_of_several_rows(steps in rules(9)) {
        agree(steps);
    }
}

#[test]
fn a_game_that_a_stuck_side_wins_is_solved_over_several_rows() {
    // A ring of nine points; two in a row take the next.
    let around = |i: u32| 1u16 << (i % 9);
    let neighbours = std::array::from_fn(|i| if i < 9 { around(i as u32 + 1) | around(i as u32 + 8) } else { 0 });
    let captures = (0..9).flat_map(|i| {
        let pair = around(i) | around(i + 1);
        [(i + 2, i + 3), (i + 8, i + 7)].map(|(taken, empty)| Capture {
            own: pair,
            taken: around(taken),
            empty: around(empty),
        })
    });
    let turn = |by: u8| std::array::from_fn(|i| if i < 9 { (i as u8 + by) % 9 } else { i as u8 });
    for stuck in [Outcome::Win, Outcome::Loss] {
        let steps = Steps {
            points: 9,
            neighbours,
            captures: captures.clone().collect(),
            fewest: 2,
            stuck,
            symmetries: (0..9).map(turn).collect(),
            position: |own, other| Position { own, other },
        };
        assert!(agree(steps));
    }
}

/// Stops once all entries are solved.
#[derive(Default)]
struct StopAtEnd(AtomicBool);

impl Progress for StopAtEnd {
    fn advance(&self, _entries: u64) {
        self.0.store(true, Relaxed);
    }

    fn go_on(&self) -> bool {
        !self.0.load(Relaxed)
    }
}

#[test]
fn values_that_are_found_are_not_thrown_away() {
    let steps = Steps {
        points: 3,
        neighbours: std::array::from_fn(|i| [0b010, 0b101, 0b010].get(i).copied().unwrap_or(0)),
        captures: Vec::new(),
        fewest: 1,
        stuck: Outcome::Loss,
        symmetries: vec![std::array::from_fn(|i| i as u8)],
        position: |own, other| Position { own, other },
    };
    let stop = StopAtEnd::default();
    solve::in_memory(&Stepping::new(steps), &Bitsets, &stop).expect("it is solved before it is stopped");
    assert!(!stop.go_on());
}

#[test]
fn a_draw_for_a_stuck_side_is_left_to_the_engine_for_any_game() {
    let steps = Steps {
        points: 3,
        neighbours: std::array::from_fn(|i| [0b010, 0b101, 0b010].get(i).copied().unwrap_or(0)),
        captures: Vec::new(),
        fewest: 1,
        stuck: Outcome::Draw,
        symmetries: Vec::new(),
        position: |own, other| Position { own, other },
    };
    let game = Stepping::new(steps);
    let refused = solve::in_memory(&game, &Bitsets, &()).err();
    assert!(matches!(refused, Some(SolveError::Unsuited { solver: "bitsets", .. })), "{refused:?}");
    solve::in_memory(&game, &Retrograde, &()).expect("the game keeps its contract");
}
