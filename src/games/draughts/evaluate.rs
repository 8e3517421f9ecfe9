//! The static evaluation: features and their weights, and a plain evaluation of games whose weights nobody has tuned.
//!
//! [`DraughtsWeights`] have two numbers for each feature, for a full and for an empty board. The weight on a board in
//! between is interpolated by the number of pieces. Each feature but the last two is a difference: the side to move
//! less the other side. `tools/research/tune` finds the weights of checkers from games.

use std::marker::PhantomData;

use super::board::{DIRECTIONS, DraughtsBoard, MAN_DIRECTIONS, opposite};
use super::position::Position;
use crate::util::cpu::count_ones;

/// The number of features.
pub const FEATURES: usize = 21;

/// The names of the features, in order.
pub const NAMES: [&str; FEATURES] = [
    "men",
    "kings",
    "men on the second row",
    "men on the third row",
    "men on the fourth row",
    "men on the fifth row",
    "men on the sixth row",
    "men on the seventh row",
    "the bridge on the first row",
    "men at the edge",
    "men in the centre",
    "kings in the centre",
    "kings on the long diagonal",
    "steps of men",
    "steps of kings",
    "men that cannot move",
    "men with another behind",
    "men with a free road",
    "pieces that could jump",
    "the turn",
    "the move",
];

/// The weights of each feature, on a full and on an empty board.
pub type DraughtsWeights = [(i32, i32); FEATURES];

/// The squares of a row, counted from 0.
const fn row<B: DraughtsBoard>(number: u32) -> u64 {
    B::NEAR_ROW << (number / 2 * B::TWO_ROWS + number % 2 * B::ROW)
}

/// The regions of a board, as sets of squares.
struct Regions<B>(PhantomData<B>);

impl<B: DraughtsBoard> Regions<B> {
    /// The pieces on a full board.
    const FULL: i32 = (2 * B::ROW * (B::ROW - 1)) as i32;

    /// The rows of men from the second to the seventh. On the board of 50 squares four in the middle count as two.
    const ROWS: [u64; 6] = {
        let more = B::SIDE - 8;
        let (mut rows, mut number) = ([0; 6], 1);
        while number < B::SIDE - 1 {
            let group = match number {
                1..=3 => number,
                _ if number <= 3 + more => 3 + (number - 3) / 2,
                _ => number - more,
            };
            rows[group as usize - 1] |= row::<B>(number);
            number += 1;
        }
        rows
    };

    /// The rows of a side's system: a side has the move if an odd number of pieces is there.
    const SYSTEM: u64 = {
        let (mut system, mut number) = (0, 0);
        while number < B::SIDE {
            system |= row::<B>(number);
            number += 2;
        }
        system
    };

    /// The squares at the left and right edge.
    const EDGE: u64 = {
        let (mut edge, mut number) = (0, 0);
        while number < B::SIDE {
            let all = row::<B>(number);
            // The square at the edge is the last of an even row, and the first of an odd one.
            edge |= if number.is_multiple_of(2) { all & !(all >> 1) } else { all & !(all << 1) };
            number += 1;
        }
        edge
    };

    /// The squares in the middle of the board: two squares of each of four rows.
    const CENTRE: u64 = {
        let (mut centre, mut number) = (0, B::SIDE / 2 - 2);
        while number < B::SIDE / 2 + 2 {
            let first = if number.is_multiple_of(2) { B::ROW / 2 - 1 } else { (B::ROW - 1) / 2 };
            centre |= row::<B>(number) & row::<B>(number) << first & !(row::<B>(number) << (first + 2));
            number += 1;
        }
        centre
    };

    /// The diagonal from corner to corner.
    const DIAGONAL: u64 = {
        let (mut diagonal, mut number) = (0, 0);
        while number < B::SIDE {
            let all = row::<B>(number);
            diagonal |= (all & !(all << 1)) << ((B::SIDE - 1 - number) / 2);
            number += 1;
        }
        diagonal
    };

    /// Two squares of the first row with one between them: two men there keep enemy men from the king row.
    const BRIDGE: u64 = 0b101 << (B::ROW - 4);
}

/// The pieces of a side that moves up, and its opponent's.
struct SidePieces {
    men: u64,
    kings: u64,
    foes: u64,
    foe_kings: u64,
}

