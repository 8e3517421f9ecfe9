//! Searches of tables: counts held against the statistics, and what is found against every entry looked at in turn.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hindsight::game::{Board, Notation, Outcome, PlayRules, Value, move_text};
use hindsight::games::draughts::Draughts;
use hindsight::games::pangki::Pangki;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::games::tigers_and_goats::TigersAndGoats;
use hindsight::query::find::{Criteria, Finder, FoundCount, FoundEntry};
use hindsight::query::statistics::of_slice;
use hindsight::query::{self, Probe, Zugzwang};
use hindsight::solve::{
    Solver, Work, bitsets::Bitsets, hunters::Hunters, in_memory, retrograde::Retrograde, subslices::Subslices,
};
use hindsight::space::{Entry, Naming, SliceId, Symmetry, components, slice_named};
use hindsight::util::progress::Progress;
use hindsight::util::threads::Threads;
use hindsight::values::{Lookup, Memory};

/// Solves the slices of a size up to `most`.
fn solve_up_to<S: Naming + PlayRules>(game: &S, solver: &dyn Solver<S>, most: u32) -> Memory {
    let memory = Memory::new(game.slices());
    for component in components::components(game.slices()) {
        if game.size(component[0]) <= most {
            solver
                .solve(
                    game,
                    &component,
                    &Work { below: &memory, sink: &memory, progress: &(), peers: None, pieces: None, files: None },
                )
                .expect("the space keeps its contract");
        }
    }
    memory
}

fn tic_tac_toe() -> &'static (TicTacToe, Memory) {
    static SOLVED: OnceLock<(TicTacToe, Memory)> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let game = TicTacToe::new();
        let memory = in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        (game, memory)
    })
}

/// Checkers up to three pieces.
fn checkers() -> &'static (Draughts, Memory) {
    static SOLVED: OnceLock<(Draughts, Memory)> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let game = Draughts::checkers();
        let memory = solve_up_to(&game, &Subslices, 3);
        (game, memory)
    })
}

fn pangki() -> &'static (Pangki, Memory) {
    static SOLVED: OnceLock<(Pangki, Memory)> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let game = Pangki::new();
        let memory = in_memory(&game, &Bitsets, &()).expect("Pangki is solved");
        (game, memory)
    })
}

/// All that a finder finds.
fn list<S: Symmetry + Naming + PlayRules + Board>(finder: &Finder<S, Memory>) -> Vec<FoundEntry<S::Position>> {
    let (mut batches, mut found) = (finder.batches(), Vec::new());
    while let Some(batch) = batches.next_batch(&()).expect("memory can be trusted") {
        found.extend(batch);
    }
    found
}

fn count<S: Symmetry + Naming + PlayRules + Board>(
    probe: &Probe<S, Memory>,
    slices: &[SliceId],
    criteria: Criteria,
) -> FoundCount {
    Finder::new(probe, slices, criteria).count(&()).expect("memory can be trusted")
}

fn of(result: Outcome) -> Criteria {
    Criteria { result: Some(result), ..Criteria::default() }
}

/// Holds the counts of every solved slice against its statistics.
fn counts_are_those_of_the_statistics<S: Symmetry + Naming + PlayRules + Board>(game: &S, memory: &Memory) {
    let probe = Probe { space: game, tables: memory };
    let mut positions = 0;
    for slice in probe.held() {
        let figures = of_slice(&probe, slice, &()).expect("memory can be trusted");
        let counted = |criteria| count(&probe, &[slice], criteria).positions;
        let name = &game.slices()[slice.index()].name;
        assert_eq!(counted(of(Outcome::Win)), figures.wins, "{name}");
        assert_eq!(counted(of(Outcome::Loss)), figures.losses, "{name}");
        assert_eq!(counted(of(Outcome::Draw)), figures.draws, "{name}");
        let zugzwang = Criteria { zugzwang: Some(Zugzwang::Any), ..Criteria::default() };
        assert_eq!(counted(zugzwang), figures.zugzwangs, "{name}");
        for (result, longest, by_depth) in [
            (Outcome::Win, figures.longest_win, &figures.wins_by_depth),
            (Outcome::Loss, figures.longest_loss, &figures.losses_by_depth),
        ] {
            let finder = Finder::new(&probe, &[slice], of(result));
            let deepest = finder.deepest(&()).expect("memory can be trusted");
            assert_eq!(deepest, longest.map(|(plies, _)| plies), "{name}");
            if let Some((plies, position)) = longest {
                let finder = finder.at_depth(plies);
                let found = list(&finder);
                assert_eq!(found[0].position, position, "{name}");
                let weights: u64 = found.iter().map(|found| game.weight(&found.position)).sum();
                let counted = finder.count(&()).expect("memory can be trusted");
                assert_eq!((counted.positions, counted.entries), (weights, found.len() as u64), "{name}");
                assert_eq!(counted.positions, by_depth[plies as usize], "{name}");
                assert_eq!(by_depth.len(), plies as usize + 1, "{name}");
            }
        }
        positions += figures.positions;
    }
    assert_eq!(count(&probe, &probe.held(), Criteria::default()).positions, positions);
}

