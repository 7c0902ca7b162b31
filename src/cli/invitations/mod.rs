//! Invitations that you haven't accepted.

pub(super) mod choose;
pub(super) mod list;
pub(super) mod view;
