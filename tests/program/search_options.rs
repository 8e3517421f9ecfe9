//! Searches that choose among given moves, show several lines, or end at a number of nodes, a mate or a soft limit.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use hindsight::game::{Game, Notation, PlayRules, Value, position_text, turn};
use hindsight::games::draughts::Draughts;
use hindsight::games::pangki::Pangki;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::games::tigers_and_goats::TigersAndGoats;
use hindsight::play::matches::wander;
use hindsight::search::playout::Random;
use hindsight::search::{
    Algorithm, GenericSearch, Limit, PlayerFactory, RootScore, Score, SearchClock, SearchRequest, SearchResult,
    Searcher, Watch,
};

/// Keeps the latest report of each line.
struct Lines<M>(Mutex<Vec<SearchResult<M>>>);

impl<M: Clone + Send> Watch<SearchResult<M>> for Lines<M> {
    fn iteration(&self, report: &SearchResult<M>) {
        let mut lines = self.0.lock().expect("no report panics");
        let number = report.details.number;
        assert!(number <= lines.len(), "line {number} comes after the one before");
        match lines.get_mut(number) {
            Some(line) => *line = report.clone(),
            None => lines.push(report.clone()),
        }
    }
}

/// The score of a move in a search to a depth, for the team that makes it.
fn of_move<G: PlayRules>(game: &G, root: &G::Position, mv: G::Move, depth: u32) -> Score {
    let after = game.play(root, mv);
    let score = match (game.outcome(&after), depth) {
        (Some(outcome), _) => Score::of_outcome(outcome),
        (None, 1) => Score::evaluated(game.evaluate(&after)),
        (None, _) => {
            let engine = GenericSearch::new(Algorithm::Minimax);
            let (limit, clock) = (Limit::to_depth(depth - 1), SearchClock::running());
            let found = engine.search(&SearchRequest::new(game, &after, limit, &clock), &engine.table());
            match found.expect("there are no tables").score {
                RootScore::Score(score) => score,
                RootScore::Mean(mean) => panic!("{mean} is no score"),
            }
        }
    };
    score.before(turn(game, root, &after))
}

/// Every exact search finds the best of the moves that it is given, and the next best, with what it remembers of
/// others.
fn agree<G: Notation + PlayRules>(game: &G, seed: u64, positions: usize, most_moves: usize, depth: u32) {
    let mut random = Random::new(seed);
    let exact = || Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_exact());
    let engines: Vec<_> = exact().map(GenericSearch::new).map(|engine| (engine.table(), engine)).collect();
    for _ in 0..positions {
        let plies = random.below(most_moves) as u32;
        let root = *wander(game, game.start(), &mut random, plies).position();
        let legal: Vec<G::Move> = game.moves(&root).collect();
        let some: Vec<G::Move> = legal.iter().copied().filter(|_| random.below(2) == 0).collect();
        let depth = 1 + random.below(depth as usize) as u32;
        for moves in [&[][..], &some] {
            let among = if moves.is_empty() { &legal } else { &some };
            let mut scores: Vec<Score> = among.iter().map(|&mv| of_move(game, &root, mv, depth)).collect();
            scores.sort_unstable_by(|one, two| two.cmp(one));
            for (table, engine) in &engines {
                let lines = Lines(Mutex::default());
                let clock = SearchClock::running();
                let request = SearchRequest::new(game, &root, Limit::to_depth(depth), &clock);
                let found = engine.search(&SearchRequest { moves, lines: 3, watch: &lines, ..request }, table);
                let found = found.expect("there are no tables");
                let lines = lines.0.into_inner().expect("no report panics");
                let about = format!("{:?} in {} to depth {depth}", engine.algorithm, position_text(game, &root));
                let of_lines: Vec<RootScore> = lines.iter().map(|line| line.score).collect();
                let expected: Vec<RootScore> = scores.iter().take(3).map(|&score| score.into()).collect();
                assert_eq!(of_lines, expected, "{about}");
                assert_eq!((found.score, found.best), (lines[0].score, lines[0].best), "{about}");
                let mut firsts: Vec<_> = lines.iter().map(|line| line.line[0]).collect();
                assert!(firsts.iter().all(|mv| among.contains(mv)), "{about}");
                firsts.dedup();
                assert_eq!(firsts.len(), lines.len(), "{about}");
            }
        }
    }
}

