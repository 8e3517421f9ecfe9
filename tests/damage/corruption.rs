//! Whatever happens to a table: an error that says what to do, never a wrong value and never a panic.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

use hindsight::game::{Game, Outcome};
use hindsight::game::{PlayRules, Value};
use hindsight::games::{pangki::Pangki, tic_tac_toe::TicTacToe};
use hindsight::solve::{self, retrograde::Retrograde};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space};
use hindsight::table::{Store, TableError, TableWriter, Tables};
use hindsight::values::{Code, Codes, Lookup, Memory, Sink};
use proptest::prelude::*;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

/// A store with the table of one game in it.
struct Kept<S> {
    space: S,
    solved: Memory,
    store: Store,
    path: PathBuf,
    bytes: Vec<u8>,
    directory: TempDir,
}

impl<S: Naming> Kept<S> {
    fn new(space: S) -> Kept<S> {
        let directory = TempDir::new().expect("a directory for the test");
        let store = Store::new(directory.path().join("tables"));
        let path = store.path(space.name(), "");
        let solved = solve::in_memory(&space, &Retrograde, &()).expect("the game can be solved");
        let mut kept = Kept { space, solved, store, path, bytes: Vec::new(), directory };
        kept.write().expect("the table can be written");
        kept.bytes = fs::read(&kept.path).expect("the table was written");
        kept
    }

    fn write(&self) -> Result<(), TableError> {
        let lock = self.store.lock(|_| panic!("nobody else has the lock"))?;
        let written = TableWriter::new(&lock, &self.store.scan(&self.space), &self.space, 0).plain(&self.solved)?;
        assert_eq!(written.bytes, fs::metadata(&self.path).expect("it was written").len());
        Ok(())
    }

    fn open(&self) -> Result<Tables, TableError> {
        self.store.open(&self.space)
    }

    /// Puts other bytes into the file's place.
    fn put(&self, bytes: &[u8]) {
        fs::write(&self.path, bytes).expect("the file can be written");
    }

    /// Changes one byte of the file in place.
    fn put_byte(&self, at: usize, byte: u8) {
        let mut file = OpenOptions::new().write(true).open(&self.path).expect("the file is there");
        file.seek(SeekFrom::Start(at as u64)).expect("any place can be sought");
        file.write_all(&[byte]).expect("the file can be written");
    }

    /// The error with which these bytes are refused at once.
    fn refused(&self, bytes: &[u8]) -> TableError {
        self.put(bytes);
        let error = self.open().expect_err("expected the file to be refused");
        self.is_helpful(&error);
        error
    }

    /// That a message names the file and says what was expected and what was found.
    fn is_helpful(&self, error: &dyn std::error::Error) {
        let message = error.to_string();
        let path = self.path.display().to_string();
        for part in [path.as_str(), "expected", "found"] {
            assert!(message.contains(part), "{part:?} is missing in: {message}");
        }
    }

    /// That a damage is noticed, when the table is opened or when it is checked, and that no value is wrong: `entries`
    /// are looked up.
    fn is_noticed(&self, what: &str, entries: impl Iterator<Item = Entry>) {
        let table = match self.open() {
            Ok(table) => table,
            Err(error) => return self.is_helpful(&error),
        };
        for entry in entries {
            match table.value(entry) {
                Ok(value) => assert_eq!(Some(value), self.solved.value(entry).ok(), "{what}: {entry:?}"),
                Err(error) => self.is_helpful(&error),
            }
        }
        self.is_helpful(&table.check().expect_err(what));
    }

    /// This number of entries of each slice.
    fn entries(&self, each: u64) -> impl Iterator<Item = Entry> {
        let slices = self.space.slices().iter().enumerate().filter(|(_, slice)| slice.entries > 0);
        slices.flat_map(move |(slice, Slice { entries, .. })| {
            (0..each).map(move |i| Entry { slice: SliceId(slice as u32), index: i * entries / each })
        })
    }

    /// All entries.
    fn every_entry(&self) -> impl Iterator<Item = Entry> {
        let slices = self.space.slices().iter().enumerate();
        slices.flat_map(|(slice, Slice { entries, .. })| {
            (0..*entries).map(move |index| Entry { slice: SliceId(slice as u32), index })
        })
    }

    fn header_length(&self) -> usize {
        u64::from_le_bytes(self.bytes[16..24].try_into().expect("eight bytes")) as usize
    }

