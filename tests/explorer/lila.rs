//! Positions in the shape of lila-tablebase.

use serde_json::{Value as Json, json};

use crate::support::served::Served;
use crate::support::solved;

thread_local! {
    /// A server for the requests of one test. It ends with the thread of the test.
    static SERVER: Served = Served::start(env!("CARGO_BIN_EXE_hindsight"), solved());
}

fn get(path: &str) -> Json {
    let answer = SERVER.with(|server| server.get(path));
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.json()
}

/// The fields that a position and a move have.
const FIELDS: [&str; 11] = [
    "category",
    "dtz",
    "precise_dtz",
    "dtc",
    "dtm",
    "dtw",
    "checkmate",
    "stalemate",
    "variant_win",
    "variant_loss",
    "insufficient_material",
];

fn has_fields(object: &Json, more: &[&str]) {
    let mut names: Vec<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    let mut expected = [&FIELDS, more].concat();
    names.sort_unstable();
    expected.sort_unstable();
    assert_eq!(names, expected);
}

#[test]
fn a_position_of_chess_has_the_fields_and_the_moves() {
    let answer = get("/standard?fen=8/8/8/8/8/4k3/8/4KQ2_w_-_-_0_1");
    has_fields(&answer, &["moves"]);
    assert_eq!((&answer["category"], &answer["dtz"], &answer["dtw"]), (&json!("win"), &Json::Null, &Json::Null));
    let dtm = answer["dtm"].as_i64().expect("plies");
    let moves = answer["moves"].as_array().expect("moves");
    assert!(dtm > 0 && !moves.is_empty());
    for mv in moves {
        has_fields(mv, &["uci", "san", "zeroing", "conversion"]);
    }
    // A move has the value of the side that moves after it: the best loses one ply sooner.
    assert_eq!((&moves[0]["category"], &moves[0]["dtm"]), (&json!("loss"), &json!(1 - dtm)));
    assert_eq!(get("/tablebase/chess?fen=8/8/8/8/8/4k3/8/4KQ2%20w%20-%20-%200%201"), answer);
}

#[test]
fn ends_and_late_wins_are_told_apart() {
    let category = |fen: &str| get(&format!("/standard?fen={fen}"));
    let mate = category("7k/6Q1/6K1/8/8/8/8/8_b_-_-_0_1");
    assert_eq!((&mate["checkmate"], &mate["category"], &mate["dtm"]), (&json!(true), &json!("loss"), &json!(0)));
    assert_eq!(mate["moves"], json!([]));
    let stalemate = category("7k/8/6QK/8/8/8/8/8_b_-_-_0_1");
    assert_eq!((&stalemate["stalemate"], &stalemate["category"]), (&json!(true), &json!("draw")));
    let kings = category("8/8/8/8/8/4k3/8/4K3_w_-_-_0_1");
    assert_eq!((&kings["insufficient_material"], &kings["category"]), (&json!(true), &json!("draw")));
    // The game is over, but it is no stalemate: the king has moves.
    assert_eq!((&kings["stalemate"], kings["moves"].as_array().map(Vec::len)), (&json!(false), Some(2)));
    assert!(kings["moves"].as_array().into_iter().flatten().all(|mv| mv["category"] == "draw"), "{kings}");
    // A won ending after 95 plies without a capture or a move of a pawn.
    let late = category("8/8/8/8/8/2k5/8/4KQ2_w_-_-_95_99");
    assert_eq!(late["category"], json!("maybe-win"));
}

#[test]
fn the_mainline_goes_to_the_mate() {
    let line = get("/standard/mainline?fen=8/8/8/8/8/4k3/8/4KQ2_w_-_-_0_1");
    let moves = line["mainline"].as_array().expect("moves");
    assert_eq!((&line["winner"], &line["dtz"]), (&json!("w"), &Json::Null));
    assert_eq!(line["dtm"], json!(moves.len()));
    assert!(moves.iter().all(|mv| mv["uci"].is_string() && mv["san"].is_string()));
    assert!(moves[moves.len() - 1]["san"].as_str().expect("text").ends_with('#'));
}

