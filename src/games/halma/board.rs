//! The board: its zones, and where steps and hops lead.

use super::squares::SquareSet;

/// The distance of two rows in the numbering of squares.
pub const STRIDE: u8 = 16;

/// The eight directions, as columns and rows.
const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// A hop: over a square to the one beyond.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hop {
    /// The square that must have a piece.
    pub over: u8,
    /// The square that must be empty.
    pub to: u8,
}

/// A square board with a zone in each corner. A square of column x and row y has the number 16 y + x.
pub struct HalmaBoard {
    /// Columns, and rows.
    pub size: u8,
    /// The squares of the board.
    pub squares: SquareSet,
    /// By player, the zone in which the player's pieces start.
    pub zones: [SquareSet; 4],
    /// By square, its neighbours.
    pub neighbours: Vec<SquareSet>,
    /// By square, the hops from it that stay on the board, in a fixed order.
    pub hops: Vec<Vec<Hop>>,
}

impl HalmaBoard {
    /// The board of this size; `zone` has the squares in each row of a zone, from the corner on.
    ///
    /// # Panics
    /// If the board is larger than 16 x 16 or smaller than two zones side by side.
    pub fn new(size: u8, zone: &[u8]) -> HalmaBoard {
        let widest = zone.iter().copied().max().unwrap_or(0).max(zone.len() as u8);
        assert!(
            size <= STRIDE && 2 * widest <= size && widest > 0,
            "expected zones that fit a board of 16 x 16 at most"
        );
        let number = |x: u8, y: u8| STRIDE * y + x;
        let zones: [SquareSet; 4] = std::array::from_fn(|player| {
            let rows = zone.iter().zip(0..).flat_map(|(&squares, y)| (0..squares).map(move |x| (x, y)));
            let mirrored = |place: u8, mirror: bool| if mirror { size - 1 - place } else { place };
            rows.map(|(x, y)| number(mirrored(x, player & 1 == 1), mirrored(y, player & 2 == 2))).collect()
        });
        let beside = |square: u8, (x, y): (i8, i8), distance: i8| {
            let (x, y) = ((square % STRIDE) as i8 + distance * x, (square / STRIDE) as i8 + distance * y);
            let on_board = |place: i8| (0..size as i8).contains(&place);
            (on_board(x) && on_board(y)).then(|| number(x as u8, y as u8))
        };
        let squares: SquareSet = (0..size).flat_map(|y| (0..size).map(move |x| number(x, y))).collect();
        let hop =
            |square, direction| Some(Hop { over: beside(square, direction, 1)?, to: beside(square, direction, 2)? });
        let of_board = |square: u8| squares.contains(square);
        HalmaBoard {
            size,
            squares,
            zones,
            neighbours: (0..=u8::MAX)
                .map(|square| {
                    DIRECTIONS.iter().filter_map(|&d| beside(square, d, 1)).filter(|_| of_board(square)).collect()
                })
                .collect(),
            hops: (0..=u8::MAX)
                .map(|square| DIRECTIONS.iter().filter_map(|&d| hop(square, d)).filter(|_| of_board(square)).collect())
                .collect(),
        }
    }

    /// The zone that the pieces of a player are bound for.
    #[inline(always)]
    pub fn target(&self, player: usize) -> &SquareSet {
        &self.zones[player ^ 3]
    }

    /// The number of pieces of each player.
    pub fn pieces(&self) -> u32 {
        self.zones[0].len()
    }

    /// Where a piece may go from a square: everywhere, or within the target if it is there.
    #[inline(always)]
    pub fn open_to(&self, player: usize, from: u8) -> SquareSet {
        if self.target(player).contains(from) { *self.target(player) } else { self.squares }
    }

    /// The squares that a piece reaches by a step.
    #[inline(always)]
    pub fn steps(&self, occupied: &SquareSet, player: usize, from: u8) -> SquareSet {
        self.neighbours[usize::from(from)] & !*occupied & self.open_to(player, from)
    }

    /// The squares that a piece reaches by chains of hops, without the one that it comes from. A chain ends on the
    /// squares of `last`.
    #[inline(always)]
    pub fn chains(&self, occupied: &SquareSet, player: usize, from: u8, last: &SquareSet) -> SquareSet {
        let mut bridges = *occupied;
        bridges.remove(from);
        let (mut reached, mut next, mut first) = (SquareSet::of(from), SquareSet::of(from), true);
        while let Some(square) = next.pop() {
            if !first && last.contains(square) {
                continue;
            }
            first = false;
            let open = self.open_to(player, square);
            for hop in &self.hops[usize::from(square)] {
                if bridges.contains(hop.over) && !(bridges | reached).contains(hop.to) && open.contains(hop.to) {
                    reached.insert(hop.to);
                    next.insert(hop.to);
                }
            }
        }
        reached.remove(from);
        reached
    }

    /// The shortest chain of hops to a square, both ends included; of several, the first in the order of directions.
    /// Empty if there is none.
    pub fn chain(&self, occupied: &SquareSet, player: usize, from: u8, to: u8, last: &SquareSet) -> Vec<u8> {
        let mut bridges = *occupied;
        bridges.remove(from);
        let mut reached = SquareSet::of(from);
        let mut chains = vec![vec![from]];
        while !chains.is_empty() {
            let mut longer = Vec::new();
            for chain in chains {
                let square = chain[chain.len() - 1];
                let open = self.open_to(player, square);
                if chain.len() > 1 && last.contains(square) {
                    continue;
                }
                for hop in &self.hops[usize::from(square)] {
                    if bridges.contains(hop.over) && !(bridges | reached).contains(hop.to) && open.contains(hop.to) {
                        reached.insert(hop.to);
                        let chain: Vec<u8> = chain.iter().copied().chain([hop.to]).collect();
                        if hop.to == to {
                            return chain;
                        }
                        longer.push(chain);
                    }
                }
            }
            chains = longer;
        }
        Vec::new()
    }
}
