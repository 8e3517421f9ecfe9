//! The keys of a TOML text, taken one by one. A key that nobody takes is an error.
//!
//! A reader that is derived for each type of text would be a hundred times the code.

use thiserror::Error;
use toml::{Table, Value};

/// A text that is not TOML, or does not have the keys that it should.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// It is not TOML.
    #[error("{0}")]
    NotToml(String),
    /// A key is missing.
    #[error("expected the key `{0}`, found none")]
    Missing(&'static str),
    /// The value of a key is of another type.
    #[error("expected {expected} as `{key}`, found {found}")]
    OfOtherType {
        /// The key.
        key: &'static str,
        /// The type.
        expected: &'static str,
        /// The value.
        found: String,
    },
    /// Nobody knows the key.
    #[error("expected no key `{0}`, found it")]
    Unknown(String),
}

/// The keys of a table that were not taken yet.
#[derive(Clone, Debug)]
pub struct TomlKeys(Table);

impl TomlKeys {
    /// The keys of a text.
    ///
    /// # Errors
    /// [`KeyError::NotToml`] if it is not TOML.
    pub fn read(toml: &str) -> Result<TomlKeys, KeyError> {
        toml.parse().map(TomlKeys).map_err(|error: toml::de::Error| KeyError::NotToml(error.to_string()))
    }

    /// Takes a text; `None` if there is none.
    ///
    /// # Errors
    /// [`KeyError::OfOtherType`] if it is no text.
    pub fn optional_text(&mut self, key: &'static str) -> Result<Option<String>, KeyError> {
        match self.0.remove(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(found) => Err(of_other_type(key, "a text", &found)),
        }
    }

    /// Takes a text.
    ///
    /// # Errors
    /// As [`TomlKeys::optional_text`]; [`KeyError::Missing`] if there is none.
    pub fn text(&mut self, key: &'static str) -> Result<String, KeyError> {
        self.optional_text(key)?.ok_or(KeyError::Missing(key))
    }

    /// Takes a whole number; `None` if there is none.
    ///
    /// # Errors
    /// [`KeyError::OfOtherType`] if it is no whole number, or negative.
    pub fn optional_number(&mut self, key: &'static str) -> Result<Option<u64>, KeyError> {
        match self.0.remove(key) {
            None => Ok(None),
            Some(Value::Integer(number)) if number >= 0 => Ok(Some(number.unsigned_abs())),
            Some(found) => Err(of_other_type(key, "a whole number", &found)),
        }
    }

    /// Takes a whole number.
    ///
    /// # Errors
    /// As [`TomlKeys::optional_number`]; [`KeyError::Missing`] if there is none.
    pub fn number(&mut self, key: &'static str) -> Result<u64, KeyError> {
        self.optional_number(key)?.ok_or(KeyError::Missing(key))
    }

    /// Takes a number of plies; `None` if there is none.
    ///
    /// # Errors
    /// [`KeyError::OfOtherType`] if it does not fit 32 bits.
    pub fn optional_plies(&mut self, key: &'static str) -> Result<Option<u32>, KeyError> {
        let fits = |number: u64| {
            number.try_into().map_err(|_| of_other_type(key, "a number of plies", &Value::String(number.to_string())))
        };
        self.optional_number(key)?.map(fits).transpose()
    }

    /// Takes a number of plies.
    ///
    /// # Errors
    /// As [`TomlKeys::optional_plies`]; [`KeyError::Missing`] if there is none.
    pub fn plies(&mut self, key: &'static str) -> Result<u32, KeyError> {
        self.optional_plies(key)?.ok_or(KeyError::Missing(key))
    }

    /// Takes a number with a fraction; `None` if there is none.
    ///
    /// # Errors
    /// [`KeyError::OfOtherType`] if it is no number.
    pub fn optional_fraction(&mut self, key: &'static str) -> Result<Option<f64>, KeyError> {
        match self.0.remove(key) {
            None => Ok(None),
            Some(Value::Float(number)) => Ok(Some(number)),
            Some(Value::Integer(number)) => Ok(Some(number as f64)),
            Some(found) => Err(of_other_type(key, "a number", &found)),
        }
    }

    /// Takes a `true` or `false`; `false` if there is none.
    ///
    /// # Errors
    /// [`KeyError::OfOtherType`] if it is neither.
    pub fn flag(&mut self, key: &'static str) -> Result<bool, KeyError> {
        match self.0.remove(key) {
            None => Ok(false),
            Some(Value::Boolean(flag)) => Ok(flag),
            Some(found) => Err(of_other_type(key, "`true` or `false`", &found)),
        }
    }

