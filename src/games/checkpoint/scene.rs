//! Scenes: two boards, side by side.

use super::call::{Call, Calls};
use super::position::State;
use super::setup::{AGENTS, Answer};
use super::sheet::{Mark, Sheet, pencil, pencilled, still_possible};
use super::square::{GRID, Square, region};
use super::{Checkpoint, Private, Seen, Shown, bot, list};
use crate::board::text::{columns, joined};
use crate::rules::scene::{Board, Cell, Piece, Role, Row, Scene, Side};
use crate::rules::{Due, Heat, Hints, Position, Preview, Seat, Show, Tile};

/// Column where the right half of the legend begins.
const HALF: usize = 44;

const HINTED: &str = "d  Danger call, perhaps a bluff";

impl Show<Checkpoint> for State {
    fn scene(&self, shown: &Shown, own: Option<&Private>) -> Scene {
        match own {
            Some(own) => for_player(Seen { position: self, shown, private: own }),
            None => for_all(self, shown),
        }
    }

    fn heat(&self, seen: Seen<'_>, wish: Hints) -> Option<Heat> {
        Some(bot::heat(seen, wish))
    }

    fn preview(&self, seen: Seen<'_>, mv: &Calls, _: Hints) -> Preview {
        let other = seen.private.seat.other();
        let effect = |(at, &call): (usize, &Call)| {
            let when = if at == 0 { "" } else { ", if you get that far" };
            let shows = match (call.danger, self.options.danger_bluff) {
                (true, true) => {
                    "says that you have an agent there, which may be a bluff".to_owned()
                }
                (true, false) => format!("shows {other} that you have an agent there"),
                (false, _) => format!("shows {other} that you have no agent there"),
            };
            format!("{call}: {shows}{when}")
        };
        mv.0.iter().enumerate().map(effect).collect::<Vec<_>>().into()
    }

    fn tile(answer: &Answer) -> Option<Tile> {
        match answer {
            Answer::Hit => Some(Tile::Red('H')),
            Answer::Seen(count) => char::from_digit(u32::from(*count), 10).map(Tile::Plain),
        }
    }
}

/// Returns the scene for a player.
fn for_player(seen: Seen<'_>) -> Scene {
    let (state, own) = (seen.position, seen.private);
    let (me, other) = (own.seat, own.seat.other());
    let sheet = Sheet::of_other(seen);
    let is_shown = seen.shown.setup(other).is_some();
    let known = if is_shown { "the truth" } else { "what you know" };
    let known = format!("{}: {known}", other.upper());
    let (mine, theirs) = (tally(state, me), tally(state, other));
    let mut scene = Scene {
        boards: vec![
            board("YOUR MAP".to_owned(), true, |square| own_cell(seen, square)),
            board(known, false, |square| {
                if is_shown {
                    beside_truth(known_cell(&sheet, None, square), own, square)
                } else {
                    known_cell(&sheet, Some(own), square)
                }
            }),
        ],
        legend: two_columns(&OWN_LEGEND, &known_legend(state, &sheet, own, is_shown)),
        facts: vec![("Found".to_owned(), format!("by you {mine}, by {other} {theirs}"))],
        list: list::for_player(seen),
        ..Scene::default()
    };
    if !state.queue.is_empty() && state.to_call() == Some(me) {
        let queue = format!("after a HIT: {}", joined(&state.queue, "; "));
        scene.facts.push(("Still to call".to_owned(), queue));
    }
    if state.due() == Due::Move(me) {
        scene.may.push("call a square, or several: \"F6; C3\" calls C3 after a HIT".to_owned());
        scene.may.push("write \"danger\" before a square that holds your own agent".to_owned());
        let open = still_possible(seen);
        if let Some(square) = open.iter().find(|&&square| !own.setup.holds(square)) {
            scene.examples.push((square.name(), "an agent may be there".to_owned()));
        }
    }
    scene
}

