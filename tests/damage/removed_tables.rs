//! Tables that are removed while a job runs: the job ends with an error.

use std::fs::{remove_dir_all, remove_file, rename, write};

use hindsight::games::draughts::Draughts;
use hindsight::job::{Job, JobError, Report};
use hindsight::solve::subslices::Subslices;
use hindsight::space::slice_named;
use hindsight::table::Store;
use tempfile::TempDir;

/// Solves checkers to three pieces, and does this after the first table.
fn solve(meddle: impl Fn(&Report)) -> Result<(), JobError> {
    let directory = TempDir::new().expect("a directory");
    let (game, store) = (Draughts::checkers(), Store::new(directory.path()));
    let slice = slice_named(&game, "KKvK").expect("it is a slice");
    let mut job = Job::solve(&game, &Subslices, &store, &[slice]).threads(Some(1));
    let lock = store.lock(|_| ())?;
    let mut tables = 0;
    job.run(&lock, &(), &mut |report| {
        tables += 1;
        if tables == 1 {
            meddle(report);
        }
    })
}

#[test]
fn a_job_ends_well_only_with_all_tables_on_the_disk() {
    assert!(solve(|_| ()).is_ok());
    let meddlers: [&dyn Fn(&Report); 3] = [
        &|report| remove_file(&report.path).expect("it is there"),
        &|report| {
            // A table that is mapped must not be cut short: another takes its place.
            let other = report.path.with_extension("other");
            write(&other, b"short").and_then(|()| rename(&other, &report.path)).expect("it can be written");
        },
        &|report| remove_dir_all(report.path.parent().expect("a directory")).expect("it is there"),
    ];
    for meddle in meddlers {
        let error = solve(meddle).expect_err("a table is gone");
        assert!(matches!(error, JobError::Gone { missing: 1, .. }), "{error}");
        assert!(error.to_string().contains("on the disk, found that 1 of them"), "{error}");
    }
}
