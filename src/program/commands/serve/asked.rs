//! The parameters in the address of a request, each checked.

use std::str::FromStr;

use serde::de::DeserializeOwned;

use crate::failure::Failure;
use hindsight::answer::GameFacts;

/// The longest position or move, in bytes. The longest text of this crate's games has 300.
const LONGEST: usize = 2000;

/// The parameter that may be given several times.
const MANY: &str = "slice";

/// The parameters of an address, by name.
pub struct Asked(Vec<(String, String)>);

impl Asked {
    /// Takes the parameters and checks that their names are known.
    ///
    /// # Errors
    /// For an unknown parameter, for one that is given twice and says one thing, and for a value that is too long.
    pub fn new(parameters: Vec<(String, String)>, known: &[&str]) -> Result<Asked, Failure> {
        let unknown = parameters.iter().find(|(name, _)| !known.contains(&name.as_str()));
        if let Some((name, _)) = unknown {
            let known = if known.is_empty() { "no parameter".to_string() } else { known.join(", ") };
            let name: String = name.chars().take(60).collect();
            return Err(Failure::Usage(format!("expected {known} after the question mark, found {name:?}")));
        }
        Asked::known_of(parameters, known)
    }

    /// Takes the parameters whose names are known, and skips the others, as the servers do whose shape an answer has.
    ///
    /// # Errors
    /// As [`Asked::new`], but for an unknown parameter.
    pub fn known_of(mut parameters: Vec<(String, String)>, known: &[&str]) -> Result<Asked, Failure> {
        parameters.retain(|(name, _)| known.contains(&name.as_str()));
        for (number, (name, value)) in parameters.iter().enumerate() {
            if name != MANY && parameters[..number].iter().any(|(before, _)| before == name) {
                return Err(Failure::Usage(format!("expected the parameter {name} once, found it twice")));
            }
            check_length(value)?;
        }
        Ok(Asked(parameters))
    }

    /// The value of a parameter.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Every value of a parameter.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Whether a parameter is `true`; by default it is not.
    ///
    /// # Errors
    /// If it is neither `true` nor `false`.
    pub fn is_set(&self, name: &str) -> Result<bool, Failure> {
        Ok(self.read(name, "true or false")?.unwrap_or(false))
    }

    /// Reads a parameter.
    ///
    /// # Errors
    /// If the value cannot be read.
    pub fn read<T: FromStr>(&self, name: &str, expected: &str) -> Result<Option<T>, Failure> {
        let read = |text: &str| {
            text.parse().map_err(|_| Failure::Usage(format!("expected {expected} for {name}, found {text:?}")))
        };
        self.text(name).map(read).transpose()
    }

    /// The parameter `position`; without it, the starting position.
    pub fn position_text<'a>(&'a self, game: &'a GameFacts) -> &'a str {
        self.text("position").unwrap_or(&game.start)
    }
}

/// Reads the JSON of a request.
///
/// # Errors
/// If it is not of this type.
pub fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(body).map_err(|error| Failure::Usage(format!("expected JSON as documented, found: {error}")))
}

/// Checks the length of a position or a move.
///
/// # Errors
/// If it is too long.
pub fn check_length(text: &str) -> Result<(), Failure> {
    match text.len() {
        0..=LONGEST => Ok(()),
        length => Err(Failure::Usage(format!("expected a text of up to {LONGEST} bytes, found one of {length}"))),
    }
}
