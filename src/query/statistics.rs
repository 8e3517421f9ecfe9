//! What a table holds, added up: how many positions of each result, how many moves, and the deepest of all.

use crate::game::Value;
use crate::query::Probe;
use crate::space::{Entry, SliceId, Symmetry};
use crate::util::threads::try_map;
use crate::values::Lookup;
use crate::values::LookupError;

/// Entries that one thread adds up at a time.
const CHUNK: u64 = 1 << 14;

/// The figures of a slice, or of several added up. Positions that share an entry are counted each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics<P> {
    /// Positions that have a value: `wins + losses + draws`.
    pub positions: u64,
    /// Those that the side to move wins.
    pub wins: u64,
    /// Those that the side to move loses.
    pub losses: u64,
    /// Those that neither side can win.
    pub draws: u64,
    /// Positions in which both sides would rather that the other moved: mutual zugzwangs, each counted for the side to
    /// move. Finished games are none. None are counted in a game without [`Space::side_swapped`].
    pub zugzwangs: u64,
    /// Legal moves of those positions, added up.
    pub moves: u64,
    /// The longest win in plies, and the first position in the order of entries that takes so long.
    pub longest_win: Option<(u32, P)>,
    /// The longest loss in plies, and the first position in the order of entries that takes so long.
    pub longest_loss: Option<(u32, P)>,
}

/// The figures of a slice, counted on all threads of the pool that it is called in.
///
/// A position without a value is not counted: all figures of a slice that is not in the tables are 0.
///
/// # Errors
/// If the table cannot be trusted.
pub fn of_slice<S: Symmetry, T: Lookup>(
    probe: &Probe<S, T>,
    slice: SliceId,
) -> Result<Statistics<S::Position>, LookupError> {
    let entries = probe.space.slices()[slice.index()].entries;
    let chunk = |number| {
        let first = number as u64 * CHUNK;
        of_entries(probe, slice, first..entries.min(first + CHUNK))
    };
    // The order is kept, whatever the threads do: so the first of the deepest is the same in every run.
    Ok(Statistics::sum(&try_map(entries.div_ceil(CHUNK) as usize, &chunk)?))
}

/// The figures of some entries in a row.
fn of_entries<S: Symmetry, T: Lookup>(
    probe: &Probe<S, T>,
    slice: SliceId,
    entries: std::ops::Range<u64>,
) -> Result<Statistics<S::Position>, LookupError> {
    let mut sum = Statistics::none();
    for index in entries {
        let entry = Entry { slice, index };
        let Some(position) = probe.space.unrank(entry) else { continue };
        let Some(value) = probe.tables.value(entry)? else { continue };
        let weight = probe.space.weight(&position);
        sum.positions += weight;
        sum.moves += weight * probe.space.moves(&position).count() as u64;
        sum.zugzwangs += weight * u64::from(is_zugzwang(probe, &position, value)?);
        match value {
            Value::Win(plies) => {
                sum.wins += weight;
                keep_deepest(&mut sum.longest_win, Some((plies, position)));
            }
            Value::Loss(plies) => {
                sum.losses += weight;
                keep_deepest(&mut sum.longest_loss, Some((plies, position)));
            }
            Value::Draw => sum.draws += weight,
        }
    }
    Ok(sum)
}

/// Whether the side to move does worse than if the other had to move, which is then true of both.
#[inline(always)]
fn is_zugzwang<S: Symmetry, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
    value: Value,
) -> Result<bool, LookupError> {
    let Some(side_swapped) = probe.space.side_swapped(position).filter(|_| !matches!(value, Value::Win(_))) else {
        return Ok(false);
    };
    let worse = match (value, probe.value(&side_swapped)?) {
        (Value::Draw, Some(Value::Loss(_))) => true,
        (Value::Loss(_), Some(other)) => !matches!(other, Value::Win(_)),
        _ => false,
    };
    let goes_on = |position| probe.space.outcome(position).is_none();
    Ok(worse && goes_on(position) && goes_on(&side_swapped))
}

/// Keeps the deeper of two; of equal ones the first.
fn keep_deepest<P>(first: &mut Option<(u32, P)>, second: Option<(u32, P)>) {
    if second.as_ref().map(|(plies, _)| plies) > first.as_ref().map(|(plies, _)| plies) {
        *first = second;
    }
}

impl<P: Copy> Statistics<P> {
    /// The figures of no positions.
    fn none() -> Statistics<P> {
        Statistics {
            positions: 0,
            wins: 0,
            losses: 0,
            draws: 0,
            zugzwangs: 0,
            moves: 0,
            longest_win: None,
            longest_loss: None,
        }
    }

    /// The figures of both, these entries coming first.
    fn and(mut self, later: &Statistics<P>) -> Statistics<P> {
        self.positions += later.positions;
        self.wins += later.wins;
        self.losses += later.losses;
        self.draws += later.draws;
        self.zugzwangs += later.zugzwangs;
        self.moves += later.moves;
        keep_deepest(&mut self.longest_win, later.longest_win);
        keep_deepest(&mut self.longest_loss, later.longest_loss);
        self
    }

    /// The sum of the figures of several slices.
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Statistics<P>>) -> Statistics<P>
    where
        P: 'a,
    {
        parts.into_iter().fold(Statistics::none(), Statistics::and)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};
    use crate::space::Space;

    #[test]
    fn the_figures_of_a_slice_are_those_of_a_plain_count() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        for (number, slice) in game.slices().iter().enumerate() {
            let slice_id = SliceId(number as u32);
            let figures = of_slice(&probe, slice_id).expect("memory can be trusted");
            let entries = (0..slice.entries).map(|index| Entry { slice: slice_id, index });
            let values: Vec<Value> = entries.clone().filter_map(|entry| solved.value(entry).ok().flatten()).collect();
            let count = |word: &str| values.iter().filter(|value| value.word() == word).count() as u64;
            assert_eq!((figures.wins, figures.losses, figures.draws), (count("win"), count("loss"), count("draw")));
            assert_eq!(figures.positions, slice.entries);

            let losses = entries.zip(&values).filter(|(_, value)| value.word() == "loss");
            let longest = losses.min_by_key(|(entry, value)| (std::cmp::Reverse(value.plies()), *entry));
            let expected = longest.map(|(entry, value)| (value.plies(), game.unrank(entry)));
            assert_eq!(figures.longest_loss.map(|(plies, position)| (Some(plies), Some(position))), expected);
        }
    }

    #[test]
    fn of_equally_deep_positions_the_first_is_kept_in_a_sum() {
        let part = |longest| Statistics { longest_win: longest, ..Statistics::none() };
        let sum = Statistics::sum(&[part(None), part(Some((3, 'a'))), part(Some((5, 'b'))), part(Some((5, 'c')))]);
        assert_eq!(sum.longest_win, Some((5, 'b')));
    }
}