    fn first_value(&self) -> usize {
        let values: u64 = self.space.slices().iter().map(|slice| slice.entries.next_multiple_of(8)).sum();
        let last = self.space.slices().last().expect("a game has slices").entries;
        self.bytes.len() - (values - last.next_multiple_of(8) + last) as usize
    }
}

/// A game without moves, of any slices: for what the real games have no example of.
#[derive(Clone)]
struct Toy {
    name: &'static str,
    slices: Vec<Slice>,
    outcome: Outcome,
}

impl Toy {
    fn new(sizes: &[u64]) -> Toy {
        let slice = |(number, &entries)| Slice {
            name: format!("{number}v0"),
            pieces: 1,
            part: String::new(),
            entries,
            leads_to: Vec::new(),
        };
        Toy { name: "toy", slices: sizes.iter().enumerate().map(slice).collect(), outcome: Outcome::Draw }
    }
}

impl Game for Toy {
    type Position = Entry;
    type Move = ();

    fn name(&self) -> &'static str {
        self.name
    }

    fn sides(&self) -> &'static [&'static str] {
        &["one", "other"]
    }

    fn start(&self) -> Entry {
        Entry { slice: SliceId(0), index: 0 }
    }

    fn side_to_move(&self, _position: &Entry) -> usize {
        0
    }

    fn outcome(&self, _position: &Entry) -> Option<Outcome> {
        Some(self.outcome)
    }

    fn moves(&self, _position: &Entry) -> impl Iterator<Item = ()> {
        std::iter::empty()
    }

    fn play(&self, position: &Entry, _m: ()) -> Entry {
        *position
    }
}

impl PlayRules for Toy {}

impl Space for Toy {
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

impl Naming for Toy {}

#[test]
fn a_table_gives_back_what_was_written_to_any_number_of_threads() {
    let kept = Kept::new(Pangki::new());
    let table = kept.open().expect("a sound table");
    assert_eq!((table.path(0), table.bytes()), (kept.path.clone(), kept.bytes.len() as u64));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for entry in kept.every_entry() {
                    assert_eq!(table.value(entry).ok(), kept.solved.value(entry).ok());
                }
            });
        }
    });
    let checked = table.check().expect("a sound table");
    assert_eq!(checked.bytes, (kept.bytes.len() - kept.first_value()) as u64);
    assert_eq!(checked.blocks, checked.bytes.div_ceil(65_536));
}

#[test]
fn what_no_slice_holds_has_no_value() {
    let kept = Kept::new(TicTacToe::new());
    let table = kept.open().expect("a sound table");
    for (number, slice) in kept.space.slices().iter().enumerate() {
        for index in [slice.entries, slice.entries + 1, 1 << 63, u64::MAX] {
            assert_eq!(table.value(Entry { slice: SliceId(number as u32), index }).ok(), Some(None));
        }
    }
    for slice in [10, u32::MAX] {
        assert_eq!(table.value(Entry { slice: SliceId(slice), index: 0 }).ok(), Some(None));
    }
}

#[test]
fn every_byte_of_a_small_table_counts() {
    let kept = Kept::new(TicTacToe::new());
    for (at, &byte) in kept.bytes.iter().enumerate() {
        for damage in [1 << (at % 8), 0xff] {
            kept.put_byte(at, byte ^ damage);
            kept.is_noticed(&format!("byte {at} changed"), kept.entries(1));
        }
        kept.put_byte(at, byte);
    }
    kept.open().and_then(|table| table.check()).expect("the table is sound again");
}

#[test]
fn random_bytes_of_a_large_table_count() {
    let kept = Kept::new(Pangki::new());
    let mut random = 1u64;
    for _ in 0..200 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = (random >> 32) as usize % kept.bytes.len();
        kept.put_byte(at, kept.bytes[at] ^ 1 << (random >> 29 & 7));
        kept.is_noticed(&format!("byte {at} changed"), kept.entries(20));
        kept.put_byte(at, kept.bytes[at]);
    }
    kept.open().and_then(|table| table.check()).expect("the table is sound again");
}

