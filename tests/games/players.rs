//! Players that games bring along: what they find, and how they do in matches.

use std::ops::ControlFlow;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::support::run;
use hindsight::catalogue::GameEntry;
use hindsight::game::{Game, Notation};
use hindsight::game::{Value, move_text, position_text};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::open::{GameBoard, Opened};
use hindsight::play::matches::{Standing, Tally, Terms};
use hindsight::play::{OpenPlay, OpeningsQuery, Record};
use hindsight::players::{tricky_dick, triple_jump};
use hindsight::query;
use hindsight::query::Probe;
use hindsight::search::{Limit, PlayerFactory, SearchClock, SearchRequest, Searcher};
use hindsight::table::{Store, Tables};
use hindsight::util::random::Random;
use hindsight::util::threads::Threads;
use hindsight::values::Lookup;
use serde_json::Value as Json;

fn hindsight(arguments: &[&str], input: &[u8]) -> crate::support::Ended {
    let nowhere = tempfile::TempDir::new().expect("a directory for the test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(arguments).current_dir(&nowhere).env("HINDSIGHT_TABLES", "data/tables"), input)
}

/// The players of draughts.
fn players() -> Vec<PlayerFactory<Draughts>> {
    vec![triple_jump::factory(), tricky_dick::factory()]
}

/// Jason Doucette, "Triple Jump": the craziest win, announced as one in 8 moves in under a second.
const CRAZIEST_WIN: &str = "W:W18,19,21,23,27,29,32,K3:B2,4,9,10,14,20";

#[test]
fn triple_jump_finds_its_craziest_win() {
    let game = Draughts::checkers();
    let root = game.parse(CRAZIEST_WIN).expect("a position");
    let mut engine = Searcher::read(&players(), "triple-jump:depth=21").expect("an engine");
    let report = engine.search(&SearchRequest::new(&game, &root, Limit::default(), &SearchClock::running()));
    let report = report.expect("there are no tables");
    // A quarter of a second or less.
    assert!(report.nodes < 1_000_000, "{}", report.nodes);
    let mut text = Vec::new();
    let mut now = root;
    for &mv in &report.line {
        text.push(move_text(&game, &now, mv));
        now = game.play(&now, mv);
    }
    assert_eq!(report.value, Some(Value::Win(15)), "{text:?}");
    // White has all his sacrifices before him in either order.
    assert!(["21-17", "3-8"].contains(&text[0].as_str()) && now != root, "{text:?}");
    assert!(game.outcome(&now).is_some(), "{text:?}");
}

/// Others may find what the deciding thread then takes from the table, a longer win perhaps, and how deep it looks at a
/// line depends on them; but no win is false.
#[test]
fn triple_jump_finds_its_craziest_win_on_two_threads() {
    let game = Draughts::checkers();
    let root = game.parse(CRAZIEST_WIN).expect("a position");
    let mut found = 0;
    for _ in 0..8 {
        let mut engine = Searcher::read(&players(), "triple-jump:threads=2,depth=21").expect("an engine");
        let report = engine.search(&SearchRequest::new(&game, &root, Limit::default(), &SearchClock::running()));
        let report = report.expect("there are no tables");
        let best = report.best.expect("the game goes on");
        assert!(game.moves(&root).any(|mv| mv == best));
        assert!(matches!(report.value, None | Some(Value::Win(15..))), "{:?}", report.value);
        found += usize::from(report.value.is_some());
    }
    assert!(found > 0, "the win was not found");
}

#[test]
fn triple_jump_finds_the_same_each_time_on_one_thread() {
    let game = Draughts::checkers();
    let search = || {
        let mut engine = Searcher::read(&players(), "triple-jump:threads=1,depth=11").expect("an engine");
        let report =
            engine.search(&SearchRequest::new(&game, &game.start(), Limit::default(), &SearchClock::running()));
        let report = report.expect("there are no tables");
        (report.line, report.score, report.nodes)
    };
    assert_eq!(search(), search());
}

#[test]
fn triple_jump_keeps_its_time_on_every_thread() {
    let game = Draughts::checkers();
    for threads in [1, 2, 4] {
        let mut engine = Searcher::read(&players(), "triple-jump").expect("an engine");
        engine.set_threads(threads);
        let mut late = |millis| {
            let (start, time) = (Instant::now(), Duration::from_millis(millis));
            let limit = Limit::within(time);
            let report = engine.search(&SearchRequest::new(&game, &game.start(), limit, &SearchClock::running()));
            let report = report.expect("there are no tables");
            assert!(report.best.is_some());
            start.elapsed().saturating_sub(time)
        };
        late(0);
        // Another process may have the processor for a while, but not each time.
        let least = (0..10).map(|_| late(50)).min();
        assert!(least < Some(Duration::from_millis(10)), "{threads} threads: {least:?} late");
    }
}

#[test]
fn triple_jump_compares_the_moves_without_time() {
    let game = Draughts::checkers();
    let mut engine = Searcher::read(&players(), "triple-jump").expect("an engine");
    let limit = Limit::within(Duration::ZERO);
    let report = engine.search(&SearchRequest::new(&game, &game.start(), limit, &SearchClock::running()));
    let report = report.expect("there are no tables");
    assert!(report.depth == 1 && report.nodes < 1000, "{report:?}");
}

/// A repetition is a draw already when it comes for the first time.
#[test]
fn triple_jump_takes_a_repetition_where_it_is_lost() {
    let game = Draughts::checkers();
    let position = |text: &str| game.parse(text).expect("a position");
    let mut engine = Searcher::read(&players(), "triple-jump:depth=9").expect("an engine");
    let mut search = |root: &str, before: &[&str]| {
        let before: Vec<_> = before.iter().map(|text| position(text)).collect();
        let (root, clock) = (position(root), SearchClock::running());
        let request = SearchRequest::new(&game, &root, Limit::default(), &clock);
        let report = engine.search(&SearchRequest { before: &before, ..request });
        report.expect("there are no tables").score.number()
    };
    assert!(search("W:WK32:BK14,K15,K18", &[]) < -100.0);
}

#[test]
fn triple_jump_asks_the_tables() {
    let directory = tempfile::TempDir::new().expect("a directory for the test");
    let tables = directory.path().to_str().expect("text");
    assert_eq!(hindsight(&["solve", "checkers", "--pieces", "3", "--tables", tables], b"").status, 0);
    let root = "W:WK32,K29:BK8";
    let known = hindsight(&["query", "checkers", root, "--json", "--tables", tables], b"").answer();
    let known: Json = serde_json::from_str(&known).expect("JSON");
    let search = |engine: &str| {
        let out =
            hindsight(&["search", "checkers", root, "--engine", engine, "--json", "--tables", tables], b"").answer();
        serde_json::from_str::<Json>(&out).expect("JSON")
    };
    let said = search("triple-jump:depth=1");
    assert_eq!((&said["value"], &said["plies"]), (&known["value"], &known["plies"]));
    assert_eq!(said["value"], "win");
    assert_eq!(search("triple-jump:depth=1,tables=off")["value"], Json::Null);
    // By the tables, the side that is ahead wins at the board within the plies that they tell of.
    let match_of = |engines: [&str; 2]| {
        let openings = directory.path().join("openings");
        std::fs::write(&openings, format!("# two kings against one\n\n{root}\n")).expect("a file");
        let openings = openings.to_str().expect("text");
        let [one, two] = engines;
        let said = hindsight(
            &["match", "checkers", one, two, "--games", "2", "--openings", openings, "--tables", tables],
            b"",
        );
        assert!(said.err.contains("tables of up to 4 pieces are used by "), "{}", said.err);
        (said.out, said.err)
    };
    let (_, err) = match_of(["alphabeta:depth=1,tables=off", "triple-jump:depth=1"]);
    assert!(err.contains("by the second engine, triple-jump:depth=1, and not by the first; --no-tables"), "{err}");
    let (out, err) = match_of(["triple-jump:depth=1", "triple-jump:depth=1"]);
    assert!(err.contains("by both engines"), "{err}");
    assert!(out.contains("as Black: +0 =0 -1") && out.contains("as White: +1 =0 -0"), "{out}");
}

/// Endings that two kings win against one, with the plies that it takes: White has the two, and either side is to move.
fn two_kings_win<T: Lookup>(probe: &Probe<Draughts, T>, number: usize) -> Vec<(Position, u32)> {
    let mut random = Random::new(1);
    let endings = std::iter::repeat_with(|| {
        let [one, two, three] = [0; 3].map(|_| 1 + random.below(32));
        let side = ["W", "B"][random.below(2)];
        let position = probe.space.parse(&format!("{side}:WK{one},K{two}:BK{three}")).ok()?;
        match (side, probe.value(&position).expect("the tables are sound")?) {
            ("W", Value::Win(plies)) | ("B", Value::Loss(plies)) => Some((position, plies)),
            _ => None,
        }
    });
    endings.flatten().take(number).collect()
}

#[test]
fn triple_jump_wins_with_two_kings_as_fast_as_the_tables_tell() {
    let directory = tempfile::TempDir::new().expect("a directory for the test");
    let tables = directory.path().to_str().expect("text");
    assert_eq!(hindsight(&["solve", "checkers", "--pieces", "3", "--tables", tables], b"").status, 0);
    let game = Draughts::checkers();
    let tables = Store::new(directory.path()).open(&game).expect("the tables were solved");
    let probe = Probe { space: &game, tables: &tables };
    for (start, plies) in two_kings_win(&probe, 60) {
        let about = || position_text(&game, &start);
        let mut engine = Searcher::read(&players(), "triple-jump:depth=1").expect("an engine");
        let mut record = Record::new(start);
        while game.outcome(record.position()).is_none() {
            let position = *record.position();
            let mv = if position.black_to_move {
                let rated = query::moves(&probe, &position).expect("the tables are sound").expect("they hold it");
                rated[0].mv
            } else {
                let clock = SearchClock::running();
                let request = SearchRequest::new(&game, &position, Limit::default(), &clock);
                let search = engine.search(&SearchRequest { exact: &probe, before: record.before(), ..request });
                search.expect("the tables are sound").best.expect("the game goes on")
            };
            record.push(mv, game.play(&position, mv));
            assert!(record.plies() <= plies as usize, "{}: more than {plies} plies", about());
        }
        assert!(record.position().black_to_move, "{}: White has lost", about());
    }
}

/// Matches are the same every time where depth is what limits them, and each opening is played with either side.
#[test]
fn matches_are_counted_from_the_first_engine() {
    let game = Draughts::losing_checkers();
    let tables = Tables::empty(&game);
    let game: Arc<dyn OpenPlay> = Opened::new(GameEntry::new(game).players(players()), tables);
    let openings = OpeningsQuery::Random { number: 3, plies: 4, seed: 1 };
    let openings = Arc::clone(&game).openings(&openings, &mut |_| ()).expect("random openings");
    let play = |engines: [&str; 2]| {
        let terms = Terms {
            game: Arc::clone(&game),
            engines,
            limit: Limit::to_depth(4),
            quiet_plies: 60,
            most_plies: None,
            adjudicate: false,
        };
        let (mut standing, mut played) = (Standing::default(), Vec::new());
        let finished = terms.play(&openings, 6, &|| false, &mut |game, board| {
            standing.add(game);
            let moves = GameBoard::<Draughts>::of(board).record_so_far().moves().to_vec();
            played.push((game.number, game.team, moves));
            ControlFlow::Continue(())
        });
        finished.expect("engines");
        played.sort_by_key(|(number, ..)| *number);
        (standing.tally(), played)
    };
    let (one, played) = play(["triple-jump:depth=7", "alphabeta:depth=2"]);
    assert_eq!(played.iter().map(|(_, team, _)| *team).collect::<Vec<_>>(), [0, 1, 0, 1, 0, 1]);
    // On another number of threads, they are the same games.
    let threads = Threads::new(Some(3)).expect("threads can be started");
    assert_eq!(threads.install(|| play(["triple-jump:depth=7", "alphabeta:depth=2"])), (one, played));
    let (two, _) = play(["alphabeta:depth=2", "triple-jump:depth=7"]);
    assert_eq!((one.wins, one.draws, one.losses), (two.losses, two.draws, two.wins));
    assert!(one.wins >= 4, "{one:?}");
}

#[test]
fn a_score_tells_of_an_elo_difference() {
    let elo = |wins, draws, losses| Tally { wins, draws, losses }.elo().map(f64::round);
    let [least, even, most] = elo(10, 80, 10);
    assert!(even == 0.0 && least == -most && (20.0..60.0).contains(&most), "{least} {most}");
    let [least, all, most] = elo(20, 0, 0);
    assert!(least > 200.0 && all.is_infinite() && most.is_infinite(), "{least}");
    let [least, mean, most] = elo(75, 0, 25);
    assert!(least < mean && mean < most && (mean - 191.0).abs() < 1.0, "{least} {mean} {most}");
}

#[test]
fn checkers_are_played_at_the_board() {
    let directory = tempfile::TempDir::new().expect("a directory for the test");
    let path = directory.path().join("game.pdn");
    let path = path.to_str().expect("text");
    let lines = format!("11-15\nhint\nmoves\nsave {path}\nundo\n1-5\nquit\n");
    let out = hindsight(&["play", "checkers", "--time", "20ms"], lines.as_bytes()).answer();
    assert!(out.contains("1... White plays ") && out.contains("saved in"), "{out}");
    assert!(out.contains("expected one of the legal moves 9-13 10-14"), "{out}");

    let out =
        hindsight(&["play", "checkers", "--load", path, "--white", "person", "--black", "tricky-dick:depth=2"], b"");
    assert!(out.answer().contains("2. Black plays "));
    let out = hindsight(&["play", "losing-checkers", "--starts", "white", "--white", "person"], b"quit\n").answer();
    assert!(out.contains("White to move"), "{out}");
    let out = hindsight(
        &[
            "play",
            "checkers",
            "W:WK32:BK1",
            "--first",
            "tricky-dick:depth=3",
            "--second",
            "triple-jump:depth=3",
            "--quiet-plies",
            "10",
        ],
        b"",
    );
    let out = out.answer();
    assert!(out.contains("A draw"), "{out}");
    for (arguments, expected) in [
        (&["play", "tic-tac-toe", "--black", "person"] as &[&str], "expected a side of tic-tac-toe, x or o"),
        (&["play", "checkers", "--first", "person", "--black", "person"], "found two"),
        (&["play", "checkers", "--load", "nowhere"], "could not read nowhere: no such file"),
        (&["play", "checkers", "--no-tables", "--first", "table"], "expected tables of checkers to play from"),
        (&["play", "tic-tac-toe", "--starts", "o", "--second", "level1"], "expected x to move first"),
    ] {
        let message = hindsight(arguments, b"").message();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}
