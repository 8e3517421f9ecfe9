//! A game with its tables behind one object without types: answers to texts.

use std::path::PathBuf;
use std::sync::Arc;

use hindsight::answer::{
    FindQuery, FoundBatch, FoundChoice, PositionQuery, SetUpError, SetUpQuery, ValueOrigin, ValuesSource,
};
use hindsight::catalogue::{Catalogue as _, GameEntry};
use hindsight::game::{Game, Outcome, Value};
use hindsight::games::chess::{self, Chess};
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::open::{AnswerError, Games, OpenError, OpenGame, Sources};
use hindsight::query::find::Criteria;
use hindsight::query::{ExactValues, RuleResult, UnderRule};
use hindsight::search::{OtherFormat, OtherResults, OtherTables, OtherTablesPlace};
use hindsight::util::run::Run;
use hindsight::values::LookupError;

/// Opens a game with the tables of these directories.
fn open(name: &str, directories: &[PathBuf]) -> Result<Arc<dyn OpenGame>, OpenError> {
    Games::standard().open(name, &Sources::in_directories(directories)?, &())
}

#[test]
fn the_tables_in_the_program_answer_without_files() {
    let checkers = open("Checkers", &[]).expect("tables of checkers are compiled in");
    let value = checkers.value("W:WK1,K2:BK32").expect("a position");
    assert!(value.is_some_and(|value| value.same_result(Value::Win(0))));
    assert_eq!(checkers.value("W:W21,22,23,24,25:B1,2").expect("a position"), None);
    assert!(matches!(checkers.value("W:W21"), Err(AnswerError::Notation(_))));
    let answer = checkers.ask_whole("W:WK1,K2:BK32", &PositionQuery::WHOLE).expect("all are held");
    let values: Vec<Value> = answer.moves.iter().flat_map(|mv| &mv.value).map(|known| known.value).collect();
    assert!(values.is_sorted_by(|better, worse| better >= worse) && !values.is_empty());
    assert_eq!(answer.value.map(|known| (known.value, known.origin)), value.map(|value| (value, ValueOrigin::Table)));
    let slice = checkers.facts().slice("KKvK").expect("a slice");
    assert!(checkers.values().holds(slice) && checkers.facts().slices[slice.index()].entries > 10_000);
}

#[test]
fn what_cannot_be_opened_is_named() {
    let message = |name: &str, directories: &[PathBuf]| match open(name, directories) {
        Ok(_) => panic!("{name} was opened"),
        Err(error) => error.to_string(),
    };
    assert!(message("chequers", &[]).contains("checkers"));
    assert!(message("halma", &[]).contains("no tables are made for halma"));
    assert!(message("checkers", &["no/such/directory".into()]).contains("no/such/directory"));
}

#[test]
fn a_small_game_without_tables_is_solved_in_memory() {
    let game = open("tic-tac-toe", &[]).expect("a small game");
    assert_eq!(game.values().source, ValuesSource::Memory);
    assert_eq!(game.value(&game.facts().start).expect("a position"), Some(Value::Draw));
    let counted = game.count(&game.values().held, &Run::default()).expect("all are held");
    assert_eq!(counted.iter().map(|of_slice| of_slice.counts.positions).sum::<u64>(), 6046);
}

#[test]
fn found_positions_have_the_value_that_is_asked_for() {
    let checkers = open("checkers", &[]).expect("tables of checkers are compiled in");
    let criteria = Criteria { result: Some(Outcome::Draw), ..Criteria::default() };
    let slice = checkers.facts().slice("KvK").expect("a slice");
    let query = FindQuery { slices: vec![slice], criteria, choice: FoundChoice::First(5), ..FindQuery::default() };
    let batches = checkers.found(&query, &Run::default()).expect("the slice is held");
    let found: Vec<_> = batches.iter().flat_map(FoundBatch::iter).collect();
    assert_eq!(found.len(), 5);
    for found in found {
        assert_eq!(checkers.value(found.position).expect("a position"), Some(Value::Draw));
    }
    let counted = checkers.count(&[slice], &Run::default()).expect("the slice is held");
    let statistics = &counted[0].counts;
    let codes = checkers.codes("KvK").expect("the slice is held");
    assert_eq!(statistics.positions, statistics.wins + statistics.draws + statistics.losses);
    assert!(codes.len() as u64 >= 32 * 31 / 2);
    assert!(matches!(checkers.entry("KvK", 1 << 40), Err(AnswerError::NoSuchEntry { .. })));
}

#[test]
fn values_of_several_positions_are_those_of_each() {
    let checkers = open("checkers", &[]).expect("tables of checkers are compiled in");
    let known = ["W:WK1,K2:BK32", "no position", "W:W21,22,23,24,25:B1,2", "B:WK1:BK2,K3"];
    let positions: Vec<&str> = known.into_iter().cycle().take(70).collect();
    let mut numbers = Vec::new();
    checkers.values_of(&positions, &mut |number, value| {
        numbers.push(number);
        let alone = checkers.value(positions[number]);
        assert_eq!(value.map_err(|error| error.to_string()), alone.map_err(|error| error.to_string()));
    });
    assert!(numbers.into_iter().eq(0..positions.len()));
}

