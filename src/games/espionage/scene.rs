//! The table to look at.

use std::collections::BTreeMap;

use super::Espionage;
use super::kind::{Clash, Kind, Kinds};
use super::knowledge::{Known, knowledge};
use super::moves::{Illegal, own_steps};
use super::notation::read_place;
use super::place::Place;
use super::state::{Orders, Phase, Piece, State, list};
use crate::games::scene::{Board, Cell, Heads, Role, Row, Scene};
use crate::games::{BySeat, Own, Seat};

/// The table as a viewer sees it; `own` is none for the public, who look on from the opener's side.
pub(super) fn scene(state: &State, own: Option<&Own<Espionage>>) -> Scene {
    let view = View::new(state, own);
    let facts = view.facts();
    let may = view.may();
    let mut list = view.list();
    list.extend(facts.iter().map(|(label, text)| format!("{label}: {text}.")));
    list.extend(may.iter().map(|may| format!("You may {may}.")));
    Scene {
        heading: String::new(),
        boards: vec![view.board()],
        legend: view.legend(),
        facts,
        may,
        examples: view.examples(),
        list,
    }
}

struct View<'a> {
    state: &'a State,
    own: Option<&'a Own<Espionage>>,
    /// who sits at the bottom
    near: Seat,
    known: BySeat<BTreeMap<Place, Known>>,
    /// who stands where
    squares: BTreeMap<Place, (Seat, Place, &'a Piece)>,
}

impl<'a> View<'a> {
    fn new(state: &'a State, own: Option<&'a Own<Espionage>>) -> Self {
        let known = knowledge(state, own);
        let empty =
            |seat: Seat, name: &Place| known[seat].get(name) == Some(&Known::Own(Kind::Empty));
        let pieces = |seat: Seat| {
            state.on_board(seat).map(move |(name, at, piece)| (at, (seat, name, piece)))
        };
        let squares = pieces(Seat::OPENER)
            .chain(pieces(Seat::JOINER))
            .filter(|(_, (seat, name, _))| !empty(*seat, name))
            .collect();
        View { state, own, near: own.map_or(Seat::OPENER, |own| own.seat), known, squares }
    }

    fn known(&self, seat: Seat, name: Place) -> Known {
        self.known
            .get(seat)
            .and_then(|army| army.get(&name))
            .copied()
            .unwrap_or(Known::Open(Kinds::that(|_| true)))
    }

    /// Does this piece stand where the last turn of play brought it?
    fn just_moved(&self, seat: Seat, name: Place) -> bool {
        seat == self.state.mover && self.state.last[seat].iter().any(|went| went.piece == name)
    }

    fn board(&self) -> Board {
        let side = self.state.house.side();
        let down: Vec<u8> =
            if self.near == Seat::OPENER { (0..side).rev().collect() } else { (0..side).collect() };
        let row = |row: u8| Row::Cells {
            label: (row + 1).to_string(),
            name: String::new(),
            cells: (0..side).map(|col| self.cell(Place::new(col, row))).collect(),
        };
        Board {
            title: String::new(),
            columns: ('A'..).take(usize::from(side)).map(String::from).collect(),
            heads: Heads::Both,
            cell_width: 4,
            frame: true,
            rows: down.into_iter().map(row).collect(),
            aside: self.aside(),
        }
    }

    fn cell(&self, place: Place) -> Cell {
        if self.state.volcanoes.contains(&place) {
            return Cell::new("▲", Role::Ground).tip(format!("{place}: volcano"));
        }
        if let Some((seat, name, piece)) = self.squares.get(&place) {
            return self
                .piece_cell(*seat, *name, piece)
                .tip(format!("{place}: {}", self.piece_text(*seat, *name, piece)));
        }
        match self.mark(place) {
            Some(sign) => {
                Cell::new(format!("{sign}'"), Role::Plain).tip(format!("{place}: your mark"))
            }
            None => Cell::new("·", Role::Plain).tip(place.to_string()),
        }
    }

    /// The viewer's pencil mark on this square.
    fn mark(&self, place: Place) -> Option<char> {
        self.own?.marks.get(&place.to_string())?.chars().next()
    }

