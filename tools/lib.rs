//! Code that several tools share.

use std::error::Error;
use std::process::ExitCode;

pub mod learning;
pub mod measure;

/// Runs a tool on the arguments of the program, and prints its error.
pub fn main(run: fn(&[String]) -> Result<(), Box<dyn Error>>) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
