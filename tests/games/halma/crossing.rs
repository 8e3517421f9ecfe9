//! One player alone crosses the board of Halma: the stored crossing.

use std::collections::HashSet;

use hindsight::games::halma::{HalmaBoard, SquareSet, ZONE};

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
    let board = HalmaBoard::new(16, &ZONE);
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
            assert!(board.chains(&set, 0, from, &SquareSet::EMPTY).contains(to), "{text}");
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
