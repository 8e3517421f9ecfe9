//! The figures of slices that were solved before (`data/solved/GAME.toml`), compared with the tables.
//!
//! The figures are TOML: a [`SliceFigures`] in each `[[slice]]`, a [`GroupFigures`] in each `[[total]]`. Totals follow
//! from the slices, so only slices are compared, those that the tables hold.
//!
//! A checksum is the 64-bit XXH3 of the codes of all values of the slice in order, two bytes each, little-endian: 0 is
//! a draw, 1 + 2`n` a win and 2 + 2`n` a loss in `n` plies, 65,535 an entry without a position. The numbering of the
//! positions is documented with the game's space.
//!
//! Figures of results alone have the first position with each result in place of the deepest. Their checksum is of the
//! codes 0, 1 + 2`u` and 2 + 2`u`, where `u` is [`Value::UNKNOWN`](crate::game::Value::UNKNOWN).

use xxhash_rust::xxh3::Xxh3;

use super::{Check, Verdict};
use crate::game::{Notation, Value, position_text};
use crate::query::Probe;
use crate::query::statistics::{Statistics, of_slice_without_moves};
use crate::space::{Entry, Metric, Slice, SliceId, Space, Symmetry};
use crate::util::keys::{KeyError, TomlKeys, quoted};
use crate::util::progress::{CappedProgress, Progress};
use crate::util::threads::join;
use crate::util::units::{count, thousands};
use crate::values::{Code, Lookup, LookupError, Memory, Overlay, decode};

/// Values that are read together.
const CHUNK: usize = 1 << 16;

/// The whole text.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct SolvedFigures {
    /// By slice.
    pub slices: Vec<SliceFigures>,
    /// By group of slices.
    pub totals: Vec<GroupFigures>,
}

/// The figures of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceFigures {
    /// The name of the slice.
    pub name: String,
    /// The counts.
    pub figures: CountFigures,
    /// The checksum of the values in 16 hexadecimal digits; see the [module](self).
    pub checksum: String,
    /// By depth in plies from 0, the number of positions that are won in this depth; empty where it was not noted.
    pub wins_by_depth: Vec<u64>,
    /// By depth in plies from 0, the number of positions that are lost in this depth; empty where it was not noted.
    pub losses_by_depth: Vec<u64>,
}

/// The figures of a group of slices, added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupFigures {
    /// The name of the group.
    pub group: String,
    /// The counts.
    pub figures: CountFigures,
}

/// Counts of positions, and the deepest. Depths are in plies. Without a win or a loss, its depth and position are left
/// out. Cursed wins and blessed losses, which a rule of quiet plies makes draws, are counted among the wins and losses,
/// and left out where there are none. Results alone have no depths: then the first won, lost and drawn position in the
/// order of entries are there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "`Statistics` documents the names")]
pub struct CountFigures {
    pub positions: u64,
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    pub mutual_zugzwangs: u64,
    pub cursed_wins: Option<u64>,
    pub blessed_losses: Option<u64>,
    pub longest_win: Option<u32>,
    pub longest_win_position: Option<String>,
    pub longest_loss: Option<u32>,
    pub longest_loss_position: Option<String>,
    pub won_position: Option<String>,
    pub lost_position: Option<String>,
    pub drawn_position: Option<String>,
}

/// Why the slices could not be compared.
#[derive(Debug, thiserror::Error)]
pub enum SolvedError {
    /// The text does not have the form that the [module](self) describes.
    #[error("the figures of solved slices cannot be read: {0}")]
    Format(#[from] KeyError),
    /// A table is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] LookupError),
}

impl SolvedFigures {
    /// Reads the figures of a TOML text.
    ///
    /// # Errors
    /// If it does not have the form that the [module](self) describes.
    pub fn read(toml: &str) -> Result<SolvedFigures, SolvedError> {
        let mut keys = TomlKeys::read(toml)?;
        let slices = keys.tables("slice")?.into_iter().map(SliceFigures::read).collect::<Result<_, KeyError>>()?;
        let totals = keys.tables("total")?.into_iter().map(GroupFigures::read).collect::<Result<_, KeyError>>()?;
        keys.end()?;
        Ok(SolvedFigures { slices, totals })
    }

