//! The scene: the whole board, with everything that a player needs to play.

use super::board::{Board, Ground, House, Square, side_name};
use super::hints::{self, Chances};
use super::illegal::Illegal;
use super::options::Options;
use super::orders::Orders;
use super::person::{Person, Role};
use super::setup::Dossier;
use super::state::{State, hidden_in, passport};
use super::{EnemyAgent, Private, Seen, Shown, facts};
use crate::board::text::{columns, joined};
use crate::rules::scene::{
    Board as Picture, Cell, Edge, Heads, Line, Piece, Role as Look, Row, Scene, Side,
};
use crate::rules::{Heat, Hints, Preview, Seat, Show};

impl Show<EnemyAgent> for State {
    fn scene(&self, shown: &Shown, own: Option<&Private>) -> Scene {
        let view = View { state: self, shown, own, is_narrow: false };
        let seen = own.map(|private| Seen { position: self, shown, private });
        let Chances { may, examples } = seen.map(Chances::of).unwrap_or_default();
        Scene {
            boards: vec![picture(&view)],
            legend: legend(&view),
            facts: facts::facts(&view),
            may,
            examples,
            list: facts::list(&view),
            off_board: off_board(&view),
            ..Scene::default()
        }
    }

    fn heat(&self, seen: Seen<'_>, wish: Hints) -> Option<Heat> {
        let hidden = seen.shown.setup(seen.private.seat.other()).is_none();
        (hidden && self.turn > 0).then(|| hints::heat(seen, wish))
    }

    fn preview(&self, seen: Seen<'_>, mv: &Orders, _: Hints) -> Preview {
        hints::preview(seen, mv).into()
    }

    fn moves_of(&self, seen: Seen<'_>, piece: &str) -> Option<Result<Vec<String>, Illegal>> {
        Some(hints::moves_of(seen, piece))
    }
}

/// Minimum width of a square in characters.
const NARROW: usize = 3;

/// A viewer and the position.
pub(super) struct View<'a> {
    pub(super) state: &'a State,
    pub(super) shown: &'a Shown,
    pub(super) own: Option<&'a Private>,
    /// Whether to draw the squares as narrow as possible.
    is_narrow: bool,
}

impl View<'_> {
    pub(super) fn board(&self) -> &Board {
        self.state.board()
    }

    /// Returns the side at the bottom.
    pub(super) fn near_side(&self) -> Seat {
        self.own.map_or(Seat::OPENER, |own| own.seat)
    }

    pub(super) fn is_own(&self, seat: Seat) -> bool {
        self.own.is_some_and(|own| own.seat == seat)
    }

    /// Returns a person's role, if the viewer knows it.
    pub(super) fn role(&self, who: Person) -> Option<Role> {
        let own = self.own.filter(|own| own.seat == who.seat() && !who.is_inspector());
        own.map(|own| own.setup.role(who)).or_else(|| passport(self.shown, who))
    }

    /// Returns the short text for a person: the number, followed by `a` for a known Agent, `t` for
    /// a known Tourist, or a star if the person carries a plan. Examples: `5a`, `12t`, `I1`, `3*`.
    fn tag(&self, who: Person) -> String {
        let mark = match self.role(who) {
            _ if self.state.carries(who) => "*",
            Some(Role::Agent) => "a",
            Some(Role::Tourist) => "t",
            None => "",
        };
        format!("{who}{mark}")
    }

    /// Returns the tag with the name: `5a Edith`.
    fn tag_and_name(&self, who: Person) -> String {
        let name = who.name().map(|name| format!(" {name}"));
        self.tag(who) + &name.unwrap_or_default()
    }

    /// Returns the pieces to draw for a person, and for a plan that the person carries.
    fn drawn(&self, who: Person) -> impl Iterator<Item = Piece> {
        let shape = match self.role(who) {
            _ if who.is_inspector() => "inspector",
            Some(Role::Agent) => "agent",
            Some(Role::Tourist) => "tourist",
            None => "person",
        };
        let side = if who.seat() == self.near_side() { Side::Near } else { Side::Far };
        let plan = self.state.carries(who).then(|| Piece::new("plan"));
        [Piece::new(shape).of(side).labelled(who.to_string())].into_iter().chain(plan)
    }

    /// Returns the tag, in brackets if the person belongs to the side at the top.
    fn figure(&self, who: Person) -> String {
        let tag = self.tag(who);
        if who.seat() == self.near_side() { tag } else { format!("[{tag}]") }
    }

    /// Returns the viewer's pencil mark on a square.
    fn mark(&self, square: Square) -> Option<char> {
        self.own?.notes.sign(&square.to_string())
    }

    /// Returns the tags of these people, separated by spaces.
    pub(super) fn tags(&self, people: impl IntoIterator<Item = Person>) -> String {
        joined(people.into_iter().map(|who| self.tag(who)), " ")
    }

    /// Returns the width of a square in characters. The more columns the board has, the narrower
    /// its squares are, so that the board fits the screen.
    fn width(&self) -> usize {
        match self.board().columns() {
            _ if self.is_narrow => NARROW,
            0..=15 => 5,
            16..=18 => 4,
            _ => NARROW,
        }
    }

    /// Whether the squares are too narrow for brackets and for a gap after three characters.
    fn is_tight(&self) -> bool {
        self.width() <= NARROW
    }

    /// Returns the width of a row of squares in characters.
    fn length(&self) -> usize {
        usize::from(self.board().columns()).saturating_sub(1) * self.width() + 3
    }

    /// Returns the rows and the columns in the order in which they are drawn, with the viewer's
    /// side at the bottom.
    fn order(&self) -> (Vec<u8>, Vec<u8>) {
        let (rows, columns) = (0..self.board().rows(), 0..self.board().columns());
        if self.near_side() == Seat::OPENER {
            (rows.rev().collect(), columns.collect())
        } else {
            (rows.collect(), columns.rev().collect())
        }
    }
}

