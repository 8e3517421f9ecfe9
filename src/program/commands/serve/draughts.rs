//! Positions for sites of draughts, in the shape of lila-tablebase: `/draughts/VARIANT?fen=`, with `/mainline`.
//!
//! Lidraughts has the panel for tables of lichess, of a time when answers had a `wdl` and programs read `dtz` and
//! `dtm`. So an answer has these beside the fields of today, and writes moves as Lidraughts does: in `uci` two digits
//! for every square, and in `san` numbers with `x` between the squares of a capture. Both `dtm` and `dtw` are the plies
//! to the end. `dtz` is the plies to the next capture or move of a man: exact with tables of `solve --dtz`, and then
//! `precise_dtz` is the same; otherwise of best play by `dtm`.

use serde::Serialize;

use super::answer::JsonAnswer;
use super::asked::Asked;
use super::tablebase::{PositionFields, fen, known, winner};
use crate::failure::Failure;
use hindsight::answer::{PositionAnswer, PositionQuery, StepAnswer};
use hindsight::game::Value;
use hindsight::games::draughts::board::Ten;
use hindsight::games::draughts::{Draughts, NumberedMove};
use hindsight::open::{OpenGame, Opened};

/// The names of the games in an address, as sites name them, and their own.
const VARIANTS: [(&str, &str); 14] = [
    ("standard", "international"),
    ("international", "international"),
    ("english", "checkers"),
    ("russian", "russian"),
    ("brazilian", "brazilian"),
    ("pool", "pool"),
    ("italian", "italian"),
    ("spanish", "spanish"),
    ("czech", "czech"),
    ("thai", "thai"),
    ("killer", "killer"),
    ("antidraughts", "antidraughts"),
    ("losing", "losing-checkers"),
    ("poddavki", "poddavki"),
];

/// A position.
#[derive(Serialize)]
struct SitePosition {
    #[serde(flatten)]
    known: SiteFields,
    /// The moves, best first.
    moves: Vec<SiteMove>,
    /// The parts of the position that were dropped or guessed when its text was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// A move, with the fields of the position after it.
#[derive(Serialize)]
struct SiteMove {
    #[serde(flatten)]
    names: MoveNames,
    /// Whether it is a capture or a move of a man, so that the count of moves begins again.
    zeroing: bool,
    /// Whether it changes the material.
    conversion: bool,
    #[serde(flatten)]
    known: SiteFields,
}

/// A move as Lidraughts writes it.
#[derive(Serialize)]
struct MoveNames {
    uci: String,
    san: String,
}

/// The fields that a position and a move have.
#[derive(Serialize)]
struct SiteFields {
    #[serde(flatten)]
    known: PositionFields,
    /// 2 win, 1 cursed win, 0 draw, -1 blessed loss, -2 loss.
    wdl: Option<i8>,
}

/// Best play from a position.
#[derive(Serialize)]
struct SiteMainline {
    dtz: Option<i64>,
    dtm: Option<i64>,
    dtw: Option<i64>,
    mainline: Vec<SiteMainlineMove>,
    /// `w` or `b`; `null` for a draw.
    winner: Option<String>,
    /// The parts of the position that were dropped or guessed when its text was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// A move of best play, with the depths of the position after it.
#[derive(Serialize)]
struct SiteMainlineMove {
    #[serde(flatten)]
    names: MoveNames,
    dtz: Option<i64>,
    dtm: Option<i64>,
    dtw: Option<i64>,
}

/// The name of the game that an address names.
///
/// # Errors
/// [`Failure::NoSuchGame`] with the names, if there is none.
pub fn game_of(variant: &str) -> Result<&'static str, Failure> {
    let found = VARIANTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(variant));
    found.map(|&(_, game)| game).ok_or_else(|| Failure::NoSuchGame {
        names: VARIANTS.iter().map(|&(name, _)| name).collect(),
        found: variant.chars().take(60).collect(),
    })
}

/// The answer for a position.
pub fn position(game: &dyn OpenGame, asked: &Asked) -> JsonAnswer {
    let mut answer = game.ask_whole(&fen(asked)?, &PositionQuery { moves: true, ..PositionQuery::default() })?;
    let mut moves = Vec::with_capacity(answer.moves.len());
    for mv in &answer.moves {
        let numbered = numbered(game, &answer.position, &mv.step)?;
        let known = fields(game, &ask(game, &mv.step.position)?)?;
        let (zeroing, conversion) = (numbered.zeroes, numbered.changes_material);
        moves.push(SiteMove { names: names(&numbered), zeroing, conversion, known });
    }
    let notes = std::mem::take(&mut answer.notes);
    Ok(serde_json::to_vec(&SitePosition { known: fields(game, &answer)?, moves, notes })?)
}

