//! `solve --figures`: the figures of the slices, counted while their values are at hand.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::Failure;
use hindsight::catalogue::CatalogueGame;
use hindsight::job::{JobError, PartObserver};
use hindsight::play::{check_writable, save};
use hindsight::query::Probe;
use hindsight::space::SliceId;
use hindsight::space::components::Part;
use hindsight::util::progress::{Progress, Stopped};
use hindsight::values::{Lookup, LookupError, Overlay};
use hindsight::verify::solved::{SliceFigures, SolvedFigures};

/// A file of figures, which grows by each part. Slices with figures in the file are not counted again.
pub struct FiguresFile<'a, G> {
    game: &'a G,
    path: PathBuf,
    figures: Mutex<SolvedFigures>,
}

impl<'a, G: CatalogueGame> FiguresFile<'a, G> {
    /// Opens a file. One that is not there has no figures yet.
    pub fn open(game: &'a G, path: &Path) -> Result<FiguresFile<'a, G>, Failure> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(|error| Failure::file("read", path, error))?,
        };
        check_writable(path).map_err(|error| Failure::file("write", path, error))?;
        let figures = SolvedFigures::read(&text)
            .map_err(|error| Failure::file("read", path, io::Error::new(io::ErrorKind::InvalidData, error)))?;
        Ok(FiguresFile { game, path: path.to_path_buf(), figures: Mutex::new(figures) })
    }

    fn figures(&self) -> MutexGuard<'_, SolvedFigures> {
        self.figures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: CatalogueGame> PartObserver for FiguresFile<'_, G> {
    fn see(&self, part: &Part, values: &dyn Lookup, progress: &dyn Progress) -> Result<(), JobError> {
        let probe = Probe { space: self.game, tables: &Overlay { above: values, below: &() } };
        let mut figures = self.figures();
        for &slice in &part.slices {
            if !has_figures(&figures, self.game, slice) {
                figures.slices.push(SliceFigures::count_watched(&probe, slice, progress).map_err(failed)?);
            }
        }
        save(&self.path, &figures.text()).map_err(|error| {
            let path = self.path.display();
            JobError::Observer(format!("the figures cannot be written to {path}: {error}").into())
        })
    }

    fn has_seen(&self, part: &Part) -> bool {
        let figures = self.figures();
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
