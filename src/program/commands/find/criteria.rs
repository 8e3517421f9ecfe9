//! The criteria of `find`.

use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};

use crate::failure::Failure;
use hindsight::answer::{FindQuery, FoundChoice, GameFacts};
use hindsight::game::Outcome;
use hindsight::query::find::{Criteria, OnlyMoves, PiecePattern};
use hindsight::query::{OnlyMoveRule, RuleResult, Zugzwang};

/// The criteria of a search.
#[derive(Clone, Debug, Default, Args)]
pub struct CriteriaArguments {
    /// Find positions with this result for the side to move; the last two under the rule of quiet plies, in chess the
    /// fifty-move rule, from the tables of `solve --dtz`
    #[arg(long)]
    pub value: Option<ValueWord>,
    /// Find wins and losses in N plies, in A to B plies, in A plies or more (`A..`), or in the most plies (`max`) of
    /// all positions that satisfy the other criteria
    #[arg(long, value_name = "N|A..B|A..|max", value_parser = plies)]
    pub plies: Option<Plies>,
    /// Find mutual zugzwangs: the game goes on, and either side would do better if the other were to move. With
    /// `=full` each side loses if it must move, with `=half` one side loses and the other draws
    #[arg(long, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "any")]
    pub zugzwang: Option<ZugzwangWord>,
    /// Find quiet positions: the game goes on, and no move captures
    #[arg(long)]
    pub quiet: bool,
    /// Find wins and draws that exactly one of two or more moves keeps
    #[arg(long)]
    pub only_move: bool,
    /// Find wins that are made of only moves, the longest first: against every best defence, each move of the winner is
    /// the only one that wins
    #[arg(long)]
    pub unique: bool,
    /// Find positions whose side to move must find N only moves in a row, A to B, or A or more (`A..`), along best
    /// play; a column has their number
    #[arg(long, value_name = "N|A..B|A..", value_parser = run)]
    pub only_moves: Option<RunOfMoves>,
    /// Of --only-moves: a move that wins later than the best is wrong
    #[arg(long, requires = "only_moves")]
    pub shortest: bool,
    /// Of --only-moves: count to the first conversion, such as a capture or a promotion
    #[arg(long, requires = "only_moves")]
    pub to_conversion: bool,
    /// Find positions with these pieces, such as `wP=a2 bK=a1..h1 !bR=e4`: each a side and a piece with a square,
    /// several, or a rectangle from corner to corner; after `!` no such piece stands there. In draughts `M` is a man
    #[arg(long = "where", value_name = "PATTERN")]
    pub pattern: Option<String>,
    /// Show the positions with the most only moves first
    #[arg(long, requires = "only_moves")]
    pub most_only_moves: bool,
    /// Add columns with the value of the same placement with the other side to move, for that side
    #[arg(long)]
    pub other_side: bool,
}

/// A result, by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ValueWord {
    Win,
    Loss,
    Draw,
    CursedWin,
    BlessedLoss,
}

/// Mutual zugzwangs, by a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ZugzwangWord {
    Any,
    Full,
    Half,
}

/// The depths to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plies {
    Within(RangeInclusive<u32>),
    Deepest,
}

/// The numbers of only moves to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOfMoves(pub RangeInclusive<u32>);

/// Reads `N`, `A..B` or `A..`.
fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let number = |text: &str| text.parse::<u32>().ok();
    match text.split_once("..") {
        Some((from, "")) => number(from).map(|from| from..=u32::MAX),
        Some((from, to)) => number(from).zip(number(to)).filter(|(from, to)| from <= to).map(|(from, to)| from..=to),
        None => number(text).map(|number| number..=number),
    }
}

/// Reads `N`, `A..B`, `A..` or `max`.
pub fn plies(text: &str) -> Result<Plies, String> {
    match range(text) {
        Some(range) => Ok(Plies::Within(range)),
        None if text == "max" => Ok(Plies::Deepest),
        None => {
            Err("expected plies N, a range A..B from the less to the greater, A.. for A or more, or max".to_string())
        }
    }
}

/// Reads `N`, `A..B` or `A..`.
fn run(text: &str) -> Result<RunOfMoves, String> {
    range(text)
        .map(RunOfMoves)
        .ok_or_else(|| "expected a number N, a range A..B from the less to the greater, or A..".to_string())
}

impl CriteriaArguments {
    /// The question for these entries of all slices of a game.
    ///
    /// # Errors
    /// For a pattern of pieces or squares that the game does not have.
    pub fn query(&self, game: &GameFacts, choice: FoundChoice) -> Result<FindQuery, Failure> {
        let (result, under_rule) = match self.value {
            None => (None, None),
            Some(ValueWord::Win) => (Some(Outcome::Win), None),
            Some(ValueWord::Loss) => (Some(Outcome::Loss), None),
            Some(ValueWord::Draw) => (Some(Outcome::Draw), None),
            Some(ValueWord::CursedWin) => (Some(Outcome::Win), Some(RuleResult::CursedWin)),
            Some(ValueWord::BlessedLoss) => (Some(Outcome::Loss), Some(RuleResult::BlessedLoss)),
        };
        let plies = match &self.plies {
            Some(Plies::Within(plies)) => Some(plies.clone()),
            _ => None,
        };
        let zugzwang = self.zugzwang.map(|word| match word {
            ZugzwangWord::Any => Zugzwang::Any,
            ZugzwangWord::Full => Zugzwang::Full,
            ZugzwangWord::Half => Zugzwang::Half,
        });
        let rule = OnlyMoveRule { shortest: self.shortest, to_conversion: self.to_conversion };
        let only_moves = self.only_moves.as_ref().map(|RunOfMoves(run)| OnlyMoves { run: run.clone(), rule });
        let text = self.pattern.as_deref().unwrap_or_default();
        let pattern = PiecePattern::read(text, game.sides, &game.pieces, &game.squares)
            .map_err(|error| Failure::Usage(format!("--where: {error}")))?;
        let &CriteriaArguments { quiet, only_move, unique, .. } = self;
        Ok(FindQuery {
            slices: Vec::new(),
            other_side: self.other_side,
            criteria: Criteria { result, plies, under_rule, zugzwang, quiet, only_move, unique, only_moves, pattern },
            deepest: self.plies == Some(Plies::Deepest),
            most_only_moves: self.most_only_moves,
            choice,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_a_number_a_range_or_the_greatest() {
        assert_eq!(plies("7"), Ok(Plies::Within(7..=7)));
        assert_eq!(plies("0..12"), Ok(Plies::Within(0..=12)));
        assert_eq!(plies("30.."), Ok(Plies::Within(30..=u32::MAX)));
        assert_eq!(plies("max"), Ok(Plies::Deepest));
        for wrong in ["", "-1", "2..1", "..3", "1...3", "1..2..3", "1-3", "Max", "99999999999"] {
            assert!(plies(wrong).is_err(), "{wrong}");
        }
    }
}
