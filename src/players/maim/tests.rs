//! The engine against brute force, known mates and the rules of draws.

use std::time::{Duration, Instant};

use super::*;
use crate::game::{Game, Notation, move_text, position_text};
use crate::query::ExactValues;
use crate::search::SearchClock;
use crate::util::random::Random;
use crate::values::LookupError;
use evaluate::evaluate;
use exchange::WORTH;
use generate::MovePart;
use score::{DECIDED, MATE};

fn board(fen: &str) -> MaimBoard {
    board_of(&Chess::new().parse(fen).expect(fen))
}

fn legal(board: &MaimBoard) -> Vec<PackedMove> {
    let mut moves = Vec::new();
    for part in [MovePart::Tactical, MovePart::Quiet] {
        board.generate(part, |mv| moves.push(mv));
    }
    moves
}

/// Positions of random games.
fn positions(games: u64) -> Vec<Position> {
    let mut random = Random::new(7);
    let (game, mut found) = (Chess::new(), Vec::new());
    for _ in 0..games {
        let mut position = game.start();
        for _ in 0..80 {
            let moves: Vec<GameMove> = game.moves(&position).collect();
            if moves.is_empty() {
                break;
            }
            position = game.play(&position, moves[random.below(moves.len())]);
            found.push(position);
        }
    }
    found
}

#[test]
fn the_board_follows_the_rules() {
    let sorted = |mut moves: Vec<u16>| {
        moves.sort_unstable();
        moves
    };
    let every = (0..64u8).flat_map(|from| (0..64u8).map(move |to| PackedMove::new(from, to)));
    let every: Vec<PackedMove> = every.flat_map(|mv| [mv.0, mv.0 | 1 << 12, mv.0 | 4 << 12].map(PackedMove)).collect();
    let game = Chess::new();
    for (number, position) in positions(20).into_iter().enumerate() {
        let board = board_of(&position);
        let moves = legal(&board);
        let by_rules = position.legal_moves().map(|mv| move_of(mv).0).collect();
        assert_eq!(
            sorted(moves.iter().map(|mv| mv.0).collect()),
            sorted(by_rules),
            "{}",
            position_text(&Chess::new(), &position)
        );
        if number % 40 == 0 {
            let wrong = every.iter().find(|mv| board.is_legal(**mv) != moves.contains(mv));
            assert_eq!(wrong, None, "{}", position_text(&Chess::new(), &position));
        }
        let is_attacked = |square: u8| board.is_attacked(square, board.own() ^ 1, board.occupied());
        assert!((0..64).all(|square| (board.threats() >> square & 1 == 1) == is_attacked(square)));
        for mv in moves {
            let mut next = board;
            next.play(mv);
            let fresh = MaimBoard::new(next.kinds, next.colours, next.side, next.castling, next.en_passant, next.clock);
            assert_eq!((next.key, next.pawn_key, next.piece_keys), (fresh.key, fresh.pawn_key, fresh.piece_keys));
            assert_eq!(next.squares, fresh.squares);
            let after = game.play(&position, game_move(mv));
            assert_eq!((next.kinds, next.checkers), (after.kinds, after.checkers()));
            let is_castling = board.kind_on(mv.from()) == board::KING && mv.from().abs_diff(mv.to()) == 2;
            if !is_castling && mv.to() != board.en_passant && mv.promotion().is_none() {
                assert_eq!(
                    board.gives_check(mv, &board.checks()),
                    next.checkers != 0,
                    "{}",
                    position_text(&game, &position)
                );
            }
        }
    }
}

/// The gain of a side that captures a piece of this worth with its cheapest piece, or declines.
fn exchanges(board: &MaimBoard, square: u8, worth: i32, side: usize, occupied: u64) -> i32 {
    let attackers = |side: usize, occupied: u64| board.attackers(square, occupied) & occupied & board.colours[side];
    let cheapest = bits::each(attackers(side, occupied)).min_by_key(|&from| board.kind_on(from));
    let Some(from) = cheapest else { return 0 };
    let (kind, left) = (board.kind_on(from), occupied & !(1 << from));
    if kind == board::KING && attackers(side ^ 1, left) != 0 {
        return 0;
    }
    (worth - exchanges(board, square, WORTH[kind], side ^ 1, left)).max(0)
}

