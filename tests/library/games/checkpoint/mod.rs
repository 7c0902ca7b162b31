//! Checkpoint: Danger!

mod answers;
mod counts;

use super::Facts;
use crate::cheats::order;
use crate::longest::{HASH, Most, NONE};

pub(super) const FACTS: Facts = Facts {
    cheats: &[answers::CHEATS, counts::CHEATS, order::CHEATS],
    variants: &[(2, &[]), (2, &[("allow-repeat-calls", "true"), ("allow-danger-bluff", "true")])],
    longest: &[
        Most("link", NONE, (1, HASH)),
        Most("setup", NONE, (63, HASH)),
        // A queue continues only after a HIT that finds an agent.
        Most("answer", (1, 3), (4, 3)),
        Most("move", (20, 29), NONE),
        Most("open", NONE, (63, 8)),
        Most("salts", NONE, (63, HASH)),
        Most("reveal", NONE, (4, 2)),
    ],
    ..Facts::NONE
};
