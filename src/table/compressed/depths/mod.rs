//! The depths of a slice apart from its results.

mod build;
mod learn;
mod model;
mod range;
mod stream;
mod values;
mod weights;

pub use build::{build, estimate};
pub use model::PlaceDigit;
pub use stream::DepthStream;
pub use values::{DepthEntry, is_kept, moves_of, plies_of};
