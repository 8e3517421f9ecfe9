//! The protocol of programs that play, from outside: games between two processes, searches that are stopped, and input
//! that makes no sense.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::run;
use hindsight::catalogue::{self, Catalogue, CatalogueGame, GameEntry};
use hindsight::game::{Game, PlayRules, Value, move_text};
use hindsight::games::tic_tac_toe::{Mark, TicTacToe};
use hindsight::play::protocol::{Server, serve};
use hindsight::play::{Ending, QUIET_PLIES, Record};
use hindsight::search::transposition::Bound;
use hindsight::search::{Abilities, Details, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use hindsight::space::{Entry, SliceId};
use hindsight::util::random::Random;
use hindsight::values::{Lookup, LookupError};
use tempfile::TempDir;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// An engine in a process of its own.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Engine {
    /// Starts `uci` with these arguments, without tables unless the arguments name them.
    pub fn start(arguments: &[&str]) -> Engine {
        Engine::of(Command::new(env!("CARGO_BIN_EXE_hindsight")).arg("uci").args(arguments))
    }

    /// Starts a command.
    fn of(command: &mut Command) -> Engine {
        command.env("HINDSIGHT_TABLES", "nowhere");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("is piped")).lines();
        let (sender, output) = channel();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Engine { input: child.stdin.take().expect("is piped"), child, output }
    }

    fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).and_then(|()| self.input.flush()).expect("the program reads");
    }

    /// The lines up to the first that begins with this.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.output.recv_timeout(PATIENCE);
            lines.push(line.unwrap_or_else(|_| panic!("{start} expected, found {lines:?}")));
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// The answer to a command: the last of the lines up to the first that begins with `start`, without it.
    fn ask(&mut self, command: &str, start: &str) -> String {
        self.send(command);
        let lines = self.until(start);
        lines[lines.len() - 1][start.len()..].trim().to_string()
    }

    /// Sends `quit` and waits for the end.
    fn quit(mut self) {
        self.send("quit");
        assert_eq!(self.child.wait().expect("the program ends").code(), Some(0));
    }
}

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

