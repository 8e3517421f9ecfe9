//! The endings of every game of draughts: three solvers, which share no more than the rules, find the same values.

use hindsight::game::{Game, position_text};
use hindsight::games::draughts::Draughts;
use hindsight::games::draughts::board::{DraughtsBoard, Ten};
use hindsight::query::Probe;
use hindsight::solve::{Solver, Work, reference::Reference, retrograde::Retrograde, subslices::Subslices};
use hindsight::space::{Entry, SliceId, Space, components};
use hindsight::values::{Lookup, Memory};
use hindsight::verify::{Verdict, laws};

/// Solves the endings of up to `pieces` pieces; from `below` those of fewer.
pub fn solve_of<B: DraughtsBoard>(game: &Draughts<B>, solver: &dyn Solver<Draughts<B>>, pieces: u32, memory: &Memory) {
    for component in components::components(game.slices()) {
        if game.slices()[component[0].index()].pieces == pieces {
            let work = Work { below: memory, sink: memory, progress: &(), peers: None, pieces: None, files: None };
            solver.solve(game, &component, &work).expect("the space keeps its contract");
        }
    }
}

/// The codes of all entries of a slice.
fn codes<B: DraughtsBoard>(game: &Draughts<B>, memory: &Memory, slice: SliceId) -> Vec<u16> {
    let mut codes = vec![0; game.slices()[slice.index()].entries as usize];
    assert!(memory.read(Entry { slice, index: 0 }, &mut codes).expect("memory can be trusted"));
    codes
}

/// Three solvers find the same values in endings of up to this number of pieces.
fn assert_agreement<B: DraughtsBoard>(game: &Draughts<B>, pieces: u32) {
    let [by_subslices, by_retrograde, by_reference] = [(); 3].map(|()| Memory::new(game.slices()));
    for pieces in 2..=pieces {
        solve_of(game, &Subslices, pieces, &by_subslices);
        solve_of(game, &Retrograde, pieces, &by_retrograde);
        solve_of(game, &Reference, pieces, &by_reference);
    }
    for (number, slice) in (0..).zip(game.slices()).filter(|(_, slice)| slice.pieces <= pieces) {
        let expected = codes(game, &by_reference, SliceId(number));
        for (solver, memory) in [("subslices", &by_subslices), ("retrograde", &by_retrograde)] {
            let found = codes(game, memory, SliceId(number));
            let other = found.iter().zip(&expected).position(|(found, expected)| found != expected);
            let text = |index: usize| {
                let position = game.unrank(Entry { slice: SliceId(number), index: index as u64 }).expect("a position");
                let [found, expected] = [memory, &by_reference]
                    .map(|memory| memory.value(Entry { slice: SliceId(number), index: index as u64 }));
                format!("{}: {found:?}, expected {expected:?}", position_text(game, &position))
            };
            assert!(other.is_none(), "{} {}, {solver}: {:?}", game.name(), slice.name, other.map(text));
        }
    }
}

/// The games on the board of 32 squares that are not English draughts.
pub fn of_eight() -> [Draughts; 8] {
    [
        Draughts::russian(),
        Draughts::poddavki(),
        Draughts::brazilian(),
        Draughts::pool(),
        Draughts::italian(),
        Draughts::spanish(),
        Draughts::czech(),
        Draughts::thai(),
    ]
}

/// The games on the board of 50 squares.
pub fn of_ten() -> [Draughts<Ten>; 3] {
    [Draughts::international(), Draughts::killer(), Draughts::antidraughts()]
}

#[test]
fn solvers_agree_on_every_game() {
    of_eight().iter().for_each(|game| assert_agreement(game, 3));
    of_ten().iter().for_each(|game| assert_agreement(game, 2));
}

/// Endings of four pieces obey the laws of tables: this number of entries, or all of them.
fn assert_laws<B: DraughtsBoard>(game: &Draughts<B>, drawn: Option<u64>) {
    let memory = Memory::new(game.slices());
    (2..=4).for_each(|pieces| solve_of(game, &Subslices, pieces, &memory));
    let of_four = (0..).zip(game.slices()).filter(|(_, slice)| slice.pieces == 4);
    let slices: Vec<SliceId> = of_four.map(|(number, _)| SliceId(number)).collect();
    let checked = laws::check_slices(&Probe { space: game, tables: &memory }, &slices, drawn, &());
    for check in checked.expect("memory can be trusted") {
        assert_eq!(check.verdict, Verdict::Ok, "{}: {check:#?}", game.name());
    }
}

#[test]
fn endings_of_four_pieces_obey_the_laws() {
    of_eight().iter().for_each(|game| assert_laws(game, Some(1_500)));
}

/// Endings of four pieces of every game obey the laws, and endings of three on 50 squares are as three solvers find
/// them.
pub fn obey_the_laws() {
    of_eight().iter().for_each(|game| assert_laws(game, None));
    for game in [Draughts::international(), Draughts::killer(), Draughts::antidraughts()] {
        assert_agreement(&game, 3);
        assert_laws(&game, None);
    }
}
