//! Tables on the disk. (The format's specification belongs here.)

mod error;
mod store;

pub use error::TableError;
pub use store::{Checked, Lock, Store, Table, Written};
