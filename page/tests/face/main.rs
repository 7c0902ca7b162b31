//! The face as a page uses it: JSON in, JSON out, and a store that keeps what it is handed.

#![expect(clippy::needless_pass_by_value, reason = "requests are written where they are asked")]

mod failing;
mod games;
mod hostile;
mod page;
mod vaults;
