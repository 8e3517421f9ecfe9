//! The arguments that several subcommands share, and how they are read.

use std::path::PathBuf;

use clap::Args;
use clap::error::ErrorKind;
use rayon::ThreadPoolBuilder;

use super::failure::Failure;
use crate::game::Notation;
use crate::table::Store;

/// The message of an error in the arguments, without the word that says it is one.
pub fn message(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.trim_end();
    match error.kind() {
        // What comes then is the help, which does not say that anything is wrong.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => format!("expected a command, found none\n\n{text}"),
        _ => text.strip_prefix("error: ").unwrap_or(text).to_string(),
    }
}

/// Where the tables are.
#[derive(Debug, Args)]
pub struct Tables {
    /// The directory of the tables; else the variable HINDSIGHT_TABLES, else data/tables
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Tables {
    /// The directory that was asked for.
    pub fn store(&self) -> Store {
        let named = std::env::var_os("HINDSIGHT_TABLES").filter(|directory| !directory.is_empty());
        Store::new(self.tables.clone().or(named.map(PathBuf::from)).unwrap_or_else(|| "data/tables".into()))
    }
}

/// How many threads work.
#[derive(Debug, Args)]
pub struct Threads {
    /// Threads that work; else all processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Threads {
    /// The number that was asked for, if any.
    pub fn number(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// Does the work on so many threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, Failure> {
        let pool = ThreadPoolBuilder::new().num_threads(self.number().unwrap_or(0)).build()?;
        Ok(pool.install(work))
    }
}

/// The position that the words of a command line make, quoted or not; none make the start.
pub fn position<G: Notation>(game: &G, words: &[String]) -> Result<G::Position, Failure> {
    match words {
        [] => Ok(game.start()),
        words => Ok(game.parse(&words.join(" "))?),
    }
}

/// Reads an amount of memory in bytes: `512M`, `6G`, or digits alone.
pub fn memory(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.find(|c: char| !c.is_ascii_digit()) {
        Some(end) => text.split_at(end),
        None => (text, ""),
    };
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" => Some(0),
        "K" => Some(10),
        "M" => Some(20),
        "G" => Some(30),
        "T" => Some(40),
        _ => None,
    };
    let bytes = digits.parse::<u64>().ok().zip(shift).and_then(|(number, shift)| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| "expected bytes, with K, M, G or T for a unit, such as 512M or 6G".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_in_bytes_with_binary_units() {
        assert_eq!(memory("5000"), Ok(5000));
        assert_eq!(memory("512M"), Ok(512 << 20));
        assert_eq!(memory("6g"), Ok(6 << 30));
        for wrong in ["", "G", "-1", "1.5G", "6GB", "6 G", "99999999999999999999", "20000000T"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }
}