#[test]
fn a_damaged_block_is_named_and_the_others_still_answer() {
    let kept = Kept::new(Pangki::new());
    let (block, first) = (7, kept.first_value());
    let damaged = first + block * 65_536..first + (block + 1) * 65_536;
    kept.put_byte(damaged.start + 5, !kept.bytes[damaged.start + 5]);

    let table = kept.open().expect("opening reads no values");
    let (mut at, mut answered, mut refused) = (first, 0, 0);
    for (number, slice) in kept.space.slices().iter().enumerate() {
        for index in 0..slice.entries {
            let entry = Entry { slice: SliceId(number as u32), index };
            match table.value(entry) {
                Ok(value) => {
                    assert_eq!(Some(value), kept.solved.value(entry).ok());
                    answered += 1;
                }
                Err(error) => match error.downcast_ref() {
                    Some(TableError::Block { block: named, from, to, slices, .. }) => {
                        assert_eq!((*named, *from..*to), (block as u64, damaged.start as u64..damaged.end as u64));
                        assert!(damaged.contains(&(at + index as usize)));
                        assert!(slices.contains(&slice.name) || slices.contains(" to "), "{slices}");
                        refused += 1;
                    }
                    _ => panic!("expected a damaged block, found {error}"),
                },
            }
        }
        at += slice.entries.next_multiple_of(8) as usize;
    }
    assert!(answered > 0 && refused > 65_000, "{answered} {refused}");
    kept.is_helpful(&table.check().expect_err("a block is damaged"));
}

#[test]
fn a_trusted_table_is_still_checked_on_request() {
    let kept = Kept::new(TicTacToe::new());
    kept.put_byte(kept.bytes.len() - 1, !kept.bytes[kept.bytes.len() - 1]);
    let mut table = kept.open().expect("opening reads no values");
    let entry = Entry { slice: SliceId(0), index: 0 };
    assert!(table.value(entry).is_err());
    table.trust();
    assert_eq!(table.value(entry).ok(), Some(Some(Value::Draw)));
    assert!(table.check().is_err());
}

#[test]
fn a_table_that_was_cut_or_has_grown_is_refused() {
    let kept = Kept::new(TicTacToe::new());
    let front = 32 + kept.header_length();
    let lengths = (0..front + 10).chain((front..kept.bytes.len()).step_by(97)).chain([kept.bytes.len() - 1]);
    for length in lengths {
        match kept.refused(&kept.bytes[..length]) {
            TableError::TooShort { least, found, .. } => assert!(found == length as u64 && found < least),
            TableError::Length { expected, found, .. } => {
                assert_eq!((expected, found), (kept.bytes.len() as u64, length as u64));
            }
            error => panic!("expected a wrong length, found {error}"),
        }
    }
    for more in [1, 4096, 65_536] {
        let grown = [kept.bytes.as_slice(), &vec![0; more]].concat();
        assert!(matches!(kept.refused(&grown), TableError::Length { .. }));
    }
}

#[test]
fn no_table_at_all_is_an_error_of_its_own() {
    let kept = Kept::new(TicTacToe::new());
    fs::remove_file(&kept.path).expect("the file is there");
    let error = kept.open().expect_err("nothing is there");
    assert!(matches!(error, TableError::Missing { .. }), "{error}");
    kept.is_helpful(&error);
    let nowhere = Store::new(kept.directory.path().join("no/such/directory"));
    assert!(matches!(nowhere.open(&kept.space), Err(TableError::Missing { .. })));
}