    /// The figures as TOML.
    pub fn text(&self) -> String {
        let slice = |slice: &SliceFigures| {
            let (name, checksum) = (quoted(&slice.name), quoted(&slice.checksum));
            let depths = [("wins_by_depth", &slice.wins_by_depth), ("losses_by_depth", &slice.losses_by_depth)];
            let depths = depths.into_iter().filter(|(_, counts)| !counts.is_empty());
            let depths: String = depths.map(|(key, counts)| format!("{key} = {counts:?}\n")).collect();
            format!("[[slice]]\nname = {name}\n{}checksum = {checksum}\n{depths}", slice.figures.text())
        };
        let total =
            |total: &GroupFigures| format!("[[total]]\ngroup = {}\n{}", quoted(&total.group), total.figures.text());
        let tables: Vec<String> = self.slices.iter().map(slice).chain(self.totals.iter().map(total)).collect();
        tables.join("\n")
    }
}

impl SliceFigures {
    fn read(mut keys: TomlKeys) -> Result<SliceFigures, KeyError> {
        Ok(SliceFigures {
            name: keys.text("name")?,
            figures: CountFigures::read(&mut keys)?,
            checksum: keys.text("checksum")?,
            wins_by_depth: keys.numbers("wins_by_depth")?,
            losses_by_depth: keys.numbers("losses_by_depth")?,
        })
    }
}

impl GroupFigures {
    fn read(mut keys: TomlKeys) -> Result<GroupFigures, KeyError> {
        Ok(GroupFigures { group: keys.text("group")?, figures: CountFigures::read(&mut keys)? })
    }
}

impl CountFigures {
    fn read(keys: &mut TomlKeys) -> Result<CountFigures, KeyError> {
        Ok(CountFigures {
            positions: keys.number("positions")?,
            wins: keys.number("wins")?,
            losses: keys.number("losses")?,
            draws: keys.number("draws")?,
            mutual_zugzwangs: keys.number("mutual_zugzwangs")?,
            cursed_wins: keys.optional_number("cursed_wins")?,
            blessed_losses: keys.optional_number("blessed_losses")?,
            longest_win: keys.optional_plies("longest_win")?,
            longest_win_position: keys.optional_text("longest_win_position")?,
            longest_loss: keys.optional_plies("longest_loss")?,
            longest_loss_position: keys.optional_text("longest_loss_position")?,
            won_position: keys.optional_text("won_position")?,
            lost_position: keys.optional_text("lost_position")?,
            drawn_position: keys.optional_text("drawn_position")?,
        })
    }

    /// The figures as TOML, a line each.
    fn text(&self) -> String {
        let number = |number: u64| Some(number.to_string());
        let plies = |plies: Option<u32>| plies.map(|plies| plies.to_string());
        let position = |position: &Option<String>| position.as_deref().map(quoted);
        let lines = [
            ("positions", number(self.positions)),
            ("wins", number(self.wins)),
            ("losses", number(self.losses)),
            ("draws", number(self.draws)),
            ("mutual_zugzwangs", number(self.mutual_zugzwangs)),
            ("cursed_wins", self.cursed_wins.and_then(number)),
            ("blessed_losses", self.blessed_losses.and_then(number)),
            ("longest_win", plies(self.longest_win)),
            ("longest_win_position", position(&self.longest_win_position)),
            ("longest_loss", plies(self.longest_loss)),
            ("longest_loss_position", position(&self.longest_loss_position)),
            ("won_position", position(&self.won_position)),
            ("lost_position", position(&self.lost_position)),
            ("drawn_position", position(&self.drawn_position)),
        ];
        lines.into_iter().filter_map(|(key, value)| value.map(|value| format!("{key} = {value}\n"))).collect()
    }

    /// The figures of statistics.
    pub fn new<S: Space + Notation>(game: &S, statistics: &Statistics<S::Position>) -> CountFigures {
        let text = |longest: &Option<(u32, S::Position)>| longest.map(|(_, position)| position_text(game, &position));
        let [cursed_wins, blessed_losses] = match game.metric() {
            Metric::End => [None; 2],
            Metric::Zeroing(most) => statistics.beyond(most).map(|count| Some(count).filter(|&count| count > 0)),
        };
        CountFigures {
            positions: statistics.positions,
            wins: statistics.wins,
            losses: statistics.losses,
            draws: statistics.draws,
            mutual_zugzwangs: statistics.zugzwangs,
            cursed_wins,
            blessed_losses,
            longest_win: statistics.longest_win.map(|(plies, _)| plies),
            longest_win_position: text(&statistics.longest_win),
            longest_loss: statistics.longest_loss.map(|(plies, _)| plies),
            longest_loss_position: text(&statistics.longest_loss),
            ..CountFigures::default()
        }
    }

