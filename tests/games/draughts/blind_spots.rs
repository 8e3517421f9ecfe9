//! Good moves that pruning may hide: Triple Jump finds each of them soon.

use hindsight::game::{Notation, move_text};
use hindsight::games::draughts::Draughts;
use hindsight::players::triple_jump;
use hindsight::search::{Limit, SearchClock, SearchRequest, Searcher};

/// Positions of games between engines, and the move that another engine found: an offer, a quiet move, and two more.
const MOVES: [(&str, &str); 4] = [
    ("W:W13,21,22,25,26,27,28,30,31,32:B1,2,4,5,6,7,8,11,14,19", "13-9"),
    ("B:W11,17,21,26,27,29:B1,2,3,6,14,19", "6-10"),
    ("W:W9,21,27,28,30,32:B1,12,14,15,16,20", "28-24"),
    ("W:W13,19,20,21,22,24,25,30,31:B4,5,6,7,9,10,12,15,18", "21-17"),
];

/// A fifth of a second of one thread.
const NODES: u64 = 800_000;

#[test]
fn moves_that_pruning_may_hide_are_found_soon() {
    let game = Draughts::checkers();
    for (text, expected) in MOVES {
        let position = game.parse(text).expect("is a position");
        let mut engine = Searcher::read(&[triple_jump::factory()], "triple-jump:threads=1,hash=64M,tables=off")
            .expect("there is such an engine");
        let clock = SearchClock::running();
        let limit = Limit { nodes: Some(NODES), ..Limit::default() };
        let found = engine.search(&SearchRequest::new(&game, &position, limit, &clock)).expect("needs no tables");
        let best = found.best.map(|best| move_text(&game, &position, best));
        assert_eq!(best.as_deref(), Some(expected), "{text}");
    }
}
