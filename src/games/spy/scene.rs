//! The two fields as they look, and what is said beside them.

use std::collections::BTreeMap;

use crate::board::{Direction, Square};
use crate::games::scene::{Board, Cell, Heads, Role, Row, Scene};
use crate::games::{Own, Pending, Seat};

use super::Spy;
use super::network::Network;
use super::notation::{Answer, Choice, Span, letter, listed, name};
use super::play;
use super::setup;
use super::spaces::Spaces;
use super::state::{Stage, State};

/// Two fields of so many columns stand side by side on a screen of 80.
const WIDEST_PAIR: u8 = 10;

pub(super) fn scene(state: &State, own: Option<&Own<Spy>>) -> Scene {
    let viewer = own.map(|own| own.seat);
    let near = viewer.unwrap_or(Seat::OPENER);
    Scene {
        heading: if state.round == 0 { String::new() } else { format!("round {}", state.round) },
        boards: vec![board(state, own, near), board(state, own, near.other())],
        legend: legend(state, near),
        facts: facts(state, own),
        may: own.map_or_else(Vec::new, |own| may(state, own.seat)),
        examples: own.map_or_else(Vec::new, |own| examples(state, own.seat)),
        list: list(state, own),
    }
}

/// One seat's field: its network, if the viewer may see it, and what was answered.
struct Sight<'a> {
    state: &'a State,
    seat: Seat,
    drawn: Option<Drawing>,
    asked: Spaces,
    /// the viewer's pencil marks, on the other's field
    marks: Option<&'a BTreeMap<String, String>>,
}

fn board(state: &State, own: Option<&Own<Spy>>, seat: Seat) -> Board {
    let mine = own.filter(|own| own.seat == seat);
    let network = mine.map(|own| &own.secret).or(state.fields[seat].shown.as_ref());
    let sight = Sight {
        state,
        seat,
        drawn: network.map(Drawing::new),
        asked: state.asked_now(seat),
        marks: own.filter(|own| own.seat != seat).map(|own| &own.marks),
    };
    let title = match (mine, own) {
        (Some(_), _) => "YOUR NETWORK".to_owned(),
        (None, Some(_)) => format!("{}: what you know", seat.upper()),
        (None, None) => format!("{}: what {} knows", seat.upper(), seat.other()),
    };
    let grid = state.options.grid;
    let row = |row: u8| Row::Cells {
        label: (row + 1).to_string(),
        name: String::new(),
        cells: (0..grid.cols()).map(|col| sight.cell(Square::new(row, col))).collect(),
    };
    Board {
        title,
        columns: (0..grid.cols()).map(|col| letter(col).to_string()).collect(),
        heads: Heads::Above,
        cell_width: 3,
        frame: true,
        rows: (0..grid.rows()).map(row).collect(),
        aside: Vec::new(),
    }
}

impl Sight<'_> {
    fn cell(&self, space: Square) -> Cell {
        let (sign, role, tip) = self.sign(space);
        let text = match self.drawn.as_ref().map(|drawing| drawing.ways(space)) {
            Some([_, right, _, left]) if right || left => {
                format!("{}{sign}{}", if left { '─' } else { ' ' }, if right { '─' } else { ' ' })
            }
            _ => sign.to_string(),
        };
        Cell::new(text, role).tip(tip)
    }

    /// The sign in the middle of a cell.
    fn sign(&self, space: Square) -> (char, Role, String) {
        let field = &self.state.fields[self.seat];
        let told = field.told.get(&space);
        let tip = told.map_or_else(String::new, |answer| format!("{}: {answer}", name(space)));
        if self.asked.contains(space) {
            return ('?', Role::Asked, format!("{}: asked now", name(space)));
        }
        match (told, &self.drawn) {
            (Some(Answer::Hot), _) => ('H', Role::Hit, tip),
            (Some(Answer::Warm), _) => ('w', Role::Answer, tip),
            (Some(Answer::Cold), _) => ('c', Role::Answer, tip),
            (_, Some(drawing)) if drawing.hot.contains(space) => {
                (drawing.sign(space), Role::Own, tip)
            }
            (_, Some(_)) => ('·', Role::Plain, tip),
            (_, None) if field.hot.contains(space) => ('H', Role::Hit, tip),
            (_, None) => self.guessed_sign(space),
        }
    }

    /// A space of a field that is hidden, and of which nothing was asked.
    fn guessed_sign(&self, space: Square) -> (char, Role, String) {
        let name = name(space);
        let mark = self
            .marks
            .and_then(|marks| marks.get(&name))
            .and_then(|mark| mark.chars().find(|sign| !sign.is_control()));
        match mark {
            Some(mark) => (mark, Role::Own, format!("{name}: your mark")),
            None if self.state.fields[self.seat].blank.contains(space) => {
                ('×', Role::RuledOut, format!("{name}: blank"))
            }
            None => ('·', Role::Plain, String::new()),
        }
    }
}

/// A network as it runs through the spaces.
struct Drawing {
    hot: Spaces,
    /// from which space a line goes on up, right, down, left
    ways: [Spaces; 4],
}

