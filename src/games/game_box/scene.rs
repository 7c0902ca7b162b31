//! The chart with the calls so far, and the counters next to it.

use super::call::{Answer, Question, Reply};
use super::caller::BOMBS_TO_LOSE;
use super::chart::{Chart, Dot};
use super::position::{DotState, QUIET_ROUNDS, State};
use super::setup::{Holding, Layout};
use super::{CHECKER, GameBox, HITS_TO_WIN, Private, Seen, Shown, list};
use crate::board::text::joined;
use crate::rules::scene::{Board, Cell, Count, Piece, Role, Scene, Tally};
use crate::rules::{
    Best, Class, Due, Heat, Hints, Position, Preview, Seat, Show, Tile, Warm, thousandths,
};

/// Maximum width of a chart for which the counters fit next to it on a screen of 80 columns.
const WIDEST_BESIDE: usize = 27;
/// Width of a name in the table of counters.
const NAME: usize = 8;

impl Show<GameBox> for State {
    fn scene(&self, shown: &Shown, own: Option<&Private>) -> Scene {
        let viewer = Viewer { state: self, shown, own };
        let (mut board, counters) =
            (board(self.options.chart, |dot| viewer.cell(dot)), counters(self));
        let mut legend = Vec::new();
        if counters.len() <= board.rows.len() + 3
            && board.columns.len() * board.cell_width <= WIDEST_BESIDE
        {
            board.aside = counters;
        } else {
            legend.extend(counters);
            legend.push(String::new());
        }
        legend.extend(viewer.legend());
        let mut scene = Scene {
            boards: vec![board],
            legend,
            facts: facts(self),
            list: list::of(viewer),
            tallies: tallies(self),
            ..Scene::default()
        };
        if own.is_some_and(|own| self.due() == Due::Move(own.seat)) {
            scene.may.push("call any dot, including those called before".to_owned());
            scene.examples.extend(self.example().map(|dot| (dot.to_string(), String::new())));
        }
        scene
    }

    fn heat(&self, seen: Seen<'_>, wish: Hints) -> Option<Heat> {
        let nothing = seen.private.seat == CHECKER || seen.shown.setup(CHECKER).is_some();
        (!nothing).then(|| heat(self, wish))
    }

    fn preview(&self, _seen: Seen<'_>, mv: &Dot, hints: Hints) -> Preview {
        let warning = match self.known(*mv) {
            Some(DotState::Empty) => format!("{mv} is known to be empty."),
            Some(DotState::Removed { by }) => format!("{by} has already hit the house on {mv}."),
            Some(DotState::Gun) => format!("A gun is on {mv}, so this call costs a bomb."),
            None if hints == Hints::None => {
                return vec![format!("{mv} has not been called")].into();
            }
            None => return vec![odds(self)].into(),
        };
        Preview { lines: Vec::new(), warning: Some(warning) }
    }

    fn tile(answer: &Reply) -> Option<Tile> {
        match answer {
            Reply::Call(Answer::Hit) => Some(Tile::Red('H')),
            Reply::Call(Answer::Gun) => Some(Tile::Yellow('G')),
            Reply::Call(Answer::Miss) => Some(Tile::Blue('.')),
            Reply::Out => None,
        }
    }
}

/// Returns the heat map. All dots that no one has called have the same probability of a house, and
/// the same probability of a gun.
fn heat(state: &State, wish: Hints) -> Heat {
    let fresh = state.dots_where(|known| known.is_none());
    let of = |count| thousandths(count, fresh.len() as u64);
    let houses = of(state.houses_left() as u64);
    let guns = of(state.guns_left() as u64);
    let shares = vec![("house".to_owned(), Some(houses)), ("gun".to_owned(), Some(guns))];
    let advised = state.example().filter(|_| wish == Hints::Full && !fresh.is_empty());
    let best = |dot: Dot| Best {
        typed: dot.to_string(),
        why: "or any other dot not called yet; a known dot gains you nothing".to_owned(),
    };
    Heat {
        says: vec![format!("{}.", odds(state))],
        cells: fresh.iter().map(|dot| Warm::new(dot, houses)).collect(),
        classes: vec![Class { of: "Each uncalled dot".to_owned(), shares }],
        best: advised.map(best).into_iter().collect(),
        ..Heat::new("chart", "holds a house")
    }
}