/// Returns the scene for spectators, with the public part of each setup.
fn for_all(state: &State, shown: &Shown) -> Scene {
    let sheets: Vec<Sheet> =
        Seat::all(2).map(|seat| Sheet::new(state, shown, seat, true)).collect();
    let mut legend = vec![
        "2  answer 2   [A] found   (?) not answered yet",
        "x  ruled out by a 0",
        "p  no agent: the owner of this map called this square",
    ];
    if sheets.iter().any(|sheet| sheet.has(Mark::Agent)) {
        legend.push("A  agent, revealed but not found");
    }
    if state.options.danger_bluff {
        legend.push(HINTED);
    }
    let found = Seat::all(2).map(|seat| format!("by {seat} {}", tally(state, seat)));
    let of = |(seat, sheet): (Seat, &Sheet)| {
        let title = format!("{}: known squares", seat.upper());
        board(title, seat == Seat::OPENER, |square| known_cell(sheet, None, square))
    };
    Scene {
        boards: Seat::all(2).zip(&sheets).map(of).collect(),
        legend: legend.iter().map(|line| format!("    {line}")).collect(),
        facts: vec![("Found".to_owned(), joined(found, ", "))],
        list: list::for_all(state, shown),
        ..Scene::default()
    }
}

/// Returns the number of agents that a seat has found: `1 of 4`.
pub(super) fn tally(state: &State, seat: Seat) -> String {
    format!("{} of {AGENTS}", state.callers[seat].found())
}

/// Returns the left or the right board. The names of the regions are between the boards: full names
/// to the right of the left board, initials to the left of the right board.
pub(super) fn board(title: String, left: bool, cell: impl Fn(Square) -> Cell) -> Board {
    let row = |row: u8| {
        let region = region(row);
        let letter = region.chars().take(1).collect::<String>();
        let name = if left { format!("{letter} {region}") } else { String::new() };
        Row::Cells {
            label: if left { String::new() } else { letter },
            name,
            cells: Square::of_row(row).map(|at| cell(at).named(at.to_string())).collect(),
        }
    };
    Board {
        id: if left { "own" } else { "other" },
        title,
        columns: (1..=GRID.cols()).map(|column| column.to_string()).collect(),
        cell_width: 3,
        frame: true,
        rows: (0..GRID.rows()).map(row).collect(),
        ..Board::default()
    }
}

fn own_cell(seen: Seen<'_>, square: Square) -> Cell {
    let (state, own) = (seen.position, seen.private);
    let agent = own.setup.holds(square);
    let name = square.name();
    let is_asked = |question: &super::position::Question| {
        question.to == own.seat && question.call.square == square
    };
    if let Some(question) = state.question.filter(is_asked) {
        let text = match (question.call.danger, agent) {
            (true, true) => "!A?",
            // Three characters, so that the question mark is in the column where other cells have
            // their symbol.
            (true, false) => "!? ",
            (false, true) => "A?",
            (false, false) => "?",
        };
        let piece = Piece::new(if question.call.danger { "danger" } else { "asked" });
        let cell = Cell::new(text, Role::Asked).tip(format!("{name}: not answered yet"));
        return if agent { cell.piece(own_agent("agent")).piece(piece) } else { cell.piece(piece) };
    }
    let call = state.callers[own.seat.other()].call_of(square);
    match call.and_then(|past_call| past_call.answer) {
        Some(Answer::Hit) => Cell::new("[A]", Role::Hit)
            .tip(format!("{name}: your agent, found"))
            .piece(own_agent("found")),
        Some(Answer::Seen(count)) => Cell::new(format!("({count})"), Role::Answer)
            .tip(format!("{name}: called, answer {count}"))
            .piece(Piece::new("told").labelled(count.to_string())),
        None if agent => {
            Cell::new("A", Role::Own).tip(format!("{name}: your agent")).piece(own_agent("agent"))
        }
        None => Cell::new("·", Role::Plain).tip(name),
    }
}

pub(super) fn own_agent(shape: &'static str) -> Piece {
    Piece::new(shape).of(Side::Near)
}

