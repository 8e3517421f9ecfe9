//! Published figures, compared with the tables.
//!
//! The figures are TOML, one `[[figure]]` each. Each has
//!
//! * `what`: a description in a few words;
//! * `source`: who published it, where and when;
//! * `kind`: the check, which decides the other keys:
//!
//! | `kind` | the figure that is checked | keys |
//! |---|---|---|
//! | `total` | a count, added up | `count`, `group`, `up_to_symmetry`, `deeper_than`, `expected` |
//! | `longest` | the longest win, in plies | `group`, `expected` |
//! | `value` | the value of a position | `position`, `after`, `expected` |
//! | `moves` | the legal moves of a position, up to the symmetry of the board | `position`, `after`, `expected` |
//! | `perft` | the number of sequences of `depth` plies | `position`, `after`, `depth`, `once`, `expected` |
//! | `reachable` | the positions that can be reached from the start | `up_to_symmetry`, `expected` |
//! | `games` | the different games from the start to the end, of a game that always ends | `expected` |
//! | `replies` | the games in which the team that begins makes these moves and wins with the last | `moves` |
//! | `search` | the counts and the result of a search without tables, from the start | `engine`, `depth`, and below |
//! | `note` | nothing: it is shown, with the place of a comparable measurement | `expected`, `see` |
//!
//! * `count`: `positions`, `wins`, `losses`, `draws`, `zugzwangs` or `moves`.
//! * `group`: the name of a group of slices, or of a slice. Default: all slices.
//! * `up_to_symmetry`: whether symmetric positions count once. Default: each counts. Not with `count = "moves"`.
//! * `deeper_than`: wins or losses of more plies alone are counted. Default: of any number.
//! * `position`, `after`: a position, and moves from there. Default: the start, and no moves.
//! * `once`: whether moves that lead to the same position count once. Default: each counts.
//! * `expected` of a `value`: `draw`, `win 29` or `loss 28`, in plies; `win` or `loss` for any number of plies.
//! * `replies` has at least one such game as its expected result.
//! * `search` has the published ones of `nodes`, `most_nodes`, `leaves`, `score` and `best`.
//!
//! A key that is not named here is an error.

mod figures;
mod game;

use std::cell::OnceCell;

use super::searches::PublishedSearch;
use super::{Check, Verdict};
use crate::game::{Notation, PlayRules};
use crate::query::Probe;
use crate::query::statistics::Statistics;
use crate::search::GenericSearch;
use crate::space::{SliceId, Symmetry};
use crate::util::progress::Progress;
use crate::util::units::thousands;
use crate::values::{Lookup, LookupError};
pub use figures::FormatError;
use figures::{Ask, PublishedFigure, TotalCount, parse_value};
pub use game::PublishedError;
use game::{FigureGame, StatisticsChoice};

/// Checks the form of published figures, which needs no game.
///
/// # Errors
/// [`FormatError`] for the first that is not as the [module](self) describes.
pub fn validate(toml: &str) -> Result<(), FormatError> {
    figures::read(toml)?.iter().try_for_each(|figure| figure.ask().map(|_| ()))
}

/// The number of figures of a TOML text.
///
/// # Errors
/// If the text does not have the form that the [module](self) describes.
pub fn number(toml: &str) -> Result<u64, FormatError> {
    Ok(figures::read(toml)?.len() as u64)
}

/// Checks every figure of a TOML text: one row each, in the order of the text. An empty text has none. `progress`
/// counts the figures.
///
/// # Errors
/// If the text does not have the form that the [module](self) describes, or a table is damaged or cannot be read.
pub fn check<S: Symmetry + Notation + PlayRules, T: Lookup>(
    probe: &Probe<S, T>,
    toml: &str,
    progress: &dyn Progress,
) -> Result<Vec<Check>, PublishedError> {
    check_game(probe, toml, progress)
}

