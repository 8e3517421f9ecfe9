//! Lines: sets, each one turn after the one before, and their moves in text.

use hindsight::game::Notation;
use hindsight::games::halma::{Halma, HalmaTurn, Position, SquareSet};

/// The moves from set to set, as the game writes them.
pub fn moves(game: &Halma, line: &[SquareSet]) -> Vec<String> {
    let text = |pair: &[SquareSet]| {
        let [before, after] = [pair[0], pair[1]];
        let (mut left, mut entered) = (before & !after, after & !before);
        let (from, to) = (left.pop()?, entered.pop()?);
        let step = game.board().steps(&before, 0, from).contains(to);
        let turn = if step { HalmaTurn::Step { from, to } } else { HalmaTurn::Hops { from, to } };
        let mut pieces = [SquareSet::EMPTY; 4];
        pieces[0] = before;
        let mut text = String::new();
        game.write_move(&Position { pieces, player: 0, round: 0 }, turn, &mut text);
        Some(text)
    };
    line.windows(2).filter_map(text).collect()
}
