//! The module `hindsight._hindsight`: the tables for the Python package, which has the documentation and the types.

mod codes;
mod tables;

use std::path::PathBuf;

use hindsight::answer::FindError;
use hindsight::game::Value;
use hindsight::open::{AnswerError, Games, OpenError, Sources};
use hindsight::table::TableError;
use pyo3::exceptions::{PyFileNotFoundError, PyKeyError, PyOSError, PyValueError};
use pyo3::prelude::*;

/// A value as Python has it: `win`, `draw` or `loss`, and the plies if they are known.
type PlainValue = (&'static str, Option<u32>);

fn plain(value: Value) -> PlainValue {
    (value.word(), value.plies())
}

/// The exception for an error in an answer.
fn answer_error(error: AnswerError) -> PyErr {
    let message = error.to_string();
    match error {
        AnswerError::Notation(_) | AnswerError::SetUp(_) | AnswerError::NoSuchSlice(_) => {
            PyValueError::new_err(message)
        }
        AnswerError::Unsolved(_) | AnswerError::NotHeld(_) | AnswerError::Find(FindError::Unsolved(_)) => {
            PyKeyError::new_err(message)
        }
        AnswerError::Find(_) => PyValueError::new_err(message),
        AnswerError::NoSuchEntry { .. } => pyo3::exceptions::PyIndexError::new_err(message),
        AnswerError::NoMemory(_) => pyo3::exceptions::PyMemoryError::new_err(message),
        AnswerError::Table(_) => PyOSError::new_err(message),
    }
}

/// The exception for a game that cannot be opened.
fn open_error(error: OpenError) -> PyErr {
    let message = error.to_string();
    match error {
        OpenError::Table(TableError::Missing { .. } | TableError::NoDirectory { .. } | TableError::Needs { .. }) => {
            PyFileNotFoundError::new_err(message)
        }
        OpenError::Table(_) | OpenError::Solve(_) => PyOSError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

#[pymodule]
mod _hindsight {
    use super::*;

    #[pymodule_export]
    use super::codes::Codes;
    #[pymodule_export]
    use super::tables::Tables;

    /// The games that can have tables.
    #[pyfunction]
    fn games() -> Vec<&'static str> {
        Games::standard().names_with_slices()
    }

    /// The directories that are used where none is named.
    #[pyfunction]
    fn usual_directories() -> Vec<PathBuf> {
        std::env::split_paths(&hindsight::open::usual_directories()).collect()
    }

    /// Opens the tables of a game in directories.
    #[pyfunction]
    fn open(py: Python<'_>, game: &str, directories: Vec<PathBuf>) -> PyResult<Tables> {
        let open = || Games::standard().open(game, &Sources::in_directories(&directories)?, &());
        Ok(Tables { opened: py.detach(open).map_err(open_error)? })
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("version", env!("CARGO_PKG_VERSION"))
    }
}
