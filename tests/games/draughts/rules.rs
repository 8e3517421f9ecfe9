//! Draughts: a second set of rules as the judge, published play, and the corners of the rules.

use crate::outside::draughts_judge::{ENGLISH, Judge};
use hindsight::game::{Game, Notation, Outcome, move_text, position_text};
use hindsight::games::draughts::{Draughts, Position};
use proptest::prelude::*;

fn position(text: &str) -> Position {
    Draughts::checkers().parse(text).expect("is a position")
}

/// The legal moves as text, in the order of the text.
fn moves(position: &Position) -> Vec<String> {
    let game = Draughts::checkers();
    let mut moves: Vec<String> = game.moves(position).map(|mv| move_text(&game, position, mv)).collect();
    moves.sort_unstable();
    moves
}

fn play(position: &Position, text: &str) -> Position {
    let game = Draughts::checkers();
    game.play(position, game.parse_move(position, text).expect("is legal"))
}

/// A source of numbers that look random and are always the same (Sebastiano Vigna, SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }

    /// Any filling of the board, of more or fewer pieces, men and kings.
    fn filling(&mut self) -> String {
        let (black, white, kings) = (1 + self.below(12), 1 + self.below(12), self.below(5));
        let (mut blacks, mut whites) = (Vec::new(), Vec::new());
        for number in 1..=32 {
            let side = self.below(32);
            let king = self.below(4) < kings;
            if side < black && (king || number < 29) {
                blacks.push(format!("{}{number}", if king { "K" } else { "" }));
            } else if (black..black + white).contains(&side) && (king || number > 4) {
                whites.push(format!("{}{number}", if king { "K" } else { "" }));
            }
        }
        let to_move = if self.below(2) == 0 { 'B' } else { 'W' };
        format!("{to_move}:W{}:B{}", whites.join(","), blacks.join(","))
    }
}

/// What the judge was asked.
#[derive(Default)]
struct Tally {
    moves: u32,
    stuck: u32,
    circular: u32,
    longest: usize,
}

/// Holds the game against the judge in a position, and gives the moves.
fn agree(game: &Draughts, text: &str, tally: &mut Tally) -> Vec<(String, String)> {
    let position = game.parse(text).expect("is a position");
    assert_eq!(position_text(game, &position), text);
    let mut judged = Judge::read(ENGLISH, text).moves();
    judged.sort_unstable();
    let mut found: Vec<(String, String)> = game
        .moves(&position)
        .map(|mv| {
            let name = move_text(game, &position, mv);
            assert_eq!(game.parse_move(&position, &name), Ok(mv), "{text}");
            let after = game.play(&position, mv);
            let written = position_text(game, &after);
            // Nothing is left in the position that the text does not show, such as a king that was taken.
            assert_eq!(game.parse(&written), Ok(after), "{name} in {text}");
            (name, written)
        })
        .collect();
    found.sort_unstable();
    assert_eq!(found, judged, "{text}");
    assert_eq!(game.moves(&position).count(), judged.len(), "{text}");
    assert_eq!(game.outcome(&position), judged.is_empty().then_some(Outcome::Loss), "{text}");

    tally.moves += judged.len() as u32;
    tally.stuck += u32::from(judged.is_empty());
    for (name, _) in &judged {
        let squares: Vec<&str> = name.split('x').collect();
        tally.longest = tally.longest.max(squares.len() - 1);
        tally.circular += u32::from(squares.len() > 1 && squares.first() == squares.last());
    }
    judged
}

#[test]
fn games_at_random_go_as_the_judge_says() {
    let game = Draughts::checkers();
    let (mut random, mut tally) = (Random(1), Tally::default());
    for _ in 0..400 {
        let mut text = position_text(&game, &game.start());
        for _ in 0..200 {
            let moves = agree(&game, &text, &mut tally);
            if moves.is_empty() {
                break;
            }
            text = moves[random.below(moves.len())].1.clone();
        }
    }
    assert!(tally.moves > 100_000 && tally.stuck > 100, "{} moves, {} stuck", tally.moves, tally.stuck);
}

#[test]
fn boards_filled_at_random_go_as_the_judge_says() {
    let game = Draughts::checkers();
    let (mut random, mut tally) = (Random(2), Tally::default());
    for _ in 0..50_000 {
        agree(&game, &random.filling(), &mut tally);
    }
    assert!(tally.moves > 200_000 && tally.stuck > 100, "{} moves, {} stuck", tally.moves, tally.stuck);
    assert!(tally.circular > 10 && tally.longest >= 7, "{} circular, {} at most", tally.circular, tally.longest);
}

/// Jason Doucette, "Triple Jump": White announces a win in 8 moves and sacrifices six pieces.
#[test]
fn the_craziest_win_of_triple_jump_goes_by_the_rules() {
    let game = Draughts::checkers();
    let mut now = position("W:W18,19,21,23,27,29,32,K3:B2,4,9,10,14,20");
    let white = ["21-17", "3-8", "18-15", "23x14x7", "19-15", "27-24", "32x23x14x5", "29x22"];
    let black = ["14x21", "4x11", "11x18", "2x11", "11x18", "20x27", "21-25"];
    for (ply, white) in white.into_iter().enumerate() {
        now = play(&now, white);
        if let Some(&reply) = black.get(ply) {
            assert_eq!(moves(&now), [reply], "after {white}");
            now = play(&now, reply);
        }
    }
    assert_eq!(game.outcome(&now), Some(Outcome::Loss));
    assert_eq!(position_text(&game, &now), "B:W5,22:B");
    assert_eq!(Draughts::losing_checkers().outcome(&now), Some(Outcome::Win));
}

