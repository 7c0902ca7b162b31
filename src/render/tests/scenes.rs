//! The boards of the five screens in the design, built by hand.

use crate::rules::Names;
use crate::rules::scene::{Board, Cell, Edge, Heads, Line, Role, Row, Scene};

pub(super) fn names() -> Names {
    Names::new(["alice", "bob"])
}

/// Parses the contents of cells, which spaces separate. `~` at the end of a cell's content joins
/// the cell to the next cell; `_` stands for a space, and a single `_` isn't a square. The name of
/// a cell consists of the label, the number of the cell, and the `~` if there is one.
fn cells(label: &str, signs: &str) -> Vec<Cell> {
    let cell = |(at, sign): (usize, &str)| {
        let text = sign.strip_suffix('~').unwrap_or(sign);
        let role = match text {
            "_" => Role::Void,
            "·" => Role::Plain,
            "[A]" => Role::Hit,
            "x" | "p" | "×" => Role::RuledOut,
            "░" | "▒" | "■" | "O" | "Y" | "J" | "▲" => Role::Ground,
            sign if sign.contains('?') => Role::Asked,
            sign if sign.starts_with(['[', '<']) => Role::Foe,
            sign if sign.chars().all(|sign| sign.is_ascii_digit()) => Role::Answer,
            _ => Role::Own,
        };
        let name = format!("{label}.{at}{}", &sign[text.len()..]);
        Cell::new(text.replace('_', " "), role).named(name)
    };
    signs.split(' ').enumerate().map(cell).collect()
}

/// Returns the paths from cells whose name ends with `~`.
fn paths(rows: &[Row]) -> Vec<Edge> {
    let path = |pair: &[Cell]| match pair {
        [from, to] if from.name.ends_with('~') => Some(Edge::new(&from.name, &to.name, Line::Path)),
        _ => None,
    };
    let in_row = |row: &Row| match row {
        Row::Cells { cells, .. } => cells.windows(2).filter_map(path).collect(),
        Row::Band(_) => Vec::new(),
    };
    rows.iter().flat_map(in_row).collect()
}

fn row(label: &str, signs: &str, name: &str) -> Row {
    Row::Cells { label: label.to_owned(), name: name.to_owned(), cells: cells(label, signs) }
}

