//! Tests that take minutes: `make test-long` runs them.

mod clock;

use hindsight::games::halma::ZONE;

#[cfg(unix)]
use crate::damage::kills;
use crate::damage::{changed_tables, power_loss};
use crate::explorer::browser::driver::LOOKS;
use crate::explorer::browser::{audit, axe, timing};
use crate::explorer::serve::{send_mutated, serve};
use crate::games::chess::{CHESS, POSITIONS, fen, perft, pgn, solver};
use crate::games::draughts;
use crate::games::halma::Pair;
use crate::library::parsers::{check, texts};
use crate::library::{changed_records, embedded, parsers};
use crate::program::uci::commands::send_noise;

/// Writes the figures to standard output.
#[test]
#[ignore = "takes minutes: make test-long"]
fn a_hundred_thousand_random_positions_of_halma_are_as_the_rules_have_them() {
    let boards: [(u8, &[u8], u64); 3] = [(16, &ZONE, 100_000), (8, &[3, 2, 1], 100_000), (6, &[2, 1], 100_000)];
    for (seed, (size, zone, positions)) in (4..).zip(boards) {
        println!("{size} x {size}: {:?}", Pair::new(size, zone).compare_some(positions, seed));
    }
}

#[test]
#[ignore = "takes up to a minute: make test-long"]
fn counts_of_chess_are_as_published_to_the_deepest() {
    perft::compare(u64::MAX);
}

#[test]
#[ignore = "takes minutes: make test-long"]
fn a_million_random_positions_of_every_game_of_draughts_are_as_the_judge_says() {
    draughts::judged::judge_all(500_000);
}

#[test]
#[ignore = "takes minutes: make test-long"]
fn endings_of_four_pieces_of_every_game_of_draughts_obey_the_laws() {
    draughts::solved::obey_the_laws();
}

#[test]
#[ignore = "takes minutes: make test-long"]
fn counts_of_draughts_are_as_published_to_the_deepest() {
    draughts::perft::compare(u64::MAX);
}

#[test]
#[ignore = "takes minutes: make test-long"]
fn every_entry_of_endings_of_four_men_follows_from_its_successors() {
    solver::follow_from_successors(1);
    solver::follow_from_successors_under_a_rule(1);
}

#[test]
#[ignore = "takes half a minute: make test-long"]
fn the_tables_of_endings_of_pawns_are_made_again() {
    embedded::tables_of_pawns_are_made_again();
}

#[test]
#[ignore = "takes up to a minute: make test-long"]
fn pages_are_legible_and_usable_in_every_look() {
    audit(&LOOKS);
}

#[test]
#[ignore = "takes up to a minute: make test-long"]
fn axe_finds_nothing_serious_in_any_look() {
    LOOKS.iter().for_each(|&look| axe::look_at_pages(&axe::PAGES, look));
}

#[test]
#[ignore = "takes up to a minute: make test-long"]
fn new_values_are_soon_there_after_a_move_of_every_game() {
    timing::move_in_time(&timing::PAGES, 9);
}

#[test]
#[ignore = "takes up to a minute: make test-long"]
fn a_hundred_thousand_texts_for_each_parser_are_errors_or_what_they_say() {
    parsers::of_every_game(100_000);
}

#[test]
#[ignore = "takes up to a minute: make test-long"]
fn a_million_changed_positions_of_chess_are_errors_or_read_back() {
    check("chess", 1_000_000, texts(POSITIONS.map(str::to_string).to_vec()), fen::reads);
}

#[test]
#[ignore = "takes up to a minute: make test-long"]
fn a_million_changed_records_of_chess_are_errors_or_games() {
    check("chess", 1_000_000, pgn::near(), |text| changed_records::reads(&*CHESS, text));
}

#[test]
#[ignore = "takes minutes: make test-long"]
fn a_million_changed_records_are_errors_or_games() {
    changed_records::many(1_000_000);
}

#[test]
#[ignore = "takes half a minute: make test-long"]
fn a_hundred_thousand_lines_of_noise_are_answered() {
    send_noise(2, 1_000);
}

#[test]
#[ignore = "takes minutes: make test-long"]
fn a_million_mutated_requests_are_answered() {
    send_mutated(&serve(), 1_000_000);
}

/// Writes the figures to standard output.
#[test]
#[ignore = "takes minutes: make test-long"]
fn twenty_thousand_changed_tables_are_errors_or_right() {
    let outcomes = changed_tables::change(20_000, 1_000_000);
    println!("{outcomes:?}");
    outcomes.are_sound();
}

/// Writes the figures to standard output.
#[test]
#[ignore = "takes minutes: make test-long"]
fn tables_are_whole_or_absent_after_ten_thousand_losses_of_power() {
    println!("{:?}", power_loss::break_off(10_000, 1_000_000));
}

#[test]
#[cfg(unix)]
#[ignore = "takes minutes: make test-long"]
fn every_door_gives_the_same_answer_at_a_thousand_positions_of_each_game() {
    crate::parity::at_random_positions(1_000);
}

/// Kills the number of solves in `HINDSIGHT_KILLS`, or 500. Writes the figures to standard output.
#[test]
#[cfg(unix)]
#[ignore = "takes minutes: make test-long"]
fn solves_of_every_solver_that_are_killed_hundreds_of_times_go_on() {
    let number = std::env::var("HINDSIGHT_KILLS").map_or(500, |text| text.parse().expect("a number of kills"));
    println!("{:?}", kills::kill(number));
}
