//! What the tables of a game hold, slice by slice, and what they lack: `tables GAME --sums` and `--missing`.

use std::io::Write;

use serde::Serialize;

use crate::args::Quiet;
use crate::args::selection::{Selection, require_tables};
use crate::failure::Failure;
use crate::output::json_line;
use crate::output::progress::ProgressReport;
use hindsight::answer::SliceFacts;
use hindsight::open::{AnyGame, Prefer, Rule, Sources};
use hindsight::space::SliceId;
use hindsight::table::Store;

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
///
/// # Errors
/// For a selection of slices that the game does not have, and for a damaged table.
pub fn write(game: &dyn AnyGame, query: &InventoryQuery, out: &mut dyn Write) -> Result<(), Failure> {
    let facts = game.facts();
    require_tables(facts)?;
    let selected = query.selection.selected(facts)?.unwrap_or_else(|| facts.all().collect());
    let sources = Sources { empty: true, damaged: true, small: false, rule: Rule::Plain, ..Sources::default() };
    let sources = Sources { store: Some(query.store.clone()), prefer: Prefer::Store, ..sources };
    let opened = game.open(&sources, &())?;
    let wanted = |slice: &SliceId| opened.values().holds(*slice) != query.missing;
    let selected: Vec<SliceId> = selected.into_iter().filter(wanted).collect();
    let progress = ProgressReport::new("adding up", facts.entries(&selected), &Quiet { quiet: query.missing });
    for slice in selected {
        let (game, SliceFacts { name, entries, .. }) = (facts.name, &facts.slices[slice.index()]);
        match (query.missing, query.json) {
            (true, false) => writeln!(out, "{name}")?,
            (true, true) => json_line(&MissingRow { game, slice: name, entries: *entries }, out)?,
            (false, json) => {
                let checksum = format!("{:016x}", opened.checksum(slice, &progress)?);
                progress.aside(|| match json {
                    true => json_line(&SumRow { game, slice: name, checksum }, out),
                    false => Ok(writeln!(out, "{checksum}  {name}")?),
                })?;
            }
        }
    }
    Ok(())
}
