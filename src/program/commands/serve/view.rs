//! A position as the page shows it: the board, the moves with their values, the best line and the notable facts.

use serde::Serialize;

use super::asked::Asked;
use crate::advice;
use crate::failure::Failure;
use crate::program;
use hindsight::catalogue::CatalogueGame;
use hindsight::draw::{Caption, Theme, svg, thumbnail};
use hindsight::game::{
    Diagram, Outcome, Value, move_text, move_text_for_people, position_text, turn, value_text_for_people,
};
use hindsight::play::victory;
use hindsight::query::{NotHeld, Probe, RatedMove, RuleResult, UnderRule, is_zugzwang, line, moves, trickiness};
use hindsight::util::units::count;
use hindsight::values::Lookup;

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
    over: Option<String>,
    not_held: Option<String>,
    moves: Vec<MoveView>,
    line: Vec<StepView>,
    holding: Option<usize>,
    only_moves: Option<usize>,
    mutual_zugzwang: Option<bool>,
    slice: Option<String>,
    leaves_out: Option<&'static str>,
    /// The facts that the board does not show.
    facts: Vec<String>,
    svg: String,
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

/// A value with its text for people; `null` where it is not known.
#[derive(Serialize)]
pub struct ValueText {
    value: Option<&'static str>,
    plies: Option<u32>,
    text: Option<String>,
}

