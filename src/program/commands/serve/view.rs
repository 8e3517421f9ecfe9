//! A position as the page shows it: the board, the moves with their values, the best line and the notable facts.

use serde::Serialize;

use super::asked::Asked;
use super::known::known;
use crate::advice;
use crate::failure::Failure;
use crate::program;
use hindsight::answer::{MoveAnswer, PlyKind, PositionAnswer, PositionQuery, StepAnswer, ValueAnswer};
use hindsight::draw::{Caption, Theme, svg, thumbnail};
use hindsight::game::{Diagram, Value};
use hindsight::open::OpenGame;
use hindsight::query::NotHeld;

/// A position as the page shows it. `value` and `plies` are as in `query`.
#[derive(Serialize)]
pub struct View {
    game: &'static str,
    position: String,
    side: &'static str,
    /// The number of the move that is made here, if the game's people number moves so.
    number: Option<u32>,
    #[serde(flatten)]
    value: ValueText,
    /// The plies that depths count.
    ply: PlyKind,
    #[serde(flatten)]
    rule: Option<RuleView>,
    /// Why the rule of quiet plies may make the value a draw, where no tables of it are here.
    doubt: Option<String>,
    /// The square of a king in check.
    check: Option<String>,
    over: Option<String>,
    not_held: Option<String>,
    moves: Vec<MoveView>,
    line: Vec<StepView>,
    holding: Option<usize>,
    only_moves: Option<usize>,
    mutual_zugzwang: Option<bool>,
    slice: Option<String>,
    leaves_out: Option<String>,
    /// The facts that the board does not show.
    facts: Vec<String>,
    svg: String,
    /// The parts of the position that were dropped or guessed when its text was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// How a board is shown.
pub struct Look<'a> {
    /// The names of the places that the last move touched.
    touched: Vec<&'a str>,
    /// Whether it is seen from the other side.
    rotated: bool,
    theme: Theme,
}

impl<'a> Look<'a> {
    /// The parameters `touched`, `flip` and `theme`.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub fn new(asked: &'a Asked) -> Result<Look<'a>, Failure> {
        let touched = asked.text("touched").unwrap_or_default().split(',').collect();
        Ok(Look { touched, rotated: asked.is_set("flip")?, theme: theme(asked.text("theme"))? })
    }
}

/// The theme of this name, or the first.
///
/// # Errors
/// If no theme has the name.
pub fn theme(name: Option<&str>) -> Result<Theme, Failure> {
    let Some(name) = name else { return Ok(Theme::default()) };
    Theme::named(name).ok_or_else(|| {
        let names = Theme::ALL.map(Theme::name).join(" or ");
        Failure::Usage(format!("expected {names} for theme, found {name:?}"))
    })
}

/// The result under the rule of quiet plies, with the plies to the move that zeroes their clock.
#[derive(Serialize)]
struct RuleView {
    rule50: &'static str,
    dtz: i32,
}

/// A value with its text for people; `null` where it is not known.
#[derive(Serialize)]
pub struct ValueText {
    value: Option<&'static str>,
    plies: Option<u32>,
    text: Option<String>,
    /// Where the value comes from: `rules`, `table`, `moves`, `other`, `known` or `engine`.
    certainty: Option<&'static str>,
}

impl ValueText {
    /// A value with its text and its origin; both are left out of a value that is not known.
    pub fn of(value: Option<Value>, text: Option<String>, certainty: &'static str) -> ValueText {
        ValueText {
            value: value.map(Value::word),
            plies: value.and_then(Value::plies),
            text: value.and(text),
            certainty: value.map(|_| certainty),
        }
    }
}

impl From<Option<ValueAnswer>> for ValueText {
    fn from(known: Option<ValueAnswer>) -> ValueText {
        match known {
            Some(ValueAnswer { value, origin, text }) => ValueText::of(Some(value), Some(text), origin.word()),
            None => ValueText::of(None, None, ""),
        }
    }
}

/// A move with the position after it, and the places that it touches by their names.
#[derive(Serialize)]
pub struct StepView {
    #[serde(rename = "move")]
    mv: String,
    name: String,
    position: String,
    touched: Vec<String>,
}

impl From<StepAnswer> for StepView {
    fn from(step: StepAnswer) -> StepView {
        let StepAnswer { mv, name, position, touched } = step;
        StepView { mv, name, position, touched }
    }
}

/// A move with its value for the side that makes it.
#[derive(Serialize)]
pub struct MoveView {
    #[serde(flatten)]
    pub step: StepView,
    #[serde(flatten)]
    pub value: ValueText,
    /// The plies to the move that zeroes the clock of quiet plies, after this move and for the side that is then to
    /// move.
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<i32>,
}

