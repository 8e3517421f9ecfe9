//! Published figures, held against the tables.
//!
//! The figures are TOML, a `[[figure]]` each. Every one has
//!
//! * `what`: what it is, in a few words;
//! * `source`: who published it, where and when;
//! * `kind`: how it is checked, which says what else it has:
//!
//! | `kind` | what is checked | has |
//! |---|---|---|
//! | `total` | `count` (`positions`, `wins`, `losses`, `draws` or `moves`), added up | `count`, `group` (the name of a group of slices; left out: all), `expected` |
//! | `value` | the value of a position | `position` (left out: the start), `after` (moves from there), `expected`: `draw`, `win 29`, `loss 28`, in plies |
//! | `moves` | the legal moves of a position, up to the symmetry of the board | `position`, `after`, `expected` |
//! | `reachable` | the positions that can be reached from the start | `up_to_symmetry`, `expected` |
//! | `games` | the different games from the start to the end, of a game that always ends | `expected` |
//! | `replies` | whether there is a game in which the side that begins makes these moves and wins with the last | `moves` |
//! | `note` | nothing: it is shown, with where its like is measured | `expected`, `see` |
//!
//! A key that is not named here is an error.

use std::cell::OnceCell;

use serde::Deserialize;

use super::{Check, Verdict, counts, replies};
use crate::game::{Notation, NotationError};
use crate::probe::{Probe, Tables};
use crate::solve::statistics::{self, Statistics};
use crate::space::{SliceId, Space};
use crate::table::TableError;
use crate::text::thousands;
use crate::value::Value;

/// Why published figures could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum PublishedError {
    /// The text is no list of figures.
    #[error("the published figures cannot be read: {0}")]
    Format(String),
    /// A position or a move in it cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The table cannot be trusted.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The whole text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    #[serde(default)]
    figure: Vec<Figure>,
}

/// One published figure.
#[derive(Deserialize)]
struct Figure {
    what: String,
    source: String,
    /// The rest, which is an [`Ask`].
    #[serde(flatten)]
    ask: toml::Table,
}

/// How a figure is checked, and what it should be.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum Ask {
    Total {
        count: Count,
        group: Option<String>,
        expected: u64,
    },
    Value {
        position: Option<String>,
        #[serde(default)]
        after: Vec<String>,
        expected: String,
    },
    Moves {
        position: Option<String>,
        #[serde(default)]
        after: Vec<String>,
        expected: u64,
    },
    Reachable {
        #[serde(default)]
        up_to_symmetry: bool,
        expected: u64,
    },
    Games {
        expected: u64,
    },
    Replies {
        moves: Vec<String>,
    },
    Note {
        expected: String,
        see: String,
    },
}

/// What a total counts.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Count {
    Positions,
    Wins,
    Losses,
    Draws,
    Moves,
}

/// Checks every figure of a TOML text: a row each, in the order of the text. Empty text has none.
///
/// # Errors
/// If the text is not as the [module](self) says, or the table cannot be trusted.
pub fn check<S: Space + Notation, T: Tables>(probe: &Probe<S, T>, toml: &str) -> Result<Vec<Check>, PublishedError> {
    let figures: Figures = toml::from_str(toml).map_err(|error| PublishedError::Format(error.to_string()))?;
    let desk = Desk { probe, slices: OnceCell::new() };
    figures.figure.into_iter().map(|figure| desk.check(figure)).collect()
}

/// What a question came to.
struct Answer {
    expected: String,
    /// Nothing if no table at hand has it.
    found: Option<String>,
    ok: bool,
    details: Vec<String>,
}

impl Answer {
    fn new<V: PartialEq>(expected: V, found: Option<V>, text: impl Fn(&V) -> String) -> Answer {
        Answer {
            ok: found.as_ref() == Some(&expected),
            expected: text(&expected),
            found: found.as_ref().map(text),
            details: Vec::new(),
        }
    }

    fn number(expected: u64, found: Option<u64>) -> Answer {
        Answer::new(expected, found, |number| thousands(*number))
    }
}

/// Where the figures are checked.
struct Desk<'a, S: Space, T> {
    probe: &'a Probe<'a, S, T>,
    /// The figures of every slice, counted when first asked for; nothing for one that no table has.
    slices: OnceCell<Vec<Option<Statistics<S::Position>>>>,
}

