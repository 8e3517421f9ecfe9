//! Draughts endings: sizes as published, every value held against the plain solver, and what is known of them.

use std::sync::OnceLock;

use hindsight::game::{Game, Notation, Value};
use hindsight::games::draughts::Draughts;
use hindsight::query::{self, Probe, statistics};
use hindsight::solve::{Solver, Work, reference::Reference, retrograde::Retrograde, subslices::Subslices};
use hindsight::space::{Entry, Naming, SliceId, Space, components, slice_named};
use hindsight::values::{Lookup, Memory};
use hindsight::verify::{Verdict, laws, published};

/// Solves all endings of up to `pieces` pieces, component by component.
fn solve_up_to(game: &Draughts, solver: &dyn Solver<Draughts>, pieces: u32) -> Memory {
    let memory = Memory::new(game.slices());
    for component in components::components(game.slices()) {
        if game.slices()[component[0].index()].pieces <= pieces {
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

/// Whether two solvers have found the same for a slice.
fn same(game: &Draughts, one: &Memory, two: &Memory, slice: SliceId) -> bool {
    let [one, two] = [one, two].map(|solved| {
        let mut codes = vec![0; game.slices()[slice.index()].entries as usize];
        assert!(solved.read(Entry { slice, index: 0 }, &mut codes).expect("memory can be trusted"));
        codes
    });
    one == two
}

/// The slices of up to `pieces` pieces.
fn slices(game: &Draughts, pieces: u32) -> impl Iterator<Item = SliceId> {
    (0..game.slices().len() as u32).map(SliceId).filter(move |&slice| game.size(slice) <= pieces)
}

/// Both games with their endings of up to four pieces.
pub fn solved() -> &'static [(Draughts, Memory); 2] {
    static SOLVED: OnceLock<[(Draughts, Memory); 2]> = OnceLock::new();
    SOLVED.get_or_init(|| {
        [Draughts::checkers(), Draughts::losing_checkers()].map(|game| {
            let memory = solve_up_to(&game, &Subslices, 4);
            (game, memory)
        })
    })
}

fn value(game: &Draughts, memory: &Memory, position: &str) -> Value {
    let position = game.parse(position).expect("is a position");
    Probe { space: game, tables: memory }.value(&position).expect("memory can be trusted").expect("is solved")
}

/// Schaeffer et al., "Building the checkers 10-piece endgame databases"; OEIS A055213 without the positions of one
/// colour.
#[test]
fn slices_are_as_large_as_published() {
    let published: [u64; 9] = [
        3_488,
        196_032,
        6_209_316,
        139_450_808,
        2_426_085_676,
        34_243_113_624,
        403_190_250_561,
        4_048_627_642_976 - 2 * one_colour(9),
        34_778_882_769_216 - 2 * one_colour(10),
    ];
    let game = Draughts::checkers();
    for (pieces, published) in (2..).zip(published) {
        let of_size = game.slices().iter().filter(|slice| slice.pieces == pieces);
        assert_eq!(of_size.map(|slice| slice.entries).sum::<u64>(), published, "{pieces} pieces");
    }
    assert_eq!(game.slices().len(), 870);
}

/// The placements of `pieces` pieces of one colour.
fn one_colour(pieces: u32) -> u64 {
    use hindsight::space::combinatorics::binomial;
    (0..=pieces).map(|men| binomial(28, men) * binomial(32 - men, pieces - men)).sum()
}

#[test]
fn numbers_of_ten_pieces_come_back() {
    let game = Draughts::checkers();
    for (number, slice) in game.slices().iter().enumerate() {
        for part in 0..=100u128 {
            let index = (u128::from(slice.entries - 1) * part / 100) as u64;
            let entry = Entry { slice: SliceId(number as u32), index };
            let position = game.unrank(entry).expect("every entry holds a position");
            assert_eq!(game.rank(&position), Some(entry), "{} {index}", slice.name);
        }
    }
}

#[test]
fn the_plain_engine_finds_the_same_up_to_three_pieces() {
    for (game, memory) in solved() {
        let plain = solve_up_to(game, &Reference, 3);
        for slice in slices(game, 3) {
            assert!(same(game, memory, &plain, slice), "{} {}", game.name(), game.slices()[slice.index()].name);
        }
    }
}

/// The endings of kings alone, which go deepest.
#[test]
fn retrograde_analysis_finds_the_same_values_of_kings() {
    for (game, memory) in solved() {
        let found = Memory::new(game.slices());
        for name in ["KvK", "KKvK", "KKvKK"] {
            let slice = slice_named(game, name).expect("is a slice");
            let component = components::components(game.slices()).into_iter().find(|members| members.contains(&slice));
            let component = component.expect("every slice is in a component");
            Retrograde
                .solve(
                    game,
                    &component,
                    &Work { below: &found, sink: &found, progress: &(), peers: None, pieces: None, files: None },
                )
                .expect("the space keeps its contract");
            for member in component {
                assert!(same(game, memory, &found, member), "{} {name}", game.name());
            }
        }
    }
}

#[test]
fn the_laws_are_kept_on_every_entry_up_to_four_pieces() {
    for (game, memory) in solved() {
        let rows = laws::check(&Probe { space: game, tables: memory }, &()).expect("memory can be trusted");
        for row in rows {
            assert_eq!(row.verdict, Verdict::Ok, "{}: {row:#?}", game.name());
        }
    }
}

#[test]
fn any_number_of_threads_makes_the_same_tables() {
    let game = Draughts::checkers();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        pool.install(|| solve_up_to(&game, &Subslices, 3))
    };
    let (one, three) = (with(1), with(3));
    assert!(slices(&game, 3).all(|slice| same(&game, &one, &three, slice)));
}

/// E. Trice, damforum.nl, topic 2603.
#[test]
fn king_against_king_is_as_published() {
    let [(game, memory), _] = solved();
    let slice = slice_named(game, "KvK").expect("is a slice");
    let figures = statistics::of_slice(&Probe { space: game, tables: memory }, slice, &());
    let figures = figures.expect("memory can be trusted");
    assert_eq!((figures.wins, figures.draws, figures.losses), (230, 654, 108));
    assert_eq!(figures.longest_win.map(|(plies, _)| plies), Some(11));
}

/// brainwagon.org, 2008.
#[test]
fn the_first_position_is_won_in_93_plies() {
    let [(game, memory), _] = solved();
    assert_eq!(value(game, memory, "W:W6,11:B3,K25"), Value::Win(93));
    let probe = Probe { space: game, tables: memory };
    let position = game.parse("W:W6,11:B3,K25").expect("is a position");
    let line = query::line(&probe, &position).expect("memory can be trusted").expect("all are solved");
    assert_eq!(line.len(), 93);
}

#[test]
fn published_figures_are_met_or_told_to_be_not_solved_here() {
    let texts = [
        include_str!("../../../data/published/checkers.toml"),
        include_str!("../../../data/published/losing-checkers.toml"),
    ];
    for ((game, memory), (text, expected)) in solved().iter().zip(texts.into_iter().zip([(17, 11), (5, 4)])) {
        let rows = published::check(&Probe { space: game, tables: memory }, text, &()).expect("is well formed");
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        assert_eq!((count(Verdict::Ok), count(Verdict::NotSolvedHere)), expected, "{rows:#?}");
        assert_eq!(rows.len(), expected.0 + expected.1);
    }
}

/// M. Fierz, 2005.
#[test]
fn the_losing_game_of_kings_is_as_published() {
    let [_, (game, memory)] = solved();
    let slice = slice_named(game, "KvK").expect("is a slice");
    let figures = statistics::of_slice(&Probe { space: game, tables: memory }, slice, &());
    assert_eq!(figures.expect("memory can be trusted").draws, 0);
    assert!(matches!(value(game, memory, "W:WK5,K1:BK32"), Value::Win(_)));
}
