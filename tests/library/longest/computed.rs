//! Computes the longest possible file: each key of a turn has a stated maximum, in every turn and
//! in the whole game, and their sum is below the limit of a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pbem::games::Kind;
use pbem::turnfile::Turn;
pub(crate) use pbem::turnfile::limits::ENTRY_COLUMNS;
use pbem::turnfile::limits::{
    MAX_BYTES, MAX_MAIL, MAX_NAME, MAX_NOTE, MAX_NOTES_OF_SEAT, MAX_TURN_BYTES, MAX_TURNS,
    PIECE_COLUMNS,
};

use crate::games::{facts, variants};
use crate::play::{Game, finished, in_every_game, kinds};

/// Number of entries in a list, and columns of the widest; a value that isn't a list is one entry.
pub(crate) type Size = (usize, usize);

/// Maximum size of a key: in each turn, and in addition once for each seat.
///
/// A turn with a reveal or a breach may contain anything up to the limit of a turn; each seat has
/// at most one such turn.
pub(crate) struct Most(pub(crate) &'static str, pub(crate) Size, pub(crate) Size);

pub(crate) const HASH: usize = 64;
pub(crate) const NONE: Size = (0, 0);
/// Widest character as written, `\U0010ffff`, and the widest for its size in bytes, `\u00e9`.
const WIDEST: usize = 10;
const COLUMNS_A_BYTE: usize = 3;

/// Keys that are the same in every kind.
const ALWAYS: &[Most] = &[
    Most("number", (1, 4), NONE),
    Most("seat", (1, 34), NONE),
    Most("sent", (1, 20), NONE),
    Most("after", (1, HASH), NONE),
    Most("key", NONE, (1, HASH)),
    Most("nonce", NONE, (1, HASH)),
    Most("tip", NONE, (1, HASH)),
    Most("name", NONE, pieces(MAX_NAME)),
    Most("mail", NONE, pieces(MAX_MAIL)),
    Most("offer", (1, 6), NONE),
    Most("note", NONE, pieces(MAX_NOTE)), // plus `notes`
    Most("seed", NONE, (1, HASH)),
    Most("ruled", NONE, (1, 20)),
    Most("ruling", NONE, (2, HASH)),
    Most("signature", (2, HASH), NONE),
];

/// Returns the size of a text of this many of the widest characters, in pieces.
const fn pieces(characters: usize) -> Size {
    (characters.div_ceil(PIECE_COLUMNS / WIDEST), PIECE_COLUMNS)
}

/// Returns the number of lines for this many bytes in a list.
pub(crate) const fn lines(bytes: usize) -> usize {
    bytes.div_ceil(32)
}

/// Returns the size of a list as written: `key = [`, two spaces, quotes and a comma for each entry,
/// `]`.
fn list(key: &str, (entries, columns): Size) -> usize {
    if entries == 0 { 0 } else { key.len() + 7 + entries * (columns + 6) }
}

/// Returns the size if each entry is in a separate turn.
fn scattered(key: &str, (entries, columns): Size) -> usize {
    entries * list(key, (1, columns))
}

/// Returns the size of all notes. A piece ends when there is no room for the widest character, and
/// the last piece of a note may be short; a note in every turn is the worst case.
fn notes(seats: usize, turns: usize) -> usize {
    let columns = COLUMNS_A_BYTE * MAX_NOTES_OF_SEAT;
    let full = columns.div_ceil(PIECE_COLUMNS + 1 - WIDEST);
    seats * (columns + 6 * full) + turns * (list("note", (1, 0)))
}

/// Returns the size of the longest file of this kind.
pub(super) fn longest(kind: Kind) -> usize {
    let seats = usize::from(*kind.seats().end());
    let turns = MAX_TURNS as usize;
    let header = MAX_TURN_BYTES;
    // The lines that aren't hashed, and `[[turn]]` with the empty line before it.
    let around = 512 + turns * 11;
    let shown_or_broken = seats * MAX_TURN_BYTES;
    let keys = ALWAYS
        .iter()
        .chain(facts(kind).longest)
        .map(|Most(key, every, once)| turns * list(key, *every) + seats * scattered(key, *once));
    header + around + shown_or_broken + notes(seats, turns) + keys.sum::<usize>()
}

#[test]
fn longest_files_are_below_the_limit() {
    for kind in kinds() {
        let bytes = longest(kind);
        println!("{kind}: {bytes} bytes at most, of {MAX_BYTES}");
        assert!(bytes < MAX_BYTES, "{kind}: {bytes}");
    }
}

/// The counted keys are exactly the keys of the page.
#[test]
fn every_key_of_a_turn_is_counted() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/protocol.md");
    let page = fs::read_to_string(page).expect("the page");
    let table = page.split("### `[[turn]]`").nth(1).and_then(|rest| rest.split("\n### ").next());
    let rows = table.expect("the keys").lines().filter_map(|line| line.strip_prefix("| `"));
    let keys: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    assert!(keys.len() >= 23, "{keys:?}");
    let of_kinds = || Kind::ALL.iter().flat_map(|kind| facts(*kind).longest);
    let counted = || ALWAYS.iter().chain(of_kinds()).map(|Most(key, ..)| *key);
    for key in keys {
        assert!(counted().any(|counted| counted == key), "`{key}` is not counted");
    }
}

/// Returns the size of each key in a turn: entries, and columns of the widest.
fn sizes_of(turn: &Turn) -> BTreeMap<String, Size> {
    let mut sizes: BTreeMap<String, Size> = BTreeMap::new();
    let mut key = String::new();
    for line in turn.text().lines().skip(1) {
        if let Some((name, value)) = line.split_once(" = ").filter(|_| !line.starts_with('"')) {
            name.clone_into(&mut key);
            sizes.insert(key.clone(), if value == "[" { NONE } else { (1, value.len()) });
        } else if let Some(entry) = line.strip_suffix("\",") {
            let (entries, columns) = sizes.get_mut(&key).expect("a list");
            (*entries, *columns) = (*entries + 1, (*columns).max(entry.len() - 1));
        }
    }
    sizes
}

/// Checks the stated maximums with real games.
#[test]
fn turns_stay_below_the_stated_maximums() {
    in_every_game(|kind| {
        let counted = || ALWAYS.iter().chain(facts(kind).longest);
        for (at, (players, set)) in variants(kind).into_iter().enumerate() {
            let game: Game = finished(kind, players, set, 300 + at as u64);
            let mut all: BTreeMap<String, usize> = BTreeMap::new();
            for turn in &game.file.turns {
                let place = format!("{kind} {set:?}, turn {}", turn.number);
                for (key, (entries, columns)) in sizes_of(turn) {
                    let Some(Most(_, every, once)) = counted().find(|most| most.0 == key) else {
                        panic!("{place} has `{key}`, which isn't in `longest` of its `FACTS`");
                    };
                    let most = (every.0 + once.0, every.1.max(once.1));
                    assert!(
                        entries <= most.0 && columns <= most.1,
                        "{place}: `{key}` has {entries} entries of {columns} columns, more than \
                         {most:?} in `longest` of its `FACTS`",
                    );
                    *all.entry(key).or_default() += entries;
                }
            }
            for Most(key, every, once) in counted() {
                let most = every.0 * game.file.turns.len() + once.0 * players;
                let there = all.get(*key).copied().unwrap_or(0);
                assert!(there <= most, "{kind} {set:?}: `{key}` has {there}, more than {most}");
            }
        }
    });
}
