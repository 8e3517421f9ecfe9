//! Halma packing: rules and solver, and both through the program.

mod program;
mod solver;
