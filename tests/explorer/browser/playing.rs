//! Dragging, the engine, an opponent and training in the browser.

use serde_json::Value as Json;

use super::driver::Look;
use super::opened;

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
fn the_engine_thinks_where_tables_end() {
    for path in ["/chess", "/checkers"] {
        let Some((browser, served)) = opened(Look::default(), path) else { return };
        browser.until("document.querySelector('#source').textContent === 'engine'");
        browser.until("document.querySelectorAll('#thoughts li').length === 3");
        browser.until("!document.querySelector('#bar').matches('.unknown')");
        browser.until("document.querySelectorAll('#board .arrow').length === 3");
        let firsts =
            "new Set([...document.querySelectorAll('#thoughts li')].map((line) => line.textContent)).size === 3";
        browser.until(firsts);
        // The next position has lines of its own.
        let position = browser.text("#position");
        browser.click("#best");
        browser.until(&format!("document.querySelector('#position').textContent !== {}", Json::from(position)));
        browser.until("document.querySelectorAll('#thoughts li').length === 3");
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
    browser.until_text("#value", "mate in ");
    browser.click("#tab-game");
    browser.click("#record-part summary");
    let record = "[FEN \"7k/8/8/8/8/8/6Q1/K7 w - - 0 1\"] 1. Qg6 *";
    browser.run(&format!("return document.querySelector('#record-text').value = {}", Json::from(record)));
    browser.click("#record-load");
    browser.until_text("#errors", "Qg6 ?");
    browser.until_text("#errors", "would have held");
    browser.click("#errors button");
    browser.until("document.querySelector('#graph circle.wrong')");
    // The address has the game.
    let address = browser.run("return location.href");
    browser.open("about:blank");
    browser.open(address.as_str().expect("an address"));
    browser.until_text("#game", "Qg6");
}

#[test]
fn a_task_of_the_training_is_solved_by_the_best_moves() {
    let Some((browser, _served)) = opened(Look::default(), "/checkers?position=W:WK10:B2,3") else { return };
    browser.until_text("#value", "White to move: ");
    browser.click("#tab-play");
    browser.click("#train");
    browser.until_text("#training-score", "to move: keep the ");
    for _ in 0..6 {
        let score = browser.text("#training-score");
        browser.keys(&['n']);
        browser.until(&format!("document.querySelector('#training-score').textContent !== {}", Json::from(score)));
        if browser.text("#training-score").starts_with("Solved!") {
            break;
        }
        // The opponent replies.
        browser.until("document.querySelectorAll('#game button').length % 2 === 1");
    }
    browser.until_text("#training-score", "Solved! Score: 1 of 1.");
}
