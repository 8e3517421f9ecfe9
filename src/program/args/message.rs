//! The messages of the argument parser, in the form of all messages: what was expected, what was found, what to do.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::suggest;

/// The message of an error in the arguments. `command` is the command that they are for, as it was called: `hindsight
/// solve`.
pub fn message(error: &clap::Error, command: &str) -> String {
    let parts = Parts { error, command };
    let text = match error.kind() {
        // The text is the help alone.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return format!("expected a command, found none\n\n{}", error.to_string().trim_end());
        }
        ErrorKind::InvalidValue => parts.no_such_value(),
        ErrorKind::ValueValidation => parts.wrong_value(),
        ErrorKind::UnknownArgument => parts.unknown_argument(),
        ErrorKind::InvalidSubcommand => parts.no_such_command(),
        ErrorKind::MissingRequiredArgument => parts.missing(),
        ErrorKind::ArgumentConflict => parts.conflict(),
        _ => None,
    };
    text.unwrap_or_else(|| {
        let text = error.to_string();
        text.trim_end().strip_prefix("error: ").unwrap_or(text.trim_end()).to_string()
    })
}

/// The parts of an error. A message is `None` if the error lacks a part.
struct Parts<'a> {
    error: &'a clap::Error,
    command: &'a str,
}

impl Parts<'_> {
    /// The texts of a part.
    fn texts(&self, part: ContextKind) -> Vec<String> {
        match self.error.get(part) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
            _ => Vec::new(),
        }
    }

    /// The text of a part, if there is one that is not empty.
    fn text(&self, part: ContextKind) -> Option<String> {
        self.texts(part).into_iter().find(|text| !text.is_empty())
    }

    /// The name of the argument that is wrong: `--pieces`, or `<GAME>` for a word without an option.
    fn argument(&self) -> Option<String> {
        self.text(ContextKind::InvalidArg).map(|text| option(&text))
    }

    /// The remedy: the command that describes the arguments.
    fn help(&self) -> String {
        format!("`{} --help` describes it", self.command)
    }

    /// The remedy where arguments are too many or too few.
    fn usage(&self) -> String {
        let usage = self.text(ContextKind::Usage).map_or(String::new(), |usage| format!("{}; ", usage.trim()));
        format!("{usage}`{} --help` describes each argument", self.command)
    }

    /// The question whether another name was meant, with a space after it: the nearest of the parser's suggestions.
    fn question(&self, found: &str, part: ContextKind) -> String {
        let names: Vec<String> = self.texts(part).iter().map(|name| option(name)).collect();
        let question = suggest::question(found, names.iter().map(String::as_str));
        question.map_or(String::new(), |question| format!("{question} "))
    }

    /// A value that is none of the possible ones, or no value.
    fn no_such_value(&self) -> Option<String> {
        let (argument, names) = (self.argument()?, self.texts(ContextKind::ValidValue));
        let expected = if names.is_empty() { "a value".to_string() } else { format!("one of {}", names.join(", ")) };
        let found = self.text(ContextKind::InvalidValue);
        let question = self.question(found.as_deref().unwrap_or_default(), ContextKind::SuggestedValue);
        let found = found.map_or("none".to_string(), |found| format!("{found:?}"));
        Some(format!("{argument}: expected {expected}, found {found}. {question}{}", self.help()))
    }

    /// A value that its parser refuses, in words that begin with `expected`.
    fn wrong_value(&self) -> Option<String> {
        let (argument, found) = (self.argument()?, self.text(ContextKind::InvalidValue));
        let expected = self.error.source()?.to_string();
        let found = found.map_or("none".to_string(), |found| format!("{found:?}"));
        Some(format!("{argument}: {expected}, found {found}. {}", self.help()))
    }

    fn unknown_argument(&self) -> Option<String> {
        let found = self.argument()?;
        let expected = if found.starts_with('-') { "an option" } else { "no further word" };
        let question = self.question(&found, ContextKind::SuggestedArg);
        Some(format!("expected {expected} of `{}`, found {found}. {question}{}", self.command, self.usage()))
    }

    fn no_such_command(&self) -> Option<String> {
        let found = self.text(ContextKind::InvalidSubcommand)?;
        let question = self.question(&found, ContextKind::SuggestedSubcommand);
        Some(format!("expected a command, found {found:?}. {question}`{} --help` lists them", self.command))
    }

    fn missing(&self) -> Option<String> {
        let expected = self.texts(ContextKind::InvalidArg);
        if expected.is_empty() {
            return None;
        }
        Some(format!("expected {}, found none. {}", expected.join(" "), self.usage()))
    }

    fn conflict(&self) -> Option<String> {
        let (argument, others) = (self.argument()?, self.texts(ContextKind::PriorArg));
        let others: Vec<String> = others.iter().map(|other| option(other)).filter(|other| *other != argument).collect();
        let text = match others.is_empty() {
            true => format!("expected {argument} once, found it again"),
            false => format!("expected {argument} or {}, found both", others.join(" ")),
        };
        Some(format!("{text}. {}", self.usage()))
    }
}

/// The name of an option without its value: `--pieces` of `--pieces <N>`.
fn option(text: &str) -> String {
    match text.starts_with("--") {
        true => text.split([' ', '=', '[']).next().unwrap_or(text).to_string(),
        false => text.to_string(),
    }
}
