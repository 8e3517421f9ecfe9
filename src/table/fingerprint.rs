//! The fingerprint of a table: the rules and the numbering of the slices of one part, so that a table of other rules is
//! refused. [`table`](super) specifies it.
//!
//! It is computed from the rules, so it changes when they do. It names slices and never numbers them: a space that
//! grows keeps the tables of the slices that it had.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::game::{Outcome, QUIET_PLIES, Turn, turn};
use crate::space::components::Part;
use crate::space::{Entry, Metric, Slice, Space};

/// The least number of positions sampled in a part: enough for every sort of move to occur.
const PART_SAMPLE: u64 = 512;

/// The least number of positions sampled in a slice.
const SLICE_SAMPLE: u64 = 8;

/// Entries tried for one sampled position, where entries may hold none.
const TRIES: u64 = 8;

/// The fingerprint of the slices of a part. It takes microseconds for each slice.
pub fn fingerprint<S: Space>(space: &S, part: &Part) -> u64 {
    let mut digest = Digest::default();
    digest.text(space.name());
    // The usual number of quiet plies is left out, as it was before there could be another one.
    if let Metric::Zeroing(most) = space.metric()
        && most != QUIET_PLIES
    {
        digest.text("quiet plies");
        digest.number(most.into());
    }
    digest.number(part.slices.len() as u64);
    let positions = PART_SAMPLE.div_ceil(part.slices.len().max(1) as u64).max(SLICE_SAMPLE);
    for &id in &part.slices {
        let slice = &space.slices()[id.index()];
        digest.text(&slice.name);
        digest.number(slice.entries);
        let mut left = positions;
        for index in sampled(slice, positions) {
            digest.number(index);
            digest.number(match space.unrank(Entry { slice: id, index }) {
                Some(position) => {
                    left -= 1;
                    position_digest(space, &position)
                }
                None => 0,
            });
            if left == 0 {
                break;
            }
        }
    }
    digest.hash.digest()
}

/// The indexes to try, equal on every machine: all of a small slice, scattered ones of a large slice.
fn sampled(slice: &Slice, positions: u64) -> impl Iterator<Item = u64> {
    let entries = slice.entries;
    let small = entries <= positions;
    let tries = if small { entries } else { positions * TRIES };
    (0..tries).map(move |number| if small { number } else { xxh3_64(&number.to_le_bytes()) % entries })
}

/// The digest of a position: its outcome and its successors, sorted, because the order of moves is no rule.
fn position_digest<S: Space>(space: &S, position: &S::Position) -> u64 {
    let mut digest = Digest::default();
    digest.number(outcome_number(space.outcome(position)));
    let mut successors: Vec<u64> = space
        .moves(position)
        .map(|mv| {
            let after = space.play(position, mv);
            successor_digest(space, turn(space, position, &after), &after)
        })
        .collect();
    successors.sort_unstable();
    digest.number(successors.len() as u64);
    successors.into_iter().for_each(|successor| digest.number(successor));
    digest.hash.digest()
}

/// The digest of a successor: whose turn it is, and its entry; without an entry, its outcome and the stored position
/// that it resolves to.
fn successor_digest<S: Space>(space: &S, turn: Turn, position: &S::Position) -> u64 {
    let mut digest = Digest::default();
    digest.number(match turn {
        Turn::Other => 0,
        Turn::Same => 1,
    });
    match space.rank(position) {
        Some(entry) => digest.entry(space, entry),
        None => {
            digest.number(u64::MAX);
            digest.number(outcome_number(space.outcome(position)));
            if let Some(resolved) = space.resolve(position) {
                match resolved.stored.and_then(|stored| space.rank(&stored)) {
                    Some(entry) => digest.entry(space, entry),
                    None => digest.number(u64::MAX),
                }
                digest.number(resolved.moves.len() as u64);
            }
        }
    }
    digest.hash.digest()
}

fn outcome_number(outcome: Option<Outcome>) -> u64 {
    match outcome {
        None => 0,
        Some(Outcome::Win) => 1,
        Some(Outcome::Loss) => 2,
        Some(Outcome::Draw) => 3,
    }
}

/// A hash of texts and numbers.
#[derive(Default)]
struct Digest {
    hash: Xxh3,
}