/// Returns the board before the first move, for the player who chooses this setup.
pub(super) fn beginning(options: &Options, seat: Seat, dossier: &Dossier) -> Picture {
    let (state, shown) = (State::new(options), Shown::nothing(2));
    let own = Private::new(seat, dossier.clone());
    picture(&View { state: &state, shown: &shown, own: Some(&own), is_narrow: false })
}

fn picture(view: &View) -> Picture {
    let (rows, columns) = view.order();
    let near = view.near_side();
    let mut lines = vec![
        Row::Band(houses(view, near.other())),
        Row::Band(buildings(view, near.other(), &columns)),
    ];
    let side = |number: u8| view.board().side(Square { letter: 0, number });
    let mut above = None;
    for number in rows {
        if above.is_some_and(|above| side(above) != side(number)) {
            lines.push(Row::Band(wall(view, &columns)));
        }
        above = Some(number);
        let squares = columns.iter().map(|&letter| Square { letter, number });
        lines.push(Row::Cells {
            label: (number + 1).to_string(),
            name: String::new(),
            cells: squares.map(|square| cell(view, square)).collect(),
        });
    }
    lines.push(Row::Band(buildings(view, near, &columns)));
    lines.push(Row::Band(houses(view, near)));
    Picture {
        id: "board",
        columns: columns.into_iter().map(letter).collect(),
        heads: Heads::Below,
        cell_width: view.width(),
        rows: lines,
        edges: paths(view),
        aside: left_out(view),
        narrow: (view.width() > NARROW)
            .then(|| Box::new(picture(&View { is_narrow: true, ..*view }))),
        ..Picture::default()
    }
}

/// Returns the marks that narrow squares have no room for: those of people with two-digit numbers,
/// and those of people who share a square.
fn left_out(view: &View) -> Vec<String> {
    if !view.is_tight() {
        return Vec::new();
    }
    let is_alone = |square: Square| view.state.at(square).count() == 1;
    let is_unmarked = |who: &Person| {
        let square = view.state.square_of(*who);
        square.is_some_and(is_alone) && columns(&view.tag(*who)) >= NARROW
    };
    let marks = view.tags(Person::all().filter(is_unmarked));
    let marks = (!marks.is_empty()).then(|| format!("Marks: {marks}"));
    marks.into_iter().chain(facts::crowds(view)).collect()
}

/// Returns the lines to draw between neighbors in a row, if there is room for them. Lines between
/// rows would make the board twice as high.
fn paths(view: &View) -> Vec<Edge> {
    let board = view.board();
    let path = |square: Square| {
        let is_east =
            move |next: &&Square| next.number == square.number && next.letter > square.letter;
        let east = board.near(square).iter().filter(is_east);
        east.map(move |next| Edge::new(square, next, Line::Path))
    };
    let squares = board.squares().filter(|_| view.width() > NARROW);
    squares.flat_map(path).collect()
}

