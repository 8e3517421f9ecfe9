//! Near the fiftieth move: at clocks where the rule just allows a win, or just saves a loss, the first move of every
//! door keeps the result, and a line is played out with it.

use std::sync::Arc;

use hindsight::open::{Games, OpenGame, Sources};
use hindsight::query::RuleResult;
use hindsight::table::Store;

use super::answer::{Answer, text};
use super::doors::doors;
use super::question::{Kind, Question, Setting};
use super::tables::TestTables;
use crate::support::hindsight;

/// The plies of the rule.
const RULE: i32 = 100;

/// The result of a position under the rule, for the side to move.
fn result(game: &Arc<dyn OpenGame>, position: &str) -> RuleResult {
    let rule = game.under_rule(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    rule.unwrap_or_else(|| panic!("{position}: expected a result under the rule")).result
}

/// The result as the other side sees it.
fn mirrored(result: RuleResult) -> RuleResult {
    match result {
        RuleResult::Win => RuleResult::Loss,
        RuleResult::CursedWin => RuleResult::BlessedLoss,
        RuleResult::Draw => RuleResult::Draw,
        RuleResult::BlessedLoss => RuleResult::CursedWin,
        RuleResult::Loss => RuleResult::Win,
    }
}

/// The position after a move.
fn after(game: &Arc<dyn OpenGame>, position: &str, mv: &str) -> String {
    let mut board = Arc::clone(game).board(Some(position)).unwrap_or_else(|error| panic!("{position}: {error}"));
    board.play(mv).unwrap_or_else(|error| panic!("{position}: {error}"));
    board.position()
}

/// Random positions of the tables, each with the clock at which its win is just in time, or its loss just too late.
fn positions(tables: &TestTables, game: &Arc<dyn OpenGame>, number: usize) -> Vec<String> {
    let sample = (2 * number).to_string();
    let arguments = ["find", "chess", "--sample", &sample, "--seed", "50", "--json"];
    let drawn = hindsight(&tables.directory(Setting::Solved), &arguments).objects();
    let with_clock = drawn.iter().filter_map(|object| {
        let position = text(&object["position"]);
        let rule = game.under_rule(&position).ok().flatten()?;
        let clock = match rule.result {
            RuleResult::Win => RULE - rule.dtz,
            RuleResult::Loss => RULE + rule.dtz + 1,
            _ => return None,
        };
        let fields: Vec<&str> = position.split(' ').collect();
        let [pieces, side, castling, en_passant, _, move_number] = fields[..] else { panic!("{position}") };
        // A mate on the board is none of these, and an en-passant capture comes after a clock of zero.
        let is_fit = (1..RULE).contains(&clock) && en_passant == "-";
        is_fit.then(|| format!("{pieces} {side} {castling} - {clock} {move_number}"))
    });
    with_clock.take(number).collect()
}

/// Asks every door at `number` positions. Returns what is wrong.
pub fn ask(number: usize) -> Vec<String> {
    let tables = TestTables::make();
    let sources = Sources::of(Store::new(tables.directory(Setting::Solved)));
    let game = Games::standard().open("chess", &sources, &()).expect("chess is solved to three men");
    let mut doors = doors(&tables);
    let mut wrong = Vec::new();
    let found = positions(&tables, &game, number);
    assert_eq!(found.len(), number);
    for position in &found {
        let before = result(&game, position);
        assert!([RuleResult::Win, RuleResult::BlessedLoss].contains(&before), "{position}: {before:?}");
        // The command line starts a process for each question, and `query -` answers in its place.
        for door in &mut doors[1..] {
            for kind in [Kind::Moves(position), Kind::Line(position), Kind::Best(position)] {
                let question = Question { id: "clock", game: "chess", tables: Setting::Solved, kind };
                let (first, line) = match door.ask(&question) {
                    Some(Answer::Moves(moves)) => (moves[0].0.clone(), Vec::new()),
                    Some(Answer::Line(line)) if !line.is_empty() => (line[0].clone(), line),
                    Some(Answer::Best(_, moves)) if !moves.is_empty() => (moves[0].clone(), Vec::new()),
                    None => continue,
                    Some(other) => {
                        wrong.push(format!("{}, {position}: {other:?}", door.name()));
                        continue;
                    }
                };
                let next = after(&game, position, &first);
                if result(&game, &next) != mirrored(before) {
                    wrong.push(format!("{}, {kind:?}: {first} leads to {:?}", door.name(), result(&game, &next)));
                }
                // A line that wins is played to its mate, and keeps the win all the way.
                let mut now = position.clone();
                let mut expected = before;
                for mv in &line {
                    (now, expected) = (after(&game, &now, mv), mirrored(expected));
                    if result(&game, &now) != expected {
                        wrong.push(format!("{}, {kind:?}: {mv} leads to {now}", door.name()));
                        break;
                    }
                }
                if before == RuleResult::Win && !line.is_empty() {
                    let board = Arc::clone(&game).board(Some(&now)).expect("a position of the line");
                    if board.outcome().is_none() {
                        wrong.push(format!("{}, {kind:?}: the line ends at {now}", door.name()));
                    }
                }
            }
        }
    }
    wrong
}

#[test]
fn every_door_keeps_the_result_near_the_fiftieth_move() {
    let wrong = ask(400);
    assert!(wrong.is_empty(), "{}\n{} are wrong", wrong[..wrong.len().min(20)].join("\n"), wrong.len());
}
