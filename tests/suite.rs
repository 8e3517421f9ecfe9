//! All tests in one program: what they share is compiled and linked once, and they run side by side.

mod advice;
mod bitsets;
mod cli;
mod conformance;
mod corruption;
mod crash;
mod damage;
mod draughts;
mod endings;
mod endings_program;
mod golden;
mod layers;
mod layouts;
mod outside;
mod outside_game;
mod overnight;
mod parsers;
mod parts;
mod players;
mod program;
mod records;
mod search;
mod solvers;
mod tables;
mod teams;
mod tigers_and_goats;
