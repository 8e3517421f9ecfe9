//! The text of published figures, in the form that the [module](super) describes.

use crate::game::Value;
use crate::util::keys::{KeyError, TomlKeys};
use crate::verify::searches::PublishedSearch;

/// The text is not a list of figures.
#[derive(Debug, thiserror::Error)]
#[error("the published figures cannot be read: {0}")]
pub struct FormatError(pub(super) String);

/// One published figure.
pub struct PublishedFigure {
    /// A description in a few words.
    pub what: String,
    /// Who published it, where and when.
    pub source: String,
    /// The rest, which is an [`Ask`].
    ask: TomlKeys,
}

/// The check of a figure, with the expected result.
pub enum Ask {
    Total { count: TotalCount, group: Option<String>, up_to_symmetry: bool, deeper_than: Option<u32>, expected: u64 },
    Longest { group: Option<String>, expected: u64 },
    Value { position: Option<String>, after: Vec<String>, expected: String },
    Moves { position: Option<String>, after: Vec<String>, expected: u64 },
    Perft { position: Option<String>, after: Vec<String>, depth: u32, once: bool, expected: u64 },
    Reachable { up_to_symmetry: bool, expected: u64 },
    Games { expected: u64 },
    Replies { moves: Vec<String> },
    Search(PublishedSearch),
    Note { expected: String, see: String },
}

/// The unit of a total.
#[derive(Clone, Copy)]
pub enum TotalCount {
    Positions,
    Wins,
    Losses,
    Draws,
    Zugzwangs,
    Moves,
}

impl From<KeyError> for FormatError {
    fn from(error: KeyError) -> FormatError {
        FormatError(error.to_string())
    }
}

/// Reads the figures.
pub fn read(toml: &str) -> Result<Vec<PublishedFigure>, FormatError> {
    let mut keys = TomlKeys::read(toml)?;
    let figure = |mut ask: TomlKeys| Ok(PublishedFigure { what: ask.text("what")?, source: ask.text("source")?, ask });
    let figures = keys.tables("figure")?.into_iter().map(figure).collect::<Result<_, KeyError>>()?;
    keys.end()?;
    Ok(figures)
}

impl PublishedFigure {
    /// The check of the figure.
    pub fn ask(&self) -> Result<Ask, FormatError> {
        let mut keys = self.ask.clone();
        let ask = Ask::read(&mut keys).and_then(|ask| keys.end().map(|()| ask).map_err(FormatError::from));
        ask.map_err(|FormatError(error)| FormatError(format!("in {:?}: {error}", self.what)))
    }
}

impl Ask {
    /// Takes the keys of a check.
    fn read(keys: &mut TomlKeys) -> Result<Ask, FormatError> {
        Ok(match keys.text("kind")?.as_str() {
            "total" => {
                let count = TotalCount::named(&keys.text("count")?)?;
                let deeper_than = keys.optional_plies("deeper_than")?;
                if deeper_than.is_some() && !matches!(count, TotalCount::Wins | TotalCount::Losses) {
                    let depth =
                        "expected `deeper_than` with `count = \"wins\"` or `\"losses\"`, found it with another count";
                    return Err(FormatError(depth.to_string()));
                }
                let (group, up_to_symmetry) = (keys.optional_text("group")?, keys.flag("up_to_symmetry")?);
                Ask::Total { count, group, up_to_symmetry, deeper_than, expected: keys.number("expected")? }
            }
            "longest" => Ask::Longest { group: keys.optional_text("group")?, expected: keys.number("expected")? },
            "value" => Ask::Value {
                position: keys.optional_text("position")?,
                after: keys.texts("after")?,
                expected: keys.text("expected")?,
            },
            "moves" => Ask::Moves {
                position: keys.optional_text("position")?,
                after: keys.texts("after")?,
                expected: keys.number("expected")?,
            },
            "perft" => Ask::Perft {
                position: keys.optional_text("position")?,
                after: keys.texts("after")?,
                depth: keys.plies("depth")?,
                once: keys.flag("once")?,
                expected: keys.number("expected")?,
            },
            "reachable" => {
                Ask::Reachable { up_to_symmetry: keys.flag("up_to_symmetry")?, expected: keys.number("expected")? }
            }
            "games" => Ask::Games { expected: keys.number("expected")? },
            "replies" => Ask::Replies { moves: keys.texts("moves")? },
            "search" => Ask::Search(PublishedSearch::read(keys)?),
            "note" => Ask::Note { expected: keys.text("expected")?, see: keys.text("see")? },
            found => return Err(FormatError(format!("expected a `kind` of the list, found {found:?}"))),
        })
    }
}

impl TotalCount {
    fn named(name: &str) -> Result<TotalCount, FormatError> {
        Ok(match name {
            "positions" => TotalCount::Positions,
            "wins" => TotalCount::Wins,
            "losses" => TotalCount::Losses,
            "draws" => TotalCount::Draws,
            "zugzwangs" => TotalCount::Zugzwangs,
            "moves" => TotalCount::Moves,
            found => return Err(FormatError(format!("expected a `count` of the list, found {found:?}"))),
        })
    }
}

/// Reads `draw`, `win 29` or `loss 28`.
pub fn parse_value(text: &str) -> Result<Value, FormatError> {
    let plies = |number: &str| number.parse().ok();
    let value = match text.split_once(' ') {
        None if text == "draw" => Some(Value::Draw),
        Some(("win", number)) => plies(number).map(Value::Win),
        Some(("loss", number)) => plies(number).map(Value::Loss),
        _ => None,
    };
    value.ok_or_else(|| {
        FormatError(format!("expected a value such as \"draw\", \"win 29\" or \"loss 28\", found {text:?}"))
    })
}
