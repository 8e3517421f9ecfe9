//! The explorer over HTTP: answers, refusals, and the headers that protect its pages.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use hindsight::util::random::Random;
use serde_json::{Value as Json, json};

use crate::program::json::{documented, fields};
use crate::support::served::{Served, escaped, read_answer};
use crate::support::{hindsight, outside, run, solved, temporary};

pub fn serve() -> Served {
    Served::start(env!("CARGO_BIN_EXE_hindsight"), solved())
}

/// What a command writes with `--json`.
fn written(arguments: &[&str]) -> String {
    hindsight(solved(), &[arguments, &["--json"]].concat()).answer()
}

#[test]
fn answers_are_those_of_the_commands() {
    let served = serve();
    let position = "W:WK10:B2,3";
    let asked = served.ask("checkers", "query", &[("position", position)]);
    assert_eq!((asked.status, asked.header("content-type")), (200, Some("application/json")));
    assert_eq!(asked.body.trim_end(), written(&["query", "checkers", position]).trim_end());
    assert_eq!(served.get("/api/pangki/query").body.trim_end(), written(&["query", "pangki"]).trim_end());
    // As a browser writes it.
    let plain = served.get("/api/checkers/query?position=W:WK10:B2,3");
    assert_eq!(plain.body, asked.body);

    let batch = served.post("/api/tic-tac-toe/query", ".../.../... x\nnonsense\n\nxo./xo./... x\n");
    let lines: Vec<Json> = batch.body.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!((batch.status, lines.len()), (200, 3));
    assert_eq!((&lines[0]["value"], &lines[2]["plies"]), (&Json::from("draw"), &Json::from(1)));
    assert!(lines[1]["error"].as_str().is_some_and(|error| error.starts_with("expected a position")));

    let stats = served.get("/api/checkers/stats?slice=KvK&slice=MvM&histogram=true");
    assert_eq!(
        stats.json(),
        serde_json::from_str::<Json>(&written(&["stats", "checkers", "KvK", "MvM", "--histogram"])).expect("JSON")
    );
    let found = served.get("/api/checkers/find?slice=KvK&zugzwang=true&value=loss&limit=3");
    let command = ["find", "checkers", "--slice", "KvK", "--zugzwang", "--value", "loss", "--limit", "3"];
    let lines: Vec<Json> = written(&command).lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!((lines.len(), found.json()), (3, Json::from(lines)));
    let games = served.get("/api/games").json();
    let lines: Vec<Json> = written(&["games"]).lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(games, Json::from(lines));
}

#[test]
fn positions_of_sound_tables_are_answered_beside_those_of_a_damaged_one() {
    let directory = temporary();
    for name in ["checkers-2.table", "checkers-3.table"] {
        fs::copy(solved().join(name), directory.path().join(name)).expect("it can be copied");
    }
    let path = directory.path().join("checkers-3.table");
    let mut bytes = fs::read(&path).expect("it is there");
    bytes[40] ^= 1;
    fs::write(&path, bytes).expect("there is room");
    let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), directory.path());
    let batch = served.post("/api/checkers/query", "W:WK10:B3\nW:WK10:B2,3\nW:WK10:BK3\n");
    let lines: Vec<Json> = batch.body.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!((batch.status, lines.len()), (200, 3), "{}", batch.body);
    assert!(lines[0]["value"].is_string() && lines[2]["value"].is_string(), "{}", batch.body);
    assert!(lines[1]["error"].as_str().is_some_and(|error| error.contains("checkers-3.table")), "{}", batch.body);
}

