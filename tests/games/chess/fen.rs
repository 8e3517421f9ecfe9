//! Positions as FEN: what is refused with which words, and what is read.

use hindsight::game::{Game, Notation, position_text};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::{CHESS, POSITIONS, position};
use crate::fuzz::targets::positions::is_helpful;
use crate::library::parsers::{check, texts};

/// Texts that are no positions, each with what is expected and what is found.
const REFUSED: [(&str, &str, &str); 28] = [
    ("", "in FEN such as `8/8/8/8/8/4k3/8/4KQ2 w - - 0 1`", "nothing"),
    (" \t ", "a position in FEN such as", "nothing"),
    ("hello", "a position in FEN such as", "\"hello\""),
    ("8/8/8/8/4k3/8/4KQ2 w - -", "8 ranks with `/` between them, not 7", "\"8/8/8/8/4k3/8/4KQ2\""),
    ("8/8/8/8/8/8/4k3/8/4KQ2 w - -", "8 ranks with `/` between them, not 9", "\"8/8/8/8/8/8/4k3/8/4KQ2\""),
    ("8/8/8/8/8/4k3/8/4KQ1 w - -", "8 squares on rank 1, not 7", "\"4KQ1\""),
    ("8/8/8/8/8/4k4/8/4KQ2 w - -", "8 squares on rank 3, not more", "\"4k4\""),
    ("8/8/8/8/8/4k3/8/4KQQQQQ w - -", "8 squares on rank 1, not more", "\"4KQQQQQ\""),
    ("8//8/8/8/4k3/8/4KQ2 w - -", "8 squares on rank 7, not 0", "nothing"),
    ("8/8/8/8/8/4k3/8/4KX2 w - -", "empty squares on rank 1, not `X`", "\"4KX2\""),
    ("8/8/9/8/8/4k3/8/4KQ2 w - -", "digits from 1 to 8 for empty squares on rank 6, not `9`", "\"9\""),
    ("8/8/8/0/8/4k3/8/4KQ2 w - -", "empty squares on rank 5, not `0`", "\"0\""),
    ("8/8/8/8/8/4k3/8/4♔Q2 w - -", "PNBRQK for White, pnbrqk for Black", "\"4♔Q2\""),
    ("8/8/8/8/8/4k3/8/４KQ2 w - -", "empty squares on rank 1, not `４`", "\"４KQ2\""),
    ("8/8/8/8/8/4k3/8/4KQ2 w - - -1 1", "the plies since the last capture", "\"-1\""),
    ("8/8/8/8/8/4k3/8/4KQ2 w - - 65536 1", "from 0 to 65535", "\"65536\""),
    ("8/8/8/8/8/4k3/8/4KQ2 w - - ١ 1", "the plies since the last capture", "\"١\""),
    ("8/8/8/8/8/4k3/8/5Q2 w - -", "one king of White, not none", "\"8/8/8/8/8/4k3/8/5Q2 w - -\""),
    ("8/8/8/8/8/4k3/k7/4KQ2 w - -", "one king of Black, not 2", "\"8/8/8/8/8/4k3/k7/4KQ2 w - -\""),
    (
        "4k3/8/8/8/Q7/PPPPPPPP/PPPP4/RNBQKBNR w - -",
        "at most 16 men of White, not 21",
        "\"4k3/8/8/8/Q7/PPPPPPPP/PPPP4/RNBQKBNR w - -\"",
    ),
    ("4k3/8/8/8/8/p7/pppppppp/4K3 w - -", "at most 8 pawns of Black, not 9", "\"4k3/8/8/8/8/p7/pppppppp/4K3 w - -\""),
    (
        "4k3/8/8/8/8/8/QQQQQQQQ/QQ2K3 b - -",
        "no more promoted men of White than the 8 pawns that it lacks, not 9",
        "\"4k3/8/8/8/8/8/QQQQQQQQ/QQ2K3 b - -\"",
    ),
    (
        "4k3/pppp1ppp/8/8/nnnn4/8/8/4K3 w - -",
        "no more promoted men of Black than the 1 pawn that it lacks, not 2",
        "\"4k3/pppp1ppp/8/8/nnnn4/8/8/4K3 w - -\"",
    ),
    (
        "4k2P/8/8/8/8/8/8/4K3 w - -",
        "no pawn on the first or the last rank, not one on h8",
        "\"4k2P/8/8/8/8/8/8/4K3 w - -\"",
    ),
    (
        "4k3/8/8/8/8/8/8/p3K3 w - -",
        "no pawn on the first or the last rank, not one on a1",
        "\"4k3/8/8/8/8/8/8/p3K3 w - -\"",
    ),
    (
        "8/8/8/8/8/8/4k3/4K3 w - -",
        "kings with a square between them, not on e1 and e2",
        "\"8/8/8/8/8/8/4k3/4K3 w - -\"",
    ),
    (
        "8/8/8/8/8/4k3/8/4K1Q1 w - -",
        "Black not to be in check with White to move, as it is from the queen on g1",
        "\"8/8/8/8/8/4k3/8/4K1Q1 w - -\"",
    ),
    (
        "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb -",
        "castling rights, of `KQkq`, or `-`: the files of other rooks are of Chess960, which is not played here",
        "\"HBhb\"",
    ),
];

