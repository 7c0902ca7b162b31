//! Boards as text, compared with the screens in the design and their ASCII versions.

use super::scenes;
use crate::render::{Look, columns, plain, text};
use crate::rules::Names;
use crate::rules::scene::{Board, Cell, Edge, Heads, Line, Role, Row, Scene};

const ASCII: Look = Look { ascii: true, width: 80 };

const CHECKPOINT: &str = "             YOUR MAP                              BOB: what you know
     1  2  3  4  5  6  7  8  9                  1  2  3  4  5  6  7  8  9
   ┌───────────────────────────┐              ┌───────────────────────────┐
   │ ·  ·  ·  ·  ·  ·  ·  ·  · │ A Arctic   A │ ·  ·  ·  X  ·  ·  ·  x  X │
   │ ·  ·  ·  ·  · (3) ·  A  · │ B Bering   B │ 2  ·  ·  ·  x  p  ·  x  · │
   │ ·  ·  ·  ·  ·  ·  ·  ·  · │ C Canadian C │ ·  ·  ·  ·  ·  x  ·  x  · │
   │ ·  ·  ·  A (1) ·  ·  ·  · │ D Desert   D │ ·  ·  ·  a  p  ·  x  x  x │
   │ · [A] ·  ·  ·  ·  ·  ·  · │ E Equator  E │ x  x  x  x  x  x  x  0  x │
   │ ·  · !?  ·  ·  ·  ·  ·  · │ F Fiji     F │ ·  · [A] ·  ·  2  x  x  x │
   │ ·  ·  ·  ·  ·  A  ·  ·  · │ G Glacier  G │ ·  ·  ·  ·  ·  x  ·  x  · │
   └───────────────────────────┘              └───────────────────────────┘
    A  agent     [A] found by bob           2  told 2   [A] found by you
   (3) called, told 3                       x  ruled out by a 0   X  by you
";
const CHECKPOINT_ASCII: &str =
    "             YOUR MAP                              BOB: what you know
     1  2  3  4  5  6  7  8  9                  1  2  3  4  5  6  7  8  9
   +---------------------------+              +---------------------------+
   | .  .  .  .  .  .  .  .  . | A Arctic   A | .  .  .  X  .  .  .  x  X |
   | .  .  .  .  . (3) .  A  . | B Bering   B | 2  .  .  .  x  p  .  x  . |
   | .  .  .  .  .  .  .  .  . | C Canadian C | .  .  .  .  .  x  .  x  . |
   | .  .  .  A (1) .  .  .  . | D Desert   D | .  .  .  a  p  .  x  x  x |
   | . [A] .  .  .  .  .  .  . | E Equator  E | x  x  x  x  x  x  x  0  x |
   | .  . !?  .  .  .  .  .  . | F Fiji     F | .  . [A] .  .  2  x  x  x |
   | .  .  .  .  .  A  .  .  . | G Glacier  G | .  .  .  .  .  x  .  x  . |
   +---------------------------+              +---------------------------+
    A  agent     [A] found by bob           2  told 2   [A] found by you
   (3) called, told 3                       x  ruled out by a 0   X  by you
";
const SPY: &str = "       A  B  C  D  E  F  G  H  I  J          A  B  C  D  E  F  G  H  I  J
     ┌──────────────────────────────┐      ┌──────────────────────────────┐
   1 │ ┌─────────────────┐  ·  ·  · │    1 │ ·  ×  ·  ·  ·  ·  ·  ·  ·  · │
   2 │ │  ·  ·  w  w  w  H  ·  ·  · │    2 │ ×  c  ×  ·  ·  ·  ·  ·  ·  · │
   3 │ │  ·  c  ·  ·  ·  │  ·  ·  · │    3 │ ·  ×  ·  H  H  H  ·  ·  ·  · │
   4 │ │  ·  ·  ·  ·  ·  │  w  ·  · │    4 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │
   5 │ │  w  ·  ┌─────●  ●  ·  c  · │    5 │ ·  ×  ·  ·  w  ·  ·  H  ·  · │
   6 │ └────────┘  ·  w  ·  ·  ·  · │    6 │ ×  c  ×  ·  ·  ·  ·  ·  ·  · │
   7 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │    7 │ ·  ×  ·  H  ·  ·  ·  ·  ·  · │
   8 │ ·  ?  ·  ·  ·  ·  ·  ·  ·  · │    8 │ ·  ·  ·  ·  ·  ·  ·  ·  w  · │
   9 │ ·  ·  ·  ·  c  ·  ·  ·  ·  · │    9 │ ·  ·  ·  ·  ·  ·  H  ·  ·  · │
  10 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │   10 │ ·  ·  ·  ·  ·  ·  ·  ·  ·  · │
     └──────────────────────────────┘      └──────────────────────────────┘
      ?      asked now                      × blank, next to a cold