#[test]
fn every_field_is_documented_and_the_game_comes_first() {
    let served = serve();
    for (heading, path) in [
        ("# `/api/about`, `/api/GAME/about`", "/api/about"),
        ("# `/api/about`, `/api/GAME/about`", "/api/pangki/about"),
        ("# `/api/GAME/view?position=P&touched=A,B&flip=true`", "/api/checkers/view?position=W:WK10:B2,3"),
        ("# `/api/GAME/slices`", "/api/checkers/slices"),
        ("# The explorer's failures", "/api/checkers/query?position=nonsense"),
        ("# The explorer's failures", "/nowhere/at/all"),
        ("# `/api/GAME/reply?position=P&engine=E&seconds=T`", "/api/checkers/reply?position=W:WK10:B2,3"),
        ("# `/api/GAME/guide`", "/api/checkers/guide"),
        ("# `/api/GAME/map?position=P&square=S`", "/api/checkers/map?position=W:WK10:B3&square=10"),
        ("# `/api/GAME/atlas?slice=S`", "/api/checkers/atlas?slice=MvM"),
        ("# `/api/GAME/atlas?slice=S`", "/api/checkers/atlas?slice=MvM&entry=1"),
        ("# `/api/GAME/report`", "/api/checkers/report {\"text\":\"[FEN \\\"W:WK10:B2,3\\\"] 1. 10-7 3x10 *\"}"),
        ("# `/api/GAME/setup`", "/api/checkers/setup {}"),
        ("# `/api/GAME/read`", "/api/checkers/read {\"text\":\"1. 11-15 23-19 *\"}"),
        ("# `/api/GAME/write`", "/api/tic-tac-toe/write {\"start\":\".../.../... x\",\"moves\":[\"b2\"]}"),
    ] {
        let answer = match path.split_once(' ') {
            Some((path, body)) => served.post(path, body),
            None => served.get(path),
        };
        let mut object = answer.json();
        assert_eq!(object.get("error").is_some_and(Json::is_string), heading.contains("failures"), "{object}");
        // Its fields are the names of places.
        if let Some(object) = object.as_object_mut().filter(|_| heading.contains("setup")) {
            object.insert("pieces".to_string(), Json::Null);
        }
        assert!(answer.body.trim_start_matches('[').starts_with("{\"game\":"), "{path}: {}", answer.body);
        let (mut found, documented) = (BTreeSet::new(), documented(heading));
        fields(&object, &mut found);
        let missing: Vec<&String> = found.difference(&documented).collect();
        assert!(missing.is_empty(), "{heading} of the documentation lacks {missing:?}");
    }
}

