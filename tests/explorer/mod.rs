//! The explorer: its answers over HTTP, and its pages in a browser.

pub mod browser;
mod lidraughts;
mod lila;
mod limits;
mod scripts;
pub mod serve;
mod shared;