/// [`check`] of any game.
fn check_game(game: &dyn FigureGame, toml: &str, progress: &dyn Progress) -> Result<Vec<Check>, PublishedError> {
    let figures = figures::read(toml)?;
    let check = FigureCheck { game, slices: game.slices().iter().map(|_| Default::default()).collect() };
    let checked = |figure| {
        let checked = check.check(figure);
        progress.advance(1);
        checked
    };
    figures.into_iter().map(checked).collect()
}

/// The answer to a figure.
struct FigureAnswer {
    expected: String,
    /// `None` if no table here has it.
    found: Option<String>,
    ok: bool,
    details: Vec<String>,
}

impl FigureAnswer {
    fn new<V: PartialEq>(expected: V, found: Option<V>, text: impl Fn(&V) -> String) -> FigureAnswer {
        FigureAnswer {
            ok: found.as_ref() == Some(&expected),
            expected: text(&expected),
            found: found.as_ref().map(text),
            details: Vec::new(),
        }
    }

    fn number(expected: u64, found: Option<u64>) -> FigureAnswer {
        FigureAnswer::new(expected, found, |number| thousands(*number))
    }
}

/// The game against which figures are checked.
struct FigureCheck<'a> {
    game: &'a dyn FigureGame,
    /// The statistics of every slice, one for each [`StatisticsChoice`], counted when first needed.
    slices: Vec<[OnceCell<Statistics<()>>; 3]>,
}

