//! Mail: sends turn files and finds turn files in incoming mail.
//!
//! A [`Letter`] tells people what happened, shows the public board and carries the file; it never
//! contains a secret. [`find`] searches a turn file, a message or a mailbox, and reports whether
//! each turn file in it is whole. Changes by mail programs are undone where possible. Only a file
//! that verifies to its end counts as whole.
//!
//! Architecture invariant: the name of an attachment is never used, not even as a hint. Sizes
//! and depths are checked before any work, and only mail is unpacked: no archive is opened.

mod address;
mod body;
mod entity;
mod find;
mod html;
#[cfg(feature = "mime")]
mod letter;
mod mbox;
mod parts;
mod piece;
mod received;
mod repair;
mod ruling;
mod sections;
mod thread;
mod uu;

pub use address::{Mailbox, Server};
pub use body::LetterBody;
pub use find::{Arrivals, DamagedFile, FileError, Found, KnownFile, Look, Search, find, printable};
#[cfg(feature = "mime")]
pub use letter::{Letter, LetterError};
pub use mbox::Bounds;
pub use parts::MAX_MESSAGE;
pub use piece::{Fragment, FragmentError};
pub use thread::{file_name, thread};
