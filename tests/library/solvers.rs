//! The fast solver and the plain one, which share the rules and no more, agree on every entry.

use crate::outside::pong_hau_ki::PongHauKi;
use crate::outside::rooms::{ROOMS, Rooms};
use hindsight::game::{Game, Outcome, PlayRules};
use hindsight::games::{pangki::Pangki, tic_tac_toe::TicTacToe};
use hindsight::solve::{self, Solver, bitsets::Bitsets, reference::Reference, retrograde::Retrograde};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, components};
use hindsight::values::{Lookup, Memory};

fn solve<S: Space>(game: &S, solver: &impl Solver<S>, threads: usize) -> Memory {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let solved = pool.install(|| solve::in_memory(game, solver, &()));
    solved.unwrap_or_else(|error| panic!("{}: {error}", game.name()))
}

/// Two solvers have found the same value for every entry.
fn assert_same(game: &impl Space, one: &Memory, two: &Memory) {
    for (number, slice) in (0..).zip(game.slices()) {
        for index in 0..slice.entries {
            let entry = Entry { slice: SliceId(number), index };
            let [one, two] = [one, two].map(|solved| solved.value(entry).expect("memory can be trusted"));
            assert_eq!(one, two, "{} {} {index}: {:?}", game.name(), slice.name, game.unrank(entry));
        }
    }
}

/// Solves a whole game with a solver and with the plain one.
fn assert_agreement<S: Space>(game: &S, solver: &impl Solver<S>) {
    assert_same(game, &solve(game, solver, 2), &solve(game, &Reference, 1));
}

/// The game with its parents or without them.
struct Plain<G, const PARENTS: bool>(G);

impl<G: Space, const PARENTS: bool> Game for Plain<G, PARENTS> {
    type Position = G::Position;
    type Move = G::Move;

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn sides(&self) -> &'static [&'static str] {
        self.0.sides()
    }

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn side_to_move(&self, position: &G::Position) -> usize {
        self.0.side_to_move(position)
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.0.outcome(position)
    }

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.0.moves(position)
    }

    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.0.play(position, mv)
    }
}

impl<G: Space, const PARENTS: bool> PlayRules for Plain<G, PARENTS> {}

impl<G: Space, const PARENTS: bool> Space for Plain<G, PARENTS> {
    const PARENTS: bool = PARENTS;

    fn slices(&self) -> &[Slice] {
        self.0.slices()
    }

    fn rank(&self, position: &G::Position) -> Option<Entry> {
        self.0.rank(position)
    }

    fn unrank(&self, entry: Entry) -> Option<G::Position> {
        self.0.unrank(entry)
    }

    fn parents(&self, position: &G::Position) -> impl Iterator<Item = G::Position> {
        self.0.parents(position)
    }
}

impl<G: Space, const PARENTS: bool> Naming for Plain<G, PARENTS> {}

#[test]
fn they_agree_on_tic_tac_toe() {
    assert_agreement(&TicTacToe::new(), &Retrograde);
}

#[test]
fn they_agree_on_all_of_pangki() {
    assert_agreement(&Pangki::new(), &Bitsets);
}

#[test]
fn they_agree_on_pong_hau_ki_with_parents_and_without() {
    assert_agreement(&PongHauKi::new(), &Retrograde);
    assert_agreement(&Plain::<_, false>(PongHauKi::new()), &Retrograde);
}

#[test]
fn every_engine_finds_the_same_values() {
    let game = Pangki::new();
    let solved = solve(&game, &Bitsets, 2);
    assert_same(&game, &solved, &solve(&game, &Retrograde, 2));
}

#[test]
fn any_number_of_threads_finds_the_same_values() {
    let game = Pangki::new();
    assert_same(&game, &solve(&game, &Bitsets, 1), &solve(&game, &Bitsets, 2));
}

#[test]
fn they_agree_on_a_component_of_300_slices() {
    let game = Rooms::<true>::new();
    assert_eq!(components::components(game.slices()).iter().map(Vec::len).collect::<Vec<_>>(), [ROOMS as usize]);
    assert_agreement(&game, &Retrograde);
    assert_agreement(&Rooms::<false>::new(), &Retrograde);
    // The values are of every kind, and not all of them near the end of the game.
    let solved = solve(&game, &Reference, 1);
    let values = |slice: u32| (0..5).map(move |index| Entry { slice: SliceId(slice), index });
    let values = (0..ROOMS).flat_map(values).filter_map(|entry| solved.value(entry).expect("memory can be trusted"));
    let words: std::collections::BTreeSet<&str> = values.clone().map(|value| value.word()).collect();
    assert_eq!(words.len(), 3);
    assert!(values.filter_map(|value| value.plies()).max() > Some(10));
}
