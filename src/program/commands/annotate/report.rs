//! The output of `annotate --json`: an object per game, then the summary.

use std::collections::BTreeMap;

use serde::Serialize;

use super::summary::FileTotals;
use hindsight::answer::{GameFacts, JudgedGame, JudgedMove};
use hindsight::query::annotate::Summary;

/// A game: an object of `--json`.
#[derive(Serialize)]
pub struct GameReport<'a> {
    game: &'static str,
    /// The number of the game in the file, counted from 1.
    number: u64,
    line: usize,
    tags: BTreeMap<&'a str, &'a str>,
    result: Option<&'static str>,
    plies: usize,
    moves: &'a [JudgedMove],
    /// The parts of its text that were lost, a sentence each.
    lost: &'a [String],
    /// The parts of the position in its tag FEN that were dropped or guessed, a sentence each.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

impl<'a> GameReport<'a> {
    /// The report on the game of this number.
    pub fn new(game: &GameFacts, number: u64, judged: &'a JudgedGame) -> GameReport<'a> {
        let &JudgedGame { line, ref tags, result, plies, ref moves, ref lost, ref notes, .. } = judged;
        let tags = tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        GameReport { game: game.name, number, line, tags, result, plies, moves, lost, notes }
    }
}

/// The summary: the last object of `--json`.
#[derive(Serialize)]
pub struct SummaryReport<'a> {
    game: &'static str,
    games: u64,
    unreadable: u64,
    incomplete: u64,
    judged: u64,
    all: Summary,
    players: Vec<PlayerReport<'a>>,
}

/// The moves of a player, counted by verdict.
#[derive(Serialize)]
struct PlayerReport<'a> {
    player: &'a str,
    #[serde(flatten)]
    figures: &'a Summary,
}

impl<'a> SummaryReport<'a> {
    /// The report on a file.
    pub fn new(game: &GameFacts, totals: &'a FileTotals) -> SummaryReport<'a> {
        let players = totals.players().into_iter();
        SummaryReport {
            game: game.name,
            games: totals.games,
            incomplete: totals.incomplete,
            unreadable: totals.unreadable,
            judged: totals.judged,
            all: totals.all(),
            players: players.map(|(player, summary)| PlayerReport { player, figures: summary }).collect(),
        }
    }
}
