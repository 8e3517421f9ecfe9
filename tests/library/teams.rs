//! Games in which a team plays alone or may move twice running, and games with positions that are not stored, go
//! through everything.

use crate::outside::alone::Alone;
use crate::outside::graph::Graph;
use crate::outside::rush::Rush;
use crate::outside::twice::Twice;
use std::ops::ControlFlow;
use std::sync::Arc;

use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::{Board, Game, Notation, Outcome, PlayRules, Turn, Value, position_text, turn};
use hindsight::open::Opened;
use hindsight::play::matches::{Standing, Tally, Terms};
use hindsight::play::{OpenPlay, OpeningsQuery};
use hindsight::query::{self, Probe, statistics::of_slice};
use hindsight::search::{Algorithm, GenericSearch, Limit, RootScore, Score, SearchClock, SearchRequest};
use hindsight::solve::{self, reference::Reference, retrograde::Retrograde};
use hindsight::space::{Entry, Naming, Resolved, Slice, SliceId, Space, Symmetry, conformance};
use hindsight::table::Tables;
use hindsight::values::{Lookup, LookupError, Memory};
use hindsight::verify::{Verdict, laws, sample};
use proptest::prelude::*;

/// The game without its parents.
struct Orphan<G>(G);

impl<G: Space + PlayRules> Game for Orphan<G> {
    type Position = G::Position;
    type Move = G::Move;

    const ALTERNATES: bool = G::ALTERNATES;

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn sides(&self) -> &'static [&'static str] {
        self.0.sides()
    }

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn side_to_move(&self, position: &G::Position) -> usize {
        self.0.side_to_move(position)
    }

    fn team(&self, side: usize) -> usize {
        self.0.team(side)
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.0.outcome(position)
    }

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.0.moves(position)
    }

    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.0.play(position, mv)
    }
}

impl<G: Space + PlayRules> PlayRules for Orphan<G> {}

impl<G: Space + PlayRules> Space for Orphan<G> {
    fn slices(&self) -> &[Slice] {
        self.0.slices()
    }

    fn rank(&self, position: &G::Position) -> Option<Entry> {
        self.0.rank(position)
    }

    fn unrank(&self, entry: Entry) -> Option<G::Position> {
        self.0.unrank(entry)
    }

    fn resolve(&self, position: &G::Position) -> Option<Resolved<G::Position, G::Move>> {
        self.0.resolve(position)
    }
}

impl<G: Space + PlayRules> Naming for Orphan<G> {}

fn entries(game: &impl Space) -> impl Iterator<Item = Entry> {
    (0..)
        .zip(game.slices())
        .flat_map(|(slice, of)| (0..of.entries).map(move |index| Entry { slice: SliceId(slice), index }))
}

fn positions<S: Space + PlayRules>(game: &S) -> Vec<S::Position> {
    entries(game).filter_map(|entry| game.unrank(entry)).collect()
}

/// The value of an entry.
fn value(solved: &Memory, entry: Entry) -> Option<Value> {
    solved.value(entry).expect("memory can be read")
}

/// Solves a game with all engines, which agree on every entry.
fn solved<S: Space + PlayRules>(make: &dyn Fn() -> S) -> (S, Memory) {
    let game = make();
    let [fast, plain] = [
        solve::in_memory(&game, &Retrograde, &()).expect("the game is solved"),
        solve::in_memory(&game, &Reference, &()).expect("the game is solved"),
    ];
    let swept = solve::in_memory(&Orphan(make()), &Retrograde, &()).expect("the game is solved");
    for entry in entries(&game) {
        let expected = value(&plain, entry);
        assert_eq!(value(&fast, entry), expected, "{entry:?}: {:?}", game.unrank(entry));
        assert_eq!(value(&swept, entry), expected, "{entry:?} without parents: {:?}", game.unrank(entry));
    }
    (game, fast)
}

