//! Somebody who annotates games that others have commented.

use std::fs;

use crate::support::{hindsight, solved, temporary};

const GAME: &str = "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"W:WK1,K2:BK32\"]\n\n\
                    {before} 1. 2-7! {good} (1. 1-5 $14 {or so}) 32-28 $6 2. 1-5?! *\n";

#[test]
fn comments_marks_and_variations_of_a_file_are_kept() {
    let directory = temporary();
    let file = directory.path().join("games.pdn");
    fs::write(&file, GAME).expect("can be written");
    let out = hindsight(solved(), &["annotate", "checkers", &file.to_string_lossy()]).out;
    for kept in ["{before}", "2-7 $1 {good}", "(1. 1-5 $14 {or so}", "32-28 $6", "1-5 $6"] {
        assert!(out.contains(kept), "{kept}: {out}");
    }
    assert!(out.contains("{win in 33 plies"), "{out}");
}

#[test]
fn mistakes_alone_are_shown_with_their_boards() {
    let directory = temporary();
    let file = directory.path().join("games.pdn");
    let right = "[FEN \"W:WK1,K2:BK32\"]\n1. 2-7 32-27 *\n\n";
    let wrong = "[FEN \"B:WK32:BK1,3\"]\n1. 3-7 32-27 2. 7-11 27-23 3. 11-15 *\n\n";
    fs::write(&file, format!("{right}{wrong}")).expect("can be written");
    let all = hindsight(solved(), &["annotate", "checkers", &file.to_string_lossy(), "--json"]).objects();
    let is_wrong = |object: &serde_json::Value| object["moves"].to_string().contains("mistake");
    let expected = all.iter().filter(|object| is_wrong(object)).count();
    let shown = hindsight(solved(), &["annotate", "checkers", &file.to_string_lossy(), "--mistakes"]).out;
    assert_eq!(shown.matches("[FEN ").count(), expected, "{shown}");
    assert!(expected == 0 || shown.contains("it was a ") && shown.contains(" to move"), "{shown}");
}
