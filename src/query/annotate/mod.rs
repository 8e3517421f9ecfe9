//! The moves of a game compared with the tables: the value of each move, its loss against the best move, and the moves
//! that would have kept the result.

mod summary;

use super::{Probe, RatedMove, apply_rule, moves};
use crate::game::{PlayRules, Value};
use crate::space::Space;
use crate::values::{Lookup, LookupError};

pub use summary::Summary;

/// The comparison of a move with the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// No move is better.
    Best,
    /// The result is kept, but the win takes this many plies more, or the loss this many fewer, than with the best
    /// move.
    Slower(u32),
    /// The result is worse by half a point: a win became a draw, or a draw a loss.
    Mistake,
    /// A win became a loss.
    Blunder,
}

/// One move of a game and its value in the tables. Values are the mover's, in plies from before the move.
#[derive(Clone, Debug)]
pub struct Judgement<S: Space> {
    /// The value before the move, which is the value of the best move.
    pub best: Value,
    /// The value of the move.
    pub value: Value,
    /// The comparison with the best move.
    pub verdict: Comparison,
    /// The legal moves, best first.
    pub moves: Vec<RatedMove<S>>,
}

impl<S: Space> Judgement<S> {
    /// The judgement on a move; `rated` has every legal move, best first. `None` if the move is not among them.
    fn new(rated: Vec<RatedMove<S>>, mv: S::Move) -> Option<Judgement<S>> {
        let best = rated.first()?.value;
        let value = rated.iter().find(|rated| rated.mv == mv)?.value;
        let verdict = match (best, value) {
            (Value::Win(_), Value::Loss(_)) => Comparison::Blunder,
            (Value::Win(_), Value::Draw) | (Value::Draw, Value::Loss(_)) => Comparison::Mistake,
            // A result of unknown depth may be as quick.
            _ if !best.is_exact() || !value.is_exact() => Comparison::Best,
            (Value::Win(fewest), Value::Win(plies)) if plies > fewest => Comparison::Slower(plies - fewest),
            (Value::Loss(most), Value::Loss(plies)) if plies < most => Comparison::Slower(most - plies),
            _ => Comparison::Best,
        };
        Some(Judgement { best, value, verdict, moves: rated })
    }

    /// The moves that keep the result, best first.
    pub fn holding(&self) -> &[RatedMove<S>] {
        let number = self.moves.iter().take_while(|rated| rated.value.same_result(self.best)).count();
        &self.moves[..number]
    }

    /// Whether there was a choice and one move alone kept a win or a draw.
    pub fn is_only_move(&self) -> bool {
        self.moves.len() > 1 && self.holding().len() == 1 && !matches!(self.best, Value::Loss(_))
    }

    /// Whether the move kept the result.
    pub fn holds(&self) -> bool {
        matches!(self.verdict, Comparison::Best | Comparison::Slower(_))
    }
}

/// The judgement on a move from a position, under the rule of quiet plies where the tables have it; `None` if the
/// tables do not hold all positions that its moves lead to, or the move is not legal.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn judge<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    position: &S::Position,
    mv: S::Move,
) -> Result<Option<Judgement<S>>, LookupError> {
    let Some(mut rated) = moves(probe, position)? else { return Ok(None) };
    apply_rule(probe, position, &mut rated)?;
    Ok(Judgement::new(rated, mv))
}

/// Best play from a position that was judged, by the first of the best moves each time: up to `most` plies, fewer where
/// the game ends or the tables lack a position or a depth.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn better_line<S: Space, T: Lookup>(
    probe: &Probe<S, T>,
    judgement: &Judgement<S>,
    most: usize,
) -> Result<Vec<S::Move>, LookupError> {
    let (mut line, mut best) = (Vec::new(), judgement.moves.first().copied());
    while let Some(next) = best.filter(|best| line.len() < most && (line.is_empty() || best.value.is_exact())) {
        line.push(next.mv);
        best = moves(probe, &next.position)?.and_then(|rated| rated.first().copied());
    }
    Ok(line)
}

