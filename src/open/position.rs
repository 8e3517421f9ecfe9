//! The answers for a position.

use std::convert::Infallible;

use super::error::AnswerError;
use crate::answer::{MoveAnswer, OverAnswer, PositionAnswer, PositionQuery, StepAnswer, ValueAnswer, words};
use crate::catalogue::CatalogueGame;
use crate::game::{
    Board, Diagram, Game, Notation, Outcome, Value, move_text, move_text_for_people, position_text,
    value_text_for_people,
};
use crate::play::victory;
use crate::query::{
    KnownValue, Probe, RatedMove, UnderRule, ValueOrigin, is_zugzwang, known_of, line_under_rule, moves_under_rule,
    trickiness,
};
use crate::space::{Entry, Metric, SliceId, Space, value_of_move};
use crate::util::sort::sort_short;
use crate::util::threads::try_map;
use crate::values::{Lookup, LookupError};

/// A move, the position after it, and its value if that is known.
type KnownMove<G> = (<G as Game>::Move, <G as Game>::Position, Option<KnownValue>);

/// The answer for a position.
pub fn answer<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    position: &G::Position,
    query: &PositionQuery,
) -> Result<PositionAnswer, LookupError> {
    let game = probe.space;
    let outcome = game.outcome(position);
    let value = probe.known(position)?;
    let rated = match query.moves || query.difficulty {
        true => Some(moves_under_rule(probe, position)?.map(|(rated, _)| rated)),
        false => None,
    };
    let trickiness = match &rated {
        Some(Some(rated)) if query.difficulty && outcome.is_none() => Some(trickiness(probe, position, rated)?),
        _ => None,
    };
    let is_zugzwang = match value {
        Some(known) if query.difficulty => Some(is_zugzwang(probe, position, known.value)?),
        _ => None,
    };
    let best = if query.line { Some(line_under_rule(probe, position)?) } else { None };
    let lacks_part = value.is_none() || matches!(rated, Some(None)) || matches!(best, Some(None));
    let contradicted = match (value, rated.as_ref().and_then(|rated| rated.as_ref()?.first())) {
        (Some(known), Some(best)) if outcome.is_none() => contradiction(game, position, known.value, best.value),
        _ => None,
    };
    let known = match rated {
        _ if !query.moves => Vec::new(),
        Some(Some(rated)) => {
            rated.iter().map(|rated| (rated.mv, rated.position, Some(rated_value(game, rated)))).collect()
        }
        _ => known_moves(probe, position)?,
    };
    let board = query.for_people.then(|| game.diagram(position));
    let mv = |&(mv, ref after, value): &KnownMove<G>| MoveAnswer {
        step: step(game, board.as_ref(), position, mv, after),
        value: value.map(|value| valued(game, value, query.for_people)),
        zeroes: !game.is_quiet(position, mv),
        captures: game.is_capture(position, mv),
    };
    let check = board.as_ref().and_then(|board| {
        let square = game.in_check(position)?;
        board.places.get(usize::from(square)).map(|square| square.name.clone())
    });
    Ok(PositionAnswer {
        game: game.name(),
        position: position_text(game, position),
        side: game.side_to_move(position),
        number: game.move_number(position),
        quiet_plies: game.quiet_plies(position),
        slice: game.rank(position).map(|entry| entry.slice),
        check,
        over: outcome.map(|outcome| over(game, position, outcome)),
        value: value.map(|value| valued(game, value, query.for_people)),
        rule: probe.under_rule(position)?,
        moves: known.iter().map(mv).collect(),
        line: best.flatten().map(|line| steps(game, position, &line, query.for_people)),
        trickiness,
        is_zugzwang,
        not_held: lacks_part.then(|| probe.not_held(position)),
        notes: contradicted.into_iter().collect(),
    })
}

