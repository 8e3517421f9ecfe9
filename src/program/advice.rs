//! The remedy for a failure, in terms of flags, commands and the name of the program that runs.
//!
//! The messages of the library have the form "expected ..., found ..."; this file adds the remedy.

use std::time::Duration;

use crate::failure::Failure;
use crate::output::time_left;
use crate::program::Invocation;
use crate::suggest::question;
use hindsight::answer::GameFacts;
use hindsight::cluster::ClusterError;
use hindsight::job::JobError;
use hindsight::open::OpenGame;
use hindsight::query::{NotHeld, Unsolved};
use hindsight::solve::SolveError;
use hindsight::space::SliceId;
use hindsight::table::TableError;

/// Entries that a machine of two cores solves in a second, in the slower of the games with built-in results.
const SOLVED_PER_SECOND: f64 = 4e6;

/// The options that choose another directory of tables.
const DIRECTORY: &str = "--tables DIR or HINDSIGHT_TABLES";

/// A failure with its remedy, in one text.
pub fn explain(failure: &Failure, called: &Invocation) -> String {
    match advice(failure, called) {
        // The advice has a line of its own below the violations.
        Some(advice) if matches!(failure, Failure::Contract { .. }) => format!("{failure}\n{advice}"),
        Some(advice) => format!("{failure}. {advice}"),
        None => failure.to_string(),
    }
}

/// The message for a position that the tables do not hold, with its remedy.
pub fn explain_not_held(not_held: &NotHeld, called: &Invocation) -> String {
    format!("{not_held}. {}", solve_or_search(not_held, called))
}

/// The remedy for a failure; `None` if the message has it or there is none.
fn advice(failure: &Failure, called: &Invocation) -> Option<String> {
    match failure {
        Failure::Table(error) => table(error, called),
        Failure::NotHeld(not_held) => Some(solve_or_search(not_held, called)),
        Failure::Unsolved(slice) => Some(solve_slice(slice, called)),
        Failure::NoDepths(slice) => Some(solve_slice(slice, called)),
        Failure::UnsolvedSize { game, size_name, wanted, .. } => {
            Some(format!("Run {}", called.command_on_tables(&format!("solve {game} --{size_name} {wanted}"))))
        }
        Failure::NoTables(game) => {
            Some(format!("Leave out --no-tables, or run {}", called.command_on_tables(&format!("solve {game}"))))
        }
        Failure::NoSlices(game) => Some(search(game, called)),
        Failure::NoSuchGame { names, found } => {
            let describes = format!("{} describes each", called.command("games"));
            Some(match question(found, names.iter().copied()) {
                Some(question) => format!("{question} {describes}"),
                None => describes,
            })
        }
        Failure::NoSuchSide { sides, found, .. } => question(found, sides.iter().copied()),
        Failure::NoSuchSlice(error) => question(&error.name, error.names.iter().map(String::as_str)),
        Failure::Engine(error) => question(error.found(), error.names().iter().copied()),
        Failure::Stopped => Some("Finished tables are kept; rerun the command to resume".to_string()),
        Failure::Contract { game, .. } => {
            let verify = called.command(&format!("verify {game} --rules"));
            Some(format!("Correct the game, then run {verify} to check it"))
        }
        Failure::Solve(JobError::Memory { needed, .. }) => {
            let megabytes = needed.div_ceil(1 << 20);
            Some(format!("Give --memory {megabytes}M or more, fewer --threads, or select fewer slices"))
        }
        Failure::Solve(JobError::Solve(SolveError::UndeclaredSuccessor { .. })) => {
            let verify = called.command("verify GAME --rules");
            Some(format!("Correct the game, then run {verify} to check it"))
        }
        Failure::Solve(JobError::Gone { .. }) => {
            Some("Something removed them while the command ran: rerun it to make them again".to_string())
        }
        Failure::Cluster(ClusterError::NotShared { .. }) => {
            Some("Name a directory that all share, or one for each rank r as in --tables 'DIR-%r'".to_string())
        }
        Failure::Cluster(ClusterError::NoMpi) => {
            let help = called.command("help machines");
            Some(format!("Build it with `cargo build --release --features mpi`; {help} says what that needs"))
        }
        Failure::Listen { .. } => Some("Give another port with --port P, or 0 for any that is free".to_string()),
        Failure::FewThreads { .. } => {
            Some("Raise the limits of processes and of memory, `ulimit -u` and `-v`".to_string())
        }
        Failure::Cpu(_) => Some("Set HINDSIGHT_CPU to such a level, or leave it unset".to_string()),
        Failure::Threads(_) => Some("Give a smaller number with --threads".to_string()),
        _ => None,
    }
}

