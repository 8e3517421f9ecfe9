//! Matches at the command line: where they begin, what they show, how they end, and what is left of them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Ended, run};
use hindsight::catalogue::{Catalogue, CatalogueGame, GameEntry};
use hindsight::game::{Game, Notation, move_text};
use hindsight::games::draughts::Draughts;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::play::transcript::{Transcript, read_all};
use serde_json::Value as Json;
use tempfile::TempDir;

fn temporary() -> TempDir {
    TempDir::new().expect("a directory for the test")
}

/// The command, where nothing is solved.
fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.arg("match").args(arguments).current_dir(directory).env("HINDSIGHT_TABLES", "data/tables");
    command
}

fn play(directory: &Path, arguments: &[&str]) -> Ended {
    run(&mut command(directory, arguments), b"")
}

/// The output of a match that was played to its end. A slow one shows its score meanwhile.
fn played(directory: &Path, arguments: &[&str]) -> String {
    let said = play(directory, arguments);
    assert_eq!(said.status, 0, "{}", said.err);
    said.out
}

/// The games of a file in the directory, in the order of their rounds, each as its moves.
fn saved<G: CatalogueGame>(
    game: &G,
    directory: &Path,
    file: &str,
) -> Vec<(Transcript<G::Position, G::Move>, Vec<String>)> {
    let text = fs::read_to_string(directory.join(file)).expect("a file");
    let read = read_all(game, &text).map(|read| read.expect(&text));
    let mut games: Vec<_> = read
        .map(|read| {
            let played = read.record.before().iter().zip(read.record.moves());
            let moves = played.map(|(position, &mv)| move_text(game, position, mv)).collect();
            (read, moves)
        })
        .collect();
    games.sort_by_key(|(read, _)| {
        let (pair, number) = read.tag("Round").and_then(|round| round.split_once('.')).expect("a round");
        (pair.parse::<u32>().expect(pair), number.parse::<u32>().expect(number))
    });
    games
}

/// The first moves of each game.
fn beginnings<P, M>(games: &[(Transcript<P, M>, Vec<String>)], plies: usize) -> Vec<String> {
    games.iter().map(|(_, moves)| moves[..plies].join(" ")).collect()
}

/// The ballots of the catalogue.
#[derive(Default)]
struct Ballots(Vec<String>);

impl Catalogue for Ballots {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        if entry.game.name() == "checkers" {
            let set = entry.openings.iter().find(|set| set.name == "ballots").expect("checkers have ballots");
            self.0.extend((set.text)().lines().map(str::to_string));
        }
    }
}

#[test]
fn checkers_begin_with_ballots_that_both_engines_play_with_either_side() {
    let directory = temporary();
    let at = directory.path();
    let engines = ["checkers", "alphabeta:depth=2", "triple-jump:depth=1", "--games", "12", "--json", "--save"];
    let out = played(at, &[&engines[..], &["default.pdn"]].concat());
    played(at, &[&engines[..], &["named.pdn", "--openings", "ballots", "--seed", "1", "--threads", "1"]].concat());
    played(at, &[&engines[..], &["other.pdn", "--openings", "ballots", "--seed", "2"]].concat());
    played(at, &[&engines[..], &["random.pdn", "--openings", "random"]].concat());
    played(at, &[&engines[..], &["seed.pdn", "--seed", "1"]].concat());

    let game = Draughts::checkers();
    let games = saved(&game, at, "default.pdn");
    let begun = beginnings(&games, 3);
    let mut ballots = Ballots::default();
    hindsight::catalogue::games(&mut ballots);
    assert_eq!((games.len(), ballots.0.len()), (12, 144));
    for (pair, games) in begun.chunks(2).zip(games.chunks(2)) {
        assert!(pair[0] == pair[1] && ballots.0.contains(&pair[0]), "{pair:?}");
        let sides = [0, 1].map(|number| ["Black", "White"].map(|side| games[number].0.tag(side).expect("a name")));
        assert_eq!(sides, [[engines[1], engines[2]], [engines[2], engines[1]]]);
    }
    // They are spread over the list.
    let numbers = begun.iter().filter_map(|moves| ballots.0.iter().position(|ballot| ballot == moves));
    assert!(numbers.max() > Some(72), "{begun:?}");
    // The order is that of a seed, on any number of threads, and the games are the same.
    let moves = |file: &str| saved(&game, at, file).into_iter().map(|(_, moves)| moves).collect::<Vec<_>>();
    assert_eq!(moves("default.pdn"), moves("named.pdn"));
    assert!(beginnings(&saved(&game, at, "other.pdn"), 3) != begun);
    assert_eq!(moves("random.pdn"), moves("seed.pdn"));
    assert!(moves("random.pdn").iter().any(|moves| !ballots.0.contains(&moves[..3].join(" "))));

    // What was saved is what was counted.
    let report: Json = serde_json::from_str(&out).expect("JSON");
    let plies: usize = games.iter().map(|(_, moves)| moves.len() - 3).sum();
    let won = |(read, _): &&(Transcript<_, _>, _)| {
        let black_won = read.result == Some("0-1");
        read.result != Some("1/2-1/2") && (read.tag("Black") == Some(engines[1])) == black_won
    };
    assert_eq!((&report["games"], &report["plies"]), (&12.into(), &plies.into()));
    assert_eq!(report["wins"], games.iter().filter(won).count());
    assert_eq!((games[0].0.tag("GameType"), games[0].0.tag("FEN")), (Some("21,B,8,8,N1,0"), None));
}

