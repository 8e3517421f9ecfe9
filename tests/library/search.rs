//! Searches: the published figures, agreement with one another and with solved tables, and time kept.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{hindsight as hindsight_on, run};
use hindsight::game::{Game, Notation, PlayRules, Turn, Value, move_text, position_text};
use hindsight::games::draughts::Draughts;
use hindsight::games::pangki::Pangki;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::games::tigers_and_goats::TigersAndGoats;
use hindsight::play::matches::wander;
use hindsight::query::Probe;
use hindsight::search::playout::Random;
use hindsight::search::{
    Algorithm, GenericSearch, Limit, RootScore, SearchClock, SearchRequest, SearchResult, Settings,
};
use hindsight::solve::{self, retrograde::Retrograde};
use serde_json::Value as Json;

/// A search of some plies without tables.
fn to_depth<G: PlayRules>(game: &G, root: &G::Position, algorithm: Algorithm, depth: u32) -> SearchResult<G::Move> {
    let engine = GenericSearch::new(algorithm);
    let limit = Limit::to_depth(depth);
    engine
        .search(&SearchRequest::new(game, root, limit, &SearchClock::running()), &engine.table())
        .expect("there are no tables")
}

/// An engine with this memory, in bytes.
fn with_hash(algorithm: Algorithm, hash: u64) -> GenericSearch {
    GenericSearch { algorithm, settings: Settings { hash, ..Settings::default() } }
}

/// Saman Saeedi, "Tigers and Goats" (2013): from the start to depth 6.
#[test]
fn the_published_figures_are_met() {
    let game = TigersAndGoats::new();
    let start = game.start();
    let found = |algorithm, depth| {
        let report = to_depth(&game, &start, algorithm, depth);
        let first = move_text(&game, &start, report.best.expect("there are moves"));
        (report.nodes, report.leaves, report.score.number(), first)
    };
    let minimax = [(20, 20), (160, 120), (2586, 2286), (24_418, 19_406), (397_840, 351_590), (3_769_060, 2_997_798)];
    let alphabeta = [(20, 20), (115, 75), (1315, 1105), (3860, 1707), (32_257, 25_193), (111_450, 58_835)];
    for (depth, score) in (1..).zip([54.0, 50.0, 51.0, 49.0, 51.0, 49.0]) {
        let place = depth as usize - 1;
        let (nodes, leaves, by_minimax, _) = found(Algorithm::Minimax, depth);
        assert_eq!(((nodes, leaves), by_minimax), (minimax[place], score), "depth {depth}");
        let (nodes, leaves, by_alphabeta, _) = found(Algorithm::AlphaBeta, depth);
        assert_eq!(((nodes, leaves), by_alphabeta), (alphabeta[place], score), "depth {depth}");
    }
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_exact()) {
        let (nodes, _, score, first) = found(algorithm, 6);
        assert_eq!((score, first.as_str()), (49.0, "7"), "{algorithm:?}");
        let most = match algorithm {
            Algorithm::AlphaBetaMemory => 27_842,
            Algorithm::ScoutMemory => 24_253,
            Algorithm::Mtdf => 31_204,
            _ => u64::MAX,
        };
        assert!(nodes <= most, "{algorithm:?}: {nodes} nodes, published {most}");
    }
    let (nodes, leaves, mean, first) = found(Algorithm::Expectimax, 6);
    assert_eq!((nodes, leaves, first.as_str()), (3_769_060, 2_997_798, "1"));
    assert!((mean - 52.3).abs() < 0.05, "{mean}");
}

