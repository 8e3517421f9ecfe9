//! Searches that are followed: every engine of every game reports its iterations, and stops when it is told to.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use hindsight::catalogue::{self, Catalogue, CatalogueGame, GameEntry};
use hindsight::game::PlayRules;
use hindsight::search::{Algorithm, Limit, SearchClock, SearchRequest, SearchResult, Searcher, Watch};

/// How late a search may stop.
const LATE: Duration = Duration::from_millis(50);

/// Keeps all reports, and stops the search at a time.
struct Recorder<M> {
    deadline: Option<Instant>,
    reports: Mutex<Vec<SearchResult<M>>>,
}

impl<M> Recorder<M> {
    fn new(deadline: Option<Instant>) -> Recorder<M> {
        Recorder { deadline, reports: Mutex::new(Vec::new()) }
    }
}

impl<M: Clone + Send + Sync> Watch<SearchResult<M>> for Recorder<M> {
    fn iteration(&self, report: &SearchResult<M>) {
        self.reports.lock().expect("no report panics").push(report.clone());
    }

    fn is_stopped(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Whether the engine plays random games, and so has no iterations.
fn plays_out(name: &str) -> bool {
    Algorithm::ALL.iter().any(|algorithm| algorithm.name() == name && algorithm.plays_out())
}

/// Searches the start of a game.
fn search<G: PlayRules>(
    game: &G,
    engine: &mut Searcher<G>,
    limit: Limit,
    watch: &Recorder<G::Move>,
) -> SearchResult<G::Move> {
    let clock = SearchClock::running();
    let start = game.start();
    let request = SearchRequest::new(game, &start, limit, &clock);
    engine.search(&SearchRequest { watch, ..request }).expect("there are no tables")
}

/// A test of every engine of every game.
struct Engines(fn(&dyn Engine));

/// An engine of a game.
trait Engine {
    fn reports_each_iteration(&self);
    fn stops(&self);
}

struct Named<'a, G: PlayRules> {
    game: &'a G,
    entry: &'a [hindsight::search::PlayerFactory<G>],
    name: &'static str,
}

impl Catalogue for Engines {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        let players = entry.players.iter().map(|factory| factory.name);
        for name in players.chain(Algorithm::ALL.map(Algorithm::name)).chain(["random"]) {
            (self.0)(&Named { game: &entry.game, entry: &entry.players, name });
        }
    }
}

impl<G: PlayRules> Named<'_, G> {
    fn about(&self) -> String {
        format!("{} of {}", self.name, self.game.name())
    }

    fn searcher(&self, threads: usize) -> Searcher<G> {
        let mut searcher = Searcher::read(self.entry, self.name).expect("an engine");
        searcher.set_threads(threads);
        searcher
    }
}

impl<G: PlayRules> Engine for Named<'_, G> {
    fn reports_each_iteration(&self) {
        let (game, about) = (self.game, self.about());
        let mut engine = self.searcher(1);
        // A limit of time makes every engine deepen that can; random games would take all of it.
        let time = Some(Duration::from_secs(60)).filter(|_| !plays_out(self.name));
        let recorder = Recorder::new(None);
        let found = search(game, &mut engine, Limit { time, ..Limit::to_depth(4) }, &recorder);
        let reports = recorder.reports.into_inner().expect("no report panics");

        let depths: Vec<u32> = reports.iter().map(|report| report.depth).collect();
        // The beam of this player becomes wider, and not deeper.
        if engine.has_setting("depth") && self.name != "halma" {
            assert_eq!(depths, (1..=found.depth).collect::<Vec<_>>(), "{about}");
        } else {
            assert!(depths.windows(2).all(|pair| pair[0] <= pair[1]), "{about}: {depths:?}");
        }
        for pair in reports.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes && pair[0].time <= pair[1].time, "{about}");
        }
        for report in &reports {
            assert!(report.best.is_some_and(|best| game.moves(&game.start()).any(|mv| mv == best)), "{about}");
        }
        let last = reports.last().unwrap_or_else(|| panic!("{about}: no report"));
        assert_eq!((last.best, last.score, last.depth), (found.best, found.score, found.depth), "{about}");
    }

    fn stops(&self) {
        let game = self.game;
        let late = |_| {
            let mut engine = self.searcher(2);
            let deadline = Instant::now() + Duration::from_millis(30);
            let limit = Limit::within(Duration::from_secs(60));
            let found = search(game, &mut engine, limit, &Recorder::new(Some(deadline)));
            let late = deadline.elapsed();
            let best = found.best.unwrap_or_else(|| panic!("{}: no move", self.about()));
            assert!(game.moves(&game.start()).any(|mv| mv == best), "{}", self.about());
            late
        };
        // Another process may have the processor for a while, but not each time.
        let found = (0..20).map(late).find(|late| *late <= LATE);
        assert!(found.is_some(), "{} stops late", self.about());
    }
}

#[test]
fn every_engine_reports_each_iteration() {
    catalogue::games(&mut Engines(|engine| engine.reports_each_iteration()));
}

#[test]
fn every_engine_stops_when_it_is_told_to() {
    catalogue::games(&mut Engines(|engine| engine.stops()));
}