#[test]
#[cfg(unix)]
fn threads_that_the_system_does_not_start_are_done_without() {
    for game in ["chess", "checkers"] {
        let script = format!("ulimit -v 400000 && exec {} uci {game}", env!("CARGO_BIN_EXE_hindsight"));
        let mut engine = Engine::of(Command::new("sh").args(["-c", &script]));
        engine.send("setoption name Threads value 64");
        for _ in 0..3 {
            engine.send("go movetime 100");
            let lines = engine.until("bestmove");
            let missing = |line: &String| line.contains("more threads for the search, found that the system starts no");
            assert!(lines.iter().any(missing), "{lines:?}");
        }
        engine.quit();
    }
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
fn an_engine_introduces_itself() {
    let mut engine = Engine::start(&["checkers", "triple-jump:hash=32M,threads=2"]);
    engine.send("uci");
    let version = env!("CARGO_PKG_VERSION");
    let expected = [
        format!("id name Hindsight {version} (triple-jump)"),
        "id author the Hindsight authors".to_string(),
        "option name Hash type spin default 32 min 1 max 1048576".to_string(),
        "option name Threads type spin default 2 min 1 max 256".to_string(),
        "option name Ponder type check default false".to_string(),
        "option name UCI_ShowWDL type check default false".to_string(),
        "option name Move Overhead type spin default 100 min 0 max 5000".to_string(),
        "option name Tables type check default true".to_string(),
        "option name TablesPath type string default nowhere".to_string(),
        "option name ProbeLimit type spin default 100 min 0 max 100".to_string(),
        "uciok".to_string(),
    ];
    assert_eq!(engine.until("uciok"), expected);
    engine.send(
        "setoption name Hash value 2\nsetoption name Threads value 3\nsetoption name Ponder value true\n\
         setoption name MultiPV value 2\ngo depth 6",
    );
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with("info string expected an option of triple-jump, found \"MultiPV\""), "{lines:?}");
    for (line, depth) in lines[1..].iter().zip(1..=6) {
        assert!(line.starts_with(&format!("info depth {depth} score cp ")), "{line}");
        assert!([" nodes ", " nps ", " time ", " pv "].iter().all(|part| line.contains(part)), "{line}");
    }
    // Threads that end later than the last iteration enter more nodes.
    assert!((8..=9).contains(&lines.len()), "{lines:?}");
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

/// What `uci` answers to an input that ends.
fn answers(arguments: &[&str], input: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    let ended = run(command.arg("uci").args(arguments).env("HINDSIGHT_TABLES", "nowhere"), input.as_bytes());
    ended.answer().lines().map(str::to_string).collect()
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
fn a_position_that_is_wrong_leaves_the_old_one() {
    let input = "position startpos moves b2 a1\nposition startpos moves b2 b2\nposition fen nowhere\nposition\n\
                 position fen xxx/xxx/... x\nposition startpos moves a1 a1\ngo wtime soon\nquery p1turn\ngo depth 9\n";
    let lines = answers(&["tic-tac-toe", "minimax"], input);
    let expected = [
        "info string expected one of the legal moves a1 b1 c1 a2 c2 a3 b3 c3, found \"b2\"",
        "info string expected a position such as",
        "info string expected startpos or fen after position, found nothing",
        "info string expected",
        "info string expected one of the legal moves b1 c1 a2",
        "info string expected a number after wtime, found \"soon\"",
        "response true",
        "info depth 1 seldepth 1 score cp 0 nodes 7",
    ];
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
    assert!(lines[lines.len() - 1].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn the_tables_know_the_move() {
    let directory = TempDir::new().expect("a directory for the test");
    let tables = directory.path().to_str().expect("text");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(["solve", "tic-tac-toe", "--tables", tables]), b"").answer();
    // The crosses win against o on an edge, in 5 plies.
    let input = format!(
        "position startpos moves b2 a2\ngo depth 1\nsetoption name TablesPath value {tables}\ngo depth 1\n\
         setoption name Tables value false\ngo depth 1\nposition startpos moves b2 a2 a1 c3\n\
         setoption name Tables value true\ngo depth 1\n"
    );
    let lines = answers(&["tic-tac-toe", "scout-tt"], &input);
    let scores: Vec<&str> = lines.iter().filter_map(|line| line.split(" score ").nth(1)).collect();
    let starts = ["cp 0 nodes 7", "mate 3 nodes 0", "cp 0 nodes 7", "mate 2 nodes 0"];
    assert!(scores.len() == 4 && scores.iter().zip(starts).all(|(score, start)| score.starts_with(start)), "{lines:?}");

    std::fs::write(directory.path().join("tic-tac-toe.table"), "no table").expect("can be written");
    let lines = answers(&["tic-tac-toe", "scout-tt", "--tables", tables], "isready\ngo depth 1\n");
    assert!(lines[0].starts_with("info string ") && lines[0].contains("tic-tac-toe.table"), "{lines:?}");
    assert!(lines[1] == "readyok" && lines[3].starts_with("bestmove "), "{lines:?}");
}

/// Speaks with an engine of tic-tac-toe in this process, with these tables.
fn speak_with<T: Lookup + Send + Copy + 'static>(tables: Option<T>, mut input: &[u8]) -> String {
    let server = Server {
        name: "test",
        game: &TicTacToe::new(),
        players: &[],
        engine: "scout-tt:hash=1M",
        open: &|_: &OsStr, _: Option<u32>| Ok(tables),
        directories: OsString::new(),
        other: None,
    };
    let mut output = Vec::new();
    serve(&server, &mut input, &mut output).expect("nothing fails in memory");
    String::from_utf8(output).expect("text")
}

/// The move of an answer, without the reply that is expected.
fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// The same without tables.
fn speak(input: &[u8]) -> String {
    speak_with(None::<()>, input)
}

/// Tables that cannot be read.
#[derive(Clone, Copy)]
struct Unreadable;

impl Lookup for Unreadable {
    fn value(&self, _: Entry) -> Result<Option<Value>, LookupError> {
        Err(LookupError::new(std::io::Error::other("the disk is gone")))
    }

    fn holds(&self, _: SliceId) -> bool {
        true
    }
}

#[test]
fn without_tables_that_can_be_read_the_engine_plays_on() {
    let output = speak_with(Some(Unreadable), b"isready\ngo depth 2\ngo depth 1\n");
    let lines: Vec<&str> = output.lines().collect();
    let starts =
        ["readyok", "info string the disk is gone", "info depth 1 ", "info depth 2 ", "bestmove ", "info depth 1 "];
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{output}");
    assert!(lines.len() == 7 && lines[6].starts_with("bestmove "), "{output}");
}

#[test]
fn whatever_is_sent_the_engine_answers() {
    send_noise(1, 100);
}

/// `sessions` sessions of a hundred lines each, of words of the protocol and noise.
pub fn send_noise(seed: u64, sessions: usize) {
    const WORDS: [&str; 44] = [
        "uci",
        "ugi",
        "isready",
        "position",
        "startpos",
        "fen",
        "moves",
        "b2",
        "a1",
        "xo./xo./... x",
        "go",
        "depth",
        "3",
        "movetime",
        "-7",
        "infinite",
        "stop",
        "query",
        "result",
        "setoption",
        "name",
        "Hash",
        "value",
        "1",
        "debug",
        "ucinewgame",
        "p1time",
        "wtime",
        "winc",
        "movestogo",
        "nodes",
        "mate",
        "ponder",
        "ponderhit",
        "searchmoves",
        "a2",
        "MultiPV",
        "Move Overhead",
        "Ponder",
        "true",
        "TablesPath",
        "\u{fffd}",
        "99999999999999999999",
        "\0",
    ];
    let mut random = Random::new(seed);
    for _ in 0..sessions {
        let mut input = Vec::new();
        for _ in 0..100 {
            for _ in 0..random.below(7) {
                match random.below(10) {
                    0 => input.extend((0..random.below(9)).map(|_| random.below(256) as u8)),
                    _ => input.extend(WORDS[random.below(WORDS.len())].bytes()),
                }
                input.push(b' ');
            }
            input.push(b'\n');
        }
        // Whatever happened, it plays on.
        input.extend(b"\nstop\nposition startpos moves b2\nisready\ngo depth 2\n");
        let output = speak(&input);
        let last = output.lines().last().unwrap_or_default();
        assert!(output.contains("readyok\n") && last.starts_with("bestmove "), "{input:?}: {output}");
        assert!(!last.starts_with("bestmove b2"), "{output}");
    }
}

/// The number after a word of a line.
fn number(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|other| *other != word);
    words.nth(1)?.parse().ok()
}

/// The line of play of an `info`.
fn line_of_play(line: &str) -> Vec<&str> {
    line.split_once(" pv ").map_or(Vec::new(), |(_, moves)| moves.split(' ').collect())
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

#[test]
fn every_engine_chooses_among_the_moves_that_are_named() {
    let engines = ["triple-jump", "tricky-dick", "scout-tt", "alphabeta-tt", "mtdf", "minimax", "scout", "expectimax"];
    for engine in engines.into_iter().chain(["montecarlo:time=50ms", "uct:time=50ms", "random"]) {
        for (named, allowed) in [("12-16", &["12-16"][..]), ("9-13 21-17 12-16 9-13", &["9-13", "12-16"])] {
            let input = format!("go searchmoves {named} depth 3\n");
            let lines = answers(&["checkers", engine], &input);
            let told: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string")).collect();
            let illegal = usize::from(named.contains("21-17"));
            assert_eq!(told.len(), illegal + usize::from(engine == "tricky-dick"), "{engine}: {lines:?}");
            let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).map(first_word);
            assert!(best.is_some_and(|best| allowed.contains(&best)), "{engine}: {lines:?}");
            let played = lines.iter().filter_map(|line| line_of_play(line).first().copied());
            assert!(played.into_iter().all(|mv| allowed.contains(&mv)), "{engine}: {lines:?}");
        }
    }
    let lines = answers(&["checkers"], "go searchmoves e2e4 depth 1\n");
    assert!(lines[0].starts_with("info string expected one of the legal moves") && lines.len() == 3, "{lines:?}");
}

#[test]
fn several_lines_come_best_first() {
    let lines = answers(&["checkers", "scout-tt"], "setoption name MultiPV value 3\ngo depth 6\n");
    assert_eq!(lines.len(), 3 * 6 + 1, "{lines:?}");
    for (depth, told) in (1..).zip(lines.chunks_exact(3)) {
        let numbers = |word| told.iter().filter_map(|line| number(line, word)).collect::<Vec<_>>();
        assert_eq!((numbers("depth"), numbers("multipv")), (vec![depth; 3], vec![1, 2, 3]), "{told:?}");
        assert!(numbers("cp").is_sorted_by(|better, worse| better >= worse), "{told:?}");
        let mut firsts: Vec<_> = told.iter().map(|line| line_of_play(line)[0]).collect();
        assert!(lines[3 * 6 - 3].contains(&format!(" pv {} ", first_word(&lines[18][9..]))));
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 3, "{told:?}");
    }
    // Not more than there are moves, and of those that are named.
    let input = "setoption name MultiPV value 256\ngo depth 1\ngo depth 1 searchmoves 9-13 9-14\n";
    let lines = answers(&["checkers", "minimax"], input);
    let told = lines.iter().filter(|line| line.starts_with("info depth 1 ")).count();
    assert_eq!((told, lines.len()), (7 + 2, 11), "{lines:?}");
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

#[test]
fn options_are_set_after_the_search_that_runs() {
    let mut engine = Engine::start(&["checkers", "scout-tt"]);
    engine.send("go infinite");
    engine.until("info depth 2 ");
    engine.send("setoption name MultiPV value 2\nsetoption name Contempt value 1\nisready");
    let lines = engine.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove") || line.contains("string")), "{lines:?}");
    engine.send("stop");
    engine.until("bestmove");
    engine.send("go depth 1");
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with("info string expected an option of scout-tt, found \"Contempt\""), "{lines:?}");
    assert!(lines.len() == 4 && lines[2].contains(" multipv 2 "), "{lines:?}");
    engine.quit();
}

