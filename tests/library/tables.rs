//! Tables on the disk: look-ups through mapped and loaded files, tables of other format versions, and spaces that grow.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use hindsight::game::{Game, Outcome, PlayRules};
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::solve::in_memory;
use hindsight::solve::retrograde::Retrograde;
use hindsight::space::{Entry, Naming, Slice, SliceId, Space};
use hindsight::table::{Store, TableError, TableWriter, Tables};
use hindsight::values::{Code, Codes, Lookup, Memory, Sink};
use tempfile::TempDir;

/// A countdown: a move takes one off, or two where a slice is `quick`, and whoever is to move at 0 has lost.
pub struct Countdown {
    slices: Vec<Slice>,
    quick: Option<&'static str>,
}

impl Countdown {
    /// Slices of these names and sizes, each in a part of its own.
    fn in_parts(slices: &[(&str, u64)]) -> Countdown {
        let slice = |number: u32, &(name, entries): &(&str, u64)| Slice {
            name: name.to_string(),
            pieces: 1,
            part: name.to_string(),
            entries,
            leads_to: vec![SliceId(number)],
        };
        Countdown { slices: (0..).zip(slices).map(|(number, each)| slice(number, each)).collect(), quick: None }
    }

    /// The same in one part.
    pub fn in_one_part(slices: &[(&str, u64)]) -> Countdown {
        let mut game = Countdown::in_parts(slices);
        game.slices.iter_mut().for_each(|slice| slice.part.clear());
        game
    }
}

impl Game for Countdown {
    type Position = Entry;
    type Move = u64;

    fn name(&self) -> &'static str {
        "countdown"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["first", "second"]
    }

    fn start(&self) -> Entry {
        Entry { slice: SliceId(0), index: 0 }
    }

    fn side_to_move(&self, _position: &Entry) -> usize {
        0
    }

    fn outcome(&self, position: &Entry) -> Option<Outcome> {
        (position.index == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Entry) -> impl Iterator<Item = u64> {
        let quick = self.quick == Some(&self.slices[position.slice.index()].name);
        let step = if quick { 2 } else { 1 };
        (position.index > 0).then_some(step.min(position.index)).into_iter()
    }

    fn play(&self, position: &Entry, mv: u64) -> Entry {
        Entry { index: position.index - mv, ..*position }
    }
}

impl PlayRules for Countdown {}

impl Space for Countdown {
    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Entry) -> Option<Entry> {
        Some(*position)
    }

    fn unrank(&self, entry: Entry) -> Option<Entry> {
        Some(entry)
    }
}

impl Naming for Countdown {}

/// Writes the table of every part.
pub fn write<S: Naming>(store: &Store, space: &S, values: &dyn Lookup) {
    let lock = store.lock(|_| panic!("no other process has the lock")).expect("the directory can be written");
    let tables = store.scan(space);
    for part in 0..tables.parts().len() {
        TableWriter::new(&lock, &tables, space, part).plain(values).expect("the table can be written");
    }
}

/// Every entry of a space.
fn entries<S: Naming>(space: &S) -> impl Iterator<Item = Entry> {
    let slices = (0..).map(SliceId).zip(space.slices());
    slices.flat_map(|(slice, &Slice { entries, .. })| (0..entries).map(move |index| Entry { slice, index }))
}

/// Checks that every way to look up values agrees with what was written.
fn assert_holds<S: Naming>(tables: &Tables, space: &S, written: &dyn Lookup) {
    for entry in entries(space) {
        let (found, expected) = (tables.value(entry), written.value(entry));
        assert_eq!(found.expect("the table is intact"), expected.expect("memory does not fail"), "{entry:?}");
    }
    for (slice, &Slice { entries, ref name, .. }) in (0..).map(SliceId).zip(space.slices()) {
        let mut expected = vec![0; entries as usize];
        assert!(written.read(Entry { slice, index: 0 }, &mut expected).expect("memory does not fail"));
        let mut codes = vec![0; entries as usize];
        assert!(tables.read(Entry { slice, index: 0 }, &mut codes).expect("the table is intact"));
        assert_eq!(codes, expected, "slice {name}");

        // Scattered, some twice, and past the end.
        let indexes: Vec<u64> = (0..entries + 9).map(|index| index * 7919 % (entries + 5)).chain([u64::MAX]).collect();
        let code = |&index: &u64| expected.get(index as usize).map_or(u16::ABSENT, |&code| code);
        let mut codes = vec![0; indexes.len()];
        assert!(tables.gather(slice, &indexes, &mut codes).expect("the table is intact"));
        assert_eq!(codes, indexes.iter().map(code).collect::<Vec<_>>(), "slice {name}");
    }
}

