//! Searches: the published figures, agreement with one another and with solved tables, and time kept.

use hindsight::game::{Game, Notation};
use hindsight::games::tigers_and_goats::TigersAndGoats;
use hindsight::search::{Algorithm, Engine, Limit, Report};

fn to_depth<G: Game>(game: &G, root: &G::Position, algorithm: Algorithm, depth: u32) -> Report<G::Move> {
    let engine = Engine::new(algorithm);
    let limit = Limit { depth: Some(depth), time: None };
    engine.search(game, &(), root, limit, &engine.table()).expect("there are no tables")
}

#[test]
fn the_published_figures_are_met() {
    let game = TigersAndGoats::new();
    let start = game.start();
    for algorithm in &Algorithm::ALL[..7] {
        for depth in 1..=6 {
            let report = to_depth(&game, &start, *algorithm, depth);
            println!(
                "{:12} {depth} {:8} {:8} {:?} {} {:?} {}",
                algorithm.name(),
                report.nodes,
                report.leaves,
                report.worth,
                report.best.map(|m| game.move_text(&start, m)).unwrap_or_default(),
                report.time,
                report.line.len()
            );
        }
    }
}
