//! Tigers and Goats with few goats: every value held against the solver for any game and against the laws, the tables
//! the same from any number of threads, and the searches that ask them.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use crate::support::shared::shared;
use hindsight::game::{Game, Notation, Turn, Value};
use hindsight::games::tigers_and_goats::TigersAndGoats;
use hindsight::job::Job;
use hindsight::query::Probe;
use hindsight::search::{Algorithm, GenericSearch, Limit, SearchClock, SearchRequest};
use hindsight::solve::{Solver as _, Work, hunters::Hunters, retrograde::Retrograde};
use hindsight::space::{Entry, Naming, SliceId, Space};
use hindsight::space::{components, slice_named};
use hindsight::table::{Store, Tables};
use hindsight::values::{Code, Lookup, Memory};
use hindsight::verify::{Verdict, laws};
use tempfile::TempDir;

/// The slices with at most `most` goats, on the board and in hand.
fn with_goats(game: &TigersAndGoats, most: u32) -> Vec<SliceId> {
    let all = (0..game.slices().len() as u32).map(SliceId);
    all.filter(|&slice| game.size(slice) <= most).collect()
}

/// Solves them into a directory.
fn solve(game: &TigersAndGoats, slices: &[SliceId], directory: &Path, threads: usize) {
    let store = Store::new(directory);
    let mut job = Job::solve(game, &Hunters, &store, slices).threads(Some(threads));
    let lock = store.lock(|_| ()).expect("nobody else is here");
    job.prepare(&lock).expect("it fits");
    job.run(&lock, &(), &mut |_| ()).expect("it can be solved");
}

/// Tables of everything with up to four goats, and of five without any in hand.
fn tables() -> &'static (TigersAndGoats, Tables) {
    static TABLES: OnceLock<(TigersAndGoats, Tables)> = OnceLock::new();
    TABLES.get_or_init(|| {
        let game = TigersAndGoats::new();
        let directory = shared("tigers-and-goats-tables", |directory| {
            let mut slices = with_goats(&game, 4);
            slices.push(slice_named(&game, "TvG5+0").expect("is a slice"));
            solve(&game, &slices, directory, 2);
        });
        let tables = Store::new(directory).open(&game).expect("they were written");
        (game, tables)
    })
}

/// The codes of a slice.
fn codes(space: &impl Space, tables: &impl Lookup, slice: SliceId) -> Vec<u16> {
    let mut codes = vec![0; space.slices()[slice.index()].entries as usize];
    assert!(tables.read(Entry { slice, index: 0 }, &mut codes).expect("memory can be trusted"));
    codes
}

#[test]
fn every_value_is_that_of_the_engine_for_any_game() {
    let (game, tables) = tables();
    for members in components::components(game.slices()) {
        if !members.iter().all(|&slice| game.size(slice) <= 3) {
            continue;
        }
        let slow = Memory::new(game.slices());
        Retrograde
            .solve(
                game,
                &members,
                &Work { below: tables, sink: &slow, progress: &(), peers: None, pieces: None, files: None },
            )
            .expect("it can be solved");
        for slice in members {
            assert!(codes(game, tables, slice) == codes(game, &slow, slice), "{}", game.slices()[slice.index()].name);
        }
    }
}

#[test]
fn the_laws_hold_on_every_entry() {
    let (game, tables) = tables();
    let checks = laws::check(&Probe { space: game, tables }, &()).expect("the tables are sound");
    for check in checks {
        assert_eq!(check.verdict, Verdict::Ok, "{}: {}", check.what, check.found);
    }
}