fn lines(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

fn heads(heads: &str) -> Vec<String> {
    heads.chars().map(String::from).collect()
}

pub(super) fn checkpoint() -> Scene {
    let regions =
        ["A Arctic", "B Bering", "C Canadian", "D Desert", "E Equator", "F Fiji", "G Glacier"];
    let own = [
        "· · · · · · · · ·",
        "· · · · · (3) · A ·",
        "· · · · · · · · ·",
        "· · · A (1) · · · ·",
        "· [A] · · · · · · ·",
        "· · !?_ · · · · · ·",
        "· · · · · A · · ·",
    ];
    let known = [
        "· · · X · · · x X",
        "2 · · · x p · x ·",
        "· · · · · x · x ·",
        "· · · a p · x x x",
        "x x x x x x x 0 x",
        "· · [A] · · 2 x x x",
        "· · · · · x · x ·",
    ];
    let board = |title: &str, rows: Vec<Row>| Board {
        title: title.to_owned(),
        columns: heads("123456789"),
        cell_width: 3,
        frame: true,
        rows,
        ..Board::default()
    };
    let left = own.iter().zip(regions).map(|(signs, region)| row("", signs, region)).collect();
    let right =
        known.iter().zip(regions).map(|(signs, region)| row(&region[..1], signs, "")).collect();
    Scene {
        boards: vec![board("YOUR MAP", left), board("{1^}: what you know", right)],
        legend: lines(&[
            "    A  agent     [A] found by {1}           2  told 2   [A] found by you",
            "   (3) called, told 3                       x  ruled out by a 0   X  by you",
        ]),
        facts: vec![("Found".to_owned(), "by you 1 of 4, by {1} 1 of 4".to_owned())],
        may: lines(&["call a square"]),
        list: lines(&["{1} asks: Checkpoint Danger, Fiji 3. Your answer will be: 1."]),
        ..Scene::default()
    }
}

pub(super) fn spy() -> Scene {
    let own = [
        "_┌─ ─── ─── ─── ─── ─── ─┐_ · · ·",
        "│ · · w w w H · · ·",
        "│ · c · · · │ · · ·",
        "│ · · · · · │ w · ·",
        "│ w · _┌─ ─── ─●_ ● · c ·",
        "_└─ ─── ─── ─┘_ · w · · · ·",
        "· · · · · · · · · ·",
        "· ? · · · · · · · ·",
        "· · · · c · · · · ·",
        "· · · · · · · · · ·",
    ];
    let known = [
        "· × · · · · · · · ·",
        "× c × · · · · · · ·",
        "· × · H H H · · · ·",
        "· · · · · · · · · ·",
        "· × · · w · · H · ·",
        "× c × · · · · · · ·",
        "· × · H · · · · · ·",
        "· · · · · · · · w ·",
        "· · · · · · H · · ·",
        "· · · · · · · · · ·",
    ];
    let board = |title: &str, rows: [&str; 10]| Board {
        title: title.to_owned(),
        columns: heads("ABCDEFGHIJ"),
        cell_width: 3,
        frame: true,
        rows: rows
            .iter()
            .zip(1..)
            .map(|(signs, number)| row(&number.to_string(), signs, ""))
            .collect(),
        ..Board::default()
    };
    Scene {
        heading: "round 8".to_owned(),
        boards: vec![board("YOUR NETWORK", own), board("{1^}: what you know", known)],
        legend: lines(&["      ?      asked now                      × blank, next to a cold"]),
        ..Scene::default()
    }
}

pub(super) fn enemy_agent() -> Scene {
    let rows = vec![
        Row::Band(
            "     ╞ Red 1 ╡      ╞ Red 2 ╡                ╞ Red 3 ╡      ╞ Red 4 ╡".to_owned(),
        ),
        row("10", "░~ ▒~ ▒~ ░~ 3a~ ▒~ [I4]~ ░~ ·~ ▒~ ▒~ ░~ ▒~ ▒~ ░", ""),
        row("9", "░ _ _ Y _ _ _ J _ _ _ Y _ _ ░", ""),
        row("8", "░~ ·~ ·~ [I3]~ ·~ ·~ ·~ ░~ ·~ ·~ ·~ ░~ ·~ ·~ ░", ""),
        row("7", "_ · _ _ _ · _ _ _ · _ _ _ · _", ""),
        row("6", "·~ ·~ ·~ O~ 4t~ ·~ ·~ ·~ ·~ ·~ ■~ O~ ·~ ·~ ·", ""),
        Row::Band(
            "══════════════╡   ╞═════════════ SCANNER ═════════════╡   ╞══════════════".to_owned(),
        ),
        row("5", "·~ ·~ ·~ 2a~ ■~ ·~ ·~ [7]~ ·~ ·~ ■~ O~ [12t] ·~ ·", ""),
        row("4", "_ · _ _ _ · _ _ _ · _ _ _ · _", ""),
        row("3", "░~ ·~ ·~ ░~ ·~ ·~ ·~ ░~ ·~ ·~ ·~ I2~ ·~ ·~ ░", ""),
        row("2", "░ _ _ Y _ _ _ I1 _ _ _ Y _ _ ░", ""),
        row("1", "░~ ▒~ [9a]~ ░~ ▒~ ▒~ ·~ ░~ ·~ ▒~ ▒~ ░~ ▒~ ▒~ ░", ""),
        Row::Band(
            "     ╞ Blue 1 ╡     ╞ Blue 2 ╡               ╞ Blue 3* ╡    ╞ Blue 4 ╡".to_owned(),
        ),
    ];
    let board = Board {
        columns: heads("ABCDEFGHIJKLMNO"),
        heads: Heads::Below,
        cell_width: 5,
        edges: paths(&rows),
        rows,
        ..Board::default()
    };
    let legend =
        lines(&["   · square  ░ gray  ▒ shaded  O checkpoint  ■ sentry box  Y yellow  J jail"]);
    Scene { boards: vec![board], legend, ..Scene::default() }
}

pub(super) fn espionage() -> Scene {
    let signs = [
        "· [?] <?> · · · · [?] [?] [?]",
        "· <?> · <?> · · [?] [?] [?] ·",
        "· · · · <?> <?> · [m] · ·",
        "· <3>* · <?> [?] [?] · · · 2",
        "S · <?> · ▲ ▲ 1 · 3 ·",
        "· 3 · <?>* ▲ ▲ · · · ·",
        "· · <?> · 2 E · · 4 ·",
        "· · · M E · · S · ·",
        "· · M M 2 S 1 · <5> E",
        "· · M H · 3 · 1 · 4",
    ];
    let aside = lines(&[
        "               lost      {1}'s",
        "             you {1}  seen hidden",
        "─────────────────────────────────",
        "1 Corporal     2   3     ·     2",
        "2 Lieutenant   1   2     ·     2",
        "3 Captain      ·   1     1     1",
        "4 Colonel      ·   ·     ·     2",
        "5 General      2   ·     1     1",
        "S Spy          2   3     ·     2",
        "E Sapper       2   1     ·     4",
        "M Mine         ·   ·     ·     4",
        "H Headquarters ·   ·     ·     1",
        "               9  10     2    19",
    ]);
    let rows = signs
        .iter()
        .zip(1..)
        .map(|(signs, down)| row(&(11 - down).to_string(), signs, ""))
        .collect();
    let board = Board {
        columns: heads("ABCDEFGHIJ"),
        heads: Heads::Both,
        cell_width: 4,
        frame: true,
        rows,
        aside,
        ..Board::default()
    };
    let legend = lines(&[
        "    3  yours    [?] {1}'s, never moved    <?> {1}'s, has moved: no Mine, no HQ",
        "   [M] seen by your Spies    [m] follows from fights   * just moved   ▲ volcano",
    ]);
    Scene { boards: vec![board], legend, ..Scene::default() }
}

pub(super) fn game_box() -> Scene {
    let signs = [
        "· · · · · G [1] [3] ·",
        "[4] ○ · [3] · · G · ○",
        "· · ○ ○ · · · · G",
        "· · ○ · · ○ ○ · ·",
        "· ○ · · · · · ○ ○",
        "· · · ○ ○ · · · ○",
        "○ ○ · · · ○ · G ·",
        "· · · · · ○ · · ·",
    ];
    let aside = lines(&[
        "",
        "   caller    hits    bombs lost   misses",
        "   ──────────────────────────────────────",
        "  1 {1}     ■ · ·   × · ·         5",
        "► 2 carol   · · ·   · · ·         6",
        "  3 dave    ■ ■ ·   × × ×         1   OUT",
        "  4 erin    ■ · ·   · · ·         5",
        "",
        "  Checker: {0}    houses left: 6 of 10",
        "  next: 4 erin, then 1 {1} (3 dave is out)",
    ]);
    let rows = signs
        .iter()
        .zip("ABCDEFGH".chars())
        .map(|(signs, letter)| row(&letter.to_string(), signs, ""))
        .collect();
    let board = Board {
        columns: heads("123456789"),
        cell_width: 3,
        frame: true,
        rows,
        aside,
        ..Board::default()
    };
    let legend = lines(&["     [1] house hit, by caller 1    G gun    ○ miss    · not called yet"]);
    Scene { boards: vec![board], legend, ..Scene::default() }
}

pub(super) fn all() -> [Scene; 5] {
    [checkpoint(), spy(), enemy_agent(), espionage(), game_box()]
}
