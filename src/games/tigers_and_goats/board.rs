//! The board: 23 points, the lines between them, and sets of points as bits.
//!
//! ```text
//!               0                 0 is joined to 2, 3, 4 and 5
//!   1   2   3   4   5   6
//!   7   8   9  10  11  12         the rows are lines, and so are
//!  13  14  15  16  17  18         1-7-13, 6-12-18, 0-2-8-14-19, 0-3-9-15-20, 0-4-10-16-21 and 0-5-11-17-22
//!      19  20  21  22
//! ```
//!
//! The lists below have the moves in the order of Saman Saeedi's program (2013). Tests compare the node counts of
//! searches with that program's, and they depend on the order.

use super::moves::Move;
use crate::space::combinatorics::gather;
use crate::util::cpu::count_ones;

/// The number of points.
pub const POINTS: u32 = 23;

/// Every point.
pub const BOARD: u32 = (1 << POINTS) - 1;

/// The jumps from each point: the point jumped, and the landing.
const JUMPS: [&[(u8, u8)]; POINTS as usize] = [
    &[(2, 8), (3, 9), (4, 10), (5, 11)],
    &[(2, 3), (7, 13)],
    &[(8, 14), (3, 4)],
    &[(9, 15), (4, 5), (2, 1)],
    &[(3, 2), (5, 6), (10, 16)],
    &[(4, 3), (11, 17)],
    &[(5, 4), (12, 18)],
    &[(8, 9)],
    &[(9, 10), (2, 0), (14, 19)],
    &[(8, 7), (10, 11), (3, 0), (15, 20)],
    &[(4, 0), (9, 8), (11, 12), (16, 21)],
    &[(10, 9), (5, 0), (17, 22)],
    &[(11, 10)],
    &[(7, 1), (14, 15)],
    &[(8, 2), (15, 16)],
    &[(14, 13), (16, 17), (9, 3)],
    &[(15, 14), (10, 4), (17, 18)],
    &[(16, 15), (11, 5)],
    &[(12, 6), (17, 16)],
    &[(14, 8), (20, 21)],
    &[(15, 9), (21, 22)],
    &[(20, 19), (16, 10)],
    &[(21, 20), (17, 11)],
];

/// The neighbours of each point.
const STEPS: [&[u8]; POINTS as usize] = [
    &[2, 3, 4, 5],
    &[2, 7],
    &[0, 1, 3, 8],
    &[2, 0, 4, 9],
    &[3, 0, 5, 10],
    &[0, 4, 11, 6],
    &[5, 12],
    &[1, 8, 13],
    &[2, 7, 14, 9],
    &[3, 8, 10, 15],
    &[9, 4, 11, 16],
    &[5, 12, 10, 17],
    &[6, 11, 18],
    &[7, 14],
    &[13, 8, 15, 19],
    &[9, 14, 16, 20],
    &[10, 15, 17, 21],
    &[16, 11, 18, 22],
    &[12, 17],
    &[14, 20],
    &[15, 19, 21],
    &[16, 20, 22],
    &[17, 21],
];

/// The greatest number of jumps, and of steps, from a point.
const MOST: usize = 4;

/// The surroundings of a point. They are empty for a number past the last point.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Around {
    neighbours: u32,
    /// The points jumped, and the landings. A jump over a greater point has a greater landing, so bit `i` of both sets
    /// belongs to one jump.
    jumped: u32,
    landings: u32,
}

static AROUND: [Around; 32] = {
    let mut around = [Around { neighbours: 0, jumped: 0, landings: 0 }; 32];
    let mut from = 0;
    while from < POINTS as usize {
        around[from] = Around::of(from);
        from += 1;
    }
    around
};

impl Around {
    const fn of(from: usize) -> Around {
        let mut around = Around { neighbours: 0, jumped: 0, landings: 0 };
        let mut place = 0;
        while place < JUMPS[from].len() {
            around.jumped |= 1 << JUMPS[from][place].0;
            around.landings |= 1 << JUMPS[from][place].1;
            place += 1;
        }
        place = 0;
        while place < STEPS[from].len() {
            around.neighbours |= 1 << STEPS[from][place];
            place += 1;
        }
        around
    }

    #[inline(always)]
    fn at(point: u32) -> &'static Around {
        &AROUND[(point % 32) as usize]
    }

    /// The jumps over a goat to an empty point: a bit for each jump, in the order of the sets.
    #[inline(always)]
    fn jumps(&self, goats: u32, empty: u32) -> u64 {
        gather(goats.into(), self.jumped.into()) & gather(empty.into(), self.landings.into())
    }
}

/// The moves from a point.
struct Point {
    /// For each gathered set of jumps, and of steps, their places in `moves`.
    jump_places: [u8; 1 << MOST],
    step_places: [u8; 1 << MOST],
    /// The captures, then, from [`MOST`] on, the steps, in the order of the lists.
    moves: [Move; 2 * MOST],
}

static BY_POINT: [Point; POINTS as usize] = {
    let mut points = [const { Point::NONE }; POINTS as usize];
    let mut from = 0;
    while from < points.len() {
        points[from] = Point::of(from);
        from += 1;
    }
    points
};

impl Point {
    const NONE: Point =
        Point { jump_places: [0; 1 << MOST], step_places: [0; 1 << MOST], moves: [Move::Place(0); 2 * MOST] };

