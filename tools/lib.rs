//! Code that several tools share.

pub mod learning;
pub mod measure;
