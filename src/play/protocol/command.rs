//! The commands of the protocol, read from a line.

use std::str::SplitWhitespace;
use std::time::Duration;

use super::clock::Clock;
use crate::game::NotationError;
use crate::search::Limit;

/// The time of a search that only `stop` ends: eleven days.
pub const ENDLESS: Duration = Duration::from_secs(1_000_000);

/// The greatest depth of `go`, in plies.
const DEEPEST: u64 = 1000;

/// The players of clocks: `wtime`, `btime` and the increments `winc`, `binc`; UGI names them by the order of play.
const PLAYERS: [&str; 4] = ["w", "b", "p1", "p2"];

/// A command of the program at the other end.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci` or `ugi`: who are you? The answer ends with this word and `ok`.
    Hello(&'static str),
    IsReady,
    NewGame,
    Position {
        /// The position as text; `None` for the usual start.
        from: Option<String>,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    /// A question of UGI.
    Query(String),
    SetOption {
        name: String,
        value: String,
    },
    Quit,
    /// What needs no answer.
    Nothing,
}

/// The limits of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    depth: Option<u32>,
    time: Option<Duration>,
    clocks: [Option<Duration>; 4],
    increments: [Duration; 4],
    moves_to_go: Option<u32>,
    /// The nodes after which no further iteration begins.
    pub nodes: Option<u64>,
    /// Whether only `stop` ends the search.
    pub infinite: bool,
}

impl Go {
    /// The limit for a side that moves as the players of these numbers: 0 for White, 1 for Black; 0 for the first player,
    /// 1 for the second. Without a limit in the command, there is none here.
    pub fn limit(&self, by_colour: usize, by_order: usize) -> Limit {
        if self.infinite {
            return Limit::within(ENDLESS);
        }
        let clock = [by_colour, 2 + by_order].into_iter().find_map(|player| {
            let left = self.clocks[player]?;
            Some(Clock { left, increment: self.increments[player], moves_to_go: self.moves_to_go })
        });
        let time = self.time.or(clock.map(Clock::share));
        let limit = Limit { depth: self.depth, time, ..Limit::default() };
        match self.nodes {
            Some(_) if limit == Limit::default() => Limit::within(ENDLESS),
            _ => limit,
        }
    }
}

/// Reads a line. As the standard has it, words before the first that is a command are skipped.
///
/// # Errors
/// If it has no command, or the command lacks something.
pub fn read(line: &str) -> Result<Command, NotationError> {
    let mut words = line.split_whitespace();
    let Some(first) = words.clone().next() else { return Ok(Command::Nothing) };
    while let Some(word) = words.next() {
        return Ok(match word {
            "uci" => Command::Hello("uci"),
            "ugi" => Command::Hello("ugi"),
            "isready" => Command::IsReady,
            "ucinewgame" | "uginewgame" => Command::NewGame,
            "position" => position(words)?,
            "go" => Command::Go(go(words)?),
            "stop" => Command::Stop,
            "query" => Command::Query(words.next().unwrap_or_default().to_string()),
            "setoption" => option(words)?,
            "quit" => Command::Quit,
            "ponderhit" | "debug" | "register" => Command::Nothing,
            _ => continue,
        });
    }
    Err(NotationError::new("a command, such as position, go or stop", first))
}

/// `position startpos|fen POSITION [moves MOVE ...]`; a position may have several words.
fn position(mut words: SplitWhitespace) -> Result<Command, NotationError> {
    let kind = words.next().unwrap_or_default();
    let text: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let from = match (kind, text.as_slice()) {
        ("startpos", []) => None,
        ("fen", [_, ..]) => Some(text.join(" ")),
        ("startpos", [other, ..]) => return Err(NotationError::new("moves after startpos", other)),
        ("fen", []) => return Err(NotationError::new("a position after fen", "")),
        _ => return Err(NotationError::new("startpos or fen after position", kind)),
    };
    Ok(Command::Position { from, moves: words.map(str::to_string).collect() })
}

