//! The four laws that every table obeys, on every entry or on a sample.
//!
//! Only one table obeys all four: wins and losses follow from shorter ones down to the finished games, and a team that
//! stays in drawn positions never loses. This code shares the rules and the numbering of positions with the solvers,
//! and nothing else.

use std::ops::Range;

use super::drawn::DrawnEntries;
use super::{Check, Verdict};
use crate::game::{Notation, Value, move_text, position_text, value_text};
use crate::query::Probe;
use crate::space::{Entry, Metric, Slice, SliceId, Space, value_of_move};
use crate::util::progress::Progress;
use crate::util::threads::try_map;
use crate::util::units::thousands;
use crate::values::{Lookup, LookupError, Memory, Overlay, decode};

/// Entries that one thread checks at a time.
const CHUNK: u64 = 1 << 13;

/// The most broken entries that are shown for each law.
const EXAMPLES: usize = 3;

/// The laws of a game whose teams take turns, and a row for values that are missing or too many.
const LAWS: [&str; 5] = [
    "law 1: a win in n plies has a successor lost in n-1, and none lost sooner",
    "law 2: a loss in n plies has won successors only, the longest in n-1",
    "law 3: all else is drawn, with a drawn successor and none lost",
    "law 4: finished games are what the rules say, in 0 plies, and no others",
    "every position and every successor has a value, and nothing else has",
];

/// The laws of a game in which a team may move twice in a row, or plays alone, or whose depths end with moves that are
/// not quiet.
const LAWS_OF_TEAMS: [&str; 5] = [
    "law 1: a win in n plies has a move that wins in n, and none that wins sooner",
    "law 2: a loss in n plies has losing moves only, the longest in n",
    "law 3: all else is drawn, with a drawing move and no winning one",
    LAWS[3],
    LAWS[4],
];

/// The entries that break a law.
#[derive(Clone, Default)]
struct Broken {
    entries: u64,
    /// The first few, in order.
    examples: Vec<String>,
}

/// The entries that break each law.
type Findings = [Broken; LAWS.len()];

/// Checks the laws on every entry of the slices that the tables hold, on all threads of the current pool: one row per
/// law, and one for values that are missing or too many. An entry can break several laws at once.
///
/// # Errors
/// If the table is damaged or cannot be read.
pub fn check<S: Space + Notation, T: Lookup>(
    probe: &Probe<S, T>,
    progress: &dyn Progress,
) -> Result<Vec<Check>, LookupError> {
    check_slices(probe, &probe.held(), None, progress)
}

/// Checks the laws on entries of these slices, which the tables hold: on every entry, or on `drawn` of them, which are
/// spread evenly and the same in every run. `progress` counts the entries.
///
/// # Errors
/// If the table is damaged or cannot be read.
pub fn check_slices<S: Space + Notation, T: Lookup>(
    probe: &Probe<S, T>,
    held: &[SliceId],
    drawn: Option<u64>,
    progress: &dyn Progress,
) -> Result<Vec<Check>, LookupError> {
    let takes_turns = S::ALTERNATES && probe.space.metric() == Metric::End;
    let laws = if takes_turns { LAWS } else { LAWS_OF_TEAMS };
    let in_entries = |memory: &Memory, entries: &mut dyn Iterator<Item = Entry>| {
        let tables = &Overlay { above: memory, below: probe.tables };
        in_entries(&Probe { space: probe.space, tables }, entries)
    };
    check_laws(laws, probe.space.slices(), held, probe.tables, drawn, progress, &in_entries)
}

/// Checks entries. Their values, and the values of their successors, are in this memory or in the tables.
type InEntries<'a> = dyn Fn(&Memory, &mut dyn Iterator<Item = Entry>) -> Result<Findings, LookupError> + Sync + 'a;

/// [`check_slices`] for any game, whose entries `in_entries` checks.
fn check_laws(
    laws: [&str; LAWS.len()],
    slices: &[Slice],
    held: &[SliceId],
    tables: &dyn Lookup,
    drawn: Option<u64>,
    progress: &dyn Progress,
    in_entries: &InEntries,
) -> Result<Vec<Check>, LookupError> {
    // A slice can be checked if the tables hold all slices that it leads to.
    let leads_to_held = |slice: &SliceId| slices[slice.index()].leads_to.iter().all(|&next| tables.holds(next));
    let (checked, left_out): (Vec<SliceId>, Vec<SliceId>) = held.iter().partition(|slice| leads_to_held(slice));
    let (mut findings, mut entries, mut memory) = (Findings::default(), 0, Memory::new(slices));
    match drawn {
        Some(wanted) => {
            let drawn = DrawnEntries::new(slices, &checked);
            entries = wanted.min(drawn.number);
            let chunk = |numbers: Range<u64>| in_entries(&memory, &mut numbers.map(|number| drawn.entry(number)));
            findings = in_chunks(entries, &chunk, progress)?;
        }
        None => {
            for &slice in &checked {
                decode(tables, slices, &[slice], &mut memory, progress)?;
                let number = slices[slice.index()].entries;
                let chunk = |indexes: Range<u64>| in_entries(&memory, &mut indexes.map(|index| Entry { slice, index }));
                findings = joined(findings, in_chunks(number, &chunk, progress)?);
                entries += number;
            }
        }
    }
    let verdict = |broken: &Broken| match broken.entries {
        _ if checked.is_empty() => Verdict::NotSolvedHere,
        0 => Verdict::Ok,
        _ => Verdict::Failed,
    };
    let rows = laws.iter().zip(findings).map(|(law, broken)| Check {
        what: law.to_string(),
        source: String::new(),
        expected: "0 broken".to_string(),
        found: format!("{} broken of {} entries", thousands(broken.entries), thousands(entries)),
        verdict: verdict(&broken),
        details: broken.examples,
    });
    let unchecked = (!left_out.is_empty()).then(|| Check {
        what: "slices left out, because not all that they lead to is there".to_string(),
        source: String::new(),
        expected: "0".to_string(),
        found: thousands(left_out.len() as u64),
        verdict: Verdict::NotSolvedHere,
        details: Vec::new(),
    });
    Ok(rows.chain(unchecked).collect())
}

