//! One player alone crosses the board of Halma: the stored crossing, and the program that looks for short ones.

use std::collections::HashSet;
use std::process::Command;

use hindsight::games::halma::{Board, Squares, ZONE};

use crate::support::{Ended, example, run};

/// The stored crossing: its moves, one a line.
const CROSSING: &str = include_str!("../../../data/halma/crossing.txt");

/// The turns of the stored crossing.
const TURNS: usize = 39;

/// The square of a name.
fn square(name: &str) -> u8 {
    let row: u8 = name[1..].parse().expect("a row");
    16 * (row - 1) + (name.as_bytes()[0] - b'a')
}

#[test]
fn the_stored_crossing_obeys_the_rules_and_ends_in_the_target() {
    let board = Board::new(16, &ZONE);
    let mut set = board.zones[0];
    let mut turns = 0;
    for text in CROSSING.lines().filter(|line| !line.starts_with('#')) {
        let step = text.contains('-');
        let way: Vec<u8> = text.split(['-', ':']).map(square).collect();
        let (from, to) = (way[0], way[way.len() - 1]);
        assert!(set.contains(from), "{text}: no piece");
        if step {
            assert!(way.len() == 2 && board.steps(&set, 0, from).contains(to), "{text}");
        } else {
            assert!(board.chains(&set, 0, from, &Squares::EMPTY).contains(to), "{text}");
            // Every square on the way is reached by a hop of its own.
            let mut others = set;
            others.remove(from);
            for pair in way.windows(2) {
                let mut hops = board.hops[usize::from(pair[0])].iter();
                let hop = hops.find(|hop| hop.to == pair[1]).unwrap_or_else(|| panic!("{text}: no hop"));
                assert!(others.contains(hop.over) && !set.contains(hop.to), "{text}");
                assert!(board.open_to(0, pair[0]).contains(hop.to), "{text} leaves the target");
            }
            assert_eq!(way.iter().collect::<HashSet<_>>().len(), way.len(), "{text} returns to a square");
        }
        set.remove(from);
        set.insert(to);
        turns += 1;
    }
    assert_eq!((turns, set), (TURNS, *board.target(0)));
}

/// Runs the program of `tools/crossing` on a board of 8 x 8 with three pieces.
fn crossing(what: &str, number: usize) -> Ended {
    run(Command::new(example("crossing")).args([what, &number.to_string(), "8", "2,1"]), b"")
}

/// The turns to the target from a breadth-first search of all sets, with the rule of the target or without.
fn turns(board: &Board, with_rule: bool) -> usize {
    let target = *board.target(0);
    let (mut seen, mut level) = (HashSet::from([board.zones[0]]), vec![board.zones[0]]);
    for turns in 0.. {
        if level.contains(&target) {
            return turns;
        }
        let mut next = Vec::new();
        for set in level {
            for from in set.iter() {
                for to in reach(board, &set, from, with_rule).iter() {
                    let mut after = set;
                    after.remove(from);
                    after.insert(to);
                    if seen.insert(after) {
                        next.push(after);
                    }
                }
            }
        }
        level = next;
    }
    unreachable!("every set leads to the target")
}

/// The squares that a piece reaches in a turn.
fn reach(board: &Board, set: &Squares, from: u8, with_rule: bool) -> Squares {
    if with_rule {
        return board.steps(set, 0, from) | board.chains(set, 0, from, &Squares::EMPTY);
    }
    let mut others = *set;
    others.remove(from);
    let (mut reached, mut next) = (Squares::of(from), vec![from]);
    while let Some(square) = next.pop() {
        for hop in &board.hops[usize::from(square)] {
            if others.contains(hop.over) && !others.contains(hop.to) && !reached.contains(hop.to) {
                reached.insert(hop.to);
                next.push(hop.to);
            }
        }
    }
    reached.remove(from);
    reached | (board.neighbours[usize::from(from)] & !*set)
}

#[test]
fn on_a_small_board_the_search_finds_the_shortest_crossing() {
    let ended = crossing("search", 1000);
    let moves = ended.out.lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!((ended.status, moves), (0, turns(&Board::new(8, &[2, 1]), true)), "{}", ended.out);
}

#[test]
fn on_a_small_board_exactly_what_is_true_is_proved() {
    let least = turns(&Board::new(8, &[2, 1]), false);
    for most in 1..least + 2 {
        let ended = crossing("prove", most);
        let said = ended.out.lines().last().unwrap_or_default();
        if most < least {
            assert_eq!((ended.status, said.starts_with("no crossing takes ")), (0, true), "{most}: {said}");
        } else {
            assert_eq!((ended.status, said.ends_with(&format!(" takes {least} turns"))), (1, true), "{most}: {said}");
        }
    }
}

#[test]
fn what_is_expected_is_said() {
    for arguments in
        [&["search"][..], &["prove", "0"], &["search", "10", "8", "2,2,2"], &["prove", "3", "8", "4,4,4,4"]]
    {
        let ended = run(Command::new(example("crossing")).args(arguments), b"");
        assert_eq!(ended.status, 2);
        assert!(ended.err.contains("expected `search WIDTH`"), "{}", ended.err);
    }
}
