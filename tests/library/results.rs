//! Engines where the tables know who wins, but not in how many plies: they play won endings to the end all the same.

use crate::games::draughts::endings::solved;
use crate::library::embedded::embedded;
use hindsight::game::{Game, Notation, Value, move_text, position_text};
use hindsight::games::draughts::{Draughts, Move, Position};
use hindsight::play::{Ending, QUIET_PLIES, Record};
use hindsight::players::triple_jump;
use hindsight::query::{self, Probe};
use hindsight::search::{Limit, SearchClock, SearchRequest, Searcher};
use hindsight::space::{Entry, Naming, SliceId, Space};
use hindsight::table::{Store, Tables};
use hindsight::util::random::Random;
use hindsight::values::Memory;
use tempfile::TempDir;

/// The embedded results of a game, without a table on the disk.
fn results(game: &Draughts) -> Tables {
    let nowhere = TempDir::new().expect("a directory for the test");
    Store::new(nowhere.path()).open_with(game, embedded(game.name())).expect("they are there")
}

/// `number` won positions with this number of pieces, of any material.
fn won(probe: &Probe<Draughts, Memory>, pieces: u32, number: usize) -> Vec<Position> {
    let game = probe.space;
    let all = (0..game.slices().len() as u32).map(SliceId);
    let slices: Vec<SliceId> = all.filter(|&slice| game.size(slice) == pieces).collect();
    let mut random = Random::new(u64::from(pieces));
    let mut position = || {
        let slice = slices[random.below(slices.len())];
        let index = random.below(game.slices()[slice.index()].entries as usize) as u64;
        game.unrank(Entry { slice, index }).expect("every entry holds a position")
    };
    let is_won = |position: &Position| matches!(probe.value(position), Ok(Some(Value::Win(_))));
    std::iter::repeat_with(&mut position).filter(is_won).take(number).collect()
}

/// The game that an engine plays with these tables alone, against the longest resistance, and how it ends.
fn played(
    engine: &str,
    results: &Probe<Draughts, Tables>,
    depths: &Probe<Draughts, Memory>,
    start: &Position,
) -> (Ending, Record<Position, Move>) {
    let game = results.space;
    let mut engine = Searcher::read(&[triple_jump::factory()], engine).expect("there is such an engine");
    let mut record = Record::new(*start);
    loop {
        let position = *record.position();
        if let Some(ending) = Ending::of(game, &record, QUIET_PLIES) {
            return (ending, record);
        }
        let mv = if game.side_to_move(&position) == game.side_to_move(start) {
            let limit = Limit { nodes: Some(NODES), ..Limit::default() };
            let clock = SearchClock::running();
            let request = SearchRequest::new(game, &position, limit, &clock);
            let request = SearchRequest { exact: results, before: record.before(), ..request };
            let report = engine.search(&request).expect("they can be read");
            assert!(matches!(report.value, Some(Value::Win(_))), "{}: {report:?}", position_text(game, &position));
            report.best.expect("the game goes on")
        } else {
            query::moves(depths, &position).expect("memory can be trusted").expect("all are solved")[0].mv
        };
        record.push(mv, game.play(&position, mv));
    }
}

/// Nodes of a search.
const NODES: u64 = 20_000;

fn every_win_is_won(engine: &str, game: &Draughts, solved: &Memory, pieces: u32, number: usize) {
    let (tables, depths) = (results(game), Probe { space: game, tables: solved });
    let results = Probe { space: game, tables: &tables };
    for start in won(&depths, pieces, number) {
        let (ending, record) = played(engine, &results, &depths, &start);
        let winner = ending.winner(game.side_to_move(record.position()));
        assert_eq!(winner, Some(game.side_to_move(&start)), "{engine}, {}: {ending:?}", position_text(game, &start));
    }
}

#[test]
fn won_endings_are_won_without_depths() {
    for (game, solved) in solved() {
        every_win_is_won("triple-jump", game, solved, 4, 15);
    }
}

#[test]
fn endings_of_three_pieces_are_won_as_soon_as_they_can_be() {
    for (game, solved) in solved() {
        let (tables, depths) = (results(game), Probe { space: game, tables: solved });
        let results = Probe { space: game, tables: &tables };
        for start in won(&depths, 3, 100) {
            let (_, record) = played("triple-jump:depth=2", &results, &depths, &start);
            let value = depths.value(&start).expect("memory can be trusted");
            assert_eq!(value, Some(Value::Win(record.plies() as u32)), "{}", position_text(game, &start));
        }
    }
}

#[test]
fn two_kings_win_against_one_in_forty_plies() {
    let (game, solved) = &solved()[0];
    let (tables, depths) = (results(game), Probe { space: game, tables: solved });
    let results = Probe { space: game, tables: &tables };
    let is_of_kings = |position: &Position| position.own | position.other == position.kings;
    let starts = won(&depths, 3, 2_000).into_iter().filter(is_of_kings).take(100);
    let plies: Vec<usize> =
        starts.map(|start| played("triple-jump:depth=2", &results, &depths, &start).1.plies()).collect();
    assert!(plies.len() == 100 && plies.iter().all(|&plies| plies <= 40), "{plies:?}");
}

#[test]
fn a_generic_search_wins_without_depths() {
    let (game, solved) = &solved()[0];
    every_win_is_won("scout-tt", game, solved, 4, 3);
}

#[test]
fn a_lost_ending_is_resisted_and_a_drawn_one_held() {
    let (game, _) = &solved()[0];
    let tables = results(game);
    let results = Probe { space: game, tables: &tables };
    let mut engine = Searcher::read(&[triple_jump::factory()], "triple-jump:depth=8").expect("there is such an engine");
    let mut best = |text: &str| {
        let position = game.parse(text).expect("a position");
        let clock = SearchClock::running();
        let request = SearchRequest::new(game, &position, Limit::default(), &clock);
        let report = engine.search(&SearchRequest { exact: &results, ..request }).expect("they can be read");
        (report.value, move_text(game, &position, report.best.expect("the game goes on")))
    };
    // All steps lose, one of them at once.
    let (value, mv) = best("B:WK10,K11:BK2,1");
    assert!(matches!(value, Some(Value::Loss(_))), "{value:?}");
    assert_ne!(mv, "");
    // The other step loses.
    let (_, mv) = best("B:WK23:BK32");
    assert_eq!(mv, "32-28");
}

#[test]
fn the_moves_that_are_asked_for_are_those_that_keep_the_win() {
    let (game, _) = &solved()[0];
    let tables = results(game);
    let results = Probe { space: game, tables: &tables };
    let position = game.parse("W:WK18,K19,K6:BK2").expect("a position");
    let rated = query::moves(&results, &position).expect("they can be read").expect("all are known");
    let mut engine = Searcher::read(&[triple_jump::factory()], "triple-jump:depth=4").expect("there is such an engine");
    for rated in &rated {
        let moves = [rated.mv];
        let clock = SearchClock::running();
        let request = SearchRequest::new(game, &position, Limit::default(), &clock);
        let request = SearchRequest { exact: &results, ..request };
        let report = engine.search(&SearchRequest { moves: &moves, ..request }).expect("they can be read");
        assert_eq!(report.best, Some(rated.mv));
        // A position that was on the board is avoided as long as another move wins.
        let report = engine.search(&SearchRequest { before: &[rated.position], ..request });
        assert_ne!(report.expect("they can be read").best, Some(rated.mv));
    }
}
