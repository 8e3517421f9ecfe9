//! The page tells of values what is known, how it is known, and nothing else.

use std::fs;

use serde_json::Value as Json;

use super::driver::{Browser, Look};
use super::{SHOWN, opened};
use crate::support::served::Served;
use crate::support::{GAMES, hindsight, solved, temporary};

/// Opens a page, and waits until its position is shown.
fn show(browser: &Browser, served: &Served, path: &str) {
    browser.open(&format!("http://{}{path}", served.host));
    browser.until(SHOWN);
}

#[test]
fn no_move_is_the_best_or_slower_where_a_depth_is_not_known() {
    let Some((browser, served)) = opened(Look::default(), "/") else { return };
    for position in ["8/8/8/8/5Q2/8/8/k1Kr4", "8/8/8/8/8/8/3r4/k1K3Q1", "8/8/8/8/8/6Q1/3r4/k1K5"] {
        show(&browser, &served, &format!("/chess?position={position}+w+-+-+0+1"));
        browser.until_text("#moves", "plies not known here");
        let moves = browser.text("#moves");
        assert!(!moves.contains("slower") && !moves.contains("Best"), "{position}: {moves}");
        assert_eq!(browser.run("return document.querySelectorAll('#moves .best').length"), Json::from(0));
    }
    // Where every depth is known, the best are told.
    show(&browser, &served, "/chess?position=7k/8/8/8/8/8/6Q1/K7+w+-+-+0+1");
    browser.until_text("#moves", "Best (");
    browser.until_text("#moves", "Won, slower (");
}

#[test]
fn a_position_whose_moves_are_known_has_a_value() {
    let Some((browser, _served)) = opened(Look::default(), "/checkers?position=W:WK32:B27,18,26,19,K11") else {
        return;
    };
    browser.until_text("#value", "White to move: Black wins");
    assert_eq!(
        (browser.text("#source"), browser.text("#notes")),
        (
            "solved".to_string(),
            "All 3 moves lose. It is known \
        who wins, not in how many plies."
                .to_string()
        )
    );
}

/// The texts on the page that tell of a fault of a program.
const FAULTS: &str = "
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        if (/\\b(null|undefined|NaN|\\[object)\\b/.test(walker.currentNode.data)) {
            found.push(walker.currentNode.data);
        }
    }
    return found;";

#[test]
fn no_text_of_a_page_is_a_fault_of_a_program() {
    let Some((browser, served)) = opened(Look::default(), "/") else { return };
    browser.run("localStorage.setItem('engine', 'false'); return 0");
    for (number, game) in GAMES.iter().enumerate() {
        show(&browser, &served, &format!("/{game}"));
        for step in 0..6 {
            assert_eq!(browser.run(FAULTS), Json::Array(Vec::new()), "{game}, {}", browser.text("#position"));
            let moves = browser.run("return document.querySelectorAll('#moves button').length");
            let Some(moves) = moves.as_u64().filter(|&moves| moves > 0) else { break };
            let chosen = (7 * number as u64 + 5 * step) % moves;
            browser.run(&format!(
                "performance.clearMarks(); document.querySelectorAll('#moves button')[{chosen}].click(); return 0"
            ));
            browser.until(SHOWN);
        }
    }
}

#[test]
fn a_published_value_stands_above_the_judgement_of_an_engine() {
    let Some((browser, served)) = opened(Look::default(), "/") else { return };
    for (path, value) in [
        ("/tigers-and-goats", "Goats to move: draw."),
        ("/tigers-and-goats?position=./...T../T...G./T...../GGGG+g+10", "Goats to move: Goats win in 215 plies"),
        ("/checkers?position=B:WK9,12,K21:B1,K4,8,10", "Black to move: Black wins in 253 plies (127 moves)."),
        ("/halma-packing?position=....xxx/.....x/...xx/..xx/x.x/xx/x", "a win in 15 turns."),
    ] {
        show(&browser, &served, path);
        browser.until_text("#value", value);
        assert_eq!(browser.text("#source"), "known", "{path}");
        browser.until("document.querySelector('#thoughts li')");
        browser.until_text("#value", value);
    }
}

#[test]
fn an_illegal_position_keeps_its_address_and_is_mended() {
    let Some((browser, served)) = opened(Look::default(), "/") else { return };
    let wrong = "/chess?position=4k3/4R3/8/8/8/8/8/4K3+w+-+-+0+1";
    show(&browser, &served, wrong);
    browser.until_text("#value", "This is not a position.");
    assert!(browser.text("#notes").contains("check"), "{}", browser.text("#notes"));
    assert_eq!(browser.run("return location.pathname + location.search"), Json::from(wrong));
    browser.until("document.querySelectorAll('#board .piece').length === 3");
    assert_eq!(browser.run("return document.querySelectorAll('#moves button').length"), Json::from(0));
    browser.click("#notes button");
    browser.until_text("#material", "1 × White rook");
    browser.until_text("#setup-message", "Not a position yet");
    // Another side to move makes it one.
    browser.run("return document.querySelector('#setup-side').focus()");
    browser.keys(&['B']);
    browser.until_text("#position", "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1");
    show(&browser, &served, "/chess?position=hello");
    browser.until_text("#notes", "found \"hello\"");
    browser.click("#notes button:last-child");
    browser.until("document.querySelectorAll('#moves button').length === 20");
    // A position as other sites write it.
    show(&browser, &served, "/chess?fen=8/8/8/8/8/5k2/8/6QK_w_-_-_0_1");
    browser.until_text("#position", "8/8/8/8/8/5k2/8/6QK w - - 0 1");
}

