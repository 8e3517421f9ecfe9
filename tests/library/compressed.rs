//! Compressed tables: the same values as the plain ones, in a fraction of the space; damage, and the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::shared::shared;
use crate::support::table_fields::{fields, repair};
use crate::support::{hindsight, run, solved};
use hindsight::game::{Game, Notation, Outcome, PlayRules, Value};
use hindsight::games::chess::Chess;
use hindsight::games::draughts::Draughts;
use hindsight::games::pangki::Pangki;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::job::Job;
use hindsight::query::Probe;
use hindsight::space::{Derive, Entry, Naming, PositionDerivation, Slice, SliceId, Space, slice_named};
use hindsight::table::{Store, TableError, TableWriter, Tables};
use hindsight::values::{Code, Codes, Lookup, Memory, Sink, decode};
use hindsight::verify::{Verdict, laws};
use tempfile::TempDir;

/// Compresses the tables of a game that the tests share.
fn compress<S: Naming>(game: &S, results: bool) -> TempDir {
    compress_cut(game, results, 31)
}

/// The same, with streams of 2^`bits` entries.
fn compress_cut<S: Naming>(game: &S, results: bool, bits: u8) -> TempDir {
    let directory = TempDir::new().expect("a directory for the test");
    compress_into(directory.path(), game, results, bits);
    directory
}

fn compress_into<S: Naming>(directory: &Path, game: &S, results: bool, bits: u8) {
    let (from, to) = (Store::new(solved()), Store::new(directory).cutting(bits));
    let tables = from.open(game).expect("it is solved");
    let held: Vec<SliceId> = slices(game).filter(|&slice| tables.holds(slice)).collect();
    let lock = to.lock(|_| ()).expect("nobody has the lock");
    let mut job = Job::compress(game, &from, &to, &held, results);
    job.prepare(&lock).expect("the source is there");
    job.run(&lock, &(), &mut |_| ()).expect("it can be compressed");
    let estimate = job.estimate().expect("the tables can be trusted");
    assert_eq!((estimate.left.parts, estimate.left.entries), (0, 0));
    assert!(estimate.finished.bytes > 0);
}

fn slices<S: Naming>(game: &S) -> impl Iterator<Item = SliceId> {
    (0..game.slices().len() as u32).map(SliceId)
}

/// Checks that compressed tables have the values of the plain ones, whatever way they are looked up.
fn are_equal<S: Naming>(game: &S, compressed: &Tables, results: bool) {
    const CHUNK: u64 = 1 << 14;
    let plain = Store::new(solved()).open(game).expect("it is solved");
    let expected = |value: Option<Value>| if results { value.map(Value::result) } else { value };
    let mut memory = Memory::new(game.slices());
    let held: Vec<SliceId> = slices(game).filter(|&slice| plain.holds(slice)).collect();
    decode(compressed, game.slices(), &held, &mut memory, &()).expect("it is sound");
    for slice in slices(game) {
        assert_eq!(compressed.holds(slice), plain.holds(slice));
        if !plain.holds(slice) {
            continue;
        }
        assert_eq!(compressed.holds_results_only(slice), results);
        let entries = game.slices()[slice.index()].entries;
        for index in (0..entries).step_by(CHUNK as usize) {
            let from = Entry { slice, index };
            let count = CHUNK.min(entries - index) as usize;
            let [mut codes, mut read, mut gathered, mut decoded] = [(); 4].map(|()| vec![u16::ABSENT; count]);
            assert!(plain.read(from, &mut codes).expect("it is sound"));
            assert!(compressed.read(from, &mut read).expect("it is sound"));
            assert!(memory.read(from, &mut decoded).expect("memory can be read"));
            assert!(decoded == read, "{slice:?}");
            let indexes: Vec<u64> = (index..index + count as u64).step_by(7).collect();
            assert!(compressed.gather(slice, &indexes, &mut gathered[..indexes.len()]).expect("it is sound"));
            for (place, (&code, &found)) in codes.iter().zip(&read).enumerate() {
                let wanted = expected(code.decode());
                assert_eq!(found.decode(), wanted, "{slice:?} {}", index + place as u64);
                if place % 7 == 0 {
                    let entry = Entry { slice, index: index + place as u64 };
                    assert_eq!(compressed.value(entry).expect("it is sound"), wanted, "{entry:?}");
                    assert_eq!(gathered[place / 7], found);
                }
            }
        }
        assert_eq!(compressed.value(Entry { slice, index: entries }).expect("it is sound"), None);
    }
}