/// The answer for best play from a position.
pub fn mainline(game: &dyn OpenGame, asked: &Asked) -> JsonAnswer {
    let query = PositionQuery { moves: true, line: true, ..PositionQuery::default() };
    let mut answer = game.ask_whole(&fen(asked)?, &query)?;
    let mut mainline = Vec::new();
    let mut position = answer.position.clone();
    for step in answer.line.take().into_iter().flatten() {
        let names = names(&numbered(game, &position, &step)?);
        let PositionFields { dtz, dtm, dtw, .. } = fields(game, &ask(game, &step.position)?)?.known;
        mainline.push(SiteMainlineMove { names, dtz, dtm, dtw });
        position = step.position;
    }
    let PositionFields { dtz, dtm, dtw, .. } = fields(game, &answer)?.known;
    let (winner, notes) = (winner(game, &answer), answer.notes);
    Ok(serde_json::to_vec(&SiteMainline { dtz, dtm, dtw, mainline, winner, notes })?)
}

/// A position with its value and its moves.
fn ask(game: &dyn OpenGame, position: &str) -> Result<PositionAnswer, Failure> {
    Ok(game.ask(position, &PositionQuery { moves: true, ..PositionQuery::default() })?)
}

/// The fields of a position whose answer has the moves.
fn fields(game: &dyn OpenGame, answer: &PositionAnswer) -> Result<SiteFields, Failure> {
    let mut known = known(game, answer)?;
    known.dtm = known.dtw;
    if known.dtz.is_none() {
        known.dtz = plies_to_zeroing(game, answer)?;
    }
    let wdl = match known.category {
        "win" => Some(2),
        "cursed-win" => Some(1),
        "draw" => Some(0),
        "blessed-loss" => Some(-1),
        "loss" => Some(-2),
        _ => None,
    };
    Ok(SiteFields { known, wdl })
}

/// The plies of best play to the next capture or move of a man, or to the end of the game, negative in a lost position;
/// 0 in a draw, and `None` where values have no depths.
fn plies_to_zeroing(game: &dyn OpenGame, answer: &PositionAnswer) -> Result<Option<i64>, Failure> {
    let sign = match answer.value.as_ref().map(|known| known.value) {
        Some(Value::Draw) => return Ok(Some(0)),
        Some(value) if !value.is_exact() => return Ok(None),
        Some(Value::Win(_)) => 1,
        Some(Value::Loss(_)) => -1,
        None => return Ok(None),
    };
    let (mut plies, mut next) = (0, None);
    loop {
        let now = next.as_ref().unwrap_or(answer);
        let Some(best) = now.moves.first() else { break };
        plies += sign;
        if numbered(game, &now.position, &best.step)?.zeroes {
            break;
        }
        next = Some(ask(game, &best.step.position)?);
    }
    Ok(Some(plies))
}

/// A move of a game of draughts, with the numbers of its squares.
fn numbered(game: &dyn OpenGame, position: &str, step: &StepAnswer) -> Result<NumberedMove, Failure> {
    let game = game.as_any();
    let of_32 = game.downcast_ref::<Opened<Draughts>>().map(|game| game.game().numbered(position, &step.mv));
    let of_50 = || game.downcast_ref::<Opened<Draughts<Ten>>>().map(|game| game.game().numbered(position, &step.mv));
    Ok(of_32.or_else(of_50).expect("every variant of an address is a game of draughts")?)
}

/// A move as Lidraughts writes it.
fn names(numbered: &NumberedMove) -> MoveNames {
    let san = numbered.short.iter().map(u32::to_string).collect::<Vec<_>>();
    MoveNames {
        uci: numbered.squares.iter().map(|number| format!("{number:02}")).collect(),
        san: san.join(if numbered.captures { "x" } else { "-" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight::open::Games;

    #[test]
    fn every_variant_is_a_game_of_the_program() {
        for (variant, name) in VARIANTS {
            assert_eq!(game_of(&variant.to_uppercase()).ok(), Some(name));
            assert!(Games::standard().shared().any(|game| game.facts().name == name), "{name}");
        }
        assert!(matches!(game_of("frisian"), Err(Failure::NoSuchGame { names, .. }) if names.contains(&"killer")));
    }
}
