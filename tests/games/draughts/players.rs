//! Triple Jump in the games without a network: what it announces is true, and it plays by the tables.

use hindsight::game::{Game, Value, position_text};
use hindsight::games::draughts::board::DraughtsBoard;
use hindsight::games::draughts::{Draughts, Position};
use hindsight::players::triple_jump;
use hindsight::query::Probe;
use hindsight::search::{Limit, SearchClock, SearchRequest, SearchResult, Searcher};
use hindsight::solve::subslices::Subslices;
use hindsight::space::{Entry, SliceId, Space};
use hindsight::util::random::Random;
use hindsight::values::Memory;

use super::solved::{of_eight, of_ten, solve_of};

type Found = SearchResult<<Draughts as Game>::Move>;

/// A search of a position, with values or without.
fn search<B: DraughtsBoard>(
    probe: &Probe<Draughts<B>, Memory>,
    position: &Position,
    engine: &str,
    exact: bool,
) -> Found {
    let game = probe.space;
    let mut engine = Searcher::read(&[triple_jump::factory_by_rules()], engine).expect("there is such an engine");
    let clock = SearchClock::running();
    let request = SearchRequest::new(game, position, Limit::default(), &clock);
    let request = if exact { SearchRequest { exact: probe, ..request } } else { request };
    engine.search(&request).expect("memory can be trusted")
}

/// Searches random positions of up to this number of pieces.
fn check<B: DraughtsBoard>(game: &Draughts<B>, pieces: u32, number: usize) {
    let memory = Memory::new(game.slices());
    (2..=pieces).for_each(|pieces| solve_of(game, &Subslices, pieces, &memory));
    let probe = Probe { space: game, tables: &memory };
    let slices = (0..).zip(game.slices()).filter(|(_, slice)| slice.pieces <= pieces);
    let slices: Vec<_> = slices.map(|(number, slice)| (SliceId(number), slice.entries)).collect();
    let mut random = Random::new(5);
    for _ in 0..number {
        let (slice, entries) = slices[random.below(slices.len())];
        let index = random.below(entries as usize) as u64;
        let position = game.unrank(Entry { slice, index }).expect("every entry holds a position");
        if game.outcome(&position).is_some() {
            continue;
        }
        let text = format!("{} {}", game.name(), position_text(game, &position));
        let value = probe.value(&position).expect("memory can be trusted").expect("it is solved");
        let found = search(&probe, &position, "triple-jump:depth=7,threads=1", false);
        match (found.value, value) {
            (Some(Value::Win(announced)), Value::Win(plies)) => assert!(announced >= plies, "{text}"),
            (Some(Value::Loss(announced)), Value::Loss(plies)) => assert!(announced >= plies, "{text}"),
            (Some(Value::Win(_) | Value::Loss(_)), _) => panic!("{text}: {:?}, expected {value:?}", found.value),
            _ => (),
        }
        let found = search(&probe, &position, "triple-jump:depth=3,threads=1", true);
        let agrees = match value {
            Value::Win(_) => matches!(found.value, Some(Value::Win(_))),
            Value::Draw => !matches!(found.value, Some(Value::Win(_) | Value::Loss(_))),
            Value::Loss(_) => matches!(found.value, Some(Value::Loss(_))),
        };
        assert!(agrees, "{text}: {:?}, expected {value:?}", found.value);
    }
}

#[test]
fn triple_jump_announces_what_the_tables_have() {
    of_eight().iter().for_each(|game| check(game, 3, 60));
    of_ten().iter().for_each(|game| check(game, 2, 60));
}

#[test]
fn triple_jump_finds_the_same_each_time_in_every_game() {
    fn twice<B: DraughtsBoard>(game: &Draughts<B>) {
        let (memory, start) = (Memory::new(game.slices()), game.start());
        let probe = Probe { space: game, tables: &memory };
        let once = || {
            let found = search(&probe, &start, "triple-jump:depth=7,threads=1,hash=4M", false);
            (found.line, found.score, found.nodes)
        };
        assert_eq!(once(), once(), "{}", game.name());
    }
    of_eight().iter().for_each(twice);
    of_ten().iter().for_each(twice);
}
