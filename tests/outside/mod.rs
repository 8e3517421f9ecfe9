//! Games from outside the crate, through the public interface alone.

pub mod alone;
pub mod dodgem;
pub mod draughts_judge;
pub mod graph;
pub mod mu_torere;
pub mod pong_hau_ki;
pub mod rooms;
pub mod rush;
pub mod skirmish;
pub mod twice;
