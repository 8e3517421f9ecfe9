//! Training and play hide what the tables know; Explore shows what they hold.

use serde_json::Value as Json;

use super::driver::{Browser, Look};
use super::{LEFT, RIGHT, SHOWN, opened};

/// Plays the best move of the position on the board, or one that throws the result away, by clicks.
fn play(browser: &Browser, good: bool) {
    let step = browser.run(&format!(
        "const position = document.querySelector('#position').textContent;
        const game = location.pathname.slice(1);
        const asked = `/api/${{game}}/view?position=${{encodeURIComponent(position)}}`;
        return fetch(asked).then((view) => view.json()).then(({{ moves }}) => {{
            const move = {good} ? moves[0] : moves.find((move) => move.value !== moves[0].value);
            return move ? [move.touched[0], move.touched.at(-1), move.name] : null;
        }})"
    ));
    let Some([from, to, _]) = step.as_array().map(Vec::as_slice) else { panic!("expected a move, found {step}") };
    for square in [from, to] {
        browser.click(&format!("[data-place='{}']", square.as_str().expect("a square")));
    }
    // Several jumps may lead there.
    browser.run("return document.querySelector('#choice:not([hidden]) button')?.click() ?? 0");
}

/// Begins a task of a kind.
fn begin(browser: &Browser, task: &str) {
    browser.run(&format!("document.querySelector('#task').value = '{task}'; return 0"));
    browser.click("#train");
    browser.until_text("#training-score", "to move: keep the ");
}

#[test]
fn a_task_shows_nothing_before_its_end_and_is_tried_again() {
    let Some((browser, _served)) = opened(Look::default(), "/checkers?position=W:WK10:B2,3") else { return };
    browser.until(SHOWN);
    browser.click("#tab-play");
    begin(&browser, "only");
    browser.until_text("#value", "The values are hidden");
    let telling = "document.querySelectorAll('#board .arrow, #board .sign, #board .win, #board .loss').length";
    assert_eq!(browser.run(&format!("return {telling}")), Json::from(0));
    assert_eq!(browser.text("#bar-text"), "");
    for button in ["#best", "#hint", "#reveal"] {
        assert_eq!(browser.run(&format!("return document.querySelector('{button}').hidden")), Json::Bool(true));
    }
    let position = browser.text("#position");
    browser.keys(&['n']);
    browser.until_text("#message", "Find the move");
    // A way back and forward is no move.
    let score = browser.text("#training-score");
    browser.keys(&[LEFT, RIGHT]);
    assert_eq!(browser.text("#training-score"), score);
    // A move that fails: the opponent stops, and the right move is shown.
    play(&browser, false);
    browser.until_text("#training-score", "Failed: ");
    browser.until_text("#message", "would have held");
    browser.until(&format!("document.querySelector('#position').textContent === {}", Json::from(position.clone())));
    browser.until("document.querySelector('#board .arrow')");
    assert_eq!(browser.run("return document.querySelector('#opponent').value"), Json::from(""));
    browser.click("#again");
    browser.until_text("#training-score", "to move: keep the ");
    assert_eq!(browser.text("#position"), position);
    browser.until_text("#value", "The values are hidden");
    play(&browser, true);
    browser.until("/Right|Solved/.test(document.querySelector('#training-score').textContent)");
    // It is given up, unless a short win was solved.
    browser.run("return document.querySelector('#give-up:not([hidden])')?.click() ?? 0");
    browser.until("!document.querySelector('#value').textContent.includes('hidden')");
}

#[test]
fn the_task_of_the_day_is_the_same_for_everybody() {
    let Some((browser, served)) = opened(Look::default(), "/checkers") else { return };
    browser.until(SHOWN);
    let mut positions = Vec::new();
    for _ in 0..2 {
        browser.open(&format!("http://{}/checkers", served.host));
        browser.until(SHOWN);
        browser.click("#tab-play");
        browser.click("#daily");
        browser.until_text("#training-score", "to move: keep the win.");
        positions.push(browser.text("#position"));
    }
    assert_eq!(positions[0], positions[1]);
    // The page may be loaded again without telling the solution.
    browser.run("performance.clearMarks(); location.reload(); return 0");
    browser.until(SHOWN);
    browser.until_text("#value", "The values are hidden");
    browser.until_text("#training-score", "The task goes on. Score: 0 of 1.");
    assert_eq!(browser.text("#position"), positions[0]);
    play(&browser, false);
    browser.until_text("#paste", "Hindsight · English draughts ");
    browser.until_text("#paste", "🟥 · 0/1");
    // Who gives up has failed.
    browser.click("#daily");
    browser.until_text("#training-score", "to move: keep the win.");
    browser.click("#give-up");
    browser.until_text("#paste", "🟥 · 0/1");
}

#[test]
fn a_game_against_a_level_hides_the_values_until_its_end() {
    let Some((browser, _served)) = opened(Look::default(), "/tic-tac-toe") else { return };
    browser.until(SHOWN);
    browser.click("#tab-play");
    browser.run("return document.querySelector('#opponent').focus()");
    browser.keys(&['p', 'e', 'r']);
    // It plays against the side to move.
    browser.until_text("#value", "The values are hidden");
    browser.click("[data-place='a1']");
    browser.until_text("#message", "The opponent played b2.");
    assert_eq!(browser.run("return document.querySelectorAll('#board .mark rect').length"), Json::from(0));
}

#[test]
fn explore_says_that_there_is_nothing_to_explore() {
    let Some((browser, _served)) = opened(Look::default(), "/halma") else { return };
    browser.until(SHOWN);
    browser.click("#tab-explore");
    browser.until("document.querySelector('#no-statistics').checkVisibility()");
}

#[test]
fn explore_answers_in_sight_and_the_hardest_differ() {
    for look in [Look::default(), Look { dark: false, narrow: Some([390, 800]) }] {
        let Some((browser, _served)) = opened(look, "/checkers?position=W:WK10:B2,3") else { return };
        browser.until(SHOWN);
        browser.click("#tab-explore");
        browser.click("#count");
        browser.until("document.querySelector('#statistics table')");
        let sight = "const { top } = document.querySelector('#statistics h4').getBoundingClientRect(); return top < innerHeight - 40";
        browser.until(&format!("(() => {{ {sight} }})()"));
        browser.click("#hardest");
        browser.until_text("#statistics", "Most only moves in a row: the first 12");
        let runs = "[...document.querySelectorAll('#statistics p')].map((about) => Number(about.textContent.match(/^(\\d+) only move/)[1]))";
        let runs: Vec<u64> = serde_json::from_value(browser.run(&format!("return {runs}"))).expect("numbers");
        assert!(runs.is_sorted_by(|one, other| one >= other) && runs[0] > 2, "{runs:?}");
        // A bar of the histogram opens the positions of its depth.
        browser.click("#count");
        browser.until("document.querySelector('#statistics svg rect.win')");
        browser.run("return document.querySelector('#statistics svg rect.win[height]:not([height=\"0\"])').dispatchEvent(new MouseEvent('click', { bubbles: true }))");
        browser.until_text("#statistics", "Found: ");
    }
}
