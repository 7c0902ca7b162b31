//! Pencil marks on the squares of each kind.

use super::*;

/// Checks the squares that typed marks name. Does nothing if the kind isn't in the list.
fn named(game: &str, typed: &[(&str, &str)], strange: &[&str]) {
    let Some(kind) = Kind::from_id(game) else { return };
    let table = AnyTable::new(&header(kind, None, 1)).expect("a game");
    for (typed, squares) in typed {
        let marked = table.marked(typed).unwrap_or_else(|| panic!("{game}: {typed}"));
        let mut named: Vec<&str> = squares.split(' ').collect();
        named.sort_unstable();
        let mut marked: Vec<&str> = marked.iter().map(String::as_str).collect();
        marked.sort_unstable();
        assert_eq!(marked, named, "{game}: {typed}");
    }
    for typed in strange {
        assert_eq!(table.marked(typed), None, "{game}: {typed}");
    }
}

#[test]
fn checkpoint_squares_by_letter_or_region() {
    let typed = [
        ("C4", "C4"),
        ("Canadian 4", "C4"),
        ("canadian-4", "C4"),
        ("Fiji 6", "F6"),
        ("C5-C9", "C5 C6 C7 C8 C9"),
        ("C5\u{2013}9", "C5 C6 C7 C8 C9"),
        ("C9 to C7", "C9 C8 C7"),
        ("C2-G2", "C2 D2 E2 F2 G2"),
        ("A1-C3", "A1 B2 C3"),
        ("G1-E3", "G1 F2 E3"),
        ("C4 D1, A1-A3 A2", "C4 D1 A1 A2 A3"),
    ];
    let strange = ["", "C4-D6", "C4-", "-C4", "H4", "C", "4", "C4-H9", "C4 x"];
    named("checkpoint-danger", &typed, &strange);
}

#[test]
fn in_the_game_box_by_dot() {
    let typed = [("c-4", "C4"), ("C5-C7", "C5 C6 C7"), ("c4\u{2013}a4", "A4 B4 C4")];
    named("game-box", &typed, &["", "Z1", "A1-A10", "A1-", "nothing"]);
}

#[test]
fn in_enemy_agent_along_the_streets() {
    let typed = [("c3", "C3"), ("B1-E1", "B1 C1 D1 E1"), ("C3 B1-E1", "C3 B1 C1 D1 E1")];
    named("enemy-agent", &typed, &["B2", ""]);
}

#[test]
fn spy_spaces_by_number_and_letter() {
    let typed =
        [("c4", "4C"), ("C5-C9", "5C 6C 7C 8C 9C"), ("1J-1A", "1J 1I 1H 1G 1F 1E 1D 1C 1B 1A")];
    named("spy", &typed, &["11A", "x", "", "9A-12A"]);
}

#[test]
fn in_espionage_by_square() {
    let typed = [("c4", "C4"), ("C5-C7", "C5 C6 C7")];
    named("espionage", &typed, &["C5-D9", "K1", ""]);
}
