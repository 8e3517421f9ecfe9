//! Entries derived again, by a plain forward search without tables.
//!
//! The search uses the rules alone. It finds which team wins within 1, 2, 3, ... plies, until one does or it has
//! visited too many positions. Its result is exact: the first number of plies within which a team can force the end is
//! the depth. It proves a draw only if every line of play comes to an end; endless play is beyond its reach.

use std::collections::HashMap;
use std::sync::Mutex;

use super::drawn::DrawnEntries;
use super::{Check, Verdict};
use crate::game::{Game, Notation, Outcome, Turn, Value, position_text, turn, value_text};
use crate::query::Probe;
use crate::space::{Entry, SliceId, Space};
use crate::util::progress::Progress;
use crate::util::threads::try_map;
use crate::util::units::thousands;
use crate::values::{Lookup, LookupError};

/// The most positions that the search visits for one entry.
const BUDGET: u32 = 10_000;

/// The most entries that are drawn for each wanted entry.
const DRAWN_AT_MOST: u64 = 5;

/// Entries that are drawn in any case, even if few of them are within the reach of the search.
const FIRST_DRAWN: u64 = 500;

/// After these, one in `REACH` drawn entries must be within the reach of the search.
const REACH: u64 = 10;

/// Disagreements that are shown.
const EXAMPLES: usize = 3;

/// Derives `wanted` entries again, on all threads of the current pool; `progress` counts them.
///
/// The entries are drawn in a fixed order, the same in every run, which visits each entry once and is spread evenly
/// over the slices that the tables hold. Entries without a position or a value and finished games are skipped. The
/// sample ends when `wanted` entries are derived, when 5 times as many were drawn, or with the last entry. After 500
/// drawn entries it also ends when less than a tenth of them was within the reach of the search.
///
/// # Errors
/// If the table is damaged or cannot be read.
pub fn check<S: Space + Notation, T: Lookup>(
    probe: &Probe<S, T>,
    wanted: u64,
    progress: &dyn Progress,
) -> Result<Vec<Check>, LookupError> {
    check_slices(probe, &probe.held(), wanted, progress)
}

/// Derives `wanted` entries of these slices again; the tables hold the slices.
///
/// # Errors
/// If the table is damaged or cannot be read.
pub fn check_slices<S: Space + Notation, T: Lookup>(
    probe: &Probe<S, T>,
    held: &[SliceId],
    wanted: u64,
    progress: &dyn Progress,
) -> Result<Vec<Check>, LookupError> {
    // Memory that no thread is using. Allocating it for each entry would take as long as the search.
    let free = Mutex::new(Vec::new());
    let derive = |entry| {
        let mut search = free.lock().ok().and_then(|mut free| free.pop()).unwrap_or_else(ForwardSearch::new);
        let derived = search.entry(probe, entry)?;
        if let Ok(mut free) = free.lock() {
            free.push(search);
        }
        Ok(derived)
    };
    check_entries(&DrawnEntries::new(probe.space.slices(), held), wanted, progress, &derive)
}