    fn piece_cell(&self, seat: Seat, name: Place, piece: &Piece) -> Cell {
        let known = self.known(seat, name);
        if let (Known::Open(_), Some(mark)) = (known, piece.at.and_then(|at| self.mark(at))) {
            return Cell::new(
                if piece.moved { format!("<{mark}'>") } else { format!("[{mark}']") },
                Role::Foe,
            );
        }
        let sign = known.kind().map_or('?', Kind::sign);
        let theirs = seat != self.near;
        let body = match known {
            Known::Own(_) => format!(" {sign} "),
            Known::Follows(_) => format!("({sign})"),
            _ if theirs && piece.moved => format!("<{sign}>"),
            _ if theirs => format!("[{sign}]"),
            _ if self.own.is_some() => format!(" {sign} "),
            _ if piece.moved => format!("/{sign}/"),
            _ => format!("|{sign}|"),
        };
        let text =
            if self.just_moved(seat, name) { format!("{body}*") } else { body.trim().to_owned() };
        Cell::new(
            text,
            if self.own.is_some_and(|own| own.seat == seat) { Role::Own } else { Role::Foe },
        )
    }

    /// What is known of a piece, in words.
    fn piece_text(&self, seat: Seat, name: Place, piece: &Piece) -> String {
        let moved = if piece.moved { "has moved" } else { "never moved" };
        match self.known(seat, name) {
            Known::Own(kind) => format!("your {}", kind.title()),
            Known::Shown(kind) => format!("{seat}, {}", kind.title()),
            Known::Seen(kind) => format!("{seat}, {}, seen by your Spies, {moved}", kind.title()),
            Known::Follows(kind) => format!("{seat}, {}, as it follows, {moved}", kind.title()),
            Known::Open(may) => format!("{seat}, {moved}, may be {}", signs(may)),
        }
    }

    /// The tray of the removed pieces, and what is left of the other army.
    fn aside(&self) -> Vec<String> {
        let (near, far) = (self.near, self.near.other());
        let dot = |count: usize| if count == 0 { "·".to_owned() } else { count.to_string() };
        let (mut lost, mut on_board) = ([[0; 10]; 2], [[0; 10]; 2]);
        for (seat, army) in self.known.iter() {
            for (name, known) in army {
                let piece = self.state.pieces[seat].get(name);
                let (Some(kind), Some(piece)) = (known.kind(), piece) else { continue };
                let counts = match (piece.at, piece.kind) {
                    (Some(_), _) => &mut on_board,
                    (None, Some(_)) => &mut lost,
                    (None, None) => continue,
                };
                counts[seat.index()][kind.index()] += 1;
            }
        }
        let lost = |seat: Seat, kind: Kind| lost[seat.index()][kind.index()];
        let on_board = |seat: Seat, kind: Kind| on_board[seat.index()][kind.index()];
        let line = |name: &str, cells: [String; 4]| {
            let [a, b, c, d] = cells;
            format!(
                "{name}{a:>width$}{b:>5}{c:>5}{d:>7}",
                width = 16_usize.saturating_sub(name.len())
            )
        };
        let (heads, subheads) = if self.own.is_some() {
            (["lost", "theirs"], ["you", "they", "seen", "hidden"])
        } else {
            (["lost", "hidden"], ["low", "high", "low", "high"])
        };
        let mut lines = vec![
            format!("{:>21}{:>12}", heads[0], heads[1]),
            line("", subheads.map(str::to_owned)),
        ];
        if self.state.house.side() > 8 {
            lines.push("─".repeat(33));
        }
        let mut sums = [0; 4];
        for kind in Kind::pieces() {
            let hidden = |seat: Seat| {
                self.state.house.count(kind).saturating_sub(lost(seat, kind) + on_board(seat, kind))
            };
            let third = if self.own.is_some() { on_board(far, kind) } else { hidden(near) };
            let counts = [lost(near, kind), lost(far, kind), third, hidden(far)];
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
            lines.push(line(&format!("{} {}", kind.sign(), kind.title()), counts.map(dot)));
        }
        lines.push(line("", sums.map(dot)));
        lines
    }

