//! Records of games that were changed at random: errors, or games that can be written and read again.

use hindsight::game::{Game, Notation};
use hindsight::games::draughts::Draughts;
use hindsight::games::tigers_and_goats::TigersAndGoats;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::fuzz::targets::records;
use crate::library::parsers::{check, texts};

/// A text is games and errors; the games are written and read back equal.
pub fn reads<G: Notation>(game: &G, text: &str) -> TestCaseResult {
    records::reads(game, text).map_err(TestCaseError::fail)
}

/// Games of draughts, some with faults that are found in files.
const DRAUGHTS: [&str; 4] = [
    "[Event \"ACF archive 1\"]\n[Result \"1/2-1/2\"]\n1. 10-15 23-19 2. 7-10 22-18 3. 15x22 25x18 4. 11-15 18x11 5. 8x15 \
     21-17 6. 9-14 17-13 1/2-1/2\n\n[Event \"2\"]\n1. 11-15 23-18 {well} 2. 8-11! 27-23 $2 0-1",
    "[FEN \"W:W18,24,K3:B1,K5,11\"]\n[SetUp \"1\"]\n1... 18-14 2. K5-9 (2. 1-6 {or} 14-9) 14x5 *",
    "[White \"a\"] [Black \"b\"]\n1. 12-16 24-20 2. 8-12 28-24 3. 9-14 24-19 4. 16-23-32 ; end\n% no\n1-0",
    "[FEN \"B:W14,15,23,24:B10\"]\n1. 10x17 15-10 2. 17-21 1-0\n[FEN \"x\"] 1. 1-5 *",
];

/// Games of Tigers and Goats.
const GOATS: [&str; 2] = [
    "[Event \"x\"]\n1. 9 3-2 2. 7 {a goat} 2-8 3. 15 1-0",
    "[FEN \"T/..TT../....../....../.... g 15\"]\n1. 12 4-10 2. 11 10x12 *\n\n1. 9 nonsense 0-1",
];

pub fn many(number: u32) {
    let owned = |known: &[&str]| known.iter().map(|text| text.to_string()).collect::<Vec<_>>();
    for game in [Draughts::checkers(), Draughts::losing_checkers()] {
        check(game.name(), number, texts(owned(&DRAUGHTS)), |text| reads(&game, text));
    }
    let game = TigersAndGoats::new();
    check(game.name(), number, texts(owned(&GOATS)), |text| reads(&game, text));
}

#[test]
fn changed_records_are_errors_or_games() {
    many(3_000);
}
