//! `data/solved/README.md`: the result tables of every game, from the figures of its slices.
//!
//!     cargo run --release -p hindsight-tools --bin solved-readme > data/solved/README.md
//!
//! `make solved` does so, and the test compares.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hindsight::util::units::thousands;
use hindsight::verify::solved::{CountFigures, SolvedFigures};

/// The games with figures: the name of the file, the title, the chapter of the guide, and whether mutual zugzwangs are
/// counted.
const GAMES: [(&str, &str, &str, bool); 25] = [
    ("pangki", "Pangki", "pangki.md", false),
    ("checkers", "Checkers", "checkers.md", true),
    ("losing-checkers", "Losing checkers", "losing_checkers.md", true),
    ("russian", "Russian draughts", "russian.md", true),
    ("russian-dtz", "Russian draughts under the rule of 15 moves", "russian.md", true),
    ("poddavki", "The losing game of Russian draughts", "poddavki.md", true),
    ("poddavki-dtz", "The losing game of Russian draughts under the rule of 15 moves", "poddavki.md", true),
    ("brazilian", "Brazilian draughts", "brazilian.md", true),
    ("brazilian-dtz", "Brazilian draughts under the rule of 25 moves", "brazilian.md", true),
    ("pool", "Pool checkers", "pool.md", true),
    ("italian", "Italian draughts", "italian.md", true),
    ("spanish", "Spanish draughts", "spanish.md", true),
    ("czech", "Czech draughts", "czech.md", true),
    ("thai", "Thai draughts", "thai.md", true),
    ("international", "International draughts", "international.md", true),
    ("international-dtz", "International draughts under the rule of 25 moves", "international.md", true),
    ("killer", "Killer draughts", "killer.md", true),
    ("killer-dtz", "Killer draughts under the rule of 25 moves", "killer.md", true),
    ("antidraughts", "Antidraughts", "antidraughts.md", true),
    ("antidraughts-dtz", "Antidraughts under the rule of 25 moves", "antidraughts.md", true),
    ("chess", "Chess", "chess.md", true),
    ("chess-dtz", "Chess under the fifty-move rule", "chess.md", true),
    ("tigers-and-goats", "Tigers and Goats", "tigers_and_goats.md", true),
    ("halma-packing", "Halma packing", "halma_packing.md", false),
    ("tic-tac-toe", "Tic-tac-toe", "tic_tac_toe.md", false),
];

/// Slices up to which a page lists each; of games with more, it lists groups of slices.
const LISTED: usize = 20;

const HEAD: &str = "\
# What is solved

This program computed every figure here. Won and lost are for the side to move. A longest win or loss is in plies, with
one position that has it; slices of results alone have none. Halma packing counts turns. Chess under the fifty-move rule
counts the plies to the next capture or move of a pawn, and draughts under a rule of moves those to the next capture or
move of a man. Cursed wins and blessed losses, which the rule makes draws, are counted among the wins and losses, and
stand beside them where there are any. The files beside this page have the same for each slice, and a checksum of its
values. [The guide](../../src/guide/verifying.md) says how to compare yours.

tools/solved.rs makes the files. tools/solved_readme.rs makes this page from them (`make solved`), and a test compares.
";

