//! A board arranged for sets: its points in two halves, its rows in orbits.
//!
//! A symmetry that keeps both halves takes a row to a row, and the bits of every row by one map. The rows that
//! symmetries take to one another are an *orbit*. The solver works on the first row of an orbit and copies the bits
//! that it finds to the other rows.

use super::rows::{BITS, LOWER};
use crate::solve::bitsets::{Capture, Steps};
use crate::space::combinatorics::{base3, base3_digits};

/// The points, arranged: the lower half on the bits 0 to 7, the upper on the bits 8 to 15.
pub struct FillingBoard {
    /// The points of the board, in both halves.
    pub points: u16,
    /// See [`Steps::neighbours`].
    pub neighbours: [u16; 16],
    /// See [`Steps::captures`].
    pub captures: Vec<Capture>,
    /// The rows, orbit by orbit.
    pub orbits: Vec<Orbit>,
    /// By number of a row, its place in that order.
    pub places: Vec<u16>,
    /// By symmetry, the image of each bit of a row.
    pub maps: Vec<Vec<u16>>,
    /// By the pieces on a half, the points as the game numbers them.
    lower: Vec<u16>,
    upper: Vec<u16>,
}

/// Rows that are images of one another.
pub struct Orbit {
    /// The white pieces on the upper points of the first row, on the bits 0 to 7.
    pub white: u16,
    /// The black pieces.
    pub black: u16,
    /// For each further row, the symmetry that takes the first row to it.
    pub images: Vec<usize>,
}

impl FillingBoard {
    /// Arranges a board of at most 16 points.
    pub fn new(steps: &Steps<(u16, u16)>) -> FillingBoard {
        let (lower, symmetries) = halves(steps);
        // The bit of each point: the lower ones from 0, the upper ones from 8.
        let mut arranged = [0u32; 16];
        let (mut next_lower, mut next_upper) = (0, LOWER);
        for point in 0..steps.points {
            let next = if lower >> point & 1 == 1 { &mut next_lower } else { &mut next_upper };
            arranged[point as usize] = *next;
            *next += 1;
        }
        let image = |set: u16| (0..16).filter(|i| set >> i & 1 == 1).map(|i: usize| 1u16 << arranged[i]).sum::<u16>();
        let mut neighbours = [0; 16];
        for point in 0..steps.points as usize {
            neighbours[arranged[point] as usize] = image(steps.neighbours[point]);
        }
        let captures = steps.captures.iter().map(|capture| Capture {
            own: image(capture.own),
            taken: image(capture.taken),
            empty: image(capture.empty),
        });
        // A symmetry of the arranged bits; bits without a point stay where they are.
        let symmetries = symmetries.iter().map(|symmetry| {
            let mut moved: [u32; 16] = std::array::from_fn(|point| point as u32);
            for point in 0..steps.points as usize {
                moved[arranged[point] as usize] = arranged[usize::from(symmetry[point])];
            }
            moved
        });
        let symmetries: Vec<[u32; 16]> = symmetries.collect();
        let (orbits, places) = orbits(3usize.pow(next_upper - LOWER), &symmetries);
        let original = |first: u32| {
            let points = move |half: usize| (0..16).filter(move |i| (half << first) >> arranged[*i] & 1 == 1);
            (0..256).map(|half| points(half).filter(|i| *i < steps.points as usize).map(|i| 1u16 << i).sum()).collect()
        };
        FillingBoard {
            points: image(((1u32 << steps.points) - 1) as u16),
            neighbours,
            captures: captures.collect(),
            orbits,
            places,
            maps: symmetries.iter().map(bit_map).collect(),
            lower: original(0),
            upper: original(LOWER),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.places.len()
    }

    /// The points of a set as the game numbers them.
    #[inline(always)]
    pub fn original(&self, set: u16) -> u16 {
        self.lower[usize::from(set & 255)] | self.upper[usize::from(set >> LOWER)]
    }
}

/// The lower half of the points, and the symmetries that keep it. These are all if the sets of points that symmetries
/// exchange can be divided into two halves of at most eight points, else the identity.
fn halves(steps: &Steps<(u16, u16)>) -> (u16, Vec<[u8; 16]>) {
    let mut classes: Vec<u16> = Vec::new();
    for point in 0..steps.points {
        if classes.iter().all(|class| class >> point & 1 == 0) {
            let images = steps.symmetries.iter().map(|symmetry| 1u16 << symmetry[point as usize]);
            classes.push(images.fold(1 << point, |class, image| class | image));
        }
    }
    let union = |choice: u32| (0..classes.len()).filter(|i| choice >> i & 1 == 1).fold(0, |set, i| set | classes[i]);
    let fits = |lower: &u16| lower.count_ones() <= LOWER && steps.points - lower.count_ones() <= LOWER;
    let shared = (0..1u32 << classes.len()).map(union).filter(fits).max_by_key(|lower| lower.count_ones());
    match shared {
        Some(lower) if !steps.symmetries.is_empty() => (lower, steps.symmetries.clone()),
        _ => (255, vec![std::array::from_fn(|point| point as u8)]),
    }
}

/// The orbits of the rows, and the place of each row.
fn orbits(rows: usize, symmetries: &[[u32; 16]]) -> (Vec<Orbit>, Vec<u16>) {
    let upper_image = |symmetry: &[u32; 16], pieces: u16| -> u16 {
        (0..8).filter(|i| pieces >> i & 1 == 1).map(|i| 1u16 << (symmetry[i + LOWER as usize] - LOWER)).sum()
    };
    let (mut orbits, mut places, mut next) = (Vec::new(), vec![None; rows], 0);
    for row in 0..rows {
        if places[row].is_some() {
            continue;
        }
        let (white, black) = base3_digits(row as u32);
        places[row] = Some(next);
        next += 1;
        let mut images = Vec::new();
        for (number, symmetry) in symmetries.iter().enumerate() {
            let image = base3(upper_image(symmetry, white)) + 2 * base3(upper_image(symmetry, black));
            let place = &mut places[image as usize];
            if place.is_none() {
                *place = Some(next);
                next += 1;
                images.push(number);
            }
        }
        orbits.push(Orbit { white, black, images });
    }
    (orbits, places.into_iter().flatten().collect())
}

/// The image of each bit of a row under a symmetry.
fn bit_map(symmetry: &[u32; 16]) -> Vec<u16> {
    let power: Vec<u32> = (0..LOWER as usize).map(|i| 3u32.pow(symmetry[i])).collect();
    let image = |mut filling: usize| {
        let mut image = 0;
        for power in &power {
            image += (filling % 3) as u32 * power;
            filling /= 3;
        }
        image as u16
    };
    (0..BITS).map(image).collect()
}
