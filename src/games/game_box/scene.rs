//! What there is to see: the chart as it has been called, the counters beside it, and the same for
//! programs.

use serde_json::{Value, json};

use super::chart::{Chart, Dot};
use super::play::{BOMBS_TO_LOSE, Caller, HITS_TO_WIN, QUIET_ROUNDS, State};
use super::setup::Layout;
use super::words::{Holding, Known, Out};
use super::{CHECKER, GameBox};
use crate::games::scene::{Board, Cell, Heads, Role, Row, Scene};
use crate::games::{Own, Pending, Rules, Seat};

/// The table for a seat or for everybody.
pub(super) fn paint(state: &State, own: Option<&Own<GameBox>>) -> Scene {
    let viewer = Viewer { state, own };
    let (mut board, counters) = (viewer.board(), counters(state));
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
    let calls = viewer.calls();
    let examples = example(state).filter(|_| calls).map(|dot| (dot.to_string(), String::new()));
    Scene {
        heading: String::new(),
        boards: vec![board],
        legend,
        facts: facts(state),
        may: if calls {
            vec!["call any dot, also one that was called before".to_owned()]
        } else {
            Vec::new()
        },
        examples: examples.into_iter().collect(),
        list: viewer.list(),
    }
}

/// A call that may be typed: a dot that has not been called, if there is one.
pub(super) fn example(state: &State) -> Option<Dot> {
    let fresh = state.dots_where(|known| known.is_none());
    fresh.get(fresh.len() / 5 * 2).copied().or_else(|| state.chart().dots().next())
}

/// What the public facts leave possible.
pub(super) fn odds(state: &State) -> Vec<String> {
    let (fresh, houses, guns) =
        (state.dots_where(|known| known.is_none()).len(), state.houses_left(), state.guns_left());
    vec![format!("{fresh} dots have not been called: {houses} hold a house and {guns} a gun")]
}

/// Room for the chart beside the counters, within 80 columns.
const WIDEST_BESIDE: usize = 27;
/// Columns that a name takes among the counters.
const NAME: usize = 8;

/// The counters that lie on the callers' cards, for everybody to see.
fn counters(state: &State) -> Vec<String> {
    let mut lines =
        vec![format!("{:14}{:7}{:12}misses", "  caller", "hits", "bombs lost"), "─".repeat(44)];
    for (seat, caller) in state.callers() {
        let turn = if state.decided().is_none() && seat == state.turn() { '►' } else { ' ' };
        let (name, out) = (seat.padded(NAME), if caller.out.is_some() { "OUT" } else { "" });
        let (hits, lost) =
            (row_of('■', caller.hits, HITS_TO_WIN), row_of('×', caller.lost, BOMBS_TO_LOSE));
        let line =
            format!("{turn} {} {name}  {hits:7}{lost:12}{:>4}    {out}", seat.0, caller.misses);
        lines.push(line.trim_end().to_owned());
    }
    let houses = format!("houses left: {} of {}", state.houses_left(), state.options().houses);
    lines.extend([String::new(), format!("Checker: {}  {houses}", CHECKER.padded(NAME))]);
    if state.decided().is_none() {
        lines.push(next_callers(state));
    }
    lines
}

/// `■ ■ ·`
fn row_of(sign: char, count: u32, most: u32) -> String {
    let signs: Vec<String> =
        (0..most).map(|at| if at < count { sign } else { '·' }.to_string()).collect();
    signs.join(" ")
}

/// `next: 4, then 1 (3 is out)`; numbers are those of the seats.
fn next_callers(state: &State) -> String {
    let numbers = |seats: &mut dyn Iterator<Item = Seat>| {
        seats.map(|seat| seat.0.to_string()).collect::<Vec<_>>()
    };
    let next = numbers(&mut state.order().into_iter().filter(|seat| *seat != state.turn()));
    let out = numbers(
        &mut state.callers().filter(|(_, caller)| caller.out.is_some()).map(|(seat, _)| seat),
    );
    let next = match next.as_slice() {
        [] => "no other caller is left".to_owned(),
        [one] => format!("next: {one}"),
        [first, rest @ ..] => format!("next: {first}, then {}", rest.join(", ")),
    };
    match out.as_slice() {
        [] => next,
        [one] => format!("{next} ({one} is out)"),
        many => format!("{next} ({} are out)", many.join(", ")),
    }
}

