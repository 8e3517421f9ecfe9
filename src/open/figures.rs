//! A file with the figures of the slices that a job solves, counted while their values are at hand.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use thiserror::Error;

use crate::catalogue::CatalogueGame;
use crate::job::{JobError, PartObserver};
use crate::play::{check_writable, save};
use crate::query::Probe;
use crate::space::SliceId;
use crate::space::components::Part;
use crate::util::progress::{Progress, Stopped};
use crate::values::{Lookup, LookupError, Overlay};
use crate::verify::solved::{SliceFigures, SolvedFigures};

/// A file of figures, which grows by each part. Slices with figures in the file are not counted again.
pub struct FiguresFile {
    path: PathBuf,
    figures: Mutex<SolvedFigures>,
}

/// Why a file of figures cannot be used.
#[derive(Debug, Error)]
#[error("could not {action} {}: {source}", path.display())]
pub struct FiguresFileError {
    /// What could not be done: `read` or `write`.
    pub action: &'static str,
    /// The file.
    pub path: PathBuf,
    /// The message of the system, or what is wrong in the file.
    pub source: io::Error,
}

impl FiguresFile {
    /// Opens a file. One that is not there has no figures yet.
    ///
    /// # Errors
    /// If it cannot be read or written, or has no figures in it.
    pub fn open(path: &Path) -> Result<FiguresFile, FiguresFileError> {
        let error = |action| move |source| FiguresFileError { action, path: path.to_path_buf(), source };
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(error("read"))?,
        };
        check_writable(path).map_err(error("write"))?;
        let figures = SolvedFigures::read(&text).map_err(|found| io::Error::new(io::ErrorKind::InvalidData, found));
        Ok(FiguresFile { path: path.to_path_buf(), figures: Mutex::new(figures.map_err(error("read"))?) })
    }

    fn figures(&self) -> MutexGuard<'_, SolvedFigures> {
        self.figures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts the figures of the slices of a game.
pub(super) struct FiguresCounter<'a, G> {
    pub game: &'a G,
    pub file: FiguresFile,
    /// Whether the number of positions of each depth is noted.
    pub by_depth: bool,
}

impl<G: CatalogueGame> PartObserver for FiguresCounter<'_, G> {
    fn see(&self, part: &Part, values: &dyn Lookup, progress: &dyn Progress) -> Result<(), JobError> {
        let probe = Probe { space: self.game, tables: &Overlay { above: values, below: &() } };
        let FiguresFile { path, .. } = &self.file;
        let mut figures = self.file.figures();
        for &slice in &part.slices {
            if !has_figures(&figures, self.game, slice) {
                let counted = match self.by_depth {
                    true => SliceFigures::count_by_depth(&probe, slice, progress),
                    false => SliceFigures::count(&probe, slice, progress),
                };
                figures.slices.push(counted.map_err(failed)?);
            }
        }
        // A solve that was stopped may go on in another order, and its file is the same.
        figures.slices.sort_by_cached_key(|figures| {
            let place = self.game.slices().iter().position(|slice| slice.name == figures.name);
            place.unwrap_or(usize::MAX)
        });
        save(path, &figures.text()).map_err(|error| {
            JobError::Observer(format!("the figures cannot be written to {}: {error}", path.display()).into())
        })
    }

    fn has_seen(&self, part: &Part) -> bool {
        let figures = self.file.figures();
        part.slices.iter().all(|&slice| has_figures(&figures, self.game, slice))
    }
}

/// Whether a slice has figures.
fn has_figures<G: CatalogueGame>(figures: &SolvedFigures, game: &G, slice: SliceId) -> bool {
    let name = &game.slices()[slice.index()].name;
    figures.slices.iter().any(|figures| figures.name == *name)
}

/// The error of a job whose values cannot be read.
fn failed(error: LookupError) -> JobError {
    match error.downcast_ref::<Stopped>() {
        Some(_) => Stopped.into(),
        None => JobError::Observer(Box::new(error)),
    }
}
