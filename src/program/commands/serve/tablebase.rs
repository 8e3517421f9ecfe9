//! Positions in the shape of lila-tablebase, the server of tables behind lichess: `/standard?fen=` for chess and
//! `/tablebase/GAME?fen=` for every game, each with `/mainline`.
//!
//! Depths are in plies, positive where the side to move wins and negative where it loses, and 0 for a draw and a game
//! that is over. They are distances to mate, `dtm`, in chess, and to the win, `dtw`, in other games. A move has the
//! category and the depth of the position after it, for the side to move there. Where there are tables of `solve
//! --dtz`, the category is the result under the fifty-move rule, and `dtz` the plies to the next capture or move of a
//! pawn.

use std::any::Any;

use serde::Serialize;

use super::answer::JsonAnswer;
use super::asked::Asked;
use crate::failure::Failure;
use hindsight::catalogue::CatalogueGame;
use hindsight::game::{Outcome, Value, move_text, move_text_for_people};
use hindsight::games::chess;
use hindsight::query::{Probe, apply_rule, line, moves};
use hindsight::space::QUIET_PLIES;
use hindsight::values::Lookup;

/// The parameters of an address. The others of lila-tablebase choose tables that are not here, and change nothing.
pub const PARAMETERS: &[&str] = &["fen", "op1", "dtc", "source"];

