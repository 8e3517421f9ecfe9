//! A game from outside the crate is solved, looked up and verified like those within.

#[path = "outside/pong_hau_ki.rs"]
mod pong_hau_ki;

use hindsight::game::{Game, Notation};
use hindsight::probe::{Probe, Tables};
use hindsight::search::perft::perft;
use hindsight::solve::statistics::of_slice;
use hindsight::solve::{Solved, solve_all};
use hindsight::space::SliceId;
use hindsight::value::Value;
use hindsight::verify::{Verdict, conformance, laws, published, sample};
use pong_hau_ki::PongHauKi;

fn solved() -> (PongHauKi, Solved) {
    let game = PongHauKi::new();
    let solved = solve_all(&game, &()).expect("thirty entries are solved");
    (game, solved)
}

#[test]
fn it_keeps_the_contracts() {
    let breaches = conformance::check(&PongHauKi::new(), u64::MAX);
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn nobody_wins_but_by_a_blunder() {
    let (game, solved) = solved();
    let probe = Probe { space: &game, tables: &solved };
    let value = |text: &str| {
        let position = game.parse(text).expect("is a position");
        probe.value(&position).expect("memory can be trusted").expect("is solved")
    };
    assert_eq!(probe.value(&game.start()).expect("memory can be trusted"), Some(Value::Draw));
    // Both black pieces are shut in: 1 joins 3 and 4, and the empty 2 joins 3 and 5.
    assert_eq!(value("b.wbw b"), Value::Loss(0));
    assert_eq!(value("bww.b b").word(), "draw");

    let figures = of_slice(&probe, SliceId(0)).expect("memory can be trusted");
    assert_eq!((figures.positions, figures.wins, figures.losses), (30, 4, 2));
    assert_eq!(figures.longest_win.map(|(plies, _)| plies), Some(1));
}

#[test]
fn every_check_is_passed() {
    let (game, solved) = solved();
    let probe = Probe { space: &game, tables: &solved };
    let figures = "[[figure]]\nwhat = 'the start'\nsource = 'folklore'\nkind = 'value'\nexpected = 'draw'\n";
    let rows = [
        laws::check(&probe, &()).expect("memory can be trusted"),
        sample::check(&probe, 10, &()).expect("memory can be trusted"),
        published::check(&probe, figures).expect("is well formed"),
    ];
    for row in rows.iter().flatten() {
        assert_eq!(row.verdict, Verdict::Ok, "{row:?}");
    }
}

#[test]
fn its_moves_are_counted() {
    let game = PongHauKi::new();
    let counts: Vec<u64> = (0..=4).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [1, 2, 2, 2, 4]);
}

#[test]
fn what_is_not_there_has_no_value() {
    let (game, solved) = solved();
    let past = hindsight::space::Entry { slice: SliceId(0), index: 30 };
    assert_eq!(solved.value(past).expect("memory can be trusted"), None);
    assert!(game.draw(&game.start()).contains("White to move"));
}