fn main() -> ExitCode {
    match page() {
        Ok(page) => {
            print!("{page}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// The folder of the figures.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/solved")
}

/// The whole page.
fn page() -> Result<String, Box<dyn Error>> {
    let mut page = HEAD.to_string();
    for (file, title, chapter, counts_zugzwangs) in GAMES {
        let name = format!("{file}.toml");
        let text = fs::read_to_string(folder().join(&name)).map_err(|error| format!("{name}: {error}"))?;
        let solved = SolvedFigures::read(&text).map_err(|error| format!("{name}: {error}"))?;
        writeln!(page, "\n## {title}\n\n[{name}]({name}) has {} slices.", solved.slices.len())?;
        writeln!(page, "[Rules, notation and answers](../../src/guide/{chapter}).\n")?;
        table(&solved, counts_zugzwangs, &mut page)?;
        if file == "tigers-and-goats" {
            winners(&solved, &mut page)?;
        }
    }
    Ok(page)
}

/// The positions of Tigers and Goats with an empty hand, by the winner, whichever side is to move.
fn winners(solved: &SolvedFigures, page: &mut String) -> Result<(), std::fmt::Error> {
    writeln!(page, "\nBy the winner, with no goats in hand and either side to move:\n")?;
    writeln!(page, "| goats | tigers win | goats win | drawn | tigers' longest win | goats' longest win |")?;
    writeln!(page, "|---|---|---|---|---|---|")?;
    for goats in 1.. {
        let slice = |name: String| solved.slices.iter().find(|slice| slice.name == name).map(|slice| &slice.figures);
        let (tigers, herd) = (slice(format!("TvG{goats}+0")), slice(format!("G{goats}+0vT")));
        let (Some(tigers), Some(herd)) = (tigers, herd) else { break };
        let [won, lost] = [tigers.wins + herd.losses, tigers.losses + herd.wins].map(thousands);
        let drawn = thousands(tigers.draws + herd.draws);
        let longest =
            |win: Option<u32>, loss: Option<u32>| win.max(loss).map_or(String::new(), |plies| plies.to_string());
        let (of_tigers, of_goats) =
            (longest(tigers.longest_win, herd.longest_loss), longest(herd.longest_win, tigers.longest_loss));
        writeln!(page, "| {goats} | {won} | {lost} | {drawn} | {of_tigers} | {of_goats} |")?;
    }
    Ok(())
}

/// The table of a game: its slices or its groups, and everything together.
fn table(solved: &SolvedFigures, counts_zugzwangs: bool, page: &mut String) -> Result<(), std::fmt::Error> {
    let is_ruled =
        solved.slices.iter().any(|slice| slice.figures.cursed_wins.or(slice.figures.blessed_losses).is_some());
    let optional = [(is_ruled, " cursed wins | blessed losses |"), (counts_zugzwangs, " mutual zugzwangs |")];
    let optional: String = optional.into_iter().filter(|(is_there, _)| *is_there).map(|(_, column)| column).collect();
    let heading =
        format!("| | positions | won | lost | drawn |{optional} longest win | where | longest loss | where |");
    writeln!(page, "{heading}\n{}", "|---".repeat(heading.matches('|').count() - 1) + "|")?;
    let slices = solved.slices.iter().map(|slice| (slice.name.as_str(), &slice.figures));
    let groups = solved.totals.iter().map(|total| (total.group.as_str(), &total.figures));
    let rows: Vec<_> = match solved.slices.len() <= LISTED {
        true => slices.chain(groups).collect(),
        false => groups.collect(),
    };
    // Results alone are left out of the sum: it has the longest of the others.
    let with_depths = || solved.slices.iter().map(|slice| &slice.figures).filter(|figures| !figures.results_only());
    let all = CountFigures::sum(with_depths());
    let name = if with_depths().count() == solved.slices.len() { "all" } else { "all with depths" };
    for (name, figures) in rows.into_iter().chain([(name, &all)]) {
        let share = |part: u64| match figures.positions {
            0 => "0".to_string(),
            whole => format!("{} ({:.1}%)", thousands(part), 100.0 * part as f64 / whole as f64),
        };
        let counts = [figures.wins, figures.losses, figures.draws].map(share).join(" | ");
        write!(page, "| {name} | {} | {counts} |", thousands(figures.positions))?;
        if is_ruled {
            let [cursed, blessed] = [figures.cursed_wins, figures.blessed_losses].map(|count| count.unwrap_or(0));
            write!(page, " {} | {} |", thousands(cursed), thousands(blessed))?;
        }
        if counts_zugzwangs {
            write!(page, " {} |", thousands(figures.mutual_zugzwangs))?;
        }
        let place = |position: &Option<String>| position.as_ref().map_or(String::new(), |text| format!("`{text}`"));
        let plies = |plies: Option<u32>| plies.map_or(String::new(), |plies| plies.to_string());
        let (win, loss) = (plies(figures.longest_win), plies(figures.longest_loss));
        let (winner, loser) = (place(&figures.longest_win_position), place(&figures.longest_loss_position));
        writeln!(page, " {win} | {winner} | {loss} | {loser} |")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_made_from_the_figures() {
        let written = fs::read_to_string(folder().join("README.md")).expect("the page is there");
        assert_eq!(written, page().expect("the figures can be read"), "`make solved` makes the page again");
    }
}
