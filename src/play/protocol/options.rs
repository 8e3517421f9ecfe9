//! The options of an engine, as the protocol sets them.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use super::clock::OVERHEAD;
use crate::answer::OtherFacts;
use crate::game::NotationError;
use crate::play::objects::{OpenEngine, OpenPlay};
use crate::search::{OtherTablesPlace, SearcherError};

/// The greatest transposition table, in MB: the limit of the setting `hash`. The system decides whether
/// there is so much memory.
const MOST_HASH: u64 = 1 << 20;

/// The greatest size of positions that are looked up: no game has larger ones.
const MOST_PROBED: u64 = 100;

/// The most worker threads.
const MOST_THREADS: u64 = 256;

/// The most lines.
const MOST_LINES: u64 = 256;

/// The greatest overhead of a move, in milliseconds.
const MOST_OVERHEAD: u64 = 5000;

/// The word for an empty text.
const EMPTY: &str = "<empty>";

/// The options as they are set.
#[derive(Clone)]
pub struct Options {
    /// The size of the transposition table in MB; `None` leaves it to the settings of the engine.
    hash: Option<u64>,
    /// The worker threads; `None` leaves them to the settings of the engine.
    threads: Option<u64>,
    /// Whether tables are used.
    pub tables: bool,
    /// Their directories, a list; `None` for the usual ones.
    pub directories: Option<OsString>,
    /// The largest position that is looked up, in pieces or what else the game counts; `None` for any.
    pub probe_limit: Option<u32>,
    /// The directories of tables in another format, a list; `None` for no such tables.
    other_directories: Option<String>,
    /// The largest position that is looked up in these, in pieces; `None` for any.
    other_limit: Option<u32>,
    /// Whether their wins that take too long for the fifty-move rule are draws.
    other_fifty_moves: bool,
    /// Whether the chances of a win, a draw and a loss are written.
    pub chances: bool,
    /// The number of lines that are searched.
    pub lines: usize,
    /// The time on the clock that is never spent.
    pub overhead: Duration,
}

/// The effect of an option that was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The engine has another memory.
    Engine,
    /// The tables are others.
    Tables,
    /// The next search of the protocol has other limits or writes other lines.
    ProtocolSearch,
}

impl Options {
    /// Nothing set.
    pub fn new() -> Options {
        Options {
            hash: None,
            threads: None,
            tables: true,
            directories: None,
            probe_limit: None,
            other_directories: None,
            other_limit: None,
            other_fifty_moves: true,
            chances: false,
            lines: 1,
            overhead: OVERHEAD,
        }
    }

    /// The place of tables in a format of other programs, if there is one.
    pub fn other_place(&self, other: Option<OtherFacts>) -> Option<OtherTablesPlace> {
        let (directories, OtherFacts { largest, .. }) = (self.other_directories.clone()?, other?);
        let limit = self.other_limit.unwrap_or(largest);
        Some(OtherTablesPlace { directories, limit, fifty_moves: self.other_fifty_moves })
    }