#[test]
fn tables_are_the_same_from_one_thread_and_from_three() {
    let (game, directories) = (TigersAndGoats::new(), [1, 3].map(|threads| (threads, TempDir::new())));
    let files = directories.map(|(threads, directory)| {
        let directory = directory.expect("a directory for the test");
        solve(&game, &with_goats(&game, 3), directory.path(), threads);
        let mut files: Vec<_> = fs::read_dir(directory.path())
            .expect("it is there")
            .map(|entry| entry.expect("it can be read").path())
            .map(|path| (path.file_name().map(ToOwned::to_owned), fs::read(&path).expect("it can be read")))
            .collect();
        files.sort();
        files
    });
    assert_eq!(files[0].len(), 11);
    assert!(files[0] == files[1]);
}

#[test]
fn a_table_with_deep_values_takes_a_byte_for_each() {
    let (game, tables) = tables();
    let slice = slice_named(game, "TvG4+0").expect("is a slice");
    let part = tables.parts().iter().position(|part| part.slices.contains(&slice)).expect("every slice has a part");
    let entries: u64 = tables.parts()[part].entries(game.slices());
    let table = tables.table(part).expect("it is sound").expect("it is there");
    assert!(table.bytes() < entries + entries / 100, "{} bytes for {entries} entries", table.bytes());
    let codes: Vec<u64> = (0..game.slices()[slice.index()].entries).collect();
    let values = codes.iter().map(|&index| tables.value(Entry { slice, index }).expect("it is sound"));
    assert_eq!(values.flatten().filter_map(Value::plies).max(), Some(153));
}

#[test]
fn what_is_read_together_is_what_is_looked_up() {
    let (game, tables) = tables();
    for (number, slice) in game.slices().iter().enumerate().filter(|(_, slice)| slice.entries < 1 << 20) {
        let id = SliceId(number as u32);
        let mut codes = vec![7; slice.entries as usize];
        let there = tables.read(Entry { slice: id, index: 0 }, &mut codes).expect("the tables are sound");
        assert_eq!(there, tables.holds(id), "{}", slice.name);
        if there {
            let value = |index| tables.value(Entry { slice: id, index }).expect("sound");
            let same = |&index: &u64| codes[index as usize].decode() == value(index);
            assert_eq!((0..slice.entries).find(|index| !same(index)), None, "{}", slice.name);
        }
    }
}

#[test]
fn searches_with_tables_say_what_the_tables_say() {
    let (game, tables) = tables();
    let probe = Probe { space: game, tables };
    let texts = [
        "T/..TT../...G../....../.... g 1",
        "./.TG.T./.G..../....T./.... t 2",
        "./.TGGT./.G..../....T./G... t 0",
        "G/.TG.T./..G.../....T./.G.. g 0",
        "T/..TT../....../....../.... g 4",
        "T/GG..../.....T/T..G../...G t 0",
    ];
    for text in texts {
        let position = game.parse(text).expect(text);
        let value = probe.value(&position).expect("the tables are sound").expect("it is solved");
        for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_exact()) {
            for depth in [1, 3] {
                let solver = GenericSearch::new(algorithm);
                let limit = Limit::to_depth(depth);
                let clock = SearchClock::running();
                let request = SearchRequest::new(game, &position, limit, &clock);
                let report = solver.search(&SearchRequest { exact: &probe, ..request }, &solver.table());
                let report = report.expect("sound tables");
                assert_eq!(report.value, Some(value), "{text}, {} to depth {depth}", algorithm.name());
                let best = report.best.expect("there is a move");
                let after = probe.value(&game.play(&position, best)).expect("sound").expect("it is solved");
                assert_eq!(after.before(Turn::Other), value, "{text}, {}", algorithm.name());
            }
        }
    }
}

#[test]
fn components_are_solved_alone_over_the_tables_below() {
    let (game, tables) = tables();
    let slice = slice_named(game, "G3+1vT").expect("is a slice");
    let alone = Memory::new(game.slices());
    Hunters
        .solve(
            game,
            &[slice],
            &Work { below: tables, sink: &alone, progress: &(), peers: None, pieces: None, files: None },
        )
        .expect("it can be solved");
    assert!(codes(game, tables, slice) == codes(game, &alone, slice));
}
