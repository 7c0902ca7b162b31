//! Board games with secrets, played by mailing one text file to and fro: no server, no account, no referee.

pub mod audit;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod crypto;
pub mod games;
#[cfg(feature = "cli")]
pub mod mail;
pub mod render;
pub mod table;
pub mod turnfile;
#[cfg(feature = "cli")]
pub mod vault;
