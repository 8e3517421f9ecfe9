//! The explorer: its answers over HTTP, and its pages in a browser.

mod browser;
mod lila;
mod limits;
pub mod serve;
