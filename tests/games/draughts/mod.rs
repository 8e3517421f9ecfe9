//! Checkers and losing checkers: rules, endings, and both through the program.

pub mod endings;
mod program;
mod rules;
