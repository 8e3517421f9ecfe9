//! Games between two processes, limits of searches, and searches that are stopped.

use std::thread;
use std::time::{Duration, Instant};

use super::{Engine, PATIENCE, answers, first_word};
use hindsight::catalogue::{self, Catalogue, CatalogueGame, GameEntry};
use hindsight::game::move_text;
use hindsight::play::{Ending, QUIET_PLIES, Record};

/// Plays a game of each kind by the clock, between two processes.
struct Games;

impl Catalogue for Games {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        let control =
            TimeControl { time: Duration::from_millis(200), increment: Duration::from_millis(10), most_plies: 60 };
        let engines = [Engine::start(&[entry.game.name()]), Engine::start(&[entry.game.name(), "scout-tt"])];
        let (plies, late) = by_the_clock(&entry.game, &control, engines, &[]);
        // Another process may have the processor for a while, but not each time.
        assert!(late <= plies / 4, "{}: {late} of {plies} moves came after the time was up", entry.game.name());
    }
}

/// The time of each side for a game, and more for each move.
pub struct TimeControl {
    pub time: Duration,
    pub increment: Duration,
    pub most_plies: usize,
}

/// Plays a game from an opening. Returns its plies, and how many of them came after the time was up; then the clock is
/// set again.
pub fn by_the_clock<G: CatalogueGame>(
    game: &G,
    control: &TimeControl,
    mut engines: [Engine; 2],
    opening: &[G::Move],
) -> (usize, usize) {
    let &TimeControl { time, increment, most_plies } = control;
    for engine in &mut engines {
        engine.ask("ugi", "ugiok");
        engine.ask("uginewgame\nisready", "readyok");
    }
    let (mut clocks, mut late) = ([time; 2], 0);
    let (mut record, mut moves) = (Record::new(game.start()), String::new());
    for &mv in opening {
        moves.push_str(&format!(" {}", move_text(game, record.position(), mv)));
        record.push(mv, game.play(record.position(), mv));
    }
    loop {
        let position = *record.position();
        let team = game.team(game.side_to_move(&position));
        let ending = Ending::of(game, &record, QUIET_PLIES);
        let known = if moves.is_empty() { String::new() } else { format!(" moves{moves}") };
        let engine = &mut engines[team];
        engine.send(&format!("position startpos{known}"));
        assert_eq!(engine.ask("query gameover", "response"), ending.is_some().to_string());
        assert_eq!(engine.ask("query p1turn", "response"), (team == 0).to_string());
        let result = match ending.map(|ending| ending.winner(team)) {
            None => "none",
            Some(None) => "draw",
            Some(Some(0)) => "p1win",
            Some(Some(_)) => "p2win",
        };
        assert_eq!(engine.ask("query result", "response"), result);
        if ending.is_some() || record.plies() >= most_plies {
            if game.outcome(&position).is_some() {
                assert_eq!(engine.ask("go depth 3", "bestmove"), "(none)");
            }
            engines.into_iter().for_each(Engine::quit);
            return (record.plies(), late);
        }
        let [first, second] = clocks.map(|clock| clock.as_millis());
        let start = Instant::now();
        let more = increment.as_millis();
        let text = engine.ask(&format!("go p1time {first} p2time {second} p1inc {more} p2inc {more}"), "bestmove");
        clocks[team] = match clocks[team].checked_sub(start.elapsed()) {
            Some(left) => left + increment,
            None => {
                late += 1;
                time
            }
        };
        let mv =
            game.parse_move(&position, first_word(&text)).unwrap_or_else(|error| panic!("{}: {error}", game.name()));
        record.push(mv, game.play(&position, mv));
        moves.push_str(&format!(" {}", first_word(&text)));
    }
}

#[test]
fn games_are_played_by_the_clock_and_by_the_rules() {
    catalogue::games(&mut Games);
}

/// How late an engine with a transposition table of 256 MB makes the last of several moves of 100 ms. A new table would
/// make it later than 10 ms.
fn late(game: &str, positions: &[&str]) -> Duration {
    let mut engine = Engine::start(&[game]);
    engine.send("setoption name Hash value 256\nisready");
    engine.until("readyok");
    let mut late = Duration::ZERO;
    for position in positions {
        let start = Instant::now();
        engine.send(&format!("position {position}\ngo movetime 100"));
        engine.until("bestmove");
        late = start.elapsed().saturating_sub(Duration::from_millis(100));
    }
    engine.quit();
    late
}

