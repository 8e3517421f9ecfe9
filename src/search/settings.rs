//! Settings as text, after the name of an engine: `hash=64M,time=1s`.

use memmap2::MmapMut;
use thiserror::Error;

use crate::search::Settings;
use crate::util::units::{bytes, duration};

/// Every setting: its form, and its description.
pub const SETTINGS: [(&str, &str); 8] = [
    ("depth=PLIES", "search this number of plies, 1 to 1000"),
    ("time=TIME", "search for this time, such as 500ms or 10s"),
    ("threads=NUMBER", "worker threads, 1 to 256"),
    ("hash=BYTES", "size of the transposition table or the tree, 1K to 1T"),
    ("cutoff=PLIES", "cut random games off after this number of plies, 1 to 1000"),
    ("seed=NUMBER", "random seed"),
    ("tables=off", "play without the tables of the game"),
    ("weights=hand", "evaluate by the few weights of the game, not by a network"),
];

/// A text that names no engine, or no setting of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, found {found:?}")]
pub struct SearcherError {
    expected: String,
    found: String,
    names: Vec<&'static str>,
}

impl SearcherError {
    pub(super) fn new(expected: impl Into<String>, found: &str) -> SearcherError {
        SearcherError { expected: expected.into(), found: found.chars().take(60).collect(), names: Vec::new() }
    }

    /// The error for a name that is not among `names`.
    pub(super) fn no_such_name(expected: impl Into<String>, names: &[&'static str], found: &str) -> SearcherError {
        SearcherError { names: names.to_vec(), ..SearcherError::new(expected, found) }
    }

    /// The name that was found, without a value.
    pub fn found(&self) -> &str {
        self.found.split('=').next().unwrap_or_default()
    }

    /// The names that were expected; empty if the name is right and its value is wrong.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }
}

/// Splits a text into the name of an engine and its settings.
pub fn split(text: &str) -> (&str, Option<&str>) {
    match text.split_once(':') {
        Some((name, settings)) => (name, Some(settings)),
        None => (text, None),
    }
}

/// Reads the settings of an engine that has the settings `named`. An engine without `tables` uses no tables.
pub fn read(engine: &str, named: &[&'static str], text: Option<&str>) -> Result<Settings, SearcherError> {
    let mut settings = Settings { tables: named.contains(&"tables"), ..Settings::default() };
    for setting in text.into_iter().flat_map(|settings| settings.split(',')) {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        if !named.contains(&name) {
            let expected = match named {
                [] => format!("no settings: {engine} has none"),
                named => format!("a setting of {engine}, one of {}", named.join(", ")),
            };
            return Err(SearcherError::no_such_name(expected, named, setting));
        }
        set(&mut settings, name, value).map_err(|expected| SearcherError::new(expected, setting))?;
    }
    Ok(settings)
}

/// Sets one setting.
///
/// # Errors
/// The expected text, if the value is wrong.
fn set(settings: &mut Settings, name: &str, value: &str) -> Result<(), String> {
    let plies = || value.parse().ok().filter(|plies| (1..=1000).contains(plies));
    match name {
        "depth" => settings.limit.depth = Some(plies().ok_or("depth=PLIES from 1 to 1000")?),
        "cutoff" => settings.cutoff = plies().ok_or("cutoff=PLIES from 1 to 1000")?,
        "time" => {
            settings.limit.time = Some(duration(value).map_err(|_| "time=TIME in ms, s or m, such as time=500ms")?)
        }
        "threads" => {
            let found = value.parse().ok().filter(|threads| (1..=256).contains(threads));
            settings.threads = Some(found.ok_or("threads=NUMBER from 1 to 256")?);
        }
        "hash" => {
            let found = bytes(value).ok().filter(|bytes| (1 << 10..=1 << 40).contains(bytes));
            settings.hash = found.ok_or("hash=BYTES from 1K to 1T, such as hash=64M")?;
            // Memory is mapped here only to test whether the system grants it: unused pages cost nothing.
            MmapMut::map_anon(settings.hash as usize).map_err(|_| "hash=BYTES that fit in memory, such as hash=64M")?;
        }
        "tables" => {
            settings.tables = match value {
                "on" => true,
                "off" => false,
                _ => return Err("tables=on or tables=off".to_string()),
            }
        }
        "weights" => {
            settings.network = match value {
                "network" => true,
                "hand" => false,
                _ => return Err("weights=network or weights=hand".to_string()),
            }
        }
        _ => settings.seed = value.parse().map_err(|_| "seed=NUMBER")?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Algorithm;

    #[test]
    fn every_setting_is_described() {
        let names = SETTINGS.map(|(form, _)| form.split('=').next().unwrap_or_default());
        for (name, value) in names.iter().zip(["7", "5s", "2", "1M", "30", "9", "off", "hand"]) {
            assert!(set(&mut Settings::default(), name, value).is_ok(), "{name}");
        }
        for algorithm in Algorithm::ALL {
            assert!(algorithm.settings().iter().all(|name| names.contains(name)), "{algorithm:?}");
        }
    }
}
