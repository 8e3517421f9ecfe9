//! `verify`: tests of finished tables, and of the rules that they were made with.

mod checks;

use std::io::Write;

use clap::Args;

use crate::args::selection::Selection;
use crate::args::values::one_or_more;
use crate::args::{Quiet, TablesOption, ThreadsOption};
use crate::failure::{Failure, Status};
use crate::output::coverage::Coverage;
use crate::output::progress::ProgressReport;
use crate::rules;
use checks::{CheckForm, CheckWriter};
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::query::Probe;
use hindsight::space::components::entries;
use hindsight::table::{Checked, Tables};
use hindsight::util::units::{count, thousands};
use hindsight::verify::published::PublishedError;
use hindsight::verify::{Check, Verdict, laws, published, sample, solved};

/// Entries that are derived again by default.
const SAMPLE: u64 = 1000;

/// Verify tables; with no test named, by all tests, and with slices selected by all but --rules and --published. A game
/// without tables has its rules and published figures verified
#[derive(Debug, Args)]
pub struct Arguments {
    /// Name of the game, as listed by the `games` command
    pub game: String,
    /// Check that the game keeps its contract: its moves, slices, indexes and notation
    #[arg(long, conflicts_with = "selection")]
    rules: bool,
    /// Compare the tables with the published figures of the game
    #[arg(long, conflicts_with = "selection")]
    published: bool,
    /// Compare the counts and checksums of each slice with the recorded figures of an earlier solve
    #[arg(long)]
    solved: bool,
    /// Check the laws of wins, losses and draws on every entry, or with --laws=N on N entries, spread evenly
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, value_parser = one_or_more)]
    laws: Option<Option<u64>>,
    /// Derive N entries again by search without the table
    #[arg(long, value_name = "N", value_parser = one_or_more)]
    sample: Option<u64>,
    /// Check every block against its checksum
    #[arg(long)]
    checksums: bool,
    #[command(flatten)]
    selection: Selection,
    /// List the checks that need tables that are not solved here, too
    #[arg(long)]
    all: bool,
    /// Write JSON: one object per check, each on a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

/// Runs the tests that the arguments name. A damaged table is a failure, not a failed test.
pub fn run<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let (game, Arguments { quiet, threads, selection, .. }) = (&entry.game, arguments);
    let of_tables = arguments.published
        || arguments.solved
        || arguments.laws.is_some()
        || arguments.sample.is_some()
        || arguments.checksums;
    let all = !(of_tables || arguments.rules);
    let mut report = CheckWriter::new(game.name(), CheckForm::of(arguments.json, arguments.all), out);
    if arguments.rules && !of_tables {
        // The rules alone need no table.
        report.add("rules", &[rules::check(entry, rules::FULL, quiet)])?;
        return report.end();
    }
    if game.slices().is_empty() {
        return without_tables(entry, arguments, report);
    }
    // An option of another game is an error even where nothing is solved.
    selection.slices(game)?;
    let tables = arguments.tables.open_or_embedded(entry, selection)?;
    let probe = Probe { space: game, tables: &tables };
    let coverage = Coverage::new(&probe);
    let slices = selection.solved(&probe)?.slices;
    let whole = !selection.is_any();
    if !whole {
        let (selected, held) = (thousands(slices.len() as u64), count(coverage.held.len() as u64, "solved slice"));
        report.heading(&format!("{}: {selected} of {held} selected", game.name()))?;
    } else if !coverage.is_whole() {
        report.heading(&format!("{}: {} solved here, and checked", game.name(), coverage.text()))?;
    }
    if all && whole || arguments.rules {
        report.add("rules", &[rules::check(entry, if all { rules::BRIEF } else { rules::FULL }, quiet)])?;
    }
    if all || arguments.checksums {
        let progress = ProgressReport::in_units("byte", "checking the blocks", tables.bytes_of(&slices), quiet);
        let checked = threads.install(|| tables.check_slices(&slices, &progress))??;
        drop(progress);
        report.add("checksums", &[intact(checked)])?;
    }
    if all || arguments.laws.is_some() {
        let (drawn, of_slices) = (arguments.laws.flatten(), entries(game.slices(), &slices));
        let number = drawn.map_or(of_slices, |drawn| drawn.min(of_slices));
        let progress = ProgressReport::new("checking the laws", number, quiet);
        let checks = threads.install(|| laws::check_slices(&probe, &slices, drawn, &progress))??;
        drop(progress);
        report.add("laws", &checks)?;
    }
    if let Some(wanted) = arguments.sample.or(all.then_some(SAMPLE)) {
        let progress = ProgressReport::new("deriving again", wanted, quiet);
        let checks = threads.install(|| sample::check_slices(&probe, &slices, wanted, &progress))??;
        drop(progress);
        report.add("sample", &checks)?;
    }
    if all && !entry.solved.is_empty() || arguments.solved {
        let progress = ProgressReport::new("counting", entries(game.slices(), &slices), quiet);
        let checks = threads.install(|| solved::check(&probe, &slices, entry.solved, &progress))??;
        drop(progress);
        report.add("solved", &checks)?;
    }
    if all && whole || arguments.published {
        report.add("published", &compare_published(entry, &tables, arguments)?)?;
    }
    report.end()
}

/// Runs the tests of a game for which no tables are made.
fn without_tables<G: CatalogueGame>(
    entry: &GameEntry<G>,
    arguments: &Arguments,
    mut report: CheckWriter,
) -> Result<Status, Failure> {
    let Arguments { rules, published, solved, laws, sample, checksums, .. } = *arguments;
    if solved || laws.is_some() || checksums || sample.is_some() || arguments.selection.is_any() {
        return Err(Failure::NoSlices(entry.game.name()));
    }
    if rules || !published {
        let total = if rules { rules::FULL } else { rules::BRIEF };
        report.add("rules", &[rules::check(entry, total, &arguments.quiet)])?;
    }
    if published || !rules {
        // They look up nothing.
        let tables = arguments.tables.store_to_read()?.scan(&entry.game);
        report.add("published", &compare_published(entry, &tables, arguments)?)?;
    }
    report.end()
}

/// Compares the tables with the published figures.
fn compare_published<G: CatalogueGame>(
    entry: &GameEntry<G>,
    tables: &Tables,
    arguments: &Arguments,
) -> Result<Vec<Check>, Failure> {
    let number = published::number(entry.published).map_err(PublishedError::from)?;
    let progress = ProgressReport::in_units("figure", "comparing", number, &arguments.quiet);
    let probe = Probe { space: &entry.game, tables };
    let checks = arguments.threads.install(|| published::check_watched(&probe, entry.published, &progress))??;
    Ok(checks)
}

/// The check of tables whose blocks all agree with their checksums.
fn intact(checked: Checked) -> Check {
    Check {
        what: "blocks that do not agree with their checksums".to_string(),
        source: String::new(),
        expected: "0".to_string(),
        found: format!("0 of {} ({})", thousands(checked.blocks), count(checked.bytes, "byte")),
        verdict: Verdict::Ok,
        details: Vec::new(),
    }
}
