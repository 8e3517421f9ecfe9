//! A file of games as CheckerBoard writes them, 724 in number, in every dialect of other programs and of people: none
//! is lost but the broken ones, and each of these is named.

use std::fmt::Write as _;
use std::fs;

use crate::support::{hindsight, temporary};
use hindsight::game::{Game, move_text};
use hindsight::games::draughts::{Draughts, Move, Position};
use hindsight::play::transcript::{Transcript, TranscriptError, decode, read_all};
use hindsight::util::random::Random;

/// The games of the best-known file.
const GAMES: usize = 724;

/// One game in this many is broken.
const BROKEN: usize = 60;

/// How a game is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broken {
    /// A move that is not legal stands before its last moves.
    Move,
    /// The tags say that it is of another game.
    OtherGame,
    /// The tag FEN has no position.
    Start,
    /// A comment, a variation or a quoted move is open at its end.
    Open(char),
    /// A word is none of a record.
    Word,
}

/// A game of the file.
struct WrittenGame {
    moves: Vec<Move>,
    broken: Option<Broken>,
    /// The text, each line with an encoding of its own.
    bytes: Vec<u8>,
}

/// One of these.
fn one<'a>(random: &mut Random, of: &[&'a str]) -> &'a str {
    of[random.below(of.len())]
}

/// A game of random moves.
fn played(game: &Draughts, random: &mut Random) -> Vec<(Position, Move)> {
    let (mut position, mut moves) = (game.start(), Vec::new());
    for _ in 0..2 + random.below(90) {
        let legal: Vec<Move> = game.moves(&position).collect();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len())];
        moves.push((position, mv));
        position = game.play(&position, mv);
    }
    moves
}

/// A move in one of the ways that people write it.
fn written_move(game: &Draughts, position: &Position, mv: Move, random: &mut Random) -> String {
    let text = move_text(game, position, mv);
    let squares: Vec<u32> = text.split(['-', 'x']).map(|square| square.parse().expect("a square")).collect();
    let joined = |separator: &str| squares.iter().map(u32::to_string).collect::<Vec<_>>().join(separator);
    match random.below(12) {
        0 => joined(":"),
        1 => joined("\u{d7}"),
        2 if squares.len() == 2 => joined(" - "),
        3 if squares.len() == 2 => joined("- "),
        4 if squares.len() == 2 => joined(" -"),
        5 => joined("\u{2013}"),
        6 => squares.iter().map(|square| format!("{square:02}")).collect::<Vec<_>>().join("-"),
        7 if squares.len() == 2 => squares.iter().map(|square| format!("{square:02}")).collect(),
        // CheckerBoard writes an x for each move.
        _ => joined("x"),
    }
}

/// What may stand behind a move.
const BEHIND: [&str; 18] = [
    "!",
    "?",
    "!?",
    "$2",
    " $1",
    "*",
    ",",
    " {good}",
    " (1-1)",
    " N",
    " D",
    " \u{b1}",
    " +-",
    " =",
    " \u{221e}",
    " ; to the end\n",
    "\u{2213}",
    " -+",
];

const RESULTS: [&str; 13] = [
    "1-0",
    "0-1",
    "1/2-1/2",
    "\u{bd}-\u{bd}",
    "1/2",
    "1\u{2013}0",
    "1 - 0",
    "2-0",
    "0-2",
    "1-1",
    "*",
    "1/2-1/2.",
    "0-1 0-1",
];

