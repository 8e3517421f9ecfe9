//! The command line from outside: options, output and exit statuses.

mod advice;
mod annotate;
mod arguments;
#[cfg(unix)]
pub mod capi;
mod cli;
mod console;
mod cpu;
mod find;
pub mod json;
mod licences;
mod matches;
mod parts;
mod play;
mod readme;
mod search_options;
mod seats;
mod selected;
mod signals;
mod table_files;
mod terminal;
pub mod uci;
mod users;
mod world;