fn is_compressed_without_loss<S: Naming + Notation>(game: &S) {
    for results in [false, true] {
        let directory = compress(game, results);
        let tables = Store::new(directory.path()).open(game).expect("it was just made");
        are_equal(game, &tables, results);
        assert!(tables.bytes() * 3 < Store::new(solved()).open(game).expect("it is solved").bytes());
        let probe = Probe { space: game, tables: &tables };
        let checks = laws::check(&probe, &()).expect("it is sound");
        assert!(checks.iter().all(|check| check.verdict == Verdict::Ok), "{}", game.name());
        assert!(tables.check().is_ok());
    }
}

#[test]
fn draughts_endings_are_compressed_without_loss() {
    is_compressed_without_loss(&Draughts::checkers());
}

#[test]
fn chess_endings_are_compressed_without_loss() {
    is_compressed_without_loss(&Chess::new());
}

#[test]
fn games_without_a_derivation_are_compressed_without_loss() {
    is_compressed_without_loss(&TicTacToe::new());
    let directory = compress(&Pangki::new(), true);
    are_equal(&Pangki::new(), &Store::new(directory.path()).open(&Pangki::new()).expect("it was just made"), true);
}

#[test]
fn large_slices_are_cut_into_streams() {
    let game = Draughts::checkers();
    for (results, bits) in [(true, 13), (false, 11)] {
        let directory = compress_cut(&game, results, bits);
        let table = fs::read(directory.path().join("checkers-3.table")).expect("it was made");
        assert_eq!(table[8..12], [6, 0, 0, 0]);
        let tables = Store::new(directory.path()).open(&game).expect("it was just made");
        are_equal(&game, &tables, results);
        assert!(tables.check().is_ok());
        let probe = Probe { space: &game, tables: &tables };
        let checks = laws::check(&probe, &()).expect("it is sound");
        assert!(checks.iter().all(|check| check.verdict == Verdict::Ok));
    }
}

/// Compressed draughts endings of two and three pieces with depths.
fn checkers() -> &'static Path {
    shared("compressed-tables", |directory| compress_into(directory, &Draughts::checkers(), false, 31))
}

/// A copy of them.
fn copy() -> (TempDir, PathBuf) {
    let directory = TempDir::new().expect("a directory for the test");
    for part in ["2", "3"] {
        let name = format!("checkers-{part}.table");
        fs::copy(checkers().join(&name), directory.path().join(&name)).expect("it can be copied");
    }
    let path = directory.path().join("checkers-2.table");
    (directory, path)
}

/// Checks that something is wrong with a file, and no value.
fn is_noticed<S: Naming>(game: &S, directory: &Path, plain: &Tables, slice: SliceId) {
    let tables = Store::new(directory).scan(game);
    assert!(tables.check().is_err());
    for index in 0..game.slices()[slice.index()].entries {
        let entry = Entry { slice, index };
        if let Ok(value) = tables.value(entry) {
            assert_eq!(value, plain.value(entry).expect("it is sound"), "{entry:?}");
        }
    }
}

/// Small tables of depths keep both halves; these were written when they kept one.
#[test]
fn depths_of_which_half_is_omitted_are_derived() {
    let game = Draughts::checkers();
    let directory = crate::support::root().join("tests/data/halves");
    let tables = Store::new(directory).open(&game).expect("it is sound");
    let kept = [tables.bytes(), Store::new(checkers()).open(&game).expect("it was just made").bytes()];
    assert!(kept[0] * 3 < kept[1] * 2, "{kept:?}");
    are_equal(&game, &tables, false);
}

#[test]
fn every_byte_counts() {
    let game = TicTacToe::new();
    let directory = compress(&game, false);
    let path = directory.path().join("tic-tac-toe.table");
    let plain = Store::new(solved()).open(&game).expect("it is solved");
    let sound = fs::read(&path).expect("it is there");
    let last = SliceId(game.slices().len() as u32 - 1);
    for at in 0..sound.len() {
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, bytes).expect("it can be written");
        is_noticed(&game, directory.path(), &plain, last);
    }
}

#[test]
fn bytes_that_omitted_values_follow_from_count() {
    let (game, (directory, path)) = (Draughts::checkers(), copy());
    let plain = Store::new(solved()).open(&game).expect("it is solved");
    let sound = fs::read(&path).expect("it is there");
    let slice = slice_named(&game, "KvM").expect("there is such a slice");
    for at in (0..sound.len()).step_by(sound.len() / 12) {
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, bytes).expect("it can be written");
        is_noticed(&game, directory.path(), &plain, slice);
    }
}