impl ValueText {
    /// A value of a game.
    pub fn new<G: CatalogueGame>(game: &G, value: Option<Value>) -> ValueText {
        ValueText {
            value: value.map(Value::word),
            plies: value.and_then(Value::plies),
            text: value.map(|value| value_text_for_people(game, value)),
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

impl StepView {
    /// A legal move of a position, which has this board.
    pub fn new<G: CatalogueGame>(
        game: &G,
        board: &Diagram,
        position: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) -> StepView {
        let place = |place: u16| board.places.get(usize::from(place)).map(|place| place.name.clone());
        let touched = match game.touched(position, mv) {
            touched if touched.is_empty() => changed(board, &game.diagram(after), game.side_to_move(position)),
            touched => touched,
        };
        StepView {
            mv: move_text(game, position, mv),
            name: move_text_for_people(game, position, mv),
            position: position_text(game, after),
            touched: touched.into_iter().filter_map(place).collect(),
        }
    }
}

/// A move with its value for the side that makes it.
#[derive(Serialize)]
pub struct MoveView {
    #[serde(flatten)]
    pub step: StepView,
    #[serde(flatten)]
    pub value: ValueText,
}

impl View {
    /// The view of a position. The last move touched these places.
    ///
    /// # Errors
    /// If a table is damaged or cannot be read.
    pub fn new<G: CatalogueGame>(
        probe: &Probe<G, impl Lookup>,
        position: &G::Position,
        look: &Look,
    ) -> Result<View, Failure> {
        let game = probe.space;
        let mut board = game.diagram(position);
        // A game without a board shows its position as a note.
        let mut facts = if board.places.is_empty() { Vec::new() } else { std::mem::take(&mut board.notes) };
        let value = probe.value(position)?;
        let outcome = game.outcome(position);
        if outcome.is_none() {
            facts.extend(probe.under_rule(position)?.and_then(rule_fact));
        }
        let rated = match outcome {
            Some(_) => None,
            None => moves(probe, position)?,
        };
        let tricky = rated.as_ref().map(|rated| trickiness(probe, position, rated)).transpose()?;
        let not_held = || match game.slices().is_empty() {
            true => advice::explain(&Failure::NoSlices(game.name()), program::invocation()),
            false => not_held(&probe.not_held(position)),
        };
        let side = game.sides()[game.side_to_move(position)];
        let view = View {
            game: game.name(),
            position: position_text(game, position),
            side,
            number: game.move_number(position),
            value: ValueText::new(game, value),
            over: outcome.map(|outcome| over(game, position, outcome)),
            not_held: (outcome.is_none() && rated.is_none()).then(not_held),
            moves: match &rated {
                Some(rated) => rated.iter().map(|rated| move_view(game, &board, position, rated)).collect(),
                None => known_moves(probe, &board, position)?,
            },
            line: best_line(probe, position)?,
            holding: tricky.map(|tricky| tricky.holding),
            only_moves: tricky.map(|tricky| tricky.only_moves),
            mutual_zugzwang: value.map(|value| is_zugzwang(probe, position, value)).transpose()?,
            slice: game.rank(position).map(|entry| game.slices()[entry.slice.index()].name.clone()),
            leaves_out: game.leaves_out().filter(|_| value.is_some()),
            facts,
            svg: picture(game, position, board, look),
        };
        Ok(view)
    }
}

/// The board alone as SVG.
pub fn small_picture<G: CatalogueGame>(game: &G, position: &G::Position, look: &Look) -> String {
    let caption = Caption { title: game.name(), description: &position_text(game, position) };
    thumbnail(&game.diagram(position), look.theme, caption)
}

/// The board as SVG, with the touched places by name.
fn picture<G: CatalogueGame>(game: &G, position: &G::Position, board: Diagram, look: &Look) -> String {
    let place = |name: &&str| board.places.iter().position(|place| !name.is_empty() && place.name == *name);
    let touched: Vec<u16> = look.touched.iter().filter_map(place).map(|place| place as u16).collect();
    let board = if look.rotated { board.rotated() } else { board };
    svg(&board, &touched, look.theme, Caption { title: game.name(), description: &position_text(game, position) })
}

/// The places that a move of this side changes, for a game that does not name them: the places that its pieces leave,
/// then the places where they come.
fn changed(before: &Diagram, after: &Diagram, side: usize) -> Vec<u16> {
    let own = |board: &Diagram, place: usize| {
        board.places.get(place).and_then(|place| place.piece).filter(|piece| usize::from(piece.side) == side)
    };
    let places = 0..before.places.len();
    let left = places.clone().filter(|&place| own(before, place).is_some() && own(after, place).is_none());
    let reached = places.filter(|&place| own(after, place).is_some() && own(before, place) != own(after, place));
    left.chain(reached).map(|place| place as u16).collect()
}

/// The reason why a position has no value, with its remedy.
fn not_held(not_held: &NotHeld) -> String {
    match advice::explain_missing(not_held, program::invocation()).strip_prefix(": ") {
        Some(missing) => missing.to_string(),
        None => advice::explain_not_held(not_held, program::invocation()),
    }
}

/// The result under the rule of quiet plies, in a sentence; `None` for a draw.
fn rule_fact(rule: UnderRule) -> Option<String> {
    let plies = count(rule.dtz.unsigned_abs().into(), "ply");
    match rule.result {
        RuleResult::Win | RuleResult::Loss => {
            Some(format!("The fifty-move rule changes nothing: the clock is zeroed in {plies}"))
        }
        RuleResult::CursedWin | RuleResult::BlessedLoss => {
            Some(format!("A draw under the fifty-move rule: the clock would be zeroed in {plies}"))
        }
        RuleResult::Draw => None,
    }
}

/// The end of a game, in words.
fn over<G: CatalogueGame>(game: &G, position: &G::Position, outcome: Outcome) -> String {
    let team = game.team(game.side_to_move(position));
    let result = match outcome {
        Outcome::Win => victory(game, team),
        Outcome::Loss => victory(game, 1 - team),
        Outcome::Draw => "It is a draw".to_string(),
    };
    let why = game.why_over(position).map_or(String::new(), |why| format!(": {why}"));
    format!("The game is over. {result}{why}")
}

fn move_view<G: CatalogueGame>(game: &G, board: &Diagram, position: &G::Position, rated: &RatedMove<G>) -> MoveView {
    let step = StepView::new(game, board, position, rated.mv, &rated.position);
    MoveView { step, value: ValueText::new(game, Some(rated.value)) }
}

/// The moves of a position with successors in no table: moves with a value first, the best first.
fn known_moves<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    board: &Diagram,
    position: &G::Position,
) -> Result<Vec<MoveView>, Failure> {
    let game = probe.space;
    let mut known = Vec::new();
    for mv in game.moves(position) {
        let after = game.play(position, mv);
        let value = probe.value(&after)?.map(|value| value.before(turn(game, position, &after)));
        known.push((value, mv, after));
    }
    known.sort_by_key(|(value, ..)| std::cmp::Reverse(*value));
    let view = |(value, mv, after): &(_, G::Move, G::Position)| MoveView {
        step: StepView::new(game, board, position, *mv, after),
        value: ValueText::new(game, *value),
    };
    Ok(known.iter().map(view).collect())
}

/// The best line, empty if the tables lack a position of it.
fn best_line<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    position: &G::Position,
) -> Result<Vec<StepView>, Failure> {
    let (game, mut position) = (probe.space, *position);
    let mut steps = Vec::new();
    for mv in line(probe, &position)?.unwrap_or_default() {
        let after = game.play(&position, mv);
        steps.push(StepView::new(game, &game.diagram(&position), &position, mv, &after));
        position = after;
    }
    Ok(steps)
}
