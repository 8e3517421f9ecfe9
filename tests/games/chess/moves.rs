//! Moves as people write them, against another program's rules, and what is said of those that are not legal.

use cozy_chess::{Board, GameStatus};
use hindsight::game::{Game, Notation, PlayRules, move_text, move_text_for_people, position_text};
use hindsight::games::chess::{Move, PieceType, Position, square_name};
use hindsight::util::random::Random;

use super::{CHESS, POSITIONS, position, random_game};

/// The text of a move by the definition: the least of the origin that no other legal move of such a piece shares, tried
/// in the order that the standard has.
fn plainly(position: &Position, mv: Move, legal: &[Move]) -> String {
    let piece = |mv: Move| position.piece(mv.from).expect("a piece moves").0;
    let (kind, from) = (piece(mv), square_name(mv.from));
    if kind == PieceType::King && mv.from.abs_diff(mv.to) == 2 {
        return if mv.to % 8 == 6 { "O-O" } else { "O-O-O" }.to_string();
    }
    let captures = CHESS.is_capture(position, mv);
    let marks = if captures { "x" } else { "" };
    let promotion = mv.promotion.map_or(String::new(), |kind| format!("={}", kind.letter()));
    let to = format!("{marks}{}{promotion}", square_name(mv.to));
    if kind == PieceType::Pawn {
        return if captures { format!("{}{to}", &from[..1]) } else { to };
    }
    let alike = || legal.iter().filter(|other| other.to == mv.to && piece(**other) == kind);
    let origins = ["", &from[..1], &from[1..], &from];
    let origin = origins.into_iter().find(|origin| {
        let shares = |other: &&Move| square_name(other.from).contains(*origin);
        alike().filter(shares).count() == 1
    });
    format!("{}{}{to}", kind.letter(), origin.expect("the whole square is enough"))
}

#[test]
fn every_move_is_written_by_the_standard_and_read_back() {
    let (mut random, mut moves, mut ambiguous) = (Random::new(5), 0, 0);
    for from in POSITIONS.repeat(2) {
        let game = random_game(from, 120, &mut random);
        for now in game.before() {
            let legal: Vec<Move> = CHESS.moves(now).collect();
            // The other program knows no more than a hundred quiet plies.
            let fresh = Position { clock: 0, ..*now };
            let board = Board::from_fen(&position_text(&*CHESS, &fresh), false).expect("a legal position");
            for &mv in &legal {
                let text = move_text_for_people(&*CHESS, now, mv);
                let (bare, mark) = text.split_at(text.trim_end_matches(['+', '#']).len());
                assert_eq!(bare, plainly(now, mv, &legal), "{}", position_text(&*CHESS, now));
                assert_eq!(mark, checks(&board, mv), "{text} in {}", position_text(&*CHESS, now));
                assert_eq!(CHESS.parse_move(now, &text), Ok(mv), "{text}");
                assert_eq!(CHESS.parse_move(now, bare), Ok(mv), "{text}");
                assert_eq!(CHESS.parse_move(now, &move_text(&*CHESS, now, mv)), Ok(mv), "{text}");
                moves += 1;
                ambiguous += usize::from(bare.starts_with(['N', 'B', 'R', 'Q']) && bare.replace('x', "").len() > 3);
            }
        }
    }
    assert!(moves > 30_000 && ambiguous > 1000, "{moves} moves, {ambiguous} of them with their origin");
}

/// The mark of a check or a mate, by the rules of another program.
fn checks(board: &Board, mv: Move) -> &'static str {
    let mut text = move_text(&*CHESS, &CHESS.start(), mv);
    // There, castling is a capture of the rook.
    let king = board.king(board.side_to_move());
    if u8::try_from(king as usize) == Ok(mv.from) && mv.from.abs_diff(mv.to) == 2 {
        text.replace_range(2..3, if mv.to > mv.from { "h" } else { "a" });
    }
    let mut after = board.clone();
    after.play(text.parse().expect(&text));
    match (after.status(), after.checkers().is_empty()) {
        (_, true) => "",
        (GameStatus::Won, false) => "#",
        (_, false) => "+",
    }
}

#[test]
fn moves_of_other_hands_are_read() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (from, texts, uci) in [
        (castling, &["O-O", "0-0", "o-o", "e1g1", "O-O!", "0-0+"][..], "e1g1"),
        (castling, &["O-O-O", "0-0-0", "o-o-o", "e1c1"], "e1c1"),
        (castling, &["Rxa8+", "Rxa8", "Ra8", "Ra1xa8+", "Ra1-a8", "Raxa8", "R1xa8", "a1a8"], "a1a8"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["exd6", "exd6e.p.", "exd6 e.p.", "ed6", "e5xd6", "e5d6"], "e5d6"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", &["a8=Q", "a8Q", "a7-a8=Q!?", "a7a8q", "a7a8Q"], "a7a8q"),
        (POSITIONS[0], &["e4", "e2e4", "e2-e4", "Pe4", " e4 "], "e2e4"),
        (POSITIONS[0], &["Nf3", "Ng1f3", "Ngf3", "N1f3", "g1f3"], "g1f3"),
    ] {
        let from = position(from);
        for text in texts {
            let read = CHESS.parse_move(&from, text).map(|mv| move_text(&*CHESS, &from, mv));
            assert_eq!(read.as_deref(), Ok(uci), "{text}");
        }
    }
}

