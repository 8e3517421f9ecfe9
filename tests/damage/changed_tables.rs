//! Tables whose fields were changed at random and whose checksums were repaired, so that every change gets past them:
//! an error, the right value, or the value of another table where the format cannot know.
//!
//! The format cannot know that a stored value was changed: codes of values, of lists and of blocks, rules and lengths
//! of codes. Nor can it know that a class is stored that was omitted, and in versions 1 and 2 the width of a slice that
//! fits before the next one. All else is found, or does no harm; the entries of a block when all blocks are checked.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use hindsight::game::Value;
use hindsight::games::chess::Chess;
use hindsight::games::chess::solver::Bitboards;
use hindsight::games::draughts::Draughts;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::job::Job;
use hindsight::query::Probe;
use hindsight::solve::retrograde::Retrograde;
use hindsight::solve::subslices::Subslices;
use hindsight::solve::{Solver, in_memory};
use hindsight::space::{Entry, Naming, SliceId, Space};
use hindsight::table::{Store, TableWriter, Tables};
use hindsight::util::random::Random;
use hindsight::values::{Code, Codes, Lookup, Memory, Sink};
use tempfile::TempDir;

use crate::library::tables::{Countdown, write};
use crate::support::table_fields::{Field, Knows, fields, repair};

/// The longest that all look-ups in a file may take.
const LONGEST: Duration = Duration::from_secs(1);

/// What came of the files.
#[derive(Debug, Default)]
pub struct Outcomes {
    pub files: usize,
    /// Refused when they were opened.
    pub refused: usize,
    /// Refused when a value was looked up.
    pub refused_later: usize,
    /// Refused when all blocks were checked.
    pub refused_by_check: usize,
    /// As the sound table.
    pub harmless: usize,
    /// Other values, where the format cannot know.
    pub other_tables: usize,
    /// Other values, where it can.
    pub wrong: Vec<String>,
    pub panics: Vec<String>,
    pub hangs: Vec<String>,
    pub slowest: Duration,
}

/// A sound table, to be changed.
struct Sample<S> {
    name: String,
    space: S,
    directory: TempDir,
    /// The part of the table.
    part: usize,
    path: PathBuf,
    bytes: Vec<u8>,
    fields: Vec<Field>,
    /// The right values.
    right: Box<dyn Lookup>,
    /// Whether the table has results alone.
    results: bool,
}

/// The same without its type.
trait Changeable {
    fn try_once(&self, seed: u64, outcomes: &mut Outcomes);
}

/// What look-ups in a changed table found.
#[derive(Default)]
struct Found {
    refused: bool,
    /// The check of all blocks finds the damage.
    by_check: bool,
    /// The first value that is not right, and whether it has another result.
    other: Option<(String, bool)>,
}

impl<S: Naming> Sample<S> {
    fn new(name: &str, space: S, directory: TempDir, part: usize, right: Box<dyn Lookup>) -> Sample<S> {
        let tables = Store::new(directory.path()).scan(&space);
        let (path, table) = (tables.path(part), tables.table(part).expect("it is sound").expect("it is there"));
        let results = table.results_only();
        let bytes = fs::read(&path).expect("it is there");
        let fields = fields(&bytes);
        let mut same = bytes.clone();
        repair(&mut same);
        assert!(same == bytes, "{name}: checksums of a sound table are right");
        Sample { name: name.to_string(), space, directory, part, path, bytes, fields, right, results }
    }

    /// Changes some fields. Returns what was changed, and what the format can know of it.
    fn changed(&self, random: &mut Random) -> (Vec<u8>, String, Knows) {
        let (mut bytes, mut what, mut knows) = (self.bytes.clone(), String::new(), Knows::All);
        for _ in 0..1 + random.below(6) / 4 {
            // Every sort of field as often as any other, first.
            let sorts: Vec<&str> = {
                let mut sorts: Vec<&str> = self.fields.iter().map(|field| field.what).collect();
                sorts.sort_unstable();
                sorts.dedup();
                sorts
            };
            let sort = sorts[random.below(sorts.len())];
            let of_sort: Vec<&Field> = self.fields.iter().filter(|field| field.what == sort).collect();
            let field = of_sort[random.below(of_sort.len())];
            let before = bytes.clone();
            self.change(random, &mut bytes, field, &of_sort);
            let mut field_knows = field.knows;
            if sort == "omitted classes" {
                let omitted = || of_sort.iter().map(|field| field.bits.start / 8);
                let is_more = omitted().all(|at| bytes[at] & before[at] == before[at]);
                field_knows = if is_more { Knows::All } else { Knows::Nothing };
            }
            knows = knows.max(field_knows);
            what += &format!(" [{sort} at bit {}]", field.bits.start);
        }
        if random.below(12) == 0 {
            let length = (bytes.len() + random.below(90)).saturating_sub(random.below(90));
            bytes.resize(length, random.bits() as u8);
            what += " [length of the file]";
        }
        repair(&mut bytes);
        (bytes, what, knows)
    }