    const fn of(from: usize) -> Point {
        let (mut point, around) = (Point::NONE, Around::of(from));
        let (jumps, steps) = (JUMPS[from], STEPS[from]);
        let mut place = 0;
        while place < jumps.len() {
            point.moves[place] = Move::Capture { from: from as u8, over: jumps[place].0, to: jumps[place].1 };
            place += 1;
        }
        place = 0;
        while place < steps.len() {
            point.moves[MOST + place] = Move::Step { from: from as u8, to: steps[place] };
            place += 1;
        }
        let mut gathered = 0;
        while gathered < 1 << MOST {
            place = 0;
            while place < jumps.len() {
                point.jump_places[gathered] |= place_of(gathered, around.jumped, jumps[place].0) << place;
                place += 1;
            }
            place = 0;
            while place < steps.len() {
                point.step_places[gathered] |= place_of(gathered, around.neighbours, steps[place]) << (MOST + place);
                place += 1;
            }
            gathered += 1;
        }
        point
    }
}

/// Whether a set gathered from `mask` has this point: 1 or 0.
const fn place_of(gathered: usize, mask: u32, point: u8) -> u8 {
    let below = mask & ((1 << point) - 1);
    (gathered >> below.count_ones() & 1) as u8
}

/// The neighbours of a point.
#[inline(always)]
pub fn neighbours(point: u32) -> u32 {
    Around::at(point).neighbours
}

/// The jumps from a point: the point jumped, and the landing.
pub fn jumps(from: u32) -> &'static [(u8, u8)] {
    JUMPS[from as usize]
}

/// The number of goats that a tiger on the point can capture.
#[inline(always)]
pub fn captures(point: u32, goats: u32, empty: u32) -> u32 {
    count_ones(Around::at(point).jumps(goats, empty))
}

/// The moves of a tiger on the point, as places for [`at_place`].
#[inline(always)]
pub fn tiger_places(point: u32, goats: u32, empty: u32) -> u8 {
    let jumps = Around::at(point).jumps(goats, empty);
    BY_POINT[point as usize].jump_places[jumps as usize] | goat_places(point, empty)
}

/// The steps of a goat on the point, as places for [`at_place`].
#[inline(always)]
pub fn goat_places(point: u32, empty: u32) -> u8 {
    BY_POINT[point as usize].step_places[gather(empty.into(), neighbours(point).into()) as usize]
}

/// The move from a point that has a place from 0 to 7.
#[inline(always)]
pub fn at_place(point: u32, place: u32) -> Move {
    BY_POINT[point as usize].moves[(place % 8) as usize]
}

/// The mirror image of a set, left and right exchanged: the only symmetry of the board.
#[inline(always)]
pub fn mirrored(set: u32) -> u32 {
    // A mirrored row takes point p to first + last - p. Reversed bits take it to 31 - p, so each row is shifted
    // afterwards.
    let reversed = set.reverse_bits();
    set & 1 | reversed >> 24 & 0x7e | reversed >> 12 & 0x1f80 | reversed & 0x7_e000 | reversed << 10 & 0x78_0000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::bits::ones;

    #[test]
    fn the_board_has_its_edges_and_jumps() {
        let edges: u32 = (0..POINTS).map(|point| neighbours(point).count_ones()).sum();
        assert_eq!(edges, 2 * 38);
        assert_eq!(JUMPS.iter().map(|jumps| jumps.len()).sum::<usize>(), 56);
        for from in 0..POINTS {
            for to in ones::<u32>(neighbours(from)) {
                assert_ne!(neighbours(to) & 1 << from, 0);
            }
            for &(over, to) in JUMPS[from as usize] {
                assert_ne!(neighbours(from) & 1 << over, 0);
                assert_ne!(neighbours(to.into()) & 1 << over, 0);
            }
        }
    }

    #[test]
    fn jumps_are_in_one_order_over_points_and_landings() {
        for jumps in JUMPS {
            let mut jumps = jumps.to_vec();
            jumps.sort_unstable();
            assert!(jumps.windows(2).all(|pair| pair[0].1 < pair[1].1), "{jumps:?}");
        }
    }

    #[test]
    fn the_mirror_image_keeps_every_line() {
        for point in 0..POINTS {
            let image = mirrored(1 << point);
            assert_eq!(mirrored(image), 1 << point);
            assert_eq!(neighbours(image.trailing_zeros()), mirrored(neighbours(point)));
        }
        assert_eq!(mirrored(1 << 19 | 1 << 7 | 1 << 3 | 1), 1 << 22 | 1 << 12 | 1 << 4 | 1);
    }

    #[test]
    fn every_move_of_a_point_has_its_place() {
        for from in 0..POINTS {
            let (jumps, steps) = (JUMPS[from as usize], STEPS[from as usize]);
            let (over, landings) = jumps.iter().fold((0, 0), |(a, b), &(over, to)| (a | 1 << over, b | 1 << to));
            for chosen in 0..1u32 << jumps.len() {
                let goats = ones::<u32>(chosen).map(|n| 1u32 << jumps[n as usize].0).sum::<u32>();
                let places = u32::from(tiger_places(from, goats, landings & !goats));
                assert_eq!(captures(from, goats, landings), chosen.count_ones());
                for place in ones::<u32>(places & 15) {
                    let (over, to) = jumps[place as usize];
                    assert_eq!(at_place(from, place), Move::Capture { from: from as u8, over, to });
                }
            }
            assert_eq!(captures(from, over, 0), 0);
            let places = u32::from(goat_places(from, BOARD));
            let to: Vec<Move> = ones::<u32>(places).map(|place| at_place(from, place)).collect();
            let known: Vec<Move> = steps.iter().map(|&to| Move::Step { from: from as u8, to }).collect();
            assert_eq!(to, known);
        }
    }
}
