//! Halma packing against a plain reading of its rules, and its solver against the others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hindsight::game::{Game, Notation, Value, move_text, position_text};
use hindsight::games::halma_packing::{HalmaPacking, Position};
use hindsight::query::Probe;
use hindsight::solve::packing::Packing;
use hindsight::solve::reference::Reference;
use hindsight::solve::retrograde::Retrograde;
use hindsight::solve::{self, Kept, SolveError, Solver, Work};
use hindsight::space::components::parts;
use hindsight::space::{Entry, SliceId, Space, Symmetry};
use hindsight::util::progress::Progress;
use hindsight::util::random::Random;
use hindsight::util::threads::Threads;
use hindsight::values::{Lookup, Memory, Overlay};
use hindsight::verify::{Verdict, laws};

/// The rows of a position, as characters.
type Rows = Vec<Vec<char>>;

fn rows(text: &str) -> Rows {
    text.split('/').map(|row| row.chars().collect()).collect()
}

fn at(rows: &Rows, (x, y): (i32, i32)) -> Option<char> {
    rows.get(usize::try_from(y).ok()?)?.get(usize::try_from(x).ok()?).copied()
}

/// The zone has rows of four, four, three and two squares.
fn is_home((x, y): (i32, i32)) -> bool {
    matches!((x, y), (0..4, 0 | 1) | (0..3, 2) | (0..2, 3))
}

/// Every chain of hops, by the squares touched, of a piece that has come this way so far.
fn chains(rows: &Rows, way: &mut Vec<(i32, i32)>, found: &mut Vec<Vec<(i32, i32)>>) {
    let (x, y) = way[way.len() - 1];
    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (over, to) = ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy));
        let legal = at(rows, over) == Some('x')
            && over != way[0]
            && at(rows, to) == Some('.')
            && !way.contains(&to)
            && (is_home(to) || !is_home((x, y)));
        if legal {
            way.push(to);
            found.push(way.clone());
            chains(rows, way, found);
            way.pop();
        }
    }
}

/// Every turn as it can be written, and the position after it.
fn turns_of(text: &str) -> Vec<(String, String)> {
    let (rows, mut turns) = (rows(text), Vec::new());
    let squares = (0..).zip(&rows).flat_map(|(y, row)| (0..row.len() as i32).map(move |x| (x, y)));
    for from in squares.filter(|&square| at(&rows, square) == Some('x')) {
        let near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (from.0 + dx, from.1 + dy)));
        let steps = near.filter(|&to| at(&rows, to) == Some('.') && (is_home(to) || !is_home(from)));
        let mut ways: Vec<(char, Vec<(i32, i32)>)> = steps.map(|to| ('-', vec![from, to])).collect();
        let mut hops = Vec::new();
        chains(&rows, &mut vec![from], &mut hops);
        ways.extend(hops.into_iter().map(|way| (':', way)));
        for (separator, way) in ways {
            let (mut moved, to) = (rows.clone(), way[way.len() - 1]);
            moved[from.1 as usize][from.0 as usize] = '.';
            moved[to.1 as usize][to.0 as usize] = 'x';
            let names: Vec<String> =
                way.iter().map(|&(x, y)| format!("{}{}", char::from(b'a' + x as u8), y + 1)).collect();
            let after = moved.iter().map(String::from_iter).collect::<Vec<String>>().join("/");
            turns.push((names.join(&separator.to_string()), after));
        }
    }
    turns
}

/// The positions after each turn.
fn after(text: &str) -> BTreeSet<String> {
    turns_of(text).into_iter().map(|(_, after)| after).collect()
}

