//! `solve --figures`: the figures of the slices, counted while their values are at hand.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::catalogue::CatalogueGame;
use crate::cli::failure::Failure;
use crate::job::{JobError, PartObserver};
use crate::play::{check_writable, save};
use crate::query::Probe;
use crate::space::components::Part;
use crate::util::progress::{Progress, Stopped};
use crate::values::{Lookup, LookupError, Overlay};
use crate::verify::solved::{SliceFigures, SolvedFigures};

/// A file of figures, which grows by each part.
pub struct FiguresFile {
    path: PathBuf,
    figures: Mutex<SolvedFigures>,
}

impl FiguresFile {
    /// Opens a file. One that is not there has no figures yet.
    pub fn open(path: &Path) -> Result<FiguresFile, Failure> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(|error| Failure::file("read", path, error))?,
        };
        check_writable(path).map_err(|error| Failure::file("write", path, error))?;
        let figures = SolvedFigures::read(&text)
            .map_err(|error| Failure::file("read", path, io::Error::new(io::ErrorKind::InvalidData, error)))?;
        Ok(FiguresFile { path: path.to_path_buf(), figures: Mutex::new(figures) })
    }

    /// Counts the figures of each part, unless they are in the file already, and adds them to it.
    pub fn observer<'a, G: CatalogueGame>(self, game: &'a G) -> Box<PartObserver<'a>> {
        Box::new(move |part: &Part, values: &dyn Lookup, progress: &dyn Progress| {
            let probe = Probe { space: game, tables: &Overlay { above: values, below: &() } };
            let mut figures = self.figures.lock().unwrap_or_else(PoisonError::into_inner);
            for &slice in &part.slices {
                let name = &game.slices()[slice.index()].name;
                if !figures.slices.iter().any(|figures| figures.name == *name) {
                    figures.slices.push(SliceFigures::count_watched(&probe, slice, progress).map_err(failed)?);
                }
            }
            save(&self.path, &figures.text()).map_err(|error| {
                let path = self.path.display();
                JobError::Observer(format!("the figures cannot be written to {path}: {error}").into())
            })
        })
    }
}

/// The error of a job whose values cannot be read.
fn failed(error: LookupError) -> JobError {
    match error.downcast_ref::<Stopped>() {
        Some(_) => Stopped.into(),
        None => JobError::Observer(Box::new(error)),
    }
}