impl SidePieces {
    /// The features of one side.
    #[inline(always)]
    fn features<B: DraughtsBoard>(&self) -> [i32; FEATURES - 2] {
        let &SidePieces { men, kings, foes, foe_kings } = self;
        let empty = B::BOARD & !(men | kings | foes);
        let rows = Regions::<B>::ROWS;
        let count = |set: u64| count_ones(set) as i32;
        let (left, right) = (B::step(men, 0) & empty, B::step(men, 1) & empty);
        let movers = B::step(left, DIRECTIONS - 1) | B::step(right, DIRECTIONS - 2);
        let behind = |direction| B::step(B::step(empty, opposite(direction)) & foes, opposite(direction));
        let (jumps, back_jumps) = (behind(0) | behind(1), behind(2) | behind(3));
        let king_steps: i32 = (0..DIRECTIONS).map(|direction| count(B::step(kings, direction) & empty)).sum();
        let all = men | kings;
        [
            count(men),
            count(kings),
            count(men & rows[0]),
            count(men & rows[1]),
            count(men & rows[2]),
            count(men & rows[3]),
            count(men & rows[4]),
            count(men & rows[5]),
            i32::from(men & Regions::<B>::BRIDGE == Regions::<B>::BRIDGE),
            count(men & Regions::<B>::EDGE),
            count(men & Regions::<B>::CENTRE),
            count(kings & Regions::<B>::CENTRE),
            count(kings & Regions::<B>::DIAGONAL),
            count(left) + count(right),
            king_steps,
            count(men & !movers & !jumps),
            count(men & (B::step(all, 0) | B::step(all, 1))),
            if foe_kings == 0 { count(men & !below::<B>(foes)) } else { 0 },
            count(men & jumps) + count(kings & (jumps | back_jumps)),
        ]
    }
}

/// The squares from which a man on its way up can run into a piece of the set.
#[inline(always)]
fn below<B: DraughtsBoard>(set: u64) -> u64 {
    let mut all = set;
    for _ in 1..B::SIDE {
        all |= (B::step(all, 2) | B::step(all, 3)) & B::BOARD & !B::FAR_ROW;
    }
    all
}

/// The features of a position, for its side to move.
#[inline(always)]
pub fn features<B: DraughtsBoard>(position: &Position) -> [i32; FEATURES] {
    let &Position { own, other, kings, .. } = position;
    let mine = SidePieces { men: own & !kings, kings: own & kings, foes: other, foe_kings: other & kings };
    let theirs = SidePieces {
        men: B::rotated(other & !kings),
        kings: B::rotated(other & kings),
        foes: B::rotated(own),
        foe_kings: own & kings,
    };
    let (mine, theirs) = (mine.features::<B>(), theirs.features::<B>());
    let mut features = [0; FEATURES];
    for (feature, (mine, theirs)) in features.iter_mut().zip(mine.iter().zip(&theirs)) {
        *feature = mine - theirs;
    }
    features[FEATURES - 2] = 1;
    if count_ones(own) == count_ones(other) {
        features[FEATURES - 1] = if count_ones((own | other) & Regions::<B>::SYSTEM) % 2 == 1 { 1 } else { -1 };
    }
    features
}

/// The share of the pieces of a full board that are left, from 0 to 1.
pub fn fullness<B: DraughtsBoard>(position: &Position) -> f64 {
    f64::from(count_ones(position.own | position.other)) / f64::from(Regions::<B>::FULL)
}

/// The evaluation for the side to move: a man is about 100 in checkers.
#[inline(always)]
pub fn evaluate<B: DraughtsBoard>(position: &Position, weights: &DraughtsWeights) -> i32 {
    let (mut full, mut empty) = (0, 0);
    for (feature, weight) in features::<B>(position).iter().zip(weights) {
        full += feature * weight.0;
        empty += feature * weight.1;
    }
    let (pieces, most) = (count_ones(position.own | position.other) as i32, Regions::<B>::FULL);
    (full * pieces + empty * (most - pieces)) / most
}

/// The weights of the plain evaluation, in hundredths of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainWeights {
    /// A man.
    pub man: i32,
    /// A king.
    pub king: i32,
    /// A row that a man has gone.
    pub tempo: i32,
    /// A step that a man, or a direction in which a king, could move.
    pub mobility: i32,
}

impl PlainWeights {
    /// Of games with long kings.
    pub const LONG: PlainWeights = PlainWeights { man: 100, king: 300, tempo: 4, mobility: 3 };
    /// Of games with short kings.
    pub const SHORT: PlainWeights = PlainWeights { man: 100, king: 150, tempo: 4, mobility: 3 };
    /// Of losing games: few pieces are good, and moves keep them from being forced.
    pub const LOSING: PlainWeights = PlainWeights { man: -100, king: -60, tempo: 0, mobility: 6 };
}

