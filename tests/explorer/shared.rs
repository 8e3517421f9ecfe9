//! Positions that are shown elsewhere: in frames of other sites, as links, as pictures that move, and as plain files.

use std::fs;
use std::io::{Read, Write};

use flate2::read::GzDecoder;
use serde_json::{Value as Json, json};

use super::browser::driver::{Browser, Look};
use crate::support::served::Served;
use crate::support::{GAMES, hindsight, solved, temporary};

#[test]
fn one_other_site_may_frame_some_pages() {
    let program = env!("CARGO_BIN_EXE_hindsight");
    let framers = |served: &Served, path: &str| {
        let policy = served.get(path).header("content-security-policy").expect("every answer has it").to_string();
        policy.split_once("frame-ancestors ").expect("every policy says it").1.to_string()
    };
    let served = Served::start_with(program, solved(), &["--embed", "https://example.org"]);
    assert_eq!(framers(&served, "/embed/checkers"), "https://example.org");
    assert_eq!(framers(&served, "/checkers"), "'none'");
    assert_eq!(framers(&Served::start(program, solved()), "/embed/checkers"), "'none'");
    let Some(browser) = Browser::start(Look::default()) else { return };
    browser.open(&format!("http://{}/embed/checkers?position=W:WK10:B2,3", served.host));
    browser.until_text("#value", "White to move: Black wins in 58 plies");
    browser.click("#forward");
    browser.until_text("#value", "Black to move: Black wins in 57 plies");
    browser.click("#film");
    browser.until_text("#value", "Black wins in 55 plies");
}

#[test]
fn a_link_tells_the_value_and_files_are_sent_once() {
    let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), solved());
    let page = served.get("/checkers?position=W:WK10:B2,3").body;
    assert!(
        page.contains("<title>White to move: Black wins in 58 plies (29 moves) · English draughts</title>"),
        "{page}"
    );
    let picture = format!("content=\"http://{}/api/checkers/picture?position=W%3AWK10%3AB2%2C3\"", served.host);
    assert!(page.contains(&picture), "{page}");
    // A text in an address is not HTML.
    let page = served.get("/checkers?position=%22%3E%3Cscript%3E").body;
    assert!(page.contains("<title>English draughts · Hindsight</title>") && !page.contains("\"><script>"), "{page}");
    let file = served.get("/files/game.js");
    let tag = file.header("etag").expect("a file has a tag").to_string();
    let head = format!("GET /files/game.js HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {tag}", served.host);
    let again = served.request(&head, "");
    assert_eq!((again.status, again.body.len()), (304, 0));
    // A page of a game, with the answers for its position, has at most this many bytes.
    let parts = ["game.html", "explorer.css"].map(str::to_string).into_iter().chain(scripts(&served, "game.js"));
    let bytes: usize = parts.map(|name| served.get(&format!("/files/{name}")).body.len()).sum();
    for game in ["chess", "checkers", "international", "tigers-and-goats", "pangki", "tic-tac-toe"] {
        let answer = |what: &str| served.get(&format!("/api/{game}/{what}")).body.len();
        let answers = answer("about") + answer("view");
        assert!(bytes + answers < 150_000, "{game}: {bytes} bytes of files and {answers} of answers");
    }
}

/// The body of an answer in gzip, as it is sent.
fn packed(served: &Served, path: &str) -> Vec<u8> {
    let mut stream = served.connect();
    let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip, br", served.host);
    write!(stream, "{head}\r\nConnection: close\r\n\r\n").expect("it is read");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("the end of the header");
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    for line in ["content-encoding: gzip", "vary: accept-encoding"] {
        assert!(head.contains(line), "{path}: {head}");
    }
    answer.split_off(end + 4)
}

#[test]
fn a_page_is_packed_for_those_who_take_it() {
    let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), solved());
    let files = ["game.html", "explorer.css"].map(str::to_string).into_iter().chain(scripts(&served, "game.js"));
    let files: Vec<String> = files.map(|name| format!("/files/{name}")).collect();
    for game in ["halma", "chess", "checkers"] {
        let mut bytes = 0;
        for path in files.iter().cloned().chain(["about", "view"].map(|what| format!("/api/{game}/{what}"))) {
            let plain = served.get(&path);
            if plain.body.len() < 1024 {
                bytes += plain.body.len();
                continue;
            }
            assert_eq!((plain.header("content-encoding"), plain.header("vary")), (None, Some("accept-encoding")));
            let packed = packed(&served, &path);
            let mut text = String::new();
            GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(text == plain.body, "{path}");
            bytes += packed.len();
        }
        assert!(bytes < 60_000, "{game}: {bytes} bytes");
    }
}

/// A script with all that it imports.
fn scripts(served: &Served, first: &str) -> Vec<String> {
    let mut found = vec![first.to_string()];
    let mut next = 0;
    while let Some(name) = found.get(next) {
        let text = served.get(&format!("/files/{name}")).body;
        for part in text.split("from \"./").skip(1) {
            let name = part.split('"').next().unwrap_or_default().to_string();
            if !found.contains(&name) {
                found.push(name);
            }
        }
        next += 1;
    }
    found
}

#[test]
fn the_best_line_is_a_picture_that_moves() {
    let film = hindsight(solved(), &["diagram", "checkers", "W:WK10:B2,3", "--animate"]).answer();
    assert!(film.starts_with("<svg ") && film.contains("<animateTransform") && !film.contains("<script"), "{film}");
    assert!(film.contains(">White to move: Black wins in 58 plies (29 moves)<"), "{film}");
    assert!(film.contains("The game is over"), "{film}");
    let small = hindsight(solved(), &["diagram", "pangki", "bbbb/b2b/ww1w/w1ww b", "--animate"]).answer();
    let label = "font-size=\"10\" fill=\"#222\">Black to move: Black wins in 29 plies (15 moves)<";
    assert!(small.contains(label), "a label that fits: {small}");
    let over = hindsight(solved(), &["diagram", "tic-tac-toe", "xxx/oo./... o", "--animate"]).message();
    assert!(over.contains("expected a position in which the game goes on"), "{over}");
    let unsolved = hindsight(solved(), &["diagram", "checkers", "--animate"]);
    assert_ne!(unsolved.status, 0, "{}", unsolved.out);
}

