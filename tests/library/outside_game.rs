//! A game from outside the crate is solved, looked up and verified like those within.

use std::process::Command;

use crate::outside::pong_hau_ki::{PongHauKi, Step};
use crate::support::{Ended, outside, run};
use hindsight::draw::{self, Style};
use hindsight::game::{Board, Value};
use hindsight::game::{Game, Notation};
use hindsight::query::Probe;
use hindsight::query::statistics::of_slice;
use hindsight::search::perft::perft;
use hindsight::solve::{self, retrograde::Retrograde};
use hindsight::space::{SliceId, conformance};
use hindsight::values::{Lookup, Memory};
use hindsight::verify::{Verdict, laws, published, sample};
use serde_json::Value as Json;
use tempfile::TempDir;

fn solved() -> (PongHauKi, Memory) {
    let game = PongHauKi::new();
    let solved = solve::in_memory(&game, &Retrograde, &()).expect("thirty entries are solved");
    (game, solved)
}

#[test]
fn it_keeps_the_contracts() {
    let violations = conformance::check(&PongHauKi::new(), u64::MAX);
    assert!(violations.is_empty(), "{}", violations.lines().join("\n"));
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

    let figures = of_slice(&probe, SliceId(0), &()).expect("memory can be trusted");
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
        published::check(&probe, figures, &()).expect("is well formed"),
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
    let (_, solved) = solved();
    let past = hindsight::space::Entry { slice: SliceId(0), index: 30 };
    assert_eq!(solved.value(past).expect("memory can be trusted"), None);
}

#[test]
fn it_is_drawn_with_its_lines() {
    let game = PongHauKi::new();
    let (start, step) = (game.start(), Step(3));
    let drawn = draw::text(&game.diagram(&start), &[], Style::Plain);
    let board = r" b1      b2
 | \   / |
 |   3   |
 | /   \ |
 w4------w5
  White to move
";
    assert_eq!(drawn, board);
    assert_eq!(game.touched(&start, step), [3, 2]);
}

/// Runs `tests/outside/program.rs`, which cargo builds before the tests.
fn hindsight(tables: &TempDir, arguments: &[&str], input: &str) -> Ended {
    run(Command::new(outside()).args(arguments).env("HINDSIGHT_TABLES", tables.path()), input.as_bytes())
}

#[test]
fn one_call_gives_it_the_whole_command_line() {
    let tables = TempDir::new().expect("a directory for the test");
    let answer = |arguments: &[&str]| hindsight(&tables, arguments, "").answer();

    // A small game without tables is solved in memory.
    assert!(answer(&["query", "pong-hau-ki"]).contains("draw"));
    assert!(answer(&["stats", "pong-hau-ki"]).contains("positions    30"));
    let compress = ["compress", "pong-hau-ki", "--depth", "--to", "elsewhere"];
    let message = hindsight(&tables, &compress, "").message();
    assert!(message.contains("Run `outside solve pong-hau-ki`"), "{message}");
    assert!(answer(&["solve", "pong-hau-ki"]).contains("30 entries"));
    assert!(answer(&["solve", "pong-hau-ki"]).contains("already solved"));
    assert!(answer(&["games"]).contains("pong-hau-ki"));

    let text = answer(&["query", "pong-hau-ki", "bwwb.", "w", "--line"]);
    assert!(text.contains("win in 1 ply") && text.contains("best line: 1. 2-5"), "{text}");
    let json: Json = serde_json::from_str(&answer(&["query", "pong-hau-ki", "--json"])).expect("it is JSON");
    assert_eq!((&json["position"], &json["value"]), (&"bb.ww w".into(), &"draw".into()));
    let streamed = hindsight(&tables, &["query", "pong-hau-ki", "-"], "bb.ww w\nb.wbw b\nbbbb. w\n");
    assert_eq!(streamed.status, 1);
    assert!(
        streamed.out.starts_with("bb.ww w\tdraw\t-\nb.wbw b\tloss\t0\nbbbb. w\terror\texpected a position such as")
    );

    let stats: Json = serde_json::from_str(&answer(&["stats", "pong-hau-ki", "--json"])).expect("it is JSON");
    assert_eq!((&stats[0]["slice"], &stats[0]["positions"]), (&"2v2".into(), &30.into()));
    assert!(answer(&["verify", "pong-hau-ki"]).contains(" passed, 0 failed"));
    let counted = hindsight(&tables, &["perft", "pong-hau-ki", "4"], "");
    assert_eq!((counted.status, counted.out.as_str()), (0, "1\t2\n2\t2\n3\t2\n4\t4\n"));
    let played = hindsight(&tables, &["play", "pong-hau-ki"], "moves\n4-3\nquit\n").answer();
    assert!(played.contains("4-3") && played.contains("Black plays"), "{played}");
}

#[test]
fn its_program_knows_no_game_of_the_crate() {
    let tables = TempDir::new().expect("a directory for the test");
    let message = hindsight(&tables, &["query", "pangki"], "").message();
    assert!(
        message.contains("expected one of pong-hau-ki, mu-torere, ") && message.contains("found \"pangki\""),
        "{message}"
    );
    assert!(!message.contains("checkers"), "{message}");
}
