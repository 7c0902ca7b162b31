//! What there is to see: the whole board, so that one can play from it alone.

use crate::board::Square;
use crate::games::scene::{Board as Picture, Cell, Heads, Join, Role as Look, Row, Scene};
use crate::games::{Own, Seat};

use super::EnemyAgent;
use super::board::{Board, Ground, name, read_square, side_name};
use super::person::{Person, Role};
use super::state::{Place, State};

mod words;

pub(super) use words::{foresee, moves};

/// Who looks, and what he knows.
pub(super) struct View<'a> {
    pub(super) state: &'a State,
    pub(super) own: Option<&'a Own<EnemyAgent>>,
}

impl View<'_> {
    fn board(&self) -> &Board {
        self.state.board()
    }

    /// Whose side is drawn at the bottom.
    fn near_side(&self) -> Seat {
        self.own.map_or(Seat(0), |own| own.seat)
    }

    fn is_own(&self, who: Person) -> bool {
        self.own.is_some_and(|own| own.seat == who.seat())
    }

    /// What the viewer knows of somebody.
    pub(super) fn role(&self, who: Person) -> Option<Role> {
        let own = self.own.filter(|own| own.seat == who.seat() && !who.is_inspector());
        own.map(|own| own.secret.role(who)).or_else(|| self.state.passport(who))
    }

    /// `5a`, `12t`, `I1`; a star for who carries a plan.
    fn tag(&self, who: Person) -> String {
        let mark = match self.role(who) {
            _ if self.state.carries(who) => "*",
            Some(Role::Agent) => "a",
            Some(Role::Tourist) => "t",
            None => "",
        };
        format!("{who}{mark}")
    }

    /// The same, in brackets if he is of the side at the top.
    fn figure(&self, who: Person) -> String {
        let tag = self.tag(who);
        if who.seat() == self.near_side() { tag } else { format!("[{tag}]") }
    }

    fn list(&self, people: impl Iterator<Item = Person>) -> String {
        let tags: Vec<String> = people.map(|who| self.tag(who)).collect();
        if tags.is_empty() { "-".to_owned() } else { tags.join(" ") }
    }

    fn in_house(&self, seat: Seat, house: fn(Place) -> bool) -> String {
        self.list(Person::of(seat).filter(|&who| house(self.state.figure(who).place)))
    }

    /// How many characters a square takes, so that the board fits the screen.
    fn width(&self) -> usize {
        match self.board().grid().cols() {
            0..=15 => 5,
            16..=18 => 4,
            _ => 3,
        }
    }

    /// Rows and columns in the order in which they are drawn, one's own side at the bottom.
    fn order(&self) -> (Vec<u8>, Vec<u8>) {
        let grid = self.board().grid();
        let (mut rows, mut cols): (Vec<u8>, Vec<u8>) =
            ((0..grid.rows()).rev().collect(), (0..grid.cols()).collect());
        if self.near_side() == Seat(1) {
            rows.reverse();
            cols.reverse();
        }
        (rows, cols)
    }
}

pub(super) fn paint(state: &State, own: Option<&Own<EnemyAgent>>) -> Scene {
    let view = View { state, own };
    let (may, examples) = words::chances(&view);
    Scene {
        heading: String::new(),
        boards: vec![picture(&view)],
        legend: legend(&view),
        facts: words::facts(&view),
        may,
        examples,
        list: words::list(&view),
    }
}

