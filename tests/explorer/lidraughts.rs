//! The addresses for sites of draughts, asked and read as Lidraughts's panel for tables does.

use std::path::Path;

use hindsight::game::position_text;
use hindsight::games::draughts::Draughts;
use hindsight::games::draughts::board::{DraughtsBoard, Eight, Ten};
use hindsight::prelude::*;
use serde_json::{Value as Json, json};

use crate::support::hindsight;
use crate::support::served::{Served, escaped};
use crate::support::shared::shared;

/// Tables of Russian draughts to three pieces and of international draughts to two.
fn tables() -> &'static Path {
    shared("lidraughts", |directory| {
        for game in [["russian", "--pieces", "3"], ["international", "--pieces", "2"]] {
            hindsight(directory, &[&["solve", "--quiet"], &game[..]].concat()).answer();
        }
    })
}

thread_local! {
    /// A server for the requests of one test. It ends with the thread of the test.
    static SERVER: Served = Served::start(env!("CARGO_BIN_EXE_hindsight"), tables());
}

/// `$.ajax({url: endpoint + '/' + variant, data: {fen}})` with the endpoint `/draughts`.
fn tablebase(variant: &str, fen: &str) -> Json {
    let path = format!("/draughts/{variant}?fen={}", escaped(fen.as_bytes()));
    let answer = SERVER.with(|server| server.get(&path));
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.json()
}

/// `decomposeUci`: two digits for every square.
fn decomposed(uci: &str) -> Vec<u32> {
    assert!(uci.len() >= 4 && uci.len().is_multiple_of(2), "{uci}");
    (0..uci.len()).step_by(2).map(|at| uci[at..at + 2].parse().expect("a number")).collect()
}

/// `winnerOf`: the side that wins after a move, of the side to move before it.
fn winner_of(fen: &str, mv: &Json) -> Option<char> {
    let (own, other) = if fen.starts_with('W') { ('w', 'b') } else { ('b', 'w') };
    match mv["wdl"].as_i64()? {
        ..0 => Some(own),
        0 => None,
        _ => Some(other),
    }
}

/// `showDtz`: the badge of a move.
fn badge(mv: &Json) -> Option<String> {
    let is = |name: &str| mv[name].as_bool().expect("true or false");
    let san = mv["san"].as_str().expect("text");
    Some(match mv["dtz"].as_i64() {
        _ if is("checkmate") || is("stalemate") || is("insufficient_material") => panic!("{mv}: not in draughts"),
        _ if is("variant_win") => "variant loss".to_string(),
        _ if is("variant_loss") => "variant win".to_string(),
        None => return None,
        Some(0) => "draw".to_string(),
        Some(_) if is("zeroing") => (if san.contains('x') { "capture" } else { "pawn move" }).to_string(),
        Some(dtz) => format!("DTZ {}", dtz.abs()),
    })
}

/// `fetchTablebaseHit`: the best move, if its `dtz` is known.
fn hit(answer: &Json) -> Option<&str> {
    let best = &answer["moves"][0];
    assert!(best.is_null() || !best["dtz"].is_null(), "unknown tablebase position");
    best["uci"].as_str()
}

/// The fields that `interfaces.ts` has of a position and of a move.
fn has_types(object: &Json) {
    let numbers = ["wdl", "dtz", "dtm"];
    assert!(numbers.iter().all(|name| object[name].is_i64() || object[name].is_null()), "{object}");
    let flags = ["checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material"];
    assert!(flags.iter().all(|name| object[name].is_boolean()), "{object}");
}

/// Plays the best move of the panel to the end of the game. Returns the plies and the last position.
fn play_out<B: DraughtsBoard>(game: &Draughts<B>, variant: &str, fen: &str) -> (i64, String) {
    let mut fen = fen.to_string();
    for plies in 0..100 {
        let answer = tablebase(variant, &format!("{fen}:H{}:F{}", plies % 50, plies / 2 + 1));
        has_types(&answer);
        let moves = answer["moves"].as_array().expect("moves");
        moves.iter().for_each(has_types);
        let Some(uci) = hit(&answer) else { return (plies, fen) };
        let best = &moves[0];
        let dtm = |object: &Json| object["dtm"].as_i64().expect("plies");
        assert_eq!(dtm(best), dtm(&answer).signum() - dtm(&answer), "{fen}");
        // A won position has a winning move in the first group of the panel, and a lost one in the last alone.
        let groups: Vec<i64> = moves.iter().map(|mv| mv["wdl"].as_i64().expect("a group")).collect();
        assert!(groups.is_sorted(), "{groups:?}");
        assert_eq!(groups[0], -answer["wdl"].as_i64().expect("a group"));
        assert_eq!(winner_of(&fen, best).is_some(), answer["category"] != "draw");
        let squares: Vec<String> = decomposed(uci).iter().map(u32::to_string).collect();
        let position = game.parse(&fen).expect("a position");
        let mv = game.parse_move(&position, &squares.join("-")).unwrap_or_else(|error| panic!("{uci}: {error}"));
        assert_eq!(best["san"].as_str().expect("text").contains('x'), mv.is_jump());
        let is_man = position.kings & mv.from() == 0;
        assert_eq!(best["zeroing"], json!(mv.is_jump() || is_man), "{fen} {uci}");
        fen = position_text(game, &game.play(&position, mv));
    }
    panic!("{fen}: the game does not end")
}

