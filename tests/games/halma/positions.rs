//! Positions of all kinds, for tests: set up, and from random turns.

use super::plainly::{LETTERS, Plain, Square};
use hindsight::util::random::Random;

/// The kinds of positions that are set up.
#[derive(Clone, Copy, Debug)]
pub enum Sort {
    /// Pieces anywhere.
    Scattered,
    /// Pieces close together, where chains are long.
    Crowded,
    /// Most pieces home.
    NearEnd,
    /// The team to move is home but for one piece near its target.
    OneShort,
    /// The player to move has one piece that is not home, and next to it nearly all squares are occupied.
    Hemmed,
}

impl Sort {
    pub const ALL: [Sort; 5] = [Sort::Scattered, Sort::Crowded, Sort::NearEnd, Sort::OneShort, Sort::Hemmed];
}

/// The pieces that are still to be put on the board, by player.
struct Left([usize; 4]);

impl Left {
    /// Puts a piece on a square, if it is empty and one is left.
    fn put(&mut self, state: &mut Plain, player: usize, square: Square) {
        if self.0[player] > 0 && state.at(square) == Some('.') {
            state.put(square, LETTERS[player]);
            self.0[player] -= 1;
        }
    }
}

/// A position of a kind on the board of `start`, before, near or after the rounds that make a difference. It may be
/// won already: see [`goes_on`].
pub fn set_up(start: &Plain, kind: Sort, random: &mut Random) -> Plain {
    let (mut state, mut left) = (start.clone(), Left([start.pieces(0).count(); 4]));
    let squares = state.squares();
    squares.iter().for_each(|&square| state.put(square, '.'));
    state.player = random.below(4);
    state.round = match random.below(4) {
        0 => random.below(100) as u32,
        1 => 98 + random.below(4) as u32,
        2 => 100 + random.below(4_900) as u32,
        _ => 4_998 + random.below(2) as u32,
    };
    if state.round == 4_999 && random.below(2) == 0 {
        state.player = 3;
    }
    match kind {
        Sort::Scattered | Sort::Crowded => {}
        Sort::NearEnd => near_end(&mut state, &mut left, random),
        Sort::OneShort => one_short(&mut state, &mut left, random),
        Sort::Hemmed => hemmed(&mut state, &mut left, random),
    }
    let size = start.size;
    let crowded = (1..size).find(|width| width * width >= 8 * start.pieces(0).count() as i32).unwrap_or(size);
    let width = if matches!(kind, Sort::Crowded) { crowded } else { size };
    // Outside the start zones, half of the time.
    let clean = width == size && random.below(2) == 0;
    let corner = [(); 2].map(|()| random.below((size - width + 1) as usize) as i32);
    for player in 0..4 {
        while left.0[player] > 0 {
            let [x, y] = corner.map(|corner| corner + random.below(width as usize) as i32);
            if !clean || !state.in_zone(player, (x, y)) {
                left.put(&mut state, player, (x, y));
            }
        }
    }
    state
}

/// The squares of a player's target.
fn target(state: &Plain, player: usize) -> Vec<Square> {
    state.squares().into_iter().filter(|&square| state.in_zone(3 - player, square)).collect()
}

fn near_end(state: &mut Plain, left: &mut Left, random: &mut Random) {
    for player in 0..4 {
        let out = random.below(3) * random.below(3);
        for square in target(state, player) {
            if left.0[player] > out && random.below(8) > 0 {
                left.put(state, player, square);
            }
        }
    }
}

fn one_short(state: &mut Plain, left: &mut Left, random: &mut Random) {
    let player = state.player;
    target(state, 3 - player).into_iter().for_each(|square| left.put(state, 3 - player, square));
    let target = target(state, player);
    let hole = random.below(target.len());
    for (_, &square) in target.iter().enumerate().filter(|&(number, _)| number != hole) {
        left.put(state, player, square);
    }
    // The last piece, and some for it to hop over.
    let distance = |one: Square, other: Square| (one.0 - other.0).abs().max((one.1 - other.1).abs());
    let near = |square: &Square| !target.contains(square) && distance(*square, target[hole]) <= 4;
    let near: Vec<Square> = state.squares().into_iter().filter(near).collect();
    left.put(state, player, near[random.below(near.len())]);
    for &square in &near {
        if random.below(3) == 0 {
            left.put(state, (player + 1 + random.below(2)) % 4, square);
        }
    }
}

fn hemmed(state: &mut Plain, left: &mut Left, random: &mut Random) {
    let player = state.player;
    let foreign = [1, 2, 3].map(|other| (player + other) % 4);
    // A foreign piece keeps the last one out.
    let target = target(state, player);
    let hole = random.below(target.len());
    for (number, &square) in target.iter().enumerate() {
        left.put(state, if number == hole { foreign[random.below(3)] } else { player }, square);
    }
    let last = state.size - 1;
    let corners = [(0, 0), (last, 0), (0, last), (last, last)];
    let corners: Vec<Square> = corners.into_iter().filter(|corner| !target.contains(corner)).collect();
    let (x, y) = corners[random.below(corners.len())];
    left.put(state, player, (x, y));
    let spared = random.below(30);
    let near = |square: &Square| (square.0 - x).abs().max((square.1 - y).abs()) <= 2;
    // All neighbours, and where hops over them lead.
    let straight = |&(to_x, to_y): &Square| {
        let (across, down) = ((to_x - x).abs(), (to_y - y).abs());
        across.max(down) == 1 || across % 2 == 0 && down % 2 == 0
    };
    for (number, square) in state.squares().into_iter().filter(near).filter(straight).enumerate() {
        if number != spared {
            left.put(state, foreign[random.below(3)], square);
        }
    }
}

/// Whether a position can come up in a game that goes on: nobody has won, and who moved last has not lost.
pub fn goes_on(state: &Plain) -> bool {
    let home = |player: usize| state.is_home(player);
    let previous = (state.player + 3) % 4;
    let round = state.round - u32::from(previous == 3 && state.round > 0);
    let lost = round >= 100 && state.in_start_zone(previous);
    !(home(0) && home(3) || home(1) && home(2) || lost)
}

/// The state after a turn of random sub-moves, if there are any.
pub fn random_turn(mut state: Plain, random: &mut Random) -> Plain {
    let player = state.player;
    while state.player == player && state.end.is_none() {
        let sub_moves = state.sub_moves();
        if sub_moves.is_empty() {
            break;
        }
        state = state.after(sub_moves[random.below(sub_moves.len())]);
    }
    state
}