/// All exact searches find what minimax finds, and their lines can be played.
fn agree<G: Notation + PlayRules>(game: &G, seed: u64, positions: usize, most_moves: usize, depth: u32) {
    let mut random = Random::new(seed);
    for _ in 0..positions {
        let moves = random.below(most_moves);
        let root = *wander(game, game.start(), &mut random, moves as u32).position();
        let depth = 1 + random.below(depth as usize) as u32;
        let minimax = to_depth(game, &root, Algorithm::Minimax, depth);
        for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_exact()) {
            let about = || format!("{} {}, {algorithm:?}, depth {depth}", game.name(), position_text(game, &root));
            let report = to_depth(game, &root, algorithm, depth);
            assert_eq!(report.score, minimax.score, "{}", about());
            assert_eq!((report.value, report.depth), (minimax.value, minimax.depth), "{}", about());
            assert_eq!(report.line.first(), report.best.as_ref(), "{}", about());

            let mut end = root;
            for &mv in &report.line {
                assert!(game.moves(&end).any(|legal| legal == mv), "{}", about());
                end = game.play(&end, mv);
            }
            // The score is the evaluation at the end of the line, where it is that long.
            let RootScore::Score(score) = report.score else { panic!("{} has a score", about()) };
            if report.line.len() == report.depth as usize && game.outcome(&end).is_none() && report.value.is_none() {
                let sign = if game.side_to_move(&end) == game.side_to_move(&root) { 1 } else { -1 };
                assert_eq!(sign * game.evaluate(&end), score.number(), "{}", about());
            }
        }
    }
}

#[test]
fn exact_searches_agree_with_minimax() {
    agree(&TicTacToe::new(), 1, 60, 9, 7);
    // Where positions can come back, the line to them counts from five plies on.
    agree(&Pangki::new(), 2, 60, 60, 4);
    agree(&Draughts::checkers(), 3, 60, 80, 4);
    agree(&Draughts::losing_checkers(), 4, 30, 80, 4);
    agree(&TigersAndGoats::new(), 5, 40, 20, 4);
    agree(&TigersAndGoats::new(), 6, 60, 120, 4);
}

/// Where positions come back, the score of a position depends on the line to it. The memory keeps no score that holds
/// on one line alone: each search finds what a search without memory finds, and the plies of the shortest win.
#[test]
fn a_memory_keeps_no_score_of_one_line() {
    for (game, text, value) in [
        (Draughts::losing_checkers(), "B:WK4:BK32", Value::Loss(11)),
        (Draughts::losing_checkers(), "B:WK12,K21:BK17", Value::Win(14)),
        (Draughts::losing_checkers(), "B:WK7:BK29", Value::Win(10)),
        (Draughts::losing_checkers(), "B:WK29:BK8,K32", Value::Win(14)),
        (Draughts::checkers(), "B:WK13:BK3,5", Value::Win(11)),
    ] {
        let root = game.parse(text).expect("a position");
        for algorithm in [Algorithm::AlphaBetaMemory, Algorithm::ScoutMemory, Algorithm::Mtdf] {
            let found = to_depth(&game, &root, algorithm, 20);
            assert_eq!(found.value, Some(value), "{} {text}, {algorithm:?}", game.name());
            for depth in [5, 8] {
                let plain = to_depth(&game, &root, Algorithm::AlphaBeta, depth);
                let found = to_depth(&game, &root, algorithm, depth);
                assert_eq!((found.score, found.value), (plain.score, plain.value), "{text}, {algorithm:?}, {depth}");
            }
        }
    }
}

/// The moves of a search on built-in results, which have no depths.
#[test]
fn searches_keep_a_draw_that_results_alone_show() {
    for (arguments, best) in [
        (["search", "checkers", "B:WK10,K19:BK11", "--engine", "montecarlo"], "11-15"),
        (["search", "chess", "8/8/8/8/3k4/3p4/8/3K4 w - - 0 1", "--engine", "expectimax"], "d1d2"),
    ] {
        let directory = tempfile::TempDir::new().expect("a directory for the test");
        let out = hindsight_on(directory.path(), &[&arguments[..], &["--depth", "4", "--json"]].concat()).answer();
        let found: Json = serde_json::from_str(&out).expect("JSON");
        assert_eq!(found["move"], best, "{out}");
    }
}