    /// Changes a field, or exchanges it with its neighbour of the same sort.
    fn change(&self, random: &mut Random, bytes: &mut [u8], field: &Field, of_sort: &[&Field]) {
        let get = |bytes: &[u8], bit: usize| bytes[bit / 8] >> (7 - bit % 8) & 1;
        let set = |bytes: &mut [u8], bit: usize, value: u8| {
            bytes[bit / 8] = bytes[bit / 8] & !(1 << (7 - bit % 8)) | value << (7 - bit % 8);
        };
        let length = field.bits.len();
        let other = of_sort[random.below(of_sort.len())];
        match random.below(6) {
            0 => {
                let bit = field.bits.start + random.below(length);
                let value = get(bytes, bit);
                set(bytes, bit, 1 - value);
            }
            1 => field.bits.clone().take(256).for_each(|bit| set(bytes, bit, random.bits() as u8 & 1)),
            2 => field.bits.clone().take(256).for_each(|bit| set(bytes, bit, 0)),
            3 => field.bits.clone().take(256).for_each(|bit| set(bytes, bit, 1)),
            4 if other.bits.len() == length && length < 200 => {
                for (one, two) in field.bits.clone().zip(other.bits.clone()) {
                    let (first, second) = (get(bytes, one), get(bytes, two));
                    set(bytes, one, second);
                    set(bytes, two, first);
                }
            }
            // A small number, in the order of numbers of the header.
            _ => {
                let byte = field.bits.start / 8;
                match field.bits.start.is_multiple_of(8) && length.is_multiple_of(8) {
                    true => bytes[byte] = bytes[byte].wrapping_add(1 + random.below(8) as u8),
                    false => set(bytes, field.bits.end - 1, 1 - get(&self.bytes, field.bits.end - 1)),
                }
            }
        }
    }

    /// Looks values up in the file, in every way.
    fn look_up(&self, random: &mut Random) -> Found {
        let tables = Store::loaded(self.directory.path()).scan(&self.space);
        let mut found = Found::default();
        let Ok(table) = tables.table(self.part) else {
            let of_slice = tables.parts()[self.part].slices[0];
            assert!(tables.value(Entry { slice: of_slice, index: 0 }).is_err(), "a refused table has values");
            return Found { refused: true, ..found };
        };
        assert!(table.is_some(), "the file is there");
        for slice in tables.parts()[self.part].slices.clone() {
            self.look_up_slice(&tables, slice, random, &mut found);
        }
        found.by_check = tables.check().is_err();
        found
    }

    fn look_up_slice(&self, tables: &Tables, slice: SliceId, random: &mut Random, found: &mut Found) {
        let entries = self.space.slices()[slice.index()].entries;
        if entries == 0 {
            return;
        }
        let probe = Probe { space: &self.space, tables };
        let compare = |entry: Entry, value: Option<Value>, found: &mut Found| {
            let right = self.right.value(entry).expect("they are sound");
            let right = if self.results { right.map(Value::result) } else { right };
            if value != right && found.other.as_ref().is_none_or(|(_, result)| !result) {
                let other_result = value.map(Value::result) != right.map(Value::result);
                found.other = Some((format!("{entry:?} has {value:?}, not {right:?}"), other_result));
            }
        };
        for _ in 0..12 {
            let entry = Entry { slice, index: random.below(entries as usize) as u64 };
            let value = match self.space.unrank(entry).filter(|_| random.below(2) == 0) {
                Some(position) => probe.value(&position),
                None => tables.value(entry),
            };
            match value {
                Ok(value) => compare(entry, value, found),
                Err(_) => found.refused = true,
            }
        }
        let count = entries.min(40);
        let index = random.below((entries - count + 1) as usize) as u64;
        let mut codes = vec![u16::ABSENT; count as usize];
        match tables.read(Entry { slice, index }, &mut codes) {
            Ok(_) => {
                (index..).zip(&codes).for_each(|(index, code)| compare(Entry { slice, index }, code.decode(), found))
            }
            Err(_) => found.refused = true,
        }
        let indexes = [(); 5].map(|()| random.below(entries as usize) as u64);
        let mut codes = [u16::ABSENT; 5];
        match tables.gather(slice, &indexes, &mut codes) {
            Ok(_) => {
                let values = indexes.iter().zip(codes);
                values.for_each(|(&index, code)| compare(Entry { slice, index }, code.decode(), found));
            }
            Err(_) => found.refused = true,
        }
    }
}