    fn legend(&self) -> Vec<String> {
        let lines: [&str; 2] = if self.own.is_none() {
            [
                " |?| low rows' player, never moved    /?/ has moved: no Mine, no HQ",
                " [?] <?> high rows' player, likewise    (M) follows    * just moved    ▲ volcano",
            ]
        } else if self.state.house.open {
            [
                "  3  yours    [3] theirs, never moved    <3> theirs, has moved",
                "  *  just moved    ▲ volcano",
            ]
        } else {
            [
                "  3  yours    [?] theirs, never moved    <?> theirs, has moved: no Mine, no HQ",
                " [M] <3> seen by your Spies    (M) (3) follows    * just moved    ▲ volcano",
            ]
        };
        lines.map(str::to_owned).to_vec()
    }

    fn facts(&self) -> Vec<(String, String)> {
        let mut facts = Vec::new();
        let mut fact = |label: &str, texts: Vec<String>| {
            if !texts.is_empty() {
                facts.push((label.to_owned(), texts.join(", ")));
            }
        };
        let theirs = |seat: &Seat| self.own.is_none_or(|own| own.seat != *seat);
        let pieces = || {
            let theirs = self.squares.iter().filter(|(_, (seat, ..))| theirs(seat));
            theirs.map(|(at, (seat, name, piece))| (self.known(*seat, *name), *at, *piece))
        };
        fact(
            "Follows",
            pieces()
                .filter_map(|(known, at, _)| match known {
                    Known::Follows(kind) => Some(format!("{at} is a {}", kind.title())),
                    _ => None,
                })
                .collect(),
        );
        let any = Kinds::that(|kind| self.state.house.count(kind) > 0);
        fact(
            "After fights",
            pieces()
                .filter_map(|(known, at, piece)| match known {
                    Known::Open(may) if piece.may != any && piece.may != any.keep(Kind::walks) => {
                        Some(format!("{at} is {}", signs(may)))
                    }
                    _ => None,
                })
                .collect(),
        );
        if let Some(own) = self.own.filter(|own| self.state.phase == Phase::Moving(own.seat)) {
            let back = self.state.last[own.seat].iter().filter(|went| {
                self.state.pieces[own.seat]
                    .get(&went.piece)
                    .is_some_and(|piece| piece.at == Some(went.step.to))
            });
            fact(
                "May not go back",
                back.map(|went| format!("{}-{}", went.step.to, went.step.from)).collect(),
            );
        }
        let (quiet, limit) = (self.state.quiet, self.state.house.draw_turns);
        if limit > 0 && quiet >= limit {
            let left = (2 * limit).saturating_sub(quiet);
            fact(
                "Without a removal",
                vec![format!("the game is drawn after {left} more turns, both players' counted")],
            );
        }
        facts
    }

    fn may(&self) -> Vec<String> {
        let Some(own) = self.own.filter(|own| self.state.phase == Phase::Moving(own.seat)) else {
            return Vec::new();
        };
        let what = match (own_steps(self.state, own, None).is_empty(), self.state.house.moves) {
            (true, _) if self.state.house.stuck_loses => {
                "pass, since none of your pieces can move; that loses the game"
            }
            (true, _) => "pass, since none of your pieces can move",
            (false, 1) => "move one piece",
            (false, _) => "move two different pieces",
        };
        vec![what.to_owned()]
    }

    fn examples(&self) -> Vec<(String, String)> {
        let Some(own) = self.own.filter(|own| self.state.phase == Phase::Moving(own.seat)) else {
            return Vec::new();
        };
        let first = own_steps(self.state, own, None).first().copied();
        let second = first.filter(|_| self.state.house.moves == 2).and_then(|first| {
            own_steps(self.state, own, Some(first)).into_iter().find(|step| step.to != first.to)
        });
        let steps: Vec<_> = first.into_iter().chain(second).collect();
        let text = if steps.is_empty() { "pass".to_owned() } else { list(steps) };
        vec![(text, String::new())]
    }