/// [`check_slices`] for any game, whose entries `derive` derives; `None` if it skips one.
fn check_entries(
    entries: &DrawnEntries,
    wanted: u64,
    progress: &dyn Progress,
    derive: &(dyn Fn(Entry) -> Result<Option<SampleResult>, LookupError> + Sync),
) -> Result<Vec<Check>, LookupError> {
    let (mut drawn, mut derived, mut differ) = (0, 0, 0);
    let mut examples = Vec::new();
    let limit = entries.number.min(wanted.saturating_mul(DRAWN_AT_MOST));
    let mut next = 0;
    let in_reach = |derived: u64, drawn: u64| drawn < FIRST_DRAWN || REACH * derived >= drawn;
    while derived < wanted && next < limit && in_reach(derived, drawn) {
        // At most the number still wanted, so that the result does not depend on the number of threads.
        let batch = limit.min(next + FIRST_DRAWN.min(wanted - derived)) - next;
        let searched = try_map::<_, LookupError>(batch as usize, &|number| {
            let derived = derive(entries.entry(next + number as u64))?;
            if let Some(SampleResult::Agrees) = derived {
                progress.advance(1);
            }
            Ok(derived)
        })?;
        next += batch;
        for result in searched.into_iter().flatten() {
            drawn += 1;
            match result {
                SampleResult::Agrees => derived += 1,
                SampleResult::OutOfReach => {}
                SampleResult::Differs(story) => {
                    differ += 1;
                    examples.push(story);
                }
            }
        }
    }
    examples.truncate(EXAMPLES);
    let verdict = |ok: bool| match ok {
        _ if drawn == 0 => Verdict::NotSolvedHere,
        true => Verdict::Ok,
        false => Verdict::Failed,
    };
    Ok(vec![
        Check {
            what: "entries derived again by forward search".to_string(),
            source: String::new(),
            expected: format!("up to {}", thousands(wanted)),
            found: format!(
                "{} of {} drawn; {} beyond its reach",
                thousands(derived),
                thousands(drawn),
                thousands(drawn - derived - differ)
            ),
            verdict: if derived == 0 && differ == 0 && drawn > 0 { Verdict::NotCompared } else { verdict(derived > 0) },
            details: Vec::new(),
        },
        Check {
            what: "forward search and table agree".to_string(),
            source: String::new(),
            expected: "0 differ".to_string(),
            found: format!("{differ} differ"),
            verdict: verdict(differ == 0),
            details: examples,
        },
    ])
}

/// The result for one entry.
enum SampleResult {
    Agrees,
    OutOfReach,
    Differs(String),
}

/// The result of a position within a number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ForwardResult {
    /// The side to move wins within the plies.
    Won,
    /// The side to move loses within the plies.
    Lost,
    /// No team can force a win, and all lines that matter end within the plies.
    Drawn,
    /// More plies are needed.
    Open,
}

impl ForwardResult {
    /// The result of a move into the position, for the team that makes it.
    fn before(self, turn: Turn) -> ForwardResult {
        match (self, turn) {
            (ForwardResult::Won, Turn::Other) => ForwardResult::Lost,
            (ForwardResult::Lost, Turn::Other) => ForwardResult::Won,
            _ => self,
        }
    }
}

/// The knowledge about a position so far.
#[derive(Clone, Copy)]
struct Knowledge {
    /// The most plies within which it was found open.
    open_within: Option<u32>,
    /// Its result, and the plies within which it was found.
    settled: Option<(u32, ForwardResult)>,
}

/// A search without tables, with the results of the positions below one entry.
struct ForwardSearch<P> {
    memory: HashMap<P, Knowledge>,
    budget: u32,
}

/// The search has visited [`BUDGET`] positions.
struct OutOfBudget;

impl<P: Copy + Eq + std::hash::Hash> ForwardSearch<P> {
    fn new() -> Self {
        ForwardSearch { memory: HashMap::new(), budget: 0 }
    }

    /// Derives an entry; `None` if it is skipped.
    fn entry<S: Space<Position = P> + Notation, T: Lookup>(
        &mut self,
        probe: &Probe<S, T>,
        entry: Entry,
    ) -> Result<Option<SampleResult>, LookupError> {
        let Some(position) = probe.space.unrank(entry) else { return Ok(None) };
        let Some(value) = probe.tables.value(entry)? else { return Ok(None) };
        if probe.space.outcome(&position).is_some() {
            return Ok(None);
        }
        self.memory.clear();
        self.budget = BUDGET;
        let differs = |found: String| {
            let text = position_text(probe.space, &position);
            Ok(Some(SampleResult::Differs(format!(
                "{text}: the table says {}, forward search {found}",
                value_text(probe.space, value)
            ))))
        };
        for plies in 1.. {
            let found = match self.within(probe.space, &position, plies) {
                Err(OutOfBudget) => break,
                Ok(ForwardResult::Won) => Value::Win(plies),
                Ok(ForwardResult::Lost) => Value::Loss(plies),
                Ok(ForwardResult::Drawn) => Value::Draw,
                Ok(ForwardResult::Open) if value.plies().is_some_and(|told| told <= plies) => {
                    return differs(format!("sees no end within {plies} plies"));
                }
                Ok(ForwardResult::Open) => continue,
            };
            let agrees = if value.is_exact() { found == value } else { found.result() == value };
            return if agrees { Ok(Some(SampleResult::Agrees)) } else { differs(found.to_string()) };
        }
        Ok(Some(SampleResult::OutOfReach))
    }

