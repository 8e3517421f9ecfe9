//! Writes `src/capi/hindsight.h`, the header of the C interface: `cargo run -p hindsight-tools --bin header`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the interface.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/capi")
}

/// The header, made from the source.
fn header() -> Result<String, Box<dyn Error>> {
    let config = cbindgen::Config::from_file(folder().join("cbindgen.toml"))?;
    let bindings = cbindgen::Builder::new().with_config(config).with_src(folder().join("lib.rs")).generate()?;
    let mut bytes = Vec::new();
    bindings.write(&mut bytes);
    Ok(String::from_utf8(bytes)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    Ok(fs::write(folder().join("hindsight.h"), header()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_made_of_the_source() {
        let written = fs::read_to_string(folder().join("hindsight.h")).expect("the header is there");
        assert_eq!(
            written,
            header().expect("the source can be read"),
            "run `cargo run -p hindsight-tools --bin header`"
        );
    }
}