    /// The same in sentences.
    fn list(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for seat in [self.near, self.near.other()] {
            let yours = self.own.is_some_and(|own| own.seat == seat);
            let mut texts = Vec::new();
            for (at, (_, name, piece)) in
                self.squares.iter().filter(|(_, (owner, ..))| *owner == seat)
            {
                let star = if self.just_moved(seat, *name) { ", just moved" } else { "" };
                let known = match self.known(seat, *name) {
                    Known::Own(kind) | Known::Shown(kind) => kind.title().to_owned(),
                    Known::Seen(kind) => format!("{}, seen", kind.title()),
                    Known::Follows(kind) => format!("{}, as it follows", kind.title()),
                    Known::Open(_) if piece.moved => "unknown, has moved".to_owned(),
                    Known::Open(_) => "unknown, never moved".to_owned(),
                };
                texts.push(format!("{at} {known}{star}."));
            }
            let whose =
                if yours { "Your pieces".to_owned() } else { format!("The pieces of {seat}") };
            lines.push(format!(
                "{whose}: {}",
                if texts.is_empty() { "none yet.".to_owned() } else { texts.join(" ") }
            ));
            let lost: Vec<String> = Kind::pieces()
                .filter(|kind| self.state.lost(seat, *kind) > 0)
                .map(|kind| format!("{} x{}", kind.title(), self.state.lost(seat, kind)))
                .collect();
            if !lost.is_empty() {
                lines.push(format!(
                    "Lost by {}: {}.",
                    if yours { "you".to_owned() } else { seat.to_string() },
                    lost.join(", ")
                ));
            }
        }
        if let Some(own) = self.own.filter(|own| !own.marks.is_empty()) {
            lines.push(format!(
                "Your marks: {}.",
                list(own.marks.iter().map(|(square, sign)| format!("{square} {sign}")))
            ));
        }
        if !self.state.volcanoes.is_empty() {
            lines.push(format!("Volcanoes: {}.", list(&self.state.volcanoes)));
        }
        lines
    }
}

/// `4 5 M`
fn signs(may: Kinds) -> String {
    let signs: Vec<String> = may.iter().map(|kind| kind.sign().to_string()).collect();
    if signs.is_empty() { "none of its army".to_owned() } else { signs.join(" ") }
}

/// The legal moves of the piece on a square, one a line.
pub(super) fn moves_of(
    state: &State,
    own: &Own<Espionage>,
    typed: &str,
) -> Result<Vec<String>, Illegal> {
    let place = read_place(state, typed)?;
    if state.piece_on(own.seat, place).is_none() {
        return Err(Illegal::NoneOn(place));
    }
    let steps = own_steps(state, own, None).into_iter().filter(|step| step.from == place);
    Ok(steps
        .map(|step| {
            if state.fight(own.seat, step).is_some() {
                format!("{step}, an attack")
            } else {
                step.to_string()
            }
        })
        .collect())
}

/// What each of the opponent's pieces may be, as far as one can know.
pub(super) fn hint(state: &State, own: &Own<Espionage>) -> Vec<String> {
    let known = knowledge(state, Some(own));
    let foe = own.seat.other();
    let may =
        |name: Place| known[foe].get(&name).map_or(Kinds::that(|_| true), |known| known.may());
    state.on_board(foe).map(|(name, at, _)| format!("{at}: {}", signs(may(name)))).collect()
}

/// What may come of a move.
pub(super) fn foresee(state: &State, own: &Own<Espionage>, orders: &Orders) -> Vec<String> {
    let known = knowledge(state, Some(own));
    let mut lines = Vec::new();
    let mut earlier = None;
    for step in &orders.steps {
        let Some(fight) = state.fight(own.seat, *step) else { continue };
        let attacker = own.secret.kind(&state.house, fight.attacker);
        let may = known[own.seat.other()]
            .get(&fight.defender)
            .map_or(Kinds::that(|_| true), |known| known.may());
        let against =
            |clash: Clash| signs_of(may.keep(|kind| attacker.attacks(kind) == Some(clash)));
        let wins = [against(Clash::Takes), against(Clash::Headquarters)].concat();
        let falls = against(Clash::Falls);
        let when = if earlier == Some(step.to) { ", if the first attack fails" } else { "" };
        let fate = match (wins.is_empty(), falls.is_empty()) {
            (false, true) => "wins against whatever it may be".to_owned(),
            (true, _) => "falls against whatever it may be".to_owned(),
            (false, false) => {
                format!("wins against {}, falls against {}", wins.join(" "), falls.join(" "))
            }
        };
        lines.push(format!("{step}: your {} attacks{when}: it {fate}", attacker.title()));
        earlier = Some(step.to);
    }
    lines
}

fn signs_of(may: Kinds) -> Vec<String> {
    may.iter().map(|kind| kind.sign().to_string()).collect()
}
