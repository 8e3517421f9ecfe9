//! Positions in the shape of lila-tablebase, the server of tables behind lichess: `/standard?fen=` for chess and
//! `/tablebase/GAME?fen=` for every game, each with `/mainline`.
//!
//! Depths are in plies, positive where the side to move wins and negative where it loses, and 0 for a draw and a game
//! that is over. They are distances to mate, `dtm`, in chess, and to the win, `dtw`, in other games. A move has the
//! category and the depth of the position after it, for the side to move there. Where there are tables of `solve
//! --dtz`, the category is the result under the rule of quiet plies, and `dtz` the plies to the next capture or move of
//! a pawn or man.

use serde::Serialize;

use super::answer::JsonAnswer;
use super::asked::Asked;
use crate::failure::Failure;
use hindsight::answer::{PositionAnswer, PositionQuery, StepAnswer};
use hindsight::game::{
    Game, Notation, Outcome, PlayRules, QUIET_PLIES, Value, move_text, move_text_for_people, position_text,
};
use hindsight::games::chess::{self, Chess};
use hindsight::open::{OpenGame, Opened};
use hindsight::query::{RuleResult, UnderRule};

/// The parameters of an address. The others, which lila-tablebase has or not, change nothing and are skipped.
pub const PARAMETERS: &[&str] = &["fen"];

