//! A position in a sentence that names the side that wins, whoever is to move.

use hindsight::answer::{GameFacts, PlyKind, PositionAnswer, words};
use hindsight::game::Value;
use hindsight::query::RuleResult;

/// The side to move with the result, or how the game has ended; without the full stop.
pub fn told(facts: &GameFacts, answer: &PositionAnswer) -> String {
    let side = facts.sides[answer.side];
    match (&answer.over, &answer.value) {
        (Some(over), _) => over.text.clone(),
        (None, None) => format!("{side} to move"),
        (None, Some(known)) => {
            let is_drawn = |result| matches!(result, RuleResult::CursedWin | RuleResult::BlessedLoss);
            let rule = answer.rule.filter(|rule| is_drawn(rule.result));
            let rule = rule.map_or_else(String::new, words::rule_clause);
            format!("{side} to move: {}{rule}", result(facts, answer.side, known.value))
        }
    }
}

/// The result of a position with its depth.
fn result(facts: &GameFacts, side: usize, value: Value) -> String {
    let own = facts.teams[side];
    match value {
        Value::Draw => "draw".to_string(),
        Value::Win(_) => win(facts, own, value),
        Value::Loss(plies) => win(facts, 1 - own, Value::Win(plies)),
    }
}

/// The win of a team: `White wins in 93 plies (47 moves)`, `Black mates in 8`.
fn win(facts: &GameFacts, team: usize, value: Value) -> String {
    let (winner, text) = (facts.team_text(team), facts.value_text(value));
    if facts.sides.len() == 1 {
        return format!("a {text}");
    }
    if let (PlyKind::Mate, Some(plies)) = (facts.ply, value.plies()) {
        return format!("{winner} mates in {}", plies.div_ceil(2));
    }
    // `Goats`, `a and d`: several win.
    let ending = if winner.ends_with('s') || winner.contains(" and ") { "" } else { "s" };
    format!("{winner} win{ending}{}", text.strip_prefix("win").unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight::open::Games;

    #[test]
    fn the_winner_is_named_whoever_is_to_move() {
        let games = Games::standard();
        for (game, side, value, expected) in [
            ("checkers", 1, Value::Loss(58), "Black wins in 58 plies (29 moves)"),
            ("checkers", 1, Value::Win(Value::UNKNOWN), "White wins"),
            ("chess", 0, Value::Loss(14), "Black mates in 7"),
            ("tigers-and-goats", 1, Value::Win(3), "Tigers win in 3 plies (2 moves)"),
            ("halma", 0, Value::Loss(Value::UNKNOWN), "b and c win"),
            ("pangki", 0, Value::Draw, "draw"),
        ] {
            assert_eq!(result(games.find(game).expect(game).facts(), side, value), expected);
        }
    }
}
