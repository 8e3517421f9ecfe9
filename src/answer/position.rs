//! A position with its value, its moves and its best line.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{GameFacts, words};
use crate::game::{Outcome, Value};
use crate::query::{NotHeld, Trickiness, UnderRule, ValueOrigin, is_in_time};
use crate::space::SliceId;

/// The parts of an answer for a position that take time: each is made only for a question that wants it.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionQuery {
    /// The moves, each with its value.
    pub moves: bool,
    /// The best line.
    pub line: bool,
    /// The difficulty: the trickiness, and whether the position is a mutual zugzwang.
    pub difficulty: bool,
    /// For people: the names of moves, the squares that they touch, and values in words.
    pub for_people: bool,
}

impl PositionQuery {
    /// The moves and the best line.
    pub const WHOLE: PositionQuery = PositionQuery { moves: true, line: true, difficulty: false, for_people: false };
}

/// A position with its value. As JSON it is the object of `query --json`.
#[derive(Clone, Debug, Serialize)]
pub struct PositionAnswer {
    /// The name of the game.
    pub game: &'static str,
    /// The position as the game writes it.
    pub position: String,
    /// The side to move, by its number.
    #[serde(skip)]
    pub side: usize,
    /// The number of the move that is made here, if the game's people number moves so.
    #[serde(skip)]
    pub number: Option<u32>,
    /// The quiet plies before the position, as far as it counts them.
    #[serde(skip)]
    pub quiet_plies: u32,
    /// The slice that has the position.
    #[serde(skip)]
    pub slice: Option<SliceId>,
    /// The square of a king in check, in an answer for people.
    #[serde(skip)]
    pub check: Option<String>,
    /// The end of the game, if it is over.
    #[serde(skip)]
    pub over: Option<OverAnswer>,
    /// The value for the side to move; `None` if the values do not hold the position.
    #[serde(flatten, serialize_with = "value_fields")]
    pub value: Option<ValueAnswer>,
    /// The result under the rule of quiet plies, with the clock of the position; `None` without tables under the rule
    /// that hold it.
    #[serde(flatten, serialize_with = "rule_fields")]
    pub rule: Option<UnderRule>,
    /// The moves, best first. Moves without a value come last. Where tables under the rule of quiet plies hold them,
    /// their order and their values are those that the rule leaves, with the clock of the position.
    pub moves: Vec<MoveAnswer>,
    /// Best play; `None` if the values do not hold a position of it or one of its successors. It ends early where
    /// values have no depths.
    #[serde(serialize_with = "line_moves")]
    pub line: Option<Vec<StepAnswer>>,
    /// The trickiness; `None` if the game is over or a move has no value.
    #[serde(skip)]
    pub trickiness: Option<Trickiness>,
    /// Whether the position is a mutual zugzwang; `None` without a value.
    #[serde(skip)]
    pub is_zugzwang: Option<bool>,
    /// Why a part of the answer is missing: a slice without values, or a position in no slice.
    #[serde(skip)]
    pub not_held: Option<NotHeld>,
    /// The parts of the position that were dropped or guessed when its text was read, a sentence each. As JSON there is
    /// no such field without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct OverAnswer {
    /// The result for the side to move.
    pub outcome: Outcome,
    /// The result in a sentence without its full stop.
    pub text: String,
}

/// A value, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueAnswer {
    /// The value.
    pub value: Value,
    /// Where it comes from.
    pub origin: ValueOrigin,
    /// The value in the words of the game's people, such as `mate in 15`; empty in an answer that is not for people.
    pub text: String,
}

/// A move with its value for the side that makes it, in plies from before the move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnswer {
    /// The move.
    #[serde(flatten)]
    pub step: StepAnswer,
    /// Its value; `None` if the values do not hold the position after it.
    #[serde(flatten, serialize_with = "value_fields")]
    pub value: Option<ValueAnswer>,
    /// Whether it zeroes the clock of quiet plies.
    #[serde(skip)]
    pub zeroes: bool,
    /// Whether it captures.
    #[serde(skip)]
    pub captures: bool,
}