/// The judgements on the moves of a game, each with its ply, counted from 0. Moves from or into positions that the
/// tables do not hold are left out.
///
/// `before` has the position before each of the moves.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub fn judge_game<S: Space + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    before: &[S::Position],
    played: &[S::Move],
) -> Result<Vec<(usize, Judgement<S>)>, LookupError> {
    let mut judgements = Vec::new();
    for (ply, (position, &mv)) in before.iter().zip(played).enumerate() {
        judgements.extend(judge(probe, position, mv)?.map(|judgement| (ply, judgement)));
    }
    Ok(judgements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation, move_text, turn};
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};

    #[test]
    fn a_move_is_held_against_the_best() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        let judged = |text: &str, mv: &str| {
            let position = game.parse(text).expect(text);
            let mv = game.parse_move(&position, mv).expect(mv);
            judge(&probe, &position, mv).expect("memory can be trusted").expect("all are solved")
        };
        // An edge in reply to a corner loses; the centre alone holds.
        let wrong = judged(".../.../x.. o", "a2");
        assert_eq!((wrong.best, wrong.verdict), (Value::Draw, Comparison::Mistake));
        assert_eq!(
            wrong.holding().iter().map(|rated| move_text(&game, &game.start(), rated.mv)).collect::<Vec<_>>(),
            ["b2"]
        );
        let right = judged(".../.../x.. o", "b2");
        assert!(right.is_only_move() && right.holds() && right.verdict == Comparison::Best);
        assert!(!judged(".../.../... x", "b2").is_only_move());
        // Crosses win with a1 at once; after c3, noughts do.
        assert_eq!(judged("xo./xo./... x", "a1").verdict, Comparison::Best);
        assert_eq!(judged("xo./xo./... x", "c3").verdict, Comparison::Blunder);
    }

    #[test]
    fn a_win_of_unknown_depth_is_not_called_slower() {
        let game = TicTacToe::new();
        let position = game.start();
        let moves: Vec<_> = game.moves(&position).collect();
        let verdict = |best: Value, value: Value| {
            let rated = |(mv, value)| {
                let after = game.play(&position, mv);
                RatedMove::<TicTacToe> { mv, position: after, value, turn: turn(&game, &position, &after) }
            };
            let rated = [(moves[0], best), (moves[1], value)].map(rated).to_vec();
            Judgement::<TicTacToe>::new(rated, moves[1]).expect("it is among the moves").verdict
        };
        assert_eq!(verdict(Value::Win(5), Value::Win(9)), Comparison::Slower(4));
        assert_eq!(verdict(Value::Win(5), Value::Win(Value::UNKNOWN)), Comparison::Best);
        assert_eq!(verdict(Value::Loss(Value::UNKNOWN), Value::Loss(4)), Comparison::Best);
        assert_eq!(verdict(Value::Win(5), Value::Draw), Comparison::Mistake);
        assert_eq!(verdict(Value::Win(Value::UNKNOWN), Value::Loss(2)), Comparison::Blunder);
    }

    #[test]
    fn the_moves_of_a_game_are_added_up() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        let (mut before, mut played, mut now) = (Vec::new(), Vec::new(), game.start());
        // The noughts find the only move against the corner, then lose by an edge where a corner or an edge held.
        for text in ["a1", "b2", "c3", "a3", "c1", "b1", "c2"] {
            let mv = game.parse_move(&now, text).expect(text);
            before.push(now);
            played.push(mv);
            now = game.play(&now, mv);
        }
        let judgements = judge_game(&probe, &before, &played).expect("memory can be trusted");
        assert_eq!(judgements.len(), 7);
        let side = |side: usize| Summary::of(judgements.iter().filter(|(ply, _)| ply % 2 == side).map(|(_, one)| one));
        let (crosses, noughts) = (side(0), side(1));
        assert_eq!((crosses.moves, crosses.best, crosses.mistakes, crosses.blunders), (4, 4, 0, 0));
        assert_eq!((noughts.only_moves, noughts.only_moves_found, noughts.longest_run), (1, 1, 1));
        assert_eq!((noughts.moves, noughts.mistakes), (3, 1));
        let mut both = crosses;
        both.add(&noughts);
        assert_eq!((both.moves, both.mistakes), (7, 1));
    }

    #[test]
    fn every_move_is_judged_by_its_own_value() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        let (mut queue, mut slower) = (vec![game.start()], 0);
        for _ in 0..2000 {
            let Some(position) = queue.pop() else { break };
            let value = probe.value(&position).expect("memory can be trusted").expect("all are solved");
            for mv in game.moves(&position) {
                let judgement = judge(&probe, &position, mv).expect("memory can be trusted").expect("all are solved");
                assert_eq!(judgement.best, value);
                let after = game.play(&position, mv);
                let own = probe.value(&after).expect("memory can be trusted").expect("all are solved");
                assert_eq!(judgement.value, own.before(turn(&game, &position, &after)));
                assert_eq!(judgement.holds(), judgement.value.word() == value.word());
                slower += usize::from(matches!(judgement.verdict, Comparison::Slower(_)));
                queue.push(after);
            }
        }
        assert!(slower > 0);
    }
}
