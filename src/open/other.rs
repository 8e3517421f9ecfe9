//! The results of tables in the format of another program, for positions that no table here holds.

use std::cmp::Reverse;

use super::error::OpenError;
use super::opened::Opened;
use super::position::{step, valued};
use crate::answer::{MoveAnswer, PositionAnswer, PositionQuery, words};
use crate::catalogue::{CatalogueGame, GameEntry};
use crate::game::Value;
use crate::query::{KnownValue, RuleResult, UnderRule, ValueOrigin, value_under_rule};
use crate::search::{OtherTables, OtherTablesPlace};

/// Opens the tables of directories.
///
/// # Errors
/// If the game has no such format, and for directories without tables that can be used.
pub(super) fn open<G: CatalogueGame>(
    entry: &GameEntry<G>,
    directories: &str,
) -> Result<Box<dyn OtherTables<G>>, OpenError> {
    let Some(format) = &entry.other else { return Err(OpenError::NoOther(entry.game.name())) };
    let place = OtherTablesPlace { directories: directories.to_string(), limit: format.largest, fifty_moves: true };
    (format.open)(&place).map_err(OpenError::Other)
}

impl<G: CatalogueGame> Opened<G> {
    /// The result under the rule of quiet plies by the tables of another program, or by the rules of a game that is
    /// over; `None` if they do not hold the position, or without such tables.
    pub(super) fn other_rule(&self, position: &G::Position) -> Option<UnderRule> {
        let (game, other) = (self.game(), self.other.as_deref()?);
        match game.outcome(position) {
            Some(outcome) => Some(UnderRule::new(outcome.into(), game.quiet_plies(position), game.quiet_limit())),
            None => other.under_rule(position).map(|results| results.rule),
        }
    }

    /// The value without the rule of quiet plies by the tables of another program.
    pub(super) fn other_value(&self, position: &G::Position) -> Option<Value> {
        self.other_rule(position).map(|rule| without_rule(rule.result))
    }

    /// The answer with the results of the tables of another program, where the values of this one lack the position,
    /// one of its moves or the rule of quiet plies.
    pub(super) fn with_other(
        &self,
        position: &G::Position,
        query: &PositionQuery,
        answer: PositionAnswer,
    ) -> PositionAnswer {
        let is_held = answer.value.is_some() && answer.has_all_moves();
        let is_complete = answer.over.is_some() || is_held && answer.rule.is_some();
        let results = self.other.as_deref().filter(|_| !is_complete).and_then(|other| other.under_rule(position));
        let (Some(results), Some(format)) = (results, &self.entry.other) else { return answer };
        let (game, for_people) = (self.game(), query.for_people);
        let other = |value| valued(game, KnownValue { value, origin: ValueOrigin::Other }, for_people);
        let board = for_people.then(|| game.diagram(position));
        let mut moves: Vec<(UnderRule, MoveAnswer)> = Vec::with_capacity(results.moves.len());
        for &(mv, rule) in results.moves.iter().filter(|_| query.moves) {
            let after = game.play(position, mv);
            let step = step(game, board.as_ref(), position, mv, &after);
            let zeroes = !game.is_quiet(position, mv);
            let left = if zeroes { 0 } else { answer.quiet_plies };
            // A value that is known here may have a depth.
            let known = answer.moves.iter().find(|known| known.step.mv == step.mv).and_then(|mv| mv.value.clone());
            let plain = known.as_ref().map_or(without_rule(rule.result), |known| known.value);
            let value = value_under_rule(plain, rule, left);
            let value = known.filter(|known| known.value == value).unwrap_or_else(|| other(value));
            let captures = game.is_capture(position, mv);
            moves.push((rule, MoveAnswer { step, value: Some(value), zeroes, captures }));
        }
        let note = if is_held { words::rule_of_other(format.name) } else { words::of_other(format.name) };
        PositionAnswer {
            value: answer.value.or_else(|| Some(other(without_rule(results.rule.result)))),
            rule: answer.rule.or(Some(results.rule)),
            moves: best_first(moves),
            not_held: None,
            notes: answer.notes.into_iter().chain([note]).collect(),
            ..answer
        }
    }
}

/// Moves in order, the best first. Of wins of unknown depth, the first zeroes the clock the soonest.
fn best_first(mut moves: Vec<(UnderRule, MoveAnswer)>) -> Vec<MoveAnswer> {
    moves.sort_by_key(|(rule, mv)| Reverse((mv.value.as_ref().map(|known| known.value), zeroing_value(*rule))));
    moves.into_iter().map(|(_, mv)| mv).collect()
}

/// The value that a result has without the rule of quiet plies.
fn without_rule(result: RuleResult) -> Value {
    match result {
        RuleResult::Win | RuleResult::CursedWin => Value::Win(Value::UNKNOWN),
        RuleResult::Draw => Value::Draw,
        RuleResult::BlessedLoss | RuleResult::Loss => Value::Loss(Value::UNKNOWN),
    }
}

/// The value in plies to the next move that zeroes the clock.
fn zeroing_value(rule: UnderRule) -> Value {
    let plies = rule.dtz.unsigned_abs();
    match rule.dtz.signum() {
        1 => Value::Win(plies),
        -1 => Value::Loss(plies),
        _ => Value::Draw,
    }
}