#[test]
fn exchanges_are_those_of_a_plain_recursion() {
    let mut number = 0;
    for position in positions(60) {
        let board = board_of(&position);
        let plain =
            |mv: &PackedMove| board.kind_on(mv.to()) < 6 && mv.promotion().is_none() && board.kind_on(mv.from()) < 5;
        for mv in legal(&board).into_iter().filter(plain) {
            let occupied = board.occupied() & !(1 << mv.from());
            let piece = WORTH[board.kind_on(mv.from())];
            let worth = WORTH[board.captured(mv)] - exchanges(&board, mv.to(), piece, board.own() ^ 1, occupied);
            assert!(board.wins(mv, worth), "{} {mv:?} {worth}", position_text(&Chess::new(), &position));
            assert!(!board.wins(mv, worth + 1), "{} {mv:?} {worth}", position_text(&Chess::new(), &position));
            number += 1;
        }
    }
    assert!(number > 1000, "{number}");
}

/// The position with the colours exchanged and the ranks mirrored.
fn mirrored(board: &MaimBoard) -> MaimBoard {
    let ranks = |set: &u64| set.swap_bytes();
    let [white, black] = board.colours.map(|set| ranks(&set));
    let castling = board.castling >> 2 | (board.castling & 3) << 2;
    let behind = if board.en_passant < 64 { board.en_passant ^ 56 } else { 64 };
    let kinds = std::array::from_fn(|kind| ranks(&board.kinds[kind]));
    MaimBoard::new(kinds, [black, white], board.side ^ 1, castling, behind, board.clock)
}

#[test]
fn the_evaluation_is_the_same_for_both_colours() {
    let mut evaluator = network::evaluator(1);
    for position in positions(20) {
        let board = board_of(&position);
        let (one, other) = (evaluate(&board, &mut evaluator, 0), evaluate(&mirrored(&board), &mut evaluator, 0));
        assert_eq!(one, other, "{}", position_text(&Chess::new(), &position));
    }
}

#[test]
fn the_evaluation_does_not_depend_on_what_was_evaluated_before() {
    let mut random = Random::new(3);
    let mut evaluator = network::evaluator(20);
    for position in positions(40) {
        let board = board_of(&position);
        // The position last evaluated at the ply before may be any position of this game or another.
        let fresh = evaluate(&board, &mut network::evaluator(1), 0);
        assert_eq!(
            evaluate(&board, &mut evaluator, random.below(20)),
            fresh,
            "{}",
            position_text(&Chess::new(), &position)
        );
    }
}

fn search(fen: &str, limit: Limit) -> MaimResult {
    let clock = SearchClock::running();
    let task = MaimTask { limit, ..MaimTask::new(board(fen), &clock) };
    MaimEngine::new(1 << 20).search(&task, &mut |_| ())
}

#[test]
fn mates_in_one_to_four_are_found() {
    for (fen, plies) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1),
        ("3k4/8/3K4/8/8/8/8/6R1 w - - 0 1", 1),
        ("3k4/8/2K5/8/8/8/8/7Q w - - 0 1", 3),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5),
        ("8/4k3/8/8/8/8/R7/1R2K3 w - - 0 1", 7),
        ("8/8/8/8/8/3k4/7r/3K4 b - - 0 1", 1),
    ] {
        let found = search(fen, Limit::to_depth(plies + 10));
        assert_eq!(found.lines[0].score, MATE - plies as i32, "{fen}");
        assert_eq!(found.lines[0].line.len() as u32, plies, "{fen}");
    }
}