";
const SPY_ASCII: &str = "       A  B  C  D  E  F  G  H  I  J          A  B  C  D  E  F  G  H  I  J
     +------------------------------+      +------------------------------+
   1 | +-----------------+  .  .  . |    1 | .  x  .  .  .  .  .  .  .  . |
   2 | |  .  .  w  w  w  H  .  .  . |    2 | x  c  x  .  .  .  .  .  .  . |
   3 | |  .  c  .  .  .  |  .  .  . |    3 | .  x  .  H  H  H  .  .  .  . |
   4 | |  .  .  .  .  .  |  w  .  . |    4 | .  .  .  .  .  .  .  .  .  . |
   5 | |  w  .  +-----o  o  .  c  . |    5 | .  x  .  .  w  .  .  H  .  . |
   6 | +--------+  .  w  .  .  .  . |    6 | x  c  x  .  .  .  .  .  .  . |
   7 | .  .  .  .  .  .  .  .  .  . |    7 | .  x  .  H  .  .  .  .  .  . |
   8 | .  ?  .  .  .  .  .  .  .  . |    8 | .  .  .  .  .  .  .  .  w  . |
   9 | .  .  .  .  c  .  .  .  .  . |    9 | .  .  .  .  .  .  H  .  .  . |
  10 | .  .  .  .  .  .  .  .  .  . |   10 | .  .  .  .  .  .  .  .  .  . |
     +------------------------------+      +------------------------------+
      ?      asked now                      x blank, next to a cold
";
const ENEMY_AGENT: &str =
    "         ╞ Red 1 ╡      ╞ Red 2 ╡                ╞ Red 3 ╡      ╞ Red 4 ╡
10   ░ ── ▒ ── ▒ ── ░ ── 3a ─ ▒ ──[I4]─ ░ ── · ── ▒ ── ▒ ── ░ ── ▒ ── ▒ ── ░
 9   ░              Y                   J                   Y              ░
 8   ░ ── · ── · ──[I3]─ · ── · ── · ── ░ ── · ── · ── · ── ░ ── · ── · ── ░
 7        ·                   ·                   ·                   ·
 6   · ── · ── · ── O ── 4t ─ · ── · ── · ── · ── · ── ■ ── O ── · ── · ── ·
    ══════════════╡   ╞═════════════ SCANNER ═════════════╡   ╞══════════════
 5   · ── · ── · ── 2a ─ ■ ── · ── · ──[7]── · ── · ── ■ ── O ──[12t] · ── ·
 4        ·                   ·                   ·                   ·
 3   ░ ── · ── · ── ░ ── · ── · ── · ── ░ ── · ── · ── · ── I2 ─ · ── · ── ░
 2   ░              Y                   I1                  Y              ░
 1   ░ ── ▒ ──[9a]─ ░ ── ▒ ── ▒ ── · ── ░ ── · ── ▒ ── ▒ ── ░ ── ▒ ── ▒ ── ░
         ╞ Blue 1 ╡     ╞ Blue 2 ╡               ╞ Blue 3* ╡    ╞ Blue 4 ╡
     A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
   · square  ░ gray  ▒ shaded  O checkpoint  ■ sentry box  Y yellow  J jail
";
const ENEMY_AGENT_ASCII: &str =
    "         | Red 1 |      | Red 2 |                | Red 3 |      | Red 4 |
10   : -- % -- % -- : -- 3a - % --[I4]- : -- . -- % -- % -- : -- % -- % -- :
 9   :              Y                   J                   Y              :
 8   : -- . -- . --[I3]- . -- . -- . -- : -- . -- . -- . -- : -- . -- . -- :
 7        .                   .                   .                   .
 6   . -- . -- . -- O -- 4t - . -- . -- . -- . -- . -- # -- O -- . -- . -- .
    ==============|   |============= SCANNER =============|   |==============
 5   . -- . -- . -- 2a - # -- . -- . --[7]-- . -- . -- # -- O --[12t] . -- .
 4        .                   .                   .                   .
 3   : -- . -- . -- : -- . -- . -- . -- : -- . -- . -- . -- I2 - . -- . -- :
 2   :              Y                   I1                  Y              :
 1   : -- % --[9a]- : -- % -- % -- . -- : -- . -- % -- % -- : -- % -- % -- :
         | Blue 1 |     | Blue 2 |               | Blue 3* |    | Blue 4 |
     A    B    C    D    E    F    G    H    I    J    K    L    M    N    O
   . square  : gray  % shaded  O checkpoint  # sentry box  Y yellow  J jail