impl<S: Naming> Changeable for Sample<S> {
    fn try_once(&self, seed: u64, outcomes: &mut Outcomes) {
        let mut random = Random::new(seed);
        let (bytes, what, knows) = self.changed(&mut random);
        let context = format!("{}, seed {seed}:{what}", self.name);
        fs::write(&self.path, &bytes).expect("it can be written");
        let mut times = Vec::new();
        let found = loop {
            let start = Instant::now();
            let found = catch_unwind(AssertUnwindSafe(|| self.look_up(&mut random.clone())));
            times.push(start.elapsed());
            // Other programs may have had the processor, on a busy machine several times.
            if times.len() == 10 || start.elapsed() < LONGEST {
                break found;
            }
        };
        let time = times.into_iter().min().unwrap_or_default();
        outcomes.files += 1;
        outcomes.slowest = outcomes.slowest.max(time);
        if time >= LONGEST {
            outcomes.hangs.push(context.clone());
        }
        match found {
            Err(_) => outcomes.panics.push(context),
            Ok(Found { other: Some((value, result)), by_check, .. }) => {
                let may_be = match knows {
                    Knows::All => false,
                    Knows::Checked => by_check,
                    Knows::Results => !result,
                    Knows::Nothing => true,
                };
                match may_be {
                    true => outcomes.other_tables += 1,
                    false => outcomes.wrong.push(format!("{context}: {value}")),
                }
            }
            Ok(Found { refused: true, .. }) => match self.is_refused_at_once() {
                true => outcomes.refused += 1,
                false => outcomes.refused_later += 1,
            },
            Ok(Found { by_check: true, .. }) => outcomes.refused_by_check += 1,
            Ok(_) => outcomes.harmless += 1,
        }
    }
}

impl<S: Naming> Sample<S> {
    fn is_refused_at_once(&self) -> bool {
        Store::loaded(self.directory.path()).scan(&self.space).table(self.part).is_err()
    }
}

fn directory() -> TempDir {
    TempDir::new().expect("a directory for the test")
}

fn up_to<S: Naming>(space: &S, most: u32) -> Vec<SliceId> {
    (0..space.slices().len() as u32).map(SliceId).filter(|&slice| space.size(slice) <= most).collect()
}

fn solve<S: Naming>(space: &S, solver: &dyn Solver<S>, most: u32) -> TempDir {
    let directory = directory();
    let store = Store::new(directory.path());
    let lock = store.lock(|_| ()).expect("nobody has the lock");
    Job::solve(space, solver, &store, &up_to(space, most)).run(&lock, &(), &mut |_| ()).expect("it can be solved");
    directory
}

fn compress<S: Naming>(space: &S, from: &TempDir, most: u32, results: bool) -> TempDir {
    compress_cut(space, from, most, results, 31)
}

/// With streams of 2^`bits` entries.
fn compress_cut<S: Naming>(space: &S, from: &TempDir, most: u32, results: bool, bits: u8) -> TempDir {
    let directory = directory();
    let (from, to) = (Store::new(from.path()), Store::new(directory.path()).cutting(bits));
    let lock = to.lock(|_| ()).expect("nobody has the lock");
    let mut job = Job::compress(space, &from, &to, &up_to(space, most), results);
    job.run(&lock, &(), &mut |_| ()).expect("it can be compressed");
    directory
}

/// Tables of tic-tac-toe of every version.
fn tic_tac_toe(samples: &mut Vec<Box<dyn Changeable>>) {
    let right =
        || -> Box<dyn Lookup> { Box::new(in_memory(&TicTacToe::new(), &Retrograde, &()).expect("it can be solved")) };
    let mut add = |name: &str, directory| {
        samples.push(Box::new(Sample::new(name, TicTacToe::new(), directory, 0, right())));
    };
    let game = TicTacToe::new();
    let solved = solve(&game, &Retrograde, 9);
    for results in [false, true] {
        add(&format!("compressed, results {results}"), compress(&game, &solved, 9, results));
    }
    let packed = self::directory();
    let store = Store::new(packed.path());
    let lock = store.lock(|_| ()).expect("nobody has the lock");
    TableWriter::new(&lock, &store.scan(&game), &game, 0).packed(right().as_ref()).expect("there is room");
    add("packed", packed);
    add("plain, version 3", solved);
}

