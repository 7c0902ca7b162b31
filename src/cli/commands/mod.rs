//! One file a command.

pub(super) mod backup;
pub(super) mod claim;
pub(super) mod config;
pub(super) mod contact;
pub(super) mod copy;
pub(super) mod demo;
pub(super) mod form;
mod invited;
pub(super) mod join;
pub(super) mod learn;
pub(super) mod log;
pub(super) mod mark;
pub(super) mod moves;
pub(super) mod new;
mod no_move;
pub(super) mod offer;
pub(super) mod page;
#[cfg(feature = "smtp")]
mod password;
pub(super) mod paste;
pub(super) mod plan;
pub(super) mod receive;
pub(super) mod record;
pub(super) mod rematch;
pub(super) mod remind;
pub(super) mod replay;
pub(super) mod rules;
pub(super) mod send;
pub(super) mod setup;
pub(super) mod share;
pub(super) mod show;
pub(super) mod status;
mod steps;
pub(super) mod turn;
pub(super) mod undo;
pub(super) mod verify;
pub(super) mod words;