/// A note if a value is not the one that follows from the best move: the table was made by other rules, or by a
/// numbering that is wrong. Near a limit of quiet plies the rules end games that tables go on with: nothing is said.
fn contradiction<G: CatalogueGame>(game: &G, position: &G::Position, value: Value, best: Value) -> Option<String> {
    let depths = [value, best].map(Value::plies);
    let agree = value.same_result(best) && (depths.contains(&None) || depths[0] == depths[1]);
    let comparable = game.metric() == Metric::End && game.quiet_plies(position) == 0;
    (comparable && !agree).then(|| words::contradiction(value, best))
}

/// The result of a position under the rule of quiet plies, of a game whose values are under that rule or that has such
/// tables beside its values. `None` if they do not hold the position.
pub fn under_rule<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    position: &G::Position,
) -> Result<Option<UnderRule>, LookupError> {
    match probe.space.metric() {
        Metric::End => probe.under_rule(position),
        Metric::Zeroing(_) => Ok(probe.value(position)?.map(|value| probe.with_clock(value, position))),
    }
}

/// The values of positions. The look-ups of some of them overlap.
pub fn values_of<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    positions: &[&str],
    take: &mut dyn FnMut(usize, Result<Option<Value>, AnswerError>),
) {
    let mut read = Vec::with_capacity(TOGETHER);
    for (chunk, texts) in positions.chunks(TOGETHER).enumerate() {
        read.extend(
            texts.iter().map(|text| probe.space.parse(text).map(|position| (position, probe.prefetch(&position)))),
        );
        for (number, read) in (chunk * TOGETHER..).zip(read.drain(..)) {
            let value = read.map_err(AnswerError::from);
            take(number, value.and_then(|(position, entry)| Ok(value_at(probe, &position, entry)?)));
        }
    }
}

/// Look-ups that overlap.
const TOGETHER: usize = 32;

/// The values of positions that are read, each given to `take` with its number; an illegal one is `None`, and is passed
/// over. The look-ups of some of them overlap.
pub fn values_of_read<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    positions: &[Option<G::Position>],
    take: &mut dyn FnMut(usize, Result<Option<Value>, LookupError>),
) {
    let mut entries = [None; TOGETHER];
    for (chunk, positions) in positions.chunks(TOGETHER).enumerate() {
        for (entry, position) in entries.iter_mut().zip(positions) {
            *entry = position.and_then(|position| probe.prefetch(&position));
        }
        for (number, (position, entry)) in (chunk * TOGETHER..).zip(positions.iter().zip(entries)) {
            if let Some(position) = position {
                take(number, value_at(probe, position, entry));
            }
        }
    }
}

/// The number of positions that each entry of a slice stands for, 0 for an entry without a position.
pub fn weights<G: CatalogueGame>(game: &G, slice: SliceId) -> Vec<u16> {
    /// Entries that one thread counts at a time.
    const CHUNK: u64 = 1 << 15;
    let entries = game.slices()[slice.index()].entries;
    let weight = |index: u64| game.unrank(Entry { slice, index }).map_or(0, |position| game.weight(&position) as u16);
    let chunk = |number: usize| -> Result<Vec<u16>, Infallible> {
        let first = number as u64 * CHUNK;
        Ok((first..entries.min(first + CHUNK)).map(weight).collect())
    };
    let Ok(chunks) = try_map(entries.div_ceil(CHUNK) as usize, &chunk);
    chunks.concat()
}

/// The value of a position whose look-up was begun.
fn value_at<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    position: &G::Position,
    entry: Option<Entry>,
) -> Result<Option<Value>, LookupError> {
    match known_of(probe.space, position, probe.value_at(position, entry)?) {
        Some(known) => Ok(Some(known.value)),
        None => Ok(probe.known(position)?.map(|known| known.value)),
    }
}

/// The starting position; where slices are boards of their own and the tables lack its board, the start of the largest
/// board that they have.
pub fn start<G: CatalogueGame>(probe: &Probe<G, impl Lookup>) -> G::Position {
    let (game, start) = (probe.space, probe.space.start());
    if game.rank(&start).is_none_or(|entry| probe.tables.holds(entry.slice)) {
        return start;
    }
    let largest = probe.held().into_iter().max_by_key(|&slice| game.size(slice));
    largest.and_then(|slice| game.start_of(slice)).unwrap_or(start)
}