impl Digest {
    fn number(&mut self, number: u64) {
        self.hash.update(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.hash.update(text.as_bytes());
    }

    /// The name of the slice and the index; no name if the game ranks a position outside its slices.
    fn entry<S: Space>(&mut self, space: &S, Entry { slice, index }: Entry) {
        self.text(space.slices().get(slice.index()).map_or("", |slice| &slice.name));
        self.number(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, PlayRules};
    use crate::games::chess::Chess;
    use crate::games::draughts::Draughts;
    use crate::games::pangki::{Pangki, Position};
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::space::components::parts;
    use crate::space::{Naming, SliceId};

    /// A game with one thing changed.
    struct AlteredGame<S: Space> {
        game: S,
        slices: Vec<Slice>,
        outcome: fn(&S::Position, Option<Outcome>) -> Option<Outcome>,
        play: fn(&S::Position, S::Position) -> S::Position,
        index: fn(u64) -> u64,
        /// The slice whose positions lack their first move.
        lacking: Option<SliceId>,
        /// How far the numbers of slices are moved up; the slices below are new.
        moved: u32,
    }

    impl<S: Space> AlteredGame<S> {
        fn new(game: S) -> AlteredGame<S> {
            let slices = game.slices().to_vec();
            let (outcome, play, index) = (|_: &_, outcome| outcome, |_: &_, after| after, |index| index);
            AlteredGame { game, slices, outcome, play, index, lacking: None, moved: 0 }
        }

        /// The game with two more slices before its own, in another part.
        fn with_more_slices(game: S) -> AlteredGame<S> {
            let mut altered = AlteredGame { moved: 2, ..AlteredGame::new(game) };
            let more = ["more", "still-more"].map(|name| Slice {
                name: name.to_string(),
                pieces: 1,
                part: "more".to_string(),
                entries: 5,
                leads_to: Vec::new(),
            });
            for slice in &mut altered.slices {
                slice.leads_to.iter_mut().for_each(|to| to.0 += 2);
            }
            altered.slices.splice(..0, more);
            altered
        }
    }

    impl<S: Space> Game for AlteredGame<S> {
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
            let lacks = self.lacking.is_some() && self.rank(position).map(|entry| entry.slice) == self.lacking;
            self.game.moves(position).skip(usize::from(lacks))
        }

        fn play(&self, position: &S::Position, mv: S::Move) -> S::Position {
            (self.play)(position, self.game.play(position, mv))
        }
    }

    impl<S: Space> PlayRules for AlteredGame<S> {}

    impl<S: Space> Space for AlteredGame<S> {
        fn slices(&self) -> &[Slice] {
            &self.slices
        }

        fn rank(&self, position: &S::Position) -> Option<Entry> {
            let Entry { slice, index } = self.game.rank(position)?;
            Some(Entry { slice: SliceId(slice.0 + self.moved), index: (self.index)(index) })
        }

        fn unrank(&self, Entry { slice, index }: Entry) -> Option<S::Position> {
            let slice = SliceId(slice.0.checked_sub(self.moved)?);
            self.game.unrank(Entry { slice, index: (self.index)(index) })
        }
    }

    impl<S: Space> Naming for AlteredGame<S> {}

    /// The fingerprint of a space of one part.
    fn whole<S: Space>(space: &S) -> u64 {
        let [part] = &parts(space.slices())[..] else { panic!("{} has more parts than one", space.name()) };
        fingerprint(space, part)
    }

    /// A change here makes every table of these games unusable.
    #[test]
    fn fingerprints_stay_what_they_are() {
        assert_eq!(whole(&TicTacToe::new()), 0xa0dc_bbe0_7b58_230e);
        assert_eq!(whole(&Pangki::new()), 0x0183_071f_f324_e114);
    }

    #[test]
    fn another_rule_is_another_fingerprint() {
        let rules = whole(&TicTacToe::new());
        assert_eq!(whole(&AlteredGame::new(TicTacToe::new())), rules);
        let misere = |_: &_, outcome| match outcome {
            Some(Outcome::Loss) => Some(Outcome::Win),
            Some(Outcome::Win) => Some(Outcome::Loss),
            other => other,
        };
        assert_ne!(whole(&AlteredGame { outcome: misere, ..AlteredGame::new(TicTacToe::new()) }), rules);

        // The double capture, of two pieces in one move, is the rarest thing in Pangki.
        let rules = whole(&Pangki::new());
        let no_capture = |before: &Position, after: Position| Position { own: before.other, ..after };
        assert_ne!(whole(&AlteredGame { play: no_capture, ..AlteredGame::new(Pangki::new()) }), rules);
        let one_at_most = |before: &Position, after: Position| {
            let two = before.other.count_ones() - after.own.count_ones() == 2;
            Position { own: if two { before.other } else { after.own }, ..after }
        };
        assert_ne!(whole(&AlteredGame { play: one_at_most, ..AlteredGame::new(Pangki::new()) }), rules);
    }

    #[test]
    fn another_rule_of_quiet_plies_is_another_fingerprint() {
        let first = |game: &Chess| fingerprint(game, &parts(game.slices())[0]);
        let usual = first(&Chess::with_quiet_plies(QUIET_PLIES));
        assert_eq!(first(&Chess::with_quiet_plies(QUIET_PLIES)), usual);
        assert_ne!(first(&Chess::with_quiet_plies(50)), usual);
    }

    #[test]
    fn another_numbering_is_another_fingerprint() {
        let swap_pairs = AlteredGame {
            index: |index| if index / 2 == 1 { index ^ 1 } else { index },
            ..AlteredGame::new(TicTacToe::new())
        };
        assert_ne!(whole(&swap_pairs), whole(&TicTacToe::new()));
    }

    #[test]
    fn a_rule_changed_in_any_slice_is_found() {
        let mut game = AlteredGame::new(Draughts::checkers());
        let parts = parts(game.slices());
        let fingerprints = |game: &_| parts.iter().map(|part| fingerprint(game, part)).collect::<Vec<_>>();
        let rules = fingerprints(&game);
        assert!(game.slices.len() >= 870);
        for (number, part) in parts.iter().enumerate() {
            for &slice in &part.slices {
                game.lacking = Some(slice);
                assert_ne!(fingerprint(&game, part), rules[number], "slice {}", game.slices[slice.index()].name);
            }
        }
        game.lacking = None;
        assert_eq!(fingerprints(&game), rules);
    }

    #[test]
    fn slices_of_other_parts_do_not_matter() {
        let (game, more) = (Draughts::checkers(), AlteredGame::with_more_slices(Draughts::checkers()));
        let parts_with_more = parts(more.slices());
        for part in parts(game.slices()) {
            let same = parts_with_more.iter().find(|other| other.name == part.name).expect("no part is lost");
            assert_eq!(fingerprint(&game, &part), fingerprint(&more, same), "part {}", part.name);
        }
    }
}
