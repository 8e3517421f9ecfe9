//! How games end at the board.

use hindsight::game::Outcome;
use hindsight::play::{Ending, QUIET_PLIES};

use super::{CHESS, played};

/// How a game from a position ends after each of its moves, at first before any.
fn endings(from: &str, moves: &str) -> Vec<Option<Ending>> {
    let number = moves.split_whitespace().count();
    let first = |plies: usize| moves.split_whitespace().take(plies).collect::<Vec<_>>().join(" ");
    (0..=number).map(|plies| Ending::of(&*CHESS, &played(from, &first(plies)), QUIET_PLIES)).collect()
}

#[test]
fn quiet_plies_are_counted_from_those_of_the_position() {
    let quiet = Some(Ending::Quiet(QUIET_PLIES));
    assert_eq!(endings("4k3/8/8/8/8/8/P7/R3K3 w Q - 97 80", "Ra1b1 Kd8 Rc1"), [None, None, None, quiet]);
    // A move of a pawn begins anew.
    assert_eq!(endings("4k3/8/8/8/8/8/P7/R3K3 w Q - 99 80", "a3 Kd8 Rc1"), [None; 4]);
    assert_eq!(endings("4k3/8/8/8/8/8/P7/R3K3 w Q - 99 80", "Kd2"), [None, quiet]);
    assert_eq!(endings("4k3/8/8/8/8/8/P7/R3K3 w Q - 100 80", ""), [quiet]);
    // Mate comes before the count.
    let mate = Some(Ending::Rules(Outcome::Loss));
    assert_eq!(endings("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", "Ra8"), [None, mate]);
}

#[test]
fn a_position_that_comes_a_third_time_is_a_draw() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let rounds = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    let last = |moves: &str| *endings(start, moves).last().expect("one at least");
    assert_eq!(last(&rounds), Some(Ending::Repetition));
    assert_eq!(last(rounds.trim_end().trim_end_matches("Ng8")), None);
    // With castling rights, and without, it is not the same position.
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let kings = "Kf1 Kd8 Ke1 Ke8 ";
    let found = endings(castling, &kings.repeat(3));
    assert_eq!(found.iter().position(Option::is_some), Some(10), "{found:?}");
}

#[test]
fn the_board_ends_a_game_by_mate_stalemate_or_dead_material() {
    let [draw, loss] = [Outcome::Draw, Outcome::Loss].map(|outcome| Some(Ending::Rules(outcome)));
    assert_eq!(endings("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "f3 e5 g4 Qh4")[4], loss);
    assert_eq!(endings("7k/8/5KQ1/8/8/8/8/8 w - -", "Qf7"), [None, draw]);
    assert_eq!(endings("8/8/8/8/8/3k4/4p3/4K2B w - -", "Kf2 e1=N Kxe1"), [None, None, None, draw]);
}
