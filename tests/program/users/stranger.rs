//! Somebody who has just installed the program asks for the games that everybody knows.

use crate::support::{hindsight, solved, temporary};

#[test]
fn the_start_of_every_game_has_an_answer() {
    let nothing = temporary();
    let ask = |game: &str| hindsight(nothing.path(), &["query", game]).answer();
    for game in ["checkers", "chess", "halma"] {
        let out = ask(game).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(out.contains("This is the answer of the engine ") && out.contains(" move: "), "{game}: {out}");
    }
    let out = ask("checkers");
    assert!(out.contains("known: The start is a draw (J. Schaeffer and others, Checkers is solved, "), "{out}");
    assert!(!ask("pangki").contains("engine"), "tables come first");
    // A program is told the truth as before.
    let refused = hindsight(nothing.path(), &["query", "checkers", "--json"]);
    assert!(refused.status == 2 && refused.out.contains("\"error\":\"expected a position"), "{}", refused.out);
}

#[test]
fn positions_worth_seeing_are_listed() {
    let out = hindsight(solved(), &["query", "checkers", "--examples"]).answer();
    assert!(out.starts_with("The First Position\n  W:W6,11:B3,K25\n  The most famous ending"), "{out}");
    let objects = hindsight(solved(), &["query", "checkers", "--examples", "--json"]).objects();
    assert!(objects.len() >= 3 && objects[0]["position"] == "W:W6,11:B3,K25", "{objects:?}");
}

#[test]
fn names_are_taken_as_people_know_them() {
    let draughts = hindsight(solved(), &["query", "draughts", "W:WK1,K2:BK32"]).answer();
    assert_eq!(draughts, hindsight(solved(), &["query", "checkers", "W:WK1,K2:BK32"]).answer());
    let chapter = hindsight(solved(), &["help", "own_game"]).answer();
    assert_eq!(chapter, hindsight(solved(), &["help", "own-game"]).answer());
}

#[test]
fn a_wrong_question_says_how_to_ask() {
    let message = hindsight(solved(), &["perft", "chess", "--depth", "3"]).message();
    assert!(message.contains("expected the depth as the last word, as in `hindsight perft chess 3`"), "{message}");
    let noted = hindsight(solved(), &["query", "tic-tac-toe", "xxx/ooo/... x"]);
    assert!(noted.err.contains("no game leads here: both sides have three in a row"), "{}", noted.err);
}

#[test]
fn a_score_has_a_unit_that_people_know() {
    for game in ["checkers", "losing-checkers", "chess"] {
        let out = hindsight(solved(), &["search", game, "--depth", "2"]).out;
        assert!(!out.contains("logit"), "{game}: {out}");
    }
}
