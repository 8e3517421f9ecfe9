//! The fast solver and the plain one, which share the rules and no more, agree on every entry.

#[path = "outside/pong_hau_ki.rs"]
mod pong_hau_ki;

use hindsight::game::{Game, Outcome};
use hindsight::games::{pangki::Pangki, tic_tac_toe::TicTacToe};
use hindsight::solve::{Solved, reference, solve_all};
use hindsight::space::{Entry, Slice, SliceId, Space};
use hindsight::values::Lookup;
use pong_hau_ki::PongHauKi;

/// The slices of a game, by number.
fn slices(game: &impl Space) -> impl Iterator<Item = (SliceId, &Slice)> {
    game.slices().iter().enumerate().map(|(number, slice)| (SliceId(number as u32), slice))
}

fn solve<S: Space>(game: &S, threads: usize) -> Solved {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    pool.install(|| solve_all(game, &())).unwrap_or_else(|error| panic!("{}: {error}", game.name()))
}

/// Solves a whole game both ways.
fn assert_agreement<S: Space>(game: &S) {
    let solved = solve(game, 2);
    let all: Vec<SliceId> = slices(game).map(|(id, _)| id).collect();
    let plain = reference::solve(game, &all);
    for (id, slice) in slices(game) {
        assert_eq!(plain[id.index()].len() as u64, slice.entries);
        for (index, value) in (0..).zip(&plain[id.index()]) {
            let entry = Entry { slice: id, index };
            let found = solved.value(entry).expect("memory can be trusted");
            assert_eq!(found, *value, "{} {} {index}: {:?}", game.name(), slice.name, game.unrank(entry));
        }
    }
}

/// The game as the engine for any game sees it: without its steps, with its parents or without.
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

#[test]
fn they_agree_on_tic_tac_toe() {
    assert_agreement(&TicTacToe::new());
}

#[test]
fn they_agree_on_all_of_pangki() {
    assert_agreement(&Pangki::new());
}

#[test]
fn they_agree_on_pong_hau_ki_with_parents_and_without() {
    assert_agreement(&PongHauKi::new());
    assert_agreement(&Plain::<_, false>(PongHauKi::new()));
}

#[test]
fn every_way_to_solve_leads_to_the_same_table() {
    let solved = solve(&Pangki::new(), 2);
    let by_parents = solve(&Plain::<_, true>(Pangki::new()), 2);
    let by_sweeps = solve(&Plain::<_, false>(Pangki::new()), 2);
    assert!(solved.slices().eq(by_parents.slices()));
    assert!(solved.slices().eq(by_sweeps.slices()));
}

#[test]
fn any_number_of_threads_leads_to_the_same_table() {
    let game = Pangki::new();
    let (one, two) = (solve(&game, 1), solve(&game, 2));
    assert!(one.slices().eq(two.slices()));
}
