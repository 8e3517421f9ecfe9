//! The search: the sets that are won in one turn, in two, and so on, each level from the previous one. The head of the
//! solver has the induction.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::board::{PackingBoard, mirrored};
use crate::solve::Halt;
use crate::space::subsets::RankedSubsets;
use crate::util::bits::ones;
use crate::util::cpu::{self, Kernel};
use crate::util::progress::{Progress, Stopped};
use crate::util::threads::try_map;
use crate::values::Code;

/// Groups that a thread scans together.
const GROUPS: usize = 64;

/// The code of a win in a number of plies, up to 127. A byte holds wins up to 126: 255 is no value's code.
fn won(plies: u32) -> u8 {
    (1 + 2 * plies) as u8
}

/// The search in one region.
pub(super) struct GoalSearch<'a> {
    board: &'a PackingBoard,
    subsets: &'a RankedSubsets,
    progress: &'a dyn Progress,
    /// By rank of a set.
    pub cells: Box<[AtomicU8]>,
    /// By upper half, the plies of the wins in the group: ply `n` is bit `n`.
    marks: Vec<[AtomicU64; 2]>,
}

impl<'a> GoalSearch<'a> {
    /// A search that has not begun.
    pub fn new(board: &'a PackingBoard, subsets: &'a RankedSubsets, progress: &'a dyn Progress) -> GoalSearch<'a> {
        let uppers = subsets.groups().last().map_or(0, |&upper| upper as usize + 1);
        GoalSearch {
            board,
            subsets,
            progress,
            // Zero is the code of a draw, and fresh memory.
            cells: bytemuck::zeroed_slice_box(subsets.count() as usize),
            marks: (0..uppers).map(|_| Default::default()).collect(),
        }
    }

    /// Decides every set that can be won.
    ///
    /// # Errors
    /// [`Halt::TooDeep`] if a win is deeper than a byte can hold, and [`Halt::Stopped`].
    pub fn run(&self) -> Result<(), Halt> {
        let goal = Halved::new(self.board, self.board.zone);
        self.progress.advance(self.decide(goal.upper, self.rank(goal), 0));
        let (mut last, mut left) = (1, u64::from(self.subsets.count()) - 1);
        for plies in 1..=u8::DEEPEST + 1 {
            let forwards = 2 * left < 3 * last;
            let found = self.level(plies, forwards)?;
            if found == 0 {
                return Ok(());
            }
            (last, left) = (found, left - found);
        }
        Err(Halt::TooDeep)
    }

    /// Decides the sets that are won in `plies` plies, and returns their number.
    fn level(&self, plies: u32, forwards: bool) -> Result<u64, Stopped> {
        let groups = self.subsets.groups();
        let found = try_map(groups.len().div_ceil(GROUPS), &|chunk| {
            self.progress.check()?;
            let groups = &groups[chunk * GROUPS..groups.len().min((chunk + 1) * GROUPS)];
            let found = cpu::run(LevelOfGroups { search: self, groups, plies, forwards });
            if found > 0 {
                self.progress.advance(found);
            }
            Ok(found)
        })?;
        Ok(found.into_iter().sum())
    }

    /// Whether a group has a set that is won in this number of plies.
    fn has(&self, upper: u32, plies: u32) -> bool {
        self.marks[upper as usize][plies as usize / 64].load(Relaxed) >> (plies % 64) & 1 == 1
    }

    /// Calls `work` with every set of a group with this code, of two mirror images with the lesser. Returns the sum.
    #[inline(always)]
    fn each_set(&self, upper: u32, code: u8, work: impl Fn(Halved) -> u64) -> u64 {
        let (lowers, first) = (self.subsets.lower_halves(upper), self.subsets.first(upper) as usize);
        let upper_squares = self.board.squares(RankedSubsets::set(upper, 0));
        let mut sum = 0;
        for (cell, &lower) in self.cells[first..].iter().zip(lowers) {
            if cell.load(Relaxed) == code {
                let squares = upper_squares | self.board.squares(lower.into());
                if !self.board.is_symmetric || squares <= mirrored(squares) {
                    sum += work(Halved { squares, upper, lower });
                }
            }
        }
        sum
    }

    /// Decides the sets that lead to a set. Returns their number.
    #[inline(always)]
    fn backwards(&self, set: Halved, plies: u32) -> u64 {
        let mut found = 0;
        for (square, from) in ones::<usize>(set.squares).zip(self.board.origins(set.squares)) {
            let others = set.without(self.board, square);
            for from in ones::<usize>(from) {
                let before = others.with(self.board, from);
                let rank = self.rank(before);
                if self.cells[rank].load(Relaxed) == u8::DRAW {
                    found += self.decide_images(before, rank, plies);
                }
            }
        }
        found
    }

    /// Decides a set if it leads to one that is won in one ply less. Returns the number of sets decided. The pieces
    /// farthest from the corner are tried first.
    #[inline(always)]
    fn forwards(&self, set: Halved, plies: u32) -> u64 {
        let (targets, mut left) = (self.board.targets(set.squares), set.squares);
        for to in targets[..left.count_ones() as usize].iter().rev() {
            let square = left.ilog2() as usize;
            left ^= 1 << square;
            let others = set.without(self.board, square);
            for to in ones::<usize>(*to) {
                if self.cells[self.rank(others.with(self.board, to))].load(Relaxed) == won(plies - 1) {
                    return self.decide_images(set, self.rank(set), plies);
                }
            }
        }
        0
    }

    #[inline(always)]
    fn rank(&self, set: Halved) -> usize {
        (self.subsets.first(set.upper) + self.subsets.rank_in_group(set.lower)) as usize
    }

    /// Decides a set, and its mirror image in a symmetric region. Returns the number of sets decided.
    #[inline(always)]
    fn decide_images(&self, set: Halved, rank: usize, plies: u32) -> u64 {
        let mut found = self.decide(set.upper, rank, plies);
        if self.board.is_symmetric {
            let image = Halved::new(self.board, mirrored(set.squares));
            found += self.decide(image.upper, self.rank(image), plies);
        }
        found
    }

    /// Stores a code. Returns 1 if it decides the set, 0 if another thread was quicker.
    #[inline(always)]
    fn decide(&self, upper: u32, rank: usize, plies: u32) -> u64 {
        let (mark, bit) = (&self.marks[upper as usize][plies as usize / 64], 1 << (plies % 64));
        if mark.load(Relaxed) & bit == 0 {
            mark.fetch_or(bit, Relaxed);
        }
        u64::from(self.cells[rank].swap(won(plies), Relaxed) == u8::DRAW)
    }
}

/// A level of the search in some groups.
struct LevelOfGroups<'a> {
    search: &'a GoalSearch<'a>,
    groups: &'a [u32],
    plies: u32,
    forwards: bool,
}