impl<S: Space + Notation, T: Tables> Desk<'_, S, T> {
    fn check(&self, Figure { what, source, ask }: Figure) -> Result<Check, PublishedError> {
        let ask: Ask = ask.try_into().map_err(|error| PublishedError::Format(format!("in {what:?}: {error}")))?;
        let Answer { expected, found, ok, details } = match ask {
            Ask::Total { count, group, expected } => Answer::number(expected, self.total(count, group.as_deref())?),
            Ask::Value { position, after, expected } => {
                let position = self.position(position.as_deref(), &after)?;
                Answer::new(parse_value(&expected)?, self.probe.value(&position)?, Value::to_string)
            }
            Ask::Moves { position, after, expected } => {
                let position = self.position(position.as_deref(), &after)?;
                Answer::number(expected, Some(counts::moves(self.probe.space, &position)))
            }
            Ask::Reachable { up_to_symmetry, expected } => {
                Answer::number(expected, counts::reachable(self.probe.space, up_to_symmetry))
            }
            Ask::Games { expected } => {
                let space = self.probe.space;
                Answer::number(expected, Some(counts::games(space, &space.start())))
            }
            Ask::Replies { moves } => self.replies(&moves)?,
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

    /// The position of the text, or the start, and the moves made from there.
    fn position(&self, position: Option<&str>, after: &[String]) -> Result<S::Position, NotationError> {
        let space = self.probe.space;
        let from = position.map_or_else(|| Ok(space.start()), |text| space.parse(text))?;
        after.iter().try_fold(from, |position, m| Ok(space.play(&position, space.parse_move(&position, m)?)))
    }

    fn total(&self, count: Count, group: Option<&str>) -> Result<Option<u64>, PublishedError> {
        let space = self.probe.space;
        let all = || (0..space.slices().len()).map(|number| SliceId(number as u32)).collect();
        let slices: Vec<SliceId> = match group {
            None => all(),
            Some(name) => {
                let groups = space.groups();
                let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
                let found = groups.iter().find(|group| group.name == name).map(|group| group.slices.clone());
                found.ok_or_else(|| PublishedError::Format(format!("expected a group of {names:?}, found {name:?}")))?
            }
        };
        if self.slices.get().is_none() {
            let counted = all().into_iter().map(|slice| self.slice(slice)).collect::<Result<_, _>>()?;
            let _ = self.slices.set(counted);
        }
        let Some(counted) = self.slices.get() else { return Ok(None) };
        let parts: Option<Vec<_>> = slices.iter().map(|slice| counted[slice.index()].as_ref()).collect();
        let Some(parts) = parts else { return Ok(None) };
        let sum = Statistics::sum(parts);
        Ok(Some(match count {
            Count::Positions => sum.positions,
            Count::Wins => sum.wins,
            Count::Losses => sum.losses,
            Count::Draws => sum.draws,
            Count::Moves => sum.moves,
        }))
    }

    /// The figures of a slice, or nothing if no table has it.
    fn slice(&self, slice: SliceId) -> Result<Option<Statistics<S::Position>>, TableError> {
        self.probe.tables.holds(slice).then(|| statistics::of_slice(self.probe, slice)).transpose()
    }

    fn replies(&self, moves: &[String]) -> Result<Answer, PublishedError> {
        let expected = "at least one game".to_string();
        let Some((games, example)) = replies::find(self.probe, moves)? else {
            return Ok(Answer { expected, found: None, ok: false, details: Vec::new() });
        };
        let mut details = Vec::new();
        if let Some(example) = example {
            details.push("each move, and in how many of the games it was a best one:".to_string());
            for (number, (m, best)) in (1..).zip(moves.iter().zip(&games.best)) {
                details.push(format!("{number:>4}. {m}  {} of {}", thousands(*best), thousands(games.count)));
            }
            details.push(format!("every one of them was a best one in {}", thousands(games.all_best)));
            details.push(format!(
                "a game with {} of the {} best (`?` marks the others):",
                games.most_best,
                moves.len()
            ));
            for (number, (m, best, reply)) in (1..).zip(&example.moves) {
                let mark = if *best { ' ' } else { '?' };
                details.push(format!("{number:>4}. {m}{mark} {}", reply.as_deref().unwrap_or_default()));
            }
            details.push(format!("      {}", example.end));
        }
        let found = Some(format!("{} games", thousands(games.count)));
        Ok(Answer { expected, found, ok: games.count > 0, details })
    }
}

/// Reads `draw`, `win 29` or `loss 28`.
fn parse_value(text: &str) -> Result<Value, PublishedError> {
    let plies = |number: &str| number.parse().ok();
    let value = match text.split_once(' ') {
        None if text == "draw" => Some(Value::Draw),
        Some(("win", number)) => plies(number).map(Value::Win),
        Some(("loss", number)) => plies(number).map(Value::Loss),
        _ => None,
    };
    value.ok_or_else(|| {
        PublishedError::Format(format!("expected a value such as \"draw\", \"win 29\" or \"loss 28\", found {text:?}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::solve_all;

    fn checked(toml: &str) -> Result<Vec<Check>, PublishedError> {
        let game = TicTacToe::new();
        let solved = solve_all(&game, &()).expect("tic-tac-toe is solved");
        check(&Probe { space: &game, tables: &solved }, toml)
    }

    /// The row of one figure, its kind and the rest given.
    fn row(rest: &str) -> Result<Check, PublishedError> {
        checked(&format!("[[figure]]\nwhat = 'x'\nsource = 'y'\n{rest}\n")).map(|mut rows| rows.remove(0))
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
        assert_eq!(verdict("kind = 'total'\ncount = 'wins'\nexpected = 1"), Verdict::Failed);
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
        assert!(checked("[figure]").is_err());
        assert_eq!(checked("").expect("nothing was published").len(), 0);
    }

    #[test]
    fn without_a_table_nothing_is_claimed() {
        use crate::space::Entry;
        struct Nothing;
        impl Tables for Nothing {
            fn value(&self, _entry: Entry) -> Result<Option<Value>, TableError> {
                Ok(None)
            }

            fn holds(&self, _slice: SliceId) -> bool {
                false
            }
        }
        for rest in ["kind = 'value'\nexpected = 'draw'", "kind = 'total'\ncount = 'wins'\nexpected = 0"] {
            let toml = format!("[[figure]]\nwhat = 'x'\nsource = 'y'\n{rest}");
            let rows = check(&Probe { space: &TicTacToe::new(), tables: &Nothing }, &toml).expect("is well formed");
            assert_eq!(rows[0].verdict, Verdict::NotSolvedHere);
        }
    }
}