#[test]
fn a_man_is_crowned_and_stays_on_the_far_row() {
    // A king could go on from 3 over 7 and 6: the man that is crowned there may not.
    assert_eq!(moves(&position("W:W12:B7,8")), ["12x3"]);
    assert_eq!(moves(&position("W:WK12:B7,8")), ["12x3x10"]);
    let game = Draughts::checkers();
    assert_eq!(position_text(&game, &play(&position("W:W12:B7,8"), "12x3")), "B:WK3:B7");
    assert_eq!(position_text(&game, &play(&position("B:W5:B25"), "25-30")), "W:W5:BK30");
}

#[test]
fn any_jump_may_be_chosen_and_must_be_finished() {
    // 23x14 alone is no move, and neither is the step of the other man.
    assert_eq!(moves(&position("W:W23,32:B10,18,19")), ["23x14x7", "23x16"]);
}

#[test]
fn no_piece_is_jumped_twice_and_a_king_may_come_back() {
    // Round in a cycle over 10, 18, 19 and 11, back to 7, and not once more over 10.
    let round = position("B:WK10,K18,11,19:BK7,1");
    assert_eq!(moves(&round), ["7x14x23x16x7", "7x16x23x14x7"]);
    assert_eq!(position_text(&Draughts::checkers(), &play(&round, "7x14x23x16x7")), "W:W:B1,K7");
    // From 3 it could jump back over 8, had it not jumped that before.
    assert_eq!(moves(&position("W:WK12:B8")), ["12x3"]);
}

#[test]
fn who_cannot_move_has_lost_or_won_as_the_game_has_it() {
    let outcome = |game: Draughts, text: &str| game.outcome(&position(text));
    for text in ["B:W21:B", "W:W:BK1", "B:W17,21,22:B13", "B:W:B", "W:W12:B3,7,8"] {
        assert_eq!(outcome(Draughts::checkers(), text), Some(Outcome::Loss), "{text}");
        assert_eq!(outcome(Draughts::losing_checkers(), text), Some(Outcome::Win), "{text}");
    }
    for text in ["B:W:B1", "B:W17,21:B13", "W:W12:B7,8"] {
        assert_eq!(outcome(Draughts::checkers(), text), None, "{text}");
        assert_eq!(outcome(Draughts::losing_checkers(), text), None, "{text}");
    }
}

/// A board of two sets of squares and one of kings, men on their crowning row left out.
fn any_text() -> impl Strategy<Value = String> {
    (any::<u32>(), any::<u32>(), any::<u32>(), any::<u32>(), any::<bool>()).prop_map(
        |(one, two, kings, thin, black)| {
            let list = |set: u32, crowning: u32| {
                let items = (0..32).filter(|i| set >> i & 1 == 1).filter_map(|i| match kings >> i & 1 {
                    1 => Some(format!("K{}", i + 1)),
                    _ => (crowning >> i & 1 == 0).then(|| format!("{}", i + 1)),
                });
                items.collect::<Vec<String>>().join(",")
            };
            let (white, black_pieces) = (list(one & thin, 0xf), list(two & thin & !one, 0xf000_0000));
            format!("{}:W{white}:B{black_pieces}", if black { 'B' } else { 'W' })
        },
    )
}

/// The same with the board turned by 180 degrees and the colours changed.
fn turned(text: &str) -> String {
    let lists: Vec<&str> = text.split(':').collect();
    let list = |list: &str| {
        let mut items: Vec<(u32, &str)> = list[1..]
            .split(',')
            .filter(|item| !item.is_empty())
            .map(|item| {
                (33 - item.trim_start_matches('K').parse::<u32>().expect("a number"), &item[..item.len().min(1)])
            })
            .map(|(n, first)| (n, if first == "K" { "K" } else { "" }))
            .collect();
        items.sort_unstable();
        items.iter().map(|(n, king)| format!("{king}{n}")).collect::<Vec<String>>().join(",")
    };
    format!("{}:W{}:B{}", if lists[0] == "B" { 'W' } else { 'B' }, list(lists[2]), list(lists[1]))
}

proptest! {
    #[test]
    fn positions_are_read_as_written(text in any_text()) {
        let game = Draughts::checkers();
        let position = game.parse(&text);
        prop_assert!(position.is_ok(), "{position:?}");
        prop_assert_eq!(position_text(&game, &position.expect("it was read")), text);
    }

    #[test]
    fn no_text_is_a_panic(text in "[BWKbwk0-9:,. -]{0,40}|.{0,12}", board in any_text()) {
        let game = Draughts::checkers();
        let _ = game.parse(&text);
        let _ = game.parse_move(&position(&board), &text);
    }

    #[test]
    fn a_turned_board_with_colours_changed_has_turned_moves(text in any_text()) {
        let turned_move = |mv: &String| {
            let separator = if mv.contains('x') { "x" } else { "-" };
            let squares = mv.split(separator).map(|n| (33 - n.parse::<u32>().expect("a number")).to_string());
            squares.collect::<Vec<String>>().join(separator)
        };
        let mut expected: Vec<String> = moves(&position(&text)).iter().map(turned_move).collect();
        expected.sort_unstable();
        prop_assert_eq!(moves(&position(&turned(&text))), expected);
    }
}