fn known_cell(sheet: &Sheet, own: Option<&Private>, square: Square) -> Cell {
    let pencil = own.and_then(|own| pencilled(own, square));
    let holds = own.is_some_and(|own| own.setup.holds(square));
    let theirs = |shape| Piece::new(shape).of(Side::Far);
    let (text, role, tip, piece) = match (sheet.mark(square), pencil) {
        (Mark::Found, _) => ("[A]", Role::Hit, "agent found", theirs("found")),
        (Mark::Counted(count), _) => {
            let tip = format!("{}: answer {count}", square.name());
            let count = count.to_string();
            let piece = Piece::new("count").labelled(count.as_str());
            return Cell::new(count, Role::Answer).tip(tip).piece(piece);
        }
        (Mark::Asked, _) => ("(?)", Role::Asked, "not answered yet", Piece::new("asked")),
        (_, Some(sign)) => {
            let tip = format!("{}: your pencil mark", square.name());
            let piece = Piece::new("pencil").labelled(sign);
            return Cell::new(pencil_text(sign), Role::Own).tip(tip).piece(piece);
        }
        (Mark::Agent, _) => ("A", Role::Foe, "agent, revealed but not found", theirs("agent")),
        (Mark::RuledOut, _) => ("x", Role::RuledOut, "ruled out by a 0", Piece::new("ruled-out")),
        (Mark::Probed, _) => {
            let tip = "no agent: the owner of this map called this square";
            ("p", Role::RuledOut, tip, Piece::new("probed"))
        }
        _ if holds => {
            let tip = "your own agent is on this square";
            ("a", Role::Own, tip, own_agent("reminder"))
        }
        (Mark::Hinted, _) => {
            let tip = "Danger call by the owner of the map";
            ("d", Role::Foe, tip, theirs("hinted"))
        }
        (Mark::Unknown, _) => return Cell::new("·", Role::Plain).tip(square.name()),
    };
    Cell::new(text, role).tip(format!("{}: {tip}", square.name())).piece(piece)
}

/// Shows the player's pencil mark next to the revealed content of a cell.
fn beside_truth(cell: Cell, own: &Private, square: Square) -> Cell {
    let Some(sign) = pencilled(own, square) else { return cell };
    let tip = if cell.tip.is_empty() { square.name() } else { cell.tip.clone() };
    let text = format!("{}{sign}", cell.text);
    let fits = columns(&text) <= 2;
    let cell = cell.tip(format!("{tip}; your pencil mark was {sign}"));
    if fits { Cell { text, ..cell } } else { cell }
}

/// Returns the text of a pencil mark. Adds a tick (`'`) to letters and digits except `X`, because
/// pbem itself writes such characters on the board.
fn pencil_text(sign: char) -> String {
    if ticked(sign) { format!("{sign}'") } else { sign.to_string() }
}

fn ticked(sign: char) -> bool {
    sign != 'X' && sign.is_ascii_alphanumeric()
}

const OWN_LEGEND: [&str; 3] = [
    "    A  agent     [A] found by opponent",
    "   (3) your opponent's call, answer 3",
    "    ?  not answered yet    !  Danger call",
];

fn known_legend(state: &State, sheet: &Sheet, own: &Private, is_shown: bool) -> Vec<&'static str> {
    let eliminate = own.notes.eliminate;
    let mut legend = vec![
        "2  answer 2   [A] found by you",
        if eliminate { "x  ruled out by a 0   X  by you" } else { "X  ruled out by you" },
        "p  called by opponent: no agent",
    ];
    if !is_shown {
        legend.push("a  your own agent: say danger");
    }
    if sheet.has(Mark::Agent) {
        legend.push("A  agent shown to you, not found");
    }
    if state.options.danger_bluff {
        legend.push(HINTED);
    }
    if sheet.has(Mark::Asked) {
        legend.push("(?) your call, no answer yet");
    }
    if pencil(&own.notes).any(|(_, sign)| ticked(sign)) {
        legend.push("2' (with a tick) your pencil mark");
    }
    legend
}

fn two_columns(left: &[&'static str], right: &[&'static str]) -> Vec<String> {
    let text = |lines: &[&'static str], at: usize| lines.get(at).copied().unwrap_or_default();
    let line = |at| format!("{:<HALF$}{}", text(left, at), text(right, at)).trim_end().to_owned();
    (0..left.len().max(right.len())).map(line).collect()
}
