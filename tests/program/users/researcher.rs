//! Somebody who counts, and reads the counts with other programs.

use std::fs;

use crate::support::{hindsight, solved, temporary};

#[test]
fn counts_are_columns_and_lines() {
    let csv = hindsight(solved(), &["stats", "checkers", "--pieces", "3", "--csv"]).answer();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..4], ["slice", "entries", "positions", "wins"]);
    assert_eq!(rows.len(), 17);
    let lines = hindsight(solved(), &["stats", "checkers", "--pieces", "3", "--json", "--lines"]).objects();
    let array = hindsight(solved(), &["stats", "checkers", "--pieces", "3", "--json"]).objects();
    assert_eq!(Some(&lines), array[0].as_array());
    assert_eq!(rows[1][3], lines[0]["wins"].to_string());
    let totals = hindsight(solved(), &["stats", "checkers", "--pieces", "3", "--csv", "--total"]).answer();
    assert!(totals.starts_with("total,entries,") && totals.contains("\n2 pieces,3488,"), "{totals}");
}

#[test]
fn zugzwangs_are_counted_by_size() {
    let out = hindsight(solved(), &["stats", "checkers", "--pieces", "3"]).answer();
    let header = out.lines().find(|line| line.starts_with("pieces ")).expect("there is a table of sizes");
    assert!(header.ends_with("draws  zugzwangs"), "{out}");
}

#[test]
fn a_damaged_table_is_an_exit_status() {
    let directory = temporary();
    fs::copy(solved().join("checkers-2.table"), directory.path().join("checkers-2.table")).expect("it was solved");
    assert_eq!(hindsight(directory.path(), &["tables"]).status, 0);
    fs::write(directory.path().join("checkers-3.table"), "no table").expect("can be written");
    assert_eq!(hindsight(directory.path(), &["tables"]).status, 1);
}

#[test]
fn a_match_that_one_side_wins_has_no_infinite_figure() {
    let arguments = ["match", "tic-tac-toe", "scout-tt:depth=9", "random", "--games", "4"];
    let out = hindsight(solved(), &arguments).out;
    assert!(!out.contains("infinity"), "{out}");
}