#[test]
fn the_panel_of_lidraughts_plays_a_win_to_its_end() {
    let russian = "W:WK29,K32:BK5";
    let answer = tablebase("russian", &format!("{russian}:H0:F1"));
    assert_eq!((&answer["category"], &answer["wdl"]), (&json!("win"), &json!(2)));
    let (plies, last) = play_out::<Eight>(&Draughts::russian(), "russian", russian);
    assert_eq!(answer["dtm"], json!(plies));
    let end = tablebase("russian", &last);
    assert_eq!((&end["moves"], &end["variant_loss"], &end["dtz"]), (&json!([]), &json!(true), &json!(0)));
    let (plies, _) = play_out::<Ten>(&Draughts::international(), "standard", "W:W35:B2");
    assert_eq!(plies, 17);
}

#[test]
fn moves_are_written_and_marked_as_the_panel_reads_them() {
    // The king takes a man and then the other king, or the man alone.
    let answer = tablebase("russian", "W:WK29:B22,K11:H0:F1");
    let moves = answer["moves"].as_array().expect("moves");
    assert!(moves.iter().all(|mv| decomposed(mv["uci"].as_str().expect("text"))[0] == 29), "{answer}");
    assert!(moves.iter().any(|mv| badge(mv).as_deref() == Some("variant win")), "{answer}");
    assert!(moves.iter().all(|mv| mv["san"].as_str().is_some_and(|san| san.starts_with("29x"))), "{answer}");
    // A drawn ending of kings.
    let kings = tablebase("russian", "W:WK29:BK1:H5:F20");
    let badges: Vec<_> = kings["moves"].as_array().expect("moves").iter().map(badge).collect();
    assert!(badges.contains(&Some("draw".to_string())), "{badges:?}");
    // A man's move is a "pawn move".
    let men = tablebase("russian", "W:W13:B20:H0:F1");
    let badges: Vec<_> = men["moves"].as_array().expect("moves").iter().filter_map(badge).collect();
    assert!(badges.iter().all(|badge| ["pawn move", "draw"].contains(&badge.as_str())), "{badges:?}");
    // The panel of today reads the category.
    let categories = ["win", "draw", "loss"];
    assert!(moves.iter().all(|mv| categories.contains(&mv["category"].as_str().expect("text"))), "{answer}");
}

#[test]
fn the_mainline_is_best_play() {
    let path = "/draughts/russian/mainline?fen=W:WK29,K32:BK5:H0:F1";
    let line = SERVER.with(|server| server.get(path)).json();
    let moves = line["mainline"].as_array().expect("moves");
    assert_eq!((&line["winner"], &line["dtm"]), (&json!("w"), &json!(moves.len())));
    assert_eq!(moves[moves.len() - 1]["dtm"], json!(0));
    assert!(moves.iter().all(|mv| decomposed(mv["uci"].as_str().expect("text")).len() > 1));
}

#[test]
fn what_is_wrong_has_its_status() {
    let get = |path: &str| SERVER.with(|server| server.get(path));
    for variant in ["frisian", "chess", "standard/main"] {
        let answer = get(&format!("/draughts/{variant}?fen=W:WK1:BK32"));
        assert_eq!(answer.status, 404, "{variant}");
    }
    let unknown = get("/draughts/frisian?fen=W:WK1:BK32").body;
    assert!(["standard", "russian", "losing", "poddavki"].iter().all(|name| unknown.contains(name)), "{unknown}");
    let status = |path: &str| get(path).status;
    assert_eq!(status("/draughts/russian"), 400);
    assert_eq!(status("/draughts/russian?fen=nonsense"), 400);
    assert_eq!(status("/draughts/russian?fen=W:W21,22,23,24,25:B1,2,3,4,5"), 404);
    assert_eq!(status("/draughts/russian?fen=W:WK29:BK1&moves=12&variant=russian"), 200);
    // Tables of four pieces in the program have results without depths.
    let results = tablebase("english", "W:W6,11:B3,K25");
    assert_eq!((&results["wdl"], &results["dtm"], &results["dtz"]), (&json!(2), &Json::Null, &Json::Null));
    assert_eq!(tablebase("losing", "W:WK1:BK32:H0:F1")["category"], tablebase("Losing", "W:WK1:BK32")["category"]);
}
