//! The player `halma` of four-handed Halma.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use super::dery::play;
use hindsight::game::{Game, position_text};
use hindsight::games::halma::{Halma, HalmaTurn, Position, STRIDE, SquareSet};
use hindsight::play::matches::openings;
use hindsight::players::{dery, halma};
use hindsight::search::{Limit, PlayerFactory, SearchClock, SearchRequest, SearchResult, Searcher};
use hindsight::util::random::Random;

fn players() -> Vec<PlayerFactory<Halma>> {
    vec![halma::factory(), dery::factory()]
}

fn engine(name: &str) -> Searcher<Halma> {
    Searcher::read(&players(), name).expect("an engine")
}

fn search(engine: &mut Searcher<Halma>, game: &Halma, position: &Position, limit: Limit) -> SearchResult<HalmaTurn> {
    engine.search(&SearchRequest::new(game, position, limit, &SearchClock::running())).expect("there are no tables")
}

fn within(millis: u64) -> Limit {
    Limit::within(Duration::from_millis(millis))
}

#[test]
fn halma_wins_whole_games_by_legal_moves() {
    let game = Halma::new();
    let play = |engines| play(players(), engines, Limit::to_depth(3), 8, 2);
    for (played, record) in play(["halma", "dery"]).into_iter().chain(play(["halma", "random"])) {
        assert_eq!(played.winner, Some(played.team), "game {}", played.number);
        assert!(record.position().round < 80, "round {}", record.position().round);
        for (position, mv) in record.before().iter().zip(record.moves()) {
            assert!(game.moves(position).any(|legal| legal == *mv), "{}", position_text(&game, position));
        }
    }
}

/// The squares less than eight rows from the corner of a's target.
fn corner() -> SquareSet {
    (0..=u8::MAX).filter(|square| (15 - square % STRIDE) + (15 - square / STRIDE) < 8).collect()
}

/// A position in which a has these pieces, and nobody else is near.
fn end(game: &Halma, pieces: SquareSet) -> Position {
    let zones = &game.board().zones;
    Position { pieces: [pieces, zones[1], zones[2], zones[0]], player: 0, round: 40 }
}

/// By plain breadth-first search with the rules: the turns that each set of pieces in the corner needs, of which at
/// most two are not home, as long as nothing leaves the corner: all around is occupied.
fn turns_home(game: &Halma) -> HashMap<SquareSet, usize> {
    let target = *game.board().target(0);
    let inside: Vec<u8> = target.iter().collect();
    let corner = corner();
    let outside: Vec<u8> = (corner & !target).iter().collect();
    let mut sets = vec![target];
    let mut nearly = vec![target];
    for _ in 0..2 {
        let mut next = HashSet::new();
        for &set in &nearly {
            for &hole in inside.iter().filter(|&&square| set.contains(square)) {
                for &piece in outside.iter().filter(|&&square| !set.contains(square)) {
                    next.insert((set & !SquareSet::of(hole)) | SquareSet::of(piece));
                }
            }
        }
        nearly = next.into_iter().collect();
        sets.extend(&nearly);
    }
    let mut before: HashMap<SquareSet, Vec<SquareSet>> = HashMap::new();
    for &set in &sets {
        let around = game.board().squares & !corner;
        let position = Position { pieces: [set, around, around, around], player: 0, round: 40 };
        for (from, to) in game.moves(&position).filter_map(HalmaTurn::squares) {
            before.entry((set & !SquareSet::of(from)) | SquareSet::of(to)).or_default().push(set);
        }
    }
    let mut turns = HashMap::from([(target, 0)]);
    let mut next = VecDeque::from([target]);
    while let Some(set) = next.pop_front() {
        let one_more = turns[&set] + 1;
        for &set in before.get(&set).into_iter().flatten() {
            turns.entry(set).or_insert_with(|| {
                next.push_back(set);
                one_more
            });
        }
    }
    assert_eq!(turns.len(), sets.len());
    turns
}

/// Plays until the pieces of a are home, while the others stand still. Returns the turns.
fn turns_played(game: &Halma, pieces: SquareSet, limit: Limit) -> usize {
    let (mut engine, mut position) = (engine("halma"), end(game, pieces));
    for turns in 0..40 {
        if game.is_home(&position, 0) {
            return turns;
        }
        let best = search(&mut engine, game, &position, limit).best.expect("the game goes on");
        position.pieces = game.play(&position, best).pieces;
    }
    panic!("not home in 40 turns: {}", position_text(game, &end(game, pieces)));
}