    /// Whether there are wins or losses, and their depths are not known.
    pub fn results_only(&self) -> bool {
        self.wins > 0 && self.longest_win.is_none() || self.losses > 0 && self.longest_loss.is_none()
    }

    /// The sum of several; of equally deep positions, the first is kept. If some are of results alone, so is the sum.
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a CountFigures>) -> CountFigures {
        let parts: Vec<&CountFigures> = parts.into_iter().collect();
        let results_only = parts.iter().any(|part| part.results_only());
        let sum = parts.into_iter().fold(CountFigures::default(), |mut sum, part| {
            sum.positions += part.positions;
            sum.wins += part.wins;
            sum.losses += part.losses;
            sum.draws += part.draws;
            sum.mutual_zugzwangs += part.mutual_zugzwangs;
            sum.cursed_wins = both(sum.cursed_wins, part.cursed_wins);
            sum.blessed_losses = both(sum.blessed_losses, part.blessed_losses);
            if part.longest_win > sum.longest_win {
                (sum.longest_win, sum.longest_win_position) = (part.longest_win, part.longest_win_position.clone());
            }
            if part.longest_loss > sum.longest_loss {
                (sum.longest_loss, sum.longest_loss_position) = (part.longest_loss, part.longest_loss_position.clone());
            }
            sum
        });
        match results_only {
            true => CountFigures {
                longest_win: None,
                longest_win_position: None,
                longest_loss: None,
                longest_loss_position: None,
                ..sum
            },
            false => sum,
        }
    }
}

/// The sum of two numbers, of which none counts nothing.
fn both(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).reduce(|one, other| one + other)
}

/// The number of figures, from the first, that need no depths.
const RESULTS: usize = 5;

impl SliceFigures {
    /// The figures of a slice, counted on all threads of the current pool. `progress` counts the entries, and may stop
    /// the work.
    ///
    /// # Errors
    /// If the table is damaged or cannot be read; [`Stopped`](crate::util::progress::Stopped) if the work was stopped.
    pub fn count<S: Symmetry + Notation, T: Lookup>(
        probe: &Probe<S, T>,
        slice: SliceId,
        progress: &dyn Progress,
    ) -> Result<SliceFigures, LookupError> {
        let figures = SliceFigures::count_by_depth(probe, slice, progress)?;
        Ok(SliceFigures { wins_by_depth: Vec::new(), losses_by_depth: Vec::new(), ..figures })
    }

    /// Does the same as [`SliceFigures::count`], and notes the number of positions of each depth.
    ///
    /// # Errors
    /// As [`SliceFigures::count`].
    pub fn count_by_depth<S: Symmetry + Notation, T: Lookup>(
        probe: &Probe<S, T>,
        slice: SliceId,
        progress: &dyn Progress,
    ) -> Result<SliceFigures, LookupError> {
        // Statistics may read the slice, and its side-swapped slice, more than once.
        let progress = CappedProgress::new(progress, probe.space.slices()[slice.index()].entries);
        let entries = probe.space.slices()[slice.index()].entries;
        let checksum = || checksum_of(probe.tables, slice, entries, &());
        let (statistics, checksum) = join(|| of_slice_without_moves(probe, slice, &progress), checksum);
        let statistics = statistics?;
        let mut figures = CountFigures::new(probe.space, &statistics);
        if figures.results_only() {
            let first = FirstPositions::find(probe.tables, slice, entries, &figures)?;
            let text = |entry: Option<Entry>| {
                entry.and_then(|entry| probe.space.unrank(entry)).map(|position| position_text(probe.space, &position))
            };
            figures.won_position = text(first.won);
            figures.lost_position = text(first.lost);
            figures.drawn_position = text(first.drawn);
        }
        let name = probe.space.slices()[slice.index()].name.clone();
        let checksum = format!("{:016x}", checksum?);
        let Statistics { wins_by_depth, losses_by_depth, .. } = statistics;
        Ok(SliceFigures { name, figures, checksum, wins_by_depth, losses_by_depth })
    }