impl FigureCheck<'_> {
    fn check(&self, figure: PublishedFigure) -> Result<Check, PublishedError> {
        let ask = figure.ask()?;
        let PublishedFigure { what, source, .. } = figure;
        let FigureAnswer { expected, found, ok, details } = match ask {
            Ask::Total { count, group, up_to_symmetry, deeper_than, expected } => {
                FigureAnswer::number(expected, self.total(count, group.as_deref(), up_to_symmetry, deeper_than)?)
            }
            Ask::Longest { group, expected } => FigureAnswer::number(expected, self.longest(group.as_deref())?),
            Ask::Value { position, after, expected } => {
                let found = self.game.value(position.as_deref(), &after)?;
                match expected.as_str() {
                    "win" | "loss" => FigureAnswer {
                        ok: found.is_some_and(|found| found.word() == expected),
                        found: found.map(|found| self.game.value_text(found)),
                        expected,
                        details: Vec::new(),
                    },
                    _ => {
                        let expected = parse_value(&expected)?;
                        // Tables of results have no depths.
                        let found = found.filter(|&found| found == expected || found != expected.result());
                        FigureAnswer::new(expected, found, |value| self.game.value_text(*value))
                    }
                }
            }
            Ask::Moves { position, after, expected } => {
                FigureAnswer::number(expected, Some(self.game.moves(position.as_deref(), &after)?))
            }
            Ask::Perft { position, after, depth, once, expected } => {
                FigureAnswer::number(expected, Some(self.game.perft(position.as_deref(), &after, depth, once)?))
            }
            Ask::Reachable { up_to_symmetry, expected } => {
                FigureAnswer::number(expected, self.game.reachable(up_to_symmetry))
            }
            Ask::Games { expected } => FigureAnswer::number(expected, Some(self.game.games())),
            Ask::Replies { moves } => self.replies(&moves)?,
            Ask::Search(search) => self.search(&search)?,
            Ask::Note { expected, see } => {
                let (found, verdict) = (format!("see {see}"), Verdict::NotCompared);
                return Ok(Check { what, source, expected, found, verdict, details: Vec::new() });
            }
        };
        let verdict = match &found {
            None => Verdict::NotSolvedHere,
            Some(_) if ok => Verdict::Ok,
            Some(_) => Verdict::Failed,
        };
        let found = found.unwrap_or_else(|| "not solved here".to_string());
        Ok(Check { what, source, expected, found, verdict, details })
    }

    fn search(&self, search: &PublishedSearch) -> Result<FigureAnswer, PublishedError> {
        let engine: GenericSearch = search.engine.parse().map_err(|error| FormatError(format!("{error}")))?;
        let found = search.compare(&self.game.search(&engine, search.depth)?);
        Ok(FigureAnswer { expected: found.expected, found: Some(found.found), ok: found.ok, details: Vec::new() })
    }

    /// The sum over the slices of a group, or over all slices; `None` if the tables lack one of them.
    fn figures(
        &self,
        group: Option<&str>,
        counted: StatisticsChoice,
    ) -> Result<Option<Statistics<()>>, PublishedError> {
        let slices: Vec<SliceId> = match group {
            None => (0..self.slices.len()).map(|number| SliceId(number as u32)).collect(),
            Some(name) => {
                let groups = self.game.groups();
                let found = groups.iter().find(|group| group.name == name).map(|group| group.slices.clone());
                let names = || groups.iter().map(|group| group.name.clone()).collect::<Vec<_>>();
                match (found, self.game.slice_named(name)) {
                    (Some(slices), _) => slices,
                    (None, Ok(slice)) => vec![slice],
                    (None, Err(_)) => {
                        let message = format!("expected a slice, or a group of {:?}, found {name:?}", names());
                        return Err(FormatError(message).into());
                    }
                }
            }
        };
        if !slices.iter().all(|&slice| self.game.holds(slice)) {
            return Ok(None);
        }
        let figures = slices.iter().map(|&slice| self.slice(slice, counted)).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(Statistics::sum(figures)))
    }

    fn total(
        &self,
        count: TotalCount,
        group: Option<&str>,
        up_to_symmetry: bool,
        deeper_than: Option<u32>,
    ) -> Result<Option<u64>, PublishedError> {
        let counted = match (count, up_to_symmetry) {
            (TotalCount::Moves, true) => {
                let message = "expected `count = \"moves\"` without `up_to_symmetry`, found both".to_string();
                return Err(FormatError(message).into());
            }
            (TotalCount::Moves, false) => StatisticsChoice::Moves,
            (_, true) => StatisticsChoice::UpToSymmetry,
            (_, false) => StatisticsChoice::Positions,
        };
        // Tables of results have no depths.
        let depths = |sum: &Statistics<()>| {
            let known = |count: u64, by_depth: &[u64]| by_depth.iter().sum::<u64>() == count;
            known(sum.wins, &sum.wins_by_depth) && known(sum.losses, &sum.losses_by_depth)
        };
        let sum = self.figures(group, counted)?.filter(|sum| deeper_than.is_none() || depths(sum));
        let deep = |count: u64, by_depth: &[u64]| match deeper_than {
            None => count,
            Some(plies) => by_depth.iter().skip(plies as usize + 1).sum(),
        };
        Ok(sum.map(|sum| match count {
            TotalCount::Positions => sum.positions,
            TotalCount::Wins => deep(sum.wins, &sum.wins_by_depth),
            TotalCount::Losses => deep(sum.losses, &sum.losses_by_depth),
            TotalCount::Draws => sum.draws,
            TotalCount::Zugzwangs => sum.zugzwangs,
            TotalCount::Moves => sum.moves,
        }))
    }

    fn longest(&self, group: Option<&str>) -> Result<Option<u64>, PublishedError> {
        // Tables of results have no depths.
        let known =
            self.figures(group, StatisticsChoice::Positions)?.filter(|sum| sum.wins == 0 || sum.longest_win.is_some());
        Ok(known.map(|sum| sum.longest_win.map_or(0, |(plies, _)| plies.into())))
    }

    /// The figures of a slice.
    fn slice(&self, slice: SliceId, counted: StatisticsChoice) -> Result<&Statistics<()>, LookupError> {
        let figures = &self.slices[slice.index()][counted as usize];
        if figures.get().is_none() {
            let _ = figures.set(self.game.count(slice, counted)?);
        }
        Ok(figures.get_or_init(|| Statistics::sum([])))
    }

    fn replies(&self, moves: &[String]) -> Result<FigureAnswer, PublishedError> {
        let expected = "at least one game".to_string();
        let Some((games, example)) = self.game.replies(moves)? else {
            return Ok(FigureAnswer { expected, found: None, ok: false, details: Vec::new() });
        };
        let mut details = Vec::new();
        if let Some(example) = example {
            details.push("each move, and in how many of the games it was a best one:".to_string());
            for (number, (mv, best)) in (1..).zip(moves.iter().zip(&games.best)) {
                details.push(format!("{number:>4}. {mv}  {} of {}", thousands(*best), thousands(games.count)));
            }
            details.push(format!("every one of them was a best one in {}", thousands(games.all_best)));
            details.push(format!(
                "a game with {} of the {} best (`?` marks the others):",
                games.most_best,
                moves.len()
            ));
            for (number, (mv, best, reply)) in (1..).zip(&example.moves) {
                let mark = if *best { ' ' } else { '?' };
                details.push(format!("{number:>4}. {mv}{mark} {}", reply.as_deref().unwrap_or_default()));
            }
            details.push(format!("      {}", example.end));
        }
        let found = Some(format!("{} games", thousands(games.count)));
        Ok(FigureAnswer { expected, found, ok: games.count > 0, details })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Value;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};
    use crate::space::Entry;

    /// The game solved.
    fn solved() -> impl Lookup {
        solve::in_memory(&TicTacToe::new(), &Retrograde, &()).expect("tic-tac-toe is solved")
    }

    fn checked(tables: &impl Lookup, toml: &str) -> Result<Vec<Check>, PublishedError> {
        check(&Probe { space: &TicTacToe::new(), tables }, toml, &())
    }

    /// The row of one figure with these keys beside `what` and `source`.
    fn row_in(tables: &impl Lookup, rest: &str) -> Result<Check, PublishedError> {
        checked(tables, &format!("[[figure]]\nwhat = 'x'\nsource = 'y'\n{rest}\n")).map(|mut rows| rows.remove(0))
    }

    fn row(rest: &str) -> Result<Check, PublishedError> {
        row_in(&solved(), rest)
    }

    fn verdict(rest: &str) -> Verdict {
        row(rest).unwrap_or_else(|error| panic!("{error}")).verdict
    }

    #[test]
    fn a_figure_is_ok_only_if_it_is_met() {
        assert_eq!(verdict("kind = 'value'\nexpected = 'draw'"), Verdict::Ok);
        assert_eq!(verdict("kind = 'value'\nexpected = 'win 1'"), Verdict::Failed);
        assert_eq!(verdict("kind = 'value'\nafter = ['a1', 'a2']\nexpected = 'win 5'"), Verdict::Ok);
        assert_eq!(verdict("kind = 'value'\nposition = '.xx/oo./... x'\nexpected = 'win 1'"), Verdict::Ok);
        assert_eq!(verdict("kind = 'moves'\nexpected = 3"), Verdict::Ok);
        assert_eq!(verdict("kind = 'moves'\nafter = ['b2']\nexpected = 3"), Verdict::Failed);
        assert_eq!(verdict("kind = 'perft'\ndepth = 3\nexpected = 504"), Verdict::Ok);
        assert_eq!(verdict("kind = 'perft'\nonce = true\ndepth = 3\nexpected = 504"), Verdict::Ok);
        assert_eq!(verdict("kind = 'perft'\nafter = ['b2']\ndepth = 2\nexpected = 57"), Verdict::Failed);
        assert_eq!(verdict("kind = 'total'\ncount = 'wins'\nexpected = 1"), Verdict::Failed);
        assert_eq!(verdict("kind = 'total'\ncount = 'positions'\ngroup = '1v1'\nexpected = 72"), Verdict::Ok);
        let up_to_symmetry = "kind = 'total'\ncount = 'positions'\ngroup = '1v1'\nup_to_symmetry = true";
        assert_eq!(verdict(&format!("{up_to_symmetry}\nexpected = 12")), Verdict::Ok);
        assert_eq!(verdict(&format!("{up_to_symmetry}\nexpected = 72")), Verdict::Failed);
        assert_eq!(verdict("kind = 'total'\ncount = 'zugzwangs'\nexpected = 0"), Verdict::Ok);
        assert_eq!(verdict("kind = 'longest'\ngroup = '3v3'\nexpected = 3"), Verdict::Ok);
        assert_eq!(verdict("kind = 'longest'\ngroup = '3v3'\nexpected = 4"), Verdict::Failed);
        assert_eq!(verdict("kind = 'value'\nafter = ['a1', 'a2']\nexpected = 'win'"), Verdict::Ok);
        assert_eq!(verdict("kind = 'value'\nexpected = 'win'"), Verdict::Failed);
    }

    /// Values without depths.
    struct Results<T>(T);

    impl<T: Lookup> Lookup for Results<T> {
        fn value(&self, entry: Entry) -> Result<Option<Value>, LookupError> {
            Ok(self.0.value(entry)?.map(Value::result))
        }

        fn holds(&self, slice: SliceId) -> bool {
            self.0.holds(slice)
        }
    }

    #[test]
    fn results_do_not_tell_in_how_many_plies() {
        let tables = Results(solved());
        let verdict = |rest: &str| row_in(&tables, rest).expect("is well formed").verdict;
        let value = |expected: &str| verdict(&format!("kind = 'value'\nafter = ['a1', 'a2']\nexpected = '{expected}'"));
        assert_eq!(value("win"), Verdict::Ok);
        assert_eq!(value("win 5"), Verdict::NotSolvedHere);
        assert_eq!(value("loss 4"), Verdict::Failed);
        assert_eq!(value("draw"), Verdict::Failed);
        assert_eq!(verdict("kind = 'value'\nexpected = 'draw'"), Verdict::Ok);
        assert_eq!(verdict("kind = 'longest'\ngroup = '3v3'\nexpected = 3"), Verdict::NotSolvedHere);
    }

    #[test]
    fn the_replies_of_a_game_are_found() {
        // Noughts may answer a1 with anything but b1 and c1, and b1 with anything but c1: 6 x 5.
        let found = row("kind = 'replies'\nmoves = ['a1', 'b1', 'c1']").expect("is well formed");
        assert_eq!((found.verdict, found.found.as_str()), (Verdict::Ok, "30 games"));
        assert_eq!(verdict("kind = 'replies'\nmoves = ['a1', 'b2']"), Verdict::Failed);
        assert_eq!(verdict("kind = 'replies'\nmoves = ['a1', 'a1']"), Verdict::Failed);
    }

    #[test]
    fn a_note_is_shown_and_nothing_is_claimed() {
        let shown = row("kind = 'note'\nexpected = '3 s'\nsee = 'a clock'").expect("is well formed");
        assert_eq!((shown.verdict, shown.found.as_str()), (Verdict::NotCompared, "see a clock"));
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        let errors = [
            "kind = 'wonder'\nexpected = 3",
            "kind = 'moves'\nexpected = 3\nexpcted = 3",
            "kind = 'moves'\nafter = ['z9']\nexpected = 3",
            "kind = 'value'\nexpected = 'won'",
            "kind = 'value'\nposition = 'nowhere'\nexpected = 'draw'",
            "kind = 'total'\ncount = 'wins'\ngroup = 'none such'\nexpected = 3",
        ];
        for rest in errors {
            assert!(row(rest).is_err(), "{rest}");
        }
        assert!(checked(&solved(), "[figure]").is_err());
        assert_eq!(checked(&solved(), "").expect("nothing was published").len(), 0);
    }

    #[test]
    fn without_a_table_nothing_is_claimed() {
        for rest in ["kind = 'value'\nexpected = 'draw'", "kind = 'total'\ncount = 'wins'\nexpected = 0"] {
            assert_eq!(row_in(&(), rest).expect("is well formed").verdict, Verdict::NotSolvedHere);
        }
    }
}