/// The parameters of `go`; those that are unknown are skipped.
fn go(mut words: SplitWhitespace) -> Result<Go, NotationError> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let mut number = || {
            let text = words.next().unwrap_or_default();
            // Clocks may be negative.
            let number = text.parse::<i64>().map(|number| number.max(0).unsigned_abs());
            number.map_err(|_| NotationError::new(format!("a number after {word}"), text))
        };
        let time = |milliseconds| Duration::from_millis(milliseconds).min(ENDLESS);
        match word {
            "infinite" => go.infinite = true,
            "depth" => go.depth = Some(number()?.clamp(1, DEEPEST) as u32),
            "movetime" => go.time = Some(time(number()?)),
            "movestogo" => go.moves_to_go = Some(number()?.clamp(1, DEEPEST) as u32),
            "nodes" => go.nodes = Some(number()?),
            "mate" => _ = number()?,
            _ => {
                let player = |suffix| PLAYERS.iter().position(|name| word.strip_suffix(suffix) == Some(*name));
                if let Some(player) = player("time") {
                    go.clocks[player] = Some(time(number()?));
                } else if let Some(player) = player("inc") {
                    go.increments[player] = time(number()?);
                }
            }
        }
    }
    Ok(go)
}

/// `setoption name NAME [value VALUE]`; both may have several words.
fn option(mut words: SplitWhitespace) -> Result<Command, NotationError> {
    match words.next().unwrap_or_default() {
        "name" => {
            let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
            let value: Vec<&str> = words.collect();
            Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
        }
        other => Err(NotationError::new("name after setoption", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_unknown_are_skipped() {
        assert_eq!(read("  joho debug on "), Ok(Command::Nothing));
        assert_eq!(read("\t"), Ok(Command::Nothing));
        assert_eq!(read("\u{fffd} ucinewgame"), Ok(Command::NewGame));
        let told = read("joho\u{1b}").expect_err("no command").to_string();
        assert_eq!(told, "expected a command, such as position, go or stop, found \"joho\\u{1b}\"");
    }

    #[test]
    fn positions_have_several_words() {
        let moves = ["b2", "a1"].map(str::to_string).to_vec();
        assert_eq!(read("position startpos moves b2 a1"), Ok(Command::Position { from: None, moves }));
        let from = Some("bbbb/b2b/w2w/wwww w".to_string());
        assert_eq!(read("position fen  bbbb/b2b/w2w/wwww  w"), Ok(Command::Position { from, moves: Vec::new() }));
        for wrong in ["position", "position fen", "position fen moves b2", "position here", "position startpos b2"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_search_has_the_clock_of_its_side() {
        let limit = |text, by_colour, by_order| match read(text) {
            Ok(Command::Go(go)) => go.limit(by_colour, by_order),
            other => panic!("{other:?}"),
        };
        let time = |milliseconds| Limit::within(Duration::from_millis(milliseconds));
        assert_eq!(limit("go", 0, 0), Limit::default());
        assert_eq!(limit("go depth 0", 0, 0), Limit::to_depth(1));
        assert_eq!(limit("go movetime 250 searchmoves a b", 0, 0), time(250));
        let clocks = "go wtime 60050 winc 1000 btime 6050 binc 0";
        assert_eq!((limit(clocks, 0, 1), limit(clocks, 1, 0)), (time(2750), time(200)));
        let clocks = "go p1time 60050 p2time -5 movestogo 10";
        assert_eq!((limit(clocks, 1, 0), limit(clocks, 0, 1)), (time(6000), time(0)));
        assert_eq!(limit("go infinite wtime 1", 0, 0).time, Some(ENDLESS));
        assert_eq!(limit("go nodes 500", 0, 0).time, Some(ENDLESS));
        assert_eq!(limit("go nodes 500 movetime 250", 0, 0), time(250));
        assert_eq!(limit("go movetime 9223372036854775807", 0, 0).time, Some(ENDLESS));
        assert!(read("go depth").is_err() && read("go wtime soon").is_err() && read("go nodes").is_err());
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        let option = |name: &str, value: &str| Command::SetOption { name: name.to_string(), value: value.to_string() };
        assert_eq!(read("setoption name Hash value 64"), Ok(option("Hash", "64")));
        assert_eq!(read("setoption name TablesPath value my tables"), Ok(option("TablesPath", "my tables")));
        assert_eq!(read("setoption name Clear Hash"), Ok(option("Clear Hash", "")));
        assert!(read("setoption Hash 64").is_err());
    }
}
