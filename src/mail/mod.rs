//! Mail: a letter with the turn file in it goes out, and turn files are found in whatever comes in.
//!
//! Going out, a [`Letter`] tells people what happened, shows the public board and carries the file;
//! it never knows a secret. Coming in, [`search`] takes a turn file, a message, a mailbox or a
//! folder, and says of every turn file in it whether it is whole. What a mail program did to a file
//! on the way is undone where it can be, and only what verifies to its end is ever called whole.
//!
//! Architecture invariant: a name that came with an attachment is never used, not even to guess.
//! Sizes and depths are bounded before work is done, and nothing is unpacked that is not mail: no
//! archive is opened.

mod address;
mod find;
mod html;
mod letter;
mod mailbox;
mod mend;
mod outbox;
mod parts;
#[cfg(feature = "smtp")]
mod smtp;
mod told;

pub use address::Mailbox;
pub use find::{Damaged, Flaw, Found, Search, search, search_folder};
pub use letter::{Letter, file_name, thread};
pub use outbox::{SendError, Server, sendmail};
#[cfg(feature = "smtp")]
pub use smtp::smtp;
pub use told::Told;
