//! The squares of two kings, up to the mirrors of the board.
//!
//! Without pawns all eight mirrors keep the rules, and the first king of a representative stands in the triangle a1,
//! d1, d4. With pawns only the exchange of the files keeps them, and it stands on the files a to d.

use super::symmetry::{self, Mirror};

/// The pairs of squares of two kings. Of all mirror images of a pair, one is the representative and has a number.
pub struct KingPairs {
    /// By the squares of the first and the second king, [`KingPairs::at`].
    of: [Pair; 4096],
    /// The representatives, by number.
    list: [(u8, u8); 1806],
    count: u16,
}

/// The representative of two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number of the representative.
    pub number: u16,
    /// The mirror that leads from the two squares to the representative.
    pub mirror: Mirror,
    /// Whether both kings of the representative stand on the diagonal, so that the mirror in it changes neither.
    pub is_diagonal: bool,
}

/// Marks two squares that are equal or adjacent: no representative has this number.
const NONE: Pair = Pair { number: u16::MAX, mirror: 0, is_diagonal: false };

static WITHOUT_PAWNS: KingPairs = pairs(false);
static WITH_PAWNS: KingPairs = pairs(true);

impl KingPairs {
    /// The pairs of an ending.
    pub fn new(has_pawns: bool) -> &'static KingPairs {
        if has_pawns { &WITH_PAWNS } else { &WITHOUT_PAWNS }
    }

    /// The number of representatives: 462, with pawns 1,806.
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// The representative of two squares; `None` if they are equal or adjacent.
    #[inline(always)]
    pub fn of(&self, first: u8, second: u8) -> Option<Pair> {
        let pair = self.of[usize::from(first) << 6 | usize::from(second)];
        (pair.number != NONE.number).then_some(pair)
    }

    /// The squares of a representative.
    #[inline(always)]
    pub fn squares(&self, number: usize) -> (u8, u8) {
        self.list[..self.count()][number]
    }
}

const fn are_apart(first: u8, second: u8) -> bool {
    (first % 8).abs_diff(second % 8) > 1 || (first / 8).abs_diff(second / 8) > 1
}

/// Whether a pair represents its images.
const fn represents(first: u8, second: u8, has_pawns: bool) -> bool {
    let (file, rank) = (first % 8, first / 8);
    file < 4 && (has_pawns || rank < file || rank == file && second / 8 <= second % 8)
}

const fn pairs(has_pawns: bool) -> KingPairs {
    let mut pairs = KingPairs { of: [NONE; 4096], list: [(0, 0); 1806], count: 0 };
    let mut at = 0;
    while at < 4096 {
        let (first, second) = ((at >> 6) as u8, (at & 63) as u8);
        if are_apart(first, second) && represents(first, second, has_pawns) {
            pairs.list[pairs.count as usize] = (first, second);
            let is_diagonal = !has_pawns && first % 9 == 0 && second % 9 == 0;
            pairs.of[at] = Pair { number: pairs.count, mirror: 0, is_diagonal };
            pairs.count += 1;
        }
        at += 1;
    }
    let mut at = 0;
    while at < 4096 {
        let (first, second) = ((at >> 6) as u8, (at & 63) as u8);
        let mut mirror = 1;
        while mirror < (if has_pawns { 2 } else { 8 }) && pairs.of[at].number == NONE.number && are_apart(first, second)
        {
            let (first, second) = (symmetry::square(mirror, first), symmetry::square(mirror, second));
            if represents(first, second, has_pawns) {
                let pair = pairs.of[(first as usize) << 6 | second as usize];
                pairs.of[at] = Pair { mirror, ..pair };
            }
            mirror += 1;
        }
        at += 1;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_leads_to_its_representative() {
        for (has_pawns, count) in [(false, 462), (true, 1806)] {
            let pairs = KingPairs::new(has_pawns);
            assert_eq!(pairs.count(), count);
            let mut found = 0;
            for (first, second) in (0..64).flat_map(|first| (0..64).map(move |second| (first, second))) {
                let Some(pair) = pairs.of(first, second) else { continue };
                found += 1;
                let mirrored = (symmetry::square(pair.mirror, first), symmetry::square(pair.mirror, second));
                assert_eq!(pairs.squares(pair.number.into()), mirrored);
            }
            assert_eq!(found, 3612);
        }
    }
}
