//! The scene: board, facts and legend.

use std::collections::BTreeMap;

use super::kind::{Kind, Kinds};
use super::knowledge::{Insight, Insights};
use super::legal::Illegal;
use super::square::Square;
use super::state::{Piece, State};
use super::step::Strides;
use super::{Espionage, Private, Seen, Shown, hints};
use crate::board::text::joined;
use crate::rules::scene::{Board, Cell, Count, Heads, Piece as Drawn, Role, Scene, Side, Tally};
use crate::rules::{Heat, Hints, Preview, Seat, Show};

impl Show<Espionage> for State {
    /// Spectators see the board from the opener's side.
    fn scene(&self, shown: &Shown, own: Option<&Private>) -> Scene {
        let view = View::new(self, shown, own);
        let facts = view.facts();
        let may = view.may();
        let mut list = view.list();
        list.extend(facts.iter().map(|(label, text)| format!("{label}: {text}.")));
        list.extend(may.iter().map(|may| format!("You may {may}.")));
        Scene {
            boards: vec![view.board()],
            legend: view.legend(),
            facts,
            may,
            examples: view.examples(),
            list,
            tallies: view.tallies(),
            ..Scene::default()
        }
    }

    fn heat(&self, seen: Seen<'_>, wish: Hints) -> Option<Heat> {
        let hidden = seen.shown.setup(seen.private.seat.other()).is_none();
        (hidden && !self.options.open).then(|| hints::heat(seen, wish))
    }

    fn preview(&self, seen: Seen<'_>, mv: &Strides, hints: Hints) -> Preview {
        hints::preview(seen, mv, hints).into()
    }

    fn moves_of(&self, seen: Seen<'_>, piece: &str) -> Option<Result<Vec<String>, Illegal>> {
        Some(hints::moves_of(seen, piece))
    }
}

/// The game as a viewer sees it.
pub(super) struct View<'a> {
    pub(super) state: &'a State,
    pub(super) own: Option<&'a Private>,
    /// The seat whose side of the board is at the bottom.
    pub(super) near: Seat,
    insights: Insights,
    /// The pieces by square.
    squares: BTreeMap<Square, Standing<'a>>,
}

/// A piece on the board.
#[derive(Clone, Copy)]
pub(super) struct Standing<'a> {
    pub(super) seat: Seat,
    name: Square,
    pub(super) piece: &'a Piece,
    /// The viewer's knowledge of the piece.
    pub(super) insight: Insight,
}

impl<'a> View<'a> {
    fn new(state: &'a State, shown: &Shown, own: Option<&'a Private>) -> Self {
        let insights = Insights::new(state, shown, own);
        let mut squares = BTreeMap::new();
        for seat in Seat::all(2) {
            for (name, insight) in insights.army(seat) {
                let Some(piece) = state.pieces[seat].get(&name) else { continue };
                let Some(at) = piece.at else { continue };
                if insight != Insight::Own(Kind::Empty) {
                    squares.insert(at, Standing { seat, name, piece, insight });
                }
            }
        }
        View { state, own, near: own.map_or(Seat::OPENER, |own| own.seat), insights, squares }
    }

    /// Returns the pieces on the board, in the order of their squares.
    pub(super) fn standing(&self) -> impl Iterator<Item = (Square, Standing<'a>)> {
        self.squares.iter().map(|(&at, &standing)| (at, standing))
    }

    pub(super) fn is_own(&self, seat: Seat) -> bool {
        self.own.is_some_and(|own| own.seat == seat)
    }

    /// Whether the last turn moved this piece to its current square.
    pub(super) fn just_moved(&self, standing: Standing<'_>) -> bool {
        let Standing { seat, name, .. } = standing;
        seat == self.state.mover && self.state.last[seat].iter().any(|went| went.piece == name)
    }

    fn board(&self) -> Board {
        let side = self.state.options.side();
        let down: Vec<u8> =
            if self.near == Seat::OPENER { (0..side).rev().collect() } else { (0..side).collect() };
        let board = board(side, "", &down, |square| self.cell(*square));
        Board { cell_width: 4, aside: self.aside(), ..board }
    }