/// Checks N entries in chunks, on all threads of the current pool. `check` takes the numbers of a chunk.
fn in_chunks(
    entries: u64,
    check: &(dyn Fn(Range<u64>) -> Result<Findings, LookupError> + Sync),
    progress: &dyn Progress,
) -> Result<Findings, LookupError> {
    let chunk = |number| {
        let first = number as u64 * CHUNK;
        let numbers = first..entries.min(first + CHUNK);
        progress.advance(numbers.end - numbers.start);
        check(numbers)
    };
    let found = try_map(entries.div_ceil(CHUNK) as usize, &chunk)?;
    Ok(found.into_iter().fold(Findings::default(), joined))
}

/// Both findings, the earlier entries first.
fn joined(mut earlier: Findings, later: Findings) -> Findings {
    for (earlier, later) in earlier.iter_mut().zip(later) {
        earlier.entries += later.entries;
        earlier.examples.extend(later.examples);
        earlier.examples.truncate(EXAMPLES);
    }
    earlier
}

/// Checks some entries.
fn in_entries<S: Space + Notation, T: Lookup>(
    probe: &Probe<S, T>,
    entries: &mut dyn Iterator<Item = Entry>,
) -> Result<Findings, LookupError> {
    let mut findings = Findings::default();
    for entry in entries {
        let broken = laws_broken(probe, entry)?;
        if broken != [false; LAWS.len()] {
            for (finding, _) in findings.iter_mut().zip(broken).filter(|(_, broken)| *broken) {
                finding.entries += 1;
                if finding.examples.len() < EXAMPLES {
                    finding.examples.push(story(probe, entry)?);
                }
            }
        }
    }
    Ok(findings)
}

/// The values of the moves of a position for the team that makes them, as far as the laws need them.
#[derive(Default)]
struct MoveValues {
    /// The quickest win, in plies.
    quickest_win: Option<u32>,
    /// The longest loss, in plies.
    longest_loss: Option<u32>,
    /// Whether a move draws.
    drawn: bool,
    /// Whether a move leads to a position without a value.
    unknown: bool,
}

/// Which of the [`LAWS`] an entry breaks.
#[inline(always)]
fn laws_broken<S: Space, T: Lookup>(probe: &Probe<S, T>, entry: Entry) -> Result<[bool; LAWS.len()], LookupError> {
    let value = probe.tables.value(entry)?;
    let (position, value) = match (probe.space.unrank(entry), value) {
        (Some(position), Some(value)) => (position, value),
        (position, value) => return Ok([false, false, false, false, position.is_some() || value.is_some()]),
    };
    if let Some(outcome) = probe.space.outcome(&position) {
        let over = Value::from(outcome);
        let expected = if value.is_exact() { over } else { over.result() };
        return Ok([false, false, false, value != expected, false]);
    }
    let mut moves = MoveValues::default();
    for mv in probe.space.moves(&position) {
        let after = probe.space.play(&position, mv);
        match probe.value(&after)?.map(|value| value_of_move(probe.space, &position, mv, &after, value)) {
            Some(Value::Win(plies)) => {
                moves.quickest_win = Some(moves.quickest_win.map_or(plies, |quickest| quickest.min(plies)));
            }
            Some(Value::Loss(plies)) => moves.longest_loss = moves.longest_loss.max(Some(plies)),
            Some(Value::Draw) => moves.drawn = true,
            None => moves.unknown = true,
        }
    }
    // Results without depths must obey the laws of results.
    let depth_differs = |best: Option<u32>, plies: u32| {
        best.is_none_or(|best| best != plies && best < Value::UNKNOWN && plies < Value::UNKNOWN)
    };
    let won = moves.quickest_win.is_some();
    let lost = !won && !moves.drawn && moves.longest_loss.is_some();
    let drawn = !won && !lost && moves.drawn;
    Ok([
        match value {
            Value::Win(plies) => depth_differs(moves.quickest_win, plies),
            _ => won,
        },
        match value {
            Value::Loss(plies) => !lost || depth_differs(moves.longest_loss, plies),
            _ => lost,
        },
        drawn != (value == Value::Draw),
        value.plies() == Some(0),
        moves.unknown,
    ])
}

