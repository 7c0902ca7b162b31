//! Scenes.

use serde_json::{Value as Json, json};

use super::table::{BLUE, RED, Table, table, table_with, who};
use crate::games::enemy_agent::board::House;
use crate::games::enemy_agent::illegal::Illegal;
use crate::games::enemy_agent::state::Whereabouts;
use crate::rules::scene::{Board, Row, Scene};
use crate::rules::{AsJson, EndedBy, Hints, Outcome, Position, Seat, Show, marked};

/// Draws the board as text, as described in the documentation of scenes.
fn draw(board: &Board) -> Vec<String> {
    let mut lines = Vec::new();
    let goes_on = |name: &str, next: &str| {
        board.edges.iter().any(|edge| {
            [name, next].iter().all(|&end| [&edge.from, &edge.to].into_iter().any(|of| of == end))
        })
    };
    for row in &board.rows {
        let line = match row {
            Row::Band(text) => format!("    {text}"),
            Row::Cells { label, cells, .. } => {
                let mut line = format!("{label:>2}  ");
                let next = cells.iter().skip(1).map(|cell| cell.name.as_str()).chain([""]);
                for (cell, next) in cells.iter().zip(next) {
                    let text = match crate::board::text::columns(&cell.text) {
                        1 => format!(" {} ", cell.text),
                        2 => format!(" {}", cell.text),
                        _ => cell.text.clone(),
                    };
                    let fill = if goes_on(&cell.name, next) { '─' } else { ' ' };
                    let gap = board.cell_width.saturating_sub(crate::board::text::columns(&text));
                    line.push_str(&text);
                    line.extend(std::iter::repeat_n(fill, gap));
                }
                line
            }
        };
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The position of the example screen.
fn target() -> Table {
    let mut table = table()
        .put(&["2 D5", "3 E10", "4 E6", "9 C1", "7 H5", "12 M5", "I2 M3", "I3 D8", "I4 G10"])
        .landed("3")
        .dice(2, 4);
    let jailed = table.state.figure_mut(who("I1"));
    (jailed.at, jailed.free) = (Whereabouts::In(House::Jail), 2);
    for (number, role) in [("passport-9", "agent"), ("passport-12", "tourist")] {
        table.show(RED, number.parse().expect("an item"), role.parse().expect("a value"));
    }
    table.owns[0].setup.agents = [2, 3, 5].into();
    table.owns[0].setup.plans = [3].into();
    table
}

fn scene(table: &Table, seat: Option<Seat>) -> Scene {
    table.state.scene(&table.shown, seat.map(|seat| &table.owns[seat.index()]))
}

#[test]
fn the_whole_board_is_drawn_with_wall_doorways_and_pieces() {
    let table = target();
    let drawn = draw(&scene(&table, Some(BLUE)).boards[0]);
    assert_eq!(
        drawn,
        [
            "    Red Station: 10 11                Red Jail: -                Red Hotel: 8",
            "         ╞ Red 1 ╡      ╞ Red 2 ╡                ╞ Red 3 ╡      ╞ Red 4 ╡",
            "10   ░ ── ▒ ── ▒ ── ░ ── 3a── ▒ ──[I4]─ ░ ── · ── ▒ ── ▒ ── ░ ── ▒ ── ▒ ── ░",
            " 9   ░              Y                   J                   Y              ░",
            " 8   ░ ── · ── · ──[I3]─ · ── · ── · ── ░ ── · ── · ── · ── ░ ── · ── · ── ░",
            " 7        ·                   ·                   ·                   ·",
            " 6   · ── · ── · ── O ── 4t── · ── · ── · ── · ── · ── ■ ── O ── · ── · ── ·",
            "    ══════════════╡   ╞═════════════ SCANNER ═════════════╡   ╞══════════════",
            " 5   · ── · ── · ── 2a── ■ ── · ── · ──[7]── · ── · ── ■ ── O ──[12t] · ── ·",
            " 4        ·                   ·                   ·                   ·",
            " 3   ░ ── · ── · ── ░ ── · ── · ── · ── ░ ── · ── · ── · ── ░ ── I2── · ── ░",
            " 2   ░              Y                   I1                  Y              ░",
            " 1   ░ ── ▒ ──[9a]─ ░ ── ▒ ── ▒ ── · ── ░ ── · ── ▒ ── ▒ ── ░ ── ▒ ── ▒ ── ░",
            "         ╞ Blue 1 ╡     ╞ Blue 2 ╡               ╞ Blue 3* ╡    ╞ Blue 4 ╡",
            "    Blue Hotel: 1t             Blue Jail: I1             Blue Station: 5a 6t",
        ]
    );
}

#[test]
fn viewers_side_is_at_the_bottom() {
    let table = target();
    let board = &scene(&table, Some(RED)).boards[0];
    assert_eq!(board.columns.first().map(String::as_str), Some("O"));
    let drawn = draw(board);
    assert!(drawn.last().expect("lines").contains("Red Jail") && drawn[2].starts_with(" 1"));
    assert!(
        draw(&scene(&table, None).boards[0])[2].starts_with("10"),
        "the public looks from Blue's side"
    );
}

#[test]
fn facts_name_dice_cards_passports_and_jail() {
    let table = target();
    let scene = scene(&table, Some(BLUE));
    let fact = |label: &str| {
        scene
            .facts
            .iter()
            .find(|(name, _)| name == label)
            .map(|(_, text)| text.clone())
            .unwrap_or_default()
    };
    assert_eq!(fact("Your dice"), "2 people, 4 squares each (so far, only you see this roll)");
    assert_eq!(fact("Checkpoint deck"), "20 left, 12 PASS and 8 DO NOT PASS");
    assert_eq!(fact("Passports seen"), "{1}'s: 9 Irma agent, 12 Leo tourist; your own: none");
    assert_eq!(fact("False arrests"), "Blue 0, Red 0. I1 is on guard duty for 1 more turn.");
    assert_eq!(scene.may[1], "have 3, who reached Red 2 by exact count, ask for the plan there");
    assert_eq!(
        scene.examples[0],
        ("ask 3".to_owned(), "asks; you can still use your dice".to_owned())
    );
    assert!(scene.list.iter().any(
        |line| line == "Traveler 3 (Celia), agent: on E10, a shaded square, in front of Red 2."
    ));
    for (typed, _) in &scene.examples {
        assert!(table.try_order(typed).is_ok(), "{typed}");
    }
}

#[test]
fn waiting_player_has_no_people_left_to_move() {
    let mut table = table().put(&["3 E10"]).landed("3").dice(2, 4);
    let dice = |table: &Table| scene(table, Some(BLUE)).facts[0].clone();
    table.order("ask 3");
    assert_eq!(dice(&table), ("Your dice".to_owned(), "2 people, 4 squares each".to_owned()));
    table.answer();
    assert_eq!(
        dice(&table),
        ("Your dice".to_owned(), "2 people, 4 squares each; 2 left to move".to_owned())
    );
}

#[test]
fn moves_option_lists_destinations() {
    let table = target();
    let moves = |piece: &str| table.state.moves_of(table.seen(BLUE), piece).expect("a list");
    let lines = moves("3").expect("moves");
    assert_eq!(lines[0], "ask 3   for the plan in Red 2");
    assert!(lines.iter().any(|line| line.starts_with("A10  E10-D10-C10-B10-A10")), "{lines:?}");
    let through = moves("2").expect("moves");
    assert!(
        through.iter().any(|line| line.starts_with("A6   D5-D6-C6-B6-A6   through the doorway")),
        "{through:?}"
    );
    assert!(matches!(moves("I1"), Err(Illegal::OnDuty { .. })));
    assert!(matches!(moves("7"), Err(Illegal::NotYours(_))));
    assert!(matches!(moves("x"), Err(Illegal::Unreadable(_))));
}

#[test]
fn preview_describes_possible_results() {
    let table = target();
    let orders = table.try_order("3 to A10; 2 to A6").expect("legal");
    assert_eq!(
        table.state.preview(table.seen(BLUE), &orders, Hints::Full).lines,
        [
            "Dice      2 people, 4 squares each",
            "  1.  3 E10-D10-C10-B10-A10",
            "          leaves Red 2 without having asked there",
            "  2.  2 D5-D6-C6-B6-A6",
            "          through the doorway, if the card in {1}'s next file says PASS",
            "          PASS (12 of 20 cards): 2 ends on A6",
            "          DO NOT PASS (8 of 20 cards): 2 waits in the sentry box E5",
            "          DO NOT PASS wouldn't count as a move: you could give another order",
        ]
    );
}

#[test]
fn json_has_the_same_facts() {
    let table = target();
    let public = table.state.json(&table.shown);
    assert_eq!(public["dice"]["squares"], 4);
    assert_eq!(public["people"][8]["passport"], "agent");
    assert_eq!(public["people"][8]["place"], "C1");
    assert_eq!(public["people"][2]["passport"], serde_json::Value::Null, "no one has seen it");
    let mine = table.state.private_json(table.seen(BLUE));
    assert_eq!(mine, json!({ "side": "blue", "agents": [2, 3, 5], "plan": [3] }));
}

#[test]
fn reveals_show_all_agents_and_plans() {
    let mut table = table().put(&["9 C1", "3 E10"]).dice(2, 4);
    table.state.end(Outcome::draw(2, EndedBy::Agreement, "agreed"));
    let hidden = table.state.json(&table.shown);
    assert_eq!(
        (&hidden["people"][8]["passport"], &hidden["buildings"]["red"][2]),
        (&Json::Null, &Json::Null)
    );
    table.reveal();
    let public = scene(&table, None);
    let drawn = draw(&public.boards[0]);
    assert!(drawn[2].contains("3a") && drawn[12].contains("[9a]"), "{drawn:?}");
    assert!(
        drawn[1].contains("Red 3*") && drawn[1].contains("Red 1-") && drawn[13].contains("Blue 2*"),
        "{drawn:?}"
    );
    for line in [
        "Traveler 9 (Irma), agent: on C1, a shaded square, in front of Blue 1.",
        "Traveler 12 (Leo), tourist: in the station.",
    ] {
        assert!(public.list.iter().any(|said| said == line), "{line}: {:?}", public.list);
    }
    let json = table.state.json(&table.shown);
    let roles: Vec<&Json> = json["people"]
        .as_array()
        .expect("people")
        .iter()
        .map(|who| &who["passport"])
        .take(12)
        .collect();
    assert_eq!(roles, ["agent", "tourist"].repeat(6));
    assert_eq!(
        json["buildings"],
        json!({ "blue": [false, true, false, false], "red": [false, false, true, false] })
    );
}

#[test]
fn marks_name_squares_or_lines() {
    let marks = |typed: &str| marked(&scene(&target(), Some(BLUE)), typed);
    assert_eq!(marks("c3"), Some(vec!["C3".to_owned()]));
    assert_eq!(marks("B1-E1").map(|line| line.join(" ")), Some("B1 C1 D1 E1".to_owned()));
    for no_square in ["B2", "H2", "P1"] {
        assert_eq!(marks(no_square), None, "{no_square}");
    }
    assert_eq!(marks("B1-C3"), None);
}

#[test]
fn pencil_marks_are_shown_to_their_owner() {
    let mut table = target();
    for (square, sign) in [("C3", '?'), ("A9", 'x'), ("H5", '!')] {
        table.owns[0].notes.marks.insert(square.to_owned(), sign);
    }
    let look = |seat| {
        let scene = scene(&table, seat);
        let cells = scene.boards[0].rows.iter().flat_map(|row| match row {
            Row::Cells { cells, .. } => cells.clone(),
            Row::Band(_) => Vec::new(),
        });
        let cells: Vec<_> = cells.collect();
        let find = |name: &str| cells.iter().find(|cell| cell.name == name).expect(name).clone();
        (["C3", "A9", "H5"].map(find), scene)
    };
    let (cells, scene) = look(Some(BLUE));
    assert_eq!(cells.each_ref().map(|cell| cell.text.as_str()), ["?'", "x'", "[7]"]);
    let pieces = cells.each_ref().map(|cell| {
        let piece = cell.pieces.last().expect("a piece");
        (piece.shape.to_string(), piece.label.clone())
    });
    let drawn = |shape: &str, sign: &str| (shape.to_owned(), sign.to_owned());
    assert_eq!(pieces, [drawn("pencil", "?"), drawn("pencil", "x"), drawn("pencil-badge", "!")]);
    assert!(cells.iter().all(|cell| cell.tip.ends_with("; your mark")));
    assert!(scene.list.contains(&"Your marks: A9 x, C3 ?, H5 !.".to_owned()), "{:?}", scene.list);
    for other in [Some(RED), None] {
        let (cells, scene) = look(other);
        assert!(cells.iter().all(|cell| !cell.tip.contains("mark")));
        assert!(scene.list.iter().all(|line| !line.contains("mark")));
    }
}

#[test]
fn narrow_board_has_the_same_squares() {
    let table = target();
    let names = |board: &Board| -> Vec<String> {
        let rows = board.rows.iter().filter_map(|row| match row {
            Row::Cells { cells, .. } => Some(cells),
            Row::Band(_) => None,
        });
        rows.flatten().map(|cell| cell.name.clone()).collect()
    };
    for seat in [Some(BLUE), Some(RED), None] {
        let board = &scene(&table, seat).boards[0];
        let narrow = board.narrow.as_deref().expect("a narrow board");
        assert_eq!(names(narrow), names(board));
        for line in draw(narrow) {
            assert!(crate::board::text::columns(&line) <= 58, "{line}");
        }
    }
    let blue = &scene(&table, Some(BLUE)).boards[0];
    let lines = draw(blue.narrow.as_deref().expect("a narrow board"));
    assert_eq!(
        lines.last().map(String::as_str),
        Some("    Blue Hotel: 1t    Jail: I1    Station: 5a 6t")
    );
}

#[test]
fn ordinary_example_leads_toward_the_buildings() {
    let table = table().dice(1, 4);
    let (typed, _) = scene(&table, Some(BLUE)).examples.pop().expect("an example");
    let (who, square) = typed.split_once(" to ").expect("a move");
    assert_eq!(who, "1");
    let row: u8 = square[1..].parse().expect("a row");
    assert!(row > 2, "{typed}");
}

#[test]
fn questions_without_news_are_not_suggested() {
    let mut table = target();
    table.owns[0].setup.agents = [2, 4, 5].into();
    let scene = scene(&table, Some(BLUE));
    assert_eq!(scene.may[1], "have 3, who reached Red 2 by exact count, ask for the plan there");
    assert!(scene.examples.iter().all(|(typed, _)| !typed.contains("ask")), "{scene:?}");
}

#[test]
fn choices_say_how_many_people_must_move() {
    for (must_move, says) in [("false", "move up to 2 of your"), ("true", "move 2 of your")] {
        let table = table_with(&[("must-move", must_move)]).put(&["1 C3", "3 G3"]).dice(2, 4);
        let may = table.state.scene(&table.shown, Some(&table.owns[0])).may;
        assert!(may[0].starts_with(says), "{may:?}");
        assert_eq!(may[0].contains("must"), must_move == "true", "{may:?}");
    }
}

#[test]
fn people_on_a_narrow_board_are_distinct() {
    let table = table().put(&["10 B8", "I3 A8", "11 E8", "12 E8", "4 C8"]);
    let board = &scene(&table, Some(RED)).boards[0];
    let narrow = board.narrow.as_deref().expect("a narrow board");
    let lines = draw(narrow);
    let row = lines.iter().find(|line| line.trim_start().starts_with("8 ")).expect("a row");
    let squares: Vec<&str> = row.split_whitespace().collect();
    for shown in ["I3", "10", "(2)", "4"] {
        assert!(squares.contains(&shown), "{shown}: {row}");
    }
    assert_eq!(narrow.aside, ["Marks: 10t", "E8: 11a 12t"]);
}
