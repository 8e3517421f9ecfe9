//! The name of the program that runs. A crate with games of its own has a program of another name.

use std::env;
use std::path::Path;
use std::sync::OnceLock;

/// The name of the program: the name of its file, without an extension.
pub fn name() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let path = env::args_os().next().unwrap_or_default();
        let stem = Path::new(&path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| "hindsight".to_string())
    })
}