impl Drawing {
    fn new(network: &Network) -> Self {
        let mut ways = [Spaces::EMPTY; 4];
        for (from, to) in network.lines() {
            let line: Vec<Square> = Network::new(vec![from, to]).hot().iter().collect();
            for (a, b) in line.iter().zip(line.iter().skip(1)) {
                for (from, to) in [(a, b), (b, a)] {
                    let way = Direction::STRAIGHT
                        .iter()
                        .position(|way| Direction::between(*from, *to) == Some(*way));
                    way.and_then(|way| ways.get_mut(way))
                        .into_iter()
                        .for_each(|spaces| spaces.insert(*from));
                }
            }
        }
        Drawing { hot: network.hot(), ways }
    }

    /// Whether a line goes on from here up, right, down, left.
    fn ways(&self, space: Square) -> [bool; 4] {
        self.ways.map(|spaces| spaces.contains(space))
    }

    fn sign(&self, space: Square) -> char {
        match self.ways(space) {
            [false, true, false, true] => '─',
            [true, false, true, false] => '│',
            [false, true, true, false] => '┌',
            [false, false, true, true] => '┐',
            [true, true, false, false] => '└',
            [true, false, false, true] => '┘',
            _ => '●',
        }
    }
}

/// The signs of the near field to the left, those of the far one to the right.
fn legend(state: &State, near: Seat) -> Vec<String> {
    let left =
        ["H w c  hot, warm, cold", "?      asked now", &squares(state, near)].map(str::to_owned);
    let right =
        ["H hot    w warm    c cold", "× blank, next to a cold", &squares(state, near.other())]
            .map(str::to_owned);
    let cols = state.options.grid.cols();
    if cols > WIDEST_PAIR {
        let signs = format!("      {}    ?  asked now    {}", left[0], right[1]);
        let [_, _, left] = left;
        let [_, _, right] = right;
        return vec![
            signs,
            format!("      {left} on the upper field"),
            format!("      {right} on the lower field"),
        ];
    }
    let column = usize::from(cols) * 3 + 8;
    let line = |(left, right): (String, String)| format!("      {left:<column$}{right}");
    left.into_iter().zip(right).map(line).collect()
}

/// The numbered squares with which rows of this field may be asked; those crossed out are dashes.
fn squares(state: &State, field: Seat) -> String {
    let mut left = state.fields[field].rows_left.clone();
    let square = |square: &u8| match left.iter().position(|one| one == square) {
        Some(at) => left.remove(at).to_string(),
        None => "-".to_owned(),
    };
    // Of equal squares the first is crossed out first.
    let mut signs: Vec<String> = state.options.multi.iter().rev().map(square).collect();
    signs.reverse();
    format!("rows left  {}", listed(signs))
}

fn facts(state: &State, own: Option<&Own<Spy>>) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    if state.options.lengths != [1, 2, 3, 4, 5, 6] {
        facts.push(("Lines".to_owned(), format!("{} units long", state.options.lengths_listed())));
    }
    let sealed = match &state.stage {
        Stage::Declared { .. } => true,
        Stage::Judging(guesses) => guesses.opened.is_none(),
        _ => false,
    };
    let hidden = own.iter().flat_map(|own| &own.hidden).filter(|_| sealed);
    facts.extend(
        hidden.map(|(item, value)| ("Your guess".to_owned(), format!("{value} ({item}, sealed)"))),
    );
    facts.extend(guesses(state).map(|text| ("Guess".to_owned(), text)));
    for (seat, field) in state.fields.iter() {
        if let Some(network) = &field.shown {
            facts.push(("Network".to_owned(), format!("{seat} had {}", setup::describe(network))));
        }
    }
    facts
}

/// Who has guessed, and how it came out as far as that is known.
fn guesses(state: &State) -> Option<String> {
    match &state.stage {
        Stage::Declared { by, .. } => {
            Some(format!("{by} has made a guess, sealed; {} guesses or declines", by.other()))
        }
        Stage::Judging(guesses) => {
            let came_out = |right: Option<bool>| {
                right.map_or("", |right| if right { ", right" } else { ", wrong" })
            };
            let (by, how) = (
                guesses.by,
                if guesses.opened.is_none() { ", sealed" } else { came_out(guesses.opened) },
            );
            let response = match &guesses.response {
                Some(network) => format!("guesses {network}{}", came_out(guesses.answered)),
                None => "has declined".to_owned(),
            };
            Some(format!("{by} has made a guess{how}; {} {response}", by.other()))
        }
        _ => None,
    }
}

