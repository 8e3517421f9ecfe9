//! How well an engine wins with two kings against one: `cargo run --release -p hindsight-tools --bin two-kings --
//! TABLES NUMBER ENGINE`.
//!
//! NUMBER endings of checkers that the two kings win, either side to move, are drawn at random from a fixed seed. The
//! engine has the two kings, and the other side the tables: of its moves the one that puts the end off the longest.

use std::collections::HashSet;
use std::error::Error;
use std::process::ExitCode;

use hindsight::game::Value;
use hindsight::game::{Game, Notation};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::play::{Ending, QUIET_PLIES, Record};
use hindsight::players::triple_jump;
use hindsight::query;
use hindsight::query::Probe;
use hindsight::search::{Limit, SearchClock, SearchRequest, Searcher};
use hindsight::table::{Store, Tables};
use hindsight::util::random::Random;
use rayon::prelude::*;

/// The game with its tables.
type Solved<'a> = Probe<'a, Draughts, Tables>;

/// An ending that White's two kings win in `plies` plies.
struct Won {
    position: Position,
    plies: u32,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, number, engine] = &arguments[..] else {
        eprintln!("expected the directory of the tables, a number of endings and an engine, found {arguments:?}");
        return ExitCode::from(2);
    };
    match compare(directory, number, engine) {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Plays from `number` endings, and returns the report.
fn compare(directory: &str, number: &str, engine: &str) -> Result<String, Box<dyn Error>> {
    let game = Draughts::checkers();
    let tables = Store::new(directory).open(&game)?;
    let probe = Probe { space: &game, tables: &tables };
    Searcher::read(&[triple_jump::factory()], engine)?;
    // There are 29,760 endings, and most of them are won.
    let number = number.parse().ok().filter(|number| (1..=10_000).contains(number));
    let number = number.ok_or("expected a number of endings from 1 to 10,000")?;
    let endings = draw(&probe, number)?;
    let play = |won: &Won| play(&probe, &won.position, engine).map_err(|error| error.to_string());
    let played: Vec<Option<usize>> = endings.par_iter().with_max_len(1).map(play).collect::<Result<_, _>>()?;
    let within = |(plies, won): (&Option<usize>, &Won)| plies.is_some_and(|plies| plies <= won.plies as usize);
    Ok(format!(
        "{engine} won {} of {number}, {} of them within the plies of the tables; {} plies, by the tables {}",
        played.iter().flatten().count(),
        played.iter().zip(&endings).filter(|&played| within(played)).count(),
        played.iter().flatten().sum::<usize>(),
        played.iter().zip(&endings).filter(|(plies, _)| plies.is_some()).map(|(_, won)| won.plies).sum::<u32>(),
    ))
}

/// `number` different endings that the two kings win.
fn draw(probe: &Solved, number: usize) -> Result<Vec<Won>, Box<dyn Error>> {
    let (mut random, mut seen, mut endings) = (Random::new(1), HashSet::new(), Vec::new());
    while endings.len() < number {
        let [one, two, three] = [0; 3].map(|_| 1 + random.below(32));
        let side = if random.below(2) == 0 { "W" } else { "B" };
        let Ok(position) = probe.space.parse(&format!("{side}:WK{one},K{two}:BK{three}")) else { continue };
        let plies = match (side, probe.value(&position)?) {
            ("W", Some(Value::Win(plies))) | ("B", Some(Value::Loss(plies))) => plies,
            (_, Some(_)) => continue,
            (_, None) => return Err("expected tables of three pieces, found none".into()),
        };
        if seen.insert(position) {
            endings.push(Won { position, plies });
        }
    }
    Ok(endings)
}

/// The plies that it took the engine to win; nothing if it did not.
fn play(probe: &Solved, position: &Position, engine: &str) -> Result<Option<usize>, Box<dyn Error>> {
    let game = probe.space;
    let mut engine = Searcher::read(&[triple_jump::factory()], engine)?;
    let mut record = Record::new(*position);
    loop {
        let position = *record.position();
        if let Some(ending) = Ending::of(game, &record, QUIET_PLIES) {
            let winner = ending.winner(game.side_to_move(&position)).map(|side| game.sides()[side]);
            return Ok(winner.filter(|winner| *winner == "White").map(|_| record.plies()));
        }
        let mv = if position.black_to_move {
            query::moves(probe, &position)?.and_then(|rated| rated.first().map(|best| best.mv))
        } else {
            let clock = SearchClock::running();
            let request = SearchRequest::new(game, &position, Limit::default(), &clock);
            engine.search(&SearchRequest { exact: probe, before: record.before(), ..request })?.best
        };
        let Some(mv) = mv else { return Err("expected tables of all endings on the way, found a gap".into()) };
        record.push(mv, game.play(&position, mv));
    }
}
