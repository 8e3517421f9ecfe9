//! The guide: a page for each chapter.

#[doc = include_str!("trust.md")]
pub mod trust {}
