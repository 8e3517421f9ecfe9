//! The space: a slice and a part for each region, with an entry for each set of thirteen of its squares.
//!
//! Place `i` of a set is square `i` of the region, row by row. The sets are numbered in ascending order as numbers.

use std::cmp::Reverse;

use super::board::{PIECES, Position, STRIDE, origins};
use super::region::{FEWEST, region};
use super::rules::HalmaPacking;
use crate::space::combinatorics::{gather, scatter};
use crate::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};
use crate::util::bits::{ones, transposed};

/// The position mirrored in the diagonal through the corner.
fn mirrored(position: &Position) -> Position {
    Position { pieces: transposed::<STRIDE>(position.pieces), ..*position }
}

impl Space for HalmaPacking {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Entry> {
        let set = gather(position.pieces, region(position.squares));
        Some(Entry { slice: SliceId((position.squares - FEWEST).into()), index: self.subsets.rank(set).into() })
    }

    #[inline(always)]
    fn unrank(&self, entry: Entry) -> Option<Position> {
        let squares = FEWEST + entry.slice.0 as u8;
        Some(Position { pieces: scatter(self.subsets.unrank(entry.index as u32), region(squares)), squares })
    }

    /// The positions from which one move of one piece leads here.
    #[inline(always)]
    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let Position { pieces, squares } = *position;
        ones::<u8>(pieces).flat_map(move |to| {
            let from = origins(to, pieces, region(squares));
            ones::<u8>(from).map(move |from| Position { pieces: pieces ^ (1 << from | 1 << to), squares })
        })
    }
}

impl Naming for HalmaPacking {
    fn size_name(&self) -> &'static str {
        "squares"
    }

    fn size(&self, slice: SliceId) -> u32 {
        u32::from(FEWEST) + slice.0
    }

    fn sizes_nest(&self) -> bool {
        false
    }

    /// The pieces fill the squares of the region that are farthest from the corner.
    fn start_of(&self, slice: SliceId) -> Option<Position> {
        let squares = FEWEST + slice.0 as u8;
        let mut farthest: Vec<u32> = ones::<u32>(region(squares)).collect();
        farthest.sort_unstable_by_key(|square| Reverse((square % STRIDE + square / STRIDE, square / STRIDE)));
        let pieces = farthest.iter().take(PIECES as usize).fold(0, |pieces, square| pieces | 1 << square);
        Some(Position { pieces, squares })
    }
}

impl Symmetry for HalmaPacking {
    const WEIGHTED: bool = false;

    /// The mirror image, in a symmetric region. Each image has an entry of its own.
    fn images(&self, position: &Position) -> impl Iterator<Item = Position> {
        let image = Some(mirrored(position)).filter(|image| self.is_symmetric(image.squares));
        std::iter::once(*position).chain(image)
    }
}

impl HalmaPacking {
    /// Whether the region is its own mirror image: regions of whole diagonals are.
    fn is_symmetric(&self, squares: u8) -> bool {
        [15, 21, 28, 36].contains(&squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::halma_packing::region::MOST;

    #[test]
    fn regions_of_whole_diagonals_are_symmetric() {
        let game = HalmaPacking::new();
        for squares in FEWEST..=MOST {
            let all = Position { pieces: region(squares), squares };
            assert_eq!(game.is_symmetric(squares), mirrored(&all) == all, "{squares}");
        }
    }

    #[test]
    fn every_region_begins_with_the_farthest_squares_full() {
        let game = HalmaPacking::new();
        assert_eq!(game.rank(&game.start()).and_then(|entry| game.start_of(entry.slice)), Some(game.start()));
        for slice in (0..game.slices().len() as u32).map(SliceId) {
            let start = game.start_of(slice).expect("every region has a start");
            assert_eq!((start.pieces.count_ones(), start.pieces & !region(start.squares)), (PIECES, 0));
            assert_eq!(game.rank(&start).map(|entry| entry.slice), Some(slice));
        }
    }

    #[test]
    fn every_set_has_a_rank_of_its_own() {
        let game = HalmaPacking::new();
        for (slice, of) in (0..).map(SliceId).zip(game.slices()) {
            for index in (0..of.entries).step_by(of.entries as usize / 1000 + 1).chain([of.entries - 1]) {
                let position = game.unrank(Entry { slice, index }).expect("every entry holds a position");
                assert_eq!(position.pieces & !region(position.squares), 0);
                assert_eq!(game.rank(&position), Some(Entry { slice, index }));
            }
        }
        assert_eq!(game.slices()[13].entries, 37_442_160);
        assert_eq!(game.slices()[21].entries, 2_310_789_600);
    }

    #[test]
    fn the_start_is_its_own_mirror_image() {
        let game = HalmaPacking::new();
        assert_eq!(mirrored(&game.start()), game.start());
    }
}