/// Returns the viewer's people in the Hotel and the Station.
fn off_board(view: &View) -> Vec<Piece> {
    let people = view.own.into_iter().flat_map(|own| Person::travelers(own.seat));
    let outside = people.filter(|&who| view.state.square_of(who).is_none());
    outside.filter_map(|who| view.drawn(who).next()).collect()
}

fn letter(column: u8) -> String {
    char::from(b'A' + column.min(25)).to_string()
}

/// Lists the starting spaces of a side and the people there, in the order in which the viewer sees
/// them.
fn houses(view: &View, seat: Seat) -> String {
    let is_near = seat == view.near_side();
    let first = if is_near { "Hotel" } else { "Station" };
    let house = |name: &str, house: House| {
        let tags = view.tags(Person::of(seat).filter(|&who| view.state.is_in(who, house)));
        let tags = if tags.is_empty() { "-" } else { &tags };
        // In one line, a narrow board has no room for the name of the side before each house.
        let side = if view.is_narrow && name != first { "" } else { side_name(seat) };
        format!("{side} {name}: {tags}").trim_start().to_owned()
    };
    let [hotel, jail, station] = [
        house("Hotel", House::Hotel),
        house("Jail", House::Jail),
        house("Station", House::Station),
    ];
    let (left, right) = if is_near { (hotel, station) } else { (station, hotel) };
    let room = view.length().saturating_sub(left.len() + jail.len() + right.len()) / 2;
    let gap = " ".repeat(room.max(if view.is_narrow { 2 } else { 3 }));
    format!("{left}{gap}{jail}{gap}{right}")
}

/// Returns a line filled with `fill`, with each of `texts` at its position, clipped to `length`
/// characters.
fn set_line(length: usize, fill: char, texts: &[(usize, String)]) -> String {
    let mut line = vec![fill; length];
    for (from, text) in texts {
        for (slot, sign) in line.iter_mut().skip(*from).zip(text.chars()) {
            *slot = sign;
        }
    }
    line.into_iter().collect::<String>().trim_end().to_owned()
}

fn buildings(view: &View, seat: Seat, columns: &[u8]) -> String {
    let width = view.width();
    let drawn_at = |square: &Square| columns.iter().position(|&column| column == square.letter);
    let own = view.own.filter(|own| own.seat == seat);
    let labels = (1..=4).map(|building| {
        let front = view.board().front(seat, building);
        let from = front.iter().filter_map(drawn_at).min().unwrap_or(0) * width;
        let mine = own.is_some_and(|own| own.setup.plans.contains(&building));
        let mark = match hidden_in(view.shown, seat, building) {
            Some(true) => "*",
            _ if mine => "*",
            Some(false) => "-",
            None => "",
        };
        let side = side_name(seat);
        let label = if width == 5 {
            format!("╞ {side} {building}{mark} ╡")
        } else {
            format!("{}{building}{mark}", &side[..1])
        };
        (from, label)
    });
    set_line(columns.len() * width, ' ', &labels.collect::<Vec<_>>())
}

fn wall(view: &View, columns: &[u8]) -> String {
    let (width, length) = (view.width(), view.length());
    let is_door = |column: &u8| view.board().doors().contains(column);
    let places = (0..).step_by(width).zip(columns);
    let doors: Vec<usize> =
        places.filter(|(_, column)| is_door(column)).map(|(from, _)| from).collect();
    // A doorway in the first column has no post to its left.
    let opening = |&door: &usize| match door.checked_sub(1) {
        Some(from) => (from, "╡   ╞".to_owned()),
        None => (0, "   ╞".to_owned()),
    };
    let mut texts: Vec<(usize, String)> = doors.iter().map(opening).collect();
    let middle = length / 2;
    if !doors.iter().any(|door| door.abs_diff(middle) < 10) {
        texts.push((middle.saturating_sub(4), " SCANNER ".to_owned()));
    }
    set_line(length, '═', &texts)
}