/// A position.
#[derive(Serialize)]
struct PositionRow {
    #[serde(flatten)]
    known: PositionFields,
    /// The moves, best first.
    moves: Vec<MoveRow>,
    /// The parts of the position that were dropped or guessed when its text was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// A move, with what is known of the position after it.
#[derive(Serialize)]
struct MoveRow {
    uci: String,
    san: String,
    /// Whether it captures or advances a pawn or a man, so that the count of moves begins again.
    zeroing: bool,
    /// Whether it changes the material.
    conversion: bool,
    #[serde(flatten)]
    known: PositionFields,
}

/// The fields that a position and a move have.
#[derive(Serialize)]
pub struct PositionFields {
    pub category: &'static str,
    pub dtz: Option<i64>,
    precise_dtz: Option<i64>,
    dtc: Option<i64>,
    pub dtm: Option<i64>,
    pub dtw: Option<i64>,
    checkmate: bool,
    stalemate: bool,
    variant_win: bool,
    variant_loss: bool,
    insufficient_material: bool,
}

/// Best play from a position.
#[derive(Serialize)]
struct Mainline {
    dtz: Option<i64>,
    dtm: Option<i64>,
    dtw: Option<i64>,
    mainline: Vec<MainlineMove>,
    /// The first letter of the side that wins; `null` for a draw.
    winner: Option<String>,
    /// The parts of the position that were dropped or guessed when its text was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// A move of best play, with the depth of the position after it.
#[derive(Serialize)]
struct MainlineMove {
    uci: String,
    san: String,
    dtz: Option<i64>,
    dtm: Option<i64>,
    dtw: Option<i64>,
}

/// The answer for a position.
pub fn position(game: &dyn OpenGame, asked: &Asked) -> JsonAnswer {
    let fen = fen(asked)?;
    let query = PositionQuery { moves: true, for_people: true, ..PositionQuery::default() };
    let answer = game.ask_whole(&fen, &query)?;
    let chess = game.as_any().downcast_ref::<Opened<Chess>>();
    let mut moves = Vec::with_capacity(answer.moves.len());
    for mv in &answer.moves {
        let StepAnswer { mv: uci, name: san, position, .. } = &mv.step;
        // The name of a square has two letters, and the piece of a promotion is another.
        let promotes = chess.is_some() && uci.len() > 4;
        moves.push(MoveRow {
            uci: uci.clone(),
            san: san.clone(),
            zeroing: mv.zeroes,
            conversion: mv.captures || promotes,
            known: known_after(game, position)?,
        });
    }
    if let Some(chess) = chess {
        moves.extend(dead_moves(game, chess.game(), &fen)?);
    }
    Ok(serde_json::to_vec(&PositionRow { known: known(game, &answer)?, moves, notes: answer.notes })?)
}

/// The answer for best play from a position.
pub fn mainline(game: &dyn OpenGame, asked: &Asked) -> JsonAnswer {
    let query = PositionQuery { line: true, for_people: true, ..PositionQuery::default() };
    let answer = game.ask_whole(&fen(asked)?, &query)?;
    let is_chess = is_chess(game);
    let value = answer.value.as_ref().map(|known| known.value);
    let winner = winner(game, &answer);
    let (dtm, dtw) = depths(is_chess, value);
    let mut mainline = Vec::new();
    for StepAnswer { mv: uci, name: san, position, .. } in answer.line.into_iter().flatten() {
        let after = game.ask(&position, &PositionQuery::default())?;
        let (dtm, dtw) = depths(is_chess, after.value.map(|known| known.value));
        mainline.push(MainlineMove { uci, san, dtz: dtz(after.rule), dtm, dtw });
    }
    Ok(serde_json::to_vec(&Mainline { dtz: dtz(answer.rule), dtm, dtw, mainline, winner, notes: answer.notes })?)
}

/// The first letter of the side that wins; `None` for a draw.
pub fn winner(game: &dyn OpenGame, answer: &PositionAnswer) -> Option<String> {
    let facts = game.facts();
    // A win that the rule of quiet plies turns into a draw has no winner.
    let result = match answer.rule.map(|rule| rule.result) {
        Some(RuleResult::CursedWin | RuleResult::BlessedLoss) => Some(Value::Draw),
        _ => answer.value.as_ref().map(|known| known.value),
    };
    let winner = match result {
        Some(Value::Win(_)) => Some(answer.side),
        Some(Value::Loss(_)) => facts.teams.iter().position(|team| *team != facts.teams[answer.side]),
        Some(Value::Draw) | None => None,
    };
    winner.and_then(|side| facts.sides[side].chars().next()).map(|first| first.to_lowercase().collect())
}

/// The plies to the next move that zeroes the clock, where tables have them.
fn dtz(rule: Option<UnderRule>) -> Option<i64> {
    rule.map(|rule| rule.dtz.into())
}

/// The position that a request names. `_` may stand for a space.
pub fn fen(asked: &Asked) -> Result<String, Failure> {
    let text =
        asked.text("fen").ok_or_else(|| Failure::Usage("expected a position as fen=FEN, found none".to_string()))?;
    Ok(text.replace('_', " "))
}

/// What is known of the position after a move.
fn known_after(game: &dyn OpenGame, position: &str) -> Result<PositionFields, Failure> {
    known(game, &game.ask(position, &PositionQuery::default())?)
}

/// What is known of a position. One without a value, after a move beside another that wins at once, has the category
/// `unknown`.
pub fn known(game: &dyn OpenGame, answer: &PositionAnswer) -> Result<PositionFields, Failure> {
    let chess = game.as_any().downcast_ref::<Opened<Chess>>();
    let chess = chess.map(|chess| chess.game().parse(&answer.position)).transpose()?;
    let value = answer.value.as_ref().map(|known| known.value);
    let is_over = |outcome: Outcome| answer.over.as_ref().is_some_and(|over| over.outcome == outcome);
    let (dtm, dtw) = depths(chess.is_some(), value);
    let is_stalemate = |chess: &chess::Position| chess.checkers() == 0 && chess.legal_moves().next().is_none();
    Ok(PositionFields {
        category: match (answer.rule, value) {
            (Some(rule), _) => rule.result.word(),
            (None, Some(value)) if chess.is_some() => category_of_chess(value, answer.quiet_plies),
            (None, Some(value)) => value.word(),
            (None, None) => "unknown",
        },
        dtz: dtz(answer.rule),
        precise_dtz: dtz(answer.rule),
        dtc: None,
        dtm,
        dtw,
        checkmate: chess.is_some() && is_over(Outcome::Loss),
        stalemate: chess.as_ref().is_some_and(is_stalemate),
        variant_win: chess.is_none() && is_over(Outcome::Win),
        variant_loss: chess.is_none() && is_over(Outcome::Loss),
        insufficient_material: chess.as_ref().is_some_and(chess::Position::is_dead),
    })
}

/// Whether the game is chess.
fn is_chess(game: &dyn OpenGame) -> bool {
    game.as_any().is::<Opened<Chess>>()
}

/// The category of a value of chess after `clock` plies without a capture or a move of a pawn. The value does not count
/// these plies: a win is sure if it comes before the game may be called a draw.
fn category_of_chess(value: Value, clock: u32) -> &'static str {
    let is_in_time = value.plies().is_some_and(|plies| plies + clock <= QUIET_PLIES);
    match (value, is_in_time) {
        (Value::Win(_), true) => "win",
        (Value::Win(_), false) => "maybe-win",
        (Value::Draw, _) => "draw",
        (Value::Loss(_), false) => "maybe-loss",
        (Value::Loss(_), true) => "loss",
    }
}

/// The distance to mate in chess, and the distance to the win in another game: one of the two is known if the table has
/// depths.
fn depths(is_chess: bool, value: Option<Value>) -> (Option<i64>, Option<i64>) {
    let depth = value.filter(|value| value.is_exact()).map(|value| match value {
        Value::Win(plies) => i64::from(plies),
        Value::Draw => 0,
        Value::Loss(plies) => -i64::from(plies),
    });
    if is_chess { (depth, None) } else { (None, depth) }
}

/// The moves of a dead position of chess, which lila-tablebase lists. Here the game is over, and has no moves.
fn dead_moves(game: &dyn OpenGame, chess: &Chess, fen: &str) -> Result<Vec<MoveRow>, Failure> {
    let position = chess.parse(fen)?;
    if !position.is_dead() {
        return Ok(Vec::new());
    }
    let row = |mv: chess::Move| {
        Ok(MoveRow {
            uci: move_text(chess, &position, mv),
            san: move_text_for_people(chess, &position, mv),
            zeroing: !chess.is_quiet(&position, mv),
            conversion: chess.is_capture(&position, mv) || mv.promotion.is_some(),
            known: known_after(game, &position_text(chess, &chess.play(&position, mv)))?,
        })
    };
    position.legal_moves().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_that_comes_too_late_is_a_maybe() {
        let category = |value, clock| category_of_chess(value, clock);
        assert_eq!(category(Value::Win(60), 40), "win");
        assert_eq!(category(Value::Win(61), 40), "maybe-win");
        assert_eq!((category(Value::Loss(100), 0), category(Value::Loss(99), 2)), ("loss", "maybe-loss"));
        assert_eq!(category(Value::Draw, 99), "draw");
    }
}
