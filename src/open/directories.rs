//! The directories with tables that are used where none is named: the same for the program, C and Python.
//!
//! ```text
//! HINDSIGHT_TABLES             the directories that the variable lists
//! data/tables                  here, or in a directory above within the same checkout
//! hindsight/tables             in the user's data directory: $XDG_DATA_HOME, or ~/.local/share
//! ```

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The variable that lists directories with tables.
pub const VARIABLE: &str = "HINDSIGHT_TABLES";

/// The directory with tables of a checkout.
const IN_CHECKOUT: &str = "data/tables";

/// The directory with tables in the user's data directory.
const IN_DATA: &str = "hindsight/tables";

/// The list of directories that are used where none is named, as [`Store::of_list`](crate::table::Store::of_list) reads
/// it. They need not exist.
pub fn usual_directories() -> OsString {
    let listed = env::var_os(VARIABLE).filter(names_one);
    listed.unwrap_or_else(|| {
        let here = env::current_dir().unwrap_or_default();
        without_variable(&here, data_directory().as_deref()).into()
    })
}

/// Whether a list of directories names one.
pub fn names_one(list: &OsString) -> bool {
    env::split_paths(list).any(|directory| !directory.as_os_str().is_empty())
}

/// The directory for a program that works here, with the user's data directory.
fn without_variable(here: &Path, data: Option<&Path>) -> PathBuf {
    let usual = || data.map_or_else(|| PathBuf::from(IN_CHECKOUT), |data| data.join(IN_DATA));
    // The name is relative, so that messages are short.
    if here.join(IN_CHECKOUT).is_dir() {
        return PathBuf::from(IN_CHECKOUT);
    }
    let Some(above) = here.ancestors().position(|directory| directory.join(".git").exists()) else { return usual() };
    let mut tables = here.ancestors().take(above + 1).map(|directory| directory.join(IN_CHECKOUT));
    tables.find(|tables| tables.is_dir()).unwrap_or_else(usual)
}

/// The user's directory for data of programs, if the system names one.
fn data_directory() -> Option<PathBuf> {
    let directory = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    directory("XDG_DATA_HOME")
        .or_else(|| directory("LOCALAPPDATA"))
        .or_else(|| Some(directory("HOME")?.join(".local/share")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn tables_are_sought_upwards_to_the_root_of_a_checkout() {
        let top = tempfile::tempdir().expect("a directory for the test");
        let path = |name: &str| top.path().join(name);
        for name in ["data/tables", "a/.git", "a/b/c", "a/b/data/tables", "a/d", "e"] {
            fs::create_dir_all(path(name)).expect("it can be made");
        }
        let data = path("home");
        let found = |here: &str| without_variable(&path(here), Some(&data));
        assert_eq!(found(""), Path::new("data/tables"));
        assert_eq!(found("a/b"), Path::new("data/tables"));
        assert_eq!(found("a/b/c"), path("a/b/data/tables"));
        // The root of the checkout ends the search, and there is none above the last.
        assert_eq!(found("a/d"), path("home/hindsight/tables"));
        assert_eq!(found("e"), path("home/hindsight/tables"));
        assert_eq!(without_variable(&path("e"), None), Path::new("data/tables"));
    }

    #[test]
    fn a_list_without_a_name_names_nothing() {
        assert!(names_one(&"a:".into()) && !names_one(&":".into()) && !names_one(&"".into()));
    }
}
