//! The commands of the protocol, read from a line.

use std::num::IntErrorKind;
use std::str::SplitWhitespace;
use std::time::Duration;

use super::clock::Clock;
use crate::game::NotationError;
use crate::search::Limit;

/// The greatest depth of `go`, in plies.
const DEEPEST: u64 = 1000;

/// The players of clocks: `wtime`, `btime` and the increments `winc`, `binc`; UGI names them by the order of play.
const PLAYERS: [&str; 4] = ["w", "b", "p1", "p2"];

/// A command of the program at the other end.
#[derive(Debug, PartialEq, Eq)]
pub enum ProtocolCommand {
    /// `uci` or `ugi`: who are you? The answer ends with this word and `ok`.
    Hello(&'static str),
    IsReady,
    NewGame,
    Position {
        /// The position as text; `None` for the usual start.
        from: Option<String>,
        moves: Vec<String>,
    },
    /// A position that cannot be read.
    NoPosition(NotationError),
    Go(Go),
    Stop,
    /// The opponent has made the expected move.
    PonderHit,
    /// A question of UGI.
    Query(String),
    SetOption {
        name: String,
        value: String,
    },
    Quit,
    /// A command that needs no answer.
    Nothing,
}

/// The side that a search is for.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// 0 for White, 1 for Black.
    pub by_colour: usize,
    /// 0 for the first player, 1 for the second.
    pub by_order: usize,
    /// The number of sides in the game.
    pub sides: u32,
}

/// The parameters of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    depth: Option<u32>,
    time: Option<Duration>,
    clocks: [Option<Duration>; 4],
    increments: [Duration; 4],
    moves_to_go: Option<u32>,
    nodes: Option<u64>,
    /// The moves of a mate that is looked for.
    mate: Option<u32>,
    /// The moves to choose among; empty for all.
    pub moves: Vec<String>,
    /// Whether the opponent is to move still, and the clock waits for `ponderhit`.
    pub ponder: bool,
    /// Whether only `stop` ends the search.
    pub infinite: bool,
}

impl Go {
    /// The limit for a mover. Without a limit in the command, there is none here.
    pub fn limit(&self, mover: Mover, overhead: Duration) -> Limit {
        if self.infinite {
            return Limit::within(Limit::NEVER);
        }
        let players = [mover.by_colour, 2 + mover.by_order];
        let clock = players.into_iter().find_map(|player| {
            let left = self.clocks[player]?;
            Some(Clock { left, increment: self.increments[player], moves_to_go: self.moves_to_go })
        });
        // An increment without a clock is the time of each move.
        let increment = players.map(|player| self.increments[player]).into_iter().find(|time| !time.is_zero());
        let clock = clock.or(increment.map(|left| Clock { left, increment: left, moves_to_go: None }));
        let share = clock.filter(|_| self.time.is_none()).map(|clock| clock.share(overhead));
        Limit {
            depth: self.depth,
            time: self.time.or(share.map(|share| share.hard)),
            soft_time: share.map(|share| share.soft),
            nodes: self.nodes,
            mate: self.mate.map(|moves| moves.saturating_mul(mover.sides)),
        }
    }
}

/// The command of a line that is too long to be read: only its first part is there.
///
/// # Errors
/// If the line is no position.
pub fn read_too_long(beginning: &str, longest: u64) -> Result<ProtocolCommand, NotationError> {
    let error = NotationError::new(format!("a line of up to {longest} bytes"), "a longer one");
    match read(beginning) {
        Ok(ProtocolCommand::Position { .. } | ProtocolCommand::NoPosition(_)) => Ok(ProtocolCommand::NoPosition(error)),
        _ => Err(error),
    }
}

/// Reads a line. As the standard has it, words before the first that is a command are skipped. A position that cannot
/// be read is a command too.
///
/// # Errors
/// If it has no command, or another command lacks something.
pub fn read(line: &str) -> Result<ProtocolCommand, NotationError> {
    let mut words = line.split_whitespace();
    let Some(first) = words.clone().next() else { return Ok(ProtocolCommand::Nothing) };
    while let Some(word) = words.next() {
        return Ok(match word {
            "uci" => ProtocolCommand::Hello("uci"),
            "ugi" => ProtocolCommand::Hello("ugi"),
            "isready" => ProtocolCommand::IsReady,
            "ucinewgame" | "uginewgame" => ProtocolCommand::NewGame,
            "position" => position(words).unwrap_or_else(ProtocolCommand::NoPosition),
            "go" => ProtocolCommand::Go(go(words)?),
            "stop" => ProtocolCommand::Stop,
            "query" => ProtocolCommand::Query(words.next().unwrap_or_default().to_string()),
            "setoption" => option(words)?,
            "quit" => ProtocolCommand::Quit,
            "ponderhit" => ProtocolCommand::PonderHit,
            "debug" | "register" => ProtocolCommand::Nothing,
            _ => continue,
        });
    }
    Err(NotationError::new("a command, such as position, go or stop", first))
}