#[test]
fn lines_are_the_best_of_the_moves_that_are_given() {
    agree(&TicTacToe::new(), 1, 30, 6, 5);
    agree(&Pangki::new(), 2, 20, 40, 3);
    agree(&Draughts::checkers(), 3, 20, 60, 3);
    agree(&TigersAndGoats::new(), 4, 12, 60, 3);
}

/// A search of the start by every algorithm.
fn by_all<G: PlayRules>(game: &G, limit: Limit, check: impl Fn(&SearchResult<G::Move>, Algorithm)) {
    for algorithm in Algorithm::ALL {
        let mut engine = Searcher::read(&[], algorithm.name()).expect("an engine");
        let found = engine.search(&SearchRequest::new(game, &game.start(), limit, &SearchClock::running()));
        check(&found.expect("there are no tables"), algorithm);
    }
}

#[test]
fn no_more_nodes_are_entered_than_are_asked_for() {
    let limit = Limit { nodes: Some(777), ..Limit::default() };
    by_all(&TigersAndGoats::new(), limit, |report, algorithm| {
        // A search whose random games do not reach every move looks at all of them.
        let nodes = if algorithm.plays_out() { 1..=777 } else { 300..=777 };
        assert!(nodes.contains(&report.nodes), "{algorithm:?}: {} nodes", report.nodes);
    });
}

#[test]
fn no_iteration_begins_after_the_soft_limit() {
    let start = Instant::now();
    let limit = Limit { soft_time: Some(Duration::ZERO), ..Limit::within(Duration::from_secs(600)) };
    by_all(&TigersAndGoats::new(), limit, |report, algorithm| {
        assert!(report.best.is_some() && (algorithm.plays_out() || report.depth == 2), "{algorithm:?}");
    });
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_search_ends_when_it_has_found_the_win_that_is_asked_for() {
    let game = TicTacToe::new();
    let fork = game.parse("x../.o./x.o x").expect("a position");
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_exact()) {
        let mut engine = Searcher::read(&[], algorithm.name()).expect("an engine");
        let limit = Limit { mate: Some(1), ..Limit::default() };
        let report = engine.search(&SearchRequest::new(&game, &fork, limit, &SearchClock::running()));
        let report = report.expect("there are no tables");
        assert_eq!((report.value, report.depth), (Some(Value::Win(1)), 1), "{algorithm:?}");
        let report = engine.search(&SearchRequest::new(&game, &game.start(), limit, &SearchClock::running()));
        let report = report.expect("there are no tables");
        assert_eq!((report.value, report.depth), (None, 1), "{algorithm:?}");
    }
}

/// Every player of a game and some searches: while the clock waits no limit of time is reached, and then all are.
fn waits<G: PlayRules>(game: &G, players: &[PlayerFactory<G>], names: &[&str]) {
    const WAITS: Duration = Duration::from_millis(150);
    for name in names {
        let mut engine = Searcher::read(players, name).expect("an engine");
        let clock = SearchClock::waiting();
        let millis = Duration::from_millis;
        let limit = Limit { soft_time: Some(millis(20)), ..Limit::within(millis(40)) };
        let start = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(WAITS);
                clock.start();
            });
            let report = engine.search(&SearchRequest::new(game, &game.start(), limit, &clock));
            assert!(report.expect("there are no tables").best.is_some(), "{name}");
        });
        let took = start.elapsed();
        assert!(took >= WAITS && took < Duration::from_secs(5), "{name}: {took:?}");
    }
}

#[test]
fn no_limit_of_time_is_reached_before_the_clock_runs() {
    let players = [hindsight::players::triple_jump::factory()];
    waits(&Draughts::checkers(), &players, &["triple-jump", "scout-tt", "montecarlo", "uct", "expectimax"]);
}
