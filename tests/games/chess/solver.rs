//! The solver for endings of chess against the plain solvers and the laws.

use std::sync::LazyLock;

use hindsight::game::{Game, Notation, Value};
use hindsight::games::chess::Chess;
use hindsight::games::chess::solver::Bitboards;
use hindsight::query::Probe;
use hindsight::query::statistics::{self, Statistics};
use hindsight::solve::retrograde::Retrograde;
use hindsight::solve::{Solver, Work, solve_part};
use hindsight::space::{Entry, SliceId, Space, Violations, components};
use hindsight::util::random::Random;
use hindsight::values::{Lookup, Memory, Overlay};

/// The ending of a pawn each, which has captures en passant, with all that it leads to.
static PAWNS: LazyLock<(Chess, Memory)> = LazyLock::new(|| {
    let chess = Chess::new();
    let memory = solved(&chess, &Bitboards, "KPvKP");
    (chess, memory)
});

fn closure(chess: &Chess, name: &str) -> Vec<components::Part> {
    let parts = components::parts(chess.slices());
    let slice = chess.slice_named(name).expect("a slice of this name");
    let wanted = components::closure(chess.slices(), &parts, &[slice]);
    wanted.into_iter().map(|part| parts[part].clone()).collect()
}

fn solved(chess: &Chess, solver: &impl Solver<Chess>, name: &str) -> Memory {
    let memory = Memory::new(chess.slices());
    for part in closure(chess, name) {
        solve_part(chess, solver, &part, &Work::new(&Overlay { above: &memory, below: &() }, &()))
            .expect("the ending can be solved");
    }
    memory
}

fn codes(memory: &Memory, chess: &Chess, slice: SliceId) -> Vec<u16> {
    let mut codes = vec![0; chess.slices()[slice.index()].entries as usize];
    assert!(memory.read(Entry { slice, index: 0 }, &mut codes).expect("memory does not fail"));
    codes
}

#[test]
fn endings_of_three_men_are_those_of_the_engine_for_every_game() {
    let chess = Chess::new();
    for name in ["KRvK", "KNvK", "KPvK"] {
        let (fast, plain) = (solved(&chess, &Bitboards, name), solved(&chess, &Retrograde, name));
        for part in closure(&chess, name) {
            for slice in part.slices {
                assert_eq!(codes(&fast, &chess, slice), codes(&plain, &chess, slice), "{name}");
            }
        }
    }
}

#[test]
fn the_layout_agrees_with_the_rules() {
    let chess = Chess::new();
    let mut violations = Violations::default();
    hindsight::solve::check(&Bitboards, &chess, &|position| chess.text(position), &mut violations);
    assert!(violations.is_empty(), "{violations:?}");
}

/// The value of a position by those of its successors.
fn by_successors(probe: &Probe<Chess, Memory>, position: &<Chess as Game>::Position) -> Value {
    if let Some(outcome) = probe.space.outcome(position) {
        return outcome.into();
    }
    let value = |mv| {
        let next = probe.space.play(position, mv);
        let value = probe.value(&next).expect("memory does not fail").expect("a successor has a value");
        value.before(probe.space.turn(position, &next))
    };
    probe.space.moves(position).map(value).max().expect("a game that goes on has a move")
}

#[test]
fn values_follow_from_those_of_the_successors() {
    let (chess, memory) = &*PAWNS;
    let probe = Probe { space: chess, tables: memory };
    let mut random = Random::new(5);
    for part in closure(chess, "KPvKP") {
        for &slice in &part.slices {
            let entries = chess.slices()[slice.index()].entries as usize;
            for _ in 0..4_000 {
                let entry = Entry { slice, index: random.below(entries) as u64 };
                let position = chess.unrank(entry);
                let value = memory.value(entry).expect("memory does not fail");
                let expected = position.map(|position| by_successors(&probe, &position));
                assert_eq!(value, expected, "{:?}", position.map(|position| chess.text(&position)));
            }
        }
    }
}

#[test]
fn double_steps_that_can_be_captured_en_passant_are_valued() {
    let (chess, memory) = &*PAWNS;
    let probe = Probe { space: chess, tables: memory };
    let slice = chess.slice_named("KPvKP").expect("a slice");
    let mut found = 0;
    for index in (0..chess.slices()[slice.index()].entries).step_by(3) {
        let Some(position) = chess.unrank(Entry { slice, index }) else { continue };
        let captured = |mv| chess.resolve(&chess.play(&position, mv)).is_some();
        if chess.moves(&position).any(captured) {
            found += 1;
            let value = memory.value(Entry { slice, index }).expect("memory does not fail");
            assert_eq!(value, Some(by_successors(&probe, &position)), "{}", chess.text(&position));
        }
    }
    assert!(found > 5_000, "{found}");
}

#[test]
fn statistics_without_moves_are_those_of_a_count_position_by_position() {
    let (chess, memory) = &*PAWNS;
    let probe = Probe { space: chess, tables: memory };
    for (name, zugzwangs) in [("KRvKR", 0), ("KPvKP", 1)] {
        let slice = chess.slice_named(name).expect("a slice");
        let plain = statistics::of_slice(&probe, slice).expect("memory does not fail");
        assert!(plain.moves > 0 && plain.zugzwangs >= zugzwangs, "{plain:?}");
        let quick = statistics::of_slice_without_moves(&probe, slice).expect("memory does not fail");
        assert_eq!(quick, Statistics { moves: 0, ..plain }, "{name}");
    }
}
