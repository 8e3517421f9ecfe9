//! The program: the command line with the games of this crate.

fn main() -> std::process::ExitCode {
    hindsight::cli::standard()
}