impl Kernel for LevelOfGroups<'_> {
    /// The number of sets that are decided.
    type Output = u64;
    const WIDE: bool = true;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> u64 {
        let LevelOfGroups { search, groups, plies, forwards } = self;
        let mut found = 0;
        for &upper in groups {
            if forwards {
                found += search.each_set(upper, u8::DRAW, |set| search.forwards(set, plies));
            } else if search.has(upper, plies - 1) {
                found += search.each_set(upper, won(plies - 1), |set| search.backwards(set, plies));
            }
        }
        found
    }
}

/// A set, and the two halves of its places.
#[derive(Clone, Copy)]
struct Halved {
    squares: u64,
    upper: u32,
    lower: u32,
}

impl Halved {
    fn new(board: &PackingBoard, squares: u64) -> Halved {
        let (upper, lower) = RankedSubsets::halves(board.places(squares));
        Halved { squares, upper, lower }
    }

    /// The set without a piece.
    #[inline(always)]
    fn without(self, board: &PackingBoard, square: usize) -> Halved {
        let [lower, upper] = board.bits[square];
        Halved { squares: self.squares ^ 1 << square, upper: self.upper ^ upper, lower: self.lower ^ lower }
    }

    /// The set with one more piece.
    #[inline(always)]
    fn with(self, board: &PackingBoard, square: usize) -> Halved {
        let [lower, upper] = board.bits[square];
        Halved { squares: self.squares | 1 << square, upper: self.upper | upper, lower: self.lower | lower }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::packing::Region;

    #[test]
    fn six_squares_are_decided_as_in_the_example() {
        let squares = vec![(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)];
        let region = Region { squares, zone: vec![(0, 0), (1, 0), (0, 1)] };
        let (board, subsets) = (PackingBoard::new(&region), RankedSubsets::new(6, 3));
        assert!(board.is_symmetric);
        let search = GoalSearch::new(&board, &subsets, &());
        search.run().expect("no win is too deep");
        let number = |code: u8| search.cells.iter().filter(|cell| cell.load(Relaxed) == code).count();
        assert_eq!([0, 1, 2, 3, 4].map(|plies| number(won(plies))), [1, 7, 11, 1, 0]);
        assert_eq!(number(u8::DRAW), 0);
        // The outer diagonal: places 2, 4 and 5.
        let deepest = Halved { squares: board.squares(0b11_0100), upper: 0, lower: 0b11_0100 };
        assert_eq!(search.cells[search.rank(deepest)].load(Relaxed), won(3));
    }
}
