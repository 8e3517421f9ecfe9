//! The guide of a game for people: its rules in half a page, and positions worth seeing.

use serde::Serialize;
use thiserror::Error;

use crate::util::keys::{KeyError, TomlKeys};

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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Guide {
    /// The name of the game for people.
    pub title: String,
    /// What is solved and who wins, in a sentence.
    pub answer: String,
    /// What is known of the start where no table has it, in a sentence with its source.
    pub known: Option<String>,
    /// The position that stands for the game in a list; by default the start.
    pub thumbnail: Option<String>,
    /// The rules, a paragraph each.
    pub rules: Vec<String>,
    /// Pictures of the rules.
    pub pictures: Vec<GuidePosition>,
    /// Positions worth seeing.
    pub positions: Vec<GuidePosition>,
}

/// A position with a sentence about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GuidePosition {
    /// The name, in a few words.
    pub title: String,
    /// The position in the notation of the game.
    pub position: String,
    /// What is to be seen.
    pub about: String,
    /// Its value for the side to move, if it was solved or published: `win`, `draw` or `loss`.
    pub value: Option<String>,
    /// The depth of that value in plies.
    pub plies: Option<u32>,
}

/// A text that is no guide.
#[derive(Debug, Error)]
#[error("the guide of a game cannot be read: {0}")]
pub struct GuideError(#[from] KeyError);

impl Guide {
    /// Reads a guide. An empty text is an empty guide.
    ///
    /// # Errors
    /// If it is not TOML, or has another key.
    pub fn read(toml: &str) -> Result<Guide, GuideError> {
        let mut keys = TomlKeys::read(toml)?;
        let guide = Guide {
            title: keys.optional_text("title")?.unwrap_or_default(),
            answer: keys.optional_text("answer")?.unwrap_or_default(),
            known: keys.optional_text("known")?,
            thumbnail: keys.optional_text("thumbnail")?,
            rules: keys.texts("rules")?,
            pictures: GuidePosition::list(keys.tables("picture")?)?,
            positions: GuidePosition::list(keys.tables("position")?)?,
        };
        keys.end()?;
        Ok(guide)
    }
}

impl GuidePosition {
    fn list(tables: Vec<TomlKeys>) -> Result<Vec<GuidePosition>, KeyError> {
        tables.into_iter().map(GuidePosition::read).collect()
    }

    fn read(mut keys: TomlKeys) -> Result<GuidePosition, KeyError> {
        let position = GuidePosition {
            title: keys.text("title")?,
            position: keys.text("position")?,
            about: keys.text("about")?,
            value: keys.optional_text("value")?,
            plies: keys.optional_plies("plies")?,
        };
        keys.end()?;
        Ok(position)
    }
}