/// All positions of a region whose rows have these lengths.
fn all(lengths: &[usize]) -> Vec<String> {
    let squares: usize = lengths.iter().sum();
    let sets = (0u64..1 << squares).filter(|set| set.count_ones() == 13);
    sets.map(|set| {
        let mut squares = (0..squares).map(|place| if set >> place & 1 == 1 { 'x' } else { '.' });
        let rows = lengths.iter().map(|&length| squares.by_ref().take(length).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    })
    .collect()
}

/// The turns that each position takes, by sweeps over all of them.
fn turns(lengths: &[usize]) -> BTreeMap<String, Option<u32>> {
    let moves: Vec<(String, BTreeSet<String>)> =
        all(lengths).into_iter().map(|text| (text.clone(), after(&text))).collect();
    let is_over = |text: &str| rows(text).iter().flatten().filter(|&&c| c == 'x').count() == home(text);
    let mut turns: BTreeMap<String, u32> =
        moves.iter().filter(|(text, _)| is_over(text)).map(|(text, _)| (text.clone(), 0)).collect();
    for plies in 1.. {
        let reaches = |to: &BTreeSet<String>| to.iter().any(|to| turns.get(to) == Some(&(plies - 1)));
        let found: Vec<&String> =
            moves.iter().filter(|(text, to)| !turns.contains_key(text) && reaches(to)).map(|(text, _)| text).collect();
        if found.is_empty() {
            break;
        }
        turns.extend(found.into_iter().map(|text| (text.clone(), plies)));
    }
    moves.into_iter().map(|(text, _)| (text.clone(), turns.get(&text).copied())).collect()
}

/// The pieces that are home.
fn home(text: &str) -> usize {
    let rows = rows(text);
    let squares = (0..).zip(&rows).flat_map(|(y, row)| (0..row.len() as i32).map(move |x| (x, y)));
    squares.filter(|&square| is_home(square) && at(&rows, square) == Some('x')).count()
}

/// The slice of a region.
fn slice(squares: u32) -> SliceId {
    SliceId(squares - 15)
}

fn entries(game: &HalmaPacking, squares: u32) -> impl Iterator<Item = Entry> {
    (0..game.slices()[slice(squares).index()].entries).map(move |index| Entry { slice: slice(squares), index })
}

/// Solves one region.
fn solve(
    game: &HalmaPacking,
    solver: &dyn Solver<HalmaPacking>,
    squares: u32,
    progress: &dyn Progress,
) -> Result<Memory, SolveError> {
    let memory = Memory::new(game.slices());
    let part = parts(game.slices()).into_iter().find(|part| part.name == squares.to_string()).expect("a region");
    solve::solve_part(game, solver, &part, &Work::new(&Overlay { above: &memory, below: &() }, progress))
        .map(|()| memory)
}

fn solved(game: &HalmaPacking, solver: &dyn Solver<HalmaPacking>, squares: u32) -> Memory {
    solve(game, solver, squares, &()).expect("the region is solved")
}

fn value(memory: &Memory, entry: Entry) -> Option<Value> {
    memory.value(entry).expect("memory can be read")
}

fn text_of(game: &HalmaPacking, entry: Entry) -> String {
    position_text(game, &game.unrank(entry).expect("every entry holds a position"))
}

fn texts_after(game: &HalmaPacking, position: &Position) -> BTreeSet<String> {
    game.moves(position).map(|mv| position_text(game, &game.play(position, mv))).collect()
}

#[test]
fn small_regions_take_the_turns_of_a_plain_reading() {
    let game = HalmaPacking::new();
    for (squares, lengths) in [(15, &[5, 4, 3, 2, 1][..]), (16, &[6, 4, 3, 2, 1]), (17, &[6, 5, 3, 2, 1])] {
        let (memory, turns) = (solved(&game, &Packing, squares), turns(lengths));
        assert_eq!(turns.len(), entries(&game, squares).count());
        for entry in entries(&game, squares) {
            let text = text_of(&game, entry);
            let expected = turns[&text].map_or(Value::Draw, Value::Win);
            assert_eq!(value(&memory, entry), Some(expected), "{text}");
        }
    }
}

#[test]
fn the_moves_are_those_of_a_plain_reading() {
    let (game, mut random) = (HalmaPacking::new(), Random::new(1));
    for squares in [18, 21, 23, 28, 36] {
        let count = game.slices()[slice(squares).index()].entries;
        for _ in 0..40 {
            let entry = Entry { slice: slice(squares), index: random.below(count as usize) as u64 };
            let position = game.unrank(entry).expect("every entry holds a position");
            let text = position_text(&game, &position);
            assert_eq!(texts_after(&game, &position), after(&text), "{text}");
            // What it came from has the move.
            for parent in game.parents(&position) {
                assert!(
                    after(&position_text(&game, &parent)).contains(&text),
                    "{} does not lead to {text}",
                    position_text(&game, &parent)
                );
            }
        }
    }
}

#[test]
fn every_way_of_a_plain_reading_is_read_and_the_shortest_is_written() {
    let (game, mut random) = (HalmaPacking::new(), Random::new(2));
    for squares in [20, 28, 36] {
        let count = game.slices()[slice(squares).index()].entries;
        for _ in 0..20 {
            let index = random.below(count as usize) as u64;
            let position = game.unrank(Entry { slice: slice(squares), index }).expect("every entry holds a position");
            let text = position_text(&game, &position);
            let mut shortest = BTreeMap::new();
            for (way, after) in turns_of(&text) {
                let mv = game.parse_move(&position, &way).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(position_text(&game, &game.play(&position, mv)), after, "{text}: {way}");
                let written = move_text(&game, &position, mv);
                assert!(written.len() <= way.len(), "{text}: {written} for {way}");
                *shortest.entry(written).or_insert(false) |= move_text(&game, &position, mv) == way;
            }
            assert!(shortest.values().all(|is_a_way| *is_a_way), "{text}: {shortest:?}");
            assert_eq!(shortest.len(), game.moves(&position).count(), "{text}");
        }
    }
}

#[test]
fn the_engines_agree() {
    let game = HalmaPacking::new();
    for squares in 15..=20 {
        let packing = solved(&game, &Packing, squares);
        let others: Vec<Memory> = match squares {
            ..=18 => vec![solved(&game, &Reference, squares), solved(&game, &Retrograde, squares)],
            _ => vec![solved(&game, &Retrograde, squares)],
        };
        for (entry, other) in entries(&game, squares).flat_map(|entry| others.iter().map(move |other| (entry, other))) {
            assert_eq!(value(&packing, entry), value(other, entry), "{}", text_of(&game, entry));
        }
    }
}

/// The region of 21 squares is its own reflection. Its depths agree with [`Retrograde`].
#[test]
fn a_region_that_is_its_own_reflection_keeps_the_laws() {
    let game = HalmaPacking::new();
    let (packing, retrograde) = (solved(&game, &Packing, 21), solved(&game, &Retrograde, 21));
    let mut turns = [0; 12];
    for entry in entries(&game, 21) {
        let of_entry = value(&packing, entry);
        assert_eq!(of_entry, value(&retrograde, entry), "{}", text_of(&game, entry));
        let Some(Value::Win(plies)) = of_entry else { panic!("{}: {of_entry:?}", text_of(&game, entry)) };
        turns[plies as usize] += 1;
        let position = game.unrank(entry).expect("every entry holds a position");
        for image in game.images(&position) {
            assert_eq!(value(&packing, game.rank(&image).expect("an entry")), of_entry);
        }
    }
    assert_eq!(turns, [1, 26, 343, 2668, 12_586, 35_845, 60_466, 57_628, 27_973, 5_584, 370, 0]);
    let rows = laws::check(&Probe { space: &game, tables: &packing }, &()).expect("memory can be read");
    assert!(rows.iter().all(|row| row.verdict == Verdict::Ok), "{rows:?}");
}

/// Counts entries, and stops after some.
struct Counted {
    entries: AtomicU64,
    most: u64,
}

impl Progress for Counted {
    fn advance(&self, entries: u64) {
        self.entries.fetch_add(entries, Relaxed);
    }

    fn go_on(&self) -> bool {
        self.entries.load(Relaxed) < self.most
    }
}

#[test]
fn any_number_of_threads_finds_the_same_and_counts_every_entry_once() {
    let game = HalmaPacking::new();
    let codes = |threads: usize| {
        let counted = Counted { entries: AtomicU64::new(0), most: u64::MAX };
        let threads = Threads::new(Some(threads)).expect("threads can be started");
        let memory = threads.install(|| solve(&game, &Packing, 22, &counted)).expect("the region is solved");
        let mut codes = vec![0; entries(&game, 22).count()];
        assert!(memory.read(Entry { slice: slice(22), index: 0 }, &mut codes).expect("memory can be read"));
        assert_eq!(counted.entries.into_inner(), codes.len() as u64);
        codes
    };
    assert!(codes(1) == codes(3));
}

#[test]
fn a_solve_stops_when_it_is_told_to() {
    let game = HalmaPacking::new();
    for most in [0, 10_000, 490_000] {
        let counted = Counted { entries: AtomicU64::new(0), most };
        let ended = solve(&game, &Packing, 22, &counted);
        assert!(matches!(ended, Err(SolveError::Stopped)), "after {most} entries");
        assert!(counted.entries.into_inner() <= 497_420);
    }
}

#[test]
fn the_largest_region_is_planned_with_one_byte_for_a_value() {
    let game = HalmaPacking::new();
    let planned = |squares: u32| {
        let part = &parts(game.slices())[slice(squares).index()];
        assert_eq!(part.name, squares.to_string());
        solve::memory(&game, &Packing, part, 2, Kept::Depths)
    };
    assert!((2 * 2_310_789_600..6 << 30).contains(&planned(36)));
    assert!((2 * 37_442_160..200_000_000).contains(&planned(28)));
}
