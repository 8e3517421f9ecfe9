//! The solver for endings of chess against the plain solver and the laws.

use std::sync::LazyLock;

use hindsight::game::{Game, QUIET_PLIES, Value, position_text, turn};
use hindsight::games::chess::solver::Bitboards;
use hindsight::games::chess::{BLACK, Chess, PieceType, Position, WHITE};
use hindsight::query::Probe;
use hindsight::query::statistics::{self, Statistics};
use hindsight::solve::reference::Reference;
use hindsight::solve::{Solver, Work, solve_part};
use hindsight::space::{Entry, SliceId, Space, components, slice_named, value_of_move};
use hindsight::util::random::Random;
use hindsight::util::threads::for_each;
use hindsight::values::{Code, Lookup, LookupError, Memory, Overlay, resolve};

/// The ending of a pawn each, which has captures en passant, with all endings that it leads to.
static PAWNS: LazyLock<(Chess, Memory)> = LazyLock::new(|| pawns(Chess::new()));

/// The same under the fifty-move rule.
static PAWNS_UNDER_RULE: LazyLock<(Chess, Memory)> = LazyLock::new(|| pawns(Chess::with_fifty_moves()));

fn pawns(chess: Chess) -> (Chess, Memory) {
    let memory = solved(&chess, &Bitboards, "KPvKP");
    (chess, memory)
}

fn closure(chess: &Chess, name: &str) -> Vec<components::Part> {
    let parts = components::parts(chess.slices());
    let slice = slice_named(chess, name).expect("a slice of this name");
    let wanted = components::closure(chess.slices(), &parts, &[slice]);
    wanted.into_iter().map(|part| parts[part].clone()).collect()
}

/// Solves an ending on top of the endings in `memory`.
fn solve(chess: &Chess, solver: &impl Solver<Chess>, part: &components::Part, memory: &Memory) {
    solve_part(chess, solver, part, &Work::new(&Overlay { above: memory, below: &() }, &()))
        .expect("the ending can be solved");
}

fn solved(chess: &Chess, solver: &impl Solver<Chess>, name: &str) -> Memory {
    let memory = Memory::new(chess.slices());
    closure(chess, name).iter().for_each(|part| solve(chess, solver, part, &memory));
    memory
}

fn codes(memory: &Memory, chess: &Chess, slice: SliceId) -> Vec<u16> {
    let mut codes = vec![0; chess.slices()[slice.index()].entries as usize];
    assert!(memory.read(Entry { slice, index: 0 }, &mut codes).expect("memory does not fail"));
    codes
}

/// Solves an ending and all that it leads to with both solvers, and compares every entry. The plain solver builds on
/// values of its own.
fn compare_with_reference(name: &str) {
    let chess = Chess::new();
    let (fast, plain) = (Memory::new(chess.slices()), Memory::new(chess.slices()));
    for part in closure(&chess, name) {
        solve(&chess, &Bitboards, &part, &fast);
        solve(&chess, &Reference, &part, &plain);
        for slice in part.slices {
            let name = &chess.slices()[slice.index()].name;
            assert!(codes(&fast, &chess, slice) == codes(&plain, &chess, slice), "{name}");
        }
    }
}

/// Checks, in these slices of solved endings, that the values of one entry in `step` follow from the values of their
/// successors by the rules. Values of every entry with this property are those of [`Reference`]: by induction on the
/// depth, a position is marked as a win or a loss in `n` plies exactly if it is one, and the rest is drawn. One pass
/// takes the place of a sweep for each ply, which is what four men have time for.
fn compare_with_successors(chess: &Chess, memory: &Memory, names: &[&str], step: usize) {
    let value = |position: &_| -> Result<Option<Value>, LookupError> {
        match chess.rank(position) {
            Some(entry) => memory.value(entry),
            None => Ok(chess.outcome(position).map(Value::from)),
        }
    };
    let after = |position: &_| match resolve(chess, chess.metric(), position, &mut |stored| value(stored))
        .expect("memory does not fail")
    {
        Some(best) => best.complete(),
        None => value(position).expect("memory does not fail"),
    };
    for name in names {
        let slice = slice_named(chess, name).expect("a slice of this name");
        let entries = chess.slices()[slice.index()].entries;
        const RUN: u64 = 1 << 12;
        for_each(entries.div_ceil(RUN) as usize, &|run| {
            for index in (run as u64 * RUN..entries.min((run as u64 + 1) * RUN)).step_by(step) {
                let entry = Entry { slice, index };
                let expected = chess.unrank(entry).map(|position| {
                    let worth = |mv| {
                        let next = chess.play(&position, mv);
                        let value = after(&next).expect("a successor has a value");
                        value_of_move(chess, &position, mv, &next, value)
                    };
                    let ended = chess.outcome(&position).map(Value::from);
                    ended.unwrap_or_else(|| chess.moves(&position).map(worth).max().expect("the game goes on"))
                });
                let found = memory.value(entry).expect("memory does not fail");
                assert_eq!(found, expected, "{name} {index}");
            }
        });
    }
}

