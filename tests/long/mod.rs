//! Tests that take minutes: `make test-long` runs them.

mod clock;

use hindsight::games::halma::ZONE;

use crate::explorer::serve::{send_mutated, serve};
use crate::games::chess::{CHESS, POSITIONS, fen, perft, pgn};
use crate::games::halma::Pair;
use crate::library::changed_records;
use crate::library::parsers::{check, texts};
use crate::program::uci::send_noise;

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
