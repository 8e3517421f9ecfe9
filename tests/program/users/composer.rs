//! Somebody who composes problems and studies.

use std::fs;

use crate::support::{hindsight, solved, temporary};

/// The lines that `find` writes.
fn found(arguments: &[&str]) -> Vec<String> {
    let out = hindsight(solved(), &[&["find"][..], arguments].concat());
    assert_eq!(out.status, 0, "{}", out.err);
    out.out.lines().map(str::to_string).collect()
}

#[test]
fn runs_of_only_moves_are_found_and_ordered() {
    let three = ["checkers", "--pieces", "3", "--value", "win", "--only-moves", "3..", "--csv"];
    let lines = found(&three);
    assert_eq!(lines[0], "position,value,plies,slice,positions,only_moves");
    let run = |line: &String| line.rsplit(',').next().expect("a column").parse::<u32>().expect("a number");
    assert!(lines.len() > 3 && lines[1..].iter().all(|line| run(line) >= 3), "{lines:?}");
    let ordered = found(&[&three[..], &["--most-only-moves", "--limit", "5"]].concat());
    let runs: Vec<u32> = ordered[1..].iter().map(run).collect();
    assert!(runs.is_sorted_by(|one, other| one >= other), "{runs:?}");
    assert_eq!(runs.first().copied(), lines[1..].iter().map(run).max());
    let counted =
        |more: &[&str]| found(&[&["checkers", "--pieces", "3", "--only-moves", "1..", "--count"], more].concat());
    assert_ne!(counted(&[]), counted(&["--shortest"]));
    let refused = hindsight(solved(), &["find", "checkers", "--pieces", "3", "--shortest"]).message();
    assert!(refused.contains("--only-moves"), "{refused}");
}

#[test]
fn pieces_stand_where_the_pattern_says() {
    let lines = found(&["chess", "--slice", "KPvK", "--where", "wP=a2 bK=a7..c8", "--limit", "50"]);
    assert_eq!(lines.len(), 50);
    assert!(lines.iter().all(|line| line.contains("/P")), "{lines:?}");
    // An image that shares the entry is shown as the pattern wants it.
    let corner = found(&["chess", "--slice", "KQvK", "--where", "bK=h8 wK=f7", "--limit", "5"]);
    let on_f7 = |line: &str| {
        let row = line.split('/').nth(1).expect("a row");
        let squares = row.chars().flat_map(|c| match c.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![c],
        });
        squares.collect::<Vec<char>>()[5]
    };
    let right = corner.iter().all(|line| line.starts_with("7k/") && on_f7(line) == 'K');
    assert!(!corner.is_empty() && right, "{corner:?}");
    let men = found(&["checkers", "--slice", "MvMM", "--where", "!bM=1..8 !wM=25..32", "--limit", "5"]);
    assert_eq!(men.len(), 5);
    let refused = hindsight(solved(), &["find", "chess", "--slice", "KQvK", "--where", "wX=a1"]).message();
    assert!(refused.contains("--where: expected a piece such as") && refused.contains("wQ"), "{refused}");
}

#[test]
fn zugzwangs_have_kinds_and_the_value_of_the_other_side() {
    let count = |kind: &str| {
        let line = &found(&["chess", "--slice", "KPvK", "KvKP", kind, "--count"])[0];
        line.split(' ').next().expect("a number").replace(',', "").parse::<u64>().expect("a number")
    };
    let [any, half, full] = ["--zugzwang", "--zugzwang=half", "--zugzwang=full"].map(count);
    assert!(any == half + full && half > 0, "{any} {half} {full}");
    let lines = found(&["chess", "--slice", "KvKP", "--zugzwang", "--other-side", "--csv", "--limit", "3"]);
    assert!(lines[0].ends_with(",other_value,other_plies") && lines[1].contains(",draw,"), "{lines:?}");
}

#[test]
fn depths_may_have_no_upper_end() {
    let lines = found(&["checkers", "--pieces", "3", "--plies", "60..", "--csv"]);
    assert!(lines.len() > 1 && lines[1..].iter().all(|line| line.contains(",6")), "{lines:?}");
    let refused = hindsight(solved(), &["find", "chess", "--slice", "KQvK", "--value", "cursed-win"]).message();
    assert!(refused.contains("tables of chess under a rule of quiet plies"), "{refused}");
}

#[test]
fn studies_are_epd_games_and_a_sheet() {
    let query = ["chess", "--slice", "KQvK", "--plies", "max", "--value", "win", "--limit", "2"];
    let epd = found(&[&query[..], &["--epd"]].concat());
    assert!(
        epd.iter().all(|line| line.contains(" - - bm ") && line.contains(" dm 10; c0 \"win in 19 plies")),
        "{epd:?}"
    );
    let directory = temporary();
    let sheet = directory.path().join("sheet.svg");
    let query = ["chess", "--slice", "KPvK", "--only-move", "--value", "win", "--plies", "25..40", "--limit", "2"];
    let games = found(&[&query[..], &["--games", "--sheet", &sheet.to_string_lossy()]].concat()).join("\n");
    assert!(games.matches("[FEN ").count() == 2 && games.contains("{win in ") && games.contains(" $1 "), "{games}");
    let drawn = fs::read_to_string(sheet).expect("it was drawn");
    assert_eq!(drawn.matches("<svg ").count(), 3, "a document with two boards");
    let again = directory.path().join("games.pgn");
    fs::write(&again, games).expect("can be written");
    let annotated = hindsight(solved(), &["annotate", "chess", &again.to_string_lossy()]);
    assert_eq!(annotated.status, 0, "{}", annotated.err);
}
