//! Random positions of each game: at every one of them, every door says the same value, moves and line.

use std::collections::BTreeMap;

use hindsight::util::random::Random;

use super::answer::{Answer, array, text};
use super::doors::{Door, doors};
use super::question::Setting::{BuiltIn, Solved};
use super::question::{Kind, Question, Setting};
use super::tables::TestTables;
use super::{ask_all, disagreement};
use crate::support::hindsight;

/// The games, each with the tables that it is asked with, and the game whose tables the positions are drawn from: none
/// if all of them are from play.
const GAMES: [(&str, Setting, Option<&str>); 9] = [
    ("tic-tac-toe", Solved, None),
    ("pangki", Solved, None),
    ("checkers", Solved, Some("checkers")),
    ("checkers", BuiltIn, Some("checkers")),
    ("losing-checkers", BuiltIn, Some("checkers")),
    ("chess", Solved, Some("chess")),
    ("chess", BuiltIn, Some("chess")),
    ("tigers-and-goats", Solved, Some("tigers-and-goats")),
    ("halma-packing", Solved, Some("halma-packing")),
];

/// Plies of random play from a position of a table, at most, and from the start.
const PLIES: usize = 6;
const PLIES_FROM_START: usize = 60;

/// Asks at `number` positions of each game. Returns a text for each disagreement, a few of each door and game.
pub fn ask(number: usize) -> Vec<String> {
    /// Disagreements of a door in a game that are written out.
    const WRITTEN: usize = 3;
    let tables = TestTables::make();
    let mut doors = doors(&tables);
    // The command line starts a process for each question, and `query -` answers in its place.
    let doors = &mut doors[1..];
    let (mut counts, mut wrong) = (BTreeMap::new(), Vec::new());
    for (game, setting, drawn) in GAMES {
        for position in positions(&tables, game, drawn, number) {
            for question in questions(game, setting, &position, &mut doors[0]) {
                let Some((others, text)) = disagreement(&question, &ask_all(doors, &question)) else { continue };
                let mut is_new = false;
                for door in others {
                    let count: &mut usize = counts.entry((game, door)).or_default();
                    *count += 1;
                    is_new |= *count <= WRITTEN;
                }
                wrong.extend(is_new.then_some(text));
            }
        }
    }
    wrong
}

/// The questions about a position. The best move is asked for where `door` knows the value: elsewhere an engine would
/// search for one.
fn questions<'a>(
    game: &'a str,
    tables: Setting,
    position: &'a str,
    door: &mut Box<dyn Door + '_>,
) -> Vec<Question<'a>> {
    let question = |kind| Question { id: "sample", game, tables, kind };
    let mut kinds = vec![Kind::Value(position), Kind::Moves(position), Kind::Line(position)];
    if let Some(Answer::Value(_)) = door.ask(&question(kinds[0])) {
        kinds.push(Kind::Best(position));
    }
    kinds.into_iter().map(question).collect()
}

/// Random positions of a game: half of them from play from the start, and half from a table, or after a few plies from
/// there.
fn positions(tables: &TestTables, game: &str, drawn: Option<&str>, number: usize) -> Vec<String> {
    let mut random = Random::new(number as u64);
    let mut positions = Vec::new();
    if let Some(game) = drawn {
        let sample = (number / 2).to_string();
        let arguments = ["find", game, "--sample", &sample, "--seed", &sample, "--json"];
        for object in hindsight(&tables.directory(Solved), &arguments).objects() {
            let plies = random.below(PLIES);
            let played = play(tables, game, Some(text(&object["position"])), plies, &mut random);
            positions.extend(played.last().cloned());
        }
    }
    while positions.len() < number {
        let played = play(tables, game, None, PLIES_FROM_START, &mut random);
        // Neighbours are much alike.
        let some = played.into_iter().filter(|_| random.below(4) == 0);
        positions.extend(some.take(number - positions.len()).collect::<Vec<_>>());
    }
    positions
}

/// The positions of random play from a position, or from the start: itself, and each after a move.
fn play(tables: &TestTables, game: &str, from: Option<String>, plies: usize, random: &mut Random) -> Vec<String> {
    let server = tables.server(Solved);
    let mut played: Vec<String> = from.into_iter().collect();
    loop {
        let parameters: Vec<(&str, &str)> = played.last().map(|last| ("position", last.as_str())).into_iter().collect();
        let view = server.ask(game, "view", &parameters).json();
        if played.is_empty() {
            played.push(text(&view["position"]));
        }
        let moves = array(&view["moves"]);
        if moves.is_empty() || played.len() > plies {
            return played;
        }
        played.push(text(&moves[random.below(moves.len())]["position"]));
    }
}
