//! `search --epd`: the positions of a file, each with the moves that solve it.
//!
//! The operations of a line of EPD are `bm` and `am`, the moves that solve the position and the moves that do not;
//! `dm`, a win in this number of moves; `id`, a name. Other operations are skipped. Empty lines and lines that begin
//! with `#` are skipped, too.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::report::SearchReport;
use crate::args::Quiet;
use crate::failure::{Failure, Status};
use crate::input::read_text;
use crate::interrupt;
use crate::output::progress::ProgressReport;
use crate::output::{json_line, note};
use hindsight::answer::Thought;
use hindsight::game::Value;
use hindsight::open::OpenGame;
use hindsight::play::{MoveText, OpenBoard, ThoughtQuery, epd};
use hindsight::search::{Limit, SearchClock, Watch};
use hindsight::util::progress::Progress;
use hindsight::util::threads::processors;
use hindsight::util::units::thousands;

/// The file, and how its positions are searched.
pub struct EpdQuery<'a> {
    pub path: &'a Path,
    pub engine: &'a str,
    pub limit: Limit,
    pub json: bool,
}

/// A position with its solution.
struct EpdLine {
    board: Box<dyn OpenBoard>,
    id: String,
    best: Vec<MoveText>,
    avoided: Vec<MoveText>,
    /// The moves in which the side to move wins.
    mate: Option<u32>,
}

/// A position that was searched: an object of `--json`.
#[derive(Serialize)]
struct EpdReport<'a> {
    #[serde(flatten)]
    result: SearchReport<'a>,
    id: &'a str,
    solved: bool,
    /// What was dropped or guessed of the position, and why the value may be another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// The score of a file: the last object of `--json`.
#[derive(Default, Serialize)]
struct EpdScore {
    game: &'static str,
    positions: u64,
    solved_positions: u64,
    unreadable: u64,
}

/// Ctrl-C stops the search.
struct StopsOnInterrupt;

impl Watch<Thought> for StopsOnInterrupt {
    fn is_stopped(&self) -> bool {
        interrupt::stop_requested()
    }
}

impl EpdLine {
    /// Reads a line.
    ///
    /// # Errors
    /// A message for a position or a move that cannot be read, and for a line without a solution.
    fn read(game: &Arc<dyn OpenGame>, line: &str) -> Result<EpdLine, String> {
        let (position, operations) = epd::split(line);
        let board = Arc::clone(game).board(Some(position)).map_err(|error| error.to_string())?;
        let mut read = EpdLine { board, id: String::new(), best: Vec::new(), avoided: Vec::new(), mate: None };
        for (name, operands) in epd::operations(operations) {
            let moves = || {
                let moves = operands.split_whitespace().map(|text| read.board.read(text));
                moves.collect::<Result<Vec<MoveText>, _>>().map_err(|error| error.to_string())
            };
            match name.as_str() {
                "id" => read.id = operands,
                "bm" => read.best = moves()?,
                "am" => read.avoided = moves()?,
                "dm" => {
                    let mate = operands
                        .parse()
                        .map_err(|_| format!("expected a number of moves after dm, found {operands:?}"));
                    read.mate = Some(mate?);
                }
                _ => {}
            }
        }
        match read.best.is_empty() && read.avoided.is_empty() && read.mate.is_none() {
            true => Err("expected one of the operations bm, am and dm, found none".to_string()),
            false => Ok(read),
        }
    }

    /// Whether a search has solved the position.
    fn is_solved(&self, result: &Thought) -> bool {
        let is_best = |mv: &MoveText| result.best.as_ref().is_some_and(|best| best.mv == mv.mv);
        let among = |moves: &[MoveText]| moves.iter().any(is_best);
        let wins = |moves: u32| matches!(result.decided(), Some(Value::Win(plies)) if plies < 2 * moves);
        (self.best.is_empty() || among(&self.best)) && !among(&self.avoided) && self.mate.is_none_or(wins)
    }