    /// Takes a list of texts; an empty one if there is none.
    ///
    /// # Errors
    /// [`KeyError::OfOtherType`] if it is no list of texts.
    pub fn texts(&mut self, key: &'static str) -> Result<Vec<String>, KeyError> {
        let text = |value| match value {
            Value::String(text) => Ok(text),
            found => Err(of_other_type(key, "a list of texts", &found)),
        };
        self.list(key)?.into_iter().map(text).collect()
    }

    /// Takes a list of whole numbers; an empty one if there is none.
    ///
    /// # Errors
    /// [`KeyError::OfOtherType`] if it is no list of whole numbers, or one is negative.
    pub fn numbers(&mut self, key: &'static str) -> Result<Vec<u64>, KeyError> {
        let number = |value| match value {
            Value::Integer(number) if number >= 0 => Ok(number.unsigned_abs()),
            found => Err(of_other_type(key, "a list of whole numbers", &found)),
        };
        self.list(key)?.into_iter().map(number).collect()
    }

    /// Takes a list of tables; an empty one if there is none.
    ///
    /// # Errors
    /// [`KeyError::OfOtherType`] if it is no list of tables.
    pub fn tables(&mut self, key: &'static str) -> Result<Vec<TomlKeys>, KeyError> {
        let table = |value| match value {
            Value::Table(table) => Ok(TomlKeys(table)),
            found => Err(of_other_type(key, "a list of tables", &found)),
        };
        self.list(key)?.into_iter().map(table).collect()
    }

    fn list(&mut self, key: &'static str) -> Result<Vec<Value>, KeyError> {
        match self.0.remove(key) {
            None => Ok(Vec::new()),
            Some(Value::Array(list)) => Ok(list),
            Some(found) => Err(of_other_type(key, "a list", &found)),
        }
    }

    /// Checks that all keys were taken.
    ///
    /// # Errors
    /// [`KeyError::Unknown`] if one is left.
    pub fn end(self) -> Result<(), KeyError> {
        self.0.into_iter().next().map_or(Ok(()), |(key, _)| Err(KeyError::Unknown(key)))
    }
}

fn of_other_type(key: &'static str, expected: &'static str, found: &Value) -> KeyError {
    KeyError::OfOtherType { key, expected, found: found.to_string() }
}

/// A text as TOML writes it, with its quotes.
pub fn quoted(text: &str) -> String {
    Value::String(text.to_string()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_taken_or_an_error() {
        let toml = "a = 'x'\nb = 3\nc = true\nd = ['y', 'z']\ne = 1.5\n[[f]]\ng = 4_000_000_000_000";
        let mut keys = TomlKeys::read(toml).expect("it is TOML");
        assert_eq!((keys.text("a"), keys.number("b"), keys.flag("c")), (Ok("x".to_string()), Ok(3), Ok(true)));
        assert_eq!(keys.texts("d"), Ok(vec!["y".to_string(), "z".to_string()]));
        assert_eq!((keys.optional_fraction("e"), keys.optional_number("e")), (Ok(Some(1.5)), Ok(None)));
        assert_eq!(keys.text("a"), Err(KeyError::Missing("a")));
        assert_eq!(keys.clone().end(), Err(KeyError::Unknown("f".to_string())));
        let mut tables = keys.tables("f").expect("they are tables");
        let too_many = tables[0].optional_plies("g").expect_err("it does not fit");
        assert_eq!(too_many.to_string(), "expected a number of plies as `g`, found \"4000000000000\"");
        assert_eq!(keys.end(), Ok(()));
    }

    #[test]
    fn other_types_are_refused() {
        let keys = TomlKeys::read("a = -1").expect("it is TOML");
        let refused = "expected a whole number as `a`, found -1";
        assert_eq!(keys.clone().number("a").map_err(|error| error.to_string()), Err(refused.to_string()));
        assert!(keys.clone().text("a").is_err() && keys.clone().flag("a").is_err() && keys.clone().texts("a").is_err());
        assert!(matches!(TomlKeys::read("a ="), Err(KeyError::NotToml(_))));
        assert_eq!((quoted("x"), quoted("\"")), ("\"x\"".to_string(), "'\"'".to_string()));
    }
}
