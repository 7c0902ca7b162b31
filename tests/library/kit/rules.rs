//! Which cases of the kit test which numbered rule of `docs/protocol.md`.

use std::collections::BTreeSet;
use std::fs;

use super::stored::manifest;
use crate::second::verifier::in_the_project;

/// Each rule, and patterns for the names of its cases. `*` stands for any characters.
const RULES: &[(&str, &[&str])] = &[
    ("2.1", &["form/longest-file", "form/too-long-file"]),
    ("2.2", &["form/utf-*", "form/latin-1-*", "form/utf-16-le-odd"]),
    (
        "2.3",
        &[
            "form/crlf",
            "form/only-cr",
            "form/blanks-and-tabs-around-lines",
            "form/form-feed-around-a-line",
            "form/no-break-space-around-a-line",
        ],
    ),
    (
        "2.4",
        &[
            "form/text-around",
            "form/no-first-line",
            "form/no-last-line",
            "form/another-first-line-*",
            "form/no-turn-file",
            "form/twice-in-a-file",
            "form/quoted",
            "form/begins-longer",
            "form/ends-longer",
        ],
    ),
    ("2.5", &["form/more-empty-lines-and-comments", "form/no-empty-lines"]),
    ("2.6", &["form/format-*"]),
    (
        "2.7",
        &[
            "form/turn-key*",
            "form/turn-empty-*",
            "form/turn-list-*",
            "form/turn-quotes-*",
            "form/turn-blank-*",
            "form/turn-comment-*",
            "form/header-key*",
            "form/header-option-*",
            "form/header-table-twice",
        ],
    ),
    ("2.8", &["form/limit-turn-*"]),
    ("2.9", &["form/number-*"]),
    (
        "2.10",
        &[
            "form/seat-upper-case",
            "form/seat-longest",
            "form/seat-too-long",
            "form/seat-digit-first",
            "form/seat-underscore",
            "form/seat-hyphen",
        ],
    ),
    (
        "2.11",
        &["form/seat-con", "form/seat-com0", "form/seat-com", "form/seat-lpt9", "form/seat-aux1"],
    ),
    ("2.12", &["form/date-*"]),
    ("2.13", &["form/nonce-*"]),
    ("2.14", &["form/bytes-*"]),
    ("2.15", &["form/limit-entry-*"]),
    ("2.16", &["form/text-forty*", "form/limit-name-*", "form/limit-mail-*", "form/limit-note-*"]),
    (
        "2.17",
        &[
            "form/text-escape-*",
            "form/text-surrogate*",
            "form/text-newline-escape",
            "form/text-tab",
            "form/seat-escaped",
        ],
    ),
    ("2.18", &["form/text-one-full-piece", "form/text-two-pieces", "form/text-piece-*"]),
    (
        "2.19",
        &["form/text-refused-*", "form/text-taken-*", "form/text-empty-piece", "form/text-control"],
    ),
    ("2.20", &["form/seats-*", "form/seat-doubled"]),
    ("2.21", &["form/first-of-no-seat"]),
    ("2.22", &["form/opener-is-the-first-seat"]),
    ("2.23", &["form/number-*", "header/enemy-agent-edge-*"]),
    ("2.24", &["header/keys-*"]),
    (
        "2.25",
        &[
            "form/turn-without-sent",
            "form/turn-number-wrong",
            "form/turn-seat-unknown",
            "form/limit-salts-too-few",
            "form/turn-without-signature",
        ],
    ),
    ("2.26", &["form/limit-notes"]),
    ("2.27", &["form/turn-without-signature", "form/turn-key-unknown"]),
    ("2.28", &["form/turn-junk-after*", "form/no-last-line*"]),
    ("2.29", &["form/only-header", "form/only-first-and-last-line"]),
    ("2.30", &["together/two-games", "*/another-turn-before"]),
    ("2.31", &["*/changed-date"]),
    ("2.32", &["*/changed-signature"]),
    ("2.33", &["form/whole"]),
    ("2.34", &["form/signature-*", "header/keys-of-small-order", "header/keys-not-canonical"]),
    ("2.35", &["ruled/header-*"]),
    ("2.36", &["ruled/header-key-of-small-order", "ruled/header-grace-0"]),
    ("2.37", &["ruled/ruling-in-an-answer", "ruled/claim-with-only-a-date"]),
    ("3.1", &["header/*-changed-*", "form/header-of-no-known-game"]),
    ("3.2", &["*/another-turn-before", "*/cheat-false-date-*", "*/cheat-own-turn-rewritten-*"]),
    ("3.3", &["*/changed-signature", "*/cheat-playing-as-another-*"]),
    ("3.4", &["*/claim-*-early", "*/cheat-false-claim-*"]),
    ("3.5", &["form/bad-signature-and-junk", "form/junk-and-bad-signature"]),
    ("3.6", &["*/breach-and-more"]),
    ("3.7", &["*/breach-and-junk"]),
    ("3.8", &["ruled/header-arbiter-plays"]),
    ("4.1", &["*/open-*", "*/cheat-out-of-turn-*"]),
    ("4.2", &["game-box/turn-4000"]),
    ("4.3", &["*/claim-*"]),
    ("4.4", &["*/turn-extra-*"]),
    ("4.5", &["*/turn-changed-move-*"]),
    ("4.6", &["*/turn-missing-nonce-*", "*/turn-extra-later-*", "*/turn-missing-link-*"]),
    (
        "4.7",
        &[
            "*/turn-missing-setup-*",
            "*/turn-missing-one-of-setup-*",
            "*/turn-missing-move-*",
            "*/turn-missing-answer-*",
        ],
    ),
    ("4.8", &["*/turn-extra-two-*"]),
    ("4.9", &["*/turn-missing-tip-*", "*/turn-extra-link-*", "*/turn-changed-link-*"]),
    ("4.10", &["*/turn-missing-open-*", "*/turn-extra-open-*", "*/turn-changed-open-*"]),
    ("4.11", &["*/turn-extra-boxes-*", "*/turn-extra-tokens-*", "espionage/cheat-box-count-*"]),
    ("4.12", &["*/cheat-false-answer-*"]),
    ("4.13", &["*/cheat-illegal-setup-*", "*/turn-changed-reveal-*"]),
    ("4.14", &["*/cheat-other-setup-*"]),
    ("4.15", &["*/cheat-illegal-move-*", "*/turn-extra-seal-*", "*/turn-missing-setup-*"]),
    ("4.16", &["*/cheat-false-answer-*", "*/cheat-false-count-*"]),
    ("4.17", &["*/cheat-false-answer-*"]),
    ("4.18", &["*/turn-changed-move-*", "*/cheat-illegal-move-*"]),
    ("4.19", &["checkpoint-danger/cheat-false-answer-*"]),
    ("4.20", &["*/turn-extra-move-1", "*/cheat-leaving-*"]),
    ("4.21", &["espionage/cheat-illegal-setup-*", "spy/cheat-unfit-guess-*"]),
    ("4.22", &["*/turn-missing-open-*", "*/turn-changed-the-order-of-open-*"]),
    ("4.23", &["*/turn-changed-the-last-of-open-*"]),
    ("4.24", &["*/turn-changed-open-*", "*/turn-changed-salts-*"]),
    ("4.25", &["*/cheat-other-setup-*"]),
    ("4.26", &["boxes/sight-of-the-identity", "boxes/dispute-sight", "boxes/fight-that-misleads"]),
    ("5.1", &["*/resigned-*", "*/draw-agreed"]),
    ("5.2", &["*/turn-extra-move-1", "spy/cheat-leaving-*"]),
    ("5.3", &["*/offered", "*/cheat-endless-offers-*"]),
    ("5.4", &["*/draw-agreed-shown"]),
    ("5.5", &["*/claim-4-*-early", "*/claim-4-*"]),
    ("5.6", &["*/cheat-false-claim-*"]),
    ("5.7", &["*/late-answer", "together/*-late-*"]),
    ("5.8", &["*/claim-1-0", "*/claim-4-*"]),
    ("5.9", &["*/claim-4-*-early"]),
    ("5.10", &["ruled/claim-in-grace-days", "ruled/claim"]),
    ("5.11", &["*/claim-4-*", "*/claim-4-*-not-shown"]),
    ("5.12", &["*/claim-4-*-answered"]),
    ("5.13", &["*/claim-4-1", "endings/enemy-agent-won-and-claimed"]),
    ("5.14", &["ruled/claim", "ruled/claim-with-another-date"]),
    ("5.15", &["ruled/claim-with-ruling-on-another-turn", "ruled/claim-with-forged-ruling"]),
    ("5.16", &["ruled/claim-without-ruling"]),
    ("5.17", &["ruled/ruling-in-an-answer"]),
    ("5.18", &["ruled/ruling-crlf", "ruled/ruling-text-around", "ruled/ruling-no-*-line"]),
    ("5.19", &["ruled/ruling-another-reason", "ruled/ruling-number-0"]),
    ("6.1", &["*/resigned-*-shown", "*/cheat-one-seed-twice-*"]),
    ("6.2", &["espionage/board-1"]),
    ("6.3", &["*/turn-changed-salts-*"]),
    ("6.4", &["*/turn-changed-the-order-of-open-*", "*/turn-missing-open-*"]),
    ("6.5", &["*/turn-changed-open-*"]),
    ("6.6", &["*/turn-changed-the-last-of-salts-*"]),
    ("6.7", &["checkpoint-danger/cheat-illegal-setup-*", "espionage/cheat-illegal-setup-*"]),
    ("6.8", &["*/cheat-false-answer-*"]),
    ("6.9", &["*/board-1", "espionage/board-1"]),
    ("7.1", &["*/turn-missing-tip-*", "*/cheat-copied-tip-*"]),
    ("7.2", &["*/turn-changed-link-*", "*/turn-missing-link-*"]),
    ("7.3", &["*/turn-extra-link-*", "enemy-agent/open-4"]),
    ("7.4", &["*/open-3", "*/cheat-chosen-chance-*"]),
    ("7.5", &["enemy-agent/board-1", "*/open-3"]),
    ("8.1", &["espionage/cheat-false-box-*", "boxes/dispute-sight-without-its-eye"]),
    ("8.2", &["boxes/eye-*", "boxes/opening-without-its-eye"]),
    ("8.3", &["espionage/cheat-box-count-*", "boxes/sight-one-byte-short"]),
    ("8.4", &["boxes/sight-of-the-identity", "boxes/fight-of-no-point"]),
    ("8.5", &["boxes/fight-with-equal-hashes"]),
    ("8.6", &["boxes/token-*", "boxes/headquarters-taken"]),
    (
        "8.7",
        &[
            "espionage/cheat-false-dispute-*",
            "enemy-agent/dispute-without-boxes",
            "enemy-agent/dispute-alone",
            "enemy-agent/dispute-and-pass",
            "enemy-agent/pass-and-dispute",
            "enemy-agent/disputed",
        ],
    ),
    (
        "8.8",
        &[
            "boxes/dispute-after-the-answer",
            "boxes/dispute-with-a-token-left-over",
            "spy/dispute-in-place-of-an-answer",
        ],
    ),
    ("8.9", &["boxes/dispute-after-the-answer", "boxes/dispute-with-the-salt"]),
    ("8.10", &["boxes/dispute-sight*", "boxes/dispute-takes-*", "boxes/dispute-falls-*"]),
    (
        "8.11",
        &[
            "boxes/dispute-sight",
            "boxes/dispute-sight-of-another-kind",
            "boxes/dispute-token-of-none",
            "boxes/dispute-headquarters",
        ],
    ),
    (
        "8.12",
        &[
            "boxes/dispute-*-that-is-sound",
            "boxes/dispute-own-box",
            "boxes/dispute-takes-that-may-be",
            "boxes/dispute-with-*",
            "boxes/dispute-without-*",
            "boxes/dispute-of-*",
            "boxes/dispute-tied-sight-too-early",
        ],
    ),
    ("9.1", &["*/board-1", "spy/guess-5-right-decline-b"]),
    ("9.2", &["*/board-1"]),
    ("9.3", &["*/turn-missing-seed-*", "*/turn-missing-reveal-*"]),
    ("9.4", &["*/turn-changed-reveal-*"]),
    ("9.5", &["*/turn-changed-the-length-of-reveal-*"]),
    ("11.1", &["header/*-changed-*", "header/keys-*"]),
    ("11.2", &["header/*-edge-*"]),
    ("11.3", &["header/checkpoint-danger-changed-*"]),
    ("11.4", &["header/game-box-edge-*"]),
    ("11.5", &["header/enemy-agent-edge-*"]),
    ("11.6", &["header/spy-edge-*"]),
    ("11.7", &["header/espionage-edge-*"]),
    ("11.10", &["checkpoint-danger/open-3", "checkpoint-danger/danger"]),
    ("11.11", &["checkpoint-danger/open-*", "checkpoint-danger/call-*"]),
    (
        "11.12",
        &[
            "checkpoint-danger/cheat-illegal-move-*",
            "checkpoint-danger/calls-a-square-twice",
            "checkpoint-danger/danger-bluff",
        ],
    ),
    (
        "11.13",
        &[
            "checkpoint-danger/board-1",
            "checkpoint-danger/cheat-bluff-*",
            "checkpoint-danger/danger",
        ],
    ),
    ("11.14", &["checkpoint-danger/cheat-false-answer-*"]),
    (
        "11.15",
        &["checkpoint-danger/cheat-illegal-setup-*", "checkpoint-danger/cheat-false-opening-*"],
    ),
    ("11.16", &["checkpoint-danger/board-1"]),
    ("11.17", &["checkpoint-danger/resigned-4-shown"]),
    ("11.20", &["game-box/cheat-illegal-setup-*", "game-box/cheat-other-setup-*"]),
    ("11.21", &["game-box/open-*"]),
    ("11.22", &["game-box/cheat-false-answer-*"]),
    ("11.23", &["game-box/cheat-false-answer-*", "game-box/three-resigned-*"]),
    ("11.24", &["game-box/breach", "game-box/cheat-illegal-move-*"]),
    ("11.25", &["game-box/claim-3-0", "game-box/three-claim-*"]),
    ("11.26", &["game-box/claim-4-1", "game-box/three-claim-*"]),
    ("11.27", &["game-box/three-resigned-*", "game-box/claim-3-0"]),
    ("11.28", &["game-box/board-1", "game-box/turn-4000", "endings/game-box-*"]),
    ("11.30", &["enemy-agent/opened-by-red-*"]),
    ("11.31", &["enemy-agent/cheat-illegal-setup-*", "enemy-agent/turn-changed-reveal-*"]),
    ("11.32", &["header/map*"]),
    ("11.33", &["header/map-changed-*", "header/map-without-*"]),
    ("11.34", &["enemy-agent/first-agreed-*", "enemy-agent/open-3"]),
    ("11.35", &["enemy-agent/board-1", "enemy-agent/open-3"]),
    ("11.36", &["enemy-agent/board-*", "enemy-agent/cheat-chosen-chance-*"]),
    ("11.37", &["enemy-agent/turn-changed-move-*", "enemy-agent/open-4"]),
    ("11.38", &["enemy-agent/cheat-illegal-move-*"]),
    ("11.39", &["enemy-agent/cheat-illegal-move-*", "endings/enemy-agent-turn-limit"]),
    ("11.40", &["enemy-agent/cheat-ask-too-soon-*", "enemy-agent/orders-ask-*"]),
    ("11.41", &["enemy-agent/orders-twenty*"]),
    ("11.42", &["enemy-agent/orders-*"]),
    ("11.43", &["enemy-agent/cheat-illegal-move-*"]),
    ("11.44", &["enemy-agent/cheat-ask-too-soon-*"]),
    ("11.45", &["enemy-agent/orders-*"]),
    ("11.46", &["enemy-agent/cheat-illegal-move-*"]),
    ("11.47", &["enemy-agent/cheat-bluff-*"]),
    ("11.48", &["enemy-agent/board-*", "endings/enemy-agent-*"]),
    ("11.49", &["enemy-agent/cheat-false-answer-*"]),
    ("11.50", &["enemy-agent/board-1", "endings/enemy-agent-over"]),
    ("11.60", &["espionage/open-1", "espionage/cheat-illegal-setup-*"]),
    ("11.61", &["espionage/open-joiner-first-*", "espionage/standard-board"]),
    ("11.62", &["espionage/no-volcanoes-joiner-first-*"]),
    ("11.63", &["espionage/open-3", "espionage/first-agreed-*"]),
    ("11.64", &["espionage/turn-changed-move-*", "espionage/open-4"]),
    (
        "11.65",
        &[
            "espionage/cheat-walking-mine-*",
            "espionage/cheat-illegal-move-*",
            "boxes/second-step-*",
        ],
    ),
    ("11.66", &["espionage/board-*", "boxes/headquarters-taken", "endings/espionage-*"]),
    ("11.67", &["boxes/token-*", "boxes/headquarters-taken"]),
    ("11.68", &["espionage/board-1", "boxes/headquarters-taken"]),
    ("11.69", &["espionage/cheat-illegal-setup-*", "espionage/cheat-false-answer-*"]),
    ("11.70", &["espionage/board-1", "endings/espionage-*"]),
    ("11.71", &["espionage/board-1", "boxes/no-box-for-*"]),
    ("11.72", &["espionage/board-1", "boxes/no-box-of-*"]),
    ("11.73", &["espionage/cheat-box-count-*", "boxes/second-attack-*"]),
    ("11.80", &["spy/cheat-illegal-setup-*", "spy/guess-*-c"]),
    ("11.81", &["spy/open-3", "spy/first-agreed-*"]),
    ("11.82", &["spy/turn-changed-move-*"]),
    ("11.83", &["spy/cheat-false-answer-*"]),
    ("11.84", &["spy/guess-*-c", "spy/cheat-false-answer-*"]),
    ("11.85", &["spy/guess-5-*", "spy/guess-6-*", "endings/spy-*"]),
    ("11.86", &["spy/guess-*-b", "spy/guess-*-c"]),
    ("11.87", &["spy/cheat-unfit-guess-*"]),
    ("11.88", &["spy/cheat-leaving-*"]),
    ("11.89", &["spy/resigned-4-shown", "spy/board-*", "endings/spy-last-round"]),
    ("12.1", &["*/breach-and-more"]),
    ("12.2", &["*/cheat-other-setup-*"]),
    ("12.3", &["*/cheat-illegal-setup-*"]),
    ("12.4", &["*/cheat-false-count-*", "spy/cheat-false-answer-*", "boxes/fight-that-misleads"]),
    ("12.5", &["checkpoint-danger/cheat-bluff-*", "espionage/cheat-walking-mine-*"]),
    ("12.6", &["boxes/fight-that-*", "boxes/sight-that-no-spy-sees"]),
    ("12.7", &["*/cheat-never-revealing-*"]),
    ("12.8", &["*/breach-and-junk"]),
    ("12.9", &["together/*-crossed"]),
    ("12.10", &["*/changed-signature"]),
    ("12.11", &["*/claim-4-*", "game-box/claim-3-0"]),
    ("12.12", &["*/board-1"]),
    ("12.13", &["*/open-1"]),
    ("12.14", &["*/resigned-4"]),
    ("12.15", &["endings/game-box-two-winners"]),
    ("12.16", &["*/changed-signature"]),
    ("12.17", &["*/cheat-never-revealing-*"]),
    ("12.18", &["game-box/cheat-false-answer-*", "game-box/cheat-illegal-setup-*"]),
    ("12.19", &["game-box/breach", "game-box/cheat-illegal-move-*"]),
    ("12.20", &["spy/cheat-unfit-guess-*"]),
    ("12.21", &["*/breach"]),
    ("12.22", &["*/board-1", "spy/guess-*-claim"]),
    ("12.23", &["*/after-first-reveal"]),
    ("12.24", &["spy/guess-*-claim"]),
    ("13.1", &["together/*-same-twice", "together/*-greater-hash"]),
    ("13.2", &["together/two-tables*"]),
    ("13.3", &["together/three-finished-and-claim-*"]),
    ("13.4", &["together/three-finished-and-claim-*"]),
    ("13.5", &["together/*-crossed-and-answered"]),
    ("13.6", &["together/*-late-and-claim", "together/*-built-on"]),
    ("13.7", &["together/*-later-date", "together/*-greater-hash", "together/*-part"]),
    ("13.8", &["together/three-finished-and-claim-*", "together/three-finished-and-another-*"]),
    ("13.9", &["together/three-finished-and-another-*"]),
    ("13.10", &["endings/game-box-two-winners"]),
    ("13.11", &["together/three-finished-and-another-*"]),
    ("13.12", &["together/*-part", "together/*-later-date"]),
    ("13.13", &["together/*-breach-beside"]),
    ("13.14", &["together/*-damage-beside"]),
    ("13.15", &["together/*-crossed", "together/*-claim-after-answer"]),
    ("13.16", &["together/spy-response-and-claim"]),
    ("13.17", &["together/spy-response-and-claim"]),
    ("13.18", &["ruled/claim-and-answer", "ruled/claim-and-late-answer"]),
    ("13.19", &["ruled/three-claim-and-end-*"]),
    ("13.20", &["ruled/claim-and-answer-accepted", "ruled/claim-and-answer"]),
    ("13.21", &["ruled/three-claim-and-win-*", "ruled/three-claim-before-win"]),
    ("14.1", &["header/*-changed-*"]),
    ("14.2", &["together/*-later-date"]),
    ("14.3", &["together/*-same-twice"]),
    ("14.4", &["ruled/rulings-unused", "ruled/rulings-used", "ruled/rulings-answered"]),
    ("14.5", &["ruled/claim-and-answer", "ruled/claim-and-late-answer"]),
];

