//! The build script: the version with the commit, for `--version`, and a program without symbols.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=HINDSIGHT_COMMIT");
    // Symbols are a fifth of the program. Cargo passes over `strip` for a package with a level of its own.
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
    let commit = env::var("HINDSIGHT_COMMIT").ok().filter(|commit| !commit.is_empty());
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    match commit.or_else(packaged).or_else(checked_out) {
        Some(commit) => println!("cargo::rustc-env=HINDSIGHT_VERSION={version} ({commit})"),
        None => println!("cargo::rustc-env=HINDSIGHT_VERSION={version}"),
    }
}

/// The commit that a package from a registry was made of.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let commit = rest.split('"').nth(1)?;
    Some(commit.get(..12)?.to_string())
}

/// The commit that is checked out. A debug build has none: it is not compiled again after each commit.
fn checked_out() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
    };
    // Not the repository of a directory around an unpacked archive.
    Path::new("../../.git").exists().then_some(())?;
    for name in ["HEAD", "packed-refs", &git(&["symbolic-ref", "-q", "HEAD"]).unwrap_or_default()] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).is_file()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}
