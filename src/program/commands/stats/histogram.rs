//! Positions by depth, as a bar chart.

use std::io::{self, Write};

use crate::output::{Align, COLUMNS, TextTable};
use hindsight::query::statistics::Statistics;
use hindsight::util::units::thousands;

/// Rows of a chart at most.
const ROWS: usize = 24;

/// Writes a bar chart, indented by two spaces: a row for each depth, or for each range of N depths if there are more
/// than [`ROWS`]. Without losses, as in a game of one side, the chart has no column for them.
pub fn write_chart<P>(figures: &Statistics<P>, out: &mut dyn Write) -> io::Result<()> {
    let depths = figures.wins_by_depth.len().max(figures.losses_by_depth.len());
    let range = depths.div_ceil(ROWS).max(1);
    let sums = |counts: &[u64]| -> Vec<u64> {
        let at = |depth: usize| counts.get(depth).copied().unwrap_or(0);
        (0..depths).step_by(range).map(|first| (first..first + range).map(at).sum()).collect()
    };
    let (wins, losses) = (sums(&figures.wins_by_depth), sums(&figures.losses_by_depth));
    let greatest = wins.iter().chain(&losses).copied().max().unwrap_or(0);
    if greatest == 0 {
        return Ok(());
    }
    let plies = |first: usize| match range {
        1 => first.to_string(),
        _ => format!("{first}-{}", first + range - 1),
    };
    let widest = |counts: &[u64], heading: &str| {
        counts.iter().map(|&count| thousands(count).len()).max().unwrap_or(0).max(heading.len())
    };
    let no_losses = losses.iter().all(|&count| count == 0);
    let (charts, numbers) = match no_losses {
        true => (1, widest(&wins, "wins")),
        false => (2, widest(&wins, "wins") + widest(&losses, "losses")),
    };
    let labels = plies((depths - 1) / range * range).len().max("plies".len());
    // Two spaces before the table, and between its columns: a number and a bar for each chart.
    let width = COLUMNS.saturating_sub(2 + labels + numbers + 2 * charts * 2) / charts;
    // A count above 0 has at least one mark.
    let bar = |count: u64| {
        let marks = (u128::from(count) * width as u128).div_ceil(u128::from(greatest));
        "#".repeat(marks as usize)
    };
    if no_losses {
        let mut table = TextTable::new([Align::Right, Align::Right, Align::Left]);
        table.row(["plies", "wins", ""]);
        for (row, &wins) in wins.iter().enumerate() {
            table.row([plies(row * range), thousands(wins), bar(wins)]);
        }
        return table.write("  ", out);
    }
    let mut table = TextTable::new([Align::Right, Align::Right, Align::Left, Align::Right, Align::Left]);
    table.row(["plies", "wins", "", "losses", ""]);
    for (row, (&wins, &losses)) in wins.iter().zip(&losses).enumerate() {
        table.row([plies(row * range), thousands(wins), bar(wins), thousands(losses), bar(losses)]);
    }
    table.write("  ", out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(wins: Vec<u64>, losses: Vec<u64>) -> Vec<String> {
        let figures = Statistics::<()> { wins_by_depth: wins, losses_by_depth: losses, ..Statistics::sum([]) };
        let mut text = Vec::new();
        write_chart(&figures, &mut text).expect("memory does not fail");
        String::from_utf8(text).expect("text").lines().map(str::to_string).collect()
    }

    #[test]
    fn bars_are_as_long_as_their_counts_and_lines_fit_a_terminal() {
        let lines = chart(vec![0, 400, 0, 1], vec![200]);
        assert_eq!(lines.len(), 1 + 4);
        assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["plies", "wins", "losses"]);
        let marks = |line: &str| line.matches('#').count();
        assert!(marks(&lines[2]) > 20 && lines.iter().all(|line| line.len() <= COLUMNS), "{lines:#?}");
        assert_eq!((marks(&lines[1]), marks(&lines[3]), marks(&lines[4])), (marks(&lines[2]).div_ceil(2), 0, 1));
    }

    #[test]
    fn without_losses_the_wins_have_the_whole_width() {
        let lines = chart(vec![1, 400], vec![]);
        assert_eq!(lines[0].trim(), "plies  wins");
        assert_eq!((lines[1].trim(), lines[2].len()), ("0     1  #", COLUMNS));
    }

    #[test]
    fn many_depths_share_rows() {
        let lines = chart((0..100).collect(), vec![u64::MAX / 100; 50]);
        assert!(lines.len() <= 1 + ROWS && lines.iter().all(|line| line.len() <= COLUMNS), "{lines:#?}");
        assert!(
            lines[1].starts_with("    0-4 ") && lines.last().expect("a line").starts_with("  95-99 "),
            "{lines:#?}"
        );
        assert!(lines[1].split_whitespace().nth(1) == Some("10"), "{lines:#?}");
        assert!(chart(vec![], vec![]).is_empty());
    }
}
