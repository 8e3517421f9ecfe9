//! Where games begin, beside the start: after a ballot, or with a man less on each side.

use std::error::Error;

use hindsight::game::{Game, Notation};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::util::random::Random;

const BALLOTS: &str = include_str!("../../data/openings/three-move-ballots.txt");

/// The positions after the ballots.
pub fn ballots(game: &Draughts) -> Result<Vec<Position>, Box<dyn Error>> {
    let lines = BALLOTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let moves = lines.filter_map(|line| line.split('\t').nth(1));
    moves
        .map(|moves| {
            moves.split(' ').try_fold(game.start(), |position, mv| {
                let mv = game.parse_move(&position, mv)?;
                Ok(game.play(&position, mv))
            })
        })
        .collect()
}

/// The start of the game without a man of each side, by chance.
pub fn man_less(game: &Draughts, random: &mut Random) -> Position {
    let start = game.start();
    let mut without = |men: u64| {
        let mut left = men;
        for _ in 0..random.below(men.count_ones() as usize) {
            left &= left - 1;
        }
        men & !(left & left.wrapping_neg())
    };
    Position { own: without(start.own), other: without(start.other), ..start }
}
