//! Counts by the rules alone, without tables: moves, positions and games.

use std::collections::HashSet;

use crate::game::Game;
use crate::space::{Entry, Symmetry, class};

/// The number of legal moves of a position. Moves that lead to symmetric positions count once.
pub(super) fn moves<S: Symmetry>(space: &S, position: &S::Position) -> u64 {
    let after = space.moves(position).map(|mv| space.play(position, mv));
    after.map(|after| class(space, &after)).collect::<HashSet<_>>().len() as u64
}

/// The number of positions that can be reached from the start, with the start; with `up_to_symmetry`, symmetric
/// positions count once. `None` if one of them has no entry.
pub(super) fn reachable<S: Symmetry>(space: &S, up_to_symmetry: bool) -> Option<u64> {
    let (mut seen, mut next) = (HashSet::from([space.start()]), vec![space.start()]);
    while let Some(position) = next.pop() {
        for mv in space.moves(&position) {
            let after = space.play(&position, mv);
            if seen.insert(after) {
                next.push(after);
            }
        }
    }
    if !up_to_symmetry {
        return Some(seen.len() as u64);
    }
    let classes: Option<HashSet<Entry>> = seen.iter().map(|position| class(space, position)).collect();
    classes.map(|classes| classes.len() as u64)
}

/// The number of games from a position to the end. Only for games that always end after few plies.
pub(super) fn games<G: Game>(game: &G, position: &G::Position) -> u64 {
    if game.outcome(position).is_some() {
        return 1;
    }
    game.moves(position).map(|mv| games(game, &game.play(position, mv))).sum()
}