/// The description of a broken entry: its position, its value, and the successor that decides.
#[cold]
fn story<S: Space + Notation, T: Lookup>(probe: &Probe<S, T>, entry: Entry) -> Result<String, LookupError> {
    let words =
        |value: Option<Value>| value.map_or_else(|| "no value".to_string(), |value| value_text(probe.space, value));
    let own = words(probe.tables.value(entry)?);
    let Some(position) = probe.space.unrank(entry) else {
        let slice = &probe.space.slices()[entry.slice.index()].name;
        return Ok(format!("entry {} of slice {slice} holds no position, and has the value {own}", entry.index));
    };
    let text = position_text(probe.space, &position);
    if let Some(outcome) = probe.space.outcome(&position) {
        return Ok(format!("{text}: {own}; the game is over, and the rules say {}", Value::from(outcome)));
    }
    // The first successor without a value decides, or else the best move.
    let mut decides = None;
    for mv in probe.space.moves(&position) {
        let after = probe.space.play(&position, mv);
        let value = probe.value(&after)?;
        let worth = value.map(|value| value_of_move(probe.space, &position, mv, &after, value));
        let rank = (value.is_none(), worth);
        if decides.as_ref().is_none_or(|(best, _, _, _)| rank > *best) {
            decides = Some((rank, mv, after, value));
        }
    }
    Ok(match decides {
        Some((_, mv, after, value)) => {
            let (mv, after) = (move_text(probe.space, &position, mv), position_text(probe.space, &after));
            format!("{text}: {own}; {mv} leads to {after}: {}", words(value))
        }
        None => format!("{text}: {own}; it has no moves, and the rules do not say that the game is over"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};
    use crate::values::Memory;

    /// A table with one wrong entry.
    struct Altered {
        solved: Memory,
        entry: Entry,
        value: Option<Value>,
    }

    impl Lookup for Altered {
        fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
            if entry == self.entry { Ok(self.value) } else { self.solved.value(entry) }
        }

        fn holds(&self, slice: SliceId) -> bool {
            self.solved.holds(slice)
        }
    }

    /// Which of the rows fail once the value of a position is altered.
    fn failing(position: &str, value: Option<Value>) -> Vec<usize> {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let position = game.parse(position).expect("is a position");
        let entry = game.rank(&position).expect("is in the space");
        let rows = check(&Probe { space: &game, tables: &Altered { solved, entry, value } }, &()).expect("no errors");
        for row in &rows {
            assert_eq!(row.verdict == Verdict::Ok, row.details.is_empty());
            assert!(row.details.iter().all(|line| line.contains(": ")), "{row:?}");
        }
        (0..rows.len()).filter(|&row| rows[row].verdict == Verdict::Failed).map(|row| row + 1).collect()
    }

    #[test]
    fn a_true_table_keeps_every_law() {
        assert_eq!(failing(".../.../... x", Some(Value::Draw)), [] as [usize; 0]);
    }

    #[test]
    fn a_wrong_value_breaks_the_laws_around_it() {
        // The start is no successor, so only its own law breaks.
        assert_eq!(failing(".../.../... x", Some(Value::Win(9))), [1, 3]);
        assert_eq!(failing(".../.../... x", Some(Value::Loss(8))), [2, 3]);
        // Crosses win at once on a3.
        let won = ".xx/oo./... x";
        assert_eq!(failing(won, Some(Value::Win(1))), [] as [usize; 0]);
        assert_eq!(failing(won, Some(Value::Win(3))), [1]);
        assert_eq!(failing(won, Some(Value::Win(0)))[..2], [1, 4]);
        assert!(failing(won, Some(Value::Draw)).starts_with(&[1]));
        assert!(failing(won, None).contains(&5));
        // A finished game.
        assert!(failing("xxx/oo./... o", Some(Value::Loss(2))).contains(&4));
        assert!(failing("xxo/oox/xox o", Some(Value::Draw)).is_empty());
    }

    #[test]
    fn entries_are_told_to_the_progress() {
        struct Sum(std::sync::atomic::AtomicU64);
        impl Progress for Sum {
            fn advance(&self, entries: u64) {
                self.0.fetch_add(entries, std::sync::atomic::Ordering::Relaxed);
            }
        }
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let sum = Sum(0.into());
        check(&Probe { space: &game, tables: &solved }, &sum).expect("no errors");
        assert_eq!(sum.0.into_inner(), game.slices().iter().map(|slice| slice.entries).sum::<u64>());
    }

    #[test]
    fn all_entries_and_as_many_drawn_ones_break_the_same_laws() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let entry = game.rank(&game.start()).expect("is in the space");
        let probe = Probe { space: &game, tables: &Altered { solved, entry, value: Some(Value::Win(9)) } };
        let rows = |drawn| check_slices(&probe, &probe.held(), drawn, &()).expect("no errors");
        assert_eq!(rows(None), rows(Some(u64::MAX)));
        let some = rows(Some(3000));
        assert!(some.iter().all(|row| row.found.ends_with(" broken of 3,000 entries")), "{some:?}");
    }
}