/// `position startpos|fen POSITION [moves MOVE ...]`; a position may have several words.
fn position(mut words: SplitWhitespace) -> Result<ProtocolCommand, NotationError> {
    let kind = words.next().unwrap_or_default();
    let text: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let from = match (kind, text.as_slice()) {
        ("startpos", []) => None,
        ("fen", [_, ..]) => Some(text.join(" ")),
        ("startpos", [other, ..]) => return Err(NotationError::new("moves after startpos", other)),
        ("fen", []) => return Err(NotationError::new("a position after fen", "")),
        _ => return Err(NotationError::new("startpos or fen after position", kind)),
    };
    Ok(ProtocolCommand::Position { from, moves: words.map(str::to_string).collect() })
}

/// Reads the parameters of `go`. Unknown parameters are skipped.
fn go(words: SplitWhitespace) -> Result<Go, NotationError> {
    let (mut go, mut words) = (Go::default(), words.peekable());
    while let Some(word) = words.next() {
        let mut next = || {
            let text = words.next().unwrap_or_default();
            number(text).ok_or_else(|| NotationError::new(format!("a number after {word}"), text))
        };
        let time = |milliseconds| Duration::from_millis(milliseconds).min(Limit::NEVER);
        match word {
            "infinite" => go.infinite = true,
            "depth" => go.depth = Some(next()?.clamp(1, DEEPEST) as u32),
            "movetime" => go.time = Some(time(next()?)),
            "movestogo" => go.moves_to_go = Some(next()?.clamp(1, DEEPEST) as u32),
            "nodes" => go.nodes = Some(next()?),
            "mate" => go.mate = Some(next()?.clamp(1, DEEPEST) as u32),
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !is_parameter(word)) {
                    go.moves.push(mv.to_string());
                }
            }
            _ => {
                if let Some(player) = player(word, "time") {
                    go.clocks[player] = Some(time(next()?));
                } else if let Some(player) = player(word, "inc") {
                    go.increments[player] = time(next()?);
                }
            }
        }
    }
    Ok(go)
}

/// A number of `go`: 0 for a negative one, since clocks may be negative, and the largest for one that is too large.
fn number(text: &str) -> Option<u64> {
    match text.parse::<i128>() {
        Ok(number) => Some(u64::try_from(number.max(0)).unwrap_or(u64::MAX)),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Some(u64::MAX),
            IntErrorKind::NegOverflow => Some(0),
            _ => None,
        },
    }
}

/// The player of a clock or an increment.
fn player(word: &str, suffix: &str) -> Option<usize> {
    PLAYERS.iter().position(|name| word.strip_suffix(suffix) == Some(*name))
}

/// Whether a word of `go` is no move.
fn is_parameter(word: &str) -> bool {
    let named = ["infinite", "depth", "movetime", "movestogo", "nodes", "mate", "ponder", "searchmoves"];
    named.contains(&word) || ["time", "inc"].into_iter().any(|suffix| player(word, suffix).is_some())
}