/// Describes what may be on the dots that no one has called.
fn odds(state: &State) -> String {
    let fresh = state.dots_where(|known| known.is_none()).len();
    let counted =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (dots, houses) = (counted(fresh, "dot"), counted(state.houses_left(), "house"));
    format!("Still uncalled: {dots}, with {houses} and {}", counted(state.guns_left(), "gun"))
}

/// Returns the table of the callers' counters.
fn counters(state: &State) -> Vec<String> {
    let mut lines =
        vec![format!("{:14}{:7}{:12}misses", "  caller", "hits", "bombs lost"), "─".repeat(44)];
    let going_on = state.outcome.is_none();
    for (seat, caller) in state.callers() {
        let turn = if going_on && seat == state.turn { '►' } else { ' ' };
        let (name, out) = (seat.padded(NAME), if caller.out.is_some() { "OUT" } else { "" });
        let hits = row_of('■', caller.hits, HITS_TO_WIN);
        let lost = row_of('×', caller.lost, BOMBS_TO_LOSE);
        let line =
            format!("{turn} {} {name}  {hits:7}{lost:12}{:>4}    {out}", seat.0, caller.misses);
        lines.push(line.trim_end().to_owned());
    }
    let houses = format!("houses left: {} of {}", state.houses_left(), state.options.houses);
    lines.extend([String::new(), format!("Checker: {}  {houses}", CHECKER.padded(NAME))]);
    if going_on {
        lines.push(next_callers(state));
    }
    lines
}

/// Returns the callers' counters, to be drawn as pieces.
fn tallies(state: &State) -> Vec<Tally> {
    let rows = state.callers().map(|(seat, caller)| {
        let out = if caller.out.is_some() { " is out" } else { "" };
        let count = |shape, count: u32, most: Option<u32>| Count {
            piece: Piece::new(shape),
            count: count as usize,
            most: most.map(|most| most as usize),
        };
        let counts = vec![
            count("house-hit", caller.hits, Some(HITS_TO_WIN)),
            count("gun-found", caller.lost, Some(BOMBS_TO_LOSE)),
            count("miss", caller.misses, None),
        ];
        Tally { of: format!("{seat}{out}"), counts }
    });
    rows.collect()
}

/// Returns a row such as `■ ■ ·`.
fn row_of(sign: char, count: u32, most: u32) -> String {
    let sign = |at| if at < count { sign } else { '·' };
    joined((0..most).map(sign), " ")
}

/// Returns the next callers by seat number, such as `next caller: 4, then 1 (3 is out)`.
fn next_callers(state: &State) -> String {
    let number = |seat: Seat| seat.0.to_string();
    let next = state.order().into_iter().filter(|seat| *seat != state.turn);
    let next: Vec<String> = next.map(number).collect();
    let out = state.callers().filter(|(_, caller)| caller.out.is_some());
    let out: Vec<String> = out.map(|(seat, _)| number(seat)).collect();
    let next = match next.as_slice() {
        [] => "no other caller is left".to_owned(),
        [one] => format!("next caller: {one}"),
        [first, rest @ ..] => format!("next caller: {first}, then {}", rest.join(", ")),
    };
    match out.as_slice() {
        [] => next,
        [one] => format!("{next} ({one} is out)"),
        many => format!("{next} ({} are out)", many.join(", ")),
    }
}

