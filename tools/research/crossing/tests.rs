//! The beam search and the proof on a board of 8 x 8 with three pieces, against a breadth-first search of all sets.

use std::collections::HashSet;

use hindsight::games::halma::{HalmaBoard, SquareSet};

use super::beam::Beam;
use super::{bound, line, read};

/// The words of a call for the board of 8 x 8 with three pieces.
fn call(what: &str, number: usize) -> Vec<String> {
    [what, &number.to_string(), "8", "2,1"].map(str::to_string).to_vec()
}

/// The turns to the target from a breadth-first search of all sets, with the rule of the target or without.
fn turns(board: &HalmaBoard, with_rule: bool) -> usize {
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
fn reach(board: &HalmaBoard, set: &SquareSet, from: u8, with_rule: bool) -> SquareSet {
    if with_rule {
        return board.steps(set, 0, from) | board.chains(set, 0, from, &SquareSet::EMPTY);
    }
    let mut others = *set;
    others.remove(from);
    let (mut reached, mut next) = (SquareSet::of(from), vec![from]);
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
    let call = call("search", 1000);
    let (_, width, alone) = read(&call).expect("it is understood");
    let found = Beam::new(&alone, width).search().expect("a crossing");
    assert_eq!(line::moves(&alone.game, &found).len(), turns(&HalmaBoard::new(8, &[2, 1]), true));
}

#[test]
fn on_a_small_board_exactly_the_true_bounds_are_proved() {
    let least = turns(&HalmaBoard::new(8, &[2, 1]), false);
    for most in 1..least + 2 {
        let call = call("prove", most);
        let (_, most, alone) = read(&call).expect("it is understood");
        assert_eq!(bound::prove(&alone, most).turns, (most >= least).then_some(least), "{most}");
    }
}

#[test]
fn other_arguments_are_refused() {
    for arguments in
        [&["search"][..], &["prove", "0"], &["search", "10", "8", "2,2,2"], &["prove", "3", "8", "4,4,4,4"]]
    {
        let arguments: Vec<String> = arguments.iter().map(|text| text.to_string()).collect();
        assert!(read(&arguments).is_none(), "{arguments:?}");
    }
}