/// All that needs a solved game but no search.
fn look_up<S: Symmetry + Board + PlayRules>(game: &S, solved: &Memory) {
    let violations = conformance::check(game, u64::MAX);
    assert!(violations.is_empty(), "{}", violations.lines().join("\n"));

    let probe = Probe { space: game, tables: solved };
    let rows = laws::check(&probe, &()).expect("memory can be read");
    assert!(rows.iter().all(|row| row.verdict == Verdict::Ok), "{rows:?}");
    let rows = sample::check(&probe, 200, &()).expect("memory can be read");
    assert_ne!(rows[1].verdict, Verdict::Failed, "{rows:?}");

    for slice in (0..game.slices().len() as u32).map(SliceId) {
        let figures = of_slice(&probe, slice, &()).expect("memory can be read");
        let values: Vec<Value> =
            entries(game).filter(|entry| entry.slice == slice).filter_map(|entry| value(solved, entry)).collect();
        let longest = |word: &str| values.iter().filter(|v| v.word() == word).filter_map(|v| v.plies()).max();
        let count = |word: &str| values.iter().filter(|value| value.word() == word).count() as u64;
        assert_eq!((figures.wins, figures.losses, figures.draws), (count("win"), count("loss"), count("draw")));
        assert_eq!(figures.longest_win.map(|(plies, _)| plies), longest("win"));
        assert_eq!(figures.longest_loss.map(|(plies, _)| plies), longest("loss"));
    }

    for position in positions(game) {
        // The successors are looked up as well, those without an entry among them.
        let successors: Vec<_> = game.moves(&position).map(|mv| game.play(&position, mv)).collect();
        for position in successors.into_iter().chain([position]) {
            let value = probe.value(&position).expect("memory can be read").expect("the position is solved");
            let rated = query::moves(&probe, &position).expect("memory can be read").expect("all are solved");
            let finished = game.outcome(&position).map(Value::from);
            assert_eq!(
                rated.first().map(|rated| rated.value).or(finished),
                Some(value),
                "{}",
                position_text(game, &position)
            );
            assert!(rated.is_sorted_by_key(|rated| std::cmp::Reverse(rated.value)));
            let line = query::line(&probe, &position).expect("memory can be read").expect("all are solved");
            if let Some(plies) = value.plies() {
                assert_eq!(line.len(), plies as usize, "{}", position_text(game, &position));
            }
        }
    }
}

/// The score of a position to `depth` plies, by plain recursion. Positions may repeat.
pub fn score<G: PlayRules>(game: &G, position: &G::Position, depth: u32) -> Score {
    match game.outcome(position) {
        Some(outcome) => Score::of_outcome(outcome),
        None if depth == 0 => Score::evaluated(game.evaluate(position)),
        None => {
            let scores = game.moves(position).map(|mv| {
                let after = game.play(position, mv);
                score(game, &after, depth - 1).before(turn(game, position, &after))
            });
            scores.max().expect("a position that goes on has a move")
        }
    }
}

/// All searches from some positions of a solved game.
fn search<S: Space + Board + PlayRules>(
    game: &S,
    solved: &Memory,
    every: usize,
    depths: std::ops::RangeInclusive<u32>,
) {
    let probe = Probe { space: game, tables: solved };
    let goes_on = positions(game).into_iter().filter(|position| game.outcome(position).is_none());
    for root in goes_on.step_by(every) {
        let value = probe.value(&root).expect("memory can be read").expect("the position is solved");
        for depth in depths.clone() {
            let expected = score(game, &root, depth);
            assert_eq!(
                expected.decided(),
                Some(value).filter(|value| value.plies().is_some_and(|plies| plies <= depth))
            );
            for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_exact()) {
                let engine = GenericSearch::new(algorithm);
                let limit = Limit::to_depth(depth);
                let report =
                    engine.search(&SearchRequest::new(game, &root, limit, &SearchClock::running()), &engine.table());
                let report = report.expect("there are no tables");
                let about = || format!("{algorithm:?}, depth {depth}, {}", position_text(game, &root));
                assert_eq!(report.score, RootScore::Score(expected), "{}", about());
                assert!(report.value.is_none_or(|proved| proved == value), "{}", about());
                assert_eq!(report.line.first(), report.best.as_ref(), "{}", about());
            }
        }
        for algorithm in Algorithm::ALL {
            let mut engine = GenericSearch::new(algorithm);
            engine.settings.hash = 1 << 16;
            let limit = Limit::to_depth(1);
            let clock = SearchClock::running();
            let request = SearchRequest::new(game, &root, limit, &clock);
            let report = engine.search(&SearchRequest { exact: &probe, ..request }, &engine.table());
            let report = report.expect("memory can be read");
            let after = game.play(&root, report.best.expect("the game goes on"));
            let reached = probe.value(&after).expect("memory can be read").expect("the position is solved");
            let reached = reached.before(turn(game, &root, &after));
            assert_eq!(reached.word(), value.word(), "{algorithm:?} with tables, {}", position_text(game, &root));
            if algorithm.is_exact() {
                assert_eq!(report.value, Some(value), "{algorithm:?} with tables, {}", position_text(game, &root));
            }
        }
    }
}

