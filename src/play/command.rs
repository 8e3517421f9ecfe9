//! The commands that a person may type besides moves.

use super::strength::LEVELS;

/// The words of the commands, for completion.
pub const WORDS: [&str; 17] = [
    "moves", "hint", "line", "why", "undo", "redo", "level", "levels", "new", "resign", "board", "flip", "fen", "save",
    "help", "quit", "exit",
];

/// The list of commands for people. The help of the game, on positions and moves, comes after it.
pub const HELP: &str = "\
moves       list the legal moves; with tables, best first and with their values
hint        show the best move
line        show the best line, with the numbers of its moves
why         show what the last moves threw away, by the tables
undo        go back to your previous turn; `undo 3` goes back three turns
redo        play again what was undone; `redo 3` goes on to your third turn
levels      list the levels of strength; `level 3` chooses one for your opponents
new         begin a new game with the same players
resign      give up the game
board       show the board
flip        turn the board around
fen         show the position as text
save FILE   save the game
help        show this list; `?` does too
quit        leave the game; `q` and `exit` do too
";

/// A command of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// List the legal moves.
    Moves,
    /// Show the best move.
    Hint,
    /// Show the best line.
    Line,
    /// Show what the last moves threw away.
    Why,
    /// List the levels of strength.
    Levels,
    /// Let the opponents play at this level.
    Level(usize),
    /// A level that is none.
    NoLevel(&'a str),
    /// Go back this many turns.
    Undo(u32),
    /// Go on this many turns.
    Redo(u32),
    /// Begin a new game.
    New,
    /// Give up the game.
    Resign,
    /// Show the board.
    Board,
    /// Turn the board around.
    Flip,
    /// Show the position as text.
    Fen,
    /// Save the game in this file; empty if none was named.
    Save(&'a str),
    /// List the commands.
    Help,
    /// Leave the game.
    Quit,
    /// A command with a text where it needs a number: the command and the text.
    NoNumber(&'static str, &'a str),
}

/// A path without the quotation marks that a shell would take from it.
fn unquoted(path: &str) -> &str {
    let between = |mark: char| path.strip_prefix(mark)?.strip_suffix(mark);
    between('"').or_else(|| between('\'')).unwrap_or(path)
}

impl<'a> Command<'a> {
    /// Reads a trimmed line; `None` if it is no command.
    pub fn read(line: &'a str) -> Option<Command<'a>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let turns = |word: &'static str, command: fn(u32) -> Command<'a>| match (rest.trim(), rest.trim().parse()) {
            ("", _) => command(1),
            (_, Ok(turns @ 1..=10_000)) => command(turns),
            (found, _) => Command::NoNumber(word, found),
        };
        Some(match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("moves", "") => Command::Moves,
            ("hint", "") => Command::Hint,
            ("line", "") => Command::Line,
            ("why", "") => Command::Why,
            ("level" | "levels", "") => Command::Levels,
            ("level", found) => match found.parse() {
                Ok(level @ 1..=LEVELS) => Command::Level(level),
                _ => Command::NoLevel(found),
            },
            ("undo", _) => turns("undo", Command::Undo),
            ("redo", _) => turns("redo", Command::Redo),
            ("new", "") => Command::New,
            ("resign", "") => Command::Resign,
            ("board", "") => Command::Board,
            ("flip", "") => Command::Flip,
            ("fen", "") => Command::Fen,
            ("save", path) => Command::Save(unquoted(path)),
            ("help" | "?", "") => Command::Help,
            ("quit" | "q" | "exit", "") => Command::Quit,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_any_case_with_what_they_need() {
        for (line, command) in [
            ("UNDO", Some(Command::Undo(1))),
            ("redo  12", Some(Command::Redo(12))),
            ("undo 0", Some(Command::NoNumber("undo", "0"))),
            ("redo all", Some(Command::NoNumber("redo", "all"))),
            ("Save A File", Some(Command::Save("A File"))),
            ("save", Some(Command::Save(""))),
            ("level 2", Some(Command::Level(2))),
            ("level", Some(Command::Levels)),
            ("level 0", Some(Command::NoLevel("0"))),
            ("level 99", Some(Command::NoLevel("99"))),
            ("?", Some(Command::Help)),
            ("Q", Some(Command::Quit)),
            ("quit now", None),
            ("", None),
            ("11-15", None),
        ] {
            assert_eq!(Command::read(line), command, "{line}");
        }
    }

    #[test]
    fn every_word_is_a_command_that_the_help_names() {
        for word in WORDS {
            assert!(Command::read(word).is_some() && HELP.contains(word), "{word}");
        }
    }
}
