//! The tables that the questions are asked with, made by the program once in each run.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::question::Setting;
use crate::support::served::Served;
use crate::support::{hindsight, temporary};

/// The tables to solve.
const SOLVED: [&[&str]; 4] = [
    &["checkers", "--pieces", "3"],
    &["chess", "--pieces", "3"],
    &["chess", "--dtz", "--pieces", "3"],
    &["tigers-and-goats", "--goats", "1"],
];

/// The files of an incomplete set: moves lead from each to another that is not there.
const INCOMPLETE: [&str; 3] = ["checkers-3.table", "chess-KPvK.table", "tigers-and-goats-0-1.table"];

/// A directory for each [`Setting`], and a server of it. They end with the test.
pub struct TestTables {
    servers: [OnceCell<Served>; SETTINGS.len()],
    root: TempDir,
}

const SETTINGS: [Setting; 3] = [Setting::Solved, Setting::Incomplete, Setting::BuiltIn];

impl TestTables {
    pub fn make() -> TestTables {
        let tables = TestTables { servers: Default::default(), root: temporary() };
        for setting in SETTINGS {
            fs::create_dir(tables.directory(setting)).expect("the directory is new");
        }
        for arguments in SOLVED {
            hindsight(&tables.directory(Setting::Solved), &[&["solve", "--quiet"], arguments].concat()).answer();
        }
        for name in INCOMPLETE {
            let [from, to] = [Setting::Solved, Setting::Incomplete].map(|setting| tables.directory(setting).join(name));
            fs::copy(from, to).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        tables
    }

    /// The directory with tables of a setting.
    pub fn directory(&self, setting: Setting) -> PathBuf {
        self.root.path().join(match setting {
            Setting::Solved => "solved",
            Setting::Incomplete => "incomplete",
            Setting::BuiltIn => "built-in",
        })
    }

    /// The explorer with tables of a setting.
    pub fn server(&self, setting: Setting) -> &Served {
        let start = || Served::start(env!("CARGO_BIN_EXE_hindsight"), &self.directory(setting));
        self.servers[setting as usize].get_or_init(start)
    }

    /// The directory of the test.
    pub fn root(&self) -> &Path {
        self.root.path()
    }
}
