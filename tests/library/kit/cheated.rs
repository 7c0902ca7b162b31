//! Verdicts on cheats: every cheat of `tests/library/cheats`, in every game.

use std::collections::{BTreeMap, BTreeSet};

use pbem::games::Kind;

use super::Case;
use crate::cheats::table::{Attempt, carried_out};

/// Larger files are only used for a kind of verdict that the game does not have yet.
const SMALL: usize = 8_000;
/// Larger files are only used for a kind of finding that the game does not have yet.
const LARGE: usize = 13_000;
/// Attempts that only few games know: each has a file of any size.
const RARE: [Attempt; 7] = [
    Attempt::FalseCount,
    Attempt::Bluff,
    Attempt::UnfitGuess,
    Attempt::FalseBox,
    Attempt::BoxCount,
    Attempt::BoxForm,
    Attempt::FalseDispute,
];
/// Most small files of one attempt in one game.
const MOST: usize = 2;

pub(super) fn cases() -> Vec<Case> {
    let mut seen = BTreeSet::new();
    let mut counts: BTreeMap<(&str, Attempt), usize> = BTreeMap::new();
    let mut cases = Vec::new();
    let published: Vec<Kind> = Kind::published().collect();
    for done in carried_out().iter().filter(|done| published.contains(&done.kind)) {
        for (signature, bytes) in &done.files {
            let kind = done.kind.id();
            let first_finding = signature.split('[').nth(1).unwrap_or_default();
            let first_finding = first_finding.split(' ').next().unwrap_or_default();
            let on_arrival = signature.contains(" true");
            let count = counts.entry((kind, done.attempt)).or_default();
            let is_wanted = match bytes.len() {
                _ if *count == 0 && RARE.contains(&done.attempt) => true,
                size if size <= SMALL => *count < MOST,
                size if size <= LARGE => true,
                size if size >= 30_000 => false,
                _ => seen.insert((kind, format!("{first_finding} {on_arrival}"))),
            };
            let by_attempt = format!("{:?} {signature}", done.attempt);
            let key = if bytes.len() > SMALL { signature.clone() } else { by_attempt };
            if !is_wanted || !seen.insert((kind, key)) {
                continue;
            }
            *count += 1;
            let name = format!("{kind}/cheat-{}-{count}", kebab(&format!("{:?}", done.attempt)));
            cases.push(Case::of_bytes(name, bytes.clone()));
        }
    }
    cases
}

fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(letter.to_ascii_lowercase());
    }
    kebab
}
