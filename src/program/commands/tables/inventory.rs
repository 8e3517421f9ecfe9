//! What the tables of a game hold, slice by slice, and what they lack: `tables GAME --sums` and `--missing`.

use std::io::Write;

use serde::Serialize;

use crate::args::Quiet;
use crate::args::selection::{Selection, require_tables};
use crate::failure::Failure;
use crate::output::json_line;
use crate::output::progress::ProgressReport;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::open::facts;
use hindsight::query::Probe;
use hindsight::space::SliceId;
use hindsight::space::components::entries;
use hindsight::table::Store;
use hindsight::values::Lookup;
use hindsight::verify::solved::checksum;

/// A question for the slices of a game.
pub struct InventoryQuery<'a> {
    /// The slices; without a selection, all.
    pub selection: &'a Selection,
    /// The directories of the tables.
    pub store: &'a Store,
    /// Whether the slices that are not solved are wanted; else the checksums of the others.
    pub missing: bool,
    /// Whether to write JSON.
    pub json: bool,
}

/// A slice with the checksum of its values: an object of `--json`.
#[derive(Serialize)]
struct SumRow<'a> {
    game: &'static str,
    slice: &'a str,
    checksum: String,
}

/// A slice that is not solved: an object of `--json`.
#[derive(Serialize)]
struct MissingRow<'a> {
    game: &'static str,
    slice: &'a str,
    entries: u64,
}

/// Writes a line for each slice: the checksum of its values, as in `data/solved`, and its name; or the name of a slice
/// that is not solved.
pub fn write<G: CatalogueGame>(
    entry: &GameEntry<G>,
    query: &InventoryQuery,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let game = &entry.game;
    let facts = facts(entry);
    require_tables(&facts)?;
    let tables = query.store.scan(game);
    let selected = query.selection.selected(&facts)?.unwrap_or_else(|| facts.all().collect());
    let wanted = |slice: &SliceId| tables.holds(*slice) != query.missing;
    let selected: Vec<SliceId> = selected.into_iter().filter(wanted).collect();
    let progress = ProgressReport::new("adding up", entries(game.slices(), &selected), &Quiet { quiet: query.missing });
    let probe = Probe { space: game, tables: &tables };
    for slice in selected {
        let (name, named) = (game.name(), &game.slices()[slice.index()]);
        match (query.missing, query.json) {
            (true, false) => writeln!(out, "{}", named.name)?,
            (true, true) => json_line(&MissingRow { game: name, slice: &named.name, entries: named.entries }, out)?,
            (false, json) => {
                let checksum = format!("{:016x}", checksum(&probe, slice, &progress)?);
                progress.aside(|| match json {
                    true => json_line(&SumRow { game: name, slice: &named.name, checksum }, out),
                    false => Ok(writeln!(out, "{checksum}  {}", named.name)?),
                })?;
            }
        }
    }
    Ok(())
}
