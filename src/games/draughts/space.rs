//! The endings of up to ten pieces, or of eight on 50 squares: a slice for each material. A position shares its entry
//! with the rotated position of swapped colours.

use super::board::DraughtsBoard;
use super::endings::{COUNTS, DraughtsEndings, NONE, key};
use super::game::Draughts;
use super::moves::Move;
use super::position::Position;
use super::side_swapped::SideSwappedNumbers;
use crate::game::PlayRules;
use crate::space::{Entry, Group, Metric, Naming, PositionDerivation, SideSwap, Slice, SliceId, Space, Symmetry};
use crate::util::cpu::count_ones;

impl<B: DraughtsBoard> Space for Draughts<B> {
    fn slices(&self) -> &[Slice] {
        &self.endings.slices
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Entry> {
        let slice = slice_of(self.endings, position)?;
        Some(Entry { slice, index: self.endings.numberings[slice.index()].rank(position) })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        Some(self.starter_to_move(self.endings.numberings[entry.slice.index()].unrank(entry.index)))
    }

    fn why_not_held(&self, position: &Position) -> Option<String> {
        let (own, other) = (count_ones(position.own), count_ones(position.other));
        if own == 0 || other == 0 {
            return Some("one side has no piece".to_string());
        }
        (own + other > B::MOST_PIECES)
            .then(|| format!("it has {} pieces, and tables hold up to {}", own + other, B::MOST_PIECES))
    }

    fn derivation(&self) -> Option<&dyn PositionDerivation<Position>> {
        Some(self)
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    #[inline(always)]
    fn is_zeroing(&self, position: &Position, mv: Move) -> bool {
        !self.is_quiet(position, mv)
    }

    fn depths_count(&self) -> Option<&'static str> {
        match self.metric {
            Metric::End => None,
            Metric::Zeroing(_) => Some(
                "Depths are plies to the next capture or move of a man, or to the end. A win or a loss in more of them \
                 than the rule allows is a draw under it",
            ),
        }
    }
}

impl<B: DraughtsBoard> Naming for Draughts<B> {}

/// The slice of a position.
#[inline(always)]
pub(super) fn slice_of<B: DraughtsBoard>(endings: &DraughtsEndings<B>, position: &Position) -> Option<SliceId> {
    let kings = position.kings;
    let (own_kings, other_kings) = (count_ones(position.own & kings), count_ones(position.other & kings));
    let (own_men, other_men) = (count_ones(position.own & !kings), count_ones(position.other & !kings));
    if own_men.max(own_kings).max(other_men).max(other_kings) as usize >= COUNTS {
        return None;
    }
    let place = endings.places[key(own_men, own_kings, other_men, other_kings)];
    (place != NONE).then_some(SliceId(place.into()))
}

impl<B: DraughtsBoard> Symmetry for Draughts<B> {
    const WEIGHTED: bool = false;

    fn side_swapped(&self, position: &Position) -> Option<Position> {
        let &Position { own, other, kings, black_to_move, clock } = position;
        let (own, other, kings) = (B::rotated(other), B::rotated(own), B::rotated(kings));
        Some(Position { own, other, kings, black_to_move: !black_to_move, clock })
    }

    const SWAPS_BACK: bool = true;

    fn side_swap(&self, slice: SliceId) -> Option<impl SideSwap> {
        let numberings = &self.endings.numberings;
        let numbering = &numberings[slice.index()];
        let to = self.endings.slice(numbering.material().side_swapped());
        Some(SideSwappedNumbers::new(numbering, to, &numberings[to.index()]))
    }

    fn groups(&self) -> Vec<Group> {
        let of_size = |pieces| {
            let slices = (0..).map(SliceId).zip(&self.endings.slices).filter(|(_, slice)| slice.pieces == pieces);
            Group { name: format!("{pieces} pieces"), slices: slices.map(|(number, _)| number).collect() }
        };
        (2..=B::MOST_PIECES).map(of_size).collect()
    }
}
