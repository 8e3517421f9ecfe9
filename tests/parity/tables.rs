//! The tables that the questions are asked with, made by the program when it has been compiled.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::question::Setting;
use crate::support::served::Served;
use crate::support::shared::shared;
use crate::support::{hindsight, temporary};

/// The tables to solve.
const SOLVED: [&[&str]; 17] = [
    &["checkers", "--pieces", "3"],
    &["russian", "--pieces", "3"],
    &["poddavki", "--pieces", "3"],
    &["brazilian", "--pieces", "3"],
    &["pool", "--pieces", "3"],
    &["italian", "--pieces", "3"],
    &["spanish", "--pieces", "3"],
    &["czech", "--pieces", "3"],
    &["thai", "--pieces", "3"],
    &["international", "--pieces", "3"],
    &["killer", "--pieces", "3"],
    &["antidraughts", "--pieces", "3"],
    &["chess", "--pieces", "3"],
    &["chess", "--dtz", "--pieces", "3"],
    &["russian", "--dtz", "--pieces", "3"],
    &["tigers-and-goats", "--goats", "1"],
    &["halma-packing", "--squares", "18"],
];

/// The files of an incomplete set: moves lead from each to another that is not there.
const INCOMPLETE: [&str; 3] = ["checkers-3.table", "chess-KPvK.table", "tigers-and-goats-0-1.table"];

/// A directory for each [`Setting`], which stays for the next run, and a server of it, which ends with the test.
pub struct TestTables {
    tables: &'static Path,
    servers: [OnceCell<Served>; SETTINGS.len()],
    programs: TempDir,
}

const SETTINGS: [Setting; 3] = [Setting::Solved, Setting::Incomplete, Setting::BuiltIn];

impl TestTables {
    pub fn make() -> TestTables {
        let tables = shared("parity", |tables| {
            let [solved, incomplete, _] = SETTINGS.map(|setting| directory(tables, setting));
            for arguments in SOLVED {
                hindsight(&solved, &[&["solve", "--quiet"], arguments].concat()).answer();
            }
            for name in INCOMPLETE {
                fs::copy(solved.join(name), incomplete.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        });
        TestTables { tables, servers: Default::default(), programs: temporary() }
    }

    /// The directory with tables of a setting.
    pub fn directory(&self, setting: Setting) -> PathBuf {
        directory(self.tables, setting)
    }

    /// The explorer with tables of a setting.
    pub fn server(&self, setting: Setting) -> &Served {
        let start = || Served::start(env!("CARGO_BIN_EXE_hindsight"), &self.directory(setting));
        self.servers[setting as usize].get_or_init(start)
    }

    /// The directory of the programs that doors need.
    pub fn programs(&self) -> &Path {
        self.programs.path()
    }
}

/// The directory with tables of a setting, below that of all. It is made if it is not there.
fn directory(tables: &Path, setting: Setting) -> PathBuf {
    let directory = tables.join(match setting {
        Setting::Solved => "solved",
        Setting::Incomplete => "incomplete",
        Setting::BuiltIn => "built-in",
    });
    fs::create_dir_all(&directory).expect("the directory of the tests can be written");
    directory
}