#[test]
fn a_file_of_openings_has_moves_or_positions() {
    let directory = temporary();
    let at = directory.path();
    let text = "\u{feff}# two\r\n\r\nb2 a1\r\n  x.o/.../... x  \r\n";
    fs::write(at.join("openings"), text).expect("a file");
    let arguments = ["tic-tac-toe", "level2", "level3", "--openings", "openings", "--save", "a.pdn", "--games"];
    played(at, &[&arguments[..], &["4"]].concat());
    let again = play(at, &[&arguments[..], &["6"]].concat());
    assert!(again.err.contains("2 openings for 6 games: some openings were played again"), "{}", again.err);
    let game = TicTacToe::new();
    let games = saved(&game, at, "a.pdn");
    assert_eq!(games.len(), 10);
    let from_moves = games.iter().filter(|(read, moves)| read.tag("FEN").is_none() && moves[..2] == ["b2", "a1"]);
    let position = game.parse("x.o/.../... x").expect("a position");
    let from_position = games.iter().filter(|(read, _)| {
        read.tag("SetUp") == Some("1") && read.record.before()[0] == position && read.tag("GameType").is_none()
    });
    let counts = (from_moves.count(), from_position.count());
    assert!(counts == (6, 4) || counts == (4, 6), "{counts:?}");
    assert!(games.iter().all(|(read, _)| game.outcome(read.record.position()).is_some()));
}

#[test]
fn the_result_has_a_line_for_each_side_and_the_elo_difference() {
    let directory = temporary();
    let said = play(directory.path(), &["tic-tac-toe", "level4", "level1", "--games", "40", "--random-plies", "0"]);
    assert!(said.err.contains("1 opening for 40 games"), "{}", said.err);
    assert_eq!(said.status, 0);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].starts_with("as x: +") && lines[1].starts_with("as o: +"), "{}", said.out);
    assert!(lines[2].starts_with("level4 v level1: +") && lines[2].ends_with("-0"), "{}", said.out);
    assert!(said.out.contains("Elo difference ") && said.out.contains(" moves), "), "{}", said.out);
}