/// The tally of a match between an engine that asks the tables and one that searches a ply.
fn contest<G: CatalogueGame>(game: G, solved: Memory, games: usize) -> Tally {
    let tables = Tables::of_memory(&game, solved);
    let game: Arc<dyn OpenPlay> = Opened::new(GameEntry::new(game), tables);
    let openings = OpeningsQuery::Random { number: games / 2, plies: 2, seed: 1 };
    let openings = Arc::clone(&game).openings(&openings, &mut |_| ()).expect("random openings");
    let terms = Terms {
        game,
        engines: ["scout-tt:depth=2,hash=64K", "minimax:depth=1,tables=off"],
        limit: Limit::default(),
        quiet_plies: 100,
        most_plies: None,
        adjudicate: false,
    };
    let mut standing = Standing::default();
    let played = terms.play(&openings, games, &|| false, &mut |game, _| {
        standing.add(game);
        ControlFlow::Continue(())
    });
    played.expect("the engines play");
    standing.tally()
}

/// The shortest way out of the maze leads over the rooms 1, 2, 3 and 6 to the key, and over 0, 1, 5 and 10 to the exit.
#[test]
fn a_team_alone_goes_through_everything() {
    let (game, solved) = solved(&Alone::new);
    look_up(&game, &solved);
    search(&game, &solved, 1, 1..=9);
    let value = |text: &str| {
        let position = game.parse(text).expect("a position");
        value(&solved, game.rank(&position).expect("an entry"))
    };
    assert_eq!(value("0"), Some(Value::Win(9)));
    assert_eq!(value("7"), Some(Value::Draw));
    assert_eq!(
        (value("9"), value("11k"), value("11")),
        (Some(Value::Loss(0)), Some(Value::Win(0)), Some(Value::Win(9)))
    );
    // The engine without the tables walks for ever whenever it plays.
    let tally = contest(game, solved, 4);
    assert!(tally.games() == 4 && tally.losses == 0 && tally.draws >= 2, "{tally:?}");
}

#[test]
fn a_team_that_moves_twice_running_goes_through_everything() {
    let (game, solved) = solved(&Twice::new);
    look_up(&game, &solved);
    search(&game, &solved, 61, 1..=5);
    let tally = contest(game, solved, 8);
    assert!(tally.games() == 8 && tally.losses == 0, "{tally:?}");
}

#[test]
fn positions_that_are_not_stored_go_through_everything() {
    let (game, solved) = solved(&Rush::new);
    look_up(&game, &solved);
    search(&game, &solved, 7, 1..=4);
    // The black runner rushed past the white one, which wins by a capture.
    let position = game.parse("3 5 0 4").expect("a position");
    let probe = Probe { space: &game, tables: &solved };
    assert_eq!(game.rank(&position), None);
    assert_eq!(probe.value(&position).expect("memory can be read"), Some(Value::Win(1)));
    contest(game, solved, 4);
}

/// A table in which one value is altered.
struct Altered<'a>(&'a Memory, Entry, Value);

impl Lookup for Altered<'_> {
    fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
        if entry == self.1 { Ok(Some(self.2)) } else { self.0.value(entry) }
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.0.holds(slice)
    }
}

#[test]
fn the_laws_of_teams_find_a_wrong_value() {
    let (game, solved) = solved(&Twice::new);
    for entry in entries(&game).filter(|&entry| value(&solved, entry).is_some()).step_by(97) {
        let wrong = match value(&solved, entry) {
            Some(Value::Win(plies)) => [Value::Loss(plies), Value::Win(plies + 1), Value::Draw],
            Some(Value::Loss(plies)) => [Value::Win(plies), Value::Loss(plies + 1), Value::Draw],
            _ => [Value::Win(1), Value::Loss(2), Value::Win(8)],
        };
        for wrong in wrong {
            let tables = Altered(&solved, entry, wrong);
            let rows = laws::check(&Probe { space: &game, tables: &tables }, &()).expect("memory can be read");
            assert!(rows.iter().any(|row| row.verdict == Verdict::Failed), "{entry:?} as {wrong}");
            let failed = rows.iter().flat_map(|row| &row.details).all(|line| line.contains(": "));
            assert!(failed, "{rows:?}");
        }
    }
}

#[test]
fn the_turn_is_seen_from_the_team_that_moved() {
    let game = Twice::new();
    let turns: Vec<Turn> = (0..4)
        .map(|to_move| {
            let before = crate::outside::twice::Position { to_move, ..game.start() };
            turn(&game, &before, &game.play(&before, 1))
        })
        .collect();
    assert_eq!(turns, [Turn::Other, Turn::Same, Turn::Other, Turn::Same]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_of_teams_go_through_everything(seed in any::<u64>()) {
        let (game, solved) = solved(&|| Graph::<false>::new(seed));
        look_up(&game, &solved);
        search(&game, &solved, 40, 1..=4);
    }

    #[test]
    fn random_games_of_two_sides_in_turn_go_through_everything(seed in any::<u64>()) {
        let (game, solved) = solved(&|| Graph::<true>::new(seed));
        look_up(&game, &solved);
        // From five plies on, the line to a position counts.
        search(&game, &solved, 40, 1..=3);
    }
}