pub(super) fn facts(state: &State) -> Vec<(String, String)> {
    let quiet = state.quiet_rounds();
    if quiet == 0 || state.outcome.is_some() {
        return Vec::new();
    }
    let rounds = if quiet == 1 { "round" } else { "rounds" };
    let text = format!(
        "{quiet} {rounds} had only misses on known dots; after {QUIET_ROUNDS} in a row, the game \
         is a draw"
    );
    vec![("Nothing new".to_owned(), text)]
}

/// Returns the chart with these cells.
pub(super) fn board(chart: Chart, cell: impl Fn(Dot) -> Cell) -> Board {
    let cell = |dot: Dot| cell(dot).named(dot.to_string());
    let rows = chart.lines().into_iter();
    let rows = rows.map(|(label, dots)| (label, dots.into_iter().map(cell).collect()));
    Board::framed("chart", "", chart.heads(), rows)
}

/// A viewer and what that viewer can see.
#[derive(Clone, Copy)]
pub(super) struct Viewer<'a> {
    pub(super) state: &'a State,
    shown: &'a Shown,
    own: Option<&'a Private>,
}

impl Viewer<'_> {
    /// Returns the Checker's setup if the viewer may see it: the Checker always, all others after
    /// the reveal.
    pub(super) fn layout(&self) -> Option<&Layout> {
        let own = self.own.filter(|own| own.seat == CHECKER).map(|own| &own.setup);
        self.shown.setup(CHECKER).or(own)
    }

    fn cell(&self, dot: Dot) -> Cell {
        let known = self.state.known(dot);
        let cell = |sign: &str, role, says: &str, piece| {
            Cell::new(sign, role).tip(format!("{dot}: {says}")).piece(piece)
        };
        let cell = match known {
            Some(DotState::Empty) => cell("○", Role::RuledOut, "MISS", Piece::new("miss")),
            Some(DotState::Gun) => cell("G", Role::Foe, "GUN", Piece::new("gun-found")),
            Some(DotState::Removed { by }) => {
                let piece = Piece::new("house-hit").labelled(by.0.to_string());
                cell(&format!("[{}]", by.0), Role::Hit, &format!("house hit by {by}"), piece)
            }
            None => self.uncalled(dot),
        };
        if self.state.called_now() != Some(dot) {
            return cell;
        }
        let is_news = known.is_none() && self.layout().is_none();
        let tip = format!("{}, called now by {}", cell.tip, self.state.turn);
        let text = if is_news { "?".to_owned() } else { cell.text };
        Cell { text, role: Role::Asked, tip, ..cell }.piece(Piece::new("asked"))
    }

    fn uncalled(&self, dot: Dot) -> Cell {
        match self.layout().map(|layout| layout.at(dot)) {
            Some(Holding::House) => {
                Cell::new("H", Role::Own).tip(format!("{dot}: house")).piece(Piece::new("house"))
            }
            Some(Holding::Gun) => Cell::new("g", Role::Own)
                .tip(format!("{dot}: gun, not called"))
                .piece(Piece::new("gun")),
            _ => {
                let mark = self.own.and_then(|own| own.notes.marks.get(&dot.to_string()));
                let cell = Cell::new(mark.copied().unwrap_or('·'), Role::Plain)
                    .tip(format!("{dot}: not called yet"));
                match mark {
                    Some(&sign) => cell.piece(Piece::new("pencil").labelled(sign)),
                    None => cell,
                }
            }
        }
    }

    fn legend(&self) -> Vec<String> {
        let mut legend = vec![
            "     [1] house hit by caller 1    G gun    ○ miss    · not called yet".to_owned(),
        ];
        if self.layout().is_some() {
            legend.push("     H house, not hit    g gun, not called".to_owned());
        }
        let caller = self.state.turn;
        legend.extend(self.state.question.map(|question| match question {
            Question::Call(dot) => format!("     {caller} calls {dot}: the Checker has to answer."),
            Question::Leaving => format!("     {caller} has left: the Checker has to answer OUT."),
        }));
        legend.push(
            "     A house that was hit is gone. A gun stays, and costs a bomb each time."
                .to_owned(),
        );
        legend
    }
}