#[cfg(unix)]
#[test]
fn a_hash_that_does_not_fit_in_memory_leaves_the_old_one() {
    let script = r#"ulimit -v 3000000; exec "$0" "$@""#;
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_hindsight"), "uci", "checkers", "scout-tt:hash=1500M"]);
    command.env("HINDSIGHT_TABLES", "nowhere");
    // A game of its own takes as much memory once more only if that of the game before is free.
    let input = "setoption name Hash value 4096\nucinewgame\nsetoption name Hash value 2000\nucinewgame\ngo depth 2\n";
    let lines: Vec<String> = run(&mut command, input.as_bytes()).answer().lines().map(str::to_string).collect();
    let messages: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string")).collect();
    assert!(messages.len() == 1 && messages[0].contains("expected hash=BYTES that fit in memory"), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    for (position, score) in [("xxx/oo./... o", "mate 0"), ("xox/xoo/oxx o", "cp 0")] {
        let lines = answers(&["tic-tac-toe"], &format!("position fen {position}\ngo depth 3\n"));
        assert_eq!(lines, [format!("info depth 0 score {score} nodes 0 time 0"), "bestmove (none)".to_string()]);
    }
}

/// Castling is a move of the king, promotion names the piece, and positions are FEN of six fields.
#[test]
fn chess_is_played_by_uci() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20";
    let promotion = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
    let passing = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 moves e2e4";
    let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    for (position, asked, best) in [
        (castling, "depth 2 searchmoves e1g1", "e1g1"),
        (castling, "depth 2 searchmoves e1c1", "e1c1"),
        (promotion, "depth 1 searchmoves e7e8n", "e7e8n"),
        (promotion, "depth 2", "e7e8q"),
        (passing, "depth 1 searchmoves d4e3", "d4e3"),
        (mate, "mate 1", "d1d8"),
        (mate, "wtime 1000 btime 1000 winc 10 binc 10", "d1d8"),
    ] {
        let lines = answers(&["chess", "scout-tt"], &format!("uci\nposition fen {position}\ngo {asked}\n"));
        let answer = lines.last().and_then(|line| line.strip_prefix("bestmove ")).map(first_word);
        assert_eq!(answer, Some(best), "{position}, {asked}: {lines:?}");
        assert_eq!(lines.iter().any(|line| line.contains(" score mate 1 ")), position == mate, "{lines:?}");
    }
    let lines = answers(&["chess", "scout-tt"], "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\n");
    assert_eq!(lines, ["info depth 0 score mate 0 nodes 0 time 0", "bestmove (none)"]);
}