    fn cell(&self, square: Square) -> Cell {
        if self.state.volcanoes.contains(&square) {
            return Cell::new("▲", Role::Ground)
                .tip(format!("{square}: volcano"))
                .piece(Drawn::new("volcano"));
        }
        let mark = self.mark(square);
        if let Some(&standing) = self.squares.get(&square) {
            // The two sides have different colors for every viewer, including spectators, who have
            // no army.
            let role = if standing.seat == self.near { Role::Own } else { Role::Foe };
            let tip = format!("{square}: {}", in_words(standing));
            let cell = Cell::new(self.sign(standing, mark), role).tip(tip);
            let last = self.just_moved(standing);
            return Cell { pieces: self.drawn(standing, mark), last, ..cell };
        }
        match mark {
            Some(sign) => Cell::new(format!("{sign}'"), Role::Plain)
                .tip(format!("{square}: your mark"))
                .piece(Drawn::new("pencil").labelled(sign)),
            None => Cell::new("·", Role::Plain).tip(square.to_string()),
        }
    }

    /// Returns the viewer's pencil mark on this square.
    fn mark(&self, square: Square) -> Option<char> {
        self.own?.notes.sign(&square.to_string())
    }

    /// Returns the pictures of a piece and of the small symbols on it.
    fn drawn(&self, standing: Standing<'_>, mark: Option<char>) -> Vec<Drawn> {
        let Standing { seat, piece, insight, .. } = standing;
        let side = if seat == self.near { Side::Near } else { Side::Far };
        let unit = match insight.kind() {
            Some(kind) => Drawn::new(kind.as_str()).labelled(kind.sign()),
            None => Drawn::new("unknown").labelled(mark.map(String::from).unwrap_or_default()),
        };
        let mut pieces = vec![unit.of(side)];
        match insight {
            Insight::Seen(_) => pieces.push(Drawn::new("seen")),
            Insight::Follows(_) => pieces.push(Drawn::new("follows")),
            _ => {}
        }
        if piece.moved && !matches!(insight, Insight::Own(_)) {
            pieces.push(Drawn::new("moved"));
        }
        pieces
    }

    fn sign(&self, standing: Standing<'_>, mark: Option<char>) -> String {
        let Standing { seat, piece, insight, .. } = standing;
        if let (Insight::Among(_), Some(mark)) = (insight, mark) {
            return if piece.moved { format!("<{mark}'>") } else { format!("[{mark}']") };
        }
        let sign = insight.kind().map_or('?', Kind::sign);
        let theirs = seat != self.near;
        let body = match insight {
            Insight::Own(_) => format!(" {sign} "),
            Insight::Follows(_) => format!("({sign})"),
            _ if theirs && piece.moved => format!("<{sign}>"),
            _ if theirs => format!("[{sign}]"),
            _ if self.own.is_some() => format!(" {sign} "),
            _ if piece.moved => format!("/{sign}/"),
            _ => format!("|{sign}|"),
        };
        if self.just_moved(standing) { format!("{body}*") } else { body.trim().to_owned() }
    }

    /// Returns the table of removed and remaining pieces. For a player, the remaining pieces are
    /// those of the opponent; for spectators, they are the hidden pieces of both armies.
    fn aside(&self) -> Vec<String> {
        let (near, far) = (self.tally(self.near), self.tally(self.near.other()));
        let (heads, subheads, widths) = match self.own {
            Some(_) => (["lost", "theirs"], ["you", "they", "seen", "hidden"], [5, 5, 7]),
            None => (["lost", "hidden"], ["bottom", "top", "bottom", "top"], [5, 7, 5]),
        };
        let aside_line = |name: &str, columns| aside_line(name, columns, widths);
        let mut lines = vec![
            format!("{:>21}{:>12}", heads[0], heads[1]),
            aside_line("", subheads.map(str::to_owned)),
        ];
        if self.own.is_none() {
            let sides = [("bottom:", self.near), ("top:", self.near.other())];
            lines.splice(0..0, sides.map(|(side, seat)| format!("{side:<8}{seat}")));
        }
        if self.state.options.side() > 8 {
            lines.push("─".repeat(33));
        }
        let dot = |count: usize| if count == 0 { "·".to_owned() } else { count.to_string() };
        let mut sums = [0; 4];
        for kind in Kind::pieces() {
            let at = kind.index();
            let third =
                if self.own.is_some() { far.standing[at] } else { self.hidden(&near, kind) };
            let counts = [near.lost[at], far.lost[at], third, self.hidden(&far, kind)];
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
            lines.push(aside_line(&format!("{} {}", kind.sign(), kind.title()), counts.map(dot)));
        }
        lines.push(aside_line("", sums.map(dot)));
        lines
    }

    fn tally(&self, seat: Seat) -> Pieces {
        let mut tally = Pieces::default();
        for (name, insight) in self.insights.army(seat) {
            let piece = self.state.pieces[seat].get(&name);
            let (Some(kind), Some(piece)) = (insight.kind(), piece) else { continue };
            match (piece.at, piece.kind) {
                (Some(_), _) => tally.standing[kind.index()] += 1,
                (None, Some(_)) => tally.lost[kind.index()] += 1,
                (None, None) => {}
            }
        }
        tally
    }