    /// The differences from the expected figures, a line for each.
    fn differences(&self, expected: &SliceFigures) -> Vec<String> {
        let (a, b) = (&expected.figures, &self.figures);
        let number = |number: u64| Some(thousands(number));
        let plies = |plies: Option<u32>| plies.map(|plies| count(plies.into(), "ply"));
        let rows = [
            ("positions", number(a.positions), number(b.positions)),
            ("wins", number(a.wins), number(b.wins)),
            ("losses", number(a.losses), number(b.losses)),
            ("draws", number(a.draws), number(b.draws)),
            ("mutual zugzwangs", number(a.mutual_zugzwangs), number(b.mutual_zugzwangs)),
            ("cursed wins", a.cursed_wins.and_then(number), b.cursed_wins.and_then(number)),
            ("blessed losses", a.blessed_losses.and_then(number), b.blessed_losses.and_then(number)),
            ("longest win", plies(a.longest_win), plies(b.longest_win)),
            ("position of the longest win", a.longest_win_position.clone(), b.longest_win_position.clone()),
            ("longest loss", plies(a.longest_loss), plies(b.longest_loss)),
            ("position of the longest loss", a.longest_loss_position.clone(), b.longest_loss_position.clone()),
            ("won position", a.won_position.clone(), b.won_position.clone()),
            ("lost position", a.lost_position.clone(), b.lost_position.clone()),
            ("drawn position", a.drawn_position.clone(), b.drawn_position.clone()),
            ("checksum", Some(expected.checksum.clone()), Some(self.checksum.clone())),
        ];
        // Results alone have no depths to compare with depths, and other codes, so another checksum.
        let compared = if a.results_only() == b.results_only() { rows.len() } else { RESULTS };
        let text = |figure: Option<String>| figure.unwrap_or_else(|| "none".to_string());
        let differ = rows.into_iter().take(compared).filter(|(_, expected, found)| expected != found);
        let differences = differ.map(|(what, expected, found)| {
            format!("{}, {what}: expected {}, found {}", self.name, text(expected), text(found))
        });
        differences.chain(self.differences_by_depth(expected)).collect()
    }

    /// The first depth of which there is another number of wins than expected, and of losses, where they were noted.
    fn differences_by_depth(&self, expected: &SliceFigures) -> Vec<String> {
        let noted = [
            ("won", &expected.wins_by_depth, &self.wins_by_depth),
            ("lost", &expected.losses_by_depth, &self.losses_by_depth),
        ];
        let comparable = noted.into_iter().filter(|(_, expected, found)| !expected.is_empty() && !found.is_empty());
        let first = |(word, expected, found): (&str, &Vec<u64>, &Vec<u64>)| {
            let at = |counts: &[u64], plies: usize| counts.get(plies).copied().unwrap_or(0);
            let mut depths = 0..expected.len().max(found.len());
            let plies = depths.find(|&plies| at(expected, plies) != at(found, plies))?;
            let (depth, expected, found) = (count(plies as u64, "ply"), at(expected, plies), at(found, plies));
            let (name, expected, found) = (&self.name, thousands(expected), thousands(found));
            Some(format!("{name}, {word} in {depth}: expected {expected}, found {found}"))
        };
        comparable.filter_map(first).collect()
    }
}

/// The first entry of a slice with each result.
#[derive(Default)]
struct FirstPositions {
    won: Option<Entry>,
    lost: Option<Entry>,
    drawn: Option<Entry>,
}

impl FirstPositions {
    /// Finds the entries of a slice with these counts.
    fn find(
        tables: &dyn Lookup,
        slice: SliceId,
        entries: u64,
        counts: &CountFigures,
    ) -> Result<FirstPositions, LookupError> {
        let mut first = FirstPositions::default();
        let mut codes = vec![0; CHUNK];
        for index in (0..entries).step_by(CHUNK) {
            let is_found = |count: u64, entry: Option<Entry>| count == 0 || entry.is_some();
            if is_found(counts.wins, first.won)
                && is_found(counts.losses, first.lost)
                && is_found(counts.draws, first.drawn)
            {
                break;
            }
            let codes = &mut codes[..CHUNK.min((entries - index) as usize)];
            tables.read(Entry { slice, index }, codes)?;
            for (code, index) in codes.iter().zip(index..) {
                let of_result = match code.decode() {
                    Some(Value::Win(_)) => &mut first.won,
                    Some(Value::Loss(_)) => &mut first.lost,
                    Some(Value::Draw) => &mut first.drawn,
                    None => continue,
                };
                of_result.get_or_insert(Entry { slice, index });
            }
        }
        Ok(first)
    }
}

