//! Tests of the face as the page uses it: JSON requests and answers, and a store for the changes.

#![expect(clippy::needless_pass_by_value, reason = "requests are written where they are asked")]

mod failing;
mod games;
mod hostile;
mod page;
mod vaults;
