//! How many turns one player alone needs to cross the board of Halma:
//! `cargo run --release -p hindsight-tools --bin crossing -- search WIDTH`, or `prove TURNS`.
//!
//! `search` prints a short crossing, a move a line; it keeps WIDTH sets of pieces after each turn, and may miss shorter
//! crossings. `prove` shows that no crossing takes TURNS turns or fewer, or says that it cannot. Both take the size of
//! another board and the squares in each row of a zone on it, such as `search 1000 8 2,1`.

mod beam;
mod bound;
mod columns;
mod line;
mod moves;
mod sets;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use hindsight::games::halma::{HalmaBoard, ZONE};
use hindsight::util::units::count;

use beam::Beam;
use moves::Alone;

/// What the program expects.
const USAGE: &str = "expected `search WIDTH` or `prove TURNS`, and perhaps the size of a board from 4 to 16 and the squares \
                     in each row of a zone, such as `search 1000 8 2,1`";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((what, number, alone)) = read(&arguments) else {
        eprintln!("{USAGE}, found {arguments:?}");
        return ExitCode::from(2);
    };
    if what == "search" { search(&alone, number) } else { prove(&alone, number) }
}

/// The work, its number, and the board; nothing if they are not understood.
fn read(arguments: &[String]) -> Option<(&str, usize, Alone)> {
    let [what, number, board @ ..] = arguments else { return None };
    let number = number.parse().ok().filter(|number| (1..=10_000_000).contains(number))?;
    let (size, zone) = match board {
        [] => (16, ZONE.to_vec()),
        [size, zone] => (size.parse().ok()?, zone.split(',').map(|row| row.parse().ok()).collect::<Option<_>>()?),
        _ => return None,
    };
    // Rows that do not grow, and as high as wide: the zone is its own reflection, and two of them fit beside one
    // another.
    let reflected = |row: usize| zone.iter().filter(|&&squares: &&u8| usize::from(squares) > row).count();
    let even = zone.iter().enumerate().all(|(row, &squares)| squares > 0 && reflected(row) == usize::from(squares));
    let fits = (4..=16).contains(&size) && 2 * zone.len() <= usize::from(size);
    let pieces: usize = zone.iter().map(|&row| usize::from(row)).sum();
    let sound = matches!(what.as_str(), "search" | "prove") && even && fits && (1..16).contains(&pieces);
    sound.then(|| (what.as_str(), number, Alone::new(HalmaBoard::new(size, &zone))))
}

/// Prints the shortest crossing that is found.
fn search(alone: &Alone, width: usize) -> ExitCode {
    let Some(line) = Beam::new(alone, width).search() else {
        eprintln!("found no crossing; a larger width may find one");
        return ExitCode::FAILURE;
    };
    println!("# {}", count(line.len() as u64 - 1, "turn"));
    line::moves(&alone.game, &line).iter().for_each(|mv| println!("{mv}"));
    ExitCode::SUCCESS
}

/// Proves that there is no crossing of at most `most` turns, if there is none by free moves.
fn prove(alone: &Alone, most: usize) -> ExitCode {
    let proof = bound::prove(alone, most);
    for (turn, kept) in proof.kept.iter().enumerate() {
        println!("turn {turn}: {} left", count(*kept as u64, "set"));
    }
    match proof.turns {
        None => {
            println!("no crossing takes {} or fewer", count(most as u64, "turn"));
            ExitCode::SUCCESS
        }
        Some(turns) => {
            println!(
                "nothing is proved: without the rule of the target, a crossing takes {}",
                count(turns as u64, "turn")
            );
            ExitCode::FAILURE
        }
    }
}