    /// The lines that describe the options that this engine has, before any is set. `other` is the format of other
    /// programs whose tables it can use.
    pub fn describe(engine: &dyn OpenEngine, other: Option<OtherFacts>, directories: &str) -> Vec<String> {
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
        if engine.abilities().lines {
            lines.push(format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"));
        }
        lines.push("option name Ponder type check default false".to_string());
        lines.push("option name UCI_ShowWDL type check default false".to_string());
        let overhead = OVERHEAD.as_millis();
        lines.push(format!("option name Move Overhead type spin default {overhead} min 0 max {MOST_OVERHEAD}"));
        if settings.tables {
            lines.push("option name Tables type check default true".to_string());
            lines.push(format!("option name TablesPath type string default {directories}"));
            lines.push(format!("option name ProbeLimit type spin default {MOST_PROBED} min 0 max {MOST_PROBED}"));
            if let Some(OtherFacts { name, largest }) = other {
                lines.push(format!("option name {name}Path type string default {EMPTY}"));
                lines.push(format!("option name {name}ProbeLimit type spin default {largest} min 0 max {largest}"));
                lines.push(format!("option name {name}50MoveRule type check default true"));
            }
        }
        lines
    }

    /// Sets an option. Its name, `true` and `false` may be in any case.
    ///
    /// # Errors
    /// If the engine has no such option, or the value is wrong.
    pub fn set(
        &mut self,
        engine: &dyn OpenEngine,
        other: Option<OtherFacts>,
        name: &str,
        value: &str,
    ) -> Result<Changed, NotationError> {
        let number = |least, most| {
            let number: Option<u64> = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| NotationError::new(format!("{name} from {least} to {most}"), value))
        };
        let yes_or_no = || match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(NotationError::new(format!("true or false for {name}"), value)),
        };
        let has_tables = engine.settings().tables;
        if let Some(other) = other.filter(|_| has_tables)
            && let Some((start, rest)) = name.split_at_checked(other.name.len())
            && start.eq_ignore_ascii_case(other.name)
        {
            match rest.to_ascii_lowercase().as_str() {
                "path" => self.other_directories = given(value),
                "probelimit" => self.other_limit = Some(number(0, other.largest.into())? as u32),
                "50moverule" => self.other_fifty_moves = yes_or_no()?,
                _ => return Err(NotationError::new(format!("an option of {}", engine.name()), name)),
            }
            return Ok(Changed::Tables);
        }
        match name.to_ascii_lowercase().as_str() {
            "hash" if engine.has_setting("hash") => self.hash = Some(number(1, MOST_HASH)?),
            "threads" if engine.has_setting("threads") => self.threads = Some(number(1, MOST_THREADS)?),
            "tables" if has_tables => {
                self.tables = yes_or_no()?;
                return Ok(Changed::Tables);
            }
            "tablespath" if has_tables => {
                self.directories = given(value).map(OsString::from);
                return Ok(Changed::Tables);
            }
            "probelimit" if has_tables => {
                let limit = number(0, MOST_PROBED)?;
                self.probe_limit = (limit < MOST_PROBED).then_some(limit as u32);
                return Ok(Changed::Tables);
            }
            "multipv" if engine.abilities().lines => {
                self.lines = number(1, MOST_LINES)? as usize;
                return Ok(Changed::ProtocolSearch);
            }
            "move overhead" => {
                self.overhead = Duration::from_millis(number(0, MOST_OVERHEAD)?);
                return Ok(Changed::ProtocolSearch);
            }
            "uci_showwdl" => {
                self.chances = yes_or_no()?;
                return Ok(Changed::ProtocolSearch);
            }
            // Whether it ponders, `go` says.
            "ponder" => return yes_or_no().map(|_| Changed::ProtocolSearch),
            _ => return Err(NotationError::new(format!("an option of {}", engine.name()), name)),
        }
        Ok(Changed::Engine)
    }

    /// An engine with an empty memory and these options.
    ///
    /// # Errors
    /// If there is no such engine or setting.
    pub fn engine(&self, game: &Arc<dyn OpenPlay>, text: &str) -> Result<Box<dyn OpenEngine>, SearcherError> {
        let mut text = text.to_string();
        let set = [("hash", self.hash, "M"), ("threads", self.threads, "")];
        for (name, value, unit) in set {
            if let Some(value) = value {
                // The last setting of a name holds.
                let separator = if text.contains(':') { ',' } else { ':' };
                text.push_str(&format!("{separator}{name}={value}{unit}"));
            }
        }
        let mut engine = Arc::clone(game).engine(&text, 0)?;
        engine.set_threads(1);
        Ok(engine)
    }
}