impl MoveView {
    /// A move with its value.
    pub fn new(step: StepAnswer, value: ValueText) -> MoveView {
        MoveView { step: step.into(), value, dtz: None }
    }
}

impl From<MoveAnswer> for MoveView {
    fn from(mv: MoveAnswer) -> MoveView {
        MoveView::new(mv.step, mv.value.into())
    }
}

impl View {
    /// The view of a position. The last move touched these places.
    ///
    /// # Errors
    /// For a text that is no position, and for a damaged table.
    pub fn new(game: &dyn OpenGame, position: &str, look: &Look) -> Result<View, Failure> {
        let facts = game.facts();
        let query = PositionQuery { moves: true, line: true, difficulty: true, for_people: true };
        let answer = game.ask(position, &query)?;
        let mut board = game.diagram(position)?;
        // A game without a board shows its position as a note.
        let shown = if board.places.is_empty() { Vec::new() } else { std::mem::take(&mut board.notes) };
        let not_held = || match facts.slices.is_empty() {
            true => Some(advice::explain(&Failure::NoSlices(facts.name), program::invocation())),
            false => answer.not_held.as_ref().map(not_held),
        };
        let leaves_out = answer.value.as_ref().and_then(|_| facts.limits(answer.shows_depths()));
        Ok(View {
            game: facts.name,
            side: facts.sides[answer.side],
            number: answer.number,
            not_held: if answer.has_all_moves() { None } else { not_held() },
            check: answer.check.clone(),
            over: answer.over.as_ref().map(|over| over.text.clone()),
            holding: answer.trickiness.map(|tricky| tricky.holding),
            only_moves: answer.trickiness.map(|tricky| tricky.only_moves),
            mutual_zugzwang: answer.is_zugzwang,
            slice: answer.slice.map(|slice| facts.slices[slice.index()].name.clone()),
            leaves_out,
            facts: shown,
            svg: picture(facts.name, &answer.position, board, look),
            ply: facts.ply,
            rule: rule(&answer),
            doubt: answer.doubt(facts),
            moves: moves(game, &answer)?,
            value: value(game, &answer),
            line: answer.line.into_iter().flatten().map(StepView::from).collect(),
            position: answer.position,
            notes: answer.notes,
        })
    }
}

/// The value of a position: by the values of the game, or else as the guide knows it.
fn value(game: &dyn OpenGame, answer: &PositionAnswer) -> ValueText {
    let by_guide = || known(game, &answer.position);
    match (&answer.value, answer.value.is_none().then(by_guide).flatten()) {
        (None, Some(value)) => ValueText::of(Some(value), Some(game.facts().value_text(value)), "known"),
        (value, _) => value.clone().into(),
    }
}

/// The result under the rule of quiet plies; `None` for a game that is over, which no rule changes.
fn rule(answer: &PositionAnswer) -> Option<RuleView> {
    let rule = answer.rule.filter(|_| answer.over.is_none())?;
    Some(RuleView { rule50: rule.result.word(), dtz: rule.dtz })
}

/// The moves; with the plies to the move that zeroes the clock where tables under the rule hold the position.
fn moves(game: &dyn OpenGame, answer: &PositionAnswer) -> Result<Vec<MoveView>, Failure> {
    let mut moves: Vec<MoveView> = answer.moves.iter().cloned().map(MoveView::from).collect();
    for (mv, answered) in moves.iter_mut().zip(&answer.moves).filter(|_| answer.rule.is_some()) {
        mv.dtz = game.under_rule(&answered.step.position)?.map(|rule| rule.dtz);
    }
    Ok(moves)
}

/// The board alone as SVG.
///
/// # Errors
/// For a text that is no position.
pub fn small_picture(game: &dyn OpenGame, position: &str, look: &Look) -> Result<String, Failure> {
    let caption = Caption { title: game.facts().name, description: &game.canonical(position)? };
    Ok(thumbnail(&game.diagram(position)?, look.theme, caption))
}

/// The board as SVG, with the touched places by name.
fn picture(title: &str, position: &str, board: Diagram, look: &Look) -> String {
    let place = |name: &&str| board.places.iter().position(|place| !name.is_empty() && place.name == *name);
    let touched: Vec<u16> = look.touched.iter().filter_map(place).map(|place| place as u16).collect();
    let board = if look.rotated { board.rotated() } else { board };
    svg(&board, &touched, look.theme, Caption { title, description: position })
}

/// The reason why a position has no value, with its remedy.
fn not_held(not_held: &NotHeld) -> String {
    match advice::explain_missing(not_held, program::invocation()).strip_prefix(": ") {
        Some(missing) => missing.to_string(),
        None => advice::explain_not_held(not_held, program::invocation()),
    }
}
