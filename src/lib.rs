pub mod game;
pub mod games;
pub mod rank;
pub mod solve;
pub mod space;
pub mod steps;
pub mod value;
