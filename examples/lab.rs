use hindsight::game::Notation;
use hindsight::games::draughts::Draughts;
use hindsight::play::contest::{Tally, Terms, openings};
use hindsight::probe::Probe;
use hindsight::search::{Contender, Limit};
use std::time::Duration;
struct None_;
impl hindsight::probe::Tables for None_ {
    fn value(
        &self,
        _: hindsight::space::Entry,
    ) -> Result<Option<hindsight::value::Value>, hindsight::table::TableError> {
        Ok(None)
    }
    fn holds(&self, _: hindsight::space::SliceId) -> bool {
        false
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = if args[1] == "c" { Draughts::checkers() } else { Draughts::losing_checkers() };
    if args[2] == "match" {
        let n: usize = args[5].parse().unwrap();
        let ops = openings(&game, n / 2, 4, 1);
        let terms = Terms {
            game: &game,
            probe: None::<Probe<Draughts, None_>>,
            engines: [&args[3], &args[4]],
            limit: Limit { depth: None, time: Some(Duration::from_millis(50)) },
            quiet_plies: 100,
        };
        let played = terms.play(&ops, n, |_| ()).unwrap();
        let t = Tally::of(&played);
        println!("+{} ={} -{}  elo {:?}", t.wins, t.draws, t.losses, t.elo());
        return;
    }
    let p = game.parse(&args[3]).unwrap_or_else(|_| hindsight::game::Game::start(&game));
    let mut e = Contender::read(&game, &args[2]).unwrap();
    let r = e.search(&game, None, &p, &[], Limit::default()).unwrap();
    println!(
        "{:?} {:?} depth {} nodes {} time {:?} {:.2} Mn/s",
        r.worth,
        r.best.map(|m| game.move_text(&p, m)),
        r.depth,
        r.nodes,
        r.time,
        r.nodes as f64 / r.time.as_secs_f64() / 1e6
    );
}
