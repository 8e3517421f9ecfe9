//! Games by the clock, of four processes on two processors. None may be lost on time.

use std::env;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use hindsight::catalogue::CatalogueGame;
use hindsight::games::chess::Chess;
use hindsight::games::draughts::Draughts;
use hindsight::util::random::Random;

use crate::program::uci::Engine;
use crate::program::uci::clock::{TimeControl, by_the_clock};

/// Games unless HINDSIGHT_GAMES says how many.
const GAMES: usize = 20;

/// Games that are played at a time, of two processes each.
const AT_A_TIME: usize = 2;

/// Random moves before the clocks start.
const OPENING: usize = 6;

/// Writes the figures to standard output.
#[test]
#[ignore = "takes minutes: make test-long"]
fn no_game_at_a_second_and_ten_milliseconds_is_lost_on_time() {
    let games = env::var("HINDSIGHT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(GAMES);
    let (next, plies, late, lost) =
        (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= games {
                        return;
                    }
                    let (of_game, of_late) = match number % 2 {
                        0 => game(&Chess::new(), number),
                        _ => game(&Draughts::checkers(), number),
                    };
                    plies.fetch_add(of_game, Relaxed);
                    late.fetch_add(of_late, Relaxed);
                    lost.fetch_add(usize::from(of_late > 0), Relaxed);
                }
            });
        }
    });
    let [plies, late, lost] = [plies, late, lost].map(AtomicUsize::into_inner);
    println!("{games} games at 1 s + 0.01 s, {plies} moves: {late} after the time was up, {lost} games lost on time");
    assert_eq!(lost, 0);
}

/// Plays a game from a random opening.
fn game<G: CatalogueGame>(game: &G, number: usize) -> (usize, usize) {
    let mut random = Random::new(number as u64 / 2);
    let (mut position, mut opening) = (game.start(), Vec::new());
    for _ in 0..OPENING {
        let moves: Vec<G::Move> = game.moves(&position).collect();
        let mv = moves[random.below(moves.len())];
        opening.push(mv);
        position = game.play(&position, mv);
    }
    let control = TimeControl { time: Duration::from_secs(1), increment: Duration::from_millis(10), most_plies: 200 };
    let engines = [Engine::start(&[game.name()]), Engine::start(&[game.name()])];
    by_the_clock(game, &control, engines, &opening)
}