    /// The solution in words.
    fn solution(&self) -> String {
        let names = |moves: &[MoveText]| moves.iter().map(|mv| mv.name.as_str()).collect::<Vec<_>>().join(" ");
        let mut parts = Vec::new();
        if !self.best.is_empty() {
            parts.push(names(&self.best));
        }
        if !self.avoided.is_empty() {
            parts.push(format!("not {}", names(&self.avoided)));
        }
        parts.extend(self.mate.map(|moves| format!("a win in {moves}")));
        parts.join(", ")
    }
}

/// Searches the positions of a file.
pub fn run(game: &Arc<dyn OpenGame>, query: &EpdQuery, out: &mut dyn Write) -> Result<Status, Failure> {
    let path = query.path;
    let text = read_text(path, "positions")?;
    let text = text.trim_start_matches('\u{feff}');
    let is_position = |(_, line): &(usize, &str)| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(is_position).collect();
    interrupt::stop_on_interrupt();
    let progress = ProgressReport::in_units("position", "searching", lines.len() as u64, &Quiet::NO);
    let mut score = EpdScore { game: game.facts().name, ..EpdScore::default() };
    for (number, line) in lines {
        let read = match EpdLine::read(game, line) {
            Ok(read) => read,
            Err(error) => {
                score.unreadable += 1;
                progress.aside(|| note(format_args!("{}, line {number}: {error}. It is passed over", path.display())));
                continue;
            }
        };
        let mut notes = game.notes(epd::split(line).0);
        for dropped in notes.iter().filter(|_| !query.json) {
            progress.aside(|| note(format_args!("{}, line {number}: {dropped}", path.display())));
        }
        // No position profits from the memory of another.
        let mut engine = Arc::clone(game).engine(query.engine, 0)?;
        engine.set_threads(processors());
        let clock = SearchClock::running();
        let thought = ThoughtQuery { for_people: true, ..ThoughtQuery::new(query.limit, &clock) };
        let result = engine.search(&*read.board, &thought, &StopsOnInterrupt)?;
        if interrupt::stop_requested() {
            break;
        }
        let solved = read.is_solved(&result);
        score.positions += 1;
        score.solved_positions += u64::from(solved);
        progress.advance(1);
        progress.aside(|| -> Result<(), Failure> {
            if query.json {
                notes.extend(result.doubt.clone());
                let result = SearchReport::new(&*read.board, engine.name(), engine.unit(), &result);
                return json_line(&EpdReport { result, id: &read.id, solved, notes }, out);
            }
            let best = result.best.as_ref().map_or("-", |best| &best.name);
            let id = if read.id.is_empty() { format!("line {number}") } else { read.id.clone() };
            match solved {
                true => writeln!(out, "{id}: {best}, solved")?,
                false => writeln!(out, "{id}: {best}, not solved: expected {}", read.solution())?,
            }
            Ok(out.flush()?)
        })?;
    }
    drop(progress);
    match query.json {
        true => json_line(&score, out)?,
        false => writeln!(out, "{} of {} solved", thousands(score.solved_positions), thousands(score.positions))?,
    }
    Ok(match (interrupt::stop_requested(), score.unreadable) {
        (true, _) => Status::Stopped,
        (false, 0) => Status::Success,
        (false, _) => Status::Negative,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight::open::{Games, Sources};

    #[test]
    fn a_line_has_a_position_and_its_operations() {
        let game = Games::standard().open("chess", &Sources::nothing(), &()).expect("a game");
        let line = "7k/8/8/8/8/8/R7/1R5K w - - bm Ra7 Rb7; am Kg1; dm 2; id \"a; b\"; c0 \"x\";";
        let read = EpdLine::read(&game, line).expect(line);
        assert_eq!((read.best.len(), read.avoided.len(), read.mate, read.id.as_str()), (2, 1, Some(2), "a; b"));
        assert_eq!(read.solution(), "Ra7 Rb7, not Kg1, a win in 2");
        for wrong in
            ["", "7k/8/8/8/8/8/R7/1R5K w - - id \"x\";", "7k/8/8/8/8/8/R7/1R5K w - - bm Qa7;", "7k/8 w - - bm Ra7;"]
        {
            assert!(EpdLine::read(&game, wrong).is_err(), "{wrong}");
        }
    }
}