/// A move, and the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepAnswer {
    /// The move as programs write it: `g1f3`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move as people write it: `Nf3`; empty in an answer that is not for people.
    #[serde(skip)]
    pub name: String,
    /// The position after the move.
    pub position: String,
    /// The names of the squares that the move touches; none in an answer that is not for people.
    #[serde(skip)]
    pub touched: Vec<String>,
}

impl PositionAnswer {
    /// The answer, if no part is missing that the question asked for. Beside a move that wins at once, no other move
    /// matters.
    ///
    /// # Errors
    /// [`NotHeld`] if one is.
    pub fn whole(mut self) -> Result<PositionAnswer, NotHeld> {
        match self.not_held.take() {
            Some(not_held) if !self.wins_at_once() => Err(not_held),
            _ => Ok(self),
        }
    }

    /// Whether a move wins at once.
    pub fn wins_at_once(&self) -> bool {
        self.value.as_ref().is_some_and(|known| known.value == Value::Win(1))
    }

    /// Whether a win or a loss that it shows has a depth.
    pub fn shows_depths(&self) -> bool {
        self.values().any(|value| value.plies().is_some())
    }

    /// Whether a win or a loss that it shows has no depth.
    pub fn lacks_depths(&self) -> bool {
        self.values().any(|value| value != Value::Draw && value.plies().is_none())
    }

    /// The values of the position and of its moves.
    fn values(&self) -> impl Iterator<Item = Value> {
        let moves = self.moves.iter().filter_map(|mv| mv.value.as_ref());
        self.value.iter().chain(moves).map(|known| known.value)
    }

    /// The best move that does not keep the result, if exactly one of two or more moves keeps a win or a draw.
    pub fn best_wrong_move(&self) -> Option<&MoveAnswer> {
        let value = |mv: &MoveAnswer| mv.value.as_ref().map(|known| known.value);
        let [first, second, ..] = &self.moves[..] else { return None };
        let (best, next) = (value(first)?, value(second)?);
        // Moves come best first.
        (!matches!(best, Value::Loss(_)) && !next.same_result(best) && self.has_all_moves()).then_some(second)
    }

    /// Why the rule of quiet plies may make the value a draw, where no tables of the rule hold the position, in a
    /// sentence without its full stop.
    pub fn doubt(&self, game: &GameFacts) -> Option<String> {
        let (clock, limit) = (self.quiet_plies, game.quiet_limit);
        let is_open = game.zeroing.is_some() && self.rule.is_none() && self.over.is_none() && clock > 0;
        let known = self.value.as_ref().filter(|_| is_open)?;
        (!is_in_time(known.value, clock, limit)).then(|| words::rule_doubt(clock, limit))
    }

    /// Whether every move has a value.
    pub fn has_all_moves(&self) -> bool {
        self.moves.iter().all(|mv| mv.value.is_some())
    }
}

/// Writes the fields `value`, `plies` and `certainty`.
fn value_fields<S: Serializer>(known: &Option<ValueAnswer>, serializer: S) -> Result<S::Ok, S::Error> {
    let value = known.as_ref().map(|known| known.value);
    let mut fields = serializer.serialize_map(Some(3))?;
    fields.serialize_entry("value", &value.map(Value::word))?;
    fields.serialize_entry("plies", &value.and_then(Value::plies))?;
    fields.serialize_entry("certainty", &known.as_ref().map(|known| known.origin.word()))?;
    fields.end()
}

/// Writes the fields `rule50` and `dtz`, or none.
fn rule_fields<S: Serializer>(rule: &Option<UnderRule>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(None)?;
    if let Some(rule) = rule {
        fields.serialize_entry("rule50", rule.result.word())?;
        fields.serialize_entry("dtz", &rule.dtz)?;
    }
    fields.end()
}

/// Writes the moves of a line alone.
fn line_moves<S: Serializer>(line: &Option<Vec<StepAnswer>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(line.iter().flatten().map(|step| &step.mv))
}