/// Whether one of ten engines makes its last move in time. Other tests run at the same time: one of the engines has the
/// processor to itself for as long.
fn is_in_time(game: &str, positions: &[&str]) -> bool {
    (0..10).any(|_| late(game, positions) < Duration::from_millis(10))
}

#[test]
fn the_first_move_of_a_process_keeps_its_time() {
    for game in ["checkers", "chess"] {
        assert!(is_in_time(game, &["startpos"]), "{game}: each of ten first moves is 10 ms late");
    }
}

/// The tables that are compiled into the program have results without depths. The scores of a search that knows the
/// result of its root are not scores for a search that does not.
#[test]
fn a_search_that_knows_its_result_keeps_its_time() {
    for (game, won) in [("checkers", "fen W:WK1,K2:BK30"), ("chess", "fen 8/8/8/8/2k5/8/1Q6/4K3 w - - 0 1")] {
        assert!(is_in_time(game, &["startpos", won]), "{game}: a search of a won position is late");
        assert!(is_in_time(game, &["startpos", won, "startpos"]), "{game}: a search after a won position is late");
    }
}

#[test]
fn numbers_beyond_all_limits_are_the_largest() {
    let mut engine = Engine::start(&["checkers"]);
    for name in ["wtime", "movetime", "nodes", "p1time", "movestogo", "winc"] {
        for number in ["99999999999999999999", "340282366920938463463374607431768211456", "-99999999999999999999"] {
            engine.send(&format!("go {name} {number} depth 2"));
            let lines = engine.until("bestmove");
            assert!(!lines.iter().any(|line| line.starts_with("info string")), "{name} {number}: {lines:?}");
        }
    }
    engine.quit();
}

#[test]
fn a_search_without_end_is_stopped_at_once() {
    for (game, engine) in [("checkers", "triple-jump"), ("pangki", "uct:tables=off"), ("tigers-and-goats", "scout-tt")]
    {
        let mut engine = Engine::start(&[game, engine]);
        let mut late = |command: &str| {
            engine.send(command);
            thread::sleep(Duration::from_millis(100));
            engine.ask("isready", "readyok");
            assert_eq!(engine.ask("query p1turn", "response"), "true");
            let start = Instant::now();
            assert_ne!(engine.ask("stop", "bestmove"), "(none)");
            start.elapsed()
        };
        // Another process may have the processor for a while, but not each time.
        let least = (0..3).map(|_| late("go infinite")).min();
        assert!(least < Some(Duration::from_millis(200)), "{game}: {least:?}");
        late("go movetime 100000");
        engine.send("stop\ngo infinite");
        engine.quit();
    }
}

