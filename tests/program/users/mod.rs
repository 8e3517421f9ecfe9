//! The kinds of people that use the program, each with the commands that they type and the answers that they see: a
//! later change that hurts one of them is seen here.

mod annotator;
mod composer;
mod elsewhere;
mod operator;
mod player;
mod researcher;
mod stranger;
