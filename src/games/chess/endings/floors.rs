//! The values that compressed tables of endings may omit: the values that a capture or a promotion attains.

use super::super::position::{Move, Position};
use super::super::rules::Chess;
use crate::space::{Derive, Entry, SliceId};

impl Derive for Chess {
    const FLOORS: bool = true;

    #[inline(always)]
    fn each_conversion(&self, position: &Position, visit: impl FnMut(Move)) {
        if position.attacks_or_promotes() && !position.is_dead() {
            position.legal_conversions().for_each(visit);
        }
    }

    #[inline(always)]
    fn each_position(&self, from: Entry, count: u64, visit: impl FnMut(Option<Position>)) {
        self.endings.numberings[from.slice.index()].each(from.index, count, visit);
    }

    fn vacant(&self, from: Entry, vacant: &mut [bool]) {
        self.endings.numberings[from.slice.index()].vacant(from.index, vacant);
    }

    /// A digit for the kings and for each group of equal pieces; for a single piece one for its rank and one for its
    /// file.
    fn digits(&self, slice: SliceId) -> Vec<Vec<u64>> {
        let numbering = &self.endings.numberings[slice.index()];
        let of_groups = numbering.groups().iter().map(|group| match group.count {
            1 => vec![u64::from(group.size) / 8, 8],
            _ => vec![group.size.into()],
        });
        std::iter::once(vec![numbering.pairs().count() as u64]).chain(of_groups).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::chess::NO_FILE;
    use crate::space::Space;
    use crate::util::random::Random;

    #[test]
    fn a_conversion_leads_below_and_no_other_move_does() {
        let (game, mut random) = (Chess::new(), Random::new(3));
        for (number, slice) in (0..).map(SliceId).zip(game.slices()) {
            assert_eq!(game.digits(number).iter().flatten().product::<u64>(), slice.entries, "{}", slice.name);
            for _ in 0..40 {
                let index = random.below(slice.entries as usize) as u64;
                let Some(position) = game.unrank(Entry { slice: number, index }) else { continue };
                let leads_below = |mv: &Move| {
                    let after = Position { en_passant: NO_FILE, ..game.play(&position, *mv) };
                    game.rank(&after).is_none_or(|next| game.slices()[next.slice.index()].part != slice.part)
                };
                let expected: Vec<Move> = game.moves(&position).filter(leads_below).collect();
                let mut found = Vec::new();
                game.each_conversion(&position, |mv| found.push(mv));
                assert_eq!(found, expected, "{}", slice.name);
            }
        }
    }

    #[test]
    fn positions_are_visited_in_order() {
        let game = Chess::new();
        for (slice, of) in (0..).map(SliceId).zip(game.slices()) {
            let run = of.entries.min(5000);
            for first in [0, of.entries / 3, of.entries - run] {
                let (mut index, mut vacant) = (first, vec![false; run as usize]);
                game.vacant(Entry { slice, index }, &mut vacant);
                game.each_position(Entry { slice, index }, run, |position| {
                    assert_eq!(position, game.unrank(Entry { slice, index }), "{}, entry {index}", of.name);
                    assert_eq!(position.is_none(), vacant[(index - first) as usize], "{}, entry {index}", of.name);
                    index += 1;
                });
                assert_eq!(index, first + run);
            }
        }
    }
}
