//! Halma held against its rules written plainly in sub-moves, in positions of all kinds.

mod crossing;
mod dery;
mod plainly;
mod player;
mod positions;
mod searches;

use std::collections::{HashMap, HashSet};

use plainly::{End, LETTERS, Plain, Square};
use positions::{Sort, goes_on, random_turn, set_up};

use hindsight::game::{Board as _, Game, Notation, Outcome, move_text, position_text};
use hindsight::games::halma::{Halma, HalmaBoard, Position, ZONE};
use hindsight::search::perft::perft;
use hindsight::util::random::Random;

/// The most turns of a position that are compared. Few positions have more.
const MOST_TURNS: usize = 3_000;

/// A game and what is held against it.
pub struct Pair {
    game: Halma,
    start: Plain,
}

/// What has been compared.
#[derive(Debug, Default)]
pub struct Compared {
    positions: u64,
    /// Whole turns, each way of a chain counted.
    turns: u64,
    /// Moves that were read.
    read: u64,
    /// Texts near to moves that were refused.
    refused: u64,
    /// Moves that win, lose, draw and pass.
    won: u64,
    lost: u64,
    drawn: u64,
    passes: u64,
    /// Positions in which the player to move has no move.
    stuck: u64,
    /// Positions whose turns are not compared.
    too_many_turns: u64,
}

/// What a turn leads to: the board and how the game has ended, or else who is to move in which round.
type Result = (String, std::result::Result<End, (usize, u32)>);

impl Pair {
    pub fn new(size: u8, zone: &[u8]) -> Pair {
        let rows: Vec<i32> = zone.iter().map(|&length| length.into()).collect();
        Pair { game: Halma::on(HalmaBoard::new(size, zone)), start: Plain::start(size.into(), &rows) }
    }

    fn plain_result(&self, state: &Plain) -> Result {
        let board = state.text().split(' ').next().expect("the board comes first").to_string();
        (board, state.result().ok_or((state.player, state.round)))
    }

    fn end(&self, position: &Position) -> Option<End> {
        let to_move = self.game.team(self.game.side_to_move(position));
        self.game.outcome(position).map(|outcome| match outcome {
            Outcome::Win => End::Won(to_move),
            Outcome::Loss => End::Won(1 - to_move),
            Outcome::Draw => End::Drawn,
        })
    }

    fn game_result(&self, position: &Position) -> Result {
        let board = position_text(&self.game, position).split(' ').next().expect("the board comes first").to_string();
        let goes_on = (self.game.side_to_move(position), position.round.into());
        (board, self.end(position).ok_or(goes_on))
    }

    /// Compares all of a position between two turns: its text, its end, its turns, how they are written and read.
    pub fn compare(&self, state: &Plain, random: &mut Random, compared: &mut Compared) {
        let (game, text) = (&self.game, state.text());
        let position = game.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position_text(game, &position), text);
        assert_eq!(game.side_to_move(&position), state.player);
        assert_eq!(self.end(&position), state.result(), "{text}");
        assert_eq!(game.diagram(&position).faults(4), Vec::<String>::new(), "{text}");
        assert_eq!(game.why_over(&position).is_some(), state.result().is_some(), "{text}");
        compared.positions += 1;
        compared.stuck += u64::from(state.is_stuck());
        if state.result().is_some() {
            assert_eq!(game.moves(&position).count(), 0, "{text}");
            return;
        }
        let Some(turns) = state.turns(MOST_TURNS) else {
            compared.too_many_turns += 1;
            return;
        };
        compared.turns += turns.len() as u64;
        let ways: Vec<String> = turns.iter().map(|(way, _)| written(way, state)).collect();
        let results = turns.iter().map(|(_, after)| self.plain_result(after));
        let turns: HashMap<&str, Result> = ways.iter().map(String::as_str).zip(results).collect();
        assert_eq!(turns.len(), ways.len(), "{text}");
        let expected: HashSet<&Result> = turns.values().collect();

        let (mut found, places) = (HashSet::new(), game.diagram(&position).places);
        for mv in game.moves(&position) {
            let way = move_text(game, &position, mv);
            let after = game.play(&position, mv);
            let result = self.game_result(&after);
            assert_eq!(turns.get(way.as_str()), Some(&result), "{text}: {way}");
            assert_eq!(game.parse_move(&position, &way), Ok(mv), "{text}: {way}");
            let touched = game.touched(&position, mv).into_iter().map(|place| places[usize::from(place)].name.as_str());
            assert!(touched.eq(way.split(['-', ':']).filter(|&name| name != "pass")), "{text}: {way}");
            self.check_after(&after);
            match result.1 {
                Ok(End::Won(team)) if team == game.team(state.player) => compared.won += 1,
                Ok(End::Won(_)) => compared.lost += 1,
                Ok(End::Drawn) => compared.drawn += 1,
                Err(_) => compared.passes += u64::from(way == "pass"),
            }
            assert!(found.insert(result), "{text}: {way} is listed twice");
        }
        let boards: HashSet<&str> = found.iter().map(|(board, _)| board.as_str()).collect();
        assert_eq!(boards.len(), found.len(), "{text}: two moves lead to one board");
        assert_eq!(found.iter().collect::<HashSet<_>>(), expected, "{text}");

