//! The player `dery` of four-handed Halma, and the player `random` of every game.

use std::ops::ControlFlow;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use crate::support::run;
use hindsight::catalogue::GameEntry;
use hindsight::game::{Game, Notation, move_text, position_text};
use hindsight::games::halma::{Halma, HalmaTurn, Position};
use hindsight::open::{GameBoard, Opened};
use hindsight::play::matches::{Played, Terms};
use hindsight::play::{Ending, OpenPlay, OpeningsQuery, Record};
use hindsight::players::dery;
use hindsight::search::{Limit, PlayerFactory, SearchClock, SearchRequest, Searcher};
use hindsight::table::Tables;

fn players() -> Vec<PlayerFactory<Halma>> {
    vec![dery::factory()]
}

/// Plays a match from openings of this many random plies, in which nothing depends on time. Returns each game with its
/// record.
pub fn play(
    players: Vec<PlayerFactory<Halma>>,
    engines: [&str; 2],
    limit: Limit,
    plies: u32,
    games: usize,
) -> Vec<(Played, Record<Position, HalmaTurn>)> {
    let game = Halma::new();
    let tables = Tables::empty(&game);
    let game: Arc<dyn OpenPlay> = Opened::new(GameEntry::new(game).players(players), tables);
    let openings = OpeningsQuery::Random { number: games / 2, plies, seed: 1 };
    let openings = Arc::clone(&game).openings(&openings, &mut |_| ()).expect("random openings");
    let terms = Terms { game, engines, limit, quiet_plies: 100, most_plies: None, adjudicate: false };
    let mut played = Vec::new();
    let finished = terms.play(&openings, games, &|| false, &mut |game, board| {
        played.push((*game, GameBoard::<Halma>::of(board).record_so_far().clone()));
        ControlFlow::Continue(())
    });
    finished.expect("engines");
    played.sort_by_key(|(game, _)| game.number);
    played
}

/// A match of this file.
fn contest(engines: [&str; 2], games: usize) -> Vec<(Played, Record<Position, HalmaTurn>)> {
    play(players(), engines, Limit::to_depth(6), 4, games)
}

#[test]
fn dery_leaves_the_start_zone_in_time_and_beats_random_moves() {
    let game = Halma::new();
    for (played, record) in contest(["dery", "random"], 6) {
        assert_eq!(played.winner, Some(played.team), "game {}", played.number);
        assert!(matches!(played.ending, Ending::Rules(_)), "{:?}", played.ending);
        let own = [[0, 3], [1, 2]][played.team];
        let later = record.before().iter().filter(|position| position.round >= 30);
        let zones = &game.board().zones;
        for (position, player) in later.flat_map(|position| own.map(|player| (position, player))) {
            assert!(!position.pieces[player].meets(&zones[player]), "{}", position_text(&game, position));
        }
    }
}

#[test]
fn dery_makes_legal_moves_to_the_end_and_the_same_each_time() {
    let game = Halma::new();
    let matches = [0; 2].map(|_| contest(["dery", "dery:depth=2"], 4));
    for (_, record) in &matches[0] {
        let moves = record.before().iter().zip(record.moves());
        for (position, mv) in moves {
            assert!(game.moves(position).any(|legal| legal == *mv), "{}", position_text(&game, position));
        }
        let end = record.position();
        assert!(game.outcome(end).is_some() && end.round < 200, "{}", position_text(&game, end));
    }
    let [one, two] =
        matches.map(|games| games.into_iter().map(|(_, record)| record.moves().to_vec()).collect::<Vec<_>>());
    assert_eq!(one, two);
}

/// The search of a position.
fn search(text: &str, engine: &str, limit: Limit) -> (String, f64, u32) {
    let game = Halma::new();
    let root = game.parse(text).expect(text);
    let mut engine = Searcher::read(&players(), engine).expect("an engine");
    let report = engine.search(&SearchRequest::new(&game, &root, limit, &SearchClock::running()));
    let report = report.expect("there are no tables");
    let best = report.best.expect("the game goes on");
    assert_eq!(report.line, [best]);
    (move_text(&game, &root, best), report.score.number(), report.depth)
}

#[test]
fn dery_brings_the_last_piece_home() {
    // A piece of d is away from home, so the game goes on.
    let home = "dddd8bbbb/dddd8bbbb/ddd10bbb/d13bb/16/16/7d8/16/16/16/16/16/cc10a1aa/ccc11aa/cccc8aaaa/cccc8aaaa a 40";
    for engine in ["dery", "dery:depth=1"] {
        let (best, evaluation, _) = search(home, engine, Limit::default());
        assert_eq!((best.as_str(), evaluation), ("m13-n14", 0.0), "{engine}");
    }
}

#[test]
fn dery_keeps_its_time_and_its_depth() {
    let game = Halma::new();
    let start = position_text(&game, &game.start());
    let limit =
        |depth, millis: Option<u64>| Limit { depth, time: millis.map(Duration::from_millis), ..Limit::default() };
    let (first, ..) = search(&start, "dery:depth=1", Limit::default());
    // The first turn is complete in no time.
    let (best, _, depth) = search(&start, "dery", limit(None, Some(0)));
    assert_eq!((best, depth), (first, 1));
    for (engine, asked, expected) in
        [("dery", None, 6), ("dery", Some(3), 3), ("dery:depth=2", Some(3), 2), ("dery", Some(99), 6)]
    {
        assert_eq!(search(&start, engine, limit(asked, None)).2, expected, "{engine} {asked:?}");
    }
}

#[test]
fn random_plays_every_game_and_the_seed_decides() {
    let hindsight = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
        run(command.args(arguments).env("HINDSIGHT_TABLES", "nowhere"), b"").answer()
    };
    for game in ["pangki", "checkers", "losing-checkers", "tic-tac-toe", "tigers-and-goats", "halma"] {
        let out = hindsight(&["match", game, "random", "random:seed=2", "--games", "2", "--random-plies", "0"]);
        assert!(out.contains("\nrandom v random:seed=2: +"), "{out}");
    }
    let moves = |seed: &str| {
        let out = hindsight(&["search", "halma", "--engine", &format!("random:seed={seed}"), "--json"]);
        serde_json::from_str::<serde_json::Value>(&out).expect("JSON")["move"].as_str().map(str::to_string)
    };
    let all: Vec<_> = ["1", "2", "3", "4", "5", "6"].iter().map(|seed| moves(seed)).collect();
    assert_eq!(moves("1"), all[0]);
    assert!(all.iter().any(|mv| *mv != all[0]), "{all:?}");
    // It searches nothing, so there is no line for it.
    assert!(!hindsight(&["compare", "tic-tac-toe", "--depth", "1"]).contains("random"));
    assert!(hindsight(&["games", "pangki"]).contains(" random\n"));
}
