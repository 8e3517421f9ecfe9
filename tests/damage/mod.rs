//! Tables that something happens to, and work that is broken off: an error that says what to do or the right answer,
//! and the same bytes in the end. Each file has one idea:
//!
//! | file             | what happens                                                  | who looks            |
//! |------------------|---------------------------------------------------------------|----------------------|
//! | `corruption`     | bytes are changed, files are cut or exchanged                 | the library          |
//! | `changed_tables` | fields are changed and the checksums repaired, so that each change gets past them | the library
//! |
//! | `removed_tables` | tables are removed while a job runs                           | the library          |
//! | `power_loss`     | the disk fails or loses power between any two operations      | the library          |
//! | `commands`       | bytes are changed, files are cut or exchanged                 | the program          |
//! | `crash`          | one solve: killed, a full disk, no right to write             | the program          |
//! | `overnight`      | a solve of several tables: killed, stopped, a full disk       | the program          |
//! | `kills`          | the solves of every solver, killed at random moments          | the program          |

pub mod changed_tables;
mod commands;
mod corruption;
mod crash;
#[cfg(unix)]
pub mod kills;
mod overnight;
pub mod power_loss;
mod removed_tables;
