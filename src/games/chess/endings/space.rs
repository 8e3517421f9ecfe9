//! The space: all endings of up to six men, and the entries of their positions.
//!
//! A slice reads MOVER v OTHER, `KRPvKR`. The side to move is taken to be White, so one entry serves both colours, and
//! all mirror images of a position. Positions with castling rights have no entry. A position with an en-passant right
//! resolves to the position without it. Two bare kings are drawn by the rules and are no slice.

use std::ops::Range;

use super::super::position::{BLACK, Move, NO_FILE, PieceType, Position, Squares, WHITE};
use super::super::rules::Chess;
use super::images;
use super::material::Material;
use super::numbering::{self, MOST_PIECES};
use super::side_swapped::SideSwappedEndings;
use crate::game::PlayRules;
use crate::space::{
    Entry, Group, Metric, Naming, PositionDerivation, Resolved, SideSwap, Slice, SliceId, Space, Symmetry,
};
use crate::util::cpu::count_ones;

/// A set of squares as the side to move sees it.
#[inline(always)]
fn seen(set: Squares, side: usize) -> Squares {
    if side == WHITE { set } else { set.swap_bytes() }
}

impl Space for Chess {
    fn slices(&self) -> &[Slice] {
        &self.endings.slices
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Entry> {
        let men = count_ones(position.occupied()) as usize;
        if men > MOST_PIECES + 2 || position.castling != 0 || position.en_passant != NO_FILE {
            return None;
        }
        let own = position.own();
        let army = |colour: usize| {
            let mut army = [0; 5];
            for (count, kind) in army.iter_mut().zip(position.kinds) {
                *count = count_ones(kind & position.colours[colour]) as u8;
            }
            army
        };
        let slice = self.endings.slice(&Material { mover: army(own), other: army(own ^ 1) })?;
        let numbering = &self.endings.numberings[slice.index()];
        let (mut pieces, mut next) = ([0; MOST_PIECES], 0);
        for group in numbering.groups() {
            let colour = if group.is_mover { own } else { own ^ 1 };
            let mut set = seen(position.kinds[group.kind as usize] & position.colours[colour], own);
            while set != 0 {
                pieces[next] = set.trailing_zeros() as u8;
                next += 1;
                set &= set - 1;
            }
        }
        let king = |colour: usize| seen(position.of(PieceType::King, colour), own).trailing_zeros() as u8;
        let squares = numbering::EndingSquares { mover: king(own), other: king(own ^ 1), pieces };
        Some(Entry { slice, index: numbering.number(&squares)? })
    }

    #[inline(always)]
    fn unrank(&self, entry: Entry) -> Option<Position> {
        let numbering = &self.endings.numberings[entry.slice.index()];
        let squares = numbering.squares(entry.index)?;
        let mut position = Position::empty();
        position.put(PieceType::King, WHITE, squares.mover);
        position.put(PieceType::King, BLACK, squares.other);
        let mut next = 0;
        for group in numbering.groups() {
            for &square in &squares.pieces[next..next + usize::from(group.count)] {
                let colour = if group.is_mover { WHITE } else { BLACK };
                position.put(PieceType::ALL[group.kind as usize], colour, square);
            }
            next += usize::from(group.count);
        }
        (!position.king_can_be_captured()).then_some(position)
    }

    fn resolve(&self, position: &Position) -> Option<Resolved<Position, Move>> {
        if position.en_passant == NO_FILE {
            return None;
        }
        let stored = Position { en_passant: NO_FILE, ..*position };
        self.rank(&stored)?;
        let moves: Vec<Move> = position.legal_moves().filter(|&mv| position.is_en_passant(mv)).collect();
        let has_others = stored.legal_moves().len() > 0;
        Some(Resolved { stored: has_others.then_some(stored), moves })
    }

    fn why_not_held(&self, position: &Position) -> Option<String> {
        let men = position.occupied().count_ones() as usize;
        if men > MOST_PIECES + 2 {
            return Some(format!("it has {men} men, and tables hold up to {}", MOST_PIECES + 2));
        }
        let castling = position.castling != 0;
        castling
            .then(|| "tables hold no position with castling rights; without them, `-` is the third field".to_string())
    }

    fn derivation(&self) -> Option<&dyn PositionDerivation<Position>> {
        Some(self)
    }

    fn depths_count(&self) -> Option<&'static str> {
        Some(match self.metric {
            Metric::End => "Depths are plies to mate",
            Metric::Zeroing(_) => {
                "Depths are plies to the next capture or move of a pawn, or to mate. A win or a loss in more than 100 \
                 plies is a draw under the fifty-move rule"
            }
        })
    }

    fn leaves_out(&self) -> Option<&'static str> {
        Some(match self.metric {
            Metric::End => "Castling and the draw after fifty moves are left out",
            Metric::Zeroing(_) => "Castling is left out",
        })
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    #[inline(always)]
    fn is_zeroing(&self, position: &Position, mv: Move) -> bool {
        !self.is_quiet(position, mv)
    }
}

impl Naming for Chess {
    fn size_name(&self) -> &'static str {
        "pieces"
    }
}

impl Symmetry for Chess {
    fn images(&self, position: &Position) -> impl Iterator<Item = Position> {
        images::images(position)
    }

    fn weight(&self, position: &Position) -> u64 {
        images::weight(position)
    }

    fn weight_of(&self, slice: SliceId, indexes: Range<u64>) -> Option<u64> {
        self.endings.numberings[slice.index()].images(indexes)
    }

    /// Not where the side that would be to move could capture the king.
    fn side_swapped(&self, position: &Position) -> Option<Position> {
        let side = position.side ^ 1;
        let swapped = Position { side, en_passant: NO_FILE, ..*position };
        (!swapped.king_can_be_captured()).then_some(swapped)
    }

    fn side_swap(&self, slice: SliceId) -> Option<impl SideSwap> {
        let to = self.endings.slice(&self.endings.materials[slice.index()].swapped())?;
        let numberings = &self.endings.numberings;
        Some(SideSwappedEndings { numbering: &numberings[slice.index()], slice: to, swapped: &numberings[to.index()] })
    }

    fn groups(&self) -> Vec<Group> {
        let slices = &self.endings.slices;
        let of = |men: u32| (0..).zip(slices).filter(move |(_, slice)| slice.pieces == men);
        (3..=MOST_PIECES as u32 + 2)
            .map(|men| Group {
                name: format!("{men} men"),
                slices: of(men).map(|(number, _)| SliceId(number)).collect(),
            })
            .collect()
    }
}