#[test]
fn endings_of_three_men_are_those_of_the_reference() {
    ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"].iter().for_each(|name| compare_with_reference(name));
}

/// The depths of a large ending are in a file while it is solved. Here they are the depths of a small one.
#[test]
fn depths_in_a_file_are_those_in_memory() {
    let (chess, memory) = &*PAWNS;
    let directory = tempfile::tempdir().expect("a directory can be made");
    let parts = closure(chess, "KQvKP");
    let (part, below) = parts.split_last().expect("it leads to others");
    let found = Memory::new(chess.slices());
    below.iter().for_each(|part| solve(chess, &Bitboards, part, &found));
    let values = Overlay { above: &found, below: &() };
    let work = Work { files: Some(directory.path()), ..Work::new(&values, &()) };
    solve_part(chess, &Bitboards, part, &work).expect("the ending can be solved");
    for slice in part.slices.iter().copied() {
        assert!(codes(&found, chess, slice) == codes(memory, chess, slice));
    }
    let files: u64 = part.components.iter().map(|component| Bitboards.in_files(chess, component)).sum();
    assert_eq!(files, 2 * 1806 * 48 * 64);
    assert!(Bitboards.memory(chess, &part.components[0], 1) > files);
}

#[test]
fn an_ending_of_two_knights_is_that_of_the_reference() {
    compare_with_reference("KNNvK");
}

#[test]
fn an_ending_of_two_queens_is_that_of_the_reference() {
    compare_with_reference("KQQvK");
}

/// Of the entries of the endings of four men, the tests look at one in this number. It is prime to the numbers of
/// squares.
const STEP: usize = 37;

#[test]
fn entries_of_endings_of_four_men_follow_from_their_successors() {
    follow_from_successors(STEP);
}

/// Looks at one entry in `step`.
pub fn follow_from_successors(step: usize) {
    let (chess, memory) = &*PAWNS;
    compare_with_successors(chess, memory, &["KPvKP", "KQvKR", "KRvKQ", "KRvKB", "KPvKN"], step);
}

#[test]
fn entries_under_a_rule_of_quiet_plies_follow_from_their_successors() {
    follow_from_successors_under_a_rule(STEP);
}

/// Looks at one entry in `step`. Under the fifty-move rule no ending of four men is cursed; a rule of 20 quiet plies
/// curses the wins of many.
pub fn follow_from_successors_under_a_rule(step: usize) {
    for (most, (chess, memory)) in [(QUIET_PLIES, &*PAWNS_UNDER_RULE), (20, &pawns(Chess::with_quiet_plies(20)))] {
        let four = ["KPvKP", "KQvKR", "KRvKQ", "KRvKB", "KPvKN"];
        compare_with_successors(chess, memory, &four, step);
        compare_with_successors(chess, memory, &["KPvK", "KvKP"], 1);
        let slice = slice_named(chess, "KPvKP").expect("a slice of this name");
        let (mut cursed, mut blessed) = (0, 0);
        for code in codes(memory, chess, slice) {
            match code.decode() {
                Some(Value::Win(plies)) => cursed += u64::from(plies > most),
                Some(Value::Loss(plies)) => blessed += u64::from(plies > most),
                _ => {}
            }
        }
        assert_eq!((cursed > 10_000, blessed > 10_000), (most == 20, most == 20), "{most}: {cursed} {blessed}");
    }
}

/// Whether an ending is won does not depend on the count of its plies.
#[test]
fn a_rule_of_quiet_plies_keeps_the_winner() {
    let ((chess, depths), (_, under_rule)) = (&*PAWNS, &*PAWNS_UNDER_RULE);
    for name in ["KPvKP", "KQvKP", "KPvKR", "KvKB"] {
        let slice = slice_named(chess, name).expect("a slice of this name");
        let results = |memory| codes(memory, chess, slice).into_iter().map(|code| code.decode().map(Value::result));
        assert!(results(depths).eq(results(under_rule)), "{name}");
    }
}