#[test]
fn the_positions_worth_seeing_are_plain_files() {
    let directory = temporary();
    let place = directory.path().join("site");
    hindsight(solved(), &["serve", "--export", &place.to_string_lossy()]).answer();
    let index = fs::read_to_string(place.join("index.html")).expect("there is a page of all games");
    for game in GAMES {
        assert!(index.contains(&format!("href=\"{game}.html\"")), "{game}");
        let page = fs::read_to_string(place.join(format!("{game}.html"))).expect(game);
        assert!(page.starts_with("<!doctype html>") && !page.contains("<script"), "{game}");
    }
    // Pangki is solved: its line moves.
    let picture = fs::read_to_string(place.join("pangki-2.svg")).expect("a picture");
    assert!(picture.contains("<animateTransform"), "{picture}");
}

#[test]
fn an_atlas_has_every_position_of_a_slice() {
    let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), solved());
    let atlas = served.get("/api/checkers/atlas?slice=KvK").json();
    let numbers = |name: &str| -> Vec<i64> { serde_json::from_value(atlas[name].clone()).expect(name) };
    let (squares, values) = (numbers("squares"), numbers("values"));
    assert_eq!((atlas["pieces"].as_array().map(Vec::len), squares.len()), (Some(2), 2 * values.len()));
    let board = &atlas["board"];
    for entry in (0..values.len()).step_by(97) {
        let found = served.get(&format!("/api/checkers/atlas?slice=KvK&entry={entry}")).json()["position"].clone();
        let Some(position) = found.as_str() else { continue };
        let asked = served.ask("checkers", "query", &[("position", position)]).json();
        let value = match values[entry] {
            0 => json!(["draw", null]),
            plies if plies > 0 => json!(["win", plies - 1]),
            plies => json!(["loss", -plies - 1]),
        };
        assert_eq!(json!([asked["value"], asked["plies"]]), value, "{position}");
        for square in &squares[2 * entry..2 * entry + 2] {
            let name = board[*square as usize][0].as_str().expect("a name");
            assert!(position.contains(&format!("K{name}")), "{position}: {name}");
        }
    }
    let Some(browser) = Browser::start(Look::default()) else { return };
    browser.open(&format!("http://{}/checkers?position=W:WK10:BK3", served.host));
    browser.until(super::browser::SHOWN);
    browser.click("#tab-explore");
    browser.until("document.querySelector('#slice').value === 'KvK'");
    browser.click("#atlas");
    browser.until("document.querySelector('canvas.atlas')");
    let painted = "(() => {
        const canvas = document.querySelector('canvas.atlas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((_, at) => at % 4 === 3 && data[at] === 255).length;
    })()";
    let all = browser.run(&format!("return {painted}")).as_u64().expect("a number");
    assert!(all > 500, "{all} pixels");
    browser.run(
        "const slider = document.querySelector('#statistics input[type=range]');
        slider.value = 1;
        return slider.dispatchEvent(new Event('input'))",
    );
    let some = browser.run(&format!("return {painted}")).as_u64().expect("a number");
    assert!(0 < some && some < all, "{some} of {all}");
}

#[test]
fn a_report_finds_the_results_that_are_thrown_away() {
    let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), solved());
    let start = "[FEN \"7k/8/8/8/8/8/6Q1/K7 w - - 0 1\"]";
    let text = format!("[White \"Ann\"]\n{start}\n1. Qg6 *\n\n[White \"Bob\"]\n{start}\n1. Qg5 *\n");
    let report = served.post("/api/chess/report", &json!({ "text": text }).to_string()).json();
    assert_eq!(report["games"][0]["errors"].as_array().map(Vec::len), Some(1), "{report}");
    assert_eq!((&report["games"][1]["errors"], &report["endings"][0]["slice"]), (&json!([]), &json!("KQvK")));
    assert_eq!(report["endings"][0]["positions"], json!(["7k/8/8/8/8/8/6Q1/K7 w - - 0 1"]));
    // What a report leaves out is said.
    let many =
        |games: usize| served.post("/api/chess/report", &json!({ "text": "1. e4 *\n\n".repeat(games) }).to_string());
    for (games, more) in [(1000, false), (1001, true)] {
        let report = many(games).json();
        assert_eq!((report["games"].as_array().map(Vec::len), &report["more"]), (Some(1000), &json!(more)));
    }
    let Some(browser) = Browser::start(Look::default()) else { return };
    browser.open(&format!("http://{}/chess", served.host));
    browser.until(super::browser::SHOWN);
    browser.click("#tab-game");
    browser.click("#record-part summary");
    browser.run(&format!("return document.querySelector('#record-text').value = {}", Json::from(text)));
    browser.click("#record-report");
    browser.until_text("#report", "1 result thrown away");
    browser.click("#report .errors button");
    browser.until_text("#training-score", "White to move: keep the win.");
    browser.until_text("#position", "7k/8/8/8/8/8/6Q1/K7 w - - 0 1");
    // An ending has a task, too.
    browser.click("#give-up");
    browser.click("#tab-game");
    browser.click("#report ul button");
    browser.until_text("#training-score", "Score: 0 of 2.");
}
