//! Letters: a turn file goes out in one, and turn files are found in whatever comes in.
//!
//! Going out, a [`Letter`] tells people what happened, shows the public board and carries the file;
//! it never knows a secret. Coming in, [`find`] takes a turn file, a message or a mailbox, and says
//! of every turn file in it whether it is whole. What a mail program did to a file on the way is
//! undone where it can be, and only what verifies to its end is ever called whole.
//!
//! Architecture invariant: a name that came with an attachment is never used, not even to guess.
//! Sizes and depths are bounded before work is done, and nothing is unpacked that is not mail: no
//! archive is opened.

mod address;
mod entity;
mod find;
mod html;
#[cfg(feature = "mime")]
mod letter;
mod mbox;
mod mend;
mod parts;
mod piece;
mod thread;
mod told;
mod uu;

pub use address::{Mailbox, Server};
pub use find::{Damaged, Flaw, Found, Look, Search, find, printable};
#[cfg(feature = "mime")]
pub use letter::{Letter, Unwritten};
pub use mbox::Bounds;
pub use parts::MAX_MESSAGE;
pub use piece::{Loose, NotJoined};
pub use thread::{file_name, thread};
pub use told::Told;
