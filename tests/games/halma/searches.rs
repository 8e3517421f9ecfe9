//! The searches in Halma on small boards.

use super::plainly::Plain;
use super::positions::{Sort, goes_on, set_up};
use crate::library::teams::score;
use hindsight::game::{Game, Notation, Value, position_text, turn};
use hindsight::games::halma::{Halma, HalmaBoard, Position};
use hindsight::search::{Algorithm, GenericSearch, Limit, RootScore, SearchClock, SearchRequest};
use hindsight::util::random::Random;

/// So many positions of a small board that go on, of all kinds.
fn positions(game: &Halma, zone: &[i32], number: usize, seed: u64) -> Vec<Position> {
    let (start, mut random) = (Plain::start(game.board().size.into(), zone), Random::new(seed));
    let any = |_| set_up(&start, Sort::ALL[random.below(Sort::ALL.len())], &mut random);
    let some =
        std::iter::repeat(()).map(any).filter(goes_on).map(|state| game.parse(&state.text()).expect("a position"));
    some.filter(|position| game.outcome(position).is_none()).take(number).collect()
}

/// Every exact search has the score of a plain recursion; all searches play a legal move, and one that wins at once
/// where there is one.
fn agree(game: &Halma, zone: &[i32], number: usize, seed: u64, depth: u32) {
    let mut won = 0;
    for (number, root) in positions(game, zone, number, seed).iter().enumerate() {
        let depth = 1 + number as u32 % depth;
        let expected = score(game, root, depth);
        let wins = score(game, root, 1).decided() == Some(Value::Win(1));
        won += usize::from(wins);
        // Random games take long, and say most where there is a win.
        let some = |algorithm: &Algorithm| wins || number % 20 == 0 || !algorithm.plays_out();
        for algorithm in Algorithm::ALL.into_iter().filter(some) {
            let mut engine = GenericSearch::new(algorithm);
            engine.settings.hash = 1 << 16;
            let about = || format!("{algorithm:?}, depth {depth}, {}", position_text(game, root));
            let limit = Limit::to_depth(if algorithm.is_exact() { depth } else { 1 });
            let report =
                engine.search(&SearchRequest::new(game, root, limit, &SearchClock::running()), &engine.table());
            let report = report.expect("there are no tables");
            let best = report.best.expect("the game goes on");
            assert!(game.moves(root).any(|mv| mv == best), "{}", about());
            if algorithm.is_exact() {
                assert_eq!(report.score, RootScore::Score(expected), "{}", about());
            }
            if wins {
                let after = game.play(root, best);
                let value = game.outcome(&after).map(|outcome| Value::from(outcome).before(turn(game, root, &after)));
                assert_eq!(value, Some(Value::Win(1)), "{}", about());
            }
        }
    }
    assert!(won > 0);
}

#[test]
fn searches_agree_on_boards_of_six_squares() {
    agree(&Halma::on(HalmaBoard::new(6, &[2, 1])), &[2, 1], 40, 1, 2);
}

#[test]
fn searches_agree_to_four_plies() {
    agree(&Halma::on(HalmaBoard::new(4, &[1])), &[1], 40, 2, 4);
}