/// The plain evaluation for the side to move.
pub fn evaluate_plainly<B: DraughtsBoard>(position: &Position, weights: &PlainWeights) -> i32 {
    let &Position { own, other, kings, .. } = position;
    let empty = position.empty::<B>();
    let of_side = |own: u64, kings: u64, empty: u64| {
        let (men, kings) = (own & !kings, own & kings);
        let count = |set: u64| count_ones(set) as i32;
        let rows = (1..B::SIDE).map(|row| row as i32 * count(men & B::row(row))).sum::<i32>();
        let pieces = |direction| if direction < MAN_DIRECTIONS { men | kings } else { kings };
        let steps = (0..DIRECTIONS).map(|direction| count(B::step(pieces(direction), direction) & empty)).sum::<i32>();
        weights.man * count(men) + weights.king * count(kings) + weights.tempo * rows + weights.mobility * steps
    };
    of_side(own, kings, empty) - of_side(B::rotated(other), B::rotated(kings), B::rotated(empty))
}

/// The weights for checkers, which `tools/research/tune` found from games. Its `measurements.md` has the matches.
pub const CHECKERS: DraughtsWeights = [
    (127, 97),
    (163, 139),
    (-3, -7),
    (-14, 1),
    (-19, 9),
    (-35, 19),
    (-29, 28),
    (-21, 40),
    (-5, 26),
    (3, -2),
    (7, -5),
    (8, 4),
    (-18, 7),
    (5, 6),
    (10, -2),
    (2, -5),
    (3, 3),
    (20, -2),
    (28, 22),
    (4, 2),
    (-4, 4),
];

/// The weights for the losing game, by a logistic regression of results. An evaluation of 100 is one unit of the
/// logistic function.
pub const LOSING: DraughtsWeights = [
    (-14, -20),
    (-26, 12),
    (-12, 29),
    (-4, 26),
    (-13, 31),
    (6, -1),
    (-9, 5),
    (29, -1),
    (13, 5),
    (-1, 5),
    (-3, 9),
    (-53, 19),
    (-23, 8),
    (-4, 15),
    (11, -4),
    (-7, 11),
    (15, -15),
    (-38, 12),
    (-19, 0),
    (4, 2),
    (82, -94),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::draughts::Draughts;
    use crate::games::draughts::board::{Eight, Ten};
    use crate::space::Symmetry;

    #[test]
    fn both_sides_are_seen_alike() {
        let game = Draughts::checkers();
        for text in ["B:W21-32:B1-12", "B:WK5,18,22,K30:B1,2,K7,10", "W:W12,13,32:BK1,2,21"] {
            let position = game.parse(text).expect("a position");
            let side_swapped = game.side_swapped(&position).expect("the other side may be to move");
            let (one, two) = (features::<Eight>(&position), features::<Eight>(&side_swapped));
            assert!(one.iter().zip(two).take(FEATURES - 2).all(|(one, two)| *one == -two), "{text}");
        }
    }

    #[test]
    fn squares_are_where_they_are_on_the_board() {
        type Small = Regions<Eight>;
        let set = |numbers: &[u32]| numbers.iter().fold(0, |set, &number| set | Eight::square(number - 1));
        assert_eq!(Small::EDGE, set(&[4, 5, 12, 13, 20, 21, 28, 29]));
        assert_eq!(Small::DIAGONAL, set(&[4, 8, 11, 15, 18, 22, 25, 29]));
        assert_eq!(Small::CENTRE, set(&[10, 11, 14, 15, 18, 19, 22, 23]));
        assert_eq!(Small::BRIDGE, set(&[1, 3]));
        assert_eq!(Small::ROWS, std::array::from_fn(|number| Eight::row(number as u32 + 1)));
        assert_eq!((row::<Eight>(7), Small::FULL), (Eight::FAR_ROW, 24));
        type Large = Regions<Ten>;
        let set = |numbers: &[u32]| numbers.iter().fold(0, |set, &number| set | Ten::square(number - 1));
        assert_eq!(Large::EDGE, set(&[5, 6, 15, 16, 25, 26, 35, 36, 45, 46]));
        assert_eq!(Large::DIAGONAL, set(&[5, 10, 14, 19, 23, 28, 32, 37, 41, 46]));
        assert_eq!(Large::CENTRE, set(&[18, 19, 22, 23, 28, 29, 32, 33]));
        assert_eq!(Large::BRIDGE, set(&[2, 4]));
        assert_eq!(Large::ROWS.iter().fold(0, |all, rows| all ^ rows), Ten::FIELD);
        assert_eq!(Large::FULL, 40);
    }
}