#[test]
fn something_else_in_the_place_of_a_table_is_refused() {
    let kept = Kept::new(TicTacToe::new());
    assert!(matches!(kept.refused(&[0; 10_000]), TableError::NotATable { .. }));
    assert!(matches!(kept.refused(b""), TableError::TooShort { .. }));
    fs::remove_file(&kept.path).expect("the file is there");

    fs::create_dir(&kept.path).expect("a directory can be made");
    let error = kept.open().expect_err("a directory is no table");
    assert!(matches!(error, TableError::NotATable { .. }), "{error}");
    kept.is_helpful(&error);
    kept.write().expect_err("a table cannot take the name of a directory");
    assert!(!partial(&kept).exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_pipe_in_the_place_of_a_table_is_refused_without_waiting_for_a_writer() {
    let kept = Kept::new(TicTacToe::new());
    fs::remove_file(&kept.path).expect("the file is there");
    let made = std::process::Command::new("mkfifo").arg(&kept.path).status().expect("mkfifo can be run");
    assert!(made.success());
    assert!(matches!(kept.open(), Err(TableError::NotATable { .. })));
}

#[test]
fn a_table_of_another_version_is_refused() {
    let kept = Kept::new(TicTacToe::new());
    for version in [0u32, 9, 256, u32::MAX] {
        let mut bytes = kept.bytes.clone();
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        match kept.refused(&bytes) {
            TableError::Version { expected: 8, found, .. } => assert_eq!(found, version),
            error => panic!("expected another version, found {error}"),
        }
    }
}

#[test]
fn an_unfinished_table_is_refused_under_any_name() {
    let kept = Kept::new(TicTacToe::new());
    let mut bytes = kept.bytes.clone();
    bytes[12..16].fill(0);
    assert!(matches!(kept.refused(&bytes), TableError::Unfinished { .. }));
}

#[test]
fn a_table_of_another_game_is_refused() {
    let kept = Kept::new(TicTacToe::new());
    let other = Kept::new(Toy::new(&[5]));
    match kept.refused(&other.bytes) {
        TableError::OtherGame { part, found, .. } => {
            assert_eq!((part.game, found.as_str()), ("tic-tac-toe", "toy"));
        }
        error => panic!("expected another game, found {error}"),
    }
}

#[test]
fn a_table_of_other_slices_or_other_rules_is_refused() {
    let mut kept = Kept::new(Toy::new(&[5, 9, 3]));
    let toy = kept.space.clone();
    for sizes in [[5, 9].as_slice(), &[5, 9, 4], &[5, 9, 3, 0]] {
        kept.space = Toy::new(sizes);
        assert!(matches!(kept.refused(&kept.bytes), TableError::OtherSlices { .. }));
    }
    kept.space = toy.clone();
    kept.space.slices[1].name = "1v1".to_string();
    assert!(matches!(kept.refused(&kept.bytes), TableError::OtherSlices { .. }));

    kept.space = Toy { outcome: Outcome::Loss, ..toy };
    assert!(matches!(kept.refused(&kept.bytes), TableError::OtherRules { .. }));
}

/// A header with a right checksum, whatever is in it.
fn signed(kept: &Kept<TicTacToe>, header: &[u8]) -> Vec<u8> {
    let mut bytes = kept.bytes[..32].to_vec();
    bytes[16..24].copy_from_slice(&(header.len() as u64).to_le_bytes());
    bytes[24..32].copy_from_slice(&xxh3_64(header).to_le_bytes());
    bytes.extend_from_slice(header);
    bytes.extend_from_slice(&kept.bytes[32 + kept.header_length()..]);
    bytes
}

#[test]
fn a_header_that_lies_under_a_right_checksum_is_refused_or_does_no_harm() {
    let kept = Kept::new(TicTacToe::new());
    let header = &kept.bytes[32..32 + kept.header_length()];
    assert_eq!(signed(&kept, header), kept.bytes);
    for at in 0..header.len() {
        for damage in [1, 2, 3, 0x80, 0xff] {
            let mut header = header.to_vec();
            header[at] ^= damage;
            kept.put(&signed(&kept, &header));
            match kept.open() {
                Err(error) => kept.is_helpful(&error),
                // Only a forger can say that a slice has wide values, if they would fit before the next slice.
                Ok(table) => kept.every_entry().for_each(|entry| assert!(table.value(entry).is_ok())),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn garbage_is_refused(garbage in prop::collection::vec(any::<u8>(), 0..2000), keep in 0usize..40) {
        thread_local!(static KEPT: Kept<TicTacToe> = Kept::new(TicTacToe::new()));
        KEPT.with(|kept| {
            kept.refused(&garbage);
            kept.refused(&[&kept.bytes[..keep], &garbage].concat());
            kept.refused(&signed(kept, &garbage));
        });
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn slices_of_any_size_and_width_are_kept(
        slices in prop::collection::vec(
            (
                prop_oneof![0u64..20, 0u64..150_000],
                any::<bool>(),
                prop_oneof![any::<u16>(), Just(1 << 10), Just(255)],
            ),
            1..6,
        )
    ) {
        let toy = Toy::new(&slices.iter().map(|&(entries, ..)| entries).collect::<Vec<u64>>());
        let memory = Memory::new(toy.slices());
        let mut expected = Vec::new();
        for (number, &(entries, wide, seed)) in slices.iter().enumerate() {
            let from = Entry { slice: SliceId(number as u32), index: 0 };
            if wide {
                let codes: Vec<u16> = (0..entries).map(|i| (i as u16).wrapping_mul(seed)).collect();
                memory.put(from, Codes::Two(&codes)).expect("memory does not fail");
                expected.push(codes.into_iter().map(u16::decode).collect::<Vec<_>>());
            } else {
                let codes: Vec<u8> = (0..entries).map(|i| (i as u8).wrapping_mul(seed as u8)).collect();
                memory.put(from, Codes::One(&codes)).expect("memory does not fail");
                expected.push(codes.into_iter().map(u8::decode).collect());
            }
        }
        let directory = TempDir::new().expect("a directory for the test");
        let store = Store::new(directory.path());
        let lock = store.lock(|_| ()).expect("the lock is free");
        TableWriter::new(&lock, &store.scan(&toy), &toy, 0).plain(&memory).expect("it can be written");
        let table = store.open(&toy).expect("a sound table");
        table.check().expect("a sound table");
        for (number, expected) in expected.iter().enumerate() {
            for index in 0..expected.len() + 3 {
                let entry = Entry { slice: SliceId(number as u32), index: index as u64 };
                prop_assert_eq!(table.value(entry).ok(), Some(expected.get(index).copied().flatten()));
            }
        }
    }
}

/// Where a table is written before it has its name.
fn partial<S: Naming>(kept: &Kept<S>) -> PathBuf {
    kept.path.with_extension("table.partial")
}

#[test]
fn what_a_broken_off_writing_left_is_written_over() {
    let kept = Kept::new(TicTacToe::new());
    fs::write(partial(&kept), vec![7; 100_000]).expect("the directory can be written");
    fs::remove_file(&kept.path).expect("the file is there");
    assert!(matches!(kept.open(), Err(TableError::Missing { .. })));
    kept.write().expect("the table can be written");
    assert_eq!(fs::read(&kept.path).expect("it was written"), kept.bytes);
    assert!(!partial(&kept).exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_leaves_the_old_table() {
    let kept = Kept::new(TicTacToe::new());
    std::os::unix::fs::symlink("/dev/full", partial(&kept)).expect("a link can be made");
    match kept.write().expect_err("nothing can be written to /dev/full") {
        error @ TableError::NoSpace { needed, .. } => {
            assert_eq!(needed, kept.bytes.len() as u64);
            let message = error.to_string();
            assert!(message.contains("expected room for a table of"), "{message}");
        }
        error => panic!("expected a full disk, found {error}"),
    }
    assert!(fs::symlink_metadata(partial(&kept)).is_err());
    kept.open().and_then(|table| table.check()).expect("the old table is sound");
}

#[test]
fn a_directory_that_cannot_be_made_or_written_is_an_error() {
    let kept = Kept::new(TicTacToe::new());
    let below_a_file = Store::new(kept.path.join("tables"));
    let error = below_a_file.lock(|_| ()).expect_err("a file has nothing below it");
    assert!(matches!(error, TableError::Io { .. }), "{error}");
    let error = below_a_file.open(&kept.space).expect_err("a file has nothing below it");
    assert!(matches!(error, TableError::Io { .. }), "{error}");

    let closed = kept.directory.path().join("closed");
    fs::create_dir(&closed).expect("a directory can be made");
    let mut permissions = fs::metadata(&closed).expect("it was made").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&closed, permissions).expect("it is ours");
    // Some users may write anywhere.
    if File::create(closed.join("probe")).is_err() {
        let error = Store::new(&closed).lock(|_| ()).expect_err("the directory is closed");
        assert!(matches!(error, TableError::Denied { .. }), "{error}");
    }
}

#[test]
fn two_writers_take_turns() {
    let kept = Kept::new(TicTacToe::new());
    let first = kept.store.lock(|_| panic!("nobody has the lock")).expect("the lock is free");
    let (waits, waiting) = channel();
    let released = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let second = scope.spawn(|| {
            let lock = kept.store.lock(|path| waits.send(path.to_owned()).expect("somebody listens"));
            assert!(released.load(Ordering::SeqCst), "the lock was given to two");
            lock.expect("the lock is given up")
        });
        let path = waiting.recv().expect("the second says that it waits");
        assert_eq!(path, kept.path.with_file_name(".lock"));
        released.store(true, Ordering::SeqCst);
        drop(first);
        drop(second.join().expect("the second gets the lock"));
    });
    kept.write().expect("the lock is free again");
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let kept = Kept::new(Pangki::new());
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| kept.write()).expect("the table can be written");
        assert!(fs::read(&kept.path).expect("it was written") == kept.bytes, "{threads} threads");
    }
}