#[test]
fn counts_are_those_of_the_statistics_in_every_slice() {
    let (game, memory) = tic_tac_toe();
    counts_are_those_of_the_statistics(game, memory);
    let (game, memory) = checkers();
    counts_are_those_of_the_statistics(game, memory);
    let (game, memory) = pangki();
    counts_are_those_of_the_statistics(game, memory);
    let game = TigersAndGoats::new();
    let memory = solve_up_to(&game, &Hunters, 2);
    counts_are_those_of_the_statistics(&game, &memory);
}

/// What else may be asked of a position, from its moves with their values and the text of them.
fn kinds<S: Symmetry + Naming + Notation + PlayRules>(
    probe: &Probe<S, Memory>,
    position: &S::Position,
    value: Value,
) -> [bool; 3] {
    let game = probe.space;
    let over = |position: &S::Position| game.outcome(position).is_some();
    let rank = |value: Value| match value {
        Value::Loss(_) => 0,
        Value::Draw => 1,
        Value::Win(_) => 2,
    };
    let zugzwang = game.side_swapped(position).is_some_and(|other| {
        let passed = probe.value(&other).expect("memory can be trusted").expect("is solved");
        2 - rank(passed) > rank(value) && !over(position) && !over(&other)
    });
    let moves = query::moves(probe, position).expect("memory can be trusted").expect("all are solved");
    let quiet = !over(position) && moves.iter().all(|rated| !move_text(game, position, rated.mv).contains('x'));
    let keeping = moves.iter().filter(|rated| rank(rated.value) == rank(value)).count();
    [zugzwang, quiet, rank(value) > 0 && moves.len() > 1 && keeping == 1]
}

/// Holds what is found by several criteria against all entries, looked at in turn.
fn what_is_found_is_all_there_is<S: Symmetry + Naming + Board + PlayRules>(game: &S, memory: &Memory) {
    let probe = Probe { space: game, tables: memory };
    let slices = probe.held();
    let mut entries = Vec::new();
    for &slice in &slices {
        for index in 0..game.slices()[slice.index()].entries {
            let entry = Entry { slice, index };
            let Some(position) = game.unrank(entry) else { continue };
            let value = memory.value(entry).expect("memory can be trusted").expect("is solved");
            entries.push((
                FoundEntry { entry, position, value, positions: game.weight(&position), only_moves: None },
                kinds(&probe, &position, value),
            ));
        }
    }
    let values = [(None, None), (Some(Outcome::Win), Some(3..=8)), (Some(Outcome::Draw), None)];
    for (result, plies) in values {
        // No criterion, each alone, and some together.
        for number in [0b000, 0b001, 0b010, 0b100, 0b011, 0b110] {
            let wanted = [0, 1, 2].map(|bit| number >> bit & 1 == 1);
            let [zugzwang, quiet, only_move] = wanted;
            let admitted = |value: Value| {
                let word = result.is_none_or(|result| Value::from(result).word() == value.word());
                word && plies.as_ref().is_none_or(|plies| value.plies().is_some_and(|depth| plies.contains(&depth)))
            };
            let expected = entries.iter().filter(|(found, kinds)| {
                admitted(found.value) && wanted.iter().zip(kinds).all(|(wanted, is)| !wanted || *is)
            });
            let expected: Vec<_> = expected.map(|(found, _)| *found).collect();
            let zugzwang = zugzwang.then_some(Zugzwang::Any);
            let criteria = Criteria { result, plies: plies.clone(), zugzwang, quiet, only_move, ..Criteria::default() };
            let finder = Finder::new(&probe, &slices, criteria);
            assert!(list(&finder) == expected, "{}: {wanted:?} {result:?} {plies:?}", game.name());
            let deepest = expected.iter().filter_map(|found| found.value.plies()).max();
            assert_eq!(finder.deepest(&()).expect("memory can be trusted"), deepest);
        }
    }
    // The criteria leave something, and leave something out.
    let common = [1, 2].map(|kind| entries.iter().filter(|(_, kinds)| kinds[kind]).count());
    assert!(common[1] > 0 && common.iter().all(|&number| number < entries.len()), "{common:?}");
}

#[test]
fn what_is_found_is_what_every_entry_in_turn_says() {
    let (game, memory) = tic_tac_toe();
    what_is_found_is_all_there_is(game, memory);
    let (game, memory) = checkers();
    what_is_found_is_all_there_is(game, memory);
}

