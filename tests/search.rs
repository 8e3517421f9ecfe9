use hindsight::game::Game;
use hindsight::games::tigers_and_goats::TigersAndGoats;
use hindsight::search::{Algorithm, Engine, Limit};

#[test]
fn tune() {
    let game = TigersAndGoats::new();
    let start = game.start();
    for ps in [[0]] {
        print!("{ps:?}: ");
        for a in [1,3,5,6] {
            for depth in [6,9] {
                if a < 3 {
                    continue;
                }
                let mut best = None;
                let mut t = std::time::Duration::MAX;
                for _ in 0..(if depth == 6 { 2000 } else { 1 }) {
                    let engine = Engine::new(Algorithm::ALL[a]);
                    let r = engine
                        .search(&game, &(), &start, Limit { depth: Some(depth), time: None }, &engine.table())
                        .expect("x");
                    t = t.min(r.time);
                    best = Some(r);
                }
                let r = best.unwrap();
                print!(" {} {} {} {:?} {:?}", r.nodes, r.leaves, r.worth.number(), r.best.unwrap(), t);
            }
        }
        println!();
    }
}