/// Whether a name fits a pattern.
pub(super) fn fits(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return name == pattern };
    let Some(name) = name.strip_prefix(start) else { return false };
    (0..=name.len()).any(|at| name.is_char_boundary(at) && fits(&name[at..], rest))
}

/// The rules that a case tests.
pub(super) fn of(name: &str) -> Vec<&'static str> {
    let rules = RULES.iter().filter(|(_, cases)| cases.iter().any(|case| fits(name, case)));
    rules.map(|(rule, _)| *rule).collect()
}

/// The patterns that a name fits.
pub(super) fn patterns(name: &str) -> Vec<&'static str> {
    let patterns = RULES.iter().flat_map(|(_, patterns)| *patterns).copied();
    patterns.filter(|pattern| fits(name, pattern)).collect()
}

/// The numbers of rules on a page, such as `[4.2]`.
fn numbers(page: &str) -> Vec<String> {
    let tags = page.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    let is_number = |tag: &str| {
        tag.split_once('.').is_some_and(|(section, rule)| {
            [section, rule]
                .iter()
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    tags.map(|(tag, _)| tag.to_owned()).filter(|tag| is_number(tag)).collect()
}

#[test]
fn kit_has_a_case_for_every_rule_of_the_page() {
    let page = fs::read_to_string(in_the_project("docs/protocol.md")).expect("the page");
    let page = numbers(&page);
    let on_page: BTreeSet<&str> = page.iter().map(String::as_str).collect();
    let named: BTreeSet<&str> = RULES.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(on_page, named, "rules of the page, and rules with cases");
    assert_eq!(page.len(), on_page.len(), "a number is used twice");
    let cases = manifest();
    let names: Vec<&str> = cases.iter().filter_map(|case| case["case"].as_str()).collect();
    for (rule, patterns) in RULES {
        for pattern in *patterns {
            let found = names.iter().any(|name| fits(name, pattern));
            assert!(found, "rule {rule}: no case is named {pattern}");
        }
    }
}

/// Paragraphs outside section 10 with a MUST for programs, which no verifier can check.
const FOR_PROGRAMS: [&str; 4] = [
    "**This page is the specification**",
    "A writer MUST write 7-bit ASCII",
    "On arrival a program MUST NOT accept a file with a new turn",
    "A program MUST make keys and seeds this way",
];

#[test]
fn every_must_has_a_rule_or_binds_programs() {
    let page = fs::read_to_string(in_the_project("docs/protocol.md")).expect("the page");
    let mut section = "";
    let mut without_rule = Vec::new();
    for text in page.split("\n\n").map(str::trim) {
        if text.starts_with("## ") {
            section = text;
        }
        if text.contains("MUST") && numbers(text).is_empty() && !section.starts_with("## 10.") {
            without_rule.push(text);
        }
    }
    let are_known =
        without_rule.iter().zip(FOR_PROGRAMS).all(|(text, start)| text.starts_with(start));
    assert!(are_known && without_rule.len() == FOR_PROGRAMS.len(), "{without_rule:#?}");
}