/// A win in a known number of plies beside a win without a depth may not be the quickest.
#[test]
fn a_win_beside_a_win_without_a_depth_has_no_depth() {
    let directory = tempfile::TempDir::new().expect("a directory for the test");
    hindsight_on(directory.path(), &["solve", "chess", "--pieces", "3", "--quiet"]).answer();
    let passed = "4k3/8/8/Pp2K3/8/8/8/8 w - b6 0 1";
    let out = hindsight_on(directory.path(), &["query", "chess", passed, "--json"]).answer();
    assert!(out.contains(r#""value":"win","plies":null"#), "{out}");
    let out = hindsight_on(directory.path(), &["query", "chess", passed]).answer();
    assert!(!out.contains("mate in 16"), "{out}");
}

#[test]
fn searches_to_the_end_find_what_the_tables_hold() {
    let game = TicTacToe::new();
    let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
    let probe = Probe { space: &game, tables: &solved };
    let mut random = Random::new(7);
    for _ in 0..200 {
        let moves = 1 + random.below(8);
        let root = *wander(&game, game.start(), &mut random, moves as u32).position();
        let value = probe.value(&root).expect("memory can be trusted");
        for algorithm in Algorithm::ALL {
            let (engine, about) =
                (GenericSearch::new(algorithm), format!("{algorithm:?} in {}", position_text(&game, &root)));
            let clock = SearchClock::running();
            let request = SearchRequest::new(&game, &root, Limit::to_depth(1), &clock);
            let asked = engine.search(&SearchRequest { exact: &probe, ..request }, &engine.table());
            let asked = asked.expect("memory can be trusted");
            if algorithm.is_exact() {
                assert_eq!(to_depth(&game, &root, algorithm, 9).value, value, "{about}");
                assert_eq!(asked.value, value, "{about}, with tables");
            }
            // Whatever the search, with tables it makes a move that is best but for the time that it takes.
            let after = game.play(&root, asked.best.expect("the game goes on"));
            let reached =
                probe.value(&after).expect("memory can be trusted").map(|value| value.before(Turn::Other).word());
            assert_eq!(reached, value.map(|value| value.word()), "{about}");
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let game = TicTacToe::new();
    for (text, word) in [("xxx/oo./... o", "loss"), ("xxo/oox/xox o", "draw")] {
        let Ok(root) = game.parse(text) else { continue };
        for algorithm in Algorithm::ALL {
            let report = to_depth(&game, &root, algorithm, 3);
            assert_eq!((report.best, report.value.map(|value| value.word())), (None, Some(word)), "{algorithm:?}");
        }
    }
}

#[test]
fn time_is_kept_and_a_move_is_always_given() {
    let game = TigersAndGoats::new();
    for algorithm in Algorithm::ALL {
        let engine = with_hash(algorithm, 1 << 20);
        let search = |millis| {
            let limit = Limit::within(Duration::from_millis(millis));
            let report = engine
                .search(&SearchRequest::new(&game, &game.start(), limit, &SearchClock::running()), &engine.table());
            report.expect("there are no tables")
        };
        assert!(search(0).best.is_some(), "{algorithm:?}");
        // Another process may have the processor for a while, but not each time.
        let late = (0..5).map(|_| search(50).time.saturating_sub(Duration::from_millis(50))).min();
        assert!(late < Some(Duration::from_millis(10)), "{algorithm:?}: {late:?} late");
    }
}

#[test]
fn random_games_are_the_same_on_any_number_of_threads() {
    let game = TigersAndGoats::new();
    let [alone, shared] = [1, 3].map(|threads| {
        let settings = Settings { threads: Some(threads), cutoff: 12, ..Settings::default() };
        let engine = GenericSearch { algorithm: Algorithm::MonteCarlo, settings };
        let report = engine.search(
            &SearchRequest::new(&game, &game.start(), Limit::default(), &SearchClock::running()),
            &engine.table(),
        );
        SearchResult { time: Duration::ZERO, ..report.expect("there are no tables") }
    });
    assert_eq!(alone.leaves, 20 * 50 * 20);
    assert_eq!((alone.best, alone.score, alone.leaves), (shared.best, shared.score, shared.leaves));
}

#[test]
fn many_threads_share_a_table() {
    let game = TigersAndGoats::new();
    let engine = with_hash(Algorithm::ScoutMemory, 1 << 14);
    let table = engine.table();
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (game, engine, table) = (&game, &engine, &table);
            scope.spawn(move || {
                let mut random = Random::new(seed);
                for _ in 0..10 {
                    let root = *wander(game, game.start(), &mut random, 10).position();
                    let limit = Limit::to_depth(4);
                    let report = engine.search(&SearchRequest::new(game, &root, limit, &SearchClock::running()), table);
                    let report = report.expect("there are no tables");
                    assert_eq!(report.score, to_depth(game, &root, Algorithm::AlphaBeta, 4).score);
                }
            });
        }
    });
}

fn hindsight(arguments: &[&str]) -> String {
    let nowhere = tempfile::TempDir::new().expect("a directory for the test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).current_dir(&nowhere).env("HINDSIGHT_TABLES", "data/tables"), b"").answer()
}

#[test]
fn search_answers_in_json() {
    let start = ".../.../... x";
    let answer = hindsight(&["search", "tic-tac-toe", "--engine", "scout-tt:hash=1M", "--depth", "9", "--json"]);
    let said: Json = serde_json::from_str(&answer).expect("JSON");
    let keys: Vec<&String> = said.as_object().expect("an object").keys().collect();
    let known = ["game", "position", "engine", "move", "score", "value", "plies"];
    assert!(
        known.iter().chain(&["depth", "nodes", "leaves", "seconds", "line"]).all(|key| said.get(key).is_some()),
        "{keys:?}"
    );
    assert_eq!((&said["position"], &said["value"], &said["plies"]), (&start.into(), &"draw".into(), &Json::Null));
    assert_eq!((&said["move"], said["line"].as_array().map(Vec::len)), (&said["line"][0], Some(9)));

    let won = hindsight(&["search", "tic-tac-toe", "xo./xo./...", "x", "--engine", "mtdf", "--depth", "3", "--json"]);
    let said: Json = serde_json::from_str(&won).expect("JSON");
    assert_eq!((&said["move"], &said["value"], &said["plies"]), (&"a1".into(), &"win".into(), &1.into()));
}

#[test]
fn the_iterations_are_in_json_too() {
    let answer = hindsight(&["search", "checkers", "--engine", "scout-tt", "--depth", "5", "--json"]);
    let said: Json = serde_json::from_str(&answer).expect("JSON");
    let iterations = said["iterations"].as_array().expect("an array");
    let depths: Vec<_> = iterations.iter().map(|iteration| iteration["depth"].as_u64()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5].map(Some));
    let last = &iterations[4];
    for key in ["depth", "score", "value", "plies", "nodes", "line"] {
        assert_eq!(said[key], last[key], "{key}");
    }
    assert_eq!((&said["unit"], &said["stopped"]), (&"hundredths of a man".into(), &false.into()));
    assert!(answer.starts_with("{\"game\":\"checkers\",") && answer.lines().count() == 1, "{answer}");
    // A decided score is in plies.
    let won = hindsight(&["search", "tic-tac-toe", "xo./xo./...", "x", "--engine", "mtdf", "--json"]);
    let said: Json = serde_json::from_str(&won).expect("JSON");
    assert_eq!((&said["value"], &said["plies"], &said["unit"]), (&"win".into(), &1.into(), &Json::Null));
}

#[test]
fn each_iteration_is_shown_on_standard_error() {
    let search = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
        let ended = run(command.arg("search").args(arguments).env("HINDSIGHT_TABLES", "nowhere"), b"");
        assert_eq!(ended.status, 0, "{}", ended.err);
        (ended.out, ended.err)
    };
    let (out, err) = search(&["tigers-and-goats", "--engine", "alphabeta", "--depth", "3"]);
    let starts = [(1, "54", "20 nodes"), (2, "50", "115 nodes"), (3, "51", "1,315 nodes")];
    assert_eq!(err.lines().count(), 3);
    for (line, (depth, score, nodes)) in err.lines().zip(starts) {
        let start = format!("hindsight: depth {depth}: evaluation {score} (steps of a tiger); {nodes}, ");
        assert!(line.starts_with(&start) && line.contains(" per second, "), "{line}");
    }
    assert!(out.contains("score: evaluation 51 (steps of a tiger) for Goats\n"), "{out}");
    let (out, err) = search(&["checkers", "--engine", "montecarlo:cutoff=4"]);
    assert!(out.contains(" (hundredths of a man; a win is 10,000) for Black\n"), "{out}");
    // 50 rounds of 20 games after each of 7 moves.
    assert!(out.contains("\ncut off at 4 plies; ") && out.contains(", 7,000 random games, "), "{out}");
    let last = err.lines().last().unwrap_or_default();
    assert!(last.starts_with("hindsight: 7,000 random games: mean evaluation "), "{err}");
    let (out, err) = search(&["tic-tac-toe", "xo./xo./...", "x", "--engine", "minimax"]);
    assert!(err.starts_with("hindsight: depth 1: win in 1 ply (1 move); "), "{err}");
    assert!(out.contains("score: win in 1 ply (1 move) for x\n"), "{out}");
}

