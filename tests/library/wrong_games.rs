//! Twenty likely mistakes of an author, each in a game that is right but for it: the check names all of them before a
//! table is written.

use hindsight::answer::PositionQuery;
use hindsight::game::{Game, Value, position_text};
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::open::{Games, Sources};
use hindsight::solve::reference::Reference;
use hindsight::solve::{in_memory, retrograde::Retrograde};
use hindsight::space::{Entry, SliceId, Space, conformance};
use hindsight::table::{Store, TableWriter};
use hindsight::values::{Code, Codes, Lookup, Memory, Sink};
use tempfile::TempDir;

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

/// Values that do not follow from the values of the moves are shown with a note.
#[test]
fn a_value_that_contradicts_its_moves_is_noted() {
    let game = TicTacToe::new();
    let values = in_memory(&game, &Retrograde, &()).expect("it is small");
    let notes = |values: &Memory| {
        let directory = TempDir::new().expect("a directory for the test");
        let store = Store::new(directory.path());
        let lock = store.lock(|_| ()).expect("nobody has the lock");
        TableWriter::new(&lock, &store.scan(&game), &game, 0).plain(values).expect("it can be written");
        let sources = Sources::in_directories(&[directory.path().to_path_buf()]).expect("it is there");
        let open = Games::standard().open("tic-tac-toe", &sources, &()).expect("it was written");
        let query = PositionQuery { moves: true, ..PositionQuery::default() };
        open.ask(&position_text(&game, &game.start()), &query).expect("it is a position").notes
    };
    assert_eq!(notes(&values), [""; 0]);
    let start = game.rank(&game.start()).expect("it has an entry");
    values.put(start, Codes::One(&[Code::encode(Value::Win(9)).expect("it has a code")])).expect("it is memory");
    let found = notes(&values);
    let expected = "the value contradicts the moves: expected draw, as the best of them has, found win in 9 plies; \
                    verify the table";
    assert_eq!(found, [expected]);
}
