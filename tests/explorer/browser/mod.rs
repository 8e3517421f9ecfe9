//! The explorer in a browser: by the mouse, by the keyboard alone, on a narrow window, and for those who cannot see it.

pub mod axe;
pub mod driver;
mod games;
mod hands;
mod pictures;
mod playing;
pub mod timing;
mod told;
mod trained;

use driver::{Browser, LOOKS, Look};
use serde_json::Value as Json;

use crate::support::served::Served;
use crate::support::solved;

const TAB: char = '\u{e004}';
const ENTER: char = '\u{e007}';
const HOME: char = '\u{e011}';
const LEFT: char = '\u{e012}';
const UP: char = '\u{e013}';
const RIGHT: char = '\u{e014}';

/// Whether the position of a page is shown.
pub const SHOWN: &str = "performance.getEntriesByName('shown').length";

/// What is wrong with a page for those who use it by ear, by keyboard or with weak sight.
const AUDIT: &str = include_str!("audit.js");

/// A browser and the explorer; `None` without a browser.
fn opened(look: Look, path: &str) -> Option<(Browser, Served)> {
    let browser = Browser::start(look)?;
    let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), solved());
    browser.open(&format!("http://{}{path}", served.host));
    Some((browser, served))
}

#[test]
fn moves_are_made_by_the_mouse_and_values_follow() {
    let Some((browser, served)) = opened(Look::default(), "/") else { return };
    browser.until("document.querySelectorAll('#games a').length === 19");
    browser.click("#games a[href='/checkers']");
    browser.until_text("#value", "Black to move");

    // The best move of a king.
    browser.open(&format!("http://{}/checkers?position=W:WK10:B2,3", served.host));
    browser.until_text("#value", "White to move: ");
    let before = browser.text("#value");
    let best = browser.run("return document.querySelector('#moves button span').textContent");
    let (from, to) = best.as_str().and_then(|mv| mv.split_once('-')).expect("a step");
    browser.click(&format!("[data-place='{from}']"));
    browser.until(&format!("document.querySelector('[data-place=\"{from}\"]').matches('.chosen')"));
    browser.click(&format!("[data-place='{to}']"));
    browser.until_text("#value", "Black to move: ");
    assert_ne!(browser.text("#value"), before);
    // The address is the position, and the browser goes back.
    assert!(browser.run("return location.search").as_str().is_some_and(|text| text.starts_with("?position=B%3AWK")));
    // The last move is marked.
    assert_eq!(browser.run("return document.querySelectorAll('#board .touched').length"), Json::from(2));
    browser.back();
    browser.until("document.querySelector('#position').textContent === 'W:WK10:B2,3'");
    assert_eq!(browser.text("#value"), before);
    browser.click("#forward");
    browser.until_text("#value", "Black to move: ");
    // A move of the list, the whole best line, and back to the start.
    browser.click("#moves button");
    browser.until("document.querySelectorAll('#game button').length === 3");
    browser.click("#line li:last-child button");
    browser.until_text("#value", "The game is over");
    browser.until("document.querySelector('#graph svg')");
    browser.click("#first");
    browser.until("document.querySelector('#position').textContent === 'W:WK10:B2,3'");
    // Values are hidden until they are asked for.
    browser.click("#hide");
    browser.until_text("#value", "The values are hidden");
    let telling = browser.run("return /win|loss|draw|Won|Lost/.test(document.querySelector('#panel-moves').innerText)");
    assert_eq!(telling, Json::Bool(false), "{}", browser.text("#panel-moves"));
    assert_eq!(browser.run("return document.querySelectorAll('#board .win, #board .loss').length"), Json::from(0));
    browser.click("#reveal");
    browser.until(&format!("document.querySelector('#value').textContent === {}", Json::from(before)));
    // The board turned.
    let side = "document.querySelector('[data-place=\"1\"]').getBoundingClientRect().top";
    let top = browser.run(&format!("return {side}"));
    browser.click("#flip");
    browser.until(&format!("{side} > {top}"));
}

/// Whether the position of this number, counted from 1, is the one of the game on the board.
fn current(number: usize) -> String {
    format!("document.querySelectorAll('#game button')[{}]?.hasAttribute('aria-current')", number - 1)
}

#[test]
fn a_game_is_played_by_the_keyboard_alone() {
    let Some((browser, _served)) = opened(Look::default(), "/tic-tac-toe") else { return };
    browser.until("document.querySelectorAll('#moves button').length === 9");
    // From the beginning of the page to the board.
    for _ in 0..4 {
        browser.keys(&[TAB]);
    }
    assert_eq!(browser.focus(), "a3: empty, a move, draw");
    browser.keys(&[RIGHT]);
    assert_eq!(browser.focus(), "b3: empty, a move, draw");
    browser.keys(&[ENTER]);
    browser.until("document.querySelectorAll('#game button').length === 2");
    browser.until_text("#value", "O to move");
    assert!(browser.focus().starts_with("b3: cross"), "{}", browser.focus());
    // A move of the list: the focus stays there.
    browser.keys(&['m', ENTER]);
    browser.until("document.querySelectorAll('#game button').length === 3");
    browser.until("document.activeElement.closest('#moves')");
    for plies in 4..=10 {
        browser.keys(&['n']);
        browser.until(&format!("document.querySelectorAll('#game button').length === {plies}"));
        browser.until(&current(plies));
    }
    browser.until_text("#value", "The game is over. It is a draw");
    browser.keys(&[LEFT]);
    browser.until(&current(9));
    browser.keys(&['v']);
    browser.until_text("#value", "The values are hidden");
    browser.keys(&['v', HOME]);
    browser.until(&current(1));
    browser.keys(&['b', UP]);
    assert!(browser.focus().contains("3: empty"), "{}", browser.focus());
    // Keys that were turned off.
    browser.run("return document.querySelector('#shortcuts').click()");
    browser.keys(&['n']);
    browser.run("return document.querySelector('#shortcuts').click()");
    assert_eq!(browser.run("return document.querySelectorAll('#game button').length"), Json::from(10));
}

