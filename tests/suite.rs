//! All tests in one program: it is compiled and linked once, and the tests run side by side.

mod damage;
mod explorer;
mod fuzz;
mod games;
mod library;
mod long;
mod outside;
#[cfg(unix)]
mod parity;
mod program;
mod support;
