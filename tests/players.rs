//! Players that games bring along: what they find, and how they do in matches.

mod program;

use std::process::Command;
use std::time::{Duration, Instant};

use hindsight::game::{Game, Notation};
use hindsight::games::draughts::Draughts;
use hindsight::play::contest::{Tally, Terms, openings};
use hindsight::probe::Probe;
use hindsight::search::{Contender, Limit};
use hindsight::solve::solve_all;
use hindsight::value::Value;
use program::run;

fn hindsight(arguments: &[&str], input: &[u8]) -> program::Ended {
    let nowhere = tempfile::TempDir::new().expect("a directory for the test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).current_dir(&nowhere).env_remove("HINDSIGHT_TABLES"), input)
}

/// Jason Doucette, "Triple Jump": the craziest win, announced as one in 8 moves in under a second.
#[test]
fn triple_jump_finds_its_craziest_win() {
    let game = Draughts::checkers();
    let root = game.parse("W:W18,19,21,23,27,29,32,K3:B2,4,9,10,14,20").expect("a position");
    let mut engine = Contender::read(&game, "triple-jump:depth=15").expect("an engine");
    let start = Instant::now();
    let report = engine.search(&game, None, &root, &[], Limit::default()).expect("there are no tables");
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    let mut text = Vec::new();
    let mut now = root;
    for &m in &report.line {
        text.push(game.move_text(&now, m));
        now = game.play(&now, m);
    }
    assert_eq!(report.value, Some(Value::Win(15)), "{text:?}");
    assert_eq!(report.best.map(|m| game.move_text(&root, m)).as_deref(), Some("21-17"), "{text:?}");
}
