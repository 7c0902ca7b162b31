//! The two sheets, side by side.

use super::CheckpointDanger;
use super::list;
use super::notation::{Call, join};
use super::place::{GRID, Place, letter, region};
use super::play::State;
use super::setup::{AGENTS, Answer};
use super::view::{Known, Sheet, at_own_call, eliminates, pencil, pencilled, still_possible};
use crate::games::scene::{Board, Cell, Heads, Role, Row, Scene};
use crate::games::{Own, Seat};

/// Where the right half of the legend begins.
const HALF: usize = 44;

type Me<'a> = &'a Own<CheckpointDanger>;

/// The table for a player.
pub(super) fn for_player(state: &State, own: Me<'_>) -> Scene {
    let (me, other) = (own.seat, own.seat.other());
    let sheet = Sheet::new(state, other, eliminates(own));
    let mut scene = Scene {
        boards: vec![
            board("YOUR SHEET".to_owned(), true, |place| own_cell(state, own, place)),
            board(format!("{}: what you know", other.upper()), false, |place| {
                known_cell(&sheet, Some(own), place)
            }),
        ],
        legend: two_columns(&own_legend(), &known_legend(state, &sheet, own)),
        facts: vec![(
            "Found".to_owned(),
            format!("by you {}, by {other} {}", tally(state, me), tally(state, other)),
        )],
        list: list::for_player(state, own),
        ..Scene::default()
    };
    if !state.queue.is_empty() && state.caller() == Some(me) {
        scene
            .facts
            .push(("Still to call".to_owned(), format!("after a HIT: {}", join(&state.queue))));
    }
    if let Some(then) = at_own_call(state, own) {
        scene.may.push("call a square, or several: \"F6; C3\" calls C3 after a HIT".to_owned());
        scene.may.push("say \"danger\" before the square of your own agent".to_owned());
        if let Some(&place) =
            still_possible(&then, own).iter().find(|&&place| !own.secret.holds(place))
        {
            let says = if state.asked.is_some() {
                "answers, and makes your call"
            } else {
                "makes your call"
            };
            scene.examples.push((Call::plain(place).to_string(), says.to_owned()));
        }
    }
    scene
}

/// The table for everybody: what is public of each sheet.
pub(super) fn for_all(state: &State) -> Scene {
    let sheets: Vec<Sheet> = Seat::all(2).map(|seat| Sheet::new(state, seat, true)).collect();
    let title = |seat: Seat| format!("{}: what is known", seat.upper());
    let legend = [
        "2  told 2   [A] found   (?) called now",
        "x  ruled out by a 0",
        "p  its owner called it: no agent there",
    ];
    let mut legend: Vec<String> = legend.iter().map(|line| format!("    {line}")).collect();
    if sheets.iter().any(|sheet| sheet.has(Known::Shown)) {
        legend.push("    A  agent, shown but not found".to_owned());
    }
    if state.options.danger_bluff {
        legend.push(format!("    {HINTED}"));
    }
    let found = format!(
        "by {} {}, by {} {}",
        Seat::OPENER,
        tally(state, Seat::OPENER),
        Seat::JOINER,
        tally(state, Seat::JOINER)
    );
    Scene {
        boards: Seat::all(2)
            .zip(&sheets)
            .map(|(seat, sheet)| {
                board(title(seat), seat == Seat::OPENER, |place| known_cell(sheet, None, place))
            })
            .collect(),
        legend,
        facts: vec![("Found".to_owned(), found)],
        list: list::for_all(state),
        ..Scene::default()
    }
}

/// `1 of 4`: how many agents a seat has found.
pub(super) fn tally(state: &State, seat: Seat) -> String {
    format!("{} of {AGENTS}", state.side(seat).found())
}

const HINTED: &str = "d  called as Danger, perhaps a bluff";

/// The regions stand between the two boards: named at the right of the left one, as letters at the
/// left of the right one.
fn board(title: String, left: bool, cell: impl Fn(Place) -> Cell) -> Board {
    let row = |row: u8| Row::Cells {
        label: if left { String::new() } else { letter(row).to_string() },
        name: if left { format!("{} {}", letter(row), region(row)) } else { String::new() },
        cells: Place::all().filter(|place| place.row() == row).map(&cell).collect(),
    };
    Board {
        title,
        columns: (1..=GRID.cols()).map(|column| column.to_string()).collect(),
        heads: Heads::Above,
        cell_width: 3,
        frame: true,
        rows: (0..GRID.rows()).map(row).collect(),
        aside: Vec::new(),
    }
}

