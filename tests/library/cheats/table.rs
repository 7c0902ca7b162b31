//! The table of all cheats: which are possible in which kind, and when they are caught. Every cheat
//! in it is carried out here, so the table can't claim anything untested; and no cell is empty: if
//! a cheat isn't carried out in a kind, there is a reason.
//!
//! `UPDATE_CHEATS=1 cargo test --release --test library cheats::table` writes the table to
//! `docs/cheats.md`. `PBEM_KIND=spy` carries out only the cheats of that kind and ignores the page.

use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use pbem::games::Kind;
use pbem::table::{DamageKind, FindingKind};

use super::attempts::{ABSENT, GROUPS, RARE};
use super::everywhere;

pub(crate) use super::attempts::Attempt;
use crate::games::facts;
use crate::play::in_every_game;
use crate::recorder::{Recorded, recording};

/// An attempt, a short description, and the function that carries out all its variants and checks
/// the results.
pub(crate) struct Cheat(pub(crate) Attempt, pub(crate) &'static str, pub(crate) fn() -> Caught);

/// Variant for a cheat that works in the same way in every kind that allows it.
pub(super) struct Everywhere(
    pub(super) Attempt,
    pub(super) &'static str,
    pub(super) fn(Kind) -> Caught,
);

/// When a cheat is caught, and as what. Of several variants, the most common one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Caught {
    /// By everyone who reads the turn.
    Arrival(FindingKind),
    /// By the audit, after the reveals or with two files together.
    Verify(FindingKind),
    /// As a damaged file; no one is accused.
    Damage(DamageKind),
    /// As an invalid file: it is not used, and no one is accused.
    Unread,
    /// As an older version of a known file.
    Old,
    /// By the deadline: no turn arrives that could be judged.
    Deadline,
    /// A turn and a claim cross: no one wins, and no one is accused. An arbiter decides.
    NoWinner,
    /// The attempt is possible, but gains nothing.
    NoGain,
}

impl Caught {
    /// Describes when.
    fn when(self) -> &'static str {
        match self {
            Caught::Arrival(_) | Caught::Damage(_) | Caught::Unread | Caught::Old => "on arrival",
            Caught::Verify(_) => "verify",
            Caught::Deadline => "deadline",
            Caught::NoWinner => "no winner",
            Caught::NoGain => "no gain",
        }
    }
}

impl fmt::Display for Caught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.when())?;
        match self {
            Caught::Arrival(kind) | Caught::Verify(kind) => write!(f, ": `{}`", kind.id()),
            Caught::Damage(kind) => {
                write!(f, ": rejected as damaged (`{}`); no one is accused", kind.id())
            }
            Caught::Unread => f.write_str(": the file is rejected; no one is accused"),
            Caught::Old => f.write_str(": the file is rejected as old"),
            Caught::Deadline => {
                f.write_str(": `forfeit`; without revealing the setup, the cheater can't win")
            }
            Caught::NoWinner => f.write_str(
                ": a turn and a claim compete; if the game has an arbiter, the arbiter decides",
            ),
            Caught::NoGain => Ok(()),
        }
    }
}

/// A cheat that has been carried out.
pub(crate) struct Done {
    pub(crate) kind: Kind,
    pub(crate) attempt: Attempt,
    what: &'static str,
    caught: Option<Caught>,
    /// Files that the cheat has led to, for the conformance kit.
    pub(crate) files: Recorded,
}

impl Done {
    fn new(kind: Kind, attempt: Attempt, what: &'static str, run: impl FnOnce() -> Caught) -> Done {
        let (caught, files) = recording(|| catch_unwind(AssertUnwindSafe(run)));
        Done { kind, attempt, what, caught: caught.ok(), files }
    }
}

/// Returns the cheats that only this kind allows.
fn own(kind: Kind) -> impl Iterator<Item = &'static Cheat> {
    facts(kind).cheats.iter().copied().flatten()
}

/// Carries out every cheat of a kind.
fn carry_out(kind: Kind) -> Vec<Done> {
    let own =
        own(kind).map(|Cheat(attempt, what, carry_out)| Done::new(kind, *attempt, what, carry_out));
    let everywhere = everywhere::CHEATS.iter().copied().flatten();
    let everywhere = everywhere.filter(|Everywhere(attempt, ..)| absent(*attempt, kind).is_none());
    let everywhere = everywhere.map(|Everywhere(attempt, what, carry_out)| {
        Done::new(kind, *attempt, what, || carry_out(kind))
    });
    own.chain(everywhere).collect()
}

/// Returns every cheat of every kind, carried out once for this test and for the conformance kit.
pub(crate) fn carried_out() -> &'static [Done] {
    static DONE: OnceLock<Vec<Done>> = OnceLock::new();
    DONE.get_or_init(|| {
        let done = Mutex::new(Vec::new());
        in_every_game(|kind| {
            let of_game = carry_out(kind);
            done.lock().expect("each cheat is caught for itself").extend(of_game);
        });
        let mut done = done.into_inner().expect("each cheat is caught for itself");
        done.sort_by_key(|done| Kind::ALL.iter().position(|kind| *kind == done.kind));
        done
    })
}

/// Returns why no one can attempt this in that kind: what a game shows, what its author says, or
/// for a rare attempt, that the author has no cheat for it.
fn absent(attempt: Attempt, kind: Kind) -> Option<&'static str> {
    let shown = ABSENT.iter().find(|(what, lacks, _)| *what == attempt && lacks(kind));
    let said = || facts(kind).absent.iter().find(|(what, _)| *what == attempt).map(|(_, why)| *why);
    let is_carried_out = || own(kind).any(|cheat| cheat.0 == attempt);
    let rare = || RARE.iter().find(|(what, _)| *what == attempt && !is_carried_out());
    shown.map(|(_, _, why)| *why).or_else(said).or_else(|| rare().map(|(_, why)| *why))
}