fn picture(view: &View) -> Picture {
    let (rows, cols) = view.order();
    let near = view.near_side();
    let mut lines = vec![
        Row::Band(houses(view, near.other())),
        Row::Band(buildings(view, near.other(), &cols)),
    ];
    for (index, &row) in rows.iter().enumerate() {
        let above = index.checked_sub(1).and_then(|before| rows.get(before).copied());
        let side = |row: u8| view.board().side(Square::new(row, 0));
        if above.is_some_and(|above| side(above) != side(row)) {
            lines.push(Row::Band(wall(view, &cols)));
        }
        let cells = cols.iter().enumerate().map(|(at, &col)| {
            let next = cols.get(at + 1).map(|&next| Square::new(row, next));
            cell(view, Square::new(row, col), next)
        });
        lines.push(Row::Cells {
            label: (row + 1).to_string(),
            name: String::new(),
            cells: cells.collect(),
        });
    }
    lines.push(Row::Band(buildings(view, near, &cols)));
    Picture {
        title: String::new(),
        columns: cols
            .iter()
            .map(|&col| name(Square::new(0, col)).trim_end_matches('1').to_owned())
            .collect(),
        heads: Heads::Below,
        cell_width: view.width(),
        frame: false,
        rows: lines,
        aside: Vec::new(),
    }
}

/// The starting spaces of a side, in the order in which they lie for the viewer.
fn houses(view: &View, seat: Seat) -> String {
    let side = side_name(seat);
    let hotel = format!("{side} Hotel: {}", view.in_house(seat, |place| place == Place::Hotel));
    let jail = format!("{side} Jail: {}", view.in_house(seat, Place::is_jail));
    let station =
        format!("{side} Station: {}", view.in_house(seat, |place| place == Place::Station));
    let (left, right) = if seat == view.near_side() { (hotel, station) } else { (station, hotel) };
    let length = view.board().grid().cols().saturating_sub(1) as usize * view.width() + 3;
    let room = length.saturating_sub(left.len() + jail.len() + right.len()) / 2;
    let gap = " ".repeat(room.max(3));
    format!("{left}{gap}{jail}{gap}{right}")
}

/// Texts set into a line, each from a place on, clipped by the line's end.
fn set_line(length: usize, fill: char, texts: &[(usize, String)]) -> String {
    let mut line = vec![fill; length];
    for (from, text) in texts {
        for (slot, sign) in line.iter_mut().skip(*from).zip(text.chars()) {
            *slot = sign;
        }
    }
    line.into_iter().collect::<String>().trim_end().to_owned()
}

fn buildings(view: &View, seat: Seat, cols: &[u8]) -> String {
    let width = view.width();
    let place = |square: &Square| cols.iter().position(|&col| col == square.col);
    let labels = (1..=4).map(|building| {
        let from =
            view.board().front(seat, building).iter().filter_map(place).min().unwrap_or(0) * width;
        let mine =
            view.own.is_some_and(|own| own.seat == seat && own.secret.plans.contains(&building));
        let known = view.state.building(seat, building);
        let mark = match (mine || known == Some(true), known) {
            (true, _) => "*",
            (false, Some(false)) => "-",
            _ => "",
        };
        let side = side_name(seat);
        (
            from,
            if width == 5 {
                format!("╞ {side} {building}{mark} ╡")
            } else {
                format!("{}{building}{mark}", &side[..1])
            },
        )
    });
    set_line(cols.len() * width, ' ', &labels.collect::<Vec<_>>())
}

fn wall(view: &View, cols: &[u8]) -> String {
    let width = view.width();
    let length = cols.len().saturating_sub(1) * width + 3;
    let doors: Vec<usize> = (0_usize..)
        .zip(cols)
        .filter(|(_, col)| view.board().is_door(**col))
        .map(|(at, _)| at * width)
        .collect();
    // A doorway in the first column has no post to its left.
    let opening = |&door: &usize| {
        door.checked_sub(1)
            .map_or_else(|| (0, "   ╞".to_owned()), |from| (from, "╡   ╞".to_owned()))
    };
    let mut texts: Vec<(usize, String)> = doors.iter().map(opening).collect();
    let middle = length / 2;
    if !doors.iter().any(|door| door.abs_diff(middle) < 10) {
        texts.push((middle.saturating_sub(4), " SCANNER ".to_owned()));
    }
    set_line(length, '═', &texts)
}