/// A compressed table in which these slices omit `classes`, with right checksums.
fn with_omitted(sound: &[u8], classes: u8, slices: impl Fn(usize) -> bool) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    let omitted = fields(sound).into_iter().filter(|field| field.what == "omitted classes");
    for (_, field) in omitted.enumerate().filter(|(number, _)| slices(*number)) {
        bytes[field.bits.start / 8] = classes;
    }
    repair(&mut bytes);
    bytes
}

#[test]
fn omitted_values_that_follow_from_one_another_are_refused() {
    let (game, (directory, path)) = (Draughts::checkers(), copy());
    let sound = fs::read(&path).expect("it is there");
    let part = Store::new(directory.path()).scan(&game).parts()[0].clone();
    let kings = part.slices.iter().position(|slice| game.slices()[slice.index()].name == "KvK");
    let kings = kings.expect("there is such a slice");
    let cases: [(u8, &dyn Fn(usize) -> bool); 3] = [(3, &|_| true), (7, &|_| true), (7, &|slice| slice == kings)];
    for (classes, slices) in cases {
        fs::write(&path, with_omitted(&sound, classes, slices)).expect("it can be written");
        let tables = Store::new(directory.path()).scan(&game);
        let error = tables.table(0).expect_err("values follow from one another");
        assert!(matches!(&error, TableError::Header { what, .. } if what.contains("follow from")), "{error}");
        for command in [&["query", "checkers", "W:WK1:BK32"][..], &["stats", "checkers"], &["verify", "checkers"]] {
            let message = hindsight(directory.path(), command).message();
            assert!(message.contains("checkers-2.table: expected an intact header"), "{message}");
        }
    }
}

#[test]
fn depths_that_follow_from_others_that_are_not_kept_are_refused() {
    let game = Chess::new();
    let directory = compress(&game, false);
    let path = directory.path().join("chess-KRvK.table");
    let sound = fs::read(&path).expect("it is there");
    assert_eq!(sound[8..12], [8, 0, 0, 0]);
    let mut bytes = sound.clone();
    let kept: Vec<usize> =
        fields(&sound).iter().filter(|field| field.what == "kept depths").map(|f| f.bits.start / 8).collect();
    assert_eq!((kept.len(), sound[kept[0]], sound[kept[1]]), (2, 1, 1));
    bytes[kept[1]] = 2;
    repair(&mut bytes);
    fs::write(&path, bytes).expect("it can be written");
    let tables = Store::new(directory.path()).scan(&game);
    let part = tables.parts().iter().position(|part| part.name == "KRvK").expect("there is such a part");
    let error = tables.table(part).expect_err("depths follow from one another");
    assert!(matches!(&error, TableError::Header { what, .. } if what.contains("not kept")), "{error}");
}

/// A countdown that says of every position that it is forced, though its moves stay in the slice.
#[derive(Clone)]
struct NeverForced([Slice; 1]);

impl Game for NeverForced {
    type Position = u64;
    type Move = ();

    fn name(&self) -> &'static str {
        "never-forced"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["first", "second"]
    }

    fn start(&self) -> u64 {
        0
    }

    fn side_to_move(&self, _position: &u64) -> usize {
        0
    }

    fn outcome(&self, position: &u64) -> Option<Outcome> {
        (*position == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &u64) -> impl Iterator<Item = ()> {
        (*position > 0).then_some(()).into_iter()
    }

    fn play(&self, position: &u64, (): ()) -> u64 {
        position - 1
    }
}

impl PlayRules for NeverForced {}

impl Space for NeverForced {
    fn slices(&self) -> &[Slice] {
        &self.0
    }

    fn rank(&self, position: &u64) -> Option<Entry> {
        Some(Entry { slice: SliceId(0), index: *position })
    }

    fn unrank(&self, entry: Entry) -> Option<u64> {
        Some(entry.index)
    }

    fn derivation(&self) -> Option<&dyn PositionDerivation<u64>> {
        Some(self)
    }
}

impl Naming for NeverForced {}

impl Derive for NeverForced {
    fn is_forced(&self, _position: &u64) -> bool {
        true
    }
}