/// Returns the cell of an attempt and a kind. `None` if it is empty.
fn cell(attempt: Attempt, kind: Kind, done: &[Done]) -> Option<String> {
    let of_cell = done.iter().filter(|done| (done.attempt, done.kind) == (attempt, kind));
    let mut when: Vec<&str> = of_cell.filter_map(|done| done.caught).map(Caught::when).collect();
    when.sort_unstable();
    when.dedup();
    match (absent(attempt, kind), when.is_empty()) {
        (Some(why), true) => Some(format!("not in this game: {why}")),
        (None, false) => Some(when.join(", ")),
        // Neither, or both.
        _ => None,
    }
}

/// Returns the table of attempts and kinds, with the impossible attempts below.
fn grid(done: &[Done], blank: &mut Vec<String>) -> String {
    let titles: Vec<&str> = Kind::published().map(Kind::title).collect();
    let mut text = String::new();
    let mut notes: Vec<String> = Vec::new();
    for (group, attempts) in GROUPS {
        let _ = writeln!(
            text,
            "\n### {group}\n\n| attempt | {} |\n| --- |{}",
            titles.join(" | "),
            " --- |".repeat(titles.len())
        );
        for attempt in *attempts {
            let cells = Kind::published().map(|kind| {
                let cell = cell(*attempt, kind, done).unwrap_or_else(|| {
                    blank.push(format!("{attempt:?} in {kind}"));
                    String::new()
                });
                let Some(why) = cell.strip_prefix("not in this game: ") else { return cell };
                let at = notes.iter().position(|note| note == why).unwrap_or_else(|| {
                    notes.push(why.to_owned());
                    notes.len() - 1
                });
                format!("not in this game ({})", at + 1)
            });
            let cells: Vec<String> = cells.collect();
            let _ = writeln!(text, "| {} | {} |", attempt.words(), cells.join(" | "));
        }
    }
    let _ = writeln!(text, "\n### Reasons\n");
    for (number, why) in (1..).zip(notes) {
        let _ = writeln!(text, "{number}. {why}");
    }
    text
}

/// Lists every cheat that has been carried out, kind by kind.
fn list(done: &[Done]) -> String {
    let mut text = String::new();
    for kind in Kind::published() {
        let _ = writeln!(
            text,
            "\n### {}\n\n| what the cheater does | result |\n| --- | --- |",
            kind.title()
        );
        for attempt in GROUPS.iter().flat_map(|(_, attempts)| *attempts) {
            for done in done.iter().filter(|done| (done.attempt, done.kind) == (*attempt, kind)) {
                if let Some(caught) = &done.caught {
                    let _ = writeln!(text, "| {} | {caught} |", done.what);
                }
            }
        }
    }
    text
}

const BEGIN: &str = "<!-- A test carries out these cheats and writes the rest of this page. -->\n";

#[test]
fn cheats_page_shows_the_current_table() {
    let done = carried_out();
    let missed: Vec<String> = done
        .iter()
        .filter(|done| done.caught.is_none())
        .map(|done| format!("{}: {}", done.kind, done.what))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
    let mut blank = Vec::new();
    let tables =
        format!("{BEGIN}\n## Attempts\n{}\n## All cheats\n{}", grid(done, &mut blank), list(done));
    let only = std::env::var("PBEM_KIND").ok();
    blank.retain(|cell| only.as_ref().is_none_or(|only| cell.ends_with(&format!(" in {only}"))));
    assert!(blank.is_empty(), "neither carried out nor excused, or both: {blank:#?}");
    println!("{}", tables.replace(BEGIN, ""));
    let updates = std::env::var_os("UPDATE_CHEATS").is_some();
    if only.is_some() {
        assert!(!updates, "the page lists all kinds: run UPDATE_CHEATS without PBEM_KIND");
        return;
    }

    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cheats.md");
    let text = fs::read_to_string(&page).expect("the page");
    let (above, there) = text.split_at(text.find(BEGIN).expect("the place of the table"));
    if updates {
        fs::write(&page, format!("{above}{tables}")).expect("it can be written");
    } else {
        assert!(
            there == tables,
            "docs/cheats.md has a different table: UPDATE_CHEATS=1 cargo test --release --test \
             library cheats::table"
        );
    }
}

/// An author excuses only attempts that no one carries out in every kind: whether those are
/// possible, a game shows.
#[test]
fn excuses_are_only_for_cheats_of_one_kind() {
    let everywhere: Vec<Attempt> =
        everywhere::CHEATS.iter().copied().flatten().map(|cheat| cheat.0).collect();
    for &kind in Kind::ALL {
        for (attempt, why) in facts(kind).absent {
            assert!(!everywhere.contains(attempt), "{kind}: {attempt:?}, {why}");
        }
    }
}

/// The list is complete: every attempt once, in one group.
#[test]
fn every_attempt_has_its_row() {
    let mut rows: BTreeMap<Attempt, usize> = BTreeMap::new();
    GROUPS
        .iter()
        .flat_map(|(_, attempts)| *attempts)
        .for_each(|attempt| *rows.entry(*attempt).or_default() += 1);
    assert!(rows.values().all(|times| *times == 1), "{rows:?}");
    assert_eq!(rows.len(), Attempt::COUNT);
}