impl Ground {
    /// Returns the symbol for text boards, the name, and the shape to draw. The shape is empty if
    /// nothing is drawn.
    fn looks(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Ground::Plain => ("·", "square", ""),
            Ground::Gray => ("░", "gray", "gray"),
            Ground::Shaded => ("▒", "shaded", "shaded"),
            Ground::Yellow => ("Y", "yellow", "yellow"),
            Ground::Circle => ("O", "checkpoint", "circle"),
            Ground::Sentry => ("■", "sentry box", "sentry"),
            Ground::Jail => ("J", "jail", "jail"),
        }
    }

    pub(super) fn name(self) -> &'static str {
        self.looks().1
    }
}

fn cell(view: &View, square: Square) -> Cell {
    let board = view.board();
    let Some(ground) = board.drawn(square) else { return Cell::new(" ", Look::Void) };
    let (sign, name, shape) = ground.looks();
    let jailed = |who: &Person| {
        let jail = ground == Ground::Jail && who.seat() == board.side(square);
        jail && view.state.is_in(*who, House::Jail)
    };
    let people: Vec<Person> = view.state.at(square).chain(Person::all().filter(jailed)).collect();
    let look_of = |who: Person| if view.is_own(who.seat()) { Look::Own } else { Look::Foe };
    let mark = view.mark(square);
    let (text, look) = match people.as_slice() {
        [] if mark.is_some() => (format!("{}'", mark.unwrap_or_default()), Look::Plain),
        [] if ground == Ground::Plain => (sign.to_owned(), Look::Plain),
        [] => (sign.to_owned(), Look::Ground),
        [who] => (view.figure(*who), look_of(*who)),
        [one, two] => (format!("{one}/{two}"), look_of(*one)),
        crowd => (format!("({})", crowd.len()), Look::Foe),
    };
    // Without room for a gap, text of three characters would run into the next square.
    let text = match people.as_slice() {
        [who] if view.is_tight() && columns(&view.tag(*who)) >= NARROW => who.to_string(),
        [who] if view.is_tight() => view.tag(*who),
        [_, _] if view.is_tight() => "(2)".to_owned(),
        _ if columns(&text) <= view.width() => text,
        [who] => view.tag(*who),
        crowd => format!("({})", crowd.len()),
    };
    let mut tip = format!("{square}: {name}");
    if !people.is_empty() {
        tip = format!("{tip}, {}", joined(people.iter().map(|&who| view.tag_and_name(who)), ", "));
        if let [who] = people.as_slice() {
            tip.extend(who.about().map(|about| format!(": {about}")));
        }
    }
    if mark.is_some() {
        tip.push_str("; your mark");
    }
    // On a square with people, the mark is a small badge.
    let pencil = mark.map(|mark| {
        let shape = if people.is_empty() { "pencil" } else { "pencil-badge" };
        Piece::new(shape).labelled(mark)
    });
    let ground = (!shape.is_empty()).then(|| Piece::new(shape));
    let figures = people.iter().flat_map(|&who| view.drawn(who));
    let cell = Cell {
        pieces: ground.into_iter().chain(figures).chain(pencil).collect(),
        ..Cell::new(text, look).tip(tip)
    };
    if board.has(square) { cell.named(square.to_string()) } else { cell }
}

fn legend(view: &View) -> Vec<String> {
    let (near, far) = (view.near_side(), view.near_side().other());
    let (mine, his) = if near == Seat::OPENER { (1, 7) } else { (7, 1) };
    let (people, plan) = if view.own.is_some() {
        let own = format!("{mine}a your agent   {mine}t your tourist");
        let other = format!("[{his}] or {his} {far}'s   [{his}a] shown as agent");
        (format!("{own}   {other}"), "* Master Plan")
    } else {
        let roles = "1a shown as agent   1t shown as tourist";
        (format!("{mine} {near}'s   [{his}] or {his} {far}'s   {roles}"), "* Master Plan, seen")
    };
    let doors = joined(view.board().doors().iter().copied().map(letter), " and ");
    vec![
        format!("   {people}"),
        "   · square  ░ gray  ▒ shaded  O checkpoint  ■ sentry box  Y yellow  J jail".to_owned(),
        format!("   ═ wall, open at {doors}   {plan}   - no plan there"),
        format!("   3/9 two on one square   (3) several, named below   {mine}* carries the plan"),
    ]
}