/// After a capture of the rook the tables have results alone.
#[test]
fn a_win_of_unknown_depth_is_not_told_as_a_mate() {
    let lines = answers(&["chess"], "position fen 7k/8/8/8/8/1r6/8/1R2R1K1 w - - 0 1\ngo depth 1\n");
    assert!(lines[0].contains(" score cp 10000 "), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains(" score mate ")), "{lines:?}");
    assert_eq!(lines.last().map(|line| first_word(&line[9..])), Some("b1b3"), "{lines:?}");
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

#[test]
fn a_forced_reply_has_a_score_in_the_unit_of_the_engine() {
    let forced = "position startpos moves 11-15 22-18";
    let [by_depth, by_clock] = ["depth 1", "wtime 60000 btime 60000"].map(|limit| {
        let lines = answers(&["checkers"], &format!("{forced}\ngo {limit}\n"));
        assert!(lines.len() == 2 && lines[1].starts_with("bestmove 15x22"), "{lines:?}");
        (number(&lines[0], "depth"), number(&lines[0], "cp"))
    });
    assert_eq!(by_clock, by_depth);
}

#[test]
fn the_plies_without_progress_of_a_position_may_be_any_number() {
    let lines = answers(&["chess"], "position fen 4k3/8/8/8/8/8/8/4KQ2 w - - 65535 1\ngo depth 3\n");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

/// A player that tells all that a player can tell.
struct Teller;

impl Player<TicTacToe> for Teller {
    fn search(&mut self, request: &SearchRequest<TicTacToe>) -> SearchResult<Mark> {
        let line: Vec<Mark> = request.game.moves(request.position).take(2).collect();
        let details = Details {
            selective_depth: Some(9),
            hash_full: Some(123),
            table_hits: Some(7),
            bound: Bound::Lower,
            ..Details::default()
        };
        let (best, evaluation) = (line[0], request.limit.nodes.unwrap_or_default() as i32);
        let mut result = SearchResult { best, evaluation, value: None, depth: 4, nodes: 50, leaves: 1, line, details };
        request.watch.bound(&result);
        (result.details.bound, result.value) = (Bound::Upper, Some(Value::Loss(4)));
        request.watch.bound(&result);
        (result.details.bound, result.value) = (Bound::Exact, Some(Value::Win(5)));
        for number in 0..request.lines {
            result.details.number = number;
            request.watch.iteration(&result);
        }
        result.details.number = 0;
        result
    }

    fn abilities(&self) -> Abilities {
        Abilities { moves: true, lines: true, limits: true }
    }
}

#[test]
fn all_that_a_player_tells_is_passed_on() {
    let teller = PlayerFactory {
        name: "teller",
        about: "tells",
        unit: None,
        chance: TicTacToe::chance,
        settings: &[],
        new_player: |_: &Settings| Box::new(Teller) as Box<dyn Player<TicTacToe>>,
    };
    let server = Server {
        name: "test",
        game: &TicTacToe::new(),
        players: &[teller],
        engine: "teller",
        open: &|_: &OsStr, _: Option<u32>| Ok(None::<()>),
        directories: OsString::new(),
        other: None,
    };
    let mut output = Vec::new();
    let mut input = &b"go nodes 77\nsetoption name MultiPV value 2\ngo depth 1\n"[..];
    serve(&server, &mut input, &mut output).expect("nothing fails in memory");
    let output = String::from_utf8(output).expect("text");
    // Times and rates depend on the clock.
    let words = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let timed = |place: usize| place > 0 && ["nps", "time"].contains(&words[place - 1]);
        (0..words.len()).filter(|&place| !timed(place)).map(|place| words[place]).collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = output.lines().map(words).collect();
    let info = |several: &str, score: &str| {
        format!("info depth 4 seldepth 9{several} score {score} nodes 50 nps hashfull 123 tbhits 7 time pv a1 b1")
    };
    let expected = [
        info("", "cp 77 lowerbound"),
        info("", "mate -2 upperbound"),
        info("", "mate 3"),
        "bestmove a1 ponder b1".to_string(),
        info(" multipv 1", "cp 0 lowerbound"),
        info(" multipv 1", "mate -2 upperbound"),
        info(" multipv 1", "mate 3"),
        info(" multipv 2", "mate 3"),
        "bestmove a1 ponder b1".to_string(),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn the_tables_have_a_line_for_each_move() {
    let directory = TempDir::new().expect("a directory for the test");
    let tables = directory.path().to_str().expect("text");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    run(command.args(["solve", "tic-tac-toe", "--tables", tables]), b"").answer();
    let input = "setoption name MultiPV value 4\nposition startpos moves b2 a2\ngo infinite\ngo searchmoves c3 b1\n";
    let lines = answers(&["tic-tac-toe", "scout-tt", "--tables", tables], input);
    let told: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
    assert_eq!(told.iter().filter_map(|line| number(line, "multipv")).collect::<Vec<_>>(), [1, 2, 3, 4, 1, 2]);
    assert!(told.iter().all(|line| number(line, "tbhits").is_some()), "{lines:?}");
    // Best play from here ends after five plies.
    assert!(told[0].contains(" score mate 3 ") && line_of_play(told[0]).len() == 5, "{lines:?}");
    let played: Vec<&str> = told[4..].iter().map(|line| line_of_play(line)[0]).collect();
    assert!(played == ["c3", "b1"] || played == ["b1", "c3"], "{lines:?}");
    assert!(lines[4].starts_with("bestmove ") && lines[4].contains(" ponder "), "{lines:?}");
}

#[test]
fn a_line_that_is_too_long_is_skipped() {
    let mut input = b"position startpos moves b2\nposition startpos moves".to_vec();
    input.extend(b" b2".repeat(1_000_000));
    input.extend(b"\nquery p1turn\n");
    let output = speak(&input);
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("info string expected a line of up to"), "{output}");
    assert_eq!(lines[1..], ["response false"]);
    // A game of many moves is no such line.
    assert_eq!(
        speak(format!("position startpos moves{}\nisready", " b2 a1".repeat(10_000)).as_bytes()).lines().count(),
        2
    );
}

#[test]
fn what_is_no_engine_is_told_before_anything_else() {
    let ended = run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(["uci", "checkers", "level4"]), b"uci\n");
    assert_eq!(ended.out, "");
    assert!(ended.message().contains("expected an engine, one of"));
}

#[test]
fn the_chances_and_the_probe_limit_are_options() {
    let mut engine = Engine::start(&["checkers"]);
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("position startpos");
    engine.send("go depth 3");
    let lines = engine.until("bestmove");
    let chances = |line: &str| -> Vec<u32> {
        let words = line.split(" wdl ").nth(1).unwrap_or_default().split(' ');
        words.take(3).filter_map(|word| word.parse().ok()).collect()
    };
    let told: Vec<_> = lines.iter().filter(|line| line.contains(" score ")).map(|line| chances(line)).collect();
    assert!(
        !told.is_empty() && told.iter().all(|told| told.len() == 3 && told.iter().sum::<u32>() == 1000),
        "{lines:?}"
    );

    // The tables in the program hold four pieces; with a limit of three, the position is searched.
    let hits = |engine: &mut Engine| {
        engine.send("position fen W:WK1,K2:BK32,K31");
        engine.send("go depth 2");
        let lines = engine.until("bestmove");
        lines.iter().any(|line| line.contains("tbhits") && !line.contains("tbhits 0"))
    };
    assert!(hits(&mut engine));
    engine.send("setoption name ProbeLimit value 3");
    assert!(!hits(&mut engine));
    engine.send("setoption name TablesPath value no/such/directory");
    engine.send("go depth 1");
    assert!(engine.until("bestmove").iter().any(|line| line.contains("no/such/directory")));
    engine.quit();
}

#[cfg(feature = "syzygy")]
#[test]
fn the_engine_of_chess_takes_directories_of_syzygy() {
    let input = b"uci\nsetoption name SyzygyPath value nowhere\nisready\ngo depth 1\nsetoption name SyzygyPath value\nisready\n";
    let answer = run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(["uci", "chess"]), input).answer();
    for option in [
        "SyzygyPath type string default <empty>",
        "SyzygyProbeLimit type spin default 7 min 0 max 7",
        "Syzygy50MoveRule type check default true",
    ] {
        assert!(answer.contains(&format!("option name {option}\n")), "{answer}");
    }
    let error = "info string expected files *.rtbw of Syzygy in nowhere, found none\n";
    assert_eq!((answer.matches(error).count(), answer.matches("readyok").count()), (1, 2), "{answer}");
    assert!(answer.contains("bestmove "), "{answer}");
    let other = run(Command::new(env!("CARGO_BIN_EXE_hindsight")).args(["uci", "checkers"]), b"uci\n").answer();
    assert!(!other.contains("Syzygy"), "{other}");
}
