//! The longest possible game stays within the limits of a file, no matter what its players write.
//! It is played, read and audited like any other.

mod computed;
mod played;

pub(crate) use computed::{ENTRY_COLUMNS, HASH, Most, NONE, lines};
