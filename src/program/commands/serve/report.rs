//! The report of many games: the results that their moves throw away.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::answer::JsonAnswer;
use super::asked::read_json;
use crate::failure::Failure;
use hindsight::answer::{JudgedGame, JudgedMove};
use hindsight::open::OpenGame;
use hindsight::util::run::Run;
use hindsight::util::units::count;

/// The most games of a report.
const MOST: usize = 1000;

/// Games to be judged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReportRequest {
    text: String,
}

/// The report of games.
#[derive(Serialize)]
struct ErrorReport<'a> {
    game: &'static str,
    games: Vec<ReportedGame>,
    /// The moves that throw a result away by slice, most first.
    endings: Vec<EndingErrors<'a>>,
    /// The positions that were judged.
    positions: usize,
    /// The games that cannot be read, a sentence each.
    unreadable: Vec<String>,
    /// Whether the text has more games than a report.
    more: bool,
}

/// A game with the moves that throw a result away.
#[derive(Serialize)]
struct ReportedGame {
    /// Its number in the text, counted from 0.
    number: usize,
    players: Vec<String>,
    result: Option<&'static str>,
    plies: usize,
    /// The values of the best move by ply: each with the ply, the side to move, and the value.
    strip: Vec<(usize, &'static str, &'static str)>,
    errors: Vec<JudgedMove>,
}

/// A slice with its errors.
#[derive(Serialize)]
struct EndingErrors<'a> {
    slice: &'a str,
    errors: usize,
    /// The positions before the errors.
    positions: Vec<&'a str>,
}

/// The report of the games of a text, from JSON.
pub fn report(game: &dyn OpenGame, body: &[u8]) -> JsonAnswer {
    let ReportRequest { text } = read_json(body)?;
    let facts = game.facts();
    let (mut games, mut unreadable, mut number, mut more) = (Vec::new(), Vec::new(), 0, false);
    let (mut positions, mut errors) = (0, Vec::new());
    game.annotate(&text, &Run::default(), &mut |judged| {
        more = number == MOST;
        if more {
            return ControlFlow::Break(());
        }
        match judged {
            Ok(judged) => {
                positions += judged.moves.len();
                let reported = reported(number, facts.sides, judged);
                errors.extend(reported.errors.iter().map(|error| error.position.clone()));
                games.push(reported);
            }
            Err(error) => unreadable.push(error.to_string()),
        }
        number += 1;
        ControlFlow::Continue(())
    })?;
    if games.is_empty() && unreadable.is_empty() {
        return Err(Failure::Usage(format!("expected up to {}, found none", count(MOST as u64, "game"))));
    }
    let mut by_slice: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for position in &errors {
        let slice = game.ask(position, &Default::default())?.slice;
        if let Some(slice) = slice {
            by_slice.entry(facts.slices[slice.index()].name.as_str()).or_default().push(position);
        }
    }
    let ending = |(slice, positions): (_, Vec<_>)| EndingErrors { slice, errors: positions.len(), positions };
    let mut endings: Vec<EndingErrors> = by_slice.into_iter().map(ending).collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.errors));
    Ok(serde_json::to_vec(&ErrorReport { game: facts.name, games, endings, positions, unreadable, more })?)
}

/// A game of the report.
fn reported(number: usize, sides: &[&str], judged: JudgedGame) -> ReportedGame {
    let players = sides.iter().map(|side| judged.tag(side).unwrap_or("?").to_string()).collect();
    let strip = judged.moves.iter().map(|mv| (mv.ply, mv.side, mv.best)).collect();
    let is_error = |mv: &JudgedMove| mv.verdict == "mistake" || mv.verdict == "blunder";
    let (result, plies) = (judged.result, judged.plies);
    let errors = judged.moves.into_iter().filter(is_error).collect();
    ReportedGame { number, players, result, plies, strip, errors }
}