#[test]
fn other_games_have_distances_to_the_win() {
    let answer = get("/tablebase/checkers?fen=W:WK1,K2:BK32");
    has_fields(&answer, &["moves"]);
    assert_eq!((&answer["category"], &answer["dtm"]), (&json!("win"), &Json::Null));
    let dtw = answer["dtw"].as_i64().expect("plies");
    let line = get("/tablebase/checkers/mainline?fen=W:WK1,K2:BK32");
    assert_eq!((line["mainline"].as_array().expect("moves").len() as i64, &line["winner"]), (dtw, &json!("w")));
    let lost = get("/tablebase/checkers?fen=W:W:BK32");
    assert_eq!((&lost["variant_loss"], &lost["category"], &lost["dtw"]), (&json!(true), &json!("loss"), &json!(0)));
    assert_eq!(get("/tablebase/tic-tac-toe?fen=.../.../..._x")["category"], json!("draw"));
}

#[test]
fn what_is_wrong_has_its_status() {
    let status = |path: &str| SERVER.with(|server| server.get(path).status);
    assert_eq!(status("/standard?fen=nonsense"), 400);
    assert_eq!(status("/standard"), 400);
    assert_eq!(status("/standard?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1"), 404);
    assert_eq!(status("/tablebase/checkers?fen=W:W21,22,23,24,25:B1,2,3,4,5"), 404);
    assert_eq!(status("/tablebase/chequers?fen=W:WK1:BK32"), 404);
    // A parameter that nobody knows is skipped, as lila-tablebase does; one position is asked for at a time.
    assert_eq!(status("/standard?fen=8/8/8/8/8/4k3/8/4KQ2_w_-_-_0_1&nonsense=1"), 200);
    assert_eq!(status("/standard?fen=8/8/8/8/8/4k3/8/4KQ2_w_-_-_0_1&fen=8/8/8/8/8/4k3/8/4KQ2_b_-_-_0_1"), 400);
}

/// A picture or a frame on a page of another site starts no work. A link leads to a page.
#[test]
fn another_site_starts_no_work() {
    let status = |path: &str, site: &str| {
        SERVER.with(|server| {
            let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nSec-Fetch-Site: {site}", server.host);
            server.request(&head, "").status
        })
    };
    let work =
        ["/api/chess/think?seconds=0.1", "/standard?fen=8/8/8/8/8/4k3/8/4KQ2_w_-_-_0_1", "/tablebase/pangki?fen=x"];
    for path in work {
        assert_eq!([status(path, "cross-site"), status(path, "same-site")], [403, 403], "{path}");
    }
    for site in ["cross-site", "same-site", "same-origin", "none"] {
        assert_eq!([status("/chess", site), status("/files/game.js", site)], [200, 200], "{site}");
    }
    assert_eq!([status(work[1], "same-origin"), status(work[1], "none")], [200, 200]);
}

/// Pages of another site read answers with `--cors` alone.
#[test]
fn another_site_reads_answers_only_if_it_is_named() {
    let path = "/standard?fen=8/8/8/8/8/4k3/8/4KQ2_w_-_-_0_1";
    let ask = |served: &Served, origin: &str| {
        served.request(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}", served.host), "")
    };
    let allowed = "access-control-allow-origin";
    let refused = SERVER.with(|server| ask(server, "https://example.org"));
    assert_eq!((refused.status, refused.header(allowed)), (403, None));
    let arguments = ["--cors", "https://example.org"];
    let open = Served::start_with(env!("CARGO_BIN_EXE_hindsight"), solved(), &arguments);
    let answer = ask(&open, "https://example.org\r\nSec-Fetch-Site: cross-site");
    assert_eq!((answer.status, answer.header(allowed)), (200, Some("https://example.org")));
    assert_eq!(answer.header("cross-origin-resource-policy"), Some("cross-origin"));
    let other = ask(&open, "https://example.com");
    assert_eq!((other.status, other.header(allowed)), (403, None));
}