#[test]
fn a_test_ends_a_match_when_a_difference_is_proved() {
    let directory = temporary();
    let test = |first: &str, second: &str, test: &[&str]| {
        let arguments = [&["tic-tac-toe", first, second, "--json", "--random-plies", "2"], test].concat();
        let said = play(directory.path(), &arguments);
        assert_eq!(said.status, 0, "{}", said.err);
        serde_json::from_str::<Json>(&said.out).expect("JSON")
    };
    for (first, second, bounds, expected) in [
        ("level4", "level1", &["--sprt"] as &[&str], "accepted"),
        ("level1", "level4", &["--sprt", "0,50"], "rejected"),
        ("level4", "level1", &["--sprt=-50,0", "--games", "4000"], "accepted"),
    ] {
        let report = test(first, second, bounds);
        let number = |name: &str| report[name].as_f64().expect(name);
        assert_eq!(report["sprt"], expected, "{report}");
        assert!(number("games") < 2000.0 && number("llr").abs() >= 19f64.ln(), "{report}");
        let pairs: Vec<f64> = report["pairs"].as_array().expect("five").iter().filter_map(Json::as_f64).collect();
        assert_eq!(pairs.len(), 5);
        // Games whose pair is not complete are counted, and are no part of the test.
        let of_pairs = 2.0 * pairs.iter().sum::<f64>();
        assert!((0.0..100.0).contains(&(number("games") - of_pairs)), "{report}");
    }
    let report = test("level3", "level3", &["--sprt", "--games", "10"]);
    assert_eq!((&report["sprt"], &report["games"]), (&"open".into(), &10.into()));
    let arguments = ["tic-tac-toe", "level4", "level1", "--sprt", "0,100"];
    let said = play(directory.path(), &arguments);
    assert!(said.out.contains("\n100 rather than 0 Elo: accepted, log-likelihood ratio "), "{}", said.out);
}

