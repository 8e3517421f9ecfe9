//! The squares of two kings, up to the symmetries of the board.
//!
//! Without pawns all eight flips count, and the first king stands in the triangle a1, d1, d4; with pawns only the exchange of
//! files does, and it stands on the files a to d.

use super::symmetry::{self, Flip};

/// The pairs of squares that the two kings may stand on, of which one stands for all images.
pub struct Pairs {
    /// By the squares of the first and the second king, [`Pairs::at`].
    of: [Pair; 4096],
    /// The pairs that stand for the others, by number.
    list: [(u8, u8); 1806],
    count: u16,
}

/// One of the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number of the pair that stands for it.
    pub number: u16,
    /// The flip that leads to that pair.
    pub flip: Flip,
    /// Whether the reflection in the diagonal leads from that pair to itself.
    pub is_diagonal: bool,
}

/// No pair has this number.
const NONE: Pair = Pair { number: u16::MAX, flip: 0, is_diagonal: false };

static WITHOUT_PAWNS: Pairs = pairs(false);
static WITH_PAWNS: Pairs = pairs(true);

impl Pairs {
    /// The pairs of an ending.
    pub fn new(has_pawns: bool) -> &'static Pairs {
        if has_pawns { &WITH_PAWNS } else { &WITHOUT_PAWNS }
    }

    /// How many pairs stand for all others: 462, with pawns 1,806.
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// The pair of two squares; `None` if they are equal or adjacent.
    #[inline(always)]
    pub fn of(&self, first: u8, second: u8) -> Option<Pair> {
        let pair = self.of[usize::from(first) << 6 | usize::from(second)];
        (pair.number != NONE.number).then_some(pair)
    }

    /// The squares of a pair.
    #[inline(always)]
    pub fn squares(&self, number: usize) -> (u8, u8) {
        self.list[..self.count()][number]
    }
}

const fn are_apart(first: u8, second: u8) -> bool {
    (first % 8).abs_diff(second % 8) > 1 || (first / 8).abs_diff(second / 8) > 1
}

/// Whether a pair stands for its images.
const fn stands(first: u8, second: u8, has_pawns: bool) -> bool {
    let (file, rank) = (first % 8, first / 8);
    file < 4 && (has_pawns || rank < file || rank == file && second / 8 <= second % 8)
}

const fn pairs(has_pawns: bool) -> Pairs {
    let mut pairs = Pairs { of: [NONE; 4096], list: [(0, 0); 1806], count: 0 };
    let mut at = 0;
    while at < 4096 {
        let (first, second) = ((at >> 6) as u8, (at & 63) as u8);
        if are_apart(first, second) && stands(first, second, has_pawns) {
            pairs.list[pairs.count as usize] = (first, second);
            let is_diagonal = !has_pawns && first % 9 == 0 && second % 9 == 0;
            pairs.of[at] = Pair { number: pairs.count, flip: 0, is_diagonal };
            pairs.count += 1;
        }
        at += 1;
    }
    let mut at = 0;
    while at < 4096 {
        let (first, second) = ((at >> 6) as u8, (at & 63) as u8);
        let mut flip = 1;
        while flip < (if has_pawns { 2 } else { 8 }) && pairs.of[at].number == NONE.number && are_apart(first, second) {
            let (first, second) = (symmetry::square(flip, first), symmetry::square(flip, second));
            if stands(first, second, has_pawns) {
                let pair = pairs.of[(first as usize) << 6 | second as usize];
                pairs.of[at] = Pair { flip, ..pair };
            }
            flip += 1;
        }
        at += 1;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_leads_to_the_one_that_stands_for_it() {
        for (has_pawns, count) in [(false, 462), (true, 1806)] {
            let pairs = Pairs::new(has_pawns);
            assert_eq!(pairs.count(), count);
            let mut found = 0;
            for (first, second) in (0..64).flat_map(|first| (0..64).map(move |second| (first, second))) {
                let Some(pair) = pairs.of(first, second) else { continue };
                found += 1;
                let flipped = (symmetry::square(pair.flip, first), symmetry::square(pair.flip, second));
                assert_eq!(pairs.squares(pair.number.into()), flipped);
            }
            assert_eq!(found, 3612);
        }
    }
}