/// A legal move of a position. `board` has the position for an answer for people.
pub fn step<G: Board>(
    game: &G,
    board: Option<&Diagram>,
    position: &G::Position,
    mv: G::Move,
    after: &G::Position,
) -> StepAnswer {
    let text = (move_text(game, position, mv), position_text(game, after));
    let Some(board) = board else {
        return StepAnswer { mv: text.0, name: String::new(), position: text.1, touched: Vec::new() };
    };
    let name = |square: u16| board.places.get(usize::from(square)).map(|square| square.name.clone());
    let touched = match game.touched(position, mv) {
        touched if touched.is_empty() => changed(board, &game.diagram(after), game.side_to_move(position)),
        touched => touched,
    };
    StepAnswer {
        mv: text.0,
        name: move_text_for_people(game, position, mv),
        position: text.1,
        touched: touched.into_iter().filter_map(name).collect(),
    }
}

/// The moves of a line from a position.
pub fn steps<G: Board>(game: &G, from: &G::Position, line: &[G::Move], for_people: bool) -> Vec<StepAnswer> {
    let mut position = *from;
    let step = |&mv: &G::Move| {
        let after = game.play(&position, mv);
        let board = for_people.then(|| game.diagram(&position));
        let step = step(game, board.as_ref(), &position, mv, &after);
        position = after;
        step
    };
    line.iter().map(step).collect()
}

/// The squares that a move of this side changes, for a game that does not name them: the squares that its pieces leave,
/// then the squares where they come.
fn changed(before: &Diagram, after: &Diagram, side: usize) -> Vec<u16> {
    let own = |board: &Diagram, square: usize| {
        board.places.get(square).and_then(|square| square.piece).filter(|piece| usize::from(piece.side) == side)
    };
    let squares = 0..before.places.len();
    let left = squares.clone().filter(|&square| own(before, square).is_some() && own(after, square).is_none());
    let reached = squares.filter(|&square| own(after, square).is_some() && own(before, square) != own(after, square));
    left.chain(reached).map(|square| square as u16).collect()
}

/// The value of a move, and where it comes from.
fn rated_value<G: Space>(game: &G, rated: &RatedMove<G>) -> KnownValue {
    let origin = match game.rank(&rated.position) {
        _ if rated.value == Value::Win(1) || game.outcome(&rated.position).is_some() => ValueOrigin::Rules,
        Some(_) => ValueOrigin::Table,
        None => ValueOrigin::Moves,
    };
    KnownValue { value: rated.value, origin }
}

/// A value as an answer has it.
pub fn valued<G: Notation>(game: &G, KnownValue { value, origin }: KnownValue, for_people: bool) -> ValueAnswer {
    let text = if for_people { value_text_for_people(game, value) } else { String::new() };
    ValueAnswer { value, origin, text }
}

/// The end of a game.
fn over<G: Notation>(game: &G, position: &G::Position, outcome: Outcome) -> OverAnswer {
    let team = game.team(game.side_to_move(position));
    let victory = match outcome {
        Outcome::Win => Some(victory(game, team)),
        Outcome::Loss => Some(victory(game, 1 - team)),
        Outcome::Draw => None,
    };
    OverAnswer { outcome, text: words::game_over(victory.as_deref(), game.why_over(position).as_deref()) }
}

/// The moves of a position with successors in no table: moves with a value first, the best first.
fn known_moves<G: CatalogueGame>(
    probe: &Probe<G, impl Lookup>,
    position: &G::Position,
) -> Result<Vec<KnownMove<G>>, LookupError> {
    let game = probe.space;
    let mut known = Vec::new();
    for mv in game.moves(position) {
        let after = game.play(position, mv);
        let value = probe
            .known(&after)?
            .map(|known| KnownValue { value: value_of_move(game, position, mv, &after, known.value), ..known });
        known.push((mv, after, value));
    }
    sort_short(&mut known, |&(.., known)| std::cmp::Reverse(known.map(|known| known.value)));
    Ok(known)
}