/// Ctrl-C ends a search with what it has found.
#[cfg(unix)]
#[test]
fn a_search_that_is_interrupted_shows_what_it_knows() {
    let interrupted = |json: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
        command
            .args(["search", "pangki", "--engine", "scout-tt:tables=off", "--time", "10m"])
            .env("HINDSIGHT_TABLES", "nowhere");
        command.args(json.then_some("--json")).stdout(Stdio::piped()).stderr(Stdio::piped());
        // On a busy machine the signal may come before the program is ready for it, which ends it.
        (0..6).find_map(|trial| {
            let child = command.spawn().expect("the program starts");
            std::thread::sleep(Duration::from_millis(300 << trial));
            let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill can be run");
            assert!(sent.success());
            let ended = child.wait_with_output().expect("the program ends");
            let out = String::from_utf8(ended.stdout).expect("text");
            ended.status.code().map(|status| (status, out))
        })
    };
    let (status, out) = interrupted(false).expect("the program is ready for the signal");
    assert!(status == 130 && out.contains("\nmove:  ") && out.contains(" nodes per second\n"), "{status}: {out}");
    let (status, out) = interrupted(true).expect("the program is ready for the signal");
    let said: Json = serde_json::from_str(&out).expect("JSON");
    assert!(status == 130 && said["stopped"] == true && said["move"].is_string(), "{status}: {out}");
}