#[test]
fn the_rule_of_fifty_moves_is_in_the_headline() {
    let Some(browser) = Browser::start(Look::default()) else { return };
    let tables = temporary();
    for entry in fs::read_dir(solved()).expect("it is there").map(|entry| entry.expect("it can be read")) {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("chess") {
            fs::copy(entry.path(), tables.path().join(name)).expect("it can be copied");
        }
    }
    hindsight(tables.path(), &["solve", "chess", "--dtz", "--pieces", "3", "--quiet"]).answer();
    let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), tables.path());
    show(&browser, &served, "/chess?position=4k3/8/8/8/8/8/8/4KQ2+w+-+-+90+60");
    browser.until_text("#value", "White to move: draw by the fifty-move rule (without it, White mates in 8).");
    assert_eq!(browser.run("return document.querySelector('#value').className"), Json::from("value draw"));
    assert_eq!(browser.text("#bar-text"), "½");
    browser.until_text("#moves", "DTZ");
    show(&browser, &served, "/chess?position=4k3/8/8/8/8/8/8/4KQ2+w+-+-+0+1");
    browser.until_text("#value", "White mates in 8");
    browser.until_text("#notes", "It holds under the fifty-move rule");
    assert_eq!(browser.text("#bar-text"), "White #8");
}

#[test]
fn what_is_proved_stands_above_what_an_engine_thinks() {
    let Some((browser, served)) = opened(Look::default(), "/") else { return };
    let above = "document.querySelector('#moves').compareDocumentPosition(document.querySelector('#thinking')) === 4";
    show(&browser, &served, "/chess?position=8/8/8/8/2r5/8/2k5/K6Q+w+-+-+0+1");
    browser.until("document.querySelector('#thoughts li')");
    browser.until(above);
    show(&browser, &served, "/chess");
    browser.until("document.querySelector('#thoughts li')");
    browser.until(&format!("!({above})"));
    // The label of the bar is the winner's, and the reach of depths is told apart from that of results.
    show(&browser, &served, "/chess?position=8/8/8/8/8/5k2/8/6QK+b+-+-+0+1");
    browser.until_text("#bar-text", "White");
    assert_eq!(browser.text("#about"), "Solved: results of up to 4 pieces, depths of up to 3 pieces.");
}

#[test]
fn nobody_may_castle_on_a_board_that_was_empty() {
    let Some((browser, _served)) = opened(Look::default(), "/chess") else { return };
    browser.until(SHOWN);
    browser.click("#tab-setup");
    browser.until_text("#material", "8 × White pawn");
    browser.click("#setup-clear");
    browser.until_text("#material", "none");
    for (piece, square) in [("White king", "e1"), ("White rook", "h1"), ("Black king", "e8")] {
        browser.click(&format!("#pieces [aria-label='{piece}']"));
        browser.click(&format!("[data-place='{square}']"));
        browser.until_text("#material", piece);
    }
    browser.until_text("#position", "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    // It is granted where king and rook stand for it.
    let right = |number: usize| format!("#rights label:nth-child({number}) input");
    for (number, is_open) in [(1, true), (2, false), (3, false), (4, false)] {
        let open = browser.run(&format!("return !document.querySelector('{}').disabled", right(number)));
        assert_eq!(open, Json::Bool(is_open), "right {number}");
    }
    browser.click(&right(1));
    browser.until_text("#position", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    browser.click(&right(1));
    browser.until_text("#position", "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
}

#[test]
fn a_doubtful_value_is_no_promise_and_sides_are_capitalized() {
    let Some((browser, served)) = opened(Look::default(), "/") else { return };
    show(&browser, &served, "/chess?position=4k3/8/8/8/8/8/8/4KQ2+w+-+-+90+60");
    browser.until_text("#value", "White to move: White mates in 8, unless the fifty-move rule makes it a draw.");
    assert_eq!(browser.run("return document.querySelector('#value').className"), Json::from("value "));
    show(&browser, &served, "/tic-tac-toe?position=xx./oo./...+x");
    browser.until_text("#value", "X to move: X wins in 1 ply.");
    // Depths are explained where one is shown, and the headline has the side to move.
    show(&browser, &served, "/chess?position=7k/5KQ1/8/8/8/8/8/8+b+-+-+0+1");
    assert_eq!((browser.text("#notes"), browser.text("#facts")), (String::new(), "in check".to_string()));
}

#[test]
fn an_address_that_leads_nowhere_has_a_page() {
    let Some((browser, served)) = opened(Look::default(), "/go") else { return };
    browser.until("document.querySelectorAll('#games a').length === 19");
    assert!(browser.text("#message").contains("There is no page at /go"), "{}", browser.text("#message"));
    let answer = served.get("/go");
    assert_eq!((answer.status, answer.header("content-type")), (404, Some("application/json")));
}