#[test]
fn a_lone_king_is_mated_within_fifty_moves() {
    for fen in ["8/8/8/3k4/8/8/8/KBN5 w - - 0 1", "7k/8/8/8/3N4/8/2B5/K7 w - - 0 1", "8/8/8/3k4/8/8/8/KBB5 w - - 0 1"] {
        let (clock, mut engine) = (SearchClock::running(), MaimEngine::new(1 << 22));
        let (mut position, mut before) = (board(fen), Vec::new());
        while !legal(&position).is_empty() {
            let limit = Limit { nodes: Some(30_000), ..Limit::default() };
            let task = MaimTask { limit, before: before.clone(), ..MaimTask::new(position, &clock) };
            let mv = engine.search(&task, &mut |_| ()).lines[0].mv;
            before.push(position.key);
            position.play(mv);
            assert!(position.clock < 100 && !position.is_dead(), "{fen}: not won after {} plies", before.len());
        }
        assert!(position.is_attacked(position.king(position.own()), position.own() ^ 1, position.occupied()), "{fen}");
    }
}

#[test]
fn draws_by_repetition_and_fifty_moves_are_seen() {
    // Only the third occurrence of one position saves White.
    let root = board("8/8/8/8/3k4/7q/8/K7 w - - 20 80");
    let mut again = root;
    again.play(PackedMove::new(0, 1));
    let clock = SearchClock::running();
    let before = vec![again.key, 1, 2, 3, again.key, 5, 6];
    let task = MaimTask { limit: Limit::to_depth(8), before, ..MaimTask::new(root, &clock) };
    let found = MaimEngine::new(1 << 20).search(&task, &mut |_| ());
    assert_eq!((found.lines[0].score, found.lines[0].mv), (0, PackedMove::new(0, 1)));
    // Nothing but a mate by the hundredth ply counts.
    let found = search("8/8/8/8/8/1k6/7q/1K6 w - - 99 80", Limit::to_depth(4));
    assert_eq!(found.lines[0].score, 0);
    let won = search("7k/8/6K1/8/8/8/8/R7 w - - 99 80", Limit::to_depth(4));
    assert_eq!(won.lines[0].score, MATE - 1);
}

#[test]
fn a_search_stops_soon() {
    for time in [1, 20, 100] {
        let start = Instant::now();
        let limit = Limit::within(Duration::from_millis(time));
        let found = search("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9", limit);
        assert!(!found.lines[0].line.is_empty());
        // A machine at work on other things gives no promise.
        assert!(start.elapsed() < Duration::from_millis(time + 400), "{:?}", start.elapsed());
    }
}

#[test]
fn one_thread_is_deterministic() {
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
    let numbers = |found: MaimResult| (found.nodes, found.lines[0].score, found.lines[0].mv);
    let limit = Limit { nodes: Some(20_000), ..Limit::default() };
    assert_eq!(numbers(search(fen, limit)), numbers(search(fen, limit)));
    assert_eq!(search(fen, limit).nodes, 20_000);
    assert_eq!(numbers(search(fen, Limit::to_depth(8))), numbers(search(fen, Limit::to_depth(8))));
}