#[test]
fn a_position_without_values_has_its_moves_and_the_missing_slice() {
    let checkers = open("checkers", &[]).expect("tables of checkers are compiled in");
    let query = PositionQuery { moves: true, ..PositionQuery::default() };
    let answer = checkers.ask("W:W21,22,23,24,25:B1,2", &query).expect("a position");
    assert!(answer.value.is_none() && !answer.moves.is_empty() && !answer.has_all_moves());
    let missing = answer.whole().expect_err("a part is missing").missing.expect("a slice has the position");
    assert_eq!(missing.size, 7);
}

#[test]
fn a_finished_game_is_known_by_the_rules() {
    let game = open("tic-tac-toe", &[]).expect("a small game");
    let answer = game.ask_whole("xxx/oo./... o", &PositionQuery::WHOLE).expect("a position");
    assert_eq!(answer.value.map(|known| (known.value, known.origin)), Some((Value::Loss(0), ValueOrigin::Rules)));
    let over = answer.over.expect("the game is over");
    assert!(over.outcome == Outcome::Loss && over.text.starts_with("The game is over"), "{}", over.text);
    assert!(answer.moves.is_empty() && answer.line.is_some_and(|line| line.is_empty()));
}

#[test]
fn a_position_is_set_up_piece_by_piece() {
    let chess = Games::standard().open("chess", &Sources::nothing(), &()).expect("every game opens without values");
    let query = SetUpQuery { side: Some(1), ..SetUpQuery::default() };
    let answer = chess.set_up(&query).expect("chess is set up");
    assert_eq!((answer.side, answer.pieces.len()), (1, 32));
    assert!(answer.position.expect("it has a text").is_ok_and(|position| position.contains(" b ")));
    let wrong = SetUpQuery { side: Some(2), ..SetUpQuery::default() };
    assert!(matches!(chess.set_up(&wrong), Err(AnswerError::SetUp(SetUpError::NoSuchSide { last: 1, found: 2 }))));
}

/// Results that stand for the files of another program: the first move wins after 7 plies, the second too late for the
/// fifty-move rule, and the others draw.
struct Files;

impl ExactValues<Chess> for Files {
    fn value(&self, _: &chess::Position) -> Result<Option<Value>, LookupError> {
        Ok(None)
    }
}

impl OtherTables<Chess> for Files {
    fn best_moves(&self, _: &chess::Position) -> Option<Vec<chess::Move>> {
        None
    }

    fn under_rule(&self, position: &chess::Position) -> Option<OtherResults<chess::Move>> {
        let ruled = |result, dtz| UnderRule { result, dtz, limit: 100 };
        let first = [ruled(RuleResult::Win, 7), ruled(RuleResult::CursedWin, 110)];
        let results = first.into_iter().chain(std::iter::repeat(ruled(RuleResult::Draw, 0)));
        Some(OtherResults { rule: first[0], moves: Chess::new().moves(position).zip(results).collect() })
    }
}

#[test]
fn tables_of_another_program_answer_where_these_hold_nothing() {
    let open = |place: &OtherTablesPlace| match &*place.directories {
        "files" => Ok(Box::new(Files) as Box<dyn OtherTables<Chess>>),
        other => Err(format!("expected files, found {other}")),
    };
    let mut games = Games::default();
    games.add(GameEntry::new(Chess::new()).other(OtherFormat { name: "Files", largest: 7, open }));
    games.add(GameEntry::new(TicTacToe::new()));
    let sources = |other: &str| Sources { other: Some(other.into()), empty: true, ..Sources::default() };
    let chess = games.open("chess", &sources("files"), &()).expect("the files open");
    let position = "8/8/8/k7/8/1RRRR3/8/K7 w - - 0 1";
    let answer = chess.ask(position, &PositionQuery::WHOLE).expect("a position");
    let win = Value::Win(Value::UNKNOWN);
    assert_eq!(answer.value.as_ref().map(|known| (known.value, known.origin)), Some((win, ValueOrigin::Other)));
    assert_eq!(answer.rule.map(|rule| rule.dtz), Some(7));
    let values: Vec<Value> = answer.moves.iter().flat_map(|mv| &mv.value).map(|known| known.value).collect();
    assert_eq!((values.len(), values[0]), (answer.moves.len(), win));
    assert!(values[1..].iter().all(|&value| value == Value::Draw), "a win that comes too late is drawn by the rule");
    assert_eq!(
        answer.notes,
        ["the results come from Files's tables, with the plies to the move that zeroes the clock"]
    );
    assert_eq!(chess.value(position).expect("a position"), Some(win));
    assert_eq!(chess.under_rule(position).expect("a position").map(|rule| rule.result), Some(RuleResult::Win));
    // A game that is over needs no table.
    let mated = chess.ask("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", &PositionQuery::WHOLE).expect("a position");
    assert_eq!(mated.value.map(|known| known.origin), Some(ValueOrigin::Rules));
    let dead = chess.under_rule("8/8/7B/4K3/8/8/4k3/8 w - - 0 1").expect("a position");
    assert_eq!(dead.map(|rule| (rule.result, rule.dtz)), Some((RuleResult::Draw, 0)));

    let error = |game: &str, other: &str| games.open(game, &sources(other), &()).map(|_| ()).expect_err("no files");
    assert_eq!(error("chess", "nowhere").to_string(), "expected files, found nowhere");
    assert!(matches!(error("tic-tac-toe", "files"), OpenError::NoOther("tic-tac-toe")));
}