#[test]
fn what_is_no_position_is_refused_with_what_was_expected_and_found() {
    for (text, expected, found) in REFUSED {
        let error = CHESS.parse(text).expect_err(text).to_string();
        assert!(error.starts_with("expected ") && is_helpful(&error), "{text}: {error}");
        assert!(error.contains(expected), "{text}: {error}");
        assert!(error.ends_with(&format!(", found {found}")), "{text}: {error}");
    }
    assert!(CHESS.parse("8/8/8/8/8/4k3/8/4KQ2 w x -").is_err());
}

#[test]
fn a_field_that_the_answer_does_not_depend_on_does_not_decide() {
    const PLAIN: &str = "8/8/8/8/8/4k3/8/4KQ2 w - - 0 1";
    for text in [
        "8/8/8/8/8/4k3/8/4KQ2 w - - 0",
        "8/8/8/8/8/4k3/8/4KQ2 w - -",
        "8/8/8/8/8/4k3/8/4KQ2 w -",
        "8/8/8/8/8/4k3/8/4KQ2 w",
        "8/8/8/8/8/4k3/8/4KQ2",
        "8/8/8/8/8/4k3/8/4KQ2 w - - 0 0",
        "8/8/8/8/8/4k3/8/4KQ2 W - - 0 1",
        "/8/8/8/8/8/4k3/8/4KQ2/ w - -",
        "8/8/8/8/8/4k3/8/4KQ2_w_-_-_0_1",
        "8/8/8/8/8/4k3/8/4KQ2 w - - 0 1;",
        "8/8/8/8/8/4k3/8/4KQ2 w - - bm Qf6; id \"x y\";",
        "8/8/8/8/8/4k3/8/4KQ2 w - - 0 1 bm Qf6;",
        "8/8/8/8/8/4k3/8/4KQ2 w - - fmvn 1; hmvc 0; id \"0\";",
        "8/8/8/8/8/4k3/8/4KQ2 w - - - 1",
        "8/8/8/8/8/4k3/8/4KQ~2 w - - 0 1.5",
    ] {
        assert_eq!(position_text(&*CHESS, &position(text)), PLAIN, "{text}");
    }
    let written = |text: &str| (position_text(&*CHESS, &position(text)), CHESS.notes(text));
    assert_eq!(written("8/8/8/8/8/4k3/8/4KQ2 w - - hmvc 7; fmvn 9;").0, "8/8/8/8/8/4k3/8/4KQ2 w - - 7 9");
    assert_eq!(written("r3k2r/8/8/8/8/8/8/R3K2R w HAha -").0, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // What is dropped or guessed is said.
    for (text, read, note) in [
        (
            "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "the castling right `K` is dropped: expected",
        ),
        (
            "8/8/8/8/8/4k3/8/4KQ2 w - e5 0 1",
            PLAIN,
            "the en-passant square e5 is dropped: expected an en-passant square on",
        ),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - d3", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "the en-passant square d3 is dropped"),
        ("8/8/8/8/8/4k3/8/4KQ2 w - x", PLAIN, "the en-passant square \"x\" is dropped"),
        ("8/8/8/8/8/4k3/8/4KQ2", PLAIN, "no side to move is given"),
    ] {
        let (found, notes) = written(text);
        assert_eq!((found.as_str(), notes.len()), (read, 1), "{text}: {notes:?}");
        assert!(notes[0].starts_with(note), "{text}: {notes:?}");
    }
    assert_eq!(written(PLAIN).1, Vec::<String>::new());
}

#[test]
fn positions_are_written_as_read() {
    for text in POSITIONS {
        assert_eq!(position_text(&*CHESS, &position(text)), text);
    }
    // Counters may be left out, and rights be in any order.
    assert_eq!(position_text(&*CHESS, &position(" 8/8/8/8/8/4k3/8/4KQ2  w - - ")), "8/8/8/8/8/4k3/8/4KQ2 w - - 0 1");
    assert_eq!(
        position_text(&*CHESS, &position("r3k2r/8/8/8/8/8/8/R3K2R b qK - 7 9")),
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 7 9"
    );
    // Counters go no further than they can be read.
    let latest = position("8/8/8/8/8/4k3/8/4KQ2 b - - 65535 65535");
    let next = CHESS.play(&latest, CHESS.parse_move(&latest, "Ke4").expect("a legal move"));
    assert_eq!(
        position_text(&*CHESS, &position(&position_text(&*CHESS, &next))),
        "8/8/8/8/4k3/8/8/4KQ2 w - - 65535 65535"
    );
    // A right that no legal move can use is none: nothing captures, or the pawn is pinned.
    for (text, written) in [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1", "8/8/8/8/R2pP2k/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
    ] {
        assert_eq!(position_text(&*CHESS, &position(text)), written);
    }
}

/// A text is an error or a position that is written and read back equal, counters included.
pub fn reads(text: &str) -> TestCaseResult {
    match CHESS.parse(text) {
        Ok(position) => {
            let written = position_text(&*CHESS, &position);
            let again = CHESS.parse(&written);
            prop_assert_eq!(&again, &Ok(position), "{}", text);
            prop_assert_eq!(again.map(|again| position_text(&*CHESS, &again)), Ok(written));
        }
        Err(error) => prop_assert!(is_helpful(&error.to_string()), "{}", error),
    }
    Ok(())
}

#[test]
fn changed_positions_are_errors_or_what_they_say() {
    check("chess", 30_000, texts(POSITIONS.map(str::to_string).to_vec()), reads);
}