/// However short the time is.
#[test]
fn halma_brings_the_last_pieces_home_in_the_least_turns() {
    let game = Halma::new();
    let known = turns_home(&game);
    let mut sets: Vec<_> = known.iter().map(|(&set, &turns)| (turns, set)).collect();
    sets.sort_unstable_by_key(|&(turns, set)| (turns, set.0));
    assert_eq!(sets.len(), 1 + 13 * 23 + 78 * 253);
    let mut random = Random::new(1);
    for number in 0..300 {
        let (turns, set) = sets[random.below(sets.len())];
        let played = turns_played(&game, set, within(if number % 30 == 0 { 3 } else { 0 }));
        assert!(played <= turns, "{played} turns, not {turns}: {}", position_text(&game, &end(&game, set)));
    }
}

/// By plain breadth-first search with the rules: the turns of a until his pieces are home, if the others stand still.
fn least_turns(game: &Halma, root: &Position) -> usize {
    let (mut met, mut layer) = (HashSet::from([root.pieces[0]]), vec![*root]);
    for turns in 0.. {
        if layer.iter().any(|position| game.is_home(position, 0)) {
            return turns;
        }
        let mut next = Vec::new();
        for position in &layer {
            for turn in game.moves(position) {
                let after = Position { pieces: game.play(position, turn).pieces, ..*position };
                if met.insert(after.pieces[0]) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    unreachable!("the last piece gets home");
}

/// With the last piece anywhere, and pieces of others all over the board as bridges and obstacles.
#[test]
fn halma_finds_the_end_on_the_whole_board() {
    let game = Halma::new();
    let mut random = Random::new(2);
    let target = *game.board().target(0);
    for _ in 0..10 {
        let hole = target.iter().nth(random.below(13)).expect("a square");
        let mut free: Vec<u8> = (0..=u8::MAX).filter(|&square| !target.contains(square)).collect();
        let mut take =
            |number: usize| -> SquareSet { (0..number).map(|_| free.swap_remove(random.below(free.len()))).collect() };
        let own = (target & !SquareSet::of(hole)) | take(1);
        let position = Position { pieces: [own, take(13), take(13), take(13)], player: 0, round: 40 };
        let turns = least_turns(&game, &position);
        let report = search(&mut engine("halma:depth=16"), &game, &position, Limit::default());
        assert_eq!(report.depth as usize, turns, "{}", position_text(&game, &position));
    }
}

/// From round 100 on, a piece in its start zone loses after the first step already.
#[test]
fn halma_leaves_its_start_zone_before_round_100() {
    let game = Halma::new();
    let block = |y: u8, last: (u8, u8)| -> SquareSet {
        let rows = (y..y + 2).flat_map(|y| (5..11).map(move |x| STRIDE * y + x));
        rows.chain([STRIDE * last.1 + last.0]).collect()
    };
    // The last piece of each is on the way out of its start zone.
    let pieces = [block(4, (1, 3)), block(6, (14, 3)), block(8, (1, 12)), block(10, (14, 12))];
    for round in 97..=100 {
        let mut position = Position { pieces, player: 0, round };
        let mut engine = engine("halma:depth=2");
        while position.round < 103 {
            let best = search(&mut engine, &game, &position, Limit::default()).best.expect("the game goes on");
            position = game.play(&position, best);
            assert_eq!(game.outcome(&position), None, "{}", position_text(&game, &position));
        }
    }
}

#[test]
fn halma_keeps_its_time() {
    let game = Halma::new();
    for (threads, millis) in [(1, 0), (1, 50), (2, 50), (1, 100)] {
        let mut engine = engine("halma");
        engine.set_threads(threads);
        let late = (0..8).map(|_| {
            let start = Instant::now();
            let report = search(&mut engine, &game, &game.start(), within(millis));
            assert!(report.best.is_some());
            start.elapsed().saturating_sub(Duration::from_millis(millis))
        });
        // Another process may have the processor for a while, but not each time.
        let least = late.min();
        assert!(least < Some(Duration::from_millis(10)), "{threads} threads: {least:?} late at {millis} ms");
    }
}

#[test]
fn halma_finds_the_same_each_time_on_any_number_of_threads() {
    let game = Halma::new();
    let opening = &openings(&game, 1, 40, 3)[0];
    let find = |name: &str| {
        let report = search(&mut engine(name), &game, opening.position(), Limit::default());
        (report.best, report.score.number(), report.nodes)
    };
    let one = find("halma:depth=4");
    assert_eq!(one, find("halma:depth=4"));
    assert_eq!(one, find("halma:depth=4,threads=3"));
}