";
const ESPIONAGE: &str =
    "     A   B   C   D   E   F   G   H   I   J                    lost      bob's
   ┌────────────────────────────────────────┐               you bob  seen hidden
10 │ ·  [?] <?>  ·   ·   ·   ·  [?] [?] [?] │  ─────────────────────────────────
 9 │ ·  <?>  ·  <?>  ·   ·  [?] [?] [?]  ·  │  1 Corporal     2   3     ·     2
 8 │ ·   ·   ·   ·  <?> <?>  ·  [m]  ·   ·  │  2 Lieutenant   1   2     ·     2
 7 │ ·  <3>* ·  <?> [?] [?]  ·   ·   ·   2  │  3 Captain      ·   1     1     1
 6 │ S   ·  <?>  ·   ▲   ▲   1   ·   3   ·  │  4 Colonel      ·   ·     ·     2
 5 │ ·   3   ·  <?>* ▲   ▲   ·   ·   ·   ·  │  5 General      2   ·     1     1
 4 │ ·   ·  <?>  ·   2   E   ·   ·   4   ·  │  S Spy          2   3     ·     2
 3 │ ·   ·   ·   M   E   ·   ·   S   ·   ·  │  E Sapper       2   1     ·     4
 2 │ ·   ·   M   M   2   S   1   ·  <5>  E  │  M Mine         ·   ·     ·     4
 1 │ ·   ·   M   H   ·   3   ·   1   ·   4  │  H Headquarters ·   ·     ·     1
   └────────────────────────────────────────┘                 9  10     2    19
     A   B   C   D   E   F   G   H   I   J
    3  yours    [?] bob's, never moved    <?> bob's, has moved: no Mine, no HQ
   [M] seen by your Spies    [m] follows from fights   * just moved   ▲ volcano
";
const ESPIONAGE_ASCII: &str =
    "     A   B   C   D   E   F   G   H   I   J                    lost      bob's
   +----------------------------------------+               you bob  seen hidden
10 | .  [?] <?>  .   .   .   .  [?] [?] [?] |  ---------------------------------
 9 | .  <?>  .  <?>  .   .  [?] [?] [?]  .  |  1 Corporal     2   3     .     2
 8 | .   .   .   .  <?> <?>  .  [m]  .   .  |  2 Lieutenant   1   2     .     2
 7 | .  <3>* .  <?> [?] [?]  .   .   .   2  |  3 Captain      .   1     1     1
 6 | S   .  <?>  .   ^   ^   1   .   3   .  |  4 Colonel      .   .     .     2
 5 | .   3   .  <?>* ^   ^   .   .   .   .  |  5 General      2   .     1     1
 4 | .   .  <?>  .   2   E   .   .   4   .  |  S Spy          2   3     .     2
 3 | .   .   .   M   E   .   .   S   .   .  |  E Sapper       2   1     .     4
 2 | .   .   M   M   2   S   1   .  <5>  E  |  M Mine         .   .     .     4
 1 | .   .   M   H   .   3   .   1   .   4  |  H Headquarters .   .     .     1
   +----------------------------------------+                 9  10     2    19
     A   B   C   D   E   F   G   H   I   J
    3  yours    [?] bob's, never moved    <?> bob's, has moved: no Mine, no HQ
   [M] seen by your Spies    [m] follows from fights   * just moved   ^ volcano