fn facts(state: &State) -> Vec<(String, String)> {
    let quiet = state.quiet_rounds();
    if quiet == 0 || state.decided().is_some() {
        return Vec::new();
    }
    let rounds = if quiet == 1 { "round has" } else { "rounds have" };
    vec![(
        "Nothing new".to_owned(),
        format!("{quiet} {rounds} brought nothing new; after {QUIET_ROUNDS} it is a draw"),
    )]
}

/// Who looks, and at what.
struct Viewer<'a> {
    state: &'a State,
    own: Option<&'a Own<GameBox>>,
}

impl Viewer<'_> {
    /// Is it the viewer's turn to call?
    fn calls(&self) -> bool {
        self.own.is_some_and(|own| GameBox::pending(self.state) == Pending::Choice(own.seat))
    }

    /// The Checker's chart: his own while it is secret, everybody's once it has been shown.
    fn layout(&self) -> Option<&Layout> {
        let own = self.own.filter(|own| own.seat == CHECKER).map(|own| &own.secret);
        self.state.shown().or(own)
    }

    fn board(&self) -> Board {
        let chart = self.state.chart();
        let row = |(label, dots): (String, Vec<Dot>)| {
            let cells = dots.into_iter().map(|dot| self.cell(dot)).collect();
            Row::Cells { label, name: String::new(), cells }
        };
        Board {
            columns: chart.heads(),
            heads: Heads::Above,
            cell_width: 3,
            frame: true,
            rows: chart.lines().into_iter().map(row).collect(),
            ..Board::default()
        }
    }

    fn cell(&self, dot: Dot) -> Cell {
        let (sign, role, says) = match self.state.known(dot) {
            Some(Known::Empty) => ("○".to_owned(), Role::RuledOut, "MISS".to_owned()),
            Some(Known::Gun) => ("G".to_owned(), Role::Foe, "GUN".to_owned()),
            Some(Known::Removed { by }) => {
                (format!("[{}]", by.0), Role::Hit, format!("house hit by {by}"))
            }
            None => self.uncalled(dot),
        };
        if self.state.asked() != Some(dot) {
            return Cell::new(sign, role).tip(format!("{dot}: {says}"));
        }
        let sign = if self.state.known(dot).is_none() && self.layout().is_none() {
            "?".to_owned()
        } else {
            sign
        };
        Cell::new(sign, Role::Asked)
            .tip(format!("{dot}: {says}, called now by {}", self.state.turn()))
    }

    fn uncalled(&self, dot: Dot) -> (String, Role, String) {
        match self.layout().map(|layout| layout.at(dot)) {
            Some(Holding::House) => ("H".to_owned(), Role::Own, "house".to_owned()),
            Some(Holding::Gun) => ("g".to_owned(), Role::Own, "gun, not called".to_owned()),
            _ => {
                let mark = self.own.and_then(|own| own.marks.get(&dot.to_string()));
                let sign: String =
                    mark.map(|mark| mark.chars().take(3).collect()).unwrap_or_default();
                (
                    if sign.is_empty() { "·".to_owned() } else { sign },
                    Role::Plain,
                    "not called yet".to_owned(),
                )
            }
        }
    }

    fn legend(&self) -> Vec<String> {
        let mut legend = vec![
            "     [1] house hit, by caller 1    G gun    ○ miss    · not called yet".to_owned(),
        ];
        if self.layout().is_some() {
            legend.push("     H house, not hit    g gun, not called".to_owned());
        }
        if let Some(dot) = self.state.asked() {
            legend.push(format!(
                "     {} calls {dot}: the Checker has to answer.",
                self.state.turn()
            ));
        }
        legend.push(
            "     A hit house is a miss from then on; a gun costs a bomb every time.".to_owned(),
        );
        legend
    }

    fn list(&self) -> Vec<String> {
        let (state, chart) = (self.state, self.state.chart());
        let dots = |is: &dyn Fn(Dot) -> bool| {
            Chart::list(&chart.dots().filter(|dot| is(*dot)).collect::<Vec<_>>())
        };
        let mut list = vec![format!("Chart: {chart}, {} dots. Checker: {CHECKER}.", chart.size())];
        list.extend(state.callers().map(|(seat, caller)| said(seat, caller)));
        list.push(format!("Houses left: {} of {}.", state.houses_left(), state.options().houses));
        for (seat, _) in state.callers() {
            let hit = dots(&|dot| state.known(dot) == Some(Known::Removed { by: seat }));
            if !hit.is_empty() {
                list.push(format!("Houses hit by {seat}: {hit}."));
            }
        }
        let at = |what: Holding| {
            let layout = self.layout();
            move |dot: Dot| {
                state.known(dot).is_none() && layout.is_some_and(|layout| layout.at(dot) == what)
            }
        };
        let uncalled = state.dots_where(|known| known.is_none()).len();
        let lines = [
            ("Guns called".to_owned(), dots(&|dot| state.known(dot) == Some(Known::Gun))),
            ("Empty".to_owned(), dots(&|dot| state.known(dot) == Some(Known::Empty))),
            (format!("Not called yet, {uncalled} dots"), dots(&|dot| state.known(dot).is_none())),
            ("Houses not hit".to_owned(), dots(&at(Holding::House))),
            ("Guns not called".to_owned(), dots(&at(Holding::Gun))),
        ];
        list.extend(
            lines
                .into_iter()
                .filter(|(_, dots)| !dots.is_empty())
                .map(|(label, dots)| format!("{label}: {dots}.")),
        );
        list.extend(facts(state).into_iter().map(|(label, text)| format!("{label}: {text}.")));
        match state.asked() {
            _ if state.decided().is_some() => {}
            Some(dot) => {
                list.push(format!("{} calls {dot}; {CHECKER} has to answer.", state.turn()))
            }
            None => {
                let order: Vec<String> = state.order().iter().map(Seat::to_string).collect();
                list.push(format!("Order of calls: {}.", order.join(", ")));
            }
        }
        list
    }
}