#[test]
fn a_move_that_is_not_legal_is_explained() {
    let start = POSITIONS[0];
    let pinned = "4r2k/8/8/8/4N3/8/4K3/8 w - - 0 1";
    let checked = "k3r3/8/8/8/8/3N4/8/4K2R w K - 0 1";
    let castling = "4k3/8/b7/8/8/8/8/RN2K2R w KQ - 0 1";
    let twins = "4k3/8/8/8/8/1N6/8/1N1K1N2 w - - 0 1";
    let pawns = "4k3/8/8/2pP1p2/5P2/8/P7/4K3 w - - 0 1";
    for (from, text, why) in [
        (start, "e2e5", "a pawn on e2 does not move to e5"),
        (start, "e3e4", "no piece is on e3"),
        (start, "e7e5", "the pawn on e7 is of Black, and White is to move"),
        (start, "f1c4", "the pawn on e2 is in the way"),
        (start, "Bc4", "no bishop of White reaches c4"),
        (start, "a1a2", "the pawn on a2 is White's own"),
        (start, "Ra1", "no rook of White reaches a1"),
        (start, "a1a1", "the rook would stay where it is"),
        (start, "g1g3", "a knight on g1 does not move to g3"),
        (start, "Ng1e4", "a knight on g1 does not move to e4"),
        (start, "Nd4", "no knight of White reaches d4"),
        (start, "Nbf3", "a knight on b1 does not move to f3"),
        (start, "Nh5f6", "no knight of White can come to f6 from there"),
        (start, "exd3", "a pawn moves to another file only to capture, and nothing is on d3"),
        (start, "O-O", "the bishop on f1 is in the way"),
        (start, "e1c1", "the queen on d1 is in the way"),
        (start, "e2e4q", "a pawn is promoted only on the last rank"),
        (start, "Ngf3=Q", "nothing but a pawn on the last rank is promoted"),
        (pinned, "Nc3", "the king would be in check from the rook on e8"),
        (pinned, "e4c3", "the king would be in check from the rook on e8"),
        (pinned, "Q", ""),
        (pinned, "Qd4", "White has no queen"),
        (pinned, "e2e3", ""),
        (checked, "Nb4", "the king would still be in check from the rook on e8"),
        (checked, "e1e2", "the king would be in check from the rook on e8"),
        (checked, "O-O", "the king cannot castle out of check from the rook on e8"),
        (checked, "O-O-O", "White has no right to castle on the queen's side: it goes with the first move"),
        (castling, "O-O", "the king would cross f1, which the bishop on a6 attacks"),
        (castling, "0-0-0", "the knight on b1 is in the way"),
        ("4k3/8/8/2b5/8/8/8/4K2R w K - 0 1", "e1g1", "the king would be in check from the bishop on c5"),
        (twins, "Nd2", "it may be Nb1d2 or Nfd2 or N3d2"),
        (twins, "Nbd2", "it may be Nb1d2 or N3d2"),
        (pawns, "f5", "the pawn on f5 is in the way"),
        (pawns, "dxc6", "a pawn is captured en passant only by the next move after its two squares"),
        (pawns, "d5e6", "a pawn moves to another file only to capture, and nothing is on e6"),
        (pawns, "d5d7", "a pawn moves by two squares only from where it starts"),
        ("8/8/8/r1pP3K/8/8/8/4k3 w - - 0 1", "dxc6", "the king would be in check from the rook on a5"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8", "a pawn on the last rank becomes a queen, rook, bishop or knight"),
        (
            "8/P6k/8/8/8/8/8/K7 w - - 0 1",
            "a8",
            "a pawn on the last rank becomes a queen, rook, bishop or knight: name one",
        ),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=K", "a pawn on the last rank becomes"),
        (start, "hello", ""),
        (start, "Ni9", ""),
    ] {
        let from = position(from);
        let Err(error) = CHESS.parse_move(&from, text) else {
            assert!(why.is_empty(), "{text} is legal");
            continue;
        };
        let error = error.to_string();
        let expected = match why {
            "" => "expected one of the legal moves ".to_string(),
            why => format!("expected a legal move, found {text:?}: {why}"),
        };
        assert!(error.starts_with(&expected), "{text}: {error}");
    }
    let over = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let error = CHESS.parse_move(&over, "Kg8").expect_err("stalemate").to_string();
    assert_eq!(error, "expected no move at all: the game is over here, found \"Kg8\"");
}