/// A space whose slices are written in each of the encodings, the first longer than a block, with its values.
fn encodings() -> (Countdown, Memory) {
    let game = Countdown::in_one_part(&[("plain", 100_000), ("listed", 3_001), ("empty", 0), ("wide", 70_000)]);
    let memory = Memory::new(game.slices());
    let codes: [fn(u16) -> u16; 4] = [
        |n| if n.is_multiple_of(5) { u16::ABSENT } else { n % 250 },
        |n| if n.is_multiple_of(7) { u16::ABSENT } else { n % 200 * 300 },
        |_| 0,
        |n| if n.is_multiple_of(11) { u16::ABSENT } else { n % 60_000 },
    ];
    for (slice, code) in (0..).map(SliceId).zip(codes) {
        let codes: Vec<u16> = (0..game.slices[slice.index()].entries).map(|n| code((n % 65_521) as u16)).collect();
        memory.put(Entry { slice, index: 0 }, Codes::Two(&codes)).expect("memory does not fail");
    }
    (game, memory)
}

#[test]
fn every_encoding_is_looked_up_alike_through_mapped_and_loaded_files() {
    let (game, memory) = encodings();
    let directory = TempDir::new().expect("a directory for the test");
    for store in [Store::new(directory.path()), Store::loaded(directory.path())] {
        write(&store, &game, &memory);
        assert_holds(&store.open(&game).expect("it was written"), &game, &memory);
        let mut trusted = store.open(&game).expect("it was written");
        trusted.trust();
        assert_holds(&trusted, &game, &memory);
    }
}

#[test]
fn reading_past_the_end_of_a_slice_panics() {
    let (game, memory) = encodings();
    let directory = TempDir::new().expect("a directory for the test");
    let store = Store::new(directory.path());
    write(&store, &game, &memory);
    let tables = store.open(&game).expect("it was written");
    for (index, count) in [(3_000, 2), (3_001, 1), (3_002, 0), (0, 3_002), (u64::MAX, 1)] {
        let from = Entry { slice: SliceId(1), index };
        let read = || tables.read(from, &mut vec![0; count]);
        let panic = catch_unwind(AssertUnwindSafe(read)).expect_err("the entries are not all in the slice");
        let message = panic.downcast_ref::<String>().expect("a message");
        assert!(message.contains("expected entries within slice number 1 of 3001 entries"), "{message}");
    }
    assert!(tables.read(Entry { slice: SliceId(1), index: 3_001 }, &mut []).expect("nothing is read"));
    assert!(!tables.read(Entry { slice: SliceId(9), index: 0 }, &mut [0]).expect("there is no such slice"));
}

#[test]
fn a_damaged_block_is_an_error_of_every_look_up_in_it_and_of_no_other() {
    let (game, memory) = encodings();
    let directory = TempDir::new().expect("a directory for the test");
    for store in [Store::new(directory.path()), Store::loaded(directory.path())] {
        write(&store, &game, &memory);
        let path = store.path(game.name(), "");
        let mut bytes = fs::read(&path).expect("it was written");
        // The last value of the last slice.
        *bytes.last_mut().expect("it is not empty") ^= 1;
        replace(&path, &bytes);
        let tables = store.open(&game).expect("the header is intact");
        let (slice, last) = (SliceId(3), 69_999);
        let mut codes = [0; 2];
        assert!(tables.value(Entry { slice, index: last }).is_err());
        assert!(tables.read(Entry { slice, index: last - 1 }, &mut codes).is_err());
        let error = tables.gather(slice, &[0, last], &mut codes).expect_err("one of them is damaged");
        assert!(matches!(error.downcast_ref(), Some(TableError::Block { .. })), "{error}");
        assert!(tables.gather(slice, &[0, 1], &mut codes).expect("their block is intact"));
        assert!(tables.check().is_err());
    }
}

