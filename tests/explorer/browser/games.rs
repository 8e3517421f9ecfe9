//! Games that stay: while a position is set up, when the browser goes back, and in an address.

use serde_json::Value as Json;

use super::driver::Look;
use super::{LEFT, opened};

/// Whether the page lists this number of positions of a game.
fn listed(positions: usize) -> String {
    format!("document.querySelectorAll('#game button').length === {positions}")
}

fn board_shows(position: &str) -> String {
    format!("document.querySelector('#position').textContent === {}", Json::from(position))
}

#[test]
fn a_look_at_the_pieces_leaves_the_game_as_it_is() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1";
    let path = format!("/chess?position={start}&from={start}&moves=e2e4+g8f6+e4e5+d7d5&ply=4");
    let Some((browser, _served)) = opened(Look::default(), &path) else { return };
    let shown = board_shows("rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    browser.until(&shown);
    browser.click("#tab-setup");
    browser.until_text("#material", "8 × White pawn");
    browser.click("#setup-form [type=submit]");
    browser.until_text("#setup-message", "This is the position on the board.");
    browser.until(&format!("{shown} && {}", listed(5)));
    // The tray is one stop of the key Tab, and the arrow keys choose in it.
    browser.run("return document.querySelector('#pieces [tabindex=\"0\"]').focus()");
    browser.keys(&[LEFT]);
    assert_eq!(browser.focus(), "✕");
    assert_eq!(browser.run("return document.querySelectorAll('#pieces [tabindex=\"0\"]').length"), Json::from(1));
    // Without the pawn, its king still may castle.
    browser.click("[data-place='d5']");
    browser.until(&board_shows("rnbqkb1r/ppp1pppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"));
    browser.until(&listed(1));
    // The game before is there again, with its moves.
    browser.back();
    browser.until(&format!("{shown} && {}", listed(5)));
}

#[test]
fn a_wrong_move_in_an_address_leaves_its_position() {
    let game = "/checkers?position=W:WK10:B2,3&from=W:WK10:B2,3&moves=";
    let Some((browser, served)) = opened(Look::default(), &format!("{game}99-1&ply=1")) else { return };
    browser.until_text("#message", "expected one of the legal moves");
    browser.until(&format!("{} && {}", board_shows("W:WK10:B2,3"), listed(1)));
    for ply in ["-3", "1.5", "7"] {
        browser.open(&format!("http://{}{game}10-7+3x10&ply={ply}", served.host));
        browser.until(&listed(3));
        let current = if ply == "-3" { "Start" } else { ["10-7", "3x10"][usize::from(ply == "7")] };
        browser.until_text("#game [aria-current]", current);
    }
    browser.open(&format!("http://{}/checkers/?position=W:WK10:B2,3", served.host));
    browser.until(&board_shows("W:WK10:B2,3"));
}

#[test]
fn a_move_that_was_offered_is_made_or_not() {
    let Some((browser, _served)) = opened(Look::default(), "/chess?position=8/5P1k/8/8/8/8/8/K7+w+-+-+0+1") else {
        return;
    };
    browser.until_text("#value", "White to move");
    for end in ["\u{e00c}", "button", "place"] {
        browser.click("[data-place='f7']");
        browser.click("[data-place='f8']");
        browser.until("!document.querySelector('#choice').hidden");
        assert_eq!(browser.run("return document.querySelectorAll('#choice button').length"), Json::from(5));
        match end {
            "button" => browser.click("#choice button:last-child"),
            "place" => browser.click("[data-place='c3']"),
            key => browser.keys(&key.chars().collect::<Vec<_>>()),
        }
        browser.until("document.querySelector('#choice').hidden");
    }
    browser.click("[data-place='f7']");
    browser.click("[data-place='f8']");
    browser.click("#choice button");
    browser.until_text("#game", "f8=");
}

#[test]
fn hidden_values_are_told_nowhere_and_moves_are_found() {
    let Some((browser, served)) = opened(Look::default(), "/chess?position=7k/8/8/8/8/8/6Q1/K7+w+-+-+0+1") else {
        return;
    };
    browser.until_text("#value", "mates in ");
    browser.click("#tab-game");
    browser.click("#record-part summary");
    let record = "[FEN \"7k/8/8/8/8/8/6Q1/K7 w - - 0 1\"] 1. Qg6 *";
    browser.run(&format!("return document.querySelector('#record-text').value = {}", Json::from(record)));
    browser.click("#record-load");
    browser.until_text("#game", "Qg6 ?");
    browser.click("#tab-moves");
    browser.click("#hide");
    browser.until_text("#value", "The values are hidden");
    assert_eq!((browser.text("#errors"), browser.text("#game").contains('?')), (String::new(), false));
    // Where no table is, the engine finds what Best move plays.
    browser.open(&format!("http://{}/chess", served.host));
    browser.until("!document.querySelector('#reveal').hidden && !document.querySelector('#best').disabled");
    assert_eq!(browser.run("return document.querySelector('#thinking').hidden"), Json::Bool(true));
    browser.click("#best");
    browser.until(&listed(2));
}

