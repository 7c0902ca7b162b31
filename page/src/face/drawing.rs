//! Scenes and hands as the page draws them.

use pbem::rules::scene::{Board, Row, Scene};
use pbem::rules::{Hand, Names, Spot};
use serde_json::{Value, json};

/// A spot in one word: `own/Fiji 6` for a square, `#3` for a piece, `!clear` for a button.
fn spot(spot: &Spot) -> String {
    match spot {
        Spot::Square(board, name) => format!("{board}/{name}"),
        Spot::Piece(name) => format!("#{name}"),
        Spot::Button(name) => format!("!{name}"),
    }
}

fn board(board: &Board, names: &Names) -> Value {
    let rows = board.rows.iter().map(|row| match row {
        Row::Band(text) => json!({"band": text}),
        Row::Cells { label, name, cells } => {
            let cells = cells.iter().map(|cell| {
                json!({
                    "text": names.fill(&cell.text), "name": cell.name,
                    "role": format!("{:?}", cell.role), "tip": names.fill(&cell.tip),
                })
            });
            json!({
                "label": label, "name": names.fill(name), "cells": cells.collect::<Vec<_>>(),
            })
        }
    });
    json!({
        "id": board.id, "title": names.fill(&board.title), "columns": board.columns,
        "heads": format!("{:?}", board.heads), "rows": rows.collect::<Vec<_>>(),
        "aside": board.aside.iter().map(|line| names.fill(line)).collect::<Vec<_>>(),
    })
}

/// A scene, names filled in.
pub(super) fn scene(scene: &Scene, names: &Names) -> Value {
    let fill = |lines: &[String]| lines.iter().map(|line| names.fill(line)).collect::<Vec<_>>();
    let facts = scene.facts.iter().map(|(label, text)| [names.fill(label), names.fill(text)]);
    json!({
        "heading": names.fill(&scene.heading),
        "boards": scene.boards.iter().map(|one| board(one, names)).collect::<Vec<_>>(),
        "legend": fill(&scene.legend), "facts": facts.collect::<Vec<_>>(),
        "may": fill(&scene.may), "list": fill(&scene.list),
        "examples": scene.examples.iter().map(|(typed, does)| [typed, does]).collect::<Vec<_>>(),
    })
}

/// What lies in the hand.
pub(super) fn hand(hand: &Hand, names: &Names) -> Value {
    let touches = hand.touches.iter().map(|touch| {
        json!({
            "at": spot(&touch.at), "does": touch.does, "short": touch.short, "draft": touch.draft,
        })
    });
    let marks = hand
        .marks
        .iter()
        .map(|mark| json!({"at": spot(&mark.at), "sign": mark.sign, "label": mark.label}));
    let lines = hand.lines.iter().map(|line| line.iter().map(spot).collect::<Vec<_>>());
    json!({
        "ready": hand.ready, "says": hand.says, "verb": hand.verb,
        "marks": marks.collect::<Vec<_>>(), "lines": lines.collect::<Vec<_>>(),
        "touches": touches.collect::<Vec<_>>(),
        "boards": hand.boards.iter().map(|one| board(one, names)).collect::<Vec<_>>(),
    })
}