";
const GAME_BOX: &str = "      1  2  3  4  5  6  7  8  9
    ┌───────────────────────────┐     caller    hits    bombs lost   misses
  A │ ·  ·  ·  ·  ·  G [1][3] · │     ──────────────────────────────────────
  B │[4] ○  · [3] ·  ·  G  ·  ○ │    1 bob     ■ · ·   × · ·         5
  C │ ·  ·  ○  ○  ·  ·  ·  ·  G │  ► 2 carol   · · ·   · · ·         6
  D │ ·  ·  ○  ·  ·  ○  ○  ·  · │    3 dave    ■ ■ ·   × × ×         1   OUT
  E │ ·  ○  ·  ·  ·  ·  ·  ○  ○ │    4 erin    ■ · ·   · · ·         5
  F │ ·  ·  ·  ○  ○  ·  ·  ·  ○ │
  G │ ○  ○  ·  ·  ·  ○  ·  G  · │    Checker: alice    houses left: 6 of 10
  H │ ·  ·  ·  ·  ·  ○  ·  ·  · │    next: 4 erin, then 1 bob (3 dave is out)
    └───────────────────────────┘
     [1] house hit, by caller 1    G gun    ○ miss    · not called yet
";
const GAME_BOX_ASCII: &str = "      1  2  3  4  5  6  7  8  9
    +---------------------------+     caller    hits    bombs lost   misses
  A | .  .  .  .  .  G [1][3] . |     --------------------------------------
  B |[4] o  . [3] .  .  G  .  o |    1 bob     # . .   x . .         5
  C | .  .  o  o  .  .  .  .  G |  > 2 carol   . . .   . . .         6
  D | .  .  o  .  .  o  o  .  . |    3 dave    # # .   x x x         1   OUT
  E | .  o  .  .  .  .  .  o  o |    4 erin    # . .   . . .         5
  F | .  .  .  o  o  .  .  .  o |
  G | o  o  .  .  .  o  .  G  . |    Checker: alice    houses left: 6 of 10
  H | .  .  .  .  .  o  .  .  . |    next: 4 erin, then 1 bob (3 dave is out)
    +---------------------------+
     [1] house hit, by caller 1    G gun    o miss    . not called yet
";

fn shown(scene: &Scene, look: Look) -> String {
    text(scene, &scenes::names(), look)
}

#[test]
fn checkpoint_looks_as_designed() {
    assert_eq!(shown(&scenes::checkpoint(), Look::default()), CHECKPOINT);
    assert_eq!(shown(&scenes::checkpoint(), ASCII), CHECKPOINT_ASCII);
}

/// Doesn't compare the line with the titles, because the design centers titles inconsistently on
/// boards of even width.
#[test]
fn spy_looks_as_designed() {
    let below_titles = |text: String| text.split_once('\n').expect("several lines").1.to_owned();
    assert_eq!(below_titles(shown(&scenes::spy(), Look::default())), SPY);
    assert_eq!(below_titles(shown(&scenes::spy(), ASCII)), SPY_ASCII);
}

/// The wall is one character shorter at each end than in the design, because a band begins with the
/// first square.
#[test]
fn enemy_agent_looks_as_designed() {
    assert_eq!(shown(&scenes::enemy_agent(), Look::default()), ENEMY_AGENT);
    assert_eq!(shown(&scenes::enemy_agent(), ASCII), ENEMY_AGENT_ASCII);
}

#[test]
fn espionage_looks_as_designed() {
    assert_eq!(shown(&scenes::espionage(), Look::default()), ESPIONAGE);
    assert_eq!(shown(&scenes::espionage(), ASCII), ESPIONAGE_ASCII);
}

#[test]
fn game_box_looks_as_designed() {
    assert_eq!(shown(&scenes::game_box(), Look::default()), GAME_BOX);
    assert_eq!(shown(&scenes::game_box(), ASCII), GAME_BOX_ASCII);
}

fn one_row(cells: Vec<Cell>, cell_width: usize) -> Board {
    let columns = (1..=cells.len()).map(|column| column.to_string()).collect();
    let rows = vec![Row::Cells { label: String::new(), name: String::new(), cells }];
    Board { columns, cell_width, rows, ..Board::default() }
}

#[test]
fn joined_cell_is_filled_up_to_the_next() {
    let texts = ["a", "ab", "abc", "abcd", "abcde", "abcdef"];
    let cells = texts.map(|text| Cell::new(text, Role::Own).named(text)).into();
    let path = |pair: &[&str]| Edge::new(pair[0], pair[1], Line::Path);
    let edges = texts.windows(2).map(path).collect();
    let board = Board { heads: Heads::Below, edges, ..one_row(cells, 5) };
    let scene = Scene { boards: vec![board], ..Scene::default() };
    assert_eq!(
        shown(&scene, Look::default()),
        "   a ── ab ─abc──abcd─abcdeabcde\n   1    2    3    4    5    6\n"
    );
}