#[test]
fn lines_begin_with_different_moves_the_best_first() {
    let clock = SearchClock::running();
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
    let task = MaimTask { limit: Limit::to_depth(7), lines: 4, ..MaimTask::new(board(fen), &clock) };
    let found = MaimEngine::new(1 << 20).search(&task, &mut |_| ());
    let scores: Vec<i32> = found.lines.iter().map(|line| line.score).collect();
    assert!(scores.len() == 4 && scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    let moves: Vec<u16> = found.lines.iter().map(|line| line.mv.0).collect();
    assert!((1..4).all(|number| !moves[..number].contains(&moves[number])), "{moves:?}");
    let only = MaimTask { allowed: vec![found.lines[3].mv], ..task };
    assert_eq!(MaimEngine::new(1 << 20).search(&only, &mut |_| ()).lines[0].mv, found.lines[3].mv);
}

#[test]
fn exact_values_end_lines() {
    // Whoever has a queen against a bare king is taken to mate in nine plies.
    let exact = |board: &MaimBoard| {
        (board.kinds[board::QUEEN] != 0 && board.occupied().count_ones() == 3).then(|| {
            let mine = board.of(board::QUEEN, board.own()) != 0;
            if mine { Value::Win(9) } else { Value::Loss(8) }
        })
    };
    let clock = SearchClock::running();
    let fen = "8/3P4/8/8/8/1k6/8/K7 w - - 0 1";
    let task = MaimTask { limit: Limit::to_depth(3), exact: Some(&exact), ..MaimTask::new(board(fen), &clock) };
    let found = MaimEngine::new(1 << 20).search(&task, &mut |_| ());
    assert_eq!(found.lines[0].score, MATE - 9);
    assert!(found.hits > 0 && found.lines[0].score > DECIDED);
}

#[test]
fn the_threads_share_a_limit_of_nodes() {
    let clock = SearchClock::running();
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
    let limit = Limit { nodes: Some(40_000), ..Limit::default() };
    let task = MaimTask { limit, threads: 2, ..MaimTask::new(board(fen), &clock) };
    let mut most = 0;
    MaimEngine::new(1 << 20).search(&task, &mut |found| most = most.max(found.nodes));
    assert!((1..=20_000).contains(&most), "{most}");
}

#[test]
fn a_search_without_time_or_stopped_at_once_ends_after_one_iteration() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
    let found = search(fen, Limit::within(Duration::ZERO));
    assert!(found.depth == 1 && found.nodes < 5_000, "{found:?}");
    assert_ne!(found.lines[0].mv, PackedMove::new(39, 53));
    let clock = SearchClock::running();
    let task = MaimTask { is_stopped: &|| true, ..MaimTask::new(board(fen), &clock) };
    let found = MaimEngine::new(1 << 20).search(&task, &mut |_| ());
    // It compares the moves once, and each of the other side's answers.
    assert!(found.depth <= 1 && found.nodes < 5_000, "{found:?}");
    assert_ne!(found.lines[0].mv, PackedMove::new(39, 53));
}

/// Tables in which every position is a draw.
struct Draws;

impl ExactValues<Chess> for Draws {
    fn value(&self, _: &Position) -> Result<Option<Value>, LookupError> {
        Ok(Some(Value::Draw))
    }
}

#[test]
fn the_evaluation_chooses_among_drawn_moves() {
    // The pawn attacks the queen.
    for fen in ["8/8/8/8/2k5/2p5/1Q6/K7 w - - 0 1", "8/8/4k3/8/8/2p5/1Q6/K7 w - - 0 1"] {
        let (game, clock) = (Chess::new(), SearchClock::running());
        let position = game.parse(fen).expect(fen);
        let request = SearchRequest::new(&game, &position, Limit::to_depth(6), &clock);
        let request = SearchRequest { exact: &Draws, ..request };
        let found = Maim(MaimEngine::new(1 << 20)).search(&request);
        let best = found.best.map(|mv| move_text(&game, &position, mv)).unwrap_or_default();
        assert!(found.value == Some(Value::Draw) && best.starts_with("b2"), "{fen}: {found:?}");
    }
}

#[test]
fn two_knights_alone_have_no_hope() {
    let mut evaluator = network::evaluator(1);
    let mut score = |fen: &str| evaluate(&board(fen), &mut evaluator, 0);
    assert_eq!(score("8/8/8/3k4/8/8/8/KNN5 w - - 0 1"), 0);
    assert_eq!(score("8/8/8/3k4/8/8/8/KNN5 b - - 0 1"), 0);
    assert!(score("8/8/8/3k4/8/8/8/KNNN4 w - - 0 1") > 500 && score("8/8/8/3k4/8/8/8/KBN5 w - - 0 1") > 500);
}