/// A plain table with every encoding.
fn encodings(samples: &mut Vec<Box<dyn Changeable>>) {
    let game = Countdown::in_one_part(&[("plain", 1_000), ("listed", 301), ("empty", 0), ("wide", 701)]);
    let memory = Memory::new(game.slices());
    let codes: [fn(u16) -> u16; 4] =
        [|n| n % 250, |n| if n % 7 == 0 { u16::ABSENT } else { n % 200 * 300 }, |_| 0, |n| n * 90];
    for (slice, code) in (0..).map(SliceId).zip(codes) {
        let codes: Vec<u16> = (0..game.slices()[slice.index()].entries).map(|n| code(n as u16)).collect();
        memory.put(Entry { slice, index: 0 }, Codes::Two(&codes)).expect("memory does not fail");
    }
    let directory = directory();
    write(&Store::new(directory.path()), &game, &memory);
    samples.push(Box::new(Sample::new("every encoding", game, directory, 0, Box::new(memory))));
}

/// Compressed draughts endings, which omit values.
fn draughts(samples: &mut Vec<Box<dyn Changeable>>) {
    let game = Draughts::checkers;
    let solved = solve(&game(), &Subslices, 3);
    let mut add = |name: &str, directory: TempDir, part| {
        let right = Store::loaded(solved.path()).open(&game()).expect("it is solved");
        samples.push(Box::new(Sample::new(name, game(), directory, part, Box::new(right))));
    };
    for part in [0, 1] {
        for results in [false, true] {
            let name = format!("checkers, part {part}, results {results}");
            add(&name, compress(&game(), &solved, 3, results), part);
        }
        add(&format!("checkers, part {part}, cut"), compress_cut(&game(), &solved, 3, part == 0, 11), part);
        let halves = directory();
        for file in ["checkers-2.table", "checkers-3.table"] {
            let from = crate::support::root().join("tests/data/halves").join(file);
            fs::copy(from, halves.path().join(file)).expect("it can be copied");
        }
        add(&format!("checkers, part {part}, halves"), halves, part);
    }
}

/// Compressed chess endings, with floors and in orders of their own.
fn chess(samples: &mut Vec<Box<dyn Changeable>>) {
    let solved = solve(&Chess::new(), &Bitboards, 3);
    for (results, parts) in [(true, ["KQvK", "KPvK"]), (false, ["KRvK", "KPvK"])] {
        for part in parts {
            let right = Store::loaded(solved.path()).open(&Chess::new()).expect("it is solved");
            let directory = compress(&Chess::new(), &solved, 3, results);
            let number = right.parts().iter().position(|of| of.name == part).expect("there is such a part");
            let name = format!("chess, part {part}, results {results}");
            samples.push(Box::new(Sample::new(&name, Chess::new(), directory, number, Box::new(right))));
        }
    }
}

/// Changes this number of files.
pub fn change(files: usize, first_seed: u64) -> Outcomes {
    let mut samples = Vec::new();
    tic_tac_toe(&mut samples);
    encodings(&mut samples);
    draughts(&mut samples);
    chess(&mut samples);
    let mut outcomes = Outcomes::default();
    for seed in first_seed..first_seed + files as u64 {
        samples[seed as usize % samples.len()].try_once(seed, &mut outcomes);
    }
    outcomes
}

impl Outcomes {
    /// Checks that nothing is wrong.
    pub fn are_sound(&self) {
        let faults = [&self.wrong, &self.panics, &self.hangs].map(|faults| faults.iter().take(12).collect::<Vec<_>>());
        assert!(faults.iter().all(Vec::is_empty), "wrong, panics, hangs: {faults:#?}");
    }
}

#[test]
fn changed_tables_with_right_checksums_are_errors_or_right() {
    let outcomes = change(200, 1);
    outcomes.are_sound();
    assert!(outcomes.refused > 60 && outcomes.refused_later > 2 && outcomes.harmless > 2, "{outcomes:?}");
}