/// `setoption name NAME [value VALUE]`; both may have several words.
fn option(mut words: SplitWhitespace) -> Result<ProtocolCommand, NotationError> {
    match words.next().unwrap_or_default() {
        "name" => {
            let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
            let value: Vec<&str> = words.collect();
            Ok(ProtocolCommand::SetOption { name: name.join(" "), value: value.join(" ") })
        }
        other => Err(NotationError::new("name after setoption", other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_unknown_are_skipped() {
        assert_eq!(read("  joho debug on "), Ok(ProtocolCommand::Nothing));
        assert_eq!(read("\t"), Ok(ProtocolCommand::Nothing));
        assert_eq!(read("\u{fffd} ucinewgame"), Ok(ProtocolCommand::NewGame));
        let told = read("joho\u{1b}").expect_err("no command").to_string();
        assert_eq!(told, "expected a command, such as position, go or stop, found \"joho\\u{1b}\"");
    }

    #[test]
    fn positions_have_several_words() {
        let moves = ["b2", "a1"].map(str::to_string).to_vec();
        assert_eq!(read("position startpos moves b2 a1"), Ok(ProtocolCommand::Position { from: None, moves }));
        let from = Some("bbbb/b2b/w2w/wwww w".to_string());
        assert_eq!(
            read("position fen  bbbb/b2b/w2w/wwww  w"),
            Ok(ProtocolCommand::Position { from, moves: Vec::new() })
        );
        for wrong in ["position", "position fen", "position fen moves b2", "position here", "position startpos b2"] {
            assert!(matches!(read(wrong), Ok(ProtocolCommand::NoPosition(_))), "{wrong}");
        }
    }

    /// The search that is asked for.
    fn go(text: &str) -> Go {
        match read(text) {
            Ok(ProtocolCommand::Go(go)) => go,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_search_has_the_clock_of_its_side() {
        let limit = |text: &str, by_colour, by_order| {
            go(text).limit(Mover { by_colour, by_order, sides: 2 }, Duration::from_millis(50))
        };
        let time = |milliseconds| Limit::within(Duration::from_millis(milliseconds));
        let shared = |soft, hard| Limit { soft_time: Some(Duration::from_millis(soft)), ..time(hard) };
        assert_eq!(limit("go", 0, 0), Limit::default());
        assert_eq!(limit("go depth 0", 0, 0), Limit::to_depth(1));
        assert_eq!(limit("go movetime 250 searchmoves a b", 0, 0), time(250));
        let clocks = "go wtime 60050 winc 1000 btime 6050 binc 0";
        assert_eq!((limit(clocks, 0, 1), limit(clocks, 1, 0)), (shared(3150, 12_600), shared(240, 960)));
        let clocks = "go p1time 60050 p2time -5 movestogo 10";
        assert_eq!((limit(clocks, 1, 0), limit(clocks, 0, 1)), (shared(6000, 20_000), shared(0, 0)));
        assert_eq!(limit("go infinite wtime 1", 0, 0), Limit::within(Limit::NEVER));
        assert_eq!(limit("go movetime 250 wtime 1000", 0, 0), time(250));
        assert_eq!(limit("go nodes 500", 0, 0), Limit { nodes: Some(500), ..Limit::default() });
        assert_eq!(limit("go mate 3", 0, 0), Limit { mate: Some(6), ..Limit::default() });
        assert_eq!(limit("go movetime 9223372036854775807", 0, 0).time, Some(Limit::NEVER));
        for large in ["99999999999999999999", &"9".repeat(100)] {
            assert_eq!(limit(&format!("go movetime {large}"), 0, 0), Limit::within(Limit::NEVER));
            assert_eq!(limit(&format!("go nodes {large}"), 0, 0).nodes, Some(u64::MAX));
            let share = Clock { left: Limit::NEVER, increment: Limit::NEVER, moves_to_go: Some(1000) };
            let share = share.share(Duration::from_millis(50));
            let clock = limit(&format!("go wtime {large} winc {large} movestogo {large}"), 0, 0);
            assert_eq!((clock.soft_time, clock.time), (Some(share.soft), Some(share.hard)));
            assert_eq!(limit(&format!("go wtime -{large}"), 0, 0).time, Some(Duration::ZERO));
        }
        for wrong in ["go depth", "go wtime soon", "go nodes", "go mate x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn moves_end_at_the_next_parameter() {
        let asked = go("go searchmoves e2e4 d2d4 ponder wtime 1000 searchmoves g1f3 binc 5");
        assert_eq!(asked.moves, ["e2e4", "d2d4", "g1f3"]);
        assert!(asked.ponder && asked.clocks[0].is_some() && !go("go searchmoves").ponder);
        assert_eq!(read("ponderhit"), Ok(ProtocolCommand::PonderHit));
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        let option =
            |name: &str, value: &str| ProtocolCommand::SetOption { name: name.to_string(), value: value.to_string() };
        assert_eq!(read("setoption name Hash value 64"), Ok(option("Hash", "64")));
        assert_eq!(read("setoption name TablesPath value my tables"), Ok(option("TablesPath", "my tables")));
        assert_eq!(read("setoption name Clear Hash"), Ok(option("Clear Hash", "")));
        assert!(read("setoption Hash 64").is_err());
    }
}