/// A caller's counters as a sentence.
fn said(seat: Seat, caller: &Caller) -> String {
    let Caller { hits, lost, misses, out, .. } = caller;
    let out = match out {
        None => "",
        Some(Out::Bombs) => " Out: three bombs lost.",
        Some(Out::Misses) => " Out: too many misses.",
        Some(Out::Resigned) => " Out: resigned.",
    };
    format!(
        "Caller {}, {seat}: hits {hits} of {HITS_TO_WIN}, bombs lost {lost} of {BOMBS_TO_LOSE}, misses {misses}.{out}",
        seat.0
    )
}

/// The public state, and what the viewer's seat hides, for programs.
pub(super) fn json(state: &State, own: Option<&Own<GameBox>>) -> (Value, Option<Value>) {
    let chart = state.chart();
    let sign = |dot: Dot| match state.known(dot) {
        None => ".".to_owned(),
        Some(Known::Empty) => "o".to_owned(),
        Some(Known::Gun) => "G".to_owned(),
        Some(Known::Removed { by }) => by.0.to_string(),
    };
    let calls: serde_json::Map<String, Value> = chart
        .dots()
        .filter(|dot| state.known(*dot).is_some())
        .map(|dot| (dot.to_string(), json!(sign(dot))))
        .collect();
    let callers: Vec<Value> = state
        .callers()
        .map(|(seat, caller)| {
            json!({
                "seat": seat.0, "hits": caller.hits, "bombs_lost": caller.lost, "misses": caller.misses,
                "out": caller.out.map(Out::word),
            })
        })
        .collect();
    let public = json!({
        "chart": chart.to_string(),
        "dots": calls,
        "callers": callers,
        "houses_left": state.houses_left(),
        "guns_not_called": state.guns_left(),
        "turn": state.turn().0,
        "called": state.asked().map(|dot| dot.to_string()),
        "quiet_rounds": state.quiet_rounds(),
        "shown": state.shown().map(places),
    });
    let mine = own.map(|own| if own.seat == CHECKER { places(&own.secret) } else { json!({}) });
    (public, mine)
}

fn places(layout: &Layout) -> Value {
    let names = |dots: &[Dot]| dots.iter().map(Dot::to_string).collect::<Vec<_>>();
    json!({ "houses": names(layout.houses()), "guns": names(layout.guns()) })
}
