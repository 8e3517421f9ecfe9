//! Positions and moves, lines that make no sense, and all that an engine tells.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use super::{answers, first_word, line_of_play, number, speak};
use hindsight::catalogue::GameEntry;
use hindsight::game::{Game, PlayRules, Value};
use hindsight::games::tic_tac_toe::{Mark, TicTacToe};
use hindsight::open::Opened;
use hindsight::play::OpenPlay;
use hindsight::play::protocol::{Server, serve};
use hindsight::search::transposition::Bound;
use hindsight::search::{Abilities, Details, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use hindsight::table::Tables;
use hindsight::util::random::Random;

#[test]
fn a_position_that_is_refused_leaves_none_behind() {
    let wrong = "info string expected one of the legal moves a1 b1 c1 a2 c2 a3 b3 c3, found \"b2\"";
    for (position, why) in [
        ("position startpos moves b2 b2", wrong),
        ("position fen nowhere", "info string expected a position such as"),
        ("position", "info string expected startpos or fen after position, found nothing"),
        ("position fen xxx/xxx/... x", "info string expected"),
        ("position fen", "info string expected a position after fen"),
        ("position startpos b2", "info string expected moves after startpos"),
    ] {
        for go in
            ["go depth 9", "go wtime 100 btime 100", "go searchmoves a1 depth 2", "go infinite\nstop", "query p1turn"]
        {
            let input = format!("position startpos moves b2 a1\n{position}\nisready\n{go}\n");
            let lines = answers(&["tic-tac-toe", "minimax"], &input);
            let is_search = go.starts_with("go");
            let expected = [why, "readyok", why, "bestmove 0000"];
            let expected: Vec<_> = expected.into_iter().filter(|line| is_search || *line != "bestmove 0000").collect();
            assert_eq!(lines.len(), expected.len(), "{position}, {go}: {lines:?}");
            let is_told = lines.iter().zip(&expected).all(|(line, expected)| line.starts_with(expected));
            assert!(is_told, "{position}, {go}: {lines:?}");
        }
        // Until one is accepted.
        let input = format!("{position}\nucinewgame\ngo depth 1\nposition startpos\ngo depth 1\n");
        let lines = answers(&["tic-tac-toe", "minimax"], &input);
        let moves: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert!(moves.len() == 2 && moves[0] == "bestmove 0000" && moves[1] != "bestmove 0000", "{lines:?}");
    }
    for (game, position) in [
        ("chess", "position fen 8/8/8/8/8/4k3/8/4QQ2 w - - 0 1"),
        ("chess", "position startpos moves e2e5"),
        ("checkers", "position fen B:W33:B1"),
    ] {
        let lines = answers(&[game], &format!("{position}\ngo depth 1\n"));
        assert_eq!((lines.len(), &*lines[2]), (3, "bestmove 0000"), "{lines:?}");
    }
    // A command that is no position changes nothing.
    let lines = answers(&["tic-tac-toe", "minimax"], "position startpos moves b2\ngo wtime soon\nquery p1turn\n");
    assert_eq!(lines, ["info string expected a number after wtime, found \"soon\"", "response false"]);
}

/// Two squares name one move, also where a space stands between them.
#[test]
fn moves_of_draughts_are_read_with_any_sign() {
    for moves in
        ["11-15 23-19", "11:15 2319", "11x15 23\u{d7}19", "11 - 15 23 -19", "11- 15 23\u{2013}19", "011-15 23->19"]
    {
        let input = format!("position startpos moves {moves} 08-11\nquery p1turn\ngo searchmoves 22 - 17 depth 1\n");
        let lines = answers(&["checkers", "scout"], &input);
        let best = lines.last().map(String::as_str);
        assert_eq!((lines[0].as_str(), best), ("response false", Some("bestmove 22-17")), "{moves}: {lines:?}");
    }
}

/// Other programs do not know that bare kings are a draw.
#[test]
fn a_dead_position_is_played_on() {
    for (position, legal) in [
        ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", &["e1d1", "e1f1"][..]),
        ("8/8/8/8/8/7k/4r3/4K3 w - - 0 1 moves e1e2", &["h3g2", "h3g3", "h3g4", "h3h2", "h3h4"]),
        ("8/8/8/8/8/7k/4r3/4K3 w - - 0 1 moves e1e2 H3H2 e2d2", &["h2g1", "h2g2", "h2g3", "h2h1", "h2h3"]),
    ] {
        let lines = answers(&["chess"], &format!("position fen {position}\nquery gameover\ngo depth 3\n"));
        let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
        assert!(lines[0] == "response true" && legal.contains(&best), "{position}: {lines:?}");
        let lines = answers(&["chess"], &format!("position fen {position}\ngo searchmoves {} depth 3\n", legal[1]));
        assert_eq!(lines.last(), Some(&format!("bestmove {}", legal[1])), "{position}: {lines:?}");
    }
    let lines = answers(&["chess"], "position fen 8/8/8/8/8/4k3/8/4K3 w - - 0 1 moves e1e2\ngo depth 1\n");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 0000"), "the king may not be taken: {lines:?}");
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
        let result = SearchResult::of_move(best, evaluation);
        let mut result = SearchResult { depth: 4, nodes: 50, leaves: 1, line, details, ..result };
        request.watch.bound(&result);
        result.rate(evaluation, Some(Value::Loss(4)));
        result.details.bound = Bound::Upper;
        request.watch.bound(&result);
        result.rate(evaluation, Some(Value::Win(5)));
        result.details.bound = Bound::Exact;
        for number in 0..request.lines {
            result.details.number = number;
            request.tell(&mut result);
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
    let game = TicTacToe::new();
    let tables = Tables::empty(&game);
    let game: Arc<dyn OpenPlay> = Opened::new(GameEntry::new(game).players(vec![teller]), tables);
    let server = Server {
        name: "test",
        game: Arc::clone(&game),
        engine: "teller",
        open: &|_: &OsStr, _: Option<u32>| Ok(Arc::clone(&game)),
        directories: OsString::new(),
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
fn a_line_that_is_too_long_is_skipped() {
    let mut input = b"position startpos moves b2\nposition startpos moves".to_vec();
    input.extend(b" b2".repeat(1_000_000));
    input.extend(b"\nquery p1turn\n");
    let output = speak(&input);
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("info string expected a line of up to"), "{output}");
    assert_eq!(lines[1..], lines[..1], "the position was not read");
    // A game of many moves is no such line.
    assert_eq!(
        speak(format!("position startpos moves{}\nisready", " b2 a1".repeat(10_000)).as_bytes()).lines().count(),
        2
    );
}