    /// Returns the number of pieces of a kind that an army may still hide.
    fn hidden(&self, army: &Pieces, kind: Kind) -> usize {
        let known = army.lost[kind.index()] + army.standing[kind.index()];
        self.state.options.count(kind).saturating_sub(known)
    }

    /// Returns the numbers of removed pieces of each army, and of unknown pieces of the opponent's
    /// army.
    fn tallies(&self) -> Vec<Tally> {
        let row = |of: String, side: Side, count: &dyn Fn(Kind) -> usize| {
            let counts = Kind::pieces().filter_map(|kind| {
                let piece = Drawn::new(kind.as_str()).labelled(kind.sign()).of(side);
                Some(Count { piece, count: count(kind), most: None }).filter(|row| row.count > 0)
            });
            Tally { of, counts: counts.collect() }
        };
        let far = self.near.other();
        let [near_army, far_army] = [self.near, far].map(|seat| self.tally(seat));
        let lost = |army: &Pieces, kind: Kind| army.lost[kind.index()];
        let rows = [
            row(format!("{} lost", self.near), Side::Near, &|kind| lost(&near_army, kind)),
            row(format!("{far} lost"), Side::Far, &|kind| lost(&far_army, kind)),
            row(format!("{far} hides"), Side::Far, &|kind| self.hidden(&far_army, kind)),
        ];
        rows.into_iter().filter(|row| !row.counts.is_empty()).collect()
    }

    fn legend(&self) -> Vec<String> {
        if self.own.is_none() {
            let (near, far) = (self.near, self.near.other());
            return vec![
                format!(
                    " {near}: |?| never moved    /?/ has moved: no Mine, no HQ    ▲ volcano: no \
                     entry"
                ),
                format!(" {far}: [?] never moved    <?> has moved    (M) deduced    * just moved"),
            ];
        }
        let lines: [&str; 2] = if self.state.options.open {
            [
                "  3  yours    [3] theirs, never moved    <3> theirs, has moved",
                "  *  just moved    ▲ volcano: no entry",
            ]
        } else {
            [
                "  3  yours    [?] theirs, never moved    <?> theirs, has moved: no Mine, no HQ",
                " [M] <3> seen by Spies   (M) (3) deduced   * just moved   ▲ volcano: no entry",
            ]
        };
        lines.map(str::to_owned).to_vec()
    }
}

/// Numbers of one seat's pieces whose kinds the viewer knows, indexed by the number of the kind.
#[derive(Default)]
struct Pieces {
    lost: [usize; 10],
    standing: [usize; 10],
}

fn aside_line(name: &str, columns: [String; 4], widths: [usize; 3]) -> String {
    let ([a, b, c, d], [second, third, fourth]) = (columns, widths);
    let first = 16_usize.saturating_sub(name.len());
    format!("{name}{a:>first$}{b:>second$}{c:>third$}{d:>fourth$}")
}

/// Describes what the viewer knows about a piece.
fn in_words(standing: Standing<'_>) -> String {
    let Standing { seat, piece, insight, .. } = standing;
    let moved = if piece.moved { "has moved" } else { "never moved" };
    match insight {
        Insight::Own(kind) => format!("your {}", kind.title()),
        Insight::Shown(kind) => format!("{seat}, {}", kind.title()),
        Insight::Seen(kind) => format!("{seat}, {}, seen by your Spies, {moved}", kind.title()),
        Insight::Follows(kind) => format!("{seat}, {}, deduced, {moved}", kind.title()),
        Insight::Among(may) => format!("{seat}, {moved}, may be {}", signs(may)),
    }
}

/// Returns the symbols of these kinds, such as `4 5 M`.
pub(super) fn signs(may: Kinds) -> String {
    let signs = joined(may.iter().map(Kind::sign), " or ");
    if signs.is_empty() { "none of the kinds (a result was false)".to_owned() } else { signs }
}

/// Returns a board with these rows, from the top down.
pub(super) fn board(side: u8, title: &str, down: &[u8], cell: impl Fn(&Square) -> Cell) -> Board {
    let cell = |square: Square| cell(&square).named(square.to_string());
    let cells = |row| (0..side).map(|col| cell(Square::new(col, row))).collect();
    let rows = down.iter().map(|row| ((row + 1).to_string(), cells(*row)));
    let columns = ('A'..).take(usize::from(side)).map(String::from).collect();
    Board { heads: Heads::Both, ..Board::framed("board", title, columns, rows) }
}