#[test]
fn json_has_the_whole_result() {
    let directory = temporary();
    let arguments = ["tic-tac-toe", "scout-tt:depth=9", "level1", "--games", "8", "--json", "--openings", "opening"];
    // The first engine wins as x, whoever is asked; as o it has lost already.
    fs::write(directory.path().join("opening"), "xx./oo./... x\n").expect("a file");
    let said = play(directory.path(), &arguments);
    let report: Json = serde_json::from_str(&said.out).expect("JSON");
    let fields: Vec<&String> = report.as_object().expect("an object").keys().collect();
    assert_eq!(
        said.out.find("{\"game\":\"tic-tac-toe\",\"first\":\"scout-tt:depth=9\",\"second\":\"level1\""),
        Some(0)
    );
    let mut expected = [
        "game",
        "first",
        "second",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "elo",
        "elo_low",
        "elo_high",
        "pairs",
        "llr",
        "sprt",
        "plies",
        "first_turns",
        "second_turns",
        "seconds",
        "tables",
    ];
    expected.sort_unstable();
    let mut fields: Vec<&str> = fields.into_iter().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, expected);
    assert_eq!(
        (&report["games"], &report["tables"], &report["sprt"], &report["llr"]),
        (&8.into(), &Json::Null, &Json::Null, &Json::Null)
    );
    let sum: i64 = ["wins", "draws", "losses"].iter().filter_map(|name| report[name].as_i64()).sum();
    assert!(sum == 8 && report["wins"].as_i64() >= Some(4), "{report}");
    assert_eq!(report["pairs"].as_array().map(Vec::len), Some(5));
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    let directory = temporary();
    let at = directory.path();
    fs::write(at.join("bad"), "11-15\n11-15 11-15\n").expect("a file");
    fs::write(at.join("worse"), "# moves\nhello\n").expect("a file");
    fs::write(at.join("none"), "# nothing\n").expect("a file");
    for (arguments, expected) in [
        (&["checkers", "level1", "scout"] as &[&str], "triple-jump, tricky-dick"),
        (&["checkers", "scout", "scout", "--quiet-plies", "9"], "from 10 to 100"),
        (&["checkers", "scout", "tricky-dick:tables=on"], "a setting of tricky-dick"),
        (&["tic-tac-toe", "level1:depth=1", "level2"], "a setting of level1"),
        (&["checkers", "scout", "scout", "--openings", "nowhere"], "could not read nowhere: no such file"),
        (&["checkers", "scout", "scout", "--openings", "nowhere"], "with a name are: ballots, random"),
        (&["tic-tac-toe", "scout", "scout", "--openings", "ballots"], "with a name are: random"),
        (&["checkers", "scout", "scout", "--openings", "bad"], "bad, line 2, ply 2: expected one of the legal moves"),
        (&["checkers", "scout", "scout", "--openings", "worse"], "worse, line 2: expected a position or moves"),
        (&["checkers", "scout", "scout", "--openings", "none"], "expected one opening per line, found none in none"),
        (&["checkers", "scout", "scout", "--openings", "ballots", "--random-plies", "3"], "--random-plies with random"),
        (&["checkers", "scout", "scout", "--sprt", "5,0"], "two Elo differences"),
        (&["checkers", "scout", "scout", "--save", "nowhere/games.pdn"], "could not write nowhere/games.pdn: no such"),
        (&["checkers", "scout", "scout", "--save", "bad"], "expected a new file or a file of games of checkers"),
    ] {
        let said = play(at, arguments);
        assert_eq!(said.out, "");
        let message = said.message();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[cfg(unix)]
mod stopped {
    use super::*;
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    /// Starts a match, presses Ctrl-C when it has shown its score, and returns that line, the status, the output and
    /// the further messages.
    fn interrupted(directory: &Path, arguments: &[&str]) -> (String, Option<i32>, String, String) {
        let mut command = command(directory, arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut messages = BufReader::new(child.stderr.take().expect("is piped"));
        let mut line = String::new();
        messages.read_line(&mut line).expect("it writes text");
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill can be run");
        assert!(sent.success());
        let start = Instant::now();
        let mut further = String::new();
        messages.read_to_string(&mut further).expect("it writes text");
        let ended = child.wait_with_output().expect("it ends");
        assert!(start.elapsed() < Duration::from_secs(10), "it went on for {:?}", start.elapsed());
        (line, ended.status.code(), String::from_utf8(ended.stdout).expect("text"), further)
    }

    #[test]
    fn ctrl_c_leaves_the_result_of_the_games_that_are_finished() {
        let directory = temporary();
        let arguments = ["tic-tac-toe", "uct:time=20ms", "level1", "--games", "90000", "--save", "games.pdn", "--json"];
        let (line, status, out, further) = interrupted(directory.path(), &arguments);
        assert!(
            line.contains(" of 90,000 games in 1.") && line.contains("%, Elo ") && line.contains(" left"),
            "{line}"
        );
        assert_eq!(status, Some(130), "{further}");
        assert!(further.contains("stopped: ") && further.contains(" of 90,000 games were finished"), "{further}");
        let report: Json = serde_json::from_str(&out).expect("JSON");
        let games = saved(&TicTacToe::new(), directory.path(), "games.pdn");
        assert!(games.len() > 1 && report["games"] == games.len(), "{} games: {out}", games.len());
    }

    #[test]
    fn ctrl_c_stops_a_long_search_at_once() {
        let directory = temporary();
        let arguments = ["checkers", "triple-jump:time=60s", "montecarlo:time=60s", "--no-tables"];
        let (line, status, out, further) = interrupted(directory.path(), &arguments);
        assert!(line.contains("0 of 100 games in 1."), "{line}");
        assert_eq!(
            (status, out.as_str()),
            (Some(130), "triple-jump:time=60s v montecarlo:time=60s: no game was finished\n")
        );
        assert!(further.contains("stopped: 0 of 100 games were finished"), "{further}");
    }
}

/// A game ends when the tables hold its position, with their result.
#[test]
fn games_are_adjudicated_by_the_tables() {
    let directory = temporary();
    let arguments = ["checkers", "random", "random", "--games", "20", "--adjudicate", "--json"];
    let ended = play(directory.path(), &[&arguments[..], &["--save", "games.pdn"]].concat());
    assert_eq!(ended.status, 0, "{}", ended.err);
    let draughts = Draughts::checkers();
    let games = saved(&draughts, directory.path(), "games.pdn");
    assert_eq!(games.len(), 20);
    // The tables in the program hold up to four pieces: a game ends with the first position that they hold, or before
    // by the rules.
    let is_held = |position: &hindsight::games::draughts::Position| (position.own | position.other).count_ones() <= 4;
    assert!(games.iter().all(|(game, _)| !game.record.before().iter().any(is_held)));
    assert!(games.iter().any(|(game, _)| is_held(game.record.position())));
    let without = play(directory.path(), &["tic-tac-toe", "random", "random", "--adjudicate", "--games", "2"]);
    assert_eq!((without.status, without.err.contains("tables")), (2, true), "{}", without.err);
}
