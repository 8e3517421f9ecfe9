//! `games`: every game, its size, and how much of it is solved.

use std::io::Write;

use clap::Args;

use super::arguments::Tables;
use super::coverage::Coverage;
use super::failure::{Failure, Status};
use super::output::{Align, TextTable};
use crate::game::Notation;
use crate::query::Probe;
use crate::space::{Space, Symmetry};
use crate::table::{Store, TableError, Tablebase};
use crate::util::units::{size, thousands};

/// List every game, its size, how much of it is solved, and its commands
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    tables: Tables,
}

impl Arguments {
    /// The store of the tables.
    pub fn store(&self) -> Store {
        self.tables.store()
    }
}

/// The row of a game.
pub struct Row {
    name: &'static str,
    slices: u64,
    entries: u64,
    start: String,
    table: String,
}

/// The row of this game.
pub fn row<G: Symmetry + Notation>(game: &G, store: &Store) -> Row {
    let table = match store.open(game) {
        Ok(tables) => solved(game, &tables),
        Err(TableError::Missing { .. }) => "not solved".to_string(),
        Err(_) => "unusable, see verify".to_string(),
    };
    Row {
        name: game.name(),
        slices: game.slices().len() as u64,
        entries: game.slices().iter().map(|slice| slice.entries).sum(),
        start: game.text(&game.start()),
        table,
    }
}

/// How much of a game is solved.
fn solved<G: Space>(game: &G, tables: &Tablebase) -> String {
    let coverage = Coverage::new(&Probe { space: game, tables });
    let mut text = match coverage.is_whole() {
        true => "solved".to_string(),
        false => format!("{} solved", coverage.text()),
    };
    text.push_str(&format!(", {}", size(tables.bytes())));
    if tables.damaged() > 0 {
        text.push_str(&format!(", {} unusable, see verify", tables.damaged()));
    }
    text
}

/// Lists the games.
pub fn run(rows: impl Iterator<Item = Row>, out: &mut dyn Write) -> Result<Status, Failure> {
    let mut table = TextTable::new([Align::Left, Align::Right, Align::Right, Align::Left, Align::Left, Align::Left]);
    table.row(["game", "slices", "entries", "table", "start", "can"]);
    for row in rows {
        let can = "solve query stats verify perft search compare play match diagram".to_string();
        let name = row.name.to_string();
        table.row([name, thousands(row.slices), thousands(row.entries), row.table, row.start, can]);
    }
    table.write("", out)?;
    Ok(Status::Success)
}
