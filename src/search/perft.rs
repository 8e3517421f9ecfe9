//! Perft: the number of lines of play, the usual test of a move generator.

use crate::game::PlayRules;
use crate::util::progress::Progress;

/// The number of different sequences of exactly `depth` plies from a position ("perft" in chess programs).
///
/// Lines that end earlier are not counted, since a finished game has no moves. The last ply is counted without being
/// played.
pub fn perft<G: PlayRules>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.moves(position).count() as u64,
        _ => game.moves(position).map(|mv| perft(game, &game.play(position, mv), depth - 1)).sum(),
    }
}

/// [`perft`], or with `once` [`perft_of_positions`], counted first move by first move: the progress counts them.
pub fn perft_by_move<G: PlayRules>(
    game: &G,
    position: &G::Position,
    depth: u32,
    once: bool,
    progress: &dyn Progress,
) -> u64 {
    let lines = if once { perft_of_positions } else { perft };
    if depth < 2 {
        return lines(game, position, depth);
    }
    let after = match once {
        true => positions_after(game, position),
        false => game.moves(position).map(|mv| game.play(position, mv)).collect(),
    };
    let lines_after = |next: &G::Position| {
        let lines = lines(game, next, depth - 1);
        progress.advance(1);
        lines
    };
    after.iter().map(lines_after).sum()
}

/// The number of different sequences of `depth` positions that follow a position: [`perft`] where moves that lead to
/// the same position count once, such as captures of the same pieces in another order.
pub fn perft_of_positions<G: PlayRules>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = positions_after(game, position);
    match depth {
        1 => after.len() as u64,
        _ => after.iter().map(|next| perft_of_positions(game, next, depth - 1)).sum(),
    }
}

/// The different positions after a move.
fn positions_after<G: PlayRules>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let mut after = Vec::new();
    for next in game.moves(position).map(|mv| game.play(position, mv)) {
        if !after.contains(&next) {
            after.push(next);
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::{pangki::Pangki, tic_tac_toe::TicTacToe};

    #[test]
    fn lines_of_tic_tac_toe_are_those_of_arithmetic() {
        let game = TicTacToe::new();
        // 9!/(9-n)! less the lines that go on after a line of three; 255,168 games end in all.
        let known = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0];
        for (depth, lines) in known.into_iter().enumerate() {
            assert_eq!(perft(&game, &game.start(), depth as u32), lines, "depth {depth}");
        }
    }

    #[test]
    fn captures_in_another_order_lead_to_the_same_position() {
        use crate::game::Notation;
        let game = crate::games::draughts::Draughts::checkers();
        let position = game.parse("B:WK10,K18,11,19:BK7,1").expect("a position");
        assert_eq!((perft(&game, &position, 1), perft_of_positions(&game, &position, 1)), (2, 1));
    }

    #[test]
    fn a_finished_game_has_one_line_of_no_plies() {
        let game = Pangki::new();
        let finished = crate::games::pangki::Position { own: 1, other: 0xff00, white_to_move: true };
        assert_eq!((perft(&game, &finished, 0), perft(&game, &finished, 1)), (1, 0));
    }
}