/// The missing slice of a position with its remedy: `: slice KvK is not solved. Run ...`; empty if no slice is missing.
pub fn explain_missing(not_held: &NotHeld, called: &Invocation) -> String {
    let explain = |slice: &Unsolved| format!(": {slice}. {}", solve_slice(slice, called));
    not_held.missing.as_ref().map_or_else(String::new, explain)
}

/// The command that finds the depths of the slice of a position with a known result: `. Run ...`.
pub fn explain_depths(slice: Option<&Unsolved>, called: &Invocation) -> String {
    slice.map_or_else(String::new, |slice| format!(". {}", solve_slice(slice, called)))
}

/// The sentence for a win or a loss without its depth, without its full stop: where the result comes from, the command
/// that finds the plies, and how long it takes. The slice is that of the position; `None` if another slice has the
/// value. No sentence if all values have depths.
pub fn without_depths(game: &dyn OpenGame, slice: Option<SliceId>, called: &Invocation) -> Option<String> {
    let (facts, values) = (game.facts(), game.values());
    let size = |slice: &SliceId| facts.slices[slice.index()].size;
    let is_result = |slice: &SliceId| values.results_only.contains(slice);
    let slice = slice.filter(is_result).or_else(|| values.results_only.iter().copied().max_by_key(size))?;
    let from = match values.built_in.binary_search(&slice) {
        Ok(_) => "The results built into the program have no plies",
        Err(_) => "These tables hold results alone, without plies",
    };
    let GameFacts { name, size_name, .. } = facts;
    let command = called.command_on_tables(&format!("solve {name} --{size_name} {}", size(&slice)));
    let entries = facts.entries(&game.with_dependencies(&facts.of_size(size(&slice))));
    let time = time_left(Duration::from_secs_f64(entries as f64 / SOLVED_PER_SECOND));
    Some(format!("{from}: {command} finds them in about {time}"))
}

/// The command that solves the missing slice of a position, or searches a position that no table can hold.
fn solve_or_search(not_held: &NotHeld, called: &Invocation) -> String {
    match &not_held.missing {
        Some(slice) => solve_slice(slice, called),
        None => search(not_held.game, called),
    }
}

/// The command that searches any position.
fn search(game: &str, called: &Invocation) -> String {
    format!("{} searches any position", called.command_on_tables(&format!("search {game}")))
}

/// The command that solves a slice.
fn solve_slice(missing: &Unsolved, called: &Invocation) -> String {
    let Unsolved { game, slice, size_name, size } = missing;
    let by_size = called.command_on_tables(&format!("solve {game} --{size_name} {size}"));
    if *slice == size.to_string() {
        return format!("Run {by_size}");
    }
    let by_name = called.command_on_tables(&format!("solve {game} --slice {slice}"));
    format!("Run {by_size}, or {by_name} for that slice and its dependencies alone")
}