#[test]
fn positions_are_set_up_games_loaded_and_the_tables_answer() {
    let Some((browser, served)) = opened(Look::default(), "/checkers?position=W:WK10:B2,3") else { return };
    browser.until_text("#value", "White to move: ");
    browser.click("#tab-setup");
    browser.until_text("#material", "1 × White king, 2 × Black man");
    browser.click("[data-place='2']");
    // The chosen piece is a White man, which cannot stand on the row where it is crowned.
    browser.until_text("#setup-message", "Not a position yet: ");
    browser.click("#pieces button:last-child");
    browser.click("[data-place='2']");
    browser.until_text("#material", "1 × White king, 1 × Black man");
    browser.run("return document.querySelector('#setup-side').focus()");
    browser.keys(&['B']);
    browser.until("document.querySelector('#setup-text').value === 'B:WK10:B3'");
    browser.click("#setup-form [type=submit]");
    browser.until("document.querySelector('#position').textContent === 'B:WK10:B3'");
    browser.until_text("#value", "Black to move: ");

    browser.click("#tab-game");
    browser.click("#record-part summary");
    let record = "[FEN \"W:WK10:B2,3\"] 1. 10-7 3x10 *";
    browser.run(&format!("return document.querySelector('#record-text').value = {}", Json::from(record)));
    browser.click("#record-load");
    browser.until_text("#record-message", "Loaded: 2 moves.");
    browser.until_text("#game", "Start1.10-7");
    browser.run("return document.querySelector('#record-text').value = '1. 99-1 *'");
    browser.click("#record-load");
    browser.until_text("#record-message", "expected one of the legal moves");

    browser.click("#tab-explore");
    browser.run("return document.querySelector('#slice').value = 'KvK'");
    browser.click("#count");
    browser.until_text("#statistics", "Longest win: 11 plies");
    browser.click("#zugzwangs");
    browser.until_text("#statistics", "Mutual zugzwangs: the first 12");
    browser.click("#statistics a");
    browser.until_text("#notes", "Mutual zugzwang");

    browser.open(&format!("http://{}/tic-tac-toe", served.host));
    browser.until("document.querySelectorAll('#moves button').length === 9");
    browser.click("#tab-play");
    browser.run("return document.querySelector('#opponent').focus()");
    browser.keys(&['p', 'e', 'r']);
    browser.click("[data-place='a1']");
    browser.until_text("#message", "The opponent played b2.");
    // What the address has is no position: it is said.
    browser.open(&format!("http://{}/tic-tac-toe?position=nonsense", served.host));
    browser.until_text("#notes", "Expected a position such as");
}

#[test]
fn pages_are_legible_and_usable_light_and_wide_and_dark_and_narrow() {
    audit(&[LOOKS[0], LOOKS[3]]);
}

/// Looks for faults on the pages of the games and on the first page.
pub fn audit(looks: &[Look]) {
    for &look in looks {
        let Some((browser, served)) = opened(look, "/") else { return };
        let dark = browser.run("return matchMedia('(prefers-color-scheme: dark)').matches");
        assert_eq!(dark, Json::Bool(look.dark));
        if let Some([width, _]) = look.narrow {
            assert_eq!(browser.run("return innerWidth"), Json::from(width));
        }
        let paths = [
            "/",
            "/checkers?position=W:WK10:B2,3",
            "/chess?position=8/5k2/2P5/8/8/8/8/4K3+w+-+-+0+1",
            "/tigers-and-goats",
            "/halma",
            "/halma-packing",
        ];
        for path in paths {
            browser.open(&format!("http://{}{path}", served.host));
            match path {
                "/" => browser.until("document.querySelector('#games a')"),
                _ => browser.until("document.querySelector('#moves button')"),
            }
            assert_eq!(browser.run("return window.scrollY"), Json::from(0), "{path} {look:?}: the head of the page");
            // With everything open, a piece chosen and statistics counted.
            browser.run("return document.querySelectorAll('details').forEach((part) => part.open = true)");
            if path.starts_with("/checkers") {
                browser.click("#tab-explore");
                browser.click("#count");
                browser.until("document.querySelector('#statistics table')");
                browser.keys(&['n']);
                browser.until("document.querySelector('#graph svg')");
            }
            let found = browser.run(AUDIT);
            assert_eq!(found, Json::Array(Vec::new()), "{path} {look:?}: {found:#}");
        }
        browser.open(&format!("http://{}/checkers", served.host));
        browser.until("document.querySelector('#moves button')");
        browser.click("#tab-setup");
        browser.until_text("#material", "12 × White man");
        let found = browser.run(AUDIT);
        assert_eq!(found, Json::Array(Vec::new()), "set-up {look:?}: {found:#}");
    }
}