/// Replaces a file by renaming another, as a mapped one must be.
fn replace(path: &Path, bytes: &[u8]) {
    let new = path.with_extension("new");
    fs::write(&new, bytes).and_then(|()| fs::rename(&new, path)).expect("the file can be replaced");
}

#[test]
fn a_truncated_file_is_an_error() {
    let (game, memory) = encodings();
    let directory = TempDir::new().expect("a directory for the test");
    let (mapped, loaded) = (Store::new(directory.path()), Store::loaded(directory.path()));
    write(&mapped, &game, &memory);
    let path = mapped.path(game.name(), "");
    let bytes = fs::read(&path).expect("it was written");

    // A loaded table does not notice: through a mapped one, these look-ups would raise SIGBUS.
    let tables = loaded.open(&game).expect("it was written");
    fs::File::options().write(true).open(&path).expect("it can be opened").set_len(5_000).expect("it can be cut");
    assert_holds(&tables, &game, &memory);

    for length in [0, 20, 40, 5_000, bytes.len() - 1] {
        replace(&path, &bytes[..length]);
        for store in [&mapped, &loaded] {
            let error = store.open(&game).expect_err("it is cut");
            let cut = matches!(error, TableError::TooShort { .. } | TableError::Length { .. });
            assert!(cut, "length {length}: {error}");
        }
    }
}

#[test]
fn a_table_of_another_version_is_refused() {
    let game = TicTacToe::new();
    let memory = in_memory(&game, &Retrograde, &()).expect("tic-tac-toe can be solved");
    let directory = TempDir::new().expect("a directory for the test");
    let store = Store::new(directory.path());
    write(&store, &game, &memory);
    let path = store.path(game.name(), "");
    let mut table = fs::read(&path).expect("it was written");
    assert_eq!(table[8..12], 3u32.to_le_bytes());
    for version in [1u8, 2, 9] {
        table[8] = version;
        replace(&path, &table);
        let error = store.open(&game).expect_err("the version is of the past or of the future");
        let is_refused = matches!(error, TableError::Version { expected: 8, found, .. } if found == u32::from(version));
        assert!(is_refused, "{error}");
    }
}

#[test]
fn a_space_that_grows_keeps_its_tables_and_a_changed_rule_loses_only_its_own() {
    let few = Countdown::in_parts(&[("b", 2_000), ("d", 30)]);
    let memory = in_memory(&few, &Retrograde, &()).expect("it can be solved");
    let directory = TempDir::new().expect("a directory for the test");
    let store = Store::new(directory.path());
    write(&store, &few, &memory);

    let mut more = Countdown::in_parts(&[("a", 5), ("b", 2_000), ("c", 70), ("d", 30)]);
    let memory = in_memory(&more, &Retrograde, &()).expect("it can be solved");
    let tables = store.open(&more).expect("the tables are those of two of its slices");
    assert_eq!(tables.unusable(), 0);
    let held = |tables: &Tables| (0..4).map(|slice| tables.holds(SliceId(slice))).collect::<Vec<_>>();
    assert_eq!(held(&tables), [false, true, false, true]);
    for entry in entries(&more).filter(|entry| tables.holds(entry.slice)) {
        assert_eq!(tables.value(entry).expect("it is intact"), memory.value(entry).expect("memory does not fail"));
    }

    more.quick = Some("c");
    assert_eq!(store.open(&more).expect("no table is of that slice").unusable(), 0);
    more.quick = Some("d");
    let tables = store.open(&more).expect("another table is still good");
    assert_eq!(tables.unusable(), 1);
    assert!(tables.value(Entry { slice: SliceId(1), index: 0 }).is_ok());
    let error = tables.value(Entry { slice: SliceId(3), index: 0 }).expect_err("its rules changed");
    assert!(matches!(error.downcast_ref(), Some(TableError::OtherRules { .. })), "{error}");
}
