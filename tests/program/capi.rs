//! The C interface: C programs, compiled and linked as its users do.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::support::{run, solved};

/// The folder of the libraries, which cargo builds before the tests.
pub fn libraries() -> PathBuf {
    let mut path = std::env::current_exe().expect("a test knows its own path");
    path.pop();
    assert!(path.join("libhindsight.so").exists(), "expected libhindsight.so in {}", path.display());
    // The loader asks for the name of the version. Another test may make the link at the same time.
    let _ = std::os::unix::fs::symlink("libhindsight.so", path.join("libhindsight.so.0"));
    path
}

/// Compiles a C program of tools/c, with every warning an error.
fn compiled(name: &str, directory: &TempDir) -> PathBuf {
    let source = crate::support::root().join(format!("tools/c/{name}.c"));
    compiled_source(&source, name, directory.path())
}

/// Compiles a C program, with every warning an error.
pub fn compiled_source(source: &Path, name: &str, directory: &Path) -> PathBuf {
    let root = crate::support::root();
    let program = directory.join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-g", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&program);
    compiler.arg("-I").arg(root.join("src/capi")).arg(source);
    compiler.arg("-L").arg(libraries()).args(["-lhindsight", "-lpthread"]);
    let ended = run(&mut compiler, b"");
    assert_eq!(ended.status, 0, "{}", ended.err);
    program
}

#[test]
fn a_program_of_a_page_probes_the_tables_in_the_library() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    let program = compiled("probe", &directory);
    let probe =
        |arguments: &[&str]| run(Command::new(&program).args(arguments).env("LD_LIBRARY_PATH", libraries()), b"");
    let ended = probe(&["checkers", "W:WK1,K2:BK32"]);
    assert_eq!((ended.status, ended.out.as_str()), (0, "W:WK1,K2:BK32\twin\t33\n"));
    let ended = probe(&["checkers", "W:W1:B1"]);
    assert_eq!((ended.status, ended.out.contains("illegal")), (1, true), "{}", ended.out);
    let ended = probe(&["chess", "8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1"]);
    assert_eq!((ended.status, ended.out.as_str()), (0, "8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1\twin\t-\n"));
    let ended = probe(&["tigers-and-goats"]);
    assert_eq!((ended.status, ended.err.contains("tigers-and-goats")), (2, true), "{}", ended.err);
}

/// The program of the guide, and the same with the lines of the README in place of its own.
#[test]
fn the_c_of_the_readme_and_of_the_guide_probes() {
    let block = |text: &'static str| {
        text.split("```c\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there is a block of C")
    };
    let guide = block(include_str!("../../src/guide/languages.md"));
    let readme = block(include_str!("../../README.md"));
    let readme = format!(
        "#include <stdio.h>\n#include <hindsight.h>\nint main(void)\n{{\nchar error[256];\n{readme}return 0;\n}}\n"
    );
    let directory = tempfile::tempdir().expect("a directory of its own");
    for (name, text) in [("guide", guide), ("readme", &readme)] {
        let source = directory.path().join(format!("{name}.c"));
        std::fs::write(&source, text).expect("can be written");
        let program = compiled_source(&source, name, directory.path());
        let ended = run(Command::new(&program).env("LD_LIBRARY_PATH", libraries()), b"");
        assert_eq!((ended.status, ended.out.as_str()), (0, "1\n"), "{name}: {}", ended.err);
    }
}

#[test]
fn wrong_arguments_get_a_status_and_threads_share_a_handle() {
    let directory = tempfile::tempdir().expect("a directory of its own");
    let program = compiled("check", &directory);
    let ended = run(Command::new(&program).arg(solved()).env("LD_LIBRARY_PATH", libraries()), b"");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.out.ends_with(" checks\n"), "{}", ended.out);
}

/// Valgrind finds no access that is wrong and nothing that is lost.
#[test]
fn valgrind_finds_nothing() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("NOT TESTED: valgrind is not installed");
        return;
    }
    let directory = tempfile::tempdir().expect("a directory of its own");
    let mut command = Command::new("valgrind");
    command.args(["--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite", "--quiet"]);
    command.arg(compiled("probe", &directory)).args(["checkers", "W:WK1,K2:BK32", "W:W1:B1", "nonsense"]);
    let ended = run(command.env("LD_LIBRARY_PATH", libraries()), b"");
    assert_eq!(ended.status, 1, "{}\n{}", ended.out, ended.err);
    assert_eq!(ended.err, "");
}