/// The remedy for the failure of a table.
fn table(error: &TableError, called: &Invocation) -> Option<String> {
    if let Some(part) = error.part() {
        let game = part.game;
        let slice = if part.whole { String::new() } else { format!(" --slice {}", part.first_slice) };
        let solve = called.command_on_tables(&format!("solve {game}{slice}"));
        return Some(match error {
            TableError::NotATable { .. } => format!("Move it away, then run {solve} to make the table again"),
            TableError::Version { .. } => {
                format!("Use that version, or move the file away and run {solve} to make the table again")
            }
            TableError::OtherGame { .. } => format!("Give the file its own name back, then run {solve}"),
            TableError::Needs { slice, .. } => format!(
                "Copy the compressed table of that slice there, or make it with {}",
                called.command(&format!("compress {game} --slice {slice} --to DIR"))
            ),
            _ => format!("Delete it, then run {solve} to make the table again"),
        });
    }
    Some(match error {
        TableError::Missing { game, size_name, .. } => {
            let selection = size_name.map_or(String::new(), |name| format!(" --{name} N"));
            let solve = called.command_on_tables(&format!("solve {game}{selection}"));
            format!("Run {solve} to make it, or name the directory that has it with {DIRECTORY}")
        }
        TableError::NoSpace { .. } => format!(
            "Free as much there or raise the limit, or choose another directory with {DIRECTORY}; then rerun the \
             command to resume"
        ),
        TableError::NoRoom { .. } => {
            format!("Free more there, choose another directory with {DIRECTORY}, or select fewer slices")
        }
        TableError::Denied { .. } => format!("Change the permissions, or choose another directory with {DIRECTORY}"),
        TableError::Io { .. } => format!(
            "Check that the path is right and that the disk is intact and not full, or choose another directory with \
             {DIRECTORY}"
        ),
        TableError::NoDepths { .. } => {
            format!("Name a directory with depths with {DIRECTORY}, or make them with {}", called.command("solve"))
        }
        TableError::Values(error) => return error.downcast_ref::<TableError>().and_then(|error| table(error, called)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight::table::PartId;
    use std::io::ErrorKind;
    use std::sync::Arc;

    fn mine() -> Invocation {
        Invocation { program: "mine".to_string(), tables: None }
    }

    #[test]
    fn a_damaged_table_is_made_again_by_the_program_that_runs() {
        let part = PartId { game: "skirmish", name: "3".to_string(), first_slice: "2v1".to_string(), whole: false };
        let error = |part: &PartId| TableError::Unfinished { path: "t/a.table".into(), part: Arc::new(part.clone()) };
        assert_eq!(
            explain(&error(&part).into(), &mine()),
            "t/a.table: expected a finished table, found one whose writing was interrupted. Delete it, then run \
             `mine solve skirmish --slice 2v1` to make the table again"
        );
        let whole = PartId { whole: true, ..part };
        assert!(explain(&error(&whole).into(), &mine()).contains("run `mine solve skirmish` to make"));
    }

    #[test]
    fn a_table_that_needs_another_stays_where_it_is() {
        let part = PartId { game: "skirmish", name: "3".to_string(), first_slice: "2v1".to_string(), whole: false };
        let error = TableError::Needs { path: "t/a.table".into(), slice: "1v1".to_string(), part: Arc::new(part) };
        assert_eq!(
            explain(&error.into(), &mine()),
            "t/a.table: expected a table of slice 1v1, which values of skirmish, part 3 depend on, found none. Copy \
             the compressed table of that slice there, or make it with `mine compress skirmish --slice 1v1 --to DIR`"
        );
    }

    #[test]
    fn a_missing_slice_is_solved_by_number_or_by_name() {
        let slice = Unsolved { game: "checkers", slice: "KvK".to_string(), size_name: "pieces", size: 2 };
        let text = explain(&slice.into(), &mine());
        assert!(text.contains("`mine solve checkers --pieces 2`"), "{text}");
        assert!(text.contains("`mine solve checkers --slice KvK`"), "{text}");
    }

    #[test]
    fn the_tables_of_the_option_are_those_that_the_advice_makes() {
        let called = Invocation { tables: Some("elsewhere".to_string()), ..mine() };
        let slice = Unsolved { game: "checkers", slice: "KvK".to_string(), size_name: "pieces", size: 2 };
        let text = explain(&slice.into(), &called);
        assert!(text.contains("`mine solve checkers --pieces 2 --tables elsewhere`"), "{text}");
        assert!(text.contains("`mine solve checkers --slice KvK --tables elsewhere`"), "{text}");
        let text = explain(&Failure::NoSlices("halma"), &called);
        assert!(text.contains("`mine search halma --tables elsewhere` searches any position"), "{text}");
    }

    #[test]
    fn errors_of_the_system_say_what_to_do() {
        let source = || Arc::new(ErrorKind::Other.into());
        let path = || "some/where".into();
        let errors = [
            TableError::NoSpace { path: path(), needed: 1, source: source() },
            TableError::NoRoom { path: path(), needed: 2, free: 1 },
            TableError::Denied { path: path(), doing: "writing", source: source() },
            TableError::Io { path: path(), doing: "writing", source: source() },
        ];
        for error in errors {
            let text = explain(&error.into(), &mine());
            assert!(text.contains("some/where") && text.contains(DIRECTORY), "{text}");
        }
    }
}
