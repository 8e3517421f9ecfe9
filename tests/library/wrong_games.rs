//! Twenty likely mistakes of an author, each in a game that is right but for it: the check names all of them before a
//! table is written.

use hindsight::answer::PositionQuery;
use hindsight::catalogue::{Catalogue, GameEntry};
use hindsight::game::{Game, Value, position_text};
use hindsight::open::{Games, Sources};
use hindsight::solve::reference::Reference;
use hindsight::solve::{in_memory, retrograde::Retrograde};
use hindsight::space::{Entry, SliceId, Space, conformance};
use hindsight::util::random::Random;
use hindsight::values::Lookup;

use crate::outside::dodgem::{Dodgem, FAULTS, Fault};

#[test]
fn every_wrong_game_is_named() {
    for (fault, rule) in FAULTS {
        let found = conformance::check(&Dodgem::new(fault), 2_000).lines();
        assert!(found.iter().any(|violation| violation.starts_with(rule)), "{fault:?}: {found:#?}");
    }
}

#[test]
fn the_right_game_is_sound_and_won() {
    let game = Dodgem::new(Fault::None);
    let found = conformance::check(&game, u64::MAX).lines();
    assert!(found.is_empty(), "{found:#?}");
    let values = in_memory(&game, &Retrograde, &()).expect("it is small");
    let plain = in_memory(&game, &Reference, &()).expect("it is small");
    for (number, slice) in (0..).zip(game.slices()) {
        for index in 0..slice.entries {
            let entry = Entry { slice: SliceId(number), index };
            let [value, right] = [&values, &plain].map(|values| values.value(entry).expect("memory can be trusted"));
            assert_eq!(value, right, "{} {index}", slice.name);
        }
    }
    let start = game.rank(&game.start()).expect("the start has an entry");
    assert!(matches!(values.value(start), Ok(Some(Value::Win(_)))));
}

/// The check of an entry names its number.
#[test]
fn an_entry_without_a_position_is_named_by_its_number() {
    let found = conformance::check(&Dodgem::new(Fault::Hole), 2_000).lines();
    let named = found.iter().find(|violation| violation.starts_with("entries of positions hold a position"));
    let named = named.expect("the hole is found");
    assert!(named.contains("its entry is ") && named.contains(" of 2v2, and unrank gives no position"), "{named}");
}

/// Values that a wrong numbering made are shown with a note: they do not follow from the values of the moves.
#[test]
fn a_value_that_contradicts_its_moves_is_noted() {
    let notes = |fault: Fault| {
        let mut games = Games::default();
        games.add(GameEntry::new(Dodgem::new(fault)));
        let game = games.open("dodgem", &Sources::default(), &()).expect("it is small");
        let rules = Dodgem::new(fault);
        let (mut position, mut random, mut notes) = (rules.start(), Random::new(3), Vec::new());
        for _ in 0..200 {
            let query = PositionQuery { moves: true, ..PositionQuery::default() };
            notes.extend(game.ask(&position_text(&rules, &position), &query).expect("it is a position").notes);
            let number = rules.moves(&position).count();
            let mv = rules.moves(&position).nth(random.below(number.max(1)));
            position = mv.map_or_else(|| rules.start(), |mv| rules.play(&position, mv));
        }
        notes
    };
    assert_eq!(notes(Fault::None), [""; 0]);
    let found = notes(Fault::NoMirror);
    assert!(found.iter().any(|note| note.starts_with("the value contradicts the moves: expected ")), "{found:?}");
}
