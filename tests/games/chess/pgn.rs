//! Games as PGN: what is written, and what is read of other programs' files.

use hindsight::game::{move_text_for_people, position_text};
use hindsight::play::transcript::{self, MoveNote, Tags, Transcript};
use hindsight::play::{Ending, QUIET_PLIES, Record};
use hindsight::util::random::Random;
use proptest::prelude::*;

use super::{CHESS, POSITIONS, played, random_game};
use crate::library::changed_records::reads;
use crate::library::parsers::{check, texts};

type Game = Transcript<hindsight::games::chess::Position, hindsight::games::chess::Move>;

/// Paul Morphy's game against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 \
                     Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

fn tags() -> Tags {
    Tags { event: "Casual".to_string(), site: "Paris".to_string(), date: "1858.??.??".to_string(), ..Tags::default() }
}

/// A game as text.
fn written(record: &Record<hindsight::games::chess::Position, hindsight::games::chess::Move>) -> String {
    transcript::write(&*CHESS, record, &["Morphy", "Allies"], Ending::of(&*CHESS, record, QUIET_PLIES), &tags())
}

#[test]
fn a_game_is_written_in_export_format() {
    let expected = r#"[Event "Casual"]
[Site "Paris"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy"]
[Black "Allies"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7
8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7
14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"#;
    assert_eq!(written(&played(POSITIONS[0], OPERA)), expected);

    // Moves are counted from the number of the position.
    let from = "4k3/8/8/8/8/8/4p2P/4K3 b - - 3 41";
    let text = written(&played(from, "Kd7 Kxe2 Ke6"));
    assert!(text.contains("[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p2P/4K3 b - - 3 41\"]\n\n"), "{text}");
    assert!(text.ends_with("\n\n41... Kd7 42. Kxe2 Ke6 *\n"), "{text}");
    // A position that is the start but for its counters is not the start.
    let text = written(&played("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3", "e4"));
    assert!(text.contains("[FEN ") && text.ends_with("\n\n3. e4 *\n"), "{text}");
}

#[test]
fn moves_have_their_number_again_after_a_comment() {
    let text = "[White \"a\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";
    let game = transcript::read_all(&*CHESS, text).next().expect("a game").expect(text);
    let note = |mark, comment: &str| MoveNote { mark, comment: comment.to_string(), variation: Vec::new() };
    let notes = [(0, note("", "best {by test}")), (2, note("?", "")), (3, note("??", "loses"))];
    let annotated = transcript::write_annotated(&*CHESS, &game, &notes);
    let expected = "[White \"a\"]\n\n1. e4 {best {by test)} 1... e5 2. Qh5? Ke7?? {loses} 3. Qxe5# 1-0\n";
    assert_eq!(annotated, expected);
    assert_eq!(read(&annotated)[0].record.moves(), game.record.moves());
}

/// The games of a text without errors.
fn read(text: &str) -> Vec<Game> {
    transcript::read_all(&*CHESS, text).map(|read| read.unwrap_or_else(|error| panic!("{error}: {text}"))).collect()
}

/// The moves of a game, for people.
fn moves(game: &Game) -> String {
    let played = game.record.before().iter().zip(game.record.moves());
    played.map(|(position, &mv)| move_text_for_people(&*CHESS, position, mv)).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_other_programs_write_is_read() {
    let text = "\u{feff}% a line of another program\n\
        [Event \"A \\\"quoted\\\" event\"] [Site \"x\"]\r\n[Odd]\r\n[Result \"1-0\"]\n\n\
        {before the first move} 1.e4 $1 e5!? (1... c5 2. Nf3 (2. c3 {Alapin) (} d5 ; not $ ) the end\n 2... Nf6) 2. Bc4) \
        2 Nf3 2... Nc6 ?! {[%clk 0:05:00]} 3.Bb5; Ruy Lopez 3. Bc4\n%3... a6\n3... Nf6 4. 0-0! $146 $10 Nxe4 5 d4 exd4 \
        6. Re1 d5 1-0\n\
        1. d4 d5 2. c4 dxc4 3. e4 b5 4. a4 c6 5. axb5 cxb5 *\n\n\
        1. e4 Nf6 2. e5 d5 3. exd6 e.p. cxd6 1/2-1/2 1/2-1/2\n\
        [FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 30\"]\n[SetUp \"1\"]\n30... 0-0-0 31. O-O\n\
        [Event \"the last\"]\n*\n";
    let games = read(text);
    let found: Vec<_> = games.iter().map(|game| (moves(game), game.result, game.line)).collect();
    let expected = [
        ("e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 exd4 Re1 d5", Some("1-0"), 2),
        ("d4 d5 c4 dxc4 e4 b5 a4 c6 axb5 cxb5", Some("*"), 10),
        ("e4 Nf6 e5 d5 exd6 cxd6", Some("1/2-1/2"), 12),
        ("O-O-O O-O", None, 13),
        ("", Some("*"), 16),
    ];
    assert_eq!(found, expected.map(|(moves, result, line)| (moves.to_string(), result, line)));
    assert_eq!((games[0].tag("event"), games[0].tag("site")), (Some("A \"quoted\" event"), Some("x")));
    // 0-0 is castling even where nothing follows it.
    assert_eq!(moves(&read("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0")[0]), "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O");
}

#[test]
fn errors_say_the_line_and_the_move_and_the_next_game_is_read() {
    for (text, expected) in [
        ("1. e4 e5\n2. Nf4", "line 2, ply 3: expected a legal move, found \"Nf4\": no knight of White reaches f4"),
        ("1. e4 hello", "line 1: expected a move or a result, found \"hello\""),
        ("1. e4 e5 2. 0-0 *", "line 1, ply 3: expected a legal move, found \"0-0\": the bishop on f1 is in the way"),
        (
            "1. f3 e5 2. g4 Qh4# 3. a3 0-1",
            "line 1, ply 5: expected no move at all: the game is over here, found \"a3\"",
        ),
        ("[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n1. Ka2 *", "line 1: the tag FEN: expected one king of Black, not none"),
        ("1. e4 {no end", "line 1: expected } that ends the comment, found none"),
        ("1. e4 (1. d4", "line 1: expected ) that ends the variation, found none"),
        ("1. e4 e5) *", "line 1: expected ( before ), found none"),
    ] {
        let read: Vec<_> = transcript::read_all(&*CHESS, text).collect();
        let error = read[0].as_ref().map_or_else(ToString::to_string, |read| read.lost[0].to_string());
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let text = "1. e4 e6 2. e6 *\n\n1. d4 d6 *";
    let read: Vec<_> = transcript::read_all(&*CHESS, text).collect();
    assert_eq!((read.len(), read[0].as_ref().map(|game| game.record.plies())), (2, Ok(2)));
    assert_eq!(read[1].as_ref().map(|game| (game.record.plies(), game.line)), Ok((2, 3)));
}

#[test]
fn chess_is_read_in_every_dialect() {
    for text in [
        "1. e4 d5 2. exd5 c5 3. dxc6ep",
        "1. e4 d5 2. exd5 c5 3. dxc6e.p.",
        "1. e4 d5 2. exd5 c5 3. dxc6 e.p.",
        "1.e4$2 d5$14 2.exd5, c5* 1. d4",
        "1. e4± d5∓ 2. exd5⩲ c5∞ 3. dxc6+-",
        "1. e4 N d5 = 2. exd5 -+ c5 D dxc6",
        "1. e4 d5 2. exd5 c5 3. dxc6 ½-½",
        "1. e4 d5 2. exd5 c5 3. dxc6 1 - 0",
        "1. e4 d5 2. exd5 c5 3. dxc6 1/2-1/2.",
    ] {
        let games: Vec<_> = transcript::read_all(&*CHESS, text).collect();
        let first = games[0].as_ref().expect(text);
        assert!(first.lost.is_empty(), "{text}: {:?}", first.lost);
        let expected = if games.len() == 2 { "e4 d5 exd5 c5" } else { "e4 d5 exd5 c5 dxc6" };
        assert_eq!(moves(first), expected, "{text}");
    }
}

#[test]
fn the_tags_say_which_game_it_is() {
    for variant in ["Standard", "standard", "normal", "Chess", "From Position"] {
        assert_eq!(read(&format!("[Variant \"{variant}\"]\n1. e4 *"))[0].record.plies(), 1, "{variant}");
    }
    let fen = |castling: &str| format!("[FEN \"nrkb4/8/8/8/8/8/8/NRKB4 w {castling} - 0 1\"]\n1. Be2 *");
    assert_eq!(read(&format!("[Variant \"Chess960\"]\n{}", fen("-")))[0].record.plies(), 1);
    for (tags, expected) in [
        ("[Variant \"King of the Hill\"]\n1. e4 *".to_string(), "line 1: expected a record of chess, found [Variant"),
        ("[Variant \"Chess960\"]\n1. e4 *".to_string(), "line 1: expected Chess960 without castling rights"),
        (format!("[Variant \"Chess960\"]\n{}", fen("KQkq")), "line 1: expected Chess960 without castling rights"),
    ] {
        let games: Vec<_> = transcript::read_all(&*CHESS, &tags).collect();
        let error = games[0].as_ref().map(drop).expect_err(&tags).to_string();
        assert!(games.len() == 1 && error.starts_with(expected), "{error}");
    }
}

#[test]
fn every_game_is_read_as_written() {
    let mut random = Random::new(9);
    for from in POSITIONS.repeat(8) {
        let plies = random.below(150);
        let record = random_game(from, plies, &mut random);
        let text = written(&record);
        assert!(text.lines().all(|line| line.starts_with('[') || line.len() < 80), "{text}");
        let games = read(&format!("{text}\n{text}"));
        assert_eq!(games.len(), 2, "{text}");
        for game in games {
            assert_eq!((game.record.moves(), game.record.position()), (record.moves(), record.position()), "{text}");
            assert_eq!(position_text(&*CHESS, game.record.position()), position_text(&*CHESS, record.position()));
            assert_eq!(game.tag("Result"), game.result);
        }
    }
}

/// Texts near to these, and parts of them.
pub fn near() -> impl Strategy<Value = String> {
    let endings = ["7k/5Q2/5K2/8/8/8/8/8 w - - 0 60", "8/P6k/8/8/8/8/8/K7 w - - 9 70"];
    let record = written(&played(endings[1], "a8=Q Kg7 Qb7 Kf6"));
    let known = [
        &record,
        "[Event \"x\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 9 70\"]\n\n70. a8=Q {why} Kg7 71. Qb7+ (71. Qa7 $1) Kf6 1-0\n",
        "1. e4 e5!? 2 Nf3 $1 Nc6 3. Bc4 {so} Bc5 4. 0-0 Nf6 ; end\n*\n1. d4 f5 2. d5 e5 3. dxe6 e.p. 1/2-1/2\n",
        "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n[White \"a\"] [Black \"b\"]\n% no\n1. f3 e5 2. g4 Qh4# 0-1",
    ];
    texts(known.map(str::to_string).to_vec())
}

#[test]
fn changed_records_are_errors_or_games() {
    check("chess", 20_000, near(), |text| reads(&*CHESS, text));
}