/// The worked example of the solver's documentation.
#[test]
fn a_word_of_a_rook_has_six_mates_and_forty_two_wins_in_one() {
    let chess = Chess::new();
    let memory = solved(&chess, &Bitboards, "KRvK");
    let (king, bare, squares) = (10, 0, 0..64);
    let count = |side: usize, wanted: Value| {
        let value = |square: u8| {
            let mut position = Position { side: side as u8, ..Position::empty() };
            position.put(PieceType::King, WHITE, king);
            position.put(PieceType::King, BLACK, bare);
            position.put(PieceType::Rook, WHITE, square);
            memory.value(chess.rank(&position).expect("an entry")).expect("memory does not fail")
        };
        let free = squares.clone().filter(|square| ![king, bare].contains(square));
        free.filter(|&square| value(square) == Some(wanted)).count()
    };
    assert_eq!((count(BLACK, Value::Loss(0)), count(WHITE, Value::Win(1))), (6, 42));
}

/// The value of a position, from the values of its successors.
fn by_successors(probe: &Probe<Chess, Memory>, position: &<Chess as Game>::Position) -> Value {
    if let Some(outcome) = probe.space.outcome(position) {
        return outcome.into();
    }
    let value = |mv| {
        let next = probe.space.play(position, mv);
        let value = probe.value(&next).expect("memory does not fail").expect("a successor has a value");
        value.before(turn(probe.space, position, &next))
    };
    probe.space.moves(position).map(value).max().expect("a game that goes on has a move")
}

/// Compares entries at random with the values of their successors.
fn compare_some(probe: &Probe<Chess, Memory>, slice: SliceId, looks: u32) {
    let Probe { space: chess, tables: memory } = *probe;
    let entries = chess.slices()[slice.index()].entries as usize;
    let mut random = Random::new(5);
    for _ in 0..looks {
        let entry = Entry { slice, index: random.below(entries) as u64 };
        let position = chess.unrank(entry);
        let value = memory.value(entry).expect("memory does not fail");
        let expected = position.map(|position| by_successors(probe, &position));
        assert_eq!(value, expected, "{:?}", position.map(|position| position_text(chess, &position)));
    }
}

#[test]
fn values_follow_from_the_values_of_the_successors() {
    let (chess, memory) = &*PAWNS;
    let probe = Probe { space: chess, tables: memory };
    for part in closure(chess, "KPvKP") {
        part.slices.iter().for_each(|&slice| compare_some(&probe, slice, 4_000));
    }
}

/// With five men, two pieces are held, and a piece that is in the way of another need not be its prey.
#[test]
fn values_of_five_men_follow_from_the_values_of_the_successors() {
    let chess = Chess::new();
    let memory = solved(&chess, &Bitboards, "KRRvKB");
    let probe = Probe { space: &chess, tables: &memory };
    for name in ["KRRvKB", "KBvKRR"] {
        compare_some(&probe, slice_named(&chess, name).expect("a slice of this name"), 100_000);
    }
}

#[test]
fn double_steps_that_can_be_captured_en_passant_are_valued() {
    let (chess, memory) = &*PAWNS;
    let probe = Probe { space: chess, tables: memory };
    let slice = slice_named(chess, "KPvKP").expect("a slice");
    let mut found = 0;
    for index in (0..chess.slices()[slice.index()].entries).step_by(3) {
        let Some(position) = chess.unrank(Entry { slice, index }) else { continue };
        let captured = |mv| chess.resolve(&chess.play(&position, mv)).is_some();
        if chess.moves(&position).any(captured) {
            found += 1;
            let value = memory.value(Entry { slice, index }).expect("memory does not fail");
            assert_eq!(value, Some(by_successors(&probe, &position)), "{}", position_text(chess, &position));
        }
    }
    assert!(found > 5_000, "{found}");
}

#[test]
fn statistics_without_moves_are_those_of_a_count_position_by_position() {
    let (chess, memory) = &*PAWNS;
    let probe = Probe { space: chess, tables: memory };
    for (name, zugzwangs) in [("KRvKR", 0), ("KPvKP", 1)] {
        let slice = slice_named(chess, name).expect("a slice");
        let plain = statistics::of_slice(&probe, slice, &()).expect("memory does not fail");
        assert!(plain.moves > 0 && plain.zugzwangs >= zugzwangs, "{plain:?}");
        let quick = statistics::of_slice_without_moves(&probe, slice, &()).expect("memory does not fail");
        assert_eq!(quick, Statistics { moves: 0, ..plain }, "{name}");
    }
}