/// A win is found at once, but `infinite` says to wait; a forced move too.
#[test]
fn the_move_of_an_infinite_search_waits_for_stop() {
    let mut engine = Engine::start(&["tic-tac-toe", "scout-tt"]);
    for (position, best) in [("xo./xo./... x", "a1"), ("xox/xoo/.xo x", "a1")] {
        engine.send(&format!("position fen {position}\ngo infinite"));
        engine.until("info depth 1");
        thread::sleep(Duration::from_millis(50));
        engine.send("isready");
        let lines = engine.until("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
        assert_eq!(first_word(&engine.ask("stop", "bestmove")), best);
    }
    engine.quit();
}

#[test]
fn the_end_of_the_input_lets_limited_searches_finish() {
    let lines = answers(&["checkers"], "position startpos\ngo depth 5\nposition startpos moves 11-15\ngo depth 3\n");
    let depths = lines.iter().filter(|line| line.starts_with("info depth")).count();
    let moves = lines.iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!((depths, moves, lines.len()), (8, 2, 10), "{lines:?}");
    let lines = answers(&["pangki"], "go infinite\n");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn stop_overtakes_the_commands_that_wait() {
    let mut engine = Engine::start(&["checkers", "triple-jump"]);
    let start = Instant::now();
    engine.send("go movetime 100000\nposition startpos moves 11-15\ngo movetime 100000\nsetoption name Hash value 1");
    engine.send("isready");
    engine.until("info depth 3");
    engine.send("stop");
    let moves = |lines: Vec<String>| lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    // The second search may end after the answer.
    let before = moves(engine.until("readyok"));
    assert!((1..=2).contains(&before) && (before == 2 || moves(engine.until("bestmove")) == 1));
    // Searches that are asked for later go on, and quit overtakes too.
    engine.send("go depth 4");
    assert!(engine.until("bestmove").iter().any(|line| line.starts_with("info depth 4 ")));
    engine.send("go movetime 100000\ngo movetime 100000");
    engine.until("info depth 3");
    engine.quit();
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

#[test]
fn a_search_ends_after_so_many_nodes() {
    let mut engine = Engine::start(&["checkers", "scout-tt"]);
    engine.send("uci\r\nisready\r\n\r\nposition startpos moves 11-15\r\ngo nodes 2000\r");
    engine.until("readyok");
    let lines = engine.until("bestmove");
    let count = |line: &String| -> u64 {
        let (_, rest) = line.split_once(" nodes ").expect("the number of nodes");
        rest.split(' ').next().and_then(|nodes| nodes.parse().ok()).expect("a number")
    };
    let nodes: Vec<u64> = lines[..lines.len() - 1].iter().map(count).collect();
    let [rest @ .., before, last] = &nodes[..] else { panic!("{lines:?}") };
    assert!(!rest.is_empty() && before < last && *last <= 2000, "{nodes:?}");
    // A player that counts nodes after each iteration ends after the iteration that reaches the limit.
    let input = "position startpos moves 11-15\ngo nodes 2000\n";
    let lines = answers(&["checkers", "triple-jump"], input);
    let counts: Vec<u64> = lines[..lines.len() - 1].iter().map(count).collect();
    let before = counts.iter().take_while(|nodes| **nodes < 2000).count();
    // The last iteration, and the nodes of the whole search.
    assert!(before > 1 && (1..=2).contains(&(counts.len() - before)), "{counts:?}");
    engine.quit();
}

#[test]
fn random_games_are_reported_while_they_are_played() {
    for engine in ["montecarlo:tables=off", "uct:tables=off"] {
        let lines = answers(&["pangki", engine], "go movetime 1100\n");
        let reports = lines.iter().filter(|line| line.starts_with("info depth 50 score cp ")).count();
        // Another process may have the processor for a while.
        assert!((2..=3).contains(&reports), "{lines:?}");
    }
}

#[test]
fn a_mate_is_looked_for_in_so_many_moves() {
    let fork = "position fen x../.o./x.o x\n";
    let lines = answers(&["tic-tac-toe", "alphabeta"], &format!("{fork}go mate 1\n"));
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove a2"));
    // Without one, the search ends at twice as many plies.
    let lines = answers(&["tic-tac-toe", "alphabeta"], "go mate 2\n");
    assert!(lines.len() == 5 && lines[3].contains("depth 4 ") && lines[3].contains(" score cp 0 "), "{lines:?}");
}

/// The expected reply is legal, and the clock runs from `ponderhit` on.
#[test]
fn a_search_in_the_opponents_time_waits_for_the_move() {
    for engine in ["triple-jump", "scout-tt"] {
        let mut engine = Engine::start(&["checkers", engine]);
        engine.send("setoption name Ponder value true\nposition startpos\ngo depth 5");
        let lines = engine.until("bestmove");
        let words: Vec<&str> = lines[lines.len() - 1].split(' ').collect();
        let ["bestmove", best, "ponder", reply] = words[..] else { panic!("{lines:?}") };
        let position = format!("position startpos moves {best} {reply}");
        let is_silent = |engine: &mut Engine| {
            thread::sleep(Duration::from_millis(400));
            engine.send("isready");
            let lines = engine.until("readyok");
            !lines.iter().any(|line| line.starts_with("bestmove"))
        };
        // The limits count from the hit on: a fifth of the time, a depth that was reached long ago.
        for limit in ["wtime 1050 btime 1050 movestogo 5", "movetime 150", "depth 2"] {
            engine.send(&format!("{position}\ngo ponder {limit}"));
            assert!(is_silent(&mut engine), "{limit}");
            let start = Instant::now();
            engine.send("ponderhit");
            engine.until("bestmove");
            let late = start.elapsed();
            let least = if limit == "movetime 150" { 150 } else { 0 };
            assert!((least..2000).contains(&late.as_millis()), "{limit}: {late:?}");
        }
        // The opponent has made another move.
        engine.send(&format!("{position}\ngo ponder wtime 10 btime 10"));
        assert!(is_silent(&mut engine));
        engine.send("ponderhit\nponderhit");
        engine.until("bestmove");
        engine.send("go ponder infinite\nponderhit");
        assert!(is_silent(&mut engine));
        engine.ask("stop", "bestmove");
        engine.send("go ponder\nstop");
        engine.until("bestmove");
        engine.send("ponderhit\nstop\nisready");
        assert_eq!(engine.until("readyok").len(), 1);
        engine.quit();
    }
}

/// The first move of the list loses the queen.
#[test]
fn a_search_with_no_time_compares_the_moves() {
    for limit in ["wtime 90 btime 90", "wtime 1 btime 1", "movetime 0"] {
        let queen = format!("position startpos moves e2e4 e7e5 d1h5 b8c6\ngo {limit}\n");
        for (game, input) in [("chess", queen), ("checkers", format!("go {limit}\n"))] {
            let lines = answers(&[game], &input);
            assert!(
                lines[0].starts_with("info depth 1 ") && !lines.contains(&"bestmove h5f7".to_string()),
                "{lines:?}"
            );
        }
    }
}

/// In each position a capture by the queen, or leaving it where it is, loses it.
#[test]
fn a_search_that_is_stopped_at_once_keeps_the_queen() {
    const POSITIONS: [(&str, &str); 4] = [
        ("r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1", "h5"),
        ("4k3/8/3p1p2/4p3/3Q4/8/8/4K3 w - - 0 1", "d4"),
        ("3qk3/8/8/3p4/4p3/3Q4/4P3/4K3 w - - 0 1", "d3"),
        ("4k3/1p1p1p2/8/p1p1Q3/5p2/8/8/4K3 w - - 0 1", "e5"),
    ];
    let limits = ["nodes 1", "nodes 5", "infinite\nstop", "movetime 0", "wtime 1 btime 1", "winc 1 binc 1"];
    for engine in ["maim", "scout-tt", "alphabeta-tt", "mtdf", "minimax", "scout", "alphabeta", "montecarlo", "uct"] {
        let asked: Vec<(&str, &str, &str)> =
            limits.iter().flat_map(|&limit| POSITIONS.map(|(fen, from)| (limit, fen, from))).collect();
        let ask = |(limit, fen, _): &(&str, &str, &str)| format!("position fen {fen}\ngo {limit}\n");
        let moves = bests(&format!("{engine}:tables=off"), &asked.iter().map(ask).collect::<String>());
        let then =
            |((_, fen, _), mv): (&(&str, &str, &str), &String)| format!("position fen {fen} moves {mv}\ngo depth 1\n");
        let replies = bests("maim", &asked.iter().zip(&moves).map(then).collect::<String>());
        assert_eq!((moves.len(), replies.len()), (asked.len(), asked.len()));
        for ((asked, mv), reply) in asked.iter().zip(&moves).zip(&replies) {
            let queen = if mv.starts_with(asked.2) { &mv[2..4] } else { asked.2 };
            assert_ne!(&reply[2..4], queen, "{engine}, {asked:?}: {mv}, {reply}");
        }
    }
}

/// The moves of an engine of chess, one for each search.
fn bests(engine: &str, input: &str) -> Vec<String> {
    let lines = answers(&["chess", engine], input);
    lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).map(|mv| first_word(mv).to_string()).collect()
}

#[test]
fn an_increment_alone_is_a_clock() {
    let start = Instant::now();
    let lines = answers(&["chess"], &"position startpos\ngo winc 100 binc 100\n".repeat(5));
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 5);
    // Without a limit each would take a second.
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}
