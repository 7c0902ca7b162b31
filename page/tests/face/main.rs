//! Tests of the face as the page uses it: JSON requests and answers, and a store for the changes.

#![expect(clippy::needless_pass_by_value, reason = "tests write a request as the argument")]

mod failing;
mod games;
mod hostile;
mod page;
mod vaults;