        for _ in 0..20 {
            let way = &ways[random.below(ways.len())];
            let mv = game.parse_move(&position, way).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(self.game_result(&game.play(&position, mv)), turns[way.as_str()], "{text}: {way}");
            compared.read += 1;
            let wrong = self.wrong(way, state, random);
            if !turns.contains_key(wrong.as_str()) {
                let error = game.parse_move(&position, &wrong).expect_err(&format!("{text}: {wrong}")).to_string();
                let why = game.why_illegal(&position, &wrong).unwrap_or_else(|| panic!("{text}: {wrong}"));
                assert!(error.ends_with(&why), "{error}");
                assert!(is_true(&why, &wrong, state), "{text}: {wrong}: {why}");
                compared.refused += 1;
            }
        }
    }

    /// A position that a game reaches is read as it is written, ended or not.
    fn check_after(&self, after: &Position) {
        let (game, text) = (&self.game, position_text(&self.game, after));
        assert_eq!(game.parse(&text), Ok(*after), "{text}");
        assert_eq!(game.why_over(after).is_some(), game.outcome(after).is_some(), "{text}");
        assert_eq!(game.moves(after).next().is_none(), game.outcome(after).is_some(), "{text}");
    }

    /// A text near to that of a move, which may be legal as well.
    fn wrong(&self, way: &str, state: &Plain, random: &mut Random) -> String {
        let any = |random: &mut Random| {
            let squares = state.squares();
            name(squares[random.below(squares.len())])
        };
        let beside = |text: &str, random: &mut Random| match square(text) {
            Some((x, y)) => {
                let near = (x + random.below(5) as i32 - 2, y + random.below(5) as i32 - 2);
                state.at(near).map_or(text.to_string(), |_| name(near))
            }
            None => any(random),
        };
        let separator = if way.contains('-') { "-" } else { ":" };
        let mut squares: Vec<String> = way.split(separator).map(str::to_string).collect();
        if way == "pass" {
            squares = vec![any(random), any(random)];
        }
        let (last, at) = (squares.len() - 1, random.below(squares.len()));
        match random.below(8) {
            0 => return "pass".to_string(),
            1 => return squares.join(if separator == "-" { ":" } else { "-" }).replacen('-', ":", squares.len() - 2),
            2 => squares.reverse(),
            3 => squares[at] = any(random),
            4 => squares[at] = beside(&squares[at], random),
            5 => drop((squares.len() > 2).then(|| squares.remove(at))),
            _ if separator == ":" => squares.push(beside(&squares[last], random)),
            _ => squares[last] = beside(&squares[last], random),
        }
        squares.join(separator)
    }
}

fn name((x, y): Square) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

fn square(name: &str) -> Option<Square> {
    let (column, row) = name.split_at_checked(1)?;
    Some((i32::from(column.as_bytes()[0]) - i32::from(b'a'), row.parse::<i32>().ok()? - 1))
}

/// The squares of a turn as text. A step is as short as no hop is.
fn written(way: &[Square], state: &Plain) -> String {
    let names: Vec<String> = way.iter().map(|&square| name(square)).collect();
    let [(x, y), (to_x, to_y), ..] = way else {
        assert!(way.is_empty() && state.is_home(state.player));
        return "pass".to_string();
    };
    let is_step = (x - to_x).abs().max((y - to_y).abs()) == 1;
    names.join(if is_step { "-" } else { ":" })
}

