//! The summary of a file: the moves of each player, counted by verdict.

use std::collections::BTreeMap;
use std::io::Write;

use crate::failure::Failure;
use crate::output::{Align, TextTable};
use hindsight::answer::{GameFacts, JudgedGame};
use hindsight::query::annotate::Summary;
use hindsight::util::units::{count, thousands};

/// Players that the summary lists.
const PLAYERS: usize = 20;

/// The longest name of a player that the summary writes whole.
const NAME: usize = 24;

/// The figures of the summary.
#[derive(Default)]
pub struct FileTotals {
    pub games: u64,
    /// Games that could not be read.
    pub unreadable: u64,
    /// Games that could be read in part.
    pub incomplete: u64,
    /// Games with a move that was judged.
    pub judged: u64,
    players: BTreeMap<String, Summary>,
}

impl FileTotals {
    /// Adds a game.
    pub fn add(&mut self, game: &GameFacts, judged: &JudgedGame) {
        self.games += 1;
        self.incomplete += u64::from(!judged.lost.is_empty());
        self.judged += u64::from(!judged.moves.is_empty());
        for (name, summary) in game.sides.iter().zip(&judged.sides) {
            let player = judged.tag(name).filter(|player| !matches!(*player, "" | "?"));
            self.players.entry(player.unwrap_or(name).to_string()).or_default().add(summary);
        }
    }

    /// The players with a judged move, most moves first.
    pub fn players(&self) -> Vec<(&str, &Summary)> {
        let players = self.players.iter().filter(|(_, summary)| summary.moves > 0);
        let mut players: Vec<(&str, &Summary)> = players.map(|(name, summary)| (name.as_str(), summary)).collect();
        players.sort_by_key(|(_, summary)| std::cmp::Reverse(summary.moves));
        players
    }

    /// All players together.
    pub fn all(&self) -> Summary {
        let mut sum = Summary::default();
        self.players.values().for_each(|summary| sum.add(summary));
        sum
    }
}

/// Writes the summary for people.
pub fn write_summary(totals: &FileTotals, out: &mut dyn Write) -> Result<(), Failure> {
    let &FileTotals { games, unreadable, incomplete, judged, .. } = totals;
    let lost = |number: u64, how: &str| match number {
        0 => String::new(),
        number => format!(", {} {how}", thousands(number)),
    };
    let (passed_over, in_part) = (lost(unreadable, "passed over"), lost(incomplete, "read in part"));
    writeln!(out, "{}{passed_over}{in_part}; {} in the tables", count(games, "game"), count(judged, "game"))?;
    if judged == 0 {
        writeln!(out, "no game reaches the tables that are solved here")?;
        return Ok(());
    }
    let players = totals.players();
    let mut table = TextTable::new([Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right]);
    table.row(["player", "moves", "best", "slower", "?", "??"]);
    let all = totals.all();
    for (name, summary) in [("all", &all)].into_iter().chain(players.iter().copied().take(PLAYERS)) {
        let figures = [summary.moves, summary.best, summary.slower, summary.mistakes, summary.blunders].map(thousands);
        let [moves, best, slower, mistakes, blunders] = figures;
        table.row([shortened(name), moves, best, slower, mistakes, blunders]);
    }
    table.write("", out)?;
    if let Some(others @ 1..) = players.len().checked_sub(PLAYERS) {
        writeln!(out, "and {}", count(others as u64, "other player"))?;
    }
    let found = thousands(all.only_moves_found);
    writeln!(out, "only moves found: {found} of {}, {} in a row at most", thousands(all.only_moves), all.longest_run)?;
    Ok(())
}

/// A name, cut where it is too long for the table.
fn shortened(name: &str) -> String {
    match name.chars().count() {
        0..=NAME => name.to_string(),
        _ => name.chars().take(NAME - 1).chain(['…']).collect(),
    }
}
