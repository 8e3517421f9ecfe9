//! Draughts endings: sizes as published, every value held against the plain solver, and what is known of them.

use std::sync::OnceLock;

use hindsight::game::Value;
use hindsight::game::{Game, Notation};
use hindsight::games::draughts::Draughts;
use hindsight::query;
use hindsight::query::Probe;
use hindsight::solve::{self, reference, retrograde};
use hindsight::space::components;
use hindsight::space::{Entry, SliceId, Space};
use hindsight::table::TableError;
use hindsight::values::Codes;
use hindsight::values::Lookup;
use hindsight::verify::{Verdict, laws, published};

/// Slices solved in memory.
struct Memory(Vec<Codes>);

impl Lookup for Memory {
    fn value(&self, entry: Entry) -> Result<Option<Value>, TableError> {
        Ok(self.0[entry.slice.index()].value(entry.index))
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.0[slice.index()].entries() > 0
    }
}

/// Solves all endings of up to so many pieces, component by component.
fn solve_up_to<S: Space>(space: &S, pieces: u32, solve: impl Fn(&S, &[SliceId], &Memory) -> Vec<Codes>) -> Memory {
    let mut memory = Memory(vec![Codes::One(Vec::new()); space.slices().len()]);
    for component in components::components(space.slices()) {
        if space.slices()[component[0].index()].pieces <= pieces {
            for (slice, codes) in component.iter().zip(solve(space, &component, &memory)) {
                memory.0[slice.index()] = codes;
            }
        }
    }
    memory
}

fn by_grids<S: Space>(space: &S, component: &[SliceId], below: &Memory) -> Vec<Codes> {
    solve::component(space, component, below, &()).expect("the space keeps its contract")
}

/// Both games with their endings of up to four pieces.
fn solved() -> &'static [(Draughts, Memory); 2] {
    static SOLVED: OnceLock<[(Draughts, Memory); 2]> = OnceLock::new();
    SOLVED.get_or_init(|| {
        [Draughts::checkers(), Draughts::losing_checkers()].map(|game| {
            let memory = solve_up_to(&game, 4, by_grids);
            (game, memory)
        })
    })
}

fn value(game: &Draughts, memory: &Memory, position: &str) -> Value {
    let position = game.parse(position).expect("is a position");
    Probe { space: game, tables: memory }.value(&position).expect("memory can be trusted").expect("is solved")
}

/// Schaeffer et al., "Building the checkers 10-piece endgame databases"; OEIS A055213 without the positions of one colour.
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

/// The placements of so many pieces of one colour.
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
fn the_plain_solver_finds_the_same_up_to_three_pieces() {
    for (game, memory) in solved() {
        let small = |number: &usize| game.slices()[*number].pieces <= 3;
        let slices: Vec<SliceId> =
            (0..game.slices().len()).filter(small).map(|number| SliceId(number as u32)).collect();
        let plain = reference::solve(game, &slices);
        for slice in slices {
            for (index, value) in (0..).zip(&plain[slice.index()]) {
                let found = memory.value(Entry { slice, index }).expect("memory can be trusted");
                assert_eq!(found, *value, "{} {} {index}", game.name(), game.slices()[slice.index()].name);
            }
        }
    }
}

/// The endings of kings alone, which go deepest, by the engine for any game.
#[test]
fn the_engine_for_any_game_finds_the_same_values_of_kings() {
    for (game, memory) in solved() {
        let mut found = Memory(vec![Codes::One(Vec::new()); game.slices().len()]);
        for name in ["KvK", "KKvK", "KKvKK"] {
            let slice = game.slice_named(name).expect("is a slice");
            let component = components::components(game.slices()).into_iter().find(|members| members.contains(&slice));
            let component = component.expect("every slice is in a component");
            let codes = retrograde::solve(game, &component, &found, &()).expect("the space keeps its contract");
            for (member, codes) in component.iter().zip(codes) {
                assert_eq!(codes, memory.0[member.index()], "{} {name}", game.name());
                found.0[member.index()] = codes;
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
        pool.install(|| solve_up_to(&game, 3, by_grids)).0
    };
    assert_eq!(with(1), with(3));
}

/// E. Trice, damforum.nl, topic 2603.
#[test]
fn king_against_king_is_as_published() {
    let [(game, memory), _] = solved();
    let slice = game.slice_named("KvK").expect("is a slice");
    let figures = solve::statistics::of_slice(&Probe { space: game, tables: memory }, slice);
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
    let texts =
        [include_str!("../data/published/checkers.toml"), include_str!("../data/published/losing-checkers.toml")];
    for ((game, memory), (text, expected)) in solved().iter().zip(texts.into_iter().zip([(9, 11), (5, 4)])) {
        let rows = published::check(&Probe { space: game, tables: memory }, text).expect("is well formed");
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        assert_eq!((count(Verdict::Ok), count(Verdict::NotSolvedHere)), expected, "{rows:#?}");
        assert_eq!(rows.len(), expected.0 + expected.1);
    }
}

/// M. Fierz, 2005.
#[test]
fn the_losing_game_of_kings_is_as_published() {
    let [_, (game, memory)] = solved();
    let slice = game.slice_named("KvK").expect("is a slice");
    let figures = solve::statistics::of_slice(&Probe { space: game, tables: memory }, slice);
    assert_eq!(figures.expect("memory can be trusted").draws, 0);
    assert!(matches!(value(game, memory, "W:WK5,K1:BK32"), Value::Win(_)));
}