fn may(state: &State, viewer: Seat) -> Vec<String> {
    if play::pending(state).actor() != Some(viewer) {
        return Vec::new();
    }
    let row =
        if state.fields[viewer.other()].rows_left.is_empty() { "" } else { ", a row (4C-4F)" };
    let (round, second) = (state.round, state.is_second(viewer));
    match &state.stage {
        Stage::Declared { by, .. } => vec![
            "guess (`guess` and the corners), or decline.".to_owned(),
            format!("{by} has made a guess; after your file nothing can be changed."),
        ],
        Stage::LastWord(_) if second => {
            vec!["guess (`guess` and the corners), or decline: all rounds are over.".to_owned()]
        }
        _ if asks_no_more(state, viewer) => vec![
            "guess (`guess` and the corners), or decline: your file ends the last round."
                .to_owned(),
        ],
        Stage::Answering { .. } | Stage::Asking(_) => vec![match (second, round) {
            (false, 0) | (true, 1) => format!("ask a space (4C){row}."),
            (false, _) => {
                format!("ask a space (4C){row}, or guess: round {round} ends with your file.")
            }
            (true, _) => format!(
                "ask a space (4C){row}, or guess instead of answering: round {} has ended.",
                round.saturating_sub(1)
            ),
        }],
        _ => Vec::new(),
    }
}

/// Does the viewer's file, once it has answered, end the last round?
fn asks_no_more(state: &State, viewer: Seat) -> bool {
    match state.stage {
        Stage::LastWord(_) => true,
        Stage::Answering { .. } => {
            !state.is_second(viewer) && state.round >= state.options.max_rounds
        }
        _ => false,
    }
}

/// Moves that may be typed now. No guess: that would be a hint.
fn examples(state: &State, viewer: Seat) -> Vec<(String, String)> {
    if play::pending(state).actor() != Some(viewer) {
        return Vec::new();
    }
    let answers = if state.asked_now(viewer).is_empty() { "" } else { "answers, and " };
    let (example, does) = match &state.stage {
        Stage::Declared { .. } => (Choice::Decline, "makes no guess; the sealed one then decides"),
        Stage::Answering { .. } | Stage::Asking(_) | Stage::LastWord(_)
            if asks_no_more(state, viewer) =>
        {
            (Choice::Decline, "makes no guess")
        }
        Stage::Answering { .. } | Stage::Asking(_) => {
            (Choice::Ask(Span::one(some_unknown(state, viewer.other()))), "asks")
        }
        _ => return Vec::new(),
    };
    vec![(example.to_string(), format!("{answers}{does}"))]
}

/// A space that is worth asking: of those that nothing is known of, the one nearest to 4C.
fn some_unknown(state: &State, seat: Seat) -> Square {
    let usual = Square::new(3, 2);
    let far = |space: &Square| {
        u32::from(space.row.abs_diff(usual.row)) + u32::from(space.col.abs_diff(usual.col))
    };
    state.unknown(seat).min_by_key(far).unwrap_or(usual)
}

fn list(state: &State, own: Option<&Own<Spy>>) -> Vec<String> {
    let viewer = own.map(|own| own.seat);
    let grid = state.options.grid;
    let mut list = vec![format!(
        "Fields of {} rows and {} columns. Lines {} units long.",
        grid.rows(),
        grid.cols(),
        state.options.lengths_listed()
    )];
    list.extend(own.map(|own| format!("Your network: {}.", setup::describe(&own.secret))));
    for seat in [viewer.unwrap_or(Seat::OPENER), viewer.unwrap_or(Seat::OPENER).other()] {
        list.extend(list_of_field(state, viewer, seat));
    }
    list.extend(facts(state, own).into_iter().map(|(label, text)| format!("{label}: {text}.")));
    for (square, mark) in own.iter().flat_map(|own| &own.marks) {
        list.push(format!("Your mark on {square}: {mark}."));
    }
    if let Pending::Over(outcome) = play::pending(state) {
        list.push(format!("The game is over: {}.", outcome.reason));
    }
    list
}

fn list_of_field(state: &State, viewer: Option<Seat>, seat: Seat) -> Vec<String> {
    let field = &state.fields[seat];
    let asked = state.asked_now(seat);
    let asker = if viewer == Some(seat.other()) {
        "You have".to_owned()
    } else {
        format!("{} has", seat.other())
    };
    let answers = [("hot", Answer::Hot), ("warm", Answer::Warm), ("cold", Answer::Cold)].map(
        |(word, answer)| {
            let told = field
                .told
                .iter()
                .filter(|(space, one)| **one == answer && !asked.contains(**space));
            let told: Vec<String> = told.map(|(space, _)| name(*space)).collect();
            if told.is_empty() {
                format!("{word}: none")
            } else {
                format!("{word}: {}", told.join(", "))
            }
        },
    );
    let mut list = vec![format!("{asker} been told {}.", answers.join("; "))];
    let beside: Spaces = field.told.keys().copied().collect();
    let beside: Vec<String> = field.blank.minus(beside).iter().map(name).collect();
    if !beside.is_empty() {
        list.push(format!("Blank, next to a cold: {}.", beside.join(", ")));
    }
    let asked: Vec<String> = asked.iter().map(name).collect();
    if !asked.is_empty() {
        list.push(format!("Asked now: {}.", asked.join(", ")));
    }
    let rows =
        if field.rows_left.is_empty() { "none".to_owned() } else { listed(&field.rows_left) };
    list.push(format!("{asker} rows left of: {rows}."));
    list
}
