//! A board on a graph: nine places, with paths, a wall and tunnels between them.

use serde_json::json;

use crate::render::{Look, board, html_table, json, text};
use crate::rules::Names;
use crate::rules::scene::{Board, Cell, Edge, Line, Piece, Role, Row, Scene};

fn names() -> Names {
    Names::new(["alice", "bob"])
}

fn graph() -> Scene {
    let cell = |name: char| {
        let text = if name == 'E' { "X" } else { "·" };
        Cell::new(text, Role::Plain).named(name)
    };
    let row = |places: &str| Row::Cells {
        label: String::new(),
        name: String::new(),
        cells: places.chars().map(cell).collect(),
    };
    let mut rows: Vec<Row> = ["ABC", "DEF", "GHI"].map(row).into();
    if let Some(Row::Cells { cells, .. }) = rows.get_mut(1) {
        cells[1].pieces = vec![Piece::new("no-such-picture")];
    }
    let paths = ["AB", "AD", "BE", "EF", "DG", "GH", "HI"];
    let between = |kind| {
        move |ends: &str| {
            let mut ends = ends.chars();
            Edge::new(ends.next().unwrap_or(' '), ends.next().unwrap_or(' '), kind)
        }
    };
    let mut edges: Vec<Edge> = paths.into_iter().map(between(Line::Path)).collect();
    edges.extend(["CF", "BC"].into_iter().map(between(Line::Wall)));
    edges.extend(["AH", "CI", "EH"].into_iter().map(between(Line::Tunnel)));
    edges.push(between(Line::Path)("FG"));
    let columns = ["1", "2", "3"].map(str::to_owned).into();
    let board = Board { id: "graph", columns, cell_width: 5, rows, edges, ..Board::default() };
    Scene { boards: vec![board], ..Scene::default() }
}

const TEXT: &str = "   1    2    3
   · ── · │  ·
   │    │   ───
   ·    X ── ·
   │
   · ── · ── ·
   Paths: F-G
   Tunnels: A-H  C-I  E-H
";

#[test]
fn text_draws_lines_between_neighbors_and_lists_the_others() {
    assert_eq!(text(&graph(), &names(), Look::default()), TEXT);
    let drawn = board(&graph().boards[0], &names());
    assert_eq!(drawn.rows, [1, 3, 5]);
    let narrow = text(&graph(), &names(), Look { width: 12, ascii: false });
    let left = "   1    2\n   · ── · │\n   │    │\n   ·    X ──\n   │\n   · ── · ──\n";
    let parts = [left, "   3\n   ·\n  ───\n"];
    assert!(narrow.starts_with(&parts.join("\n")), "{narrow}");
}

#[test]
fn mail_draws_lines_between_neighbors() {
    let mail = html_table(&graph(), &names());
    assert!(mail.contains("<pre ") && !mail.contains("<table"));
    assert!(mail.contains("Tunnels: A-H&#160;&#160; C-I"), "{mail}");
}

#[test]
fn json_has_the_edges_of_a_board() {
    let text = json(&graph(), &names());
    let edges = &text["boards"][0]["edges"];
    assert_eq!(edges[0], json!({ "from": "A", "to": "B", "kind": "path" }));
    assert_eq!(edges[9], json!({ "from": "A", "to": "H", "kind": "tunnel" }));
    let plain = Scene { boards: vec![Board::default()], ..Scene::default() };
    assert_eq!(json(&plain, &names())["boards"][0].get("edges"), None);
}
