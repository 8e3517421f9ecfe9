//! Dragging, the engine, an opponent and training in the browser.

use serde_json::Value as Json;

use super::driver::{Browser, Look};
use super::{UP, opened};
use crate::support::outside;
use crate::support::served::Served;

#[test]
fn pieces_are_dragged_in_all_directions_above_all_others() {
    let path = "/checkers?position=W:WK18:BK1";
    let Some((browser, served)) = opened(Look::default(), path) else { return };
    for to in ["14", "15", "22", "23"] {
        browser.open(&format!("http://{}{path}", served.host));
        browser.until_text("#value", "White to move");
        browser.lift("[data-place='18'] .piece", &format!("[data-place='{to}']"));
        browser.until("document.querySelector('#board svg').lastElementChild.matches('.dragged')");
        browser.let_go();
        browser.until_text("#value", "Black to move");
        assert_eq!(browser.text("#position"), format!("B:WK{to}:BK1"));
    }
    // From the tray, and off the board.
    browser.open(&format!("http://{}{path}", served.host));
    browser.until_text("#value", "White to move");
    browser.click("#tab-setup");
    browser.until_text("#material", "1 × Black king");
    browser.lift("#pieces button:nth-child(2)", "[data-place='32']");
    browser.let_go();
    browser.until_text("#material", "2 × White king");
    // A board that arrives ends a drag.
    browser.until("document.querySelector('#position').textContent === 'W:WK18,K32:BK1'");
    browser.until_text("#value", "White to move");
    browser.lift("[data-place='1'] .piece", "header");
    browser.let_go();
    browser.until("!document.querySelector('#material').textContent.includes('Black')");
}

#[test]
fn a_game_that_does_not_name_touched_places_is_played_on_the_board() {
    let Some(browser) = Browser::start(Look::default()) else { return };
    let empty = tempfile::tempdir().expect("a directory of its own");
    let served = Served::start(outside(), empty.path());
    browser.open(&format!("http://{}/skirmish", served.host));
    browser.until("document.querySelectorAll('#moves button').length");
    for side in ["White", "Black"] {
        browser.until_text("#value", &format!("{side} to move"));
        let mv = browser.run("return document.querySelector('#moves button span').textContent");
        let (from, to) = mv.as_str().and_then(|mv| mv.split_once('-')).expect("a step");
        browser.click(&format!("[data-place='{from}']"));
        browser.until(&format!("document.querySelector('[data-place=\"{from}\"]').matches('.chosen')"));
        browser.click(&format!("[data-place='{to}']"));
        browser.until_text("#game", &format!("{from}-{to}"));
        assert_eq!(browser.run("return document.querySelectorAll('#board .touched').length"), Json::from(2));
    }
}

#[test]
fn nothing_is_covered_or_cut_off() {
    let narrow = Look { dark: false, narrow: Some([390, 800]) };
    let Some((browser, served)) = opened(narrow, "/checkers?position=W:WK18,K10:BK1") else { return };
    browser.until("document.querySelector('#board .arrow polyline')");
    // From the middle of the piece to the beginning of its arrow.
    let distance = browser.run(
        "const { x, y } = document.querySelector('#board .arrow polyline').points[0];
        const box = document.querySelector('[data-place=\"18\"] rect').getBBox();
        return Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2)",
    );
    assert!(distance.as_f64().is_some_and(|distance| distance > 20.0), "{distance}");
    // The label of the bar fits, above the board.
    browser.until("document.querySelector('#bar-text').textContent.startsWith('White ')");
    let fits = "const [bar, text, board] = ['#bar', '#bar-text', '#board'].map((part) => document.querySelector(part));
        return text.scrollWidth <= text.clientWidth && text.scrollHeight <= bar.clientHeight + 2
            && bar.getBoundingClientRect().bottom <= board.getBoundingClientRect().top";
    assert_eq!(browser.run(fits), Json::Bool(true));
    // Where a wide board leaves room, it has the positions worth seeing; on a telephone they are in their panel.
    browser.open(&format!("http://{}/tigers-and-goats", served.host));
    browser.until("document.querySelector('#panel-explore #seeing img')");
    let Some((browser, _served)) = opened(Look::default(), "/tigers-and-goats") else { return };
    browser.until("document.querySelector('#below #seeing img')");
}

