//! Counts of positions by result, and the longest wins and losses.

use serde::Serialize;

use super::GameFacts;
use crate::query::statistics::Statistics;
use crate::space::SliceId;

/// The statistics of a slice.
#[derive(Clone, Debug)]
pub struct SliceCounts {
    /// The slice.
    pub slice: SliceId,
    /// Its statistics. Positions are texts.
    pub counts: Statistics<String>,
}

/// The slice or the total that counts describe, by its name.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted<'a> {
    /// A slice.
    Slice(&'a str),
    /// The sum of several slices.
    Total(&'a str),
}

/// Statistics, as JSON has them. Depths are in plies.
#[derive(Clone, Debug, Serialize)]
pub struct CountsAnswer<'a> {
    game: &'static str,
    /// The slice or the total.
    #[serde(flatten)]
    pub of: Counted<'a>,
    /// Entries that hold these positions.
    pub entries: u64,
    /// Positions that have a value.
    pub positions: u64,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Positions that neither side can win.
    pub draws: u64,
    /// The wins that the rule of quiet plies makes draws, in tables under the rule. As JSON there is no such field in
    /// others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursed_wins: Option<u64>,
    /// The losses that the rule of quiet plies makes draws, in tables under the rule. As JSON there is no such field in
    /// others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blessed_losses: Option<u64>,
    /// The depth of the longest win.
    pub longest_win: Option<u32>,
    /// The depth of the longest loss.
    pub longest_loss: Option<u32>,
    /// The first position that has the longest win.
    pub longest_win_position: Option<String>,
    /// The first position that has the longest loss.
    pub longest_loss_position: Option<String>,
    /// Mutual zugzwangs; `None` in a game where they are not counted.
    pub mutual_zugzwangs: Option<u64>,
    /// The legal moves of all these positions.
    pub legal_moves: u64,
    /// The positions by depth, if they are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub histogram: Option<Histogram>,
}

impl<'a> CountsAnswer<'a> {
    /// The answer with these statistics.
    pub fn new(
        game: &GameFacts,
        of: Counted<'a>,
        counts: &Statistics<String>,
        with_histogram: bool,
    ) -> CountsAnswer<'a> {
        let (longest_win, longest_win_position) = counts.longest_win.clone().unzip();
        let (longest_loss, longest_loss_position) = counts.longest_loss.clone().unzip();
        let [cursed_wins, blessed_losses] =
            counts.beyond(game.quiet_limit).map(|count| Some(count).filter(|_| game.is_zeroing));
        CountsAnswer {
            game: game.name,
            of,
            entries: counts.entries,
            positions: counts.positions,
            wins: counts.wins,
            losses: counts.losses,
            draws: counts.draws,
            cursed_wins,
            blessed_losses,
            longest_win,
            longest_loss,
            longest_win_position,
            longest_loss_position,
            mutual_zugzwangs: game.has_zugzwangs.then_some(counts.zugzwangs),
            legal_moves: counts.moves,
            histogram: with_histogram.then(|| Histogram::new(counts)),
        }
    }
}

/// The positions by depth: pairs of plies and a count, without counts of 0.
#[derive(Clone, Debug, Serialize)]
pub struct Histogram {
    /// The wins.
    pub wins: Vec<(u32, u64)>,
    /// The losses.
    pub losses: Vec<(u32, u64)>,
}

impl Histogram {
    fn new(counts: &Statistics<String>) -> Histogram {
        let pairs = |counts: &[u64]| (0..).zip(counts.iter().copied()).filter(|&(_, count)| count > 0).collect();
        Histogram { wins: pairs(&counts.wins_by_depth), losses: pairs(&counts.losses_by_depth) }
    }
}