fn sign(ground: Ground) -> char {
    match ground {
        Ground::Plain => '·',
        Ground::Gray => '░',
        Ground::Shaded => '▒',
        Ground::Yellow => 'Y',
        Ground::Circle => 'O',
        Ground::Sentry => '■',
        Ground::Jail => 'J',
    }
}

fn cell(view: &View, square: Square, next: Option<Square>) -> Cell {
    let Some(ground) = view.board().drawn(square) else { return Cell::new(" ", Look::Void) };
    let jailed = |who: &Person| {
        ground == Ground::Jail
            && who.seat() == view.board().side(square)
            && view.state.figure(*who).place.is_jail()
    };
    let people: Vec<Person> = view.state.at(square).chain(Person::all().filter(jailed)).collect();
    let path = next.is_some_and(|next| view.board().near(square).contains(&next));
    let (text, look) = match people.as_slice() {
        [] if ground == Ground::Plain => (sign(ground).to_string(), Look::Plain),
        [] => (sign(ground).to_string(), Look::Ground),
        [who] => (view.figure(*who), if view.is_own(*who) { Look::Own } else { Look::Foe }),
        [one, two] => {
            (format!("{one}/{two}"), if view.is_own(*one) { Look::Own } else { Look::Foe })
        }
        crowd => (format!("({})", crowd.len()), Look::Foe),
    };
    let text = if text.chars().count() <= view.width() { text } else { shorter(view, &people) };
    let here: Vec<String> = people.iter().map(|&who| view.tag(who)).collect();
    let what = words::ground(ground);
    let tip = if here.is_empty() {
        format!("{}: {what}", name(square))
    } else {
        format!("{}: {what}, {}", name(square), here.join(" "))
    };
    Cell::new(text, look).tip(tip).joined(if path { Join::Path } else { Join::Gap })
}

/// What fits a narrow cell.
fn shorter(view: &View, people: &[Person]) -> String {
    match people {
        [who] => view.tag(*who),
        crowd => format!("({})", crowd.len()),
    }
}

fn legend(view: &View) -> Vec<String> {
    let near = view.near_side();
    let mut lines = vec![format!("   {}", houses(view, near)), String::new()];
    lines.push(match view.own {
        Some(own) => {
            let other = own.seat.other();
            let (mine, his) = if own.seat == Seat(0) { (1, 7) } else { (7, 1) };
            format!("   {mine}a your agent   {mine}t your tourist   [{his}] {other}'s   [{his}a] {other}'s, shown as agent")
        }
        None => format!("   1 {}'s   [7] {}'s   1a shown as agent   1t shown as tourist", Seat(0), Seat(1)),
    });
    lines.push(
        "   · square  ░ gray  ▒ shaded  O checkpoint  ■ sentry box  Y yellow  J jail".to_owned(),
    );
    let doors: Vec<String> = (0..view.board().grid().cols())
        .filter(|&col| view.board().is_door(col))
        .map(|col| char::from(b'A' + col).to_string())
        .collect();
    let plan = if view.own.is_some() { "* Master Plan" } else { "* Master Plan, seen" };
    lines.push(format!("   ═ wall, open at {}   {plan}   - no plan there", doors.join(" and ")));
    lines.push("   3/9 two on one square   (3) so many, named below".to_owned());
    lines
}

/// The squares that a pencil mark names: one, or a straight line of them.
pub(super) fn mark_squares(state: &State, typed: &str) -> Option<Vec<String>> {
    let text = crate::board::text::plain(typed);
    let squares: Vec<Square> = text
        .split(['-', ' '])
        .filter(|part| !part.is_empty())
        .map(read_square)
        .collect::<Option<_>>()?;
    let line = match squares.as_slice() {
        [one] => vec![*one],
        [from, to] => state.board().grid().line(*from, *to)?,
        _ => return None,
    };
    let line: Vec<String> =
        line.into_iter().filter(|&square| state.board().has(square)).map(name).collect();
    (!line.is_empty()).then_some(line)
}
