//! The material of both sides, seen from the side to move, and the material after a move.

use std::fmt;

/// Endings with up to this number of pieces share one part per number of pieces: a few megabytes.
const KEPT_TOGETHER: u32 = 4;

/// The numbers of men and kings of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Force {
    pub men: u32,
    pub kings: u32,
}

/// The pieces of the side to move and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DraughtsMaterial {
    pub own: Force,
    pub other: Force,
}

impl Force {
    pub fn pieces(self) -> u32 {
        self.men + self.kings
    }

    /// Every force of N pieces, kings first.
    fn all(pieces: u32) -> impl Iterator<Item = Force> {
        (0..=pieces).map(move |men| Force { men, kings: pieces - men })
    }

    /// The forces that remain after a loss of pieces.
    fn fewer(self) -> impl Iterator<Item = Force> {
        let left = (0..=self.men).flat_map(move |men| (0..=self.kings).map(move |kings| Force { men, kings }));
        left.filter(move |&left| left != self && left.pieces() > 0)
    }

    /// The force with a man crowned, if it has one.
    pub fn crowned(self) -> Option<Force> {
        self.men.checked_sub(1).map(|men| Force { men, kings: self.kings + 1 })
    }
}

impl DraughtsMaterial {
    /// Every material with up to `most` pieces, the fewest pieces first.
    pub fn all(most: u32) -> Vec<DraughtsMaterial> {
        let mut all = Vec::new();
        for pieces in 2..=most {
            for own in (1..pieces).rev().flat_map(Force::all) {
                all.extend(Force::all(pieces - own.pieces()).map(|other| DraughtsMaterial { own, other }));
            }
        }
        all
    }

    pub fn pieces(self) -> u32 {
        self.own.pieces() + self.other.pieces()
    }

    /// The same pieces with the other side to move.
    pub fn side_swapped(self) -> DraughtsMaterial {
        DraughtsMaterial { own: self.other, other: self.own }
    }

    /// Every material that a move can lead to while both sides have pieces.
    pub fn leads_to(self) -> Vec<DraughtsMaterial> {
        let mut all = Vec::new();
        for own in [self.own].into_iter().chain(self.own.crowned()) {
            let others = [self.other].into_iter().chain(self.other.fewer());
            all.extend(others.map(|other| DraughtsMaterial { own: other, other: own }));
        }
        all
    }

    /// The name of the part of its slice: the number of pieces if it is small, else the material with the stronger side
    /// first.
    pub fn part(self) -> String {
        if self.pieces() <= KEPT_TOGETHER {
            return self.pieces().to_string();
        }
        let key = |force: Force| (force.pieces(), force.kings);
        let stronger_first = if key(self.own) < key(self.other) { self.side_swapped() } else { self };
        stronger_first.to_string()
    }
}

/// `KKM`
impl fmt::Display for Force {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.kings).try_for_each(|_| f.write_str("K"))?;
        (0..self.men).try_for_each(|_| f.write_str("M"))
    }
}

/// `KKMvKM`
impl fmt::Display for DraughtsMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.own, self.other)
    }
}