fn own_cell(state: &State, own: Me<'_>, place: Place) -> Cell {
    let agent = own.secret.holds(place);
    let name = place.name();
    if let Some(question) =
        state.asked.filter(|question| question.to == own.seat && question.call.place == place)
    {
        let text = match (question.call.danger, agent) {
            (true, true) => "!A?",
            // Three characters, so that the question mark stands where a sign stands.
            (true, false) => "!? ",
            (false, true) => "A?",
            (false, false) => "?",
        };
        return Cell::new(text, Role::Asked).tip(format!("{name}: called now"));
    }
    match state.side(own.seat.other()).call_of(place).and_then(|made| made.answer) {
        Some(Answer::Hit) => Cell::new("[A]", Role::Hit).tip(format!("{name}: your agent, found")),
        Some(Answer::Seen(count)) => Cell::new(format!("({count})"), Role::Answer)
            .tip(format!("{name}: called, told {count}")),
        None if agent => Cell::new("A", Role::Own).tip(format!("{name}: your agent")),
        None => Cell::new("·", Role::Plain).tip(name),
    }
}

fn known_cell(sheet: &Sheet, own: Option<Me<'_>>, place: Place) -> Cell {
    let known = sheet.known(place);
    let pencil = own.and_then(|own| pencilled(own, place));
    let (text, role, tip) = match (known, pencil) {
        (Known::Found, _) => ("[A]".to_owned(), Role::Hit, "agent found"),
        (Known::Told(count), _) => (count.to_string(), Role::Answer, "told"),
        (Known::Asked, _) => ("(?)".to_owned(), Role::Asked, "called now"),
        (_, Some(sign)) => (pencil_text(sign), Role::Own, "your pencil mark"),
        (Known::Shown, _) => ("A".to_owned(), Role::Foe, "agent, shown but not found"),
        (Known::RuledOut, _) => ("x".to_owned(), Role::RuledOut, "ruled out by a 0"),
        (Known::Probed, _) => {
            ("p".to_owned(), Role::RuledOut, "called by its owner, no agent there")
        }
        _ if own.is_some_and(|own| own.secret.holds(place)) => {
            ("a".to_owned(), Role::Own, "your own agent stands on this square of yours")
        }
        (Known::Hinted, _) => ("d".to_owned(), Role::Foe, "called as Danger by its owner"),
        (Known::Nothing, _) => ("·".to_owned(), Role::Plain, ""),
    };
    let tip = match known {
        Known::Told(count) => format!("{}: told {count}", place.name()),
        _ if tip.is_empty() => place.name(),
        _ => format!("{}: {tip}", place.name()),
    };
    Cell::new(text, role).tip(tip)
}

/// A pencilled letter or digit gets a tick, since the program writes such signs too.
fn pencil_text(sign: char) -> String {
    if ticked(sign) { format!("{sign}'") } else { sign.to_string() }
}

fn ticked(sign: char) -> bool {
    sign != 'X' && sign.is_ascii_alphanumeric()
}

fn own_legend() -> Vec<String> {
    vec![
        "    A  agent     [A] found by the other".to_owned(),
        "   (3) the other called it, was told 3".to_owned(),
        "    ?  called now    !  as Danger".to_owned(),
    ]
}

fn known_legend(state: &State, sheet: &Sheet, own: Me<'_>) -> Vec<String> {
    let mut legend = vec![
        "2  told 2   [A] found by you",
        if eliminates(own) { "x  ruled out by a 0   X  by you" } else { "X  ruled out by you" },
        "p  the other called it: no agent",
        "a  your own agent: say danger",
    ];
    if sheet.has(Known::Shown) {
        legend.push("A  agent shown to you, not found");
    }
    if state.options.danger_bluff {
        legend.push(HINTED);
    }
    if sheet.has(Known::Asked) {
        legend.push("(?) you call it now");
    }
    if pencil(own).any(|(_, sign)| ticked(sign)) {
        legend.push("2' (with a tick) your pencil mark");
    }
    legend.into_iter().map(str::to_owned).collect()
}

fn two_columns(left: &[String], right: &[String]) -> Vec<String> {
    let line = |at: usize| {
        let (left, right) =
            (left.get(at).map_or("", String::as_str), right.get(at).map_or("", String::as_str));
        format!("{left:<HALF$}{right}").trim_end().to_owned()
    };
    (0..left.len().max(right.len())).map(line).collect()
}