/// A move captures exactly if the other side has fewer pieces after it.
fn captures_take_pieces<S: Naming + PlayRules>(game: &S, step: usize, pieces: impl Fn(&S::Position) -> u32) {
    let mut captures = 0;
    for (slice, entries) in (0..).map(SliceId).zip(game.slices().iter().map(|slice| slice.entries)) {
        for index in (0..entries).step_by((entries as usize / step).max(1)) {
            let Some(position) = game.unrank(Entry { slice, index }) else { continue };
            for mv in game.moves(&position) {
                let taken = pieces(&game.play(&position, mv)) < pieces(&position);
                assert_eq!(game.is_capture(&position, mv), taken, "{position:?} {mv:?}");
                captures += u32::from(taken);
            }
        }
    }
    assert!(captures > 100, "{captures}");
}

#[test]
fn captures_are_the_moves_that_take_pieces() {
    captures_take_pieces(&Draughts::checkers(), 20, |position| (position.own | position.other).count_ones());
    captures_take_pieces(&Pangki::new(), 500, |position| (position.own | position.other).count_ones());
    captures_take_pieces(&TigersAndGoats::new(), 50, |position| position.goats.count_ones() + u32::from(position.hand));
}

fn sample<S: Symmetry + Naming + PlayRules + Board>(
    finder: &Finder<S, Memory>,
    number: usize,
    seed: u64,
) -> Vec<Entry> {
    let found = finder.sample(number, seed, &()).expect("memory can be trusted");
    found.into_iter().map(|found| found.entry).collect()
}

#[test]
fn a_sample_is_the_same_on_any_number_of_threads_and_part_of_a_larger_one() {
    let (game, memory) = pangki();
    let probe = Probe { space: game, tables: memory };
    let finder = Finder::new(&probe, &probe.held(), Criteria { quiet: true, ..of(Outcome::Win) });
    let on = |threads: usize, number, seed| {
        let threads = Threads::new(Some(threads)).expect("threads can be started");
        threads.install(|| sample(&finder, number, seed))
    };
    let drawn = on(1, 50, 7);
    assert_eq!(drawn, on(3, 50, 7));
    assert_ne!(drawn, on(3, 50, 8));
    assert!(drawn.len() == 50 && drawn.is_sorted());
    let (few, many) = (on(2, 10, 7), on(2, 5000, 7).into_iter().collect::<BTreeSet<_>>());
    assert!(few.iter().all(|entry| drawn.contains(entry)) && drawn.iter().all(|entry| many.contains(entry)));
    assert_eq!((few.len(), many.len()), (10, 5000));
}

#[test]
fn every_entry_is_as_likely_to_be_drawn_as_any_other() {
    let (game, memory) = tic_tac_toe();
    let probe = Probe { space: game, tables: memory };
    let slices = ["0v0", "0v1", "4v5"].map(|name| slice_named(game, name).expect("is a slice"));
    let finder = Finder::new(&probe, &slices, of(Outcome::Draw));
    let all: Vec<Entry> = list(&finder).iter().map(|found| found.entry).collect();
    assert_eq!(all.len(), 1 + 9 + 16);
    assert_eq!(sample(&finder, 100, 1), all);
    let mut times = vec![0; all.len()];
    for entry in (0..2600).flat_map(|seed| sample(&finder, 5, seed)) {
        times[all.binary_search(&entry).expect("it meets the criteria")] += 1;
    }
    // 500 each are expected, with a standard deviation of 20.
    assert!(times.iter().all(|times| (400..600).contains(times)), "{times:?}");
}

/// Counts the entries that are searched.
#[derive(Default)]
struct Searched(AtomicU64);

impl Progress for Searched {
    fn advance(&self, entries: u64) {
        self.0.fetch_add(entries, Relaxed);
    }
}

#[test]
fn entries_come_in_order_and_what_is_not_asked_for_is_not_searched() {
    let (game, memory) = pangki();
    let probe = Probe { space: game, tables: memory };
    // The slices come in the order of the table, whatever that of the selection.
    let slices: Vec<SliceId> = probe.held().into_iter().rev().collect();
    let finder = Finder::new(&probe, &slices, of(Outcome::Win));
    let (searched, mut batches) = (Searched::default(), finder.batches());
    let mut found = Vec::new();
    while found.len() < 10 {
        found.extend(batches.next_batch(&searched).expect("memory can be trusted").expect("there are more"));
    }
    assert!(found.is_sorted_by_key(|found| found.entry));
    let first = searched.0.load(Relaxed);
    assert!(first < finder.entries() / 10, "{first}");
    while let Some(batch) = batches.next_batch(&searched).expect("memory can be trusted") {
        found.extend(batch);
    }
    assert_eq!(searched.0.load(Relaxed), finder.entries());
    assert!(found.is_sorted_by_key(|found| found.entry));
    assert_eq!(found.len() as u64, count(&probe, &slices, of(Outcome::Win)).entries);
}