/// Writes a game. The game before it has ended with a result or not.
fn written(game: &Draughts, number: usize, random: &mut Random, has_result: &mut bool) -> WrittenGame {
    let moves = played(game, random);
    let kinds = [
        Broken::Move,
        Broken::OtherGame,
        Broken::Start,
        Broken::Open('{'),
        Broken::Open('('),
        Broken::Open('"'),
        Broken::Word,
    ];
    let broken = (number % BROKEN == BROKEN - 1).then(|| kinds[number / BROKEN % kinds.len()]);
    let mut text = String::new();
    // The tags of the next game are what ends an open comment, and a game before it without a result.
    let has_tags = random.below(6) > 0 || !*has_result || number.is_multiple_of(BROKEN) || broken.is_some();
    let numbers = if has_tags { random.below(4) } else { 0 };
    if has_tags {
        let mark = if random.below(20) == 0 { "\u{feff}" } else { "" };
        let player = one(random, &["M\u{fc}ller", "O'Neil", "The \"Old\" Man", "A [B] C", "?", ""]);
        let site = format!("[Event \"Game {number}\"]");
        let end = one(random, &["\n", "\n", " "]);
        let _ = writeln!(text, "{mark}{site}{end}[Black \"{player}\"]{end}[White \"x\"]");
        match broken {
            Some(Broken::OtherGame) => text.push_str("[GameType \"20\"]\n"),
            Some(Broken::Start) => text.push_str("[FEN \"nowhere\"]\n"),
            _ if random.below(3) == 0 => {
                text.push_str(one(random, &["[GameType \"21\"]\n", "[GameType \"21,B,8,8,N1,0\"]\n"]))
            }
            _ if random.below(5) == 0 => text.push_str("[FEN \"B:W21-32:B1-12.\"]\n"),
            _ => {}
        }
        text.push('\n');
    }
    let stop = moves.len() / 2;
    for (ply, &(position, mv)) in moves.iter().enumerate() {
        let round = ply / 2 + 1;
        match (ply % 2, numbers) {
            (0, 0 | 1) => _ = write!(text, "{round}. "),
            (0, 2) => _ = write!(text, "{round}."),
            (1, 1) if random.below(4) == 0 => _ = write!(text, "{round}... "),
            (0, _) if has_tags => {}
            _ => {}
        }
        match broken {
            Some(Broken::Move) if ply == stop => text.push_str("1-32 "),
            Some(Broken::Word) if ply == stop => text.push_str("hello "),
            _ => {}
        }
        text.push_str(&written_move(game, &position, mv, random));
        if random.below(8) == 0 {
            text.push_str(one(random, &BEHIND));
        }
        text.push_str(one(random, &[" ", " ", " ", "\n", "  ", " "]));
    }
    if let Some(Broken::Open(sign)) = broken {
        let _ = write!(text, "{sign}cut here");
    }
    // A game that ends without a result is ended by the tags of the next one.
    *has_result = !matches!(broken, Some(Broken::Open(_))) && random.below(8) > 0;
    if *has_result {
        text.push_str(one(random, &RESULTS));
    }
    text.push_str(if has_tags || *has_result { "\n\n" } else { "\n" });
    let text = match random.below(5) {
        0 => text.replace('\n', "\r\n"),
        1 => text.replace('\n', "\r"),
        _ => text,
    };
    // Old programs write one byte a character.
    let is_old = random.below(3) == 0 && text.chars().all(|character| u32::from(character) < 256);
    let bytes = if is_old { text.chars().map(|character| character as u8).collect() } else { text.into_bytes() };
    WrittenGame { moves: moves.into_iter().map(|(_, mv)| mv).collect(), broken, bytes }
}

/// `annotate` counts the broken games and names each with its line.
fn at_the_command_line(bytes: &[u8], games: &[WrittenGame]) {
    let directory = temporary();
    let path = directory.path().join("games.pdn");
    fs::write(&path, bytes).expect("can be written");
    let ended = hindsight(directory.path(), &["annotate", "checkers", path.to_str().expect("plain"), "--json"]);
    assert_eq!(ended.status, 1);
    let summary = ended.objects().pop().expect("a summary");
    let broken = games.iter().filter_map(|game| game.broken);
    let passed = broken.clone().filter(|broken| [Broken::OtherGame, Broken::Start].contains(broken)).count();
    let counts = [&summary["games"], &summary["unreadable"], &summary["incomplete"]].map(|count| count.as_u64());
    let expected = [GAMES - passed, passed, broken.count() - passed].map(|count| Some(count as u64));
    assert_eq!(counts, expected, "{}", ended.err);
    assert_eq!(ended.err.lines().filter(|line| line.contains("games.pdn, line ")).count(), GAMES / BROKEN);
}

#[test]
fn of_724_games_only_the_broken_ones_are_lost_and_each_is_named() {
    let game = Draughts::checkers();
    for seed in 1..=5 {
        let (mut random, mut has_result) = (Random::new(seed), true);
        let games: Vec<WrittenGame> =
            (0..GAMES).map(|number| written(&game, number, &mut random, &mut has_result)).collect();
        let bytes = games.iter().flat_map(|game| game.bytes.iter().copied()).collect::<Vec<u8>>();
        if seed == 1 {
            at_the_command_line(&bytes, &games);
        }
        let text = decode(&bytes);
        let read: Vec<Result<Transcript<_, _>, TranscriptError>> = read_all(&game, &text).collect();
        for (number, (written, read)) in games.iter().zip(&read).enumerate() {
            let shown = || format!("seed {seed}, game {number}, {:?}:\n{}", written.broken, decode(&written.bytes));
            let named = |expected: &str, found: &TranscriptError| {
                assert!(found.to_string().contains(expected), "{found}: {}", shown());
            };
            match (written.broken, read) {
                (Some(Broken::OtherGame), Err(error)) => named("expected a record of English draughts", error),
                (Some(Broken::Start), Err(error)) => named("the tag FEN: expected a position", error),
                (Some(Broken::OtherGame | Broken::Start), Ok(_)) => panic!("{}", shown()),
                (_, Err(error)) => panic!("{error}: {}", shown()),
                (broken, Ok(read)) => {
                    let stop = if broken == Some(Broken::Move) { written.moves.len() / 2 } else { written.moves.len() };
                    assert_eq!(read.record.moves(), &written.moves[..stop], "{:?}: {}", read.lost, shown());
                    let lost = match broken {
                        None => "",
                        Some(Broken::Move) => "found \"1-32\"",
                        Some(Broken::Word) => "found \"hello\"",
                        Some(Broken::Open('{')) => "expected } that ends the comment",
                        Some(Broken::Open('(')) => "expected ) that ends the variation",
                        Some(_) => "expected \" that ends the quoted move",
                    };
                    assert_eq!(read.lost.len(), usize::from(broken.is_some()), "{:?}: {}", read.lost, shown());
                    read.lost.iter().for_each(|found| named(lost, found));
                }
            }
        }
        assert_eq!(read.len(), GAMES, "seed {seed}");
    }
}