/// The value of an option that is a text; `None` if it is empty.
fn given(value: &str) -> Option<String> {
    Some(value).filter(|value| !["", EMPTY].contains(value)).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::GameEntry;
    use crate::games::draughts::Draughts;
    use crate::open::Opened;
    use crate::table::Tables;

    /// An engine of checkers.
    fn engine(options: &Options, text: &str) -> Box<dyn OpenEngine> {
        let game = Draughts::checkers();
        let tables = Tables::empty(&game);
        let game: Arc<dyn OpenPlay> = Opened::new(GameEntry::new(game), tables);
        options.engine(&game, text).expect(text)
    }

    #[test]
    fn an_engine_has_the_options_of_its_settings() {
        let engine = |text: &str| engine(&Options::new(), text);
        let lines = Options::describe(&*engine("scout-tt:hash=64M"), None, "my tables");
        let usual = [
            "option name Ponder type check default false",
            "option name UCI_ShowWDL type check default false",
            "option name Move Overhead type spin default 100 min 0 max 5000",
        ];
        let several = "option name MultiPV type spin default 1 min 1 max 256";
        let expected = [
            "option name Hash type spin default 64 min 1 max 1048576",
            several,
            usual[0],
            usual[1],
            usual[2],
            "option name Tables type check default true",
            "option name TablesPath type string default my tables",
            "option name ProbeLimit type spin default 100 min 0 max 100",
        ];
        assert_eq!(lines, expected);
        assert_eq!(
            Options::describe(&*engine("minimax:tables=off"), None, ""),
            [several, usual[0], usual[1], usual[2]]
        );
        // Random play, and players that do not declare several lines, have one line.
        assert!(!Options::describe(&*engine("uct"), None, "").iter().any(|line| line.contains("MultiPV")));
        assert_eq!(Options::describe(&*engine("random"), None, ""), usual);

        let mut options = Options::new();
        let scout = engine("scout-tt");
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "1048577"),
            ("ProbeLimit", "101"),
            ("UCI_ShowWDL", "yes"),
            ("Threads", "2"),
            ("Tables", "yes"),
            ("Ponder", "1"),
            ("MultiPV", "0"),
            ("Move Overhead", "5001"),
            ("Contempt", "1"),
        ] {
            assert!(options.set(&*scout, None, name, value).is_err(), "{name} {value}");
        }
        for (name, value) in [("multipv", "3"), ("Move Overhead", "0"), ("Ponder", "true")] {
            assert_eq!(options.set(&*scout, None, name, value), Ok(Changed::ProtocolSearch), "{name}");
        }
        assert_eq!((options.lines, options.overhead), (3, Duration::ZERO));
        assert!(options.set(&*engine("uct"), None, "MultiPV", "2").is_err());
        options.set(&*scout, None, "hash", "2").expect("a size");
        options.set(&*scout, None, "TablesPath", EMPTY).expect("a directory");
        assert_eq!(options.directories, None);
        options.set(&*scout, None, "ProbeLimit", "5").expect("a size");
        assert_eq!(options.probe_limit, Some(5));
        let read = |text| super::tests::engine(&options, text).settings().hash;
        assert_eq!((read("scout-tt"), read("scout-tt:hash=64M")), (2 << 20, 2 << 20));
    }

    #[test]
    fn tables_in_another_format_have_options_of_their_own() {
        let format = OtherFacts { name: "Far", largest: 7 };
        let engine = &*engine(&Options::new(), "scout-tt");
        let described = Options::describe(engine, Some(format), "");
        let expected = [
            "option name FarPath type string default <empty>",
            "option name FarProbeLimit type spin default 7 min 0 max 7",
            "option name Far50MoveRule type check default true",
        ];
        assert!(described.ends_with(&expected.map(str::to_string)), "{described:?}");
        let mut options = Options::new();
        assert_eq!(options.other_place(Some(format)), None);
        for (name, value) in [("farpath", "a:b"), ("FarProbeLimit", "5"), ("Far50MoveRule", "false")] {
            assert_eq!(options.set(engine, Some(format), name, value), Ok(Changed::Tables), "{name}");
        }
        let place = OtherTablesPlace { directories: "a:b".to_string(), limit: 5, fifty_moves: false };
        assert_eq!(options.other_place(Some(format)), Some(place));
        for (name, value) in [("FarProbeLimit", "8"), ("Far50MoveRule", "no"), ("FarHash", "1"), ("Fa", "1")] {
            assert!(options.set(engine, Some(format), name, value).is_err(), "{name} {value}");
        }
        options.set(engine, Some(format), "FarPath", EMPTY).expect("no directory");
        assert_eq!(options.other_place(Some(format)), None);
        assert!(options.set(engine, None, "FarPath", "a").is_err());
    }
}
