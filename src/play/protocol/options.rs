//! The options of an engine, as the protocol sets them.

use std::path::PathBuf;

use crate::game::NotationError;
use crate::search::{PlayerFactory, Searcher, SearcherError};
use crate::space::Space;

/// The greatest transposition table that the protocol sets, in MB; the settings of the engine may set a greater one.
const MOST_HASH: u64 = 4096;

/// The most worker threads.
const MOST_THREADS: u64 = 256;

/// What stands for an empty text.
const EMPTY: &str = "<empty>";

/// The options as they are set.
pub struct Options {
    /// The size of the transposition table in MB; `None` leaves it to the settings of the engine.
    hash: Option<u64>,
    /// The worker threads; `None` leaves them to the settings of the engine.
    threads: Option<u64>,
    /// Whether tables are used.
    pub tables: bool,
    /// Their directory; `None` for the usual one.
    pub directory: Option<PathBuf>,
}

impl Options {
    /// Nothing set.
    pub fn new() -> Options {
        Options { hash: None, threads: None, tables: true, directory: None }
    }

    /// The lines that describe the options that this engine has, before any is set.
    pub fn describe<S: Space>(engine: &Searcher<S>, directory: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let settings = engine.settings();
        if engine.has_setting("hash") {
            let megabytes = (settings.hash >> 20).clamp(1, MOST_HASH);
            lines.push(format!("option name Hash type spin default {megabytes} min 1 max {MOST_HASH}"));
        }
        if engine.has_setting("threads") {
            let threads = settings.threads.unwrap_or(1);
            lines.push(format!("option name Threads type spin default {threads} min 1 max {MOST_THREADS}"));
        }
        if settings.tables {
            lines.push("option name Tables type check default true".to_string());
            lines.push(format!("option name TablesPath type string default {directory}"));
        }
        lines
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If the engine has no such option, or the value is wrong.
    pub fn set<S: Space>(&mut self, engine: &Searcher<S>, name: &str, value: &str) -> Result<(), NotationError> {
        let number = |most| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| NotationError::new(format!("{name} from 1 to {most}"), value))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" if engine.has_setting("hash") => self.hash = Some(number(MOST_HASH)?),
            "threads" if engine.has_setting("threads") => self.threads = Some(number(MOST_THREADS)?),
            "tables" if engine.settings().tables => {
                self.tables = match value {
                    "true" => true,
                    "false" => false,
                    _ => return Err(NotationError::new("true or false for Tables", value)),
                }
            }
            "tablespath" if engine.settings().tables => {
                self.directory = Some(value).filter(|value| !["", EMPTY].contains(value)).map(PathBuf::from);
            }
            _ => return Err(NotationError::new(format!("an option of {}", engine.name()), name)),
        }
        Ok(())
    }

    /// An engine with an empty memory and these options.
    ///
    /// # Errors
    /// If there is no such engine or setting.
    pub fn engine<S: Space>(&self, players: &[PlayerFactory<S>], text: &str) -> Result<Searcher<S>, SearcherError> {
        let mut text = text.to_string();
        let set = [("hash", self.hash, "M"), ("threads", self.threads, "")];
        for (name, value, unit) in set {
            if let Some(value) = value {
                // The last setting of a name holds.
                let separator = if text.contains(':') { ',' } else { ':' };
                text.push_str(&format!("{separator}{name}={value}{unit}"));
            }
        }
        Ok(Searcher::read(players, &text)?.with_threads(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::Draughts;

    #[test]
    fn an_engine_has_the_options_of_its_settings() {
        let engine = |text: &str| Options::new().engine::<Draughts>(&[], text).expect(text);
        let lines = Options::describe(&engine("scout-tt:hash=64M"), "my tables");
        let [hash, tables, path] = lines.as_slice() else { panic!("{lines:?}") };
        assert_eq!(hash, "option name Hash type spin default 64 min 1 max 4096");
        assert_eq!(tables, "option name Tables type check default true");
        assert_eq!(path, "option name TablesPath type string default my tables");
        assert!(Options::describe(&engine("minimax:tables=off"), "").is_empty());

        let mut options = Options::new();
        let scout = engine("scout-tt");
        for (name, value) in [("Hash", "0"), ("Hash", "4097"), ("Threads", "2"), ("Tables", "yes"), ("Ponder", "true")]
        {
            assert!(options.set(&scout, name, value).is_err(), "{name} {value}");
        }
        options.set(&scout, "hash", "2").expect("a size");
        options.set(&scout, "TablesPath", EMPTY).expect("a directory");
        assert_eq!(options.directory, None);
        let read = |text| options.engine::<Draughts>(&[], text).expect("an engine").settings().hash;
        assert_eq!((read("scout-tt"), read("scout-tt:hash=64M")), (2 << 20, 2 << 20));
    }
}