#[test]
fn a_slice_that_leads_to_itself_stores_some_values() {
    let directory = TempDir::new().expect("a directory for the test");
    for part in ["2", "3", "4"] {
        let name = format!("checkers-{part}.table");
        fs::copy(crate::support::root().join("data/embedded").join(&name), directory.path().join(&name))
            .expect("it can be copied");
    }
    let game = Draughts::checkers();
    let part = Store::new(directory.path()).scan(&game).parts()[2].clone();
    let men = part.slices.iter().position(|slice| game.slices()[slice.index()].name == "MMvMM");
    let men = men.expect("there is such a slice");
    let path = directory.path().join("checkers-4.table");
    let sound = fs::read(&path).expect("it is there");
    fs::write(&path, with_omitted(&sound, 7, |slice| slice == men)).expect("it can be written");
    let begun = Instant::now();
    let message = hindsight(directory.path(), &["query", "checkers", "W:W29,30:B1,2"]).message();
    assert!(message.contains("checkers-4.table: expected an intact header"), "{message}");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn a_look_up_that_goes_too_deep_is_an_error() {
    let entries = 1_000_000;
    let leads_to = vec![SliceId(0)];
    let game = NeverForced([Slice { name: "all".into(), pieces: 1, part: String::new(), entries, leads_to }]);
    let values = Memory::new(game.slices());
    let directory = TempDir::new().expect("a directory for the test");
    let store = Store::new(directory.path());
    let lock = store.lock(|_| ()).expect("nobody has the lock");
    let writer = |tables: &Tables| {
        TableWriter::new(&lock, tables, &game, 0).compressed(&values, true, &()).expect("all values are equal")
    };
    values.put(Entry { slice: SliceId(0), index: 0 }, Codes::One(&vec![0; entries as usize])).expect("memory");
    writer(&store.scan(&game));
    let path = store.path(game.name(), "");
    let sound = fs::read(&path).expect("it was written");
    fs::write(&path, with_omitted(&sound, 4, |_| true)).expect("it can be written");
    let tables = store.open(&game).expect("that moves stay in the slice cannot be known");
    let value = |index| tables.value(Entry { slice: SliceId(0), index });
    assert_eq!(value(63).expect("not too deep").map(Value::result), Some(Value::Win(0).result()));
    let error = value(64).expect_err("too deep");
    assert!(error.to_string().contains("too many derivations in turn"), "{error}");
    assert!(value(entries - 1).is_err());
    assert!(tables.read(Entry { slice: SliceId(0), index: 0 }, &mut [0; 100]).is_err());
}

#[test]
fn a_table_that_was_cut_or_has_grown_is_refused() {
    let game = TicTacToe::new();
    let directory = compress(&game, true);
    let path = directory.path().join("tic-tac-toe.table");
    let sound = fs::read(&path).expect("it is there");
    for length in (0..=sound.len() + 1).step_by(3).chain([sound.len(), sound.len() + 1]) {
        let mut bytes = sound.clone();
        bytes.resize(length, 0);
        fs::write(&path, bytes).expect("it can be written");
        let tables = Store::new(directory.path()).scan(&game);
        assert_eq!(tables.table(0).is_err(), length != sound.len(), "{length}");
    }
}

#[test]
fn what_omitted_values_follow_from_must_be_there() {
    let (game, (directory, path)) = (Draughts::checkers(), copy());
    fs::remove_file(&path).expect("it is there");
    let store = Store::new(directory.path());
    let mut tables = store.scan(&game);
    let error = tables.table(1).expect_err("it omits values");
    assert!(matches!(&error, TableError::Needs { slice, .. } if slice.len() == 3), "{error}");
    assert!(tables.table(1).is_err() && matches!(tables.intact(1), Ok(Some(_))) && tables.unusable() == 1);
    let entry = game.rank(&game.parse("B:WK1,K2:BK30").expect("a position")).expect("it has an entry");
    assert!(tables.value(entry).is_err() && store.open(&game).is_err());
    let whole = Store::new(checkers()).open(&game).expect("it is compressed");
    let expected = whole.value(entry).expect("it is sound");

    // It is used once the table below it is there, whoever opens that.
    let two = fs::read(checkers().join("checkers-2.table")).expect("it is there");
    let refresh: fn(&mut Tables, &Draughts) = |tables, game| tables.refresh(game);
    let reopen: fn(&mut Tables, &Draughts) = |tables, game| tables.reopen(game, 0).expect("it is sound");
    for opens in [refresh, reopen] {
        fs::write(&path, &two).expect("it can be written");
        opens(&mut tables, &game);
        assert!(tables.table(1).is_ok() && tables.unusable() == 0);
        assert_eq!(tables.value(entry).expect("it is sound"), expected);
        fs::remove_file(&path).expect("it is there");
        tables = store.scan(&game);
    }
}

#[test]
fn omitted_values_follow_from_the_tables_in_the_program() {
    let (directory, path) = copy();
    fs::remove_file(path).expect("it is there");
    let ask = |arguments: &[&str]| hindsight(directory.path(), arguments).answer();
    assert_eq!(
        ask(&["query", "checkers", "B:WK1,K2:BK30", "--json"]),
        hindsight(checkers(), &["query", "checkers", "B:WK1,K2:BK30", "--json"]).answer()
    );
    let listed = ask(&["tables", "checkers", "--check"]);
    assert!(listed.contains("intact") && !listed.contains("damaged"), "{listed}");
    let games = ask(&["games"]);
    assert!(!games.contains("unusable"), "{games}");
}

#[test]
fn results_alone_are_used_by_every_command_that_looks_values_up() {
    let directory = TempDir::new().expect("a directory for the test");
    let to = directory.path().to_str().expect("text");
    let compress = ["compress", "checkers", "--pieces", "3", "--wld", "--to", to, "--quiet"];
    let out = hindsight(solved(), &compress).answer();
    assert!(out.contains("part 3: ") && out.contains("done: 2 tables"), "{out}");
    let out = hindsight(solved(), &compress).answer();
    assert!(out.starts_with("already compressed: 2 tables"), "{out}");

    // Results do not replace depths.
    let own = solved().to_str().expect("text");
    let compress = ["compress", "checkers", "--pieces", "3", "--wld", "--to", own, "--quiet"];
    let message = hindsight(solved(), &compress).message();
    assert!(message.contains("expected no table with depths where results alone are written"), "{message}");

    let ask = |arguments: &[&str]| hindsight(directory.path(), arguments).answer();
    let out = ask(&["query", "checkers", "B:W30:BK1,K2", "--line"]);
    assert!(out.contains("\nwin\n") && out.contains("best line: it needs tables with depths"), "{out}");
    let out = ask(&["query", "checkers", "B:W30:BK1,K2", "--json"]);
    assert!(out.contains(r#""value":"win","plies":null"#) && out.contains(r#""line":[]"#), "{out}");
    let stats = |tables: &Path| hindsight(tables, &["stats", "checkers", "KKvK", "--json"]).answer();
    let of = |text: &str, field: &str| {
        let stats: serde_json::Value = serde_json::from_str(text).expect("JSON");
        stats[0][field].clone()
    };
    let (plain, results) = (stats(solved()), stats(directory.path()));
    for field in ["positions", "wins", "losses", "draws", "mutual_zugzwangs"] {
        assert_eq!(of(&plain, field), of(&results, field), "{field}");
    }
    assert!(of(&results, "longest_win").is_null());
    let out = ask(&["verify", "checkers", "--checksums", "--laws", "--sample", "300", "--solved", "--quiet"]);
    assert!(out.contains(" passed, 0 failed"), "{out}");
    let count = |tables: &Path| hindsight(tables, &["find", "checkers", "--value", "draw", "--count"]).answer();
    assert_eq!(count(solved()), count(directory.path()));

    let ended = hindsight(directory.path(), &["compress", "checkers", "--pieces", "3", "--depth", "--to", to]);
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("expected a table with depths, found one with results only"), "{}", ended.err);
}

#[test]
fn a_solve_stands_on_compressed_tables_and_writes_them() {
    let directory = TempDir::new().expect("a directory for the test");
    hindsight(directory.path(), &["solve", "checkers", "--pieces", "2", "--compress", "--quiet"]).answer();
    let two = fs::read(directory.path().join("checkers-2.table")).expect("it was made");
    assert_eq!(two, fs::read(checkers().join("checkers-2.table")).expect("it was made"));
    let out = hindsight(directory.path(), &["solve", "checkers", "--pieces", "3", "--quiet"]).answer();
    assert!(out.contains("part 3: ") && !out.contains("part 2: "), "{out}");
    let three = |tables: &Path| fs::read(tables.join("checkers-3.table")).expect("it was made");
    assert!(three(directory.path()) == three(solved()));
}

#[test]
fn the_size_can_be_known_before() {
    let game = Draughts::checkers();
    let plain = Store::new(solved()).open(&game).expect("it is solved");
    let written = Store::new(checkers()).open(&game).expect("it was just made");
    let part = (0..plain.parts().len()).rfind(|&part| plain.table(part).is_ok_and(|table| table.is_some()));
    let part = part.expect("a table");
    let size = plain.compressed_size(&game, part, &plain, false).expect("it is sound");
    assert_eq!(size, written.table(part).expect("it is sound").expect("it was made").bytes());
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let made: Vec<Vec<u8>> = ["1", "3"]
        .iter()
        .map(|threads| {
            let directory = TempDir::new().expect("a directory for the test");
            let to = directory.path().to_str().expect("text");
            let arguments =
                ["compress", "checkers", "--pieces", "3", "--depth", "--threads", threads, "--to", to, "--quiet"];
            hindsight(solved(), &arguments).answer();
            fs::read(directory.path().join("checkers-3.table")).expect("it was made")
        })
        .collect();
    assert!(made[0] == made[1]);
}

/// The position of a line of `find --csv`, which is in quotes if it has a comma.
fn position_of(line: &str) -> Option<&str> {
    match line.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => line.split(',').next(),
    }
}

/// Whether these are the plies of a game that is over, or that a move ends.
fn is_at_once(plies: &str) -> bool {
    ["0", "1"].contains(&plies)
}

/// The reader of depths in Python against the values that were compressed.
#[test]
fn another_reader_reads_the_same_depths() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("NOT TESTED: python3 is not there, so tools/read_depths.py was not compared");
        return;
    }
    let game = Chess::new();
    let directory = compress(&game, false);
    let values = Store::new(directory.path()).open(&game).expect("it was just compressed");
    let reader = crate::support::root().join("tools/read_depths.py");
    for (part, slice, has_floors) in [("KRvK", "KRvK", false), ("KPvK", "KvKP", true)] {
        let path = directory.path().join(format!("chess-{part}.table"));
        let number = game.slices().iter().position(|of| of.name == slice).expect("there is such a slice");
        for block in ["0", "9", "40"] {
            let read = run(Command::new("python3").arg(&reader).arg(&path).args([slice, block]), b"");
            assert_eq!(read.status, 0, "{}", read.err);
            assert!(read.out.lines().count() > 30, "{slice}, block {block}");
            for line in read.out.lines() {
                let [index, word, moves] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
                let (index, moves) = (index.parse().expect("a number"), moves.parse::<u32>().expect("a number"));
                let found = if word == "win" { Value::Win(2 * moves - 1) } else { Value::Loss(2 * moves) };
                let value = values.value(Entry { slice: SliceId(number as u32), index }).expect("it is sound");
                // A conversion may be quicker.
                let is_right = value == Some(found) || has_floors && value > Some(found);
                assert!(is_right, "{slice}: {line}, and {value:?}");
            }
        }
    }
}

