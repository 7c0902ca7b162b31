//! Cases that are not in the kit, to keep it small.

use super::rules::fits;

/// Redundant cases: another case tests everything that they test.
const LEFT_OUT: &[&str] = &[
    "enemy-agent/turn-extra-later-*",
    "enemy-agent/turn-extra-two-*",
    "enemy-agent/turn-extra-reveal-*",
    "enemy-agent/turn-extra-se*",
    "enemy-agent/turn-extra-eyes-*",
    "enemy-agent/turn-extra-nonce-*",
    "enemy-agent/turn-extra-o*",
    "enemy-agent/turn-extra-answer-*",
    "enemy-agent/board-2",
    "enemy-agent/board-3",
    "enemy-agent/cheat-never-revealing-2",
    "enemy-agent/cheat-never-revealing-3",
    "game-box/cheat-never-revealing-3",
    "game-box/cheat-never-revealing-4",
    "game-box/cheat-never-revealing-5",
    "game-box/cheat-never-revealing-6",
    "game-box/cheat-never-revealing-7",
    "spy/turn-missing-*",
    "spy/turn-changed-the-l*",
    "spy/turn-changed-s*",
    "spy/board-2",
    "spy/board-3",
    "spy/asks-a-row-of-one",
    "espionage/turn-missing-*",
    "espionage/cheat-false-opening-2",
    "espionage/cheat-walking-mine-3",
    "spy/cheat-out-of-turn-*",
    "game-box/cheat-playing-*-2",
    "game-box/cheat-playing-*-3",
    "checkpoint-danger/cheat-out-of-turn-*",
    // Like `checkpoint-danger/danger`.
    "checkpoint-danger/first-agreed-*",
    // Game Box and the group `together` have these versions of a turn.
    "enemy-agent/cheat-other-turn-rewritten-*",
    "enemy-agent/cheat-own-turn-rewritten-1",
    // Like `enemy-agent/draw-agreed`.
    "enemy-agent/cheat-draw-to-hide-*",
    // The group `boxes` has these cheats.
    "espionage/cheat-forged-token-*",
    "espionage/cheat-false-box-1",
    "espionage/cheat-box-form-*",
];

/// Games whose files are large, and their cases about rules that are the same in every game.
const LARGE: [&str; 3] = ["checkpoint-danger/", "spy/", "espionage/"];
const SAME_IN_EVERY_GAME: &[&str] = &[
    "another-turn-before",
    "breach",
    "changed-date",
    "changed-signature",
    "cut-before-signature",
    "after-first-reveal",
    "claim-of-reveal-*",
    "claim-4-*-not-shown",
    "resigned-4",
    "breach-and-*",
    "before-reveals",
    "offered",
    "late-answer",
    "claim-in-own-turn",
    "claim-without-deadline",
    "claim-4-1-answered",
    "claim-4-1-early",
    "draw-agreed",
    "draw-agreed-shown",
    "cheat-draw-to-hide-*",
    "cheat-claim-to-hide-*",
    "cheat-chosen-chance-*",
];

pub(super) fn is_left_out(name: &str) -> bool {
    let after = LARGE.iter().find_map(|game| name.strip_prefix(game));
    let is_same = |pattern: &&str| after.is_some_and(|name| fits(name, pattern));
    LEFT_OUT.iter().any(|pattern| fits(name, pattern)) || SAME_IN_EVERY_GAME.iter().any(is_same)
}
