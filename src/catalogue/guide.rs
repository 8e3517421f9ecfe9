//! The guide of a game for people: its rules in half a page, and positions worth seeing.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The guide of a game. It is written as TOML with these keys.
///
/// ```
/// use hindsight::catalogue::Guide;
///
/// let position = "[[position]]\ntitle = 'A fork'\nposition = 'x.o/.x./..o x'\nabout = 'Two threats.'";
/// let guide = Guide::read(&format!("title = 'Tic-tac-toe'\n{position}"))?;
/// assert_eq!((guide.title.as_str(), guide.positions.len()), ("Tic-tac-toe", 1));
/// # Ok::<(), hindsight::catalogue::GuideError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Guide {
    /// The name of the game for people.
    pub title: String,
    /// What is solved and who wins, in a sentence.
    pub answer: String,
    /// The position that stands for the game in a list; by default the start.
    pub thumbnail: Option<String>,
    /// The rules, a paragraph each.
    pub rules: Vec<String>,
    /// Pictures of the rules.
    #[serde(rename(deserialize = "picture"))]
    pub pictures: Vec<GuidePosition>,
    /// Positions worth seeing.
    #[serde(rename(deserialize = "position"))]
    pub positions: Vec<GuidePosition>,
}

/// A position with a sentence about it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GuidePosition {
    /// The name, in a few words.
    pub title: String,
    /// The position in the notation of the game.
    pub position: String,
    /// What is to be seen.
    pub about: String,
}

/// A text that is no guide.
#[derive(Debug, Error)]
#[error("expected the guide of a game as TOML, found: {0}")]
pub struct GuideError(String);

impl Guide {
    /// Reads a guide. An empty text is an empty guide.
    ///
    /// # Errors
    /// If it is not TOML, or has another key.
    pub fn read(toml: &str) -> Result<Guide, GuideError> {
        toml::from_str(toml).map_err(|error| GuideError(error.to_string()))
    }
}
