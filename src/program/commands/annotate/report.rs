//! The output of `annotate --json`: an object per game, then the summary.

use std::collections::BTreeMap;

use serde::Serialize;

use super::annotated::Annotated;
use super::summary::FileTotals;
use hindsight::game::{Notation, move_text, position_text};
use hindsight::query::annotate::{Comparison, Summary};
use hindsight::space::Space;

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
    moves: Vec<JudgedMove>,
}

/// A judged move. Values are for the player that makes it.
#[derive(Serialize)]
struct JudgedMove {
    /// The ply in the game, counted from 1.
    ply: usize,
    side: &'static str,
    position: String,
    #[serde(rename = "move")]
    name: String,
    value: &'static str,
    plies: Option<u32>,
    best: &'static str,
    best_plies: Option<u32>,
    verdict: &'static str,
    legal_moves: usize,
    holding: Vec<String>,
}

impl<'a> GameReport<'a> {
    /// The report on the game of this number.
    pub fn new<G: Space + Notation>(game: &G, number: u64, annotated: &'a Annotated<G>) -> GameReport<'a> {
        let Annotated { transcript, judgements, .. } = annotated;
        let record = &transcript.record;
        let moves = judgements.iter().map(|(ply, judgement)| {
            let position = &record.before()[*ply];
            let text = |mv| move_text(game, position, mv);
            JudgedMove {
                ply: ply + 1,
                side: game.sides()[game.side_to_move(position)],
                position: position_text(game, position),
                name: text(record.moves()[*ply]),
                value: judgement.value.word(),
                plies: judgement.value.plies(),
                best: judgement.best.word(),
                best_plies: judgement.best.plies(),
                verdict: match judgement.verdict {
                    Comparison::Best => "best",
                    Comparison::Slower(_) => "slower",
                    Comparison::Mistake => "mistake",
                    Comparison::Blunder => "blunder",
                },
                legal_moves: judgement.moves.len(),
                holding: judgement.holding().iter().map(|rated| text(rated.mv)).collect(),
            }
        });
        GameReport {
            game: game.name(),
            number,
            line: transcript.line,
            tags: transcript.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
            result: transcript.result,
            plies: record.plies(),
            moves: moves.collect(),
        }
    }
}

/// The summary: the last object of `--json`.
#[derive(Serialize)]
pub struct SummaryReport<'a> {
    game: &'static str,
    games: u64,
    unreadable: u64,
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
    pub fn new<G: Space>(game: &G, totals: &'a FileTotals) -> SummaryReport<'a> {
        let players = totals.players().into_iter();
        SummaryReport {
            game: game.name(),
            games: totals.games,
            unreadable: totals.unreadable,
            judged: totals.judged,
            all: totals.all(),
            players: players.map(|(player, summary)| PlayerReport { player, figures: summary }).collect(),
        }
    }
}
