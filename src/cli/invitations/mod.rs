//! Invitations that the user hasn't accepted.

pub(super) mod choose;
pub(super) mod list;
pub(super) mod view;