#[test]
fn the_engine_thinks_where_tables_end() {
    // The engine of Halma finds one line.
    for (path, lines) in [("/chess", 3), ("/checkers", 3), ("/tigers-and-goats", 3), ("/halma", 1)] {
        let Some((browser, served)) = opened(Look::default(), path) else { return };
        // The value of the start of Tigers and Goats is published.
        let source = if path == "/tigers-and-goats" { "known" } else { "engine" };
        browser.until(&format!("document.querySelector('#source').textContent === '{source}'"));
        let found = format!("document.querySelectorAll('#thoughts li').length === {lines}");
        browser.until(&found);
        browser.until("!document.querySelector('#bar').matches('.unknown')");
        browser.until(&format!("document.querySelectorAll('#board .arrow').length === {lines}"));
        let texts = "[...document.querySelectorAll('#thoughts li')].map((line) => line.textContent)";
        browser.until(&format!("new Set({texts}).size === {lines}"));
        let fits = "const text = document.querySelector('#bar-text'); return text.scrollWidth <= text.clientWidth";
        assert_eq!(browser.run(fits), Json::Bool(true), "{path}: the label of the bar");
        // The next position has lines of its own.
        let position = browser.text("#position");
        browser.click("#best");
        browser.until(&format!("document.querySelector('#position').textContent !== {}", Json::from(position)));
        browser.until(&found);
        browser.open(&format!("http://{}/checkers?position=W:WK10:B2,3", served.host));
        browser.until("document.querySelector('#source').textContent === 'solved'");
        assert_eq!(browser.run("return document.querySelector('#thinking').hidden"), Json::Bool(true));
    }
}

#[test]
fn an_opponent_plays_hints_are_given_and_errors_are_told() {
    let Some((browser, served)) = opened(Look::default(), "/tic-tac-toe") else { return };
    browser.until("document.querySelectorAll('#moves button').length === 9");
    browser.click("#tab-play");
    browser.click("#hint");
    browser.until_text("#message", "Hint: ");
    browser.run("return document.querySelector('#opponent').focus()");
    browser.keys(&['p', 'e', 'r']);
    browser.run("return document.querySelector('#clock').focus()");
    browser.keys(&['1']);
    browser.until_text("#clocks", "1:00");
    browser.click("[data-place='a1']");
    browser.until_text("#message", "The opponent played b2.");
    browser.until_text("#clocks", "0:5");
    browser.click("#take-back");
    browser.until("document.querySelectorAll('#game button').length === 1");

    browser.open(&format!("http://{}/chess?position=7k/8/8/8/8/8/6Q1/K7+w+-+-+0+1", served.host));
    browser.until_text("#value", "mates in ");
    browser.click("#tab-game");
    browser.click("#record-part summary");
    let record = "[FEN \"7k/8/8/8/8/8/6Q1/K7 w - - 0 1\"] 1. Qg6 *";
    browser.run(&format!("return document.querySelector('#record-text').value = {}", Json::from(record)));
    browser.click("#record-load");
    browser.until_text("#errors", "Qg6 ?");
    browser.until_text("#errors", "would have held");
    browser.click("#tab-moves");
    browser.click("#errors button");
    browser.until("document.querySelector('#graph circle.wrong')");
    // Variations are shown among the moves.
    browser.click("#tab-game");
    let record = "[FEN \"7k/8/8/8/8/8/6Q1/K7 w - - 0 1\"] 1. Qg6 (1. Qf3 Kg8 (1... Kg7 2. Kb2) 2. Kb2) *";
    browser.run(&format!("return document.querySelector('#record-text').value = {}", Json::from(record)));
    browser.click("#record-load");
    browser.until("document.querySelectorAll('#game .variation').length === 2");
    assert_eq!(browser.text("#game .variation"), "(1. Qf3 Kg8 (1… Kg7 2. Kb2) 2. Kb2)");
    browser.click("#tab-moves");
    browser.click("#game .variation .variation button");
    browser.until_text("#game [aria-current]", "Kg7");
    assert_eq!(browser.text("#game .variation"), "(1. Qf3 Kg8 (1… Kg7 2. Kb2) 2. Kb2)");
    // The keys up and down lead to the other variations.
    browser.keys(&[UP]);
    browser.until_text("#game [aria-current]", "Kg8");
    browser.click("#tab-game");
    browser.click("#promote");
    browser.until_text("#game .variation", "(1. Qg6");
    // Another move is a variation, too.
    browser.click("#first");
    browser.until_text("#game [aria-current]", "Start");
    browser.click("#best");
    browser.until("document.querySelectorAll('#game .variation').length > 1");
    browser.click("#figurines");
    browser.until_text("#game", "♕f3");
    browser.click("#figurines");
    // A picture is copied.
    browser.run(
        "navigator.clipboard.write = async ([item]) => (window.copied = await item.getType('image/png')); return 0",
    );
    browser.click("#copy-png");
    browser.until("window.copied?.size > 1000");
    // The address has the game.
    browser.click("#record-load");
    browser.until_text("#game [aria-current]", "Start");
    browser.click("#last");
    browser.until_text("#game [aria-current]", "Qg6");
    let address = browser.run("return location.href");
    browser.open("about:blank");
    browser.open(address.as_str().expect("an address"));
    browser.until_text("#game", "Qg6");
}
