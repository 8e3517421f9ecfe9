//! The fingerprint of a game's rules, by which a table is known to be of these rules and of this numbering.
//!
//! It is made from what the rules say, not from a number that somebody has to remember to change.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::game::Outcome;
use crate::space::{Entry, SliceId, Space};

/// How many entries are looked at: enough to meet every kind of move, and done in a fraction of a millisecond.
const SAMPLE: u64 = 512;

/// The fingerprint of a space: of its name and slices, and for a few hundred entries, always the same and spread over
/// the slices, of how the position stands and of the entries that its moves lead to.
pub fn fingerprint<S: Space>(space: &S) -> u64 {
    let mut hash = Xxh3::new();
    let text = |hash: &mut Xxh3, text: &str| {
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    let slices = space.slices();
    text(&mut hash, space.name());
    number(&mut hash, slices.len() as u64);
    for slice in slices {
        text(&mut hash, &slice.name);
        number(&mut hash, slice.entries);
    }

    for sample in 0..SAMPLE {
        let place = (u128::from(sample) * slices.len() as u128 / u128::from(SAMPLE)) as usize;
        let entries = slices.get(place).map_or(0, |slice| slice.entries);
        if entries > 0 {
            // Scattered evenly, but the same on every machine.
            let index = xxh3_64(&sample.to_le_bytes()) % entries;
            add(&mut hash, space, Entry { slice: SliceId(place as u32), index });
        }
    }
    hash.digest()
}

/// Adds what the rules say of an entry.
fn add<S: Space>(hash: &mut Xxh3, space: &S, entry: Entry) {
    let (slice, index) = key(Some(entry));
    number(hash, slice);
    number(hash, index);
    let Some(position) = space.unrank(entry) else {
        return number(hash, u64::MAX);
    };
    number(
        hash,
        match space.outcome(&position) {
            None => 0,
            Some(Outcome::Win) => 1,
            Some(Outcome::Loss) => 2,
            Some(Outcome::Draw) => 3,
        },
    );
    // The order of the moves is no part of the rules.
    let successor = |mv| key(space.rank(&space.play(&position, mv)));
    let mut successors: Vec<(u64, u64)> = space.moves(&position).map(successor).collect();
    successors.sort_unstable();
    number(hash, successors.len() as u64);
    for (slice, index) in successors {
        number(hash, slice);
        number(hash, index);
    }
}

/// An entry in numbers; no entry is a pair that no entry has.
fn key(entry: Option<Entry>) -> (u64, u64) {
    entry.map_or((u64::MAX, u64::MAX), |entry| (entry.slice.0.into(), entry.index))
}

fn number(hash: &mut Xxh3, number: u64) {
    hash.update(&number.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::pangki::{Pangki, Position};
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::space::Slice;

    /// A game with one thing changed.
    struct Altered<S: Space> {
        game: S,
        outcome: fn(&S::Position, Option<Outcome>) -> Option<Outcome>,
        play: fn(&S::Position, S::Position) -> S::Position,
        index: fn(u64) -> u64,
    }

    impl<S: Space> Altered<S> {
        fn new(game: S) -> Altered<S> {
            Altered { game, outcome: |_, outcome| outcome, play: |_, after| after, index: |index| index }
        }
    }

    impl<S: Space> Game for Altered<S> {
        type Position = S::Position;
        type Move = S::Move;

        fn name(&self) -> &'static str {
            self.game.name()
        }

        fn sides(&self) -> &'static [&'static str] {
            self.game.sides()
        }

        fn start(&self) -> S::Position {
            self.game.start()
        }

        fn side_to_move(&self, position: &S::Position) -> usize {
            self.game.side_to_move(position)
        }

        fn outcome(&self, position: &S::Position) -> Option<Outcome> {
            (self.outcome)(position, self.game.outcome(position))
        }

        fn moves(&self, position: &S::Position) -> impl Iterator<Item = S::Move> {
            self.game.moves(position)
        }

        fn play(&self, position: &S::Position, mv: S::Move) -> S::Position {
            (self.play)(position, self.game.play(position, mv))
        }
    }

    impl<S: Space> Space for Altered<S> {
        fn slices(&self) -> &[Slice] {
            self.game.slices()
        }

        fn rank(&self, position: &S::Position) -> Option<Entry> {
            self.game.rank(position).map(|entry| Entry { index: (self.index)(entry.index), ..entry })
        }

        fn unrank(&self, entry: Entry) -> Option<S::Position> {
            self.game.unrank(Entry { index: (self.index)(entry.index), ..entry })
        }
    }

    /// A change here makes every table that people have one of other rules.
    #[test]
    fn fingerprints_stay_what_they_are() {
        assert_eq!(fingerprint(&TicTacToe::new()), 0x00fc_5fca_411e_557d);
        assert_eq!(fingerprint(&Pangki::new()), 0x715f_c959_bcef_983d);
    }

    #[test]
    fn another_rule_is_another_fingerprint() {
        let rules = fingerprint(&TicTacToe::new());
        assert_eq!(fingerprint(&Altered::new(TicTacToe::new())), rules);
        let misere = |_: &_, outcome| match outcome {
            Some(Outcome::Loss) => Some(Outcome::Win),
            Some(Outcome::Win) => Some(Outcome::Loss),
            other => other,
        };
        assert_ne!(fingerprint(&Altered { outcome: misere, ..Altered::new(TicTacToe::new()) }), rules);

        // The double capture, that of two pieces in one move, is the rarest thing in Pangki.
        let rules = fingerprint(&Pangki::new());
        let no_capture = |before: &Position, after: Position| Position { own: before.other, ..after };
        assert_ne!(fingerprint(&Altered { play: no_capture, ..Altered::new(Pangki::new()) }), rules);
        let one_at_most = |before: &Position, after: Position| {
            let two = before.other.count_ones() - after.own.count_ones() == 2;
            Position { own: if two { before.other } else { after.own }, ..after }
        };
        assert_ne!(fingerprint(&Altered { play: one_at_most, ..Altered::new(Pangki::new()) }), rules);
    }

    #[test]
    fn another_numbering_is_another_fingerprint() {
        let swap_pairs =
            Altered { index: |index| if index / 2 == 1 { index ^ 1 } else { index }, ..Altered::new(TicTacToe::new()) };
        assert_ne!(fingerprint(&swap_pairs), fingerprint(&TicTacToe::new()));
    }
}