#[test]
fn a_record_is_saved_with_its_variations_and_comments() {
    let Some((browser, _served)) = opened(Look::default(), "/checkers") else { return };
    browser.until_text("#value", "to move");
    browser.click("#tab-game");
    browser.click("#record-part summary");
    let record = "[Event \"x\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"W:WK10:B2,3\"]\n\n{a start} 1. 10-7 {good} \
                  (1. 10-6 {or} 1... 2x9) 3x10 {the end} *\n";
    browser.run(&format!("return document.querySelector('#record-text').value = {}", Json::from(record)));
    browser.click("#record-load");
    browser.until_text("#record-message", "Loaded: 2 moves");
    browser.run("return document.querySelector('#record-text').value = ''");
    browser.click("#record-save");
    browser.until("document.querySelector('#record-text').value !== ''");
    assert_eq!(browser.run("return document.querySelector('#record-text').value"), Json::from(record));
    // The part of a game before a move that is not legal is shown, and the loss is said.
    browser.run("return document.querySelector('#record-text').value = '1. 11-15 23-19 2. 1-32 *'");
    browser.click("#record-load");
    browser.until_text("#record-message", "Loaded: 2 moves");
    assert!(browser.text("#record-message").contains("read up to there"), "{}", browser.text("#record-message"));
    // Of a file of several games, each opens; names, glyphs and the result stay.
    let second = "[Event \"y\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. 11-15 $1 (1. 9-14 $6 ) 23-19 {a comment} \
                  1-0\n";
    browser.run(&format!(
        "return document.querySelector('#record-text').value = {}",
        Json::from(format!("{record}\n{second}"))
    ));
    browser.click("#record-load");
    browser.until("document.querySelectorAll('#games button').length === 2");
    browser.until_text("#games", "Bob – Ann, 1-0, 2 plies");
    browser.click("#games li:last-child button");
    browser.until_text("#names", "Bob – Ann · y · 1-0");
    browser.until_text("#game", "11-15 !");
    browser.click("#record-save");
    browser.until("document.querySelector('#record-text').value.startsWith('[Event \"y')");
    assert_eq!(browser.run("return document.querySelector('#record-text').value"), Json::from(second));
    // Over a new load of the page last a variation, the games of the file, the panel, and the side of the board.
    browser.click("#flip");
    browser.until("document.querySelector('#flip').matches('[aria-pressed=true]')");
    browser.run("window.isOld = true; return location.reload()");
    browser.until("!window.isOld && document.querySelector('#game .variation')");
    browser.until_text("#names", "Bob – Ann");
    browser.until("document.querySelector('#flip').matches('[aria-pressed=true]')");
    browser.until("document.querySelector('#tab-game').matches('[aria-selected=true]')");
    // By a script: the first line of the engine moves the list, so that a mouse may miss it.
    browser.run("return document.querySelector('#games li:first-child button').click()");
    browser.until_text("#names", "x");
    browser.until_text("#game", "10-7");
}

#[test]
fn a_late_answer_does_not_replace_a_newer_one() {
    let Some((browser, _served)) = opened(Look::default(), "/checkers?position=W:WK10:BK3") else { return };
    browser.until_text("#value", "White to move");
    browser.click("#tab-explore");
    browser.run(
        "const asked = fetch;
        window.fetch = async (...request) => {
            const answer = await asked(...request);
            if (String(request[0]).includes('/stats')) {
                await new Promise((resolve) => setTimeout(resolve, 1000));
                window.late = true;
            }
            return answer;
        };
        return 0",
    );
    browser.run("return document.querySelector('#slice').value = 'KvK'");
    browser.click("#count");
    browser.click("#zugzwangs");
    browser.until_text("#statistics", "Mutual zugzwangs");
    browser.until("window.late");
    browser.run("return new Promise((resolve) => setTimeout(() => resolve(0), 200))");
    assert!(browser.text("#statistics").starts_with("Mutual zugzwangs"), "{}", browser.text("#statistics"));
}
