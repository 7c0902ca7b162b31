//! Mail on this machine: where it arrives, and ways to send it.

mod mailbox;
mod notify;
mod outbox;
#[cfg(feature = "smtp")]
mod smtp;

pub(crate) use mailbox::is_maildir;
#[cfg(feature = "tui")]
pub(crate) use mailbox::maildir_changes;
pub(crate) use mailbox::{
    Listing, Progress, list_files, search_file, search_listing, search_stream,
};
pub(crate) use notify::{feed, is_there, notify};
pub(crate) use outbox::{SendError, sendmail};
#[cfg(feature = "smtp")]
pub(crate) use smtp::smtp;