#[test]
fn two_digit_labels_are_aligned_with_one_digit_labels() {
    let scene = Scene {
        boards: vec![one_row(vec![Cell::new("·", Role::Plain); 11], 3)],
        ..Scene::default()
    };
    let expected = "     1  2  3  4  5  6  7  8  9  10 11\n     ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·\n";
    assert_eq!(shown(&scene, Look::default()), expected);
}

#[test]
fn boards_that_are_too_wide_are_stacked() {
    let board = |title: &str| Board {
        title: title.to_owned(),
        frame: true,
        ..one_row(vec![Cell::new("·", Role::Plain); 12], 3)
    };
    let scene = Scene { boards: vec![board("ONE"), board("TWO")], ..Scene::default() };
    let text = shown(&scene, Look::default());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 11);
    assert_eq!((lines[0].trim(), lines[5], lines[6].trim()), ("ONE", "", "TWO"));
    assert_eq!(lines[1..5], lines[7..]);
}

#[test]
fn table_without_room_goes_below_the_board() {
    let mut scene = scenes::espionage();
    scene.boards[0].aside[0].push_str("     and more");
    let text = shown(&scene, Look::default());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "     A   B   C   D   E   F   G   H   I   J");
    assert_eq!(lines[14], "");
    assert!(lines[15].starts_with("               lost"));
    assert!(text.lines().all(|line| columns(line) <= 80));
}

#[test]
fn table_may_be_longer_than_the_board() {
    let board = Board {
        aside: ["a", "b", "c", "d"].map(str::to_owned).into(),
        ..one_row(vec![Cell::new("·", Role::Plain)], 3)
    };
    let scene = Scene { boards: vec![board], ..Scene::default() };
    assert_eq!(shown(&scene, Look::default()), "     1  a\n     ·  b\n        c\n        d\n");
}

#[test]
fn a_long_name_breaks_no_screen() {
    let names =
        Names::new(["a-name-of-thirty-two-letters-all", "b-name-of-thirty-two-letters-all"]);
    for scene in scenes::all() {
        let text = text(&scene, &names, Look::default());
        assert!(text.lines().all(|line| columns(line) <= 80), "{text}");
    }
}

#[test]
fn an_ascii_twin_has_the_width_of_its_like() {
    for scene in scenes::all() {
        let (rich, poor) = (shown(&scene, Look::default()), shown(&scene, ASCII));
        assert!(poor.is_ascii());
        let widths = |text: &str| text.lines().map(columns).collect::<Vec<_>>();
        assert_eq!(widths(&rich), widths(&poor));
    }
}

#[test]
fn every_character_has_an_ascii_replacement() {
    assert_eq!(plain("“Fiji” – ‘3’ … → ≠ ü", ASCII), "\"Fiji\" - '3' . > ? ?");
    assert_eq!(plain("┌┬╔╬┘ ║╞═╡ ░▒▓█ ▲►▼◄ ○●■× ·\u{a0}", ASCII), "+++++ ||=| :%## ^>v< oo#x . ");
    assert_eq!(plain("“Fiji” ░", Look::default()), "“Fiji” ░");
}

#[test]
fn nothing_comes_of_nothing() {
    assert_eq!(shown(&Scene::default(), Look::default()), "");
    let scene = Scene {
        boards: vec![
            Board::default(),
            Board { frame: true, aside: vec![String::new()], ..Board::default() },
        ],
        ..Scene::default()
    };
    shown(&scene, ASCII);
}

#[test]
fn symbol_in_the_legend_stays_with_its_meaning() {
    let legend = vec!["      ?      asked now        × blank, next to a cold space".to_owned()];
    let scene = Scene { legend, ..Scene::default() };
    let lines = super::super::legend(&scene, &Names::new(["alice", "bob"]), 36);
    assert_eq!(lines, ["      ?  asked now", "      × blank, next to a cold space"]);
}

#[test]
fn stacked_boards_have_their_own_legends() {
    let narrow = text(&scenes::checkpoint(), &scenes::names(), Look { ascii: false, width: 60 });
    let place = |part: &str| narrow.find(part).unwrap_or_else(|| panic!("{part}: {narrow}"));
    let order = [
        "YOUR MAP",
        "A  agent",
        "[A] found by bob",
        "(3) called, told 3",
        "BOB: what you know",
        "2  told 2",
        "[A] found by you",
        "X  by you",
    ];
    assert!(order.map(place).is_sorted(), "{narrow}");
}
