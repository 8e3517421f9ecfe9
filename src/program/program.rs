//! The program that runs, as it was called. A crate with games of its own has a program of another name.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::sync::OnceLock;

/// The name of the program: the name of its file, without an extension.
pub fn name() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let path = env::args_os().next().unwrap_or_default();
        let stem = Path::new(&path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| "hindsight".to_string())
    })
}

/// The program as it was called: for the commands that advice names.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The name of the program.
    pub program: String,
    /// The value of its option `--tables`, if that was given.
    pub tables: Option<String>,
}

impl Invocation {
    /// A command of the program, in backquotes.
    pub fn command(&self, words: &str) -> String {
        format!("`{} {words}`", self.program)
    }

    /// A command of the program that works with the same tables, in backquotes.
    pub fn command_on_tables(&self, words: &str) -> String {
        format!("`{}`", self.line_on_tables(words))
    }

    /// The line of a shell that runs a command with the same tables.
    pub fn line_on_tables(&self, words: &str) -> String {
        let tables = self.tables.as_ref().map_or(String::new(), |tables| format!(" --tables {}", quoted(tables)));
        format!("{} {words}{tables}", self.program)
    }
}

/// The invocation of the program that runs.
pub fn invocation() -> &'static Invocation {
    static INVOCATION: OnceLock<Invocation> = OnceLock::new();
    INVOCATION.get_or_init(|| Invocation { program: name().to_string(), tables: tables_option(env::args_os().skip(1)) })
}

/// The value of `--tables` among arguments, which may be too wrong for the parser.
fn tables_option(arguments: impl Iterator<Item = OsString>) -> Option<String> {
    let mut arguments =
        arguments.take_while(|argument| argument != "--").map(|text| text.to_string_lossy().into_owned());
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--tables") {
            Some("") => return arguments.next(),
            Some(value) if value.starts_with('=') => return Some(value[1..].to_string()),
            _ => {}
        }
    }
    None
}

/// A word as a shell reads it: in quotation marks where it has a character that the shell changes.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_./:=@%+,-".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_repeat_the_tables_as_a_shell_reads_them() {
        let read = |arguments: &[&str]| tables_option(arguments.iter().map(OsString::from));
        assert_eq!(read(&["query", "chess", "--tables", "a b", "x"]).as_deref(), Some("a b"));
        assert_eq!(read(&["query", "--tables=d:e"]).as_deref(), Some("d:e"));
        assert_eq!(
            [read(&["query", "--", "--tables", "x"]), read(&["--tables"]), read(&["--tablesx", "y"])],
            [None, None, None]
        );
        let called = |tables: &str| Invocation { program: "mine".to_string(), tables: Some(tables.to_string()) };
        assert_eq!(called("d:e").command_on_tables("solve x"), "`mine solve x --tables d:e`");
        assert_eq!(called("it's").command_on_tables("solve x"), "`mine solve x --tables 'it'\\''s'`");
        assert_eq!(called("d").command("games"), "`mine games`");
    }
}
