//! The explorer: its answers over HTTP, and its pages in a browser.

pub mod browser;
mod lidraughts;
mod lila;
mod limits;
pub mod serve;