    /// The result of a position within `plies`.
    fn within<G: Game<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        plies: u32,
    ) -> Result<ForwardResult, OutOfBudget> {
        match game.outcome(position) {
            Some(Outcome::Win) => return Ok(ForwardResult::Won),
            Some(Outcome::Loss) => return Ok(ForwardResult::Lost),
            Some(Outcome::Draw) => return Ok(ForwardResult::Drawn),
            None if plies == 0 => return Ok(ForwardResult::Open),
            None => {}
        }
        let mut memory = self.memory.get(position).copied().unwrap_or(Knowledge { open_within: None, settled: None });
        match memory.settled {
            Some((enough, known)) if enough <= plies => return Ok(known),
            _ if memory.open_within >= Some(plies) => return Ok(ForwardResult::Open),
            _ => {}
        }
        self.budget = self.budget.checked_sub(1).ok_or(OutOfBudget)?;
        let known = self.look(game, position, plies)?;
        match known {
            ForwardResult::Open => memory.open_within = Some(plies),
            _ => memory.settled = Some((plies, known)),
        }
        self.memory.insert(*position, memory);
        Ok(known)
    }

    /// The result that follows from the successors.
    fn look<G: Game<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        plies: u32,
    ) -> Result<ForwardResult, OutOfBudget> {
        let (mut drawn, mut open) = (false, false);
        for mv in game.moves(position) {
            let after = game.play(position, mv);
            match self.within(game, &after, plies - 1)?.before(turn(game, position, &after)) {
                ForwardResult::Won => return Ok(ForwardResult::Won),
                ForwardResult::Lost => {}
                ForwardResult::Drawn => drawn = true,
                ForwardResult::Open => open = true,
            }
        }
        Ok(match (open, drawn) {
            (true, _) => ForwardResult::Open,
            (false, true) => ForwardResult::Drawn,
            (false, false) => ForwardResult::Lost,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};
    use crate::values::Memory;

    #[test]
    fn all_of_tic_tac_toe_is_within_reach() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let rows = check(&Probe { space: &game, tables: &solved }, 1_000_000, &()).expect("no errors");
        assert!(rows.iter().all(|row| row.verdict == Verdict::Ok), "{rows:?}");
        assert!(rows[0].found.ends_with("; 0 beyond its reach"), "{rows:?}");
    }

    #[test]
    fn a_table_that_is_wrong_throughout_is_found_out() {
        /// Every depth is one ply too much.
        struct Late(Memory);
        impl Lookup for Late {
            fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
                Ok(self.0.value(entry)?.map(|value| match value {
                    Value::Win(plies) => Value::Win(plies + 1),
                    Value::Loss(plies) => Value::Loss(plies + 1),
                    Value::Draw => Value::Win(1),
                }))
            }

            fn holds(&self, slice: SliceId) -> bool {
                self.0.holds(slice)
            }
        }
        let game = TicTacToe::new();
        let late = Late(solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved"));
        let rows = check(&Probe { space: &game, tables: &late }, 50, &()).expect("no errors");
        assert!(rows.iter().all(|row| row.verdict == Verdict::Failed), "{rows:?}");
        assert_eq!(rows[1].details.len(), EXAMPLES);
    }

    #[test]
    fn where_nothing_is_solved_nothing_is_claimed() {
        let rows = check(&Probe { space: &TicTacToe::new(), tables: &() }, 10, &()).expect("no errors");
        assert!(rows.iter().all(|row| row.verdict == Verdict::NotSolvedHere), "{rows:?}");
    }
}
