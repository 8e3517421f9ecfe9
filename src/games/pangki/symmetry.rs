//! The eight symmetries of the board, and the canonical image of a placement of the mover's pieces.

use crate::space::combinatorics::{gather, scatter};
use crate::util::cpu::count_ones;

/// The number of symmetries of a square.
pub const SYMMETRIES: usize = 8;

/// The canonical image of a placement: the least of its images as a number.
#[derive(Clone, Copy)]
struct Canonical {
    /// The place of the canonical image among the canonical placements of this number of pieces.
    orbit: u16,
    /// A symmetry that maps the placement to it.
    symmetry: u8,
}

/// A canonical placement.
#[derive(Clone, Copy)]
struct Representative {
    pieces: u16,
    /// Its stabiliser: bit `s` for the symmetry `s`. The identity is bit 0.
    stabiliser: u8,
}

/// The tables of the symmetries.
pub struct Symmetries {
    /// `low[s][b]` is the image of the squares 0-7 under the symmetry `s`, `high[s][b]` the image of the squares 8-15.
    low: [[u16; 256]; SYMMETRIES],
    high: [[u16; 256]; SYMMETRIES],
    canonical: Vec<Canonical>,
    /// By number of pieces.
    representatives: [Vec<Representative>; 17],
    /// By size, all subsets in ascending order. `place` has the place of each subset in its list.
    subsets: [Vec<u16>; 17],
    place: Vec<u16>,
}

/// The image of a square: symmetry `4 m + r` mirrors the board `m` times, then rotates it `r` times by 90 degrees.
fn image_of_square(symmetry: usize, square: usize) -> usize {
    let (mut file, mut row) = (square % 4, square / 4);
    if symmetry >= 4 {
        file = 3 - file;
    }
    for _ in 0..symmetry % 4 {
        (file, row) = (row, 3 - file);
    }
    file + 4 * row
}

/// The images of all squares.
pub fn squares(symmetry: usize) -> [u8; 16] {
    std::array::from_fn(|square| image_of_square(symmetry, square) as u8)
}

impl Symmetries {
    /// Fills the tables.
    pub fn new() -> Symmetries {
        let image = |symmetry: usize, byte: usize, first: usize| {
            (0..8).filter(|i| byte >> i & 1 == 1).map(|i| 1u16 << image_of_square(symmetry, first + i)).sum()
        };
        let mut symmetries = Symmetries {
            low: std::array::from_fn(|s| std::array::from_fn(|byte| image(s, byte, 0))),
            high: std::array::from_fn(|s| std::array::from_fn(|byte| image(s, byte, 8))),
            canonical: vec![Canonical { orbit: 0, symmetry: 0 }; 1 << 16],
            representatives: Default::default(),
            subsets: Default::default(),
            place: vec![0; 1 << 16],
        };
        for set in 0..=u16::MAX {
            let size = set.count_ones() as usize;
            symmetries.place[usize::from(set)] = symmetries.subsets[size].len() as u16;
            symmetries.subsets[size].push(set);

            // In ascending order, the least of the images comes first and names the others.
            let least = (0..SYMMETRIES).map(|s| symmetries.image(s, set)).enumerate().min_by_key(|&(_, image)| image);
            let (symmetry, least) = least.expect("the least of eight images");
            if least == set {
                let stabiliser = (0..SYMMETRIES).filter(|&s| symmetries.image(s, set) == set).map(|s| 1 << s).sum();
                symmetries.representatives[size].push(Representative { pieces: set, stabiliser });
                let orbit = (symmetries.representatives[size].len() - 1) as u16;
                symmetries.canonical[usize::from(set)] = Canonical { orbit, symmetry: 0 };
            } else {
                let orbit = symmetries.canonical[usize::from(least)].orbit;
                symmetries.canonical[usize::from(set)] = Canonical { orbit, symmetry: symmetry as u8 };
            }
        }
        symmetries
    }

    /// The image of a set of squares.
    #[inline(always)]
    pub fn image(&self, symmetry: usize, set: u16) -> u16 {
        self.low[symmetry][usize::from(set & 255)] | self.high[symmetry][usize::from(set >> 8)]
    }

    /// The number of placements of N pieces, up to symmetry.
    pub fn orbits(&self, pieces: u32) -> u64 {
        self.representatives[pieces as usize].len() as u64
    }

    /// The place of the canonical image of `own` among the canonical placements of its size, and the place of the image
    /// of `other` among the subsets of its size of the remaining squares. Of the images that make `own` canonical, the
    /// image with the least `other` counts.
    #[inline(always)]
    pub fn rank(&self, own: u16, other: u16) -> (u64, u64) {
        let Canonical { orbit, symmetry } = self.canonical[usize::from(own)];
        let representative = self.representatives[count_ones(own) as usize][usize::from(orbit)];
        let other = self.least(representative, self.image(usize::from(symmetry), other));
        let gathered = gather(other.into(), (!representative.pieces).into());
        (u64::from(orbit), u64::from(self.place[gathered as usize]))
    }

    /// The pieces of both sides: the inverse of [`Symmetries::rank`]; `None` if another image is the least.
    #[inline(always)]
    pub fn unrank(&self, sizes: (u32, u32), orbit: u64, place: u64) -> Option<(u16, u16)> {
        let representative = self.representatives[sizes.0 as usize][orbit as usize];
        let subset = self.subsets[sizes.1 as usize][place as usize];
        let other = scatter(subset.into(), (!representative.pieces).into()) as u16;
        (self.least(representative, other) == other).then_some((representative.pieces, other))
    }

    /// The number of different images of a position.
    #[inline]
    pub fn images(&self, own: u16, other: u16) -> u64 {
        let still = (0..SYMMETRIES).filter(|&s| self.image(s, own) == own && self.image(s, other) == other);
        (SYMMETRIES / still.count()) as u64
    }

    /// The least image of `other` under the stabiliser of the representative.
    #[inline(always)]
    fn least(&self, representative: Representative, other: u16) -> u16 {
        if representative.stabiliser == 1 {
            return other;
        }
        let still = (0..SYMMETRIES).filter(|s| representative.stabiliser >> s & 1 == 1);
        still.map(|s| self.image(s, other)).min().unwrap_or(other)
    }
}
