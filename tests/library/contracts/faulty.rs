//! A game of the crate whose layout has one fault.

use std::fmt::Debug;

use hindsight::game::{Game, Outcome, PlayRules};
use hindsight::solve::{self, Solver};
use hindsight::space::{Entry, Naming, Slice, Space, Violations};

/// A game with the fault of its layout, if any; the rules and the numbering are those of the game.
pub struct Faulty<G, F> {
    /// The game.
    pub game: G,
    /// What its layout gets wrong.
    pub fault: Option<F>,
    /// The slices that are checked, a closed set from the first on.
    slices: Vec<Slice>,
}

impl<G: Space, F> Faulty<G, F> {
    /// The game with its first slices.
    pub fn new(game: G, slices: usize, fault: Option<F>) -> Faulty<G, F> {
        let slices = game.slices()[..slices].to_vec();
        Faulty { game, fault, slices }
    }
}

impl<G: Space, F: Copy + PartialEq> Faulty<G, F> {
    /// Whether the layout has this fault.
    pub fn has(&self, fault: F) -> bool {
        self.fault == Some(fault)
    }
}

/// What the check of a solver finds.
pub fn check<S: Space>(solver: &impl Solver<S>, space: &S) -> Vec<String> {
    let mut violations = Violations::default();
    solve::check(solver, space, &|position| format!("{position:?}"), &mut violations);
    violations.lines()
}

/// That a fault is found under this rule.
pub fn assert_found<S: Space>(solver: &impl Solver<S>, space: &S, fault: &impl Debug, rule: &str) {
    let found = check(solver, space);
    assert!(found.iter().any(|violation| violation.starts_with(&format!("{rule}: "))), "{fault:?}: {rule}: {found:#?}");
}

impl<G: Space, F: Send + Sync + 'static> Game for Faulty<G, F> {
    type Position = G::Position;
    type Move = G::Move;

    const ALTERNATES: bool = G::ALTERNATES;

    fn name(&self) -> &'static str {
        self.game.name()
    }

    fn sides(&self) -> &'static [&'static str] {
        self.game.sides()
    }

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn side_to_move(&self, position: &G::Position) -> usize {
        self.game.side_to_move(position)
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.game.outcome(position)
    }

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.game.moves(position)
    }

    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.game.play(position, mv)
    }
}

impl<G: Space, F: Send + Sync + 'static> PlayRules for Faulty<G, F> {}

impl<G: Space, F: Send + Sync + 'static> Space for Faulty<G, F> {
    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &G::Position) -> Option<Entry> {
        self.game.rank(position)
    }

    fn unrank(&self, entry: Entry) -> Option<G::Position> {
        self.game.unrank(entry)
    }
}

impl<G: Space, F: Send + Sync + 'static> Naming for Faulty<G, F> {}
