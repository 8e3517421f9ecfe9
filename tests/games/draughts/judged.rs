//! The rules of every game of draughts, held against rules written a second time.

use super::rules::Random;
use crate::outside::draughts_judge::{GAMES, Judge, JudgeRules};
use hindsight::game::{Game, Notation, move_text, move_text_for_people, position_text};
use hindsight::games::draughts::Draughts;
use hindsight::games::draughts::board::DraughtsBoard;

/// A random position with random numbers of men and kings. A man may be on its crowning row.
fn filling(random: &mut Random, squares: usize) -> String {
    // Few pieces leave room for long captures, and many are in the way.
    let (most, kings) = (1 + random.below(squares / 2), random.below(5));
    let mut lists = [Vec::new(), Vec::new()];
    for number in 1..=squares {
        let side = random.below(squares);
        let king = if random.below(4) < kings { "K" } else { "" };
        if side < most {
            lists[side % 2].push(format!("{king}{number}"));
        }
    }
    let to_move = if random.below(2) == 0 { 'B' } else { 'W' };
    format!("{to_move}:W{}:B{}", lists[0].join(","), lists[1].join(","))
}

/// What the judge was asked.
#[derive(Default)]
struct Tally {
    moves: usize,
    captures: usize,
    longest: usize,
    over: usize,
}

/// Holds a game against the judge in a position, and gives the positions after its moves.
fn agree<B: DraughtsBoard>(game: &Draughts<B>, rules: JudgeRules, text: &str, tally: &mut Tally) -> Vec<String> {
    let position = game.parse(text).expect("is a position");
    let judged = Judge::read(rules, text).moves();
    let mut expected: Vec<String> = judged.iter().map(|(_, after)| after.clone()).collect();
    expected.sort_unstable();
    let moves: Vec<_> = game.moves(&position).collect();
    // The judge does not count quiet plies.
    let uncounted = |text: String| text.split(":H").next().expect("a text").to_string();
    let after = |mv| uncounted(position_text(game, &game.play(&position, mv)));
    let mut found: Vec<String> = moves.iter().map(|&mv| after(mv)).collect();
    found.sort_unstable();
    assert_eq!(found, expected, "{} {text}", game.name());
    assert_eq!(game.outcome(&position).is_some(), moves.is_empty(), "{} {text}", game.name());
    for &mv in &moves {
        // Every move is read as it is written.
        let name = move_text(game, &position, mv);
        assert_eq!(game.parse_move(&position, &name), Ok(mv), "{} {text} {name}", game.name());
        let name = move_text_for_people(game, &position, mv);
        let read = game.parse_move(&position, &name).map(after);
        assert_eq!(read, Ok(after(mv)), "{} {text} {name}", game.name());
        tally.captures += usize::from(mv.is_jump());
        tally.longest = tally.longest.max(mv.taken().count_ones() as usize);
    }
    tally.moves += moves.len();
    tally.over += usize::from(moves.is_empty());
    found
}

/// Holds a game against the judge on this number of positions at random, and on as many of games at random.
fn judge<B: DraughtsBoard>(game: Draughts<B>, positions: usize) {
    let rules = GAMES.iter().find(|(name, _)| *name == game.name()).expect("the judge knows it").1;
    let (mut random, mut tally) = (Random(game.name().len() as u64), Tally::default());
    let mut judged = 0;
    while judged < positions {
        let text = filling(&mut random, B::SQUARES as usize);
        if game.parse(&text).is_ok() {
            agree(&game, rules, &text, &mut tally);
            judged += 1;
        }
    }
    judged = 0;
    while judged < positions {
        let mut text = position_text(&game, &game.start());
        for _ in 0..150 {
            let after = agree(&game, rules, &text, &mut tally);
            judged += 1;
            if after.is_empty() {
                break;
            }
            text = after[random.below(after.len())].clone();
        }
    }
    let Tally { moves, captures, longest, over } = tally;
    println!("{}: {moves} moves, {captures} captures of up to {longest}, {over} games over", game.name());
    assert!(captures > positions / 4 && longest > 3 && over > 0, "{}", game.name());
}

/// Holds every game against the judge.
pub fn judge_all(positions: usize) {
    judge(Draughts::checkers(), positions);
    judge(Draughts::losing_checkers(), positions);
    judge(Draughts::russian(), positions);
    judge(Draughts::poddavki(), positions);
    judge(Draughts::brazilian(), positions);
    judge(Draughts::pool(), positions);
    judge(Draughts::italian(), positions);
    judge(Draughts::spanish(), positions);
    judge(Draughts::czech(), positions);
    judge(Draughts::thai(), positions);
    judge(Draughts::international(), positions);
    judge(Draughts::killer(), positions);
    judge(Draughts::antidraughts(), positions);
}

#[test]
fn every_game_goes_as_the_judge_says() {
    judge_all(1500);
}