/// A position.
#[derive(Serialize)]
struct PositionRow {
    #[serde(flatten)]
    known: PositionFields,
    /// The moves, best first.
    moves: Vec<MoveRow>,
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
struct PositionFields {
    category: &'static str,
    dtz: Option<i64>,
    precise_dtz: Option<i64>,
    dtc: Option<i64>,
    dtm: Option<i64>,
    dtw: Option<i64>,
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
pub fn position<G: CatalogueGame, T: Lookup>(probe: &Probe<G, T>, asked: &Asked) -> JsonAnswer {
    let (game, position) = (probe.space, fen(probe.space, asked)?);
    let value = probe.value(&position)?.ok_or_else(|| probe.not_held(&position))?;
    let mut rated = moves(probe, &position)?.ok_or_else(|| probe.not_held(&position))?;
    apply_rule(probe, &position, &mut rated)?;
    let row = |mv: G::Move| {
        let after = game.play(&position, mv);
        let value = probe.value(&after)?.ok_or_else(|| probe.not_held(&after))?;
        Ok(MoveRow {
            uci: move_text(game, &position, mv),
            san: move_text_for_people(game, &position, mv),
            zeroing: !game.is_quiet(&position, mv),
            conversion: game.is_capture(&position, mv) || is_promotion(&mv),
            known: known(probe, &after, value)?,
        })
    };
    let moves = rated.iter().map(|rated| rated.mv).chain(dead_moves::<G>(&position));
    let moves = moves.map(row).collect::<Result<Vec<_>, Failure>>()?;
    Ok(serde_json::to_vec(&PositionRow { known: known(probe, &position, value)?, moves })?)
}

/// The answer for best play from a position.
pub fn mainline<G: CatalogueGame, T: Lookup>(probe: &Probe<G, T>, asked: &Asked) -> JsonAnswer {
    let (game, mut position) = (probe.space, fen(probe.space, asked)?);
    let value = probe.value(&position)?.ok_or_else(|| probe.not_held(&position))?;
    let line = line(probe, &position)?.ok_or_else(|| probe.not_held(&position))?;
    let side = game.side_to_move(&position);
    let winner = match value {
        Value::Win(_) => Some(side),
        Value::Loss(_) => (0..game.sides().len()).find(|&other| game.team(other) != game.team(side)),
        Value::Draw => None,
    };
    let winner = winner.and_then(|side| game.sides()[side].chars().next()).map(|first| first.to_lowercase().collect());
    let (dtm, dtw) = depths::<G>(value);
    let of_start = dtz(probe, &position)?;
    let mut mainline = Vec::with_capacity(line.len());
    for mv in line {
        let (uci, san) = (move_text(game, &position, mv), move_text_for_people(game, &position, mv));
        position = game.play(&position, mv);
        let (dtm, dtw) = probe.value(&position)?.map_or((None, None), |value| depths::<G>(value));
        mainline.push(MainlineMove { uci, san, dtz: dtz(probe, &position)?, dtm, dtw });
    }
    Ok(serde_json::to_vec(&Mainline { dtz: of_start, dtm, dtw, mainline, winner })?)
}

/// The plies to the next move that zeroes the clock, where tables have them.
fn dtz<G: CatalogueGame, T: Lookup>(probe: &Probe<G, T>, position: &G::Position) -> Result<Option<i64>, Failure> {
    Ok(probe.under_rule(position)?.map(|rule| rule.dtz.into()))
}

/// The position that a request names. `_` may stand for a space.
fn fen<G: CatalogueGame>(game: &G, asked: &Asked) -> Result<G::Position, Failure> {
    let text =
        asked.text("fen").ok_or_else(|| Failure::Usage("expected a position as fen=FEN, found none".to_string()))?;
    Ok(game.parse(&text.replace('_', " "))?)
}

/// What is known of a position with a value.
fn known<G: CatalogueGame, T: Lookup>(
    probe: &Probe<G, T>,
    position: &G::Position,
    value: Value,
) -> Result<PositionFields, Failure> {
    let (game, rule) = (probe.space, probe.under_rule(position)?);
    let chess = (position as &dyn Any).downcast_ref::<chess::Position>();
    let over = game.outcome(position);
    let is_over = |outcome: Outcome| over == Some(outcome);
    let (dtm, dtw) = depths::<G>(value);
    let is_stalemate = |chess: &chess::Position| chess.checkers() == 0 && chess.legal_moves().next().is_none();
    Ok(PositionFields {
        category: match (rule, chess) {
            (Some(rule), _) => rule.result.word(),
            (None, Some(_)) => category_of_chess(value, game.quiet_plies(position)),
            (None, None) => value.word(),
        },
        dtz: rule.map(|rule| rule.dtz.into()),
        precise_dtz: rule.map(|rule| rule.dtz.into()),
        dtc: None,
        dtm,
        dtw,
        checkmate: chess.is_some() && is_over(Outcome::Loss),
        stalemate: chess.is_some_and(is_stalemate),
        variant_win: chess.is_none() && is_over(Outcome::Win),
        variant_loss: chess.is_none() && is_over(Outcome::Loss),
        insufficient_material: chess.is_some_and(chess::Position::is_dead),
    })
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
fn depths<G: CatalogueGame>(value: Value) -> (Option<i64>, Option<i64>) {
    let depth = match value {
        _ if !value.is_exact() => None,
        Value::Win(plies) => Some(i64::from(plies)),
        Value::Draw => Some(0),
        Value::Loss(plies) => Some(-i64::from(plies)),
    };
    match std::any::TypeId::of::<G::Position>() == std::any::TypeId::of::<chess::Position>() {
        true => (depth, None),
        false => (None, depth),
    }
}

/// The moves of a dead position of chess, which lila-tablebase lists. Here the game is over, and has no moves.
fn dead_moves<G: CatalogueGame>(position: &G::Position) -> Vec<G::Move> {
    let chess = (position as &dyn Any).downcast_ref::<chess::Position>();
    let moves = chess.filter(|chess| chess.is_dead()).into_iter().flat_map(chess::Position::legal_moves);
    moves.filter_map(|mv| (&mv as &dyn Any).downcast_ref::<G::Move>().copied()).collect()
}

/// Whether a move of chess promotes a pawn.
fn is_promotion(mv: &dyn Any) -> bool {
    mv.downcast_ref::<chess::Move>().is_some_and(|mv| mv.promotion.is_some())
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