/// The reader in Python against the program, on positions of both games and both kinds of tables.
#[test]
fn another_reader_reads_the_same_values() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("NOT TESTED: python3 is not there, so tools/read_compressed.py was not compared");
        return;
    }
    let (results, cut) = (compress(&Draughts::checkers(), true), compress_cut(&Draughts::checkers(), true, 13));
    for tables in [checkers(), results.path(), cut.path()] {
        let found = hindsight(solved(), &["find", "checkers", "--sample", "1000", "--seed", "5", "--csv"]).answer();
        let positions: Vec<&str> = found.lines().skip(1).filter_map(position_of).collect();
        assert_eq!(positions.len(), 1000);
        let input = positions.join("\n") + "\n";
        let mut program = Command::new(env!("CARGO_BIN_EXE_hindsight"));
        let expected = run(program.args(["query", "checkers", "-"]).env("HINDSIGHT_TABLES", tables), input.as_bytes());
        let reader = crate::support::root().join("tools/read_compressed.py");
        let read = run(Command::new("python3").arg(reader).arg(tables), input.as_bytes());
        assert_eq!(read.status, 0, "{}", read.err);
        // The reader has the tables alone, the program the rules, too: they know when a game ends at once.
        let agree = |(own, other): &(&str, &str)| {
            own == other || other.strip_suffix('-').is_some_and(|known| own.strip_prefix(known).is_some_and(is_at_once))
        };
        assert_eq!(read.out.lines().count(), expected.out.lines().count());
        let differing = expected.out.lines().zip(read.out.lines()).find(|lines| !agree(lines));
        assert!(differing.is_none(), "{differing:?}");
    }
}