#[test]
fn the_help_lists_the_engines_of_the_game_that_is_named() {
    for command in ["search", "play", "match", "uci"] {
        let help = hindsight(&[command, "checkers", "--help"]);
        for text in ["Engines of checkers:\n", "  triple-jump ", "  tricky-dick ", "threads=NUMBER", "tables=off"] {
            assert!(help.contains(text), "{text}: {help}");
        }
        for algorithm in Algorithm::ALL {
            assert!(help.contains(&format!("\n  {} ", algorithm.name())), "{algorithm:?}: {help}");
        }
        assert!(help.contains("\n  random        a legal move at random\n"), "{help}");
        let help = hindsight(&[command, "--help"]);
        assert!(help.contains(&format!("`hindsight {command} GAME --help` lists the engines")), "{help}");
    }
}

#[test]
fn compare_has_a_line_for_each_algorithm() {
    let answer = hindsight(&["compare", "tic-tac-toe", "--depth", "9"]);
    let names: Vec<&str> = answer.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names[1..], Algorithm::ALL.map(Algorithm::name));
}

#[test]
fn what_cannot_be_searched_is_told() {
    for (arguments, expected) in [
        (&["search", "pangki", "--engine", "deep-blue"] as &[&str], "expected an engine, one of expectimax, minimax"),
        (
            &["search", "pangki", "--engine", "minimax:hash=1M"],
            "expected a setting of minimax, one of depth, time, tables",
        ),
        (&["search", "pangki", "--engine", "uct:time=soon"], "expected time=TIME"),
        (
            &["search", "pangki", "--engine", "minimax", "--depth", "0"],
            "--depth: expected a whole number from 1 to 1000, found \"0\"",
        ),
        (&["search", "pangki", "nowhere", "--engine", "minimax"], "expected a Pangki position"),
        (&["compare", "pangki"], "--depth"),
    ] {
        let message = run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(arguments), b"").message();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn a_hash_that_does_not_fit_in_memory_is_told() {
    let script = r#"ulimit -v 8000000; exec "$0" "$@""#;
    for engine in ["scout-tt", "uct"] {
        let engine = format!("{engine}:hash=64G");
        let arguments = ["search", "tic-tac-toe", "--engine", &engine, "--time", "10ms"];
        let mut command = Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_hindsight")]).args(arguments);
        let message = run(&mut command, b"").message();
        assert!(message.contains("expected hash=BYTES that fit in memory, such as hash=64M"), "{engine}: {message}");
    }
}
