//! The text of published figures, in the form that the [module](super) describes.

use serde::Deserialize;

use crate::game::Value;
use crate::verify::searches::PublishedSearch;

/// The text is not a list of figures.
#[derive(Debug, thiserror::Error)]
#[error("the published figures cannot be read: {0}")]
pub struct FormatError(pub(super) String);

/// The whole text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureList {
    #[serde(default)]
    figure: Vec<PublishedFigure>,
}

/// One published figure.
#[derive(Deserialize)]
pub struct PublishedFigure {
    /// A description in a few words.
    pub what: String,
    /// Who published it, where and when.
    pub source: String,
    /// The rest, which is an [`Ask`].
    #[serde(flatten)]
    ask: toml::Table,
}

/// The check of a figure, with the expected result.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Ask {
    Total {
        count: TotalCount,
        group: Option<String>,
        #[serde(default)]
        up_to_symmetry: bool,
        deeper_than: Option<u32>,
        expected: u64,
    },
    Longest {
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
    Perft {
        position: Option<String>,
        #[serde(default)]
        after: Vec<String>,
        depth: u32,
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
    Search(PublishedSearch),
    Note {
        expected: String,
        see: String,
    },
}

/// The unit of a total.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TotalCount {
    Positions,
    Wins,
    Losses,
    Draws,
    Zugzwangs,
    Moves,
}

/// Reads the figures. Nothing here depends on the game, so it is compiled once.
pub fn read(toml: &str) -> Result<Vec<PublishedFigure>, FormatError> {
    let figures: FigureList = toml::from_str(toml).map_err(|error| FormatError(error.to_string()))?;
    Ok(figures.figure)
}

impl PublishedFigure {
    /// The check of the figure.
    pub fn ask(&self) -> Result<Ask, FormatError> {
        let ask = self.ask.clone().try_into();
        let ask = ask.map_err(|error| FormatError(format!("in {:?}: {error}", self.what)))?;
        let depth = "expected `deeper_than` with `count = \"wins\"` or `\"losses\"`, found it with another count";
        match ask {
            Ask::Total { count: TotalCount::Wins | TotalCount::Losses, .. } => Ok(ask),
            Ask::Total { deeper_than: Some(_), .. } => Err(FormatError(format!("in {:?}: {depth}", self.what))),
            _ => Ok(ask),
        }
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