#[test]
fn positions_are_set_up_and_games_read_and_written() {
    let served = serve();
    let post = |path: &str, body: Json| served.post(path, &body.to_string());
    let set_up = post("/api/checkers/setup", json!({ "side": 0, "pieces": { "10": 1, "3": 2 } })).json();
    assert_eq!((&set_up["position"], &set_up["error"]), (&Json::from("B:WK10:B3"), &Json::Null));
    assert!(set_up["svg"].as_str().is_some_and(|svg| svg.matches("class=\"piece").count() == 2));
    let wrong = post("/api/checkers/setup", json!({ "pieces": { "3": 0 } })).json();
    assert!(
        wrong["position"].is_null() && wrong["error"].as_str().is_some_and(|error| error.contains("expected")),
        "{wrong}"
    );
    // What the board does not show is as in the position.
    let hand = post("/api/tigers-and-goats/setup", json!({ "position": "T/..TT../....../....../GG.. t 5" })).json();
    assert_eq!(hand["position"], "T/..TT../....../....../GG.. t 5");
    let page = served.get("/chess/?position=x");
    assert_eq!((page.status, page.header("location")), (308, Some("/chess?position=x")));
    let castling = "rnbqkbnr/pppp1ppp/8/8/3Pp3/5N2/PPP1PPPP/RNBQKB1R b KQkq d3 0 3";
    assert_eq!(post("/api/chess/setup", json!({ "position": castling })).json()["position"], castling);
    let rights = post("/api/chess/setup", json!({ "position": castling, "rights": [0, 3, 7] })).json();
    assert_eq!(rights["position"], "rnbqkbnr/pppp1ppp/8/8/3Pp3/5N2/PPP1PPPP/RNBQKB1R b Kq d3 0 3");
    assert_eq!(rights["rights"], json!([true, false, false, true]));
    let few = json!({ "position": castling, "pieces": { "e1": 5, "a1": 3, "e8": 11 }, "rights": [0, 1, 2] });
    let few = post("/api/chess/setup", few).json();
    assert_eq!(
        (&few["position"], &few["rights"]),
        (&json!("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"), &json!([null, true, null, null]))
    );
    assert_eq!(post("/api/checkers/setup", json!({ "rights": [0] })).json()["rights"], json!([]));
    let other = post("/api/chess/setup", json!({ "position": castling, "pieces": { "e1": 5, "a1": 3, "e8": 11 } }));
    assert_eq!(other.json()["position"], "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
    assert_eq!(post("/api/checkers/setup", json!({ "theme": "nonsense" })).status, 400);

    let text = "[FEN \"W:WK10:B2,3\"]\n1. 10-7 3x10 1/2-1/2\n\n[Event \"x\"]\n1. 11-15 *";
    let read = post("/api/checkers/read", json!({ "text": text })).json();
    assert_eq!(
        (&read["result"], &read["more"], &read["start"]["position"]),
        (&json!("1/2-1/2"), &json!(true), &json!("W:WK10:B2,3"))
    );
    assert_eq!((read["steps"].as_array().map(Vec::len), &read["moments"][1]["value"]), (Some(2), &json!("loss")));
    let written =
        post("/api/checkers/write", json!({ "start": "W:WK10:B2,3", "moves": ["10-7", "3x10"], "players": ["me"] }))
            .json();
    let record = written["text"].as_str().expect("a text");
    assert!(record.contains("[Black \"me\"]") && record.contains("1. 10-7 3x10 0-1"), "{record}");
    let again = post("/api/checkers/read", json!({ "text": record })).json();
    assert_eq!(again["steps"], read["steps"]);

    // A record that is read and written keeps its tags, its comments and its variations.
    let text = "[Event \"x\"]\n[White \"you\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"W:WK10:B2,3\"]\n\n{a start} 1. 10-7 \
                {good} (1. 10-6 {or} 1... 2x9) 3x10 {the end} 1/2-1/2\n";
    let read = post("/api/checkers/read", json!({ "text": text })).json();
    assert_eq!((&read["comment"], &read["steps"][0]["comment"]), (&json!("a start"), &json!("good")));
    let variation = json!({ "ply": 0, "moves": ["10-6", "2x9"], "comments": [[1, "or"]] });
    let played = json!({
        "start": "W:WK10:B2,3", "moves": ["10-7", "3x10"], "tags": read["tags"], "result": read["result"],
        "comments": [[0, "a start"], [1, "good"], [2, "the end"]], "variations": [variation],
    });
    assert_eq!(post("/api/checkers/write", played).json()["text"], text);
    let wrong = json!({ "start": "W:WK10:B2,3", "moves": [], "variations": [{ "ply": 0, "moves": ["10-1"] }] });
    assert_eq!(post("/api/checkers/write", wrong).status, 200, "it replaces no move");
    let wrong = json!({ "start": "W:WK10:B2,3", "moves": ["10-7"], "variations": [{ "ply": 0, "moves": ["10-1"] }] });
    assert_eq!(post("/api/checkers/write", wrong).status, 400);
    let dropped = json!({ "text": "[FEN \"4k3/8/8/8/8/8/8/4KQ2 w K - 0 1\"]\n1. Qf2 hello *" });
    let notes = post("/api/chess/read", dropped).json()["notes"].clone();
    assert!(notes[0].as_str().is_some_and(|note| note.contains("\"hello\". It is passed over")), "{notes}");
    assert!(notes[1].as_str().is_some_and(|note| note.contains("the castling right `K` is dropped")), "{notes}");
    let view = served.ask("chess", "view", &[("position", "4k3/8/8/8/8/8/8/4KQ2 w K - 0 1")]).json();
    assert!(view["notes"][0].as_str().is_some_and(|note| note.contains("`K` is dropped")), "{view}");
    for path in
        ["/standard?fen=4k3/8/8/8/8/8/8/4KQ2_w_K_-_0_1", "/standard/mainline?fen=4k3/8/8/8/8/8/8/4KQ2_w_K_-_0_1"]
    {
        let answer = served.get(path).json();
        assert!(answer["notes"][0].as_str().is_some_and(|note| note.contains("`K` is dropped")), "{answer}");
    }
    let packed = post("/api/chess/read", json!({ "text": "\u{1f}\u{fffd}\u{8}" }));
    assert!(packed.status == 400 && packed.body.contains("gzip has compressed"), "{}", packed.body);

    let table = served.ask("checkers", "reply", &[("position", "W:WK10:B2,3")]).json();
    assert_eq!(
        (&table["engine"], &table["value"]),
        (&json!("table"), &served.ask("checkers", "query", &[("position", "W:WK10:B2,3")]).json()["value"])
    );
    let engine = served.get("/api/halma/reply?engine=random&seconds=0.1").json();
    assert_eq!(engine["engine"], "random");
    assert!(engine["position"].as_str().is_some_and(|position| position.ends_with(" b 0")), "{engine}");
}

#[test]
fn the_engine_thinks_on_lines_and_a_game_is_judged() {
    let served = serve();
    let thought = served.get("/api/chess/think?seconds=0.3");
    assert_eq!(thought.header("content-type"), Some("application/x-ndjson"));
    let lines: Vec<Json> = thought.body.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let last = lines.last().expect("a result");
    assert!(last["done"] == json!(true) && lines.iter().any(|line| line["number"] == json!(2)), "{last}");
    let documented = documented("# `/api/GAME/think?position=P&seconds=T&lines=N`");
    let found: BTreeSet<String> = last.as_object().expect("an object").keys().cloned().collect();
    assert!(found.is_subset(&documented), "{found:?}");
    let picture = served.get("/api/checkers/picture?theme=slate");
    assert!(picture.header("content-type") == Some("image/svg+xml") && picture.body.starts_with("<svg"));
    let body = json!({ "start": ".../.../... x", "moves": ["a1", "a2"] }).to_string();
    let game = served.post("/api/tic-tac-toe/replay", &body).json();
    // The centre alone holds the draw against a corner.
    assert_eq!((&game["steps"][1]["verdict"], &game["steps"][1]["held_by"]), (&json!("mistake"), &json!(["b2"])));
    let text = json!({ "text": "1. a1 a2 (1... b2 2. c3 (2. c1)) *" }).to_string();
    let read = served.post("/api/tic-tac-toe/read", &text).json();
    let other = &read["steps"][1]["variations"][0];
    assert_eq!((&other["steps"][0]["move"], &other["steps"][0]["verdict"]), (&json!("b2"), &json!("best")));
    assert_eq!(other["steps"][1]["variations"][0]["steps"][0]["move"], "c1");
    assert_eq!(other["moments"][1]["value"], "draw");
}

#[test]
fn what_is_wrong_is_refused_with_what_was_expected() {
    let served = serve();
    let long = "1".repeat(3000);
    let longer = "x".repeat(20_000);
    for (status, path, expected) in [
        (400, "/api/pangki/query?position=nonsense", "bbbb/b2b/w2w/wwww w"),
        (400, "/api/pangki/query?positon=x", "expected position after the question mark, found \"positon\""),
        (400, &format!("/api/pangki/query?position={long}"), "up to 2000 bytes"),
        (400, &format!("/api/pangki/query?position={longer}"), "up to 16384 bytes"),
        (400, "/api/checkers/view?flip=maybe", "expected true or false for flip, found \"maybe\""),
        (400, "/api/checkers/find?plies=5..1", "a range A..B from the less to the greater"),
        (400, "/api/checkers/find?value=won", "expected win, loss or draw for value, found \"won\""),
        (400, "/api/checkers/find?value=draw&plies=3", "draws have no depth"),
        (400, "/api/checkers/find?limit=0", "expected a limit from 1 to 1000, found 0"),
        (400, "/api/pangki/reply?engine=nobody", "expected"),
        (400, "/api/pangki/reply?engine=scout-tt:hash=64G", "the name of an engine without settings"),
        (400, "/api/pangki/reply?seconds=60", "expected seconds from 0.01 to 10, found 60"),
        (400, "/api/pangki/reply?level=7", "expected a level from 1 to 6, found 7"),
        (400, "/api/chess/think?lines=9", "expected lines from 1 to 5, found 9"),
        (400, "/api/chess/picture?theme=pink", "expected wood or slate for theme"),
        (400, "/api/tic-tac-toe/reply?position=xxx/oo./...%20o", "a position in which the game goes on"),
        (404, "/api/checkers/stats?slice=KvQ", "expected a slice of checkers"),
        (404, "/api/checkers/stats?slice=MMMvMM", "hindsight solve checkers --pieces 5"),
        (404, "/api/checkers/query", "`hindsight search checkers` searches any position"),
        (404, "/api/halma/stats", "no tables are made for halma"),
        (404, "/api/checker/query", "Did you mean `checkers`?"),
        (404, "/checker", "Did you mean `checkers`?"),
        (404, "/files/../Cargo.toml", "expected"),
        (404, "/api/pangki/nothing", "/api/games"),
    ] {
        let answer = served.get(path);
        let error = answer.json();
        let shown: String = path.chars().take(60).collect();
        assert_eq!((answer.status, &error["status"]), (status, &Json::from(status)), "{shown}: {error}");
        assert!(error["error"].as_str().is_some_and(|error| error.contains(expected)), "{shown}: {error}");
    }
    for (path, body, expected) in [
        ("checkers/setup", "{", "expected JSON as documented, found: EOF"),
        ("checkers/setup", &"[".repeat(100_000), "expected JSON as documented"),
        ("checkers/setup", "{\"colour\":1}", "unknown field `colour`"),
        ("checkers/setup", "{\"side\":2}", "the number of a side from 0 to 1, found 2"),
        ("checkers/setup", "{\"pieces\":{\"33\":0}}", "expected a place of the board"),
        ("checkers/setup", "{\"pieces\":{\"3\":4}}", "a piece from 0 to 3"),
        ("checkers/read", "{\"text\":\"\"}", "expected a game as in a file .pdn, found none"),
        ("checkers/read", "{\"text\":\"1. 1-2\"}", "line 1, ply 1: expected"),
        ("checkers/read", &json!({ "text": "x".repeat(1_000_001) }).to_string(), "a record of up to 1,000,000 bytes"),
        ("checkers/write", "{\"start\":\"W:WK10:B2,3\",\"moves\":[\"1-2\"]}", "expected one of the legal moves"),
    ] {
        let answer = served.post(&format!("/api/{path}"), body);
        let error = answer.json();
        assert_eq!(answer.status, 400, "{path} {error}");
        assert!(error["error"].as_str().is_some_and(|error| error.contains(expected)), "{path}: {error}");
    }
    let lines = ".../.../... x\n".repeat(1001);
    let batch = served.post("/api/tic-tac-toe/query", &lines);
    assert!(
        batch.status == 400 && batch.body.contains("up to 1,000 positions, one a line, found 1,001"),
        "{}",
        batch.body
    );
    // Refused before it is sent.
    let mut stream = served.connect();
    let head =
        format!("POST /api/tic-tac-toe/query HTTP/1.1\r\nHost: {}\r\nContent-Length: 1048577\r\n\r\n", served.host);
    stream.write_all(head.as_bytes()).expect("it is read");
    let large = read_answer(&mut BufReader::new(stream)).expect("an answer");
    assert!(large.status == 413 && large.body.contains("up to 1048576 bytes"), "{}", large.body);
    let method = served.request(&format!("DELETE /api/games HTTP/1.1\r\nHost: {}", served.host), "");
    assert_eq!((method.status, method.header("allow")), (405, Some("GET")));
}

#[test]
fn pages_load_nothing_from_elsewhere_and_other_sites_are_refused() {
    let served = serve();
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                  base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for path in ["/", "/checkers", "/files/game.js", "/files/explorer.css", "/api/games", "/nowhere/at/all"] {
        let answer = served.get(path);
        assert_eq!(answer.header("content-security-policy"), Some(policy), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert!(answer.header("access-control-allow-origin").is_none(), "{path}");
        // What the pages have is here too: no address of another server, no script or style within the page.
        if answer.header("content-type").is_some_and(|kind| kind.starts_with("text/")) {
            let elsewhere = ["//", "onclick", "style=", "<style", "javascript:"];
            let own = format!("http://{}/api/", served.host);
            let body = answer.body.replace("http://www.w3.org/2000/svg", "").replace(&own, "");
            let lines = body.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in lines {
                assert!(!elsewhere.iter().any(|mark| line.contains(mark)), "{path}: {line}");
            }
        }
    }
    let port = served.host.rsplit_once(':').expect("a port").1;
    for host in ["localhost", &format!("localhost:{port}"), &served.host, "[::1]"] {
        assert_eq!(served.request(&format!("GET / HTTP/1.1\r\nHost: {host}"), "").status, 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "192.168.1.1", ""] {
        let answer = served.request(&format!("GET /api/games HTTP/1.1\r\nHost: {host}"), "");
        assert!(answer.status == 421 && answer.body.contains("expected localhost"), "{host}: {}", answer.body);
    }
    let from =
        |origin: &str| format!("POST /api/tic-tac-toe/query HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}", served.host);
    assert_eq!(served.request(&from(&format!("http://{}", served.host)), ".../.../... x").status, 200);
    for origin in ["http://evil.example", "null", "https://localhost"] {
        assert_eq!(served.request(&from(origin), ".../.../... x").status, 403, "{origin}");
    }
}

#[test]
fn small_games_are_known_from_the_start_and_others_name_their_command() {
    let empty = tempfile::tempdir().expect("a directory of its own");
    let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), empty.path());
    let about = served.get("/api/about").json();
    let of =
        |name: &str| about.as_array().expect("an array").iter().find(|game| game["game"] == name).expect(name).clone();
    for (game, values) in [("tic-tac-toe", "memory"), ("pangki", "embedded")] {
        let about = of(game);
        assert_eq!((&about["values"], &about["coverage"]), (&json!(values), &json!("every position")));
        assert_eq!((&about["depths"], &of("checkers")["depths"]), (&json!(true), &json!(false)));
        assert_eq!(served.get(&format!("/api/{game}/query")).json()["value"], "draw");
    }
    assert_eq!(of("checkers")["command"], "hindsight solve checkers --pieces 4");
    assert_eq!((&of("halma")["values"], &of("halma")["command"]), (&Json::from("none"), &Json::Null));
    // Nothing was written.
    assert_eq!(empty.path().read_dir().expect("a directory").count(), 0);
    // Moves are there without values.
    let view = served.get("/api/checkers/view").json();
    assert_eq!(view["moves"].as_array().map(Vec::len), Some(7));
    assert!(view["not_held"].as_str().is_some_and(|text| text.contains("hindsight search checkers")), "{view}");
}

/// The answers of `query --json` and of the explorer of a program for these positions, in a directory without tables.
fn agree_without_tables(program: impl AsRef<OsStr>, positions: &[(&str, &str)]) {
    let empty = tempfile::tempdir().expect("a directory of its own");
    let served = Served::start(&program, empty.path());
    for (game, position) in positions {
        let asked = served.ask(game, "query", &[("position", *position)]);
        let mut command = Command::new(&program);
        command.args(["query", game, position, "--json"]).env("HINDSIGHT_TABLES", empty.path());
        let ended = run(&mut command, b"");
        let written: Json = serde_json::from_str(&ended.out).expect("JSON");
        let answer = asked.json();
        assert_eq!((ended.status == 0, answer.get("value")), (asked.status == 200, written.get("value")), "{answer}");
        for field in ["plies", "moves"] {
            assert_eq!(answer.get(field), written.get(field), "{game} {position}");
        }
    }
}

#[test]
fn every_engine_tells_a_chance() {
    let served = serve();
    for game in ["checkers", "losing-checkers", "chess", "tigers-and-goats", "halma"] {
        let chance = |position: &str| {
            let parameters = [("seconds", "0.3"), ("lines", "1"), ("position", position)];
            let thought = served.ask(game, "think", &parameters[..2 + usize::from(!position.is_empty())]);
            let last: Json = serde_json::from_str(thought.body.lines().last().expect("a result")).expect("JSON");
            last["chance"].as_f64().unwrap_or_else(|| panic!("{last}"))
        };
        assert!((0.25..0.75).contains(&chance("")), "{game}: {}", chance(""));
        if game == "tigers-and-goats" {
            // Ten goats are captured.
            assert!(chance("T/..TT../....../....../.... t 5") > 0.9);
            assert!(chance("T/..TT../....../....../.... g 5") < 0.1);
        }
    }
}

#[test]
fn query_and_the_explorer_agree_without_tables() {
    let positions = [
        ("tic-tac-toe", "xo./xo./... x"),
        ("pangki", "bbbb/b2b/w2w/wwww w"),
        ("pangki", "wbbb/bbbw/w2w/wwbw w"),
        ("checkers", "W:WK10:B2,3"),
        ("checkers", "B:B1,2,3:W30,31,32"),
        ("losing-checkers", "W:W32:B1"),
        ("chess", "8/8/8/8/2r5/8/2k5/K6Q w - - 0 1"),
        ("tigers-and-goats", "T/..TT../....../....../GGGG g 10"),
        ("halma-packing", ".x.xxx/..xxx/.x.x/x.x/x./x"),
    ];
    agree_without_tables(env!("CARGO_BIN_EXE_hindsight"), &positions);
    agree_without_tables(outside(), &[("pong-hau-ki", "bwwb. w"), ("pong-hau-ki", "bb.ww w")]);
}

#[test]
fn games_of_other_crates_are_served() {
    let empty = tempfile::tempdir().expect("a directory of its own");
    let served = Served::start(outside(), empty.path());
    let about = served.get("/api/about").json();
    let about = about.as_array().expect("an array");
    assert!(about.len() >= 7, "{about:?}");
    for game in about {
        let name = game["game"].as_str().expect("a name");
        assert_eq!(served.get(&format!("/{name}")).status, 200, "{name}");
        let view = served.get(&format!("/api/{name}/view"));
        assert_eq!(view.status, 200, "{name}: {}", view.body);
        // A game that breaks its contract is served without values, and `error` says why.
        let sound = game["error"].is_null();
        assert_eq!(sound, view.json()["value"].is_string(), "{game}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_server() {
    let mut served = serve();
    // A connection that asks nothing holds nothing up.
    let _idle = served.connect();
    let begun = Instant::now();
    // SAFETY: the process is a child that has not been waited for.
    unsafe { libc::kill(served.child.id() as libc::pid_t, libc::SIGINT) };
    let status = served.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let served = serve();
    let port = served.host.rsplit_once(':').expect("a port").1;
    let message = hindsight(solved(), &["serve", "--port", port]).message();
    assert!(message.contains("another program has this port. Give another port with --port P"), "{message}");
    let wrong = hindsight(solved(), &["serve", "--listen", "nowhere"]).message();
    assert!(wrong.contains("nowhere"), "{wrong}");
    let both =
        run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(["serve", "--port", "1", "--listen", "[::1]:0"]), b"");
    assert!(both.message().contains("expected --port or --listen, found both"));
}

/// Requests that are nearly right.
const REQUESTS: [(&str, &str, &str); 12] = [
    ("GET", "/api/checkers/view?position=W:WK10:B2,3&touched=6,1&flip=true", ""),
    ("GET", "/api/pangki/query?position=bbbb/b2b/w2w/wwww%20w", ""),
    ("GET", "/api/chess/query?position=8/8/8/8/8/4k3/8/4KQ2%20w%20-%20-%200%201", ""),
    ("GET", "/api/halma-packing/view?position=.x.xxx/..xxx/.x.x/x.x/x./x", ""),
    ("GET", "/api/tigers-and-goats/view?position=T/..TT../....../....../....%20g%2015", ""),
    ("GET", "/api/tic-tac-toe/stats?slice=1v1&histogram=true", ""),
    ("GET", "/api/tic-tac-toe/find?value=win&plies=1..3&zugzwang=false&only_move=true&limit=5", ""),
    ("POST", "/api/tic-tac-toe/query", ".../.../... x\nxo./xo./... x\n"),
    (
        "POST",
        "/api/checkers/setup?",
        "{\"position\":\"W:WK10:B2,3\",\"side\":0,\"pieces\":{\"10\":1,\"3\":2},\"flip\":true}",
    ),
    ("POST", "/api/checkers/read?", "{\"text\":\"[FEN \\\"W:WK10:B2,3\\\"]\\n1. 10-7 3x10 1/2-1/2\"}"),
    (
        "POST",
        "/api/chess/write?",
        "{\"start\":\"8/8/8/8/8/4k3/8/4KQ2 w - - 0 1\",\"moves\":[\"f1f8\"],\"players\":[\"a\"]}",
    ),
    ("GET", "/files/game.js", ""),
];

/// Sends `requests` requests with a few bytes changed. Each must get a helpful answer in time.
pub fn send_mutated(served: &Served, requests: usize) {
    let mut random = Random::new(requests as u64);
    let mut connection: Option<BufReader<TcpStream>> = None;
    let mut refused = 0;
    for number in 0..requests {
        let (method, path, body) = REQUESTS[number % REQUESTS.len()];
        let at = path.find(['?']).map_or(1, |at| at + 1);
        let (front, back) = path.split_at(at);
        let (mut back, mut body) = (back.as_bytes().to_vec(), body.as_bytes().to_vec());
        for _ in 0..1 + random.below(4) {
            let text = if body.is_empty() || random.below(4) == 0 { &mut back } else { &mut body };
            let place = random.below(text.len() + 1);
            match random.below(4) {
                0 => text.insert(place, random.bits() as u8),
                1 if place < text.len() => drop(text.remove(place)),
                2 => text.extend_from_within(place..),
                _ if place < text.len() => text[place] = b"&=%/?;:+KQx0129 -,"[random.below(18)],
                _ => text.push(b'9'),
            }
        }
        // What an address cannot have is escaped.
        let one = |&byte: &u8| match byte {
            0x21..=0x7e if !b"#<>\"{}|\\^`".contains(&byte) => char::from(byte).to_string(),
            _ => escaped(&[byte]),
        };
        let back: String = back.iter().map(one).collect();
        let head =
            format!("{method} {front}{back} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}", served.host, body.len());
        let stream = connection.get_or_insert_with(|| BufReader::new(served.connect()));
        let begun = Instant::now();
        let request = [head.as_bytes(), b"\r\n\r\n", &body].concat();
        stream.get_mut().write_all(&request).unwrap_or_else(|error| panic!("{error}: {head}"));
        let Some(answer) = read_answer(stream) else { panic!("no answer: {head}") };
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}: {head}", begun.elapsed());
        match answer.status {
            200 => {}
            // 405: a change can turn the address of a request with a body into another.
            400 | 404 | 405 => {
                refused += 1;
                let error = answer.json();
                let text = error["error"].as_str().expect("a message");
                assert!(text.contains("expected") || text.contains("no tables"), "{text}: {head}");
            }
            status => panic!("{status}: {head}: {}", answer.body),
        }
        if answer.header("connection") == Some("close") {
            connection = None;
        }
    }
    assert!(refused > requests / 4, "{refused} of {requests}");
}

#[test]
fn mutated_requests_are_answered() {
    send_mutated(&serve(), 2000);
}

#[test]
fn searches_end_when_nobody_reads_them() {
    let served = serve();
    let ask = |seconds: u32| {
        let mut stream = served.connect();
        let path = format!("/api/chess/think?seconds={seconds}");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", served.host)
            .expect("it is read");
        stream
    };
    // As many as the server carries on at a time, and more.
    for _ in 0..3 {
        let clients: Vec<TcpStream> = (0..2).map(|_| ask(60)).collect();
        std::thread::sleep(Duration::from_millis(300));
        drop(clients);
    }
    let begun = Instant::now();
    let thought = served.get("/api/chess/think?seconds=0.1");
    assert_eq!(thought.status, 200, "{}", thought.body);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn tables_that_appear_are_seen() {
    let directory = tempfile::tempdir().expect("a directory for the test");
    let served = Served::start(env!("CARGO_BIN_EXE_hindsight"), directory.path());
    let view = || served.get("/api/chess/view?position=7k/8/8/8/8/8/6Q1/K7+w+-+-+0+1").json();
    // The result is built in, without a depth.
    assert_eq!((&view()["value"], &view()["plies"]), (&json!("win"), &Json::Null));
    hindsight(directory.path(), &["solve", "chess", "--pieces", "3", "--quiet"]).answer();
    let begun = Instant::now();
    while view()["plies"] == Json::Null {
        assert!(begun.elapsed() < Duration::from_secs(20), "the table is not seen");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(view()["value"], json!("win"));
}