/// Compares the slices that have figures in the text, on all threads of the current pool. The tables hold all of
/// `slices`. `progress` counts their entries. An empty text has no figures.
///
/// # Errors
/// If the text does not have the form that the [module](self) describes, or a table is damaged or cannot be read.
pub fn check<S: Symmetry + Notation, T: Lookup>(
    probe: &Probe<S, T>,
    slices: &[SliceId],
    toml: &str,
    progress: &dyn Progress,
) -> Result<Vec<Check>, SolvedError> {
    let Probe { space, tables } = *probe;
    let mut memory = Memory::new(space.slices());
    let mut count = |slice| {
        decode(tables, space.slices(), &[slice], &mut memory, progress)?;
        let probe = Probe { space, tables: &Overlay { above: &memory, below: tables } };
        SliceFigures::count_by_depth(&probe, slice, progress)
    };
    compare(space.slices(), slices, toml, progress, &mut count)
}

/// [`check`] for any game, whose figures of a slice are counted by `figures`.
fn compare(
    space: &[Slice],
    slices: &[SliceId],
    toml: &str,
    progress: &dyn Progress,
    figures: &mut dyn FnMut(SliceId) -> Result<SliceFigures, LookupError>,
) -> Result<Vec<Check>, SolvedError> {
    let solved = SolvedFigures::read(toml)?;
    let (mut compared, mut differ, mut details) = (0, 0, Vec::new());
    for &slice in slices {
        let Slice { name, entries, .. } = &space[slice.index()];
        if let Some(expected) = solved.slices.iter().find(|solved| solved.name == *name) {
            let differences = figures(slice)?.differences(expected);
            compared += 1;
            differ += u64::from(!differences.is_empty());
            details.extend(differences);
        } else {
            progress.advance(*entries);
        }
    }
    if solved.slices.is_empty() {
        return Ok(Vec::new());
    }
    let verdict = match (compared, differ) {
        (0, _) => Verdict::NotSolvedHere,
        (_, 0) => Verdict::Ok,
        _ => Verdict::Failed,
    };
    Ok(vec![Check {
        what: "slices whose figures differ from those solved before".to_string(),
        source: String::new(),
        expected: "0".to_string(),
        found: format!("{} of {}", thousands(differ), count(compared, "slice")),
        verdict,
        details,
    }])
}

/// The checksum of the values of a slice; see the [module](self). The progress counts the entries.
///
/// # Errors
/// If the table is damaged or cannot be read; [`Stopped`](crate::util::progress::Stopped) if the work was stopped.
pub fn checksum<S: Space, T: Lookup>(
    probe: &Probe<S, T>,
    slice: SliceId,
    progress: &dyn Progress,
) -> Result<u64, LookupError> {
    checksum_of(probe.tables, slice, probe.space.slices()[slice.index()].entries, progress)
}

/// [`checksum`] of a slice of this many entries.
fn checksum_of(tables: &dyn Lookup, slice: SliceId, entries: u64, progress: &dyn Progress) -> Result<u64, LookupError> {
    let mut hash = Xxh3::new();
    let mut codes = vec![0; CHUNK];
    for index in (0..entries).step_by(CHUNK) {
        let codes = &mut codes[..CHUNK.min((entries - index) as usize)];
        progress.check().map_err(LookupError::new)?;
        tables.read(Entry { slice, index }, codes)?;
        progress.advance(codes.len() as u64);
        codes.iter_mut().for_each(|code| *code = code.to_le());
        hash.update(bytemuck::cast_slice(codes));
    }
    Ok(hash.digest())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_they_were_read() {
        let without_comments = |text: &str| {
            let (_, tables) = text.split_once("\n\n").expect("comments, an empty line, and the tables");
            tables.to_string()
        };
        for text in [
            include_str!("../../data/solved/checkers.toml"),
            include_str!("../../data/solved/chess.toml"),
            include_str!("../../data/solved/tigers-and-goats.toml"),
        ] {
            let figures = SolvedFigures::read(text).expect("it is well formed");
            assert!(!figures.slices.is_empty() && figures.text() == without_comments(text));
        }
    }

    #[test]
    fn the_positions_of_each_depth_are_kept() {
        let counts = "positions = 3\nwins = 2\nlosses = 1\ndraws = 0\nmutual_zugzwangs = 0\n";
        let by_depth = "wins_by_depth = [0, 2]\nlosses_by_depth = [1]\n";
        let text = format!("[[slice]]\nname = \"KvK\"\n{counts}checksum = \"x\"\n{by_depth}");
        let figures = SolvedFigures::read(&text).expect("it is well formed");
        assert_eq!((&figures.slices[0].wins_by_depth[..], figures.text()), (&[0, 2][..], text));
    }
}