/// Whether the reason against a text is a true one.
fn is_true(why: &str, text: &str, state: &Plain) -> bool {
    let way: Vec<Square> = text.split(['-', ':']).filter_map(square).collect();
    let words: Vec<&str> = why.split([' ', ',', ';']).filter(|word| !word.is_empty()).collect();
    let named: Vec<Square> = words
        .iter()
        .filter(|word| word.len() > 1 && word[1..].bytes().all(|byte| byte.is_ascii_digit()))
        .filter_map(|word| square(word))
        .collect();
    let mover = LETTERS[state.player];
    let distance = |one: Square, other: Square| (one.0 - other.0).abs().max((one.1 - other.1).abs());
    let follows = |one: Square, next: Square| way.windows(2).any(|pair| pair == [one, next]);
    let left = |square| {
        let mut without = state.clone();
        without.put(way[0], '.');
        without.at(square)
    };
    match (words.as_slice(), named.as_slice()) {
        (["a", "player", "passes", "only", ..], []) => text == "pass" && !state.is_home(state.player),
        (["all", "pieces", "of", _, "are", "home:", "pass"], []) => text != "pass" && state.is_home(state.player),
        (["no", "piece", "of", player, "is", "on", _], &[on]) => {
            player.starts_with(mover) && way[0] == on && state.at(on) != Some(mover)
        }
        (["a", "piece", "is", "on", _], &[on]) => way[1..].contains(&on) && left(on) != Some('.'),
        (["no", "piece", "is", "on", _, "to", "hop", "over"], &[on]) => {
            let over = |pair: &[Square]| (pair[0].0 + pair[1].0, pair[0].1 + pair[1].1) == (2 * on.0, 2 * on.1);
            left(on) == Some('.') && way.windows(2).any(over)
        }
        (["a", "chain", "never", "returns", ..], &[to]) => {
            text.contains(':') && way.iter().filter(|&&square| square == to).count() > 1
        }
        (["a", "move", "is", "one", "step", ..], _) => text.contains('-') && way.len() > 2,
        (["the", "piece", "is", "on", _, "already"], &[on]) => follows(on, on),
        ([_, "is", "in", "the", "target", ..], &[from]) => {
            let target = |square| state.in_zone(3 - state.player, square);
            target(from) && way.windows(2).any(|pair| pair[0] == from && !target(pair[1]))
        }
        ([_, "is", "no", "neighbour", ..], &[to, from, ..]) => {
            text.contains('-') && follows(from, to) && distance(from, to) != 1
        }
        ([_, "is", "a", "neighbour", ..], &[to, from, ..]) => {
            text.contains(':') && follows(from, to) && distance(from, to) == 1
        }
        ([_, "is", "not", "two", "squares", ..], &[to, from]) => {
            let (x, y) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
            follows(from, to) && !matches!((x, y), (2, 0) | (0, 2) | (2, 2))
        }
        (["the", "game", "is", "lost", "on", ..], &[on]) => {
            let mut there = state.clone();
            there.put(way[0], '.');
            there.put(on, mover);
            state.round >= 100 && there.in_start_zone(state.player) && way[1..way.len() - 1].contains(&on)
        }
        _ => false,
    }
}

impl Pair {
    /// Compares some positions, set up and from play that begins there or at the start.
    pub fn compare_some(&self, positions: u64, seed: u64) -> Compared {
        let (mut compared, mut random) = (Compared::default(), Random::new(seed));
        while compared.positions < positions {
            // Games from the start are long, so they begin seldom.
            let kind = random.below(10 * Sort::ALL.len() + 1) / 10;
            let mut state =
                Sort::ALL.get(kind).map_or(self.start.clone(), |&kind| set_up(&self.start, kind, &mut random));
            if !goes_on(&state) {
                continue;
            }
            let turns = if kind < Sort::ALL.len() { 4 } else { 60 };
            for _ in 0..turns {
                self.compare(&state, &mut random, &mut compared);
                state = random_turn(state, &mut random);
                if state.end.is_some() || state.is_stuck() {
                    break;
                }
            }
        }
        compared
    }
}

#[test]
fn random_positions_are_as_the_rules_have_them() {
    let boards: [(u8, &[u8], u64); 3] = [(16, &ZONE, 200), (8, &[3, 2, 1], 500), (6, &[2, 1], 1_500)];
    for (seed, (size, zone, positions)) in (1..).zip(boards) {
        let compared = Pair::new(size, zone).compare_some(positions, seed);
        let Compared { won, lost, drawn, passes, stuck, too_many_turns, .. } = compared;
        assert!([won, lost, drawn, passes, stuck].iter().all(|&number| number > 0), "{compared:?}");
        assert!(too_many_turns * 20 < positions, "{compared:?}");
    }
}

/// From round 100 on a player loses by a piece in the own start zone, in the middle of a chain too. The zones of others
/// are squares like others.
#[test]
fn a_piece_in_its_start_zone_loses_from_round_100_on() {
    let game = Halma::on(HalmaBoard::new(8, &[2, 1]));
    let position = |round: u32| {
        let board = "2ba1a2/1b6/8/3a4/2ccc3/2dddb2/8/8";
        game.parse(&format!("{board} a {round}")).expect("a position")
    };
    let end = |round: u32, text: &str| {
        let position = position(round);
        let mv = game.parse_move(&position, text).map_err(|error| error.to_string())?;
        Ok::<_, String>(game.why_over(&game.play(&position, mv)))
    };
    let lost = || Ok(Some("a has a piece in its start zone".to_string()));
    assert_eq!(end(99, "d1:b1"), Ok(None));
    assert_eq!(end(100, "d1:b1"), lost());
    assert_eq!(end(99, "d1:b1:b3"), Ok(None));
    let error = end(100, "d1:b1:b3").expect_err("the game is over on b1");
    assert!(error.ends_with("the game is lost on b1, and the chain ends there"), "{error}");
    assert_eq!(end(99, "f1-g1"), Ok(None));
    assert_eq!(end(100, "f1-g1"), Ok(None));
}

#[test]
fn perft_counts_different_boards() {
    let game = Halma::new();
    assert_eq!([1, 2, 3].map(|depth| perft(&game, &game.start(), depth)), [32, 1_024, 32_768]);
}
