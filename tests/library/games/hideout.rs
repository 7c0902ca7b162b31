//! The toy in which the opener hides in one of nine houses.

use super::Facts;
use crate::longest::{HASH, Most, NONE};

pub(super) const FACTS: Facts = Facts {
    longest: &[
        Most("setup", NONE, (9, HASH)),
        Most("answer", (1, 5), NONE),
        Most("move", (1, 2), NONE),
        Most("open", NONE, (9, 8)),
        Most("salts", NONE, (9, HASH)),
        Most("reveal", NONE, (1, 2)),
    ],
    ..Facts::NONE
};
